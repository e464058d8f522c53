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

constexpr int kRoundRules = 8;

/// Offers the orders of all combinations, with W whole and in parts, for an instance with one chunk per rank and the
/// limits of the search or lower ones. Returns how many ops that placed.
std::int64_t offerRounds(const Instance& instance, OrderSearch& search);

} // namespace lanewright
