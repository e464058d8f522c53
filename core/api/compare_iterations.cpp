// SPDX-License-Identifier: Apache-2.0
#include "core/api/compare_iterations.h"

#include "core/api/table.h"

namespace lanewright::api {

namespace {

std::string cell(const std::optional<Fraction>& time, const Shown& shown) {
    if (!time)
        return "";
    const TimeUnit unit = shown.plan.timeUnit;
    return shown.run ? roundedTimeText(*time, unit) : periodText(*time, unit);
}

/// `A post-validated optimizer saves 3 ms of each iteration (12.0 %)`.
std::string savingText(const char* who, const Fraction& saved, const Fraction& of, const Shown& shown) {
    const std::string share = of.value() > 0 ? printed(" (%.1f %%)", 100 * saved.value() / of.value()) : "";
    return std::string{who} + "a post-validated optimizer saves " + cell(saved, shown) + " of each iteration" + share +
           ".\n";
}

} // namespace

std::optional<Fraction> IterationComparison::measuredSaving() const {
    if (planned.synchronous && actual.postValidated && !planned.postValidated && !actual.synchronous)
        return *planned.synchronous - *actual.postValidated;
    if (planned.postValidated && actual.synchronous && !planned.synchronous && !actual.postValidated)
        return *actual.synchronous - *planned.postValidated;
    return {};
}

IterationComparison compareIterations(const ShownNumbers& planned, const ShownNumbers& actual) {
    return {.planned = planned.metrics.iterationTimes, .actual = actual.metrics.iterationTimes};
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

const Fields<IterationComparison>& iterationComparisonFields() {
    static const Fields<IterationTimes> kTimes = {
        {"sync", "every rank waits for all", &IterationTimes::synchronous, In::Times},
        {"postvalidated", "each rank steps at once", &IterationTimes::postValidated, In::Times},
        {"saved", "by the second of them", &IterationTimes::saved, In::Times}};
    static const Fields<IterationComparison> kFields = {
        {"planned", "of A", objectOf<IterationComparison>(&IterationComparison::planned, kTimes)},
        {"actual", "of B", objectOf<IterationComparison>(&IterationComparison::actual, kTimes)},
        {"measured_saving", "of two runs in different modes", &IterationComparison::measuredSaving, In::Times}};
    return kFields;
}

} // namespace lanewright::api
