// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/diagram.h"
#include "core/bounds/heads.h"
#include "core/bounds/propagation.h"
#include "core/bounds/rank_views.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace lanewright::bounds {

/// Destructive bounds (R. Klein, A. Scholl: Computing Lower Bounds by Destructive Improvement. European Journal of
/// Operational Research 1999): a value is taken for granted, so that every op has a time by which it must have run, and
/// what follows of that is drawn until two things contradict each other.
///
/// What follows at once is that of `Propagation`. Where the order of two ops is not settled by that, each next such
/// pair is tried one way, and what contradicts is settled the other way (shaving: P. Martin, D. B. Shmoys 1996).
///
/// All orders of a rank are looked at by its diagram, and those of a rank that has little memory together with those of
/// each other (`RankViews`).
class Refuter {
public:
    /// What is looked at beside what follows at once.
    enum class Looks {
        Ranks,   ///< all orders of each rank, then pairs of ops
        Together ///< all orders of each rank with a limit together with those of each other
    };

    /// So many starts are tried for looks at several ranks.
    static constexpr std::size_t kMostStarts = 2;

    /// `heads`, and `tails` of the reversed lines: what was found from the start of each watched rank. `lines` and
    /// their reverse `back` outlive it.
    Refuter(const Lines& lines, const Lines& back, const Before& before, const Before& after,
            const std::vector<Heads>& heads, const std::vector<Heads>& tails, const std::stop_token& stop);

    /// True when no order has its ways from each start to its end all within `value`. What it costs is taken from
    /// `effort`, in ops looked at; without effort it gives up, and goes on from there when it is asked again.
    ///
    /// What it learned of a value that it did not refute holds for smaller ones, and helps with them.
    bool refutes(Time value, Looks looks, std::int64_t& effort);
    /// Whether the last value that was not refuted may be refuted with more effort.
    bool wantsMore() const { return m_wantsMore; }
    /// Whether there is anything to look at by `Looks::Together`: several ranks, and a limit.
    bool looksTogether() const { return m_views.canLook(); }

private:
    /// What all orders have in common at the largest of the values.
    struct Learned {
        Time value = 0;
        Known known;
    };

    /// A rank, the start from which its ops have the least time to spare, and how long it takes for what they hold.
    struct Tight {
        std::size_t start = 0;
        int rank = 0;
        double hold = 0;
    };

    bool exhaust(Known& known, Time value, std::int64_t& effort);
    bool look(RankDiagram& diagram, RankDiagram& back, Known& known, std::size_t start, Time value, int width,
              std::int64_t& effort) const;
    bool exhaustTogether(Known& known, Time value, std::int64_t& effort);
    double timeToHold(const Known& known, std::size_t start, int rank) const;
    std::vector<Tight> byTimeToHold() const;
    std::vector<Learned>& learnedBy(Looks looks);
    bool refutesFromAny(Time value, std::int64_t& effort);
    bool shave(Known& known, int rank, Time value, Time slack, bool& isNew, std::int64_t& effort) const;
    bool shaveAll(Known& known, Time value, std::int64_t& effort) const;

    const Lines& m_lines;
    std::stop_token m_stop;
    Propagation m_propagation;
    RankViews m_views;
    std::vector<RankDiagram> m_diagrams;     ///< per rank
    std::vector<RankDiagram> m_backDiagrams; ///< per rank, of the reversed lines
    std::vector<Learned> m_learned;          ///< the smallest value last
    std::vector<Learned> m_together = {};    ///< the same of one start, by looks at several ranks
    bool m_wantsMore = false;
};

/// The greatest common part of all times of the lines, of which the length of each way is a multiple; 1 where parts of
/// W are not equal.
Time grainOf(const Lines& lines);

} // namespace lanewright::bounds
