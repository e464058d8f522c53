// SPDX-License-Identifier: Apache-2.0
#include "engine/run/recorder.h"

#include "engine/device/clock.h"

#include <utility>

namespace lanewright::engine {

namespace {

constexpr Time kIdleAge = 20'000'000; ///< while there is nothing else to do
constexpr Time kBusyAge = 45'000'000;
constexpr std::size_t kLargest = 512;

} // namespace

Recorder::Recorder(int rank, bool paced, std::function<void(SpansEvent)> send)
    : m_paced(paced), m_send(std::move(send)) {
    m_batch.rank = rank;
}

void Recorder::beginStep(int step) {
    m_batch.step = step;
    m_since = now();
}

void Recorder::span(const Span& wall, const Span& virtualSpan) {
    if (!m_send)
        return;
    m_batch.wall.push_back(wall);
    if (m_paced)
        m_batch.virtualTime.push_back(virtualSpan);
}

void Recorder::activity(const Activity& activity) {
    if (m_send)
        m_batch.others.push_back(activity);
}

void Recorder::flushIfDue(bool busy) {
    const std::size_t size = m_batch.wall.size() + m_batch.others.size();
    if (size > 0 && (size >= kLargest || now() - m_since >= (busy ? kBusyAge : kIdleAge)))
        flush();
}

void Recorder::flush() {
    m_since = now();
    if (m_batch.wall.empty() && m_batch.others.empty())
        return;
    SpansEvent next{.step = m_batch.step, .rank = m_batch.rank};
    m_send(std::exchange(m_batch, std::move(next)));
}

} // namespace lanewright::engine
