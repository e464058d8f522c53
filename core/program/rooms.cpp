// SPDX-License-Identifier: Apache-2.0
#include "core/program/program.h"

#include <algorithm>
#include <vector>

namespace lanewright {

namespace {

/// Visits all values that the block makes and another stage needs.
template <typename Visit>
void forEachMade(const Block& block, const Plan& plan, const Visit& visit) {
    const auto from = [&](const Op& op) {
        const bool recomputes = plan.costs.recomputes(plan.schedule.direction(op.microbatch), op.stage);
        for (const Value& value : yieldsOf(op, plan.schedule.stages(), recomputes))
            if (crossesRanks(value.kind))
                visit(value);
    };
    from(block.op);
    if (block.paired)
        from(*block.paired);
}

/// Visits all values from other stages that the block needs.
template <typename Visit>
void forEachUsed(const Block& block, const Plan& plan, const Visit& visit) {
    const auto from = [&](const Op& op) {
        const bool recomputes = plan.costs.recomputes(plan.schedule.direction(op.microbatch), op.stage);
        for (const Value& value : needsOf(op, plan.schedule.stages(), recomputes))
            if (crossesRanks(value.kind))
                visit(value);
    };
    from(block.op);
    if (block.paired)
        from(*block.paired);
}

} // namespace

int fewestRooms(const Program& program, const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    std::vector<bool> held(static_cast<std::size_t>(kValueKinds) * schedule.stages() * schedule.microbatches);
    const auto place = [&](const Value& value) {
        return held.begin() + indexOf(value, schedule.stages(), schedule.microbatches);
    };
    int now = 0;
    int most = 0;
    for (const Instruction& instruction : program.code) {
        if (instruction.act == Act::Post)
            continue;
        const auto leave = [&](const Value& value) {
            now -= *place(value) ? 1 : 0;
            *place(value) = false;
        };
        if (instruction.act == Act::Send) {
            leave(instruction.value);
            continue;
        }
        forEachMade(instruction.block, plan, [&](const Value& value) {
            now += *place(value) ? 0 : 1;
            *place(value) = true;
        });
        most = std::max(most, now);
        forEachUsed(instruction.block, plan, leave);
    }
    return most;
}

} // namespace lanewright
