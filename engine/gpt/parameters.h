// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model_spec.h"

#include "engine/device/tensor.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace lanewright::engine {

/// Which part of the model a stage is.
struct StageShape {
    int stage = 0;
    int stages = 1;
    int firstLayer = 0; ///< counted over the whole model
    int layers = 0;     ///< may be none

    bool isFirst() const { return stage == 0; }
    bool isLast() const { return stage + 1 == stages; }
    friend bool operator==(const StageShape&, const StageShape&) = default;
};
StageShape shapeOf(const ModelSpec& model, int stages, int stage);

/// The weights of a GPT: two tables, twelve tensors in each layer, and three at the end.
enum class TensorKind : std::uint8_t {
    TokenTable,    ///< (V,C)
    PositionTable, ///< (T,C)
    Norm1Gain,     ///< (1,C)
    Norm1Bias,     ///< (1,C)
    QkvWeight,     ///< (3C,C)
    QkvBias,       ///< (1,3C)
    OutWeight,     ///< (C,C)
    OutBias,       ///< (1,C)
    Norm2Gain,     ///< (1,C)
    Norm2Bias,     ///< (1,C)
    UpWeight,      ///< (4C,C)
    UpBias,        ///< (1,4C)
    DownWeight,    ///< (C,4C)
    DownBias,      ///< (1,C)
    FinalGain,     ///< (1,C)
    FinalBias,     ///< (1,C)
    HeadWeight,    ///< (V,C)
};
constexpr int kTensorsPerLayer = 12;

/// One weight tensor of a stage.
struct Parameter {
    TensorKind kind = TensorKind::TokenTable;
    int layer = 0;  ///< counted from the stage's first; 0 for those outside of layers
    int number = 0; ///< its place among all tensors of the model
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::int64_t offset = 0; ///< its first number's place in the stage's memory

    std::int64_t size() const { return rows * cols; }
    bool isMatrix() const { return rows > 1; }
};

/// The gradients that W computes at one go: those of one matrix and of the vectors that go with it.
enum class WeightJobKind : std::uint8_t { Embedding, Qkv, Out, Up, Down, Head };
struct WeightJob {
    WeightJobKind kind = WeightJobKind::Embedding;
    int layer = 0;           ///< counted from the stage's first
    std::int64_t offset = 0; ///< where the numbers that it writes begin; they lie together
    std::int64_t count = 0;
};

/// Where a stage's weights lie in memory. Gradients, moments and partial gradients lie the same way.
class ParameterLayout {
public:
    ParameterLayout(const ModelSpec& model, const StageShape& shape);

    std::int64_t count() const { return m_count; }
    const std::vector<Parameter>& parameters() const { return m_parameters; }
    const std::vector<WeightJob>& jobs() const { return m_jobs; }
    /// The jobs of one of `parts` parts of W: consecutive ones, about the same number of weights in each part.
    std::span<const WeightJob> jobsOf(int part, int parts) const;

    /// The tensor of that kind in memory laid out like this; `layer` counts from the stage's first.
    Tensor of(float* memory, TensorKind kind, int layer = 0) const;

private:
    struct TensorSize {
        TensorKind kind;
        std::int64_t rows, cols;
    };
    /// Adds the tensors whose gradients the job computes.
    void addJob(WeightJobKind kind, int layer, std::initializer_list<TensorSize> tensors);

    StageShape m_shape;
    int m_modelLayers;
    std::int64_t m_count = 0;
    std::vector<Parameter> m_parameters;
    std::vector<WeightJob> m_jobs;
};

/// The tensors of a layer, counted from the stage's first, in memory that is laid out like the stage's weights.
struct LayerWeights {
    const ParameterLayout& layout;
    float* memory;
    int layer;

    Tensor of(TensorKind kind) const { return layout.of(memory, kind, layer); }
};

/// The gradients of a layer's job: calls `linear(weight, bias, out gradient, in)` for those of its matrix and
/// `norm(gain, bias, kept gain, kept bias)` where B has kept those of a norm. `kept`: what the layer keeps.
void forLayerJob(WeightJobKind kind, const LayerWeights& to, const auto& kept, const auto& linear, const auto& norm) {
    using enum TensorKind;
    switch (kind) {
    case WeightJobKind::Qkv:
        linear(to.of(QkvWeight), to.of(QkvBias), kept.qkv, kept.normed1);
        norm(to.of(Norm1Gain), to.of(Norm1Bias), kept.gain1, kept.bias1);
        break;
    case WeightJobKind::Out: linear(to.of(OutWeight), to.of(OutBias), kept.outGradient, kept.attended); break;
    case WeightJobKind::Up:
        linear(to.of(UpWeight), to.of(UpBias), kept.up, kept.normed2);
        norm(to.of(Norm2Gain), to.of(Norm2Bias), kept.gain2, kept.bias2);
        break;
    case WeightJobKind::Down: linear(to.of(DownWeight), to.of(DownBias), kept.downGradient, kept.activated); break;
    case WeightJobKind::Embedding:
    case WeightJobKind::Head: break; // not of a layer
    }
}

/// Fills `memory` with the first weights: normal with deviation 0.02 (matrices that write to the residual stream:
/// divided by the root of twice the number of layers), gains 1, biases 0. They depend on the model's seed and on the
/// place in the model alone.
void initialise(float* memory, const ParameterLayout& layout, const ModelSpec& model);

/// The sum of squares of one tensor's gradient.
struct TensorSquares {
    int number = 0; ///< its place among all tensors of the model
    double sum = 0;
};

/// A 64-bit hash of one tensor's bits.
std::uint64_t hashOf(const float* memory, const Parameter& parameter);

} // namespace lanewright::engine
