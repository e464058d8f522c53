// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// `*.lwrun`: a measured run.
namespace lanewright {

enum class ActivityKind : std::uint8_t { Wait, Transfer, Optimizer };
std::string_view toText(ActivityKind kind);

/// What a rank did beside its ops.
struct Activity {
    ActivityKind kind = ActivityKind::Wait;
    int rank = 0;
    Time start = 0;
    Time end = 0;
    std::optional<Op> op = {}; ///< the op that waits, or whose value travels
    int peer = -1;             ///< the other rank of a transfer

    friend bool operator==(const Activity&, const Activity&) = default;
};

/// One training step as it was measured. Times count from the step's common start on the common clock.
struct StepRecord {
    int step = 0;
    double loss = 0;
    Timeline wall = {};
    Timeline virtualTime = {}; ///< of a paced run; no lanes otherwise
    std::vector<Activity> others = {};
    std::vector<Bytes> peakActivations = {}; ///< per rank, as the engine counted
    /// Per rank, beside the spans of its lane in `wall`: the most activations it held during each. No lists, or empty
    /// ones, where nobody counted.
    std::vector<std::vector<Bytes>> live = {};

    friend bool operator==(const StepRecord&, const StepRecord&) = default;
};

/// A whole run.
struct Run {
    Plan plan = {}; ///< the schedule it ran
    std::string backend = "cpu";
    std::string launcher = {}; ///< `mpirun` or `in-process`
    bool paced = false;
    bool partial = false;                    ///< cut short: stopped or failed
    std::vector<std::string> hosts = {};     ///< per rank
    std::vector<Time> clockUncertainty = {}; ///< per rank, of its offset to rank 0
    std::vector<double> losses = {};         ///< per step
    std::string weightsHash = {};            ///< of the final weights, 16 hexadecimal digits; empty if partial
    std::vector<StepRecord> steps = {};
    std::string unknown = {}; ///< as in Plan

    friend bool operator==(const Run&, const Run&) = default;
};

Result<Run> runFromJson(std::string_view text);
std::string runToJson(const Run& run);

/// The step that stands for the run: the one with the median makespan, the first (warm-up) step left out when there are
/// more. Null when there is none.
const StepRecord* representativeStep(const Run& run);

} // namespace lanewright
