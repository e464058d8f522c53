// SPDX-License-Identifier: Apache-2.0
#include "core/io/schedule_json.h"

#include "core/io/plan/plan_parts.h"

namespace lanewright {

Result<Plan> planFromJson(std::string_view text) { return readText(text, planFromNode); }

std::string planToJson(const Plan& plan) {
    json::Writer writer;
    writePlan(writer, plan);
    return writer.take() + "\n";
}

} // namespace lanewright
