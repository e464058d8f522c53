// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/order_search.h"

/// The automatic Zero Bubble method on a V: orders made round by round. Inside core/generate only. After Qi, Wan,
/// Huang, Lin: Zero Bubble Pipeline Parallelism (arXiv:2401.10241), section 6.
namespace lanewright {

constexpr int kMostVRuns = 8; ///< how often the rounds are built, each time with what the time before has shown

/// Offers the orders of all choices that the method leaves open, for an instance on a V with the limits of the search
/// or lower ones. Returns how many ops that placed.
std::int64_t offerVRounds(const Instance& instance, OrderSearch& search);

} // namespace lanewright
