// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"

#include "core/analyse/metrics.h"
#include "core/analyse/simulate.h"
#include "core/base/decimal.h"
#include "core/cli/interrupts.h"
#include "core/cli/plan_extras.h"
#include "core/io/files.h"
#include "core/io/schedule_json.h"
#include "core/io/wording.h"
#include "core/plan/layout_string.h"
#include "core/plan/model_json.h"
#include "core/plan/planner.h"
#include "core/plan/what_if.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>
#include <unistd.h>

namespace lanewright::cli {

namespace {

struct Options {
    std::string model = {};
    std::string cluster = {};
    PlannerOptions planner = {};
    std::vector<std::string> whatIf = {};
    std::string output = {};
    std::string saveCluster = {};
    std::string layout = {};
    std::string placement = "any";
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
JitterOptions jitterFor(const Options& options, const PlannerResult& result) {
    JitterOptions jitter{.share = *options.jitter, .seed = options.planner.seed};
    jitter.draws = drawsFor(result.front, jitter.draws);
    return jitter;
}

std::string msText(Time time) { return roundedTimeText(time, TimeUnit::Ms); }

std::string gibText(Bytes bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f GiB", static_cast<double>(bytes) / (1 << 30));
    return text;
}

/// One line on the terminal that is written over and over.
class ProgressLine {
public:
    ~ProgressLine() { say(""); }
    void show(const PlannerResult& result) const {
        char seconds[48];
        std::snprintf(seconds, sizeof seconds, "%.1f s, %d partitions: ", result.seconds, result.tried);
        say(seconds + msText(result.best.iteration) + " on " + std::to_string(result.best.devices) + " devices (" +
            result.best.method + ", " + result.best.order + ")");
    }

private:
    void say(const std::string& line) const {
        if (m_shows)
            std::fputs(("\r\033[K" + line).c_str(), stderr);
    }
    bool m_shows = isatty(STDERR_FILENO) != 0;
};

void writeMs(json::Writer& writer, const char* key, Time time) {
    writer.key(key).numeral(decimalFromTicks(time, scaleOf(TimeUnit::Ms)));
}

void writeCandidate(json::Writer& writer, const Candidate& candidate, const Cluster& cluster) {
    writer.key("method").string(candidate.method);
    writer.key("placement").string(toText(shapeOf(candidate.partition)));
    writer.key("order").string(candidate.order);
    writeMs(writer, "iteration_time", candidate.iteration);
    writer.key("spread").real(candidate.spread);
    writer.key("memory").number(candidate.memory);
    writer.key("devices").number(candidate.devices);
    writer.key("estimates").beginObject(json::Layout::Line);
    writeMs(writer, "slowest", candidate.estimates.slowest);
    writeMs(writer, "fill_and_run", candidate.estimates.fillAndRun);
    writeMs(writer, "pivot", candidate.estimates.pivot);
    if (candidate.estimates.promise)
        writeMs(writer, "promise", *candidate.estimates.promise);
    else
        writer.key("promise").null();
    writer.endObject();
    writer.key("stages").beginArray(json::Layout::Lines);
    for (const Part& part : candidate.partition) {
        writer.beginObject(json::Layout::Line);
        writer.key("first_layer").number(part.first);
        writer.key("layers").number(part.layers());
        writer.key("devices").beginArray(json::Layout::Line);
        for (const int device : part.devices)
            writer.string(cluster.nameOf(device));
        writer.endArray();
        writer.key("recompute").boolean(part.recompute);
        writer.endObject();
    }
    writer.endArray();
}

void writeList(json::Writer& writer, const char* key, const std::vector<Candidate>& candidates,
               const Cluster& cluster) {
    writer.key(key).beginArray(json::Layout::Lines);
    for (const Candidate& candidate : candidates) {
        writer.beginObject(json::Layout::Lines);
        writeCandidate(writer, candidate, cluster);
        writer.endObject();
    }
    writer.endArray();
}

Exit answerJson(const Options& options, const PlannerResult& result, const Task& task, bool stopped) {
    const Cluster& cluster = task.cluster;
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("feasible").boolean(true);
    writeCandidate(writer, result.best, cluster);
    writeList(writer, "front", result.front, cluster);
    writeList(writer, "others", result.others, cluster);
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

/// What a value takes to the stage behind.
std::string nextText(const Plan& plan, int stage) {
    if (stage + 1 == plan.schedule.stages())
        return "";
    const int rank = plan.schedule.placement.rankOf(0, stage);
    const int next = plan.schedule.placement.rankOf(0, stage + 1);
    return rank == next ? "same device" : msText(plan.costs.transfer.between(rank, next));
}

std::string stagesText(const Candidate& best, const Cluster& cluster) {
    Table table({"stage", "layers", "devices", "forward", "backward input", "backward weight", "to the next", "memory"},
                "rllrrrrr");
    const Plan& plan = best.plan;
    const std::vector<Bytes> memory = measure(plan, simulate(plan.schedule, plan.costs)).totalMemory;
    for (int stage = 0; stage < plan.schedule.stages(); ++stage) {
        const Part& part = best.partition[static_cast<std::size_t>(stage)];
        std::string devices;
        for (const int device : part.devices)
            devices += (devices.empty() ? "" : ", ") + cluster.nameOf(device);
        const StageCosts& costs = plan.costs.of(0, stage);
        const int rank = plan.schedule.placement.rankOf(0, stage);
        table.add({std::to_string(stage),
                   std::to_string(part.first) +
                       (part.layers() > 1 ? " to " + std::to_string(part.end - 1) : std::string{}) +
                       (part.recompute ? ", recomputed" : ""),
                   devices, msText(costs.forward), msText(costs.backwardInput), msText(costs.backwardWeight),
                   nextText(plan, stage),
                   rank == stage ? gibText(memory[static_cast<std::size_t>(rank)]) : "with " + std::to_string(rank)});
    }
    return table.text();
}

std::string comparedText(const PlannerResult& result) {
    Table table(
        {"plan", "stages", "placement", "devices", "simulated", "fullest device", "fill and run", "pivot", "promise"},
        "lrlrrrrrr");
    const auto add = [&](const std::string& name, const Candidate& candidate) {
        table.add({name + ", " + candidate.order, std::to_string(candidate.partition.size()),
                   std::string{toText(shapeOf(candidate.partition))}, std::to_string(candidate.devices),
                   msText(candidate.iteration), gibText(candidate.memory), msText(candidate.estimates.fillAndRun),
                   msText(candidate.estimates.pivot),
                   candidate.estimates.promise ? msText(*candidate.estimates.promise) : "none"});
    };
    add("best: " + result.best.method, result.best);
    // Of a long front a few that differ well; --json has all.
    constexpr std::size_t kMost = 6;
    const std::size_t step = std::max<std::size_t>(1, (result.front.size() + kMost - 2) / kMost);
    for (std::size_t at = 1; at < result.front.size(); at += step)
        add("less: " + result.front[at].method, result.front[at]);
    for (const Candidate& other : result.others)
        add(other.method, other);
    return table.text();
}

Exit answerText(const Options& options, const PlannerResult& result, const Task& task, bool stopped) {
    char words[160];
    std::snprintf(words, sizeof words, " ±%.0f %%, %d partitions tried%s in %.1f s%s\n\n", 100 * result.best.spread,
                  result.tried, result.exhaustive ? ", all there are," : "", result.seconds,
                  stopped ? ", stopped" : "");
    const std::string title = result.best.plan.title.empty() ? "Plan" : result.best.plan.title;
    std::string text = title + ": an iteration takes " + msText(result.best.iteration) + words;
    text += stagesText(result.best, task.cluster) + "\n" + comparedText(result);
    text += "\nSimulated is what counts. Beside it what each plan costs by formulas of planners of F/B pipelines: fill "
            "and\n"
            "run by Alpa's, the pivot stage by DAPPLE's, and the promise of list scheduling after SPP, reconstructed. "
            "Those\n"
            "planners themselves may choose other plans.\n";
    text += flagsText(task.model, result.best.partition) + replicasText(task.model, task.cluster, result.best);
    if (options.jitter) {
        const JitterOptions jitter = jitterFor(options, result);
        text += robustnessText(result, robustnessOf(result.front, task.cluster, jitter), jitter);
    }
    if (!options.output.empty())
        text += "saved  " + options.output + "\n";
    return print(text);
}

Exit refuse(const Options& options, const Error& error) {
    if (!options.json)
        return failed(Exit::No, options.model, error);
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("feasible").boolean(false);
    writer.key("reason").string(error.message.text());
    writer.endObject();
    const Exit printed = print(writer);
    return printed == Exit::Done ? Exit::No : printed;
}

Result<Partition> givenCuts(const Options& options, const Task& task) {
    std::vector<int> listed(static_cast<std::size_t>(task.cluster.size()));
    std::iota(listed.begin(), listed.end(), 0);
    return partitionFromLayout(options.layout, task.model, listed, options.planner.shape.value_or(Shape::Linear));
}

/// The plan whose cuts are given, on the devices as listed.
Result<PlannerResult> planLayout(const Options& options, const Task& task) {
    const Result<Partition> partition = givenCuts(options, task);
    if (!partition)
        return partition.error();
    const Pricing pricing(task.model, task.cluster);
    if (const Result<Done> reach = checkReach(task.cluster, pricing.ways()); !reach)
        return reach.error();
    std::optional<Candidate> candidate = ordered(pricing, *partition, "given");
    if (!candidate || !pricing.fits(*partition))
        return Error{"a stage of this layout does not fit into the memory of its device", "--layout"};
    return PlannerResult{.best = *candidate, .front = {*candidate}, .tried = 1};
}

Result<PlannerResult> planFor(const Options& options, const Task& task, const Interrupts& interrupts) {
    if (!options.layout.empty())
        return planLayout(options, task);
    const ProgressLine line;
    return planModel(task.model, task.cluster, options.planner, interrupts.stop(),
                     [&](const PlannerResult& so) { line.show(so); });
}

Exit search(const Options& options, const Task& task) {
    bool stopped = false;
    const Result<PlannerResult> result = [&] {
        const Interrupts interrupts;
        Result<PlannerResult> found = planFor(options, task, interrupts);
        stopped = interrupts.stop().stop_requested();
        return found;
    }();
    if (!result)
        return refuse(options, result.error());
    if (!options.output.empty())
        if (const Result<Done> saved = writeFile(options.output, planToJson(result->best.asRun())); !saved)
            return failed(Exit::Usage, options.output, saved.error());
    const Exit printed =
        options.json ? answerJson(options, *result, task, stopped) : answerText(options, *result, task, stopped);
    return stopped && printed == Exit::Done ? Exit::Stopped : printed;
}

Exit run(const Options& options) {
    Result<LayeredModel> model = openModel(options.model);
    if (!model)
        return failed(Exit::Usage, options.model, model.error());
    Result<Cluster> cluster = openCluster(options.cluster);
    if (!cluster)
        return failed(Exit::Usage, options.cluster, cluster.error());
    for (const std::string& fit : options.fits)
        if (const Result<Done> fitted = applyFit(fit, *cluster); !fitted)
            return failed(Exit::Usage, "", {fitted.error().message, "--fit " + fit});
    for (const std::string& question : options.whatIf)
        if (const Result<Done> applied = applyWhatIf(question, *model, *cluster); !applied)
            return failed(Exit::Usage, "", {applied.error().message, "--what-if " + question});
    if (!model->timed)
        for (const DeviceKind& kind : cluster->kinds)
            if (kind.forward <= 0)
                return failed(
                    Exit::Usage, options.cluster,
                    {"a GPT is given in operations, so this kind needs its \"tflops\"", "kinds." + kind.name});
    if (!options.output.empty())
        if (const Result<Done> writable = checkWritable(options.output); !writable)
            return failed(Exit::Usage, options.output, writable.error());
    if (!options.saveCluster.empty())
        if (const Result<Done> saved = writeFile(options.saveCluster, clusterToJson(*cluster)); !saved)
            return failed(Exit::Usage, options.saveCluster, saved.error());
    const Task task{*std::move(model), *std::move(cluster)};
    if (!options.layout.empty())
        if (const Result<Partition> cuts = givenCuts(options, task); !cuts)
            return failed(Exit::Usage, "--layout", cuts.error());
    return search(options, task);
}

std::string footer() {
    std::string text =
        "\nCuts the model into stages, puts them on devices and orders their ops; the simulation decides which plan "
        "is\n"
        "best. Stages are on a device each or, on a V, two on each: down the devices and back up. Cuts come from "
        "dynamic programming over several orders of the devices (after SPP, arXiv 2204.10562,\n"
        "reconstructed), from plainer methods and from changes to the best; of tiny models all are tried. The exit "
        "code "
        "is\n1 when the model does not fit. schedules/PLANNER.md says what the files hold.\n\nCLUSTER may be the name "
        "of "
        "a preset:\n";
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
                  "  lanewright-cli plan gpt.lwmodel mixed -o plan.lwsched\n"
                  "  lanewright-cli plan gpt2-medium mixed --jitter 0.05\n"
                  "  lanewright-cli plan gpt.lwmodel mixed --what-if slow=new/0:1.5 --what-if link=new:old:0.5 --json";
}

} // namespace

void addPlan(Parser& program) {
    CommandParser& command = program.addCommand("plan", "Cut a model over the devices of a cluster, and order it");
    const auto options = std::make_shared<Options>();
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
    command.addOption("-o,--output", options->output, "Write the schedule here");
    command.addJson(options->json);
    command.onRun([options] {
        options->planner.shape = shapeFromText(options->placement);
        return run(*options);
    });
}

} // namespace lanewright::cli
