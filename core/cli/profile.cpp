// SPDX-License-Identifier: Apache-2.0
#include "core/client/profile.h"
#include "core/check/validate.h"
#include "core/cli/commands.h"
#include "core/cli/print/print_profile.h"
#include "core/cli/run_request.h"
#include "core/client/engine_client.h"
#include "core/edit/fold.h"
#include "core/io/quoted_text.h"
#include "core/model/sample_tokens.h"
#include "core/planner/input/model_json.h"
#include "core/planner/input/probed_cluster.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "core/solve/solve.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <unistd.h>

namespace lanewright::cli {

namespace {

/// What came of profiling a plan.
struct ProfileAnswer {
    RunOutcome outcome = {};
    ProbeEvent probe = {};
    Profile profile = {};
    Plan plan = {};     ///< with what was measured
    Time predicted = 0; ///< longest span of what ran, by the measured costs
    Time measured = 0;
};

Time longestSpanBy(const Plan& plan) { return measure(plan, simulate(plan.schedule, plan.costs)).longestSpan; }

/// The plan of what ran: microbatches whose shares are no lengths were trained alike.
Plan trained(Plan plan) {
    if (plan.costs.microbatches.form() == MicrobatchCosts::Form::Shares)
        setMicrobatches(plan, {});
    return plan;
}

/// How much longer than measured the prediction is, as a share.
double errorOf(const ProfileAnswer& answer) {
    return answer.measured > 0 ? static_cast<double>(answer.predicted) / static_cast<double>(answer.measured) - 1 : 0;
}

/// The order that is run: the file's own with every op by itself, or for a problem one that is made at once.
Result<Plan> orderToRun(const Plan& plan) {
    if (!plan.isProblem())
        return takeApart(plan);
    Result<Solution> made = solve(plan, {.rounds = 0});
    if (!made)
        return made.error();
    Plan ordered = plan;
    ordered.schedule = std::move(made->schedule);
    return takeApart(ordered);
}

ProfileAnswer dispatchProfile(const RunOptions& options, const RunRequest& request) {
    ProfileAnswer answer;
    answer.outcome = runShown(options, request, [&](const Event& event) {
        if (const auto* probe = std::get_if<ProbeEvent>(&event))
            answer.probe = *probe;
    });
    return answer;
}

/// A pair's own time needs the order as it is: a second run, of which nothing else is kept.
void addPairs(const RunOptions& options, const Plan& plan, ProfileAnswer& answer) {
    const auto paired = [](const Row& row) {
        return std::ranges::any_of(row, [](const Block& block) { return block.paired.has_value(); });
    };
    if (!std::ranges::any_of(plan.schedule.order, paired) || answer.outcome.error || answer.outcome.cancelled)
        return;
    const Result<RunRequest> request = requestFor(options, plan);
    if (!request)
        return;
    const Profile pairs = profileOf(dispatchProfile(options, *request).outcome.run);
    for (std::size_t stage = 0; stage < answer.profile.stages.size(); ++stage)
        answer.profile.stages[stage].overlapped = pairs.stages[stage].overlapped;
    answer.profile.pairs = pairs.pairs;
}

std::string title(const Plan& plan) { return plan.title.empty() ? "Profile" : shownLine(plan.title.text()); }

Exit answerText(const RunOptions& options, const ProfileAnswer& answer) {
    const Run& run = answer.outcome.run;
    std::string text =
        title(run.plan) + ": costs measured over " + std::to_string(answer.profile.steps) +
        (answer.profile.steps == 1 ? " step on " : " steps on ") + std::to_string(run.plan.schedule.ranks()) +
        " ranks (" + run.launcher + ", " + run.backend + (answer.outcome.cancelled ? ", stopped" : "") + ")\n\n" +
        stageTimesText(answer.plan, answer.profile, answer.probe.stages) + linkTimesText(answer.plan, answer.profile);
    char error[32];
    std::snprintf(error, sizeof error, "%+.1f %%", 100 * errorOf(answer));
    text += "\nlongest span  " + roundedTimeText(answer.measured, answer.plan.timeUnit) + " measured, " +
            roundedTimeText(answer.predicted, answer.plan.timeUnit) + " by these costs (" + error + ")\n";
    if (const std::optional<DeviceUse>& device = answer.probe.device)
        text +=
            "GPU memory    " + gibibytesText(device->held) + " held, " + gibibytesText(device->planned) + " planned\n";
    if (!options.output.empty())
        text += "saved         " + options.output + "\n";
    return print(text);
}

Exit answerJson(const RunOptions& options, const ProfileAnswer& answer) {
    const Run& run = answer.outcome.run;
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("title").string(run.plan.title.text());
    writeStages(writer, answer.plan, answer.profile);
    writeMeasuredPairs(writer, answer.plan, answer.profile);
    writeLinks(writer, answer.plan, answer.profile);
    writer.key("predicted_longest_span");
    writeTime(writer, answer.predicted, answer.plan.timeUnit);
    writer.key("longest_span");
    writeTime(writer, answer.measured, answer.plan.timeUnit);
    writer.key("time_unit").string(toText(answer.plan.timeUnit));
    if (const std::optional<DeviceUse>& device = answer.probe.device) {
        writer.key("device_memory").beginObject(json::Layout::Line);
        writer.key("planned").number(device->planned);
        writer.key("held").number(device->held);
        writer.endObject();
    }
    writer.key("backend").string(run.backend);
    writer.key("launcher").string(run.launcher);
    writer.key("steps").number(answer.profile.steps);
    writer.key("output");
    options.output.empty() ? writer.null() : writer.string(options.output);
    writer.endObject();
    return print(writer);
}

/// What this machine, or the first GPU that the run was on, has, divided among the ranks that run there. Of several
/// GPUs each has its share of the ranks.
Bytes memoryOfARank(const RunOptions& options, bool isInProcess, int ranks) {
    const auto gpu = static_cast<std::size_t>(options.gpus.empty() ? 0 : options.gpus.front());
    const Result<CapabilityReport> report =
        options.backend == "cuda" ? askEngine({}, true) : Result<CapabilityReport>{CapabilityReport{}};
    if (report && gpu < report->gpus.size()) {
        const auto named = static_cast<int>(options.gpus.empty() ? report->gpus.size() : options.gpus.size());
        const int share = isInProcess ? 1 : std::max(1, std::min(named, ranks));
        return report->gpus[gpu].memory * share / std::max(1, ranks);
    }
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && page > 0 ? Bytes{pages} * page / std::max(1, ranks) : Bytes{8} << 30;
}

Result<Done> saveCluster(const RunOptions& options, const ProfileAnswer& answer) {
    const Run& run = answer.outcome.run;
    const auto here = std::ranges::count(run.hosts, run.hosts.empty() ? std::string{} : run.hosts.front());
    const Result<Cluster> cluster = probedCluster(
        run, answer.profile, memoryOfARank(options, run.launcher == "in-process", static_cast<int>(here)));
    if (!cluster)
        return cluster.error();
    return writeOutput(options.saveCluster, clusterToJson(*cluster));
}

Exit profile(const RunOptions& options) {
    if (const Exit outputs = checkOutputs(options.output, options.saveCluster, options.json); outputs != Exit::Done)
        return outputs;
    const Result<Plan> plan = planFor(options, true);
    if (!plan)
        return failed(Exit::Usage, "", plan.error());
    const Result<Plan> ordered = orderToRun(*plan);
    if (!ordered)
        return failed(Exit::No, options.file, ordered.error());
    Result<RunRequest> request = requestFor(options, *ordered);
    if (!request)
        return failed(isValid(validate(*plan)) ? Exit::Usage : Exit::No, "", request.error());
    if (Message unlike = unlikePlan(*plan); !unlike.empty())
        complain("", {std::move(unlike)});
    request->probe = true;
    ProfileAnswer answer = dispatchProfile(options, *request);
    const StepRecord* step = representativeStep(answer.outcome.run);
    if (!step)
        return answer.outcome.error ? failed(exitAfter(answer.outcome), "", *answer.outcome.error)
                                    : failed(Exit::Stopped, "", {"stopped before a step had ended"});
    answer.profile = profileOf(answer.outcome.run);
    addTrips(answer.profile, answer.probe.links);
    addPairs(options, *plan, answer);
    answer.plan = withMeasuredMemory(withMeasuredCosts(*plan, answer.profile), answer.probe.stages);
    answer.plan.model = request->model;
    answer.predicted = longestSpanBy(withMeasuredCosts(trained(answer.outcome.run.plan), answer.profile));
    answer.measured = measureRun(answer.outcome.run.plan, step->wall).longestSpan;
    // First of all: a word to someone who listens no more, such as a closed pipe, ends the program.
    const Result<Done> saved = writeSchedule(options.output, answer.plan);
    const Result<Done> clusterSaved = options.saveCluster.empty() ? Done{} : saveCluster(options, answer);
    if (answer.outcome.error)
        complain("", *answer.outcome.error);
    if (!saved)
        return failed(Exit::Usage, options.output, saved.error());
    if (!clusterSaved)
        return failed(Exit::Usage, options.saveCluster, clusterSaved.error());
    if (answer.outcome.error) {
        sayIsSaved(options.output, answer.outcome.run);
        return exitAfter(answer.outcome);
    }
    const bool filePrinted = isStandardOutput(options.output) || isStandardOutput(options.saveCluster);
    const Exit printed = filePrinted    ? Exit::Done
                         : options.json ? answerJson(options, answer)
                                        : answerText(options, answer);
    return answer.outcome.cancelled ? Exit::Stopped : printed;
}

constexpr const char* kProfileFooter = R"(
Trains for a few steps in the order of the file, unpaced, with all ranks at work, and writes what was measured into a
copy of the file: the time of F, B and W of each stage, of a value on each link, of the optimizer, and the memory that
each op takes and gives back. Pairs and BW are measured apart, pairs also as they are, by both of their stages; those that
the order does not run stay open, and where the file gives segments what sharing costs is fitted. A file without an order
is given one. The first step does not count. Where the file gives microbatches lengths, each is trained with its own
tokens, and the times are those of one of the mean length; of times per microbatch, the measured ones take their place.

With --backend cuda ranks that share a GPU are lanes of it, all at work, and blocks are timed by its clock; the memory of
the first GPU that the run was planned to take and that it holds are said, too.

Examples:
  lanewright-cli profile a.lwsched -o measured.lwsched
  lanewright-cli profile a.lwsched --save-cluster here.lwcluster
  lanewright-cli solve measured.lwsched -o better.lwsched && lanewright-cli run better.lwsched)";

} // namespace

void addProfile(Parser& program) {
    CommandParser& command = program.addCommand("profile", "Measure the costs of a schedule on the engine");
    const auto options = std::make_shared<RunOptions>();
    options->steps = 5;
    command.setFooter(kProfileFooter);
    addEngineOptions(command, *options);
    command.addOption("-o,--output", options->output,
                      "Write the schedule with the measured costs here (-: standard output)");
    command.addOption("--save-cluster", options->saveCluster,
                      "Write the machines as a cluster for `plan` here: rates, spread, memory, links");
    command.addJson(options->json);
    command.onRun([options] { return profile(*options); });
}

} // namespace lanewright::cli
