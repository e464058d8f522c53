// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/planner/shape.h"

#include <string>

namespace lanewright {

/// What TorchTitan is to be started with so that it cuts the model like the partition: degree, microbatches and the
/// modules of each stage by the names of its transformer models (`tok_embeddings`, `layers.N`, `norm`, `lm_head`). The
/// order itself goes there as a PyTorch CSV; on a V it is PyTorch's own, the fixed form of ZBV. Fails for models that
/// are no GPT of whole blocks, and where devices share a stage.
Result<std::string> torchtitanFlags(const LayeredModel& model, const Partition& partition);

} // namespace lanewright
