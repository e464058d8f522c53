// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/placing.h"
#include "core/generate/v/zbv.h"

#include <array>

namespace lanewright {

namespace {

constexpr std::string_view kControllable =
    "Qi, Wan, Amar, Lin: Pipeline Parallelism with Controllable Memory. NeurIPS 2024, arXiv:2405.15362";

// In closed forms p is the number of ranks, m of microbatches, and times are of a whole rank: S = T_F + T_B + T_W.
constexpr auto kVFamily = std::to_array<Generator>({
    {.name = "zbv",
     .title = "ZBV",
     .summary =
         phrase("generator", "The automatic Zero Bubble method on a V: the best it finds within the memory limits"),
     .parameters =
         phrase("generator", "memory limit of each rank (none at all: p microbatches on every rank); the objective"),
     .closedForm = phrase(
         "generator",
         "m·S, makespan m·S + (p − 1)·T_F / 2, when T_F = T_B = T_W, C = 0, m ≥ 2·p − 1 and the limit is that of 1F1B"),
     .source = "Qi, Wan, Huang, Lin: Zero Bubble Pipeline Parallelism, section 6. ICLR 2024, arXiv:2401.10241; "
               "patterns: arXiv:2405.15362",
     .followsCosts = true,
     .takesObjective = true,
     .prepare = placedOnVWithLimit,
     .make = makeZbv},
    {.name = "zbv-fixed",
     .title = "ZBV, fixed form",
     .summary = phrase("generator", "The hand-made V that PyTorch runs, whatever the costs, in the memory of 1F1B"),
     .closedForm = phrase("generator", "m·S, when T_F = T_B = T_W, C = 0 and m ≥ 2·p − 1; makespan m·S + (p − 1)·T_B / "
                                       "2, when C = 0, T_F ≤ T_B ≤ 2·T_W, T_W ≤ T_B and m ≥ 2·p − 1"),
     .source = "Qi, Wan, Huang, Lin: Zero Bubble Pipeline Parallelism, section 6. ICLR 2024, arXiv:2401.10241; "
               "PyTorch's ScheduleZBVZeroBubble",
     .make = makeZbvFixed},
    {.name = "1f1b-v",
     .title = "1F1B-V",
     .summary = phrase("generator", "1F1B on a V: BW in one, in about two thirds of the memory of 1F1B"),
     .source = kControllable,
     .splitsBackward = false,
     .followsCosts = true,
     .make = makeOneForwardOneBackwardV},
    {.name = "v-min",
     .title = "V-Min",
     .summary =
         phrase("generator", "The least memory that a V allows without a steady bubble: about a third of 1F1B's"),
     .source = kControllable,
     .followsCosts = true,
     .make = makeVMin},
    {.name = "v-half",
     .title = "V-Half",
     .summary = phrase("generator", "Half the memory of 1F1B, and half its bubble"),
     .source = kControllable,
     .followsCosts = true,
     .make = makeVHalf},
});

} // namespace

Family vFamily() { return {kVFamily, placedOnV}; }

} // namespace lanewright
