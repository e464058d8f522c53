// SPDX-License-Identifier: Apache-2.0
#include "core/cli/plan_answer.h"

#include "core/base/decimal.h"
#include "core/bounds/bounds.h"
#include "core/cli/output.h"
#include "core/cli/print/print_numbers.h"
#include "core/io/quoted_text.h"
#include "core/simulate/iteration_time.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cstdio>

namespace lanewright::cli {

namespace {

std::string gibText(Bytes bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f GiB", static_cast<double>(bytes) / (1 << 30));
    return text;
}

void writeCandidate(json::Writer& writer, const Candidate& candidate, const Cluster& cluster) {
    writer.key("method").string(toText(candidate.method));
    writer.key("placement").string(toText(shapeOf(candidate.partition)));
    writer.key("order").string(candidate.order);
    writer.key("iteration_time");
    writeFraction(writer, candidate.iterationTime, scaleOf(TimeUnit::Ms));
    writer.key("spread").real(candidate.spread);
    writer.key("memory").number(candidate.memory);
    writer.key("devices").number(candidate.devices);
    writer.key("estimates").beginObject(json::Layout::Line);
    writeMs(writer, "slowest", candidate.estimates.slowest);
    writeMs(writer, "fill_and_run", candidate.estimates.fillAndRun);
    writeMs(writer, "pivot", candidate.estimates.pivot);
    if (candidate.estimates.promise)
        writeMs(writer, "promise", *candidate.estimates.promise);
    else
        writer.key("promise").null();
    writer.endObject();
    writer.key("stages").beginArray(json::Layout::Lines);
    for (const Part& part : candidate.partition) {
        writer.beginObject(json::Layout::Line);
        writer.key("first_layer").number(part.first);
        writer.key("layers").number(part.layers());
        writer.key("devices").beginArray(json::Layout::Line);
        for (const int device : part.devices)
            writer.string(cluster.nameOf(device));
        writer.endArray();
        writer.key("recompute").boolean(part.recompute);
        writer.endObject();
    }
    writer.endArray();
}

void writeList(json::Writer& writer, const char* key, const std::vector<Candidate>& candidates,
               const Cluster& cluster) {
    writer.key(key).beginArray(json::Layout::Lines);
    for (const Candidate& candidate : candidates) {
        writer.beginObject(json::Layout::Lines);
        writeCandidate(writer, candidate, cluster);
        writer.endObject();
    }
    writer.endArray();
}

/// What a value takes to the stage behind.
std::string nextText(const Plan& plan, int stage) {
    if (stage + 1 == plan.schedule.stages())
        return "";
    const int rank = plan.schedule.placement.rankOf(0, stage);
    const int next = plan.schedule.placement.rankOf(0, stage + 1);
    return rank == next ? "same device" : msText(plan.costs.transfer.between(rank, next));
}

std::string stagesText(const Candidate& best, const Cluster& cluster) {
    Table table({"stage", "layers", "devices", "forward", "backward input", "backward weight", "to the next", "memory"},
                "rllrrrrr");
    const Plan& plan = best.plan;
    const std::vector<Bytes> memory = measure(plan, simulate(plan.schedule, plan.costs)).totalMemory;
    for (int stage = 0; stage < plan.schedule.stages(); ++stage) {
        const Part& part = best.partition[stage];
        std::string devices;
        for (const int device : part.devices)
            devices += (devices.empty() ? "" : ", ") + cluster.nameOf(device);
        const StageCosts& costs = plan.costs.of(0, stage);
        const int rank = plan.schedule.placement.rankOf(0, stage);
        table.add({std::to_string(stage),
                   std::to_string(part.first) +
                       (part.layers() > 1 ? " to " + std::to_string(part.end - 1) : std::string{}) +
                       (part.recompute ? ", recomputed" : ""),
                   devices, msText(costs.forward), msText(costs.backwardInput), msText(costs.backwardWeight),
                   nextText(plan, stage), rank == stage ? gibText(memory[rank]) : "with " + std::to_string(rank)});
    }
    return table.text();
}

std::string comparedText(const PlannerResult& result) {
    Table table(
        {"plan", "stages", "placement", "devices", "iteration", "fullest device", "fill and run", "pivot", "promise"},
        "lrlrrrrrr");
    const auto add = [&](const std::string& name, const Candidate& candidate) {
        table.add({name + ", " + candidate.order, std::to_string(candidate.partition.size()),
                   std::string{toText(shapeOf(candidate.partition))}, std::to_string(candidate.devices),
                   msText(candidate.iterationTime), gibText(candidate.memory), msText(candidate.estimates.fillAndRun),
                   msText(candidate.estimates.pivot),
                   candidate.estimates.promise ? msText(*candidate.estimates.promise) : "none"});
    };
    add("best: " + std::string{toText(result.best.method)}, result.best);
    // A long front shows a few plans that differ well; --json has all.
    constexpr std::size_t kMost = 6;
    const std::size_t step = std::max<std::size_t>(1, (result.front.size() + kMost - 2) / kMost);
    for (std::size_t at = 1; at < result.front.size(); at += step)
        add("less: " + std::string{toText(result.front[at].method)}, result.front[at]);
    for (const Candidate& other : result.others)
        add(std::string{toText(other.method)}, other);
    return table.text();
}

/// `a synchronous optimizer`.
const char* optimizerText(OptimizerMode mode) {
    switch (mode) {
    case OptimizerMode::Synchronous: return "a synchronous optimizer";
    case OptimizerMode::PostValidated: return "a post-validated optimizer";
    }
    return "";
}

/// The iteration in its mode and in the other, and how much shorter another order of these stages might be.
std::string iterationText(const PlannerResult& result) {
    const Plan& plan = result.best.asRun();
    const IterationTimes times = iterationTimesOf(plan, simulate(plan.schedule, plan.costs));
    char words[160];
    std::snprintf(words, sizeof words, " ±%.0f %%", 100 * result.best.spread);
    std::string text = "an iteration takes " + msText(result.best.iterationTime) + words + " with " +
                       optimizerText(plan.optimizerMode);
    for (const OptimizerMode mode : kOptimizerModes)
        if (const std::optional<Fraction> time = times.of(mode); time && mode != plan.optimizerMode)
            text += " (" + msText(*time) + " with " + optimizerText(mode) + ")";
    const auto gap = [&](const Fraction& bound) {
        std::snprintf(words, sizeof words, " (gap %.1f %%)", 100 * gapOf(result.best.iterationTime, bound));
        return msText(bound) + words;
    };
    text += "\nNo order of these stages takes less than " + gap(result.lowerBound);
    if (result.cutBound)
        text += ",\nno other cut onto these devices less than " + gap(*result.cutBound);
    return text;
}

} // namespace

std::string msText(const Fraction& time) { return roundedTimeText(time, TimeUnit::Ms); }

std::string msText(Time time) { return roundedTimeText(time, TimeUnit::Ms); }

void writeMs(json::Writer& writer, const char* key, Time time) {
    writer.key(key).numeral(decimalFromTicks(time, scaleOf(TimeUnit::Ms)));
}

void writePlans(json::Writer& writer, const PlannerResult& result, const Cluster& cluster) {
    writer.key("optimizer_mode").string(keyOf(result.best.plan.optimizerMode));
    writeCandidate(writer, result.best, cluster);
    writer.key("lower_bound");
    writeFraction(writer, result.lowerBound, scaleOf(TimeUnit::Ms));
    writer.key("gap").real(gapOf(result.best.iterationTime, result.lowerBound));
    writer.key("cut_lower_bound");
    if (result.cutBound)
        writeFraction(writer, *result.cutBound, scaleOf(TimeUnit::Ms));
    else
        writer.null();
    writer.key("cut_gap");
    if (result.cutBound)
        writer.real(gapOf(result.best.iterationTime, *result.cutBound));
    else
        writer.null();
    writeList(writer, "front", result.front, cluster);
    writeList(writer, "others", result.others, cluster);
}

std::string plansText(const PlannerResult& result, const Cluster& cluster, bool stopped) {
    char words[160];
    std::snprintf(words, sizeof words, "; %d partitions tried%s in %.1f s%s\n\n", result.tried,
                  result.exhaustive ? ", all there are," : "", result.seconds, stopped ? ", stopped" : "");
    const std::string title = result.best.plan.title.empty() ? "Plan" : shownLine(result.best.plan.title.text());
    return title + ": " + iterationText(result) + words + stagesText(result.best, cluster) + "\n" +
           comparedText(result) +
           "\nThe iteration, simulated, is what counts. Beside it what each plan costs by formulas of planners of\n"
           "F/B pipelines: fill and run by Alpa's, the pivot stage by DAPPLE's, and the promise of list scheduling\n"
           "after SPP, reconstructed. Those planners themselves may choose other plans.\n";
}

} // namespace lanewright::cli
