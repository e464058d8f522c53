// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/block_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <utility>

namespace lanewright {

namespace {

/// The most pairs of chunks on a rank whose times are looked up; with more, the rank makes no pairs. Higher: large
/// problems take longer to lay out, and may gain by pairs.
constexpr int kMostPairsOfRank = 1 << 16;

constexpr int numberOf(OpKind kind) { return kind == OpKind::R ? 3 : static_cast<int>(kind); }
constexpr std::array kKindsOfBlocks = {OpKind::F, OpKind::B, OpKind::W, OpKind::R};

/// How long a B and its W take where they run one after the other.
Time lengthApart(const BlockTable& table, int gradient) {
    Time time = table.ops[gradient].length;
    for (int part = 0; part < table.weightParts; ++part)
        time += table.ops[table.weightOf(gradient) + part].length;
    return time;
}

/// Makes the table of a problem.
class TableBuilder {
public:
    TableBuilder(const Plan& problem, const Instance& instance)
        : m_problem(problem), m_instance(instance), m_dealt(dealOf(problem, instance)),
          m_gaps(gapsIn(problem.schedule)) {
        m_table.hasGaps = !m_gaps.empty();
        m_table.limit = instance.limit;
        m_table.stages = instance.stages;
        m_table.cellsOf.resize(instance.chunks.size());
        for (int microbatch = 0; instance.apart && microbatch < problem.schedule.microbatches; ++microbatch)
            m_table.direction.push_back(problem.schedule.direction(microbatch));
        m_table.weightParts = instance.weightParts;
        m_table.optimizerMode = instance.optimizerMode;
        m_table.iterationEnd = instance.iterationEnd;
        m_table.gains.resize(instance.onRank.size());
        m_table.pairs.resize(instance.onRank.size());
    }

    BlockTable build() {
        for (int rank = 0; rank < m_instance.ranks(); ++rank) {
            m_table.firstCell.push_back(static_cast<int>(m_table.first.size()));
            for (const int chunk : m_instance.onRank[rank]) {
                m_table.cellsOf[chunk] = static_cast<int>(m_table.first.size());
                for (const OpKind kind : kKindsOfBlocks)
                    addCell(chunk, kind);
            }
        }
        m_table.firstCell.push_back(static_cast<int>(m_table.first.size()));
        m_table.first.push_back(static_cast<int>(m_table.ops.size()));
        for (int chunk = 0; chunk < static_cast<int>(m_instance.chunks.size()); ++chunk)
            link(chunk);
        addJoins();
        if (m_problem.costs.pairs.areGiven() ||
            std::ranges::any_of(m_instance.chunks, [](const Chunk& chunk) { return chunk.overlapped.has_value(); }))
            for (int rank = 0; rank < m_instance.ranks(); ++rank)
                addPairs(rank);
        return std::move(m_table);
    }

private:
    Op opOf(int chunk, OpKind kind, int index) const {
        const Chunk& own = m_instance.chunks[chunk];
        const int parts = kind == OpKind::W ? m_instance.weightParts : 1;
        return {.kind = kind,
                .part = index % parts,
                .stage = own.stage,
                .microbatch = m_dealt[own.direction][index / parts]};
    }
    Time lengthOf(const Op& op) const { return durationOf(m_problem.schedule, m_problem.costs, {.op = op}); }

    void addCell(int chunk, OpKind kind) {
        const int microbatches = m_instance.microbatchesOf(chunk);
        const Chunk& own = m_instance.chunks[chunk];
        const int count = kind == OpKind::W                     ? microbatches * m_instance.weightParts
                          : kind == OpKind::R && !own.recompute ? 0
                                                                : microbatches;
        m_table.inTurn = m_table.inTurn || count > 1;
        m_table.first.push_back(static_cast<int>(m_table.ops.size()));
        m_table.chunk.push_back(chunk);
        for (int index = 0; index < count; ++index) {
            const Op op = opOf(chunk, kind, index);
            BlockOp& added = m_table.ops.emplace_back();
            added.length = lengthOf(op);
            added.cell = static_cast<int>(m_table.first.size()) - 1;
            added.rank = own.rank;
            added.kind = kind;
            added.change = changeOf(op);
            added.rise = std::max<Bytes>(0, added.change);
            added.gap = gapOf(m_gaps, {.op = op});
        }
    }
    Bytes changeOf(const Op& op) const {
        const StageMemory memory =
            m_problem.memory.of(m_problem.schedule.direction(op.microbatch), op.stage, op.microbatch);
        switch (op.kind) {
        case OpKind::F: return memory.forward;
        case OpKind::R: return memory.recompute;
        case OpKind::B: return memory.backwardInput;
        default: return shareOf(memory.backwardWeight, op.part, m_instance.weightParts);
        }
    }

    /// Notes what the ops of the chunk wait for, on their rank and on the way of their microbatches.
    void link(int chunk) {
        const Chunk& own = m_instance.chunks[chunk];
        const int next = m_instance.after(chunk);
        const auto op = [&](int of, OpKind kind, int index) {
            return m_table.first[m_table.cellsOf[of] + numberOf(kind)] + index;
        };
        const auto wait = [&](int from, int to, Time travel) {
            m_table.ops[from].waiting = to;
            m_table.ops[to].source = from;
            m_table.ops[to].travel = travel;
        };
        for (int index = 0; index < m_instance.microbatchesOf(chunk); ++index) {
            const int forward = op(chunk, OpKind::F, index);
            const int gradient = op(chunk, OpKind::B, index);
            m_table.ops[gradient].follows = forward;
            if (own.recompute) {
                const int again = op(chunk, OpKind::R, index);
                m_table.ops[again].follows = forward;
                m_table.ops[gradient].follows = again;
            }
            for (int part = 0; part < m_instance.weightParts; ++part)
                m_table.ops[m_table.weightOf(gradient) + part].follows = gradient;
            if (next < 0)
                continue;
            const int microbatch = m_dealt[own.direction][index];
            const int other = m_instance.chunks[next].rank;
            wait(forward, op(next, OpKind::F, index), m_problem.costs.travel(microbatch, own.rank, other));
            wait(op(next, OpKind::B, index), gradient, m_problem.costs.travel(microbatch, other, own.rank));
        }
    }

    void addJoins() {
        m_table.joined.assign(m_table.ops.size(), 0);
        for (int own = 0; own < static_cast<int>(m_table.ops.size()); ++own) {
            const BlockOp& op = m_table.ops[own];
            if (op.kind != OpKind::B)
                continue;
            Op both = opOf(m_table.chunk[op.cell], OpKind::B, m_table.indexOf(own));
            both.kind = OpKind::BW;
            m_table.joined[own] = lengthOf(both);
            if (m_table.joined[own] < lengthApart(m_table, own))
                m_table.gains[op.rank].joins = true;
        }
    }

    /// Looks up the times of all pairs of the rank's chunks, and drops them where none saves time.
    void addPairs(int rank) {
        const std::vector<int>& chunks = m_instance.onRank[rank];
        if (chunks.size() * chunks.size() > kMostPairsOfRank)
            return;
        for (const int front : chunks)
            for (const int back : chunks)
                for (const OpKind kind : {OpKind::B, OpKind::BW})
                    addPair(rank, front, back, kind);
        if (!m_table.gains[rank].pairs)
            m_table.pairs[rank].clear();
    }
    /// Adds the time of an F and a backward of two chunks, whichever their microbatches.
    void addPair(int rank, int front, int back, OpKind kind) {
        if (m_instance.microbatchesOf(front) == 0 || m_instance.microbatchesOf(back) == 0) {
            m_table.pairs[rank].push_back(1); // never run
            return;
        }
        const Op forward = opOf(front, OpKind::F, 0);
        Op backward = opOf(back, OpKind::B, m_instance.microbatchesOf(back) - 1);
        backward.kind = kind;
        const Time apart = lengthOf(forward) + lengthOf(backward);
        // An F and a backward of one microbatch make no pair.
        const bool isOne = forward.microbatch == backward.microbatch && m_instance.apart;
        const Time time = isOne ? apart : durationOf(m_problem.schedule, m_problem.costs, pairOf(forward, backward));
        if (time < apart)
            m_table.gains[rank].pairs = true;
        m_table.pairs[rank].push_back(time);
    }

    const Plan& m_problem;
    const Instance& m_instance;
    std::vector<std::vector<int>> m_dealt;
    Gaps m_gaps;
    BlockTable m_table = {};
};

/// Writes rows as an order. The ops of a cell get its microbatches in turn; a W gets the next microbatch whose B ran
/// without its W.
class OrderWriter {
public:
    OrderWriter(const BlockTable& table, const Plan& problem, const Instance& instance)
        : m_table(table), m_instance(instance), m_dealt(dealOf(problem, instance)), m_done(table.first.size(), 0),
          m_waiting(table.first.size()) {}

    Row rowOf(const BlockRow& blocks) {
        Row row;
        for (const OpBlock& block : blocks) {
            if (block.isPair()) {
                const Op forward = next(block.op, OpKind::F);
                row.push_back(pairOf(forward, gradient(block.partner, block.isJoined())));
            } else if (m_table.ops[block.op].kind == OpKind::B)
                row.push_back({.op = gradient(block.op, block.isJoined())});
            else if (m_table.ops[block.op].kind == OpKind::W)
                row.push_back({.op = weight(block.op)});
            else
                row.push_back({.op = next(block.op, m_table.ops[block.op].kind)});
        }
        return row;
    }

private:
    Op opOf(int own, OpKind kind, int index) const {
        const Chunk& chunk = m_instance.chunks[m_table.chunk[m_table.ops[own].cell]];
        return {.kind = kind, .stage = chunk.stage, .microbatch = m_dealt[chunk.direction][index]};
    }
    Op next(int own, OpKind kind) { return opOf(own, kind, m_done[m_table.ops[own].cell]++); }
    Op gradient(int own, bool joined) {
        const int cell = m_table.ops[own].cell;
        if (!joined)
            m_waiting[cell + 1].push_back(m_done[cell]);
        return next(own, joined ? OpKind::BW : OpKind::B);
    }
    Op weight(int own) {
        const int cell = m_table.ops[own].cell;
        Op op = opOf(own, OpKind::W, m_waiting[cell].front());
        op.part = m_done[cell]++ % m_table.weightParts;
        if (op.part + 1 == m_table.weightParts)
            m_waiting[cell].pop_front();
        return op;
    }

    const BlockTable& m_table;
    const Instance& m_instance;
    std::vector<std::vector<int>> m_dealt;
    std::vector<int> m_done;                ///< per cell: how many of its ops are written
    std::vector<std::deque<int>> m_waiting; ///< per cell of W: the numbers of the B that ran without their W
};

/// Reads an order as rows.
class RowReader {
public:
    RowReader(const BlockTable& table, const Plan& plan, const Instance& instance)
        : m_table(table), m_plan(plan), m_instance(instance), m_done(table.first.size(), 0) {}

    /// Fails where an op stands on a wrong rank, comes too often, or is paired with one that it can't be paired with.
    bool read(int rank, BlockRow& row) {
        for (const Block& block : m_plan.schedule.order[rank])
            if (!(block.paired ? addPair(rank, block, row) : add(rank, block.op, row)))
                return false;
        return true;
    }
    bool isComplete() const {
        for (std::size_t cell = 0; cell + 1 < m_table.first.size(); ++cell)
            if (m_done[cell] != m_table.count(static_cast<int>(cell)))
                return false;
        return true;
    }

private:
    /// The next op of this one's cell; none where the cell is another rank's, or all its ops are read.
    int next(int rank, const Op& op, OpKind kind) {
        const int direction = m_instance.apart ? op.microbatch : m_plan.schedule.direction(op.microbatch);
        const int chunk = direction * m_instance.stages + op.stage;
        if (m_instance.chunks[chunk].rank != rank)
            return OpBlock::kNone;
        const int cell = m_table.cellsOf[chunk] + numberOf(kind);
        return m_done[cell] < m_table.count(cell) ? m_table.first[cell] + m_done[cell]++ : OpBlock::kNone;
    }
    /// Reads all parts of the next W of the B's chunk and returns the first.
    int takeWeight(int rank, const Op& op) {
        const int weight = next(rank, op, OpKind::W);
        for (int part = 1; part < m_table.weightParts && weight != OpBlock::kNone; ++part)
            if (next(rank, op, OpKind::W) == OpBlock::kNone)
                return OpBlock::kNone;
        return weight;
    }
    bool add(int rank, const Op& op, BlockRow& row) {
        OpBlock block{.op = next(rank, op, op.kind == OpKind::BW ? OpKind::B : op.kind)};
        if (op.kind == OpKind::BW)
            block.weight = takeWeight(rank, op);
        if (block.op == OpBlock::kNone || (op.kind == OpKind::BW && block.weight == OpBlock::kNone))
            return false;
        put(block, row);
        return true;
    }
    bool addPair(int rank, const Block& pair, BlockRow& row) {
        if (!arePairKinds(pair.op.kind, pair.paired->kind) || !add(rank, pair.op, row))
            return false;
        if (!m_table.gains[rank].pairs)
            return add(rank, *pair.paired, row);
        OpBlock& block = row.back();
        block.partner = next(rank, *pair.paired, OpKind::B);
        if (pair.paired->kind == OpKind::BW)
            block.weight = takeWeight(rank, *pair.paired);
        return block.partner != OpBlock::kNone && (pair.paired->kind == OpKind::B || block.weight != OpBlock::kNone);
    }
    /// Adds the block; a BW that takes no less than its B and W becomes these two.
    void put(const OpBlock& block, BlockRow& row) const {
        if (!block.isJoined() || m_table.lengthOf(block) < lengthApart(m_table, block.op)) {
            row.push_back(block);
            return;
        }
        row.push_back({.op = block.op});
        for (int part = 0; part < m_table.weightParts; ++part)
            row.push_back({.op = block.weight + part});
    }

    const BlockTable& m_table;
    const Plan& m_plan;
    const Instance& m_instance;
    std::vector<int> m_done; ///< per cell: how many of its ops are read
};

/// The cell of an `OpTable` as a cell of blocks: behind the F, B and W of each chunk comes a cell of R, which is empty.
constexpr int blockCellOf(int cell) { return cell / kKinds * BlockTable::kBlockKinds + cell % kKinds; }

/// Notes what the ops wait for.
void linkOps(const OpTable& table, BlockTable& blocks) {
    const auto opOf = [&](int cell, int index) { return blocks.first[blockCellOf(cell)] + index; };
    for (int number = 0; number < static_cast<int>(table.cells.size()); ++number) {
        const Cell& cell = table.cells[number];
        for (int index = 0; index < cell.count; ++index) {
            BlockOp& op = blocks.ops[opOf(number, index)];
            if (cell.follows >= 0)
                op.follows = opOf(table.firstCell[op.rank] + cell.follows, index / cell.parts);
            if (cell.source < 0)
                continue;
            op.source = opOf(cell.source, index);
            op.travel = table.cells[cell.source].travelOf(index);
            blocks.ops[op.source].waiting = opOf(number, index);
        }
    }
}

} // namespace

int BlockTable::cellOf(int rank, int place, OpKind kind) const {
    return firstCell[rank] + place * kBlockKinds + numberOf(kind);
}

int BlockTable::opOfMicrobatch(int op, int microbatch) const {
    const int own = ops[op].cell;
    const int stage = chunk[own] % stages;
    return first[cellsOf[microbatch * stages + stage] + (own - cellsOf[chunk[own]])] + indexOf(op);
}

Time BlockTable::lengthOf(const OpBlock& block) const {
    if (block.isPair())
        return pairs[ops[block.op].rank][(placeOf(block.op) * places(ops[block.op].rank) + placeOf(block.partner)) * 2 +
                                         (block.isJoined() ? 1 : 0)];
    return block.isJoined() ? joined[block.op] : ops[block.op].length;
}

Bytes BlockTable::riseOf(const OpBlock& block) const {
    return ops[block.op].rise + (block.isPair() ? ops[block.partner].rise : 0);
}

Bytes BlockTable::changeOf(const OpBlock& block) const {
    Bytes change = ops[block.op].change + (block.isPair() ? ops[block.partner].change : 0);
    for (int part = 0; block.isJoined() && part < weightParts; ++part)
        change += ops[block.weight + part].change;
    return change;
}

BlockTable blockTableOf(const Plan& problem, const Instance& instance) {
    return TableBuilder(problem, instance).build();
}

BlockTable blockTableOf(const OpTable& table) {
    BlockTable blocks{.limit = table.limit,
                      .gains = std::vector<BlockTable::Gains>(table.ranks()),
                      .optimizerMode = table.optimizerMode,
                      .iterationEnd = table.iterationEnd};
    blocks.ops.reserve(table.ops());
    for (const int cell : table.firstCell)
        blocks.firstCell.push_back(blockCellOf(cell));
    for (int rank = 0; rank < table.ranks(); ++rank)
        for (int number = table.firstCell[rank]; number < table.firstCell[rank + 1]; ++number) {
            const Cell& cell = table.cells[number];
            const OpKind kind = kindOf(static_cast<Code>(number - table.firstCell[rank]));
            blocks.inTurn = blocks.inTurn || cell.count > 1;
            blocks.first.push_back(static_cast<int>(blocks.ops.size()));
            for (int index = 0; index < cell.count; ++index)
                blocks.ops.push_back({.length = cell.timeOf(index),
                                      .cell = blockCellOf(number),
                                      .rank = rank,
                                      .kind = kind,
                                      .rise = cell.rise,
                                      .change = cell.changeOf(index)});
            if (kind == OpKind::W)
                blocks.first.push_back(static_cast<int>(blocks.ops.size())); // no R
        }
    blocks.first.push_back(static_cast<int>(blocks.ops.size()));
    linkOps(table, blocks);
    return blocks;
}

std::optional<BlockRows> rowsOf(const BlockTable& table, const Plan& plan, const Instance& instance) {
    if (static_cast<int>(plan.schedule.order.size()) != table.ranks())
        return {};
    BlockRows rows(plan.schedule.order.size());
    RowReader reader(table, plan, instance);
    for (int rank = 0; rank < table.ranks(); ++rank)
        if (!reader.read(rank, rows[rank]))
            return {};
    return reader.isComplete() ? std::optional(std::move(rows)) : std::nullopt;
}

BlockRows rowsOf(const BlockTable& table, const Sequences& sequences) {
    BlockRows rows(sequences.size());
    std::vector<int> done(table.first.size(), 0);
    for (int rank = 0; rank < table.ranks(); ++rank) {
        rows[rank].reserve(sequences[rank].size());
        for (const Code code : sequences[rank]) {
            const int cell = table.cellOf(rank, placeOf(code), kindOf(code));
            rows[rank].push_back({.op = table.first[cell] + done[cell]++});
        }
    }
    return rows;
}

Schedule scheduleOf(const BlockTable& table, const Plan& problem, const Instance& instance, const BlockRows& rows) {
    Schedule schedule = problem.schedule;
    schedule.order.clear();
    OrderWriter writer(table, problem, instance);
    for (const BlockRow& row : rows)
        schedule.order.push_back(writer.rowOf(row));
    return keepGaps(problem, std::move(schedule));
}

Sequences sequencesOf(const BlockTable& table, const BlockRows& rows) {
    Sequences sequences(rows.size());
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        sequences[rank].reserve(rows[rank].size());
        for (const OpBlock& block : rows[rank])
            sequences[rank].push_back(codeOf(table.placeOf(block.op), table.ops[block.op].kind));
    }
    return sequences;
}

bool pairsPay(const BlockTable& table) { return std::ranges::any_of(table.gains, &BlockTable::Gains::pairs); }

bool blocksPay(const BlockTable& table) {
    return pairsPay(table) || table.hasGaps || std::ranges::any_of(table.gains, &BlockTable::Gains::joins) ||
           std::ranges::any_of(table.ops, [](const BlockOp& op) { return op.kind == OpKind::R; });
}

} // namespace lanewright
