// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_clock.h"

#include "engine/device/clock.h"

#include <utility>

namespace lanewright::engine {

DeviceClock::DeviceClock(Device& device, Stream idle)
    : m_device(&device), m_idle(idle), m_used{device.makeEvent(true)}, m_next{device.makeEvent(true)},
      m_other(device.makeEvent(true)) {}

void DeviceClock::align() {
    if (std::exchange(m_hasNext, false))
        std::swap(m_used, m_next);
    if (isOld())
        compare(m_used);
}

bool DeviceClock::isOld() const { return m_compared == 0 || now() - m_compared >= kOld; }

void DeviceClock::alignAhead() {
    if (std::exchange(m_hasNext, false))
        std::swap(m_used, m_next);
    if (!isOld())
        return;
    compare(m_next);
    m_hasNext = true;
}

void DeviceClock::compare(Base& base) {
    constexpr int kTries = 20;
    for (int attempt = 0; attempt < kTries; ++attempt) {
        const Time before = now();
        m_device->record(m_other, m_idle);
        while (!m_device->isDone(m_other)) {
        }
        const Time half = (now() - before + 1) / 2;
        if (attempt > 0 && half >= base.uncertainty)
            continue;
        base.uncertainty = half;
        base.host = before + half;
        std::swap(base.event, m_other);
    }
    m_compared = now();
}

} // namespace lanewright::engine
