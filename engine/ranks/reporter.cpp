// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/reporter.h"

#include "core/base/system_reason.h"
#include "core/base/take_last.h"

#include "engine/device/clock.h"
#include "engine/ranks/recorder.h"

#include <chrono>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace lanewright::engine {

namespace {

constexpr std::size_t kEvents = 4096; ///< that may wait without new memory

std::size_t spansIn(const lanewright::Event& event) {
    const auto* const spans = std::get_if<SpansEvent>(&event);
    return spans == nullptr ? 0 : spans->wall.size() + spans->others.size();
}

} // namespace

Reporter::Reporter(std::function<void(const lanewright::Event&)> sink)
    : m_sink(std::move(sink)), m_thread([this] { loop(); }) {}

Reporter::~Reporter() {
    {
        const std::scoped_lock lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void Reporter::post(lanewright::Event event) {
    const std::size_t spans = spansIn(event);
    {
        const std::scoped_lock lock(m_mutex);
        if (m_failed)
            return;
        if (spans > 0 && m_waitingSpans + spans > kMostSpans) {
            m_dropped += spans;
            return;
        }
        m_waitingSpans += spans;
        m_events.push_back(std::move(event));
    }
    m_wake.notify_one();
}

void Reporter::postSpans(SpansEvent& batch) {
    bool taken = false;
    {
        const std::scoped_lock lock(m_mutex);
        taken = takeSpans(batch);
    }
    if (taken)
        m_wake.notify_one();
}

/// With the mutex held.
bool Reporter::takeSpans(SpansEvent& batch) {
    const std::size_t spans = batch.wall.size() + batch.others.size();
    const bool taken = !m_failed && m_waitingSpans + spans <= kMostSpans;
    if (taken) {
        SpansEvent blank = m_blanks.empty() ? SpansEvent{} : takeLast(m_blanks);
        m_waitingSpans += spans;
        m_events.emplace_back(std::exchange(batch, std::move(blank)));
    } else {
        m_dropped += m_failed ? 0 : spans;
        clear(batch);
    }
    return taken;
}

void Reporter::stock(int batches) {
    const std::scoped_lock lock(m_mutex);
    for (int i = 0; i < batches; ++i)
        Recorder::makeRoom(m_blanks.emplace_back());
    m_events.reserve(kEvents);
    m_blanks.reserve(kEvents);
}

/// With the mutex held: keeps the memory of the batches that have left.
void Reporter::recycle() {
    for (lanewright::Event& event : m_leaving) {
        m_waitingSpans -= spansIn(event);
        auto* const spans = std::get_if<SpansEvent>(&event);
        if (spans == nullptr || m_blanks.size() == m_blanks.capacity())
            continue;
        clear(*spans);
        m_blanks.push_back(std::move(*spans));
    }
    m_leaving.clear();
}

bool Reporter::postFailure(FailedEvent event) {
    {
        const std::scoped_lock lock(m_mutex);
        if (m_failed)
            return false;
        m_failed = true;
        m_events.push_back(std::move(event));
    }
    m_wake.notify_one();
    return true;
}

void Reporter::flush(Time most) {
    std::unique_lock lock(m_mutex);
    m_empty.wait_for(lock, std::chrono::nanoseconds(most), [this] { return m_events.empty() && !m_busy; });
}

std::size_t Reporter::dropped() const {
    const std::scoped_lock lock(m_mutex);
    return m_dropped;
}

void Reporter::loop() {
    std::unique_lock lock(m_mutex);
    m_leaving.reserve(kEvents); // the two lists change places, so both have to be large
    while (true) {
        m_wake.wait(lock, [this] { return m_ending || !m_events.empty(); });
        if (m_events.empty())
            return;
        m_events.swap(m_leaving);
        m_busy = true;
        lock.unlock();
        for (const lanewright::Event& event : m_leaving)
            m_sink(event);
        lock.lock();
        recycle();
        m_busy = false;
        if (m_events.empty())
            m_empty.notify_all();
    }
}

void sayAlone(const FailedEvent& event) {
    const std::string line = "\n" + eventToLine(event) + "\n";
    const ssize_t written = write(STDOUT_FILENO, line.data(), line.size());
    static_cast<void>(written); // nobody is left to be told
}

void endProcessBy(const FailedEvent& event, Reporter* reporter) {
    if (reporter == nullptr)
        sayAlone(event);
    else if (reporter->postFailure(event))
        reporter->flush(2 * kSecond);
    std::_Exit(1);
}

void endWithoutThreads(const std::system_error& error) {
    endProcessBy({.rank = -1,
                  .op = {},
                  .reason = say(phrase("engine", "the system starts no further thread for this run: %1"),
                                systemReason(error.code().value()))},
                 nullptr);
}

} // namespace lanewright::engine
