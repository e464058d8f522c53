// SPDX-License-Identifier: Apache-2.0
// Orders, programs and enqueue lists, made of decisions: every input is a schedule of a few ranks whose order is valid
// or broken in some places, its programs, with some instructions changed, and the list that GPUs enqueue.
#include "core/check/validate.h"
#include "core/program/enqueue_list.h"
#include "core/program/program.h"
#include "core/simulate/simulate.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/random_plan.h"
#include "tests/support/slow_simulator.h"

#include <vector>

using namespace lanewright;
using fuzz::Decisions;
using fuzz::require;

namespace {

Plan planOf(Decisions& decisions) {
    const test::RandomShape shape{.mostRanks = decisions.between(1, 5),
                                  .mostChunks = decisions.between(1, 3),
                                  .mostMicrobatches = decisions.between(1, 6),
                                  .twoDirections = decisions.flag(),
                                  .gaps = decisions.flag(),
                                  .pairs = decisions.flag(),
                                  .parts = decisions.flag(),
                                  .recompute = decisions.flag(),
                                  .serial = decisions.flag(),
                                  .unequal = decisions.flag()};
    return test::randomPlan(static_cast<std::uint64_t>(decisions.between(0, 65'535)), shape);
}

/// Moves, drops and doubles blocks, as many as are asked for.
void breakOrder(Plan& plan, Decisions& decisions) {
    std::vector<Row>& order = plan.schedule.order;
    for (int count = decisions.between(0, 4); count > 0 && !order.empty(); --count) {
        Row& from = order[static_cast<std::size_t>(decisions.between(0, static_cast<int>(order.size()) - 1))];
        if (from.empty())
            continue;
        const int at = decisions.between(0, static_cast<int>(from.size()) - 1);
        const Block block = from[static_cast<std::size_t>(at)];
        const bool stays = decisions.between(0, 3) == 0;
        if (!stays)
            from.erase(from.begin() + at);
        if (decisions.between(0, 3) == 1)
            continue;
        Row& to = decisions.between(0, 3) == 2
                      ? order[static_cast<std::size_t>(decisions.between(0, static_cast<int>(order.size()) - 1))]
                      : from;
        to.insert(to.begin() + decisions.between(0, static_cast<int>(to.size())), block);
    }
}

/// Changes some instructions; the numbers may be of anything.
void breakPrograms(std::vector<Program>& programs, Decisions& decisions) {
    for (int count = decisions.between(0, 4); count > 0 && !programs.empty(); --count) {
        Program& program =
            programs[static_cast<std::size_t>(decisions.between(0, static_cast<int>(programs.size()) - 1))];
        if (program.code.empty())
            continue;
        const int at = decisions.between(0, static_cast<int>(program.code.size()) - 1);
        Instruction& instruction = program.code[static_cast<std::size_t>(at)];
        switch (decisions.between(0, 6)) {
        case 0: program.code.erase(program.code.begin() + at); break;
        case 1: program.code.push_back(Instruction{instruction}); break;
        case 2: instruction.peer = decisions.between(-2, 8); break;
        case 3: instruction.transfer = decisions.between(-2, 64); break;
        case 4: instruction.slot = decisions.between(-2, 64); break;
        case 5: program.rooms = decisions.between(0, 64); break;
        case 6: program.slots = decisions.between(0, 64); break;
        }
    }
}

EnqueueTarget targetOf(const Plan& plan, Decisions& decisions) {
    EnqueueTarget target;
    target.processes = decisions.between(1, plan.schedule.ranks());
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank)
        target.processOf.push_back(rank < target.processes ? rank : decisions.between(0, target.processes - 1));
    for (int stage = 0; stage < plan.schedule.stages(); ++stage)
        target.gradients.push_back(decisions.between(1, 65'536));
    target.mode = decisions.flag() ? OptimizerMode::PostValidated : OptimizerMode::Synchronous;
    return target;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Decisions decisions(data, size);
    Plan plan = planOf(decisions);
    breakOrder(plan, decisions);
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    require(timeline == test::slowSimulate(plan.schedule, plan.costs), "both simulators say the same");
    const bool valid = isValid(validate(plan, timeline));
    Result<std::vector<Program>> programs = lower(plan);
    require(programs.ok() == valid, "what is valid, and nothing else, is lowered");
    if (!programs)
        return 0;
    require(proveDeadlockFree(*programs, plan).ok(), "what was lowered can't deadlock");
    const EnqueueTarget target = targetOf(plan, decisions);
    const EnqueueList list = makeEnqueueList(plan, *programs, target);
    require(proveEnqueueList(list, plan.schedule, target).ok(), "what is enqueued comes to its end");
    breakPrograms(*programs, decisions);
    static_cast<void>(proveDeadlockFree(*programs, plan));
    for (const Program& program : *programs)
        fewestRooms(program, plan);
    return 0;
}
