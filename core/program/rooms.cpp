// SPDX-License-Identifier: Apache-2.0
#include "core/model/dataflow.h"
#include "core/program/program.h"
#include "core/program/stage_values.h"

#include <algorithm>
#include <vector>

namespace lanewright {

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
        for (const Op& op : opsIn(instruction.block))
            forEachYield(op, plan, [&](const Value& value) {
                now += *place(value) ? 0 : 1;
                *place(value) = true;
            });
        most = std::max(most, now);
        for (const Op& op : opsIn(instruction.block))
            forEachNeed(op, plan, leave);
    }
    return most;
}

} // namespace lanewright
