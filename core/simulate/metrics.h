// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/base/message.h"
#include "core/model/objective.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"
#include "core/simulate/iteration_time.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// Every number of a schedule, each with its one definition. The only place where they are computed.
struct Metrics {
    Time makespan = 0;    ///< last end − first start, over everything
    Time longestSpan = 0; ///< max over ranks of (own last end − own first start). The Zero Bubble papers' cost
    /// Time per iteration when iterations follow each other back to back: the largest cycle mean of the rank-to-rank
    /// longest paths. Never above `longestSpan`. None for measured timelines and for orders that stall.
    std::optional<Fraction> period = {};
    /// Time per iteration once iterations repeat, in both optimizer modes. None for measured timelines and for orders
    /// that stall.
    IterationTimes iterationTimes = {};
    OptimizerMode optimizerMode = OptimizerMode::Synchronous; ///< the plan's
    Time busiest = 0;                                         ///< largest busy time of a rank
    /// 1 − busiest / longestSpan: the bubble rate of the Zero Bubble papers. This and the two below: none of an order
    /// that is not whole (see `partOf`).
    std::optional<double> bubbleRate = {};
    std::optional<double> idleShare = {}; ///< 1 − busy time of all ranks / (ranks × makespan)
    /// makespan / busiest − 1, Megatron's "bubble fraction"; none either where time passes and no rank works.
    std::optional<double> overhead = {};
    std::vector<Time> busy = {}; ///< per rank
    std::vector<Time> span = {}; ///< per rank: own last end − own first start
    /// Ranks wait for what never comes: all times above are of the part that runs, and no times of the order.
    bool stalls = false;
    std::vector<Bytes> peakMemory = {}; ///< none of a measured step in which nobody counted
    std::vector<std::optional<Bytes>> memoryLimit = {};
    std::vector<Bytes> totalMemory = {}; ///< static + staging + peak; none of measured steps
    std::vector<std::optional<Bytes>> deviceMemory = {};
    std::optional<int> transferVolume = 0; ///< values sent between ranks per iteration; none of an order not whole
    std::vector<int> parameterCopies = {}; ///< per stage: how often its weights are held
    /// Synchronous: microbatches / iteration time. None where times are in abstract units, which no second measures.
    std::optional<double> microbatchesPerSecond = {};
    std::optional<double> microbatchesPerSecondPostValidated = {}; ///< the same of the other mode

    /// In the plan's optimizer mode: what planners, solvers and comparisons are about.
    std::optional<Fraction> iterationTime() const { return iterationTimes.of(optimizerMode); }
    /// The peak memory of the rank that has the largest; 0 without ranks.
    Bytes highestPeak() const;
    /// Iteration time − busiest: the time in which the busiest rank waits or steps. And its share of the iteration.
    std::optional<Fraction> bubble() const;
    std::optional<double> bubbleShare() const;
    friend bool operator==(const Metrics&, const Metrics&) = default;
};

/// Per rank: static bytes + staging buffers + the peak. A staging buffer is the gradient of all weights of a stage (see
/// `stagedCopies`), in single precision; 0 where the plan names no model.
std::vector<Bytes> totalMemory(const Plan& plan, const std::vector<Bytes>& peaks);

/// The numbers of a predicted timeline of the plan.
Metrics measure(const Plan& plan, const Timeline& timeline);

/// What holds of the numbers of an order that is not whole (`isWhole`): its times and its memory as far as it goes.
/// Nothing of an iteration and no share, for what is missing would change them.
Metrics partOf(Metrics metrics);

/// Takes these as the times of an iteration, with the throughput that follows from them.
void setIterationTimes(Metrics& metrics, const Plan& plan, const IterationTimes& times);

/// The numbers of a measured timeline: no period, and nothing of an iteration, which a step alone does not tell.
Metrics measureRun(const Plan& plan, const Timeline& timeline);

/// The period of the order (see Metrics::period). None when the order stalls. One pass where the rank with the longest
/// span needs that long on its own, as nearly always; else a pass per rank and, with very many ranks and blocks (beyond
/// 4·10^8 steps), none.
///
/// Serial links are ordered within an iteration; where one iteration's last transfer would still hold up the next one's
/// first, that is left out.
std::optional<Fraction> periodOf(const Schedule& schedule, const Costs& costs, const Timeline& timeline);

/// The objective's value. Where a post-validated iteration is not known the synchronous one, where the period is not
/// known the longest span, which are never below; of measured runs and of orders that stall the makespan.
Fraction valueOf(const Metrics& metrics, Objective objective);

/// `part` / `whole`; 0 where there is no whole.
double shareOf(const Fraction& part, const Fraction& whole);

} // namespace lanewright
