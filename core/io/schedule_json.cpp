// SPDX-License-Identifier: Apache-2.0
#include "core/io/schedule_json.h"

#include "core/io/plan_parts.h"

namespace lanewright {

Result<Plan> planFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    Trouble trouble;
    Plan plan = planFromNode(document->root(), trouble);
    if (trouble)
        return trouble.first();
    return plan;
}

std::string planToJson(const Plan& plan) {
    json::Writer writer;
    writePlan(writer, plan);
    return writer.take() + "\n";
}

} // namespace lanewright
