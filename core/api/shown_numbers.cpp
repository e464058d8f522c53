// SPDX-License-Identifier: Apache-2.0
#include "core/api/shown_numbers.h"

#include "core/api/table.h"
#include "core/check/validate.h"
#include "core/io/quoted_text.h"
#include "core/measured/profile/shared_cores.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <span>
#include <utility>

namespace lanewright::api {

namespace {

const Plan& planOf(const ShownNumbers& numbers) { return numbers.shown.plan; }

Numbered numberedOf(const ShownNumbers& numbers) {
    return {planOf(numbers), numbers.metrics, numbers.held, numbers.buffers, numbers.shown.run.has_value()};
}

using WriteNumber = void (*)(json::Writer&, const Number&, const Numbered&, const Units&);

/// The rows of numbers; those that are exact have two.
Fields<ShownNumbers> fieldsOf(std::span<const Number> numbers) {
    Fields<ShownNumbers> fields;
    const auto add = [&](std::string_view key, const Number& number, WriteNumber write) {
        const auto member = [&number, write](json::Writer& writer, const ShownNumbers& each, const Units& units) {
            write(writer, number, numberedOf(each), units);
        };
        fields.push_back(Field<ShownNumbers>{key, number.definition.text, member}.when(
            [&number](const ShownNumbers& each) { return number.appliesTo(numberedOf(each)); }));
    };
    for (const Number& number : numbers) {
        add(number.key, number, writeNumber);
        if (!number.exactKey.empty())
            add(number.exactKey, number, writeExact);
    }
    return fields;
}

Fields<ShownNumbers> allFields() {
    const Fields<ShownNumbers> first = {
        {"title", "of the schedule", [](const ShownNumbers& each) { return planOf(each).title.text(); }},
        {"ranks", "how many", [](const ShownNumbers& each) { return planOf(each).schedule.ranks(); }},
        {"microbatches", "how many", [](const ShownNumbers& each) { return planOf(each).schedule.microbatches; }},
        {"measured", "a run's step, not a plan", [](const ShownNumbers& each) { return each.shown.run.has_value(); }},
        Field<ShownNumbers>{"step", "which of the run's", [](const ShownNumbers& each) { return each.shown.step; }}
            .when([](const ShownNumbers& each) { return each.shown.run.has_value(); })};
    const Fields<ShownNumbers> last = {
        {"measured_on", "how costs were measured that hold waits for cores",
         [](json::Writer& writer, const ShownNumbers& each, const Units&) {
             writeMeasuredOn(writer, planOf(each).costs);
         }},
        {"valid", "no finding is an error", [](const ShownNumbers& each) { return each.errors.empty(); }},
        {"time_unit", "of times", [](const ShownNumbers& each) { return unitsOf(each.shown).time; }},
        {"memory_unit", "of memory", [](const ShownNumbers& each) { return unitsOf(each.shown).memory; }}};
    return first + fieldsOf(allNumbers()) + last;
}

/// Those of a plan; `held` makes what it is held against of what is known.
ShownNumbers numbersWith(Shown shown, const auto& held) {
    KeptBuffers buffers = keptBuffers(shown.plan);
    Checked known = checkedWithBuffers(shown.plan, shown.timeline, buffers);
    const std::optional<Held> against = held(shown.plan, known);
    return {std::move(shown), std::move(known.metrics), against, std::move(buffers), std::move(known.errors)};
}

} // namespace

void writeMeasuredOn(json::Writer& writer, const Costs& costs) {
    static const Fields<SharedCores> kFields = {{"threads", "that computed at once", &SharedCores::threads},
                                                {"cores", "on which they took turns", &SharedCores::cores}};
    if (costs.measuredOn)
        writeObject(writer, kFields, *costs.measuredOn, {});
    else
        writer.null();
}

std::string measuredOnText(const Costs& costs) {
    return costs.measuredOn ? sentenceOf(*costs.measuredOn).text() + ".\n" : "";
}

ShownNumbers numbersOf(Shown shown) {
    if (!shown.run)
        return numbersWith(std::move(shown), heldAgainstBounds);
    const auto step = std::ranges::find(shown.run->steps, shown.step, &StepRecord::step);
    Metrics metrics = metricsOfStep(*shown.run, *step);
    std::vector<Finding> errors = checked(shown.plan, simulate(shown.plan.schedule, shown.plan.costs)).errors;
    return {.shown = std::move(shown), .metrics = std::move(metrics), .errors = std::move(errors)};
}

ShownNumbers numbersOf(Shown shown, const Held& held) {
    return numbersWith(std::move(shown), [&](const Plan&, const Checked&) { return std::optional{held}; });
}

std::string unfinishedText(const std::vector<Finding>& errors) {
    const auto found = std::ranges::find_if_not(errors, isAboutMemory);
    return found == errors.end() ? "" : found->message.text();
}

std::string unfinishedText(const ShownNumbers& numbers) {
    return numbers.shown.run ? "" : unfinishedText(numbers.errors);
}

Units unitsOf(const Shown& shown) {
    return {shown.plan.timeUnit, memoryUnitOf(shown.plan, shown.run.has_value()), shown.plan.costs.weightParts};
}

const Fields<ShownNumbers>& iterationFields() {
    static const Fields<ShownNumbers> kFields = fieldsOf(iterationNumbers());
    return kFields;
}

const Fields<ShownNumbers>& numberFields() {
    static const Fields<ShownNumbers> kFields = allFields();
    return kFields;
}

void writeDefinitions(json::Writer& writer) {
    writer.beginObject(json::Layout::Lines);
    for (const Number& number : allNumbers())
        writer.key(number.key).string(number.definition.text);
    writer.endObject();
}

std::string definitionsText() {
    std::string text;
    for (const Number& number : allNumbers())
        text += "  " + std::string{number.key} + ": " + std::string{number.definition.text} +
                (number.symbol.empty() ? "" : "; in formulas " + std::string{number.symbol}) +
                (number.better == Better::More ? "; more is better" : "") + "\n";
    return text;
}

std::string numbersText(const ShownNumbers& numbers) {
    const Shown& shown = numbers.shown;
    const NumberLines lines = numberLines(numberedOf(numbers));
    Table table({"number", "value"}, "lr");
    for (const NumberLine& line : lines.whole)
        table.add({line.key, line.value});
    Table ranks(lines.rankKeys, std::string(lines.rankKeys.size(), 'r'));
    for (const std::vector<Message>& row : lines.ranks)
        ranks.add({row.begin(), row.end()});
    std::string head = shown.plan.title.empty() ? "" : shownLine(shown.plan.title.text()) + "\n";
    if (shown.run)
        head += "measured, step " + std::to_string(shown.step) + (shown.run->paced ? ", paced\n" : "\n");
    if (shown.run && stepsStandApart(*shown.run))
        head += "the steps of the run don't follow each other, so it has no time per iteration; the numbers are the "
                "step's\n";
    return head + table.text() + "\n" + ranks.text();
}

} // namespace lanewright::api
