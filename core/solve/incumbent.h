// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/effort.h"
#include "core/solve/solve.h"

#include <atomic>
#include <mutex>

/// The best schedule known and the best bound, shared by all threads. Inside core/solve only.
namespace lanewright {

/// The rule it guards: value and bound only ever come closer, and whoever listens hears of it one call at a time, no
/// oftener than once in an interval while the search runs.
class Incumbent {
public:
    /// `proved` is called once or more when there is nothing left to find.
    Incumbent(SolveProgress progress, std::function<void()> proved, Clock::duration interval);

    /// Takes the schedule if it is better than what is known. `value` is exact.
    void offer(Schedule schedule, const Fraction& value, const MadeBy& madeBy);
    void raise(const Bound& bound);
    void prove(ProvedBy by);
    /// Says what was held back, if anything was.
    void flush();

    bool hasSchedule() const;
    /// What no schedule is below, as a double.
    double goal() const { return m_goal.load(std::memory_order_relaxed); }
    Fraction value() const;
    bool isProved() const;
    Solution solution() const;

private:
    void report(bool now);
    Solution snapshot() const;

    SolveProgress m_progress;
    std::function<void()> m_proved;
    Clock::duration m_interval;
    mutable std::mutex m_mutex;
    Solution m_best = {};
    bool m_has = false;
    bool m_unreported = false;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_reported = {};
    std::atomic<double> m_goal = 0;
};

} // namespace lanewright
