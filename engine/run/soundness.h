// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/optimizer.h"

#include <optional>
#include <string>

namespace lanewright::engine {

/// Whether a training still makes sense.
class Soundness {
public:
    /// What to say, and to end with, after a step's decision; nothing when all is well.
    std::optional<std::string> afterDecision(const Update& update);
    /// The same of a step's loss.
    static std::optional<std::string> afterLoss(int step, double loss);

private:
    static constexpr int kMostSkipped = 10; ///< steps in a row without a sound gradient
    int m_skipped = 0;                      ///< steps in a row
};

} // namespace lanewright::engine
