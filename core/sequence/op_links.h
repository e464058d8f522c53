// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/op_table.h"

#include <vector>

/// All ops of a table, each by a number, and what waits for what in every order.
namespace lanewright {

struct OpLink {
    static constexpr int kNone = -1;

    Time length = 0;
    Time travel = 0;     ///< what it waits for takes to get there
    int source = kNone;  ///< the op whose value it waits for
    int waiting = kNone; ///< the op that waits for its value
    int follows = kNone; ///< the op that must run ahead of it on the same rank: F of B, B of W
    int cell = 0;        ///< in `OpTable::cells`
    int rank = 0;
};

struct OpLinks {
    std::vector<int> first = {}; ///< per cell: its first op, which the others follow in turn
    std::vector<OpLink> ops = {};

    /// The ops of a rank's sequence, in its order.
    std::vector<int> orderOf(const OpTable& table, int rank, const Sequence& sequence) const;
};

OpLinks linksOf(const OpTable& table);

} // namespace lanewright
