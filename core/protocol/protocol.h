// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/model/model_spec.h"
#include "core/model/plan.h"
#include "core/model/run.h"
#include "core/program/program.h"
#include "core/protocol/probe.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What the engine and its parent say to each other: one JSON object per line, as `engine/PROTOCOL.md` says it.
namespace lanewright {

constexpr int kProtocolVersion = 2;

enum class FaultKind : std::uint8_t {
    Kill,  ///< the process dies by SIGKILL
    Exit,  ///< it ends with exit code 3
    Stop,  ///< it is stopped by SIGSTOP
    Sleep, ///< the rank sleeps for ever
    Delay, ///< the rank sleeps for 0.3 s
    Nan,   ///< a number of what the block needs and makes, and of its stage's gradient, is none
};
std::string_view toText(FaultKind kind);

/// For tests of failure: a mishap at one block of one rank.
struct Fault {
    FaultKind kind = FaultKind::Kill;
    int rank = 0;
    int step = 0;
    int block = 0; ///< position in the rank's row; past its end: the last

    friend bool operator==(const Fault&, const Fault&) = default;
};

/// A part of the text that is held back from training.
struct Validation {
    double share = 0; ///< the last part of the text: 0 (none) to 0.5
    int every = 0;    ///< steps between two measurements of its loss; 0: only one, at the end

    friend bool operator==(const Validation&, const Validation&) = default;
};

/// What the trained model is to write at the end.
struct SampleRequest {
    int characters = 0;      ///< 0: nothing
    std::string prompt = {}; ///< how the text begins; empty: a line end

    friend bool operator==(const SampleRequest&, const SampleRequest&) = default;
};

/// For tests of the optimizer: multiplies the gradient of one tensor in one step.
struct Poison {
    int step = 0;
    int tensor = 0; ///< its place among all tensors of the model
    double factor = 1;

    friend bool operator==(const Poison&, const Poison&) = default;
};

/// What a run is asked to do. The parent writes it to the engine's standard input, or hands it the name of a file.
struct RunRequest {
    Plan plan = {};                     ///< valid
    std::vector<Program> programs = {}; ///< `lower(plan)`
    ModelSpec model = {};               ///< what to train
    std::string backend = "cpu";
    std::vector<int> gpus = {}; ///< which GPUs of a host its processes take, in their order; empty: from 0 on
    std::vector<int> processOfRank =
        {}; ///< by rank: the process that hosts it; empty: runs of ranks that follow each other
    bool paced = false;
    int steps = 3;
    std::uint64_t seed = 1; ///< draws the data
    std::string data = {};  ///< path of a text; empty: the built-in corpus
    OptimizerSettings optimizer = {};
    Validation validation = {};
    std::string save = {};   ///< folder for the training state, written at the end; empty: none
    int saveEvery = 0;       ///< also after each so many steps; 0: only at the end
    std::string resume = {}; ///< folder with the training state to go on from; empty: fresh weights
    SampleRequest sample = {};
    int threads = 1; ///< per rank
    Precision precision = Precision::Fp32;
    bool spans = true;         ///< stream spans while running
    bool probe = false;        ///< measure the links and say what stages hold before the first step
    bool traceKernels = false; ///< for the backend cuda: what each GPU runs within the blocks of the last step
    Time timeout = 0; ///< how long a rank may wait or give no sign of life; 0: as long as seems right for the model
    std::optional<Fault> fault = {};
    std::vector<Poison> poison = {};

    friend bool operator==(const RunRequest&, const RunRequest&) = default;
};

std::string requestToJson(const RunRequest& request);
Result<RunRequest> requestFromJson(std::string_view text);

/// @name A request on standard input: this header on a line of its own, the request, the text to learn if there is one
/// @{
struct RequestHeader {
    std::size_t request = 0;              ///< bytes of the request
    std::optional<std::size_t> data = {}; ///< bytes of the text; none: the engine reads the request's path
};
std::string requestHeader(std::size_t request, std::optional<std::size_t> data);
Result<RequestHeader> requestHeaderFrom(std::string_view line);
/// The name of the file that is none.
constexpr std::string_view kRequestOnInput = "-";
/// @}

/// @name Events, engine to parent, one line each
/// @{
struct HelloEvent { ///< first line; a parent that reads another protocol version stops
    int protocol = kProtocolVersion;
    std::string engine = {}; ///< version of the program
    friend bool operator==(const HelloEvent&, const HelloEvent&) = default;
};
struct DevicePlace { ///< the device that a rank computes on
    int number = 0;  ///< on its host, counted from 0
    std::string name = {};
    friend bool operator==(const DevicePlace&, const DevicePlace&) = default;
};
struct ReadyEvent { ///< all ranks hold their weights and buffers
    int ranks = 0;
    std::string backend = {};
    std::vector<std::string> hosts = {};
    std::vector<Time> clockUncertainty = {};
    std::vector<int> pids = {};            ///< per rank
    std::vector<int> cores = {};           ///< per rank: of its machine, which ranks there share; 0: nobody knows
    std::vector<DevicePlace> devices = {}; ///< per rank; none where ranks compute on the CPU
    std::string framework = {};            ///< for the backend torch: what computes, with its version
    int firstStep = 0;                     ///< steps that the weights had been trained for before
    friend bool operator==(const ReadyEvent&, const ReadyEvent&) = default;
};
struct SpansEvent { ///< some spans of one rank in one step; wall times from the step's start
    int step = 0;
    int rank = 0;
    std::vector<Span> wall = {};
    std::vector<Span> virtualTime = {}; ///< paced runs: same length as `wall`
    std::vector<Bytes> live = {};       ///< same length as `wall`: the most activations held during each span
    std::vector<Activity> others = {};
    friend bool operator==(const SpansEvent&, const SpansEvent&) = default;
};
/// Removes what was measured, and keeps its room.
void clear(SpansEvent& event);
struct KernelsEvent { ///< some of what a GPU ran for one rank in one step, traced; times from the step's start
    int step = 0;
    KernelLane lane = {};
    friend bool operator==(const KernelsEvent&, const KernelsEvent&) = default;
};
struct StepEvent { ///< a step has ended
    int step = 0;
    double loss = 0;
    Time start = 0; ///< its common start, from that of the first step; pauses between steps left out
    Time length = 0;
    Update update = {};
    std::vector<Bytes> peakActivations = {};
    /// Per rank, from the step's start to its `length`: by how much its clock ran faster than that of rank 0; none when
    /// all share one. The spans of the step were sent without this correction.
    std::vector<Time> clockGain = {};
    std::vector<Time> clockUncertainty = {}; ///< per rank, in this step; none when all share a clock
    friend bool operator==(const StepEvent&, const StepEvent&) = default;
};
struct ValidationEvent { ///< the loss over the text that was held back, with the weights after a step
    int step = 0;
    double loss = 0;
    friend bool operator==(const ValidationEvent&, const ValidationEvent&) = default;
};
struct CheckpointEvent { ///< the training state after a step is safe on disk
    int step = 0;
    std::string folder = {};
    friend bool operator==(const CheckpointEvent&, const CheckpointEvent&) = default;
};
struct SampleEvent { ///< what the trained model writes
    std::string text = {};
    friend bool operator==(const SampleEvent&, const SampleEvent&) = default;
};
struct DoneEvent { ///< the run has ended well
    std::string weightsHash = {};
    std::string gradientsHash = {}; ///< that of the sum of the last step, before clipping
    bool cancelled = false;
    friend bool operator==(const DoneEvent&, const DoneEvent&) = default;
};
struct FailedEvent { ///< the run has ended badly
    int rank = -1;
    std::optional<Op> op = {};
    Message reason = {};
    bool missing =
        false; ///< for want of a backend, a GPU or a launcher, which a launcher may not pass on as exit code 4
    friend bool operator==(const FailedEvent&, const FailedEvent&) = default;
};
/// @}

using Event = std::variant<HelloEvent, ReadyEvent, ProbeEvent, SpansEvent, KernelsEvent, StepEvent, ValidationEvent,
                           CheckpointEvent, SampleEvent, DoneEvent, FailedEvent>;
/// Without the line end.
std::string eventToLine(const Event& event);
Result<Event> eventFromLine(std::string_view line);

/// The one line a parent may write to the engine's standard input: stop at the end of the step.
constexpr std::string_view kCancelLine = R"({"request":"cancel"})";

} // namespace lanewright
