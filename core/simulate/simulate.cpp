// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/simulate.h"

#include "core/model/text.h"
#include "core/simulate/replay.h"

#include <algorithm>

namespace lanewright {

namespace {

/// Finds what a block that never started waits for.
class StallFinder {
public:
    StallFinder(const Schedule& schedule, const Costs& costs, const Timeline& timeline)
        : m_schedule(&schedule), m_timeline(&timeline), m_dataflow(schedule, costs),
          m_producers(producersOf(schedule, m_dataflow)) {}

    Stall stallAt(int rank, int position) const {
        const Block& block = m_schedule->order[rank][position];
        Stall best{.rank = rank, .position = position, .op = block.op, .waitsFor = block.op, .behind = {}};
        int bestWorth = -1;
        for (const Op& op : opsIn(block)) {
            const DataflowEntry& entry = m_dataflow.of(op);
            for (int i = 0; i < entry.needCount; ++i) {
                const int value = entry.needs[i] + op.microbatch;
                const Slot slot = m_producers[value];
                if (slot.rank >= 0 && slot.position < static_cast<int>(m_timeline->lanes[slot.rank].size()))
                    continue;
                // What the order holds explains more than what it lacks, and the own rank more than another one.
                const int worth = slot.rank < 0 ? 0 : slot.rank == rank ? 2 : 1;
                if (worth > bestWorth) {
                    bestWorth = worth;
                    best = {rank, position, op, producer(value, op), {}};
                    if (slot.rank >= 0)
                        best.behind = slot;
                }
            }
        }
        return best;
    }

private:
    Op producer(int value, const Op& consumer) const {
        const Slot slot = m_producers[value];
        if (slot.rank >= 0)
            return producerIn(m_schedule->order[slot.rank][slot.position], m_dataflow, value);
        return producerOf(m_dataflow.valueAt(value), consumer.kind == OpKind::BW, m_dataflow.recomputes(consumer));
    }

    const Schedule* m_schedule;
    const Timeline* m_timeline;
    DataflowTable m_dataflow;
    std::vector<Slot> m_producers;
};

} // namespace

Timeline simulate(const Schedule& schedule, const Costs& costs) { return Replay(schedule, costs).run({}); }

void simulate(const Schedule& schedule, const Costs& costs, Timeline& timeline) {
    Replay(schedule, costs).run({}, timeline);
}

bool reachesEnd(const Schedule& schedule, const Timeline& timeline) {
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
        if (timeline.lanes[rank].size() < schedule.order[rank].size())
            return false;
    return true;
}

std::vector<Stall> stallsOf(const Schedule& schedule, const Costs& costs, const Timeline& timeline) {
    if (reachesEnd(schedule, timeline))
        return {};
    const StallFinder finder(schedule, costs, timeline);
    std::vector<Stall> stalls;
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank)
        if (timeline.lanes[rank].size() < schedule.order[rank].size())
            stalls.push_back(finder.stallAt(rank, static_cast<int>(timeline.lanes[rank].size())));
    return stalls;
}

std::vector<std::vector<Stall>> cyclesOf(const std::vector<Stall>& stalls) {
    const std::size_t none = stalls.size();
    const auto next = [&](std::size_t at) {
        if (!stalls[at].behind)
            return none;
        const auto found = std::ranges::lower_bound(stalls, stalls[at].behind->rank, {}, &Stall::rank);
        const bool stalled = found != stalls.end() && found->rank == stalls[at].behind->rank;
        return stalled ? static_cast<std::size_t>(found - stalls.begin()) : none;
    };
    std::vector<std::vector<Stall>> cycles;
    std::vector<std::size_t> seenFrom(stalls.size(), none);
    for (std::size_t from = 0; from < stalls.size(); ++from) {
        std::size_t at = from;
        while (at != none && seenFrom[at] == none) {
            seenFrom[at] = from;
            at = next(at);
        }
        if (at == none || seenFrom[at] != from)
            continue;
        std::vector<Stall>& cycle = cycles.emplace_back(1, stalls[at]);
        for (std::size_t step = next(at); step != at; step = next(step))
            cycle.push_back(stalls[step]);
        // Every circle is told from its lowest rank on, whichever rank led into it.
        std::rotate(cycle.begin(), std::ranges::min_element(cycle, {}, &Stall::rank), cycle.end());
    }
    return cycles;
}

std::vector<Stall> cycleOf(const std::vector<Stall>& stalls) {
    const std::vector<std::vector<Stall>> cycles = cyclesOf(stalls);
    const auto shortest = std::ranges::min_element(cycles, {}, &std::vector<Stall>::size);
    return shortest == cycles.end() ? std::vector<Stall>{} : *shortest;
}

namespace {

/// What a rank of a circle does: `previous` waits for the block at which it is stuck, or for one behind that.
Message explainStall(const Stall& stall, const Stall& previous, int weightParts) {
    const auto word = [&](const Op& op) { return toText(op, weightParts); };
    const bool atIt = previous.behind && previous.behind->position == stall.position;
    if (atIt && stall.behind)
        return say(phrase("deadlock", "rank %1 is stuck at %2, which waits for %3 on rank %4"), stall.rank,
                   word(previous.waitsFor), word(stall.waitsFor), stall.behind->rank);
    if (atIt)
        return say(phrase("deadlock", "rank %1 is stuck at %2, which waits for %3"), stall.rank,
                   word(previous.waitsFor), word(stall.waitsFor));
    if (stall.behind)
        return say(phrase("deadlock", "rank %1 holds %2 until %3, which waits for %4 on rank %5"), stall.rank,
                   word(previous.waitsFor), word(stall.op), word(stall.waitsFor), stall.behind->rank);
    return say(phrase("deadlock", "rank %1 holds %2 until %3, which waits for %4"), stall.rank, word(previous.waitsFor),
               word(stall.op), word(stall.waitsFor));
}

} // namespace

Message explainCycle(const std::vector<Stall>& cycle, int weightParts) {
    Message all;
    for (std::size_t at = 0; at < cycle.size(); ++at) {
        Message one = explainStall(cycle[at], cycle[(at + cycle.size() - 1) % cycle.size()], weightParts);
        all = at == 0 ? std::move(one) : say(phrase("list", "%1; %2"), std::move(all), std::move(one));
    }
    return all;
}

} // namespace lanewright
