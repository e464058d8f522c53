// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measured/step_graph.h"
#include "core/model/plan.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// What a step can lose time to.
enum class LossCause : std::uint8_t {
    FillAndDrain,  ///< ranks wait for their first op, between ops and after their last, even were all alike
    Stages,        ///< they, or what ranks host of them, have unequal work
    Microbatches,  ///< they are of unequal length
    Rank,          ///< one or several are slower than their twins
    Link,          ///< one or several are slower than the others
    Communication, ///< values travel between ranks, or keep the hosts of ranks busy
    Order,         ///< another order of the same ops takes less
    Jitter,        ///< the same op takes longer at one time than at another
    Launch,        ///< ops start late, though all that they need is there
    Between,       ///< nothing runs, in a run that doesn't tell late launches from waits for values
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

/// What a person can try.
enum class LossFix : std::uint8_t {
    SplitBackward,     ///< B and W apart, so that W fills what was a bubble
    MoreMicrobatches,  ///< twice as many share one fill and drain
    Interleave,        ///< each rank hosts two smaller stages instead of one
    CutAnew,           ///< stages of equal work
    OrderMicrobatches, ///< each replica runs its own in another order
    DealMicrobatches,  ///< microbatches change replicas, and are ordered there
    OtherOrder,        ///< another order of the ops, without microbatches changing their turns; found at once
    Solve,             ///< the same by search
};
/// As `causes --json` says it: `"split_backward"`.
std::string_view toText(LossFix fix);

/// What a fix would give and what it costs.
struct FixEffect {
    LossFix fix = LossFix::Solve;
    std::string by = {}; ///< the generator that makes it: `zb-h1`; empty: none does
    /// What a step would be shorter by, as a share of the measured one; of `MoreMicrobatches` for as many microbatches
    /// as there are. None: trying it says so.
    std::optional<double> gain = {};
    bool atMost = false; ///< the gain is what it can be at most
    /// The most activations that any rank holds, in bytes by the plan's costs (measured ones where the run has them).
    Bytes memoryBefore = 0;
    Bytes memoryAfter = 0;

    friend bool operator==(const FixEffect&, const FixEffect&) = default;
};

struct Loss {
    LossCause cause = LossCause::Jitter;
    /// Its part of the measured step. The parts of all causes, `LostByCause::work` and `LostByCause::unnamed` add up to
    /// 1; below 0 where the cause helped.
    double share = 0;
    /// What a step would be shorter by without this cause and with all others, as a share of the measured step. These
    /// do not add up: who removes one changes what the others cost. Of fill and drain it is the share.
    double alone = 0;
    double unavoidable = 0; ///< FillAndDrain: what of its share a lower bound says that no order of these ops avoids
    LossPlace where = {};
    std::vector<FixEffect> fixes = {}; ///< the one to try first is the first

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
///
/// The shares are those of a chain of replays from the measured step down: each takes one cause more away than the one
/// before, in this order: launch delays, jitter, unequal microbatches, slow ranks, slow links, unequal stages,
/// transfers, what lies outside. What is left is the order with every op at the mean of its kind: the work of a rank,
/// and what the order makes it wait. A difference between two neighbours of the chain is the share of what lies between
/// them, so that the shares add up whatever the run is like.
struct LostByCause {
    int steps = 0;
    int leftOut = 0;          ///< steps that lack ops
    double step = 0;          ///< measured
    double replayed = 0;      ///< with the launch delays that were recorded
    double withoutLaunch = 0; ///< without them
    double ideal = 0;
    /// B and W were never measured apart, and gains of fixes that run them apart assume that they divide a backward as
    /// the plan's costs do.
    bool splitAssumed = false;
    std::vector<NamedSlowdown> byKind = {}; ///< for ops: F, B, W, BW, R, and pairs as `F+BW`
    std::vector<double> byStage = {};
    std::vector<double> byRank = {}; ///< by replica, then rank
    std::vector<double> byReplica = {};
    std::vector<int> replicas = {}; ///< their numbers, in the order of these lists
    double work = 0;    ///< what the ranks compute in the mean of the chain's last replay, as a share of the step
    double unnamed = 0; ///< what no cause of `causes` explains, as a share of the step
    MemoryUnit memoryUnit = MemoryUnit::Unit; ///< in which the memory of fixes is said
    std::vector<Loss> causes = {};            ///< the largest share first

    double slowdown() const { return ideal > 0 ? withoutLaunch / ideal : 1; }
    double launch() const { return withoutLaunch > 0 ? step / withoutLaunch : 1; }
    friend bool operator==(const LostByCause&, const LostByCause&) = default;
};

/// How long the pipeline takes at least, in whatever order of its ops, when they take these times, by family, and
/// values none.
using LeastTime = std::function<double(const std::vector<Time>& byFamily)>;

/// `reordered` is the same job with the best order that was found for it; null where none was looked for. `leastOf` may
/// be empty: nobody knows. Ends in time linear in actions × (stages + ranks of all replicas).
LostByCause lostByCause(const JobGraph& job, const JobGraph* reordered = nullptr, const LeastTime& leastOf = {});

/// Per family: what its actions typically take.
std::vector<Time> typicalTimes(const JobGraph& job);

} // namespace lanewright
