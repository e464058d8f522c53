// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"

#include <array>

namespace lanewright {

namespace {

// In closed forms p is the number of ranks, v of chunks per rank, m of microbatches, C the transfer time, and
// S = T_F + T_B + T_W, of a whole rank.
constexpr std::array kLoopFamily = {
    Generator{
        .name = "interleaved-1f1b",
        .title = "Interleaved 1F1B",
        .summary =
            phrase("generator", "1F1B over several chunks per rank: 1/v of its bubble, for more memory and transfers"),
        .parameters = phrase("generator",
                             "chunks per rank (at least 2); the size of the groups in which microbatches pass a chunk "
                             "(p; at least p)"),
        .closedForm = phrase("generator", "m·S + (p − 1)·S/v + 2·(p·v − 1)·C, when p divides m and the group is p"),
        .source = "Narayanan et al.: Efficient Large-Scale Language Model Training on GPU Clusters "
                  "(Megatron-LM). SC 2021, arXiv:2104.04473",
        .splitsBackward = false,
        .takesGroup = true,
        .takesChunks = true,
        .prepare = inLoop,
        .make = makeInterleaved},
    Generator{.name = "looped-bfs",
              .title = "Looped BFS",
              .summary = phrase("generator",
                                "Every microbatch passes a chunk before any enters the next; suits sharded weights"),
              .parameters = phrase("generator", "chunks per rank (at least 2)"),
              .closedForm = phrase("generator", "m·S + (p − 1)·(S/v + 2·C), when p ≤ m and C is 0 or small"),
              .source = "Lamy-Poirier: Breadth-First Pipeline Parallelism. MLSys 2023, arXiv:2211.05953",
              .splitsBackward = false,
              .takesChunks = true,
              .prepare = inLoop,
              .make = makeLoopedBfs},
    Generator{
        .name = "interleaved-zb",
        .title = "Interleaved ZB",
        .summary = phrase("generator", "Interleaved 1F1B with B and W apart, in the memory of 1F1B"),
        .parameters = phrase("generator",
                             "chunks per rank (at least 2); the size of the groups in which microbatches pass a chunk"),
        .closedForm = phrase("generator", "m·S + (p − 1)·(T_F + T_B − T_W)/v, when p divides m, C = 0 and T_W ≤ T_B"),
        .source = "Qi, Wan, Huang, Lin: Zero Bubble Pipeline Parallelism. ICLR 2024, arXiv:2401.10241; as in "
                  "PyTorch's InterleavedZeroBubble",
        .takesGroup = true,
        .takesChunks = true,
        .prepare = inLoop,
        .make = makeInterleavedZb},
};

} // namespace

std::span<const Generator> loopFamily() { return kLoopFamily; }

} // namespace lanewright
