// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

/// What planners of F/B pipelines assume an iteration takes. Each sees a stage as one time per microbatch, W with B,
/// and none knows the order that will be run: the simulated value beside them is the truth here.
namespace lanewright {

struct Estimates {
    Time slowest = 0;    ///< C: the largest time per microbatch of a stage, or of a channel both ways. PipeDream's cost
    Time fillAndRun = 0; ///< Σ t + (M − 1)·max t over the stages. Alpa's cost
    Time pivot = 0;      ///< warm-up to a stage, its steady phase, drain: the largest over all stages, as DAPPLE does
    Time promise = 0; ///< (M + 4S − 4)·C + the largest all-reduce: after SPP, reconstructed; list scheduling keeps it
};

/// Of a problem with stage i on rank i.
Estimates estimatesOf(const Plan& problem);

/// The iteration as SPP's own scheduler would run it (after SPP, reconstructed): a stage and each direction of a
/// channel do one thing at a time, whatever is free takes the oldest microbatch that is there, W runs with B, and no
/// limit of memory is known. Never more than `Estimates::promise`. From the first start to the last end, with the
/// all-reduce.
Time oldestFirst(const Plan& problem);

} // namespace lanewright
