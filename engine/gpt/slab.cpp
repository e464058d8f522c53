// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/slab.h"

#include "engine/gpt/matrices.h"

#include <algorithm>
#include <numeric>

namespace lanewright::engine {

namespace {

/// Floats that a GPU reads at a time. Pieces of a slab begin at a multiple of so many, wherever they end: else kernels
/// would add numbers in another order where a stage or a part of W begins at another layer.
constexpr std::int64_t kWord = 4;
constexpr std::int64_t upToWord(std::int64_t floats) { return (floats + kWord - 1) / kWord * kWord; }

/// Cuts tensors off a piece of memory, one behind the other. Of memory that is gone, no data.
class Cutter {
public:
    explicit Cutter(float* from) : m_from(reinterpret_cast<char*>(from)) {}
    template <typename Number = float>
    View<Number> cut(std::int64_t rows, std::int64_t cols) {
        char* const at = m_from == nullptr ? nullptr : m_from + m_offset;
        m_offset += rows * cols * static_cast<std::int64_t>(sizeof(Number));
        return {reinterpret_cast<Number*>(at), rows, cols};
    }
    /// What is cut next begins with a word.
    void skipToWord() { m_offset = upToWord(m_offset / 4) * 4; }

private:
    char* m_from;
    std::int64_t m_offset = 0;
};

/// A tensor of `Kept` in the place of a float one: each of its rows begins where that one's row begins.
template <typename Kept>
View<Kept> over(const Tensor& tensor) {
    View<Kept> view{reinterpret_cast<Kept*>(tensor.data), tensor.rows, tensor.cols};
    constexpr std::int64_t kBytes = sizeof(Kept);
    view.stride = tensor.stride * 4 / kBytes;
    return view;
}

/// The place of a tensor in the stash, which W no longer has.
float* stashOf(const Slab& slab, std::int64_t offset) {
    return slab.stash.empty() ? nullptr : const_cast<float*>(slab.stash.data()) + offset;
}

/// What a norm keeps.
template <typename Wide>
void cutNorm(Cutter& cutter, const Sizes& sizes, Wide& mean, Wide& rstd, Wide& gain, Wide& bias) {
    mean = cutter.cut(1, sizes.tokens), rstd = cutter.cut(1, sizes.tokens);
    gain = cutter.cut(1, sizes.width), bias = cutter.cut(1, sizes.width);
    cutter.skipToWord();
}

} // namespace

Sizes::Sizes(const ModelSpec& model, const MicrobatchShape& shape)
    : tokens(shape.tokens()), width(model.width), vocabulary(model.vocabulary), attention{.batch = shape.samples,
                                                                                          .context = shape.context,
                                                                                          .heads = model.heads,
                                                                                          .width = model.width} {}

SlabLayout::SlabLayout(const ModelSpec& model, const StageShape& shape, Precision precision, int weightParts)
    : SlabLayout(model, Sizes{model}, shape, precision, weightParts) {}

SlabLayout::SlabLayout(const ModelSpec& model, const Sizes& sizes, const StageShape& shape, Precision precision,
                       int weightParts)
    : m_sizes(sizes), m_shape(shape), m_precision(precision), m_counts(static_cast<std::size_t>(weightParts)) {
    // The parts of W are those of the weights, which all microbatches share.
    const ParameterLayout weights(model, shape);
    for (int part = 0; part < weightParts; ++part)
        for (const WeightJob& job : weights.jobsOf(part, weightParts)) {
            std::int64_t& count = m_counts[part];
            m_pieces.push_back({job.kind, job.layer, static_cast<std::size_t>(part), count});
            count += pieceCount(job.kind);
        }
}

std::int64_t SlabLayout::pieceCount(WeightJobKind kind) const {
    const std::int64_t boundary = m_sizes.boundary();
    const std::int64_t norm = 2 * m_sizes.tokens + 2 * m_sizes.width;
    const auto sum = [&](std::int64_t floats, std::int64_t numbers) {
        return upToWord(upToWord(floats) + kept(numbers));
    };
    switch (kind) {
    case WeightJobKind::Embedding: return upToWord(boundary);
    case WeightJobKind::Qkv: return sum(norm, 4 * boundary);
    case WeightJobKind::Out: return sum(boundary, boundary);
    case WeightJobKind::Up: return sum(norm, 5 * boundary);
    case WeightJobKind::Down: return sum(boundary, 4 * boundary);
    case WeightJobKind::Head: return sum(m_sizes.tokens * m_sizes.vocabulary + norm, boundary);
    }
    return 0;
}

float* SlabLayout::pieceOf(const Slab& slab, WeightJobKind kind, int layer) const {
    // The pieces lie in the order of the stage's tensors: the table's, four of each layer, the head's.
    std::size_t at = m_shape.isFirst() && kind != WeightJobKind::Embedding ? 1 : 0;
    if (kind == WeightJobKind::Head)
        at = m_pieces.size() - 1;
    else if (kind != WeightJobKind::Embedding)
        at += 4 * static_cast<std::size_t>(layer) + static_cast<std::size_t>(kind) -
              static_cast<std::size_t>(WeightJobKind::Qkv);
    const Piece& piece = m_pieces[at];
    assert(piece.kind == kind && piece.layer == layer);
    // A part of W may be done while others are not: its pieces are gone, and nobody asks for their tensors.
    const Buffer& residue = slab.residues[piece.part];
    return residue.empty() ? nullptr : const_cast<float*>(residue.data()) + piece.offset;
}

std::int64_t SlabLayout::stashCount() const {
    const std::int64_t logSums = m_sizes.attention.all() * m_sizes.attention.context;
    return upToWord(m_shape.layers * logSums) + (m_shape.isLast() ? m_sizes.boundary() : 0);
}

std::int64_t SlabLayout::residueCount() const { return std::accumulate(m_counts.begin(), m_counts.end(), 0LL); }

template <typename Number, typename Parts>
Parts SlabLayout::layer(const Slab& slab, int layer) const {
    const std::int64_t n = m_sizes.tokens;
    const std::int64_t c = m_sizes.width;
    const AttentionShape& attention = m_sizes.attention;
    Parts parts;
    Cutter qkv{pieceOf(slab, WeightJobKind::Qkv, layer)};
    cutNorm(qkv, m_sizes, parts.mean1, parts.rstd1, parts.gain1, parts.bias1);
    parts.normed1 = qkv.cut<Number>(n, c);
    parts.qkv = qkv.cut<Number>(n, 3 * c);
    Cutter out{pieceOf(slab, WeightJobKind::Out, layer)};
    const Tensor input = out.cut(n, c);
    parts.input = input;
    parts.outGradient = over<Number>(input);
    out.skipToWord();
    parts.attended = out.cut<Number>(n, c);
    Cutter up{pieceOf(slab, WeightJobKind::Up, layer)};
    cutNorm(up, m_sizes, parts.mean2, parts.rstd2, parts.gain2, parts.bias2);
    parts.normed2 = up.cut<Number>(n, c);
    parts.up = up.cut<Number>(n, 4 * c);
    Cutter down{pieceOf(slab, WeightJobKind::Down, layer)};
    const Tensor middle = down.cut(n, c);
    parts.middle = middle;
    parts.downGradient = over<Number>(middle);
    down.skipToWord();
    parts.activated = down.cut<Number>(n, 4 * c);
    Cutter stash{stashOf(slab, layer * attention.all() * attention.context)};
    parts.logSums = stash.cut(attention.all(), attention.context);
    return parts;
}

template <typename Number, typename Parts>
Parts SlabLayout::head(const Slab& slab) const {
    Cutter cutter{pieceOf(slab, WeightJobKind::Head)};
    Parts parts;
    parts.logits = cutter.cut(m_sizes.tokens, m_sizes.vocabulary);
    cutNorm(cutter, m_sizes, parts.mean, parts.rstd, parts.gain, parts.bias);
    parts.normed = cutter.cut<Number>(m_sizes.tokens, m_sizes.width);
    Cutter stash{stashOf(slab, stashCount() - m_sizes.boundary())};
    parts.input = stash.cut(m_sizes.tokens, m_sizes.width);
    return parts;
}

template LayerTensors<float> SlabLayout::layer<float>(const Slab&, int) const;
template LayerTensors<Bf16> SlabLayout::layer<Bf16>(const Slab&, int) const;
template LayerMatrices SlabLayout::layer<float>(const Slab&, int) const;
template LayerMatrices SlabLayout::layer<Bf16>(const Slab&, int) const;
template HeadTensors<float> SlabLayout::head<float>(const Slab&) const;
template HeadTensors<Bf16> SlabLayout::head<Bf16>(const Slab&) const;
template HeadMatrices SlabLayout::head<float>(const Slab&) const;
template HeadMatrices SlabLayout::head<Bf16>(const Slab&) const;

Tensor SlabLayout::embeddingGradient(const Slab& slab) const {
    return {pieceOf(slab, WeightJobKind::Embedding), m_sizes.tokens, m_sizes.width};
}

SlabLayouts::SlabLayouts(const ModelSpec& model, const StageShape& shape, Precision precision, int weightParts,
                         const std::vector<MicrobatchShape>& shapes) {
    m_layouts.emplace_back(model, shape, precision, weightParts);
    for (const MicrobatchShape& each : shapes) {
        const auto found = std::ranges::find_if(m_layouts, [&](const SlabLayout& layout) {
            const AttentionShape& own = layout.sizes().attention;
            return own.batch == each.samples && own.context == each.context;
        });
        m_which.push_back(static_cast<std::size_t>(found - m_layouts.begin()));
        if (found == m_layouts.end())
            m_layouts.emplace_back(model, Sizes{model, each}, shape, precision, weightParts);
    }
}

} // namespace lanewright::engine
