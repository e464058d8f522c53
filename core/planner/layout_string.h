// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/planner/shape.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// A model's cuts in the words of Megatron-Core's layouts (`core/model/layout/layout_text.h`).
namespace lanewright {

/// Whether a layout can say where the model is cut.
bool isLaidOut(const LayeredModel& model);

/// The letters of each part of a model whose pieces have some; fails for other models, such as a GPT cut in half
/// blocks.
Result<std::vector<std::string>> lettersOf(const LayeredModel& model, const Partition& partition);

/// The layout of a partition. Fails, with the reason, for models whose pieces have no letters, where devices share a
/// stage, on a V, since stage i of a layout is on rank i mod p, and where Megatron refuses it (`checkMegatronLayout`).
Result<std::string> layoutFor(const LayeredModel& model, const Partition& partition);

/// How the stages of a layout lie on devices. By itself a layout of no more stages than there are devices has one on
/// each, and another one as many on each.
struct LayoutPlacement {
    std::optional<Shape> shape = {};
    std::optional<int> chunks = {}; ///< stages of each device
};

/// The partition that a layout says, on the first devices of a row. Fails when it does not fit the model's pieces, or
/// the number of devices.
Result<Partition> partitionFromLayout(std::string_view layout, const LayeredModel& model, std::span<const int> row,
                                      const LayoutPlacement& placement = {});

} // namespace lanewright
