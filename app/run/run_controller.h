// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/run/run_settings.h"
#include "core/client/engine_client.h"
#include "core/client/run_builder.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace lanewright::app {

/// Runs the document's plan: lowers it, starts the engine and follows it on a worker thread, and lays what it measures
/// over the plan while it comes, at most ten times a second.
class RunController : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Starting, Running, Stopping };

    /// How a run stands, for people.
    struct Progress {
        int ranks = 0;
        int steps = 0;                   ///< that were asked for
        int step = 0;                    ///< that have ended
        std::vector<double> losses = {}; ///< per ended step
        double tokensPerSecond = 0;      ///< in the last step
        QString launcher = {};           ///< `mpirun` or `in-process`
        bool paced = false;
    };

    explicit RunController(Document& document, QObject* parent = nullptr);
    ~RunController() override { m_now.request_stop(); }

    /// Starts a run of the document's plan. One that goes on is left alone. A plan that can't run ends soon, and has
    /// not begun.
    void start(const RunSettings& settings);
    /// Asks the run to end after its step; asked again, ends it at once.
    void stop();

    State state() const { return m_state; }
    bool isActive() const { return m_state != State::Idle; }
    const Progress& progress() const { return m_progress; }
    /// Why the last run failed; empty: it did not.
    QString failure() const { return m_failure; }
    /// Whether the last run reached the engine; one of a plan that can't run never did.
    bool hasBegun() const { return m_begun; }
    /// Whether somebody stopped the last run before its last step.
    bool wasStopped() const { return m_stopped; }
    /// What the last run was started with.
    const RunSettings& settings() const { return m_settings; }

Q_SIGNALS:
    void stateChanged();
    void progressed();
    void logged(const QString& line);
    /// The run has ended: well, stopped, or with `failure`.
    void finished();

private:
    void setState(State state);
    /// What the worker does.
    void work(const Plan& plan, const RunSettings& settings, const LaunchOptions& options, const std::stop_token& stop);
    void drain();
    void take(const Event& event);
    void end(RunOutcome outcome);
    void fail(const QString& sentence);

    Document& m_document;
    State m_state = State::Idle;
    Progress m_progress;
    QString m_failure;
    RunSettings m_settings;
    bool m_begun = false;
    bool m_stopped = false;
    std::shared_ptr<const RunRequest> m_request; ///< what the run that goes on, or the last one, was asked
    std::optional<RunBuilder> m_builder;         ///< holds the steps that are shown
    double m_tokensPerStep = 0;
    bool m_dirty = false;

    std::mutex m_mutex; ///< guards the two that follow, which the worker fills
    std::shared_ptr<const RunRequest> m_lowered;
    std::vector<Event> m_waiting;
    QTimer m_pulse;
    std::stop_source m_now; ///< ends the run without waiting for its step
    std::jthread m_worker;  ///< last, so that it has ended before anything that it speaks to goes
};

} // namespace lanewright::app
