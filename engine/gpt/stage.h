// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpt/corpus.h"
#include "engine/gpt/optimizer_state.h"
#include "engine/gpt/packed_weights.h"
#include "engine/gpt/stage_core.h"
#include "engine/gpt/workspace.h"

#include <memory>
#include <optional>
#include <vector>

namespace lanewright::engine {

/// What the stages of one rank share.
struct RankMemory {
    BufferPool pool;   ///< activations
    Workspace work;    ///< for the op that runs
    Buffer weightWork; ///< as large as the weights of the largest copy
    const Corpus* corpus = nullptr;

    RankMemory(const ModelSpec& model, std::int64_t mostWeights, const Corpus& text, int threads = 1);
};

/// A copy of a stage on the CPU, with its weights and its optimizer's state.
class Stage : public StageCore {
public:
    Stage(const ModelSpec& model, const StageSettings& settings, RankMemory& memory);

    /// Runs a microbatch of each length through all ops and forgets what came of it; the weights stay as they are.
    void warmUp();
    /// From here on microbatches are those of a step before which `firstSample` samples have been trained on. The sum
    /// of gradients is left as it is until `beginGradients`.
    void beginStep(std::uint64_t firstSample);
    /// F. `input` is not read by the first stage, `output` not written by the last.
    void forward(int microbatch, const Tensor& input, const Tensor& output);
    /// R: makes the activations that F dropped once more.
    void recompute(int microbatch);
    /// B. `outputGradient` is not read by the last stage, `inputGradient` not written by the first.
    void backwardInput(int microbatch, const Tensor& outputGradient, const Tensor& inputGradient);
    /// The forward of samples that belong to no step; keeps nothing. `input` and `output` as in `forward`. Only the
    /// last stage returns anything. The probabilities are those after `token` of all tokens; −1: none.
    Evaluation evaluate(const Samples& samples, const Tensor& input, const Tensor& output, std::int64_t token = -1);

    /// Per tensor, in the order of the model.
    std::vector<TensorSquares> gradientSquares();
    /// One step of the optimizer, the `step`-th counted from 1, with the gradients · `scale`; and the packing of what
    /// came of it, so that no op of the next step waits for that.
    void optimize(const OptimizerSettings& settings, int step, float scale = 1);
    /// Rolls the last step of the optimizer back. Needs two banks.
    void rollBack() { state().rollBack(); }

    /// To be read or written; they are packed anew before the next op.
    float* weights() { return state().weights(); }
    OptimizerState& state() {
        m_isPacked = false;
        return m_state;
    }
    /// The last stage's mean loss of a microbatch in this step.
    double loss(int microbatch) const { return m_losses[microbatch]; }

private:
    void warmUp(int microbatch);
    void fitWorkspace(const Sizes& sizes) override { m_memory->work.fit(sizes); }
    /// Calls `work` with a number of the kind that the slab keeps.
    void withKept(auto work);
    void pack();
    void runForward(Slab& slab, int microbatch, const Tensor& input, const Tensor& output);
    void enter(const Tensor& first, int microbatch, const Tensor& input);
    template <typename Kept>
    void layersForward(Slab& slab, int microbatch, const Tensor& input, const Tensor& output);
    template <typename Kept>
    void headForward(Slab& slab, int microbatch);
    template <typename Kept>
    void headInputGradient(Slab& slab, int microbatch);
    void runJob(const WeightJob& job, const Slab& slab, int microbatch, float* target) override;
    template <typename Kept>
    void headWeightGradient(const Slab& slab, float* target);
    void embeddingJob(const Slab& slab, int microbatch, float* target);
    template <typename Kept>
    Tensor destination(Slab& slab, int layer, const Tensor& output) const;
    const Samples& samplesOf(int microbatch);

    RankMemory* m_memory;
    OptimizerState m_state;
    PackedWeights m_packed;
    bool m_isPacked = false;      ///< as the weights are now
    std::vector<double> m_losses; ///< per microbatch
    Samples m_samples;
    std::vector<double> m_rowLosses;  ///< the microbatch at hand, per token
    const Samples* m_shown = nullptr; ///< while they are looked at: samples that belong to no step
    std::uint64_t m_firstSample = 0;
    std::vector<std::uint64_t> m_samplesBefore; ///< per microbatch: how many the step has in front of it
};

} // namespace lanewright::engine
