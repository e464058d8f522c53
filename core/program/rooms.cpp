// SPDX-License-Identifier: Apache-2.0
#include "core/program/program.h"
#include "core/program/stage_values.h"

#include <algorithm>
#include <vector>

namespace lanewright {

namespace {

/// Visits the ops of a block.
template <typename Visit>
void forEachOpOf(const Block& block, const Visit& visit) {
    visit(block.op);
    if (block.paired)
        visit(*block.paired);
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
        forEachOpOf(instruction.block, [&](const Op& op) {
            forEachYield(op, plan, [&](const Value& value) {
                now += *place(value) ? 0 : 1;
                *place(value) = true;
            });
        });
        most = std::max(most, now);
        forEachOpOf(instruction.block, [&](const Op& op) { forEachNeed(op, plan, leave); });
    }
    return most;
}

} // namespace lanewright
