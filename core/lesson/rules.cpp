// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/rules.h"

#include "core/edit/fold.h"
#include "core/lesson/remake.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"

#include <algorithm>
#include <set>
#include <span>

namespace lanewright {

namespace {

using Rows = std::vector<Row>;

/// B and BW of a microbatch are spellings of one backward.
Op spelledAlike(Op op) {
    if (op.kind == OpKind::B)
        op.kind = OpKind::BW;
    return op;
}

/// Pairs, whichever op is named first and however the backward is spelled.
std::set<std::set<Op>> pairsOf(const Rows& rows) {
    std::set<std::set<Op>> pairs;
    for (const Row& row : rows)
        for (const Block& block : row)
            if (block.paired)
                pairs.insert({spelledAlike(block.op), spelledAlike(*block.paired)});
    return pairs;
}

/// Gaps at the first op of each block, or at both.
std::set<std::pair<Op, Time>> gapsOf(const Rows& rows, bool atBoth) {
    std::set<std::pair<Op, Time>> gaps;
    for (const Row& row : rows)
        for (const Block& block : row)
            if (block.gap > 0) {
                gaps.emplace(spelledAlike(block.op), block.gap);
                if (atBoth && block.paired)
                    gaps.emplace(spelledAlike(*block.paired), block.gap);
            }
    return gaps;
}

/// On which rank the ops of `common` stand, and how often.
std::multiset<std::pair<Op, std::size_t>> placesOf(const Rows& rows, const std::set<Op>& common) {
    std::multiset<std::pair<Op, std::size_t>> places;
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
        for (const Op& op : opsOf(rows[rank], [&](const Op& each) { return common.contains(each); }))
            places.emplace(op, rank);
    return places;
}

/// What both orders hold stands in the same order in both.
bool sameSequence(const Rows& before, const Rows& after, const std::set<Op>& common) {
    const auto shared = [&](const Op& op) { return common.contains(op); };
    return std::ranges::equal(before, after,
                              [&](const Row& a, const Row& b) { return opsOf(a, shared) == opsOf(b, shared); });
}

/// Whether what came and went are the two spellings of a backward.
bool onlyRespells(const std::set<Op>& gone, const std::set<Op>& came) {
    const auto backwards = [](const std::set<Op>& ops) {
        std::set<std::pair<int, int>> places;
        for (const Op& op : ops)
            places.emplace(op.stage, op.microbatch);
        return places;
    };
    const auto isF = [](const Op& op) { return op.kind == OpKind::F || op.kind == OpKind::R; };
    return !gone.empty() && !came.empty() && std::ranges::none_of(gone, isF) && std::ranges::none_of(came, isF) &&
           backwards(gone) == backwards(came);
}

std::set<Op> without(const std::set<Op>& all, const std::set<Op>& others) {
    std::set<Op> rest;
    std::ranges::set_difference(all, others, std::inserter(rest, rest.end()));
    return rest;
}

/// A locked op that lost its place, with the locked one that now stands before it; without one where it is gone.
struct Misplaced {
    Op op;
    std::optional<Op> behind;
};

/// The first locked op of the order whose place another has taken, or that is gone. Where a stage has moved, those of
/// it may go with it.
std::optional<Misplaced> movedLocked(const Lesson& lesson, const Plan& before, const Plan& after) {
    const bool sameLanes = before.schedule.placement == after.schedule.placement;
    const Rows& rows = after.schedule.order;
    const std::set<Op> all = opsOfAll(rows);
    for (std::size_t rank = 0; rank < before.schedule.order.size(); ++rank) {
        const Row none;
        const Row& row = rank < rows.size() ? rows[rank] : none;
        const std::set<Op> here = sameLanes ? std::set<Op>{} : opsOfAll(std::span(&row, 1));
        const auto stays = [&](const Op& op) {
            return isLocked(lesson, before.schedule, op) && (sameLanes || here.contains(op) || !all.contains(op));
        };
        const std::vector<Op> was = opsOf(before.schedule.order[rank], stays);
        const std::set<Op> held(was.begin(), was.end());
        const std::vector<Op> is = opsOf(row, [&](const Op& op) { return held.contains(op); });
        const auto [at, other] = std::ranges::mismatch(was, is);
        if (at != was.end())
            return Misplaced{*at, std::ranges::count(is, *at) > 0 ? std::optional(*other) : std::nullopt};
    }
    return {};
}

Error refusal(Phrase why) { return Error{say(why)}; }

/// Ranks and microbatches change where a schedule is cut in half, and else never.
Result<Done> mayResize(const Lesson& lesson, const Plan& before, const Schedule& after) {
    const Result<Plan> half = cutInHalf(before);
    if (!half || half->schedule != after)
        return refusal(phrase("refusal", "this lesson does not let you change the number of ranks or microbatches"));
    if (!lesson.allows(LessonEdit::Halve))
        return refusal(phrase("refusal", "this lesson does not let you cut the schedule in half"));
    return Done{};
}

/// Pairs and gaps that the rules do not let a student make. What stood at an op that is gone goes with it.
Result<Done> keepsBlocks(const Lesson& lesson, const Rows& before, const Rows& after, bool mayLose) {
    const auto was = pairsOf(before);
    const auto is = pairsOf(after);
    if (!lesson.allows(LessonEdit::Pair) && (mayLose ? !std::ranges::includes(was, is) : was != is))
        return refusal(phrase("refusal", "this lesson does not let you make or undo overlapped pairs"));
    const auto gaps = gapsOf(after, false);
    if (!lesson.allows(LessonEdit::Gap) &&
        (mayLose ? !std::ranges::includes(gapsOf(before, true), gaps) : gapsOf(before, false) != gaps))
        return refusal(phrase("refusal", "this lesson does not let you set gaps"));
    return Done{};
}

} // namespace

bool isLocked(const Lesson& lesson, const Schedule& schedule, const Op& op) {
    return std::ranges::any_of(lesson.locked, [&](const OpPattern& each) { return matches(each, schedule, op); });
}

Result<Done> mayBecome(const Lesson& lesson, const Plan& before, const Plan& after) {
    if (choiceOf(lesson, after))
        return Done{};
    const Schedule& a = before.schedule;
    const Schedule& b = after.schedule;
    if (a.microbatches != b.microbatches || a.ranks() != b.ranks())
        return mayResize(lesson, before, b);
    const bool sameLanes = a.placement == b.placement;
    if (!sameLanes && !lesson.allows(LessonEdit::Stage))
        return refusal(phrase("refusal", "this lesson does not let you move a stage to another rank"));
    if (!(before.costs == after.costs && before.memory == after.memory) && !lesson.allows(LessonEdit::Costs))
        return refusal(phrase("refusal", "this lesson does not let you change costs or limits"));
    if (const std::optional<Misplaced> moved = movedLocked(lesson, before, after)) {
        const std::string op = toText(moved->op, before.costs.weightParts);
        // Which of the two was moved can't be told, and both are held.
        return Error{moved->behind ? say(phrase("refusal", "%1 stays before %2: both are locked in this lesson"), op,
                                         toText(*moved->behind, before.costs.weightParts))
                                   : say(phrase("refusal", "%1 is locked in this lesson: it stays where it is"), op)};
    }
    const std::set<Op> was = opsOfAll(a.order);
    const std::set<Op> is = opsOfAll(b.order);
    const std::set<Op> gone = without(was, is);
    const std::set<Op> came = without(is, was);
    const bool respells = onlyRespells(gone, came);
    if (respells && !lesson.allows(LessonEdit::Split))
        return refusal(phrase("refusal", "this lesson does not let you split or fuse a backward"));
    const std::set<Op> common = without(was, gone);
    const bool sameOps = (respells || (gone.empty() && came.empty())) &&
                         (!sameLanes || placesOf(a.order, common) == placesOf(b.order, common));
    if (!sameOps && !lesson.allows(LessonEdit::Place))
        return refusal(phrase("refusal", "this lesson does not let you take ops out or put ops in"));
    if (Result<Done> kept = keepsBlocks(lesson, a.order, b.order, !gone.empty() || !sameLanes); !kept)
        return kept;
    // A pair brings two ops side by side, a stage takes its ops along; where they stood is part of that edit.
    const bool paired = pairsOf(a.order) != pairsOf(b.order) && lesson.allows(LessonEdit::Pair);
    if (sameLanes && !paired && !sameSequence(a.order, b.order, common) && !lesson.allows(LessonEdit::Move))
        return refusal(phrase("refusal", "this lesson does not let you move ops that are in the order"));
    return Done{};
}

} // namespace lanewright
