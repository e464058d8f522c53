// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"
#include "core/cli/commands.h"
#include "core/cli/print/print_kernels.h"
#include "core/cli/print/print_numbers.h"
#include "core/cli/run_progress.h"
#include "core/cli/run_request.h"
#include "core/cli/shown.h"
#include "core/client/engine_client.h"
#include "core/client/rank_places.h"
#include "core/io/files.h"
#include "core/io/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/io/span_json.h"
#include "core/model/sample_tokens.h"
#include "core/simulate/iterations.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <utility>

namespace lanewright::cli {

namespace {

constexpr int kWorstOps = 20;
constexpr int kStepRows = 20;

/// What came of a run, with what is said of it beside the measurements.
struct RunAnswer {
    RunOutcome outcome = {};
    ReadyEvent ready = {};   ///< which ranks sit where
    std::string folder = {}; ///< the training state was saved to
    std::optional<std::string> sample = {};
};

RunAnswer dispatch(const RunOptions& options, const RunRequest& request) {
    RunAnswer answer;
    answer.outcome = runShown(options, request, [&](const Event& event) {
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

void writeMeasured(json::Writer& writer, const Run& run, const Metrics* measured, const Metrics& planned) {
    const TimeUnit unit = run.plan.timeUnit;
    const auto time = [&](const char* key, const Time* value) {
        writer.key(key);
        value ? writeTime(writer, *value, unit) : writer.null();
    };
    time("longest_span", measured ? &measured->longestSpan : nullptr);
    time("makespan", measured ? &measured->makespan : nullptr);
    time("planned_longest_span", &planned.longestSpan);
    time("planned_makespan", &planned.makespan);
    writer.key("planned_iteration_time");
    if (const std::optional<Fraction> each = planned.iterationTimes.of(run.optimizer.mode))
        writeFraction(writer, *each, scaleOf(unit));
    else
        writer.null();
    writer.key("time_unit").string(toText(unit));
}

void writeTraining(json::Writer& writer, const RunAnswer& answer) {
    const Run& run = answer.outcome.run;
    writer.key("optimizer_mode").string(keyOf(run.optimizer.mode));
    writer.key("first_step").number(run.firstStep);
    writer.key("iteration_time");
    if (const std::optional<Time> each = iterationTimeOf(run))
        writeTime(writer, *each, run.plan.timeUnit);
    else
        writer.null();
    writer.key("skipped_steps").number(skippedIn(run));
    writer.key("rolled_back_steps").number(rolledBackIn(run));
    writeValidation(writer.key("validation"), run.validation);
    writer.key("saved");
    answer.folder.empty() ? writer.null() : writer.string(answer.folder);
    writer.key("sample");
    answer.sample ? writer.string(*answer.sample) : writer.null();
}

void writeDevices(json::Writer& writer, const ReadyEvent& ready) {
    if (ready.devices.empty())
        return;
    writer.key("devices").beginArray(json::Layout::Lines);
    for (std::size_t rank = 0; rank < ready.devices.size(); ++rank) {
        writer.beginObject(json::Layout::Line);
        writer.key("rank").number(static_cast<int>(rank));
        writer.key("host").string(rank < ready.hosts.size() ? ready.hosts[rank] : "");
        writer.key("gpu").number(ready.devices[rank].number);
        writer.key("name").string(ready.devices[rank].name);
        writer.endObject();
    }
    writer.endArray();
}

Exit answerJson(const RunOptions& options, const RunAnswer& answer) {
    const Run& run = answer.outcome.run;
    const StepRecord* step = representativeStep(run);
    const std::optional<Metrics> measured = step ? std::optional(measureRun(run.plan, step->wall)) : std::nullopt;
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("losses").beginArray(json::Layout::Line);
    for (const double loss : run.losses)
        writer.real(loss);
    writer.endArray();
    writer.key("weights_hash").string(run.weightsHash);
    writer.key("gradients_hash").string(run.gradientsHash);
    writeMeasured(writer, run, measured ? &*measured : nullptr,
                  measure(run.plan, simulate(run.plan.schedule, run.plan.costs)));
    writer.key("paced").boolean(run.paced);
    writer.key("backend").string(run.backend);
    writer.key("precision").string(toText(run.precision));
    writer.key("threads").number(run.threads);
    writer.key("launcher").string(run.launcher);
    writer.key("clock_uncertainty").beginArray(json::Layout::Line);
    for (const Time uncertainty : run.clockUncertainty)
        writeTime(writer, uncertainty, run.plan.timeUnit);
    writer.endArray();
    writer.key("ranks").number(run.plan.schedule.ranks());
    writeDevices(writer, answer.ready);
    writer.key("steps").number(static_cast<int>(run.losses.size()));
    writer.key("partial").boolean(run.partial);
    writeTraining(writer, answer);
    writeKernels(writer.key("kernels"), &run, run.plan.timeUnit);
    writer.key("output");
    options.output.empty() ? writer.null() : writer.string(options.output);
    writer.endObject();
    return print(writer);
}

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
    const auto number = [](const char* form, double value) {
        char text[32];
        std::snprintf(text, sizeof text, form, value);
        return std::string{text};
    };
    for (const StepRecord* step : someSteps(run)) {
        const Time length = extentOf(step->wall).length();
        table.add({std::to_string(run.firstStep + step->step), number("%.4f", step->loss),
                   number("%.3g", step->update.norm), wordsFor(step->update),
                   roundedTimeText(length, run.plan.timeUnit), number("%.0f", tokensPerSecond(request, length))});
    }
    return table.empty() ? "" : table.text() + "\n";
}

/// What is to be said of the training as a whole, a line each.
std::string trainingText(const Run& run) {
    std::string text;
    if (const std::optional<Time> each = iterationTimeOf(run))
        text += "iteration time " + roundedTimeText(*each, run.plan.timeUnit) + " (" +
                std::string{toText(run.optimizer.mode)} + " optimizer)\n";
    for (const ValidationLoss& each : run.validation) {
        char loss[32];
        std::snprintf(loss, sizeof loss, "%.4f", each.loss);
        text +=
            "validation     " + std::string{loss} + " after step " + std::to_string(run.firstStep + each.step) + "\n";
    }
    if (const std::optional<int> lost = firstLossThatIsNoNumber(run))
        text += "loss           no number, first in step " + std::to_string(run.firstStep + *lost) + "\n";
    if (const int skipped = skippedIn(run); skipped > 0)
        text += "skipped        " + std::to_string(skipped) + (skipped == 1 ? " step, whose" : " steps, whose") +
                " gradients were no finite numbers\n";
    if (const int rolledBack = rolledBackIn(run); rolledBack > 0)
        text += "rolled back    " + std::to_string(rolledBack) + (rolledBack == 1 ? " step\n" : " steps\n");
    return text.empty() ? "" : text + "\n";
}

Exit answerText(const RunOptions& options, const RunRequest& request, const RunAnswer& answer) {
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
    if (!options.output.empty())
        text += "saved          " + options.output + "\n";
    if (answer.sample)
        text += "\nThe model writes:\n" + *answer.sample + "\n";
    return print(text);
}

/// Saves what was measured; where its place is full or gone, beside other temporary files, so that no run is lost.
Result<Done> save(const std::string& path, const Run& run) {
    const std::string json = runToJson(run);
    Result<Done> saved = writeOutput(path, json);
    if (saved)
        return saved;
    std::error_code problem;
    const auto folder = std::filesystem::temp_directory_path(problem);
    const std::string refuge = (folder / ("lanewright-" + std::to_string(getpid()) + ".lwrun")).string();
    if (problem || !writeFile(refuge, json))
        return saved;
    return Error{saved.error().message.text() + "; the run was saved as " + refuge + " instead"};
}

Exit run(const RunOptions& options) {
    if (const Result<Done> writable = checkOutput(options.output, options.json); !writable)
        return failed(Exit::Usage, options.output, writable.error());
    const Result<Plan> plan = planFor(options);
    if (!plan)
        return failed(Exit::Usage, "", plan.error());
    const Result<RunRequest> request = requestFor(options, *plan);
    if (!request)
        return failed(isValid(validate(*plan)) ? Exit::Usage : Exit::No, "", request.error());
    if (Message unlike = unlikePlan(*plan); !options.paced && !unlike.empty())
        complain("", {std::move(unlike)});
    const RunAnswer answer = dispatch(options, *request);
    const RunOutcome& outcome = answer.outcome;
    const bool measured = !outcome.run.steps.empty();
    // First of all: a word to someone who listens no more, such as a closed pipe, ends the program.
    const Result<Done> saved = measured && !options.output.empty() ? save(options.output, outcome.run) : Done{};
    if (outcome.error)
        complain("", *outcome.error);
    if (!saved)
        return failed(Exit::Usage, options.output, saved.error());
    if (outcome.error) {
        if (measured)
            sayIsSaved(options.output, outcome.run);
        return exitAfter(outcome);
    }
    RunOptions shown = options;
    if (!measured)
        shown.output.clear();
    const Exit printed = isStandardOutput(shown.output) ? Exit::Done
                         : options.json                 ? answerJson(shown, answer)
                                                        : answerText(shown, *request, answer);
    return outcome.cancelled ? Exit::Stopped : printed;
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

void addRun(Parser& program) {
    CommandParser& command = program.addCommand("run", "Train a GPT in exactly this order, and measure it");
    const auto options = std::make_shared<RunOptions>();
    command.setFooter(kRunFooter);
    addEngineOptions(command, *options, /*withTorch=*/true);
    addTrainingOptions(command, *options);
    command.addFlag("--trace-kernels", options->traceKernels,
                    "With --backend cuda: show the kernels within the blocks of the last step");
    command.addOption("-o,--output", options->output, "Write the measured run here (-: standard output)");
    command.addJson(options->json);
    command.onRun([options] { return run(*options); });
}

} // namespace lanewright::cli
