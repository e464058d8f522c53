// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planner/planner.h"

#include <functional>
#include <span>

/// How much a plan suffers when nothing takes exactly as long as planned.
namespace lanewright {

struct JitterOptions {
    double share = 0.05; ///< every op takes e^(share·z) times as long, z normal, anew for each
    int draws = 400;
    std::uint64_t seed = 1;
};

/// The iteration times of all draws.
struct Quantiles {
    Time median = 0;
    Time p90 = 0;
    Time p99 = 0;
    int draws = 0;

    friend bool operator==(const Quantiles&, const Quantiles&) = default;
};

/// Keeps the plan's order and draws the times of its ops, and once per draw and rank how far its device is off
/// (e^(off·z), `off` by rank; empty: not at all). A draw is what one iteration takes among its like in the plan's
/// optimizer mode, as `simulateIterations` has them follow each other. Values travel, and steps take, as long as
/// planned. The same seed gives the same draws. Ends early when `stop` is requested, with the draws it has.
Quantiles underJitter(const Plan& plan, std::span<const double> off, const JitterOptions& options = {},
                      const std::stop_token& stop = {});

/// The same for a candidate on its cluster, each device being off by the spread of its kind.
Quantiles underJitter(const Candidate& candidate, const Cluster& cluster, const JitterOptions& options = {},
                      const std::stop_token& stop = {});

/// As many draws as wanted, or fewer, 50 at least, where the plans are so long that these would take many seconds.
int drawsFor(const std::vector<Candidate>& candidates, int wanted);

/// The one whose 90th percentile is lowest, and all quantiles; −1 of none.
struct Robustness {
    int best = -1;
    std::vector<Quantiles> all = {};
};
/// Calls `progress` with the number of candidates that are done. When `stop` is requested it ends with those it has.
Robustness robustnessOf(const std::vector<Candidate>& candidates, const Cluster& cluster,
                        const JitterOptions& options = {}, const std::stop_token& stop = {},
                        const std::function<void(int)>& progress = {});

} // namespace lanewright
