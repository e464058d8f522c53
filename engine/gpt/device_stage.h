// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpt/device_layer.h"
#include "engine/gpt/stage_core.h"

#include <vector>

namespace lanewright::engine {

/// A copy of a stage on a device: what `Stage` is on the CPU, by the same layouts and rules.
///
/// Ops only enqueue. Memory of activations changes hands on the host while it enqueues; that is safe because a lane's
/// ops follow each other on one stream, and the forward of an overlapped pair takes its memory before the backward
/// gives any back.
class DeviceStage : public StageCore {
public:
    DeviceStage(const ModelSpec& model, const StageSettings& settings, LaneMemory& lane);

    /// F. `input` (n,C) floats is not read by the first stage, `output` not written by the last.
    void forward(int microbatch, Stream stream, const Matrix& input, const Matrix& output);
    /// R: makes the activations that F dropped once more.
    void recompute(int microbatch);
    /// B. `outputGradient` is not read by the last stage, `inputGradient` not written by the first.
    void backwardInput(int microbatch, const Matrix& outputGradient, const Matrix& inputGradient);
    /// The forward of the samples that stand where those of microbatch 0 do. The last stage says their loss and, unless
    /// it is −1, the probabilities of what follows token `token`. Waits.
    Evaluation evaluate(const Matrix& input, const Matrix& output, std::int64_t token);

    /// Writes the sum of squares of each tensor's gradient to `sums`, in the order of the layout.
    void gradientSquares(double* sums);
    /// Enqueues a step of the optimizer, the `step`-th counted from 1, with the gradients · `scale`.
    void optimize(const OptimizerSettings& settings, int step, float scale);
    /// Rolls the last of these steps back. Needs two banks.
    void rollBack() { m_state.rollBack(); }

    DeviceState& state() { return m_state; }

private:
    void fitWorkspace(const Sizes& sizes) override { m_lane->fit(sizes); }
    void run(Slab& slab, int microbatch, Stream stream, const Matrix& input, const Matrix& output);
    void enter(Stream stream, const Matrix& first, int microbatch, const Matrix& input);
    Matrix destination(const Slab& slab, int layer, const Matrix& output) const;
    void headForward(const Slab& slab, int microbatch, Stream stream);
    void headInputGradient(const Slab& slab, int microbatch);
    void takeGradient(const Matrix& outputGradient);
    void runJob(const WeightJob& job, const Slab& slab, int microbatch, float* target) override;
    LayerMatrices layer(const Slab& slab, int layer) const;
    HeadMatrices head(const Slab& slab) const;
    Matrix weight(TensorKind kind) { return m_state.weight(kind); }
    /// Microbatches lie as far from each other as if all filled the context.
    const std::uint8_t* textOf(const std::uint8_t* text, int microbatch) const;
    /// A table of positions down to the last that the microbatch at hand has.
    Matrix usedPositions(const Tensor& table) const;

    LaneMemory* m_lane;
    DeviceState m_state;
};

} // namespace lanewright::engine
