// SPDX-License-Identifier: Apache-2.0
#include "core/solve/portfolio.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <thread>
#include <utility>

namespace lanewright {

namespace {

constexpr int kMostStarts = 24;
constexpr int kMostRules = 12;
/// Ops that all list rules together may time before the search begins.
constexpr std::int64_t kListOps = 3'000'000;
/// The least part of all ranks that get another order in one go.
constexpr double kLeastMended = 0.4;
/// Orders at most so much dearer than the best are worth that, and one that is so much dearer, in mean lengths of an op
/// and on the average, is gone on with.
constexpr double kMendable = 1.01;
constexpr double kMendSlack = 0.2;

/// Percent of orders, made rank by rank by groups, whose groups are of rules.
constexpr int kGroupsOfRules = 30;
/// What the orders of ranks are put together to is annealed where it is at most so much dearer than what is known.
constexpr double kWorthAnnealing = 1.15;

/// What a few microbatches do can be what all do only where they are equal.
bool repeats(const Frame& frame) { return frame.problem.costs.microbatches.areEqual(); }

bool cheaper(const Draft& a, const Draft& b) { return a.cost.energy < b.cost.energy; }

} // namespace

Portfolio::Portfolio(const Frame& frame, Incumbent& incumbent, std::uint64_t seed, int threads)
    : m_frame(frame), m_incumbent(incumbent), m_short(repeats(frame) ? shortLength(frame.instance) : std::nullopt),
      m_shortage(BottleneckSearch::shortageOf(frame)), m_isLoop(canGroup(frame.instance)) {
    for (int thread = 0; thread < threads; ++thread)
        m_workers.push_back(std::make_unique<Worker>(frame, seed * 1'000'003 + static_cast<std::uint64_t>(thread)));
}

void Portfolio::offer(const Draft& draft, Method method) {
    Schedule schedule = scheduleFrom(m_frame, draft.sequences);
    const Fraction value = exactValue(m_frame.problem, schedule, m_frame.objective);
    // More than a tick above what the timer says: a circle through several ranks.
    const Objective timed = withoutOptimizer(m_frame.objective, m_frame.problem.optimizerMode);
    if (timed == Objective::Period && value.value() > draft.cost.value + 1)
        m_circular = true;
    m_incumbent.offer(std::move(schedule), value, {method});
}

void Portfolio::add(std::vector<Start> starts) {
    for (Start& start : starts) {
        m_incumbent.offer(std::move(start.schedule), start.value, start.madeBy);
        if (start.draft.cost.stalls())
            continue;
        // Without its pairs an order may be shorter.
        if (start.draft.cost.value < start.value.value()) {
            Schedule apart = scheduleFrom(m_frame, start.draft.sequences);
            const Fraction value = exactValue(m_frame.problem, apart, m_frame.objective);
            m_incumbent.offer(std::move(apart), value, start.madeBy);
        }
        m_starts.push_back(std::move(start.draft));
    }
    std::ranges::stable_sort(m_starts, cheaper);
    if (!m_starts.empty() && cheaper(m_starts.front(), m_best))
        m_best = m_starts.front();
}

void Portfolio::addLists(const Effort& effort) {
    RuleSearch& search = m_workers.front()->rules;
    std::int64_t ops = 0;
    std::vector<ListRule> rules = groupRules(m_frame.table, m_frame.instance);
    std::ranges::move(listRules(m_frame.instance), std::back_inserter(rules));
    for (const ListRule& rule : rules) {
        const bool isEnough = effort.isOver() || (rule.groups.empty() && ops > kListOps);
        if (isEnough && !m_starts.empty() && !m_rules.empty())
            break;
        ops += m_frame.table.ops();
        RuleDraft made = search.attempt(rule);
        if (made.draft.cost.stalls())
            continue;
        if (made.draft.cost.value < m_best.cost.value)
            offer(made.draft, Method::ListScheduling);
        if (cheaper(made.draft, m_best))
            m_best = made.draft;
        m_starts.push_back(made.draft);
        m_rules.push_back(std::move(made));
        if (m_best.cost.value <= m_incumbent.goal())
            break;
    }
    std::ranges::stable_sort(m_starts, cheaper);
    std::ranges::stable_sort(m_rules, [](const RuleDraft& a, const RuleDraft& b) { return cheaper(a.draft, b.draft); });
    if (m_starts.size() > kMostStarts)
        m_starts.resize(kMostStarts);
    if (m_rules.size() > kMostRules)
        m_rules.resize(kMostRules);
}

/// On a tight loop orders keep to groups or to none, on each thread in turns. A good one hardly gets better, and soon
/// all stem from one if each thread goes on with the best; so each mends its own first.
Portfolio::Way Portfolio::wayOnLoop(int round, int worker) {
    using enum Way;
    static constexpr std::array kMending = {MendOwn, Mend, Mend, Mend, Best};
    constexpr int kMaking = 6;
    const int step = round % static_cast<int>(kMaking + kMending.size());
    if (step < kMaking)
        return (step + worker) % 2 == 0 ? Bottleneck : Grouped;
    return kMending[step - kMaking];
}

/// What the searches do, one task after the other.
Portfolio::Way Portfolio::wayOf(int task) const {
    using enum Way;
    static constexpr std::array kLong = {Short, Rules, Windows, Weights, Best, Short, Rules, Others, Patterns};
    static constexpr std::array kChunks = {Patterns, Best, Rules,    Best, Patterns, Best,
                                           Windows,  Best, Patterns, Best, Weights,  Others};
    static constexpr std::array kTight = {Bottleneck, Patterns, Bottleneck, Bottleneck, Bottleneck, Bottleneck,
                                          Bottleneck, Patterns, Bottleneck, Bottleneck, Mend,       Best,
                                          Best,       Mend,     Patterns,   Mend,       Mend,       Mend,
                                          Mend,       Best,     Bottleneck, Mend,       Windows,    Mend};
    // The last one only where there are patterns.
    static constexpr std::array kOneChunk = {Best, Rules, Weights, Others, Windows, Others, Best, Windows, Patterns};
    if (!PatternSearch::isFor(m_frame))
        return kOneChunk[task % (kOneChunk.size() - 1)];
    if (m_short)
        return kLong[task % kLong.size()];
    const bool hasOneEach = m_frame.instance.chunks.size() <= m_frame.instance.onRank.size();
    if (hasOneEach)
        return kOneChunk[task % kOneChunk.size()];
    if (isTightLoop()) {
        const int threads = static_cast<int>(m_workers.size());
        return wayOnLoop(task / threads, task % threads);
    }
    return isTight() ? kTight[task % kTight.size()] : kChunks[task % kChunks.size()];
}

/// From here on timers look at circles through several ranks too, since some are longer than any rank's own way.
void Portfolio::findCycles() {
    m_findsCycles = true;
    for (const auto& worker : m_workers) {
        worker->annealing.findCycles();
        worker->rules.findCycles();
        worker->windows.findCycles();
        if (worker->repetend)
            worker->repetend->findCycles(true);
        if (worker->patterns)
            worker->patterns->findCycles();
        if (worker->bottleneck)
            worker->bottleneck->findCycles();
    }
    Timer timer(m_frame.table, m_frame.objective);
    timer.findCycles(true);
    for (const auto& worker : m_workers)
        if (!worker->own.cost.stalls())
            worker->own.cost = timer(worker->own.sequences);
    for (Draft& draft : m_starts)
        draft.cost = timer(draft.sequences);
    for (RuleDraft& rule : m_rules)
        rule.draft.cost = timer(rule.draft.sequences);
    std::ranges::stable_sort(m_starts, cheaper);
    m_best.cost = timer(m_best.sequences);
    if (!m_starts.empty() && cheaper(m_starts.front(), m_best))
        m_best = m_starts.front();
}

void Portfolio::round(const Effort& share) {
    if (m_circular && !m_findsCycles)
        findCycles();
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < static_cast<int>(m_workers.size()); ++i) {
            const int task = m_rounds * static_cast<int>(m_workers.size()) + i;
            threads.emplace_back([this, i, task, &share] { work(*m_workers[i], task, share); });
        }
    }
    ++m_rounds;
    ++m_calm;
    for (const auto& worker : m_workers)
        merge(*worker, !share.until);
}

void Portfolio::merge(Worker& worker, bool offers) {
    if (worker.found.cost.value < m_best.cost.value) {
        m_calm = 0;
        if (offers)
            offer(worker.found, worker.method);
    }
    if (cheaper(worker.found, m_best))
        m_best = worker.found;
    if (isTightLoop())
        worker.own = worker.found;
    if (!worker.found.cost.stalls()) {
        m_starts.push_back(std::move(worker.found));
        std::ranges::stable_sort(m_starts, cheaper);
        if (m_starts.size() > kMostStarts)
            m_starts.resize(kMostStarts);
    }
    if (!worker.rule.draft.cost.stalls()) {
        m_rules.push_back(std::move(worker.rule));
        std::ranges::stable_sort(m_rules,
                                 [](const RuleDraft& a, const RuleDraft& b) { return cheaper(a.draft, b.draft); });
        if (m_rules.size() > kMostRules)
            m_rules.resize(kMostRules);
    }
    m_groups.learn(worker.groups);
    worker.found = {};
    worker.rule = {};
}

/// The best, or one of the best.
const Draft& Portfolio::pick(Random& random) const {
    if (m_starts.size() < 2 || random.chance(50))
        return m_best;
    return m_starts[random.below(static_cast<int>(m_starts.size()))];
}

void Portfolio::work(Worker& worker, int task, const Effort& share) {
    double best = m_best.cost.value;
    Effort effort = share;
    effort.goal = m_incumbent.goal();
    // Where rounds must repeat exactly nobody speaks out of turn: `merge` does it.
    if (share.until)
        effort.found = [&](const Sequences& sequences, const Cost& cost) {
            if (cost.value >= best)
                return;
            best = cost.value;
            offer({sequences, cost}, worker.method);
        };
    worker.groups = m_groups;
    worker.method = Method::Annealing;
    switch (wayOf(task)) {
    case Way::Best: worker.found = worker.annealing.run(m_best, {.from = 0.15}, effort, worker.random); return;
    case Way::Others:
        worker.found = worker.annealing.run(pick(worker.random), {.from = 0.4}, effort, worker.random);
        return;
    case Way::Rules: workOnRules(worker, effort); return;
    case Way::Weights:
        worker.found = worker.rules.replaceWeights(pick(worker.random), partOf(effort, 0.2), worker.random);
        worker.found = worker.annealing.run(worker.found, {.from = 0.08}, effort, worker.random);
        return;
    case Way::Windows: workOnWindows(worker, effort); return;
    case Way::Short: workOnShort(worker, effort); return;
    case Way::Patterns: workOnPatterns(worker, effort); return;
    case Way::Grouped: workOnGroups(worker, effort); return;
    case Way::Bottleneck: workOnBottleneck(worker, effort, false); return;
    case Way::MendOwn: workOnMend(worker, worker.own, effort); return;
    case Way::Mend: workOnMend(worker, mendable(worker.random), effort); return;
    }
}

void Portfolio::workOnRules(Worker& worker, const Effort& share) {
    if (m_rules.empty()) {
        worker.found = worker.annealing.run(m_best, {.from = 0.15}, share, worker.random);
        return;
    }
    const int count = static_cast<int>(m_rules.size());
    const RuleDraft& start = m_rules[worker.random.chance(50) ? 0 : worker.random.below(count)];
    worker.method = Method::ListScheduling;
    worker.rule = worker.rules.run(start, partOf(share, 0.6), worker.random);
    worker.method = Method::Annealing;
    worker.found = worker.annealing.run(worker.rule.draft, {.from = 0.1}, share, worker.random);
}

void Portfolio::workOnWindows(Worker& worker, const Effort& share) {
    worker.method = Method::LargeNeighbourhoods;
    worker.found = worker.windows.run(pick(worker.random), share, worker.random);
}

/// What is drawn out is rough where it was cut, so the rest of the time goes into that.
void Portfolio::workOnShort(Worker& worker, const Effort& share) {
    if (!worker.repetend) {
        worker.repetend = std::make_unique<Repetend>(m_frame, *m_short);
        worker.repetend->findCycles(m_findsCycles);
    }
    worker.method = Method::Repetend;
    const Draft drawn = worker.repetend->run(share, worker.random);
    const bool starts = !drawn.cost.stalls() && drawn.cost.energy < 1.02 * m_best.cost.energy;
    worker.found = worker.annealing.run(starts ? drawn : m_best, {.from = 0.06}, share, worker.random);
}

/// A pattern fills and empties the pipeline as it comes, so the rest of the time goes into that.
void Portfolio::workOnPatterns(Worker& worker, const Effort& share) {
    if (!worker.patterns) {
        worker.patterns = std::make_unique<PatternSearch>(m_frame);
        if (m_findsCycles)
            worker.patterns->findCycles();
    }
    worker.method = Method::Patterns;
    const Draft made = worker.patterns->run(partOf(share, 0.5), worker.random);
    const bool starts = !made.cost.stalls() && made.cost.energy < 1.1 * m_best.cost.energy;
    worker.found = worker.annealing.run(starts ? made : m_best, {.from = 0.15}, share, worker.random);
}

std::vector<const RuleDraft*> Portfolio::rulesWithGroups() const {
    std::vector<const RuleDraft*> rules;
    for (const RuleDraft& rule : m_rules)
        if (!rule.rule.groups.empty())
            rules.push_back(&rule);
    return rules;
}

/// Groups that rules found, or those that orders were good with.
Groups Portfolio::nextGroups(Worker& worker) const {
    Random& random = worker.random;
    const std::vector<const RuleDraft*> rules = rulesWithGroups();
    Groups known = worker.groups.next(random);
    if (!known.empty() && !random.chance(kGroupsOfRules))
        return known;
    if (!worker.rule.rule.groups.empty() && random.chance(50))
        return worker.rule.rule.groups;
    return rules.empty() ? known : rules[random.below(static_cast<int>(rules.size()))]->rule.groups;
}

/// No move of single ops makes other groups, and there are too many to order all ranks for each. By rules a thousand
/// are tried in the time that takes for a few, and those that do well there do so here.
void Portfolio::workOnGroups(Worker& worker, const Effort& share) {
    const Effort part = partOf(share, 0.5);
    worker.method = Method::ListScheduling;
    const std::vector<const RuleDraft*> known = rulesWithGroups();
    const RuleDraft start = known.empty() || worker.random.chance(50)
                                ? worker.rules.drawGroups(part, worker.random)
                                : *known[worker.random.below(static_cast<int>(known.size()))];
    if (!start.draft.cost.stalls())
        worker.rule = worker.rules.run(start, part, worker.random);
    workOnBottleneck(worker, after(share, part.ops.value_or(0)), true);
}

BottleneckSearch& Portfolio::bottleneckOf(Worker& worker) const {
    if (!worker.bottleneck) {
        worker.bottleneck = std::make_unique<BottleneckSearch>(m_frame);
        if (m_findsCycles)
            worker.bottleneck->findCycles();
    }
    return *worker.bottleneck;
}

/// A rank that has its order does not know what others will need, so annealing gets as long as each order took. Which
/// is the best to go on with shows soon.
void Portfolio::workOnBottleneck(Worker& worker, const Effort& share, bool grouped) {
    BottleneckSearch& bottleneck = bottleneckOf(worker);
    Method method = Method::Annealing;
    Effort left = share;
    do {
        bottleneck.setGroups(grouped ? nextGroups(worker) : Groups{});
        Allowance allowance(partOf(left, 0.75));
        const Draft made = bottleneck.run(allowance, worker.random);
        left = after(left, allowance.spent());
        if (made.cost.stalls() || made.cost.energy >= kWorthAnnealing * m_best.cost.energy)
            continue;
        worker.method = Method::Bottleneck;
        if (share.found)
            share.found(made.sequences, made.cost);
        const Effort again = allowance.asMuchOf(left);
        worker.method = Method::Annealing;
        Draft found = worker.annealing.run(made, {.from = 0.15}, again, worker.random);
        left = after(left, again.ops.value_or(0));
        if (!bottleneck.groups().empty())
            worker.groups.learn(bottleneck.groups(), found.cost.energy);
        if (!cheaper(found, worker.found))
            continue;
        method = found.cost.value == made.cost.value ? Method::Bottleneck : Method::Annealing;
        worker.found = std::move(found);
    } while (!left.isUsedUp() && worker.found.cost.value > share.goal);
    worker.method = method;
}

/// The best, or another that is nearly as good.
const Draft& Portfolio::mendable(Random& random) const {
    const Draft& start = pick(random);
    return start.cost.energy < kMendable * m_best.cost.energy ? start : m_best;
}

/// From a good order a few ranks are ordered anew, then annealing gets as long as that took.
void Portfolio::workOnMend(Worker& worker, Draft base, const Effort& share) {
    if (base.cost.stalls()) {
        workOnBottleneck(worker, share, false);
        return;
    }
    BottleneckSearch& bottleneck = bottleneckOf(worker);
    worker.method = Method::Annealing;
    worker.found = base;
    const int least = std::max(1, static_cast<int>(kLeastMended * m_frame.table.ranks()));
    const double slack = kMendSlack * meanOpLength(m_frame.table);
    Effort left = share;
    while (!left.isUsedUp() && worker.found.cost.value > share.goal) {
        Allowance allowance(left);
        const int ranks = worker.random.between(least, m_frame.table.ranks());
        const Draft made = bottleneck.mend(base.sequences, ranks, allowance, worker.random);
        left = after(left, allowance.spent());
        if (made.cost.stalls() || made.cost.energy > kWorthAnnealing * base.cost.energy)
            continue;
        if (share.found)
            share.found(made.sequences, made.cost);
        const Effort again = allowance.asMuchOf(left);
        const Draft found = worker.annealing.run(made, {.from = 0.15}, again, worker.random);
        left = after(left, again.ops.value_or(0));
        if (found.cost.energy <= base.cost.energy - slack * std::log(1 - worker.random.unit()))
            base = found;
        if (cheaper(found, worker.found))
            worker.found = found;
    }
}

} // namespace lanewright
