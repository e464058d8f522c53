// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/same_problem.h"

#include "core/edit/fold.h"
#include "core/lesson/remake.h"
#include "core/lesson/rules.h"
#include "core/lesson/setting.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/simulate/amounts.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace lanewright {

namespace {

/// What the first difference is; none: there is no difference.
using Difference = std::optional<Message>;

bool holdsWeights(const Schedule& schedule) {
    const auto isWeight = [](const Block& block) { return block.op.kind == OpKind::W; };
    return std::ranges::any_of(schedule.order, [&](const Row& row) { return std::ranges::any_of(row, isWeight); });
}

Difference countDifference(const Schedule& own, const Schedule& other) {
    const auto directions = [](const Schedule& schedule) {
        return static_cast<int>(schedule.placement.directions.size());
    };
    struct Count {
        Phrase words;
        int own;
        int other;
    };
    for (const Count& each :
         {Count{phrase("answer", "the number of ranks is %1 in the lesson, %2 in the answer"), own.ranks(),
                other.ranks()},
          Count{phrase("answer", "the number of microbatches is %1 in the lesson, %2 in the answer"), own.microbatches,
                other.microbatches},
          Count{phrase("answer", "the number of directions is %1 in the lesson, %2 in the answer"), directions(own),
                directions(other)},
          Count{phrase("answer", "the number of stages is %1 in the lesson, %2 in the answer"), own.stages(),
                other.stages()}})
        if (each.own != each.other)
            return say(each.words, each.own, each.other);
    return {};
}

/// Both shapes have the same counts.
Difference placementDifference(const Schedule& own, const Schedule& other, bool mayMoveStages) {
    for (int microbatch = 0; microbatch < own.microbatches; ++microbatch)
        if (own.direction(microbatch) != other.direction(microbatch))
            return say(phrase("answer", "microbatch %1 goes in direction %2 in the lesson, in direction %3 in the "
                                        "answer"),
                       microbatch, own.direction(microbatch), other.direction(microbatch));
    const int directions = static_cast<int>(own.placement.directions.size());
    for (int direction = 0; direction < directions && !mayMoveStages; ++direction)
        for (int stage = 0; stage < own.stages(); ++stage) {
            const int here = own.placement.rankOf(direction, stage);
            const int there = other.placement.rankOf(direction, stage);
            if (here != there)
                return say(phrase("answer", "stage %1 is on rank %2 in the lesson, on rank %3 in the answer"), stage,
                           here, there);
        }
    return {};
}

Message amountOrNone(const std::optional<Time>& time, TimeUnit unit) {
    return time ? inUnit(*time, unit) : say(phrase("answer", "nothing"));
}

Difference stageCostDifference(const StageCosts& own, const StageCosts& other, int stage, TimeUnit unit) {
    const auto times = [&](const Message& what, const std::optional<Time>& here,
                           const std::optional<Time>& there) -> Difference {
        if (here == there)
            return {};
        return say(phrase("answer", "%1 of stage %2 takes %3 in the lesson, %4 in the answer"), what, stage,
                   amountOrNone(here, unit), amountOrNone(there, unit));
    };
    for (const Difference& each :
         {times("F", own.forward, other.forward), times("B", own.backwardInput, other.backwardInput),
          times("W", own.backwardWeight, other.backwardWeight), times("R", own.recompute, other.recompute),
          times(say(phrase("answer", "an overlapped pair")), own.overlapped, other.overlapped),
          times(say(phrase("answer", "the optimizer step")), own.optimizer, other.optimizer),
          times(say(phrase("answer", "the all-reduce")), own.allReduce, other.allReduce)})
        if (each)
            return each;
    return {};
}

/// Both plans have the same counts.
Difference costDifference(const Plan& own, const Plan& other) {
    const int directions = static_cast<int>(own.schedule.placement.directions.size());
    for (int direction = 0; direction < directions; ++direction)
        for (int stage = 0; stage < own.schedule.stages(); ++stage)
            if (Difference found = stageCostDifference(own.costs.of(direction, stage), other.costs.of(direction, stage),
                                                       stage, own.timeUnit))
                return found;
    for (int from = 0; from < own.schedule.ranks(); ++from)
        for (int to = 0; to < own.schedule.ranks(); ++to) {
            const Time here = own.costs.transfer.between(from, to);
            const Time there = other.costs.transfer.between(from, to);
            if (here != there)
                return say(phrase("answer", "the way from rank %1 to rank %2 takes %3 in the lesson, %4 in the answer"),
                           from, to, inUnit(here, own.timeUnit), inUnit(there, own.timeUnit));
        }
    if (own.costs.boundary != other.costs.boundary)
        return say(phrase("answer", "messages between stages have other times or sizes in the answer than in the "
                                    "lesson"));
    for (const auto& [what, time] : {std::pair(phrase("answer", "a rank is busy with a value that it sends for %1 in "
                                                                "the lesson, %2 in the answer"),
                                               &HostTimes::send),
                                     std::pair(phrase("answer", "a rank is busy with a value that it receives for %1 "
                                                                "in the lesson, %2 in the answer"),
                                               &HostTimes::receive)})
        if (own.costs.host.*time != other.costs.host.*time)
            return say(what, inUnit(own.costs.host.*time, own.timeUnit), inUnit(other.costs.host.*time, own.timeUnit));
    if (own.costs.microbatches != other.costs.microbatches)
        return say(phrase("answer", "microbatches differ in another way in the answer than in the lesson"));
    if (own.costs.pairs != other.costs.pairs)
        return say(phrase("answer", "overlapped pairs take other times in the answer than in the lesson"));
    if (own.costs.links != other.costs.links)
        return own.costs.links == Links::Serial
                   ? say(phrase("answer", "a link carries one value at a time in the lesson, any number in the answer"))
                   : say(phrase("answer", "a link carries any number of values in the lesson, one at a time in the "
                                          "answer"));
    // Without a W in the order nobody sees into how many parts it would be cut.
    if (own.costs.weightParts != other.costs.weightParts && holdsWeights(other.schedule))
        return say(phrase("answer", "the number of parts of W is %1 in the lesson, %2 in the answer"),
                   own.costs.weightParts, other.costs.weightParts);
    return {};
}

Difference stageMemoryDifference(const StageMemory& own, const StageMemory& other, int stage, MemoryUnit unit) {
    const auto bytes = [&](const Message& what, Bytes here, Bytes there) -> Difference {
        if (here == there)
            return {};
        return say(phrase("answer", "%1 of stage %2 changes the memory by %3 in the lesson, by %4 in the answer"), what,
                   stage, inUnit(here, unit), inUnit(there, unit));
    };
    for (const Difference& each :
         {bytes("F", own.forward, other.forward), bytes("B", own.backwardInput, other.backwardInput),
          bytes("W", own.backwardWeight, other.backwardWeight), bytes("R", own.recompute, other.recompute)})
        if (each)
            return each;
    if (own.fixed != other.fixed)
        return say(phrase("answer", "the weights of stage %1 hold %2 in the lesson, %3 in the answer"), stage,
                   inUnit(own.fixed, unit), inUnit(other.fixed, unit));
    return {};
}

Difference memoryDifference(const Plan& own, const Plan& other) {
    const int directions = static_cast<int>(own.schedule.placement.directions.size());
    for (int direction = 0; direction < directions; ++direction)
        for (int stage = 0; stage < own.schedule.stages(); ++stage)
            if (Difference found = stageMemoryDifference(own.memory.of(direction, stage),
                                                         other.memory.of(direction, stage), stage, own.memoryUnit))
                return found;
    const auto room = [&](const std::optional<Bytes>& bytes) {
        return bytes ? inUnit(*bytes, own.memoryUnit) : say(phrase("answer", "any amount"));
    };
    for (int rank = 0; rank < own.schedule.ranks(); ++rank) {
        if (own.memory.limitOf(rank) != other.memory.limitOf(rank))
            return say(phrase("answer", "rank %1 may hold %2 in the lesson, %3 in the answer"), rank,
                       room(own.memory.limitOf(rank)), room(other.memory.limitOf(rank)));
        if (own.memory.deviceOf(rank) != other.memory.deviceOf(rank))
            return say(phrase("answer", "the device of rank %1 holds %2 in the lesson, %3 in the answer"), rank,
                       room(own.memory.deviceOf(rank)), room(other.memory.deviceOf(rank)));
    }
    if (own.memory.receiveBuffers != other.memory.receiveBuffers || own.memory.sendBuffers != other.memory.sendBuffers)
        return say(phrase("answer", "ranks keep buffers for messages in another way in the answer than in the lesson"));
    return {};
}

Difference problemDifference(const Lesson& lesson, const Plan& own, const Plan& other) {
    if (Difference found = countDifference(own.schedule, other.schedule))
        return found;
    if (Difference found = placementDifference(own.schedule, other.schedule, lesson.allows(LessonEdit::Stage)))
        return found;
    if (lesson.allows(LessonEdit::Costs))
        return {};
    if (Difference found = costDifference(own, other))
        return found;
    return memoryDifference(own, other);
}

/// The first op of the answer, by rank and place, that neither the start holds nor its tray offers.
std::optional<Op> notOffered(const Lesson& lesson, const Plan& own, const Schedule& answer) {
    std::set<Op> offered = opsOfAll(own.schedule.order);
    const std::vector<Op> tray = trayOf(lesson, own);
    offered.insert(tray.begin(), tray.end());
    for (const Row& row : answer.order)
        for (const Block& block : row)
            for (const Op& op : opsIn(block))
                if (!offered.contains(op))
                    return op;
    return {};
}

/// The lesson's own plan that the answer starts from: cut in half, or made for as many microbatches, where the answer
/// is and may be.
Plan ownPlanFor(const Lesson& lesson, const Plan& start, const Schedule& answer) {
    if (lesson.allows(LessonEdit::Microbatches) && start.schedule.microbatches != answer.microbatches)
        if (Result<Plan> other = remade(lesson, {lesson.start.generator, answer.microbatches}))
            return *std::move(other);
    if (lesson.allows(LessonEdit::Halve) && start.schedule.ranks() != answer.ranks())
        if (Result<Plan> half = cutInHalf(start); half && half->schedule.ranks() == answer.ranks())
            return *std::move(half);
    return start;
}

} // namespace

Result<Attempt> answerTo(const Lesson& lesson, const Attempt& handedIn) {
    if (handedIn.plan.isProblem())
        return Error{say(phrase("refusal", "this is a problem without an order; there is nothing to judge"))};
    const Result<Attempt> start = startOf(lesson);
    if (!start)
        return Error{say(phrase("refusal", "the lesson's start can't be made: %1"), start.error().message)};
    const Plan own = ownPlanFor(lesson, start->plan, handedIn.plan.schedule);
    if (Difference found = problemDifference(lesson, own, handedIn.plan))
        return Error{say(phrase("refusal", "this is no answer to the lesson: %1"), *found)};
    Attempt attempt{.plan = own, .optimizer = handedIn.optimizer};
    attempt.plan.schedule.placement = handedIn.plan.schedule.placement;
    attempt.plan.schedule.order = handedIn.plan.schedule.order;
    if (lesson.allows(LessonEdit::Costs)) {
        attempt.plan.costs = handedIn.plan.costs;
        attempt.plan.memory = handedIn.plan.memory;
    }
    if (!fitsShape(attempt.plan.schedule, attempt.plan.costs.weightParts))
        return Error{say(phrase("refusal", "the order names ops or rows that the problem does not have"))};
    if (attempt.optimizer != start->optimizer && !lesson.allows(LessonEdit::Optimizer))
        return Error{say(phrase("refusal", "this lesson does not let you choose the optimizer mode"))};
    if (choiceOf(lesson, attempt.plan))
        return attempt;
    if (!lesson.allows(LessonEdit::Split))
        if (const std::optional<Op> op = notOffered(lesson, own, attempt.plan.schedule))
            return Error{say(phrase("refusal", "this is no answer to the lesson: it has no %1, and does not let you "
                                               "split or fuse a backward"),
                             toText(*op, attempt.plan.costs.weightParts))};
    if (const Result<Done> may = mayBecome(lesson, own, attempt.plan); !may)
        return may.error();
    return attempt;
}

} // namespace lanewright
