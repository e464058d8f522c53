// SPDX-License-Identifier: Apache-2.0
#include "engine/device/clock.h"

#include <cerrno>
#include <ctime>
#include <fstream>

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace lanewright::engine {

namespace {

constexpr Time kSecond = 1'000'000'000;

} // namespace

Time now() {
    timespec stamp{};
    clock_gettime(CLOCK_MONOTONIC, &stamp);
    return stamp.tv_sec * kSecond + stamp.tv_nsec;
}

void sleepUntil(Time when) {
    const timespec stamp{.tv_sec = when / kSecond, .tv_nsec = when % kSecond};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &stamp, nullptr) == EINTR) {
    }
}

void sharpenTimer() {
#ifdef __linux__
    // Only a refinement: where it is refused, sleeps end a little later.
    static_cast<void>(prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL));
#endif
}

std::string clockDomain() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string domain;
    std::getline(file, domain);
    return domain;
}

} // namespace lanewright::engine
