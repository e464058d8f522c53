// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/planner/input/cluster.h"
#include "core/planner/input/layered_model.h"

#include <string>
#include <string_view>
#include <variant>

namespace lanewright {

/// What a file of the planner holds.
using PlannerFile = std::variant<LayeredModel, Cluster>;

/// An `.lwmodel` or `.lwcluster`. The `format` key decides, whatever else the text mentions; one that names neither is
/// refused as a model. Fails as `modelFromJson` and `clusterFromJson` do.
Result<PlannerFile> plannerFileFromJson(std::string_view text);

/// The same of a file, whatever it is called; a pipe is refused.
Result<PlannerFile> openPlannerFile(const std::string& path);

} // namespace lanewright
