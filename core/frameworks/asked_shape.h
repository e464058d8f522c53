// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/frameworks/frameworks.h"
#include "core/model/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewright {

/// How many samples an iteration takes, as trainers are told.
struct BatchSizes {
    int global = 0; ///< all data-parallel copies together
    int micro = 1;
    int copies = 1;

    friend bool operator==(const BatchSizes&, const BatchSizes&) = default;
};

/// What a framework is asked to run. What is not known is none.
struct AskedShape {
    /// The generators whose order it is; a person names one, an order may be that of several or of none.
    std::vector<std::string> orders = {};
    int ranks = 1;
    int chunks = 1;
    int microbatches = 1;
    /// Those of further passes, such as one for log-probabilities; all else stays what it is for the first.
    std::vector<int> others = {};
    std::optional<int> group = {}; ///< microbatches that pass a chunk one after the other; none: as the framework does
    std::optional<int> layers = {};
    std::optional<std::vector<std::string>> layout = {}; ///< Megatron's letters of each stage, in forward order
    std::optional<BatchSizes> batch = {};                ///< that of the first pass

    bool isOf(std::string_view generator) const;
    friend bool operator==(const AskedShape&, const AskedShape&) = default;
};

/// The plan of the first replica where a plan is several data-parallel ones of as many ranks and microbatches: trainers
/// are told the numbers of one. Else the plan.
Plan onePipelineOf(const Plan& plan);

/// What a file's order is, as far as the file says: its orders are those of `ownOrders` that it is op for op. Of a plan
/// whose model is cut unevenly the layout says where. A few milliseconds for 10 000 ops, as `recognise`.
AskedShape shapeOf(const Plan& plan);

/// The costs of all stages for one microbatch.
struct WholeCosts {
    Time forward = 0;
    Time backwardInput = 0;
    Time backwardWeight = 0;
    Time transfer = 0;
    Bytes memory = 0; ///< what F of all stages takes
    TimeUnit timeUnit = TimeUnit::Unit;
    MemoryUnit memoryUnit = MemoryUnit::Unit;

    /// One unit of each for every rank.
    static WholeCosts ofUnits(int ranks);
    static WholeCosts of(const Plan& plan);
};

/// An order of the shape by the generator, for equal stages that together cost as much: what shapes are compared by.
/// Fails in words where the generator makes none.
Result<Plan> planOf(const AskedShape& shape, std::string_view generator, const WholeCosts& whole);

} // namespace lanewright
