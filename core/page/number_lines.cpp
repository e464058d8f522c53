// SPDX-License-Identifier: Apache-2.0
#include "core/page/number_lines.h"

#include "core/base/printed.h"
#include "core/check/validate.h"
#include "core/model/optimizer.h"
#include "core/model/proof.h"
#include "core/simulate/iteration_time.h"
#include "core/simulate/number_text.h"

#include <cstddef>
#include <string_view>
#include <utility>

namespace lanewright {

namespace {

/// In place of a number that an order doesn't have: it lacks ops, breaks a rule or stalls.
constexpr const char* kNone = "–";

/// Cells of ranks: what is not known of any is a dash, a limit that there isn't is none.
Message amountText(const Number& number, const NumberValue& value, const Numbered& each, std::size_t rank) {
    const Amounts& amounts = std::get<Amounts>(value);
    const bool isLimit = number.better == Better::Neither;
    if (amounts[rank] && number.unit == NumberUnit::Count)
        return *amounts[rank];
    if (amounts[rank])
        return numbers::memoryText(*amounts[rank], memoryUnitOf(each.plan, each.measured));
    return isLimit ? say(phrase("number", "none")) : kNone;
}

Message timeText(const Numbered& each, const Fraction& time) {
    return each.measured ? numbers::roundedTimeText(time, each.plan.timeUnit)
                         : numbers::periodText(time, each.plan.timeUnit);
}

/// The number in words and digits.
Message textOf(const Number& number, const NumberValue& value, const Numbered& each) {
    switch (number.unit) {
    case NumberUnit::Duration: return timeText(each, std::get<Fraction>(value));
    case NumberUnit::PartOfIteration:
        return numbers::differenceText(std::get<Fraction>(value), *each.metrics.iterationTime(), each.plan.timeUnit);
    case NumberUnit::Share: return numbers::shareText(std::get<double>(value));
    case NumberUnit::PerSecond:
        return say(phrase("number", "%1 microbatches/s"), numbers::said(printed("%.4g", std::get<double>(value))));
    case NumberUnit::Count: return std::get<int>(value);
    case NumberUnit::Word: return std::get<std::string>(value);
    case NumberUnit::Memory: break; // said of ranks
    }
    return {};
}

/// Below the iteration time what it were in the other optimizer mode.
void addOtherModes(const Numbered& each, std::vector<NumberLine>& lines) {
    for (const OptimizerMode mode : kOptimizerModes)
        if (const std::optional<Fraction> other = each.metrics.iterationTimes.of(mode);
            other && mode != each.metrics.optimizerMode)
            lines.push_back({"  were it " + std::string{keyOf(mode)}, timeText(each, *other)});
}

void addLine(const Number& number, const Numbered& each, std::vector<NumberLine>& lines) {
    if (number.shownIn == ShownIn::Answers || number.shownIn == ShownIn::Ranks || !number.appliesTo(each))
        return;
    const NumberValue value = number.value(each);
    const bool isThere = !std::holds_alternative<std::monostate>(value);
    const bool isLeftOut = number.shownIn == ShownIn::Lines || (each.measured && number.key == "iteration_time");
    if (isThere)
        lines.push_back({std::string{number.key}, number.suffixed != nullptr
                                                      ? number.suffixed(textOf(number, value, each), each)
                                                      : textOf(number, value, each)});
    else if (!isLeftOut)
        lines.push_back({std::string{number.key}, kNone});
    if (number.key == "iteration_time")
        addOtherModes(each, lines);
}

bool isColumn(const Number& number, const Numbered& each) {
    return number.shownIn == ShownIn::Ranks && number.appliesTo(each);
}

std::vector<std::string> rankKeysOf(const Numbered& each) {
    std::vector<std::string> keys = {"rank", "span", "busy"};
    for (const Number& number : allNumbers())
        if (isColumn(number, each))
            keys.emplace_back(number.key);
    return keys;
}

std::vector<std::vector<Message>> rankRows(const Numbered& each) {
    std::vector<std::pair<const Number*, NumberValue>> columns;
    for (const Number& number : allNumbers())
        if (isColumn(number, each))
            columns.emplace_back(&number, number.value(each));
    std::vector<std::vector<Message>> rows;
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(each.plan.schedule.ranks()); ++rank) {
        const auto time = [&](const std::vector<Time>& list) {
            return each.metrics.stalls ? Message(kNone) : timeText(each, {list[rank], 1});
        };
        rows.push_back({rank, time(each.metrics.span), time(each.metrics.busy)});
        for (const auto& [number, value] : columns)
            rows.back().push_back(amountText(*number, value, each, rank));
    }
    return rows;
}

} // namespace

std::optional<Held> heldAgainst(const Fraction& bound, const Checked& known) {
    const std::optional<Fraction> time = known.metrics.iterationTime();
    if (!time || !known.errors.empty())
        return {};
    return Held{.value = *time, .lowerBound = bound, .iterationBound = bound};
}

std::optional<Held> heldAgainstBounds(const Plan& plan, const Checked& known) {
    // Nobody asks for the bound of what can't be held against it.
    const std::optional<Held> alone = heldAgainst({}, known);
    if (!alone)
        return {};
    const std::vector<Bound> bounds = lowerBounds(plan, Objective::Iteration, BoundEffort::Quick);
    return heldAgainst(largestUnder(bounds, alone->value).value, known);
}

Metrics metricsOfStep(const Run& run, const StepRecord& step) {
    Metrics metrics = measureRun(run.plan, step.wall);
    metrics.peakMemory = step.peakActivations;
    metrics.totalMemory = {};
    if (run.plan.memoryUnit == MemoryUnit::Unit)
        metrics.memoryLimit = metrics.deviceMemory = {};
    metrics.optimizerMode = run.optimizer.mode;
    if (const std::optional<Time> each = iterationTimeOf(run)) {
        const bool waits = metrics.optimizerMode == OptimizerMode::Synchronous;
        IterationTimes times;
        (waits ? times.synchronous : times.postValidated) = Fraction{*each, 1};
        setIterationTimes(metrics, run.plan, times);
    }
    return metrics;
}

MemoryUnit memoryUnitOf(const Plan& plan, bool measured) {
    return measured && plan.memoryUnit == MemoryUnit::Unit ? MemoryUnit::MiB : plan.memoryUnit;
}

Message valueText(const Number& number, const Numbered& each) {
    const NumberValue value = number.value(each);
    return std::holds_alternative<std::monostate>(value) ? Message() : textOf(number, value, each);
}

NumberLines numberLines(const Plan& plan, const Metrics& metrics, const std::optional<Held>& held, bool measured) {
    return numberLines({plan, metrics, held, measured ? KeptBuffers{} : keptBuffers(plan), measured});
}

NumberLines numberLines(const Numbered& each) {
    NumberLines lines{.rankKeys = rankKeysOf(each), .ranks = rankRows(each)};
    for (const Number& number : allNumbers())
        addLine(number, each, lines.whole);
    return lines;
}

std::vector<NumberLine> tileLines(const Numbered& each) {
    std::vector<NumberLine> lines;
    for (const Number& number : allNumbers())
        if (number.shownIn == ShownIn::Tiles)
            addLine(number, each, lines);
    std::erase_if(lines, [](const NumberLine& line) { return line.key.starts_with(' '); });
    return lines;
}

} // namespace lanewright
