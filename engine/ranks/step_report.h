// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include "engine/channel/packer.h"

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace lanewright::engine {

/// The loss of one microbatch.
struct LossOf {
    int microbatch = 0;
    double loss = 0;
};

/// What a rank has to say at the end of a step.
struct StepReport {
    int rank = 0;
    int step = 0;
    Time end = 0;   ///< from the start of the series of steps on the common clock
    Bytes peak = 0; ///< the most activations held
    /// By how much a value seemed to arrive before it was sent: the clocks are at least that far apart.
    Time backwards = 0;
    std::vector<LossOf> losses = {};
};

template <>
struct Parts<StepReport> {
    static auto of(auto& report) {
        return std::tie(report.rank, report.step, report.end, report.peak, report.backwards, report.losses);
    }
};

/// The mean over all tokens of the step from the microbatches' own means, added in their order whatever the order of
/// the reports. `tokens`: how many each microbatch has. NaN when one is missing.
double meanLoss(const std::vector<StepReport>& reports, const std::vector<std::int64_t>& tokens);

/// The hashes of one tensor of one copy.
struct TensorHash {
    int direction = 0;
    int number = 0; ///< its place in the model
    std::uint64_t weights = 0;
    std::uint64_t gradients = 0;
};

/// One hash for all weights, or gradients, of the model as 16 hexadecimal digits, from those of direction 0 in the
/// order of the model. Empty when a copy in another direction differs.
std::string hashOfModel(std::vector<TensorHash> hashes, std::uint64_t TensorHash::*of);

} // namespace lanewright::engine
