// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/effort.h"

/// Long problems by way of short ones. Inside core/solve only.
namespace lanewright {

/// Sequences of the same problem with fewer microbatches, drawn out: each rank repeats a middle part of its sequence
/// that brings it back to where it was (as many F as B as W of each chunk). All such parts of up to `longest`
/// microbatches are tried while the allowance lasts; the best that fits, or a cost that stalls where there is none.
Draft stretched(const OpTable& small, const Sequences& sequences, const OpTable& large, Timer& timer, int longest,
                Allowance& allowance);

} // namespace lanewright
