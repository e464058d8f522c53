// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/timer.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

/// How long a search may take, and to whom it reports. Inside core/solve only.
namespace lanewright {

using Clock = std::chrono::steady_clock;

/// How long a search goes on: until a time, or for a number of ops that are timed, so that a run repeats exactly. Where
/// both are set, the first one reached ends it.
struct Effort {
    std::optional<Clock::time_point> until = {};
    std::optional<std::int64_t> ops = {}; ///< how many may be timed
    std::stop_token stop = {};
    double goal = 0; ///< no value is below: a search that reaches it ends
    /// Called with sequences that are better than all that this search found before.
    std::function<void(const Sequences&, const Cost&)> found = {};

    /// True when the search was asked to stop or its time is up.
    bool isOver() const { return stop.stop_requested() || (until && Clock::now() > *until); }
    /// True when the search is over or no op is left.
    bool isUsedUp() const { return isOver() || (ops && *ops <= 0); }
};

/// Calls `work` with each number below `count`, in a thread of its own, and waits for all.
template <class Work>
void runThreads(std::size_t count, const Work& work) {
    std::vector<std::jthread> threads;
    for (std::size_t number = 0; number < count; ++number)
        threads.emplace_back([&work, number] { work(number); });
}

/// A part of an effort, from 0 to 1; where it has ops and a time, of the ops.
inline Effort partOf(const Effort& effort, double part) {
    Effort result = effort;
    if (effort.ops) {
        result.ops = static_cast<std::int64_t>(static_cast<double>(*effort.ops) * part);
    } else if (effort.until) {
        const Clock::time_point now = Clock::now();
        result.until = now + std::chrono::duration_cast<Clock::duration>((*effort.until - now) * part);
    }
    return result;
}

/// What is left of an effort after `ops` ops.
inline Effort after(const Effort& effort, std::int64_t ops) {
    Effort left = effort;
    if (effort.ops)
        left.ops = std::max<std::int64_t>(0, *effort.ops - ops);
    return left;
}

/// Counts what a search spends of an effort. A class so that the clock is not read at every step.
class Allowance {
public:
    explicit Allowance(Effort effort) : m_effort(std::move(effort)) {}

    /// Takes `ops` from what is left. False once nothing is left, and in all calls after.
    bool spend(std::int64_t ops) {
        m_spent += ops;
        m_isOver = m_isOver || (m_effort.ops && m_spent > *m_effort.ops);
        if (m_spent < m_next || m_isOver)
            return !m_isOver;
        m_next = m_spent + (m_effort.until ? kCheckInterval : 0);
        m_isOver = m_effort.stop.stop_requested() || (m_effort.until && Clock::now() >= *m_effort.until);
        return !m_isOver;
    }
    std::int64_t spent() const { return m_spent; }
    /// As much of `effort` as was spent here until now.
    Effort asMuchOf(const Effort& effort) const {
        Effort same = effort;
        if (effort.ops) {
            same.ops = std::min(*effort.ops, m_spent);
        } else if (effort.until) {
            const Clock::time_point now = Clock::now();
            same.until = std::min(*effort.until, now + (now - m_start));
        }
        return same;
    }
    /// The share of the effort that is spent, from 0 to 1.
    double share() const {
        if (m_effort.ops)
            return *m_effort.ops > 0 ? static_cast<double>(m_spent) / static_cast<double>(*m_effort.ops) : 1;
        if (!m_effort.until)
            return 0;
        const auto whole = std::chrono::duration<double>(*m_effort.until - m_start).count();
        return whole > 0 ? std::chrono::duration<double>(Clock::now() - m_start).count() / whole : 1;
    }

private:
    /// How many ops are timed between two looks at the clock: fewer end a search more exactly and slow it down.
    static constexpr std::int64_t kCheckInterval = 50'000;

    Effort m_effort;
    Clock::time_point m_start = Clock::now();
    std::int64_t m_spent = 0;
    std::int64_t m_next = 0; ///< clock and stop are looked at once this many are spent
    bool m_isOver = false;
};

/// Sequences and what they cost.
struct Draft {
    Sequences sequences = {};
    Cost cost = {};
};
inline bool isCheaper(const Draft& a, const Draft& b) { return a.cost.energy < b.cost.energy; }

} // namespace lanewright
