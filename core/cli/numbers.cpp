// SPDX-License-Identifier: Apache-2.0
#include "core/cli/numbers.h"

#include "core/analyse/bounds.h"
#include "core/analyse/validate.h"
#include "core/base/decimal.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>

namespace lanewright::cli {

namespace {

Metrics metricsOf(const Shown& shown) {
    return shown.run ? measureRun(shown.plan, shown.timeline) : measure(shown.plan, shown.timeline);
}

bool isValidPlan(const Shown& shown) {
    return isValid(shown.run ? validate(shown.plan) : validate(shown.plan, shown.timeline));
}

void writeMemories(json::Writer& writer, const std::vector<Bytes>& list, MemoryUnit unit) {
    writer.beginArray(json::Layout::Line);
    for (const Bytes bytes : list)
        writeMemory(writer, bytes, unit);
    writer.endArray();
}

/// Null where there is no limit; one entry per rank.
void writeLimits(json::Writer& writer, const std::vector<std::optional<Bytes>>& list, int ranks, MemoryUnit unit) {
    writer.beginArray(json::Layout::Line);
    for (int rank = 0; rank < ranks; ++rank) {
        const auto limit = rank < static_cast<int>(list.size()) ? list[rank] : std::nullopt;
        if (limit)
            writeMemory(writer, *limit, unit);
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
    writer.key("throughput").beginObject(json::Layout::Lines);
    writer.key("sync");
    writeThroughput(writer, shown.plan, metrics.microbatchesPerSecond);
    if (metrics.period) {
        writer.key("postvalidated");
        writeThroughput(writer, shown.plan, metrics.microbatchesPerSecondPostValidated);
    }
    writer.endObject();
}

void writeTimes(json::Writer& writer, const Plan& plan, const Metrics& metrics) {
    const Time scale = scaleOf(plan.timeUnit);
    writer.key("makespan");
    writeTime(writer, metrics.makespan, plan.timeUnit);
    writer.key("longest_span");
    writeTime(writer, metrics.longestSpan, plan.timeUnit);
    writer.key("period");
    if (metrics.period) {
        writeFraction(writer, *metrics.period, scale);
        writer.key("period_exact").string(fractionText(*metrics.period, scale));
    } else {
        writer.null();
        writer.key("period_exact").null();
    }
    writer.key("bubble_rate").real(metrics.bubbleRate);
    writer.key("idle_share").real(metrics.idleShare);
    writer.key("overhead").real(metrics.overhead);
}

std::string rateText(double perSecond) {
    char text[64];
    std::snprintf(text, sizeof text, "%.4g microbatches/s", perSecond);
    return text;
}

std::string limitText(const std::vector<std::optional<Bytes>>& list, int rank, MemoryUnit unit) {
    const auto limit = rank < static_cast<int>(list.size()) ? list[rank] : std::nullopt;
    return limit ? memoryText(*limit, unit) : "none";
}

constexpr std::array<std::string_view, 17> kDefined = {
    "lower_bound",  "gap",           "bubble",     "avoidable",       "makespan",        "longest_span",
    "period",       "bubble_rate",   "idle_share", "overhead",        "peak_memory",     "memory_limit",
    "total_memory", "device_memory", "throughput", "transfer_volume", "parameter_copies"};

/// Planned times are exact.
std::string shownTime(const Shown& shown, Time time) {
    return shown.run ? roundedTimeText(time, shown.plan.timeUnit) : timeText(time, shown.plan.timeUnit);
}

Table ranksTable(const Shown& shown, const Metrics& metrics) {
    Table table({"rank", "span", "busy", "peak_memory", "memory_limit", "total_memory", "device_memory"}, "rrrrrrr");
    const Plan& plan = shown.plan;
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank)
        table.add({std::to_string(rank), shownTime(shown, metrics.span[rank]), shownTime(shown, metrics.busy[rank]),
                   memoryText(metrics.peakMemory[rank], plan.memoryUnit),
                   limitText(metrics.memoryLimit, rank, plan.memoryUnit),
                   memoryText(metrics.totalMemory[rank], plan.memoryUnit),
                   limitText(metrics.deviceMemory, rank, plan.memoryUnit)});
    return table;
}

} // namespace

std::string fractionText(const Fraction& fraction, Time scale) {
    const Time common = std::gcd(fraction.numerator, scale);
    const Time numerator = fraction.numerator / common;
    const Time denominator = fraction.denominator * (scale / common);
    return std::to_string(numerator) + (denominator == 1 ? "" : "/" + std::to_string(denominator));
}

std::string periodText(const Fraction& period, TimeUnit unit) {
    if (period.denominator == 1)
        return timeText(period.numerator, unit);
    return fractionText(period, scaleOf(unit)) + (unit == TimeUnit::Unit ? "" : " " + std::string{toText(unit)});
}

void writeFraction(json::Writer& writer, const Fraction& fraction, Time scale) {
    if (fraction.denominator == 1)
        writer.numeral(decimalFromTicks(fraction.numerator, scale));
    else
        writer.real(fraction.value() / static_cast<double>(scale));
}

std::optional<Held> heldAgainstBounds(const Shown& shown) {
    if (shown.run || !isValidPlan(shown))
        return {};
    const std::optional<Fraction> period = periodOf(shown.plan.schedule, shown.plan.costs, shown.timeline);
    if (!period)
        return {};
    const std::vector<Bound> bounds = lowerBounds(shown.plan, Objective::Period);
    return Held{*period, bounds.front().value, std::ranges::find(bounds, "work", &Bound::name)->value};
}

void writeHeld(json::Writer& writer, const std::optional<Held>& held, TimeUnit unit) {
    if (!held)
        return;
    const Time scale = scaleOf(unit);
    writer.key("lower_bound");
    writeFraction(writer, held->bound, scale);
    writer.key("lower_bound_exact").string(fractionText(held->bound, scale));
    writer.key("gap").real(gapOf(held->period, held->bound));
    writer.key("bubble");
    writeFraction(writer, held->bubble(), scale);
    writer.key("avoidable");
    writeFraction(writer, held->avoidable(), scale);
}

void writeNumbers(json::Writer& writer, const Shown& shown) {
    const Metrics metrics = metricsOf(shown);
    const Plan& plan = shown.plan;
    writer.key("title").string(plan.title);
    writer.key("ranks").number(plan.schedule.ranks());
    writer.key("microbatches").number(plan.schedule.microbatches);
    writer.key("measured").boolean(shown.run.has_value());
    if (shown.run)
        writer.key("step").number(shown.step);
    writeTimes(writer, plan, metrics);
    writeHeld(writer, heldAgainstBounds(shown), plan.timeUnit);
    writer.key("peak_memory");
    writeMemories(writer, metrics.peakMemory, plan.memoryUnit);
    writer.key("memory_limit");
    writeLimits(writer, metrics.memoryLimit, plan.schedule.ranks(), plan.memoryUnit);
    writer.key("total_memory");
    writeMemories(writer, metrics.totalMemory, plan.memoryUnit);
    writer.key("device_memory");
    writeLimits(writer, metrics.deviceMemory, plan.schedule.ranks(), plan.memoryUnit);
    writeThroughputs(writer, shown, metrics);
    writer.key("transfer_volume").number(metrics.transferVolume);
    writer.key("parameter_copies").beginArray(json::Layout::Line);
    for (const int copies : metrics.parameterCopies)
        writer.number(copies);
    writer.endArray();
    writer.key("valid").boolean(isValidPlan(shown));
    writer.key("time_unit").string(toText(plan.timeUnit));
    writer.key("memory_unit").string(toText(plan.memoryUnit));
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

std::string numbersText(const Shown& shown) {
    const Metrics metrics = metricsOf(shown);
    const Plan& plan = shown.plan;
    Table table({"number", "value"}, "lr");
    const auto add = [&](const char* key, const std::string& value) { table.add({key, value}); };
    add("makespan", shownTime(shown, metrics.makespan));
    add("longest_span", shownTime(shown, metrics.longestSpan));
    if (metrics.period)
        add("period", periodText(*metrics.period, plan.timeUnit));
    if (const std::optional<Held> held = heldAgainstBounds(shown)) {
        add("lower_bound", periodText(held->bound, plan.timeUnit));
        add("gap", shareText(gapOf(held->period, held->bound)));
        add("bubble", periodText(held->bubble(), plan.timeUnit));
        add("avoidable", periodText(held->avoidable(), plan.timeUnit));
    }
    add("bubble_rate", shareText(metrics.bubbleRate));
    add("idle_share", shareText(metrics.idleShare));
    add("overhead", shareText(metrics.overhead));
    add("throughput", rateText(metrics.microbatchesPerSecond));
    add("transfer_volume", std::to_string(metrics.transferVolume));
    const std::string head =
        (plan.title.empty() ? "" : plan.title + "\n") +
        (shown.run ? "measured, step " + std::to_string(shown.step) + (shown.run->paced ? ", paced\n" : "\n") : "");
    return head + table.text() + "\n" + ranksTable(shown, metrics).text();
}

} // namespace lanewright::cli
