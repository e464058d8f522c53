// SPDX-License-Identifier: Apache-2.0
#include "engine/run/device_wait.h"

#include "core/base/decimal.h"

#include "engine/accelerator/device.h"
#include "engine/device/clock.h"
#include "engine/device/failure.h"

#include <cstdlib>
#include <sched.h>

namespace lanewright::engine {

namespace {

constexpr Time kSecond = 1'000'000'000;
constexpr Time kOpenEyes = 1'000'000;
constexpr Time kNap = 50'000;

} // namespace

DeviceWait::DeviceWait(Time patience, Reporter& reporter, const Switches& switches)
    : m_patience(patience), m_reporter(&reporter), m_switches(&switches),
      m_watchdog(2 * patience, [this](int) { complain(); }) {}

void DeviceWait::goOn() { m_quiet = now(); }

void DeviceWait::nap() {
    const Time waited = now() - m_quiet;
    breathe(waited);
    if (waited < kOpenEyes)
        sched_yield();
    else
        sleepUntil(now() + kNap);
}

void DeviceWait::breathe(Time waited) {
    m_watchdog.sign(now());
    if (m_switches->parentGone)
        std::_Exit(1);
    if (const int signal = m_switches->signal)
        std::_Exit(128 + signal);
    if (waited <= m_patience)
        return;
    const Turn* const turn = earliest();
    if (turn != nullptr)
        whereabouts() = {.rank = turn->rank, .op = turn->block.op};
    const char* const what =
        turn != nullptr ? "the block has not ended for more than " : "the GPU has done nothing for more than ";
    throw Failure{what + decimalFromTicks(m_patience, kSecond) + " s"};
}

/// Called on the watchdog's thread.
void DeviceWait::complain() const {
    const std::string reason =
        "a call to the GPU has not come back for more than " + decimalFromTicks(2 * m_patience, kSecond) + " s";
    if (m_reporter->postFailure({.rank = -1, .op = {}, .reason = reason}))
        m_reporter->flush(2 * kSecond);
    std::_Exit(1);
}

} // namespace lanewright::engine
