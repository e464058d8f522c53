// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpt/device_layer.h"
#include "engine/gpt/device_state.h"
#include "engine/gpt/stage_slabs.h"

#include <vector>

namespace lanewright::engine {

/// One copy of a stage on a device: what `Stage` is on the CPU, by the same layouts and rules.
///
/// Ops only enqueue. Memory of activations changes hands on the host while it enqueues; that is safe because a lane's
/// ops follow each other on one stream, and the forward of an overlapped pair takes its memory before the backward
/// gives any back.
class DeviceStage {
public:
    DeviceStage(const ModelSpec& model, const StageSettings& settings, LaneMemory& lane);
    DeviceStage(const DeviceStage&) = delete;
    DeviceStage& operator=(const DeviceStage&) = delete;

    /// Starts the sum of a step's gradients.
    void beginGradients() { m_slabs.gradients().begin(); }
    /// F. `input` (n,C) floats is not read by the first stage, `output` not written by the last.
    void forward(int microbatch, Stream stream, const Matrix& input, const Matrix& output);
    /// R: makes the activations that F dropped once more.
    void recompute(int microbatch);
    /// B. `outputGradient` is not read by the last stage, `inputGradient` not written by the first.
    void backwardInput(int microbatch, const Matrix& outputGradient, const Matrix& inputGradient);
    /// One part of W.
    void backwardWeight(int microbatch, int part);
    /// All parts of W, as they are in BW.
    void backwardWeights(int microbatch);
    /// Gives back what F took, so that the microbatch can begin anew.
    void forget(int microbatch) { m_slabs.forget(microbatch); }
    /// The forward of the samples that stand where those of microbatch 0 do. It keeps the losses alone; the last stage
    /// writes to `probabilities` those of what follows token `token`, unless that is −1. Waits.
    void evaluate(const Matrix& input, const Matrix& output, std::int64_t token, std::vector<float>& probabilities);

    /// Writes the sum of squares of each tensor's gradient to `sums`, in the order of the layout.
    void gradientSquares(double* sums);
    /// For tests: multiplies the gradient of one tensor of the model, if it is here. Waits.
    void scaleGradient(int tensor, float factor);
    /// Enqueues a step of the optimizer, the `step`-th counted from 1, with the gradients · `scale`.
    void optimize(const OptimizerSettings& settings, int step, float scale);
    /// Rolls the last of these steps back. Needs two banks.
    void rollBack() { m_state.rollBack(); }

    DeviceState& state() { return m_state; }
    float* gradient() { return m_slabs.gradients().total(); }
    const StageShape& shape() const { return m_settings.shape; }
    const ParameterLayout& layout() const { return m_layout; }

private:
    /// The layout of the microbatch's slab; the lane's workspace takes on its shapes.
    const SlabLayout& fit(int microbatch);
    const SlabLayout& fit(const SlabLayout& layout);
    void run(Slab& slab, int microbatch, Stream stream, const Matrix& input, const Matrix& output);
    void enter(Stream stream, const Matrix& first, int microbatch, const Matrix& input);
    Matrix destination(const Slab& slab, int layer, const Matrix& output) const;
    void headForward(const Slab& slab, int microbatch, Stream stream);
    void headInputGradient(const Slab& slab, int microbatch);
    void takeGradient(const Matrix& outputGradient);
    void runJob(const WeightJob& job, const Slab& slab, int microbatch, float* target);
    LayerMatrices layer(const Slab& slab, int layer) const;
    HeadMatrices head(const Slab& slab) const { return headMatrices(*m_slabLayout, slab, m_settings.precision); }
    LayerWeights weightsOf(int layer) { return {m_layout, m_state.weights(), layer}; }
    LayerFactorMatrices factorsOf(int layer) const;
    Matrix weight(TensorKind kind) { return matrixOf(m_layout.of(m_state.weights(), kind)); }
    /// Microbatches lie as far from each other as if all filled the context.
    const std::uint8_t* textOf(const std::uint8_t* text, int microbatch) const;
    /// A table of positions down to the last that the microbatch at hand has.
    Matrix usedPositions(const Tensor& table) const;

    StageSettings m_settings;
    ParameterLayout m_layout;
    StageSlabs m_slabs;
    const SlabLayout* m_slabLayout; ///< for the microbatch at hand
    double m_terms;                 ///< tokens of the step, over which the loss is averaged
    LaneMemory* m_lane;
    DeviceState m_state;
};

} // namespace lanewright::engine
