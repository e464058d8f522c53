// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

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
    void setEvents(std::vector<Time> events, Time beat);

    Time now() const { return m_now; }
    Time begin() const { return m_events.empty() ? 0 : m_events.front(); }
    Time end() const { return m_events.empty() ? 0 : m_events.back(); }
    /// The first event behind the cursor; at the end, a tick behind it.
    Time nextEvent() const;
    bool atEnd() const { return m_now >= end(); }
    bool playing() const { return m_playing; }
    double speed() const { return m_speed; }

    /// From the end it plays from the beginning again.
    void play();
    void pause() { m_playing = false; }
    void toggle() { m_playing ? pause() : play(); }
    /// To the next or the previous event; pauses.
    void stepForward();
    void stepBack();
    /// To the beginning; goes on playing when it plays.
    void rewind();
    void moveTo(Time time);
    /// Twice as fast, or half as fast.
    void faster();
    void slower();

    /// Lets real time go by; pauses at the end. With `stepwise` the cursor rests on events and jumps from one to the
    /// next, at the same pace.
    void advance(double seconds, bool stepwise = false);

private:
    std::vector<Time> m_events;
    Time m_beat = 1;
    Time m_now = 0;
    double m_rest = 0; ///< the part of a tick, or with `stepwise` of the way to the next event, that is not gone yet
    double m_speed = 1;
    bool m_playing = false;
};

} // namespace lanewright::app
