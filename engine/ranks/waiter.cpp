// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/waiter.h"

#include "core/protocol/failed_rank.h"

#include "engine/device/failure.h"
#include "engine/device/whereabouts.h"
#include "engine/ranks/timeout.h"

#include <algorithm>
#include <sched.h>

namespace lanewright::engine {

bool Waiter::poll() {
    m_channel->progress();
    const bool heard = listen();
    const Time present = now();
    sign(present);
    m_lastPoll = present;
    if (present - m_lastWatch >= watchEvery) {
        m_lastWatch = present;
        watch();
    }
    return heard;
}

void Waiter::pollIfDue() {
    constexpr Time kSeldom = 1'000'000;
    if (now() - m_lastPoll >= kSeldom)
        poll();
}

void Waiter::rest(Time waited) {
    if (waited < kSpin)
        return;
    if (waited < kYield) {
        sched_yield();
        return;
    }
    tidy();
    sleepUntil(now() + kNap);
}

void Waiter::hold(Time when) {
    // Longer holds are cut into naps of a millisecond, because messages move only while somebody looks.
    constexpr Time kSlice = 1'000'000;
    constexpr Time kAlone = 200'000; // too close to the moment to start anything else
    for (Time present = now(); when - present > kAlone; present = now()) {
        poll();
        tidy();
        sleepUntil(std::min(when - kAlone / 2, now() + kSlice));
    }
    sleepUntil(when);
}

void Waiter::handleTimeout(Time waited, const Message& what) {
    constexpr Time kGrace = 3 * kSecond; // for rank 0 to find out why
    const Message words = tooLong(what, m_timeout);
    if (!m_reported)
        reportTimeout(words);
    m_reported = true;
    if (waited <= m_timeout + kGrace)
        return;
    whereabouts() = {.rank = 0, .op = {}};
    throw Failure(say(kRankIsSilent, 0, m_channel->rank(), words), false);
}

} // namespace lanewright::engine
