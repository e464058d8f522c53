// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

/// The hand-made Zero Bubble orders, whatever the costs, for instances with one chunk per rank. Inside core/generate
/// only.
namespace lanewright {

/// As many microbatches in flight as 1F1B has; a stage keeps as many W waiting as there are stages before it.
Sequences zbH1(const Instance& instance);

/// Enough forwards ahead to fill the warm-up, twice less one what 1F1B has; and twice the W waiting.
Sequences zbH2(const Instance& instance);

} // namespace lanewright
