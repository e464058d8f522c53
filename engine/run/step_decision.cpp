// SPDX-License-Identifier: Apache-2.0
#include "engine/run/step_decision.h"

#include "core/base/mapped.h"

#include <algorithm>
#include <cmath>

namespace lanewright::engine {

void merge(std::vector<TensorSquares>& known, std::vector<TensorSquares> more) {
    known.insert(known.end(), more.begin(), more.end());
    std::ranges::stable_sort(known, {}, &TensorSquares::number);
    const auto repeated = std::ranges::unique(known, {}, &TensorSquares::number);
    known.erase(repeated.begin(), repeated.end());
}

StepDecision decide(const NormReport& report, double clip) {
    const double sum = summed(report.squares, &TensorSquares::sum);
    StepDecision decision{
        .step = report.step, .arrival = report.arrival, .speculative = report.speculative, .norm = std::sqrt(sum)};
    if (!std::isfinite(decision.norm)) {
        decision.kind = UpdateKind::Skipped;
    } else if (clip > 0 && decision.norm > clip) {
        decision.kind = UpdateKind::Clipped;
        decision.factor = static_cast<float>(clip / decision.norm);
    }
    return decision;
}

} // namespace lanewright::engine
