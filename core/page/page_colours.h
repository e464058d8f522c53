// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_writer.h"

namespace lanewright {

/// The key `colours`, with `light` and `dark`: what is around blocks by its name, and as `blocks` fill and label of
/// each kind of op by its chunk; `withRanks` also the curves of ranks, as `ranks`.
void writeColours(json::Writer& writer, bool withRanks = false);

} // namespace lanewright
