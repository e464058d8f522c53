// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpt/stage_slabs.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <vector>

namespace lanewright::engine {

/// What the model makes of samples that belong to no step.
struct Evaluation {
    double loss = 0;                       ///< their mean loss
    std::vector<float> probabilities = {}; ///< (V) of what follows the one token that was asked for
};

/// One copy of a stage, whatever computes it: its part of the model, where its weights lie, the activations of the
/// microbatches that are under way, and the sum of their gradients. Every op is addressed by its microbatch and may
/// come in any order that the dataflow allows.
///
/// Values that cross stages are (n,C), n = batch · the tokens of each sample of the microbatch.
class StageCore {
public:
    virtual ~StageCore() = default;
    StageCore(const StageCore&) = delete;
    StageCore& operator=(const StageCore&) = delete;

    /// Starts the sum of a step's gradients.
    void beginGradients() { m_slabs.gradients().begin(); }
    /// Takes and gives back what the op does, and computes nothing; ops come in the order of a whole step. Afterwards
    /// the pools hold all that such a step ever asks for.
    void rehearse(const Op& op) { m_slabs.rehearse(op); }
    /// One part of W.
    void backwardWeight(int microbatch, int part);
    /// All parts of W, as they are in BW.
    void backwardWeights(int microbatch);
    /// Forgets what F and R of this step have made, so that the microbatch can begin anew.
    void forget(int microbatch) { m_slabs.forget(microbatch); }

    /// The sum of the weight gradients, (1,count).
    Tensor gradient() { return {m_slabs.gradients().total(), 1, m_layout.count()}; }
    const StageCopy& stageCopy() const { return m_settings.copy; }
    /// Those that pass through this copy, rising.
    const std::vector<int>& microbatches() const { return m_settings.microbatches; }
    const StageShape& shape() const { return m_settings.shape; }
    const ParameterLayout& layout() const { return m_layout; }

protected:
    /// The last four as for `StageSlabs`.
    StageCore(const ModelSpec& model, const StageSettings& settings, BufferPool& pool, float* scratch,
              const SumPlace& place, MemorySource* source = nullptr);
    /// Writes the gradients of a job to `target`, from what B has left.
    virtual void runJob(const WeightJob& job, const Slab& slab, int microbatch, float* target) = 0;
    /// The shared workspace takes on the shapes of a microbatch of these sizes.
    virtual void fitWorkspace(const Sizes& sizes) = 0;
    /// The layout of the microbatch's slab, for whose shapes the workspace now is.
    const SlabLayout& fit(int microbatch) { return fit(m_slabs.layouts().of(microbatch)); }
    const SlabLayout& fit(const SlabLayout& layout);

    StageSettings m_settings;
    ParameterLayout m_layout;
    StageSlabs m_slabs;
    const SlabLayout* m_slabLayout; ///< for the microbatch at hand
    double m_terms;                 ///< tokens of the step, over which the loss is averaged
};

/// That of the copy among the stages, where it is.
template <typename Stage>
Stage& stageOf(const StageCopy& copy, const std::vector<std::unique_ptr<Stage>>& stages) {
    const auto found = std::ranges::find(stages, copy, [](const auto& stage) { return stage->stageCopy(); });
    assert(found != stages.end());
    return **found;
}

} // namespace lanewright::engine
