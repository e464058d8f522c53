// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/diagram.h"
#include "core/bounds/propagation.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <vector>

namespace lanewright::bounds {

/// Looks at all orders of a rank by itself and together with those of others, since where memory is short the rank that
/// has least holds all others up, and what it does alone in the least time mostly leaves another no time for its own.
///
/// A view is a diagram of the rank and of those beside it, from the start or from the end. That comes next of which
/// most came for what it cost; where nothing more comes of any, views are widened: first by the order of the rank's own
/// W, then by more ranks beside it.
class RankViews {
public:
    /// `lines` and their reverse `back` outlive it.
    RankViews(const Lines& lines, const Lines& back, const std::stop_token& stop);

    /// Whether there is anything to look at: several ranks, and a limit.
    bool canLook() const;
    /// Looks from the first start at the orders of the rank by itself and with each of the others, until nothing more
    /// comes of any, and draws what follows. False at a contradiction; `isNew` becomes true when anything came of it.
    /// What it costs is taken from `effort`.
    bool exhaust(Known& known, int rank, Time value, bool& isNew, std::int64_t& effort);
    /// Whether views were left out for want of effort since this was asked last.
    bool takeLeftOut();

private:
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
    /// The heads and tails of one start.
    struct Ends {
        std::vector<Time> heads = {};
        std::vector<Time> tails = {};
    };

    static double raisedFrom(const Known& known, const Ends& ends);
    std::vector<View>& viewsOf(int rank);
    bool addViews(int rank, std::int64_t effort);
    void addView(int rank, const std::vector<int>& beside, RankDiagram::Weights weights, bool fromEnd, double gain);

    const Lines& m_lines;
    const Lines& m_back;
    Propagation m_propagation;
    std::stop_token m_stop;
    std::vector<std::vector<View>> m_views; ///< per rank, once it was looked at
    std::vector<Widening> m_widenings;      ///< per rank
    bool m_startInTurn;                     ///< what diagrams of several ranks need
    bool m_leftOut = false;
};

} // namespace lanewright::bounds
