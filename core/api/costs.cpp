// SPDX-License-Identifier: Apache-2.0
#include "core/api/measured.h"
#include "core/api/question_list.h"
#include "core/api/shown_numbers.h"
#include "core/api/table.h"
#include "core/measured/run_costs.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace lanewright::api {

namespace {

struct CostsRequest {
    std::string run = {};
    std::string plan = {};
    std::string output = {};
    std::string as = {};
    bool microbatches = false;
    std::optional<int> step = {};
    std::optional<int> replica = {};
};

struct CostsAnswer {
    RunCosts costs = {};
    Run run = {};
    CostsRequest request = {};
};

/// By how much the costs are off for the run's own order, as a share of what was measured.
double errorOf(const RunCosts& costs) {
    return costs.measured > 0 ? static_cast<double>(costs.predicted) / static_cast<double>(costs.measured) - 1 : 0;
}

std::string textOf(const CostsAnswer& answer) {
    const auto& [costs, run, request] = answer;
    const TimeUnit unit = costs.plan.timeUnit;
    std::string text = "Costs measured over " + std::to_string(costs.profile.steps) +
                       (costs.profile.steps == 1 ? " step\n\n" : " steps\n\n") +
                       stageTimesText(costs.plan, costs.profile, costs.memory) +
                       linkTimesText(costs.plan, costs.profile);
    if (request.microbatches)
        text += "\nThe file has a time for each stage and microbatch.\n";
    if (run.recorder && run.recorder->waitsInside)
        text += "\nThe ops of this run may hold waits for their values, which then count as work.\n";
    if (costs.memory.empty())
        text += "\nThe run does not say what ranks held: memory is the plan's.\n";
    if (costs.splitAssumed)
        text += "\n" + say(kSplitAssumed).text() + ".\n";
    if (costs.firstStageWhole)
        text += "\nIn stage 0 B does next to nothing and W is the whole backward, as PyTorch runs a split backward "
                "there.\n";
    text += "\nmakespan      " + roundedTimeText(costs.measured, unit) + " measured, " +
            roundedTimeText(costs.predicted, unit) + " by these costs (" + printed("%+.1f %%", 100 * errorOf(costs)) +
            ")\n";
    if (costs.plan.costs.measuredOn)
        text += "\n" + measuredOnText(costs.plan.costs);
    if (!request.output.empty())
        text += "saved         " + request.output + "\n";
    return text;
}

const Fields<StageBytes> kMemoryFields = {
    {"stage", "of the model", [](const StageBytes& each) { return each.copy.stage; }},
    {"direction", "of the microbatches", [](const StageBytes& each) { return each.copy.direction; }},
    {"forward", "bytes that F takes", [](const StageBytes& each) { return each.memory.forward; }},
    {"backward_input", "change at B, in bytes", [](const StageBytes& each) { return each.memory.backwardInput; }},
    {"backward_weight", "change at W, in bytes", [](const StageBytes& each) { return each.memory.backwardWeight; }}};

const Fields<RunCosts> kRunCostsFields =
    membersOf<RunCosts>(
        [](const RunCosts& each) {
            return MeasuredProfile{each.plan, each.profile};
        },
        profileFields()) +
    Fields<RunCosts>{
        {"memory", "that ranks held, where the run says", rowsOf<RunCosts>(&RunCosts::memory, kMemoryFields)},
        {"makespan", "the median of the steps", &RunCosts::measured, In::Times},
        {"predicted_makespan", "of the run's order by these costs", &RunCosts::predicted, In::Times},
        {"first_stage_whole", "all of stage 0's backward is W", &RunCosts::firstStageWhole},
        {"split_assumed", "B and W were never measured apart", &RunCosts::splitAssumed},
        {"measured_on", "how costs were measured that hold waits for cores",
         [](json::Writer& writer, const RunCosts& each, const Units&) { writeMeasuredOn(writer, each.plan.costs); }},
        {"time_unit", "of times", [](const RunCosts& each) { return each.plan.timeUnit; }},
        {"steps", "that were looked at", [](const RunCosts& each) { return each.profile.steps; }}};
const Fields<CostsAnswer> kCostsFields =
    membersOf<CostsAnswer>(&CostsAnswer::costs, kRunCostsFields) +
    Fields<CostsAnswer>{outputField<CostsAnswer>([](const CostsAnswer& each) { return each.request.output; })};

Reply costs(const CostsRequest& request, const Asker& asker) {
    if (const Result<Done> apart = asker.checkApart(request.output); !apart)
        return refused(Exit::Usage, request.output, apart.error());
    Result<Opened> opened = asker.open(request.run);
    if (!opened)
        return refused(Exit::Usage, request.run, opened.error());
    Run* const run = std::get_if<Run>(&*opened);
    if (!run)
        return refused(Exit::Usage, request.run, {"this is a plan; costs are measured: give a run"});
    const Result<Plan> plan = request.plan.empty() ? Result<Plan>{run->plan} : asker.plan(request.plan);
    if (!plan)
        return refused(Exit::Usage, request.plan, plan.error());
    Result<RunCosts> measured = costsOf(*run, *plan,
                                        {.eachMicrobatch = request.microbatches,
                                         .step = request.step,
                                         .replica = request.replica,
                                         .asPytorch = request.as == "pytorch"});
    if (!measured)
        return refused(Exit::Usage, request.run, measured.error());
    if (const Result<Done> saved = asker.write(request.output, measured->plan); !saved)
        return refused(Exit::Usage, request.output, saved.error());
    if (isStandardOutput(request.output))
        return printedFile();
    const Units units{measured->plan.timeUnit};
    return answered(CostsAnswer{*std::move(measured), std::move(*run), request}, kCostsFields, units, textOf);
}

constexpr const char* kCostsFooter = R"(
Writes PLAN, or the plan that the run holds, with the times that were measured: of each op of a stage the mean over the
steps in the middle half, of values on each link, of what hosts are busy with each value (PyTorch on CPUs, recorded or
traced), of the optimizer, and what ops take and give back of memory where the run says what ranks held. A value is on
its way from the later of when it was sent and when its receive was posted, until the rank went on that waited for it;
where no rank ever waited, nobody knows more than a bound, which the table calls "at most" and the file
`transfer_at_most`; where all that used a link may hold their waits, nobody knows anything, and the plan's own stays. The
table shows means, which are what is written, and half the spread of the middle half. A run of our own engine leaves its
first step out; a paced run gives its planned costs back. A backward that never ran apart is divided into B and W as the
plan's costs divide it.

With --as pytorch all of stage 0's backward is its W: PyTorch's pipelining runtime does nothing at a first stage's B, since
nobody waits for the gradient of the input.

Examples:
  lanewright-cli costs job.lwrun -o measured.lwsched
  lanewright-cli costs job.lwrun --microbatches --step 812 -o one-step.lwsched
  lanewright-cli costs job.lwrun zbv.lwsched -o zbv-measured.lwsched && lanewright-cli solve zbv-measured.lwsched)";

} // namespace

Question costsQuestion() {
    using R = CostsRequest;
    return question<R>(
        "costs", "Make the times and memory of a run the costs of a schedule", kCostsFooter,
        {option<R>("RUN", &R::run, "The measured run").required(),
         option<R>("PLAN", &R::plan, "The schedule or problem that takes the costs (default: that of the run)"),
         option<R>("-o,--output", &R::output, "Write the schedule with the measured costs here (-: standard output)"),
         option<R>("--microbatches", &R::microbatches, "A time for each stage and microbatch, not only each stage"),
         option<R>("--step", &R::step, "Of this step alone").range(0, 2147483647),
         option<R>("--replica", &R::replica, "Of this replica alone").range(0, 1 << 20),
         option<R>("--as", &R::as, "As whom the stages are to run").oneOf({"pytorch"})},
        costs, kCostsFields);
}

} // namespace lanewright::api
