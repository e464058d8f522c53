// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/in_turn.h"
#include "core/generate/memory_limits.h"
#include "core/generate/placing.h"

#include <array>

namespace lanewright {

namespace {

constexpr std::string_view kZeroBubble =
    "Qi, Wan, Huang, Lin: Zero Bubble Pipeline Parallelism. ICLR 2024, arXiv:2401.10241";

/// One stage per rank, with so many times the memory of 1F1B, p microbatches, as the limit of every rank.
template <int fold>
Plan withFold(const Plan& problem) {
    const Plan plan = joinChunks(problem);
    return withRoomFor(plan, fold * plan.schedule.ranks());
}

// In closed forms p is the number of ranks, m of microbatches, C the transfer time, P the time of an overlapped pair,
// and S = T_F + T_B + T_W.
constexpr auto kOneChunkFamily = std::to_array<Generator>({
    {.name = "gpipe",
     .title = "GPipe",
     .summary = phrase("generator", "All forwards, then all backwards; holds every microbatch at once"),
     .closedForm = phrase("generator", "(m + p − 1)·S + 2·(p − 1)·C"),
     .source = "Huang et al.: GPipe. NeurIPS 2019, arXiv:1811.06965",
     .splitsBackward = false,
     .make = makeGpipe},
    {.name = "1f1b",
     .title = "1F1B",
     .summary = phrase("generator", "One forward, one backward in turn; holds p microbatches at most"),
     .closedForm = phrase("generator", "(m + p − 1)·S + (2·(p − 1)·(m/p + 1) − 2)·C, when p > 1 divides m"),
     .source = "Narayanan et al.: Memory-Efficient Pipeline-Parallel DNN Training (PipeDream-Flush). ICML 2021, "
               "arXiv:2006.09503; Megatron-LM, arXiv:2104.04473",
     .splitsBackward = false,
     .make = makeInTurn<kOneForwardOneBackward>},
    {.name = "1f1b-cooldown-w",
     .title = "1F1B with W delayed in the cool-down",
     .summary = phrase("generator", "1F1B whose last backwards let the gradient through first; W fills the waits"),
     .closedForm = phrase("generator", "m·S + (p − 1)·(T_F + T_B), when T_W ≤ T_F and C = 0"),
     .source = "Hygon hcu-megatron, delay-1f1b-cooldown-wgrad-compute; the split of B and W is that of Qi et al., "
               "arXiv:2401.10241",
     .make = makeInTurn<kDelayedCoolDown>},
    {.name = "combined-1f1b",
     .title = "Combined 1F1B",
     .summary = phrase("generator", "1F1B whose steady part is overlapped pairs: the one's communication hides behind "
                                    "the other's compute; holds up to 2·p microbatches"),
     .parameters = phrase("generator", "the time of an overlapped pair"),
     .closedForm = phrase("generator", "p·S + (m − 1)·P, when T_F ≤ P, T_B + T_W ≤ P and C = 0"),
     .source = kCombined,
     .splitsBackward = false,
     .make = makeInTurn<kCombinedTurns>},
    {.name = "combined-1f1b-delay-w",
     .title = "Combined 1F1B with delayed W",
     .summary = phrase("generator", "Combined 1F1B whose pairs are of F and B; each W follows its pair"),
     .parameters = phrase("generator", "the time of an overlapped pair, without W"),
     .closedForm = phrase("generator", "m·T_W + p·(T_F + T_B) + (m − 1)·P, when T_F ≤ P, T_B ≤ P and C = 0"),
     .source = kCombined,
     .make = makeInTurn<kCombinedDelayedTurns>},
    {.name = "zb-h1",
     .title = "ZB-H1",
     .summary = phrase("generator", "1F1B with B and W apart: W fills the cool-down, in the memory of 1F1B"),
     .closedForm = phrase("generator", "m·S + (p − 1)·(T_F + T_B − T_W + 4·C), when m > p and 2·C ≤ T_W ≤ T_F + 2·C"),
     .source = kZeroBubble,
     .make = makeInTurn<kZbH1>},
    {.name = "zb-h2",
     .title = "ZB-H2",
     .summary = phrase("generator", "More forwards ahead fill the warm-up too, in up to twice the memory of 1F1B"),
     .closedForm = phrase("generator", "m·S + (p − 1)·(T_F + T_B − 2·T_W + 2·C), when m ≥ 2·p − 1, T_W ≤ T_F, 2·C ≤ "
                                       "T_F + T_B and that term is not negative"),
     .source = kZeroBubble,
     .make = makeInTurn<kZbH2>},
    {.name = "zb-auto",
     .title = "ZB automatic",
     .summary =
         phrase("generator", "The automatic Zero Bubble method: the best order it finds within any memory limits"),
     .parameters = phrase("generator", "memory limit of each rank; the objective"),
     .source = kZeroBubble,
     .followsCosts = true,
     .takesObjective = true,
     .make = makeZbAuto},
    {.name = "zb-1p",
     .title = "ZB-1p",
     .summary =
         phrase("generator", "The automatic method, as published, in the memory of 1F1B: p microbatches on every rank"),
     .parameters = phrase("generator", "a rank without a memory limit gets p times its M_F; the objective"),
     .source = kZeroBubble,
     .followsCosts = true,
     .takesObjective = true,
     .prepare = withFold<1>,
     .make = makeZbFold},
    {.name = "zb-2p",
     .title = "ZB-2p",
     .summary = phrase("generator",
                       "The automatic method, as published, in twice the memory of 1F1B: nearly no bubble is left"),
     .parameters = phrase("generator", "a rank without a memory limit gets 2·p times its M_F; the objective"),
     .source = kZeroBubble,
     .followsCosts = true,
     .takesObjective = true,
     .prepare = withFold<2>,
     .make = makeZbFold},
});

} // namespace

Family oneChunkFamily() { return {kOneChunkFamily, joinChunks}; }

} // namespace lanewright
