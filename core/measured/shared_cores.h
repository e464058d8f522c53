// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/run_json.h"

#include <optional>
#include <string>

namespace lanewright {

/// Threads that computed on fewer cores.
struct SharedCores {
    int threads = 0; ///< all ranks together
    int cores = 0;

    friend bool operator==(const SharedCores&, const SharedCores&) = default;
};

/// Whether ranks of the run took turns on the cores of this machine: all of them computed here, on CPUs and not held to
/// a plan, with more threads than it has cores. What ops of such a run took holds waits for a core, so that no other
/// order can be told from it. None where they had cores enough, and where they ran on other machines, of whose cores
/// nobody here knows. `host` and `cores` are this machine's.
std::optional<SharedCores> sharedCoresOf(const Run& run, const std::string& host, int cores);
std::optional<SharedCores> sharedCoresOf(const Run& run);

/// `8 threads shared 2 cores, so that …`, for tables.
std::string sentenceOf(const SharedCores& shared);

} // namespace lanewright
