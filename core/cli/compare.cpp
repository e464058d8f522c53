// SPDX-License-Identifier: Apache-2.0
#include "core/explain/compare.h"

#include "core/base/decimal.h"
#include "core/check/validate.h"
#include "core/cli/commands.h"
#include "core/cli/compare_iterations.h"
#include "core/cli/print/print_kernels.h"
#include "core/cli/print/print_numbers.h"
#include "core/cli/shown.h"
#include "core/model/text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>

namespace lanewright::cli {

namespace {

constexpr int kRows = 20;

struct CompareOptions {
    std::string planned = {};
    std::string actual = {};
    bool all = false;
    bool json = false;
};

bool sameOrder(const Comparison& comparison) {
    return comparison.inversions.empty() && comparison.onlyPlanned.empty() && comparison.onlyActual.empty();
}

/// Why there are no times of them to compare, as sentences.
std::string unfinishedText(const Shown& planned, const Shown& actual) {
    const auto sentence = [](const char* name, const std::string& why) {
        return why.empty() ? "" : std::string{name} + " has no times to compare: " + why + "\n";
    };
    return sentence("A", unfinishedText(planned)) + sentence("B", unfinishedText(actual));
}

/// The order of a plan as lanes of blocks that all take as long: what of it never starts is in it, too.
Timeline orderedLanes(const Schedule& schedule) {
    Timeline timeline;
    for (const Row& row : schedule.order) {
        Lane& lane = timeline.lanes.emplace_back();
        for (const Block& block : row) {
            const auto at = static_cast<Time>(lane.size());
            lane.push_back({.op = block.op, .paired = block.paired, .start = at, .end = at + 1});
        }
    }
    return timeline;
}

/// Where one of them has no times, only their orders are compared.
Comparison compared(const Shown& planned, const Shown& actual) {
    const bool whole = unfinishedText(planned, actual).empty();
    const auto lanes = [whole](const Shown& shown) {
        return whole || shown.run ? shown.timeline : orderedLanes(shown.plan.schedule);
    };
    return compare(planned.plan, lanes(planned), actual.plan, lanes(actual));
}

void writeExtents(json::Writer& writer, const Shown& shown, TimeUnit unit) {
    const Metrics metrics = metricsOf(shown);
    const std::string unfinished = unfinishedText(shown);
    writer.beginObject(json::Layout::Line);
    const auto time = [&](const char* key, Time value) {
        writer.key(key);
        if (unfinished.empty())
            writeTime(writer, value, unit);
        else
            writer.null();
    };
    time("makespan", metrics.makespan);
    time("longest_span", metrics.longestSpan);
    if (!unfinished.empty())
        writer.key("unfinished").string(unfinished);
    writeIteration(writer, shown, metrics, heldAgainstBounds(shown));
    writer.endObject();
}

void writeDeviation(json::Writer& writer, const Deviation& deviation, const Plan& plan) {
    writer.beginObject(json::Layout::Line);
    writer.key("op").string(toText(deviation.op, plan.costs.weightParts));
    writer.key("rank").number(deviation.rank);
    const auto time = [&](const char* key, Time value) { writeTime(writer.key(key), value, plan.timeUnit); };
    time("planned_start", deviation.plannedStart);
    time("actual_start", deviation.actualStart);
    time("slip", deviation.slip());
    time("planned_length", deviation.plannedLength);
    time("actual_length", deviation.actualLength);
    time("stretch", deviation.stretch());
    writer.endObject();
}

void writeOps(json::Writer& writer, const std::vector<Op>& ops, const Plan& plan) {
    writer.beginArray(json::Layout::Line);
    for (const Op& op : ops)
        writer.string(toText(op, plan.costs.weightParts));
    writer.endArray();
}

/// Why the difference of the makespans isn't split; empty where it is.
std::string unsplitText(const Comparison& comparison, const Shown& planned, const Shown& actual) {
    const Schedule& one = planned.plan.schedule;
    const Schedule& other = actual.plan.schedule;
    switch (comparison.likeness) {
    case Likeness::OtherStages:
        return "A has " + counted(one.stages(), "stage", "stages") + " and B " + std::to_string(other.stages()) +
               ": no op of one is an op of the other";
    case Likeness::OtherMicrobatches:
        return "A has " + counted(one.microbatches, "microbatch", "microbatches") + " and B " +
               std::to_string(other.microbatches);
    case Likeness::OtherOps: return "A and B do not run the same ops";
    case Likeness::OtherRanks: return "A and B run some ops on other ranks";
    case Likeness::OtherPairs: return "A and B run other ops as overlapped pairs";
    case Likeness::SameBlocks: return "";
    }
    return "";
}

void writeLost(json::Writer& writer, const Comparison& comparison, const Shown& planned, const Shown& actual) {
    const std::optional<LostTime>& lost = comparison.lost;
    const TimeUnit unit = planned.plan.timeUnit;
    const std::string unfinished = unfinishedText(planned, actual);
    const bool whole = unfinished.empty();
    writer.beginObject(json::Layout::Line);
    writer.key("difference");
    whole ? writeTime(writer, comparison.difference(), unit) : writer.null();
    const auto part = [&](const char* key, Time LostTime::*member) {
        writer.key(key);
        if (lost && whole)
            writeTime(writer, (*lost).*member, unit);
        else
            writer.null();
    };
    part("durations", &LostTime::durations);
    part("waits", &LostTime::waits);
    part("schedule", &LostTime::schedule);
    part("op_times", &LostTime::opTimes);
    part("jitter", &LostTime::jitter);
    part("transfers", &LostTime::transfers);
    part("launch", &LostTime::launch);
    if (!lost || !whole)
        writer.key("left_out")
            .string(whole ? unsplitText(comparison, planned, actual) : unfinished.substr(0, unfinished.size() - 1));
    writer.endObject();
}

Exit answerJson(const Comparison& comparison, const Shown& planned, const Shown& actual) {
    const Plan& plan = planned.plan;
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writeExtents(writer.key("planned"), planned, plan.timeUnit);
    writeExtents(writer.key("actual"), actual, plan.timeUnit);
    writeIterations(writer.key("iterations"), compareIterations(planned, actual), plan.timeUnit);
    writer.key("same_order").boolean(sameOrder(comparison));
    writeLost(writer.key("lost"), comparison, planned, actual);
    writer.key("deviations").beginArray(json::Layout::Lines);
    if (unfinishedText(planned, actual).empty())
        for (const Deviation& deviation : comparison.deviations)
            writeDeviation(writer, deviation, plan);
    writer.endArray();
    writer.key("inversions").beginArray(json::Layout::Lines);
    for (const Inversion& inversion : comparison.inversions) {
        writer.beginObject(json::Layout::Line);
        writer.key("rank").number(inversion.rank);
        writer.key("first").string(toText(inversion.first, plan.costs.weightParts));
        writer.key("second").string(toText(inversion.second, plan.costs.weightParts));
        writer.endObject();
    }
    writer.endArray();
    writeOps(writer.key("only_planned"), comparison.onlyPlanned, plan);
    writeOps(writer.key("only_actual"), comparison.onlyActual, plan);
    writeKernels(writer.key("kernels"), actual.run ? &*actual.run : nullptr, plan.timeUnit);
    writer.key("time_unit").string(toText(plan.timeUnit));
    writer.endObject();
    return print(writer);
}

std::string ratioText(Time actual, Time planned) {
    if (planned == 0)
        return "";
    char text[32];
    std::snprintf(text, sizeof text, "%.4f", static_cast<double>(actual) / static_cast<double>(planned));
    return text;
}

std::string iterationText(const Fraction& time, const Shown& of) {
    return of.run ? roundedTimeText(time, of.plan.timeUnit) : periodText(time, of.plan.timeUnit);
}

/// Rows about the iterations of both, and of two plans what those are held against.
void addIterations(Table& table, const Shown& planned, const Shown& actual) {
    const Metrics before = metricsOf(planned);
    const Metrics after = metricsOf(actual);
    const auto add = [&](const char* name, const std::optional<Fraction>& left, const std::optional<Fraction>& right) {
        if (left && right)
            table.add({name, iterationText(*left, planned), iterationText(*right, actual)});
    };
    add("iteration_time", before.iterationTime(), after.iterationTime());
    const std::optional<Held> heldBefore = heldAgainstBounds(planned);
    const std::optional<Held> heldAfter = heldAgainstBounds(actual);
    if (!heldBefore || !heldAfter)
        return;
    add("bubble", before.bubble(), after.bubble());
    add("avoidable", avoidableOf(before, heldBefore->iterationBound)->time,
        avoidableOf(after, heldAfter->iterationBound)->time);
}

std::string lostText(const Comparison& comparison, const Shown& planned, const Shown& actual) {
    const auto time = [&](Time value) { return roundedTimeText(value, planned.plan.timeUnit); };
    const std::string difference = time(comparison.difference());
    if (!comparison.lost)
        return "What the makespan's difference of " + difference +
               " comes from is not told op by op: " + unsplitText(comparison, planned, actual) + ".\n";
    const LostTime& lost = *comparison.lost;
    return "Of the makespan's difference of " + difference + ", " + time(lost.durations) +
           " come from the lengths of ops and " + time(lost.waits) +
           " from waits (transfers, launches, another order).\n" + "One by one: order " + time(lost.schedule) +
           ", op times " + time(lost.opTimes) + ", jitter " + time(lost.jitter) + ", transfers " +
           time(lost.transfers) + ", launch " + time(lost.launch) + ".\n";
}

std::string summaryText(const Comparison& comparison, const Shown& planned, const Shown& actual) {
    const TimeUnit unit = planned.plan.timeUnit;
    Table table({"", "planned", "actual", "difference", "ratio"}, "lrrrr");
    const auto add = [&](const char* name, Time before, Time after) {
        table.add({name, roundedTimeText(before, unit), roundedTimeText(after, unit),
                   roundedTimeText(after - before, unit), ratioText(after, before)});
    };
    add("makespan", comparison.plannedMakespan, comparison.actualMakespan);
    add("longest_span", comparison.plannedLongestSpan, comparison.actualLongestSpan);
    addIterations(table, planned, actual);
    return table.text() + "\n" + lostText(comparison, planned, actual);
}

std::vector<Deviation> worstFirst(std::vector<Deviation> deviations) {
    const auto size = [](const Deviation& deviation) {
        return std::max(std::abs(deviation.slip()), std::abs(deviation.stretch()));
    };
    std::ranges::stable_sort(deviations, std::greater<>{}, size);
    return deviations;
}

std::string deviationsText(const Comparison& comparison, const Plan& plan, int most) {
    Table table({"op", "rank", "planned start", "actual start", "slip", "planned length", "actual length", "stretch"},
                "lrrrrrrr");
    const std::vector<Deviation> worst = worstFirst(comparison.deviations);
    const int rows = std::min(most, static_cast<int>(worst.size()));
    const auto time = [&](Time value) { return roundedTimeText(value, plan.timeUnit); };
    for (int i = 0; i < rows; ++i)
        table.add({toText(worst[i].op, plan.costs.weightParts), std::to_string(worst[i].rank),
                   time(worst[i].plannedStart), time(worst[i].actualStart), time(worst[i].slip()),
                   time(worst[i].plannedLength), time(worst[i].actualLength), time(worst[i].stretch())});
    if (table.empty())
        return "";
    const std::string count = std::to_string(rows) + " of " + std::to_string(worst.size());
    return "\nOps, worst first (" + count + "):\n" + table.text();
}

std::string orderText(const Comparison& comparison, const Plan& plan) {
    if (comparison.likeness == Likeness::OtherStages)
        return "";
    const auto name = [&](const Op& op) { return toText(op, plan.costs.weightParts); };
    std::string text;
    for (std::size_t i = 0; i < comparison.inversions.size() && i < kRows; ++i) {
        const Inversion& inversion = comparison.inversions[i];
        text += "rank " + std::to_string(inversion.rank) + ": " + name(inversion.first) + " is planned before " +
                name(inversion.second) + ", but comes after it\n";
    }
    if (comparison.inversions.size() > kRows)
        text += "and " + std::to_string(comparison.inversions.size() - kRows) + " more pairs in the other order\n";
    const auto only = [&](const char* words, const std::vector<Op>& ops) {
        if (!ops.empty())
            text +=
                std::string{words} + ": " + std::to_string(ops.size()) + " ops, the first " + name(ops.front()) + "\n";
    };
    only("only planned", comparison.onlyPlanned);
    only("not planned", comparison.onlyActual);
    return text.empty() ? "\nEvery rank runs its ops in the planned order.\n" : "\n" + text;
}

Exit run(const CompareOptions& options) {
    const Result<Shown> planned = openShown(options.planned);
    if (!planned)
        return failed(Exit::Usage, options.planned, planned.error());
    const Result<Shown> actual = openShown(options.actual);
    if (!actual)
        return failed(Exit::Usage, options.actual, actual.error());
    const Comparison comparison = compared(*planned, *actual);
    const int most = options.all ? std::numeric_limits<int>::max() : kRows;
    const Exit printed =
        options.json ? answerJson(comparison, *planned, *actual) : print(comparisonText(*planned, *actual, most));
    return printed == Exit::Done && !sameOrder(comparison) ? Exit::No : printed;
}

/// Times on different machines can't be compared more closely than their clocks.
std::string clocksText(const Shown& shown) {
    if (!shown.run || shown.run->clockUncertainty.empty())
        return "";
    const Time most = std::ranges::max(shown.run->clockUncertainty);
    return most > 0 ? "the clocks of the ranks agree within " + decimalFromTicks(most, 1000) + " µs\n" : "";
}

} // namespace

std::string comparisonText(const Shown& planned, const Shown& actual, int most) {
    const Comparison comparison = compared(planned, actual);
    const std::string paced = actual.run && actual.run->paced ? "paced run, step " + std::to_string(actual.step) + "\n"
                              : actual.run                    ? "run, step " + std::to_string(actual.step) + "\n"
                                                              : "";
    if (const std::string unfinished = unfinishedText(planned, actual); !unfinished.empty())
        return paced + unfinished + orderText(comparison, planned.plan);
    return paced + clocksText(actual) + summaryText(comparison, planned, actual) +
           iterationsText(compareIterations(planned, actual), planned, actual) +
           deviationsText(comparison, planned.plan, most) + orderText(comparison, planned.plan) +
           (actual.run ? kernelsText(*actual.run, most) : "");
}

void addCompare(Parser& program) {
    CommandParser& command = program.addCommand("compare", "Plan against run, or plan against plan");
    const auto options = std::make_shared<CompareOptions>();
    command.setFooter(
        "\nStarts count from the first start of either. The exit code is 1 when ops or their order differ; "
        "other times alone\ndo not count. A plan that lacks ops, breaks a rule or stalls has no times to compare. The "
        "time of an iteration is given for each optimizer mode: of a plan once "
        "its iterations repeat,\nof a run as it was measured. Of a run B that traced kernels these are listed "
        "by name.\n\nExamples:\n"
        "  lanewright-cli compare a.lwsched a.lwrun\n"
        "  lanewright-cli compare sync.lwrun postvalidated.lwrun");
    command.addOption("A", options->planned, "The plan (or a run)").required();
    command.addOption("B", options->actual, "What to hold against it: a run or another plan").required();
    command.addFlag("--all", options->all, "List every op and kernel, not only the worst 20");
    command.addJson(options->json);
    command.onRun([options] { return run(*options); });
}

} // namespace lanewright::cli
