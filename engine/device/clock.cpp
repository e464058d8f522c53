// SPDX-License-Identifier: Apache-2.0
#include "engine/device/clock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <fstream>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace lanewright::engine {

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
    for (const char* space : {"/proc/self/ns/time", "/proc/self/ns/pid"}) {
        std::array<char, 64> name{};
        const ssize_t length = readlink(space, name.data(), name.size());
        domain.append(" ").append(name.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
    }
    return domain;
}

} // namespace lanewright::engine
