// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/objective.h"
#include "core/model/plan.h"
#include "core/simulate/iteration_time.h"

#include <compare>
#include <limits>
#include <vector>

/// What an objective makes of when ranks begin and end.
namespace lanewright {

/// What a search makes small.
struct Cost {
    static constexpr double kStalls = std::numeric_limits<double>::infinity();

    double value = kStalls;  ///< what the objective is; a period that is no whole number is a hair off
    double energy = kStalls; ///< the value with a little of all ranks' spans, which show progress before the value does

    bool stalls() const { return value == kStalls; }
    friend auto operator<=>(const Cost&, const Cost&) = default;
};

/// What each rank brings to an objective.
class RankCost {
public:
    RankCost(const IterationEnd& end, OptimizerMode mode, int ranks, Objective objective);

    /// Per rank: it is free from then on.
    const std::vector<Time>& begins() const { return m_begins; }
    /// What follows the rank's last op in its own span: the step of an optimizer that is validated afterwards.
    Time step(int rank) const { return m_steps[rank]; }
    /// What is to be added to when the rank ends, for what it brings to the value.
    Time after(int rank, Time first) const { return m_kind == Kind::Ends ? m_after[rank] : m_steps[rank] - first; }
    /// From its first op to the end of its last and its step.
    Time spanOf(int rank, Time first, Time end) const { return end - first + m_steps[rank]; }
    /// What the rank alone brings to the value: the most of all ranks is the value where `isMostOfRanks`, and no less
    /// than the value elsewhere.
    Time of(int rank, Time first, Time end) const { return end + after(rank, first); }
    /// A period is the longest way of a rank to itself, which its span is only where no other rank began before it.
    bool isMostOfRanks() const { return m_kind != Kind::Ways; }

private:
    enum class Kind { Ends, Spans, Ways };

    Kind m_kind = Kind::Ends;
    std::vector<Time> m_begins;
    std::vector<Time> m_steps; ///< per rank
    std::vector<Time> m_after; ///< per rank, where it does not matter when it began
};

/// The cost of a value and of the sum of the spans of so many ranks.
Cost costFrom(double value, double spans, int ranks);

} // namespace lanewright
