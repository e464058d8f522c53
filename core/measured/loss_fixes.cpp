// SPDX-License-Identifier: Apache-2.0
#include "core/measured/loss_fixes.h"

#include "core/base/counted_up.h"
#include "core/base/mapped.h"
#include "core/bounds/bounds.h"
#include "core/measured/loss_fix_effects.h"
#include "core/measured/run_causes.h"
#include "core/measured/run_graph.h"
#include "core/measured/step_plan.h"
#include "core/simulate/simulate.h"
#include "core/solve/solve.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

/// A replica that took so many times less than another takes at best isn't the one that a step waits for: more than
/// any replay is off.
constexpr double kSurelyFaster = 1.02;
/// What the step whose plan comes out gets of the time, so many times what the others get.
constexpr int kShareOfShown = 5;
/// The least search for a step, however late it is: sorting and dealing to and fro take less.
constexpr double kLeastSeconds = 0.05;

Error stopped() { return {say(phrase("measured", "it was stopped"))}; }

Time makespanOf(const Plan& plan) { return extentOf(simulate(plan.schedule, plan.costs)).length(); }

double ticks(const Fraction& value) { return value.value(); }

/// The schedule with its microbatches in other turns: by their work. None of schedules with several directions, each of
/// which has turns of its own.
std::optional<Schedule> sortedByWork(const Plan& plan, bool longFirst) {
    const Schedule& schedule = plan.schedule;
    if (schedule.placement.directions.size() != 1)
        return {};
    std::vector<Time> work(schedule.microbatches, 0);
    std::vector<int> turns;
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
        for (const Block& block : schedule.order[rank]) {
            work[block.op.microbatch] += durationOf(schedule, plan.costs, block);
            if (block.op.kind == OpKind::F && block.op.stage == 0)
                turns.push_back(block.op.microbatch);
        }
    std::vector<int> sorted = turns;
    std::ranges::stable_sort(sorted, [&](int a, int b) { return longFirst ? work[a] > work[b] : work[a] < work[b]; });
    std::vector<int> takes(work.size(), 0); // per microbatch the one that gets its turn
    for (std::size_t turn = 0; turn < turns.size(); ++turn)
        takes[turns[turn]] = sorted[turn];
    Schedule result = schedule;
    for (Row& row : result.order)
        for (Block& block : row)
            block.op.microbatch = takes[block.op.microbatch];
    return result;
}

/// A step with its microbatches in other turns, and what its slowest replica takes.
struct OrderedStep {
    Plan plan = {};
    double value = 0;
    double bound = 0; ///< at least
};

/// Fixes of microbatches, step after step.
class MicrobatchFix {
public:
    MicrobatchFix(const Run& run, StepPlans plans, const FixRequest& request, std::stop_token stop)
        : m_run(run), m_plans(std::move(plans)), m_request(request), m_stop(std::move(stop)) {}

    Result<TriedFix> tryAll(const std::function<void(int, int)>& progress) {
        const std::vector<int>& steps = m_plans.steps();
        if (steps.empty())
            return Error{say(phrase("measured", "the run holds no measured step"))};
        m_shown = std::ranges::find(steps, m_request.step) == steps.end() ? longestStep() : m_request.step;
        m_sharesLeft = static_cast<int>(steps.size()) - 1 + kShareOfShown;
        m_tried.fix = m_request.fix;
        m_tried.step = m_shown;
        m_tried.steps = static_cast<int>(steps.size());
        m_tried.bound = 0.0;
        if (m_request.fix == LossFix::DealMicrobatches && !m_run.replicas.empty())
            m_tried.ordered = 0.0;
        int done = 0;
        for (const int step : steps) {
            if (m_stop.stop_requested())
                return stopped();
            if (const Result<Done> tried = tryStep(step); !tried)
                return tried.error();
            if (progress)
                progress(++done, m_tried.steps);
        }
        for (double* time : {&m_tried.before, &m_tried.after, &*m_tried.bound})
            *time /= m_tried.steps;
        if (m_tried.ordered)
            *m_tried.ordered /= m_tried.steps;
        return std::move(m_tried);
    }

private:
    int longestStep() const {
        int longest = -1;
        Time most = -1;
        for (const int step : m_plans.steps()) {
            const Time time = mostOf(m_plans.recordsOf(step),
                                     [](const StepRecord* record) { return extentOf(record->wall).length(); });
            if (time > most) {
                most = time;
                longest = step;
            }
        }
        return longest;
    }

    Result<Done> tryStep(int step) {
        const std::vector<const StepRecord*> records = m_plans.recordsOf(step);
        Result<Plan> plan = m_plans.all(step);
        if (!plan)
            return plan.error();
        m_tried.before += static_cast<double>(makespanOf(*plan));
        Result<OrderedStep> best = orderReplicas(records, *plan);
        if (best && m_request.fix == LossFix::DealMicrobatches && records.size() > 1) {
            *m_tried.ordered += best->value;
            best = dealt(*std::move(best), secondsFor(step));
        }
        if (!best)
            return best.error();
        m_tried.after += best->value;
        *m_tried.bound += best->bound;
        if (step == m_shown) {
            m_tried.plan = std::move(best->plan);
            m_tried.ran = *std::move(plan);
        }
        return Done{};
    }

    /// The best deal that a search finds.
    Result<OrderedStep> dealt(OrderedStep step, double seconds) const {
        const Result<Solution> found = solve(
            step.plan, {.objective = Objective::Makespan, .timeLimit = seconds, .moves = Moves::Microbatches}, m_stop);
        if (m_stop.stop_requested())
            return stopped();
        if (!found)
            return found.error();
        step.plan.schedule = found->schedule;
        step.value = ticks(found->value);
        step.bound = ticks(found->bound);
        return step;
    }

    /// Takes an order of the replica that takes no longer than the step does anyway, where one is found at once; else
    /// the best that a search finds.
    Result<Done> orderReplica(const StepRecord& record, int replica, OrderedStep& step) {
        Result<Plan> own = m_plans.single(record);
        if (!own)
            return own.error();
        for (const bool longFirst : {true, false})
            if (const std::optional<Schedule> sorted = sortedByWork(*own, longFirst);
                sorted && static_cast<double>(extentOf(simulate(*sorted, own->costs)).length()) <= step.value) {
                placeOrder(*sorted, replica, step.plan.schedule);
                return Done{};
            }
        const Result<Solution> solution = solve(
            *own, {.objective = Objective::Makespan, .threads = 1, .rounds = 1, .moves = Moves::Microbatches}, m_stop);
        if (!solution)
            return solution.error();
        step.value = std::max(step.value, ticks(solution->value));
        step.bound = std::max(step.bound, ticks(solution->bound));
        placeOrder(solution->schedule, replica, step.plan.schedule);
        return Done{};
    }

    /// Orders the microbatches of each replica, the slowest first, until the others can't be the slowest any more;
    /// those stay as they ran.
    Result<OrderedStep> orderReplicas(const std::vector<const StepRecord*>& records, const Plan& plan) {
        std::vector<std::size_t> slowFirst = countedUp(records.size());
        const auto measured = [&](std::size_t replica) { return extentOf(records[replica]->wall).length(); };
        std::ranges::stable_sort(slowFirst, std::greater<>{}, measured);
        OrderedStep step{.plan = plan};
        for (const std::size_t replica : slowFirst) {
            if (m_stop.stop_requested())
                return stopped();
            if (static_cast<double>(measured(replica)) * kSurelyFaster < step.value)
                break;
            if (const Result<Done> done = orderReplica(*records[replica], replica, step); !done)
                return done.error();
        }
        return step;
    }

    /// What is left of the time, shared out among the steps that are left.
    double secondsFor(int step) {
        const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - m_begin;
        const int share = step == m_shown ? kShareOfShown : 1;
        const double seconds = (m_request.seconds - gone.count()) * share / m_sharesLeft;
        m_sharesLeft -= share;
        return std::max(seconds, kLeastSeconds);
    }

    const Run& m_run;
    StepPlans m_plans;
    FixRequest m_request;
    std::stop_token m_stop;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    int m_sharesLeft = 0;
    int m_shown = -1;
    TriedFix m_tried = {};
};

/// The mean over all stages, stage by stage.
void cutEvenly(Plan& plan) {
    for (std::vector<StageCosts>& direction : plan.costs.stages) {
        StageCosts sum{.forward = 0, .backwardInput = 0, .backwardWeight = 0};
        for (const StageCosts& stage : direction) {
            sum.forward += stage.forward;
            sum.backwardInput += stage.backwardInput;
            sum.backwardWeight += stage.backwardWeight;
        }
        const auto count = static_cast<Time>(direction.size());
        for (StageCosts& stage : direction) {
            stage.forward = sum.forward / count;
            stage.backwardInput = sum.backwardInput / count;
            stage.backwardWeight = sum.backwardWeight / count;
        }
    }
}

/// What a generator makes at once.
std::optional<TriedFix> tryMade(const Run& run, const JobGraph& job, const FixRequest& request) {
    if (request.fix == LossFix::OtherOrder && request.by.empty())
        return {}; // the best of all, which a search finds
    for (MadeFix& made : madeFixes(run, job))
        if (made.fix == request.fix && (request.by.empty() || request.by == made.by)) {
            TriedFix tried{.fix = made.fix, .before = made.before(), .after = made.after()};
            tried.memoryBefore = mostMemory(made.ran);
            tried.memoryAfter = mostMemory(made.plan);
            tried.memoryUnit = made.ran.memoryUnit;
            tried.plan = std::move(made.plan);
            tried.ran = std::move(made.ran);
            return tried;
        }
    return {};
}

/// Another order of the plan, the best that a search finds.
Result<Done> searchOrder(const Run& run, const FixRequest& request, const std::stop_token& stop, TriedFix& tried) {
    // The order that the causes were told by is found as it was there: in one round, whatever the time.
    const SolveOptions options = request.fix == LossFix::OtherOrder
                                     ? SolveOptions{.objective = Objective::Makespan, .threads = 1, .rounds = 1}
                                     : SolveOptions{.objective = Objective::Makespan, .timeLimit = request.seconds};
    const Result<Solution> solution = solve(tried.ran, options, stop);
    if (!solution)
        return solution.error();
    tried.after = ticks(solution->value);
    tried.bound = ticks(solution->bound);
    tried.plan.schedule = fusedAsIn(run, solution->schedule);
    tried.memoryUnit = memoryUnitOf(run);
    tried.memoryBefore = mostMemoryIn(run, tried.ran.schedule);
    tried.memoryAfter = mostMemoryIn(run, tried.plan.schedule);
    return Done{};
}

Result<TriedFix> tryOnMeans(const Run& run, const FixRequest& request, const std::stop_token& stop) {
    const Result<JobGraph> job = jobGraphOf(run);
    if (!job)
        return job.error();
    if (std::optional<TriedFix> made = tryMade(run, *job, request))
        return *std::move(made);
    const std::optional<Plan> plan = typicalPlanOf(run, *job);
    if (!plan)
        return Error{say(phrase(
            "measured", "the run has pairs, R, or B and BW beside each other, which no search knows how to keep"))};
    TriedFix tried{.fix = request.fix, .plan = *plan, .ran = *plan, .before = static_cast<double>(makespanOf(*plan))};
    if (request.fix == LossFix::CutAnew) {
        cutEvenly(tried.plan);
        tried.after = static_cast<double>(makespanOf(tried.plan));
    } else if (const Result<Done> found = searchOrder(run, request, stop, tried); !found) {
        return found.error();
    }
    if (stop.stop_requested())
        return stopped();
    return tried;
}

} // namespace

std::vector<LossFix> fixesFor(LossCause cause, const Run& run) {
    switch (cause) {
    case LossCause::FillAndDrain: return {LossFix::Solve};
    case LossCause::Stages: return {LossFix::CutAnew};
    case LossCause::Microbatches:
        return run.replicas.empty() ? std::vector{LossFix::OrderMicrobatches}
                                    : std::vector{LossFix::DealMicrobatches, LossFix::OrderMicrobatches};
    case LossCause::Communication: return {LossFix::Solve};
    case LossCause::Order: return {LossFix::OtherOrder, LossFix::Solve};
    case LossCause::Rank:
    case LossCause::Link:
    case LossCause::Jitter:
    case LossCause::Launch:
    case LossCause::Between:
    case LossCause::Outside: return {};
    }
    return {};
}

Result<TriedFix> tryFix(const Run& run, const FixRequest& request, const std::stop_token& stop,
                        const std::function<void(int done, int total)>& progress) {
    if (request.fix != LossFix::OrderMicrobatches && request.fix != LossFix::DealMicrobatches)
        return tryOnMeans(run, request, stop);
    Result<StepPlans> plans = StepPlans::of(run);
    return plans ? MicrobatchFix(run, *std::move(plans), request, stop).tryAll(progress) : plans.error();
}

} // namespace lanewright
