// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/op_table.h"
#include "core/solve/gaps.h"

#include <algorithm>
#include <optional>
#include <vector>

/// An order as searches change it: rows of blocks. Inside core/solve only.
///
/// A block is an op, or a B with all parts of a W in it (BW), or an F and the B or BW that runs with it. Ops have
/// numbers. As in core/sequence equal microbatches are run in turn: the k-th op with a code is the k-th of its numbers,
/// whichever that is; where microbatches stand apart (`Unequal::Apart`) each op has a code of its own, so that all
/// orders can be said.
namespace lanewright {

struct OpBlock {
    static constexpr int kNone = -1;

    int op = kNone;
    int partner = kNone; ///< a B, where `op` is an F
    int weight = kNone;  ///< the first part of the W that the block's B takes in

    bool isPair() const { return partner != kNone; }
    bool isJoined() const { return weight != kNone; }
    friend bool operator==(const OpBlock&, const OpBlock&) = default;
};
using BlockRow = std::vector<OpBlock>;
using BlockRows = std::vector<BlockRow>; ///< per rank

/// What there is to know of an op in every order.
struct BlockOp {
    static constexpr int kNone = -1;

    Time length = 0;
    Time travel = 0;     ///< what it waits for takes to get there
    int source = kNone;  ///< the op whose value it waits for
    int waiting = kNone; ///< the op that waits for its value
    int follows = kNone; ///< the op that must run ahead of it on the same rank: F of R or B, R of B, B of W
    int cell = 0;        ///< its rank, chunk and kind: in `BlockTable::first`
    int rank = 0;
    OpKind kind = OpKind::F;
    Bytes rise = 0;   ///< the most it holds for a moment, on top of what is held before it
    Bytes change = 0; ///< what it leaves behind
    Time gap = 0;     ///< that it waits on purpose once its rank is free
};

/// A problem laid out for searches with blocks.
struct BlockTable {
    static constexpr int kBlockKinds = 4; ///< F, B, W and R

    /// What may gain on a rank.
    struct Gains {
        bool pairs = false; ///< some F and a backward together take less than one after the other
        bool joins = false; ///< some BW takes less than its B and W
    };

    std::vector<BlockOp> ops = {};
    std::vector<int> firstCell = {};           ///< per rank: its first cell; one more entry than ranks
    std::vector<int> first = {};               ///< per cell: its first op; one more entry than cells
    std::vector<int> chunk = {};               ///< per cell: in the instance
    std::vector<int> cellsOf = {};             ///< per chunk of the instance: its first cell
    std::vector<int> direction = {};           ///< per microbatch, where they stand apart: its direction in the problem
    std::vector<Bytes> limit = {};             ///< per rank
    std::vector<Time> joined = {};             ///< per op that is a B: what its BW takes; empty where that is B and W
    std::vector<Gains> gains = {};             ///< per rank
    std::vector<std::vector<Time>> pairs = {}; ///< per rank where pairs gain: `[(F * places + B) * 2 + joined]`
    bool hasGaps = false;
    int stages = 1;
    int weightParts = 1;
    bool inTurn = false; ///< some ops share their code
    OptimizerMode optimizerMode = OptimizerMode::Synchronous;
    IterationEnd iterationEnd = {};

    int ranks() const { return static_cast<int>(limit.size()); }
    int places(int rank) const { return (firstCell[rank + 1] - firstCell[rank]) / kBlockKinds; }
    int placeOf(int op) const { return (ops[op].cell - firstCell[ops[op].rank]) / kBlockKinds; }
    int cellOf(int rank, int place, OpKind kind) const;
    int count(int cell) const { return first[cell + 1] - first[cell]; }
    int indexOf(int op) const { return op - first[ops[op].cell]; }
    /// The same op of another microbatch; where they stand apart.
    int opOfMicrobatch(int op, int microbatch) const;
    int microbatchOf(int op) const { return chunk[ops[op].cell] / stages; }
    /// The first part of the W of a B, by number.
    int weightOf(int gradient) const { return first[ops[gradient].cell + 1] + indexOf(gradient) * weightParts; }

    Time lengthOf(const OpBlock& block) const;
    Time gapOf(const OpBlock& block) const {
        return block.isPair() ? std::max(ops[block.op].gap, ops[block.partner].gap) : ops[block.op].gap;
    }
    Bytes riseOf(const OpBlock& block) const;
    Bytes changeOf(const OpBlock& block) const;
};

/// All that a file can say of a problem: R by itself, BW and pairs by their own times.
BlockTable blockTableOf(const Plan& problem, const Instance& instance);
/// The ops of sequences alone: no pairs, no BW, R a part of B.
BlockTable blockTableOf(const OpTable& table);

/// The order of the plan as rows; none where an op is missing or on another rank than its own. A BW that takes no less
/// than its B and W becomes these two.
std::optional<BlockRows> rowsOf(const BlockTable& table, const Plan& plan, const Instance& instance);
BlockRows rowsOf(const BlockTable& table, const Sequences& sequences);

/// The rows as an order for `problem`, with the gaps of its own order.
Schedule scheduleOf(const BlockTable& table, const Plan& problem, const Instance& instance, const BlockRows& rows);
/// The same of ops alone.
Sequences sequencesOf(const BlockTable& table, const BlockRows& rows);

/// True where pairs may take less than their parts.
bool pairsPay(const BlockTable& table);
/// True where rows can say more than sequences: pairs or BW that may gain, R ahead of its B, or gaps.
bool blocksPay(const BlockTable& table);

} // namespace lanewright
