// SPDX-License-Identifier: Apache-2.0
#include "core/cli/print/print_numbers.h"

#include "core/base/decimal.h"
#include "core/bounds/bounds.h"
#include "core/check/validate.h"
#include "core/client/shared_cores.h"
#include "core/io/quoted_text.h"

#include <algorithm>
#include <array>

namespace lanewright::cli {

namespace {

bool isValidPlan(const Shown& shown) {
    return isValid(shown.run ? validate(shown.plan) : validate(shown.plan, shown.timeline));
}

/// One entry per rank; null where there is no limit, or where nobody knows.
template <typename Amount>
void writeMemories(json::Writer& writer, const std::vector<Amount>& list, int ranks, MemoryUnit unit) {
    writer.beginArray(json::Layout::Line);
    for (int rank = 0; rank < ranks; ++rank) {
        const std::optional<Bytes> amount =
            rank < static_cast<int>(list.size()) ? std::optional<Bytes>{list[rank]} : std::nullopt;
        if (amount)
            writeMemory(writer, *amount, unit);
        else
            writer.null();
    }
    writer.endArray();
}

/// Per second, of the whole pipeline and of each device; samples and tokens where the model is known.
void writeThroughput(json::Writer& writer, const Plan& plan, double microbatches) {
    writer.beginObject(json::Layout::Line);
    const auto both = [&](const char* whole, const char* each, double rate) {
        writer.key(whole).real(rate);
        writer.key(each).real(rate / plan.schedule.ranks());
    };
    both("microbatches", "microbatches_per_device", microbatches);
    if (plan.model) {
        const double samples = microbatches * plan.model->batch;
        both("samples", "samples_per_device", samples);
        both("tokens", "tokens_per_device", samples * plan.model->context);
    }
    writer.endObject();
}

void writeThroughputs(json::Writer& writer, const Shown& shown, const Metrics& metrics) {
    writer.key("throughput");
    if (!metrics.microbatchesPerSecond && !metrics.microbatchesPerSecondPostValidated) {
        writer.null();
        return;
    }
    writer.beginObject(json::Layout::Lines);
    if (metrics.microbatchesPerSecond) {
        writer.key("sync");
        writeThroughput(writer, shown.plan, *metrics.microbatchesPerSecond);
    }
    if (metrics.microbatchesPerSecondPostValidated) {
        writer.key("postvalidated");
        writeThroughput(writer, shown.plan, *metrics.microbatchesPerSecondPostValidated);
    }
    writer.endObject();
}

void writeShare(json::Writer& writer, std::string_view key, const std::optional<double>& share) {
    writer.key(key);
    share ? writer.real(*share) : writer.null();
}

void writeTimes(json::Writer& writer, const Plan& plan, const Metrics& metrics) {
    const Time scale = scaleOf(plan.timeUnit);
    const auto write = [&](const char* key, Time time) {
        writer.key(key);
        metrics.stalls ? writer.null() : writeTime(writer, time, plan.timeUnit);
    };
    write("makespan", metrics.makespan);
    write("longest_span", metrics.longestSpan);
    writer.key("period");
    if (metrics.period) {
        writeFraction(writer, *metrics.period, scale);
        writer.key("period_exact").string(fractionText(*metrics.period, scale));
    } else {
        writer.null();
        writer.key("period_exact").null();
    }
    writeShare(writer, "bubble_rate", metrics.bubbleRate);
    writeShare(writer, "idle_share", metrics.idleShare);
    writeShare(writer, "overhead", metrics.overhead);
}

constexpr std::array<std::string_view, 24> kDefined = {
    "iteration_time", "optimizer_mode", "iteration_times",       "lower_bound",     "gap",
    "proof",          "bubble",         "bubble_share",          "avoidable",       "avoidable_share",
    "makespan",       "longest_span",   "iteration_lower_bound", "period",          "bubble_rate",
    "idle_share",     "overhead",       "peak_memory",           "memory_limit",    "total_memory",
    "device_memory",  "throughput",     "transfer_volume",       "parameter_copies"};

} // namespace

void writeMeasuredOn(json::Writer& writer, const Costs& costs) {
    writer.key("measured_on");
    if (!costs.measuredOn)
        return writer.null();
    writer.beginObject(json::Layout::Line);
    writer.key("threads").number(costs.measuredOn->threads);
    writer.key("cores").number(costs.measuredOn->cores);
    writer.endObject();
}

std::string measuredOnText(const Costs& costs) {
    return costs.measuredOn ? sentenceOf(*costs.measuredOn).text() + ".\n" : "";
}

void writeFraction(json::Writer& writer, const Fraction& fraction, Time scale) {
    if (fraction.denominator == 1)
        writer.numeral(decimalFromTicks(fraction.numerator, scale));
    else
        writer.real(fraction.value() / static_cast<double>(scale));
}

Metrics metricsOf(const Shown& shown) {
    if (!shown.run)
        return measureWhatHolds(shown.plan, shown.timeline);
    return metricsOfStep(*shown.run, *std::ranges::find(shown.run->steps, shown.step, &StepRecord::step));
}

std::optional<Held> heldAgainstBounds(const Shown& shown) {
    return shown.run ? std::nullopt : lanewright::heldAgainstBounds(shown.plan, shown.timeline);
}

void writeIteration(json::Writer& writer, const Shown& shown, const Metrics& metrics, const std::optional<Held>& held) {
    const Plan& plan = shown.plan;
    const Time scale = scaleOf(plan.timeUnit);
    const auto write = [&](const char* key, const std::optional<Fraction>& value) {
        writer.key(key);
        value ? writeFraction(writer, *value, scale) : writer.null();
    };
    const auto writeBoth = [&](const std::string& key, const std::optional<Fraction>& value) {
        write(key.c_str(), value);
        writer.key(key + "_exact");
        value ? writer.string(fractionText(*value, scale)) : writer.null();
    };
    writer.key("optimizer_mode").string(keyOf(metrics.optimizerMode));
    writeBoth("iteration_time", metrics.iterationTime());
    writer.key("iteration_times").beginObject(json::Layout::Line);
    for (const OptimizerMode mode : kOptimizerModes)
        write(std::string{keyOf(mode)}.c_str(), metrics.iterationTimes.of(mode));
    writer.endObject();
    if (!shown.run) {
        write("bubble", metrics.bubble());
        writeShare(writer, "bubble_share", metrics.bubbleShare());
    }
    if (!held)
        return;
    writeBoth("lower_bound", held->lowerBound);
    if (held->objective != Objective::Iteration)
        writeBoth("iteration_lower_bound", held->iterationBound);
    writer.key("gap").real(held->gap());
    if (const std::optional<Avoidable> avoidable = avoidableOf(metrics, held->iterationBound)) {
        write("avoidable", avoidable->time);
        writer.key("avoidable_share").real(avoidable->share);
    }
    writer.key("proof");
    if (const Proof* proof = proofOf(plan)) {
        writer.beginObject(json::Layout::Line);
        writer.key("objective").string(toText(proof->objective));
        write("lower_bound", proof->lowerBound);
        writer.key("by").string(proof->by);
        writer.endObject();
    } else
        writer.null();
}

void writeNumbers(json::Writer& writer, const Shown& shown, const std::optional<Held>& held) {
    const Metrics metrics = metricsOf(shown);
    const Plan& plan = shown.plan;
    writer.key("title").string(plan.title.text());
    writer.key("ranks").number(plan.schedule.ranks());
    writer.key("microbatches").number(plan.schedule.microbatches);
    writer.key("measured").boolean(shown.run.has_value());
    if (shown.run)
        writer.key("step").number(shown.step);
    writeTimes(writer, plan, metrics);
    writeIteration(writer, shown, metrics, held);
    const MemoryUnit memoryUnit = memoryUnitOf(plan, shown.run.has_value());
    const auto memories = [&](const char* key, const auto& list) {
        writeMemories(writer.key(key), list, plan.schedule.ranks(), memoryUnit);
    };
    memories("peak_memory", metrics.peakMemory);
    memories("memory_limit", metrics.memoryLimit);
    memories("total_memory", metrics.totalMemory);
    memories("device_memory", metrics.deviceMemory);
    writeThroughputs(writer, shown, metrics);
    writer.key("transfer_volume");
    metrics.transferVolume ? writer.number(*metrics.transferVolume) : writer.null();
    writer.key("parameter_copies").beginArray(json::Layout::Line);
    for (const int copies : metrics.parameterCopies)
        writer.number(copies);
    writer.endArray();
    writeMeasuredOn(writer, plan.costs);
    writer.key("valid").boolean(isValidPlan(shown));
    writer.key("time_unit").string(toText(plan.timeUnit));
    writer.key("memory_unit").string(toText(memoryUnit));
}

void writeDefinitions(json::Writer& writer) {
    writer.key("definitions").beginObject(json::Layout::Lines);
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

std::string numbersText(const Shown& shown, const std::optional<Held>& held) {
    const Plan& plan = shown.plan;
    const NumberLines lines = numberLines(plan, metricsOf(shown), held, shown.run.has_value());
    Table table({"number", "value"}, "lr");
    for (const NumberLine& line : lines.whole)
        table.add({line.key, line.value});
    Table ranks(kRankKeys, std::string(kRankKeys.size(), 'r'));
    for (const std::vector<std::string>& row : lines.ranks)
        ranks.add(row);
    const std::string head =
        (plan.title.empty() ? "" : shownLine(plan.title.text()) + "\n") +
        (shown.run ? "measured, step " + std::to_string(shown.step) + (shown.run->paced ? ", paced\n" : "\n") : "") +
        (shown.run && stepsStandApart(*shown.run)
             ? std::string{"the steps of the run don't follow each other, so it has "
                           "no time per iteration; the numbers are the step's\n"}
             : std::string{});
    return head + table.text() + "\n" + ranks.text();
}

} // namespace lanewright::cli
