// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/metrics.h"

#include "core/base/mapped.h"
#include "core/model/dataflow.h"
#include "core/simulate/dataflow_table.h"
#include "core/simulate/memory.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lanewright {

namespace {

constexpr double kTicksPerSecond = 1e9;

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

/// The gradient of all weights of a stage, in single precision. The plan names a model.
Bytes gradientBytes(const Plan& plan, int stage) {
    const std::vector<int> layers = layersOf(*plan.model, plan.schedule.stages());
    const Bytes width = plan.model->width;
    // Per layer: attention 4C² + 4C, MLP 8C² + 5C, two norms 4C.
    const Bytes blocks = stage < static_cast<int>(layers.size()) ? layers[stage] : 0;
    Bytes weights = blocks * (12 * width * width + 13 * width);
    if (stage == 0)
        weights += width * (plan.model->vocabulary + plan.model->context);
    if (stage + 1 == plan.schedule.stages())
        weights += width * plan.model->vocabulary + 2 * width;
    return weights * static_cast<Bytes>(sizeof(float));
}

void measureMemory(const Plan& plan, Metrics& metrics) {
    metrics.peakMemory = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts);
    metrics.totalMemory = totalMemory(plan, metrics.peakMemory);
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
        metrics.memoryLimit.push_back(plan.memory.limitOf(rank));
        metrics.deviceMemory.push_back(plan.memory.deviceOf(rank));
    }
}

void measureTime(const Timeline& timeline, Metrics& metrics) {
    metrics.makespan = extentOf(timeline).length();
    for (const Lane& lane : timeline.lanes) {
        metrics.busy.push_back(summed(lane, &Span::length));
        metrics.span.push_back(extentOf(lane).length());
        metrics.busiest = std::max(metrics.busiest, metrics.busy.back());
        metrics.longestSpan = std::max(metrics.longestSpan, metrics.span.back());
    }
    const auto total = static_cast<double>(std::accumulate(metrics.busy.begin(), metrics.busy.end(), Time{0}));
    const auto makespan = static_cast<double>(metrics.makespan);
    const auto busiest = static_cast<double>(metrics.busiest);
    const auto idle = [](double work, double whole) { return whole > 0 ? 1 - work / whole : 0; };
    metrics.bubbleRate = idle(busiest, static_cast<double>(metrics.longestSpan));
    metrics.idleShare = idle(total, static_cast<double>(timeline.lanes.size()) * makespan);
    if (metrics.busiest > 0)
        metrics.overhead = makespan / busiest - 1;
    else if (metrics.makespan == 0)
        metrics.overhead = 0;
}

/// A value goes once to each rank where an op stands that needs it.
int transfersOf(const Schedule& schedule, const Costs& costs) {
    const DataflowTable dataflow(schedule, costs);
    const std::vector<Slot> producers = producersOf(schedule, dataflow);
    std::vector<int> sentTo(producers.size(), -1);
    int transfers = 0;
    const auto count = [&](const Op& op, int rank) {
        const DataflowEntry& entry = dataflow.of(op);
        for (int i = 0; i < entry.needCount; ++i) {
            const int value = entry.needs[i] + op.microbatch;
            if (producers[value].rank < 0 || producers[value].rank == rank || sentTo[value] == rank)
                continue;
            sentTo[value] = rank;
            ++transfers;
        }
    };
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank)
        for (const Block& block : schedule.order[rank])
            for (const Op& op : opsIn(block))
                count(op, rank);
    return transfers;
}

/// How many microbatches a second sees where an iteration takes so many ticks; none of abstract units.
std::optional<double> perSecond(const Plan& plan, double ticks) {
    if (plan.timeUnit == TimeUnit::Unit)
        return {};
    return ratio(plan.schedule.microbatches * kTicksPerSecond, ticks);
}

Metrics measureOnce(const Plan& plan, const Timeline& timeline) {
    Metrics metrics{.optimizerMode = plan.optimizerMode};
    measureTime(timeline, metrics);
    measureMemory(plan, metrics);
    metrics.transferVolume = transfersOf(plan.schedule, plan.costs);
    metrics.parameterCopies.assign(plan.schedule.stages(), static_cast<int>(plan.schedule.placement.directions.size()));
    return metrics;
}

} // namespace

std::vector<Bytes> totalMemory(const Plan& plan, const std::vector<Bytes>& peaks) {
    std::vector<Bytes> total = staticMemory(plan.schedule, plan.memory);
    if (plan.model)
        for (const StagedCopy& copy : stagedCopies(plan.schedule, plan.costs.weightParts))
            total[copy.rank] += copy.buffers * gradientBytes(plan, copy.stage);
    for (std::size_t rank = 0; rank < total.size(); ++rank)
        total[rank] += peaks[rank];
    return total;
}

Metrics measure(const Plan& plan, const Timeline& timeline) {
    Metrics metrics = measureOnce(plan, timeline);
    metrics.stalls = !std::ranges::equal(plan.schedule.order, timeline.lanes, {}, &Row::size, &Lane::size);
    metrics.period = periodOf(plan.schedule, plan.costs, timeline);
    setIterationTimes(metrics, plan, iterationTimesOf(plan, timeline));
    return metrics;
}

void setIterationTimes(Metrics& metrics, const Plan& plan, const IterationTimes& times) {
    metrics.iterationTimes = times;
    if (times.synchronous)
        metrics.microbatchesPerSecond = perSecond(plan, times.synchronous->value());
    if (times.postValidated)
        metrics.microbatchesPerSecondPostValidated = perSecond(plan, times.postValidated->value());
}

Metrics partOf(Metrics metrics) {
    metrics.period = {};
    metrics.iterationTimes = {};
    metrics.bubbleRate = metrics.idleShare = metrics.overhead = {};
    metrics.microbatchesPerSecond = metrics.microbatchesPerSecondPostValidated = {};
    metrics.transferVolume = {};
    return metrics;
}

Metrics measureRun(const Plan& plan, const Timeline& timeline) { return measureOnce(plan, timeline); }

Bytes Metrics::highestPeak() const { return peakMemory.empty() ? 0 : std::ranges::max(peakMemory); }

std::optional<Fraction> Metrics::bubble() const {
    const std::optional<Fraction> time = iterationTime();
    return time ? std::optional(*time - Fraction{busiest, 1}) : std::nullopt;
}

std::optional<double> Metrics::bubbleShare() const {
    const std::optional<Fraction> waits = bubble();
    return waits ? std::optional(shareOf(*waits, *iterationTime())) : std::nullopt;
}

Fraction valueOf(const Metrics& metrics, Objective objective) {
    const Fraction makespan{metrics.makespan, 1};
    switch (objective) {
    case Objective::Iteration:
        return metrics.iterationTime().value_or(metrics.iterationTimes.synchronous.value_or(makespan));
    case Objective::Makespan: return makespan;
    case Objective::Period: return metrics.period.value_or(Fraction{metrics.longestSpan, 1});
    case Objective::LongestSpan: return {metrics.longestSpan, 1};
    }
    return {};
}

double shareOf(const Fraction& part, const Fraction& whole) { return ratio(part.value(), whole.value()); }

} // namespace lanewright
