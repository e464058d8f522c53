// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/kernels/attention_tiles.h"

/// The gradient of attention in two kernels, one that owns queries and one that owns keys: so each sum has one owner
/// and one order.
namespace lanewright::engine::cuda {

namespace {

using namespace tiles;

constexpr int kOwn = kWarps * kTile;
/// Rows that come by at a time: fewer where heads are wide and take more registers.
template <int Width>
constexpr int kOthers = Width > 64 ? 32 : 64;

/// A score and the gradient of its probability become the probability and the gradient of the score. `scale` and
/// `logSum` in powers of two.
__device__ void slope(float& score, float& gradient, float scale, float logSum, float dot) {
    score = powerOfTwo(fmaf(score, scale, -logSum));
    gradient = score * (gradient - dot);
}

/// A block owns kOwn queries of a head.
template <int Width>
__global__ void __launch_bounds__(kThreads) attentionQueryGradientKernel(Call call) {
    constexpr int kKeys = kOthers<Width>;
    constexpr int kOwnSize = kOwn * kStride<Width>;
    constexpr int kTileSize = kKeys * kStride<Width>;
    const unsigned blocks = static_cast<unsigned>((call.context + kOwn - 1) / kOwn);
    const Head head(blockIdx.x / blocks, call);
    const int first = static_cast<int>(blocks - 1 - blockIdx.x % blocks) * kOwn;
    const int seen = first + kOwn < call.context ? first + kOwn : call.context;
    Bf16* const queries = sharedMemory<Bf16>();
    Bf16* const slopes = queries + kOwnSize;
    Bf16* const keys = slopes + kOwnSize;      // two tiles
    Bf16* const values = keys + 2 * kTileSize; // two tiles
    const auto fetchKeys = [&](int key, int place) {
        fetch<Width, kKeys>(keys + place * kTileSize, head.of(call.qkv, call, 1), key, call);
        fetch<Width, kKeys>(values + place * kTileSize, head.of(call.qkv, call, 2), key, call);
    };
    fetch<Width, kOwn>(queries, head.of(call.qkv, call), first, call);
    fetch<Width, kOwn>(slopes, head.of(call.outGradient, call), first, call);
    fetchKeys(0, 0);
    sealCopies();
    const int own = warpOf() * kTile;
    float logSum[2];
    float dot[2];
    for (int half = 0; half < 2; ++half) {
        const int query = first + own + laneOf() / 4 + half * 8;
        const bool isThere = query < call.context;
        logSum[half] = isThere ? call.logSums[head.logSum(call) + query] * kLog2 : 0.0F;
        dot[half] = isThere ? call.dots[head.logSum(call) + query] : 0.0F;
    }
    Sums<Width> sums[1];
    sums[0].clear();
    for (int key = 0, place = 0; key < seen; key += kKeys, place ^= 1) {
        if (key + kKeys < seen)
            fetchKeys(key + kKeys, place ^ 1);
        sealCopies();
        awaitCopies<1>();
        __syncthreads();
        if (key < first + own + kTile) {
            Sums<kKeys> scores[1];
            Sums<kKeys> gradients[1];
            multiplyRows<Width>(scores, queries, own, keys + place * kTileSize);
            multiplyRows<Width>(gradients, slopes, own, values + place * kTileSize);
            if (key + kKeys - 1 > first + own)
                hideLaterKeys(scores[0], first + own, key);
#pragma unroll
            for (int col = 0; col < kKeys; col += 8)
                for (int i = 0; i < 4; ++i)
                    slope(scores[0].at[col / 8][i], gradients[0].at[col / 8][i], call.scale * kLog2, logSum[i / 2],
                          dot[i / 2]);
            addProduct(sums, gradients, keys + place * kTileSize);
        }
        __syncthreads();
    }
    storeRows(head.of(call.queryGradient, call), sums[0], first + own, {call.scale, call.scale}, call);
}

/// A block owns kOwn keys of a head; the queries that see them come by, as columns.
template <int Width>
__global__ void __launch_bounds__(kThreads) attentionKeyGradientKernel(Call call) {
    constexpr int kQueries = kOthers<Width>;
    constexpr int kOwnSize = kOwn * kStride<Width>;
    constexpr int kTileSize = kQueries * kStride<Width>;
    const unsigned blocks = static_cast<unsigned>((call.context + kOwn - 1) / kOwn);
    const Head head(blockIdx.x / blocks, call);
    const int first = static_cast<int>(blockIdx.x % blocks) * kOwn;
    Bf16* const keys = sharedMemory<Bf16>();
    Bf16* const values = keys + kOwnSize;
    Bf16* const queries = values + kOwnSize;      // two tiles
    Bf16* const slopes = queries + 2 * kTileSize; // two tiles
    float* const logSums = reinterpret_cast<float*>(slopes + 2 * kTileSize);
    float* const dots = logSums + 2 * kQueries;
    const auto fetchQueries = [&](int query, int place) {
        fetch<Width, kQueries>(queries + place * kTileSize, head.of(call.qkv, call), query, call);
        fetch<Width, kQueries>(slopes + place * kTileSize, head.of(call.outGradient, call), query, call);
        fetchNumbers<kQueries>(logSums + place * kQueries, call.logSums + head.logSum(call), query, call);
        fetchNumbers<kQueries>(dots + place * kQueries, call.dots + head.logSum(call), query, call);
    };
    fetch<Width, kOwn>(keys, head.of(call.qkv, call, 1), first, call);
    fetch<Width, kOwn>(values, head.of(call.qkv, call, 2), first, call);
    fetchQueries(first, 0);
    sealCopies();
    Sums<Width> ofKeys[1];
    Sums<Width> ofValues[1];
    ofKeys[0].clear();
    ofValues[0].clear();
    const int own = warpOf() * kTile;
    for (int query = first, place = 0; query < call.context; query += kQueries, place ^= 1) {
        if (query + kQueries < call.context)
            fetchQueries(query + kQueries, place ^ 1);
        sealCopies();
        awaitCopies<1>();
        __syncthreads();
        if (query + kQueries > first + own) { // else these queries see none of the warp's keys
            Sums<kQueries> scores[1];
            Sums<kQueries> gradients[1];
            multiplyRows<Width>(scores, keys, own, queries + place * kTileSize);
            multiplyRows<Width>(gradients, values, own, slopes + place * kTileSize);
            if (first + own + kTile - 1 > query)
                hideEarlierQueries(scores[0], first + own, query);
#pragma unroll
            for (int col = 0; col < kQueries; col += 8) {
                const int at = place * kQueries + col + laneOf() % 4 * 2;
                const Pack<2> logSum = load<2>(logSums + at);
                const Pack<2> dot = load<2>(dots + at);
                for (int i = 0; i < 4; ++i)
                    slope(scores[0].at[col / 8][i], gradients[0].at[col / 8][i], call.scale * kLog2,
                          logSum.at[i % 2] * kLog2, dot.at[i % 2]);
            }
            addProduct(ofValues, scores, slopes + place * kTileSize);
            addProduct(ofKeys, gradients, queries + place * kTileSize);
        }
        __syncthreads();
    }
    storeRows(head.of(call.qkv, call, 1), ofKeys[0], first + own, {call.scale, call.scale}, call);
    storeRows(head.of(call.qkv, call, 2), ofValues[0], first + own, {1, 1}, call);
}

} // namespace

void attentionGradientByTiles(Queue queue, const AttentionCall& call, const float* dots, void* queryGradient) {
    withWidth(call, [&](auto width) {
        constexpr int kWidth = width();
        constexpr int kTileRows = 2 * kOwn + 4 * kOthers<kWidth>;
        const Call tiled = partsOf<Bf16>(call, dots, queryGradient);
        launch(attentionQueryGradientKernel<kWidth>, shapeFor<kWidth>(call, kOwn, kTileRows), queue, tiled);
        launch(attentionKeyGradientKernel<kWidth>, shapeFor<kWidth>(call, kOwn, kTileRows, 4 * kOthers<kWidth>), queue,
               tiled);
    });
}

} // namespace lanewright::engine::cuda
