// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/optimizer.h"

namespace lanewright::engine {

/// Whether a training still makes sense.
class Soundness {
public:
    /// Fails with what to say, and to end with, after a step's decision.
    Result<Done> afterDecision(const Update& update);
    /// The same with a step's loss.
    static Result<Done> afterLoss(int step, double loss);

private:
    static constexpr int kMostSkipped = 10; ///< steps in a row without a sound gradient
    int m_skipped = 0;                      ///< steps in a row
};

} // namespace lanewright::engine
