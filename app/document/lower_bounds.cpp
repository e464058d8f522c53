// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/lower_bounds.h"

#include "app/document/problem_of_plan.h"

#include <vector>

namespace lanewright::app {
namespace {

std::optional<Bound> largest(const std::vector<Bound>& bounds) {
    return bounds.empty() ? std::nullopt : std::optional<Bound>(bounds.front());
}

} // namespace

LowerBounds::LowerBounds(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    connect(&m_document, &Document::changed, this, &LowerBounds::follow);
    start();
}

std::optional<Avoidable> LowerBounds::avoidableOf(const Analysis& analysis) const {
    if (!m_best || !analysis.valid || analysis.metrics.makespan <= 0)
        return {};
    return lanewright::avoidableOf(analysis.metrics, m_best->value);
}

void LowerBounds::follow() {
    if (!isSameProblem(m_document.plan(), m_problem) || m_document.plan().proof != m_problem.proof)
        start();
}

void LowerBounds::start() {
    m_problem = problemOf(m_document.plan());
    m_best.reset();
    m_full = false;
    m_latest.drop();
    if (m_problem.schedule.stages() > 0 && m_problem.schedule.microbatches > 0) {
        m_best = largest(lowerBounds(m_problem, Objective::Iteration, BoundEffort::Quick));
        m_latest.ask(
            [problem = m_problem](const std::stop_token& stop) {
                return lowerBounds(problem, Objective::Iteration, BoundEffort::Full, stop);
            },
            [this](const std::vector<Bound>& bounds) {
                if (const auto best = largest(bounds); best && (!m_best || m_best->value <= best->value))
                    m_best = best;
                m_full = true;
                Q_EMIT changed();
            });
    }
    Q_EMIT changed();
}

} // namespace lanewright::app
