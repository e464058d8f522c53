// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/diagram.h"
#include "core/bounds/heads.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanewright::bounds {

/// Destructive bounds (R. Klein, A. Scholl: Computing Lower Bounds by Destructive Improvement. European Journal of
/// Operational Research 1999): a value is taken for granted, so that every op has a time by which it must have run, and
/// what follows of that is drawn until two things contradict each other.
///
/// One of two ops of a rank goes first; where the time that is left leaves only one way, that is what must run before
/// (J. Carlier, E. Pinson 1989), and it counts for paths, for the work before an op and for its room as anything known
/// does. Where neither is settled at once, each next pair that is not settled is tried one way, and what contradicts is
/// settled the other way (shaving: P. Martin, D. B. Shmoys 1996).
///
/// All orders of a rank are looked at by its diagram, and those of a rank that has little memory together with those of
/// each other, since where memory is short that rank holds all others up, and what it does alone in the least time
/// mostly leaves another no time for its own.
class Refuter {
public:
    /// What is looked at beside what follows at once.
    enum class Looks {
        Ranks,   ///< all orders of each rank, then pairs of ops
        Together ///< all orders of each rank with a limit together with those of each other
    };

    /// So many starts are tried for looks at several ranks.
    static constexpr std::size_t kMostStarts = 2;

    /// `starts`: per watched rank what `Heads` and, of the reversed lines, the tails found. All outlive it.
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
    bool looksTogether() const;

private:
    /// What is known of all orders within the value.
    struct Known {
        Before before;
        Before after; ///< for the reversed lines
        std::vector<std::vector<Time>> heads;
        std::vector<std::vector<Time>> tails; ///< for the reversed lines
    };

    /// What all orders have in common at the largest of the values.
    struct Learned {
        Time value = 0;
        Known known;
    };

    /// All orders of a rank, by itself or with others beside it.
    struct View {
        std::vector<int> beside = {};
        RankDiagram::Weights weights = RankDiagram::Weights::Order;
        bool fromEnd = false; ///< its lines are the reversed ones
        RankDiagram diagram;
        double gain = std::numeric_limits<double>::infinity(); ///< raised per effort when it was taken last
        std::int64_t cost = 0;                                 ///< effort that it took last
        double raised = 0;                                     ///< in all
    };
    /// How far the views of a rank were widened last.
    struct Widening {
        std::size_t ofBeside = 1; ///< so many ranks stand beside it
        RankDiagram::Weights weights = RankDiagram::Weights::Time;
    };
    /// A rank, the start from which its ops have the least time to spare, and how long it takes for what they hold.
    struct Tight {
        std::size_t start = 0;
        int rank = 0;
        double hold = 0;
    };
    /// The heads and tails of one start.
    struct Ends {
        std::vector<Time> heads = {};
        std::vector<Time> tails = {};
    };

    bool draw(Known& known, Time value, Depth depth, std::int64_t& effort) const;
    bool exhaust(Known& known, Time value, std::int64_t& effort);
    static double raisedFrom(const Known& known, const Ends& ends);
    bool look(RankDiagram& diagram, RankDiagram& back, Known& known, std::size_t start, Time value, int width,
              std::int64_t& effort) const;
    bool exhaustTogether(Known& known, Time value, std::int64_t& effort);
    bool exhaustViews(Known& known, int rank, Time value, bool& isNew, std::int64_t& effort);
    double timeToHold(const Known& known, std::size_t start, int rank) const;
    std::vector<Tight> byTimeToHold() const;
    std::vector<View>& viewsOf(int rank);
    bool addViews(int rank, std::int64_t effort);
    void addView(int rank, const std::vector<int>& beside, RankDiagram::Weights weights, bool fromEnd, double gain);
    std::vector<Learned>& learnedBy(Looks looks);
    bool refutesFromAny(Time value, std::int64_t& effort);
    bool raise(Known& known, Depth depth, std::int64_t& effort) const;
    bool fits(const Known& known, Time value) const;
    bool settle(Known& known, Time value) const;
    bool share(Known& known) const;
    bool shave(Known& known, int rank, Time value, Time slack, bool& isNew, std::int64_t& effort) const;
    bool shaveAll(Known& known, Time value, std::int64_t& effort) const;
    Time wayThrough(const Known& known, int first, int second) const;
    bool precede(Known& known, int first, int second) const;
    Time tail(const Known& known, std::size_t end, int op) const {
        return known.tails[end][static_cast<std::size_t>(m_lines.ops - 1 - op)];
    }
    int seriesOf(int op) const { return m_learned.front().known.before.seriesOf()[op]; }
    Time length(int op) const { return m_lines.series[seriesOf(op)].each; }
    int indexOf(int op) const { return op - m_lines.series[seriesOf(op)].first; }

    const Lines& m_lines;
    const Lines& m_back;
    std::stop_token m_stop;
    std::vector<RankDiagram> m_diagrams;         ///< per rank
    std::vector<RankDiagram> m_backDiagrams;     ///< per rank, of the reversed lines
    std::vector<Learned> m_learned;              ///< the smallest value last
    std::vector<Learned> m_together = {};        ///< the same of one start, by looks at several ranks
    std::vector<std::vector<View>> m_views = {}; ///< per rank, once it was looked at
    std::vector<Widening> m_widenings = {};      ///< per rank
    bool m_wantsMore = false;
    bool m_startInTurn = false; ///< what diagrams of several ranks need
};

/// The greatest common part of all times of the lines, of which the length of each way is a multiple; 1 where parts of
/// W are not equal.
Time grainOf(const Lines& lines);

} // namespace lanewright::bounds
