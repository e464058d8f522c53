// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/coach_reasons.h"

#include "core/model/text.h"
#include "core/simulate/amounts.h"
#include "core/simulate/memory.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace lanewright {

namespace {

/// The backward of the stage before, which waits for this one's gradient; none where that is on the same rank, is not
/// in the order, or where the op is the first stage's.
std::optional<Op> waitingBackward(const Schedule& schedule, const Op& op) {
    if (op.stage == 0 || !isBackward(op.kind))
        return {};
    for (const OpKind kind : {OpKind::BW, OpKind::B}) {
        const Op other{.kind = kind, .stage = op.stage - 1, .microbatch = op.microbatch};
        if (slotOf(schedule, other) && schedule.rankOf(other) != schedule.rankOf(op))
            return other;
    }
    return {};
}

Message reasonOfSplit(const Plan& before, const CoachStep& step) {
    const Schedule& schedule = before.schedule;
    const int direction = schedule.direction(step.op.microbatch);
    const std::string name = toText(step.op);
    if (const std::optional<Op> waits = waitingBackward(schedule, step.op))
        return say(phrase("coach",
                          "%1 on rank %2 waits for the gradient of %3. Only B makes it, so it comes %4 earlier "
                          "once W is apart."),
                   toText(*waits), schedule.rankOf(*waits), name,
                   inUnit(before.costs.of(direction, step.op.stage).backwardWeight, before.timeUnit));
    return say(
        phrase("coach", "No other rank waits for %1, but once W is apart it can run where rank %2 would be idle."),
        name, schedule.rankOf(step.op));
}

Message reasonOfPair(const Plan& before, const CoachStep& step) {
    const Schedule& schedule = before.schedule;
    const auto timeOfBlock = [&](const Block& block) { return durationOf(schedule, before.costs, block); };
    const Time apart = timeOfBlock({.op = step.op}) + timeOfBlock({.op = *step.other});
    const Time together = timeOfBlock(pairOf(step.op, *step.other));
    return say(phrase("coach", "Together they take %1, one after the other %2."), inUnit(together, before.timeUnit),
               inUnit(apart, before.timeUnit));
}

/// Where the rank of the op passes its limit before the step, and holds less after it.
std::optional<Message> reliefOf(const Plan& before, const CoachStep& step) {
    const int rank = step.to.rank;
    const std::optional<Bytes> limit = before.memory.limitOf(rank);
    if (!limit)
        return {};
    const auto peak = [&](const Schedule& schedule) {
        return peakMemory(schedule, before.memory, before.costs.weightParts)[rank];
    };
    const Bytes was = peak(before.schedule);
    const Bytes is = peak(step.next.schedule);
    if (was <= *limit || is >= was)
        return {};
    return say(phrase("coach", "Rank %1 then holds %2 instead of %3; its limit is %4."), rank,
               inUnit(is, before.memoryUnit), inUnit(was, before.memoryUnit), inUnit(*limit, before.memoryUnit));
}

Message reasonOfOrder(const Plan& before, const CoachStep& step) {
    if (const std::optional<Message> relief =
            step.kind == CoachStep::Kind::Move ? reliefOf(before, step) : std::optional<Message>())
        return *relief;
    if (step.before && step.after && *step.after < *step.before)
        return say(phrase("coach", "The makespan falls from %1 to %2."), inUnit(*step.before, before.timeUnit),
                   inUnit(*step.after, before.timeUnit));
    if (!step.why)
        return {};
    const int parts = before.costs.weightParts;
    const Schedule& schedule = step.next.schedule;
    const auto elsewhere = [&](const Op& op) { return schedule.rankOf(op) != step.to.rank; };
    const auto waits = std::ranges::find_if(step.why->consumers, elsewhere);
    if (waits == step.why->consumers.end())
        return step.why->sentence;
    return inTurn({say(phrase("coach", "%1 on rank %2 waits for it."), toText(*waits, parts), schedule.rankOf(*waits)),
                   step.why->sentence});
}

} // namespace

Message reasonOfStep(const Plan& before, const CoachStep& step) {
    switch (step.kind) {
    case CoachStep::Kind::Nothing: return {};
    case CoachStep::Kind::Place:
    case CoachStep::Kind::Move: return reasonOfOrder(before, step);
    case CoachStep::Kind::Split: return reasonOfSplit(before, step);
    case CoachStep::Kind::Fuse:
        return say(phrase("coach", "Nobody gains by having the B of %1 apart from its W."), toText(step.op));
    case CoachStep::Kind::Pair: return reasonOfPair(before, step);
    case CoachStep::Kind::Unpair:
        return say(phrase("coach", "Apart, each of the two starts as soon as what it needs is there."));
    case CoachStep::Kind::Optimizer:
        return step.mode == OptimizerMode::PostValidated
                   ? say(phrase("coach", "A rank that steps at once does not wait for the slowest one before its next "
                                         "iteration."))
                   : say(phrase("coach", "All ranks then step by the norm of all gradients, and none has to go back."));
    case CoachStep::Kind::Halve:
        return say(phrase("coach", "The halves of the ranks are mirror images, so one of them does with half the "
                                   "weights."));
    case CoachStep::Kind::Remake:
        return step.next.schedule.microbatches > before.schedule.microbatches
                   ? say(phrase("coach", "Filling and draining take no longer then, and weigh less beside more work."))
               : step.next.schedule.microbatches < before.schedule.microbatches
                   ? say(phrase("coach", "Each microbatch that is held needs memory."))
                   : say(phrase("coach", "Look at its numbers beside those of the one before."));
    }
    return {};
}

} // namespace lanewright
