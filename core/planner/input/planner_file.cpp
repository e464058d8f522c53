// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/planner_file.h"

#include "core/io/files.h"
#include "core/io/json.h"
#include "core/io/reading.h"
#include "core/planner/input/model_json.h"

#include <utility>

namespace lanewright {

Result<PlannerFile> plannerFileFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (document && formatOf(document->root()) == "lanewright-cluster") {
        Result<Cluster> cluster = clusterFromJson(text);
        if (!cluster)
            return cluster.error();
        return PlannerFile{*std::move(cluster)};
    }
    Result<LayeredModel> model = modelFromJson(text);
    if (!model)
        return model.error();
    return PlannerFile{*std::move(model)};
}

Result<PlannerFile> openPlannerFile(const std::string& path) {
    const Result<std::string> text = readFile(path, {.waitsForPipes = false});
    if (!text)
        return text.error();
    return plannerFileFromJson(*text);
}

} // namespace lanewright
