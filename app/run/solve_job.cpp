// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/solve_job.h"

#include "app/document/call_later.h"
#include "app/document/translate.h"

#include <memory>
#include <utility>

namespace lanewright::app {

void SolveJob::start(Plan problem, const SolveOptions& options) {
    if (m_active)
        return;
    m_problem = std::move(problem);
    m_options = options;
    m_best.reset();
    m_course.clear();
    m_failure.clear();
    m_active = true;
    m_stopping = false;
    m_clock.start();
    m_worker = std::jthread([this, copy = m_problem, options](const std::stop_token& stop) {
        auto outcome = std::make_shared<Result<Solution>>(
            solve(copy, options, stop, [this](const Solution& solution) { take(solution); }));
        callLater(this, [this, outcome] { end(*outcome); });
    });
    Q_EMIT started();
}

void SolveJob::stop() {
    if (!m_active)
        return;
    m_stopping = true;
    m_worker.request_stop();
}

void SolveJob::take(const Solution& solution) {
    const std::scoped_lock lock(m_mutex);
    m_points.push_back({solution.seconds, solution.value.value(), solution.bound.value()});
    // One message for all that comes before it is read.
    const bool first = !m_arrived.has_value();
    m_arrived = solution;
    if (first)
        callLater(this, &SolveJob::drain);
}

void SolveJob::drain() {
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_arrived)
            return;
        m_best = std::exchange(m_arrived, std::nullopt);
        m_course.insert(m_course.end(), m_points.begin(), m_points.end());
        m_points.clear();
    }
    Q_EMIT improved();
}

void SolveJob::end(const Result<Solution>& outcome) {
    drain();
    m_seconds = seconds();
    m_active = false;
    m_stopping = false;
    if (outcome) {
        m_best = *outcome;
        m_course.push_back({m_seconds, m_best->value.value(), m_best->bound.value()});
    } else
        m_failure = translated(outcome.error().message);
    Q_EMIT finished();
}

} // namespace lanewright::app
