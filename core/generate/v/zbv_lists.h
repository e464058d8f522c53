// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/order_search.h"

#include <vector>

/// List scheduling on a V. Inside core/generate only.
///
/// As with one chunk per rank, what decides is how many microbatches the arm down may be ahead, along a line from the
/// open end of the V to its tip; the arm up runs whatever comes.
namespace lanewright {

/// Per place on the V: how many activations of a chunk, of its larger one, its rank can hold.
std::vector<int> roomsOnV(const Instance& instance);

/// Rules for an instance on a V, those that did best in trials first: lines of microbatches in flight on the arm down,
/// each with several ways to choose among F, B and W.
void eachVRule(const Instance& instance, const OfferRule& offer);

} // namespace lanewright
