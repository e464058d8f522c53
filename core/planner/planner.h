// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planner/candidate.h"
#include "core/planner/shape.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

/// From a model and a cluster to a schedule: where to cut, which part goes where, in which order.
namespace lanewright {

struct PlannerOptions {
    double timeLimit = 10; ///< seconds
    /// Instead of time: how many changed partitions are tried, and no search beyond the generators' orders. The same
    /// numbers give the same plan on every machine.
    std::optional<int> tries = {};
    std::uint64_t seed = 1;
    OptimizerMode optimizerMode = OptimizerMode::Synchronous; ///< decides what an iteration takes
    int mostReplicas = 1;                                     ///< devices that may share a stage
    int mostParts = 64;              ///< stages; on a V twice as many, in a loop that many times its chunks
    std::optional<Shape> shape = {}; ///< only such partitions; none: whichever is better
    std::optional<int> chunks = {};  ///< only loops of so many stages on a device; none: of however many
};

/// What a planner has found so far.
struct PlannerResult {
    Candidate best = {};                ///< the shortest iteration
    std::vector<Candidate> front = {};  ///< that no other beats, by iteration time; the best is the first
    std::vector<Candidate> others = {}; ///< to compare with: what plainer methods give, in the order they were made
    Fraction lowerBound = {};           ///< proven: no order of the best's stages has a shorter iteration
    /// Proven: no partition that was allowed, with any order, has a shorter one; none where cuts were given.
    std::optional<Fraction> cutBound = {};
    int tried = 0;           ///< partitions that were simulated
    bool exhaustive = false; ///< all partitions there are were tried
    double seconds = 0;
};

/// Called for each better plan, one call at a time.
using PlannerProgress = std::function<void(const PlannerResult&)>;

/// The best plan found: the one whose iteration, optimizer and reductions included, takes the least time in the
/// optimizer mode. Partitions, linear, on a V and in a loop, come from dynamic programming over several orders of the
/// devices, plainer cuts and changes to the best; where there are few of them, from all there are. Each is ordered by
/// the generators that follow the memory limits and simulated; the best is then searched on.
///
/// Fails in one sentence, naming device or layer, when there is no way between two devices, when a layer fits on none,
/// when the model fits on no row of them, or when its plans are more than can be counted. When `stop` is requested it
/// returns the best it has.
Result<PlannerResult> planModel(const LayeredModel& model, const Cluster& cluster, const PlannerOptions& options = {},
                                const std::stop_token& stop = {}, const PlannerProgress& progress = {});

} // namespace lanewright
