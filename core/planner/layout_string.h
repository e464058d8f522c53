// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/planner/shape.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Megatron-Core's text for where a model is cut (`--pipeline-model-parallel-layout`): a letter per piece, E the
/// embedding, t a block, L head and loss, `|` between stages, `*n` after a letter or a pattern in ( ) to repeat it,
/// commas for the eye. Stages stand in the order of the forward pass.
namespace lanewright {

/// The letters of each stage, repeats written out. Fails, with the character's place, on anything that is no layout;
/// also on `m`, the layers of multi-token prediction, which Lanewright's models don't have.
Result<std::vector<std::string>> stagesFromLayout(std::string_view layout);

/// The shortest layout by repeats of letters, and of stages that are alike.
std::string layoutOf(const std::vector<std::string>& stages);

/// The letters of each part of a GPT cut at whole blocks; fails for other models.
Result<std::vector<std::string>> lettersOf(const LayeredModel& model, const Partition& partition);

/// The layout of a partition. Fails, with the reason, for models that are no GPT of whole blocks, where devices share a
/// stage, and on a V: stage i of a layout is on rank i mod S.
Result<std::string> layoutFor(const LayeredModel& model, const Partition& partition);

/// The partition that a layout says, on the devices of a row, one stage each, or as a V on the first half as many.
/// Fails when it does not fit the model's pieces or the number of devices, or leaves a stage empty.
Result<Partition> partitionFromLayout(std::string_view layout, const LayeredModel& model, std::span<const int> row,
                                      Shape shape = Shape::Linear);

} // namespace lanewright
