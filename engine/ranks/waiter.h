// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include "engine/channel/channel.h"
#include "engine/device/clock.h"

#include <functional>
#include <utility>

namespace lanewright::engine {

/// How a rank waits: it spins for a moment, then yields, then naps, and messages move on all the while. The rank
/// reports a wait that takes longer than `timeout` to rank 0, and ends the run itself when nobody else has done so soon
/// after.
class Waiter {
public:
    Waiter(Channel& channel, Time timeout) : m_channel(&channel), m_timeout(timeout) {}

    /// Called with every look, between naps: receives messages. Returns true when there was something to do.
    std::function<bool()> listen = [] { return false; };
    /// Called every few milliseconds: looks after the other processes.
    std::function<void()> watch = [] {};
    Time watchEvery = 5'000'000;
    /// Called while there is time to spare: sends away what was measured.
    std::function<void()> tidy = [] {};

    /// Called with every look: this rank is alive.
    std::function<void(Time present)> sign = [](Time) {};
    /// Called once, with what is waited for, when a wait takes too long.
    std::function<void(const Message& what)> reportTimeout = [](const Message&) {};
    /// Called when a value that was reported missing has come after all: the machine was only busy.
    std::function<void()> reportRecovery = [] {};

    /// Moves messages on, receives them, and looks after the other processes now and then.
    bool poll();
    /// `poll` from the middle of work, at most once in a millisecond: on a busy machine each look may cost a time
    /// slice, because MPI gives way to others when there was nothing to do.
    void pollIfDue();
    /// Waits until `ready()`. `what` says in words what for: "F2.5 waits for a1.5 of rank 1".
    void until(auto ready, auto what);
    /// Waits until the clock shows `when`.
    void hold(Time when);

private:
    void rest(Time waited);
    /// Reports a wait that takes too long, and ends the run when that did not help.
    void handleTimeout(Time waited, const Message& what);

    static constexpr Time kSpin = 20'000;
    static constexpr Time kYield = 100'000;
    static constexpr Time kNap = 50'000;

    Channel* m_channel;
    Time m_timeout;
    Time m_lastWatch = 0;
    Time m_lastPoll = 0;
    bool m_reported = false;
};

void Waiter::until(auto ready, auto what) {
    m_channel->progress();
    const Time start = now();
    Time quiet = start;
    while (!ready()) {
        if (poll())
            quiet = now();
        if (ready())
            break;
        const Time present = now();
        if (present - start > m_timeout)
            handleTimeout(present - start, what());
        rest(present - quiet);
    }
    if (std::exchange(m_reported, false))
        reportRecovery();
}

} // namespace lanewright::engine
