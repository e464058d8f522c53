// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measured/profile/run_reading.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace lanewright {

/// How much of what a microbatch of share 1 takes an op of another takes, in parts of this.
constexpr std::int64_t kShare = 1'000'000;

/// How long something took, and of what share it was.
struct Taken {
    Time time = 0;
    std::int64_t share = kShare;
};

/// Samples of everything there is to measure.
struct Samples {
    /// `[stage * microbatches + microbatch]`: the sum of the times, and how many.
    struct Cells {
        std::vector<Time> sum = {};
        std::vector<Time> count = {};
    };
    struct Stage {
        std::vector<Taken> forward, backwardInput, backwardWeight, backward, recompute, overlapped, optimizer;
    };
    std::vector<Stage> stages = {};                                        ///< `[direction * stages + stage]`
    std::map<std::tuple<int, int, OpKind>, std::vector<Taken>> pairs = {}; ///< stage of F, of backward, its kind
    std::map<std::pair<int, int>, std::vector<Taken>> waited = {};
    std::map<std::pair<int, int>, std::vector<Taken>> seen = {}; ///< no less than what they took
    std::map<Op, std::vector<Time>> ops = {};                    ///< where the plan has a table
    std::vector<Taken> sends = {};                               ///< what ranks were busy with a value
    std::vector<Taken> receives = {};
    std::array<Cells, kOpKinds> cells = {}; ///< by kind; of W the whole
};

/// What the steps, of a run of this plan, show of its ops and values.
Samples samplesOf(const Plan& plan, std::span<const StepRecord* const> steps, const Reading& reading);

} // namespace lanewright
