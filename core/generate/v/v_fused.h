// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

/// The pattern of 1F1B-V. Inside core/generate only. After Qi, Wan, Amar, Lin: Pipeline Parallelism with Controllable
/// Memory (arXiv:2405.15362).
///
/// Where B and W are one op of two slots, the pattern of unit ops would collide on a rank. A pause of half a period at
/// every third backward on the way keeps the slots of a rank apart, for about two thirds of the memory of 1F1B.
namespace lanewright {

/// The order of a pattern in which a B with its W takes twice as long as an F, drawn together as far as its memory
/// allows. W stand behind their B, but need not stand right behind it. Costs have no part in it.
Sequences fusedSequences(const Instance& instance);

} // namespace lanewright
