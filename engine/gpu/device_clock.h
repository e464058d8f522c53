// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include "engine/accelerator/device.h"

namespace lanewright::engine {

/// Sets the times of a device's events on the host's clock.
///
/// The rule it guards: an event is only read against one that was recorded before it.
class DeviceClock {
public:
    /// `idle` is a stream in which nothing is enqueued when the clocks are compared.
    DeviceClock(Device& device, Stream idle);

    /// Compares the clocks anew, where the last comparison is old or there is none: of some events that the device is
    /// asked for at once, the one that came back soonest tells best. Only what is recorded from here on is read.
    void align();
    /// The same while events recorded since the last call are still to be read: the last comparison counts from here
    /// on, and the next is made where that was some time ago.
    void alignAhead();
    /// Lets the next align() compare whenever the last comparison was, because the device has paused.
    void forget() { m_compared = 0; }
    /// When, on the host's clock, an event that is done took place.
    Time when(Event event) const { return m_used.host + m_device->between(m_used.event, event); }
    /// How long a comparison counts: clocks drift apart by no more than it is off meanwhile.
    static constexpr Time kOld = 100'000'000;
    /// By how much that may be off.
    Time uncertainty() const { return m_used.uncertainty; }

private:
    /// An event, and when that was on the host's clock.
    struct Base {
        Event event;
        Time host = 0;
        Time uncertainty = 0;
    };
    void compare(Base& base);
    bool isOld() const;

    Device* m_device;
    Stream m_idle;
    Base m_used, m_next;
    Event m_other;
    bool m_hasNext = false;
    Time m_compared = 0; ///< when; 0: not yet
};

} // namespace lanewright::engine
