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

/// What a block keeps in shared memory: the two factors of the scores and of the gradients that it owns, and two tiles
/// each of those that come by.
template <int Width>
struct QueryTiles {
    Tile<Width, kOwn> queries;
    Tile<Width, kOwn> slopes;
    Tile<Width, kOthers<Width>> keys[2];
    Tile<Width, kOthers<Width>> values[2];
};
template <int Width>
struct KeyTiles {
    Tile<Width, kOwn> keys;
    Tile<Width, kOwn> values;
    Tile<Width, kOthers<Width>> queries[2];
    Tile<Width, kOthers<Width>> slopes[2];
    float logSums[2][kOthers<Width>];
    float dots[2][kOthers<Width>];
};

/// What the two queries of a lane's four numbers have: the logs of their sums, in powers of two, and their dots.
struct QuerySums {
    float logs[2];
    float dots[2];
};

/// Scores become probabilities, and the gradients of these become those of the scores. `scale` in powers of two;
/// `sumsOf` says the queries' sums in the eight columns from one on, where number i is of query i / Apart mod 2.
template <int Apart, int Cols, typename SumsOf>
__device__ void makeSlopes(Sums<Cols>& scores, Sums<Cols>& gradients, float scale, const SumsOf& sumsOf) {
#pragma unroll
    for (int col = 0; col < Cols; col += 8) {
        const QuerySums sums = sumsOf(col);
        for (int i = 0; i < 4; ++i) {
            float& score = scores.at[col / 8][i];
            float& gradient = gradients.at[col / 8][i];
            score = powerOfTwo(fmaf(score, scale, -sums.logs[i / Apart % 2]));
            gradient = score * (gradient - sums.dots[i / Apart % 2]);
        }
    }
}

/// A block owns kOwn queries of a head; the last ones, which see most keys, come first.
template <int Width>
__global__ void __launch_bounds__(kThreads) attentionQueryGradientKernel(Call call) {
    constexpr int kKeys = kOthers<Width>;
    const Post<kOwn> post(call);
    const Head& head = post.head;
    const int first = post.firstFromEnd();
    const int seen = first + kOwn < call.context ? first + kOwn : call.context;
    auto& tiles = *sharedMemory<QueryTiles<Width>>();
    fetch(tiles.queries, head.of(call.qkv, call, Query), first, call);
    fetch(tiles.slopes, head.of(call.outGradient, call), first, call);
    const int own = warpOf() * kTile;
    QuerySums querySums;
    for (int half = 0; half < 2; ++half) {
        const int query = first + own + laneOf() / 4 + half * 8;
        const bool isThere = query < call.context;
        querySums.logs[half] = isThere ? call.logSums[head.logSum(call) + query] * kLog2 : 0.0F;
        querySums.dots[half] = isThere ? call.dots[head.logSum(call) + query] : 0.0F;
    }
    Sums<Width> sums[1];
    sums[0].clear();
    const auto fetchKeys = [&](int key, int place) {
        fetch(tiles.keys[place], head.of(call.qkv, call, Key), key, call);
        fetch(tiles.values[place], head.of(call.qkv, call, Value), key, call);
    };
    forEachTile<kKeys>(0, seen, fetchKeys, [&](int key, int place) {
        if (key >= first + own + kTile)
            return; // the warp's queries see none of these
        Sums<kKeys> scores[1];
        Sums<kKeys> gradients[1];
        multiplyRows(scores, tiles.queries, own, tiles.keys[place]);
        multiplyRows(gradients, tiles.slopes, own, tiles.values[place]);
        hideLaterKeys(scores[0], first + own, key);
        makeSlopes<2>(scores[0], gradients[0], call.scale * kLog2, [&](int) { return querySums; });
        addProduct(sums, gradients, tiles.keys[place]);
    });
    storeRows(head.of(call.queryGradient, call), sums[0], first + own, {call.scale, call.scale}, call);
}

/// A block owns kOwn keys of a head; the queries that see them come by, as columns.
template <int Width>
__global__ void __launch_bounds__(kThreads) attentionKeyGradientKernel(Call call) {
    constexpr int kQueries = kOthers<Width>;
    const Post<kOwn> post(call);
    const Head& head = post.head;
    const int first = post.first();
    auto& tiles = *sharedMemory<KeyTiles<Width>>();
    fetch(tiles.keys, head.of(call.qkv, call, Key), first, call);
    fetch(tiles.values, head.of(call.qkv, call, Value), first, call);
    Sums<Width> ofKeys[1];
    Sums<Width> ofValues[1];
    ofKeys[0].clear();
    ofValues[0].clear();
    const int own = warpOf() * kTile;
    const auto fetchQueries = [&](int query, int place) {
        fetch(tiles.queries[place], head.of(call.qkv, call, Query), query, call);
        fetch(tiles.slopes[place], head.of(call.outGradient, call), query, call);
        fetch(tiles.logSums[place], call.logSums + head.logSum(call), query, call);
        fetch(tiles.dots[place], call.dots + head.logSum(call), query, call);
    };
    forEachTile<kQueries>(first, call.context, fetchQueries, [&](int query, int place) {
        if (query + kQueries <= first + own)
            return; // these queries see none of the warp's keys
        Sums<kQueries> scores[1];
        Sums<kQueries> gradients[1];
        multiplyRows(scores, tiles.keys, own, tiles.queries[place]);
        multiplyRows(gradients, tiles.values, own, tiles.slopes[place]);
        hideEarlierQueries(scores[0], first + own, query);
        makeSlopes<1>(scores[0], gradients[0], call.scale * kLog2, [&](int col) {
            const Pack<2> logs = load<2>(tiles.logSums[place] + col + laneOf() % 4 * 2);
            const Pack<2> dots = load<2>(tiles.dots[place] + col + laneOf() % 4 * 2);
            return QuerySums{{logs.at[0] * kLog2, logs.at[1] * kLog2}, {dots.at[0], dots.at[1]}};
        });
        addProduct(ofValues, scores, tiles.slopes[place]);
        addProduct(ofKeys, gradients, tiles.queries[place]);
    });
    storeRows(head.of(call.qkv, call, Key), ofKeys[0], first + own, {call.scale, call.scale}, call);
    storeRows(head.of(call.qkv, call, Value), ofValues[0], first + own, {1, 1}, call);
}

} // namespace

void attentionGradientByTiles(Queue queue, const AttentionCall& call, const float* dots, void* queryGradient) {
    withWidth(call, [&](auto width) {
        constexpr int kWidth = width();
        const Call tiled = partsOf<Bf16>(call, dots, queryGradient);
        launch(attentionQueryGradientKernel<kWidth>, shapeFor<QueryTiles<kWidth>>(call, kOwn), queue, tiled);
        launch(attentionKeyGradientKernel<kWidth>, shapeFor<KeyTiles<kWidth>>(call, kOwn), queue, tiled);
    });
}

} // namespace lanewright::engine::cuda
