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

/// Rows of one head at hand: a copy in shared memory, or, where heads are too wide for that, the rows themselves.
template <typename Number, bool Staged>
class Tile {
public:
    __device__ Tile(float* memory, int headWidth) : m_memory(memory), m_width(headWidth) {}

    /// Numbers of shared memory for so many rows.
    static __host__ __device__ int numbers(int rows, int headWidth) { return Staged ? rows * (headWidth + 1) : 0; }

    /// All threads of the block take part and meet before and after. Rows beyond `context` are zeros.
    __device__ void take(const Rows<Number>& rows, int first, int count, int context) {
        m_rows = rows;
        m_first = first;
        m_context = context;
        if constexpr (Staged)
            for (int i = static_cast<int>(threadIdx.x); i < count * m_width; i += kThreads)
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
    int m_width;
    Rows<Number> m_rows = {};
    int m_first = 0;
    int m_context = 0;
};

/// scores[i] = row `own` + i of `left` · row `lane` of `right`.
template <typename LeftTile, typename RightTile>
__device__ void multiply(float (&scores)[kOwnOfWarp], const LeftTile& left, int own, const RightTile& right, int lane,
                         int headWidth) {
    for (float& score : scores)
        score = 0;
    for (int d = 0; d < headWidth; ++d) {
        const float number = right.at(lane, d);
        for (int i = 0; i < kOwnOfWarp; ++i)
            scores[i] += left.at(own + i, d) * number;
    }
}

/// sums (a warp's rows of D) = `keep` · sums + weights (a lane's for each row) · the tile's rows.
template <typename SomeTile>
__device__ void addRows(float* sums, const float (&keep)[kOwnOfWarp], const float (*weights)[kWarp],
                        const SomeTile& tile, int lane, int headWidth) {
    for (int d = lane; d < headWidth; d += kWarp) {
        float sum[kOwnOfWarp];
        for (int i = 0; i < kOwnOfWarp; ++i)
            sum[i] = keep[i] * sums[i * headWidth + d];
        for (int j = 0; j < kWarp; ++j) {
            const float number = tile.at(j, d);
            for (int i = 0; i < kOwnOfWarp; ++i)
                sum[i] += weights[i][j] * number;
        }
        for (int i = 0; i < kOwnOfWarp; ++i)
            sums[i * headWidth + d] = sum[i];
    }
}

template <typename Number>
__device__ void storeRows(const Rows<Number>& to, const float* sums, int first, const float (&scale)[kOwnOfWarp],
                          int lane, int context, int headWidth) {
    for (int i = 0; i < kOwnOfWarp && first + i < context; ++i)
        for (int d = lane; d < headWidth; d += kWarp)
            to.row(first + i)[d] = fromFloat<Number>(scale[i] * sums[i * headWidth + d]);
}

/// Where a thread stands in a block that owns kOwn rows of a head.
struct Post {
    int lane = static_cast<int>(threadIdx.x % kWarp);
    int own = static_cast<int>(threadIdx.x / kWarp) * kOwnOfWarp; ///< the warp's first row in the block
    int first = 0;                                                ///< the block's first row in the head
    std::int64_t head = 0;

    __device__ explicit Post(int context) {
        const int blocks = (context + kOwn - 1) / kOwn;
        head = blockIdx.x / static_cast<unsigned>(blocks);
        first = static_cast<int>(blockIdx.x % static_cast<unsigned>(blocks)) * kOwn;
    }
};

/// What a block works with: its place, its head, and the shared memory, of which tiles and sums take theirs in turn.
template <typename Number, bool Staged>
struct BlockSetup {
    int width;
    Post post;
    Head<Number> head;
    float* memory = sharedMemory<float>();

    __device__ explicit BlockSetup(const AttentionParts<Number>& call)
        : width(call.headWidth), post(call.context), head(headOf(call, post.head)) {}

    __device__ Tile<Number, Staged> tile(int rows) {
        const Tile<Number, Staged> tile(memory, width);
        memory += tile.numbers(rows, width);
        return tile;
    }
    /// The sums of the warp's own rows, which begin at 0.
    __device__ float* sums() {
        float* const own = memory + post.own * width;
        for (int d = post.lane; d < kOwnOfWarp * width; d += kWarp)
            own[d] = 0;
        memory += kOwn * width;
        return own;
    }
};

template <typename Number, bool Staged>
__global__ void attentionPlainKernel(AttentionParts<Number> call) {
    BlockSetup<Number, Staged> block(call);
    const auto& [width, post, head, memory] = block;
    __shared__ float weights[kOwn][kWarp];
    auto queries = block.tile(kOwn);
    auto keys = block.tile(kWarp);
    auto values = block.tile(kWarp);
    float* const sums = block.sums();
    queries.take(head.query, post.first, kOwn, call.context);
    float top[kOwnOfWarp];
    float total[kOwnOfWarp];
    float keep[kOwnOfWarp];
    for (int i = 0; i < kOwnOfWarp; ++i)
        top[i] = -INFINITY, total[i] = 0;
    for (int key = 0; key < post.first + kOwn && key < call.context; key += kWarp) {
        __syncthreads();
        keys.take(head.key, key, kWarp, call.context);
        values.take(head.value, key, kWarp, call.context);
        __syncthreads();
        float scores[kOwnOfWarp];
        multiply(scores, queries, post.own, keys, post.lane, width);
        for (int i = 0; i < kOwnOfWarp; ++i) {
            const bool seen = key + post.lane <= post.first + post.own + i;
            const float score = seen ? scores[i] * call.scale : -INFINITY;
            const float newTop = fmaxf(top[i], largestOfLanes(score));
            const float weight = __expf(score - newTop);
            keep[i] = __expf(top[i] - newTop);
            total[i] = total[i] * keep[i] + sumOfLanes(weight);
            top[i] = newTop;
            weights[post.own + i][post.lane] = weight;
        }
        __syncwarp();
        addRows(sums, keep, weights + post.own, values, post.lane, width);
        __syncwarp();
    }
    float scale[kOwnOfWarp];
    for (int i = 0; i < kOwnOfWarp; ++i) {
        scale[i] = 1.0F / total[i];
        if (post.lane == 0 && post.first + post.own + i < call.context)
            head.logSums[post.first + post.own + i] = top[i] + logf(total[i]);
    }
    storeRows(head.out, sums, post.first + post.own, scale, post.lane, call.context, width);
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
    const auto& [width, post, head, memory] = block;
    __shared__ float weights[kOwn][kWarp];
    auto queries = block.tile(kOwn);
    auto slopes = block.tile(kOwn);
    auto keys = block.tile(kWarp);
    auto values = block.tile(kWarp);
    float* const sums = block.sums();
    queries.take(head.query, post.first, kOwn, call.context);
    slopes.take(head.outGradient, post.first, kOwn, call.context);
    const float keep[kOwnOfWarp] = {1, 1};
    for (int key = 0; key < post.first + kOwn && key < call.context; key += kWarp) {
        __syncthreads();
        keys.take(head.key, key, kWarp, call.context);
        values.take(head.value, key, kWarp, call.context);
        __syncthreads();
        float scores[kOwnOfWarp];
        float gradients[kOwnOfWarp];
        multiply(scores, queries, post.own, keys, post.lane, width);
        multiply(gradients, slopes, post.own, values, post.lane, width);
        for (int i = 0; i < kOwnOfWarp; ++i) {
            const int query = post.first + post.own + i;
            const bool seen = key + post.lane <= query && query < call.context;
            const int row = seen ? query : 0;
            weights[post.own + i][post.lane] =
                slopeOf(seen, scores[i] * call.scale, gradients[i], head.logSums[row], head.dots[row]).ofScore;
        }
        __syncwarp();
        addRows(sums, keep, weights + post.own, keys, post.lane, width);
        __syncwarp();
    }
    const float scale[kOwnOfWarp] = {call.scale, call.scale};
    storeRows(head.queryGradient, sums, post.first + post.own, scale, post.lane, call.context, width);
}

template <typename Number, bool Staged>
__global__ void attentionPlainKeyGradientKernel(AttentionParts<Number> call) {
    BlockSetup<Number, Staged> block(call);
    const auto& [width, post, head, memory] = block;
    __shared__ float probabilities[kOwn][kWarp];
    __shared__ float weights[kOwn][kWarp];
    auto keys = block.tile(kOwn);
    auto values = block.tile(kOwn);
    auto queries = block.tile(kWarp);
    auto slopes = block.tile(kWarp);
    float* const keySums = block.sums();
    float* const valueSums = block.sums();
    keys.take(head.key, post.first, kOwn, call.context);
    values.take(head.value, post.first, kOwn, call.context);
    const float keep[kOwnOfWarp] = {1, 1};
    for (int query = post.first / kWarp * kWarp; query < call.context; query += kWarp) {
        __syncthreads();
        queries.take(head.query, query, kWarp, call.context);
        slopes.take(head.outGradient, query, kWarp, call.context);
        __syncthreads();
        float scores[kOwnOfWarp];
        float gradients[kOwnOfWarp];
        multiply(scores, keys, post.own, queries, post.lane, width);
        multiply(gradients, values, post.own, slopes, post.lane, width);
        const int row = query + post.lane < call.context ? query + post.lane : 0;
        for (int i = 0; i < kOwnOfWarp; ++i) {
            const bool seen = query + post.lane < call.context && post.first + post.own + i <= query + post.lane;
            const Slope slope = slopeOf(seen, scores[i] * call.scale, gradients[i], head.logSums[row], head.dots[row]);
            probabilities[post.own + i][post.lane] = slope.probability;
            weights[post.own + i][post.lane] = slope.ofScore;
        }
        __syncwarp();
        addRows(keySums, keep, weights + post.own, queries, post.lane, width);
        addRows(valueSums, keep, probabilities + post.own, slopes, post.lane, width);
        __syncwarp();
    }
    // Where heads are not staged, other warps of the block may still read these very keys and values.
    __syncthreads();
    const float scale[kOwnOfWarp] = {call.scale, call.scale};
    storeRows(head.key, keySums, post.first + post.own, scale, post.lane, call.context, width);
    storeRows(head.value, valueSums, post.first + post.own, keep, post.lane, call.context, width);
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
