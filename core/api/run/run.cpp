// SPDX-License-Identifier: Apache-2.0
#include "core/api/comparison_text.h"
#include "core/api/kernels_text.h"
#include "core/api/question_list.h"
#include "core/api/run/run_progress.h"
#include "core/api/run/run_request.h"
#include "core/api/shown_numbers.h"
#include "core/api/table.h"
#include "core/client/engine_client.h"
#include "core/client/rank_places.h"
#include "core/io/files.h"
#include "core/io/quoted_text.h"
#include "core/io/run_json.h"
#include "core/io/span_json.h"
#include "core/model/sample_tokens.h"
#include "core/simulate/iterations.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace lanewright::api {

namespace {

constexpr int kWorstOps = 20;
constexpr int kStepRows = 20;

/// What came of a run, with what is said of it beside the measurements.
struct RunAnswer {
    RunRequest request = {};
    RunOutcome outcome = {};
    ReadyEvent ready = {};   ///< which ranks sit where
    std::string folder = {}; ///< the training state was saved to
    std::optional<std::string> sample = {};
    std::string output = {};
    Metrics planned = {};
    std::optional<Metrics> measured = {}; ///< none where no step ended

    const Run& run() const { return outcome.run; }
};

RunAnswer dispatch(const RunOptions& options, const RunRequest& request, const Asker& asker) {
    RunAnswer answer{.request = request};
    answer.outcome = runShown(options, request, asker, [&](const Event& event) {
        if (const auto* ready = std::get_if<ReadyEvent>(&event))
            answer.ready = *ready;
        if (const auto* checkpoint = std::get_if<CheckpointEvent>(&event))
            answer.folder = checkpoint->folder;
        if (const auto* sample = std::get_if<SampleEvent>(&event))
            answer.sample = sample->text;
    });
    return answer;
}

int skippedIn(const Run& run) {
    return static_cast<int>(std::ranges::count_if(
        run.steps, [](const StepRecord& step) { return step.update.kind == UpdateKind::Skipped; }));
}

int rolledBackIn(const Run& run) {
    return static_cast<int>(
        std::ranges::count_if(run.steps, [](const StepRecord& step) { return step.update.rolledBack; }));
}

/// A GPU that a rank is on.
struct SeatedRank {
    int rank = 0;
    std::string host = {};
    DevicePlace device = {};
};

std::vector<SeatedRank> seatsOf(const ReadyEvent& ready) {
    std::vector<SeatedRank> seats;
    for (std::size_t rank = 0; rank < ready.devices.size(); ++rank)
        seats.push_back(
            {static_cast<int>(rank), rank < ready.hosts.size() ? ready.hosts[rank] : "", ready.devices[rank]});
    return seats;
}

/// A row of a time that was measured.
Field<RunAnswer> measuredTime(std::string_view key, Time Metrics::*member) {
    return {key, definitionOf(key).text,
            [member](const RunAnswer& answer) {
                return answer.measured ? std::optional{(*answer.measured).*member} : std::nullopt;
            },
            In::Times};
}

const Fields<RunAnswer> kTimeFields = {
    measuredTime("longest_span", &Metrics::longestSpan),
    measuredTime("makespan", &Metrics::makespan),
    {"planned_longest_span", "of the plan", memberOf(&RunAnswer::planned, &Metrics::longestSpan), In::Times},
    {"planned_makespan", "of the plan", memberOf(&RunAnswer::planned, &Metrics::makespan), In::Times},
    {"planned_iteration_time", "of the plan, in the run's optimizer mode",
     [](const RunAnswer& each) { return each.planned.iterationTimes.of(each.run().optimizer.mode); }},
    {"time_unit", "of times", [](const RunAnswer& each) { return each.run().plan.timeUnit; }}};

/// What the training came to.
const Fields<RunAnswer> kTrainingFields = {
    {"optimizer_mode", "that it ran in", [](const RunAnswer& each) { return keyOf(each.run().optimizer.mode); }},
    {"first_step", "trained before", [](const RunAnswer& each) { return each.run().firstStep; }},
    {"iteration_time", definitionOf("iteration_time").text,
     [](const RunAnswer& each) { return iterationTimeOf(each.run()); }, In::Times},
    {"skipped_steps", "whose gradients were no finite numbers",
     [](const RunAnswer& each) { return skippedIn(each.run()); }},
    {"rolled_back_steps", "that post-validation took back",
     [](const RunAnswer& each) { return rolledBackIn(each.run()); }},
    {"validation", "pairs of step and loss",
     [](json::Writer& writer, const RunAnswer& each, const Units&) { writeValidation(writer, each.run().validation); }},
    {"saved", "folder of the training state, or null",
     [](const RunAnswer& each) { return each.folder.empty() ? std::nullopt : std::optional{each.folder}; }},
    {"sample", "what the model writes, or null", &RunAnswer::sample}};

const Fields<SeatedRank> kSeatFields = {
    {"rank", "of the pipeline", &SeatedRank::rank},
    {"host", "that it runs on", &SeatedRank::host},
    {"gpu", "by its number", [](const SeatedRank& each) { return each.device.number; }},
    {"name", "of the GPU", [](const SeatedRank& each) { return each.device.name; }}};
const Fields<Run> kMeasuredRunFields = {
    {"paced", "ops were held to the plan's times", &Run::paced},
    {"backend", "that ran", &Run::backend},
    {"precision", "of factors of products", &Run::precision},
    {"threads", "of each rank", &Run::threads},
    {"launcher", "of the ranks", &Run::launcher},
    {"clock_uncertainty", "per rank", &Run::clockUncertainty, In::Times},
    {"ranks", "how many", [](const Run& run) { return run.plan.schedule.ranks(); }}};
const Fields<RunAnswer> kRunFields =
    Fields<RunAnswer>{
        {"losses", "per step", [](const RunAnswer& each) { return each.run().losses; }},
        {"weights_hash", "of the final weights", [](const RunAnswer& each) { return each.run().weightsHash; }},
        {"gradients_hash", "of the last gradients", [](const RunAnswer& each) { return each.run().gradientsHash; }}} +
    kTimeFields + membersOf<RunAnswer>(&RunAnswer::run, kMeasuredRunFields) +
    Fields<RunAnswer>{
        Field<RunAnswer>{"devices", "which rank is on which GPU",
                         rowsOf<RunAnswer>([](const RunAnswer& each) { return seatsOf(each.ready); }, kSeatFields)}
            .when([](const RunAnswer& each) { return !each.ready.devices.empty(); }),
        {"steps", "that ended", [](const RunAnswer& each) { return static_cast<int>(each.run().losses.size()); }},
        {"partial", "the run was cut short", [](const RunAnswer& each) { return each.run().partial; }}} +
    kTrainingFields +
    Fields<RunAnswer>{{"kernels", "of the last step, where they were traced",
                       objectOf<RunAnswer>([](const RunAnswer& each) { return tracedKernelsOf(&each.run()); },
                                           kernelFields(), json::Layout::Lines)},
                      outputField<RunAnswer>(&RunAnswer::output)};

std::string wordsFor(const Update& update) {
    const std::string kind{update.kind == UpdateKind::Whole ? "" : toText(update.kind)};
    return kind + (update.rolledBack ? ", rolled back" : "");
}

/// At most so many steps, evenly spread, the first and the last among them.
std::vector<const StepRecord*> someSteps(const Run& run) {
    std::vector<const StepRecord*> some;
    const std::size_t count = run.steps.size();
    const std::size_t rows = std::min<std::size_t>(count, kStepRows);
    for (std::size_t row = 0; row < rows; ++row)
        some.push_back(&run.steps[rows == 1 ? 0 : row * (count - 1) / (rows - 1)]);
    return some;
}

std::string stepsText(const RunRequest& request, const Run& run) {
    Table table({"step", "loss", "norm", "update", "makespan", "tokens/s"}, "rrrlrr");
    for (const StepRecord* step : someSteps(run)) {
        const Time length = extentOf(step->wall).length();
        table.add({std::to_string(run.firstStep + step->step), printed("%.4f", step->loss),
                   printed("%.3g", step->update.norm), wordsFor(step->update),
                   roundedTimeText(length, run.plan.timeUnit), printed("%.0f", tokensPerSecond(request, length))});
    }
    return table.empty() ? "" : table.text() + "\n";
}

/// What is to be said of the training as a whole, a line each.
std::string trainingText(const Run& run) {
    std::string text;
    if (const std::optional<Time> each = iterationTimeOf(run))
        text += "iteration time " + roundedTimeText(*each, run.plan.timeUnit) + " (" +
                std::string{toText(run.optimizer.mode)} + " optimizer)\n";
    for (const ValidationLoss& each : run.validation)
        text +=
            printed("validation     %.4f after step ", each.loss) + std::to_string(run.firstStep + each.step) + "\n";
    if (const std::optional<int> lost = firstLossThatIsNoNumber(run))
        text += "loss           no number, first in step " + std::to_string(run.firstStep + *lost) + "\n";
    if (const int skipped = skippedIn(run); skipped > 0)
        text += "skipped        " + std::to_string(skipped) + (skipped == 1 ? " step, whose" : " steps, whose") +
                " gradients were no finite numbers\n";
    if (const int rolledBack = rolledBackIn(run); rolledBack > 0)
        text += "rolled back    " + std::to_string(rolledBack) + (rolledBack == 1 ? " step\n" : " steps\n");
    return text.empty() ? "" : text + "\n";
}

std::string textOf(const RunAnswer& answer) {
    const RunRequest& request = answer.request;
    const Run& run = answer.outcome.run;
    std::string text = (run.plan.title.empty() ? "Run" : shownLine(run.plan.title.text())) + ": " +
                       std::to_string(run.losses.size()) + " of " + std::to_string(request.steps) + " steps on " +
                       std::to_string(run.plan.schedule.ranks()) + " ranks (" + run.launcher + ", " + run.backend +
                       ", " + std::string{toText(run.precision)} +
                       (run.threads > 1 ? ", " + std::to_string(run.threads) + " threads each" : "") +
                       (run.paced ? ", paced" : "") + (answer.outcome.cancelled ? ", stopped" : "") + ")\n";
    for (const Message& place : rankPlaces(answer.ready))
        text += place.text() + "\n";
    text += "\n";
    text += stepsText(request, run) + trainingText(run);
    if (const StepRecord* step = representativeStep(run)) {
        const Shown planned{.plan = run.plan, .timeline = simulate(run.plan.schedule, run.plan.costs)};
        const Shown actual{.plan = run.plan, .timeline = step->wall, .run = run, .step = step->step};
        text += comparisonText(planned, actual, kWorstOps);
    }
    if (request.traceKernels && tracedStep(run) == nullptr)
        text += "\nno kernels were traced: the run stopped before its last step\n";
    if (!run.weightsHash.empty())
        text += "\nfinal weights  " + run.weightsHash + "\n";
    if (!answer.folder.empty())
        text += "training state " + answer.folder + "\n";
    if (!answer.output.empty())
        text += "saved          " + answer.output + "\n";
    if (answer.sample)
        text += "\nThe model writes:\n" + *answer.sample + "\n";
    return text;
}

/// Saves what was measured; where its place is full or gone, beside other temporary files, so that no run is lost.
Result<Done> save(const std::string& path, const Run& run, const Asker& asker) {
    const std::string json = runToJson(run);
    Result<Done> saved = asker.write(path, json);
    if (saved)
        return saved;
    std::error_code problem;
    const auto folder = std::filesystem::temp_directory_path(problem);
    const std::string refuge = (folder / ("lanewright-" + std::to_string(getpid()) + ".lwrun")).string();
    if (problem || !writeFile(refuge, json))
        return saved;
    return Error{saved.error().message.text() + "; the run was saved as " + refuge + " instead"};
}

Reply run(const RunOptions& options, const Asker& asker) {
    if (const Result<Done> writable = asker.checkOutput(options.output); !writable)
        return refused(Exit::Usage, options.output, writable.error());
    const Result<Plan> plan = planFor(options, asker);
    if (!plan)
        return refused(Exit::Usage, "", plan.error());
    const Result<RunRequest> request = requestFor(options, *plan);
    if (!request)
        return refused(whyNot(*plan) ? Exit::No : Exit::Usage, "", request.error());
    if (Message unlike = unlikePlan(*plan, request->backend); !request->paced && !unlike.empty())
        asker.remark("", {std::move(unlike)});
    RunAnswer answer = dispatch(options, *request, asker);
    const RunOutcome& outcome = answer.outcome;
    const bool measured = !outcome.run.steps.empty();
    // First of all: a word to someone who listens no more, such as a closed pipe, ends the program.
    const Result<Done> saved = measured && !options.output.empty() ? save(options.output, outcome.run, asker) : Done{};
    if (outcome.error)
        asker.remark("", *outcome.error);
    if (!saved)
        return refused(Exit::Usage, options.output, saved.error());
    if (outcome.error) {
        if (measured)
            remarkSaved(options.output, outcome.run, asker);
        return {.exit = exitAfter(outcome)};
    }
    if (measured)
        answer.output = options.output;
    const Exit exit = outcome.cancelled ? Exit::Stopped : Exit::Done;
    const Units units{outcome.run.plan.timeUnit};
    if (isStandardOutput(answer.output))
        return printedFile(exit);
    answer.planned = measure(outcome.run.plan, simulate(outcome.run.plan.schedule, outcome.run.plan.costs));
    if (const StepRecord* const step = representativeStep(outcome.run))
        answer.measured = measureRun(outcome.run.plan, step->wall);
    return answered(std::move(answer), kRunFields, units, textOf, exit);
}

constexpr const char* kRunFooter = R"(
The ranks are started by mpirun where it is there and the engine has MPI, else as threads of one process. Without
--model the schedule's own model is trained, or a small GPT cut evenly into its stages. --paced holds each op until its
planned end. Ctrl-C stops after the step that runs, a second Ctrl-C at once; what was measured is saved.

With --backend cuda each GPU of this machine, or of --gpus, takes a process, and the ranks are dealt to them in runs of
one size, or as --seats says; ranks that share a GPU are lanes of it. It is never paced. Several GPUs take mpirun and
NCCL; where these are missing, or there is one GPU, all ranks run on it in one process. On several machines --launch
starts as many processes as it says, by default one for each seat of --seats, or each GPU named or found here; this
machine needs none itself. Where the backend, its libraries or the GPU are missing, a sentence says which, and on which
machine, and the exit code is 4; lanewright-cli list --gpus says the same of this machine without a run.

With --backend torch PyTorch's own pipelining runtime trains the same GPT, from the same first weights, on the same text,
by the package lanewright for Python: a process for each rank on this machine, on its GPUs where each rank has one and
else by gloo on its CPUs, or as a --launch of torchrun says. --python names the Python that has PyTorch, else it is
$LANEWRIGHT_PYTHON or python3. Losses are those of the other backends but for rounding. It saves nothing and writes no
sample; two directions, recomputation and parts of W are refused, as PyTorch has none.

--trace-kernels traces what the GPUs run within the blocks of the last step, by CUPTI, which CUDA's toolkit brings: the
kernels are listed by name here and by compare, lie in the run file, and under their blocks in the trace that convert
writes. It takes a little time in that step, none in the others, and is refused, with exit code 4, where CUPTI is
missing, the driver does not allow it, or another tool, such as Nsight, traces the engine.

With --optimizer postvalidated each rank steps its weights without waiting for the norm of all gradients, and takes the
step back when that turns out too large or no number: the weights are the same to the last bit, the wait is gone.

--resume takes model, seed, text and settings from the state; the schedule, its ranks and its cut may be others. With the
same microbatches the weights are those of a run that was never stopped, to the last bit. A save that is interrupted
leaves the state before it whole. A folder is for one run at a time: another that wants to save there is refused.

Examples:
  lanewright-cli run a.lwsched --paced --steps 3 -o a.lwrun
  lanewright-cli run a.lwsched --steps 20 --data book.txt --model '{"layers": 8, "width": 128, "heads": 4}' --json
  lanewright-cli run a.lwsched --steps 500 --data book.txt --validate-every 100 --save state --sample 200
  lanewright-cli run b.lwsched --steps 500 --resume state --save state
  lanewright-cli run a.lwsched --backend cuda --gpus 0,1,3 --seats 0,0,1,2
  lanewright-cli run a.lwsched --backend cuda --trace-kernels -o a.lwrun
  lanewright-cli run a.lwsched --backend torch --python ~/venv/bin/python -o torch.lwrun)";

} // namespace

Question runQuestion() {
    using R = RunOptions;
    std::vector<Option> options = engineOptions(R{}.engine.steps, /*withTorch=*/true);
    std::ranges::move(trainingOptions(), std::back_inserter(options));
    options.push_back(option<R>("--trace-kernels", memberOf(&R::engine, &RunRequest::traceKernels),
                                "With --backend cuda: show the kernels within the blocks of the last step"));
    options.push_back(option<R>("-o,--output", &R::output, "Write the measured run here (-: standard output)"));
    return question<R>("run", "Train a GPT in exactly this order, and measure it", kRunFooter, options, run,
                       kRunFields);
}

} // namespace lanewright::api
