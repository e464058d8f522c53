// SPDX-License-Identifier: Apache-2.0
#include "core/edit/block/building_block.h"

#include "core/edit/block/squeeze.h"
#include "core/edit/edits.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/simulate/amounts.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

/// The microbatches of each direction in turn, and the place of each among those of its direction.
struct Turns {
    std::vector<std::vector<int>> ofDirection = {};
    std::vector<int> placeOf = {}; ///< per microbatch
    int least = 0;                 ///< microbatches of the direction that has the fewest
    int most = 0;

    explicit Turns(const Schedule& schedule) : ofDirection(schedule.placement.directions.size()) {
        for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch) {
            std::vector<int>& own = ofDirection[schedule.direction(microbatch)];
            placeOf.push_back(static_cast<int>(own.size()));
            own.push_back(microbatch);
        }
        const auto [few, many] = std::ranges::minmax(ofDirection, {}, &std::vector<int>::size);
        least = static_cast<int>(few.size());
        most = static_cast<int>(many.size());
    }
};

/// The microbatch that runs so many places later in the direction of this one; none behind the last.
std::optional<int> later(const Turns& turns, const Schedule& schedule, int microbatch, int places) {
    const std::vector<int>& own = turns.ofDirection[schedule.direction(microbatch)];
    const int place = turns.placeOf[microbatch] + places;
    return place < std::ssize(own) ? std::optional{own[place]} : std::nullopt;
}

Result<Done> canRepeat(const Plan& plan) {
    if (!plan.costs.microbatches.areEqual())
        return Error{say(phrase("refusal", "microbatches that differ do not repeat each other"))};
    if (hasPairs(plan.schedule))
        return Error{say(phrase("refusal", "a building block holds no pairs; part them first"))};
    return Done{};
}

/// The spans, the first of which then starts at 0.
Timeline fromZero(Timeline timeline) {
    const Time start = extentOf(timeline).start;
    for (Lane& lane : timeline.lanes)
        for (Span& span : lane) {
            span.start -= start;
            span.end -= start;
        }
    return timeline;
}

/// The spans with other numbers of microbatches.
Timeline renumbered(Timeline timeline, const auto& number) {
    for (Lane& lane : timeline.lanes)
        for (Span& span : lane)
            changeOps(span, [&](Op& op) { op.microbatch = number(op.microbatch); });
    return timeline;
}

/// The blocks of the spans, each with the gap that it has.
std::vector<Row> rowsWithGaps(const Timeline& timeline) {
    std::vector<Row> rows(timeline.lanes.size());
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        Time end = 0;
        for (const Span& span : timeline.lanes[rank]) {
            rows[rank].push_back({.op = span.op, .paired = {}, .gap = span.start - end});
            end = span.end;
        }
    }
    return rows;
}

Error stalledError() { return Error{say(phrase("refusal", "the order stalls, so that nothing in it has a time"))}; }

void sortLanes(Timeline& timeline) {
    for (Lane& lane : timeline.lanes)
        std::ranges::stable_sort(lane, {}, [](const Span& span) { return std::pair{span.start, span.end}; });
}

/// When each op of a microbatch starts, by op, as if it were of microbatch 0.
using Starts = std::vector<std::pair<Op, Time>>;

std::vector<Starts> startsOf(const Timeline& timeline, int microbatches) {
    std::vector<Starts> starts(microbatches);
    for (const Lane& lane : timeline.lanes)
        for (const Span& span : lane) {
            Op op = span.op;
            op.microbatch = 0;
            starts[span.op.microbatch].emplace_back(op, span.start);
        }
    for (Starts& own : starts)
        std::ranges::sort(own);
    return starts;
}

/// By how much later the ops of one microbatch run than those of the other, all alike; none where they differ.
std::optional<Time> stepBetween(const Starts& one, const Starts& other) {
    if (one.empty() || one.size() != other.size())
        return std::nullopt;
    const Time step = other.front().second - one.front().second;
    const bool same = std::ranges::equal(
        one, other, [step](const auto& a, const auto& b) { return a.first == b.first && b.second - a.second == step; });
    return same ? std::optional{step} : std::nullopt;
}

/// By how much later the microbatch at each place runs than the one so many places before it, in all directions alike;
/// none where they differ. Per place of the earlier one.
std::vector<std::optional<Time>> stepsOf(const std::vector<Starts>& starts, const Turns& turns, int group) {
    std::vector<std::optional<Time>> steps(turns.least - group);
    for (std::size_t place = 0; place < steps.size(); ++place) {
        const auto step = [&](const std::vector<int>& own) {
            return stepBetween(starts[own[place]], starts[own[place + group]]);
        };
        steps[place] = step(turns.ofDirection.front());
        if (std::ranges::any_of(turns.ofDirection, [&](const auto& own) { return step(own) != steps[place]; }))
            steps[place].reset();
    }
    return steps;
}

/// A stretch of places whose steps are the same.
struct Stretch {
    int from = 0;
    int count = 0;
};

Stretch longestStretch(const std::vector<std::optional<Time>>& steps) {
    Stretch longest;
    Stretch present;
    for (int place = 0; place < static_cast<int>(steps.size()); ++place) {
        if (!steps[place] || *steps[place] <= 0)
            present = {place + 1, 0};
        else if (present.count > 0 && *steps[place] != *steps[present.from])
            present = {place, 1};
        else
            ++present.count;
        if (present.count > longest.count)
            longest = present;
    }
    return longest;
}

/// The spans of so many microbatches of each direction, from a place on, as those of the first.
Timeline spansFrom(const Plan& plan, const Timeline& timeline, const Turns& turns, int place, int group) {
    Timeline block{.lanes = std::vector<Lane>(timeline.lanes.size())};
    for (std::size_t rank = 0; rank < timeline.lanes.size(); ++rank)
        for (Span span : timeline.lanes[rank]) {
            const int own = turns.placeOf[span.op.microbatch];
            if (own < place || own >= place + group)
                continue;
            span.op.microbatch = *later(turns, plan.schedule, span.op.microbatch, -place);
            block.lanes[rank].push_back(span);
        }
    return fromZero(std::move(block));
}

/// How many microbatches of each direction have ops in the order, where they are the first; else none.
std::optional<int> firstPlaced(const Schedule& schedule, const Turns& turns) {
    std::vector<bool> isPlaced(schedule.microbatches);
    forEachOp(schedule.order, [&](const Op& op) { isPlaced[op.microbatch] = true; });
    int group = 0;
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        if (isPlaced[microbatch])
            group = std::max(group, turns.placeOf[microbatch] + 1);
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        if (isPlaced[microbatch] != (turns.placeOf[microbatch] < group))
            return std::nullopt;
    return group < turns.least ? std::optional{group} : std::nullopt;
}

/// Intervals at which a span of the rank runs into another one, of a later block: from `first` to `last`.
struct Forbidden {
    Time first = 0;
    Time last = 0;
};

/// What `span` and `other`, `blocks` blocks later, forbid.
std::optional<Forbidden> collision(const Span& span, const Span& other, Time blocks) {
    // other.start + blocks · T < span.end and span.start < other.end + blocks · T
    const Time above = span.start - other.end;
    const Time below = span.end - other.start;
    if (below <= 0 || span.length() == 0 || other.length() == 0)
        return std::nullopt;
    const Time first = above < 0 ? 0 : above / blocks + 1;
    const Time last = (below - 1) / blocks;
    return first <= last ? std::optional{Forbidden{first, last}} : std::nullopt;
}

/// The intervals from `least` on at which spans of the lane run into each other.
void addForbidden(const Lane& lane, Time least, std::vector<Forbidden>& forbidden) {
    for (const Span& span : lane)
        for (const Span& other : lane)
            for (Time blocks = 1; least > 0 && span.end - other.start > blocks * least; ++blocks)
                if (const std::optional<Forbidden> found = collision(span, other, blocks))
                    forbidden.push_back(*found);
}

} // namespace

Result<BuildingBlock> buildingBlockOf(const Plan& plan) {
    if (const Result<Done> can = canRepeat(plan); !can)
        return can.error();
    if (opCount(plan.schedule) == 0)
        return Error{say(phrase("refusal", "there is no block to repeat"))};
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    if (!reachesEnd(plan.schedule, timeline))
        return stalledError();
    const Turns turns{plan.schedule};
    if (const std::optional<int> group = firstPlaced(plan.schedule, turns)) {
        BuildingBlock block{spansFrom(plan, timeline, turns, 0, *group), *group, 0};
        const Result<Time> interval = leastInterval(plan, block);
        if (!interval)
            return interval.error();
        block.interval = *interval;
        return block;
    }
    const std::vector<Starts> starts = startsOf(timeline, plan.schedule.microbatches);
    // Once may be by chance, so that more of the same is looked for first.
    for (const int times : {2, 1})
        for (int group = 1; (times + 1) * group <= turns.least; ++group) {
            const std::vector<std::optional<Time>> steps = stepsOf(starts, turns, group);
            const Stretch stretch = longestStretch(steps);
            if (stretch.count < times * group)
                continue;
            const int place = stretch.from + (stretch.count - group) / 2;
            BuildingBlock block{spansFrom(plan, timeline, turns, place, group), group, *steps[place]};
            // So near to each other only a few can have run.
            if (const Result<Time> least = leastInterval(plan, block); least && *least <= block.interval)
                return block;
        }
    return Error{say(phrase("refusal", "no microbatches of this order run like those after them"))};
}

Plan planOf(const BuildingBlock& block, const Plan& whole) {
    const Turns turns{whole.schedule};
    Plan small = whole;
    small.proof.reset();
    small.variants.clear();
    small.schedule.directionOf.clear();
    small.schedule.microbatches = block.microbatches * static_cast<int>(turns.ofDirection.size());
    small.schedule.order = rowsWithGaps(renumbered(block.timeline, [&](int microbatch) {
        return whole.schedule.direction(microbatch) * block.microbatches + turns.placeOf[microbatch];
    }));
    return small;
}

int microbatchesOfBlock(const Plan& small) {
    return small.schedule.microbatches / static_cast<int>(small.schedule.placement.directions.size());
}

int mostMicrobatchesOfBlock(const Plan& whole) { return Turns{whole.schedule}.least; }

Plan withMicrobatches(const Plan& small, int microbatches) {
    Plan other = small;
    const int before = microbatchesOfBlock(small);
    other.schedule.microbatches = microbatches * static_cast<int>(small.schedule.placement.directions.size());
    for (Row& row : other.schedule.order) {
        eraseOps(row, [&](const Op& op) { return op.microbatch % before >= microbatches; });
        for (Block& block : row)
            changeOps(block,
                      [&](Op& op) { op.microbatch = op.microbatch / before * microbatches + op.microbatch % before; });
    }
    return other;
}

Result<BuildingBlock> blockDrawn(const Plan& small, const Plan& whole, Time interval) {
    const Timeline timeline = simulate(small.schedule, small.costs);
    if (!reachesEnd(small.schedule, timeline))
        return stalledError();
    const Turns turns{whole.schedule};
    const int own = microbatchesOfBlock(small);
    if (own > turns.least)
        return Error{
            say(phrase("refusal", "one direction has too few microbatches for the building block: %1"), turns.least)};
    return BuildingBlock{
        fromZero(renumbered(timeline,
                            [&](int microbatch) { return turns.ofDirection[microbatch / own][microbatch % own]; })),
        own, interval};
}

Result<Time> leastInterval(const Plan& plan, const BuildingBlock& block) {
    const int parts = plan.costs.weightParts;
    Time least = 0;
    for (std::size_t rank = 0; rank < block.timeline.lanes.size(); ++rank) {
        const Lane& lane = block.timeline.lanes[rank];
        for (std::size_t next = 1; next < lane.size(); ++next)
            if (lane[next].start < lane[next - 1].end)
                return Error{say(phrase("refusal", "%1 and %2 of the building block run at one time on rank %3"),
                                 toText(lane[next - 1].op, parts), toText(lane[next].op, parts),
                                 static_cast<int>(rank))};
        least = std::max(least, std::accumulate(lane.begin(), lane.end(), Time{0},
                                                [](Time sum, const Span& span) { return sum + span.length(); }));
    }
    std::vector<Forbidden> forbidden;
    for (const Lane& lane : block.timeline.lanes)
        addForbidden(lane, least, forbidden);
    std::ranges::sort(forbidden, {}, &Forbidden::first);
    for (const Forbidden& each : forbidden) {
        if (each.first > least)
            break;
        least = std::max(least, each.last + 1);
    }
    return least;
}

Result<Schedule> repeated(const Plan& plan, const BuildingBlock& block) {
    if (const Result<Done> can = canRepeat(plan); !can)
        return can.error();
    const Result<Time> least = leastInterval(plan, block);
    if (!least)
        return least.error();
    if (block.interval < *least)
        return Error{say(phrase("refusal", "the blocks run into each other below an interval of %1"),
                         inUnit(*least, plan.timeUnit))};
    const Turns turns{plan.schedule};
    Timeline wanted{.lanes = std::vector<Lane>(block.timeline.lanes.size())};
    for (int blocks = 0; blocks * block.microbatches < turns.most; ++blocks)
        for (std::size_t rank = 0; rank < wanted.lanes.size(); ++rank)
            for (Span span : block.timeline.lanes[rank]) {
                const std::optional<int> own =
                    later(turns, plan.schedule, span.op.microbatch, blocks * block.microbatches);
                if (!own)
                    continue;
                span.op.microbatch = *own;
                span.start += blocks * block.interval;
                span.end += blocks * block.interval;
                wanted.lanes[rank].push_back(span);
            }
    sortLanes(wanted);
    Schedule schedule = plan.schedule;
    schedule.order = rowsWithGaps(wanted);
    const Timeline real = simulate(schedule, plan.costs);
    std::optional<Slot> late;
    forEachSlot(wanted.lanes, [&](const Slot& slot, const Span& span) {
        const Lane& lane = real.lanes[slot.rank];
        const bool isInTime = slot.position < std::ssize(lane) && lane[slot.position].start == span.start;
        if (!isInTime && (!late || span.start < wanted.lanes[late->rank][late->position].start))
            late = slot;
    });
    if (!late)
        return schedule;
    const Span& span = wanted.lanes[late->rank][late->position];
    const Lane& lane = real.lanes[late->rank];
    const std::string name = toText(span.op, plan.costs.weightParts);
    if (late->position >= std::ssize(lane))
        return Error{say(phrase("refusal", "%1 of the building block waits for what never comes"), name)};
    return Error{say(phrase("refusal", "%1 can't start at %2; what it needs is there at %3"), name,
                     inUnit(span.start, plan.timeUnit), inUnit(lane[late->position].start, plan.timeUnit))};
}

bool keepsTo(const Plan& plan, const BuildingBlock& block) {
    const Result<Schedule> whole = repeated(plan, block);
    if (!whole)
        return false;
    if (sameOps(*whole, plan.schedule))
        return true;
    Plan other = plan;
    other.schedule = *whole;
    return sameOps(squeezed(other), plan.schedule);
}

} // namespace lanewright
