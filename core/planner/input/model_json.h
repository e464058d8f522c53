// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/planner/input/cluster.h"
#include "core/planner/input/layered_model.h"

#include <string>
#include <string_view>

/// `*.lwmodel` and `*.lwcluster`, as `schedules/PLANNER.md` says them.
namespace lanewright {

/// Both fail with one sentence and its place (`line 3, column 5`, or a key such as `hosts[1].kind`) on anything that is
/// wrong. They never throw, whatever the bytes.
/// @{
Result<LayeredModel> modelFromJson(std::string_view text);
Result<Cluster> clusterFromJson(std::string_view text);
/// @}
/// A file, or one of the presets by its name.
Result<LayeredModel> openModel(const std::string& pathOrPreset);
/// A file, or one of the presets by its name.
Result<Cluster> openCluster(const std::string& pathOrPreset);

/// Named models to begin with.
struct ModelPreset {
    std::string_view name;
    std::string_view summary;
    LayeredModel (*make)();
};
const std::vector<ModelPreset>& modelPresets();

/// Every device and joint by itself. `clusterFromJson(clusterToJson(c)) == c`.
std::string clusterToJson(const Cluster& cluster);

} // namespace lanewright
