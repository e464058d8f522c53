// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/rank_cost.h"

namespace lanewright {

namespace {

/// How much the mean of all spans counts beside the value.
constexpr double kOfMean = 0.05;

} // namespace

RankCost::RankCost(const IterationEnd& end, OptimizerMode mode, int ranks, Objective objective)
    : m_begins(ranks, 0), m_steps(ranks, 0), m_after(ranks, 0) {
    switch (objective) {
    case Objective::Makespan: return;
    case Objective::LongestSpan: m_kind = Kind::Spans; return;
    case Objective::Period: m_kind = Kind::Ways; return;
    case Objective::Iteration: break;
    }
    if (mode == OptimizerMode::PostValidated) {
        m_kind = Kind::Ways;
        m_steps = end.step;
        return;
    }
    // From the norm of the iteration before to the norm of this one.
    m_after = end.normDelay;
    for (int rank = 0; rank < ranks; ++rank)
        m_begins[rank] = end.freeAfter(rank);
}

Cost costFrom(double value, double spans, int ranks) { return {value, value + kOfMean * spans / ranks}; }

} // namespace lanewright
