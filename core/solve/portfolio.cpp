// SPDX-License-Identifier: Apache-2.0
#include "core/solve/portfolio.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace lanewright {

namespace {

constexpr int kMostStarts = 24;
constexpr int kMostRules = 12;
/// Ops that all list rules together may time before the search begins.
constexpr std::int64_t kListOps = 3'000'000;

bool cheaper(const Draft& a, const Draft& b) { return a.cost.energy < b.cost.energy; }

} // namespace

Portfolio::Portfolio(const Frame& frame, Incumbent& incumbent, std::uint64_t seed, int threads)
    : m_frame(frame), m_incumbent(incumbent) {
    for (int thread = 0; thread < threads; ++thread)
        m_workers.push_back(std::make_unique<Worker>(frame, seed * 1'000'003 + static_cast<std::uint64_t>(thread)));
}

void Portfolio::tell(const Tapes& tapes, const std::string& method) {
    Schedule schedule = scheduleFrom(m_frame, tapes);
    const Fraction value = exactValue(m_frame.problem, schedule, m_frame.objective);
    m_incumbent.offer(std::move(schedule), value, method);
}

void Portfolio::add(std::vector<Start> starts) {
    for (Start& start : starts) {
        m_incumbent.offer(std::move(start.schedule), start.value, start.method);
        if (!start.draft.cost.stalls())
            m_starts.push_back(std::move(start.draft));
    }
    std::ranges::stable_sort(m_starts, cheaper);
    if (!m_starts.empty() && cheaper(m_starts.front(), m_best))
        m_best = m_starts.front();
}

void Portfolio::addLists(const Effort& effort) {
    RuleSearch& search = m_workers.front()->rules;
    std::int64_t ops = 0;
    for (const ListRule& rule : listRules(m_frame.track, m_frame.instance)) {
        const bool late = effort.stop.stop_requested() || (effort.until && Clock::now() > *effort.until);
        if ((late || ops > kListOps) && !m_starts.empty() && !m_rules.empty())
            break;
        ops += m_frame.track.ops();
        RuleDraft made = search.attempt(rule);
        if (made.draft.cost.stalls())
            continue;
        if (made.draft.cost.value < m_best.cost.value)
            tell(made.draft.tapes, "list scheduling");
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

void Portfolio::round(const Effort& share) {
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

void Portfolio::merge(Worker& worker, bool tells) {
    if (worker.found.cost.value < m_best.cost.value) {
        m_calm = 0;
        if (tells)
            tell(worker.found.tapes, worker.method);
    }
    if (cheaper(worker.found, m_best))
        m_best = worker.found;
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
    worker.found = {};
    worker.rule = {};
}

Effort Portfolio::partOf(const Effort& share, double part) const {
    Effort effort = share;
    if (share.until) {
        const auto left = *share.until - Clock::now();
        effort.until = Clock::now() + std::chrono::duration_cast<Clock::duration>(left * part);
    } else
        effort.ops = static_cast<std::int64_t>(static_cast<double>(share.ops) * part);
    return effort;
}

/// The best, or one of the best.
Draft Portfolio::pick(int task, Random& random) const {
    if (task % 2 == 0 || m_starts.size() < 2)
        return m_best;
    return m_starts[random.below(static_cast<int>(m_starts.size()))];
}

void Portfolio::work(Worker& worker, int task, const Effort& share) {
    double told = m_best.cost.value;
    Effort effort = share;
    effort.goal = m_incumbent.goal();
    // Where rounds must repeat exactly nobody speaks out of turn: `merge` tells.
    if (share.until)
        effort.found = [&](const Tapes& tapes, const Cost& cost) {
            if (cost.value >= told)
                return;
            told = cost.value;
            tell(tapes, worker.method);
        };
    const int kind = task % 4;
    if (kind == 1 && !m_rules.empty()) {
        workOnRules(worker, task, effort);
        return;
    }
    worker.method = "annealing";
    if (kind == 2) {
        const Effort first = partOf(effort, 0.2);
        worker.found = worker.rules.replaceWeights(pick(task / 4, worker.random), first, worker.random);
        worker.found = worker.annealing.run(worker.found, {.from = 0.08}, effort, worker.random);
        return;
    }
    const Draft start = kind == 0 ? m_best : pick(task / 4, worker.random);
    worker.found = worker.annealing.run(start, {.from = kind == 0 ? 0.15 : 0.4}, effort, worker.random);
}

void Portfolio::workOnRules(Worker& worker, int task, const Effort& share) {
    const int count = static_cast<int>(m_rules.size());
    const RuleDraft& start = m_rules[task / 4 % 2 == 0 ? 0 : worker.random.below(count)];
    worker.method = "list scheduling";
    worker.rule = worker.rules.run(start, partOf(share, 0.6), worker.random);
    worker.method = "annealing";
    worker.found = worker.annealing.run(worker.rule.draft, {.from = 0.1}, share, worker.random);
}

} // namespace lanewright
