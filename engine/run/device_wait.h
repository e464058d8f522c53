// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/device_order.h"
#include "engine/run/reporter.h"
#include "engine/run/switches.h"
#include "engine/run/watchdog.h"

#include <functional>

namespace lanewright::engine {

/// How the host waits for a device: with its eyes open, then in naps, looking after the process meanwhile, and never
/// for ever.
class DeviceWait {
public:
    DeviceWait(Time patience, Reporter& reporter, const Switches& switches);

    /// The block that is first in the order among those that are not done, or null; it is named when it takes too long.
    std::function<const Turn*()> earliest = [] { return nullptr; };

    /// Waits until `ready()`; throws `Failure` when nothing has happened for longer than the patience.
    template <typename Ready>
    void until(Ready ready);
    /// Something has happened.
    void goOn();
    /// Called while others wait, with how long they have.
    void breathe(Time waited);

private:
    void nap();
    void complain() const;

    Time m_patience;
    Reporter* m_reporter;
    const Switches* m_switches;
    Time m_quiet = 0;    ///< since when nothing has happened
    Watchdog m_watchdog; ///< of the host thread, which may get stuck in a call to the device
};

template <typename Ready>
void DeviceWait::until(Ready ready) {
    goOn();
    while (!ready())
        nap();
}

} // namespace lanewright::engine
