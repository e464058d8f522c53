// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/planner/input/cluster.h"
#include "core/planner/input/layered_model.h"

#include <optional>
#include <vector>

/// How fast a device really computes, from a schedule that was profiled on it.
namespace lanewright {

/// Operations per second of F, B and W each, and how far these three numbers are off for single stages.
struct Rates {
    double forward = 0;
    double backwardInput = 0;
    double backwardWeight = 0;
    /// The largest share by which a stage took more or less than the rates say; none where there was only one stage,
    /// which the rates fit exactly.
    std::optional<double> spread = {};

    friend bool operator==(const Rates&, const Rates&) = default;
};

/// Fits the rates to the stages of a plan whose costs were measured, as `profile` writes it: all operations of a kind
/// over all the time they took; where microbatches have lengths, the operations of each one's tokens. `stages`: only
/// these; empty: all. Fails when the plan names no model, has no stages of
/// one rank each, or when something that computes took no time.
Result<Rates> fittedRates(const Plan& measured, Precision precision = Precision::Fp32,
                          const std::vector<int>& stages = {});

/// The kind with these rates.
DeviceKind withRates(DeviceKind kind, const Rates& rates);

} // namespace lanewright
