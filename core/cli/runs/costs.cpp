// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"
#include "core/cli/print/print_numbers.h"
#include "core/cli/print/print_profile.h"
#include "core/measured/run_costs.h"
#include "core/open/open_file.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace lanewright::cli {

namespace {

struct CostsOptions {
    std::string run = {};
    std::string plan = {};
    std::string output = {};
    std::string as = {};
    bool microbatches = false;
    std::optional<int> step = {};
    std::optional<int> replica = {};
    bool json = false;
};

/// By how much the costs are off for the run's own order, as a share of what was measured.
double errorOf(const RunCosts& costs) {
    return costs.measured > 0 ? static_cast<double>(costs.predicted) / static_cast<double>(costs.measured) - 1 : 0;
}

std::string costsText(const RunCosts& costs, const Run& run, const CostsOptions& options) {
    const TimeUnit unit = costs.plan.timeUnit;
    std::string text = "Costs measured over " + std::to_string(costs.profile.steps) +
                       (costs.profile.steps == 1 ? " step\n\n" : " steps\n\n") +
                       stageTimesText(costs.plan, costs.profile, costs.memory) +
                       linkTimesText(costs.plan, costs.profile);
    if (options.microbatches)
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
    char error[32];
    std::snprintf(error, sizeof error, "%+.1f %%", 100 * errorOf(costs));
    text += "\nmakespan      " + roundedTimeText(costs.measured, unit) + " measured, " +
            roundedTimeText(costs.predicted, unit) + " by these costs (" + error + ")\n";
    if (costs.plan.costs.measuredOn)
        text += "\n" + measuredOnText(costs.plan.costs);
    if (!options.output.empty())
        text += "saved         " + options.output + "\n";
    return text;
}

Exit costsJson(const RunCosts& costs, const CostsOptions& options) {
    const TimeUnit unit = costs.plan.timeUnit;
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writeStages(writer, costs.plan, costs.profile);
    writeMeasuredPairs(writer, costs.plan, costs.profile);
    writeLinks(writer, costs.plan, costs.profile);
    writer.key("memory").beginArray(json::Layout::Lines);
    for (const StageBytes& stage : costs.memory) {
        writer.beginObject(json::Layout::Line);
        writer.key("stage").number(stage.copy.stage);
        writer.key("direction").number(stage.copy.direction);
        writer.key("forward").number(stage.memory.forward);
        writer.key("backward_input").number(stage.memory.backwardInput);
        writer.key("backward_weight").number(stage.memory.backwardWeight);
        writer.endObject();
    }
    writer.endArray();
    writer.key("makespan");
    writeTime(writer, costs.measured, unit);
    writer.key("predicted_makespan");
    writeTime(writer, costs.predicted, unit);
    writer.key("first_stage_whole").boolean(costs.firstStageWhole);
    writer.key("split_assumed").boolean(costs.splitAssumed);
    writeMeasuredOn(writer, costs.plan.costs);
    writer.key("time_unit").string(toText(unit));
    writer.key("steps").number(costs.profile.steps);
    writer.key("output");
    options.output.empty() ? writer.null() : writer.string(options.output);
    writer.endObject();
    return print(writer);
}

Exit costs(const CostsOptions& options) {
    if (const Result<Done> apart = checkApart(options.output, options.json); !apart)
        return failed(Exit::Usage, options.output, apart.error());
    const Result<Opened> opened = openFile(options.run);
    if (!opened)
        return failed(Exit::Usage, options.run, opened.error());
    const Run* const run = std::get_if<Run>(&*opened);
    if (!run)
        return failed(Exit::Usage, options.run, {"this is a plan; costs are measured: give a run"});
    const Result<Plan> plan = options.plan.empty() ? Result<Plan>{run->plan} : openPlan(options.plan);
    if (!plan)
        return failed(Exit::Usage, options.plan, plan.error());
    const Result<RunCosts> measured = costsOf(*run, *plan,
                                              {.eachMicrobatch = options.microbatches,
                                               .step = options.step,
                                               .replica = options.replica,
                                               .asPytorch = options.as == "pytorch"});
    if (!measured)
        return failed(Exit::Usage, options.run, measured.error());
    if (const Result<Done> saved = writeSchedule(options.output, measured->plan); !saved)
        return failed(Exit::Usage, options.output, saved.error());
    if (isStandardOutput(options.output))
        return Exit::Done;
    return options.json ? costsJson(*measured, options) : print(costsText(*measured, *run, options));
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

void addCosts(Parser& program) {
    CommandParser& command = program.addCommand("costs", "Make the times and memory of a run the costs of a schedule");
    const auto options = std::make_shared<CostsOptions>();
    command.setFooter(kCostsFooter);
    command.addOption("RUN", options->run, "The measured run").required();
    command.addOption("PLAN", options->plan, "The schedule or problem that takes the costs (default: that of the run)");
    command.addOption("-o,--output", options->output,
                      "Write the schedule with the measured costs here (-: standard output)");
    command.addFlag("--microbatches", options->microbatches,
                    "A time for each stage and microbatch, not only each stage");
    command.addOption("--step", options->step, "Of this step alone").range(0, 2147483647);
    command.addOption("--replica", options->replica, "Of this replica alone").range(0, 1 << 20);
    command.addOption("--as", options->as, "As whom the stages are to run").oneOf({"pytorch"});
    command.addJson(options->json);
    command.onRun([options] { return costs(*options); });
}

} // namespace lanewright::cli
