// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/series.h"

#include <vector>

namespace lanewright::bounds {

/// The W of a rank as time alone: how much of it must, and how much can, have run where the order of the other ops is
/// known and that of the W is not. Takes no account of when values for W arrive, nor that a W runs in one piece.
class WeightTime {
public:
    /// Ticks. Where `least` is above `most` there is no order.
    struct Span {
        Time least = 0;
        Time most = 0;
    };

    /// `lines` outlives it.
    WeightTime(const Lines& lines, int rank);
    /// Nothing: of a rank whose W have an order.
    explicit WeightTime(const Lines& lines) : m_lines(lines), m_rank(kNone) {}

    /// When the next op of a series starts, not of W, where `ran` says how many of each series have run (those of W
    /// aren't read): so much must have run for what waits for W and for the room of the op, and no more can have.
    Span before(const std::vector<int>& ran, int series) const;
    /// The most that can have run between two ops.
    Time mostAt(const std::vector<int>& ran) const { return most(ran, kNone, room(ran)); }
    /// What must run before the op `index` of a series can, whatever the room, where those of other series run later.
    Time waitedFor(const std::vector<int>& ran, int series, int index) const;
    /// What all of it takes at least.
    Time all() const { return m_all; }
    /// The series of W.
    const std::vector<int>& series() const { return m_series; }

private:
    static constexpr int kNone = -1;

    /// The W of a chunk.
    struct Weight {
        int series = 0;
        int gradient = 0;         ///< the series of its B
        int parts = 1;            ///< ops per B
        bool isWaitedFor = false; ///< B waits for W, as in reversed lines
    };

    int mustOf(const Weight& weight, const std::vector<int>& ran, int series) const;
    Bytes room(const std::vector<int>& ran) const;
    Bytes roomBeside(const std::vector<int>& ran, int series, Bytes room) const;
    Time most(const std::vector<int>& ran, int series, Bytes room) const;

    const Lines& m_lines;
    int m_rank;
    std::vector<Weight> m_weights = {}; ///< those first that give back, or take, most per tick
    std::vector<int> m_series = {};
    Bytes m_unit = 0; ///< all give back or take a multiple of it
    Time m_all = 0;
    Time m_spare = 0;
};

} // namespace lanewright::bounds
