// SPDX-License-Identifier: Apache-2.0
#include "core/measured/profile/shared_cores.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace lanewright {

std::optional<SharedCores> mostCrowdedOf(const Run& run) {
    if (!ranOnCpus(run) || run.cores.size() != run.hosts.size())
        return {};
    std::optional<SharedCores> most;
    for (std::size_t rank = 0; rank < run.hosts.size(); ++rank) {
        const auto ranks = static_cast<int>(std::ranges::count(run.hosts, run.hosts[rank]));
        const SharedCores here{.threads = ranks * run.threads, .cores = run.cores[rank]};
        const bool isShared = here.cores > 0 && here.threads > here.cores;
        if (isShared && (!most || std::int64_t{here.threads} * most->cores > std::int64_t{most->threads} * here.cores))
            most = here;
    }
    return most;
}

std::optional<SharedCores> sharedCoresOf(const Run& run) { return run.paced ? std::nullopt : mostCrowdedOf(run); }

bool ranOnCpus(const Run& run) {
    if (run.recorder && !run.recorder->deviceClock.empty())
        return run.recorder->deviceClock == "host";
    return run.backend == "cpu" || run.backend == "torch";
}

Message sentenceOf(const SharedCores& shared) {
    return say(phrase("measured",
                      "%1 threads shared %2 cores, so that measured costs hold waits for a core and no gain can "
                      "be promised from them: paced, or with fewer ranks, a run shows what the plan says"),
               shared.threads, shared.cores);
}

} // namespace lanewright
