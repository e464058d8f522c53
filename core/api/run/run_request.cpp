// SPDX-License-Identifier: Apache-2.0
#include "core/api/run/run_request.h"

#include "core/api/run/run_progress.h"
#include "core/api/table.h"
#include "core/base/option_names.h"
#include "core/base/places.h"
#include "core/client/torch.h"
#include "core/io/file_fields.h"
#include "core/io/files.h"
#include "core/io/plan/plan_parts.h"
#include "core/model/limits.h"
#include "core/protocol/checkpoint.h"
#include "core/pytorch/kept_buffers.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <filesystem>
#include <unistd.h>

namespace lanewright::api {

namespace {

constexpr int kMostSteps = 1'000'000;
constexpr double kShareHeldBack = 0.1; ///< a share of a text of the user's, unless he says otherwise

Message placeOf(const Message& what, const Error& error) { return within(what, error.where); }

/// A model from the JSON object on the command line, or from the file that is named there.
Result<ModelSpec> modelOf(const std::string& text, int stages) {
    const Result<std::string> bytes = text.starts_with('{') ? Result<std::string>{text} : readFile(text);
    if (!bytes)
        return bytes.error();
    return readText(*bytes, [&](const json::Node& root, Trouble& trouble) {
        const Form<ModelSpec> form = modelForm();
        for (const json::Node& member : unknownMembers(root, *form.inside))
            trouble.add("there is no such key in a model", member);
        Schedule shape;
        shape.placement = linear(stages);
        Frame frame;
        frame.schedule = &shape;
        return form.read(root, frame, trouble);
    });
}

/// The model of a training state, cut as the schedule's own model is where that fits.
ModelSpec modelOf(const Checkpoint& state, const Plan& plan) {
    ModelSpec model = state.model;
    if (plan.model && plan.model->layers == model.layers) {
        model.layersPerStage = plan.model->layersPerStage;
        model.layout = plan.model->layout;
    }
    return model;
}

OptimizerSettings optimizerOf(const RunOptions& options, OptimizerSettings settings) {
    if (!options.optimizer.empty())
        settings.mode = *optimizerModeFromKey(options.optimizer);
    settings.learningRate = options.learningRate.value_or(settings.learningRate);
    settings.weightDecay = options.weightDecay.value_or(settings.weightDecay);
    settings.clip = options.clip.value_or(settings.clip);
    return settings;
}

/// What is held back of the text when the command line does not say: a tenth of a text of the user's, if that holds a
/// sample.
double shareHeldBack(const RunRequest& request) {
    std::error_code trouble;
    const auto size = request.data.empty() ? 0 : std::filesystem::file_size(request.data, trouble);
    const bool holds = !trouble && kShareHeldBack * static_cast<double>(size) > request.model.context + 2;
    return holds ? kShareHeldBack : 0;
}

Result<Done> resume(const RunOptions& options, RunRequest& request) {
    const Result<Checkpoint> state = openCheckpoint(request.resume);
    if (!state)
        return Error{state.error().message, placeOf(optionNamed("--resume"), state.error())};
    request.optimizer = state->optimizer;
    request.seed = state->seed;
    request.precision = state->precision;
    if (request.data.empty())
        request.data = state->data;
    request.validation.share = state->validationShare;
    if (options.seed && *options.seed != state->seed)
        return Error{naming("the training state has seed %1; leave --seed out", {state->seed}), optionNamed("--seed")};
    return Done{};
}

/// What PyTorch can't run or this backend does not do, by the option where one asks for it.
Result<Done> runsOnTorch(const RunOptions& options, const RunRequest& request) {
    if (options.inProcess)
        return Error{"PyTorch takes a process for each rank", optionNamed("--in-process")};
    if (options.validation)
        return Error{"the backend torch does not measure the loss of text that was held back; cpu and cuda do",
                     optionNamed("--validation")};
    if (!options.python.empty() && !options.launcher.empty())
        return Error{naming("the launcher brings its own Python; leave --python out"), optionNamed("--launch")};
    const Result<Done> checked = checkForTorch(request);
    return checked ? checked : Result<Done>{Error{checked.error().message, placeOf(options.file, checked.error())}};
}

} // namespace

Result<Plan> planFor(const RunOptions& options, const Asker& asker, bool mayBeProblem) {
    Result<Plan> plan = asker.plan(options.file);
    if (!plan)
        return Error{plan.error().message, placeOf(options.file, plan.error())};
    if (plan->isProblem() && !mayBeProblem)
        return Error{"this is a problem without an order; make one with: lanewright-cli generate NAME FILE",
                     options.file};
    if (!options.model.empty()) {
        const Result<ModelSpec> model = modelOf(options.model, plan->schedule.stages());
        if (!model)
            return Error{model.error().message, placeOf(optionNamed("--model"), model.error())};
        plan->model = *model;
    } else if (!options.engine.resume.empty()) {
        const Result<Checkpoint> state = openCheckpoint(options.engine.resume);
        if (!state)
            return Error{state.error().message, placeOf(optionNamed("--resume"), state.error())};
        plan->model = modelOf(*state, *plan);
    }
    const std::string& data = options.engine.data;
    if (!data.empty() && access(data.c_str(), R_OK) != 0)
        return Error{"the text can't be read", within(optionNamed("--data"), data)};
    return plan;
}

std::optional<Message> whyNot(const Plan& plan) {
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const std::vector<Finding> errors = checkedWithBuffers(plan, timeline, keptBuffers(plan)).errors;
    return errors.empty() ? std::nullopt : std::optional{errors.front().message};
}

Result<RunRequest> requestFor(const RunOptions& options, const Plan& plan) {
    if (std::optional<Message> wrong = whyNot(plan))
        return Error{*std::move(wrong), options.file};
    Result<RunRequest> request = lanewright::requestFor(plan, options.engine);
    if (!request)
        return Error{request.error().message, placeOf(options.file, request.error())};
    if (request->backend != "cuda" && !(request->gpus.empty() && request->processOfRank.empty()))
        return Error{naming("a GPU computes for the backend cuda only; add --backend cuda"),
                     optionNamed(request->gpus.empty() ? "--seats" : "--gpus")};
    if (request->backend != "cuda" && request->traceKernels)
        return Error{naming("only a GPU has kernels to trace; add --backend cuda"), optionNamed("--trace-kernels")};
    if (request->backend != kTorchBackend && !options.python.empty())
        return Error{naming("a Python runs PyTorch only; add --backend torch"), optionNamed("--python")};
    if (options.seed)
        request->seed = request->model.seed = *options.seed;
    if (!request->resume.empty()) {
        if (const Result<Done> resumed = resume(options, *request); !resumed)
            return resumed.error();
    } else {
        request->validation.share = shareHeldBack(*request);
    }
    if (!options.precision.empty())
        request->precision = options.precision == "bf16" ? Precision::Bf16 : Precision::Fp32;
    request->optimizer = optimizerOf(options, request->optimizer);
    request->validation.share = options.validation.value_or(request->validation.share);
    if (request->backend == kTorchBackend)
        if (const Result<Done> runs = runsOnTorch(options, *request); !runs)
            return runs.error();
    return request;
}

RunOutcome runShown(const RunOptions& options, const RunRequest& request, const Asker& asker,
                    const std::function<void(const Event&)>& onEvent) {
    const Stops stops = asker.stops();
    RunProgress progress{request, [&asker](const std::string& line) { asker.progress(line); }};
    const LaunchOptions launch{
        .inProcess = options.inProcess, .launcher = options.launcher, .python = options.python, .now = stops.now};
    return runEngine(request, launch, stops.stop, [&](const Event& event) {
        progress.show(event);
        onEvent(event);
    });
}

Exit exitAfter(const RunOutcome& failed) {
    return failed.failure == RunFailure::Backend ? Exit::Missing : Exit::RunFailed;
}

void remarkSaved(const std::string& file, const Run& run, const Asker& asker) {
    if (!file.empty() && !isStandardOutput(file))
        asker.remark("", {"saved " + file + " (" + counted(static_cast<int>(run.steps.size()), "step", "steps") +
                          ", cut short)"});
}

namespace {

/// Where a member of what the engine is told stands.
template <typename Member>
auto engine(Member RunRequest::*member) {
    return memberOf(&RunOptions::engine, member);
}

} // namespace

std::vector<Option> engineOptions(int steps, bool withTorch) {
    using R = RunOptions;
    std::vector<Option> options = {
        option<R>("FILE", &R::file, "A schedule (.lwsched, PyTorch .csv), or a run to be run again").required()};
    if (withTorch) {
        options.push_back(option<R>("--backend", engine(&RunRequest::backend), "cpu, cuda or torch (cpu)")
                              .oneOf({"cpu", "cuda", std::string{kTorchBackend}}));
        options.push_back(
            option<R>("--python", &R::python, "With --backend torch: a Python that has PyTorch (python3)"));
    } else {
        options.push_back(
            option<R>("--backend", engine(&RunRequest::backend), "cpu or cuda (cpu)").oneOf({"cpu", "cuda"}));
    }
    const std::vector<Option> more = {
        option<R>("--steps", engine(&RunRequest::steps), "Training steps (" + std::to_string(steps) + ")")
            .range(1, kMostSteps),
        option<R>("--data", engine(&RunRequest::data), "Train on the bytes of this file (a built-in text)"),
        option<R>("--model", &R::model, "The model, as a JSON object or a file that holds one"),
        option<R>("--seed", &R::seed, "Seed of weights and data"),
        option<R>("--threads", engine(&RunRequest::threads), "Threads that each rank computes with (1)").range(1, 256),
        option<R>("--precision", &R::precision, "Factors of products: fp32, or bf16 with fp32 sums (fp32)")
            .oneOf({"fp32", "bf16"}),
        option<R>("--in-process", &R::inProcess, "All ranks as threads of one process"),
        option<R>("--launch", &R::launcher, "Start the ranks with this command, such as \"mpirun --hostfile h\"")
            .without({optionNamed("--in-process")}),
        option<R>("--gpus", engine(&RunRequest::gpus),
                  "GPUs to take, as list --gpus counts them, such as 0,1,3 (all, up to the number of ranks)")
            .separatedBy(',')
            .range(0, kMaxGpus - 1),
        option<R>("--seats", engine(&RunRequest::processOfRank),
                  "For each rank its process, such as 0,0,1,1 (runs of one size)")
            .separatedBy(',')
            .range(0, kMaxRanks - 1)};
    options.insert(options.end(), more.begin(), more.end());
    return options;
}

std::vector<Option> trainingOptions() {
    using R = RunOptions;
    constexpr double kHuge = 1e30;
    return {option<R>("--paced", engine(&RunRequest::paced), "Hold each op until its planned end"),
            option<R>("--optimizer", &R::optimizer, "sync or postvalidated (the schedule's)")
                .oneOf({"sync", "postvalidated"}),
            option<R>("--learning-rate", &R::learningRate, "Of AdamW (0.001)").range(0, kHuge),
            option<R>("--weight-decay", &R::weightDecay, "Of AdamW, on matrices (0.1)").range(0, kHuge),
            option<R>("--clip", &R::clip, "Largest norm of all gradients together; 0: any (1)").range(0, kHuge),
            option<R>("--validation", &R::validation,
                      "Share of the text, its end, that is held back to measure the loss on (0.1 with --data, else 0)")
                .range(0, 0.5),
            option<R>("--validate-every", memberOf(engine(&RunRequest::validation), &Validation::every),
                      "Also measure that loss after each so many steps")
                .range(1, kMostSteps),
            option<R>("--save", engine(&RunRequest::save), "Write the training state into this folder at the end"),
            option<R>("--save-every", engine(&RunRequest::saveEvery), "Also after each so many steps")
                .range(1, kMostSteps)
                .with("--save"),
            option<R>("--resume", engine(&RunRequest::resume), "Go on from the training state in this folder"),
            option<R>("--sample", memberOf(engine(&RunRequest::sample), &SampleRequest::characters),
                      "Let the trained model write so many characters")
                .range(1, 1'000'000),
            option<R>("--prompt", memberOf(engine(&RunRequest::sample), &SampleRequest::prompt),
                      "How that text begins (a line end)")
                .with("--sample")};
}

} // namespace lanewright::api
