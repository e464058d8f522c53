// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model_spec.h"
#include "core/model/optimizer.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A measured run: what was trained in a plan's order, and when every op of it ran.
namespace lanewright {

enum class ActivityKind : std::uint8_t {
    Wait,      ///< for a value
    Transfer,  ///< carries a value
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

enum class SideKind : std::uint8_t {
    Send,       ///< a value, as its sender saw it
    Receive,    ///< a value, as its receiver saw it
    Gather,     ///< a stage's parameters among its replicas
    Reduce,     ///< a stage's gradients among its replicas
    Collective, ///< any other, under its own name
    Host,       ///< what only the host did: loading data, collecting garbage
    Other,      ///< a kind that this version does not know
};
std::string_view toText(SideKind kind);

/// What ran beside a rank's ops: communication and the work of its host. A list apart from `Activity`, whose kinds are
/// closed: readers of older versions keep this one unread.
struct SideSpan {
    SideKind kind = SideKind::Other;
    int rank = 0;
    Time start = 0;
    Time end = 0;
    std::optional<Op> op = {}; ///< the op that yielded the value that travels
    int peer = -1;             ///< the other rank of a value; -1: none, or unknown
    int stage = -1;            ///< whose parameters or gradients; -1: none, or unknown
    std::string name = {};     ///< as the trace has it; empty where the kind says it all

    friend bool operator==(const SideSpan&, const SideSpan&) = default;
};

/// A kernel that a GPU ran, or a copy that it made, half open: [start, end).
struct Kernel {
    int name = 0;              ///< its place among the names of its lane
    std::optional<Op> op = {}; ///< that it was a part of; none: the step of the weights
    Time start = 0;
    Time end = 0;

    friend bool operator==(const Kernel&, const Kernel&) = default;
};

/// What a GPU ran for one rank in one step, by start. Kernels of the two ops of an overlapped pair may overlap.
struct KernelLane {
    int rank = 0;
    std::vector<std::string> names = {};
    std::vector<Kernel> kernels = {};
    std::int64_t leftOut = 0; ///< how many more there were than could be kept

    friend bool operator==(const KernelLane&, const KernelLane&) = default;
};

/// One training step as it was measured. Times count from the step's common start, when its first op
/// starts, on the common clock.
struct StepRecord {
    int step = 0;
    double loss = 0;
    Time start = 0; ///< its common start, from that of the first step; pauses between steps left out
    Update update = {};
    Timeline wall = {};
    Timeline virtualTime = {}; ///< for a paced run; no lanes otherwise
    std::vector<Activity> others = {};
    std::vector<Bytes> peakActivations = {}; ///< per rank, as the engine counted
    /// Per rank, beside the spans of its lane in `wall`: the most activations it held during each. No lists, or empty
    /// ones, where nobody counted.
    std::vector<std::vector<Bytes>> live = {};
    std::vector<KernelLane> kernels = {}; ///< by rank, where the step's were traced
    std::vector<SideSpan> side = {}; ///< by start; a gather may begin before the step's first op, at a time below 0
    /// Per rank, beside the spans of its lane in `wall`: when the host launched each. No lists, or empty ones, where
    /// nobody knows.
    std::vector<std::vector<Time>> launched = {};

    friend bool operator==(const StepRecord&, const StepRecord&) = default;
};

/// The loss over the text that was held back, with the weights after a step.
struct ValidationLoss {
    int step = 0;
    double loss = 0;

    friend bool operator==(const ValidationLoss&, const ValidationLoss&) = default;
};

/// How the ranks' clocks became the common one.
enum class ClockSource : std::uint8_t {
    Unstated,
    Raw,          ///< they agreed with every dependency as they were
    Dependencies, ///< moved until every value arrives after it was made
    Exchange,     ///< compared by messages while the job ran
};
std::string_view toText(ClockSource source);

struct Clocks {
    ClockSource source = ClockSource::Unstated;
    std::vector<Time> offset = {};  ///< per rank: what was added at the start of the run's first step
    std::vector<double> drift = {}; ///< per rank: what was added beside, in ns per ms, from that start on

    friend bool operator==(const Clocks&, const Clocks&) = default;
};

/// Who measured a run that is not of Lanewright's own engine, and what it could tell.
struct Recorder {
    std::string name = {};      ///< the recorder, or the format of the trace: `kineto`, `ndtimeline`
    std::string version = {};   ///< the recorder's
    std::string framework = {}; ///< what ran the job, with its version
    std::string deviceClock = {};
    std::vector<std::string> hooks = {};
    Time overhead = 0;          ///< that the recorder took in a step
    bool waitsInside = false;   ///< an op's span may hold the wait for its value: nobody could tell them apart
    bool orderMeasured = false; ///< no plan is known: the plan's order is the one that the run showed

    friend bool operator==(const Recorder&, const Recorder&) = default;
};

/// Another replica of the pipeline in the same job: the same plan on other ranks and other data.
struct Replica {
    int replica = 0;
    std::vector<std::string> hosts = {};     ///< per rank
    std::vector<Time> clockUncertainty = {}; ///< per rank, of its offset to rank 0 of the run's own replica
    Clocks clocks = {};
    std::vector<StepRecord> steps = {}; ///< with `start` on the clock of the run's own steps, so it may lie below 0
    std::string unknown = {};           ///< as in Plan

    friend bool operator==(const Replica&, const Replica&) = default;
};

/// A whole run. Of a job with replicas `steps` are those of one of them, `replica`, and the others stand beside.
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
    std::vector<int> cores = {};             ///< per rank: of its host, which ranks there share; 0 or none: unknown
    std::vector<Time> clockUncertainty = {}; ///< per rank, of its offset to rank 0
    std::vector<double> losses = {};         ///< per step
    std::vector<ValidationLoss> validation = {};
    std::string weightsHash = {};   ///< that of the final weights, 16 hexadecimal digits; empty if partial
    std::string gradientsHash = {}; ///< that of the gradients of the last step, summed and not clipped; likewise
    std::vector<StepRecord> steps = {};
    Clocks clocks = {};
    std::optional<Recorder> recorder = {}; ///< none: the engine's own run
    int replica = 0;                       ///< which of the job's replicas `steps` shows
    std::vector<Replica> replicas = {};    ///< the others that were measured, by number
    std::string unknown = {};              ///< as in Plan

    friend bool operator==(const Run&, const Run&) = default;
};

/// Whether it is of someone's job: recorded by another program than our engine, or of several replicas.
bool isOfAJob(const Run& run);

/// The time of one iteration when they follow each other, as `simulateIterations` defines it: from the end of the first
/// step to the end of the last, both with their optimizer steps, over the number of steps between. Of a job of which
/// not all steps were kept only those count whose step before was kept, too. In a paced run from the end of ops to the
/// end of ops, since starts hold what optimizer steps are planned to take; and post-validated from the planned end of
/// the first step's, since steps make up there for what is late, which must not count as being quick. None of a run
/// without two steps in a row, or whose file does not say when they began, or has made that up (`stepSpacingIsMadeUp`).
std::optional<Time> iterationTimeOf(const Run& run);

/// Whether the run holds several steps and none that follows another, so that it has no time per iteration.
bool stepsStandApart(const Run& run);

/// Whether steps whose numbers do not follow each other lie no further apart than those that do: what was between them
/// is cut out of the run's file, so that nobody knows what an iteration took.
bool stepSpacingIsMadeUp(const Run& run);

/// The steps of each replica that was measured, by its number; those of the run alone where it knows no others. They
/// live as long as the run.
struct ReplicaSteps {
    int replica = 0;
    const std::vector<StepRecord>* steps = nullptr;
};
std::vector<ReplicaSteps> replicaStepsOf(const Run& run);

/// True when all ops of the order were measured in the step. A run that was cut short may end in one of which some were
/// not.
bool isWhole(const Schedule& schedule, const StepRecord& record);

/// The step that stands for the run: the one with the median makespan, the first (warm-up) step left out when there are
/// more, and of a partial run those that are not whole, unless there are no others. Null when there is none.
const StepRecord* representativeStep(const Run& run);

/// The first step, counted from the run's own first one, whose loss is no finite number. None where all are, and where
/// the run says no losses.
std::optional<int> firstLossThatIsNoNumber(const Run& run);

/// The last step whose kernels were traced. Null when there is none.
const StepRecord* tracedStep(const Run& run);

} // namespace lanewright
