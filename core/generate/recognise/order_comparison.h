// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/catalogue.h"
#include "core/generate/recognise/order_traits.h"
#include "core/generate/recognise/recognise.h"
#include "core/model/replicas.h"

#include <optional>
#include <vector>

/// Which of several orders one is most like. Inside core/generate only.
namespace lanewright {

/// What a generator may be asked to make of a problem.
struct Asked {
    const Generator* generator = nullptr;
    Choices choices = {};
};

/// The best name for an order among those of what is made of `problem`, asked one after the other until one is the very
/// order; none where no order is like it.
///
/// An order is a generator's where every row is the same once microbatches are renamed: by one renaming for all ranks,
/// within their directions, and only of microbatches that cost the same. It has no gaps then, as no generator leaves
/// any. Orders of more than a million ops are compared as they stand alone.
std::optional<Recognition> nearestOf(const PlanPart& part, const OrderTraits& traits, const Plan& problem,
                                     const std::vector<Asked>& asked);

} // namespace lanewright
