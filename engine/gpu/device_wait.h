// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include "engine/ranks/reporter.h"
#include "engine/ranks/stop_flags.h"
#include "engine/ranks/watchdog.h"

#include <functional>

namespace lanewright::engine {

/// What is said where no block is known that a device has not ended.
constexpr Phrase kNothingDone = phrase("engine", "the GPU has done nothing");

/// How the host waits for a device: it spins, then naps, looks after the process and its messages meanwhile, and never
/// waits for ever.
class DeviceWait {
public:
    /// `reporter` is null where another process speaks to the parent. `rank` is the one that is named when a call to
    /// the device does not come back; −1 for none.
    DeviceWait(Time timeout, Reporter* reporter, const StopFlags& stopFlags, int rank);

    /// Called with every look: receives messages, looks after other processes and the links. May throw.
    std::function<void()> poll = [] {};
    /// Called once in a wait, with what is waited for, when nothing has happened for longer than the timeout: the cause
    /// may lie elsewhere. Where nobody has ended the run soon after, the wait throws `Failure`; without this function,
    /// at once.
    std::function<void(const Message& what)> reportTimeout = nullptr;
    /// Called when something has happened after all.
    std::function<void()> reportRecovery = [] {};
    /// Says what is waited for, and where: sets `whereabouts()` to the block that has not ended.
    std::function<Message()> describe = [] { return say(kNothingDone); };

    /// Waits until `ready()`; throws `Failure` when nothing has happened for much longer than the timeout.
    void until(auto ready);
    /// Something has happened.
    void noteProgress();
    /// What is waited for may come at any moment: no naps until it does.
    void stayAwake() { m_isAwake = true; }
    /// Called while others wait, with how long they have.
    void breathe(Time waited);
    /// Looks after the process: this thread is alive; its parent may be gone, or want it to end.
    void attend();

private:
    void nap();
    void handleTimeout(Time waited);
    void reportHang() const;

    Time m_timeout;
    Reporter* m_reporter;
    const StopFlags* m_stopFlags;
    int m_rank;
    Time m_quiet = 0; ///< since when nothing has happened
    bool m_isAwake = false;
    bool m_reported = false;
    Watchdog m_watchdog; ///< for the host thread, which may get stuck in a call to the device
};

void DeviceWait::until(auto ready) {
    noteProgress();
    while (!ready())
        nap();
    noteProgress();
}

} // namespace lanewright::engine
