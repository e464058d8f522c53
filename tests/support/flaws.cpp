// SPDX-License-Identifier: Apache-2.0
#include "tests/support/flaws.h"

#include "tests/support/rows.h"

#include <optional>

namespace lanewright::test {

namespace {

Plan withLimit(Plan plan, Bytes limit) {
    plan.memory.limit.assign(plan.schedule.ranks(), limit);
    return plan;
}

Plan withDevice(Plan plan, Bytes device) {
    plan.memory.device.assign(plan.schedule.ranks(), std::nullopt);
    plan.memory.device[1] = device;
    return plan;
}

Plan withGap(Plan plan) {
    plan.schedule.order[1][2].gap = unit(4);
    return plan;
}

} // namespace

std::vector<Flaw> flaws() {
    const Plan zbH1 = linearPlan(4, 8, zbH1Rows());
    return {
        {FindingCode::Incomplete, linearPlan(2, 1, "F0.0 B0.0 W0.0\n F1.0 B1.0")},
        {FindingCode::Duplicate, linearPlan(2, 1, "F0.0 F0.0 B0.0 W0.0\n F1.0 B1.0 W1.0")},
        {FindingCode::Misplaced, linearPlan(2, 1, "F0.0 B0.0 W0.0 W1.0\n F1.0 B1.0")},
        {FindingCode::Precedence, linearPlan(2, 1, "F0.0 W0.0 B0.0\n F1.0 B1.0 W1.0")},
        {FindingCode::Deadlock, linearPlan(2, 2, "F0.0 B0.0 F0.1 B0.1 W0.0 W0.1\n F1.1 B1.1 F1.0 B1.0 W1.0 W1.1")},
        {FindingCode::Fused, linearPlan(2, 1, "F0.0 BW0.0 W0.0\n F1.0 B1.0 W1.0")},
        {FindingCode::Pair, linearPlan(1, 2, "F0.0 B0.0 F0.1+W0.0 B0.1 W0.1")},
        {FindingCode::Memory, withLimit(linearPlan(2, 4, R"(
            F0.0 F0.1 F0.2 F0.3 B0.0 W0.0 B0.1 W0.1 B0.2 W0.2 B0.3 W0.3
            F1.0 B1.0 W1.0 F1.1 B1.1 W1.1 F1.2 B1.2 W1.2 F1.3 B1.3 W1.3)"),
                                        2 * kMemoryUnit)},
        {FindingCode::DeviceMemory, withDevice(zbH1, 3 * kMemoryUnit)},
        {FindingCode::Gap, withGap(zbH1)},
        {FindingCode::Crossed, linearPlan(2, 2, "F0.0 F0.1 B0.0 W0.0 B0.1 W0.1\n F1.1 F1.0 B1.0 W1.0 B1.1 W1.1")},
        {FindingCode::Staging, linearPlan(2, 2, "F0.0 F0.1 B0.0 B0.1 W0.1 W0.0\n F1.0 F1.1 B1.0 B1.1 W1.0 W1.1")},
    };
}

} // namespace lanewright::test
