// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/plan_again.h"

#include "core/generate/recognise/made_title.h"
#include "core/measured/profile/profile.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "core/solve/solve.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr double kFarOff = 2;
constexpr int kRounds = 3;
constexpr int kThreads = 2; ///< whatever the machine has, so that the answer is the same
/// A larger schedule is not searched on the side.
constexpr int kMostOps = 20'000;

double shareBelow(const Fraction& part, const Fraction& whole) {
    return whole.value() > 0 ? 1 - part.value() / whole.value() : 0;
}

} // namespace

std::optional<double> timesOffPlan(const Run& run) {
    const StepRecord* step = representativeStep(run);
    if (!step || run.plan.isProblem())
        return {};
    const Time measured = extentOf(step->wall).length();
    const Time planned = extentOf(simulate(run.plan.schedule, run.plan.costs)).length();
    if (measured <= 0 || planned <= 0)
        return {};
    return static_cast<double>(measured) / static_cast<double>(planned);
}

bool isFarOff(double times) { return times >= kFarOff || times <= 1 / kFarOff; }

double PlannedAgain::gain() const { return shareBelow(then, now); }

double PlannedAgain::mostGain() const { return shareBelow(bound, now); }

Result<PlannedAgain> planAgain(const Run& run, Objective objective, const std::stop_token& stop) {
    PlannedAgain answer{.plan = withMeasuredCosts(run.plan, profileOf(run)), .objective = objective};
    answer.now = valueOf(measure(answer.plan, simulate(answer.plan.schedule, answer.plan.costs)), objective);
    answer.then = answer.now;
    if (opCount(answer.plan.schedule) > kMostOps) {
        answer.searched = false;
        for (const Bound& bound : lowerBounds(answer.plan, objective, BoundEffort::Quick, stop))
            answer.bound = std::max(answer.bound, bound.value);
        return answer;
    }
    const Result<Solution> solution =
        solve(answer.plan, {.objective = objective, .threads = kThreads, .rounds = kRounds}, stop);
    if (!solution)
        return solution.error();
    answer.bound = solution->bound;
    if (solution->value < answer.now) {
        answer.then = solution->value;
        answer.plan = withSolution(answer.plan, objective, *solution);
        answer.plan.title = title::ofSolved(answer.plan, objective, solution->madeBy.generator);
    }
    return answer;
}

void PlanAgain::ask(std::shared_ptr<const Run> run, Objective objective) {
    m_run = std::move(run);
    m_answer.reset();
    m_detecting = true;
    m_latest.ask([run = m_run, objective](const std::stop_token& stop) { return planAgain(*run, objective, stop); },
                 [this](const Result<PlannedAgain>& answer) {
                     m_detecting = false;
                     if (answer)
                         m_answer = *answer;
                     Q_EMIT changed();
                 });
    Q_EMIT changed();
}

void PlanAgain::drop() {
    m_latest.drop();
    m_detecting = false;
    m_answer.reset();
    if (std::exchange(m_run, nullptr))
        Q_EMIT changed();
}

} // namespace lanewright::app
