// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/planner_file.h"

#include "core/io/files.h"
#include "core/io/json.h"
#include "core/io/reading.h"
#include "core/planner/input/model_json.h"

#include <utility>

namespace lanewright {

Result<PlannerFile> plannerFileFromJson(std::string_view text) {
    if (isOfFormat(text, "lanewright-cluster")) {
        Result<Cluster> cluster = clusterFromJson(text);
        return cluster ? Result<PlannerFile>{*std::move(cluster)} : cluster.error();
    }
    Result<LayeredModel> model = modelFromJson(text);
    return model ? Result<PlannerFile>{*std::move(model)} : model.error();
}

Result<PlannerFile> openPlannerFile(const std::string& path) {
    const Result<std::string> text = readFile(path, {.waitsForPipes = false});
    return text ? plannerFileFromJson(*text) : text.error();
}

} // namespace lanewright
