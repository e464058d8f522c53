// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measured/step_graph.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// What a step can lose time to.
enum class LossCause : std::uint8_t {
    Stages,        ///< they have unequal work
    Microbatches,  ///< they are of unequal length
    Rank,          ///< one or several are slower than their twins
    Link,          ///< one or several are slower than the others
    Communication, ///< values travel between ranks, or keep the hosts of ranks busy
    Order,         ///< another order of the same ops takes less
    Jitter,        ///< the same op takes longer at one time than at another
    Launch,        ///< ops start late, though all that they need is there
    Outside,       ///< collectives, the optimizer, work of the host
};
/// As `causes --json` says it: `"stages"`.
std::string_view toText(LossCause cause);

/// Where most of a loss is. What does not say where is −1.
struct LossPlace {
    int stage = -1;
    int replica = -1; ///< its number
    int rank = -1;
    int peer = -1; ///< where a link from `rank` leads
    int microbatch = -1;
    int step = -1;         ///< its number
    std::string name = {}; ///< what lies outside

    friend bool operator==(const LossPlace&, const LossPlace&) = default;
};

struct Loss {
    LossCause cause = LossCause::Jitter;
    /// What a step would be shorter by without the cause, as a share of the measured step; below 0 where it helped.
    /// Shares of several causes do not add up: who removes one changes what the others cost.
    double share = 0;
    LossPlace where = {};

    friend bool operator==(const Loss&, const Loss&) = default;
};

/// A number with its name.
struct NamedSlowdown {
    std::string name = {};
    double slowdown = 1;

    friend bool operator==(const NamedSlowdown&, const NamedSlowdown&) = default;
};

/// Lost time of a job by cause. Times are means over its steps, in ticks.
///
/// Ideal is a replay in which every action takes the typical time of its family, over all steps, stages and replicas.
/// A slowdown "by" something is the replay in which only the actions of that keep their own times, over the ideal one.
/// Source: Lin et al.: Understanding Stragglers in Large Model Training Using What-if Analysis. OSDI 2025, section 3
/// and its artifact, github.com/ByteDance-Seed/StragglerAnalysis.
struct LostByCause {
    int steps = 0;
    int leftOut = 0;          ///< steps that lack ops
    double step = 0;          ///< measured
    double replayed = 0;      ///< with the launch delays that were recorded
    double withoutLaunch = 0; ///< without them
    double ideal = 0;
    std::vector<NamedSlowdown> byKind = {}; ///< for ops: F, B, W, BW, R, and pairs as `F+BW`
    std::vector<double> byStage = {};
    std::vector<double> byRank = {}; ///< by replica, then rank
    std::vector<double> byReplica = {};
    std::vector<int> replicas = {}; ///< their numbers, in the order of these lists
    std::vector<Loss> causes = {};  ///< the largest share first

    double slowdown() const { return ideal > 0 ? withoutLaunch / ideal : 1; }
    double launch() const { return withoutLaunch > 0 ? step / withoutLaunch : 1; }
    friend bool operator==(const LostByCause&, const LostByCause&) = default;
};

/// `reordered` is the same job with the best order that was found for it; null where none was looked for. Ends in time
/// linear in actions × (stages + ranks of all replicas).
LostByCause lostByCause(const JobGraph& job, const JobGraph* reordered = nullptr);

/// Per family: what its actions typically take.
std::vector<Time> typicalTimes(const JobGraph& job);

} // namespace lanewright
