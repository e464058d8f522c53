// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/kernels/attention_parts.h"

/// Attention without tensor cores, for floats and for heads of odd widths. A block owns a few queries (or keys) of one
/// head, two to a warp; a tile of others comes by at a time, one to a lane.
namespace lanewright::engine::cuda {

namespace {

constexpr int kThreads = 128;
constexpr int kWarps = kThreads / kWarp;
constexpr int kOwnOfWarp = 2;
constexpr int kOwn = kWarps * kOwnOfWarp;
constexpr int kWidestStaged = 256;

/// One head of one sample and how its parts lie. Key and value stand `width` and 2 · `width` numbers behind the query.
template <typename Number>
struct Head {
    Rows<Number> query;
    Rows<Number> key;
    Rows<Number> value;
    Rows<Number> out;
    Rows<Number> outGradient;
    Rows<Number> queryGradient;
    float* logSums;
    const float* dots;
};

template <typename Number>
__device__ Head<Number> headOf(const AttentionParts<Number>& call, std::int64_t which) {
    const std::int64_t first = which / call.heads * call.context;
    const std::int64_t col = which % call.heads * call.headWidth;
    const auto part = [&](const Rows<Number>& rows, std::int64_t from) {
        return Rows<Number>{rows.data == nullptr ? nullptr : rows.row(first) + from, rows.stride};
    };
    return {part(call.qkv, col),
            part(call.qkv, call.width() + col),
            part(call.qkv, 2 * call.width() + col),
            part(call.out, col),
            part(call.outGradient, col),
            part(call.queryGradient, col),
            call.logSums + which * call.context,
            call.dots == nullptr ? nullptr : call.dots + which * call.context};
}

/// Some rows of one head at hand, from one on that may change: a copy in shared memory, or, where heads are too wide
/// for that, the rows themselves.
template <typename Number, bool Staged>
class Tile {
public:
    __device__ Tile(float* memory, const Rows<Number>& rows, int count, int headWidth, int context)
        : m_memory(memory), m_rows(rows), m_count(count), m_width(headWidth), m_context(context) {}

    /// Numbers of shared memory that it needs.
    __device__ int numbers() const { return Staged ? m_count * (m_width + 1) : 0; }

    /// All threads of the block take part and meet before and after. Rows beyond the context are zeros.
    __device__ void take(int first) {
        m_first = first;
        if constexpr (Staged)
            for (int i = static_cast<int>(threadIdx.x); i < m_count * m_width; i += kThreads)
                m_memory[i / m_width * (m_width + 1) + i % m_width] = read(i / m_width, i % m_width);
    }
    __device__ float at(int row, int d) const {
        if constexpr (Staged)
            return m_memory[row * (m_width + 1) + d];
        else
            return read(row, d);
    }

private:
    __device__ float read(int row, int d) const {
        return m_first + row < m_context ? toFloat(m_rows.row(m_first + row)[d]) : 0.0F;
    }

    float* m_memory;
    Rows<Number> m_rows;
    int m_count;
    int m_width;
    int m_context;
    int m_first = 0;
};

/// Where a thread stands in a block that owns kOwn rows of a head.
struct Post {
    int lane = static_cast<int>(threadIdx.x % kWarp);
    int own = static_cast<int>(threadIdx.x / kWarp) * kOwnOfWarp; ///< the warp's first row in the block
    int first = 0;                                                ///< the block's first row in the head
    int row = 0;                                                  ///< the warp's first row in the head
    std::int64_t head = 0;

    __device__ explicit Post(int context) {
        const int blocks = (context + kOwn - 1) / kOwn;
        head = blockIdx.x / static_cast<unsigned>(blocks);
        first = static_cast<int>(blockIdx.x % static_cast<unsigned>(blocks)) * kOwn;
        row = first + own;
    }
};

/// A number for each of a warp's own rows.
struct PerRow {
    float at[kOwnOfWarp];

    __device__ static PerRow of(float number) {
        PerRow all;
        for (float& each : all.at)
            each = number;
        return all;
    }
};

/// Weights of a block's own rows, for each lane of their warps.
using Weights = float[kOwn][kWarp];

/// What a block works with: its place, its head, and the shared memory, of which tiles and sums take theirs in turn.
template <typename Number, bool Staged>
class BlockSetup {
public:
    using HeadTile = Tile<Number, Staged>;

    const Post post;
    const Head<Number> head;

    __device__ explicit BlockSetup(const AttentionParts<Number>& call)
        : post(call.context), head(headOf(call, post.head)), m_width(call.headWidth), m_context(call.context) {}

    /// The block's own rows.
    __device__ HeadTile own(const Rows<Number>& rows) {
        HeadTile tile = others(rows, kOwn);
        tile.take(post.first);
        return tile;
    }
    /// Room for rows that come by.
    __device__ HeadTile others(const Rows<Number>& rows, int count = kWarp) {
        const HeadTile tile(m_memory, rows, count, m_width, m_context);
        m_memory += tile.numbers();
        return tile;
    }
    /// The sums (a warp's rows of D) of the warp's own rows, which begin at 0.
    __device__ float* sums() {
        float* const own = m_memory + post.own * m_width;
        for (int d = post.lane; d < kOwnOfWarp * m_width; d += kWarp)
            own[d] = 0;
        m_memory += kOwn * m_width;
        return own;
    }

    /// The products of the rows of `left` that are the warp's with the row of `right` that is the lane's.
    __device__ PerRow product(const HeadTile& left, const HeadTile& right) const {
        PerRow scores = PerRow::of(0);
        for (int d = 0; d < m_width; ++d) {
            const float number = right.at(post.lane, d);
            for (int i = 0; i < kOwnOfWarp; ++i)
                scores.at[i] += left.at(post.own + i, d) * number;
        }
        return scores;
    }
    /// sums = `keep` · sums + weights · the tile's rows.
    __device__ void addRows(float* sums, const PerRow& keep, const Weights& weights, const HeadTile& tile) const {
        for (int d = post.lane; d < m_width; d += kWarp) {
            float sum[kOwnOfWarp];
            for (int i = 0; i < kOwnOfWarp; ++i)
                sum[i] = keep.at[i] * sums[i * m_width + d];
            for (int j = 0; j < kWarp; ++j) {
                const float number = tile.at(j, d);
                for (int i = 0; i < kOwnOfWarp; ++i)
                    sum[i] += weights[post.own + i][j] * number;
            }
            for (int i = 0; i < kOwnOfWarp; ++i)
                sums[i * m_width + d] = sum[i];
        }
    }
    __device__ void storeRows(const Rows<Number>& to, const float* sums, const PerRow& scale) const {
        for (int i = 0; i < kOwnOfWarp && post.row + i < m_context; ++i)
            for (int d = post.lane; d < m_width; d += kWarp)
                to.row(post.row + i)[d] = fromFloat<Number>(scale.at[i] * sums[i * m_width + d]);
    }

private:
    int m_width;
    int m_context;
    float* m_memory = sharedMemory<float>();
};

/// Calls `use` with each kWarp rows from `first` up to `end`, while both tiles hold these.
template <typename SomeTile, typename Use>
__device__ void forEachTile(int first, int end, SomeTile& one, SomeTile& other, const Use& use) {
    for (int row = first; row < end; row += kWarp) {
        __syncthreads();
        one.take(row);
        other.take(row);
        __syncthreads();
        use(row);
    }
}

/// The keys before this one are all that the block's queries see.
__device__ int seenKeys(const Post& post, int context) {
    return post.first + kOwn < context ? post.first + kOwn : context;
}

/// The running softmax of a row.
struct Softmax {
    float top = -INFINITY;
    float total = 0;

    /// What a score weighs against the new top, and by how much to keep what was summed so far.
    struct Step {
        float weight;
        float keep;
    };
    __device__ Step take(float score) {
        const float newTop = fmaxf(top, largestOfLanes(score));
        const Step step = {__expf(score - newTop), __expf(top - newTop)};
        total = total * step.keep + sumOfLanes(step.weight);
        top = newTop;
        return step;
    }
};

template <typename Number, bool Staged>
__global__ void attentionPlainKernel(AttentionParts<Number> call) {
    BlockSetup<Number, Staged> block(call);
    const Post& post = block.post;
    const Head<Number>& head = block.head;
    __shared__ Weights weights;
    const auto queries = block.own(head.query);
    auto keys = block.others(head.key);
    auto values = block.others(head.value);
    float* const sums = block.sums();
    Softmax softmax[kOwnOfWarp];
    forEachTile(0, seenKeys(post, call.context), keys, values, [&](int key) {
        const PerRow scores = block.product(queries, keys);
        PerRow keep;
        for (int i = 0; i < kOwnOfWarp; ++i) {
            const bool seen = key + post.lane <= post.row + i;
            const auto step = softmax[i].take(seen ? scores.at[i] * call.scale : -INFINITY);
            weights[post.own + i][post.lane] = step.weight;
            keep.at[i] = step.keep;
        }
        __syncwarp();
        block.addRows(sums, keep, weights, values);
        __syncwarp();
    });
    PerRow scale;
    for (int i = 0; i < kOwnOfWarp; ++i) {
        scale.at[i] = 1.0F / softmax[i].total;
        if (post.lane == 0 && post.row + i < call.context)
            head.logSums[post.row + i] = softmax[i].top + logf(softmax[i].total);
    }
    block.storeRows(head.out, sums, scale);
}

/// A query's probability of a key and the gradient of their score, before the scale.
struct Slope {
    float probability;
    float ofScore;
};
__device__ Slope slopeOf(bool seen, float score, float probabilityGradient, float logSum, float dot) {
    const float probability = seen ? __expf(score - logSum) : 0.0F;
    return {probability, probability * (probabilityGradient - dot)};
}

template <typename Number, bool Staged>
__global__ void attentionPlainQueryGradientKernel(AttentionParts<Number> call) {
    BlockSetup<Number, Staged> block(call);
    const Post& post = block.post;
    const Head<Number>& head = block.head;
    __shared__ Weights weights;
    const auto queries = block.own(head.query);
    const auto slopes = block.own(head.outGradient);
    auto keys = block.others(head.key);
    auto values = block.others(head.value);
    float* const sums = block.sums();
    forEachTile(0, seenKeys(post, call.context), keys, values, [&](int key) {
        const PerRow scores = block.product(queries, keys);
        const PerRow gradients = block.product(slopes, values);
        for (int i = 0; i < kOwnOfWarp; ++i) {
            const int query = post.row + i;
            const bool seen = key + post.lane <= query && query < call.context;
            const int row = seen ? query : 0;
            weights[post.own + i][post.lane] =
                slopeOf(seen, scores.at[i] * call.scale, gradients.at[i], head.logSums[row], head.dots[row]).ofScore;
        }
        __syncwarp();
        block.addRows(sums, PerRow::of(1), weights, keys);
        __syncwarp();
    });
    block.storeRows(head.queryGradient, sums, PerRow::of(call.scale));
}

template <typename Number, bool Staged>
__global__ void attentionPlainKeyGradientKernel(AttentionParts<Number> call) {
    BlockSetup<Number, Staged> block(call);
    const Post& post = block.post;
    const Head<Number>& head = block.head;
    __shared__ Weights probabilities;
    __shared__ Weights weights;
    const auto keys = block.own(head.key);
    const auto values = block.own(head.value);
    auto queries = block.others(head.query);
    auto slopes = block.others(head.outGradient);
    float* const keySums = block.sums();
    float* const valueSums = block.sums();
    forEachTile(post.first / kWarp * kWarp, call.context, queries, slopes, [&](int first) {
        const PerRow scores = block.product(keys, queries);
        const PerRow gradients = block.product(values, slopes);
        const int query = first + post.lane;
        const int row = query < call.context ? query : 0;
        for (int i = 0; i < kOwnOfWarp; ++i) {
            const bool seen = query < call.context && post.row + i <= query;
            const Slope slope =
                slopeOf(seen, scores.at[i] * call.scale, gradients.at[i], head.logSums[row], head.dots[row]);
            probabilities[post.own + i][post.lane] = slope.probability;
            weights[post.own + i][post.lane] = slope.ofScore;
        }
        __syncwarp();
        block.addRows(keySums, PerRow::of(1), weights, queries);
        block.addRows(valueSums, PerRow::of(1), probabilities, slopes);
        __syncwarp();
    });
    // Where heads are not staged, other warps of the block may still read these very keys and values.
    __syncthreads();
    block.storeRows(head.key, keySums, PerRow::of(call.scale));
    block.storeRows(head.value, valueSums, PerRow::of(1));
}

/// `own`, `others`: rows that a block keeps of what it owns and of what comes by; `sums`: of what it adds up.
Shape shapeFor(const AttentionCall& call, int own, int others, int sums) {
    const auto headWidth = static_cast<int>(headWidthOf(call));
    const int staged = headWidth <= kWidestStaged ? (own + others) * (headWidth + 1) : 0;
    return {.blocks = call.batch * call.heads * ceilDivide(call.context, kOwn),
            .threads = kThreads,
            .shared = static_cast<int>(sizeof(float)) * (staged + sums * headWidth)};
}

/// Calls `work` with a number of the kind and whether heads are staged.
template <typename Work>
void withForm(const AttentionCall& call, const Work& work) {
    withKind(call.qkv.kind, [&](auto kind) {
        if (headWidthOf(call) <= kWidestStaged)
            work(kind, std::true_type{});
        else
            work(kind, std::false_type{});
    });
}

} // namespace

void attentionPlainly(Queue queue, const AttentionCall& call) {
    withForm(call, [&](auto kind, auto staged) {
        launch(attentionPlainKernel<decltype(kind), staged()>, shapeFor(call, kOwn, 2 * kWarp, kOwn), queue,
               partsOf<decltype(kind)>(call));
    });
}

void attentionGradientPlainly(Queue queue, const AttentionCall& call, const float* dots, void* queryGradient) {
    withForm(call, [&](auto kind, auto staged) {
        const auto plain = partsOf<decltype(kind)>(call, dots, queryGradient);
        launch(attentionPlainQueryGradientKernel<decltype(kind), staged()>, shapeFor(call, 2 * kOwn, 2 * kWarp, kOwn),
               queue, plain);
        launch(attentionPlainKeyGradientKernel<decltype(kind), staged()>, shapeFor(call, 2 * kOwn, 2 * kWarp, 2 * kOwn),
               queue, plain);
    });
}

} // namespace lanewright::engine::cuda
