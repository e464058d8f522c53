// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/watchdog.h"

#include "engine/device/clock.h"

#include <algorithm>
#include <chrono>

namespace lanewright::engine {

Watchdog::Watchdog(Time timeout, std::function<void(int)> alarm)
    : m_timeout(timeout), m_alarm(std::move(alarm)), m_thread([this] { watch(); }) {}

Watchdog::~Watchdog() {
    {
        const std::scoped_lock lock(m_mutex);
        m_over = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void Watchdog::watch() {
    constexpr Time kBeat = 100'000'000;
    // A process that was stopped as a whole and goes on has lost no time of its own: only time we saw pass counts.
    Time silence = 0;
    Time seen = 0;
    Time before = now();
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_for(lock, std::chrono::nanoseconds(kBeat), [this] { return m_over; })) {
        const Time present = now();
        const Time passed = std::min(present - before, 2 * kBeat);
        before = present;
        const Time last = m_last.load(std::memory_order_relaxed);
        silence = last == seen ? silence + passed : 0;
        seen = last;
        if (last == 0 || silence <= m_timeout)
            continue;
        lock.unlock();
        m_alarm(instruction());
        return;
    }
}

} // namespace lanewright::engine
