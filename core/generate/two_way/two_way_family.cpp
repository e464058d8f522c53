// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/placing.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

constexpr std::string_view kDualPipe = "DeepSeek-AI: DeepSeek-V3 Technical Report. 2024, arXiv:2412.19437";

/// Down the ranks and back up, again and again: as many chunks per rank as the problem has, rounded up to even.
Plan inWaves(const Plan& problem) {
    const int waves = std::max(1, (chunksPerRank(problem.schedule.placement) + 1) / 2);
    return placedInZigzag(problem, 2 * waves);
}

// In closed forms p is the number of ranks, m of microbatches, C the transfer time, P the time of the overlapped pairs
// that one microbatch takes part in, and S = T_F + T_B + T_W, of a whole rank.
constexpr auto kTwoWayFamily = std::to_array<Generator>({
    {.name = "hanayo",
     .title = "Hanayo",
     .summary = phrase("generator", "Waves: stages go down the ranks and back up, w times, with B and W in one"),
     .parameters = phrase("generator",
                          "chunks per rank, two for each wave (at least 2); a memory limit lets fewer microbatches in"),
     .source = "Liu, Cheng, Zhou, You: Hanayo: Harnessing Wave-like Pipeline Parallelism. SC 2023, arXiv:2308.15762",
     .splitsBackward = false,
     .followsCosts = true,
     .followsMicrobatches = true,
     .takesChunks = true,
     .prepare = inWaves,
     .make = makeHanayo},
    {.name = "chimera",
     .title = "Chimera",
     .summary = phrase("generator", "Two directions fill each other's gaps; every stage lives on two ranks"),
     .parameters = phrase("generator", "an even number of ranks; a memory limit lets fewer microbatches in"),
     .closedForm = phrase("generator", "m·S + (p/2 − 1)·S, when p divides m, C = 0 and T_F = T_B + T_W; m·S + (p − "
                                       "2)·2·S/3, when m = p, C = 0 and 2·T_F = T_B + T_W"),
     .source = "Li, Hoefler: Chimera: Efficiently Training Large-Scale Neural Networks with Bidirectional Pipelines. "
               "SC 2021, arXiv:2107.06925",
     .splitsBackward = false,
     .followsCosts = true,
     .followsMicrobatches = true,
     .make = makeChimera},
    {.name = "dualpipe",
     .title = "DualPipe",
     .summary = phrase("generator",
                       "Two directions, with F of one and BW of the other overlapped; every stage lives on two ranks"),
     .parameters = phrase(
         "generator",
         "an even number of ranks, p; an even number of microbatches, at least 2·p; the time of an overlapped pair"),
     .closedForm =
         phrase("generator", "m·S + (p/2 − 1)·(P + T_B − 2·T_W), when P = S, T_W ≤ T_F = T_B and C = 0; where P is "
                             "less but at least T_B + T_W, the last term is the idle time of the most idle rank"),
     .source = kDualPipe,
     .make = makeDualPipe},
    {.name = "dualpipev",
     .title = "DualPipeV",
     .summary =
         phrase("generator", "DualPipe cut in half: its two directions are the arms of a V, every stage lives once"),
     .parameters = phrase("generator", "at least 2·p microbatches; the time of an overlapped pair"),
     .closedForm =
         phrase("generator", "m·S + (p − 1)·(P + T_B − 2·T_W)/2, when P = S, T_W ≤ T_F = T_B and C = 0; where P is "
                             "less but at least T_B + T_W, the last term is the idle time of the most idle rank"),
     .source = "Qi, Wan: DualPipe could be better without the Dual. Sea AI Lab, 2025; DeepSeek-AI: arXiv:2412.19437",
     .prepare = placedOnV,
     .make = makeDualPipeV},
});

} // namespace

Family twoWayFamily() { return {kTwoWayFamily, placedTwoWays}; }

} // namespace lanewright
