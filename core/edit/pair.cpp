// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"

#include "core/model/text.h"

#include <utility>

namespace lanewright {

namespace {

bool exists(const Schedule& schedule, Slot slot) {
    return slot.rank >= 0 && slot.rank < static_cast<int>(schedule.order.size()) && slot.position >= 0 &&
           slot.position < static_cast<int>(schedule.order[slot.rank].size());
}

Error noBlockAt(Slot slot) {
    return Error{"there is no block at position " + std::to_string(slot.position) + " of rank " +
                 std::to_string(slot.rank)};
}

} // namespace

Result<Schedule> pairBlocks(const Schedule& schedule, Slot at, Slot other) {
    for (const Slot& slot : {at, other})
        if (!exists(schedule, slot))
            return noBlockAt(slot);
    const Block& one = schedule.order[at.rank][at.position];
    const Block& two = schedule.order[other.rank][other.position];
    if (at.rank != other.rank)
        return Error{toText(one) + " and " + toText(two) + " run on different ranks and can't be one block"};
    if (at == other || one.paired || two.paired)
        return Error{toText(one) + " and " + toText(two) + " can't be paired: a pair is made of two single blocks"};
    const bool forwardFirst = one.op.kind == OpKind::F;
    const Op forward = forwardFirst ? one.op : two.op;
    const Op backward = forwardFirst ? two.op : one.op;
    if (forward.kind != OpKind::F || !isBackward(backward.kind) || forward.microbatch == backward.microbatch)
        return Error{toText(one) + " and " + toText(two) +
                     " can't be paired: a pair is an F with a B or BW of another microbatch"};
    Schedule next = schedule;
    Row& row = next.order[at.rank];
    row[at.position] = {.op = forward, .paired = backward, .gap = one.gap};
    row.erase(row.begin() + other.position);
    return next;
}

Result<Schedule> unpair(const Schedule& schedule, Slot slot) {
    if (!exists(schedule, slot))
        return noBlockAt(slot);
    const Block& block = schedule.order[slot.rank][slot.position];
    if (!block.paired)
        return Error{toText(block) + " is no pair"};
    Schedule next = schedule;
    Row& row = next.order[slot.rank];
    row[slot.position].paired.reset();
    row.insert(row.begin() + slot.position + 1, Block{.op = *block.paired});
    return next;
}

} // namespace lanewright
