// SPDX-License-Identifier: Apache-2.0
#include "core/edit/block/squeeze.h"

#include "core/edit/edits.h"
#include "core/model/block_ops.h"
#include "core/model/dataflow.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

/// Where a block runs.
struct Placed {
    Block block = {};
    Time start = 0;
    Time end = 0;

    std::pair<Time, Time> key() const { return {start, end}; } ///< one that takes no time goes first
};

/// A rank that is filled block by block, in the order in which they ran before, with what it holds meanwhile.
class Rank {
public:
    explicit Rank(Bytes most) : m_most(most) {}

    /// Puts the block into the first pause from `ready` on, or where it ran before, at the latest.
    Placed put(const Block& block, Time ready, Time length, Time before, Bytes atStart, Bytes atEnd) {
        Time start = ready;
        for (auto next = std::ranges::upper_bound(m_runs, ready, {}, &Placed::end); next != m_runs.end(); ++next) {
            if (next->start >= start + length && hasRoom(start, before, atStart))
                break;
            start = std::max(start, next->end);
        }
        start = std::min(start, before);
        if (!hasRoom(start, before, atStart))
            start = before;
        const Placed run{block, start, start + length};
        m_runs.insert(std::ranges::upper_bound(m_runs, run.key(), {}, &Placed::key), run);
        change(run.start, atStart);
        change(run.end, atEnd);
        return run;
    }

    Row row() const {
        Row row;
        for (const Placed& run : m_runs)
            row.push_back({.op = run.block.op, .paired = run.block.paired});
        return row;
    }

private:
    /// Whether it may hold so much more from `start` on until `end`, from when on it did before.
    bool hasRoom(Time start, Time end, Bytes more) const {
        if (more <= 0 || start >= end)
            return true;
        auto point = std::ranges::upper_bound(m_held, start, {}, &MemoryPoint::time);
        Bytes held = point == m_held.begin() ? 0 : std::prev(point)->bytes;
        for (; point != m_held.end() && point->time < end; ++point)
            held = std::max(held, point->bytes);
        return held + more <= m_most;
    }

    void change(Time time, Bytes by) {
        if (by == 0)
            return;
        auto point = std::ranges::lower_bound(m_held, time, {}, &MemoryPoint::time);
        if (point == m_held.end() || point->time != time)
            point = m_held.insert(point, {time, point == m_held.begin() ? 0 : std::prev(point)->bytes});
        for (; point != m_held.end(); ++point)
            point->bytes += by;
    }

    Bytes m_most;
    std::vector<Placed> m_runs = {}; ///< by start
    MemoryCurve m_held = {};
};

/// Where an op comes on the way of its microbatch, for those that take no time.
int turnOf(const Op& op, int stages) {
    switch (op.kind) {
    case OpKind::F: return op.stage;
    case OpKind::R:
    case OpKind::B:
    case OpKind::BW: return 3 * stages - 2 * op.stage - (op.kind == OpKind::R ? 1 : 0);
    case OpKind::W: return 4 * stages;
    }
    return 0;
}

struct Item {
    Slot slot = {};
    Time start = 0;
    Time length = 0;
    int turn = 0;

    auto key() const { return std::tuple{start, length, turn, slot}; }
};

/// All blocks in the order in which they run, each behind what it needs.
std::vector<Item> itemsOf(const Schedule& schedule, const Timeline& timeline) {
    std::vector<Item> items;
    forEachSlot(timeline.lanes, [&](const Slot& slot, const Span& span) {
        int turn = 0;
        for (const Op& op : opsIn(span))
            turn = std::max(turn, turnOf(op, schedule.stages()));
        items.push_back({slot, span.start, span.length(), turn});
    });
    std::ranges::sort(items, {}, &Item::key);
    return items;
}

} // namespace

Schedule squeezed(const Plan& plan) {
    if (plan.isProblem())
        return plan.schedule;
    Schedule plain = removeGaps(plan.schedule);
    const Timeline timeline = simulate(plain, plan.costs);
    if (!reachesEnd(plain, timeline))
        return plain;
    const std::vector<Bytes> peaks = peakMemory(plain, plan.memory, plan.costs.weightParts);
    std::vector<Rank> ranks(peaks.begin(), peaks.end());
    struct End {
        Time time = 0;
        int rank = 0;
    };
    std::map<Value, End> there;
    for (const Item& item : itemsOf(plain, timeline)) {
        const Block& block = plain.order[item.slot.rank][item.slot.position];
        Time ready = 0;
        Bytes atStart = 0;
        Bytes atEnd = 0;
        for (const Op& op : opsIn(block)) {
            const int direction = plain.direction(op.microbatch);
            for (const Value& value : needsOf(op, plain.stages(), plan.costs.recomputes(direction, op.stage)))
                if (const auto found = there.find(value); found != there.end())
                    ready = std::max(ready,
                                     found->second.time + plan.costs.travel(value, found->second.rank, item.slot.rank));
            const Bytes change = plan.memory.change(op, direction, plan.costs.weightParts);
            (change > 0 ? atStart : atEnd) += change;
        }
        const Placed run =
            ranks[item.slot.rank].put(block, std::min(ready, item.start), item.length, item.start, atStart, atEnd);
        for (const Op& op : opsIn(block))
            for (const Value& value :
                 yieldsOf(op, plain.stages(), plan.costs.recomputes(plain.direction(op.microbatch), op.stage)))
                there[value] = {run.end, item.slot.rank};
    }
    Schedule result = plain;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
        result.order[rank] = ranks[rank].row();
    const Timeline after = simulate(result, plan.costs);
    return reachesEnd(result, after) && extentOf(after).length() <= extentOf(timeline).length() ? result : plain;
}

} // namespace lanewright
