// SPDX-License-Identifier: Apache-2.0
#include "engine/run/soundness.h"

#include <cmath>

namespace lanewright::engine {

Result<Done> Soundness::afterDecision(const Update& update) {
    m_skipped = update.kind == UpdateKind::Skipped ? m_skipped + 1 : 0;
    if (m_skipped < kMostSkipped)
        return Done{};
    return Error{
        say(phrase("engine", "the gradients of %1 steps in a row were no finite numbers; a smaller learning rate may "
                             "help"),
            m_skipped)};
}

Result<Done> Soundness::afterLoss(int step, double loss) {
    if (std::isfinite(loss))
        return Done{};
    return Error{say(phrase("engine", "the loss of step %1 is no number; a smaller learning rate may help"), step)};
}

} // namespace lanewright::engine
