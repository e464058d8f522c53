// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include "engine/accelerator/device.h"

namespace lanewright::engine {

/// Sets the times of a device's events on the host's clock.
class DeviceClock {
public:
    /// `idle` is a stream in which nothing is enqueued when the clocks are compared.
    DeviceClock(Device& device, Stream idle);

    /// Compares the clocks anew: of some events that the device is asked for at once, the one that came back soonest
    /// tells best. Drift of the device's clock counts from here on.
    void align();
    /// The same where that was some time ago.
    void alignIfOld();
    /// When, on the host's clock, an event that is done took place.
    Time when(Event event) const { return m_host + m_device->between(m_base, event); }
    /// By how much that may be off.
    Time uncertainty() const { return m_uncertainty; }

private:
    Device* m_device;
    Stream m_idle;
    Event m_base, m_other;
    Time m_host = 0;
    Time m_uncertainty = 0;
    Time m_aligned = 0; ///< when
};

} // namespace lanewright::engine
