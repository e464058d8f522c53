// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/op.h"
#include "core/model/placement.h"

#include "engine/gpt/gradient_sum.h"
#include "engine/gpt/parameters.h"
#include "engine/gpt/slab.h"

#include <vector>

namespace lanewright::engine {

/// What a copy of a stage must know beside the model.
struct StageSettings {
    StageCopy copy = {};
    StageShape shape = {};
    std::vector<int> microbatches = {}; ///< those that pass through this copy, rising
    int allMicrobatches = 1;            ///< M of the step
    /// By microbatch of the step; empty: the model's batch and context for all. The loss is the mean over all tokens of
    /// the step.
    std::vector<MicrobatchShape> shapes = {};
    int weightParts = 1;
    bool recomputes = false; ///< F drops its activations and R makes them again
    Precision precision = Precision::Fp32;
    int banks = 1; ///< banks of the optimizer's state: two where a step may be rolled back

    /// The tokens of all samples of a step.
    std::int64_t tokensOf(const ModelSpec& model) const;
};

/// The memory that the ops of one copy of a stage take and give back, whatever computes them.
///
/// F takes the microbatch's slab; where the stage recomputes it takes only the seed, and computes in a slab that is
/// always there and that nobody keeps. R gives the seed back before it takes the slab, B gives back the stash, and each
/// part of W what its gradients are made of.
class StageSlabs {
public:
    /// `layout` and `pool` outlive this. `scratch` and `place` are those of the sum of gradients; `source` is where the
    /// slab lies that nobody keeps, null: the heap.
    StageSlabs(const ModelSpec& model, const ParameterLayout& layout, const StageSettings& settings, BufferPool& pool,
               float* scratch, const SumPlace& place, MemorySource* source = nullptr);

    const SlabLayouts& layouts() const { return m_layouts; }
    GradientSum& gradients() { return m_gradients; }
    Slab& of(int microbatch) { return m_slabs[microbatch]; }
    /// A recomputing stage's: where the output goes that R makes again.
    float* repeated() { return m_repeated.data(); }

    /// @name The slab in which the op computes, once its memory is taken
    /// @{
    Slab& forward(int microbatch);
    Slab& recompute(int microbatch);
    /// @}
    /// @name What the op gives back when it has computed
    /// @{
    void endBackwardInput(int microbatch);
    void endBackwardWeight(int microbatch, int part);
    /// @}
    /// Gives back all that the microbatch has.
    void forget(int microbatch) { giveBack(of(microbatch)); }
    /// Takes and gives back what the op does, and computes nothing.
    void rehearse(const Op& op);

    /// Memory of a slab of one of the layouts, which others of them share in turns.
    void take(Slab& slab, const SlabLayout& layout);
    void giveBack(Slab& slab);

private:
    bool m_recomputes;
    int m_parts;
    SlabLayouts m_layouts;
    BufferPool* m_pool;
    GradientSum m_gradients;
    std::vector<Slab> m_slabs; ///< per microbatch; empty where nothing is kept
    Slab m_dropped;            ///< what F writes and nobody keeps
    Buffer m_repeated;
};

} // namespace lanewright::engine
