// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/sequence.h"

/// Orders on a V: two chunks per rank, down the ranks and back up. Inside core/generate only.
namespace lanewright {

/// The two chunks of a rank, by their place on it.
constexpr int kDownArm = 0; ///< stage i of the rank at place i
constexpr int kUpArm = 1;   ///< stage 2p − 1 − i

/// Their F and B, in the order in which a microbatch meets them on a rank.
constexpr Code kForwardDown = codeOf(kDownArm, OpKind::F);
constexpr Code kForwardUp = codeOf(kUpArm, OpKind::F);
constexpr Code kBackwardUp = codeOf(kUpArm, OpKind::B);
constexpr Code kBackwardDown = codeOf(kDownArm, OpKind::B);

} // namespace lanewright
