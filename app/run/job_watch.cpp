// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/job_watch.h"

#include "app/document/call_later.h"
#include "app/document/translate.h"
#include "app/document/translate_error.h"
#include "core/client/job_follow.h"

#include <QSysInfo>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lanewright::app {
namespace {

constexpr std::size_t kShownLatest = 64; ///< steps that are shown while the job goes on
constexpr std::chrono::milliseconds kLeastPause{300};
constexpr int kMostOfTime = 10; ///< making runs takes at most one part in so many of the worker's time

} // namespace

/// What the worker has found.
struct JobWatch::Seen {
    int ranks = 0;
    std::optional<int> step = {};
    QString trouble = {};
    std::shared_ptr<const Run> run = {};

    void takeLatestOf(const JobRecord& record) {
        ranks = record.ranks();
        step = record.latestStep();
        if (Result<Run> made = record.run(kShownLatest))
            run = std::make_shared<const Run>(*std::move(made));
        else
            trouble = translated(made.error());
    }
};

Result<Done> JobWatch::start(bool anywhere) {
    stop();
    if (m_worker.joinable())
        m_worker.join();
    const char* const everyAddress = "0.0.0.0";
    Result<std::unique_ptr<JobListener>> opened = JobListener::open(anywhere ? everyAddress : "127.0.0.1", 0);
    if (!opened)
        return opened.error();
    const std::shared_ptr<JobListener> listener = *std::move(opened);
    QString address = QString::fromStdString(listener->address());
    if (anywhere)
        address.replace(QLatin1String(everyAddress), QSysInfo::machineHostName());
    m_line = QStringLiteral("LANEWRIGHT_LIVE=") + address;
    m_state = State::Waiting;
    m_ranks = 0;
    m_step.reset();
    m_trouble.clear();
    m_worker =
        std::jthread([this, listener, job = ++m_job](const std::stop_token& stop) { work(*listener, job, stop); });
    Q_EMIT changed();
    return Done{};
}

void JobWatch::work(JobListener& listener, int job, const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    JobRecord record;
    Seen seen;
    Clock::time_point next = Clock::now();
    const auto publish = [&] {
        deliver(job, [this, seen] { take(seen); });
        seen.run.reset();
    };
    const auto poll = [&] {
        const Clock::time_point began = Clock::now();
        if (record.latestStep() != seen.step && began >= next) {
            seen.takeLatestOf(record);
            next = Clock::now() + std::max<Clock::duration>(kLeastPause, kMostOfTime * (Clock::now() - began));
            publish();
        } else if (std::exchange(seen.ranks, record.ranks()) != record.ranks()) {
            publish();
        }
        return true;
    };
    const auto remark = [&](const Message& message) {
        seen.trouble = translated(message);
        publish();
    };
    followJob(listener, record, stop, {.remark = remark, .poll = poll});
    const auto run = std::make_shared<const Result<Run>>(record.run());
    deliver(job, [this, run] { end(*run); });
}

void JobWatch::deliver(int job, const std::function<void()>& news) {
    callLater(this, [this, job, news] {
        if (job == m_job)
            news();
    });
}

void JobWatch::take(const Seen& seen) {
    m_ranks = seen.ranks;
    m_step = seen.step;
    m_trouble = seen.trouble;
    if (m_ranks > 0)
        m_state = State::Watching;
    if (seen.run)
        Q_EMIT measured(seen.run);
    Q_EMIT changed();
}

void JobWatch::end(const Result<Run>& run) {
    const bool met = m_state == State::Watching;
    m_state = State::Idle;
    m_line.clear();
    if (!run && met)
        m_trouble = translated(run.error());
    Q_EMIT finished(run ? std::make_shared<const Run>(*run) : nullptr);
    Q_EMIT changed();
}

} // namespace lanewright::app
