// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/check/message_replay.h"
#include "core/check/validate.h"
#include "core/model/plan.h"
#include "core/pytorch/torch_classes.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The schedule CSV of torch.distributed.pipelining: a row per rank, a cell per action, in the order in which the rank
/// performs them. PyTorch's I, W, B are our B, W, BW.
namespace lanewright {

enum class PytorchFlavour : std::uint8_t {
    ComputeOnly,  ///< `0F0`, `0I0`, `0W0`, `0B0`, `(0F7;7B3)OVERLAP_F_B`; an empty cell is an idle tick
    ComputeComms, ///< with sends, receives, reductions and the like; no empty cells
};

/// Something about a CSV that a person should know. Errors are what PyTorch refuses, hangs on, or runs to wrong
/// gradients without a word.
///
/// Codes are stable. As in `validate`: `duplicate`, `incomplete`, `fused`, `precedence`, `deadlock`, `pair`. Of this
/// format: `losses` (forwards of the last stage out of order), `idle-rank`, `empty-cell` and `unlowered` (in
/// `compute_comms`), `send`, `receive`, `crossed`, `rendezvous`, `reduction`, `wait`, `shard`, `placement`, `split`,
/// `dialect`, `mark`, `gap`, `length`.
struct PytorchFinding {
    std::string code = {};
    Severity severity = Severity::Error;
    int row = 0;    ///< from 1, as spreadsheets count; 0: about the whole file
    int column = 0; ///< from 1; 0: about the row
    Message message = {};
    std::optional<Op> op = {}; ///< what the cell computes, the first of a pair

    /// `row 2, column 5`, `row 2` or nothing.
    Message where() const;
    friend bool operator==(const PytorchFinding&, const PytorchFinding&) = default;
};

/// True when none of the findings is an error.
bool isLoadable(const std::vector<PytorchFinding>& findings);

/// What a CSV holds, and all that is to say about it, errors first. Communication actions are checked and then left
/// out of the plan, whose communication follows from its order.
struct PytorchImport {
    Plan plan = {};
    PytorchFlavour flavour = PytorchFlavour::ComputeOnly;
    bool oldDialect = false;
    std::vector<PytorchFinding> findings = {};
    /// How it goes on the transports that were asked about; of `compute_comms` without errors. What hangs is also a
    /// warning `rendezvous`.
    std::vector<HangVerdict> verdicts = {};
};

/// Reads either flavour and, told by a `BW` or by a B and a W of one microbatch, the dialect before torch 2.6.
///
/// The placement is read off the rows; costs are one unit each, memory as in `UniformProblem`. `flavour` none: with
/// communication actions it is `compute_comms`. Fails, with row and column, on anything that is no action and on shapes
/// that no schedule has (a blank row, a stage on two ranks, stages or microbatches that don't count from 0).
Result<PytorchImport> readPytorchCsv(std::string_view text, std::optional<PytorchFlavour> flavour = {},
                                     const TransportQuestion& asked = transportsOfPytorch());

/// The plan alone, without the check.
Result<Plan> planFromPytorchCsv(std::string text);

/// Releases of torch, 2.x, at which the format changed.
constexpr int kTorchOldest = 5;       ///< the first with a CSV; B, W, BW
constexpr int kTorchSplitLetters = 6; ///< I, W, B
constexpr int kTorchPlacement = 7;    ///< reads the placement off the rows
constexpr int kTorchOverlap = 9;      ///< OVERLAP_F_B
constexpr int kTorchReduceGrad = 10;  ///< REDUCE_GRAD
constexpr int kTorchWaits = 15;       ///< WAIT_SEND_F, WAIT_SEND_B and WAIT_REDUCE_GRAD, none of which may be missing

struct PytorchExport {
    PytorchFlavour flavour = PytorchFlavour::ComputeOnly;
    int torch = kTorchReduceGrad; ///< the 2.x it is for
    bool ticks = true;            ///< ComputeOnly: idle cells, so that a column is a tick of one op each
    bool fsdp = false;            ///< ComputeComms: UNSHARD and RESHARD too
    int activeStages = 3;         ///< with `fsdp`: how many stages are kept unsharded
};

/// A CSV, line feeds at its ends, and what is to say about it.
struct PytorchText {
    std::string text = {};
    std::vector<PytorchFinding> findings = {};
};

/// Writes an order that PyTorch runs. Fails on orders that are not valid (memory aside), on those that the format or
/// that torch can't say (two directions, R ops, parts of W, overlapped pairs before 2.9) and on those that PyTorch
/// would run wrongly (forwards of the last stage that don't ascend).
Result<PytorchText> writePytorchCsv(const Plan& plan, const PytorchExport& options = {});

/// Whether PyTorch's runtime, in its newest release, runs the order to the right gradients. Fails as `writePytorchCsv`
/// does, in words that say what would do.
Result<Done> checkForPytorch(const Plan& plan);

/// How the plan goes on each of the transports when PyTorch has placed its sends and receives. Since it places both
/// ends of a message at once, no rank ever waits for one that stands further back. Fails as `writePytorchCsv` does.
Result<std::vector<HangVerdict>> verdictsOfPytorch(const Plan& plan, const TransportQuestion& asked);

/// @name Costs as PyTorch runs them
/// Nobody needs the gradient of the input of stage 0, so that PyTorch's runtime does nothing at its B and the whole
/// backward at its W (`stage.py`, `backward_one_chunk`, from torch 2.6 to 2.15). A BW is what it is.
/// @{
/// Whether the order has a B of stage 0.
bool splitsFirstStage(const Plan& plan);
/// Whether B of stage 0 takes no time.
bool hasCostsOfPytorch(const Plan& plan);
/// The plan with the time and the memory of stage 0's B in its W; what was proved of it is dropped. Fails where a table
/// says the times of each microbatch.
Result<Plan> withCostsOfPytorch(const Plan& plan);
/// @}

/// What is to know of a plan that PyTorch's runtime is to run, beside what `validate` says. Codes: `pytorch`, an error:
/// it can't; `pytorch-costs`, a warning: on stage 0 costs or memory are not as PyTorch runs it; `pytorch-pair`, a note:
/// both halves of an overlapped pair run one after the other there; `pytorch-host`, a note: hosts take no time.
std::vector<Finding> findingsOfPytorch(const Plan& plan);

/// How to load a CSV, and how to start the trainers that take one.
struct PytorchLaunch {
    std::string pytorch = {};           ///< the Python that loads it
    std::string torchTitan = {};        ///< the flags of its release 0.3; empty where TorchTitan can't run it
    std::string torchTitanNewer = {};   ///< those that its sources take since
    std::string nemo = {};              ///< the pipeline section of NeMo AutoModel; empty where it can't run it
    std::string recorded = {};          ///< the command that starts a script and records it
    std::string recordedTitan = {};     ///< the same of TorchTitan's debug model; empty where it can't run it
    std::string recordedNemo = {};      ///< the same of NeMo AutoModel
    std::vector<Message> cautions = {}; ///< a sentence each: why not, and what else must be set
};

/// `csv` is the path of the file as the trainer will see it.
PytorchLaunch pytorchLaunch(const Plan& plan, PytorchFlavour flavour, std::string_view csv);
/// The same, where it is known which class trainers are told.
PytorchLaunch pytorchLaunch(const Plan& plan, PytorchFlavour flavour, std::string_view csv,
                            const std::optional<NamedClass>& named);

/// A line for each trainer that can load it.
std::string commandsOf(const PytorchLaunch& launch);

/// The commands, then a line for each caution.
std::string toText(const PytorchLaunch& launch);

} // namespace lanewright
