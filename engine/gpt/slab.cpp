// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/slab.h"

namespace lanewright::engine {

namespace {

/// Cuts tensors off a piece of memory, one behind the other.
class Cutter {
public:
    explicit Cutter(float* from) : m_at(reinterpret_cast<char*>(from)) {}
    template <typename Number = float>
    View<Number> cut(std::int64_t rows, std::int64_t cols) {
        const View<Number> tensor{reinterpret_cast<Number*>(m_at), rows, cols};
        m_at += tensor.size() * static_cast<std::int64_t>(sizeof(Number));
        return tensor;
    }

private:
    char* m_at;
};

/// A tensor of `Kept` in the place of a float one: each of its rows begins where that one's row begins.
template <typename Kept>
View<Kept> over(const Tensor& tensor) {
    View<Kept> view{reinterpret_cast<Kept*>(tensor.data), tensor.rows, tensor.cols};
    constexpr std::int64_t kBytes = sizeof(Kept);
    view.stride = tensor.stride * 4 / kBytes;
    return view;
}

} // namespace

Sizes::Sizes(const ModelSpec& model)
    : tokens(std::int64_t{model.batch} * model.context), width(model.width),
      vocabulary(model.vocabulary), attention{.batch = model.batch,
                                              .context = model.context,
                                              .heads = model.heads,
                                              .width = model.width} {}

SlabLayout::SlabLayout(const ModelSpec& model, const StageShape& shape, Precision precision)
    : m_sizes(model), m_shape(shape), m_precision(precision) {}

std::int64_t SlabLayout::layerResidue() const {
    return 2 * m_sizes.boundary() + kept(14 * m_sizes.boundary()) + 4 * m_sizes.tokens + 4 * m_sizes.width;
}

std::int64_t SlabLayout::headResidue() const {
    return kept(m_sizes.boundary()) + m_sizes.tokens * m_sizes.vocabulary + 2 * m_sizes.tokens + 2 * m_sizes.width;
}

std::int64_t SlabLayout::stashCount() const {
    const std::int64_t logSums = m_sizes.attention.all() * m_sizes.attention.context;
    return m_shape.layers * logSums + (m_shape.isLast() ? m_sizes.boundary() : 0);
}

std::int64_t SlabLayout::residueCount() const {
    return m_shape.layers * layerResidue() + (m_shape.isFirst() ? m_sizes.boundary() : 0) +
           (m_shape.isLast() ? headResidue() : 0);
}

template <typename Kept>
LayerTensors<Kept> SlabLayout::layer(Slab& slab, int layer) const {
    const std::int64_t n = m_sizes.tokens;
    const std::int64_t c = m_sizes.width;
    const AttentionShape& attention = m_sizes.attention;
    Cutter cutter{slab.residue.data() + layer * layerResidue()};
    LayerTensors<Kept> tensors;
    tensors.input = cutter.cut(n, c);
    tensors.middle = cutter.cut(n, c);
    for (Tensor* tensor : {&tensors.mean1, &tensors.rstd1, &tensors.mean2, &tensors.rstd2})
        *tensor = cutter.cut(1, n);
    for (Tensor* tensor : {&tensors.gain1, &tensors.bias1, &tensors.gain2, &tensors.bias2})
        *tensor = cutter.cut(1, c);
    for (View<Kept>* tensor : {&tensors.normed1, &tensors.attended, &tensors.normed2})
        *tensor = cutter.cut<Kept>(n, c);
    tensors.qkv = cutter.cut<Kept>(n, 3 * c);
    tensors.up = cutter.cut<Kept>(n, 4 * c);
    tensors.activated = cutter.cut<Kept>(n, 4 * c);
    tensors.outGradient = over<Kept>(tensors.input);
    tensors.downGradient = over<Kept>(tensors.middle);
    Cutter stash{slab.stash.data() + layer * attention.all() * attention.context};
    tensors.logSums = stash.cut(attention.all(), attention.context);
    return tensors;
}

template <typename Kept>
HeadTensors<Kept> SlabLayout::head(Slab& slab) const {
    const std::int64_t n = m_sizes.tokens;
    const std::int64_t c = m_sizes.width;
    Cutter cutter{slab.residue.data() + residueCount() - headResidue()};
    HeadTensors<Kept> tensors;
    tensors.logits = cutter.cut(n, m_sizes.vocabulary);
    tensors.mean = cutter.cut(1, n);
    tensors.rstd = cutter.cut(1, n);
    tensors.gain = cutter.cut(1, c);
    tensors.bias = cutter.cut(1, c);
    tensors.normed = cutter.cut<Kept>(n, c);
    Cutter stash{slab.stash.data() + stashCount() - m_sizes.boundary()};
    tensors.input = stash.cut(n, c);
    return tensors;
}

template LayerTensors<float> SlabLayout::layer(Slab&, int) const;
template LayerTensors<Bf16> SlabLayout::layer(Slab&, int) const;
template HeadTensors<float> SlabLayout::head(Slab&) const;
template HeadTensors<Bf16> SlabLayout::head(Slab&) const;

Tensor SlabLayout::embeddingGradient(Slab& slab) const {
    Cutter cutter{slab.residue.data() + m_shape.layers * layerResidue()};
    return cutter.cut(m_sizes.tokens, m_sizes.width);
}

} // namespace lanewright::engine
