// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/client/job_listener.h"
#include "core/model/run.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>

namespace lanewright::app {

/// Watches somebody's own training job: listens for its ranks on a worker thread, and gives what they have measured
/// while it grows.
class JobWatch : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Waiting, Watching };

    using QObject::QObject;

    /// Opens a port and waits for a job, to this machine's own jobs alone or to those of `anywhere`. Ends what it
    /// watched before. Fails as the system words it.
    Result<Done> start(bool anywhere);
    /// Ends it; what was measured is kept.
    void stop() { m_worker.request_stop(); }

    State state() const { return m_state; }
    /// What is put in front of the job's command: `LANEWRIGHT_LIVE=127.0.0.1:40123:8f3a…`. Empty where it is idle.
    const QString& line() const { return m_line; }
    /// Ranks of the job; 0 until the first has come.
    int ranks() const { return m_ranks; }
    /// The latest step that all ranks have told.
    std::optional<int> step() const { return m_step; }
    /// Why the last job gave no run, or what was wrong with a rank's link; empty: nothing.
    const QString& trouble() const { return m_trouble; }

Q_SIGNALS:
    void changed();
    /// The latest steps of a job that goes on, at most some times a second.
    void measured(const std::shared_ptr<const Run>& run);
    /// The job is over, or was stopped: all that is known of it, null where no step is.
    void finished(const std::shared_ptr<const Run>& run);

private:
    struct Seen;
    /// What the worker does.
    void work(JobListener& listener, int job, const std::stop_token& stop);
    /// Has the desktop's thread take what the worker found, unless another job is watched by then.
    void deliver(int job, const std::function<void()>& news);
    void take(const Seen& seen);
    void end(const Result<Run>& run);

    State m_state = State::Idle;
    QString m_line;
    int m_ranks = 0;
    std::optional<int> m_step;
    QString m_trouble;
    int m_job = 0;         ///< grows with each start: what came of an earlier one counts no more
    std::jthread m_worker; ///< last, so that it has ended before anything that it speaks to goes
};

} // namespace lanewright::app
