// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/optimizer.h"

#include <optional>

namespace lanewright::engine {

/// Whether a training still makes sense.
class Soundness {
public:
    /// What to say, and to end with, after a step's decision; nothing when all is well.
    std::optional<Message> afterDecision(const Update& update);
    /// The same of a step's loss.
    static std::optional<Message> afterLoss(int step, double loss);

private:
    static constexpr int kMostSkipped = 10; ///< steps in a row without a sound gradient
    int m_skipped = 0;                      ///< steps in a row
};

} // namespace lanewright::engine
