// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/optimizer.h"

#include "engine/channel/packer.h"
#include "engine/gpt/stage.h"

#include <vector>

/// What ranks tell each other about the end of a step. The norm of the gradients goes up from rank 0; the last rank
/// decides what becomes of the step, and its decision comes down.
namespace lanewright::engine {

/// How the clock differs from virtual time on a rank of a paced run.
struct Lateness {
    Time blocks = 0;   ///< by how much later than in virtual time its last block ended
    Time stepping = 0; ///< by how much later than planned it has last stepped its weights
};

/// What is known of all gradients after some of the ranks.
struct NormReport {
    int step = 0;
    Time arrival = 0;                        ///< virtual, of this message
    bool pauses = false;                     ///< rank 0 wants all ranks to meet after this step
    bool speculative = false;                ///< a rank has stepped before the decision
    Lateness lateness = {};                  ///< the most so far
    std::vector<TensorSquares> squares = {}; ///< by tensor, each once
};

template <>
struct Parts<NormReport> {
    static auto of(auto& report) {
        return std::tie(report.step, report.arrival, report.pauses, report.speculative, report.lateness,
                        report.squares);
    }
};

/// What is to become of a step.
struct StepDecision {
    int step = 0;
    Time arrival = 0;         ///< virtual, of this message
    bool speculative = false; ///< a rank has stepped before it
    double norm = 0;
    UpdateKind kind = UpdateKind::Whole;
    float factor = 1; ///< what the gradients are multiplied by
    /// @name Of a paced run: by how much all ranks move the virtual times to come
    /// @{
    Time beforeStepping = 0;
    Time afterStepping = 0;
    /// @}

    /// True when ranks that did not wait for it have to roll their step back.
    bool rollsBack() const { return speculative && kind != UpdateKind::Whole; }
};

/// Adds the squares of a copy's tensors to those that are known. Tensors of several copies count once.
void merge(std::vector<TensorSquares>& known, std::vector<TensorSquares> more);

/// Decides by what is known. The sum runs over the tensors in the order of the model, so that its bits do not depend on
/// how the model is cut.
StepDecision decide(const NormReport& report, double clip);

} // namespace lanewright::engine
