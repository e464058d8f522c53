// SPDX-License-Identifier: Apache-2.0
#include "core/cli/compare_iterations.h"

#include "core/cli/print/print_numbers.h"

#include <cstdio>

namespace lanewright::cli {

namespace {

IterationTimes iterationTimes(const Shown& shown) { return metricsOf(shown).iterationTimes; }

std::string cell(const std::optional<Fraction>& time, const Shown& shown) {
    if (!time)
        return "";
    const TimeUnit unit = shown.plan.timeUnit;
    return shown.run ? roundedTimeText(*time, unit) : periodText(*time, unit);
}

/// `A post-validated optimizer saves 3 ms of each iteration (12.0 %)`.
std::string savingText(const char* who, const Fraction& saved, const Fraction& of, const Shown& shown) {
    char share[32] = "";
    if (of.value() > 0)
        std::snprintf(share, sizeof share, " (%.1f %%)", 100 * saved.value() / of.value());
    return std::string{who} + "a post-validated optimizer saves " + cell(saved, shown) + " of each iteration" + share +
           ".\n";
}

void writeTimes(json::Writer& writer, const IterationTimes& times, TimeUnit unit) {
    writer.beginObject(json::Layout::Line);
    const auto write = [&](const char* key, const std::optional<Fraction>& time) {
        writer.key(key);
        if (time)
            writeFraction(writer, *time, scaleOf(unit));
        else
            writer.null();
    };
    write("sync", times.synchronous);
    write("postvalidated", times.postValidated);
    write("saved", times.saved());
    writer.endObject();
}

} // namespace

std::optional<Fraction> IterationComparison::measuredSaving() const {
    if (planned.synchronous && actual.postValidated && !planned.postValidated && !actual.synchronous)
        return *planned.synchronous - *actual.postValidated;
    if (planned.postValidated && actual.synchronous && !planned.synchronous && !actual.postValidated)
        return *actual.synchronous - *planned.postValidated;
    return {};
}

IterationComparison compareIterations(const Shown& planned, const Shown& actual) {
    return {.planned = iterationTimes(planned), .actual = iterationTimes(actual)};
}

std::string iterationsText(const IterationComparison& iterations, const Shown& planned, const Shown& actual) {
    Table table({"iteration time, optimizer", "planned", "actual"}, "lrr");
    const auto add = [&](const char* mode, const std::optional<Fraction>& before,
                         const std::optional<Fraction>& after) {
        if (before || after)
            table.add({mode, cell(before, planned), cell(after, actual)});
    };
    add("sync", iterations.planned.synchronous, iterations.actual.synchronous);
    add("postvalidated", iterations.planned.postValidated, iterations.actual.postValidated);
    if (table.empty())
        return "";
    std::string text = "\n" + table.text();
    if (const auto saved = iterations.planned.saved())
        text += savingText("As planned, ", *saved, *iterations.planned.synchronous, planned);
    if (const auto saved = iterations.actual.saved())
        text += savingText("In the other plan, ", *saved, *iterations.actual.synchronous, actual);
    if (const auto saved = iterations.measuredSaving())
        text +=
            savingText("As measured, ", *saved,
                       *(iterations.planned.synchronous ? iterations.planned : iterations.actual).synchronous, actual);
    return text;
}

void writeIterations(json::Writer& writer, const IterationComparison& iterations, TimeUnit unit) {
    writer.beginObject(json::Layout::Lines);
    writeTimes(writer.key("planned"), iterations.planned, unit);
    writeTimes(writer.key("actual"), iterations.actual, unit);
    writer.key("measured_saving");
    if (const auto saved = iterations.measuredSaving())
        writeFraction(writer, *saved, scaleOf(unit));
    else
        writer.null();
    writer.endObject();
}

} // namespace lanewright::cli
