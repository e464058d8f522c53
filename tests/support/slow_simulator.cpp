// SPDX-License-Identifier: Apache-2.0
#include "tests/support/slow_simulator.h"

#include "tests/support/slow_costs.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace lanewright::test {

namespace {

/// What passes from op to op.
enum class Thing {
    ForRecompute, ///< kept by F, where the stage recomputes, until its R
    ForBackward,  ///< kept by F (or R, where there is one) until the backward
    ForWeight,    ///< left by B for W
    Output,       ///< from F to F of the next stage
    Gradient,     ///< from B or BW to B or BW of the stage before
};

using Item = std::tuple<Thing, int, int>; // a thing, its stage and its microbatch

class SlowSimulator {
public:
    SlowSimulator(const Schedule& schedule, const Costs& costs) : m_schedule(schedule), m_costs(costs) {
        for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank)
            for (int position = 0; position < static_cast<int>(schedule.order[rank].size()); ++position)
                for (const Op& op : opsOf(schedule.order[rank][position])) {
                    for (const Item& item : madeBy(op))
                        m_maker.try_emplace(item, Slot{rank, position}); // the first one makes it
                    for (const Item& item : neededBy(op))
                        m_wanted[item].insert(rank);
                }
    }

    Timeline run() {
        Timeline timeline{.lanes = std::vector<Lane>(m_schedule.ranks())};
        for (bool moved = true; moved;) {
            moved = false;
            for (int rank = 0; rank < static_cast<int>(m_schedule.order.size()); ++rank) {
                Lane& lane = timeline.lanes[rank];
                if (lane.size() == m_schedule.order[rank].size())
                    continue;
                const Block& block = m_schedule.order[rank][lane.size()];
                const std::optional<Time> start = startOf(block, rank, timeline);
                if (!start)
                    continue;
                lane.push_back({block.op, block.paired, *start, *start + slowTime(m_schedule, m_costs, block)});
                moved = true;
            }
        }
        return timeline;
    }

private:
    static std::vector<Op> opsOf(const Block& block) {
        return block.paired ? std::vector{block.op, *block.paired} : std::vector{block.op};
    }

    bool recomputes(const Op& op) const {
        return m_costs.of(m_schedule.direction(op.microbatch), op.stage).recompute.has_value();
    }

    std::vector<Item> neededBy(const Op& op) const {
        const int s = op.stage;
        const int j = op.microbatch;
        const bool last = s == m_schedule.stages() - 1;
        std::vector<Item> items;
        if (op.kind == OpKind::F && s > 0)
            items.emplace_back(Thing::Output, s - 1, j);
        if (op.kind == OpKind::R && recomputes(op))
            items.emplace_back(Thing::ForRecompute, s, j);
        if (op.kind == OpKind::B || op.kind == OpKind::BW) {
            items.emplace_back(Thing::ForBackward, s, j);
            if (!last)
                items.emplace_back(Thing::Gradient, s + 1, j);
        }
        if (op.kind == OpKind::W)
            items.emplace_back(Thing::ForWeight, s, j);
        return items;
    }

    /// In the order in which one block's items take a serial link.
    std::vector<Item> madeBy(const Op& op) const {
        const int s = op.stage;
        const int j = op.microbatch;
        std::vector<Item> items;
        if (op.kind == OpKind::F)
            items.emplace_back(recomputes(op) ? Thing::ForRecompute : Thing::ForBackward, s, j);
        if (op.kind == OpKind::R && recomputes(op))
            items.emplace_back(Thing::ForBackward, s, j);
        if (op.kind == OpKind::F && s < m_schedule.stages() - 1)
            items.emplace_back(Thing::Output, s, j);
        if (op.kind == OpKind::B)
            items.emplace_back(Thing::ForWeight, s, j);
        if ((op.kind == OpKind::B || op.kind == OpKind::BW) && s > 0)
            items.emplace_back(Thing::Gradient, s, j);
        return items;
    }

    std::optional<Time> startOf(const Block& block, int rank, const Timeline& timeline) const {
        const Lane& lane = timeline.lanes[rank];
        Time start = (lane.empty() ? 0 : lane.back().end) + block.gap;
        for (const Op& op : opsOf(block))
            for (const Item& item : neededBy(op)) {
                const auto maker = m_maker.find(item);
                if (maker == m_maker.end())
                    return {};
                const Slot& slot = maker->second;
                if (slot.position >= static_cast<int>(timeline.lanes[slot.rank].size()))
                    return {};
                start = std::max(start, arrivalOf(item, slot, rank, timeline));
            }
        return start;
    }

    Time travelOf(const Item& item, int from, int to) const {
        const auto& [thing, stage, microbatch] = item;
        const std::optional<int> over = thing == Thing::Output     ? std::optional(stage)
                                        : thing == Thing::Gradient ? std::optional(stage - 1)
                                                                   : std::nullopt;
        return slowTravel(m_costs, over, microbatch, from, to);
    }

    Time arrivalOf(const Item& item, const Slot& from, int to, const Timeline& timeline) const {
        const Time end = timeline.lanes[from.rank][from.position].end;
        if (from.rank == to)
            return end;
        if (m_costs.links == Links::Latency)
            return end + travelOf(item, from.rank, to);
        // The link has carried all that its sender made before for this receiver, one after the other.
        Time linkFree = 0;
        std::set<Item> gone;
        for (int position = 0; position <= from.position; ++position)
            for (const Op& op : opsOf(m_schedule.order[from.rank][position]))
                for (const Item& sent : madeBy(op)) {
                    const auto wanted = m_wanted.find(sent);
                    if (m_maker.at(sent) != Slot{from.rank, position} || wanted == m_wanted.end() ||
                        !wanted->second.contains(to) || !gone.insert(sent).second)
                        continue;
                    linkFree =
                        std::max(linkFree, timeline.lanes[from.rank][position].end) + travelOf(sent, from.rank, to);
                    if (sent == item)
                        return linkFree;
                }
        return linkFree;
    }

    const Schedule& m_schedule;
    const Costs& m_costs;
    std::map<Item, Slot> m_maker;
    std::map<Item, std::set<int>> m_wanted; ///< by which ranks
};

} // namespace

Timeline slowSimulate(const Schedule& schedule, const Costs& costs) { return SlowSimulator(schedule, costs).run(); }

} // namespace lanewright::test
