// SPDX-License-Identifier: Apache-2.0
#include "core/check/unplaced.h"
#include "core/edit/edits.h"
#include "core/edit/fix_tries.h"
#include "core/edit/place.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/simulate/dataflow_table.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace lanewright {

namespace {

std::string nameOf(const Plan& plan, const Op& op) { return toText(op, plan.costs.weightParts); }

/// All places of the op, by rank and position.
std::vector<Slot> slotsOf(const Schedule& schedule, const Op& op) {
    std::vector<Slot> slots;
    forEachSlot(schedule.order, [&](const Slot& slot, const Block& block) {
        if (block.holds(op))
            slots.push_back(slot);
    });
    return slots;
}

/// The schedule with the op left at one of its places only, or at none.
Schedule keepOnly(const Schedule& schedule, const Op& op, std::optional<Slot> kept) {
    Schedule next = schedule;
    for (Row& row : next.order)
        row.clear();
    Row one;
    forEachSlot(schedule.order, [&](const Slot& slot, const Block& block) {
        one.assign(1, block);
        if (slot != kept)
            eraseOps(one, [&](const Op& each) { return each == op; });
        next.order[slot.rank].insert(next.order[slot.rank].end(), one.begin(), one.end());
    });
    return next;
}

Result<Schedule> atBestPlace(const Plan& plan, Schedule without, const Op& op) {
    Plan bare = plan;
    bare.schedule = std::move(without);
    return placeOps(bare, {op});
}

} // namespace

void addForIncomplete(FixTries& tries, const Finding& finding) {
    const Plan& plan = tries.plan;
    const std::vector<Op> missing = unplacedOps(plan);
    if (finding.op)
        tries.add(say(phrase("fix", "Place %1 where it does best"), nameOf(plan, *finding.op)),
                  placeOps(plan, {*finding.op}));
    if (missing.size() > 1 || !finding.op)
        tries.add(sayCounted(countedPhrase("fix", "Place all %1 missing ops", "Place all %1 missing ops"),
                             static_cast<std::int64_t>(missing.size()), missing.size()),
                  placeOps(plan, missing));
    if (!finding.op || finding.op->kind != OpKind::W)
        return;
    Op backward = *finding.op;
    backward.kind = OpKind::B;
    backward.part = 0;
    if (const std::optional<Slot> slot = slotOf(plan.schedule, backward)) {
        // Fusing takes a W away, so that one must be there.
        Result<Schedule> with = insertOp(plan.schedule, *finding.op, 0);
        if (with)
            with = fuseBackward(*with, *slotOf(*with, backward));
        tries.add(say(phrase("fix", "Let %1 do the W as well, as BW"), nameOf(plan, backward)), std::move(with));
    }
}

void addForDuplicate(FixTries& tries, const Finding& finding) {
    const Plan& plan = tries.plan;
    if (!finding.op)
        return;
    const std::string name = nameOf(plan, *finding.op);
    const std::vector<Slot> slots = slotsOf(plan.schedule, *finding.op);
    if (slots.size() == 1)
        tries.add(say(phrase("fix", "Take %1 out"), name), keepOnly(plan.schedule, *finding.op, {}));
    for (std::size_t kept = 0; slots.size() > 1 && kept < slots.size() && kept < 4; ++kept)
        tries.add(say(phrase("fix", "Keep only the %1 at place %2 of rank %3"), name, slots[kept].position + 1,
                      slots[kept].rank),
                  keepOnly(plan.schedule, *finding.op, slots[kept]));
}

void addForMisplaced(FixTries& tries, const Finding& finding) {
    const Plan& plan = tries.plan;
    if (!finding.op)
        return;
    const Op& op = *finding.op;
    const int home = plan.schedule.rankOf(op);
    tries.add(say(phrase("fix", "Move %1 to rank %2"), nameOf(plan, op), home),
              atBestPlace(plan, keepOnly(plan.schedule, op, {}), op));
    const std::vector<Slot> slots = slotsOf(plan.schedule, op);
    for (const Slot& slot : slots)
        if (slots.size() > 1 && slot.rank == home)
            tries.add(say(phrase("fix", "Take the %1 on rank %2 out"), nameOf(plan, op), finding.rank),
                      keepOnly(plan.schedule, op, slot));
    tries.add(say(phrase("fix", "Host stage %1 on rank %2"), int{op.stage}, finding.rank),
              moveStage(plan, plan.schedule.copyOf(op), finding.rank));
}

void addForFused(FixTries& tries, const Finding& finding) {
    const Plan& plan = tries.plan;
    if (!finding.op)
        return;
    Op fused = *finding.op;
    fused.kind = OpKind::BW;
    std::set<Op> apart;
    forEachOp(plan.schedule.order, [&](const Op& op) {
        if (op.stage == fused.stage && op.microbatch == fused.microbatch &&
            (op.kind == OpKind::B || op.kind == OpKind::W))
            apart.insert(op);
    });
    Message names;
    for (const Op& op : apart)
        names = names.empty() ? Message(nameOf(plan, op)) : say(phrase("list", "%1 and %2"), names, nameOf(plan, op));
    constexpr Phrase kKeep = phrase("fix", "Take %1 out and keep %2");
    tries.add(say(kKeep, names, nameOf(plan, fused)), removeOps(plan.schedule, apart));
    Plan split = plan;
    split.schedule = removeOps(plan.schedule, {fused});
    std::vector<Op> lacking = unplacedOps(split);
    std::erase_if(lacking, [&](const Op& op) { return op.stage != fused.stage || op.microbatch != fused.microbatch; });
    tries.add(say(kKeep, nameOf(plan, fused), names), placeOps(split, lacking));
}

void addForPair(FixTries& tries, const Finding& finding) {
    const Plan& plan = tries.plan;
    if (!finding.op)
        return;
    for (const Slot& slot : slotsOf(plan.schedule, *finding.op)) {
        const Block block = plan.schedule.order[slot.rank][slot.position];
        if (!block.paired)
            continue;
        const Schedule parted = *unpair(plan.schedule, slot);
        constexpr Phrase kPart = phrase("fix", "Part the pair: %1, then %2");
        tries.add(say(kPart, nameOf(plan, block.op), nameOf(plan, *block.paired)), parted);
        tries.add(say(kPart, nameOf(plan, *block.paired), nameOf(plan, block.op)), nudgeBlock(parted, slot, 1));
    }
}

void addForPrecedence(FixTries& tries, const Finding& finding) {
    const Plan& plan = tries.plan;
    const std::optional<Slot> slot = finding.op ? slotOf(plan.schedule, *finding.op) : std::nullopt;
    if (!slot)
        return;
    const Schedule& schedule = plan.schedule;
    const DataflowTable dataflow(schedule, plan.costs);
    const std::vector<Slot> producers = producersOf(schedule, dataflow);
    const DataflowEntry& entry = dataflow.of(*finding.op);
    std::vector<int> needed;
    for (int need = 0; need < entry.needCount; ++need) {
        const Slot from = producers[entry.needs[need] + finding.op->microbatch];
        if (from.rank == slot->rank && from.position > slot->position)
            needed.push_back(from.position);
    }
    if (needed.empty())
        return;
    std::ranges::sort(needed);
    const auto textAt = [&](int position) {
        return toText(schedule.order[slot->rank][position], plan.costs.weightParts);
    };
    const std::string name = textAt(slot->position);
    tries.add(say(phrase("fix", "Put %1 behind %2"), name, textAt(needed.back())),
              moveBlock(schedule, *slot, needed.back() + 1));
    tries.add(say(phrase("fix", "Put %1 before %2"), textAt(needed.front()), name),
              moveBlocks(schedule, slot->rank, needed, slot->position));
    if (!schedule.order[slot->rank][slot->position].paired)
        tries.add(say(phrase("fix", "Put %1 where it does best"), name),
                  atBestPlace(plan, keepOnly(schedule, *finding.op, {}), *finding.op));
}

} // namespace lanewright
