// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace lanewright::app {

/// A cursor that sweeps over the events of a timeline. Knows neither clocks nor widgets: it is told how long ago it was
/// asked last.
///
/// At speed 1 it passes a fixed number of events' mean distance a second, so that a schedule of nanoseconds and one of
/// seconds play alike.
class Player {
public:
    static constexpr double kBeatSeconds = 0.6; ///< real time per `beat`, at speed 1
    static constexpr double kSlowest = 0.25;
    static constexpr double kFastest = 8;

    /// Events ascending, the first being the beginning; `beat` is a usual length of a block. A cursor beyond the end
    /// moves to it.
    void setEvents(std::vector<Time> events, Time beat) {
        m_events = std::move(events);
        m_beat = std::max<Time>(1, beat);
        m_now = std::clamp(m_now, begin(), std::max(begin(), end()));
        m_rest = 0;
        if (m_events.size() < 2)
            m_playing = false;
    }

    Time now() const { return m_now; }
    Time begin() const { return m_events.empty() ? 0 : m_events.front(); }
    Time end() const { return m_events.empty() ? 0 : m_events.back(); }
    /// The first event behind the cursor; at the end, a tick behind it.
    Time nextEvent() const {
        const auto next = std::ranges::upper_bound(m_events, m_now);
        return next == m_events.end() ? m_now + 1 : *next;
    }

    bool atEnd() const { return m_now >= end(); }
    bool playing() const { return m_playing; }
    double speed() const { return m_speed; }

    /// From the end it plays from the beginning again.
    void play() {
        if (m_events.size() < 2)
            return;
        if (atEnd())
            rewind();
        m_playing = true;
    }

    void pause() { m_playing = false; }
    void toggle() { m_playing ? pause() : play(); }
    /// To the next or the previous event; pauses.
    void stepForward() {
        pause();
        const auto next = std::ranges::upper_bound(m_events, m_now);
        if (next != m_events.end())
            moveTo(*next);
    }

    void stepBack() {
        pause();
        const auto here = std::ranges::lower_bound(m_events, m_now);
        if (here != m_events.begin())
            moveTo(*std::prev(here));
    }

    /// To the beginning; goes on playing when it plays.
    void rewind() { moveTo(begin()); }
    void moveTo(Time time) {
        m_now = std::clamp(time, begin(), std::max(begin(), end()));
        m_rest = 0;
    }

    /// Twice as fast, or half as fast.
    void faster() { m_speed = std::min(kFastest, 2 * m_speed); }
    void slower() { m_speed = std::max(kSlowest, m_speed / 2); }

    /// Lets real time go by; pauses at the end. With `stepwise` the cursor rests on events and jumps from one to the
    /// next, at the same pace.
    void advance(double seconds, bool stepwise = false) {
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

private:
    std::vector<Time> m_events;
    Time m_beat = 1;
    Time m_now = 0;
    double m_rest = 0; ///< the part of a tick, or with `stepwise` of the way to the next event, that is not gone yet
    double m_speed = 1;
    bool m_playing = false;
};

} // namespace lanewright::app
