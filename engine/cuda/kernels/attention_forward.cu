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

/// A number for each of the two rows in which a lane stands.
struct PerRow {
    float at[2];
};

/// The running softmax of 16 rows: a lane stands in two of them.
struct Softmax {
    float top[2] = {-INFINITY, -INFINITY};
    float total[2] = {0, 0}; ///< for the lane's own columns

    /// Scores become weights against the new top. Returns by how much to keep what was summed so far.
    __device__ PerRow take(Sums<kKeys>& scores, float scale) {
        PerRow keep;
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            float newTop = top[half];
            for (const auto& tile : scores.at)
                newTop = fmaxf(newTop, fmaxf(tile[2 * half], tile[2 * half + 1]));
            newTop = largestOfLanes<4>(newTop);
            keep.at[half] = powerOfTwo((top[half] - newTop) * scale);
            top[half] = newTop;
            const float shift = newTop * scale;
            float sum = 0;
            for (auto& tile : scores.at)
                for (int i = 2 * half; i < 2 * half + 2; ++i) {
                    tile[i] = powerOfTwo(fmaf(tile[i], scale, -shift));
                    sum += tile[i];
                }
            total[half] = total[half] * keep.at[half] + sum;
        }
        return keep;
    }
};

template <int Width>
__device__ void rescale(Sums<Width>& sums, const PerRow& keep) {
    for (auto& tile : sums.at)
        for (int i = 0; i < 4; ++i)
            tile[i] *= keep.at[i / 2];
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

/// What a block keeps in shared memory: its queries, and two tiles of others that come by.
template <int Width>
struct ForwardTiles {
    Tile<Width, kQueries<Width>> queries;
    Tile<Width, kKeys> keys[2];
    Tile<Width, kKeys> values[2];
};

/// A block owns kQueries queries of a head; the last ones, which see most keys, come first.
template <int Width>
__global__ void __launch_bounds__(kThreads, kBlocks<Width>) attentionKernel(Call call) {
    constexpr int kRows = kParts<Width> * kTile;
    const Post<kQueries<Width>> post(call);
    const Head& head = post.head;
    const int first = post.firstFromEnd();
    const int seen = first + kQueries<Width> < call.context ? first + kQueries<Width> : call.context;
    auto& tiles = *sharedMemory<ForwardTiles<Width>>();
    fetch(tiles.queries, head.of(call.qkv, call, Query), first, call);
    Sums<Width> mixed[kParts<Width>];
    Softmax softmax[kParts<Width>];
    for (auto& one : mixed)
        one.clear();
    const int own = warpOf() * kRows;
    const auto fetchKeys = [&](int key, int place) {
        fetch(tiles.keys[place], head.of(call.qkv, call, Key), key, call);
        fetch(tiles.values[place], head.of(call.qkv, call, Value), key, call);
    };
    forEachTile<kKeys>(0, seen, fetchKeys, [&](int key, int place) {
        if (key >= first + own + kRows)
            return; // the warp's queries see none of these
        Sums<kKeys> scores[kParts<Width>];
        multiplyRows(scores, tiles.queries, own, tiles.keys[place]);
#pragma unroll
        for (int part = 0; part < kParts<Width>; ++part) {
            hideLaterKeys(scores[part], first + own + part * kTile, key);
            rescale(mixed[part], softmax[part].take(scores[part], call.scale * kLog2));
        }
        addProduct(mixed, scores, tiles.values[place]);
    });
#pragma unroll
    for (int part = 0; part < kParts<Width>; ++part)
        finish(mixed[part], softmax[part], first + own + part * kTile, head, call);
}

} // namespace

void attentionByTiles(Queue queue, const AttentionCall& call) {
    withWidth(call, [&](auto width) {
        constexpr int kWidth = width();
        launch(attentionKernel<kWidth>, shapeFor<ForwardTiles<kWidth>>(call, kQueries<kWidth>), queue,
               partsOf<Bf16>(call));
    });
}

} // namespace lanewright::engine::cuda
