// SPDX-License-Identifier: Apache-2.0
#include "engine/run/soundness.h"

#include <cmath>

namespace lanewright::engine {

std::optional<std::string> Soundness::afterDecision(const Update& update) {
    m_skipped = update.kind == UpdateKind::Skipped ? m_skipped + 1 : 0;
    if (m_skipped < kMostSkipped)
        return {};
    return "the gradients of " + std::to_string(m_skipped) +
           " steps in a row were no finite numbers; a smaller learning rate may help";
}

std::optional<std::string> Soundness::afterLoss(int step, double loss) {
    if (std::isfinite(loss))
        return {};
    return "the loss of step " + std::to_string(step) + " is no number; a smaller learning rate may help";
}

} // namespace lanewright::engine
