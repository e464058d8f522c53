// SPDX-License-Identifier: Apache-2.0
#include "core/api/edit/named_edit.h"

#include "core/base/decimal.h"
#include "core/base/joined_by.h"
#include "core/base/mapped.h"
#include "core/base/option_names.h"
#include "core/edit/block/building_block.h"
#include "core/edit/block/squeeze.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/edits.h"
#include "core/edit/pattern.h"
#include "core/edit/place.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lanewright::api {

namespace {

/// Stands for every op that can be split or fused.
constexpr std::string_view kAll = "all";
/// The least interval of a building block.
constexpr std::string_view kLeast = "least";

using Place = lanewright::Slot;

/// The order after an edit, and what was done.
Result<EditedPlan> withOrder(const Plan& plan, Result<Schedule> schedule, Message sentence, std::set<Op> ops) {
    if (!schedule)
        return schedule.error();
    EditedPlan made{plan, std::move(sentence), std::move(ops)};
    made.plan.schedule = *std::move(schedule);
    return made;
}

Result<EditedPlan> withPlan(Result<Plan> plan, Message sentence) {
    return plan ? Result<EditedPlan>{{*std::move(plan), std::move(sentence), {}}} : plan.error();
}

Result<Place> placeOf(const Plan& plan, const Op& op) {
    if (const std::optional<Place> slot = slotOf(plan.schedule, op))
        return *slot;
    return Error{say(phrase("refusal", "%1 is not in the order"), toText(op, plan.costs.weightParts))};
}

Result<Place> placeNamed(const Plan& plan, const std::string& word) {
    const Result<Op> op = opFromText(word);
    return op ? placeOf(plan, *op) : op.error();
}

/// The ops, all of which stand in the order.
Result<std::set<Op>> placedNamed(const Plan& plan, const std::string& words) {
    const Result<std::vector<Op>> ops = opsNamed(plan, words);
    if (!ops)
        return ops.error();
    std::set<Op> left(ops->begin(), ops->end());
    // One look at the order, whatever their number.
    forEachOp(plan.schedule.order, [&](const Op& op) { left.erase(op); });
    if (!left.empty())
        return placeOf(plan, *left.begin()).error();
    return std::set<Op>(ops->begin(), ops->end());
}

/// The place in the rank's row that `--before` or `--after` names.
Result<int> boundaryNamed(const NamedEdit& edit, const Plan& plan, int rank) {
    const std::string& word = edit.before.empty() ? edit.after : edit.before;
    const Result<Place> slot = placeNamed(plan, word);
    if (!slot)
        return slot.error();
    if (slot->rank != rank)
        return Error{say(phrase("refusal", "%1 is on rank %2, not on rank %3"), word, slot->rank, rank)};
    return slot->position + (edit.before.empty() ? 1 : 0);
}

Result<EditedPlan> withStage(const NamedEdit& edit, const Plan& plan, Inserts) {
    return withPlan(moveStage(plan, {edit.direction.value_or(0), *edit.stage}, *edit.toRank),
                    hostSentence(*edit.stage, *edit.toRank));
}

/// Hosts the stages of the ops on another rank.
Result<EditedPlan> withStagesOf(const std::set<Op>& ops, const Plan& plan, int toRank) {
    Result<EditedPlan> made = EditedPlan{plan, hostSentence(ops.begin()->stage, toRank), {}};
    for (const Op& op : ops) {
        if (made->plan.schedule.rankOf(op) == toRank)
            continue;
        made = withPlan(moveStage(made->plan, plan.schedule.copyOf(op), toRank), hostSentence(op.stage, toRank));
        if (!made)
            return made;
    }
    made->ops = ops;
    return made;
}

Result<EditedPlan> withMoveBy(const std::set<Op>& ops, const Plan& plan, const Message& what, int by) {
    return withOrder(plan, moveBlocksBy(plan, ops, by), moveBySentence(what, by), ops);
}

/// Whether the row has so many places behind the block, or before it below 0.
Result<Done> hasRoom(int by, const Message& what, const Place& from, const Plan& plan) {
    const int behind =
        static_cast<int>(plan.schedule.order[static_cast<std::size_t>(from.rank)].size()) - from.position - 1;
    if (by >= -from.position && by <= behind)
        return Done{};
    return Error{say(phrase("refusal", "%1 has %2 before it and %3 behind it in its row, so that it can't move by %4"),
                     what, from.position, behind, by)};
}

Result<EditedPlan> withMove(const NamedEdit& edit, const Plan& plan, Inserts) {
    const Result<std::set<Op>> ops = placedNamed(plan, edit.move);
    if (!ops)
        return ops.error();
    if (edit.toRank)
        return withStagesOf(*ops, plan, *edit.toRank);
    std::vector<Place> places;
    std::set<Op> left = *ops;
    forEachSlot(plan.schedule.order, [&](const Place& slot, const Block& block) {
        if (!holdsAny(block, left))
            return;
        places.push_back(slot);
        for (const Op& op : opsIn(block))
            left.erase(op);
    });
    const int parts = plan.costs.weightParts;
    const int rank = places.front().rank;
    const std::vector<int> positions = mapped(places, &Place::position);
    if (places.back().rank != rank)
        return edit.by ? withMoveBy(*ops, plan, namesOf(*ops, parts), *edit.by)
                       : Error{say(phrase("refusal", "ops of several ranks are moved by places, not to a place"))};
    const Message what = nameOfBlocks(plan.schedule.order[rank], positions, parts);
    if (edit.by && places.size() == 1)
        if (const Result<Done> has = hasRoom(*edit.by, what, places.front(), plan); !has)
            return has.error();
    if (edit.by)
        return withMoveBy(*ops, plan, what, *edit.by);
    const Result<int> to = boundaryNamed(edit, plan, rank);
    Result<Schedule> next = to ? moveBlocks(plan.schedule, rank, positions, *to) : to.error();
    if (!next)
        return next.error();
    Message sentence = moveSentence(what, *next, rank, *ops, parts);
    return withOrder(plan, std::move(next), std::move(sentence), *ops);
}

/// The ops one behind the other from the place that is named, or else at the end of their rows.
Result<Schedule> insertedAt(const NamedEdit& edit, const Plan& plan, const std::vector<Op>& ops) {
    Schedule next = plan.schedule;
    int step = 0;
    for (const Op& op : ops) {
        const int rank = next.rankOf(op);
        Result<int> to = next.order.empty() ? 0 : static_cast<int>(next.order[rank].size());
        if (!edit.before.empty() || !edit.after.empty())
            to = boundaryNamed(edit, plan, rank);
        if (!to)
            return to.error();
        const bool isNamed = !edit.before.empty() || !edit.after.empty();
        Result<Schedule> inserted = insertOp(next, op, *to + (isNamed ? step++ : 0));
        if (!inserted)
            return inserted;
        next = *std::move(inserted);
    }
    return next;
}

/// Where it is named, or else where it does best.
Result<EditedPlan> withInsert(const NamedEdit& edit, const Plan& plan, Inserts inserts) {
    const Result<std::vector<Op>> ops = opsNamed(plan, edit.insert);
    if (!ops)
        return ops.error();
    for (const Op& op : *ops)
        // Refuses what has no place in the schedule, or has one already.
        if (const Result<Schedule> first = insertOp(plan.schedule, op, 0); !first)
            return first.error();
    const bool isBest = edit.before.empty() && edit.after.empty() && inserts == Inserts::Best;
    const std::set<Op> all(ops->begin(), ops->end());
    return withOrder(plan, isBest ? placeOps(plan, {all.begin(), all.end()}) : insertedAt(edit, plan, *ops),
                     placeSentence(all, plan.costs.weightParts), all);
}

/// The ops of `words`, or all of the order.
Result<std::set<Op>> placedOrAll(const Plan& plan, const std::string& words) {
    return words == kAll ? opsOfAll(plan.schedule.order) : placedNamed(plan, words);
}

Result<EditedPlan> withSplit(const NamedEdit& edit, const Plan& plan, Inserts) {
    const int parts = edit.weightParts.value_or(plan.costs.weightParts);
    Result<Schedule> cut = cutWeights(plan.schedule, plan.costs.weightParts, parts);
    if (!cut)
        return cut.error();
    Plan next = plan;
    next.schedule = *std::move(cut);
    next.costs.weightParts = parts;
    const Result<std::set<Op>> ops = placedOrAll(next, edit.split);
    if (!ops)
        return ops.error();
    Message sentence = splitSentence(*ops, parts);
    if (edit.split != kAll && ops->size() == 1)
        return withOrder(next, splitBackward(next.schedule, *slotOf(next.schedule, *ops->begin()), parts), sentence,
                         *ops);
    auto all = splitAll(next.schedule, *ops, parts);
    if (!all && edit.split == kAll && parts != plan.costs.weightParts)
        return EditedPlan{std::move(next), std::move(sentence), {}}; // there were only W to be cut
    return all ? withOrder(next, std::move(all->first), sentence, std::move(all->second)) : all.error();
}

Result<EditedPlan> withFuse(const NamedEdit& edit, const Plan& plan, Inserts) {
    const Result<std::set<Op>> ops = placedOrAll(plan, edit.fuse);
    if (!ops)
        return ops.error();
    const Message sentence = fuseSentence(*ops, plan.costs.weightParts);
    if (edit.fuse != kAll && ops->size() == 1)
        return withOrder(plan, fuseBackward(plan.schedule, *slotOf(plan.schedule, *ops->begin())), sentence, *ops);
    auto all = fuseAll(plan.schedule, *ops);
    if (!all)
        return all.error();
    return edit.fuse == kAll ? EditedPlan{fuseBackwards(plan), sentence, {}}
                             : withOrder(plan, std::move(all->first), sentence, std::move(all->second));
}

Result<EditedPlan> withPair(const NamedEdit& edit, const Plan& plan, Inserts) {
    const Result<Place> at = placeNamed(plan, edit.pair);
    const Result<Place> other = placeNamed(plan, edit.with);
    if (!at || !other)
        return at ? other.error() : at.error();
    const Op one = *opFromText(edit.pair);
    const Op two = *opFromText(edit.with);
    return withOrder(plan, pairBlocks(plan.schedule, *at, *other), pairSentence(one, two, plan.costs.weightParts),
                     {one, two});
}

Result<EditedPlan> withUnpair(const NamedEdit& edit, const Plan& plan, Inserts) {
    const Result<Place> slot = placeNamed(plan, edit.unpair);
    if (!slot)
        return slot.error();
    const Op op = *opFromText(edit.unpair);
    return withOrder(plan, unpair(plan.schedule, *slot), unpairSentence(op, plan.costs.weightParts), {op});
}

Result<EditedPlan> withGap(const NamedEdit& edit, const Plan& plan, Inserts) {
    const Result<Place> slot = placeNamed(plan, edit.gap);
    if (!slot)
        return slot.error();
    const Result<Time> time = ticksFromDecimal(edit.time, scaleOf(plan.timeUnit));
    if (!time)
        return Error{time.error().message, optionNamed("--time")};
    const Block& block = plan.schedule.order[slot->rank][slot->position];
    return withOrder(plan, setGap(plan.schedule, *slot, *time),
                     gapSentence(block, *time, plan.timeUnit, plan.costs.weightParts), {block.op});
}

Result<EditedPlan> withRemove(const NamedEdit& edit, const Plan& plan, Inserts) {
    const Result<std::set<Op>> ops = placedNamed(plan, edit.remove);
    return ops ? withOrder(plan, removeOps(plan.schedule, *ops), takeOutSentence(*ops, plan.costs.weightParts), *ops)
               : ops.error();
}

Result<EditedPlan> withRepeat(const NamedEdit& edit, const Plan& plan, Inserts) {
    Result<BuildingBlock> block = buildingBlockOf(plan);
    if (!block)
        return block.error();
    const Result<Time> interval =
        edit.repeat == kLeast ? leastInterval(plan, *block) : ticksFromDecimal(edit.repeat, scaleOf(plan.timeUnit));
    if (!interval)
        return Error{interval.error().message, optionNamed("--repeat-every")};
    block->interval = *interval;
    return withOrder(plan, repeated(plan, *block), repeatSentence(*interval, plan.timeUnit), {});
}

Result<EditedPlan> withSqueeze(const NamedEdit&, const Plan& plan, Inserts) {
    return withOrder(plan, squeezed(plan), squeezeSentence(), {});
}

} // namespace

/// An edit: its option, others of which it takes one, and those that may stand beside it.
struct EditKind {
    std::string_view name;
    Result<EditedPlan> (*make)(const NamedEdit&, const Plan&, Inserts);
    std::vector<std::string_view> oneOf = {};
    std::vector<std::string_view> beside = {};
    bool needsOne = true; ///< one of those must be given
};

namespace {

const std::vector<EditKind>& editKinds() {
    static const std::vector<EditKind> kKinds = {{"--move", withMove, {"--before", "--after", "--by", "--to-rank"}},
                                                 {"--insert", withInsert, {"--before", "--after"}, {}, false},
                                                 {"--stage", withStage, {"--to-rank"}, {"--direction"}},
                                                 {"--split", withSplit, {}, {"--w-parts"}},
                                                 {"--fuse", withFuse},
                                                 {"--pair", withPair, {"--with"}},
                                                 {"--unpair", withUnpair},
                                                 {"--gap", withGap, {"--time"}},
                                                 {"--remove", withRemove},
                                                 {"--repeat-every", withRepeat},
                                                 {"--squeeze", withSqueeze}};
    return kKinds;
}

/// The names of all options that say something.
std::vector<std::string> givenIn(const NamedEdit& edit) {
    struct SaysSomething {
        bool operator()(const std::string* text) const { return !text->empty(); }
        bool operator()(const std::optional<int>* number) const { return number->has_value(); }
        bool operator()(const bool* flag) const { return *flag; }
        bool operator()(const void*) const { return false; }
    };
    std::vector<std::string> names;
    NamedEdit copy = edit;
    for (const Option& option : namedEditOptions())
        if (std::visit(SaysSomething{}, option.slot(&copy)))
            names.push_back(option.names);
    return names;
}

} // namespace

std::vector<Option> namedEditOptions() {
    using R = NamedEdit;
    return {
        option<R>("--move", &R::move, "Move these ops, or the pairs that hold them: before, after or by"),
        option<R>("--insert", &R::insert, "Put these ops, which the order lacks, before or after (where they do best)"),
        option<R>("--before", &R::before, "In front of this op of the same rank"),
        option<R>("--after", &R::after, "Behind this op of the same rank"),
        option<R>("--by", &R::by, "So many places later; below 0 earlier").range(-(1 << 24), 1 << 24),
        option<R>("--stage", &R::stage, "Move this stage with all its ops to another rank"),
        option<R>("--direction", &R::direction, "Of --stage: the copy of this direction (0)"),
        option<R>("--to-rank", &R::toRank,
                  "The new rank of --stage, or of the stage of the op of --move with all its ops"),
        option<R>("--split", &R::split, "Cut these BW, or all, into B and W behind it"),
        option<R>("--w-parts", &R::weightParts,
                  "Of --split: parts of each W, also of those that are there (as the file has them)")
            .range(1, 64),
        option<R>("--fuse", &R::fuse, "Make these B, or all, and their W one BW"),
        option<R>("--pair", &R::pair, "Run this op at once with another, as a pair where this one stands"),
        option<R>("--with", &R::with, "The other op of --pair"),
        option<R>("--unpair", &R::unpair, "Part the pair that holds this op"),
        option<R>("--gap", &R::gap, "Let this op wait on purpose"),
        option<R>("--time", &R::time, "Of --gap: how long, in the file's unit; 0 takes the gap away"),
        option<R>("--remove", &R::remove, "Take these ops out of the order"),
        option<R>("--repeat-every", &R::repeat,
                  "Repeat the order's building block, or the first microbatches where only those are there, so long "
                  "after each other, in the file's unit, or least"),
        option<R>("--squeeze", &R::squeeze,
                  "Draw the order together: no gaps, and blocks into pauses before them, where memory has room")};
}

Result<std::vector<Op>> opsNamed(const Plan& plan, std::string_view words) {
    std::vector<Op> ops;
    while (true) {
        const std::size_t comma = std::min(words.find(','), words.size());
        const std::string_view word = words.substr(0, comma);
        const Result<Op> op = opFromText(word);
        if (!op)
            return op.error();
        if (op->part >= plan.costs.weightParts)
            return Error{say(phrase("refusal", "%1 is not an op of this schedule"), word)};
        ops.push_back(*op);
        if (comma == words.size())
            return ops;
        words.remove_prefix(comma + 1);
    }
}

bool isGiven(const NamedEdit& edit) { return !givenIn(edit).empty(); }

Result<const EditKind*> kindOf(const NamedEdit& edit) {
    const std::vector<std::string> given = givenIn(edit);
    const auto isGiven = [&](std::string_view name) { return std::ranges::find(given, name) != given.end(); };
    const auto kind = std::ranges::find_if(editKinds(), isGiven, &EditKind::name);
    if (kind == editKinds().end())
        return Error{
            say(phrase("refusal", "there is no edit; say one of %1"),
                naming(joinedBy(", ", editKinds(), [](const EditKind& each) { return std::string{each.name}; })))};
    const auto isOf = [](const std::vector<std::string_view>& names, std::string_view name) {
        return std::ranges::find(names, name) != names.end();
    };
    std::string_view chosen;
    for (const std::string& name : given) {
        if (name == kind->name || isOf(kind->beside, name))
            continue;
        if (!isOf(kind->oneOf, name) || !chosen.empty())
            return Error{say(phrase("file", "%1 does not go with %2"), optionNamed(name),
                             optionNamed(chosen.empty() ? kind->name : chosen))};
        chosen = name;
    }
    if (chosen.empty() && kind->needsOne && !kind->oneOf.empty())
        return Error{
            say(phrase("file", "%1 goes with %2"), optionNamed(kind->name),
                naming(joinedBy(" / ", kind->oneOf, [](std::string_view name) { return std::string{name}; })))};
    return &*kind;
}

std::string_view nameOf(const EditKind& kind) { return kind.name; }

Result<EditedPlan> edited(const EditKind& kind, const NamedEdit& edit, const Plan& plan, Inserts inserts) {
    return kind.make(edit, plan, inserts);
}

} // namespace lanewright::api
