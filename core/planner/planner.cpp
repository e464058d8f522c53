// SPDX-License-Identifier: Apache-2.0
#include "core/planner/planner.h"

#include "core/base/counted_up.h"
#include "core/planner/all_partitions.h"
#include "core/planner/changes.h"
#include "core/planner/cut_bound.h"
#include "core/planner/cutting.h"
#include "core/planner/device_row.h"
#include "core/planner/fitting_cut.h"
#include "core/planner/layout_string.h"
#include "core/planner/loop_cutting.h"
#include "core/planner/v_cutting.h"
#include "core/solve/solve.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

namespace lanewright {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRecomputed = 1 << 20; ///< more than there are layers

/// What identifies a partition.
std::vector<int> keyOf(const Partition& partition) {
    std::vector<int> key;
    for (const Part& part : partition) {
        key.push_back(part.recompute ? -part.end - kRecomputed : -part.end);
        key.insert(key.end(), part.devices.begin(), part.devices.end());
    }
    return key;
}

class Planner {
public:
    Planner(const LayeredModel& model, const Cluster& cluster, const PlannerOptions& options,
            const std::stop_token& stop, const PlannerProgress& progress)
        : m_pricing(model, cluster, options.optimizerMode), m_options(options), m_stop(stop), m_progress(progress) {}

    Result<PlannerResult> run() {
        if (const Result<Done> plannable = checkPlannable(m_pricing); !plannable)
            return plannable.error();
        if (const Result<Done> possible = checkShape(); !possible)
            return possible.error();
        m_keepsAll = areFew(false);
        tryPlainCuts();
        tryCutsWithRoom();
        tryBestCuts();
        if (m_keepsAll)
            tryAll();
        else if (!m_result.front.empty())
            change();
        std::optional<Candidate> emptied = bestWithEmptyStages();
        if (m_result.front.empty() && emptied)
            enter(*emptied);
        if (m_result.front.empty())
            return failure();
        const std::optional<Fraction> proved = searchOrders(std::move(emptied));
        m_result.lowerBound = proved ? *proved : leastIterationOf(m_result.best, m_stop);
        const CutFamily family{
            .mostReplicas = m_options.mostReplicas, .mostParts = m_options.mostParts, .shape = m_options.shape};
        if (const std::optional<Time> least = leastIterationOfCuts(m_pricing, family))
            m_result.cutBound = Fraction{*least};
        m_result.seconds = seconds();
        return std::move(m_result);
    }

private:
    static constexpr double kFew = 3000; ///< partitions that are all tried

    /// Whether there is a partition of the shape that is asked for.
    Result<Done> checkShape() const {
        const int layers = m_pricing.model().size();
        const int devices = m_pricing.cluster().size();
        const int least = 2 * (m_options.shape == Shape::Loop ? m_options.chunks.value_or(2) : 2);
        if (m_options.shape.value_or(Shape::Linear) == Shape::Linear || (layers >= least && devices >= 2))
            return Done{};
        return Error{say(m_options.shape == Shape::V
                             ? phrase("planner", "a V takes %3 layers and 2 devices at least, not %1 and %2")
                             : phrase("planner", "such a loop takes %3 layers and 2 devices at least, not %1 and %2"),
                         layers, devices, least)};
    }

    /// Why there is no plan.
    Error failure() const {
        if (m_stop.stop_requested())
            return Error{say(phrase("planner", "stopped before there was any plan"))};
        if (m_uncountable)
            return *m_uncountable;
        if (m_gaveUp)
            return Error{say(phrase("planner", "no plan that fits was found in the time allowed; allow more"))};
        return Error{say(phrase("planner", "the model does not fit: whichever way its %1 layers are cut over the "
                                           "%2 devices, one of them has too little memory"),
                         m_pricing.model().size(), m_pricing.cluster().size())};
    }

    /// Whether stages of a loop may have no layer, as in Megatron: where a layout can say the cuts.
    bool hasEmptyStages() const {
        return m_options.mostReplicas == 1 && wants(Shape::Loop) && isLaidOut(m_pricing.model());
    }

    /// Whether all partitions are tried.
    bool areFew(bool emptyStages) const {
        return countPartitions(m_pricing.model().size(), m_pricing.cluster().size(), m_options.mostReplicas,
                               m_pricing.model().recompute, m_options.shape, m_options.chunks, emptyStages) <= kFew;
    }

    double seconds() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }
    bool isOver(double share = 1) const {
        return m_stop.stop_requested() || (!m_options.tries && seconds() > share * m_options.timeLimit);
    }

    /// Time to go on with what there is, or to give up where there is nothing.
    bool hasEnough() {
        const bool over = isOver(m_result.front.empty() ? 1 : 0.5);
        m_gaveUp = m_gaveUp || (over && m_result.front.empty());
        return over;
    }

    /// Orders of the devices, as listed first.
    std::vector<std::vector<int>> rows() const {
        const std::vector<int> identity = countedUp(m_pricing.cluster().size());
        std::vector<std::vector<int>> rows = {identity, recursiveOrder(m_pricing.cluster(), m_pricing.ways()),
                                              recursiveOrder(m_pricing.cluster(), m_pricing.ways(), true)};
        // A row may as well be walked from its other end; the first and last layers of a model are its own.
        for (std::size_t at = 0, count = rows.size(); at < count; ++at)
            rows.emplace_back(rows[at].rbegin(), rows[at].rend());
        std::ranges::sort(rows);
        const auto same = std::ranges::unique(rows);
        rows.erase(same.begin(), same.end());
        std::erase(rows, identity);
        rows.insert(rows.begin(), identity);
        return rows;
    }

    /// The first devices as listed, at most `most` of them.
    std::vector<int> listed(int most) const { return countedUp(std::min(most, m_pricing.cluster().size())); }

    /// A plan that is there at once, so that the time that is left is all that the others may take: the best cuts of a
    /// thousand layers alone take minutes.
    void tryPlainCuts() {
        tryEqualLayers();
        for (const Shape shape : {Shape::V, Shape::Loop}) {
            const int chunks = shape == Shape::V ? 2 : m_options.chunks.value_or(2);
            const std::vector<int> row = listed(std::min(m_options.mostParts, m_pricing.model().size() / chunks));
            if (m_options.tries || !m_result.front.empty() || !wants(shape) || row.size() < 2)
                continue;
            Partition partition =
                equalLayers(m_pricing.model(), shape == Shape::V ? downAndBack(row) : roundAndRound(row, chunks));
            if (shapeOf(partition) == shape && m_pricing.fits(partition))
                consider(std::move(partition), CutMethod::EqualLayers);
        }
        if (!m_options.tries)
            tryFittingCuts();
    }

    /// With room for so many microbatches.
    std::optional<Partition> cutThatFits(const std::vector<int>& row, Shape shape, int held) const {
        return fittingCut(m_pricing, row, m_options.mostParts, shape,
                          {.held = held, .chunks = m_options.chunks.value_or(2)});
    }

    /// Where equal layers do not fit.
    void tryFittingCuts() {
        const Recompute may = m_pricing.model().recompute;
        for (const bool recompute : {false, true})
            for (const Shape shape : kShapes)
                for (const std::vector<int>& row : rows()) {
                    const bool isAllowed = may != (recompute ? Recompute::Never : Recompute::Always);
                    if (!m_result.front.empty() || m_stop.stop_requested() || !isAllowed || !wants(shape))
                        continue;
                    std::optional<Partition> partition = cutThatFits(row, shape, 1);
                    if (!partition)
                        continue;
                    for (Part& part : *partition)
                        part.recompute = recompute;
                    consider(*std::move(partition), CutMethod::AsManyAsFit);
                }
    }

    /// What fits with one microbatch at a time may be slow for want of memory: cuts on which every device holds more.
    void tryCutsWithRoom() {
        for (const Shape shape : kShapes)
            for (int held = 1; held <= m_pricing.model().microbatches; held *= 2) {
                if (m_options.tries || m_keepsAll || hasEnough() || !wants(shape))
                    break;
                std::optional<Partition> partition = cutThatFits(listed(m_pricing.cluster().size()), shape, held);
                if (!partition)
                    break;
                consider(*std::move(partition), CutMethod::AsManyAsFit);
            }
    }

    void tryEqualLayers() {
        Partition partition = equalLayers(m_pricing.model(), listed(m_options.mostParts));
        if (!m_pricing.fits(partition))
            return;
        constexpr CutMethod kMethod = CutMethod::EqualLayers;
        // Where only a V is wanted it is there to compare with.
        if (wants(Shape::Linear)) {
            if (std::optional<Candidate> equal = consider(std::move(partition), kMethod))
                m_result.others.push_back(*std::move(equal));
        } else if (Result<Candidate> equal = ordered(m_pricing, std::move(partition), kMethod)) {
            m_result.others.push_back(*std::move(equal));
        }
    }

    /// The first partition that is not is remembered.
    bool isCountable(const Partition& partition) {
        const Result<Done> countable = checkCountable(m_pricing.problem(partition));
        if (!countable && !m_uncountable)
            m_uncountable = countable.error();
        return static_cast<bool>(countable);
    }

    bool wants(Shape shape) const { return m_options.shape.value_or(shape) == shape; }

    /// Cuts with one device a part come at once; a V and replicas take longer.
    void tryBestCuts() {
        const std::vector<std::vector<int>> all = rows();
        for (int replicas = 1; replicas <= m_options.mostReplicas; replicas *= 2)
            for (const Shape shape : kShapes)
                for (const std::vector<int>& row : all) {
                    const Recompute recompute = m_pricing.model().recompute;
                    if (recompute != Recompute::Always)
                        tryCutsOf(shape, row, replicas, false, &row == &all.front());
                    if (recompute != Recompute::Never)
                        tryCutsOf(shape, row, replicas, true, &row == &all.front() && recompute == Recompute::Always);
                }
    }

    void tryCutsOf(Shape shape, const std::vector<int>& row, int replicas, bool recompute, bool listed) {
        if (hasEnough() || !wants(shape))
            return;
        const CutLimits limits{.mostReplicas = replicas, .mostParts = m_options.mostParts, .recompute = recompute};
        const auto isOver = [this] { return hasEnough(); };
        std::vector<Partition> cuts = cutsOf(shape, row, limits, isOver);
        std::erase_if(cuts, [this](const Partition& cut) { return !isCountable(cut); });
        if (replicas == 1 && listed && shape == Shape::Linear)
            compareWith(cuts);
        tryCuts(std::move(cuts), methodOf(shape, replicas));
    }

    std::vector<Partition> cutsOf(Shape shape, const std::vector<int>& row, const CutLimits& limits,
                                  const std::function<bool()>& isOver) const {
        switch (shape) {
        case Shape::Linear: return bestCuts(m_pricing, row, limits, isOver);
        case Shape::V: return bestVCuts(m_pricing, row, limits, isOver);
        case Shape::Loop: return bestLoopCuts(m_pricing, row, limits, m_options.chunks, isOver);
        }
        return {};
    }

    static CutMethod methodOf(Shape shape, int replicas) {
        switch (shape) {
        case Shape::Linear: return replicas == 1 ? CutMethod::AfterSpp : CutMethod::AfterSppReplicated;
        case Shape::V: return replicas == 1 ? CutMethod::V : CutMethod::VReplicated;
        case Shape::Loop: return replicas == 1 ? CutMethod::Loop : CutMethod::LoopReplicated;
        }
        return CutMethod::Changed;
    }

    /// Among the cuts of the devices as listed those that the cost formulas of planners of F/B pipelines like best.
    void compareWith(const std::vector<Partition>& cuts) {
        struct Chooser {
            CutMethod method;
            Time Estimates::*cost;
        };
        for (const auto& [method, cost] :
             {Chooser{CutMethod::SlowestStage, &Estimates::slowest}, Chooser{CutMethod::PivotStage, &Estimates::pivot},
              Chooser{CutMethod::FillAndRun, &Estimates::fillAndRun}}) {
            const auto best = std::ranges::min_element(
                cuts, {}, [&, cost = cost](const Partition& cut) { return estimatesOf(m_pricing.problem(cut)).*cost; });
            if (best == cuts.end())
                return;
            if (Result<Candidate> candidate = ordered(m_pricing, *best, method))
                m_result.others.push_back(*std::move(candidate));
        }
    }

    /// Those few that the estimate likes best.
    std::vector<Partition> mostPromising(std::vector<Partition> cuts) const {
        constexpr std::size_t kMost = 8;
        std::vector<std::pair<Time, std::size_t>> byPromise;
        for (std::size_t at = 0; at < cuts.size(); ++at)
            byPromise.emplace_back(promiseOf(m_pricing, cuts[at]), at);
        std::ranges::sort(byPromise);
        byPromise.resize(std::min(kMost, byPromise.size()));
        std::vector<Partition> best;
        best.reserve(byPromise.size());
        for (const auto& [promise, at] : byPromise)
            best.push_back(std::move(cuts[at]));
        return best;
    }

    void tryCuts(std::vector<Partition> cuts, CutMethod method) {
        for (Partition& cut : mostPromising(std::move(cuts))) {
            if (hasEnough())
                return;
            consider(std::move(cut), method);
        }
    }

    /// The best of the loops with a stage without layers that a layout can say. What was found without them is not
    /// touched, so that it only gets better by this one.
    std::optional<Candidate> bestWithEmptyStages() {
        std::optional<Candidate> best;
        if (!hasEmptyStages() || m_result.exhaustive)
            return best;
        const auto isOver = [this] { return this->isOver(0.8); };
        const auto isOther = [this](const Partition& cut) {
            return std::ranges::none_of(cut, [](const Part& part) { return part.layers() == 0; }) ||
                   !layoutFor(m_pricing.model(), cut) || !isCountable(cut);
        };
        for (const std::vector<int>& row : rows())
            for (const bool recompute : {false, true}) {
                if (m_pricing.model().recompute == (recompute ? Recompute::Never : Recompute::Always))
                    continue;
                const CutLimits limits{.mostParts = m_options.mostParts, .recompute = recompute, .emptyStages = true};
                std::vector<Partition> cuts = bestLoopCuts(m_pricing, row, limits, m_options.chunks, isOver);
                std::erase_if(cuts, isOther);
                for (Partition& cut : mostPromising(std::move(cuts))) {
                    if (isOver())
                        return best;
                    std::optional<Candidate> candidate = tried(std::move(cut), CutMethod::Loop);
                    if (candidate && (!best || candidate->iterationTime < best->iterationTime))
                        best = std::move(candidate);
                }
            }
        return best;
    }

    /// All partitions there are; then, of those whose bound leaves room for something better, the best orders.
    void tryAll() {
        const bool emptyStages = hasEmptyStages() && areFew(true);
        forAllPartitions(
            m_pricing.model().size(), m_pricing.cluster().size(), m_options.mostReplicas, m_pricing.model().recompute,
            m_options.shape,
            [this](const Partition& partition) {
                consider(partition, CutMethod::All);
                return !isOver(0.9);
            },
            m_options.chunks, emptyStages);
        searchAll();
        m_result.exhaustive = !isOver(0.9) && emptyStages == hasEmptyStages();
    }

    /// Those that promise most come first, so that the best soon leaves nothing to search for in the others.
    void searchAll() {
        std::vector<std::pair<Fraction, std::size_t>> byBound;
        for (std::size_t at = 0; at < m_all.size() && !isOver(0.9); ++at)
            byBound.emplace_back(leastIterationOf(m_all[at], m_stop), at);
        std::ranges::sort(byBound);
        const SolveOptions options{.objective = Objective::Iteration,
                                   .timeLimit = 1,
                                   .exact = true,
                                   .seed = m_options.seed,
                                   .threads = 1,
                                   .rounds = 3};
        for (const auto& [bound, at] : byBound) {
            if (bound >= m_result.best.iterationTime || isOver(0.9))
                return;
            reorder(std::move(m_all[at]), options);
        }
    }

    /// Enters the candidate with the order that a search finds, where that is better. Returns what no order of its
    /// plan is below.
    std::optional<Fraction> reorder(Candidate candidate, const SolveOptions& options) {
        const Result<Solution> solution = solve(candidate.plan, options, m_stop);
        if (!solution)
            return {};
        const Fraction before = candidate.iterationTime;
        candidate.plan = withSolution(candidate.plan, Objective::Iteration, *solution);
        judge(m_pricing, candidate);
        if (candidate.iterationTime < before) {
            candidate.order = toText(solution->madeBy);
            enter(std::move(candidate));
        } else if (candidate.plan.proof && candidate.partition == m_result.best.partition) {
            // It holds for every order, so for the one that is there too.
            m_result.best.plan.proof = m_result.front.front().plan.proof = candidate.plan.proof;
        }
        return solution->bound;
    }

    /// Changes the best a little, or another of the front, again and again.
    void change() {
        Random random(m_options.seed);
        int idle = 0;
        for (int tries = 0; !isOver(0.7) && tries < m_options.tries.value_or(1 << 30) && idle < kMostIdle; ++tries) {
            const Fraction before = m_result.best.iterationTime;
            const int from = random.chance(60) ? 0 : random.below(static_cast<int>(m_result.front.size()));
            Partition next = changed(m_result.front[from].partition, m_pricing, random);
            if (random.chance(40))
                next = changed(std::move(next), m_pricing, random);
            consider(std::move(next), CutMethod::Changed);
            idle = m_result.best.iterationTime < before ? 0 : idle + 1;
        }
    }

    /// Searches on for the order of a partition. Returns what it proves of what is run: no order is below.
    std::optional<Fraction> searchOrder(const Candidate& candidate, double share) {
        if (m_options.tries || isOver())
            return {};
        const SolveOptions options{.objective = Objective::Iteration,
                                   .timeLimit = std::max(0.1, share * (m_options.timeLimit - seconds())),
                                   .exact = m_keepsAll,
                                   .seed = m_options.seed};
        const std::optional<Fraction> bound = reorder(candidate, options);
        return candidate.onDevices ? std::nullopt : bound;
    }

    /// The same of the best partition and of that with empty stages, where it may be better. What is proved is of the
    /// one that then is the best.
    std::optional<Fraction> searchOrders(std::optional<Candidate> emptied) {
        const bool mayWin = emptied && emptied->partition != m_result.best.partition &&
                            leastIterationOf(*emptied, m_stop) < m_result.best.iterationTime;
        const std::optional<Fraction> proved = searchOrder(Candidate{m_result.best}, mayWin ? 0.6 : 1);
        if (!mayWin)
            return proved;
        enter(*emptied);
        const std::optional<Fraction> provedToo = searchOrder(*emptied, 1);
        return m_result.best.partition == emptied->partition ? provedToo : proved;
    }

    /// Orders a partition that has not been tried.
    std::optional<Candidate> tried(Partition partition, CutMethod method) {
        partition = asModelWants(std::move(partition), m_pricing.model());
        if (!m_known.insert(keyOf(partition)).second)
            return {};
        if (ranksOf(partition) > m_options.mostParts || !m_pricing.fits(partition) || !isCountable(partition))
            return {};
        Result<Candidate> candidate = ordered(m_pricing, std::move(partition), method);
        ++m_result.tried;
        if (!candidate)
            return {};
        return *std::move(candidate);
    }

    /// Orders and enters a partition that has not been tried; returns what came of it.
    std::optional<Candidate> consider(Partition partition, CutMethod method) {
        std::optional<Candidate> candidate = tried(std::move(partition), method);
        if (!candidate)
            return {};
        if (m_keepsAll)
            m_all.push_back(*candidate);
        enter(*candidate);
        return candidate;
    }

    void enter(Candidate candidate) {
        std::vector<Candidate>& front = m_result.front;
        if (std::ranges::any_of(front, [&](const Candidate& known) { return known.isAsGoodAs(candidate); }))
            return;
        const bool best = front.empty() || candidate.iterationTime < m_result.best.iterationTime ||
                          candidate.isAsGoodAs(m_result.best); // so that the best is of the front
        std::erase_if(front, [&](const Candidate& known) { return candidate.isAsGoodAs(known); });
        const auto after = std::ranges::upper_bound(front, candidate.iterationTime, {}, &Candidate::iterationTime);
        if (best)
            m_result.best = candidate;
        front.insert(after, std::move(candidate));
        m_result.seconds = seconds();
        if (m_progress)
            m_progress(m_result);
    }

    static constexpr int kMostIdle = 20'000; ///< changes in a row that bring nothing

    Pricing m_pricing;
    const PlannerOptions& m_options;
    const std::stop_token& m_stop;
    const PlannerProgress& m_progress;
    Clock::time_point m_start = Clock::now();
    std::set<std::vector<int>> m_known = {};
    bool m_keepsAll = false;
    std::optional<Error> m_uncountable = {}; ///< what was said of a partition whose plan no file can hold
    bool m_gaveUp = false;                   ///< for want of time, with cuts left to try and no plan
    std::vector<Candidate> m_all = {};       ///< where all are tried: those that were
    PlannerResult m_result = {};
};

} // namespace

Result<PlannerResult> planModel(const LayeredModel& model, const Cluster& cluster, const PlannerOptions& options,
                                const std::stop_token& stop, const PlannerProgress& progress) {
    return Planner(model, cluster, options, stop, progress).run();
}

} // namespace lanewright
