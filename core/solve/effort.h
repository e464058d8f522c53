// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/timer.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>

/// What a search may spend, and where it says what it found. Inside core/solve only.
namespace lanewright {

using Clock = std::chrono::steady_clock;

/// How long a search goes on: until a time, or for a count of ops timed where runs must repeat exactly.
struct Effort {
    std::optional<Clock::time_point> until = {};
    std::int64_t ops = 0; ///< how many may be timed, where `until` is not set
    std::stop_token stop = {};
    double goal = 0; ///< a value that nothing is below
    /// What is better than anything this search saw before.
    std::function<void(const Sequences&, const Cost&)> found = {};

    /// True when it was asked to stop or its time is up.
    bool isOver() const { return stop.stop_requested() || (until && Clock::now() > *until); }
};

/// A share of what is left, from 0 to 1.
inline Effort partOf(const Effort& effort, double part) {
    Effort result = effort;
    if (effort.until) {
        const Clock::time_point now = Clock::now();
        result.until = now + std::chrono::duration_cast<Clock::duration>((*effort.until - now) * part);
    } else
        result.ops = static_cast<std::int64_t>(static_cast<double>(effort.ops) * part);
    return result;
}

/// Counts down. A class so that the clock is not read at every step.
class Allowance {
public:
    explicit Allowance(const Effort& effort) : m_effort(effort) {}

    /// Takes `ops` of what is left. False when nothing is left, and ever after.
    bool spend(std::int64_t ops) {
        m_spent += ops;
        if (!m_effort.until)
            return m_spent <= m_effort.ops && !m_effort.stop.stop_requested();
        if (m_spent < m_next || m_isOver)
            return !m_isOver;
        m_next = m_spent + kCheckInterval;
        m_isOver = m_effort.stop.stop_requested() || Clock::now() >= *m_effort.until;
        return !m_isOver;
    }
    /// From 0 to 1.
    double share() const {
        if (!m_effort.until)
            return m_effort.ops > 0 ? static_cast<double>(m_spent) / static_cast<double>(m_effort.ops) : 1;
        const auto whole = std::chrono::duration<double>(*m_effort.until - m_start).count();
        return whole > 0 ? std::chrono::duration<double>(Clock::now() - m_start).count() / whole : 1;
    }

private:
    static constexpr std::int64_t kCheckInterval = 50'000;

    const Effort& m_effort;
    Clock::time_point m_start = Clock::now();
    std::int64_t m_spent = 0;
    std::int64_t m_next = 0; ///< the clock is read when so much is spent
    bool m_isOver = false;
};

/// Sequences and what they cost.
struct Draft {
    Sequences sequences = {};
    Cost cost = {};
};

} // namespace lanewright
