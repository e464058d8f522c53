// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/search_point.h"
#include "core/solve/solve.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace lanewright::app {

/// A search for a better order on a worker thread, whose improvements come as they are found.
class SolveJob : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Starts on a copy of the problem. A search that goes on is left alone.
    void start(Plan problem, const SolveOptions& options);
    /// Asks the search to end with the best it has.
    void stop();

    bool isActive() const { return m_active; }
    bool isStopping() const { return m_stopping; }
    /// What it searches, or searched last.
    const Plan& problem() const { return m_problem; }
    const SolveOptions& options() const { return m_options; }
    const std::optional<Solution>& best() const { return m_best; }
    /// Values and bounds in ticks.
    const std::vector<SearchPoint>& course() const { return m_course; }
    /// Since the start; stands still at the end.
    double seconds() const { return m_active ? static_cast<double>(m_clock.elapsed()) / 1000.0 : m_seconds; }
    /// Why there is no schedule; empty: there is, or not yet.
    QString failure() const { return m_failure; }

Q_SIGNALS:
    void started();
    void improved();
    void finished();

private:
    void take(const Solution& solution);
    void drain();
    void end(const Result<Solution>& outcome);

    Plan m_problem;
    SolveOptions m_options;
    bool m_active = false;
    bool m_stopping = false;
    std::optional<Solution> m_best;
    std::vector<SearchPoint> m_course;
    QString m_failure;
    QElapsedTimer m_clock;
    double m_seconds = 0;

    std::mutex m_mutex; ///< guards the two below
    std::optional<Solution> m_arrived;
    std::vector<SearchPoint> m_points;
    std::jthread m_worker; ///< last, so that it has ended before anything that it speaks to goes
};

} // namespace lanewright::app
