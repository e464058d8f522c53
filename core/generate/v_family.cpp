// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/v_shape.h"

#include <array>

namespace lanewright {

namespace {

constexpr std::string_view kControllable = "Qi, Wan, Amar, Lin: Pipeline Parallelism with Controllable Memory. NeurIPS "
                                           "2024, arXiv:2405.15362";

// In closed forms p is the number of ranks, m of microbatches, and times are of a whole rank: S = T_F + T_B + T_W.
constexpr std::array kFamily = {
    Generator{.name = "zbv-fixed",
              .title = "ZBV, fixed form",
              .summary = "The hand-made V that PyTorch runs, whatever the costs, in the memory of 1F1B",
              .parameters = "",
              .closedForm =
                  "m·S, when T_F = T_B = T_W, C = 0 and m ≥ 2·p − 1; makespan m·S + (p − 1)·T_B / 2, when C = 0, "
                  "T_F ≤ T_B ≤ 2·T_W, T_W ≤ T_B and m ≥ 2·p − 1",
              .source = "Qi, Wan, Huang, Lin: Zero Bubble Pipeline Parallelism, section 6. ICLR 2024, "
                        "arXiv:2401.10241; PyTorch's ScheduleZBVZeroBubble",
              .prepare = placedOnV,
              .make = makeZbvFixed},
    Generator{.name = "1f1b-v",
              .title = "1F1B-V",
              .summary = "1F1B on a V: BW in one, in about two thirds of the memory of 1F1B",
              .parameters = "",
              .closedForm = "",
              .source = kControllable,
              .splitsBackward = false,
              .prepare = placedOnV,
              .make = makeOneForwardOneBackwardV},
    Generator{.name = "v-min",
              .title = "V-Min",
              .summary = "The least memory that a V allows without a steady bubble: about a third of 1F1B's",
              .parameters = "",
              .closedForm = "",
              .source = kControllable,
              .prepare = placedOnV,
              .make = makeVMin},
    Generator{.name = "v-half",
              .title = "V-Half",
              .summary = "Half the memory of 1F1B, and half its bubble",
              .parameters = "",
              .closedForm = "",
              .source = kControllable,
              .prepare = placedOnV,
              .make = makeVHalf},
};

} // namespace

std::span<const Generator> vFamily() { return kFamily; }

} // namespace lanewright
