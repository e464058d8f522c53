// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/timer.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

/// What a search may spend, and where it says what it found. Inside core/solve only.
namespace lanewright {

using Clock = std::chrono::steady_clock;

/// How long a search goes on: until a time, or for a count of ops timed, which takes it the same way each time; where
/// both are set, until the first of the two.
struct Effort {
    std::optional<Clock::time_point> until = {};
    std::optional<std::int64_t> ops = {}; ///< how many may be timed
    std::stop_token stop = {};
    double goal = 0; ///< a value that nothing is below
    /// What is better than anything this search saw before.
    std::function<void(const Sequences&, const Cost&)> found = {};

    /// True when it was asked to stop or its time is up.
    bool isOver() const { return stop.stop_requested() || (until && Clock::now() > *until); }
    /// True when it is over or no op is left.
    bool isUsedUp() const { return isOver() || (ops && *ops <= 0); }
};

/// A share of what is left, from 0 to 1.
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

/// What is left of an effort when so many ops of it were spent.
inline Effort after(const Effort& effort, std::int64_t ops) {
    Effort left = effort;
    if (effort.ops)
        left.ops = std::max<std::int64_t>(0, *effort.ops - ops);
    return left;
}

/// Counts down. A class so that the clock is not read at every step.
class Allowance {
public:
    explicit Allowance(Effort effort) : m_effort(std::move(effort)) {}

    /// Takes `ops` of what is left. False when nothing is left, and ever after.
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
    /// As much of `effort` as was spent until now.
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
    /// From 0 to 1.
    double share() const {
        if (m_effort.ops)
            return *m_effort.ops > 0 ? static_cast<double>(m_spent) / static_cast<double>(*m_effort.ops) : 1;
        if (!m_effort.until)
            return 0;
        const auto whole = std::chrono::duration<double>(*m_effort.until - m_start).count();
        return whole > 0 ? std::chrono::duration<double>(Clock::now() - m_start).count() / whole : 1;
    }

private:
    static constexpr std::int64_t kCheckInterval = 50'000;

    Effort m_effort;
    Clock::time_point m_start = Clock::now();
    std::int64_t m_spent = 0;
    std::int64_t m_next = 0; ///< clock and stop are looked at when so much is spent
    bool m_isOver = false;
};

/// Sequences and what they cost.
struct Draft {
    Sequences sequences = {};
    Cost cost = {};
};

} // namespace lanewright
