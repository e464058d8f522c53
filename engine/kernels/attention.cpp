// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/attention.h"

#include "engine/kernels/elementwise.h"
#include "engine/kernels/product.h"
#include "engine/kernels/softmax.h"

#include <algorithm>
#include <cmath>

namespace lanewright::engine {

namespace {

constexpr std::int64_t kMostLanes = 32;

/// Query, key and value of one head of one sample, each (T,D), inside the wider tensor.
template <typename Number>
struct Head {
    View<Number> query;
    View<Number> key;
    View<Number> value;

    Head(const View<Number>& qkv, const AttentionShape& shape, std::int64_t which) {
        const std::int64_t sample = which / shape.heads;
        const std::int64_t head = which % shape.heads;
        const auto part = [&](std::int64_t index) {
            return qkv.block(sample * shape.context, shape.context, index * shape.width + head * shape.headWidth(),
                             shape.headWidth());
        };
        query = part(0), key = part(1), value = part(2);
    }
};

/// The head's columns of a tensor (B·T,C).
template <typename Number>
View<Number> columnsOf(const View<Number>& tokens, const AttentionShape& shape, std::int64_t which) {
    return tokens.block(which / shape.heads * shape.context, shape.context, which % shape.heads * shape.headWidth(),
                        shape.headWidth());
}

float scaleOf(const AttentionShape& shape) { return 1.0F / std::sqrt(static_cast<float>(shape.headWidth())); }

/// Cuts a thread's scratch into pieces. Without memory it only counts.
class Pieces {
public:
    explicit Pieces(float* memory) : m_start(memory) {}
    float* take(std::int64_t count) {
        float* const piece = m_start == nullptr ? nullptr : m_start + m_count;
        m_count += (count + 15) / 16 * 16;
        return piece;
    }
    std::int64_t count() const { return m_count; }

    /// Strips of `rows` rows, each `depth` numbers deep; with room for `most`.
    Strips strips(std::int64_t rows, std::int64_t depth, std::int64_t most) {
        return {take(Strips::countFor(rows, most)), Unit::Fp32, depth};
    }
    Strips strips(std::int64_t rows, std::int64_t depth) { return strips(rows, depth, depth); }
    /// A panel with a column for each lane.
    Panels panel(std::int64_t depth) { return {take(depth * kMostLanes), Unit::Fp32, depth, tiles().cols}; }

private:
    float* m_start;
    std::int64_t m_count = 0;
};

/// What the forward needs for one head. The scores are kept transposed, a column for each query of a block, so that one
/// key meets all queries of the block at a time and no probability has to be packed again.
struct ForwardScratch {
    Pieces& pieces;
    const AttentionShape& shape;
    std::int64_t length = shape.context;
    std::int64_t width = shape.headWidth();
    Strips keys = pieces.strips(length, width);   ///< a row per key
    Strips values = pieces.strips(width, length); ///< a row per dimension of the value
    Panels queries = pieces.panel(width);
    Panels scores = pieces.panel(length);           ///< (keys,lanes)
    float* mixed = pieces.take(width * kMostLanes); ///< (D,lanes)
    float* inverses = pieces.take(kMostLanes);
    float* logSums = pieces.take(kMostLanes);
    float* rows = pieces.take(width * kMostLanes); ///< (lanes,D)
};

struct BackwardScratch {
    Pieces& pieces;
    const AttentionShape& shape;
    std::int64_t length = shape.context;
    std::int64_t width = shape.headWidth();
    Strips keys = pieces.strips(length, width);       ///< a row per key
    Strips values = pieces.strips(length, width);     ///< a row per key
    Strips keysAcross = pieces.strips(width, length); ///< a row per dimension of the key
    /// Probabilities, or the scores' gradient: a row per key, a query block deep.
    Strips turned = pieces.strips(length, tiles().cols, kMostLanes);
    Panels queries = pieces.panel(width);   ///< a column per query
    Panels gradients = pieces.panel(width); ///< the output's, a column per query
    /// Queries or output gradients: a column per dimension, a query block deep.
    Panels wide{pieces.take((width + kMostLanes) * kMostLanes), Unit::Fp32, tiles().cols, width};
    Panels scores = pieces.panel(length); ///< (keys,lanes), then probabilities
    Panels scoreGradients = pieces.panel(length);
    float* keyGradient = pieces.take(length * width);   ///< (T,D)
    float* valueGradient = pieces.take(length * width); ///< (T,D)
    float* mixed = pieces.take(width * kMostLanes);     ///< (D,lanes)
    float* logSums = pieces.take(kMostLanes);
    float* rows = pieces.take(width * kMostLanes); ///< (lanes,D)
};

template <typename Scratch>
std::int64_t countOf(const AttentionShape& shape) {
    Pieces pieces{nullptr};
    static_cast<void>(Scratch{pieces, shape});
    return pieces.count();
}

/// Queries that are computed together, and the keys that any of them sees.
struct Block {
    std::int64_t first = 0;
    std::int64_t count = 0;
    std::int64_t seen = 0;

    Block(std::int64_t firstQuery, const AttentionShape& shape)
        : first(firstQuery), count(std::min<std::int64_t>(tiles().cols, shape.context - firstQuery)),
          seen(firstQuery + count) {}
};

/// columns (D,lanes), one per query, to rows of `to`.
void storeTurned(const View<float>& to, const Tensor& columns, float* /*rows*/) { transpose(to, columns); }
void storeTurned(const View<Bf16>& to, const Tensor& columns, float* rows) {
    const Tensor turned{rows, to.rows, to.cols};
    transpose(turned, columns);
    copy(to, turned);
}

template <typename Number>
void forwardBlock(const Block& block, const Head<Number>& head, const View<Number>& out, float* logSums,
                  const AttentionShape& shape, const ForwardScratch& scratch) {
    const std::int64_t lanes = tiles().cols;
    scratch.queries.pack(head.query.rowsFrom(block.first, block.count), Depth::AlongRows);
    const Tensor scores{scratch.scores.data, block.seen, lanes};
    multiplyPacked(scores, scratch.keys, scratch.queries, shape.headWidth(), {.scale = scaleOf(shape)});
    softmaxColumns(scores.data, lanes, block.seen, block.first, scratch.logSums, scratch.inverses);
    std::copy_n(scratch.logSums, block.count, logSums + block.first);
    const Tensor mixed{scratch.mixed, shape.headWidth(), lanes};
    multiplyPacked(mixed, scratch.values, scratch.scores, block.seen);
    scaleColumns(mixed.data, lanes, mixed.rows, scratch.inverses);
    storeTurned(out.rowsFrom(block.first, block.count), mixed.colsFrom(0, block.count), scratch.rows);
}

/// Adds to the gradients of keys and values what the block's queries say of them.
template <typename Number>
void addKeyGradients(const Block& block, const Head<Number>& head, const Tensor& outGradient,
                     const AttentionShape& shape, const BackwardScratch& scratch) {
    const auto add = [&](float* sum, const Panels& columns, const auto& rows, float scale) {
        const Tensor total{sum, block.seen, shape.headWidth()};
        scratch.turned.pack(Tensor{columns.data, block.seen, tiles().cols}, Depth::AlongRows, 0, block.seen);
        scratch.wide.pack(rows.rowsFrom(block.first, block.count), Depth::DownColumns);
        multiplyPacked(total, scratch.turned, scratch.wide, block.count,
                       {.scale = scale, .residual = sum, .residualStride = total.stride});
    };
    add(scratch.valueGradient, scratch.scores, outGradient, 1);
    add(scratch.keyGradient, scratch.scoreGradients, head.query, scaleOf(shape));
}

template <typename Number>
void backwardBlock(const Block& block, const Head<Number>& head, const Tensor& outGradient, const float* logSums,
                   const AttentionShape& shape, const BackwardScratch& scratch) {
    const std::int64_t lanes = tiles().cols;
    scratch.queries.pack(head.query.rowsFrom(block.first, block.count), Depth::AlongRows);
    scratch.gradients.pack(outGradient.rowsFrom(block.first, block.count), Depth::AlongRows);
    const Tensor scores{scratch.scores.data, block.seen, lanes};
    const Tensor gradients{scratch.scoreGradients.data, block.seen, lanes};
    multiplyPacked(scores, scratch.keys, scratch.queries, shape.headWidth(), {.scale = scaleOf(shape)});
    multiplyPacked(gradients, scratch.values, scratch.gradients, shape.headWidth());
    std::fill_n(scratch.logSums, lanes, 0.0F);
    std::copy_n(logSums + block.first, block.count, scratch.logSums);
    softmaxColumnsGradient(scores.data, gradients.data, lanes, block.seen, block.first, scratch.logSums);
    addKeyGradients(block, head, outGradient, shape, scratch);
    const Tensor mixed{scratch.mixed, shape.headWidth(), lanes};
    multiplyPacked(mixed, scratch.keysAcross, scratch.scoreGradients, block.seen, {.scale = scaleOf(shape)});
    // No later block reads these queries: their gradient takes their place.
    storeTurned(head.query.rowsFrom(block.first, block.count), mixed.colsFrom(0, block.count), scratch.rows);
}

} // namespace

std::int64_t AttentionShape::scratch() const {
    return std::max(countOf<ForwardScratch>(*this), countOf<BackwardScratch>(*this));
}

template <typename Number>
void attentionForward(const View<Number>& out, const Tensor& logSums, const View<Number>& qkv,
                      const AttentionShape& shape, std::int64_t first, std::int64_t count, float* scratch) {
    assert(qkv.rows == shape.batch * shape.context && qkv.cols == 3 * shape.width);
    assert(out.rows == qkv.rows && out.cols == shape.width);
    assert(logSums.rows == shape.all() && logSums.cols == shape.context);
    Pieces pieces{scratch};
    const ForwardScratch own{pieces, shape};
    for (std::int64_t which = first; which < first + count; ++which) {
        const Head<Number> head(qkv, shape, which);
        own.keys.pack(head.key, Depth::AlongRows, 0, shape.context);
        own.values.pack(head.value, Depth::DownColumns, 0, shape.headWidth());
        for (std::int64_t query = 0; query < shape.context; query += tiles().cols)
            forwardBlock(Block(query, shape), head, columnsOf(out, shape, which), logSums.row(which), shape, own);
    }
}

template <typename Number>
void attentionInputGradientInPlace(const View<Number>& qkv, const Tensor& outGradient, const Tensor& logSums,
                                   const AttentionShape& shape, std::int64_t first, std::int64_t count,
                                   float* scratch) {
    Pieces pieces{scratch};
    const BackwardScratch own{pieces, shape};
    const Tensor keyGradient{own.keyGradient, shape.context, shape.headWidth()};
    const Tensor valueGradient{own.valueGradient, shape.context, shape.headWidth()};
    for (std::int64_t which = first; which < first + count; ++which) {
        const Head<Number> head(qkv, shape, which);
        own.keys.pack(head.key, Depth::AlongRows, 0, shape.context);
        own.values.pack(head.value, Depth::AlongRows, 0, shape.context);
        own.keysAcross.pack(head.key, Depth::DownColumns, 0, shape.headWidth());
        clear(keyGradient);
        clear(valueGradient);
        for (std::int64_t query = 0; query < shape.context; query += tiles().cols)
            backwardBlock(Block(query, shape), head, columnsOf(outGradient, shape, which), logSums.row(which), shape,
                          own);
        copy(head.key, keyGradient);
        copy(head.value, valueGradient);
    }
}

template void attentionForward(const View<float>&, const Tensor&, const View<float>&, const AttentionShape&,
                               std::int64_t, std::int64_t, float*);
template void attentionForward(const View<Bf16>&, const Tensor&, const View<Bf16>&, const AttentionShape&, std::int64_t,
                               std::int64_t, float*);
template void attentionInputGradientInPlace(const View<float>&, const Tensor&, const Tensor&, const AttentionShape&,
                                            std::int64_t, std::int64_t, float*);
template void attentionInputGradientInPlace(const View<Bf16>&, const Tensor&, const Tensor&, const AttentionShape&,
                                            std::int64_t, std::int64_t, float*);

} // namespace lanewright::engine
