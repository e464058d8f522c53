// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/proof/order_model.h"

#include <cstddef>
#include <optional>
#include <vector>

/// The steps in which a model is made. Inside core/solve only.
namespace lanewright {

/// A model of the ops in series, their lengths, and the arcs that always hold: no switches yet. Times are in units of
/// their own, so that all are whole. None when they would not fit 64 bits.
std::optional<OrderModel> skeletonOf(const Instance& instance, Objective objective, const Fraction& value);

/// A model with more clauses is none.
constexpr std::size_t kMostClauses = 2'000'000;

/// Adds that no rank holds more than its limit. Stops once there are too many clauses.
void addRoom(OrderModel& model, const std::vector<Bytes>& limits);

/// Adds that ops run in the order in which they are to be kept.
void addKept(OrderModel& model, const std::vector<KeptOrder>& kept);

} // namespace lanewright
