// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/order_search.h"

/// The automatic Zero Bubble method on a V: orders made round by round. Inside core/generate only. After Qi, Wan,
/// Huang, Lin: Zero Bubble Pipeline Parallelism (arXiv:2401.10241), section 6.
namespace lanewright {

/// Offers the orders of all choices that the method leaves open, for a search on a V.
void offerVRounds(OrderSearch& search);

} // namespace lanewright
