// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/metrics.h"
#include "core/analyse/simulate.h"
#include "core/analyse/validate.h"
#include "core/cli/commands.h"
#include "core/cli/interrupts.h"
#include "core/client/engine_client.h"
#include "core/io/plan_parts.h"
#include "core/io/span_json.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <unistd.h>

namespace lanewright::cli {

namespace {

constexpr int kWorstOps = 20;

struct Options {
    std::string file = {};
    std::string backend = "cpu";
    bool paced = false;
    int steps = 3;
    std::string data = {};
    std::string model = {};
    std::optional<std::uint64_t> seed = {};
    int threads = 1;
    std::string precision = "fp32";
    bool inProcess = false;
    std::string launcher = {};
    std::string output = {};
    bool json = false;
};

/// A model from the JSON object on the command line, or from the file that is named there.
Result<ModelSpec> modelOf(const std::string& text, int stages) {
    const Result<std::string> bytes = text.starts_with('{') ? Result<std::string>{text} : readFile(text);
    if (!bytes)
        return bytes.error();
    const Result<json::Document> document = json::parse(*bytes);
    if (!document)
        return document.error();
    Trouble trouble;
    const json::Node root = document->root();
    if (root.kind() == json::Kind::Object)
        for (const json::Node& member : root.children())
            if (std::ranges::find(kModelKeys, member.key()) == kModelKeys.end())
                trouble.add("there is no such key in a model", member);
    ModelSpec model = modelFrom(root, stages, trouble);
    if (trouble)
        return trouble.first();
    return model;
}

/// The schedule that is to run, with the model of the command line.
Result<Plan> planOf(const Options& options) {
    Result<Plan> plan = openPlan(options.file);
    if (!plan)
        return Error{plan.error().message,
                     options.file + (plan.error().where.empty() ? "" : ": " + plan.error().where)};
    if (plan->isProblem())
        return Error{"this is a problem without an order; make one with: lanewright-cli generate NAME FILE",
                     options.file};
    if (!options.model.empty()) {
        const Result<ModelSpec> model = modelOf(options.model, plan->schedule.stages());
        if (!model)
            return Error{model.error().message,
                         "--model" + (model.error().where.empty() ? "" : ": " + model.error().where)};
        plan->model = *model;
    }
    if (!options.data.empty() && access(options.data.c_str(), R_OK) != 0)
        return Error{"the text can't be read", "--data: " + options.data};
    return plan;
}

Result<RunRequest> requestOf(const Options& options, const Plan& plan) {
    Result<RunRequest> request = requestFor(plan);
    if (!request)
        return Error{request.error().message,
                     options.file + (request.error().where.empty() ? "" : ": " + request.error().where)};
    request->backend = options.backend;
    request->paced = options.paced;
    request->steps = options.steps;
    request->data = options.data;
    request->threads = options.threads;
    request->precision = options.precision == "bf16" ? Precision::Bf16 : Precision::Fp32;
    if (options.seed)
        request->seed = request->model.seed = *options.seed;
    return request;
}

double tokensPerSecond(const RunRequest& request, Time length) {
    const double tokens = 1.0 * request.model.batch * request.model.context * request.plan.schedule.microbatches;
    return length > 0 ? tokens * 1e9 / static_cast<double>(length) : 0;
}

/// One line on the terminal that is written over and over.
class Progress {
public:
    explicit Progress(const RunRequest& request) : m_request(request), m_shows(isatty(STDERR_FILENO) != 0) {}
    ~Progress() { say(""); }

    void show(const Event& event) {
        if (const auto* ready = std::get_if<ReadyEvent>(&event))
            say(std::to_string(ready->ranks) + " ranks are ready");
        if (const auto* step = std::get_if<StepEvent>(&event)) {
            char line[160];
            std::snprintf(line, sizeof line, "step %d of %d, loss %.4f, %.0f tokens/s%s", step->step + 1,
                          m_request.steps, step->loss, tokensPerSecond(m_request, step->length),
                          m_request.paced ? " (paced)" : "");
            say(line);
        }
    }

private:
    void say(const std::string& line) const {
        if (m_shows)
            std::fputs(("\r\033[K" + line).c_str(), stderr);
    }

    const RunRequest& m_request;
    bool m_shows;
};

RunOutcome dispatch(const Options& options, const RunRequest& request) {
    const Interrupts interrupts;
    Progress progress{request};
    const LaunchOptions launch{.inProcess = options.inProcess, .launcher = options.launcher, .now = interrupts.now()};
    return runEngine(request, launch, interrupts.stop(), [&](const Event& event) { progress.show(event); });
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
    writer.key("time_unit").string(toText(unit));
}

Exit answerJson(const Options& options, const RunOutcome& outcome) {
    const Run& run = outcome.run;
    const StepRecord* step = representativeStep(run);
    const std::optional<Metrics> measured = step ? std::optional(measureRun(run.plan, step->wall)) : std::nullopt;
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("losses").beginArray(json::Layout::Line);
    for (const double loss : run.losses)
        writer.real(loss);
    writer.endArray();
    writer.key("weights_hash").string(run.weightsHash);
    writeMeasured(writer, run, measured ? &*measured : nullptr,
                  measure(run.plan, simulate(run.plan.schedule, run.plan.costs)));
    writer.key("paced").boolean(run.paced);
    writer.key("backend").string(run.backend);
    writer.key("launcher").string(run.launcher);
    writer.key("clock_uncertainty");
    writeNumbers(writer, run.clockUncertainty);
    writer.key("ranks").number(run.plan.schedule.ranks());
    writer.key("steps").number(static_cast<int>(run.losses.size()));
    writer.key("partial").boolean(run.partial);
    writer.key("output");
    options.output.empty() ? writer.null() : writer.string(options.output);
    writer.endObject();
    return print(writer);
}

std::string stepsText(const RunRequest& request, const Run& run) {
    Table table({"step", "loss", "makespan", "tokens/s"}, "rrrr");
    for (const StepRecord& step : run.steps) {
        const Time length = extentOf(step.wall).length();
        char loss[32];
        char rate[32];
        std::snprintf(loss, sizeof loss, "%.4f", step.loss);
        std::snprintf(rate, sizeof rate, "%.0f", tokensPerSecond(request, length));
        table.add({std::to_string(step.step), loss, roundedTimeText(length, run.plan.timeUnit), rate});
    }
    return table.empty() ? "" : table.text() + "\n";
}

Exit answerText(const Options& options, const RunRequest& request, const RunOutcome& outcome) {
    const Run& run = outcome.run;
    std::string text = (run.plan.title.empty() ? "Run" : run.plan.title) + ": " + std::to_string(run.losses.size()) +
                       " of " + std::to_string(request.steps) + " steps on " +
                       std::to_string(run.plan.schedule.ranks()) + " ranks (" + run.launcher + ", " + run.backend +
                       (run.paced ? ", paced" : "") + (outcome.cancelled ? ", stopped" : "") + ")\n\n";
    text += stepsText(request, run);
    if (const StepRecord* step = representativeStep(run)) {
        const Shown planned{.plan = run.plan, .timeline = simulate(run.plan.schedule, run.plan.costs)};
        const Shown actual{.plan = run.plan, .timeline = step->wall, .run = run, .step = step->step};
        text += comparisonText(planned, actual, kWorstOps);
    }
    if (!run.weightsHash.empty())
        text += "\nfinal weights  " + run.weightsHash + "\n";
    if (!options.output.empty())
        text += "saved          " + options.output + "\n";
    return print(text);
}

/// Saves what was measured; where its place is full or gone, beside other temporary files, so that no run is lost.
Result<Done> save(const std::string& path, const Run& run) {
    const std::string json = runToJson(run);
    Result<Done> saved = writeFile(path, json);
    if (saved)
        return saved;
    std::error_code problem;
    const auto folder = std::filesystem::temp_directory_path(problem);
    const std::string refuge = (folder / ("lanewright-" + std::to_string(getpid()) + ".lwrun")).string();
    if (problem || !writeFile(refuge, json))
        return saved;
    return Error{saved.error().message + "; the run was saved as " + refuge + " instead"};
}

Exit run(const Options& options) {
    if (!options.output.empty())
        if (const Result<Done> writable = checkWritable(options.output); !writable)
            return failed(Exit::Usage, options.output, writable.error());
    const Result<Plan> plan = planOf(options);
    if (!plan)
        return failed(Exit::Usage, "", plan.error());
    const Result<RunRequest> request = requestOf(options, *plan);
    if (!request)
        return failed(isValid(validate(*plan)) ? Exit::Usage : Exit::No, "", request.error());
    const RunOutcome outcome = dispatch(options, *request);
    if (outcome.error)
        complain("", *outcome.error);
    const bool measured = !outcome.run.steps.empty();
    if (!options.output.empty() && measured)
        if (const Result<Done> saved = save(options.output, outcome.run); !saved)
            return failed(Exit::Usage, options.output, saved.error());
    if (outcome.error)
        return outcome.failure == RunFailure::Backend ? Exit::Missing : Exit::RunFailed;
    Options shown = options;
    if (!measured)
        shown.output.clear();
    const Exit printed = options.json ? answerJson(shown, outcome) : answerText(shown, *request, outcome);
    return outcome.cancelled ? Exit::Stopped : printed;
}

constexpr const char* kFooter = R"(
The ranks are started by mpirun where it is there and the engine has MPI, else as threads of one process. Without
--model the schedule's own model is trained, or a small GPT cut evenly into its stages. --paced holds each op until its
planned end. Ctrl-C stops after the step that runs, a second Ctrl-C at once; what was measured is saved.

Examples:
  lanewright-cli run a.lwsched --paced --steps 3 -o a.lwrun
  lanewright-cli run a.lwsched --steps 20 --data book.txt --model '{"layers": 8, "width": 128, "heads": 4}' --json)";

} // namespace

Command addRun(CLI::App& program) {
    CLI::App* command = program.add_subcommand("run", "Train a GPT in exactly this order, and measure it");
    const auto options = std::make_shared<Options>();
    command->footer(kFooter);
    command->add_option("FILE", options->file, "A schedule (.lwsched, PyTorch .csv), or a run to be run again")
        ->required();
    command->add_option("--backend", options->backend, "cpu or cuda (cpu)")->check(CLI::IsMember({"cpu", "cuda"}));
    command->add_flag("--paced", options->paced, "Hold each op until its planned end");
    command->add_option("--steps", options->steps, "Training steps (3)")->check(CLI::Range(1, 1'000'000));
    command->add_option("--data", options->data, "Train on the bytes of this file (a built-in text)");
    command->add_option("--model", options->model, "The model, as a JSON object or a file that holds one");
    command->add_option("--seed", options->seed, "Seed of weights and data");
    command->add_option("--threads", options->threads, "Threads that each rank computes with (1)")
        ->check(CLI::Range(1, 256));
    command->add_option("--precision", options->precision, "Factors of products: fp32, or bf16 with fp32 sums (fp32)")
        ->check(CLI::IsMember({"fp32", "bf16"}));
    auto* inProcess = command->add_flag("--in-process", options->inProcess, "All ranks as threads of one process");
    command
        ->add_option("--launch", options->launcher,
                     "Start the ranks with this command, such as \"mpirun --hostfile h\"")
        ->excludes(inProcess);
    command->add_option("-o,--output", options->output, "Write the measured run here");
    addJson(*command, options->json);
    return {command, [options] { return run(*options); }};
}

} // namespace lanewright::cli
