// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_solve.h"

#include "core/check/validate.h"
#include "core/edit/edits.h"
#include "core/lesson/rules.h"
#include "core/lesson/setting.h"
#include "core/model/block_ops.h"
#include "core/model/replicas.h"
#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "core/solve/proof/exact.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

using SolveClock = std::chrono::steady_clock;

/// How the lesson lets a backward stand in the order.
enum class BackwardForm : std::uint8_t {
    InOne, ///< BW
    Apart, ///< B and W; a BW is the case of W right behind its B, and never better
    Mixed, ///< some so and some so, and nobody may change it
};

BackwardForm formOf(const Lesson& lesson, const Plan& start) {
    if (lesson.allows(LessonEdit::Split))
        return BackwardForm::Apart;
    bool inOne = false;
    bool apart = false;
    const auto look = [&](const Op& op) {
        inOne = inOne || op.kind == OpKind::BW;
        apart = apart || op.kind == OpKind::B || op.kind == OpKind::W;
    };
    forEachOp(start.schedule.order, look);
    for (const Op& op : trayOf(lesson, start))
        look(op);
    if (inOne && apart)
        return BackwardForm::Mixed;
    return inOne ? BackwardForm::InOne : BackwardForm::Apart;
}

/// The table of times with those of BW for B, and none for W.
MicrobatchCosts tableInOne(const Plan& plan) {
    const MicrobatchCosts& own = plan.costs.microbatches;
    const auto isGiven = [&](OpKind kind) { return !own.table()[static_cast<std::size_t>(kind)].empty(); };
    if (own.form() != MicrobatchCosts::Form::Table ||
        std::ranges::none_of(std::array{OpKind::B, OpKind::W, OpKind::BW}, isGiven))
        return own;
    std::vector<Time> times;
    for (int stage = 0; stage < plan.schedule.stages(); ++stage)
        for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch)
            times.push_back(durationOf(plan.schedule, plan.costs,
                                       {.op = {.kind = OpKind::BW, .stage = stage, .microbatch = microbatch}}));
    MicrobatchCosts::Table table = own.table();
    table[static_cast<std::size_t>(OpKind::W)].assign(times.size(), 0);
    table[static_cast<std::size_t>(OpKind::B)] = times;
    table[static_cast<std::size_t>(OpKind::BW)] = std::move(times);
    return MicrobatchCosts::ofTable(plan.schedule.microbatches, std::move(table), own.size());
}

/// The same problem where B takes the time and frees the memory of both, and W is nothing: its orders are those with
/// BW, wherever the empty W stand.
Plan withBackwardInOne(Plan plan) {
    plan.costs.microbatches = tableInOne(plan);
    for (auto& list : plan.costs.stages)
        for (StageCosts& stage : list)
            stage.backwardInput += std::exchange(stage.backwardWeight, Time{0});
    for (auto& list : plan.memory.stages)
        for (StageMemory& stage : list)
            stage.backwardInput += std::exchange(stage.backwardWeight, Bytes{0});
    plan.costs.weightParts = 1;
    return plan;
}

/// An order of that problem with its BW.
Schedule fusedAgain(Schedule schedule) {
    for (Row& row : schedule.order) {
        std::erase_if(row, [](const Block& block) { return block.op.kind == OpKind::W && !block.paired; });
        for (Block& block : row)
            changeOps(block, [](Op& op) { op.kind = op.kind == OpKind::B ? OpKind::BW : op.kind; });
    }
    return schedule;
}

/// Finds the pairs of ops that the rules keep in their order, in terms of the instance.
class KeptOrders {
public:
    KeptOrders(const Lesson& lesson, const Plan& start, const Instance& instance)
        : m_lesson(lesson), m_schedule(start.schedule), m_instance(instance) {
        for (const Row& row : m_schedule.order)
            for (const Op& op : keptIn(row))
                m_ops[seriesOf(op)].push_back(op);
    }

    std::vector<KeptOrder> all() const {
        std::vector<KeptOrder> kept;
        for (const Row& row : m_schedule.order) {
            std::map<Series, int> count;
            std::optional<SeriesOp> last;
            for (const Op& op : keptIn(row)) {
                const Series series = seriesOf(op);
                if (!isWhole(series))
                    continue;
                const SeriesOp now{.chunk = series.first, .kind = series.second, .index = count[series]++};
                if (last)
                    kept.push_back({*last, now});
                last = now;
            }
        }
        return kept;
    }

private:
    using Series = std::pair<int, OpKind>; ///< chunk and kind

    Series seriesOf(const Op& op) const {
        const int direction = m_instance.apart ? op.microbatch : m_schedule.direction(op.microbatch);
        const int chunk = direction * m_instance.stages + op.stage;
        return {chunk, op.kind == OpKind::BW ? OpKind::B : op.kind};
    }

    std::vector<Op> keptIn(const Row& row) const {
        return opsOf(row, [this](const Op& op) {
            return op.kind != OpKind::R && (isLocked(m_lesson, m_schedule, op) || !m_lesson.allows(LessonEdit::Move));
        });
    }

    /// All ops of the series are kept, in the order of their microbatches. Only then does it say nothing that the k-th
    /// op is that of the k-th microbatch; of other series the rules are left out, which can only make a bound lower.
    bool isWhole(const Series& series) const {
        const std::vector<Op>& ops = m_ops.at(series);
        const int parts = series.second == OpKind::W ? m_instance.weightParts : 1;
        const auto key = [](const Op& op) { return std::pair<int, int>{op.microbatch, op.part}; };
        return static_cast<int>(ops.size()) == m_instance.microbatchesOf(series.first) * parts &&
               std::ranges::is_sorted(ops, {}, key);
    }

    const Lesson& m_lesson;
    const Schedule& m_schedule;
    const Instance& m_instance;
    std::map<Series, std::vector<Op>> m_ops = {};
};

/// Collects what is known of a lesson's best order. Keeps references.
class LessonSearch {
public:
    LessonSearch(const Lesson& lesson, const Attempt& start)
        : m_lesson(lesson), m_start(start), m_form(formOf(lesson, start.plan)) {
        m_result.number = timeOf(lesson);
        m_objective = objectiveOf(m_result.number);
        m_own = start.plan;
        m_own.proof.reset();
        m_own.unknown.clear();
        // Who may choose chooses this one: a post-validated iteration is never longer.
        m_mode = lesson.allows(LessonEdit::Optimizer) ? OptimizerMode::PostValidated : start.optimizer;
        m_own.optimizerMode = m_mode;
        limitMemory();
    }

    Result<LessonSolution> run(const SolveOptions& options, const std::stop_token& stop) {
        const auto until = SolveClock::now() + std::chrono::duration_cast<SolveClock::duration>(
                                                   std::chrono::duration<double>(options.timeLimit));
        offer(m_start.plan.schedule);
        if (const Result<Attempt> solution = solutionOf(m_lesson))
            offer(solution->plan.schedule);
        Plan problem = m_form == BackwardForm::InOne ? withBackwardInOne(m_own) : m_own;
        problem.schedule.order = m_found ? m_result.best.plan.schedule.order : std::vector<Row>{};
        // A search keeps the gaps of the order that it begins with; who may set gaps may also do without them.
        if (m_lesson.allows(LessonEdit::Gap))
            problem.schedule = removeGaps(problem.schedule);
        const Result<Solution> searched = solve(problem, optionsFor(problem, options), stop);
        if (!searched)
            return searched.error();
        m_result.bound = searched->bound;
        if (searched->optimal)
            m_result.provedBy = searched->provedBy;
        offer(m_form == BackwardForm::InOne ? fusedAgain(searched->schedule) : searched->schedule);
        if (isRestricted() && m_form != BackwardForm::Mixed && !isMet())
            searchKept(problem, until, stop);
        if (!m_found)
            return Error{say(phrase("refusal", "no order that keeps the lesson's rules was found"))};
        m_result.optimal = isMet();
        if (!m_result.optimal)
            m_result.provedBy = ProvedBy::Nobody;
        else if (m_result.provedBy == ProvedBy::Nobody)
            m_result.provedBy = ProvedBy::Bound;
        return m_result;
    }

private:
    bool isRestricted() const { return !m_lesson.locked.empty() || !m_lesson.allows(LessonEdit::Move); }
    bool isMet() const { return m_found && m_result.value <= m_result.bound; }

    SolveOptions optionsFor(const Plan& problem, SolveOptions options) const {
        options.objective = m_objective;
        // A student can't deal microbatches anew.
        if (!problem.costs.microbatches.areEqual() && replicasOf(problem).size() > 1)
            options.moves = Moves::Ops;
        // What the rules keep is searched in what is left.
        if (isRestricted() && !options.rounds)
            options.timeLimit /= 4;
        return options;
    }

    void limitMemory() {
        const auto goal = std::ranges::find(m_lesson.goals, GoalKind::PeakMemory, &Goal::kind);
        if (goal == m_lesson.goals.end())
            return;
        m_own.memory.limit.resize(m_own.schedule.ranks());
        for (std::optional<Bytes>& limit : m_own.memory.limit)
            limit = std::min(limit.value_or(goal->most), Bytes{goal->most});
    }

    /// Takes the order if the rules allow it and it is better than what is known. False where they don't.
    bool offer(const Schedule& schedule) {
        Plan plan = m_own;
        plan.schedule = schedule;
        const Timeline timeline = simulate(plan.schedule, plan.costs);
        if (!reachesEnd(plan.schedule, timeline) || !isValid(validate(plan, timeline)))
            return false;
        Attempt attempt{.plan = m_start.plan, .optimizer = m_mode};
        attempt.plan.schedule = schedule;
        if (!mayBecome(m_lesson, m_start.plan, attempt.plan))
            return false;
        const Fraction value = valueOf(measure(plan, timeline), m_objective);
        if (!m_found || value < m_result.value) {
            m_result.best = std::move(attempt);
            m_result.value = value;
            m_found = true;
        }
        return true;
    }

    /// More than the worst order takes that never idles on all ranks at once.
    static Fraction aboveAll(const Instance& instance) {
        Time sum = 1;
        for (int chunk = 0; chunk < static_cast<int>(instance.chunks.size()); ++chunk) {
            const Chunk& own = instance.chunks[chunk];
            sum += instance.microbatchesOf(chunk) * (own.work() + own.down + own.up);
        }
        for (const std::vector<Time>* list :
             {&instance.iterationEnd.step, &instance.iterationEnd.normDelay, &instance.iterationEnd.decisionDelay})
            for (const Time time : *list)
                sum += time;
        return {2 * sum, 1};
    }

    /// Asks for something better that keeps the order of what the rules keep, until there is none.
    void searchKept(const Plan& problem, SolveClock::time_point until, const std::stop_token& stop) {
        // Microbatches that differ can't stand for each other.
        const bool unequal = !problem.costs.microbatches.areEqual();
        if (unequal && !canStandApart(problem))
            return;
        Instance instance = instanceOf(problem, unequal ? Unequal::Apart : Unequal::Mean);
        instance.kept = KeptOrders(m_lesson, m_start.plan, instance).all();
        while (!isMet()) {
            const Fraction below = m_found ? m_result.value : aboveAll(instance);
            const double left = std::chrono::duration<double>(until - SolveClock::now()).count();
            // What the rules hold and the instance can't say is left to them, and ends the search.
            const auto take = [&](const Sequences& sequences) {
                const Schedule schedule = scheduleOf(problem, instance, sequences);
                return offer(m_form == BackwardForm::InOne ? fusedAgain(schedule) : schedule) && m_result.value < below;
            };
            const Exact answer = searchBelow(instance, m_objective, below, take, stop, left);
            if (answer == Exact::None && m_found) {
                m_result.bound = m_result.value;
                m_result.provedBy = ProvedBy::Z3;
            }
            if (answer != Exact::Better)
                return;
        }
    }

    const Lesson& m_lesson;
    const Attempt& m_start;
    BackwardForm m_form;
    Objective m_objective = Objective::Makespan;
    OptimizerMode m_mode = OptimizerMode::Synchronous;
    Plan m_own = {}; ///< the start's plan with the limits of the goals
    LessonSolution m_result = {};
    bool m_found = false;
};

} // namespace

GoalKind timeOf(const Lesson& lesson) {
    for (const Goal& goal : lesson.goals)
        if (isTime(goal.kind))
            return goal.kind;
    for (const GoalKind kind : lesson.score)
        if (isTime(kind))
            return kind;
    return GoalKind::Makespan;
}

Result<LessonSolution> solveLesson(const Lesson& lesson, const SolveOptions& options, const std::stop_token& stop) {
    for (const LessonEdit edit :
         {LessonEdit::Stage, LessonEdit::Costs, LessonEdit::Halve, LessonEdit::Microbatches, LessonEdit::Generator})
        if (lesson.allows(edit))
            return Error{
                say(phrase("refusal", "this lesson lets a student change more than the order (%1), so there is "
                                      "no best order of it"),
                    toText(edit))};
    const Result<Attempt> start = startOf(lesson);
    if (!start)
        return start.error();
    return LessonSearch(lesson, *start).run(options, stop);
}

} // namespace lanewright
