// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace lanewright::cli {

/// From here on Ctrl-C ends the program at once, with the exit code of what was stopped, as long as no `Interrupts`
/// lives: what is being read or printed leaves nothing to save. Who ignores it, as what a shell starts in the
/// background does, goes on doing so.
void endWhenInterrupted();

/// Turns Ctrl-C (and SIGTERM) into requests while it lives: the first asks for a stop, the second for an end at once.
/// The third ends the program, whatever it is waiting for, as if nothing had caught it. A closed terminal (SIGHUP)
/// counts as the first, however often it is said, unless the program was started to outlive it.
///
/// The rule it guards: the signals are blocked in all threads started meanwhile, and waited for in one of its own.
/// Make it before any thread.
class Interrupts {
public:
    Interrupts();
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

    std::stop_token stop() const { return m_stop.get_token(); }
    std::stop_token now() const { return m_now.get_token(); }

private:
    void wait(const std::stop_token& over);

    std::stop_source m_stop = {};
    std::stop_source m_now = {};
    sigset_t m_before = {};
    std::jthread m_waiter = {};
};

} // namespace lanewright::cli
