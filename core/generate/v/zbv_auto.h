// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"
#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

/// The automatic method on a V. Inside core/generate only.
namespace lanewright {

/// The order with the least longest span that is found within the limits of an instance on a V where every rank has
/// room for a microbatch. No order is below `least`; `start` is one that is known.
Sequences bestOnV(const Instance& instance, const Fraction& least, const Sequences& start);

/// A problem on a V with the memory of 1F1B on every rank, p microbatches, if it has no limit at all.
Plan placedOnVWithLimit(const Plan& problem);

} // namespace lanewright
