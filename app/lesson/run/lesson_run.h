// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/run/run_controller.h"
#include "core/measured/run_report.h"

#include <QObject>
#include <QString>

#include <optional>

namespace lanewright::app {

/// Runs the student's board with the engine, in real time, and lays what was measured over the board.
class LessonRun : public QObject {
    Q_OBJECT

public:
    explicit LessonRun(Document& board);
    ~LessonRun() override;

    /// How a lesson's schedule is run: a small model, and as many steps as some seconds hold, five at most.
    RunSettings usual() const;
    /// The board is valid, and no run goes on.
    void start(const RunSettings& settings);
    /// The board is another one now: a run that goes on ends, and what it still brings is nobody's.
    void drop();

    /// The board is run at present.
    bool goesOn() const { return m_runs.isActive() && m_isHere; }
    /// A run of a board that is gone has not ended yet.
    bool isEnding() const { return m_runs.isActive() && !m_isHere; }
    /// Why the last run of the board failed; empty: it did not.
    const QString& failure() const { return m_failure; }
    /// What is trained when the board is run, or was in its last run.
    Message trained() const;
    /// What the last run of the board showed; null: the board has not been run as it is now, or still is.
    const RunReport* report() const;
    RunController& controller() { return m_runs; }
    const RunController& controller() const { return m_runs; }

Q_SIGNALS:
    void changed();
    /// A run of the board has ended, in whatever way.
    void ended();

private:
    void takeMeasured();
    /// The run has ended.
    void end();

    Document& m_board;
    Document m_document; ///< the board as it is run, in real time
    RunController m_runs{m_document};
    QString m_failure;
    std::optional<RunReport> m_report;
    bool m_isHere = false; ///< the run that goes on, or the last one, is of the board that is shown
};

} // namespace lanewright::app
