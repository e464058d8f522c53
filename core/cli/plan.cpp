// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"

#include "core/cli/interrupts.h"
#include "core/cli/plan_answer.h"
#include "core/cli/plan_extras.h"
#include "core/planner/input/model_json.h"
#include "core/planner/layout_string.h"
#include "core/planner/planner.h"
#include "core/planner/what_if.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>
#include <unistd.h>

namespace lanewright::cli {

namespace {

struct PlanOptions {
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
    bool json = false;
};

/// What is planned for.
struct Task {
    LayeredModel model = {};
    Cluster cluster = {};
};

/// How plans are tried when nothing takes as long as planned: with fewer draws where they are long.
JitterOptions jitterFor(const PlanOptions& options, const PlannerResult& result) {
    JitterOptions jitter{.share = *options.jitter, .seed = options.planner.seed};
    jitter.draws = drawsFor(result.front, jitter.draws);
    return jitter;
}

/// One line on the terminal that is written over and over.
class ProgressLine {
public:
    ~ProgressLine() { say(""); }
    void show(const PlannerResult& result) const {
        char seconds[48];
        std::snprintf(seconds, sizeof seconds, "%.1f s, %d partitions: ", result.seconds, result.tried);
        say(seconds + msText(result.best.iterationTime) + " on " + std::to_string(result.best.devices) + " devices (" +
            std::string{toText(result.best.method)} + ", " + result.best.order + ")");
    }

private:
    void say(const std::string& line) const {
        if (m_shows)
            printProgress(line);
    }
    bool m_shows = isatty(STDERR_FILENO) != 0;
};

Exit answerJson(const PlanOptions& options, const PlannerResult& result, const Task& task, bool stopped) {
    const Cluster& cluster = task.cluster;
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("feasible").boolean(true);
    writePlans(writer, result, cluster);
    writeFlags(writer, task.model, result.best.partition);
    writeReplicas(writer, task.model, cluster, result.best);
    if (options.jitter) {
        const JitterOptions jitter = jitterFor(options, result);
        writeRobustness(writer, robustnessOf(result.front, cluster, jitter), jitter);
    }
    writer.key("tried").number(result.tried);
    writer.key("exhaustive").boolean(result.exhaustive);
    writer.key("seconds").real(result.seconds);
    writer.key("stopped").boolean(stopped);
    writer.key("time_unit").string("ms");
    writer.key("output");
    options.output.empty() ? writer.null() : writer.string(options.output);
    writer.endObject();
    return print(writer);
}

Exit answerText(const PlanOptions& options, const PlannerResult& result, const Task& task, bool stopped) {
    std::string text = plansText(result, task.cluster, stopped);
    text += flagsText(task.model, result.best.partition) + replicasText(task.model, task.cluster, result.best);
    if (options.jitter) {
        const JitterOptions jitter = jitterFor(options, result);
        text += robustnessText(result, robustnessOf(result.front, task.cluster, jitter), jitter);
    }
    if (!options.output.empty())
        text += "saved  " + options.output + "\n";
    return print(text);
}

Exit refuse(const PlanOptions& options, const std::string& file, const Error& error) {
    if (!options.json)
        return failed(Exit::No, file, error);
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("feasible").boolean(false);
    writer.key("reason").string(error.message.text());
    writer.endObject();
    const Exit printed = print(writer);
    return printed == Exit::Done ? Exit::No : printed;
}

Result<Partition> givenCuts(const PlanOptions& options, const Task& task) {
    std::vector<int> listed(task.cluster.size());
    std::iota(listed.begin(), listed.end(), 0);
    return partitionFromLayout(options.layout, task.model, listed, options.planner.shape.value_or(Shape::Linear));
}

/// The plan whose cuts are given, on the devices as listed.
Result<PlannerResult> planLayout(const PlanOptions& options, const Task& task, const Interrupts& interrupts) {
    const Result<Partition> partition = givenCuts(options, task);
    if (!partition)
        return partition.error();
    const Pricing pricing(task.model, task.cluster, options.planner.optimizerMode);
    const Result<Candidate> candidate = ordered(pricing, *partition, CutMethod::Given);
    if (!candidate)
        return Error{candidate.error().message, "--layout"};
    return PlannerResult{.best = *candidate,
                         .front = {*candidate},
                         .lowerBound = leastIterationOf(*candidate, interrupts.stop()),
                         .tried = 1};
}

Result<PlannerResult> planFor(const PlanOptions& options, const Task& task, const Interrupts& interrupts) {
    if (!options.layout.empty())
        return planLayout(options, task, interrupts);
    const ProgressLine line;
    return planModel(task.model, task.cluster, options.planner, interrupts.stop(),
                     [&](const PlannerResult& so) { line.show(so); });
}

Exit search(const PlanOptions& options, const Task& task) {
    bool stopped = false;
    const Result<PlannerResult> result = [&] {
        const Interrupts interrupts;
        Result<PlannerResult> found = planFor(options, task, interrupts);
        stopped = interrupts.stop().stop_requested();
        return found;
    }();
    if (!result)
        return refuse(options, options.model, result.error());
    if (const Result<Done> saved = writeSchedule(options.output, result->best.asRun()); !saved)
        return failed(Exit::Usage, options.output, saved.error());
    const bool filePrinted = isStandardOutput(options.output) || isStandardOutput(options.saveCluster);
    const Exit printed = filePrinted    ? Exit::Done
                         : options.json ? answerJson(options, *result, task, stopped)
                                        : answerText(options, *result, task, stopped);
    return stopped && printed == Exit::Done ? Exit::Stopped : printed;
}

Exit run(const PlanOptions& options) {
    if (const Exit outputs = checkOutputs(options.output, options.saveCluster, options.json); outputs != Exit::Done)
        return outputs;
    Result<LayeredModel> model = openModel(options.model);
    if (!model)
        return failed(Exit::Usage, options.model, model.error());
    Result<Cluster> cluster = openCluster(options.cluster);
    if (!cluster)
        return failed(Exit::Usage, options.cluster, cluster.error());
    for (const std::string& fit : options.fits)
        if (const Result<Done> fitted = applyFit(fit, *cluster); !fitted)
            return failed(Exit::Usage, "", {fitted.error().message, "--fit " + fit});
    for (const std::string& question : options.whatIf) {
        const Result<WhatIf> asked = whatIfFromText(question);
        const Result<Done> applied = asked ? applyWhatIf(*asked, *model, *cluster) : Result<Done>{asked.error()};
        if (!applied)
            return failed(Exit::Usage, "", {applied.error().message, "--what-if " + question});
    }
    if (!model->timed)
        for (const DeviceKind& kind : cluster->kinds)
            if (kind.forward <= 0)
                return failed(
                    Exit::Usage, options.cluster,
                    {"a GPT is given in operations, so this kind needs its \"tflops\"", "kinds." + kind.name});
    if (const Result<Done> saved = writeOutput(options.saveCluster, clusterToJson(*cluster)); !saved)
        return failed(Exit::Usage, options.saveCluster, saved.error());
    const Task task{*std::move(model), *std::move(cluster)};
    if (const Result<Done> reach = checkReach(task.cluster, Ways(task.cluster)); !reach)
        return refuse(options, options.cluster, reach.error());
    if (!options.layout.empty())
        if (const Result<Partition> cuts = givenCuts(options, task); !cuts)
            return failed(Exit::Usage, "--layout", cuts.error());
    return search(options, task);
}

std::string footer() {
    std::string text =
        "\nCuts the model into stages, puts them on devices and orders their ops. The best plan is the one whose\n"
        "iteration takes the least time, simulated in the optimizer mode that is asked for. Stages are on a device\n"
        "each or, on a V, two on each: down the devices and back up. Cuts come from dynamic programming over several\n"
        "orders of the devices (after SPP, arXiv 2204.10562, reconstructed), from plainer methods and from changes to\n"
        "the best; of tiny models all are tried. What no other cut onto these devices is below is said with the plan.\n"
        "Where layers say what of them is network, cuts are balanced after overlap. The exit code is 1 when the model\n"
        "does not fit. schedules/PLANNER.md "
        "says what the files hold.\n\nCLUSTER may be the name of a preset:\n";
    for (const ClusterPreset& preset : clusterPresets()) {
        char line[160];
        std::snprintf(line, sizeof line, "  %-9s %s\n", std::string{preset.name}.c_str(),
                      std::string{preset.summary}.c_str());
        text += line;
    }
    text += "\nMODEL may be the name of a preset:\n";
    for (const ModelPreset& preset : modelPresets()) {
        char line[160];
        std::snprintf(line, sizeof line, "  %-12s %s\n", std::string{preset.name}.c_str(),
                      std::string{preset.summary}.c_str());
        text += line;
    }
    return text + "\nExamples:\n"
                  "  lanewright-cli plan gpt2-medium mixed -o plan.lwsched\n"
                  "  lanewright-cli plan gpt2-medium mixed --jitter 0.05\n"
                  "  lanewright-cli plan YOURS.lwmodel YOURS.lwcluster -o plan.lwsched\n"
                  "  lanewright-cli plan gpt2-medium mixed --what-if slow=new/0:1.5 --what-if link=new:old:0.5 --json";
}

} // namespace

void addPlan(Parser& program) {
    CommandParser& command = program.addCommand("plan", "Cut a model over the devices of a cluster, and order it");
    const auto options = std::make_shared<PlanOptions>();
    PlannerOptions& planner = options->planner;
    command.setFooter(footer());
    command.addOption("MODEL", options->model, "What is to be trained (.lwmodel), or a preset's name").required();
    command.addOption("CLUSTER", options->cluster, "On what (.lwcluster), or a preset's name").required();
    command.addOption("--time-limit", planner.timeLimit, "Seconds to search (10)").range(0.0, 1e7);
    command.addOption("--tries", planner.tries, "Changes to try instead of a time, to repeat exactly")
        .range(0, 1'000'000);
    command.addOption("--seed", planner.seed, "Seed of the random numbers (1)");
    command.addOption("--replicas", planner.mostReplicas, "Devices that may share a stage (1)").range(1, 64);
    command.addOption("--stages", planner.mostParts, "Stages at most (64), on a V twice as many").range(1, 1024);
    command
        .addOption("--placement", options->placement,
                   "Where stages lie: linear, a device each; v, down the devices and back up, two each; any (any)")
        .oneOf({"any", "linear", "v"});
    command
        .addOption("--optimizer", options->optimizer,
                   "When the next iteration may begin: sync, once all ranks have ended, as every framework does; "
                   "postvalidated, each rank as soon as it has stepped itself (sync)")
        .oneOf({"sync", "postvalidated"});
    command.addOption("--what-if", options->whatIf,
                      "Plan for another model or cluster: slow=DEVICE:FACTOR, "
                      "link=A:B:FACTOR, lost=DEVICE, microbatches=NUMBER, context=TOKENS, batch=SAMPLES, "
                      "recompute=never|always|choose");
    command.addOption("--fit", options->fits,
                      "Take a kind's rates and their spread from a profiled schedule or an unpaced run: KIND=FILE, "
                      "or FILE where there is one kind");
    command
        .addOption("--jitter", options->jitter,
                   "Try the front with every op off by this share (0.05) and say which plan suffers least")
        .range(0.0, 2.0);
    command.addOption("--layout", options->layout,
                      "Cut as this Megatron layout says, on the devices as listed: \"Et*3|(tt|)*2t|L\"");
    command.addOption("--save-cluster", options->saveCluster, "Write the cluster here, every device by itself");
    command.addOption("-o,--output", options->output, "Write the schedule here (-: standard output)");
    command.addJson(options->json);
    command.onRun([options] {
        options->planner.shape = shapeFromText(options->placement);
        options->planner.optimizerMode = *optimizerModeFromKey(options->optimizer);
        return run(*options);
    });
}

} // namespace lanewright::cli
