// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/effort.h"
#include "core/solve/solve.h"

#include <atomic>
#include <mutex>
#include <optional>

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
    /// A bound of a proof that the file brought (`kProved`) is dropped as soon as a schedule is below it.
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
    void settle();
    void report(bool now);
    Solution snapshot() const;

    SolveProgress m_progress;
    std::function<void()> m_proved;
    Clock::duration m_interval;
    mutable std::mutex m_mutex;
    Solution m_best = {};
    bool m_has = false;
    Bound m_own = {};                    ///< the best that follows from the problem; no name: none yet
    std::optional<Bound> m_brought = {}; ///< by the file
    bool m_unreported = false;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_reported = {};
    std::atomic<double> m_goal = 0;
};

} // namespace lanewright
