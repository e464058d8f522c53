// SPDX-License-Identifier: Apache-2.0
#include "core/solve/portfolio.h"

#include "core/base/mapped.h"
#include "core/base/switches.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanewright {

namespace {

/// How many orders, and how many list rules, are kept as starts.
constexpr std::size_t kMostDrafts = 24;
constexpr std::size_t kMostRules = 12;
/// The most ops that list rules place before the search begins. More give better starts for large problems, later.
constexpr std::int64_t kListOps = 3'000'000;

bool isCheaperRule(const RuleDraft& a, const RuleDraft& b) { return isCheaper(a.draft, b.draft); }

std::vector<int> turnsOfMethods(const Shape& shape) {
    return mapped(methods(), [&](const SearchMethod& method) { return isOff(method.name) ? 0 : method.turns(shape); });
}

} // namespace

Portfolio::Portfolio(const SearchFrame& frame, Incumbent& incumbent, std::uint64_t seed, int threads)
    : m_frame(frame), m_incumbent(incumbent), m_shape(frame), m_dealer(turnsOfMethods(m_shape)) {
    for (int thread = 0; thread < threads; ++thread)
        m_workers.push_back(std::make_unique<Worker>(frame, seed * 1'000'003 + static_cast<std::uint64_t>(thread)));
}

void Portfolio::offer(const Draft& draft, Method method) {
    Schedule schedule = scheduleFrom(m_frame, draft.sequences);
    const Fraction value = exactValue(m_frame.problem, schedule, m_frame.objective);
    m_incumbent.offer(std::move(schedule), value, {method});
}

/// Sorts what is known, and drops duplicates and what is worst.
void Portfolio::trim() {
    std::ranges::stable_sort(m_known.drafts, isCheaper);
    const auto twice = std::ranges::unique(m_known.drafts, [](const Draft& a, const Draft& b) {
        return a.cost.energy == b.cost.energy && a.sequences == b.sequences;
    });
    m_known.drafts.erase(twice.begin(), twice.end());
    std::ranges::stable_sort(m_known.rules, isCheaperRule);
    m_known.drafts.resize(std::min(kMostDrafts, m_known.drafts.size()));
    m_known.rules.resize(std::min(kMostRules, m_known.rules.size()));
    if (!m_known.drafts.empty() && isCheaper(m_known.drafts.front(), m_known.best))
        m_known.best = m_known.drafts.front();
}

void Portfolio::add(std::vector<Start> starts) {
    for (Start& start : starts) {
        m_incumbent.offer(std::move(start.schedule), start.value, start.madeBy);
        if (start.draft.cost.stalls())
            continue;
        // An order may be shorter without its pairs.
        if (start.draft.cost.value < start.value.value()) {
            Schedule apart = scheduleFrom(m_frame, start.draft.sequences);
            const Fraction value = exactValue(m_frame.problem, apart, m_frame.objective);
            m_incumbent.offer(std::move(apart), value, start.madeBy);
        }
        m_known.drafts.push_back(std::move(start.draft));
    }
    trim();
}

void Portfolio::addLists(const Effort& effort) {
    RuleSearch& search = m_workers.front()->rules;
    std::int64_t ops = 0;
    double best = m_known.best.cost.value;
    std::vector<ListRule> rules;
    if (!isOff("group-lists"))
        rules = groupRules(m_frame.table, m_frame.instance);
    std::ranges::move(listRules(m_frame.instance), std::back_inserter(rules));
    for (const ListRule& rule : rules) {
        const bool isEnough = effort.isOver() || (rule.groups.empty() && (ops > kListOps || isOff("lists")));
        if (isEnough && !m_known.drafts.empty() && !m_known.rules.empty())
            break;
        ops += m_frame.table.ops();
        RuleDraft made = search.attempt(rule);
        if (made.draft.cost.stalls())
            continue;
        if (made.draft.cost.value < best) {
            best = made.draft.cost.value;
            offer(made.draft, Method::ListScheduling);
        }
        m_known.drafts.push_back(made.draft);
        m_known.rules.push_back(std::move(made));
        if (best <= m_incumbent.goal())
            break;
    }
    trim();
}

void Portfolio::round(const Effort& share) {
    ++m_calm;
    if (m_dealer.isEmpty())
        return;
    std::vector<std::size_t> dealt(m_workers.size());
    std::ranges::generate(dealt, [this] { return m_dealer.next(); });
    runThreads(dealt.size(), [&](std::size_t i) { work(*m_workers[i], methods()[dealt[i]], share); });
    const Cost before = m_known.best.cost;
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        m_dealer.tell(dealt[i], m_workers[i]->found.cost.energy < before.energy);
        merge(*m_workers[i], !share.until);
    }
    trim();
}

/// Takes what a thread found.
void Portfolio::merge(Worker& worker, bool offers) {
    if (worker.found.cost.value < m_known.best.cost.value) {
        m_calm = 0;
        if (offers)
            offer(worker.found, worker.method);
    }
    if (isCheaper(worker.found, m_known.best))
        m_known.best = worker.found;
    if (!worker.found.cost.stalls())
        m_known.drafts.push_back(std::move(worker.found));
    if (!worker.rule.draft.cost.stalls())
        m_known.rules.push_back(std::move(worker.rule));
    worker.found = {};
    worker.rule = {};
}

/// A thread's part of a round.
void Portfolio::work(Worker& worker, const SearchMethod& method, const Effort& share) {
    double best = m_known.best.cost.value;
    Effort effort = share;
    effort.goal = m_incumbent.goal();
    // Threads offer at once only where rounds need not repeat exactly; else `merge` does it in the order of the
    // threads.
    if (share.until)
        effort.found = [&](const Sequences& sequences, const Cost& cost) {
            if (cost.value >= best)
                return;
            best = cost.value;
            offer({sequences, cost}, worker.method);
        };
    worker.method = Method::Annealing;
    method.run(worker, m_known, effort);
}

} // namespace lanewright
