// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_wait.h"

#include "core/base/decimal.h"

#include "engine/accelerator/device.h"
#include "engine/device/clock.h"
#include "engine/device/failure.h"
#include "engine/ranks/patience.h"

#include <cstdlib>
#include <sched.h>
#include <utility>

namespace lanewright::engine {

namespace {

constexpr Time kOpenEyes = 1'000'000;
constexpr Time kNap = 50'000;
constexpr Time kGrace = 3 * kSecond; ///< for seat 0 to find out why

} // namespace

DeviceWait::DeviceWait(Time patience, Reporter* reporter, const Switches& switches, int rank)
    : m_patience(patience), m_reporter(reporter), m_switches(&switches), m_rank(rank),
      m_watchdog(2 * patience, [this](int) { sayStuck(); }) {}

void DeviceWait::goOn() {
    m_quiet = now();
    m_isAwake = false;
    if (std::exchange(m_complained, false))
        relieve();
}

void DeviceWait::nap() {
    const Time waited = now() - m_quiet;
    breathe(waited);
    if (m_isAwake || waited < kOpenEyes)
        sched_yield();
    else
        sleepUntil(now() + kNap);
}

void DeviceWait::attend() {
    m_watchdog.sign(now());
    if (m_switches->parentGone)
        std::_Exit(1);
    if (const int signal = m_switches->signal)
        std::_Exit(128 + signal);
}

void DeviceWait::breathe(Time waited) {
    attend();
    poll();
    if (waited > m_patience)
        lament(waited);
}

void DeviceWait::lament(Time waited) {
    const std::string words = tooLong(describe(), m_patience);
    if (complain && !std::exchange(m_complained, true))
        complain(words);
    if (!complain || waited > m_patience + kGrace)
        throw Failure{words};
}

/// Called on the watchdog's thread.
void DeviceWait::sayStuck() const {
    const FailedEvent event{.rank = m_rank,
                            .op = {},
                            .reason = "a call to the GPU has not come back for more than " +
                                      decimalFromTicks(2 * m_patience, kSecond) + " s"};
    if (m_reporter == nullptr)
        sayAlone(event);
    else if (m_reporter->postFailure(event))
        m_reporter->flush(2 * kSecond);
    std::_Exit(1);
}

} // namespace lanewright::engine
