// SPDX-License-Identifier: Apache-2.0
#include "core/page/number_lines.h"

#include "core/check/validate.h"
#include "core/model/optimizer.h"
#include "core/model/proof.h"
#include "core/simulate/iteration_time.h"
#include "core/simulate/number_text.h"

#include <cstddef>
#include <cstdio>
#include <string_view>
#include <utility>

namespace lanewright {

namespace {

/// In place of a number that an order doesn't have: it lacks ops, breaks a rule or stalls.
const std::string kNone = "–";

std::string rateText(double perSecond) {
    char text[64];
    std::snprintf(text, sizeof text, "%.4g microbatches/s", perSecond);
    return text;
}

std::string shareText(const std::optional<double>& share) { return share ? numbers::shareText(*share) : kNone; }

std::string limitText(const std::vector<std::optional<Bytes>>& list, int rank, MemoryUnit unit) {
    const std::optional<Bytes> limit = rank < static_cast<int>(list.size()) ? list[rank] : std::nullopt;
    return limit ? numbers::memoryText(*limit, unit) : "none";
}

/// What is not known of any rank has no entries.
std::string memoryText(const std::vector<Bytes>& list, std::size_t rank, MemoryUnit unit) {
    return rank < list.size() ? numbers::memoryText(list[rank], unit) : kNone;
}

/// Behind a number that is not of the iteration time.
std::string ofObjective(Objective objective) {
    return objective == Objective::Iteration ? "" : " of the " + std::string{toText(objective)};
}

/// Collects the lines of one plan or step.
class LineWriter {
public:
    LineWriter(const Plan& plan, const Metrics& metrics, bool measured)
        : m_plan(plan), m_metrics(metrics), m_measured(measured) {}

    void addIteration() {
        const std::optional<Fraction> time = m_metrics.iterationTime();
        if (time)
            add("iteration_time", text(*time) + ", " + std::string{keyOf(m_metrics.optimizerMode)} + " optimizer");
        else if (!m_measured)
            add("iteration_time", kNone);
        for (const OptimizerMode mode : kOptimizerModes)
            if (const std::optional<Fraction> other = m_metrics.iterationTimes.of(mode);
                other && mode != m_metrics.optimizerMode)
                add("  were it " + std::string{keyOf(mode)}, text(*other));
    }

    void addHeld(const Held& held) {
        add("lower_bound", text(held.lowerBound) + ofObjective(held.objective));
        if (held.objective != Objective::Iteration)
            add("iteration_lower_bound", text(held.iterationBound));
        add("gap", numbers::shareText(held.gap()) + ofObjective(held.objective));
        if (const std::optional<Avoidable> avoidable = avoidableOf(m_metrics, held.iterationBound)) {
            add("avoidable", partText(avoidable->time));
            add("avoidable_share", numbers::shareText(avoidable->share));
        }
        if (const Proof* proof = proofOf(m_plan))
            add("proof",
                std::string{toText(proof->objective)} + " at least " + text(proof->lowerBound) + ", by " + proof->by);
    }

    /// For plans alone: a step of a run and the iterations around it are not of one length.
    void addBubble() {
        const std::optional<Fraction> bubble = m_metrics.bubble();
        add("bubble", bubble ? partText(*bubble) : kNone);
        add("bubble_share", shareText(m_metrics.bubbleShare()));
    }

    void addRest() {
        add("makespan", ofOrder(m_metrics.makespan));
        add("longest_span", ofOrder(m_metrics.longestSpan));
        if (m_metrics.period)
            add("period", numbers::periodText(*m_metrics.period, m_plan.timeUnit));
        add("bubble_rate", shareText(m_metrics.bubbleRate));
        add("idle_share", shareText(m_metrics.idleShare));
        add("overhead", shareText(m_metrics.overhead));
        if (m_metrics.microbatchesPerSecond)
            add("throughput", rateText(*m_metrics.microbatchesPerSecond));
        else if (m_measured && m_metrics.microbatchesPerSecondPostValidated)
            add("throughput", rateText(*m_metrics.microbatchesPerSecondPostValidated));
        add("transfer_volume", m_metrics.transferVolume ? std::to_string(*m_metrics.transferVolume) : kNone);
    }

    void addRanks() {
        const MemoryUnit unit = memoryUnitOf(m_plan, m_measured);
        for (int rank = 0; rank < m_plan.schedule.ranks(); ++rank) {
            const auto at = static_cast<std::size_t>(rank);
            m_lines.ranks.push_back(
                {std::to_string(rank), ofOrder(m_metrics.span[at]), ofOrder(m_metrics.busy[at]),
                 memoryText(m_metrics.peakMemory, at, unit), limitText(m_metrics.memoryLimit, rank, unit),
                 memoryText(m_metrics.totalMemory, at, unit), limitText(m_metrics.deviceMemory, rank, unit)});
        }
    }

    NumberLines take() { return std::move(m_lines); }

private:
    void add(std::string key, std::string value) { m_lines.whole.push_back({std::move(key), std::move(value)}); }
    std::string text(Time time) const {
        return m_measured ? numbers::roundedTimeText(time, m_plan.timeUnit) : numbers::timeText(time, m_plan.timeUnit);
    }
    std::string text(const Fraction& time) const {
        return m_measured ? numbers::roundedTimeText(time, m_plan.timeUnit)
                          : numbers::periodText(time, m_plan.timeUnit);
    }
    /// A time that an order which stalls doesn't have.
    std::string ofOrder(Time time) const { return m_metrics.stalls ? kNone : text(time); }
    /// A time that is a part of the iteration, with its digits.
    std::string partText(const Fraction& time) const {
        return numbers::differenceText(time, *m_metrics.iterationTime(), m_plan.timeUnit);
    }

    const Plan& m_plan;
    const Metrics& m_metrics;
    bool m_measured;
    NumberLines m_lines;
};

} // namespace

std::optional<Held> heldAgainstBounds(const Plan& plan, const Timeline& timeline) {
    if (!isValid(validate(plan, timeline)))
        return {};
    const std::optional<Fraction> time = iterationTimesOf(plan, timeline).of(plan.optimizerMode);
    if (!time)
        return {};
    const Fraction bound = lowerBounds(plan, Objective::Iteration, BoundEffort::Quick).front().value;
    return Held{.value = *time, .lowerBound = bound, .iterationBound = bound};
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

NumberLines numberLines(const Plan& plan, const Metrics& metrics, const std::optional<Held>& held, bool measured) {
    LineWriter writer(plan, metrics, measured);
    writer.addIteration();
    if (!measured)
        writer.addBubble();
    if (held)
        writer.addHeld(*held);
    writer.addRest();
    writer.addRanks();
    return writer.take();
}

} // namespace lanewright
