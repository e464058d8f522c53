// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/kernels/attention_tiles.h"

namespace lanewright::engine::cuda {

namespace {

using namespace tiles;

constexpr int kKeys = 64;
/// Wide heads leave registers for 16 queries to a warp, others for twice that.
template <int Width>
constexpr int kParts = Width > 64 ? 1 : 2;
template <int Width>
constexpr int kQueries = kWarps* kTile* kParts<Width>;
/// Blocks that a multiprocessor is to have registers for.
template <int Width>
constexpr int kBlocks = Width == 64 ? 3 : 2;

/// The running softmax of 16 rows: a lane stands in two of them.
struct Softmax {
    float top[2] = {-INFINITY, -INFINITY};
    float total[2] = {0, 0}; ///< for the lane's own columns

    /// Scores become weights against the new top; what was summed so far is to be kept by `keep`.
    __device__ void take(Sums<kKeys>& scores, float scale, float (&keep)[2]) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            float newTop = top[half];
            for (const auto& tile : scores.at)
                newTop = fmaxf(newTop, fmaxf(tile[2 * half], tile[2 * half + 1]));
            newTop = largestOfLanes<4>(newTop);
            keep[half] = powerOfTwo((top[half] - newTop) * scale);
            top[half] = newTop;
            const float shift = newTop * scale;
            float sum = 0;
            for (auto& tile : scores.at)
                for (int i = 2 * half; i < 2 * half + 2; ++i) {
                    tile[i] = powerOfTwo(fmaf(tile[i], scale, -shift));
                    sum += tile[i];
                }
            total[half] = total[half] * keep[half] + sum;
        }
    }
};

template <int Width>
__device__ void rescale(Sums<Width>& sums, const float (&keep)[2]) {
    for (auto& tile : sums.at)
        for (int i = 0; i < 4; ++i)
            tile[i] *= keep[i / 2];
}

template <int Width>
__device__ void finish(const Sums<Width>& mixed, const Softmax& softmax, int first, const Head& head,
                       const Call& call) {
    float scale[2];
    for (int half = 0; half < 2; ++half) {
        const float total = sumOfLanes<4>(softmax.total[half]);
        scale[half] = 1.0F / total;
        const int row = first + laneOf() / 4 + half * 8;
        if (laneOf() % 4 == 0 && row < call.context)
            call.logSums[head.logSum(call) + row] = softmax.top[half] * call.scale + logf(total);
    }
    storeRows(head.of(call.out, call), mixed, first, scale, call);
}

/// A block owns kQueries queries of a head; the last ones, which see most keys, come first.
template <int Width>
__global__ void __launch_bounds__(kThreads, kBlocks<Width>) attentionKernel(Call call) {
    constexpr int kRows = kParts<Width> * kTile;
    constexpr int kTileSize = kKeys * kStride<Width>;
    const unsigned blocks = static_cast<unsigned>((call.context + kQueries<Width> - 1) / kQueries<Width>);
    const Head head(blockIdx.x / blocks, call);
    const int first = static_cast<int>(blocks - 1 - blockIdx.x % blocks) * kQueries<Width>;
    const int seen = first + kQueries<Width> < call.context ? first + kQueries<Width> : call.context;
    Bf16* const queries = sharedMemory<Bf16>();
    Bf16* const keys = queries + kQueries<Width> * kStride<Width>; // two tiles
    Bf16* const values = keys + 2 * kTileSize;                     // two tiles
    const auto fetchKeys = [&](int key, int place) {
        fetch<Width, kKeys>(keys + place * kTileSize, head.of(call.qkv, call, 1), key, call);
        fetch<Width, kKeys>(values + place * kTileSize, head.of(call.qkv, call, 2), key, call);
    };
    fetch<Width, kQueries<Width>>(queries, head.of(call.qkv, call), first, call);
    fetchKeys(0, 0);
    sealCopies();
    Sums<Width> mixed[kParts<Width>];
    Softmax softmax[kParts<Width>];
    for (auto& one : mixed)
        one.clear();
    const int own = warpOf() * kRows;
    for (int key = 0, place = 0; key < seen; key += kKeys, place ^= 1) {
        if (key + kKeys < seen)
            fetchKeys(key + kKeys, place ^ 1);
        sealCopies();
        awaitCopies<1>();
        __syncthreads();
        if (key < first + own + kRows) { // else the warp's queries see none of these
            Sums<kKeys> scores[kParts<Width>];
            multiplyRows<Width>(scores, queries, own, keys + place * kTileSize);
#pragma unroll
            for (int part = 0; part < kParts<Width>; ++part) {
                const int query = first + own + part * kTile;
                if (key + kKeys - 1 > query)
                    hideLaterKeys(scores[part], query, key);
                float keep[2];
                softmax[part].take(scores[part], call.scale * kLog2, keep);
                rescale(mixed[part], keep);
            }
            addProduct(mixed, scores, values + place * kTileSize);
        }
        __syncthreads();
    }
#pragma unroll
    for (int part = 0; part < kParts<Width>; ++part)
        finish(mixed[part], softmax[part], first + own + part * kTile, head, call);
}

} // namespace

void attentionByTiles(Queue queue, const AttentionCall& call) {
    withWidth(call, [&](auto width) {
        constexpr int kWidth = width();
        launch(attentionKernel<kWidth>, shapeFor<kWidth>(call, kQueries<kWidth>, kQueries<kWidth> + 4 * kKeys), queue,
               partsOf<Bf16>(call));
    });
}

} // namespace lanewright::engine::cuda
