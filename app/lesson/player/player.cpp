// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/player/player.h"

#include <algorithm>
#include <cmath>

namespace lanewright::app {

void Player::setEvents(std::vector<Time> events, Time beat) {
    m_events = std::move(events);
    m_beat = std::max<Time>(1, beat);
    m_now = std::clamp(m_now, begin(), std::max(begin(), end()));
    m_rest = 0;
    if (m_events.size() < 2)
        m_playing = false;
}

Time Player::nextEvent() const {
    const auto next = std::ranges::upper_bound(m_events, m_now);
    return next == m_events.end() ? m_now + 1 : *next;
}

void Player::play() {
    if (m_events.size() < 2)
        return;
    if (atEnd())
        rewind();
    m_playing = true;
}

void Player::stepForward() {
    pause();
    const auto next = std::ranges::upper_bound(m_events, m_now);
    if (next != m_events.end())
        moveTo(*next);
}

void Player::stepBack() {
    pause();
    const auto here = std::ranges::lower_bound(m_events, m_now);
    if (here != m_events.begin())
        moveTo(*std::prev(here));
}

void Player::rewind() { moveTo(begin()); }

void Player::moveTo(Time time) {
    m_now = std::clamp(time, begin(), std::max(begin(), end()));
    m_rest = 0;
}

void Player::faster() { m_speed = std::min(kFastest, 2 * m_speed); }

void Player::slower() { m_speed = std::max(kSlowest, m_speed / 2); }

void Player::advance(double seconds, bool stepwise) {
    if (!m_playing)
        return;
    m_rest += std::max(0.0, seconds) * m_speed / kBeatSeconds * static_cast<double>(m_beat);
    if (stepwise) {
        for (auto next = std::ranges::upper_bound(m_events, m_now);
             next != m_events.end() && m_rest >= static_cast<double>(*next - m_now); ++next) {
            m_rest -= static_cast<double>(*next - m_now);
            m_now = *next;
        }
    } else {
        const double whole = std::floor(m_rest);
        m_rest -= whole;
        const double left = static_cast<double>(end() - m_now);
        m_now = whole >= left ? end() : m_now + static_cast<Time>(whole);
    }
    if (atEnd())
        pause();
}

} // namespace lanewright::app
