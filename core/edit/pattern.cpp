// SPDX-License-Identifier: Apache-2.0
#include "core/edit/pattern.h"

#include "core/edit/edits.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

/// So many blocks are simulated in search of a change, about a second.
constexpr std::int64_t kMostRepeatWork = 60'000'000;

void shiftRow(Row& row, const std::set<Op>& ops, int by) {
    std::vector<bool> moves(row.size());
    for (std::size_t position = 0; position < row.size(); ++position)
        moves[position] = holdsAny(row[position], ops);
    const int count = static_cast<int>(row.size());
    for (int step = 0; step < std::abs(by); ++step)
        for (int index = 0; index < count; ++index) {
            // From the side to which they move, so that each finds its place free.
            const int position = by < 0 ? index : count - 1 - index;
            const int other = by < 0 ? position - 1 : position + 1;
            if (!moves[position] || other < 0 || other >= count || moves[other])
                continue;
            std::swap(row[position], row[other]);
            moves[position] = false;
            moves[other] = true;
        }
}

Op later(Op op, int microbatches) {
    op.microbatch += microbatches;
    return op;
}

/// The part of a block that is of the ops.
Block partOf(const Block& block, const std::set<Op>& ops) {
    if (!block.paired || (ops.contains(block.op) && ops.contains(*block.paired)))
        return block;
    return {.op = ops.contains(block.op) ? block.op : *block.paired, .paired = {}, .gap = block.gap};
}

/// The smallest number of microbatches by which the pattern can be repeated without falling on itself.
int strideOf(const std::set<Op>& ops) {
    const auto fallsOnItself = [&](int stride) {
        return std::ranges::any_of(ops, [&](const Op& op) { return ops.contains(later(op, stride)); });
    };
    int stride = 1;
    while (fallsOnItself(stride))
        ++stride;
    return stride;
}

/// Puts the blocks of the row that hold such ops, so many microbatches later, right behind the last of them.
void stampRow(Row& row, const std::set<Op>& ops, int stride) {
    Row stamps;
    std::size_t behind = 0;
    for (std::size_t position = 0; position < row.size(); ++position) {
        if (!holdsAny(row[position], ops))
            continue;
        Block block = partOf(row[position], ops);
        changeOps(block, [stride](Op& op) { op = later(op, stride); });
        stamps.push_back(block);
        behind = position + 1;
    }
    row.insert(row.begin() + static_cast<std::ptrdiff_t>(behind), stamps.begin(), stamps.end());
}

/// How far the makespan and what runs tell two orders apart.
std::pair<std::int64_t, Time> outcomeOf(const Schedule& schedule, const Costs& costs, Timeline& timeline) {
    simulate(schedule, costs, timeline);
    return {blockCount(timeline.lanes), extentOf(timeline).length()};
}

/// Why blocks can't move so far: the one at the slot has but `room` blocks before or behind it.
Error lacksRoom(const Plan& plan, const Slot& slot, int places, int room) {
    constexpr Phrase kBefore =
        countedPhrase("refusal", "%1 has only %2 blocks before it on rank %3, so not all can move %4 places earlier",
                      "%1 has only %2 block before it on rank %3, so not all can move %4 places earlier");
    constexpr Phrase kBehind =
        countedPhrase("refusal", "%1 has only %2 blocks behind it on rank %3, so not all can move %4 places later",
                      "%1 has only %2 block behind it on rank %3, so not all can move %4 places later");
    const std::string name = toText(plan.schedule.order[slot.rank][slot.position], plan.costs.weightParts);
    if (room == 0)
        return Error{say(places < 0 ? phrase("refusal", "%1 is the first block of rank %2 already")
                                    : phrase("refusal", "%1 is the last block of rank %2 already"),
                         name, slot.rank)};
    return Error{sayCounted(places < 0 ? kBefore : kBehind, room, name, room, slot.rank,
                            std::abs(static_cast<std::int64_t>(places)))};
}

} // namespace

Schedule shiftBlocks(const Schedule& schedule, const std::set<Op>& ops, int by) {
    Schedule next = schedule;
    for (Row& row : next.order)
        shiftRow(row, ops, by);
    return next;
}

Result<Schedule> moveBlocksBy(const Plan& plan, const std::set<Op>& ops, int places) {
    const Schedule& schedule = plan.schedule;
    // The block that comes nearest to the end of its row, or lies farthest beyond it.
    std::optional<Slot> nearest;
    int room = 0;
    forEachSlot(schedule.order, [&](const Slot& slot, const Block& block) {
        const int last = static_cast<int>(schedule.order[slot.rank].size()) - 1;
        const int free = places < 0 ? slot.position : last - slot.position;
        if (!holdsAny(block, ops) || (nearest && free >= room))
            return;
        nearest = slot;
        room = free;
    });
    if (!nearest)
        return Error{say(phrase("refusal", "none of the ops is in the order"))};
    if (std::abs(static_cast<std::int64_t>(places)) <= room)
        return shiftBlocks(schedule, ops, places);
    return lacksRoom(plan, *nearest, places, room);
}

Result<Stamped> stampPattern(const Schedule& schedule, const std::set<Op>& ops) {
    std::set<Op> placed;
    forEachOp(schedule.order, [&](const Op& op) {
        if (ops.contains(op))
            placed.insert(op);
    });
    if (placed.empty())
        return Error{say(phrase("refusal", "there is no block to repeat"))};
    const int stride = strideOf(placed);
    Stamped result;
    for (const Op& op : placed) {
        const Op next = later(op, stride);
        if (next.microbatch >= schedule.microbatches)
            return Error{
                say(phrase("refusal", "there is no microbatch %1 to repeat %2 for"), int{next.microbatch}, toText(op))};
        if (schedule.direction(next.microbatch) != schedule.direction(op.microbatch))
            return Error{say(phrase("refusal", "%1 runs in the other direction than %2"), toText(next), toText(op))};
        result.ops.insert(next);
    }
    result.schedule = removeOps(schedule, withOtherForms(schedule, result.ops));
    for (Row& row : result.schedule.order)
        stampRow(row, placed, stride);
    return result;
}

Result<Schedule> moveToChange(const Plan& plan, const std::set<Op>& ops, int by) {
    Timeline timeline;
    const auto present = outcomeOf(plan.schedule, plan.costs, timeline);
    Schedule next = plan.schedule;
    for (std::int64_t work = 0; work < kMostRepeatWork; work += opCount(next)) {
        Schedule moved = shiftBlocks(next, ops, by);
        if (moved == next)
            break;
        next = std::move(moved);
        if (outcomeOf(next, plan.costs, timeline) != present)
            return next;
    }
    if (ops.size() != 1)
        return Error{say(by < 0 ? phrase("refusal", "no earlier place of the selected blocks changes the makespan")
                                : phrase("refusal", "no later place of the selected blocks changes the makespan"))};
    return Error{say(by < 0 ? phrase("refusal", "no place earlier than the present one of %1 changes the makespan")
                            : phrase("refusal", "no place later than the present one of %1 changes the makespan"),
                     toText(*ops.begin(), plan.costs.weightParts))};
}

} // namespace lanewright
