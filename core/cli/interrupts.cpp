// SPDX-License-Identifier: Apache-2.0
#include "core/cli/interrupts.h"

#include "core/api/asker.h"

#include <ctime>
#include <pthread.h>
#include <unistd.h>

namespace lanewright::cli {

namespace {

sigset_t interruptingSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    // Who ignores it, as nohup does, wants the program to outlive the terminal; blocked, it would be waited for.
    struct sigaction hangup = {};
    if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaddset(&signals, SIGHUP);
    return signals;
}

/// Ends the program by the signal.
void endBy(int signal) {
    struct sigaction byDefault = {};
    byDefault.sa_handler = SIG_DFL;
    sigaction(signal, &byDefault, nullptr);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    kill(getpid(), signal);
}

} // namespace

void endWhenInterrupted() {
    struct sigaction action = {};
    if (sigaction(SIGINT, nullptr, &action) != 0 || action.sa_handler == SIG_IGN)
        return;
    action.sa_handler = [](int) { _exit(static_cast<int>(api::Exit::Stopped)); };
    sigaction(SIGINT, &action, nullptr);
}

Interrupts::Interrupts() {
    const sigset_t signals = interruptingSignals();
    pthread_sigmask(SIG_BLOCK, &signals, &m_before);
    m_waiter = std::jthread([this](const std::stop_token& over) { wait(over); });
}

Interrupts::~Interrupts() {
    m_waiter.request_stop();
    m_waiter.join();
    // A third Ctrl-C that nobody waited for must not strike now that the results are being written.
    const sigset_t signals = interruptingSignals();
    constexpr timespec kNoTime = {};
    while (sigtimedwait(&signals, nullptr, &kNoTime) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

void Interrupts::wait(const std::stop_token& over) {
    const sigset_t signals = interruptingSignals();
    constexpr timespec kBeat = {.tv_sec = 0, .tv_nsec = 50'000'000};
    while (!over.stop_requested()) {
        const int signal = sigtimedwait(&signals, nullptr, &kBeat);
        if (signal <= 0)
            continue;
        // That the terminal was closed is said more than once: by the shell and by the system.
        if (signal == SIGHUP) {
            m_stop.request_stop();
            continue;
        }
        if (m_now.stop_requested())
            endBy(signal);
        (m_stop.stop_requested() ? m_now : m_stop).request_stop();
    }
}

} // namespace lanewright::cli
