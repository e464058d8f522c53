// SPDX-License-Identifier: Apache-2.0
#include "core/picture/placed_lanes.h"

#include "core/base/mapped.h"
#include "core/model/block_ops.h"
#include "core/model/placement.h"
#include "core/simulate/microbatch_lengths.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace lanewright {
namespace {

PlacingSerial nextSerial() {
    static std::atomic<std::uint64_t> count = 0;
    return {++count};
}

/// A block of a schedule, by the chunks of its placement.
PlacedBlock placed(const Schedule& schedule, const std::vector<std::vector<int>>& chunks, const auto& source) {
    const auto chunkOf = [&](const Op& op) { return chunks[schedule.direction(op.microbatch)][op.stage]; };
    PlacedBlock block{.op = source.op, .paired = source.paired, .chunk = chunkOf(source.op)};
    block.pairedChunk = block.paired ? chunkOf(*block.paired) : 0;
    return block;
}

/// A lane without blocks; `chunks` are those of its placement.
PlacedLane emptyLane(const Schedule& schedule, const std::vector<std::vector<int>>& chunks, int weightParts = 1) {
    return {.namesStage = mostOf(chunks, [](const auto& each) { return mostOf(each, std::identity{}); }) > 0,
            .widest = {.part = std::max(0, weightParts - 1),
                       .stage = std::max(0, schedule.stages() - 1),
                       .microbatch = std::max(0, schedule.microbatches - 1)}};
}

int longestOf(const MicrobatchLengths& lengths) {
    int longest = -1;
    for (int microbatch = 0; lengths.of(microbatch) >= 0; ++microbatch)
        longest = std::max(longest, lengths.of(microbatch));
    return longest;
}

/// How blocks spend their time, worked out once for each pair of stages and, where microbatches differ, of those.
class StretchTable {
public:
    StretchTable(const Schedule& schedule, const Costs& costs, std::vector<BlockStretches>& into)
        : m_schedule(schedule), m_costs(costs), m_into(into) {}

    /// −1: there is nothing to show of the block; of one that took another time, as measured, nothing is known.
    int of(const Block& block, Time length) {
        if (!block.paired && m_costs.pairs.segments.empty())
            return -1;
        const auto [found, isNew] =
            m_places.try_emplace({kindOf(block.op), kindOf(block.paired.value_or(block.op))}, -1);
        if (isNew)
            if (std::optional<BlockStretches> stretches = stretchesOf(m_schedule, m_costs, block)) {
                found->second = static_cast<int>(m_into.size());
                m_into.push_back(*std::move(stretches));
            }
        return found->second >= 0 && m_into[found->second].length == length ? found->second : -1;
    }

private:
    /// What decides how long an op takes and of what it consists.
    using Kind = std::tuple<OpKind, int, int, int>;
    Kind kindOf(const Op& op) const {
        const int microbatch = m_costs.microbatches.areEqual() ? -1 : int{op.microbatch};
        // Parts of W may differ by a tick.
        return {op.kind, op.stage * m_costs.weightParts + op.part, m_schedule.direction(op.microbatch), microbatch};
    }

    const Schedule& m_schedule;
    const Costs& m_costs;
    std::vector<BlockStretches>& m_into;
    std::map<std::pair<Kind, Kind>, int> m_places;
};

/// The value that a share of the numbers lie below.
Time quantile(std::vector<Time>& numbers, double share) {
    const auto place = numbers.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(numbers.size()) * share);
    std::ranges::nth_element(numbers, place);
    return *place;
}

/// Looks at every block of few, and at some of many: in steps of two lengths, so that it meets all kinds of an order
/// that repeats itself.
std::vector<BlockSort> sortsOf(const std::vector<PlacedLane>& lanes) {
    constexpr std::size_t kLookedAt = 4'000;
    std::size_t count = 0;
    for (const PlacedLane& lane : lanes)
        count += lane.blocks.size();
    const std::size_t skipped = count / kLookedAt;
    std::size_t looked = 0;
    std::array<std::array<std::vector<Time>, kOpKinds>, 2> lengths;
    std::vector<Time> all;
    for (const PlacedLane& lane : lanes)
        for (std::size_t at = 0; at < lane.blocks.size(); at += 1 + skipped + (skipped > 0 ? looked++ % 2 : 0)) {
            const PlacedBlock& block = lane.blocks[at];
            const Time length = block.end - block.start;
            all.push_back(length);
            lengths[block.paired ? 1 : 0][static_cast<std::size_t>(block.op.kind)].push_back(length);
            if (block.paired)
                lengths[1][static_cast<std::size_t>(block.paired->kind)].push_back(length);
        }
    const Time usual = all.empty() ? 0 : quantile(all, 0.5);
    std::vector<BlockSort> sorts;
    for (const bool isHalf : {false, true})
        for (int kind = 0; kind < kOpKinds; ++kind)
            if (std::vector<Time>& own = lengths[isHalf ? 1 : 0][kind]; !own.empty())
                sorts.push_back({static_cast<OpKind>(kind), isHalf, std::max(quantile(own, 0.1), usual / 2)});
    return sorts;
}

Time middleOf(const PlacedBlock& block) { return block.start + (block.end - block.start) / 2; }

/// The rank that the others wait for in the end: one that waits for what the order lacks, or of those that wait for
/// each other in a circle the one that stops first.
int rankAtFault(const std::vector<Stall>& stalls, const std::vector<Time>& stops) {
    const auto waits = [&](int rank) { return std::ranges::find(stalls, rank, &Stall::rank); };
    int rank = stalls.front().rank;
    std::set<int> seen;
    while (seen.insert(rank).second) {
        const auto stall = waits(rank);
        if (stall == stalls.end() || !stall->behind)
            return rank;
        rank = stall->behind->rank;
    }
    int first = rank;
    for (int each = waits(rank)->behind->rank; each != rank; each = waits(each)->behind->rank)
        if (stops[each] < stops[first])
            first = each;
    return first;
}

} // namespace

const PlacedBlock* PlacedLanes::find(Slot slot) const {
    if (slot.rank < 0 || slot.rank >= static_cast<int>(lanes.size()))
        return nullptr;
    const std::vector<PlacedBlock>& blocks = lanes[slot.rank].blocks;
    return slot.position >= 0 && slot.position < static_cast<int>(blocks.size()) ? &blocks[slot.position] : nullptr;
}

PlacedLanes placePlan(const Schedule& schedule, const Costs& costs, const Timeline& timeline) {
    PlacedLanes result;
    result.serial = nextSerial();
    result.reached = result.end = extentOf(timeline).end;
    const std::vector<std::vector<int>> chunks = chunksOf(schedule.placement);
    const MicrobatchLengths lengths(schedule, costs);
    StretchTable stretches(schedule, costs, result.stretches);
    PlacedLane empty = emptyLane(schedule, chunks, costs.weightParts);
    empty.longest = longestOf(lengths);
    result.lanes.resize(schedule.ranks());
    std::vector<Time> stops(result.lanes.size());
    for (std::size_t rank = 0; rank < std::min(schedule.order.size(), result.lanes.size()); ++rank) {
        const Row& row = schedule.order[rank];
        const std::size_t running =
            rank < timeline.lanes.size() ? std::min(timeline.lanes[rank].size(), row.size()) : 0;
        PlacedLane& lane = result.lanes[rank];
        lane = empty;
        lane.blocks.reserve(row.size());
        Time parked = result.reached + std::max<Time>(1, result.reached / 40);
        for (std::size_t position = 0; position < row.size(); ++position) {
            PlacedBlock& block = lane.blocks.emplace_back(placed(schedule, chunks, row[position]));
            block.length = lengths.of(block.op.microbatch);
            block.pairedLength = block.paired ? lengths.of(block.paired->microbatch) : -1;
            block.inPercent = !lengths.empty() && !lengths.areTokens();
            block.parked = position >= running;
            if (block.parked) {
                block.start = parked;
                parked += durationOf(schedule, costs, row[position]);
                block.end = parked;
                continue;
            }
            block.start = timeline.lanes[rank][position].start;
            block.end = stops[rank] = timeline.lanes[rank][position].end;
            block.gap = row[position].gap;
            block.stretches = stretches.of(row[position], block.end - block.start);
            if (block.gap > 0)
                lane.gaps.push_back(static_cast<int>(position));
        }
        if (running < row.size()) {
            result.stalls = true;
            result.end = std::max(result.end, parked);
        }
    }
    result.sorts = sortsOf(result.lanes);
    const std::vector<Stall> stalls = result.stalls ? stallsOf(schedule, costs, timeline) : std::vector<Stall>{};
    if (!stalls.empty()) {
        result.stalledRank = rankAtFault(stalls, stops);
        result.stalledAt = stops[result.stalledRank];
    }
    return result;
}

PlacedLanes placeRun(const Schedule& schedule, const Timeline& timeline) {
    const Extent extent = extentOf(timeline);
    PlacedLanes result{.serial = nextSerial(), .reached = extent.length(), .end = extent.length()};
    result.lanes.resize(schedule.ranks());
    const std::vector<std::vector<int>> chunks = chunksOf(schedule.placement);
    for (std::size_t rank = 0; rank < std::min(timeline.lanes.size(), result.lanes.size()); ++rank) {
        PlacedLane& lane = result.lanes[rank];
        lane = emptyLane(schedule, chunks);
        lane.blocks.reserve(timeline.lanes[rank].size());
        for (const Span& span : timeline.lanes[rank]) {
            if (!std::ranges::all_of(opsIn(span), [&](const Op& op) { return inShape(schedule, op); }))
                continue;
            PlacedBlock& block = lane.blocks.emplace_back(placed(schedule, chunks, span));
            block.start = span.start - extent.start;
            block.end = span.end - extent.start;
        }
    }
    result.sorts = sortsOf(result.lanes);
    return result;
}

std::vector<Spends> spendsIn(const PlacedLanes& lanes) {
    std::vector<Spends> result;
    for (const Spends spends : {Spends::Hidden, Spends::Exposed}) {
        const auto has = [spends](const std::vector<Stretch>& stretches) {
            return std::ranges::any_of(stretches, [spends](const Stretch& each) { return each.spends == spends; });
        };
        if (std::ranges::any_of(lanes.stretches, [&](const BlockStretches& each) {
                return has(each.first) || has(each.second) || (spends == Spends::Hidden && each.saved > 0);
            }))
            result.push_back(spends);
    }
    return result;
}

Phrase nameOf(Spends spends, const PlacedLanes& lanes) {
    if (spends == Spends::Exposed)
        return phrase("Timeline", "network, exposed");
    const bool knowsNetwork =
        std::ranges::any_of(lanes.stretches, [](const BlockStretches& each) { return !each.first.empty(); });
    return knowsNetwork ? phrase("Timeline", "network, hidden") : phrase("Timeline", "hidden in the pair");
}

Visible visibleIn(const PlacedLane& lane, Time from, Time to) {
    const auto first =
        std::ranges::partition_point(lane.blocks, [from](const auto& block) { return block.end <= from; });
    const auto last =
        std::partition_point(first, lane.blocks.end(), [to](const auto& block) { return block.start < to; });
    return {static_cast<std::size_t>(first - lane.blocks.begin()),
            static_cast<std::size_t>(last - lane.blocks.begin())};
}

std::optional<int> blockAt(const PlacedLane& lane, Time time) {
    const Visible seen = visibleIn(lane, time, time + 1);
    if (seen.first >= seen.last)
        return {};
    return static_cast<int>(seen.first);
}

int boundaryAt(const PlacedLane& lane, Time time) {
    const auto after = std::ranges::partition_point(lane.blocks, [time](const auto& b) { return middleOf(b) < time; });
    return static_cast<int>(after - lane.blocks.begin());
}

int stickyBoundaryAt(const PlacedLane& lane, Time time, int previous, Time stickiness) {
    const int now = boundaryAt(lane, time);
    const int size = static_cast<int>(lane.blocks.size());
    if (previous < 0 || previous > size || now == previous)
        return now;
    // The middle that was crossed on the way out of the previous boundary.
    const Time crossed = middleOf(lane.blocks[now > previous ? previous : previous - 1]);
    return std::abs(time - crossed) <= stickiness ? previous : now;
}

std::optional<Slot> slotOf(const PlacedLanes& lanes, const Schedule& schedule, const Op& op) {
    if (!inShape(schedule, op))
        return {};
    const int ranks = static_cast<int>(lanes.lanes.size());
    const int home = schedule.rankOf(op);
    for (int place = -1; place < ranks; ++place) {
        const int rank = place < 0 ? home : place;
        if (rank < 0 || rank >= ranks || place == home)
            continue;
        const std::vector<PlacedBlock>& blocks = lanes.lanes[rank].blocks;
        const auto found = std::ranges::find_if(blocks, [&](const PlacedBlock& block) { return block.holds(op); });
        if (found != blocks.end())
            return Slot{rank, static_cast<int>(found - blocks.begin())};
    }
    return {};
}

std::vector<Slot> slotsOf(const PlacedLanes& lanes, const Schedule& schedule, const std::set<Op>& ops) {
    constexpr std::size_t kFew = 16;
    if (ops.size() <= kFew) {
        std::set<Slot> found;
        for (const Op& op : ops)
            if (const auto slot = slotOf(lanes, schedule, op))
                found.insert(*slot);
        return {found.begin(), found.end()};
    }
    std::vector<Slot> result;
    for (int rank = 0; rank < static_cast<int>(lanes.lanes.size()); ++rank) {
        const std::vector<PlacedBlock>& blocks = lanes.lanes[rank].blocks;
        for (int position = 0; position < static_cast<int>(blocks.size()); ++position)
            if (holdsAny(blocks[position], ops))
                result.push_back({rank, position});
    }
    return result;
}

} // namespace lanewright
