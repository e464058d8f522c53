// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/recorder.h"

#include "engine/device/clock.h"

#include <utility>

namespace lanewright::engine {

namespace {

constexpr Time kIdleAge = 20'000'000; ///< while there is nothing else to do
constexpr Time kBusyAge = 45'000'000;
constexpr std::size_t kLargest = 512;

} // namespace

Recorder::Recorder(int rank, bool paced, std::function<void(SpansEvent&)> send)
    : m_paced(paced), m_send(std::move(send)) {
    m_batch.rank = rank;
    if (m_send)
        makeRoom(m_batch);
}

void Recorder::makeRoom(SpansEvent& batch) {
    constexpr std::size_t kMost = kLargest + 8; // what a block adds comes before anybody looks
    batch.wall.reserve(kMost);
    batch.virtualTime.reserve(kMost);
    batch.live.reserve(kMost);
    batch.others.reserve(kMost);
}

void Recorder::beginStep(int step) {
    flush();
    m_batch.step = step;
    m_since = now();
}

void Recorder::discard() {
    for (const Span& span : m_batch.wall)
        for (const Op& op : opsIn(span))
            activity({.kind = ActivityKind::Discarded,
                      .rank = m_batch.rank,
                      .start = span.start,
                      .end = span.end,
                      .op = op});
    std::erase_if(m_batch.others, [](const Activity& each) { return each.kind == ActivityKind::Part; });
    m_batch.wall.clear();
    m_batch.virtualTime.clear();
    m_batch.live.clear();
}

void Recorder::span(const Span& wall, const Span& virtualSpan, Bytes live) {
    if (!m_send)
        return;
    m_batch.wall.push_back(wall);
    m_batch.live.push_back(live);
    if (m_paced)
        m_batch.virtualTime.push_back(virtualSpan);
}

void Recorder::activity(const Activity& activity) {
    if (m_send)
        m_batch.others.push_back(activity);
}

void Recorder::flushIfDue(bool busy) {
    const std::size_t size = m_batch.wall.size() + m_batch.others.size();
    if (!m_holds && size > 0 && (size >= kLargest || now() - m_since >= (busy ? kBusyAge : kIdleAge)))
        flush();
}

void Recorder::flush() {
    m_since = now();
    if (m_batch.wall.empty() && m_batch.others.empty())
        return;
    const int step = m_batch.step;
    const int rank = m_batch.rank;
    m_send(m_batch);
    m_batch.step = step;
    m_batch.rank = rank;
}

} // namespace lanewright::engine
