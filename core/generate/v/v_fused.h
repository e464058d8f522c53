// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

/// The pattern of 1F1B-V. Inside core/generate only.
namespace lanewright {

/// The order of a pattern in which a B with its W takes twice as long as an F, drawn together as far as its memory
/// allows. W stand behind their B, but need not stand right behind it. Costs have no part in it.
Sequences fusedSequences(const Instance& instance);

} // namespace lanewright
