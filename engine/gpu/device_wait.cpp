// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_wait.h"

#include "core/base/decimal.h"

#include "engine/accelerator/device.h"
#include "engine/device/clock.h"
#include "engine/device/failure.h"
#include "engine/ranks/timeout.h"

#include <cstdlib>
#include <sched.h>
#include <utility>

namespace lanewright::engine {

namespace {

constexpr Time kSpin = 1'000'000;
constexpr Time kNap = 50'000;
constexpr Time kGrace = 3 * kSecond; ///< for process 0 to find out why

} // namespace

DeviceWait::DeviceWait(Time timeout, Reporter* reporter, const StopFlags& stopFlags, int rank)
    : m_timeout(timeout), m_reporter(reporter), m_stopFlags(&stopFlags), m_rank(rank),
      m_watchdog(2 * timeout, [this](int) { reportHang(); }) {}

void DeviceWait::noteProgress() {
    m_quiet = now();
    m_isAwake = false;
    if (std::exchange(m_reported, false))
        reportRecovery();
}

void DeviceWait::nap() {
    const Time waited = now() - m_quiet;
    breathe(waited);
    if (m_isAwake || waited < kSpin)
        sched_yield();
    else
        sleepUntil(now() + kNap);
}

void DeviceWait::attend() {
    m_watchdog.sign(now());
    if (m_stopFlags->parentGone)
        std::_Exit(1);
    if (const int signal = m_stopFlags->signal)
        std::_Exit(128 + signal);
}

void DeviceWait::breathe(Time waited) {
    attend();
    poll();
    if (waited > m_timeout)
        handleTimeout(waited);
}

void DeviceWait::handleTimeout(Time waited) {
    const Message words = tooLong(describe(), m_timeout);
    if (reportTimeout && !std::exchange(m_reported, true))
        reportTimeout(words);
    if (!reportTimeout || waited > m_timeout + kGrace)
        throw Failure{words};
}

/// Called on the watchdog's thread.
void DeviceWait::reportHang() const {
    const FailedEvent event{.rank = m_rank,
                            .op = {},
                            .reason = say(phrase("engine", "a call to the GPU has not come back for more than %1 s"),
                                          decimalFromTicks(2 * m_timeout, kSecond))};
    endProcessBy(event, m_reporter);
}

} // namespace lanewright::engine
