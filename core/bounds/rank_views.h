// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/diagram.h"
#include "core/bounds/propagation.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace lanewright::bounds {

/// What came of looking at orders, the strongest last.
enum class Outcome { Nothing, Settled, Contradiction };

/// Looks at all orders of a rank by itself and together with those of others, since where memory is short the rank that
/// has least holds all others up, and what it does alone in the least time mostly leaves another no time for its own.
///
/// A view is a diagram of the rank and of those beside it, from the start or from the end. That comes next of which
/// most came for what it cost; where nothing more comes of any, views are widened: first by the order of the rank's own
/// W, then by more ranks beside it, those of which most came.
class RankViews {
public:
    /// `lines` and their reverse `back` outlive it.
    RankViews(const Lines& lines, const Lines& back);

    /// Whether there is anything to look at: several ranks, and a limit.
    bool canLook() const;
    /// Looks from the first start at the orders of the rank by itself and with each of the others, until nothing more
    /// comes of any, and draws what follows.
    Outcome exhaust(Known& known, int rank, Time value, Looks& looks);
    /// Whether views were left out for want of looks since this was asked last.
    bool takeLeftOut();

private:
    /// All orders of a rank, by itself or with others beside it.
    struct View {
        std::vector<int> beside = {};
        RankDiagram::Weights weights = RankDiagram::Weights::Order;
        bool fromEnd = false; ///< its lines are the reversed ones
        RankDiagram diagram;
        double gain = std::numeric_limits<double>::infinity(); ///< raised per look when it was taken last
        std::int64_t cost = 0;                                 ///< looks that it took last
        double raised = 0;                                     ///< in all
    };
    /// The heads and tails of one start.
    struct Ends {
        std::vector<Time> heads = {};
        std::vector<Time> tails = {};
    };

    std::vector<int> othersByGain(int rank) const;
    static double raisedFrom(const Known& known, const Ends& ends);
    static std::size_t mostGaining(const std::vector<View>& views, const std::vector<char>& fresh);
    static std::optional<double> raise(View& view, Known& known, Time value, Looks& looks);
    std::vector<View>& viewsOf(int rank);
    bool addViews(int rank, std::int64_t left);
    void addView(int rank, const std::vector<int>& beside, RankDiagram::Weights weights, bool fromEnd, double gain);

    const Lines& m_lines;
    const Lines& m_back;
    Propagation m_propagation;
    std::vector<std::vector<View>> m_views; ///< per rank, once it was looked at
    std::vector<int> m_widenings;           ///< per rank: how often its views were widened
    bool m_startInTurn;                     ///< what diagrams of several ranks need
    bool m_leftOut = false;
};

} // namespace lanewright::bounds
