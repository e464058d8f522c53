// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/fault.h"

#include "engine/device/clock.h"

#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace lanewright::engine {

int faultAt(const RunRequest& request, int rank) {
    if (!request.fault || request.fault->rank != rank)
        return -1;
    const std::vector<Instruction>& code = request.programs[static_cast<std::size_t>(rank)].code;
    int found = -1;
    int blocks = 0;
    for (int at = 0; at < static_cast<int>(code.size()) && blocks <= request.fault->block; ++at)
        if (code[static_cast<std::size_t>(at)].act == Act::Run) {
            found = at;
            ++blocks;
        }
    return found;
}

void suffer(FaultKind kind) {
    constexpr Time kDelay = 300'000'000;
    constexpr int kExitCode = 3;
    switch (kind) {
    case FaultKind::Kill: kill(getpid(), SIGKILL); return;
    case FaultKind::Exit: std::_Exit(kExitCode);
    case FaultKind::Stop: kill(getpid(), SIGSTOP); return;
    case FaultKind::Sleep:
        while (true)
            pause();
    case FaultKind::Delay: sleepUntil(now() + kDelay); return;
    case FaultKind::Nan: return;
    }
}

} // namespace lanewright::engine
