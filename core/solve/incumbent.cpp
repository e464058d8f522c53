// SPDX-License-Identifier: Apache-2.0
#include "core/solve/incumbent.h"

#include <utility>

namespace lanewright {

Incumbent::Incumbent(SolveProgress progress, std::function<void()> proved, Clock::duration interval)
    : m_progress(std::move(progress)), m_proved(std::move(proved)), m_interval(interval) {}

void Incumbent::offer(Schedule schedule, const Fraction& value, const MadeBy& madeBy) {
    const std::scoped_lock lock(m_mutex);
    if (m_has && value >= m_best.value)
        return;
    m_has = true;
    m_best.schedule = std::move(schedule);
    m_best.value = value;
    m_best.madeBy = madeBy;
    settle(false);
}

void Incumbent::raise(const Bound& bound) {
    const std::scoped_lock lock(m_mutex);
    if (bound.name == kProved)
        m_brought = bound;
    else if (m_own.name.empty() || bound.value > m_own.value)
        m_own = bound;
    else
        return;
    settle(false);
}

/// Makes the better one of the two bounds the bound, without one that a schedule disproves, and reports it.
void Incumbent::settle(bool now) {
    if (m_brought && m_has && m_best.value < m_brought->value)
        m_brought.reset();
    const bool isOwn = !m_brought || (!m_own.name.empty() && m_brought->value <= m_own.value);
    const Bound& bound = isOwn ? m_own : *m_brought;
    if (!bound.name.empty()) {
        m_best.bound = bound.value;
        m_best.why = bound;
        m_goal.store(bound.value.value(), std::memory_order_relaxed);
    }
    m_unreported = true;
    report(now);
}

void Incumbent::prove(ProvedBy by) {
    const std::scoped_lock lock(m_mutex);
    m_best.provedBy = by;
    m_own = provedBy(toText(by), m_best.value);
    m_brought.reset();
    settle(true);
}

void Incumbent::flush() {
    const std::scoped_lock lock(m_mutex);
    report(true);
}

bool Incumbent::hasSchedule() const {
    const std::scoped_lock lock(m_mutex);
    return m_has;
}

Fraction Incumbent::value() const {
    const std::scoped_lock lock(m_mutex);
    return m_best.value;
}

bool Incumbent::isProved() const {
    const std::scoped_lock lock(m_mutex);
    return m_has && m_best.value <= m_best.bound;
}

Solution Incumbent::solution() const {
    const std::scoped_lock lock(m_mutex);
    return snapshot();
}

Solution Incumbent::snapshot() const {
    Solution solution = m_best;
    solution.seconds = std::chrono::duration<double>(Clock::now() - m_start).count();
    solution.optimal = solution.value <= solution.bound;
    if (solution.optimal && solution.provedBy == ProvedBy::Nobody)
        solution.provedBy = m_best.why.name == kRefuted ? ProvedBy::Refuting : ProvedBy::Bound;
    return solution;
}

void Incumbent::report(bool now) {
    if (m_has && m_best.value <= m_best.bound)
        m_proved();
    if (!m_progress || !m_has || !m_unreported || m_best.why.name.empty())
        return;
    const Clock::time_point time = Clock::now();
    if (!now && time - m_reported < m_interval)
        return;
    m_reported = time;
    m_unreported = false;
    m_progress(snapshot());
}

} // namespace lanewright
