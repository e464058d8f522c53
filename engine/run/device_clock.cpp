// SPDX-License-Identifier: Apache-2.0
#include "engine/run/device_clock.h"

#include "engine/device/clock.h"

#include <utility>

namespace lanewright::engine {

DeviceClock::DeviceClock(Device& device, Stream idle)
    : m_device(&device), m_idle(idle), m_base(device.makeEvent(true)), m_other(device.makeEvent(true)) {}

void DeviceClock::align() {
    constexpr int kTries = 20;
    for (int attempt = 0; attempt < kTries; ++attempt) {
        const Time before = now();
        m_device->record(m_other, m_idle);
        while (!m_device->isDone(m_other)) {
        }
        const Time half = (now() - before + 1) / 2;
        if (attempt > 0 && half >= m_uncertainty)
            continue;
        m_uncertainty = half;
        m_host = before + half;
        std::swap(m_base, m_other);
    }
    m_aligned = now();
}

void DeviceClock::alignIfOld() {
    constexpr Time kOld = 100'000'000; // in which clocks drift apart by no more than the comparison is off
    if (now() - m_aligned >= kOld)
        align();
}

} // namespace lanewright::engine
