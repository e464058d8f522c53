// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/v_pattern.h"
#include "core/generate/v_shape.h"

namespace lanewright {

namespace {

Result<Schedule> squeezed(const Plan& problem, const std::vector<Pattern>& patterns, const std::string& method) {
    return scheduleWithinLimits(problem, squeezedWords(patterns, instanceOf(problem)), method);
}

} // namespace

Result<Schedule> makeVMin(const Plan& problem, const Choices&) {
    return squeezed(problem, vMinPattern(problem.schedule.ranks()), "V-Min");
}

Result<Schedule> makeVHalf(const Plan& problem, const Choices&) {
    return squeezed(problem, vHalfPattern(problem.schedule.ranks()), "V-Half");
}

} // namespace lanewright
