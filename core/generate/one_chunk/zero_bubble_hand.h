// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

/// The hand-made Zero Bubble orders, whatever the costs, for instances with one chunk per rank. Inside core/generate
/// only. After Qi, Wan, Huang, Lin: Zero Bubble Pipeline Parallelism (arXiv:2401.10241), section 2.
///
/// Only B holds up other ranks, so a rank runs its B as early as 1F1B would run its backward and keeps W for the
/// cool-down, where it would wait. Running further forwards ahead fills the warm-up in the same way, for more memory.
namespace lanewright {

/// As many microbatches in flight as 1F1B has; a stage keeps as many W waiting as there are stages before it.
Sequences zbH1(const Instance& instance);

/// Enough forwards ahead to fill the warm-up, twice less one what 1F1B has; and twice the W waiting.
Sequences zbH2(const Instance& instance);

} // namespace lanewright
