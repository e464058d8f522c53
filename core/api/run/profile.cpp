// SPDX-License-Identifier: Apache-2.0
#include "core/measured/profile/profile.h"
#include "core/api/measured.h"
#include "core/api/question_list.h"
#include "core/api/run/run_request.h"
#include "core/api/table.h"
#include "core/client/engine_client.h"
#include "core/edit/fold.h"
#include "core/io/quoted_text.h"
#include "core/model/block_ops.h"
#include "core/model/sample_tokens.h"
#include "core/planner/input/model_json.h"
#include "core/planner/input/probed_cluster.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "core/solve/solve.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace lanewright::api {

namespace {

/// Five steps where none are asked for: the first does not count.
struct ProfileRequest : RunOptions {
    ProfileRequest() { engine.steps = 5; }
};

/// What came of profiling a plan.
struct ProfileAnswer {
    RunOutcome outcome = {};
    ProbeEvent probe = {};
    Profile profile = {};
    Plan plan = {};     ///< with what was measured
    Time predicted = 0; ///< longest span of what ran, by the measured costs
    Time measured = 0;
    std::string output = {};
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

ProfileAnswer dispatchProfile(const RunOptions& options, const RunRequest& request, const Asker& asker) {
    ProfileAnswer answer;
    answer.outcome = runShown(options, request, asker, [&](const Event& event) {
        if (const auto* probe = std::get_if<ProbeEvent>(&event))
            answer.probe = *probe;
    });
    return answer;
}

/// A pair's own time needs the order as it is: a second run, of which nothing else is kept.
void addPairs(const RunOptions& options, const Plan& plan, ProfileAnswer& answer, const Asker& asker) {
    if (!hasPairs(plan.schedule) || answer.outcome.error || answer.outcome.cancelled)
        return;
    const Result<RunRequest> request = requestFor(options, plan);
    if (!request)
        return;
    const Profile pairs = profileOf(dispatchProfile(options, *request, asker).outcome.run);
    for (std::size_t stage = 0; stage < answer.profile.stages.size(); ++stage)
        answer.profile.stages[stage].overlapped = pairs.stages[stage].overlapped;
    answer.profile.pairs = pairs.pairs;
}

std::string title(const Plan& plan) { return plan.title.empty() ? "Profile" : shownLine(plan.title.text()); }

std::string textOf(const ProfileAnswer& answer) {
    const Run& run = answer.outcome.run;
    std::string text =
        title(run.plan) + ": costs measured over " + std::to_string(answer.profile.steps) +
        (answer.profile.steps == 1 ? " step on " : " steps on ") + std::to_string(run.plan.schedule.ranks()) +
        " ranks (" + run.launcher + ", " + run.backend + (answer.outcome.cancelled ? ", stopped" : "") + ")\n\n" +
        stageTimesText(answer.plan, answer.profile, answer.probe.stages) + linkTimesText(answer.plan, answer.profile);
    text += "\nlongest span  " + roundedTimeText(answer.measured, answer.plan.timeUnit) + " measured, " +
            roundedTimeText(answer.predicted, answer.plan.timeUnit) + " by these costs (" +
            printed("%+.1f %%", 100 * errorOf(answer)) + ")\n";
    if (const std::optional<DeviceUse>& device = answer.probe.device)
        text +=
            "GPU memory    " + gibibytesText(device->held) + " held, " + gibibytesText(device->planned) + " planned\n";
    return answer.output.empty() ? text : text + "saved         " + answer.output + "\n";
}

const Fields<DeviceUse> kDeviceUseFields = {{"planned", "bytes", &DeviceUse::planned},
                                            {"held", "bytes", &DeviceUse::held}};
const Fields<ProfileAnswer> kProfiledFields =
    Fields<ProfileAnswer>{
        {"title", "of the schedule", [](const ProfileAnswer& each) { return each.outcome.run.plan.title.text(); }}} +
    membersOf<ProfileAnswer>(
        [](const ProfileAnswer& each) {
            return MeasuredProfile{each.plan, each.profile};
        },
        profileFields()) +
    Fields<ProfileAnswer>{
        {"predicted_longest_span", "of what ran, by the measured costs", &ProfileAnswer::predicted, In::Times},
        {"longest_span", "measured", &ProfileAnswer::measured, In::Times},
        {"time_unit", "of times", [](const ProfileAnswer& each) { return each.plan.timeUnit; }},
        Field<ProfileAnswer>{
            "device_memory", "of the first GPU",
            objectOf<ProfileAnswer>([](const ProfileAnswer& each) { return each.probe.device; }, kDeviceUseFields)}
            .when([](const ProfileAnswer& each) { return each.probe.device.has_value(); }),
        {"backend", "that ran", [](const ProfileAnswer& each) { return each.outcome.run.backend; }},
        {"launcher", "of the ranks", [](const ProfileAnswer& each) { return each.outcome.run.launcher; }},
        {"steps", "that were looked at", [](const ProfileAnswer& each) { return each.profile.steps; }},
        outputField<ProfileAnswer>(&ProfileAnswer::output)};

/// What this machine, or the first GPU that the run was on, has, divided among the ranks that run there. Of several
/// GPUs each has its share of the ranks.
Bytes memoryOfARank(const RunRequest& engine, bool isInProcess, int ranks) {
    const auto gpu = static_cast<std::size_t>(engine.gpus.empty() ? 0 : engine.gpus.front());
    const Result<CapabilityReport> report =
        engine.backend == "cuda" ? askEngine({}, true) : Result<CapabilityReport>{CapabilityReport{}};
    if (report && gpu < report->gpus.size()) {
        const auto named = static_cast<int>(engine.gpus.empty() ? report->gpus.size() : engine.gpus.size());
        const int share = isInProcess ? 1 : std::max(1, std::min(named, ranks));
        return report->gpus[gpu].memory * share / std::max(1, ranks);
    }
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && page > 0 ? Bytes{pages} * page / std::max(1, ranks) : Bytes{8} << 30;
}

Result<Done> saveCluster(const RunOptions& options, const ProfileAnswer& answer, const Asker& asker) {
    const Run& run = answer.outcome.run;
    const auto here = std::ranges::count(run.hosts, run.hosts.empty() ? std::string{} : run.hosts.front());
    const Result<Cluster> cluster = probedCluster(
        run, answer.profile, memoryOfARank(options.engine, run.launcher == "in-process", static_cast<int>(here)));
    return cluster ? asker.write(options.saveCluster, clusterToJson(*cluster)) : cluster.error();
}

/// What the run says of the plan.
void addCosts(ProfileAnswer& answer, const RunOptions& options, const Plan& plan, const Asker& asker) {
    const Run& run = answer.outcome.run;
    answer.profile = profileOf(run);
    addTrips(answer.profile, answer.probe.links);
    addPairs(options, plan, answer, asker);
    answer.plan = withMeasuredMemory(withMeasuredCosts(plan, answer.profile), answer.probe.stages);
    answer.predicted = longestSpanBy(withMeasuredCosts(trained(run.plan), answer.profile));
    answer.measured = measureRun(run.plan, representativeStep(run)->wall).longestSpan;
}

/// Saves what was measured. Nothing where that is done and the run came to its end.
std::optional<Reply> saveOrRefuse(const RunOptions& options, const ProfileAnswer& answer, const Asker& asker) {
    // First of all: a word to someone who listens no more, such as a closed pipe, ends the program.
    const Result<Done> saved = asker.write(options.output, answer.plan);
    const Result<Done> clusterSaved = options.saveCluster.empty() ? Done{} : saveCluster(options, answer, asker);
    if (answer.outcome.error)
        asker.remark("", *answer.outcome.error);
    if (!saved)
        return refused(Exit::Usage, options.output, saved.error());
    if (!clusterSaved)
        return refused(Exit::Usage, options.saveCluster, clusterSaved.error());
    if (!answer.outcome.error)
        return {};
    remarkSaved(options.output, answer.outcome.run, asker);
    return Reply{.exit = exitAfter(answer.outcome)};
}

Reply profile(const ProfileRequest& options, const Asker& asker) {
    if (std::optional<Reply> refusal = refusedOutputs(options.output, options.saveCluster, asker))
        return *std::move(refusal);
    const Result<Plan> plan = planFor(options, asker, true);
    if (!plan)
        return refused(Exit::Usage, "", plan.error());
    const Result<Plan> ordered = orderToRun(*plan);
    if (!ordered)
        return refused(Exit::No, options.file, ordered.error());
    Result<RunRequest> request = requestFor(options, *ordered);
    if (!request)
        return refused(whyNot(*plan) ? Exit::No : Exit::Usage, "", request.error());
    if (Message unlike = unlikePlan(*plan, request->backend); !unlike.empty())
        asker.remark("", {std::move(unlike)});
    request->probe = true;
    ProfileAnswer answer = dispatchProfile(options, *request, asker);
    if (!representativeStep(answer.outcome.run))
        return answer.outcome.error ? refused(exitAfter(answer.outcome), "", *answer.outcome.error)
                                    : refused(Exit::Stopped, "", {"stopped before a step had ended"});
    addCosts(answer, options, *plan, asker);
    answer.plan.model = request->model;
    if (std::optional<Reply> end = saveOrRefuse(options, answer, asker))
        return *std::move(end);
    answer.output = options.output;
    const Exit exit = answer.outcome.cancelled ? Exit::Stopped : Exit::Done;
    if (isStandardOutput(options.output) || isStandardOutput(options.saveCluster))
        return printedFile(exit);
    const Units units{answer.plan.timeUnit};
    return answered(std::move(answer), kProfiledFields, units, textOf, exit);
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

Question profileQuestion() {
    using R = ProfileRequest;
    std::vector<Option> options = engineOptions(R{}.engine.steps, /*withTorch=*/false);
    options.push_back(
        option<R>("-o,--output", &R::output, "Write the schedule with the measured costs here (-: standard output)"));
    options.push_back(option<R>("--save-cluster", &R::saveCluster,
                                "Write the machines as a cluster for `plan` here: rates, spread, memory, links"));
    return question<R>("profile", "Measure the costs of a schedule on the engine", kProfileFooter, options, profile,
                       kProfiledFields);
}

} // namespace lanewright::api
