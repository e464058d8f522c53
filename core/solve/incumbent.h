// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/effort.h"
#include "core/solve/solve.h"

#include <atomic>
#include <mutex>
#include <optional>

/// The best schedule known and the best bound, shared by all threads. Inside core/solve only.
namespace lanewright {

/// Guards two rules. The best value never rises and the bound never falls, except that a bound which a schedule
/// disproves is dropped. And progress is reported by one call at a time, at most once in each interval.
class Incumbent {
public:
    /// `proved` is called, maybe several times, once the best value meets the bound.
    Incumbent(SolveProgress progress, std::function<void()> proved, Clock::duration interval);

    /// Takes the schedule if it is better than the best one. `value` is exact.
    void offer(Schedule schedule, const Fraction& value, const MadeBy& madeBy);
    /// Takes the bound if it is better than the best one. The bound of a proof that the file brought (`kProved`) is
    /// dropped as soon as a schedule is below it.
    void raise(const Bound& bound);
    /// Makes the best value the bound.
    void prove(ProvedBy by);
    /// Reports what was not reported yet because of the interval.
    void flush();

    bool hasSchedule() const;
    /// The bound, as a double.
    double goal() const { return m_goal.load(std::memory_order_relaxed); }
    Fraction value() const;
    bool isProved() const;
    Solution solution() const;

private:
    void settle(bool now);
    void report(bool now);
    Solution snapshot() const;

    SolveProgress m_progress;
    std::function<void()> m_proved;
    Clock::duration m_interval;
    mutable std::mutex m_mutex;
    Solution m_best = {};
    bool m_has = false;
    Bound m_own = {};                    ///< the best bound that follows from the problem; no name: none yet
    std::optional<Bound> m_brought = {}; ///< the bound of a proof in the file
    bool m_unreported = false;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_reported = {};
    std::atomic<double> m_goal = 0;
};

} // namespace lanewright
