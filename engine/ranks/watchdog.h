// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace lanewright::engine {

/// Looks after one rank from a thread of its own: a rank that computes or waits looks around all the time, so one that
/// has not done so for long has got stuck, and can't say so itself.
class Watchdog {
public:
    /// `alarm` is called once, on the watchdog's thread, with the instruction at which the rank was seen last (−1: at
    /// none) when no sign of life came for `timeout`. Before the first sign nothing is expected.
    Watchdog(Time timeout, std::function<void(int instruction)> alarm);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    /// @name Called by the rank
    /// @{
    void sign(Time present) { m_last.store(present, std::memory_order_relaxed); }
    void at(int instruction) { m_instruction.store(instruction, std::memory_order_relaxed); }
    int instruction() const { return m_instruction.load(std::memory_order_relaxed); }
    /// @}

private:
    void watch();

    Time m_timeout;
    std::function<void(int)> m_alarm;
    std::atomic<Time> m_last = 0;
    std::atomic<int> m_instruction = -1;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_over = false;
    std::thread m_thread;
};

} // namespace lanewright::engine
