// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/objective.h"
#include "core/solve/track.h"

#include <limits>

/// The fast twin of simulate and measure, for tapes. Inside core/solve only.
namespace lanewright {

/// What tapes cost.
struct Cost {
    static constexpr double kStalls = std::numeric_limits<double>::infinity();

    double value = kStalls;  ///< of the objective; of a period that is no whole number, a hair off
    double energy = kStalls; ///< the value with a little of all ranks' spans, so that there is a way downhill

    bool stalls() const { return value == kStalls; }
};

/// Times tapes, every op as early as it can. A class so that timing many tapes allocates once.
class Timer {
public:
    Timer(const Track& track, Objective objective);

    /// What legal tapes cost; ranks that wait for each other cost infinity. Once the cost is known to be above `limit`
    /// it may stop and return infinity.
    Cost operator()(const Tapes& tapes, double limit = Cost::kStalls);

    /// Times the tapes and keeps the start of each op. False when ranks wait for each other.
    bool draw(const Tapes& tapes);
    /// Per rank and position; of the last `draw`.
    const std::vector<std::vector<Time>>& starts() const { return m_starts; }
    /// As the cells say; of the last `draw`.
    const std::vector<Time>& arrivals() const { return m_arrivals; }
    Time first(int rank) const { return m_first[rank]; }
    Time end(int rank) const { return m_free[rank]; }
    /// What the rank alone brings to the cost; of the last `draw`.
    Time costOf(int rank) const;
    /// Whether circles through several ranks are looked at too, which can make a period, or a post-validated iteration,
    /// longer than each rank's own way. Costs a pass per rank.
    void lookAtCircles(bool look) { m_circles = look; }

private:
    /// What a pass begins with, and whether it keeps starts.
    enum class Pass { Times, Draws, FromVerdict };

    template <Pass kind>
    bool pass(const Tapes& tapes, int from);
    template <Pass kind>
    void advance(const Tapes& tapes, int rank);
    Time synchronous() const;
    double period(const Tapes& tapes, double limit);
    double circles(const Tapes& tapes);
    double postValidatedCircles(const Tapes& tapes);
    bool isOnlySource(const Tapes& tapes, int rank) const;

    const Track& m_track;
    Objective m_objective;
    bool m_circles = false;
    std::vector<Time> m_begin;    ///< per rank: free from then on
    std::vector<Time> m_step;     ///< per rank: that follows its last op in its own period
    std::vector<int> m_count;     ///< per cell
    std::vector<int> m_position;  ///< per rank
    std::vector<int> m_waits;     ///< per rank: the cell it waits for, or −1
    std::vector<Time> m_free;     ///< per rank
    std::vector<Time> m_first;    ///< per rank
    std::vector<Time> m_arrivals; ///< as the cells say
    std::vector<int> m_ready;
    std::vector<std::vector<Time>> m_starts;
    std::vector<Time> m_spans; ///< with the steps that the objective counts
    std::vector<int> m_bySpan;
};

} // namespace lanewright
