// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

/// The hand-made order on a V. Inside core/generate only.
namespace lanewright {

/// The order that PyTorch runs, whatever the costs: made for at least 2p − 1 microbatches, less those there are not.
Sequences zbvFixed(const Instance& instance);

} // namespace lanewright
