// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpt/corpus.h"
#include "engine/gpt/gradient_sum.h"
#include "engine/gpt/packed_weights.h"
#include "engine/gpt/parameters.h"
#include "engine/gpt/slab.h"
#include "engine/gpt/workspace.h"
#include "engine/kernels/adamw.h"

#include <memory>
#include <optional>
#include <vector>

namespace lanewright::engine {

/// What a copy of a stage must know beside the model.
struct StageSettings {
    StageShape shape = {};
    std::vector<int> microbatches = {}; ///< those that pass through this copy, rising
    int allMicrobatches = 1;            ///< M of the step, over which the loss is averaged
    int weightParts = 1;
    bool recomputes = false; ///< F drops its activations and R makes them again
    Precision precision = Precision::Fp32;
};

/// What the stages of one rank share.
struct RankMemory {
    BufferPool pool;   ///< activations
    Workspace work;    ///< of the op that runs
    Buffer weightWork; ///< as large as the weights of the largest copy
    const Corpus* corpus = nullptr;

    RankMemory(const ModelSpec& model, std::int64_t mostWeights, const Corpus& text, int threads = 1);
};

/// One copy of a stage: its weights, their gradients and optimizer state, and the activations of the microbatches
/// that are under way. Every op is addressed by its microbatch and may come in any order that the dataflow allows.
///
/// Tensors that cross stages are (n,C), n = batch · context.
class Stage {
public:
    Stage(const ModelSpec& model, const StageSettings& settings, RankMemory& memory);
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    /// Runs one microbatch through all ops and forgets what came of it; the weights stay as they are.
    void warmUp();
    void beginStep(int step);
    /// F. `input` is not read by the first stage, `output` not written by the last.
    void forward(int microbatch, const Tensor& input, const Tensor& output);
    /// R: makes the activations that F dropped once more.
    void recompute(int microbatch);
    /// B. `outputGradient` is not read by the last stage, `inputGradient` not written by the first.
    void backwardInput(int microbatch, const Tensor& outputGradient, const Tensor& inputGradient);
    /// One part of W.
    void backwardWeight(int microbatch, int part);
    /// All parts of W, as they are in BW.
    void backwardWeights(int microbatch);

    /// The sum of the weight gradients, (1,count).
    Tensor gradient() { return {m_gradients.total(), 1, m_layout.count()}; }
    /// One step of the optimizer, counted from 1, with the gradients as they are.
    void optimize(const AdamW& settings, int step);

    const StageShape& shape() const { return m_settings.shape; }
    const ParameterLayout& layout() const { return m_layout; }
    /// To be read or written; they are packed anew before the next op.
    float* weights() {
        m_isPacked = false;
        return m_weights.data();
    }
    /// The last stage's mean loss of a microbatch in this step.
    double loss(int microbatch) const { return m_losses[static_cast<std::size_t>(microbatch)]; }
    /// Bytes of activations between F and B, between B and W, and (recomputing) between F and R.
    Bytes slabBytes() const;

private:
    /// Calls `work` with a number of the kind that the slab keeps.
    template <typename Work>
    void withKept(Work work);
    void pack();
    void takeMemory(Slab& slab);
    void runForward(Slab& slab, int microbatch, const Tensor& input, const Tensor& output);
    void enter(const Tensor& first, int microbatch, const Tensor& input);
    template <typename Kept>
    void layersForward(Slab& slab, int microbatch, const Tensor& input, const Tensor& output);
    template <typename Kept>
    void headForward(Slab& slab, int microbatch);
    template <typename Kept>
    void headInputGradient(Slab& slab, int microbatch);
    void runJob(const WeightJob& job, Slab& slab, int microbatch, float* target);
    template <typename Kept>
    void headWeightGradient(Slab& slab, float* target);
    void embeddingJob(Slab& slab, int microbatch, float* target);
    template <typename Kept>
    Tensor destination(Slab& slab, int layer, const Tensor& output) const;
    const Samples& samplesOf(int microbatch);
    Slab& slabOf(int microbatch) { return m_slabs[static_cast<std::size_t>(microbatch)]; }

    StageSettings m_settings;
    Sizes m_sizes;
    ParameterLayout m_layout;
    SlabLayout m_slabLayout;
    RankMemory* m_memory;
    Buffer m_weights;
    Buffer m_moment1;
    Buffer m_moment2;
    PackedWeights m_packed;
    bool m_isPacked = false; ///< as the weights are now
    GradientSum m_gradients;
    std::vector<Slab> m_slabs;    ///< per microbatch; empty where nothing is kept
    std::vector<double> m_losses; ///< per microbatch
    Slab m_dropped;               ///< of a recomputing stage: what F writes and nobody keeps
    Buffer m_repeated;            ///< of a recomputing stage: the output that R makes again
    Samples m_samples;
    std::vector<double> m_rowLosses; ///< of the microbatch at hand, per token
    int m_step = 0;
};

} // namespace lanewright::engine
