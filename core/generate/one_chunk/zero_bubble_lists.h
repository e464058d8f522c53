// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/order_search.h"

/// List scheduling with one chunk per rank. Inside core/generate only.
///
/// What decides an order is how many microbatches are in flight on each stage. In good orders that falls along a line
/// from the first stage to the last, so the rules are a handful of lines, each with several ways to place W.
namespace lanewright {

/// How many microbatches can be between F and B at once on the rank of a chunk that is its only one.
int mostInFlight(const Instance& instance, int chunk);

/// Rules for an instance with one chunk per rank, those that did best in trials first: lines, double lines and slopes
/// of microbatches in flight from the first stage to the last, each with several ways to place W.
void eachLineRule(const Instance& instance, const OfferRule& offer);

} // namespace lanewright
