// SPDX-License-Identifier: Apache-2.0
#include "core/generate/two_way/two_ways.h"

namespace lanewright {

Schedule emptyOrderOf(const Plan& problem) {
    Schedule schedule = problem.schedule;
    schedule.order.assign(schedule.ranks(), {});
    return schedule;
}

std::array<std::vector<int>, 2> dealtTo(const Schedule& schedule) {
    std::array<std::vector<int>, 2> dealt;
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        dealt[schedule.direction(microbatch)].push_back(microbatch);
    return dealt;
}

} // namespace lanewright
