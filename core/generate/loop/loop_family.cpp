// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/in_turn.h"
#include "core/generate/placing.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanewright {

namespace {

constexpr std::string_view kPipeOffload = "Wan, Qi, Huang, Lin, Li: PipeOffload: Improving Scalability of Pipeline "
                                          "Parallelism with Memory Optimization. ICML 2025, arXiv:2503.01328";

/// Stage i on rank i mod p: as many chunks per rank as the problem has, but at least two.
Plan inLoop(const Plan& problem) {
    return placedInLoop(problem, std::max(2, chunksPerRank(problem.schedule.placement)));
}

// In closed forms p is the number of ranks, v of chunks per rank, m of microbatches, C the transfer time, P the
// time of the overlapped pairs that one microbatch takes part in, and S = T_F + T_B + T_W, of a whole rank.
constexpr auto kLoopFamily = std::to_array<Generator>({
    {.name = "interleaved-1f1b",
     .title = "Interleaved 1F1B",
     .summary =
         phrase("generator", "1F1B over several chunks per rank: 1/v of its bubble, for more memory and transfers"),
     .parameters = phrase("generator", "chunks per rank (at least 2); the size of the groups in which microbatches "
                                       "pass a chunk (p, or a little more where p does not divide m; at least p)"),
     .closedForm = phrase("generator", "m·S + (p − 1)·S/v + 2·(p·v − 1)·C, when 1 < p ≤ m, no group is asked for, p "
                                       "divides m or C = 0, v·C ≤ T_F and v·C ≤ T_B + T_W"),
     .source = "Narayanan et al.: Efficient Large-Scale Language Model Training on GPU Clusters (Megatron-LM). SC "
               "2021, arXiv:2104.04473",
     .splitsBackward = false,
     .takesGroup = true,
     .make = makeInTurn<kInterleaved, GroupSize::Balanced>},
    {.name = "combined-interleaved-1f1b",
     .title = "Combined interleaved 1F1B",
     .summary = phrase("generator", "Interleaved 1F1B whose steady part is overlapped pairs: the one's communication "
                                    "hides behind the other's compute"),
     .parameters = phrase(
         "generator", "chunks per rank (at least 2); the time of an overlapped pair; the size of the groups in which "
                      "microbatches pass a chunk (p, or a little more where p does not divide m; at least p)"),
     .closedForm = phrase("generator", "m·P + (p − 1)·S/v + (p·(v − 1) + 1)·(S − P)/v, when p divides m, the group is "
                                       "p, T_F ≤ P, T_B + T_W ≤ P and C = 0"),
     .source = kCombined,
     .splitsBackward = false,
     .takesGroup = true,
     .make = makeInTurn<kCombinedTurns, GroupSize::Balanced>},
    {.name = "combined-interleaved-1f1b-delay-w",
     .title = "Combined interleaved 1F1B with delayed W",
     .summary = phrase("generator", "Combined interleaved 1F1B whose pairs are of F and B; each W follows its pair"),
     .parameters = phrase(
         "generator", "chunks per rank (at least 2); the time of an overlapped pair, without W; the size of the groups "
                      "in which microbatches pass a chunk (p, or a little more where p does not divide m; at least p)"),
     .closedForm = phrase("generator", "m·(P + T_W) + (p − 1)·(T_F + T_B)/v + (p·(v − 1) + 1)·(T_F + T_B − P)/v, when "
                                       "p divides m, the group is p, T_F ≤ P, T_B + T_W ≤ P and C = 0"),
     .source = kCombined,
     .takesGroup = true,
     .make = makeInTurn<kCombinedDelayedTurns, GroupSize::Balanced>},
    {.name = "looped-bfs",
     .title = "Looped BFS",
     .summary =
         phrase("generator", "Every microbatch passes a chunk before any enters the next; suits sharded weights"),
     .parameters = phrase("generator", "chunks per rank (at least 2)"),
     .closedForm = phrase("generator",
                          "m·S + (p − 1)·(S/v + 2·C), when p ≤ m, p·v·C ≤ (m − p)·T_F and p·v·C ≤ (m − p)·(T_B + T_W)"),
     .source = "Lamy-Poirier: Breadth-First Pipeline Parallelism. MLSys 2023, arXiv:2211.05953",
     .splitsBackward = false,
     .make = makeLoopedBfs},
    {.name = "interleaved-zb",
     .title = "Interleaved ZB",
     .summary = phrase("generator", "Interleaved 1F1B with B and W apart, in the memory of 1F1B"),
     .parameters =
         phrase("generator", "chunks per rank (at least 2); the size of the groups in which microbatches pass a chunk"),
     .closedForm = phrase("generator",
                          "m·S + (p − 1)·(T_F + T_B − T_W)/v, when p divides m, the group is p, T_W ≤ T_F and C = 0"),
     .source = "Qi, Wan, Huang, Lin: Zero Bubble Pipeline Parallelism. ICLR 2024, arXiv:2401.10241; as in PyTorch's "
               "InterleavedZeroBubble",
     .takesGroup = true,
     .make = makeInTurn<kZbH1, GroupSize::Balanced>},
    {.name = "gis",
     .title = "GIS",
     .summary = phrase("generator", "Interleaved with a shorter warm-up: the memory of 1F1B, W after its B"),
     .parameters = phrase(
         "generator",
         "chunks per rank (at least 2); the size of the groups in which microbatches pass a chunk (p; at least p/2)"),
     .closedForm = phrase("generator", "m·S + (p − 1)·(T_F + T_B)/v, when p divides m, the group is p and C = 0"),
     .source = kPipeOffload,
     .takesGroup = true,
     .takesHalfGroups = true,
     .make = makeInTurn<kGis, GroupSize::Ranks>},
    {.name = "gis-h",
     .title = "GIS-H",
     .summary =
         phrase("generator", "GIS in half groups: (v + 1)/(2·v) of the memory of 1F1B, three quarters with two chunks"),
     .parameters = phrase(
         "generator",
         "chunks per rank (at least 2); the size of the groups in which microbatches pass a chunk (p/2; at least p/2)"),
     .closedForm = phrase("generator", "m·S + (p − 1)·(T_F + T_B)/v + p/2·(v − 1)/v·(T_F + T_B − T_W), when p is even "
                                       "and divides m, the group is p/2, T_W ≤ T_B, |T_F − T_B| ≤ T_W and C = 0"),
     .source = kPipeOffload,
     .takesGroup = true,
     .takesHalfGroups = true,
     .make = makeInTurn<kGis, GroupSize::HalfRanks>},
});

} // namespace

Family loopFamily() { return {kLoopFamily, inLoop, true}; }

} // namespace lanewright
