// SPDX-License-Identifier: Apache-2.0
#include "engine/run/reporter.h"

#include <chrono>
#include <unistd.h>

namespace lanewright::engine {

namespace {

std::size_t spansIn(const Event& event) {
    const auto* const spans = std::get_if<SpansEvent>(&event);
    return spans == nullptr ? 0 : spans->wall.size() + spans->others.size();
}

} // namespace

Reporter::Reporter(std::function<void(const Event&)> sink) : m_sink(std::move(sink)), m_thread([this] { loop(); }) {}

Reporter::~Reporter() {
    {
        const std::scoped_lock lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void Reporter::post(Event event) {
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
    while (true) {
        m_wake.wait(lock, [this] { return m_ending || !m_events.empty(); });
        if (m_events.empty())
            return;
        const Event event = std::move(m_events.front());
        m_events.pop_front();
        m_waitingSpans -= spansIn(event);
        m_busy = true;
        lock.unlock();
        m_sink(event);
        lock.lock();
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

} // namespace lanewright::engine
