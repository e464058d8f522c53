// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/op_table.h"
#include "core/solve/gaps.h"

#include <algorithm>
#include <optional>
#include <vector>

/// An order in the form in which annealing changes it: a row of blocks for each rank. Inside core/solve only.
///
/// A block is one op, or a B with all parts of its W (BW), or a pair: an F together with a B or BW. Rows name ops by
/// number, and a table says what each op takes and waits for. Ops of one rank, chunk and kind form a cell and have
/// consecutive numbers. Where microbatches are equal, a rank runs the ops of a cell by rising number, as sequences do
/// (core/sequence). Where microbatches stand apart (`Unequal::Apart`), each cell has one microbatch, so that rows can
/// express every order.
namespace lanewright {

/// What a rank runs at once, by the numbers of its ops.
struct OpBlock {
    static constexpr int kNone = -1;

    int op = kNone;
    int partner = kNone; ///< the B of a pair whose F is `op`
    int weight = kNone;  ///< the first part of the W that runs with the block's B as a BW

    bool isPair() const { return partner != kNone; }
    bool isJoined() const { return weight != kNone; }
    /// The block's B, where it has one; else `op`.
    int gradient() const { return isPair() ? partner : op; }
    /// Calls `change` with each op that the block names.
    template <class Change>
    void forEachOp(const Change& change) {
        for (int* const each : {&op, &partner, &weight})
            if (*each != kNone)
                change(*each);
    }
    friend bool operator==(const OpBlock&, const OpBlock&) = default;
};
using BlockRow = std::vector<OpBlock>;
using BlockRows = std::vector<BlockRow>; ///< per rank

/// What holds for an op in every order.
struct BlockOp {
    static constexpr int kNone = -1;

    Time length = 0;
    Time travel = 0;     ///< how long the value that it waits for is on its way
    int source = kNone;  ///< the op whose value it waits for
    int waiting = kNone; ///< the op that waits for its value
    int follows = kNone; ///< the op that must run ahead of it on the same rank: F of R or B, R of B, B of W
    int cell = 0;        ///< its place in `BlockTable::first`, which stands for its rank, chunk and kind
    int rank = 0;
    OpKind kind = OpKind::F;
    Bytes rise = 0;   ///< the most it holds for a moment, on top of what is held before it
    Bytes change = 0; ///< what it leaves behind
    Time gap = 0;     ///< how long it waits on purpose once its rank is free
};

/// All ops of a problem, by number.
struct BlockTable {
    static constexpr int kBlockKinds = 4; ///< F, B, W and R

    /// What may save time on a rank.
    struct Gains {
        bool pairs = false; ///< some F and a backward together take less than one after the other
        bool joins = false; ///< some BW takes less than its B and W
    };

    std::vector<BlockOp> ops = {};
    std::vector<int> firstCell = {};           ///< per rank: its first cell; one more entry than ranks
    std::vector<int> first = {};               ///< per cell: its first op; one more entry than cells
    std::vector<int> chunk = {};               ///< per cell: its chunk in the instance
    std::vector<int> cellsOf = {};             ///< per chunk of the instance: its first cell
    std::vector<int> direction = {};           ///< per microbatch, where they stand apart: its direction in the problem
    std::vector<Bytes> limit = {};             ///< per rank
    std::vector<Time> joined = {};             ///< per op that is a B: what its BW takes; empty where that is B and W
    std::vector<Gains> gains = {};             ///< per rank
    std::vector<std::vector<Time>> pairs = {}; ///< per rank where pairs gain: `[(F * places + B) * 2 + joined]`
    bool hasGaps = false;
    int stages = 1;
    int weightParts = 1;
    bool inTurn = false; ///< some cells have several ops, which run by rising number
    OptimizerMode optimizerMode = OptimizerMode::Synchronous;
    IterationEnd iterationEnd = {};

    int ranks() const { return static_cast<int>(limit.size()); }
    int places(int rank) const { return (firstCell[rank + 1] - firstCell[rank]) / kBlockKinds; }
    int placeOf(int op) const { return (ops[op].cell - firstCell[ops[op].rank]) / kBlockKinds; }
    int cellOf(int rank, int place, OpKind kind) const;
    int count(int cell) const { return first[cell + 1] - first[cell]; }
    int indexOf(int op) const { return op - first[ops[op].cell]; }
    /// The same op of another microbatch. Only where microbatches stand apart.
    int opOfMicrobatch(int op, int microbatch) const;
    int microbatchOf(int op) const { return chunk[ops[op].cell] / stages; }
    /// The first part of the W of a B.
    int weightOf(int gradient) const { return first[ops[gradient].cell + 1] + indexOf(gradient) * weightParts; }

    Time lengthOf(const OpBlock& block) const;
    Time gapOf(const OpBlock& block) const {
        return block.isPair() ? std::max(ops[block.op].gap, ops[block.partner].gap) : ops[block.op].gap;
    }
    Bytes riseOf(const OpBlock& block) const;
    Bytes changeOf(const OpBlock& block) const;
};

/// The table of all that a file can express: R is an op, BW and pairs have times of their own.
BlockTable blockTableOf(const Plan& problem, const Instance& instance);
/// The table of what sequences express: no pairs, no BW, and R is a part of B.
BlockTable blockTableOf(const OpTable& table);

/// The order of the plan as rows; none where an op is missing or stands on another rank than its own. A BW that takes
/// no less than its B and W becomes these two.
std::optional<BlockRows> rowsOf(const BlockTable& table, const Plan& plan, const Instance& instance);
BlockRows rowsOf(const BlockTable& table, const Sequences& sequences);

/// The rows as an order for `problem`, with the gaps of its own order.
Schedule scheduleOf(const BlockTable& table, const Plan& problem, const Instance& instance, const BlockRows& rows);
/// The rows as sequences. Only of rows without pairs, BW and R.
Sequences sequencesOf(const BlockTable& table, const BlockRows& rows);

/// True where some pair takes less than its parts.
bool pairsPay(const BlockTable& table);
/// True where rows express more than sequences: pairs or BW that save time, R by itself, or gaps.
bool blocksPay(const BlockTable& table);

} // namespace lanewright
