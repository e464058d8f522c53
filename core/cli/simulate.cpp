// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"

#include "core/check/validate.h"
#include "core/cli/print/print_numbers.h"
#include "core/cli/shown.h"
#include "core/generate/recognise/recognise.h"
#include "core/simulate/iterations.h"
#include "core/simulate/simulate.h"

#include <memory>

namespace lanewright::cli {

namespace {

struct SimulateOptions {
    std::string file = {};
    int iterations = 0;
    std::string optimizer = {};
    bool json = false;
};

/// An optimizer mode with the time of one of so many iterations in it.
struct SimulatedTime {
    OptimizerMode mode = OptimizerMode::Synchronous;
    Fraction time = {};
};

std::vector<SimulatedTime> simulatedTimes(const SimulateOptions& options, const Plan& plan) {
    std::vector<SimulatedTime> times;
    for (const OptimizerMode mode : kOptimizerModes)
        if (options.iterations > 0 && (options.optimizer.empty() || options.optimizer == keyOf(mode)))
            times.push_back({mode, simulateIterations(plan, options.iterations, mode).iterationTime});
    return times;
}

void writeRecognition(json::Writer& writer, const Recognition& recognition) {
    writer.key("recognised").beginObject(json::Layout::Line);
    writer.key("name");
    if (recognition.name.empty())
        writer.null();
    else
        writer.string(recognition.name);
    writer.key("sentence").string(recognition.sentence().text());
    writer.key("exact").boolean(recognition.exact);
    writer.key("moved").number(recognition.moved);
    writer.key("replicas").number(recognition.replicas);
    writer.endObject();
}

Exit answerJson(const SimulateOptions& options, const Shown& shown, bool valid) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writeNumbers(writer, shown, heldAgainstBounds(shown));
    writeRecognition(writer, recognise(shown.plan));
    if (options.iterations > 0) {
        writer.key("iterations").beginObject(json::Layout::Line);
        writer.key("count").number(options.iterations);
        if (shown.run)
            writer.key("of").string("plan");
        for (const SimulatedTime& each : simulatedTimes(options, shown.plan)) {
            writer.key(keyOf(each.mode));
            writeFraction(writer, each.time, scaleOf(shown.plan.timeUnit));
        }
        writer.endObject();
    }
    writeDefinitions(writer);
    writer.endObject();
    const Exit printed = print(writer);
    return printed == Exit::Done && !valid ? Exit::No : printed;
}

Exit answerText(const SimulateOptions& options, const Shown& shown, bool valid) {
    std::string text = numbersText(shown, heldAgainstBounds(shown)) +
                       "\nrecognised: " + recognise(shown.plan).sentence().text() + "\n";
    for (const SimulatedTime& each : simulatedTimes(options, shown.plan))
        text += "\niteration time, " + std::string{keyOf(each.mode)} + " optimizer, over " +
                counted(options.iterations, "iteration", "iterations") + (shown.run ? " of its plan: " : ": ") +
                periodText(each.time, shown.plan.timeUnit);
    if (options.iterations > 0)
        text += "\n";
    if (valid && !shown.run && shown.plan.costs.measuredOn)
        text += "\n" + measuredOnText(shown.plan.costs);
    if (!valid)
        text += "\nThe schedule is not valid, so these are the numbers that hold of what runs; see lanewright-cli "
                "validate.\n";
    const Exit printed = print(text);
    return printed == Exit::Done && !valid ? Exit::No : printed;
}

Exit run(const SimulateOptions& options) {
    const Result<Shown> shown = openShown(options.file);
    if (!shown)
        return failed(Exit::Usage, options.file, shown.error());
    if (options.iterations == 0 && !options.optimizer.empty())
        return failed(Exit::Usage, "", {"--optimizer says how --iterations follow each other; give both"});
    const std::vector<Finding> findings = validate(shown->plan);
    const bool valid = isValid(findings);
    if (options.iterations > 0 && !valid)
        for (const Finding& finding : findings)
            if (finding.severity == Severity::Error)
                return failed(Exit::No, options.file, {"there are no iterations: " + finding.message.text()});
    return options.json ? answerJson(options, *shown, valid) : answerText(options, *shown, valid);
}

} // namespace

void addSimulate(Parser& program) {
    CommandParser& command = program.addCommand("simulate", "The numbers of a schedule, or of a measured run");
    const auto options = std::make_shared<SimulateOptions>();
    command.setFooter(
        "\nThe numbers:\n" + definitionsText() +
        "\nTimes are in the file's unit. A run file gives the measured numbers of its representative step, by\n"
        "its number in the file, and the memory that was counted in it. What an order that lacks ops or stalls "
        "doesn't\n"
        "have is a dash, in JSON null; so is memory that nobody counted. Where costs were measured while ranks took\n"
        "turns on the cores of a machine (measured_on), no gain can be promised, which is said below. The exit code "
        "is\n"
        "1 when the schedule is not valid.\n\nExamples:\n"
        "  lanewright-cli simulate a.lwsched\n"
        "  lanewright-cli simulate a.lwsched --iterations 4 --optimizer postvalidated --json");
    command.addOption("FILE", options->file, "A schedule (.lwsched, PyTorch .csv) or run (.lwrun)").required();
    command
        .addOption("--iterations", options->iterations,
                   "Also the time of an iteration when this many follow each other")
        .range(1, 1000);
    command.addOption("--optimizer", options->optimizer, "sync or postvalidated (both)")
        .oneOf({"sync", "postvalidated"});
    command.addJson(options->json);
    command.onRun([options] { return run(*options); });
}

} // namespace lanewright::cli
