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
    return Error{say(phrase("refusal", "there is no block at position %1 of rank %2"), slot.position, slot.rank)};
}

} // namespace

Result<Schedule> pairBlocks(const Schedule& schedule, Slot at, Slot other) {
    for (const Slot& slot : {at, other})
        if (!exists(schedule, slot))
            return noBlockAt(slot);
    const Block& one = schedule.order[at.rank][at.position];
    const Block& two = schedule.order[other.rank][other.position];
    if (at.rank != other.rank)
        return Error{say(phrase("refusal", "%1 and %2 run on different ranks and can't be one block"), toText(one),
                         toText(two))};
    if (at == other || one.paired || two.paired)
        return Error{say(phrase("refusal", "%1 and %2 can't be paired: a pair is made of two single blocks"),
                         toText(one), toText(two))};
    if (!canPair(one.op, two.op))
        return Error{
            say(phrase("refusal", "%1 and %2 can't be paired: a pair is an F with a B or BW of another microbatch"),
                toText(one), toText(two))};
    Schedule next = schedule;
    Row& row = next.order[at.rank];
    row[at.position] = pairOf(one.op, two.op, one.gap);
    row.erase(row.begin() + other.position);
    return next;
}

Result<Schedule> unpair(const Schedule& schedule, Slot slot) {
    if (!exists(schedule, slot))
        return noBlockAt(slot);
    const Block& block = schedule.order[slot.rank][slot.position];
    if (!block.paired)
        return Error{say(phrase("refusal", "%1 is no pair"), toText(block))};
    Schedule next = schedule;
    Row& row = next.order[slot.rank];
    row[slot.position].paired.reset();
    row.insert(row.begin() + slot.position + 1, Block{.op = *block.paired});
    return next;
}

} // namespace lanewright
