// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/optimizer.h"
#include "core/model/plan.h"
#include "core/model/precision.h"
#include "core/model/timeline.h"
#include "core/model/traced_kernels.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// `*.lwrun`: a measured run.
namespace lanewright {

enum class ActivityKind : std::uint8_t {
    Wait,      ///< for a value
    Transfer,  ///< of a value
    Optimizer, ///< the step of the weights, with the sum over twins before it
    Discarded, ///< an op that a rollback has made void; it is run again
    Part,      ///< one op of an overlapped pair, within the time of its block
};
std::string_view toText(ActivityKind kind);

/// What a rank did beside its ops.
struct Activity {
    ActivityKind kind = ActivityKind::Wait;
    int rank = 0;
    Time start = 0;
    Time end = 0;
    std::optional<Op> op = {}; ///< the op that waits, whose value travels, or that is a part
    int peer = -1;             ///< the other rank of a transfer

    friend bool operator==(const Activity&, const Activity&) = default;
};

/// One training step as it was measured. Times count from the step's common start, when its first op
/// starts, on the common clock.
struct StepRecord {
    int step = 0;
    double loss = 0;
    Time start = 0; ///< its common start, from that of the first step; pauses between steps left out
    Update update = {};
    Timeline wall = {};
    Timeline virtualTime = {}; ///< of a paced run; no lanes otherwise
    std::vector<Activity> others = {};
    std::vector<Bytes> peakActivations = {}; ///< per rank, as the engine counted
    /// Per rank, beside the spans of its lane in `wall`: the most activations it held during each. No lists, or empty
    /// ones, where nobody counted.
    std::vector<std::vector<Bytes>> live = {};
    std::vector<KernelLane> kernels = {}; ///< by rank, where the step's were traced

    friend bool operator==(const StepRecord&, const StepRecord&) = default;
};

/// The loss over the text that was held back, with the weights after a step.
struct ValidationLoss {
    int step = 0;
    double loss = 0;

    friend bool operator==(const ValidationLoss&, const ValidationLoss&) = default;
};

/// A whole run.
struct Run {
    Plan plan = {}; ///< the schedule it ran
    std::string backend = "cpu";
    std::string launcher = {}; ///< `mpirun` or `in-process`
    Precision precision = Precision::Fp32;
    int threads = 1; ///< that each rank computed with
    bool paced = false;
    bool partial = false; ///< cut short: stopped or failed
    OptimizerSettings optimizer = {};
    int firstStep = 0;                       ///< steps that the weights had been trained for before
    std::vector<std::string> hosts = {};     ///< per rank
    std::vector<Time> clockUncertainty = {}; ///< per rank, of its offset to rank 0
    std::vector<double> losses = {};         ///< per step
    std::vector<ValidationLoss> validation = {};
    std::string weightsHash = {};   ///< of the final weights, 16 hexadecimal digits; empty if partial
    std::string gradientsHash = {}; ///< of the gradients of the last step, summed and not clipped; likewise
    std::vector<StepRecord> steps = {};
    std::string unknown = {}; ///< as in Plan

    friend bool operator==(const Run&, const Run&) = default;
};

/// The time of one iteration when they follow each other, as `simulateIterations` defines it: from the end of the first
/// step to the end of the last, both with their optimizer steps, over the number of steps between. None of a run with
/// fewer than two steps, or whose file does not say when they began.
std::optional<Time> iterationTimeOf(const Run& run);

Result<Run> runFromJson(std::string_view text);
std::string runToJson(const Run& run);

/// The step that stands for the run: the one with the median makespan, the first (warm-up) step left out when there are
/// more. Null when there is none.
const StepRecord* representativeStep(const Run& run);

/// The last step whose kernels were traced. Null when there is none.
const StepRecord* tracedStep(const Run& run);

} // namespace lanewright
