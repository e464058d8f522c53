// SPDX-License-Identifier: Apache-2.0
#include "core/picture/placed_lanes.h"

#include "core/model/block_ops.h"
#include "core/simulate/microbatch_lengths.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <vector>

namespace lanewright {
namespace {

PlacingSerial nextSerial() {
    static std::atomic<std::uint64_t> count = 0;
    return {++count};
}

/// The chunk of every copy, looked up once.
class Chunks {
public:
    explicit Chunks(const Schedule& schedule) : m_schedule(schedule) {
        m_chunk.resize(schedule.placement.directions.size(), std::vector<int>(schedule.stages(), 0));
        m_copies.resize(schedule.ranks(), 0);
        for (int rank = 0; rank < schedule.ranks(); ++rank) {
            const std::vector<StageCopy> copies = copiesOn(schedule.placement, rank);
            m_copies[rank] = static_cast<int>(copies.size());
            for (std::size_t chunk = 0; chunk < copies.size(); ++chunk)
                m_chunk[copies[chunk].direction][copies[chunk].stage] = static_cast<int>(chunk);
        }
    }

    int of(const Op& op) const { return m_chunk[m_schedule.direction(op.microbatch)][op.stage]; }
    /// Some rank hosts several stages.
    bool several() const {
        return std::ranges::any_of(m_copies, [](int copies) { return copies > 1; });
    }

private:
    const Schedule& m_schedule;
    std::vector<std::vector<int>> m_chunk;
    std::vector<int> m_copies;
};

PlacedBlock placed(const Chunks& chunks, const Op& op, const std::optional<Op>& paired) {
    PlacedBlock block;
    block.op = op;
    block.paired = paired;
    block.chunk = chunks.of(op);
    block.pairedChunk = paired ? chunks.of(*paired) : 0;
    return block;
}

bool inShape(const Schedule& schedule, const Op& op) {
    return op.stage >= 0 && op.stage < schedule.stages() && op.microbatch >= 0 && op.microbatch < schedule.microbatches;
}

Op widestOf(const Schedule& schedule, int weightParts = 1) {
    return {.part = std::max(0, weightParts - 1),
            .stage = std::max(0, schedule.stages() - 1),
            .microbatch = std::max(0, schedule.microbatches - 1)};
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

/// Places the rows of an order, one after the other.
class RowPlacer {
public:
    /// `stretches` takes those of the blocks.
    RowPlacer(const Schedule& schedule, const Costs& costs, std::vector<BlockStretches>& stretches)
        : m_schedule(schedule), m_costs(costs), m_chunks(schedule), m_lengths(schedule, costs),
          m_longest(longestOf(m_lengths)), m_stretches(schedule, costs, stretches) {}

    /// The blocks of a rank that run.
    PlacedLane running(int rank, std::span<const Span> spans) {
        const Row& row = m_schedule.order[rank];
        PlacedLane lane{.namesStage = m_chunks.several(),
                        .widest = widestOf(m_schedule, m_costs.weightParts),
                        .longest = m_longest};
        lane.blocks.reserve(row.size());
        for (std::size_t position = 0; position < std::min(spans.size(), row.size()); ++position) {
            PlacedBlock block = placedWithLength(row[position]);
            block.start = spans[position].start;
            block.end = spans[position].end;
            block.gap = row[position].gap;
            block.stretches = m_stretches.of(row[position], block.end - block.start);
            if (block.gap > 0)
                lane.gaps.push_back(static_cast<int>(position));
            lane.blocks.push_back(block);
        }
        return lane;
    }

    /// Appends the blocks of the rank that never start.
    void park(PlacedLane& lane, int rank, Time from) const {
        const Row& row = m_schedule.order[rank];
        for (std::size_t position = lane.blocks.size(); position < row.size(); ++position) {
            PlacedBlock block = placedWithLength(row[position]);
            block.start = from;
            block.end = from + durationOf(m_schedule, m_costs, row[position]);
            block.parked = true;
            from = block.end;
            lane.blocks.push_back(block);
        }
    }

private:
    PlacedBlock placedWithLength(const Block& source) const {
        PlacedBlock block = placed(m_chunks, source.op, source.paired);
        block.length = m_lengths.of(source.op.microbatch);
        block.pairedLength = block.paired ? m_lengths.of(block.paired->microbatch) : -1;
        block.inPercent = !m_lengths.empty() && !m_lengths.areTokens();
        return block;
    }

    const Schedule& m_schedule;
    const Costs& m_costs;
    Chunks m_chunks;
    MicrobatchLengths m_lengths;
    int m_longest;
    StretchTable m_stretches;
};

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
    result.lanes.resize(schedule.ranks());
    result.reached = result.end = extentOf(timeline).end;
    RowPlacer placer(schedule, costs, result.stretches);
    std::vector<Time> stops(result.lanes.size());
    for (std::size_t rank = 0; rank < std::min(schedule.order.size(), result.lanes.size()); ++rank) {
        const auto number = static_cast<int>(rank);
        PlacedLane& lane = result.lanes[rank];
        lane = placer.running(number,
                              rank < timeline.lanes.size() ? std::span(timeline.lanes[rank]) : std::span<const Span>());
        if (lane.blocks.size() == schedule.order[rank].size())
            continue;
        result.stalls = true;
        stops[rank] = lane.blocks.empty() ? 0 : lane.blocks.back().end;
        placer.park(lane, number, result.reached + std::max<Time>(1, result.reached / 40));
        result.end = std::max(result.end, lane.blocks.back().end);
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
    PlacedLanes result;
    result.serial = nextSerial();
    result.lanes.resize(schedule.ranks());
    const Chunks chunks(schedule);
    const Extent extent = extentOf(timeline);
    for (std::size_t rank = 0; rank < std::min(timeline.lanes.size(), result.lanes.size()); ++rank) {
        PlacedLane& lane = result.lanes[rank];
        lane.namesStage = chunks.several();
        lane.widest = widestOf(schedule);
        lane.blocks.reserve(timeline.lanes[rank].size());
        for (const Span& span : timeline.lanes[rank]) {
            if (!std::ranges::all_of(opsIn(span), [&](const Op& op) { return inShape(schedule, op); }))
                continue;
            PlacedBlock block = placed(chunks, span.op, span.paired);
            block.start = span.start - extent.start;
            block.end = span.end - extent.start;
            lane.blocks.push_back(block);
        }
    }
    result.sorts = sortsOf(result.lanes);
    result.reached = result.end = extent.length();
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
    const auto search = [&](int rank) -> std::optional<Slot> {
        const std::vector<PlacedBlock>& blocks = lanes.lanes[rank].blocks;
        const auto found = std::ranges::find_if(blocks, [&](const PlacedBlock& block) { return block.holds(op); });
        if (found == blocks.end())
            return {};
        return Slot{rank, static_cast<int>(found - blocks.begin())};
    };
    const int home = schedule.rankOf(op);
    if (home >= 0 && home < static_cast<int>(lanes.lanes.size()))
        if (const auto slot = search(home))
            return slot;
    for (int rank = 0; rank < static_cast<int>(lanes.lanes.size()); ++rank)
        if (rank != home)
            if (const auto slot = search(rank))
                return slot;
    return {};
}

std::vector<Slot> slotsOf(const PlacedLanes& lanes, const Schedule& schedule, const std::set<Op>& ops) {
    std::vector<Slot> result;
    constexpr std::size_t kFew = 16;
    if (ops.size() <= kFew) {
        for (const Op& op : ops)
            if (const auto slot = slotOf(lanes, schedule, op))
                result.push_back(*slot);
        std::ranges::sort(result);
        const auto twice = std::ranges::unique(result);
        result.erase(twice.begin(), twice.end());
        return result;
    }
    for (int rank = 0; rank < static_cast<int>(lanes.lanes.size()); ++rank) {
        const std::vector<PlacedBlock>& blocks = lanes.lanes[rank].blocks;
        for (int position = 0; position < static_cast<int>(blocks.size()); ++position)
            if (holdsAny(blocks[position], ops))
                result.push_back({rank, position});
    }
    return result;
}

} // namespace lanewright
