// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/slab.h"

namespace lanewright::engine {

namespace {

/// Cuts tensors off a piece of memory, one behind the other.
class Cutter {
public:
    explicit Cutter(float* from) : m_at(from) {}
    Tensor cut(std::int64_t rows, std::int64_t cols) {
        const Tensor tensor{m_at, rows, cols};
        m_at += tensor.size();
        return tensor;
    }

private:
    float* m_at;
};

} // namespace

Sizes::Sizes(const ModelSpec& model)
    : tokens(std::int64_t{model.batch} * model.context), width(model.width),
      vocabulary(model.vocabulary), attention{.batch = model.batch,
                                              .context = model.context,
                                              .heads = model.heads,
                                              .width = model.width} {}

SlabLayout::SlabLayout(const ModelSpec& model, const StageShape& shape) : m_sizes(model), m_shape(shape) {}

std::int64_t SlabLayout::layerResidue() const {
    return 16 * m_sizes.boundary() + 4 * m_sizes.tokens + 4 * m_sizes.width;
}

std::int64_t SlabLayout::headResidue() const {
    return m_sizes.tokens * (m_sizes.width + m_sizes.vocabulary) + 2 * m_sizes.tokens + 2 * m_sizes.width;
}

std::int64_t SlabLayout::stashCount() const {
    const std::int64_t probabilities = m_sizes.attention.probabilityRows() * m_sizes.attention.context;
    return m_shape.layers * probabilities + (m_shape.isLast() ? m_sizes.boundary() : 0);
}

std::int64_t SlabLayout::residueCount() const {
    return m_shape.layers * layerResidue() + (m_shape.isFirst() ? m_sizes.boundary() : 0) +
           (m_shape.isLast() ? headResidue() : 0);
}

LayerTensors SlabLayout::layer(Slab& slab, int layer) const {
    const std::int64_t n = m_sizes.tokens;
    const std::int64_t c = m_sizes.width;
    const AttentionShape& attention = m_sizes.attention;
    Cutter cutter{slab.residue.data() + layer * layerResidue()};
    LayerTensors tensors;
    for (Tensor* tensor : {&tensors.input, &tensors.normed1, &tensors.attended, &tensors.middle, &tensors.normed2})
        *tensor = cutter.cut(n, c);
    tensors.qkv = cutter.cut(n, 3 * c);
    tensors.up = cutter.cut(n, 4 * c);
    tensors.activated = cutter.cut(n, 4 * c);
    for (Tensor* tensor : {&tensors.mean1, &tensors.rstd1, &tensors.mean2, &tensors.rstd2})
        *tensor = cutter.cut(1, n);
    for (Tensor* tensor : {&tensors.gain1, &tensors.bias1, &tensors.gain2, &tensors.bias2})
        *tensor = cutter.cut(1, c);
    Cutter stash{slab.stash.data() + layer * attention.probabilityRows() * attention.context};
    tensors.probabilities = stash.cut(attention.probabilityRows(), attention.context);
    return tensors;
}

HeadTensors SlabLayout::head(Slab& slab) const {
    const std::int64_t n = m_sizes.tokens;
    const std::int64_t c = m_sizes.width;
    Cutter cutter{slab.residue.data() + residueCount() - headResidue()};
    HeadTensors tensors;
    tensors.normed = cutter.cut(n, c);
    tensors.logits = cutter.cut(n, m_sizes.vocabulary);
    tensors.mean = cutter.cut(1, n);
    tensors.rstd = cutter.cut(1, n);
    tensors.gain = cutter.cut(1, c);
    tensors.bias = cutter.cut(1, c);
    Cutter stash{slab.stash.data() + stashCount() - m_sizes.boundary()};
    tensors.input = stash.cut(n, c);
    return tensors;
}

Tensor SlabLayout::embeddingGradient(Slab& slab) const {
    Cutter cutter{slab.residue.data() + m_shape.layers * layerResidue()};
    return cutter.cut(m_sizes.tokens, m_sizes.width);
}

} // namespace lanewright::engine
