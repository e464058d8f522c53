// SPDX-License-Identifier: Apache-2.0
#include "core/measured/run_report.h"

#include "core/base/printed.h"
#include "core/explain/compare.h"
#include "core/explain/slip_reasons.h"
#include "core/measured/profile/shared_cores.h"
#include "core/model/text.h"
#include "core/simulate/number_text.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace lanewright {

namespace {

Time workIn(const Timeline& timeline) {
    Time work = 0;
    for (const Lane& lane : timeline.lanes)
        for (const Span& span : lane)
            work += span.length();
    return work;
}

/// A plan's timeline in the time of a run of it.
class ScaledPlan {
public:
    ScaledPlan(const Run& run, const StepRecord& shown, int stretch)
        : m_plan(run.plan), m_planned(simulate(run.plan.schedule, run.plan.costs)), m_stretch(stretch),
          m_isPaced(run.paced) {
        if (!isInUnits())
            return;
        m_plan.timeUnit = TimeUnit::Ms;
        const Time work = workIn(m_planned);
        if (m_isPaced || work == 0)
            return;
        m_scale = static_cast<double>(workIn(shown.wall)) / static_cast<double>(work);
        for (Lane& lane : m_planned.lanes)
            for (Span& span : lane) {
                span.start = scaled(span.start);
                span.end = scaled(span.end);
            }
    }

    const Plan& plan() const { return m_plan; }
    const Timeline& planned() const { return m_planned; }
    Time makespan() const { return extentOf(m_planned).length(); }
    Message text(Time time) const { return numbers::shortTime(time, m_plan.timeUnit); }

    /// How the plan's times and the clock's belong together.
    Message pace() const {
        if (makespan() == 0)
            return say(phrase("measured", "The plan's ops take no time, so there is nothing to hold what was measured "
                                          "against."));
        const Time unit = scaled(m_stretch * kTimeUnit);
        const Message units = numbers::shortText(makespan(), std::max<Time>(1, unit), 2);
        if (isInUnits() && m_isPaced)
            return say(phrase("measured",
                              "The run was paced: a unit of the plan lasted %1, and every op was held until "
                              "its planned end. So a step of %2 units was to take %3."),
                       text(unit), units, text(makespan()));
        if (isInUnits())
            return say(phrase("measured",
                              "Nothing held the ops to the plan, whose units are no milliseconds. A unit is "
                              "taken for %1, as the ops needed for it on average; so a step of %2 units "
                              "would take %3."),
                       text(unit), units, text(makespan()));
        return m_isPaced
                   ? say(phrase("measured", "The run was paced: every op was held until its planned end, so a step "
                                            "was to take %1."),
                         text(makespan()))
                   : say(phrase("measured", "Nothing held the ops to the plan, by which a step takes %1."),
                         text(makespan()));
    }

private:
    bool isInUnits() const { return m_stretch > 1; }
    Time scaled(Time time) const { return static_cast<Time>(std::llround(m_scale * static_cast<double>(time))); }

    Plan m_plan;
    Timeline m_planned;
    int m_stretch;
    bool m_isPaced;
    double m_scale = 1;
};

Message coresText(const Run& run) {
    if (const std::optional<SharedCores> shared = sharedCoresOf(run))
        return sentenceOf(*shared);
    const std::optional<SharedCores> crowd = mostCrowdedOf(run);
    return crowd
               ? say(phrase("measured", "%1 threads shared %2 cores and took turns; the pauses of pacing left room for "
                                        "that."),
                     crowd->threads, crowd->cores)
               : Message();
}

std::vector<Message> lossText(const Run& run) {
    const auto text = [](double loss) { return numbers::said(printed("%.3f", loss)); };
    if (run.losses.empty())
        return {};
    if (const std::optional<int> lost = firstLossThatIsNoNumber(run))
        return {say(phrase("measured", "The loss is no number, first in step %1."), *lost)};
    std::vector<Message> sentences{
        run.losses.size() > 1
            ? say(phrase("measured", "The loss went from %1 to %2: the lower, the better the guess."),
                  text(run.losses.front()), text(run.losses.back()))
            : say(phrase("measured", "The loss was %1: the lower, the better the guess."), text(run.losses.front()))};
    if (run.plan.model)
        sentences.push_back(say(phrase("measured", "Guessing blindly among %1 letters gives %2."),
                                run.plan.model->vocabulary, text(std::log(run.plan.model->vocabulary))));
    return sentences;
}

/// By how much the block begins or ends off its planned place, whichever is more.
Time offnessOf(const Deviation& each) {
    return std::max(std::abs(each.slip()), std::abs(each.slip() + each.stretch()));
}

Message offText(const Deviation& each, const SlipReasons& reasons, const ScaledPlan& scaled) {
    const Time slip = each.slip();
    const Time end = slip + each.stretch();
    const auto amount = [&](Time time) { return scaled.text(std::abs(time)); };
    Message how;
    // A paced op that starts late ends on time, and is shorter for that alone.
    if (std::abs(each.stretch()) > std::abs(slip) && std::abs(end) > std::abs(slip)) {
        const Message off = amount(end);
        how = each.stretch() < 0
                  ? say(phrase("measured", "ends %1 early, having run %2 shorter"), off, amount(each.stretch()))
                  : say(phrase("measured", "ends %1 late, having run %2 longer"), off, amount(each.stretch()));
    } else {
        how = slip < 0 ? say(phrase("measured", "starts %1 early"), amount(slip))
                       : say(phrase("measured", "starts %1 late"), amount(slip));
        if (const Message why = reasons.of(each); !reasons.isOnTime(slip) && !why.empty())
            how = say(phrase("measured", "%1 (%2)"), how, why);
    }
    return say(phrase("measured", "%1 on rank %2: %3"), toText(each.op, scaled.plan().costs.weightParts), each.rank,
               how);
}

void addFarthest(RunReport& report, const ScaledPlan& scaled, const StepRecord& shown) {
    constexpr std::size_t kMost = 2;
    const Comparison comparison = compare(scaled.plan(), scaled.planned(), scaled.plan(), shown.wall);
    std::vector<Deviation> sorted = comparison.deviations;
    std::ranges::stable_sort(sorted, {}, &Deviation::plannedStart);
    std::ranges::stable_sort(sorted, std::ranges::greater{}, offnessOf);
    if (sorted.empty() || offnessOf(sorted.front()) == 0)
        return;
    const SlipReasons reasons(scaled.plan(), shown.wall, comparison);
    for (const Deviation& each : sorted) {
        const bool isOfAPair = std::ranges::any_of(report.farthest, [&](const RunReport::Off& off) {
            const Span* span = spanOf(shown.wall, off.op);
            return span != nullptr && span->holds(each.op);
        });
        if (report.farthest.size() < kMost && offnessOf(each) > 0 && !isOfAPair)
            report.farthest.push_back({each.op, offText(each, reasons, scaled)});
    }
    const Message most = scaled.text(offnessOf(sorted.front()));
    report.offness = reasons.isOnTime(offnessOf(sorted.front()))
                         ? say(phrase("measured", "Every op kept to the plan within %1. Farthest from it:"), most)
                         : say(phrase("measured", "Ops were up to %1 off the plan. Farthest from it:"), most);
}

} // namespace

Message trainedText(const ModelSpec& model, std::int64_t parameters, const Schedule& schedule) {
    constexpr std::int64_t kThousand = 1000;
    const int ranks = schedule.ranks();
    return say(
        phrase("measured", "%1 with %2 thousand parameters learns to guess the next letter of a text that comes "
                           "with the program: on %3, in steps of %4."),
        sayCounted(countedPhrase("measured", "A GPT of %1 layers", "A GPT of %1 layer"), model.layers, model.layers),
        numbers::shortText(parameters, kThousand, parameters < 10 * kThousand ? 1 : 0),
        sayCounted(countedPhrase("measured", "%1 ranks", "%1 rank"), ranks, ranks),
        sayCounted(countedPhrase("measured", "%1 microbatches", "%1 microbatch"), schedule.microbatches,
                   schedule.microbatches));
}

RunReport reportOf(const Run& run, const StepRecord* shown, int stretch) {
    RunReport report{.loss = lossText(run)};
    for (const StepRecord& step : run.steps)
        if (isWhole(run.plan.schedule, step))
            report.steps.push_back({step.step, step.loss, extentOf(step.wall).length()});
    if (shown == nullptr || report.steps.empty()) {
        report.pace = {say(phrase("measured", "No step was measured whole."))};
        return report;
    }
    const ScaledPlan scaled(run, *shown, stretch);
    report.planned = scaled.makespan();
    report.pace = {scaled.pace()};
    const Time took = extentOf(shown->wall).length();
    if (report.planned > 0) {
        const double change = static_cast<double>(took) / static_cast<double>(report.planned) - 1;
        report.pace.push_back(say(phrase("measured", "Step %1, which the lanes show, took %2 (%3)."), shown->step,
                                  numbers::shortTime(took, scaled.plan().timeUnit, 1), numbers::changeText(change)));
    }
    if (const Message cores = coresText(run); !cores.empty())
        report.pace.push_back(cores);
    if (report.planned > 0)
        addFarthest(report, scaled, *shown);
    return report;
}

} // namespace lanewright
