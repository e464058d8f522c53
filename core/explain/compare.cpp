// SPDX-License-Identifier: Apache-2.0
#include "core/explain/compare.h"

#include "core/base/mapped.h"
#include "core/base/median.h"
#include "core/explain/causes.h"
#include "core/model/block_ops.h"
#include "core/simulate/replay.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

/// An op in a timeline.
struct PlacedOp {
    Op op = {};
    Slot slot = {};
    Time start = 0; ///< since the timeline's first start
    Time length = 0;
};

/// The first place of each op, by op.
std::vector<PlacedOp> placesOf(const Timeline& timeline) {
    const Time begin = extentOf(timeline).start;
    std::vector<PlacedOp> places;
    forEachSlot(timeline.lanes, [&](const Slot& slot, const Span& span) {
        for (const Op& op : opsIn(span))
            places.push_back({op, slot, span.start - begin, span.length()});
    });
    std::ranges::stable_sort(places, {}, &PlacedOp::op);
    const auto same = [](const PlacedOp& a, const PlacedOp& b) { return a.op == b.op; };
    places.erase(std::unique(places.begin(), places.end(), same), places.end());
    return places;
}

const PlacedOp* find(const std::vector<PlacedOp>& places, const Op& op) {
    const auto found = std::ranges::lower_bound(places, op, {}, &PlacedOp::op);
    return found != places.end() && found->op == op ? &*found : nullptr;
}

Time longestSpanOf(const Timeline& timeline) {
    return mostOf(timeline.lanes, [](const Lane& lane) { return extentOf(lane).length(); });
}

struct PlacedBlock {
    Op op = {};
    std::optional<Op> paired = {};
    int rank = 0;

    friend auto operator<=>(const PlacedBlock&, const PlacedBlock&) = default;
};

/// All blocks of a timeline, sorted.
std::vector<PlacedBlock> blocksIn(const Timeline& timeline) {
    std::vector<PlacedBlock> blocks;
    for (int rank = 0; rank < static_cast<int>(timeline.lanes.size()); ++rank)
        for (const Span& span : timeline.lanes[rank])
            blocks.push_back({span.op, span.paired, rank});
    std::ranges::sort(blocks);
    return blocks;
}

/// Their ops one by one, each on its rank, sorted.
std::vector<std::pair<Op, int>> opsOf(const std::vector<PlacedBlock>& blocks) {
    std::vector<std::pair<Op, int>> ops;
    for (const PlacedBlock& block : blocks)
        for (const Op& op : opsIn(block))
            ops.emplace_back(op, block.rank);
    std::ranges::sort(ops);
    return ops;
}

Likeness likenessOf(const Schedule& one, const Timeline& planned, const Schedule& other, const Timeline& actual) {
    if (one.stages() != other.stages())
        return Likeness::OtherStages;
    if (one.microbatches != other.microbatches)
        return Likeness::OtherMicrobatches;
    const std::vector<PlacedBlock> blocks = blocksIn(planned);
    const std::vector<PlacedBlock> others = blocksIn(actual);
    if (blocks == others)
        return Likeness::SameBlocks;
    const std::vector<std::pair<Op, int>> ops = opsOf(blocks);
    const std::vector<std::pair<Op, int>> otherOps = opsOf(others);
    if (ops == otherOps)
        return Likeness::OtherPairs;
    const auto op = &std::pair<Op, int>::first;
    return std::ranges::equal(ops, otherOps, {}, op, op) ? Likeness::OtherRanks : Likeness::OtherOps;
}

/// Walks along each planned lane: two ops that follow each other there and come the other way round in the actual lane.
std::vector<Inversion> inversionsOf(const Timeline& planned, const std::vector<PlacedOp>& actual) {
    std::vector<Inversion> inversions;
    for (int rank = 0; rank < static_cast<int>(planned.lanes.size()); ++rank) {
        const PlacedOp* before = nullptr;
        for (const Span& span : planned.lanes[rank]) {
            const PlacedOp* place = find(actual, span.op);
            if (!place || place->slot.rank != rank)
                continue;
            if (before && place->slot.position < before->slot.position)
                inversions.push_back({rank, before->op, place->op});
            before = place;
        }
    }
    return inversions;
}

std::vector<std::vector<Time>> lengthsOf(const Plan& plan, const std::vector<PlacedOp>& actual) {
    std::vector<std::vector<Time>> lengths;
    lengths.reserve(plan.schedule.order.size());
    for (const Row& row : plan.schedule.order) {
        std::vector<Time>& ofRank = lengths.emplace_back();
        ofRank.reserve(row.size());
        for (const Block& block : row) {
            const PlacedOp* place = find(actual, block.op);
            ofRank.push_back(place ? place->length : durationOf(plan.schedule, plan.costs, block));
        }
    }
    return lengths;
}

Time makespanWith(const Plan& plan, std::vector<std::vector<Time>> lengths) {
    Replay::Begin begin;
    begin.lengths = std::move(lengths);
    return extentOf(Replay(plan.schedule, plan.costs).run(begin)).length();
}

/// Each length replaced by the median of its kind, stage, direction and partner's kind.
std::vector<std::vector<Time>> evened(const Plan& plan, std::vector<std::vector<Time>> lengths) {
    using Group = std::tuple<OpKind, int, int, int>;
    std::map<Group, std::vector<Time>> samples;
    const auto groupOf = [&](const Block& block) {
        const int partner = block.paired ? static_cast<int>(block.paired->kind) : -1;
        return Group{block.op.kind, block.op.stage, plan.schedule.direction(block.op.microbatch), partner};
    };
    forEachSlot(plan.schedule.order, [&](const Slot& slot, const Block& block) {
        samples[groupOf(block)].push_back(lengths[slot.rank][slot.position]);
    });
    std::map<Group, Time> medians;
    for (auto& [group, values] : samples)
        medians[group] = upperMedian(values);
    forEachSlot(plan.schedule.order, [&](const Slot& slot, const Block& block) {
        lengths[slot.rank][slot.position] = medians[groupOf(block)];
    });
    return lengths;
}

/// The plan with the order that the actual lanes have. Where they lack or repeat ops, the plan as it is.
Plan withActualOrder(const Plan& plan, const Timeline& actual) {
    Plan next = plan;
    for (std::size_t rank = 0; rank < next.schedule.order.size() && rank < actual.lanes.size(); ++rank) {
        Row& row = next.schedule.order[rank];
        const Lane& lane = actual.lanes[rank];
        std::map<Op, Block> blocks;
        for (const Block& block : row)
            blocks.emplace(block.op, block);
        const auto known = [&](const Span& span) { return blocks.contains(span.op); };
        if (blocks.size() != row.size() || lane.size() != row.size() || !std::ranges::all_of(lane, known))
            return plan;
        std::set<Op> seen;
        for (std::size_t position = 0; position < lane.size(); ++position) {
            if (!seen.insert(lane[position].op).second)
                return plan;
            row[position] = blocks.at(lane[position].op);
        }
    }
    return next;
}

/// What the value takes on its way beyond the transfer time of the ranks.
Time overBoundary(const Costs& costs, const Value& value, int from, int to) {
    const Time bare = costs.transfer.between(from, to);
    const MicrobatchCosts& microbatches = costs.microbatches;
    return costs.travel(value, from, to) -
           (microbatches.areEqual() ? bare : microbatches.sizeOf(value.microbatch, bare));
}

/// The costs with the transfer times that the actual timeline shows: per link the median time from the end of an op to
/// the start of one that stood waiting for what it yields, beyond what its boundary adds. Where the way was shorter
/// than that, boundaries did not add it, and the whole time counts as the link's. Links that nobody waited for stay as
/// they are.
Costs withActualTransfers(const Plan& plan, const Timeline& actual) {
    const int ranks = plan.schedule.ranks();
    const Causes causes(plan, actual);
    using Samples = std::map<std::pair<int, int>, std::vector<Time>>;
    Samples whole;
    Samples beyond;
    forEachSlot(actual.lanes, [&](const Slot& slot, const Span& span) {
        causes.eachInput(slot, [&](const Causes::Input& input) {
            const int from = input.from.rank;
            const Time end = causes.spanAt(input.from).end;
            if (from == slot.rank || end <= causes.rankFree(slot) || span.start < end)
                return;
            whole[{from, slot.rank}].push_back(span.start - end);
            beyond[{from, slot.rank}].push_back(span.start - end -
                                                overBoundary(plan.costs, input.value, from, slot.rank));
        });
    });
    Costs costs = plan.costs;
    if (whole.empty() || ranks == 0)
        return costs;
    std::vector<Time> matrix(static_cast<std::size_t>(ranks) * ranks);
    for (int from = 0; from < ranks; ++from)
        for (int to = 0; to < ranks; ++to)
            matrix[static_cast<std::size_t>(from) * ranks + to] = plan.costs.transfer.between(from, to);
    const bool isShorter = std::ranges::any_of(beyond, [](auto& link) { return upperMedian(link.second) < 0; });
    if (isShorter)
        costs.boundary = {};
    for (auto& [link, values] : isShorter ? whole : beyond)
        matrix[static_cast<std::size_t>(link.first) * ranks + link.second] = upperMedian(values);
    costs.transfer = {.ranks = ranks, .matrix = std::move(matrix)};
    return costs;
}

/// A timeline again by replays of its own order: with the planned transfers, then with its own.
struct Replayed {
    Plan plan = {}; ///< the one that both timelines are told by, in this timeline's order
    Time withLengths = 0;
    Time withTransfers = 0;
    Time makespan = 0; ///< the timeline's own
};

Replayed replayed(const Plan& plan, const Timeline& timeline, const std::vector<PlacedOp>& places) {
    Replayed result{.plan = withActualOrder(plan, timeline), .makespan = extentOf(timeline).length()};
    const std::vector<std::vector<Time>> lengths = lengthsOf(result.plan, places);
    result.withLengths = makespanWith(result.plan, lengths);
    Plan distant = result.plan;
    distant.costs = withActualTransfers(distant, timeline);
    result.withTransfers = makespanWith(distant, lengths);
    return result;
}

/// Takes one thing after the other from the actual timeline. What a replay of the planned one can't tell, of a run its
/// transfers and launches, is taken off the same part of the actual one.
LostTime lostOf(const Plan& plan, const Timeline& planned, const std::vector<PlacedOp>& plannedPlaces,
                const Timeline& actual, const std::vector<PlacedOp>& actualPlaces) {
    const Replayed before = replayed(plan, planned, plannedPlaces);
    const Replayed after = replayed(plan, actual, actualPlaces);
    const std::vector<std::vector<Time>> lengths = lengthsOf(after.plan, plannedPlaces);
    const Time reordered = makespanWith(after.plan, lengths);
    const Time typicalBefore = makespanWith(after.plan, evened(after.plan, lengths));
    const Time typicalAfter = makespanWith(after.plan, evened(after.plan, lengthsOf(after.plan, actualPlaces)));
    LostTime lost{.difference = after.makespan - before.makespan};
    lost.durations = makespanWith(before.plan, lengthsOf(before.plan, actualPlaces)) - before.withLengths;
    lost.waits = lost.difference - lost.durations;
    lost.schedule = reordered - before.withLengths;
    lost.opTimes = typicalAfter - typicalBefore;
    lost.jitter = (after.withLengths - typicalAfter) - (reordered - typicalBefore);
    lost.transfers = (after.withTransfers - after.withLengths) - (before.withTransfers - before.withLengths);
    lost.launch = (after.makespan - after.withTransfers) - (before.makespan - before.withTransfers);
    return lost;
}

} // namespace

Comparison compare(const Plan& plan, const Timeline& planned, const Plan& ran, const Timeline& actual) {
    const std::vector<PlacedOp> plannedPlaces = placesOf(planned);
    const std::vector<PlacedOp> actualPlaces = placesOf(actual);
    Comparison comparison{.likeness = likenessOf(plan.schedule, planned, ran.schedule, actual)};
    const bool sameStages = comparison.likeness != Likeness::OtherStages;
    for (const PlacedOp& place : plannedPlaces) {
        if (const PlacedOp* other = sameStages ? find(actualPlaces, place.op) : nullptr)
            comparison.deviations.push_back(
                {place.op, place.slot.rank, place.start, other->start, place.length, other->length});
        else
            comparison.onlyPlanned.push_back(place.op);
    }
    for (const PlacedOp& place : actualPlaces)
        if (!sameStages || !find(plannedPlaces, place.op))
            comparison.onlyActual.push_back(place.op);
    std::ranges::stable_sort(comparison.deviations, {}, [](const Deviation& deviation) {
        return std::pair{deviation.rank, deviation.plannedStart};
    });
    if (sameStages)
        comparison.inversions = inversionsOf(planned, actualPlaces);
    comparison.plannedMakespan = extentOf(planned).length();
    comparison.actualMakespan = extentOf(actual).length();
    comparison.plannedLongestSpan = longestSpanOf(planned);
    comparison.actualLongestSpan = longestSpanOf(actual);
    if (comparison.likeness == Likeness::SameBlocks)
        comparison.lost = lostOf(plan, planned, plannedPlaces, actual, actualPlaces);
    return comparison;
}

Timeline retimed(const Plan& plan, const Timeline& actual) {
    Replay::Begin begin;
    begin.lengths = lengthsOf(plan, placesOf(actual));
    return Replay(plan.schedule, plan.costs).run(begin);
}

} // namespace lanewright
