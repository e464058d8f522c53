// SPDX-License-Identifier: Apache-2.0
#include "core/api/shown_numbers.h"

#include "core/api/table.h"
#include "core/base/decimal.h"
#include "core/bounds/bounds.h"
#include "core/check/validate.h"
#include "core/io/quoted_text.h"
#include "core/measured/profile/shared_cores.h"
#include "core/model/proof.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanewright::api {

namespace {

using MaybeFraction = std::optional<Fraction>;

const Plan& planOf(const ShownNumbers& numbers) { return numbers.shown.plan; }

/// A row of a number, whose meaning is its definition.
template <typename Member>
Field<ShownNumbers> number(std::string_view key, Member member, In in = In::Ones) {
    return {key, definitionOf(key).text, member, in};
}

/// The same of a time of the order, which one that stalls doesn't have.
Field<ShownNumbers> timeOfOrder(std::string_view key, Time Metrics::*member) {
    return number(
        key,
        [member](const ShownNumbers& numbers) {
            return numbers.metrics.stalls ? std::nullopt : std::optional{numbers.metrics.*member};
        },
        In::Times);
}

/// A number of `Metrics`.
template <typename Member>
Field<ShownNumbers> metric(std::string_view key, Member member, In in = In::Ones) {
    return number(
        key, [member](const ShownNumbers& numbers) { return std::invoke(member, numbers.metrics); }, in);
}

/// One entry per rank; none where there is no limit, or where nobody knows.
template <typename Amount>
Field<ShownNumbers> memory(std::string_view key, std::vector<Amount> Metrics::*member) {
    return number(
        key,
        [member](const ShownNumbers& numbers) {
            std::vector<std::optional<Bytes>> amounts((numbers.metrics.*member).begin(),
                                                      (numbers.metrics.*member).end());
            amounts.resize(static_cast<std::size_t>(planOf(numbers).schedule.ranks()));
            return amounts;
        },
        In::Memory);
}

/// The fraction behind a decimal, in the unit of the file.
template <typename Member>
Field<ShownNumbers> exact(std::string_view key, Member member) {
    return {key, "the same as an exact fraction", [member](const ShownNumbers& numbers) {
                const MaybeFraction value = std::invoke(member, numbers);
                return value ? std::optional{fractionText(*value, scaleOf(planOf(numbers).timeUnit))} : std::nullopt;
            }};
}

MaybeFraction iterationTime(const ShownNumbers& numbers) { return numbers.metrics.iterationTime(); }
MaybeFraction period(const ShownNumbers& numbers) { return numbers.metrics.period; }
MaybeFraction lowerBound(const ShownNumbers& numbers) { return numbers.held->lowerBound; }
MaybeFraction iterationBound(const ShownNumbers& numbers) { return numbers.held->iterationBound; }
bool isHeld(const ShownNumbers& numbers) { return numbers.held.has_value(); }
bool isHeldElsewhere(const ShownNumbers& numbers) {
    return isHeld(numbers) && numbers.held->objective != Objective::Iteration;
}
bool isPlanned(const ShownNumbers& numbers) { return !numbers.shown.run; }
std::optional<Avoidable> avoidable(const ShownNumbers& numbers) {
    return isHeld(numbers) ? avoidableOf(numbers.metrics, numbers.held->iterationBound) : std::nullopt;
}
bool isValidPlan(const ShownNumbers& numbers) {
    const Shown& shown = numbers.shown;
    return isValid(shown.run ? validate(shown.plan) : validate(shown.plan, shown.timeline));
}

const Fields<IterationTimes>& iterationTimeFields() {
    static const Fields<IterationTimes> kFields = {
        {keyOf(OptimizerMode::Synchronous), "every rank waits for all", &IterationTimes::synchronous},
        {keyOf(OptimizerMode::PostValidated), "each rank steps at once", &IterationTimes::postValidated}};
    return kFields;
}

void writeProof(json::Writer& writer, const ShownNumbers& numbers, const Units& units) {
    static const Fields<Proof> kFields = {{"objective", "what was proved", &Proof::objective},
                                          {"lower_bound", "no order is below", &Proof::lowerBound},
                                          {"by", "who proved it", &Proof::by}};
    if (const Proof* const proof = proofOf(planOf(numbers)))
        writeObject(writer, kFields, *proof, units);
    else
        writer.null();
}

/// What one optimizer mode yields per second.
struct Throughput {
    double microbatches = 0;
    int ranks = 1;
    std::optional<ModelSpec> model = {};

    std::optional<double> samples() const { return model ? std::optional{microbatches * model->batch} : std::nullopt; }
    std::optional<double> tokens() const { return model ? std::optional{*samples() * model->context} : std::nullopt; }
};

/// The whole pipeline and each device; samples and tokens where the model is known.
const Fields<Throughput>& throughputFields() {
    const auto isKnown = [](const Throughput& each) { return each.model.has_value(); };
    static const Fields<Throughput> kFields = {
        {"microbatches", "per second", &Throughput::microbatches},
        {"microbatches_per_device", "per second",
         [](const Throughput& each) { return each.microbatches / each.ranks; }},
        Field<Throughput>{"samples", "per second", &Throughput::samples}.when(isKnown),
        Field<Throughput>{"samples_per_device", "per second",
                          [](const Throughput& each) { return *each.samples() / each.ranks; }}
            .when(isKnown),
        Field<Throughput>{"tokens", "per second", &Throughput::tokens}.when(isKnown),
        Field<Throughput>{"tokens_per_device", "per second",
                          [](const Throughput& each) { return *each.tokens() / each.ranks; }}
            .when(isKnown)};
    return kFields;
}

void writeThroughputs(json::Writer& writer, const ShownNumbers& numbers, const Units& units) {
    const auto& [synchronous, postValidated] =
        std::pair{numbers.metrics.microbatchesPerSecond, numbers.metrics.microbatchesPerSecondPostValidated};
    if (!synchronous && !postValidated)
        return writer.null();
    writer.beginObject(json::Layout::Lines);
    for (const auto& [mode, rate] :
         {std::pair{OptimizerMode::Synchronous, synchronous}, {OptimizerMode::PostValidated, postValidated}})
        if (rate)
            writeObject(writer.key(keyOf(mode)), throughputFields(),
                        {*rate, planOf(numbers).schedule.ranks(), planOf(numbers).model}, units);
    writer.endObject();
}

constexpr std::array<std::string_view, 24> kDefined = {
    "iteration_time", "optimizer_mode", "iteration_times",       "lower_bound",     "gap",
    "proof",          "bubble",         "bubble_share",          "avoidable",       "avoidable_share",
    "makespan",       "longest_span",   "iteration_lower_bound", "period",          "bubble_rate",
    "idle_share",     "overhead",       "peak_memory",           "memory_limit",    "total_memory",
    "device_memory",  "throughput",     "transfer_volume",       "parameter_copies"};

Fields<ShownNumbers> allFields() {
    const Fields<ShownNumbers> first = {
        {"title", "of the schedule", [](const ShownNumbers& numbers) { return planOf(numbers).title.text(); }},
        {"ranks", "how many", [](const ShownNumbers& numbers) { return planOf(numbers).schedule.ranks(); }},
        {"microbatches", "how many", [](const ShownNumbers& numbers) { return planOf(numbers).schedule.microbatches; }},
        {"measured", "a run's step, not a plan",
         [](const ShownNumbers& numbers) { return numbers.shown.run.has_value(); }},
        Field<ShownNumbers>{"step", "which of the run's",
                            [](const ShownNumbers& numbers) { return numbers.shown.step; }}
            .when([](const ShownNumbers& numbers) { return !isPlanned(numbers); }),
        timeOfOrder("makespan", &Metrics::makespan),
        timeOfOrder("longest_span", &Metrics::longestSpan),
        number("period", period, In::Times),
        exact("period_exact", period),
        metric("bubble_rate", &Metrics::bubbleRate),
        metric("idle_share", &Metrics::idleShare),
        metric("overhead", &Metrics::overhead)};
    const Fields<ShownNumbers> last = {
        memory("peak_memory", &Metrics::peakMemory),
        memory("memory_limit", &Metrics::memoryLimit),
        memory("total_memory", &Metrics::totalMemory),
        memory("device_memory", &Metrics::deviceMemory),
        {"throughput", definitionOf("throughput").text, writeThroughputs},
        metric("transfer_volume", &Metrics::transferVolume),
        metric("parameter_copies", &Metrics::parameterCopies),
        {"measured_on", "how costs were measured that hold waits for cores",
         [](json::Writer& writer, const ShownNumbers& numbers, const Units&) {
             writeMeasuredOn(writer, planOf(numbers).costs);
         }},
        {"valid", "no finding is an error", isValidPlan},
        {"time_unit", "of times", [](const ShownNumbers& numbers) { return unitsOf(numbers.shown).time; }},
        {"memory_unit", "of memory", [](const ShownNumbers& numbers) { return unitsOf(numbers.shown).memory; }}};
    return first + iterationFields() + last;
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
    ShownNumbers numbers{.shown = std::move(shown)};
    const Shown& all = numbers.shown;
    if (all.run) {
        numbers.metrics = metricsOfStep(*all.run, *std::ranges::find(all.run->steps, all.step, &StepRecord::step));
    } else {
        numbers.metrics = measureWhatHolds(all.plan, all.timeline);
        numbers.held = heldAgainstBounds(all.plan, all.timeline);
    }
    return numbers;
}

ShownNumbers numbersOf(Shown shown, const Held& held) {
    ShownNumbers numbers{.shown = std::move(shown), .held = held};
    numbers.metrics = measureWhatHolds(numbers.shown.plan, numbers.shown.timeline);
    return numbers;
}

Units unitsOf(const Shown& shown) {
    return {shown.plan.timeUnit, memoryUnitOf(shown.plan, shown.run.has_value()), shown.plan.costs.weightParts};
}

const Fields<ShownNumbers>& iterationFields() {
    static const Fields<ShownNumbers> kFields = {
        number("optimizer_mode", [](const ShownNumbers& numbers) { return keyOf(numbers.metrics.optimizerMode); }),
        number("iteration_time", iterationTime, In::Times),
        exact("iteration_time_exact", iterationTime),
        {"iteration_times", definitionOf("iteration_times").text,
         objectOf<ShownNumbers>([](const ShownNumbers& numbers) { return numbers.metrics.iterationTimes; },
                                iterationTimeFields())},
        metric("bubble", &Metrics::bubble, In::Times).when(isPlanned),
        metric("bubble_share", &Metrics::bubbleShare).when(isPlanned),
        number("lower_bound", lowerBound, In::Times).when(isHeld),
        exact("lower_bound_exact", lowerBound).when(isHeld),
        number("iteration_lower_bound", iterationBound, In::Times).when(isHeldElsewhere),
        exact("iteration_lower_bound_exact", iterationBound).when(isHeldElsewhere),
        number("gap", [](const ShownNumbers& numbers) { return numbers.held->gap(); }).when(isHeld),
        number(
            "avoidable", [](const ShownNumbers& numbers) { return avoidable(numbers)->time; }, In::Times)
            .when(avoidable),
        number("avoidable_share", [](const ShownNumbers& numbers) { return avoidable(numbers)->share; })
            .when(avoidable),
        Field<ShownNumbers>{"proof", definitionOf("proof").text, writeProof}.when(isHeld)};
    return kFields;
}

const Fields<ShownNumbers>& numberFields() {
    static const Fields<ShownNumbers> kFields = allFields();
    return kFields;
}

void writeDefinitions(json::Writer& writer) {
    writer.beginObject(json::Layout::Lines);
    for (const std::string_view key : kDefined)
        writer.key(key).string(definitionOf(key).text);
    writer.endObject();
}

std::string definitionsText() {
    std::string text;
    for (const std::string_view key : kDefined)
        text += "  " + std::string{key} + ": " + std::string{definitionOf(key).text} + "\n";
    return text;
}

std::string numbersText(const ShownNumbers& numbers) {
    const auto& [shown, metrics, held] = numbers;
    const NumberLines lines = numberLines(shown.plan, metrics, held, shown.run.has_value());
    Table table({"number", "value"}, "lr");
    for (const NumberLine& line : lines.whole)
        table.add({line.key, line.value});
    Table ranks(kRankKeys, std::string(kRankKeys.size(), 'r'));
    for (const std::vector<std::string>& row : lines.ranks)
        ranks.add(row);
    std::string head = shown.plan.title.empty() ? "" : shownLine(shown.plan.title.text()) + "\n";
    if (shown.run)
        head += "measured, step " + std::to_string(shown.step) + (shown.run->paced ? ", paced\n" : "\n");
    if (shown.run && stepsStandApart(*shown.run))
        head += "the steps of the run don't follow each other, so it has no time per iteration; the numbers are the "
                "step's\n";
    return head + table.text() + "\n" + ranks.text();
}

} // namespace lanewright::api
