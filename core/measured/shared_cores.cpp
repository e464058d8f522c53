// SPDX-License-Identifier: Apache-2.0
#include "core/measured/shared_cores.h"

#include "core/client/host_name.h"

#include <algorithm>
#include <thread>

namespace lanewright {

std::optional<SharedCores> sharedCoresOf(const Run& run, const std::string& host, int cores) {
    const int threads = run.plan.schedule.ranks() * run.threads;
    const auto isHere = [&](const std::string& each) { return each == host; };
    if (run.recorder || run.paced || run.backend != "cpu" || run.hosts.empty() ||
        !std::ranges::all_of(run.hosts, isHere) || cores <= 0 || threads <= cores)
        return {};
    return SharedCores{.threads = threads, .cores = cores};
}

std::optional<SharedCores> sharedCoresOf(const Run& run) {
    return sharedCoresOf(run, hostName(), static_cast<int>(std::thread::hardware_concurrency()));
}

std::string sentenceOf(const SharedCores& shared) {
    return std::to_string(shared.threads) + " threads shared " + std::to_string(shared.cores) +
           " cores, so that measured costs hold waits for a core and no gain can be promised from them: run it paced, "
           "or with fewer ranks.";
}

} // namespace lanewright
