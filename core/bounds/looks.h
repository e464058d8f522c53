// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <stop_token>
#include <utility>

namespace lanewright::bounds {

/// How much may be looked at, about an entry of a table each, and whether somebody asks to stop.
///
/// It counts and never asks a clock, so that the same bounds come out on every machine; and a loop that spends as it
/// goes is not only bounded but hears a stop within a hundredth of a second. What was found until then holds.
class Looks {
public:
    static constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max() / 2;

    explicit Looks(std::stop_token stop = {}, std::int64_t most = kAny) : m_stop(std::move(stop)), m_most(most) {}

    /// False when nothing is left, and ever after.
    bool spend(std::int64_t count) {
        m_spent += count;
        if (m_spent >= m_next) {
            m_next = m_spent + kInterval;
            if (m_stop.stop_requested())
                m_most = 0;
        }
        return m_spent < m_most;
    }
    bool areOver() const { return m_spent >= m_most || m_stop.stop_requested(); }
    std::int64_t spent() const { return m_spent; }
    std::int64_t left() const { return m_most - m_spent; }
    /// As many as it takes, or so many, until the same stop.
    Looks any() const { return Looks(m_stop); }
    Looks part(std::int64_t most) const { return Looks(m_stop, most); }

private:
    static constexpr std::int64_t kInterval = 10'000; ///< after so many a stop is asked for

    std::stop_token m_stop;
    std::int64_t m_most;
    std::int64_t m_spent = 0;
    std::int64_t m_next = 0;
};

} // namespace lanewright::bounds
