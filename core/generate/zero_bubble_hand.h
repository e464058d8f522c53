// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/pipe.h"

/// The hand-made Zero Bubble orders, whatever the costs. Inside core/generate only.
namespace lanewright {

/// As many microbatches in flight as 1F1B has; a stage keeps as many W waiting as there are stages before it.
PipeWords zbH1(const Pipe& pipe);

/// Enough forwards ahead to fill the warm-up, twice less one what 1F1B has; and twice the W waiting.
PipeWords zbH2(const Pipe& pipe);

} // namespace lanewright
