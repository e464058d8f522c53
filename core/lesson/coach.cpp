// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/coach.h"

#include "core/edit/edits.h"
#include "core/edit/fold.h"
#include "core/edit/place.h"
#include "core/lesson/coach_reasons.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/rules.h"
#include "core/lesson/setting.h"
#include "core/model/block_ops.h"
#include "core/model/dataflow.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace lanewright {

namespace {

using Kind = CoachStep::Kind;

bool isReady(const Plan& plan, const std::set<Op>& running, const Op& op) {
    const Schedule& schedule = plan.schedule;
    const bool recomputes = plan.costs.recomputes(schedule.direction(op.microbatch), op.stage);
    return std::ranges::all_of(needsOf(op, schedule.stages(), recomputes), [&](const Value& value) {
        return running.contains(producerOf(value, false, recomputes)) ||
               running.contains(producerOf(value, true, recomputes));
    });
}

std::optional<Time> makespanOf(const Plan& plan, const std::vector<Op>& tray) {
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    if (!tray.empty() || !reachesEnd(plan.schedule, timeline))
        return {};
    return extentOf(timeline).length();
}

/// Fills in what follows from the step.
CoachStep completed(const Lesson& lesson, const Attempt& attempt, CoachStep nextStep) {
    const Timeline timeline = simulate(nextStep.next.schedule, nextStep.next.costs);
    nextStep.why = explain(nextStep.next, timeline, nextStep.op);
    nextStep.before = makespanOf(attempt.plan, trayOf(lesson, attempt.plan));
    nextStep.after = makespanOf(nextStep.next, trayOf(lesson, nextStep.next));
    nextStep.because = reasonOfStep(attempt.plan, nextStep);
    return nextStep;
}

/// Where in the row `op` stands when it comes behind all that the solution runs before it.
int placeBehind(const Row& row, const Row& model, const Op& op) {
    int place = 0;
    for (const Block& block : model) {
        if (block.holds(op))
            break;
        for (int position = place; position < static_cast<int>(row.size()); ++position)
            if (row[position].holds(block.op))
                place = position + 1;
    }
    return place;
}

std::optional<Op> opAt(const Row& row, int position) {
    return position < static_cast<int>(row.size()) ? std::optional<Op>(row[position].op) : std::nullopt;
}

CoachStep placed(const Attempt& attempt, const Op& op, int position) {
    const int rank = attempt.plan.schedule.rankOf(op);
    CoachStep nextStep{.kind = Kind::Place, .op = op, .to = {rank, position}, .next = attempt.plan};
    nextStep.other = opAt(attempt.plan.schedule.order[rank], position);
    if (Result<Schedule> next = insertOp(attempt.plan.schedule, op, position))
        nextStep.next.schedule = *std::move(next);
    return nextStep;
}

constexpr Time kNever = std::numeric_limits<Time>::max();

Time startIn(const Timeline& timeline, const Op& op) {
    const Span* span = spanOf(timeline, op);
    return span ? span->start : kNever;
}

/// Places what the model runs first of the tray.
std::optional<CoachStep> placeLike(const Attempt& attempt, const std::vector<Op>& tray, const Plan& model) {
    const Timeline timeline = simulate(model.schedule, model.costs);
    std::optional<Op> first;
    Time start = kNever;
    for (const Op& op : tray)
        if (const Time each = startIn(timeline, op); each < start) {
            first = op;
            start = each;
        }
    if (!first)
        return {};
    const int rank = attempt.plan.schedule.rankOf(*first);
    return placed(attempt, *first, placeBehind(attempt.plan.schedule.order[rank], model.schedule.order[rank], *first));
}

/// The plan with the limits that the goals set, beside its own.
Plan limitedBy(const std::vector<Goal>& goals, Plan plan) {
    const auto goal = std::ranges::find(goals, GoalKind::PeakMemory, &Goal::kind);
    if (goal == goals.end())
        return plan;
    plan.memory.limit.resize(static_cast<std::size_t>(plan.schedule.ranks()));
    for (std::optional<Bytes>& limit : plan.memory.limit)
        limit = std::min(limit.value_or(goal->most), Bytes{goal->most});
    return plan;
}

/// The attempt with the tray where it does best.
Plan filled(const Lesson& lesson, const Attempt& attempt, const std::vector<Op>& tray) {
    Plan plan = attempt.plan;
    if (Result<Schedule> schedule = placeOps(limitedBy(lesson.goals, plan), tray))
        plan.schedule = *std::move(schedule);
    return plan;
}

/// The step and what comes of it; none where that can't be.
std::optional<CoachStep> taken(CoachStep step, Kind kind, Result<Schedule> next) {
    if (!next)
        return {};
    step.kind = kind;
    step.next.schedule = *std::move(next);
    return step;
}

/// Splits or fuses the backward that stands in the attempt in another form than the step's op, which the solution has.
std::optional<CoachStep> splitOrFuse(const Attempt& attempt, CoachStep step) {
    const Schedule& schedule = attempt.plan.schedule;
    const bool splits = step.op.kind == OpKind::B || step.op.kind == OpKind::W;
    step.op.part = 0;
    step.op.kind = splits ? OpKind::BW : OpKind::B;
    const std::optional<Slot> place = slotOf(schedule, step.op);
    if (!place)
        return {};
    return splits ? taken(std::move(step), Kind::Split, splitBackward(schedule, *place, attempt.plan.costs.weightParts))
                  : taken(std::move(step), Kind::Fuse, fuseBackward(schedule, *place));
}

/// Takes the other op away from where it is, beside the step's own.
std::optional<CoachStep> pairUp(const Schedule& schedule, CoachStep step, const Op& other) {
    step.other = other;
    Result<Schedule> next = removeOp(schedule, other);
    const std::optional<Slot> partner = next ? slotOf(*next, step.op) : std::nullopt;
    if (!partner)
        return {};
    next->order[partner->rank][partner->position].paired = other;
    return taken(std::move(step), Kind::Pair, std::move(next));
}

/// The step that makes position `slot` hold what the solution has there.
std::optional<CoachStep> stepTo(const Attempt& attempt, const Block& wanted, Slot slot) {
    const Schedule& schedule = attempt.plan.schedule;
    CoachStep step{.op = wanted.op, .to = slot, .next = attempt.plan};
    const std::optional<Slot> at = slotOf(schedule, wanted.op);
    if (!at)
        return splitOrFuse(attempt, std::move(step));
    if (at->rank != slot.rank)
        return {};
    if (at->position != slot.position) {
        step.other = opAt(schedule.order[slot.rank], slot.position);
        return taken(std::move(step), Kind::Move, moveBlock(schedule, *at, slot.position));
    }
    const Block& block = schedule.order[at->rank][at->position];
    if (wanted.paired && !block.paired)
        return pairUp(schedule, std::move(step), *wanted.paired);
    if (!wanted.paired && block.paired)
        return taken(std::move(step), Kind::Unpair, unpair(schedule, *at));
    return {};
}

/// The first place, in time of the solution, where the attempt does something else.
std::optional<CoachStep> stepLike(const Lesson& lesson, const Attempt& attempt, const Plan& model) {
    const Schedule& schedule = attempt.plan.schedule;
    if (schedule.order.size() != model.schedule.order.size())
        return {};
    const Timeline timeline = simulate(model.schedule, model.costs);
    std::optional<CoachStep> best;
    Time first = kNever;
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank) {
        const auto same = [](const Block& a, const Block& b) { return a.op == b.op && a.paired == b.paired; };
        const auto [is, wanted] = std::ranges::mismatch(schedule.order[rank], model.schedule.order[rank], same);
        if (wanted == model.schedule.order[rank].end())
            continue;
        const int position = static_cast<int>(wanted - model.schedule.order[rank].begin());
        const Time start = startIn(timeline, wanted->op);
        if (start >= first)
            continue;
        if (std::optional<CoachStep> step = stepTo(attempt, *wanted, {rank, position});
            step && mayBecome(lesson, attempt.plan, step->next)) {
            first = start;
            best = std::move(step);
        }
    }
    return best;
}

/// What an order that reaches its end lacks: memory over the limits, then time.
using Lack = std::pair<Bytes, Time>;

std::optional<Lack> lackOf(const Plan& plan) {
    const std::optional<Time> makespan = makespanOf(plan, {});
    if (!makespan)
        return {};
    const std::vector<Bytes> peaks = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts);
    Bytes over = 0;
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank)
        over += std::max<Bytes>(0, peaks[rank] - plan.memory.limitOf(rank).value_or(peaks[rank]));
    return Lack{over, *makespan};
}

/// The move of one block after which the order lacks least; none after which it lacks less: nothing.
std::optional<CoachStep> bestMove(const Lesson& lesson, const Attempt& attempt) {
    const Schedule& schedule = attempt.plan.schedule;
    Plan moved = limitedBy(lesson.goals, attempt.plan);
    std::optional<Lack> least = lackOf(moved);
    std::optional<CoachStep> found;
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank)
        for (int from = 0; from < static_cast<int>(schedule.order[rank].size()); ++from)
            for (int to = 0; to <= static_cast<int>(schedule.order[rank].size()); ++to) {
                if (to == from || to == from + 1)
                    continue;
                moved.schedule = *moveBlock(schedule, {rank, from}, to);
                const std::optional<Lack> lack = lackOf(moved);
                if (!lack || (least && *lack >= *least))
                    continue;
                CoachStep step{.kind = Kind::Move, .op = schedule.order[rank][from].op, .to = {rank, to}};
                step.other = opAt(schedule.order[rank], to);
                step.next = attempt.plan;
                step.next.schedule = moved.schedule;
                if (!mayBecome(lesson, attempt.plan, step.next))
                    continue;
                least = lack;
                found = std::move(step);
            }
    return found;
}

/// What the student should choose: what the solution is, or, without one, the first that reaches all goals.
std::optional<OrderChoice> choiceToMake(const Lesson& lesson, const Result<Attempt>& solution, OptimizerMode mode) {
    if (solution)
        return choiceOf(lesson, solution->plan);
    const Checker checker(lesson);
    for (const OrderChoice& choice : choicesOf(lesson))
        if (Result<Plan> plan = remade(lesson, choice); plan && checker.check({*std::move(plan), mode}).reached)
            return choice;
    return {};
}

/// The choice that is still to be made; none where the order was edited since it was made.
std::optional<CoachStep> stepOfChoice(const Lesson& lesson, const Attempt& attempt, const Result<Attempt>& solution) {
    const std::optional<OrderChoice> now = choiceOf(lesson, attempt.plan);
    if (!now)
        return {};
    const std::optional<OrderChoice> wanted = choiceToMake(lesson, solution, attempt.optimizer);
    if (!wanted || wanted == now)
        return {};
    Result<Plan> next = remade(lesson, *wanted);
    return next ? std::optional(CoachStep{.kind = Kind::Remake, .choice = *wanted, .next = *std::move(next)})
                : std::nullopt;
}

} // namespace

std::vector<Op> readyOps(const Plan& plan, const std::vector<Op>& tray) {
    const std::set<Op> running = opsOfAll(simulate(plan.schedule, plan.costs).lanes);
    std::vector<Op> ready;
    std::ranges::copy_if(tray, std::back_inserter(ready), [&](const Op& op) { return isReady(plan, running, op); });
    return ready;
}

CoachStep nextStepFor(const Lesson& lesson, const Attempt& attempt) {
    const Result<Attempt> solution = solutionOf(lesson);
    // A post-validated iteration is never longer.
    const OptimizerMode mode = solution ? solution->optimizer : OptimizerMode::PostValidated;
    if (mode != attempt.optimizer && lesson.allows(LessonEdit::Optimizer))
        return completed(lesson, attempt, {.kind = Kind::Optimizer, .mode = mode, .next = attempt.plan});
    if (lesson.allows(LessonEdit::Halve))
        if (Result<Plan> half = cutInHalf(attempt.plan))
            return completed(lesson, attempt, {.kind = Kind::Halve, .next = *std::move(half)});
    if (std::optional<CoachStep> chosen = stepOfChoice(lesson, attempt, solution))
        return completed(lesson, attempt, *std::move(chosen));
    const std::vector<Op> tray = trayOf(lesson, attempt.plan);
    std::optional<CoachStep> step;
    if (!tray.empty())
        step = placeLike(attempt, tray, solution ? solution->plan : filled(lesson, attempt, tray));
    else
        step = solution ? stepLike(lesson, attempt, solution->plan) : bestMove(lesson, attempt);
    // What the lesson would refuse is no step.
    return step && mayBecome(lesson, attempt.plan, step->next) ? completed(lesson, attempt, *std::move(step))
                                                               : CoachStep{};
}

bool isTaken(const CoachStep& step, const Attempt& attempt) {
    if (step.kind == Kind::Nothing)
        return false;
    if (step.kind == Kind::Optimizer)
        return attempt.optimizer == step.mode;
    const Schedule& schedule = attempt.plan.schedule;
    if (schedule == step.next.schedule)
        return true;
    if (step.kind != Kind::Place && step.kind != Kind::Move)
        return false;
    const std::optional<Slot> at = slotOf(schedule, step.op);
    if (!at || at->rank != step.to.rank)
        return false;
    const Row& row = schedule.order[at->rank];
    const auto behind = static_cast<std::size_t>(at->position) + 1;
    return step.other ? behind < row.size() && row[behind].holds(*step.other) : behind == row.size();
}

} // namespace lanewright
