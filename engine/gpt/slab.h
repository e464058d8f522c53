// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model_spec.h"
#include "core/model/sample_tokens.h"

#include "engine/device/buffer.h"
#include "engine/gpt/parameters.h"
#include "engine/kernels/attention.h"

#include <vector>

namespace lanewright::engine {

/// The sizes that all tensors of a microbatch are made of.
struct Sizes {
    std::int64_t tokens = 0;     ///< n = B·T; T is the number of tokens of each sample of this microbatch
    std::int64_t width = 0;      ///< C
    std::int64_t vocabulary = 0; ///< V
    AttentionShape attention = {};

    /// For a microbatch of `batch` samples that fill the context.
    explicit Sizes(const ModelSpec& model) : Sizes(model, {model.batch, model.context}) {}
    Sizes(const ModelSpec& model, const MicrobatchShape& shape);
    /// Numbers of a value that crosses stages, (n,C).
    std::int64_t boundary() const { return tokens * width; }
};

/// What a stage keeps of one microbatch: the activations of its slab.
///
/// A residue lives from F to the part of W that needs it, `stash` from F to B. B writes the gradients that W needs into
/// places of the residues whose activations nobody reads any more, so it allocates nothing.
struct Slab {
    Buffer seed;                       ///< the stage's input, where activations are dropped after F until R
    Buffer stash;                      ///< the attention's sums, the final norm's input
    std::vector<Buffer> residues = {}; ///< all the rest, per part of W: what its gradients are made of
    int partsDone = 0;
};

/// What one layer keeps: factors of products are `Kept`, numbers of float or bf16, all else is `Wide`, floats.
template <typename Wide, typename Kept>
struct LayerParts {
    Wide input;        ///< (n,C) x
    Kept normed1;      ///< (n,C) the first norm's output
    Kept qkv;          ///< (n,3C) → its gradient
    Kept attended;     ///< (n,C) the attention's output
    Wide middle;       ///< (n,C) x after attention
    Kept normed2;      ///< (n,C) the second norm's output
    Kept up;           ///< (n,4C) the up-projection's output → its gradient
    Kept activated;    ///< (n,4C) GELU of it
    Kept outGradient;  ///< (n,C) of the out-projection's output, written by B where `input` was
    Kept downGradient; ///< (n,C) of the down-projection's output, written by B where `middle` was
    Wide mean1, rstd1; ///< (1,n)
    Wide mean2, rstd2; ///< (1,n)
    Wide gain1, bias1; ///< (1,C) gradients of the first norm's weights, written by B
    Wide gain2, bias2; ///< (1,C) of the second's
    Wide logSums;      ///< (B·H,T) of the attention, in the stash
};
template <typename Number>
using LayerTensors = LayerParts<Tensor, View<Number>>;

/// What the last stage keeps beside its layers.
template <typename Wide, typename Kept>
struct HeadParts {
    Wide input;      ///< (n,C) the final norm's input, in the stash
    Kept normed;     ///< (n,C) its output
    Wide logits;     ///< (n,V) → probabilities → their gradient, on a device as `logitsGradient` says
    Wide mean, rstd; ///< (1,n)
    Wide gain, bias; ///< (1,C) gradients of the final norm's weights, written by B
};
template <typename Number>
using HeadTensors = HeadParts<Tensor, View<Number>>;

/// Where everything lies in a stage's slab.
class SlabLayout {
public:
    /// For a microbatch of the model's batch, whose samples fill the context.
    SlabLayout(const ModelSpec& model, const StageShape& shape, Precision precision, int weightParts = 1);
    /// For one of these sizes, which are not larger.
    SlabLayout(const ModelSpec& model, const Sizes& sizes, const StageShape& shape, Precision precision,
               int weightParts = 1);

    const Sizes& sizes() const { return m_sizes; }
    std::int64_t seedCount() const { return m_shape.isFirst() ? 0 : m_sizes.boundary(); }
    /// @name Floats of memory
    /// @{
    std::int64_t stashCount() const;
    int parts() const { return static_cast<int>(m_counts.size()); }
    std::int64_t residueCount(int part) const { return m_counts[part]; }
    std::int64_t residueCount() const; ///< all parts together
    /// @}

    /// `Number` is that of the precision.
    template <typename Number, typename Parts = LayerTensors<Number>>
    Parts layer(const Slab& slab, int layer) const;
    template <typename Number, typename Parts = HeadTensors<Number>>
    Parts head(const Slab& slab) const;
    /// (n,C) gradient of the first stage's embedding, written by B.
    Tensor embeddingGradient(const Slab& slab) const;

private:
    /// Floats that `count` kept numbers take.
    std::int64_t kept(std::int64_t count) const { return m_precision == Precision::Fp32 ? count : (count + 1) / 2; }
    /// What the gradients of a job are made of.
    struct Piece {
        WeightJobKind kind;
        int layer;
        std::size_t part;
        std::int64_t offset; ///< in the part's residue
    };
    std::int64_t pieceCount(WeightJobKind kind) const;
    float* pieceOf(const Slab& slab, WeightJobKind kind, int layer = 0) const;

    Sizes m_sizes;
    StageShape m_shape;
    Precision m_precision;
    std::vector<Piece> m_pieces;
    std::vector<std::int64_t> m_counts; ///< per part
};

/// The layouts of a stage's slabs: one for each shape that a microbatch has.
class SlabLayouts {
public:
    /// `shapes`: per microbatch; empty: the model's batch and context for all.
    SlabLayouts(const ModelSpec& model, const StageShape& shape, Precision precision, int weightParts,
                const std::vector<MicrobatchShape>& shapes);

    const SlabLayout& of(int microbatch) const { return m_which.empty() ? whole() : m_layouts[m_which[microbatch]]; }
    /// That of the model's batch and context. No other asks for more.
    const SlabLayout& whole() const { return m_layouts.front(); }
    const Sizes& sizesOf(int microbatch) const { return of(microbatch).sizes(); }

private:
    std::vector<SlabLayout> m_layouts;
    std::vector<std::size_t> m_which = {}; ///< by microbatch; empty: the first for all
};

} // namespace lanewright::engine
