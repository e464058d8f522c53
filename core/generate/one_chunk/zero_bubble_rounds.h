// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/order_search.h"

/// The automatic Zero Bubble method: orders made round by round. Inside core/generate only. After Qi, Wan, Huang, Lin:
/// Zero Bubble Pipeline Parallelism (arXiv:2401.10241), section 3.
///
/// A round gives each stage a forward and a backward, so that the stages stay in step as in 1F1B; since the times of
/// all that ran before are known, a stage sees how long it would wait and runs W there. Three decisions can go either
/// way, so all eight combinations are built and timed.
namespace lanewright {

/// Offers the orders of all combinations, with W whole and in parts, for a search with one chunk per rank.
void offerRounds(OrderSearch& search);

} // namespace lanewright
