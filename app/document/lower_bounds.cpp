// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/lower_bounds.h"

#include "app/document/problem_of_plan.h"

#include <vector>

namespace lanewright::app {

LowerBounds::LowerBounds(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    connect(&m_document, &Document::changed, this, &LowerBounds::follow);
    start();
}

std::optional<Avoidable> LowerBounds::avoidableOf(const Analysis& analysis) const {
    return analysis.valid ? avoidableOf(analysis.metrics) : std::nullopt;
}

std::optional<Avoidable> LowerBounds::avoidableOf(const Metrics& metrics) const {
    if (m_known.empty() || metrics.makespan <= 0)
        return {};
    const Bound& best = largestUnder(m_known, valueOf(metrics, Objective::Iteration));
    return lanewright::avoidableOf(metrics, best.value);
}

std::optional<Bound> LowerBounds::bestFor(const Analysis& analysis) const {
    if (m_known.empty())
        return {};
    return analysis.valid ? largestUnder(m_known, valueOf(analysis.metrics, Objective::Iteration)) : m_known.front();
}

void LowerBounds::follow() {
    if (!isSameProblem(m_document.plan(), m_problem) || m_document.plan().proof != m_problem.proof)
        start();
}

void LowerBounds::start() {
    m_problem = problemOf(m_document.plan());
    m_known.clear();
    m_full = false;
    m_latest.drop();
    if (m_problem.schedule.stages() > 0 && m_problem.schedule.microbatches > 0) {
        m_known = lowerBounds(m_problem, Objective::Iteration, BoundEffort::Quick);
        m_latest.ask(
            [problem = m_problem](const std::stop_token& stop) {
                return lowerBounds(problem, Objective::Iteration, BoundEffort::Full, stop);
            },
            [this](const std::vector<Bound>& bounds) {
                if (!bounds.empty() && (m_known.empty() || m_known.front().value <= bounds.front().value))
                    m_known = bounds;
                m_full = true;
                Q_EMIT changed();
            });
    }
    Q_EMIT changed();
}

} // namespace lanewright::app
