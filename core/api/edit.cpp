// SPDX-License-Identifier: Apache-2.0
#include "core/api/question_list.h"
#include "core/base/decimal.h"
#include "core/base/joined_by.h"
#include "core/base/option_names.h"
#include "core/check/validate.h"
#include "core/edit/edits.h"
#include "core/edit/place.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"

#include <algorithm>
#include <utility>

namespace lanewright::api {

namespace {

struct EditRequest {
    std::string file = {};
    std::string move = {};
    std::string insert = {};
    std::string before = {};
    std::string after = {};
    std::optional<int> by = {};
    std::optional<int> stage = {};
    std::optional<int> direction = {};
    std::optional<int> toRank = {};
    std::string split = {};
    std::optional<int> weightParts = {};
    std::string fuse = {};
    std::string pair = {};
    std::string with = {};
    std::string unpair = {};
    std::string gap = {};
    std::string time = {};
    std::string remove = {};
    std::string output = {};
};

/// What was written.
struct Edited {
    std::string output = {};
    std::string edit = {};
    bool isValid = false;
};

/// Stands for every op that can be split or fused.
constexpr std::string_view kAll = "all";

Result<lanewright::Slot> slotNamed(const Plan& plan, const std::string& word) {
    const Result<Op> op = opFromText(word);
    if (!op)
        return op.error();
    if (const std::optional<lanewright::Slot> slot = slotOf(plan.schedule, *op))
        return *slot;
    return Error{say(phrase("refusal", "%1 is not in the order"), toText(*op, plan.costs.weightParts))};
}

/// The plan with the schedule, where there is one.
Result<Plan> planWith(Plan plan, Result<Schedule> schedule) {
    if (!schedule)
        return schedule.error();
    plan.schedule = *std::move(schedule);
    return plan;
}

/// The place in the rank's row that `--before` or `--after` names.
Result<int> placeNamed(const EditRequest& request, const Plan& plan, int rank) {
    const std::string& word = request.before.empty() ? request.after : request.before;
    const Result<lanewright::Slot> slot = slotNamed(plan, word);
    if (!slot)
        return slot.error();
    if (slot->rank != rank)
        return Error{say(phrase("refusal", "%1 is on rank %2, not on rank %3"), word, slot->rank, rank)};
    return slot->position + (request.before.empty() ? 1 : 0);
}

/// The place in its row so many blocks later, or earlier below 0.
Result<int> placeBy(int by, const std::string& word, const lanewright::Slot& from, const Plan& plan) {
    const int behind =
        static_cast<int>(plan.schedule.order[static_cast<std::size_t>(from.rank)].size()) - from.position - 1;
    if (by < -from.position || by > behind)
        return Error{
            say(phrase("refusal", "%1 has %2 before it and %3 behind it in its row, so that it can't move by %4"), word,
                from.position, behind, by)};
    return from.position + by + (by > 0 ? 1 : 0);
}

Result<Plan> withStage(const EditRequest& request, const Plan& plan) {
    return moveStage(plan, {request.direction.value_or(0), *request.stage}, *request.toRank);
}

Result<Plan> withMove(const EditRequest& request, const Plan& plan) {
    const Result<lanewright::Slot> from = slotNamed(plan, request.move);
    if (!from)
        return from.error();
    if (request.toRank)
        return moveStage(plan, plan.schedule.copyOf(*opFromText(request.move)), *request.toRank);
    const Result<int> to =
        request.by ? placeBy(*request.by, request.move, *from, plan) : placeNamed(request, plan, from->rank);
    return to ? planWith(plan, moveBlock(plan.schedule, *from, *to)) : to.error();
}

/// Where it is named, or else where it does best.
Result<Plan> withInsert(const EditRequest& request, const Plan& plan) {
    const Result<Op> op = opFromText(request.insert);
    if (!op)
        return op.error();
    if (op->part >= plan.costs.weightParts)
        return Error{say(phrase("refusal", "%1 is not an op of this schedule"), request.insert)};
    // Refuses what has no place in the schedule, or has one already.
    Result<Schedule> first = insertOp(plan.schedule, *op, 0);
    if (!first)
        return first.error();
    if (request.before.empty() && request.after.empty())
        return planWith(plan, placeOps(plan, {*op}));
    const Result<int> to = placeNamed(request, plan, plan.schedule.rankOf(*op));
    return to ? planWith(plan, insertOp(plan.schedule, *op, *to)) : to.error();
}

Result<Plan> withSplit(const EditRequest& request, const Plan& plan) {
    const int parts = request.weightParts.value_or(plan.costs.weightParts);
    Result<Plan> next = planWith(plan, cutWeights(plan.schedule, plan.costs.weightParts, parts));
    if (!next)
        return next;
    next->costs.weightParts = parts;
    if (request.split == kAll) {
        auto all = splitAll(next->schedule, opsOfAll(next->schedule.order), parts);
        if (!all && parts != plan.costs.weightParts)
            return next; // there were only W to be cut
        return all ? planWith(*next, std::move(all->first)) : all.error();
    }
    const Result<lanewright::Slot> slot = slotNamed(*next, request.split);
    return slot ? planWith(*next, splitBackward(next->schedule, *slot, parts)) : slot.error();
}

Result<Plan> withFuse(const EditRequest& request, const Plan& plan) {
    if (request.fuse == kAll) {
        const auto all = fuseAll(plan.schedule, opsOfAll(plan.schedule.order));
        return all ? fuseBackwards(plan) : Result<Plan>{all.error()};
    }
    const Result<lanewright::Slot> slot = slotNamed(plan, request.fuse);
    return slot ? planWith(plan, fuseBackward(plan.schedule, *slot)) : slot.error();
}

Result<Plan> withPair(const EditRequest& request, const Plan& plan) {
    const Result<lanewright::Slot> at = slotNamed(plan, request.pair);
    const Result<lanewright::Slot> other = slotNamed(plan, request.with);
    if (!at || !other)
        return at ? other.error() : at.error();
    return planWith(plan, pairBlocks(plan.schedule, *at, *other));
}

Result<Plan> withUnpair(const EditRequest& request, const Plan& plan) {
    const Result<lanewright::Slot> slot = slotNamed(plan, request.unpair);
    return slot ? planWith(plan, unpair(plan.schedule, *slot)) : slot.error();
}

Result<Plan> withGap(const EditRequest& request, const Plan& plan) {
    const Result<lanewright::Slot> slot = slotNamed(plan, request.gap);
    if (!slot)
        return slot.error();
    const Result<Time> time = ticksFromDecimal(request.time, scaleOf(plan.timeUnit));
    return time ? planWith(plan, setGap(plan.schedule, *slot, *time))
                : Error{time.error().message, optionNamed("--time")};
}

Result<Plan> withRemove(const EditRequest& request, const Plan& plan) {
    const Result<Op> op = opFromText(request.remove);
    return op ? planWith(plan, removeOp(plan.schedule, *op)) : op.error();
}

/// An edit: its option, others of which it takes one, and those that may stand beside it.
struct EditKind {
    std::string_view name;
    Result<Plan> (*make)(const EditRequest&, const Plan&);
    std::vector<std::string_view> oneOf = {};
    std::vector<std::string_view> beside = {};
    bool needsOne = true; ///< one of those must be given
};

const std::vector<EditKind> kEditKinds = {{"--move", withMove, {"--before", "--after", "--by", "--to-rank"}},
                                          {"--insert", withInsert, {"--before", "--after"}, {}, false},
                                          {"--stage", withStage, {"--to-rank"}, {"--direction"}},
                                          {"--split", withSplit, {}, {"--w-parts"}},
                                          {"--fuse", withFuse},
                                          {"--pair", withPair, {"--with"}},
                                          {"--unpair", withUnpair},
                                          {"--gap", withGap, {"--time"}},
                                          {"--remove", withRemove}};

std::vector<Option> editOptions() {
    using R = EditRequest;
    return {
        option<R>("FILE", &R::file, "A schedule (.lwsched, PyTorch .csv)").required(),
        option<R>("--move", &R::move, "Move this op, or the pair that holds it: before, after or by"),
        option<R>("--insert", &R::insert, "Put this op, which the order lacks, before or after (where it does best)"),
        option<R>("--before", &R::before, "In front of this op of the same rank"),
        option<R>("--after", &R::after, "Behind this op of the same rank"),
        option<R>("--by", &R::by, "So many places later; below 0 earlier").range(-(1 << 24), 1 << 24),
        option<R>("--stage", &R::stage, "Move this stage with all its ops to another rank"),
        option<R>("--direction", &R::direction, "Of --stage: the copy of this direction (0)"),
        option<R>("--to-rank", &R::toRank,
                  "The new rank of --stage, or of the stage of the op of --move with all its ops"),
        option<R>("--split", &R::split, "Cut this BW, or all, into B and W behind it"),
        option<R>("--w-parts", &R::weightParts,
                  "Of --split: parts of each W, also of those that are there (as the file has them)")
            .range(1, 64),
        option<R>("--fuse", &R::fuse, "Make this B, or all, and its W one BW"),
        option<R>("--pair", &R::pair, "Run this op at once with another, as a pair where this one stands"),
        option<R>("--with", &R::with, "The other op of --pair"),
        option<R>("--unpair", &R::unpair, "Part the pair that holds this op"),
        option<R>("--gap", &R::gap, "Let this op wait on purpose"),
        option<R>("--time", &R::time, "Of --gap: how long, in the file's unit; 0 takes the gap away"),
        option<R>("--remove", &R::remove, "Take this op out of the order"),
        option<R>("-o,--output", &R::output, "Write the schedule here (standard output)")};
}

/// The names of all options of the request that say something, but for its files.
std::vector<std::string> givenIn(const EditRequest& request) {
    struct SaysSomething {
        bool operator()(const std::string* text) const { return !text->empty(); }
        bool operator()(const std::optional<int>* number) const { return number->has_value(); }
        bool operator()(const void*) const { return false; }
    };
    std::vector<std::string> names;
    EditRequest copy = request;
    for (const Option& option : editOptions())
        if (option.names.starts_with("--") && std::visit(SaysSomething{}, option.slot(&copy)))
            names.push_back(option.names);
    return names;
}

/// The one edit that is asked for. Fails where that is none or several, and where others stand beside it that don't go
/// with it or one is missing that it needs.
Result<const EditKind*> editIn(const EditRequest& request) {
    const std::vector<std::string> given = givenIn(request);
    const auto isGiven = [&](std::string_view name) { return std::ranges::find(given, name) != given.end(); };
    const auto kind = std::ranges::find_if(kEditKinds, isGiven, &EditKind::name);
    if (kind == kEditKinds.end())
        return Error{
            say(phrase("refusal", "there is no edit; say one of %1"),
                naming(joinedBy(", ", kEditKinds, [](const EditKind& each) { return std::string{each.name}; })))};
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

const Fields<Edited> kEditedFields = {{"output", "the file that was written", &Edited::output},
                                      {"edit", "that was made, by its option", &Edited::edit},
                                      {"valid", "no finding is an error; validate says which", &Edited::isValid}};

std::string textOf(const Edited& edited) {
    return edited.output + ": after " + edited.edit + (edited.isValid ? "\n" : "; not valid, see validate\n");
}

Reply edit(const EditRequest& request, const Asker& asker) {
    const Result<const EditKind*> kind = editIn(request);
    if (!kind)
        return refused(Exit::Usage, "", kind.error());
    if (const Result<Done> apart = asker.checkApart(request.output); !apart)
        return refused(Exit::Usage, request.output, apart.error());
    const Result<Plan> plan = asker.plan(request.file);
    if (!plan)
        return refused(Exit::Usage, request.file, plan.error());
    const Result<Plan> edited = (*kind)->make(request, *plan);
    if (!edited)
        return refused(Exit::No, request.file, edited.error());
    const std::string output = request.output.empty() ? "-" : request.output;
    if (const Result<Done> written = asker.write(output, *edited); !written)
        return refused(Exit::Usage, request.output, written.error());
    if (isStandardOutput(output))
        return printedFile();
    return answered(Edited{request.output, std::string{(*kind)->name}, isValid(validate(*edited))}, kEditedFields,
                    Units{}, textOf);
}

constexpr const char* kEditFooter = R"(
One edit a call. Ops are named as in files: B2.5 is B of stage 2, microbatch 5, and W2.5/1 a part of its W. The schedule
is written whether it is valid or not: validate says what is wrong with it. An edit of an op that is not there is
refused.

Examples:
  lanewright-cli edit a.lwsched --move B2.5 --before F2.7 -o b.lwsched
  lanewright-cli edit a.lwsched --split BW1.2 --w-parts 2 -o b.lwsched
  lanewright-cli edit a.lwsched --gap F0.3 --time 1.5 | lanewright-cli simulate -
  lanewright-cli edit a.lwsched --stage 2 --to-rank 3 | lanewright-cli edit - --fuse all | lanewright-cli validate -)";

} // namespace

Question editQuestion() {
    return question<EditRequest>("edit", "Change one thing in a schedule", kEditFooter, editOptions(), edit,
                                 kEditedFields);
}

} // namespace lanewright::api
