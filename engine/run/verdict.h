// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/optimizer.h"

#include "engine/channel/packer.h"
#include "engine/gpt/stage.h"

#include <vector>

/// What ranks tell each other about the end of a step: the norm goes up from rank 0, the verdict comes down from the
/// last.
namespace lanewright::engine {

/// How the clock differs from virtual time on a rank of a paced run.
struct Lateness {
    Time blocks = 0;   ///< by how much later than in virtual time its last block ended
    Time stepping = 0; ///< by how much later than planned it has last stepped its weights
};

/// What is known of all gradients after some of the ranks.
struct NormReport {
    int step = 0;
    Time arrival = 0;                        ///< virtual, of this letter
    bool pauses = false;                     ///< rank 0 wants all ranks to meet after this step
    bool hasty = false;                      ///< a rank has stepped on what was known so far
    Lateness lateness = {};                  ///< the most so far
    std::vector<TensorSquares> squares = {}; ///< by tensor, each once
};

/// What is to become of a step.
struct Verdict {
    int step = 0;
    Time arrival = 0; ///< virtual, of this letter
    bool hasty = false;
    double norm = 0;
    UpdateKind kind = UpdateKind::Whole;
    float factor = 1; ///< what the gradients are multiplied by
    /// @name Of a paced run: by how much all ranks move the virtual times to come
    /// @{
    Time beforeStepping = 0;
    Time afterStepping = 0;
    /// @}

    /// True when ranks that did not wait for it have to take their step back.
    bool overrules() const { return hasty && kind != UpdateKind::Whole; }
};

/// Adds the squares of a copy's tensors to those that are known. A twin's tensors count once.
void merge(std::vector<TensorSquares>& known, std::vector<TensorSquares> more);

/// Judges by what is known. The sum runs over the tensors in the order of the model, so that its bits do not depend on
/// how the model is cut.
Verdict judge(const NormReport& report, double clip);

Packer packed(const NormReport& report);
NormReport normReportFrom(const std::vector<std::byte>& body);

} // namespace lanewright::engine
