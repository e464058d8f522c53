// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/setting.h"

#include "core/check/unplaced.h"
#include "core/edit/fold.h"
#include "core/generate/catalogue.h"
#include "core/io/quoted_text.h"
#include "core/model/block_ops.h"

#include <algorithm>

namespace lanewright {

namespace {

void fillTray(Schedule& schedule, const std::vector<OpPattern>& patterns) {
    const auto leaves = [&](const Op& op) {
        return std::ranges::any_of(patterns, [&](const OpPattern& each) { return matches(each, schedule, op); });
    };
    for (Row& row : schedule.order) {
        // The gap of a pair leaves with its first op.
        for (Block& block : row)
            if (leaves(block.op))
                block.gap = 0;
        eraseOps(row, leaves);
    }
}

/// The order before the tray is filled.
Result<Plan> wholeOf(const Lesson& lesson, const OrderSource& source) {
    Plan plan = lesson.problem;
    if (source.microbatches > 0 && source.microbatches != plan.schedule.microbatches) {
        if (!plan.costs.microbatches.areEqual() || !plan.schedule.directionOf.empty())
            return Error{say(phrase("refusal", "the microbatches of this problem differ, so their number stays"))};
        plan.schedule.microbatches = source.microbatches;
    }
    if (!source.generator.empty()) {
        Result<Plan> made = generate(source.generator, plan);
        if (!made)
            return made;
        plan = *std::move(made);
    } else {
        plan.schedule.order = source.order;
        if (plan.schedule.order.empty())
            plan.schedule.order.resize(plan.schedule.ranks());
        if (!fitsShape(plan.schedule, plan.costs.weightParts))
            return Error{say(phrase("refusal", "the order names ops or rows that the problem does not have"))};
    }
    if (source.halved) {
        Result<Plan> half = cutInHalf(plan);
        if (!half)
            return half;
        plan = *std::move(half);
    }
    if (source.apart)
        plan = takeApart(plan);
    plan.title = lesson.title;
    return plan;
}

Result<Attempt> attemptOf(const Lesson& lesson, const OrderSource& source) {
    Result<Plan> plan = wholeOf(lesson, source);
    if (!plan)
        return plan.error();
    for (const OpPattern& pattern : source.tray)
        if (!matchesAny(pattern, plan->schedule))
            return Error{say(phrase("refusal", "%1 matches no op of the order, so there is nothing to put in the tray"),
                             inQuotes(pattern.text))};
    fillTray(plan->schedule, source.tray);
    return Attempt{*std::move(plan), source.optimizer};
}

} // namespace

Result<Attempt> startOf(const Lesson& lesson) { return attemptOf(lesson, lesson.start); }

Result<Attempt> solutionOf(const Lesson& lesson) {
    if (!lesson.solution)
        return Error{say(phrase("refusal", "this lesson comes without a solution"))};
    return attemptOf(lesson, *lesson.solution);
}

bool offersBackwardInOne(const Lesson& lesson) {
    for (const OrderSource* source : {lesson.solution ? &*lesson.solution : nullptr, &lesson.start}) {
        const Result<Plan> plan = source ? wholeOf(lesson, *source) : Result<Plan>(Error{});
        if (!plan)
            continue;
        for (const Row& row : plan->schedule.order)
            for (const Block& block : row)
                for (const Op& op : opsIn(block))
                    if (isBackward(op.kind))
                        return op.kind == OpKind::BW;
    }
    return false;
}

std::vector<Op> trayOf(const Lesson& lesson, const Plan& plan) {
    return unplacedOps(plan, offersBackwardInOne(lesson));
}

} // namespace lanewright
