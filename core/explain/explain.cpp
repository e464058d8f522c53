// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain.h"

#include "core/explain/reasons.h"

namespace lanewright {

std::optional<Explanation> explain(const Plan& plan, const Timeline& timeline, const Op& op) {
    return Reasons(plan, timeline).of(op);
}

} // namespace lanewright
