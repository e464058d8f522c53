// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/order_search.h"

/// Orders on a V after Qi, Wan, Huang, Lin: Zero Bubble Pipeline Parallelism (arXiv:2401.10241), section 6. Inside
/// core/generate only.
namespace lanewright {

/// The hand-made order that PyTorch runs (ScheduleZBVZeroBubble), whatever the costs: made for at least 2p − 1
/// microbatches, less those there are not.
///
/// The last stage stands on the first rank again, so that the first gradient is there as soon as the first microbatch
/// has come back; where F, B and W take equally long, every rank then always has something to run.
Sequences zbvFixed(const Instance& instance);

/// Offers orders made round by round, by all choices that the method leaves open, for a search on a V.
void offerVRounds(OrderSearch& search);

/// The order with the least longest span that is found within the limits of an instance on a V where every rank has
/// room for a microbatch. No order is below `least`; `start` is one that is known.
Sequences bestOnV(const Instance& instance, const Fraction& least, const Sequences& start);

/// A problem on a V with the memory of 1F1B on every rank, p microbatches, if it has no limit at all.
Plan placedOnVWithLimit(const Plan& problem);

} // namespace lanewright
