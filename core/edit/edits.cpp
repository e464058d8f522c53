// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"

#include "core/base/places.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"

#include <algorithm>

namespace lanewright {

namespace {

Message placeOf(Slot slot) { return say(kRankPosition, slot.rank, slot.position); }

Result<Done> checkRank(const Schedule& schedule, int rank) {
    const int rows = static_cast<int>(schedule.order.size());
    if (rank >= 0 && rank < rows)
        return Done{};
    constexpr Phrase kNone = countedPhrase("refusal", "there is no rank %1 in this order, which has %2 rows",
                                           "there is no rank %1 in this order, which has %2 row");
    return Error{sayCounted(kNone, rows, rank, rows)};
}

// A place in front of a block, or with `orEnd` behind the last one.
Result<Done> checkSlot(const Schedule& schedule, Slot slot, bool orEnd = false) {
    if (Result<Done> fits = checkRank(schedule, slot.rank); !fits)
        return fits;
    const int blocks = static_cast<int>(schedule.order[slot.rank].size());
    if (slot.position >= 0 && slot.position < blocks + (orEnd ? 1 : 0))
        return Done{};
    constexpr Phrase kNone = countedPhrase("refusal", "there is no position %1 on rank %2, which has %3 blocks",
                                           "there is no position %1 on rank %2, which has %3 block");
    return Error{sayCounted(kNone, blocks, slot.position, slot.rank, blocks), placeOf(slot)};
}

Result<Done> checkOp(const Schedule& schedule, const Op& op) {
    if (inShape(schedule, op) && (op.part == 0 || op.kind == OpKind::W))
        return Done{};
    return Error{say(phrase("refusal", "%1 is not an op of this schedule, which has %2 stages and %3 microbatches"),
                     toText(op), schedule.stages(), schedule.microbatches)};
}

// The op of the block that is of the kind, if it holds any.
std::optional<Op> opOfKind(const Block& block, OpKind kind) {
    for (const Op& op : opsIn(block))
        if (op.kind == kind)
            return op;
    return {};
}

void replaceOp(Block& block, const Op& from, const Op& to) { (block.op == from ? block.op : *block.paired) = to; }

// Takes the op out of its block, and the block out of its row when nothing is left in it.
void takeOut(Schedule& schedule, Slot slot, const Op& op) {
    Row& row = schedule.order[slot.rank];
    Block& block = row[slot.position];
    if (!block.paired) {
        row.erase(row.begin() + slot.position);
        return;
    }
    if (block.op == op)
        block.op = *block.paired;
    block.paired.reset();
}

} // namespace

Result<Schedule> moveBlock(const Schedule& schedule, Slot from, int to) {
    if (const Result<Done> fits = checkSlot(schedule, from); !fits)
        return fits.error();
    return moveBlocks(schedule, from.rank, {from.position}, to);
}

Result<Schedule> moveBlocks(const Schedule& schedule, int rank, const std::vector<int>& positions, int to) {
    if (const Result<Done> fits = checkSlot(schedule, {rank, to}, /*orEnd=*/true); !fits)
        return fits.error();
    const Row& row = schedule.order[rank];
    std::vector<bool> moves(row.size());
    for (const int position : positions) {
        if (const Result<Done> fits = checkSlot(schedule, {rank, position}); !fits)
            return fits.error();
        moves[position] = true;
    }
    Row before;
    Row moved;
    Row after;
    for (int position = 0; position < static_cast<int>(row.size()); ++position)
        (moves[position] ? moved : position < to ? before : after).push_back(row[position]);
    Schedule next = schedule;
    Row& target = next.order[rank];
    target = std::move(before);
    target.insert(target.end(), moved.begin(), moved.end());
    target.insert(target.end(), after.begin(), after.end());
    return next;
}

Result<Schedule> nudgeBlock(const Schedule& schedule, Slot slot, int by) {
    if (const Result<Done> fits = checkSlot(schedule, slot); !fits)
        return fits.error();
    if (by != 1 && by != -1)
        return Error{say(phrase("refusal", "a block is nudged by -1 or +1, not by %1"), by), placeOf(slot)};
    const int other = slot.position + by;
    const Row& row = schedule.order[slot.rank];
    if (other < 0 || other >= static_cast<int>(row.size()))
        return Error{say(by < 0 ? phrase("refusal", "%1 is the first block of rank %2 already")
                                : phrase("refusal", "%1 is the last block of rank %2 already"),
                         toText(row[slot.position]), slot.rank),
                     placeOf(slot)};
    Schedule next = schedule;
    std::swap(next.order[slot.rank][slot.position], next.order[slot.rank][other]);
    return next;
}

Result<Schedule> setGap(const Schedule& schedule, Slot slot, Time gap) {
    if (const Result<Done> fits = checkSlot(schedule, slot); !fits)
        return fits.error();
    if (gap < 0)
        return Error{say(phrase("refusal", "a gap must not be negative")), placeOf(slot)};
    Schedule next = schedule;
    next.order[slot.rank][slot.position].gap = gap;
    return next;
}

Schedule removeGaps(const Schedule& schedule) {
    Schedule next = schedule;
    for (Row& row : next.order)
        for (Block& block : row)
            block.gap = 0;
    return next;
}

Result<Schedule> removeOp(const Schedule& schedule, const Op& op) {
    const std::optional<Slot> slot = slotOf(schedule, op);
    if (!slot)
        return Error{say(phrase("refusal", "%1 is not in the order"), toText(op))};
    Schedule next = schedule;
    takeOut(next, *slot, op);
    return next;
}

Schedule removeOps(const Schedule& schedule, const std::set<Op>& ops) {
    Schedule next = schedule;
    for (Row& row : next.order)
        eraseOps(row, [&](const Op& op) { return ops.contains(op); });
    return next;
}

Result<Schedule> insertOp(const Schedule& schedule, const Op& op, int to) {
    if (const Result<Done> fits = checkOp(schedule, op); !fits)
        return fits.error();
    if (const std::optional<Slot> slot = slotOf(schedule, op))
        return Error{say(phrase("refusal", "%1 is in the order already"), toText(op)), placeOf(*slot)};
    Schedule next = schedule;
    if (next.order.empty())
        next.order.resize(next.ranks());
    const int rank = next.rankOf(op);
    if (const Result<Done> fits = checkSlot(next, {rank, to}, /*orEnd=*/true); !fits)
        return fits.error();
    next.order[rank].insert(next.order[rank].begin() + to, Block{.op = op});
    return next;
}

Result<Schedule> splitBackward(const Schedule& schedule, Slot slot, int weightParts) {
    if (const Result<Done> fits = checkSlot(schedule, slot); !fits)
        return fits.error();
    if (weightParts < 1)
        return Error{say(phrase("refusal", "a W has at least one part, not %1"), weightParts), placeOf(slot)};
    const std::optional<Op> fused = opOfKind(schedule.order[slot.rank][slot.position], OpKind::BW);
    if (!fused)
        return Error{say(phrase("refusal", "%1 holds no BW that could be split"),
                         toText(schedule.order[slot.rank][slot.position])),
                     placeOf(slot)};
    Schedule next = schedule;
    Row& row = next.order[slot.rank];
    replaceOp(row[slot.position], *fused, {.kind = OpKind::B, .stage = fused->stage, .microbatch = fused->microbatch});
    Row weights;
    for (int part = 0; part < weightParts; ++part)
        weights.push_back(
            {.op = {.kind = OpKind::W, .part = part, .stage = fused->stage, .microbatch = fused->microbatch}});
    row.insert(row.begin() + slot.position + 1, weights.begin(), weights.end());
    return next;
}

Result<Schedule> fuseBackward(const Schedule& schedule, Slot slot) {
    if (const Result<Done> fits = checkSlot(schedule, slot); !fits)
        return fits.error();
    const Block& block = schedule.order[slot.rank][slot.position];
    const std::optional<Op> backward = opOfKind(block, OpKind::B);
    if (!backward)
        return Error{say(phrase("refusal", "%1 holds no B that could be fused"), toText(block)), placeOf(slot)};
    const auto isWeight = [&](const Op& op) {
        return op.kind == OpKind::W && op.stage == backward->stage && op.microbatch == backward->microbatch;
    };
    Schedule next = schedule;
    replaceOp(next.order[slot.rank][slot.position], *backward,
              {.kind = OpKind::BW, .stage = backward->stage, .microbatch = backward->microbatch});
    std::size_t taken = 0;
    for (Row& row : next.order)
        taken += eraseOps(row, isWeight);
    if (taken == 0)
        return Error{say(phrase("refusal", "%1 can't be fused: its W is not in the order"), toText(*backward)),
                     placeOf(slot)};
    return next;
}

} // namespace lanewright
