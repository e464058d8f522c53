// SPDX-License-Identifier: Apache-2.0
#include "core/api/question_list.h"

#include "core/api/plan/plan_answer.h"
#include "core/api/plan/plan_extras.h"
#include "core/api/table.h"
#include "core/base/counted_up.h"
#include "core/base/option_names.h"
#include "core/planner/input/model_json.h"
#include "core/planner/layout_string.h"
#include "core/planner/planner.h"
#include "core/planner/what_if.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace lanewright::api {

namespace {

struct PlanRequest {
    std::string model = {};
    std::string cluster = {};
    PlannerOptions planner = {};
    std::vector<std::string> whatIf = {};
    std::string output = {};
    std::string saveCluster = {};
    std::string layout = {};
    std::string placement = "any";
    std::string optimizer = "sync";
    std::vector<std::string> fits = {};
    std::optional<double> jitter = {};
};

/// What is planned for.
struct Task {
    LayeredModel model = {};
    Cluster cluster = {};
};

void tellOf(const PlannerResult& result, const Asker& asker) {
    asker.progress(printed("%.1f s, ", result.seconds) + std::to_string(result.tried) +
                   " partitions: " + msText(result.best.iterationTime) + " on " + std::to_string(result.best.devices) +
                   " devices (" + std::string{toText(result.best.method)} + ", " + result.best.order + ")");
}

const Fields<PlannerResult> kSearchFields = {{"tried", "partitions", &PlannerResult::tried},
                                             {"exhaustive", "these are all there are", &PlannerResult::exhaustive},
                                             {"seconds", "that it took", &PlannerResult::seconds}};
const Fields<Planned> kPlannedFields =
    Fields<Planned>{{"feasible", "the model fits", [](const Planned&) { return true; }}} + plansFields() +
    extraFields() + membersOf<Planned>(&Planned::result, kSearchFields) +
    Fields<Planned>{{"stopped", "before its time was up", &Planned::stopped},
                    {"time_unit", "of times", [](const Planned&) { return TimeUnit::Ms; }},
                    outputField<Planned>(&Planned::output)};

std::string textOf(const Planned& planned) {
    return plansText(planned) + flagsText(planned) + robustnessText(planned) +
           (planned.output.empty() ? "" : "saved  " + planned.output + "\n");
}

Result<Partition> givenCuts(const PlanRequest& request, const Task& task) {
    const std::vector<int> listed = countedUp(task.cluster.size());
    return partitionFromLayout(request.layout, task.model, listed, {request.planner.shape, request.planner.chunks});
}

/// The plan whose cuts are given, on the devices as listed.
Result<PlannerResult> planLayout(const PlanRequest& request, const Task& task, const std::stop_token& stop) {
    const Result<Partition> partition = givenCuts(request, task);
    if (!partition)
        return partition.error();
    const Pricing pricing(task.model, task.cluster, request.planner.optimizerMode);
    Result<Candidate> candidate = ordered(pricing, *partition, CutMethod::Given);
    if (!candidate)
        return Error{candidate.error().message, optionNamed("--layout")};
    if (candidate->plan.model)
        candidate->plan.model->layout = request.layout;
    return PlannerResult{
        .best = *candidate, .front = {*candidate}, .lowerBound = leastIterationOf(*candidate, stop), .tried = 1};
}

Result<PlannerResult> planFor(const PlanRequest& request, const Task& task, const std::stop_token& stop,
                              const Asker& asker) {
    if (!request.layout.empty())
        return planLayout(request, task, stop);
    return planModel(task.model, task.cluster, request.planner, stop,
                     [&](const PlannerResult& so) { tellOf(so, asker); });
}

/// What `--chunks` says of the placement.
Result<Done> applyChunks(PlannerOptions& options) {
    if (!options.chunks)
        return Done{};
    const Shape wanted = *options.chunks == 1 ? Shape::Linear : Shape::Loop;
    const bool isV = options.shape == Shape::V && options.chunks == 2;
    if (options.shape && options.shape != wanted && !isV)
        return Error{
            naming("--placement %1 has no %2 stages on each device", {toText(*options.shape), *options.chunks}),
            optionNamed("--chunks")};
    options.shape = options.shape.value_or(wanted);
    return Done{};
}

Reply search(const PlanRequest& request, const Task& task, const Asker& asker) {
    Stops stops = asker.stops();
    Result<PlannerResult> result = planFor(request, task, stops.stop, asker);
    asker.progress("");
    const bool stopped = stops.stop.stop_requested();
    if (!result)
        return infeasible(request.model, result.error());
    if (const Result<Done> saved = asker.write(request.output, result->best.asRun()); !saved)
        return refused(Exit::Usage, request.output, saved.error());
    stops = {}; // whoever interrupts from here on loses nothing
    const Exit exit = stopped ? Exit::Stopped : Exit::Done;
    if (isStandardOutput(request.output) || isStandardOutput(request.saveCluster))
        return printedFile(exit);
    Planned planned{.model = task.model,
                    .cluster = task.cluster,
                    .result = *std::move(result),
                    .layout = request.layout,
                    .stopped = stopped,
                    .output = request.output};
    if (request.jitter) {
        JitterOptions jitter{.share = *request.jitter, .seed = request.planner.seed};
        // With fewer draws where plans are long.
        jitter.draws = drawsFor(planned.result.front, jitter.draws);
        planned.jittered = Jittered{jitter, robustnessOf(planned.result.front, task.cluster, jitter)};
    }
    return answered(std::move(planned), kPlannedFields, {TimeUnit::Ms}, textOf, exit);
}

/// Changes model and cluster as `--fit` and `--what-if` say, in turn.
Result<Done> change(const PlanRequest& request, LayeredModel& model, Cluster& cluster) {
    for (const std::string& fit : request.fits)
        if (const Result<Done> fitted = applyFit(fit, cluster); !fitted)
            return Error{fitted.error().message, naming("--fit %1", {fit})};
    for (const std::string& question : request.whatIf) {
        const Result<WhatIf> asked = whatIfFromText(question);
        const Result<Done> applied = asked ? applyWhatIf(*asked, model, cluster) : Result<Done>{asked.error()};
        if (!applied)
            return Error{applied.error().message, naming("--what-if %1", {question})};
    }
    return Done{};
}

Result<Done> checkRates(const Task& task) {
    const auto noRate = std::ranges::find_if(task.cluster.kinds, [](const auto& kind) { return kind.forward <= 0; });
    if (task.model.timed || noRate == task.cluster.kinds.end())
        return Done{};
    return Error{"a GPT is given in operations, so this kind needs its \"tflops\"", "kinds." + noRate->name};
}

Reply plan(const PlanRequest& given, const Asker& asker) {
    PlanRequest request = given;
    request.planner.shape = shapeFromText(request.placement);
    if (const Result<Done> applied = applyChunks(request.planner); !applied)
        return refused(Exit::Usage, "", applied.error());
    request.planner.optimizerMode = *optimizerModeFromKey(request.optimizer);
    if (std::optional<Reply> refusal = refusedOutputs(request.output, request.saveCluster, asker))
        return *std::move(refusal);
    Result<LayeredModel> model = openModel(request.model);
    if (!model)
        return refused(Exit::Usage, request.model, model.error());
    Result<Cluster> cluster = openCluster(request.cluster);
    if (!cluster)
        return refused(Exit::Usage, request.cluster, cluster.error());
    if (const Result<Done> changed = change(request, *model, *cluster); !changed)
        return refused(Exit::Usage, "", changed.error());
    const Task task{*std::move(model), *std::move(cluster)};
    if (const Result<Done> rated = checkRates(task); !rated)
        return refused(Exit::Usage, request.cluster, rated.error());
    if (const Result<Done> saved = asker.write(request.saveCluster, clusterToJson(task.cluster)); !saved)
        return refused(Exit::Usage, request.saveCluster, saved.error());
    if (const Result<Done> reach = checkReach(task.cluster, Ways(task.cluster)); !reach)
        return infeasible(request.cluster, reach.error());
    if (!request.layout.empty())
        if (const Result<Partition> cuts = givenCuts(request, task); !cuts)
            return refused(Exit::Usage, "",
                           {cuts.error().message, within(optionNamed("--layout"), cuts.error().where)});
    return search(request, task, asker);
}

std::string presetLine(std::string_view name, std::string_view summary, std::size_t width) {
    return "  " + std::string{name} + std::string(std::max(width, name.size()) - name.size() + 1, ' ') +
           std::string{summary} + "\n";
}

constexpr const char* kPlanFooter = R"(
Cuts the model into stages, puts them on devices and orders their ops. The best plan is the one whose
iteration takes the least time, simulated in the optimizer mode that is asked for. Stages are on a device
each, on a V two on each, down the devices and back up, or in a loop several on each, down the devices
again and again. Cuts come from dynamic programming over several
orders of the devices (after SPP, arXiv 2204.10562, reconstructed), from plainer methods and from changes to
the best; of tiny models all are tried. What no other cut onto these devices is below is said with the plan.
Where layers say what of them is network, cuts are balanced after overlap. The exit code is 1 when the model
does not fit. schedules/PLANNER.md says what the files hold.

CLUSTER may be the name of a preset:
)";

constexpr const char* kPlanExamples = R"(
Examples:
  lanewright-cli plan gpt2-medium mixed -o plan.lwsched
  lanewright-cli plan gpt2-medium mixed --jitter 0.05
  lanewright-cli plan YOURS.lwmodel YOURS.lwcluster -o plan.lwsched
  lanewright-cli plan gpt2-medium mixed --layout "Et*3|(t*3|)*6t*3L" --chunks 2
  lanewright-cli plan gpt2-medium mixed --what-if slow=new/0:1.5 --what-if link=new:old:0.5 --json)";

std::string footer() {
    std::string text = kPlanFooter;
    for (const ClusterPreset& preset : clusterPresets())
        text += presetLine(preset.name, preset.summary, 9);
    text += "\nMODEL may be the name of a preset:\n";
    for (const ModelPreset& preset : modelPresets())
        text += presetLine(preset.name, preset.summary, 12);
    return text + kPlanExamples;
}

} // namespace

Question planQuestion() {
    using R = PlanRequest;
    return question<R>(
        "plan", "Cut a model over the devices of a cluster, and order it", footer(),
        {option<R>("MODEL", &R::model, "What is to be trained (.lwmodel), or a preset's name")
             .required()
             .completing(Completes::Models),
         option<R>("CLUSTER", &R::cluster, "On what (.lwcluster), or a preset's name")
             .required()
             .completing(Completes::Clusters),
         option<R>("--time-limit", memberOf(&R::planner, &PlannerOptions::timeLimit), "Seconds to search (10)")
             .range(0, 1e7),
         option<R>("--tries", memberOf(&R::planner, &PlannerOptions::tries),
                   "Changes to try instead of a time, to repeat exactly")
             .range(0, 1'000'000),
         option<R>("--seed", memberOf(&R::planner, &PlannerOptions::seed), "Seed of the random numbers (1)"),
         option<R>("--replicas", memberOf(&R::planner, &PlannerOptions::mostReplicas),
                   "Devices that may share a stage (1)")
             .range(1, 64),
         option<R>("--stages", memberOf(&R::planner, &PlannerOptions::mostParts),
                   "Stages at most (64), on a V twice as many, in a loop that many times its chunks")
             .range(1, 1024),
         option<R>("--placement", &R::placement,
                   "Where stages lie: linear, a device each; v, down the devices and back up, two each; loop, down the "
                   "devices again and again, Megatron's virtual stages; any (any)")
             .oneOf({"any", "linear", "v", "loop"}),
         option<R>("--chunks", memberOf(&R::planner, &PlannerOptions::chunks),
                   "Stages on each device, in a loop where they are 2 or more (as many as suit)")
             .range(1, 1024),
         option<R>("--optimizer", &R::optimizer,
                   "When the next iteration may begin: sync, once all ranks have ended, as every framework does; "
                   "postvalidated, each rank as soon as it has stepped itself (sync)")
             .oneOf({"sync", "postvalidated"}),
         option<R>("--what-if", &R::whatIf,
                   "Plan for another model or cluster: slow=DEVICE:FACTOR, link=A:B:FACTOR, lost=DEVICE, "
                   "microbatches=NUMBER, context=TOKENS, batch=SAMPLES, recompute=never|always|choose"),
         option<R>("--fit", &R::fits,
                   "Take a kind's rates and their spread from a profiled schedule or an unpaced run: KIND=FILE, or "
                   "FILE where there is one kind"),
         option<R>("--jitter", &R::jitter,
                   "Try the front with every op off by this share (0.05) and say which plan suffers least")
             .range(0, 2),
         option<R>("--layout", &R::layout,
                   "Cut as this Megatron layout says, on the devices as listed: \"Et*3|(tt|)*2t|L\"; more stages than "
                   "devices go around them, stage i of S on device i mod p"),
         option<R>("--save-cluster", &R::saveCluster, "Write the cluster here, every device by itself"),
         option<R>("-o,--output", &R::output, "Write the schedule here (-: standard output)")},
        plan, kPlannedFields);
}

} // namespace lanewright::api
