// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/block_moves.h"

#include <algorithm>

namespace lanewright {

namespace {

using Place = BlockGraph::Place;

/// A shift is near so often, in percent, and then by at most so many places; a far one by up to eight times as many.
constexpr int kNearPercent = 85;
constexpr int kNear = 6;
/// How far the other block of an exchange is looked for.
constexpr int kExchangeReach = 24;
/// Percent of changes that join or part a pair, exchange a partner, and join or leave a W, where that may gain; of the
/// others those that exchange like blocks.
constexpr int kPairing = 18;
constexpr int kParting = 8;
constexpr int kPartners = 12;
constexpr int kJoining = 14;
constexpr int kExchanges = 20;
/// How often the nearest block is the one to make a pair with.
constexpr int kNearest = 70;

/// A row about to change. A class for what all moves ask.
class Mover {
public:
    Mover(const BlockGraph& graph, const Place& place, Random& random, BlockChange& change)
        : m_table(graph.table()), m_graph(graph), m_row(graph.rows()[place.rank]), m_place(place), m_random(random),
          m_change(change) {}

    bool draw() {
        const BlockTable::Gains& gains = m_table.gains[m_place.rank];
        int die = m_random.below(100);
        const auto falls = [&die](int percent) {
            die -= percent;
            return die < 0;
        };
        if (gains.pairs) {
            if (falls(kPairing))
                return pair();
            if (falls(kParting))
                return part();
            if (falls(kPartners))
                return exchangePartner();
        }
        if ((gains.joins || gains.pairs) && falls(kJoining))
            return toggleWeight();
        if (m_table.places(m_place.rank) > 1 && m_random.chance(kExchanges))
            return exchange();
        return shiftBlock(m_graph, m_place, drawReach(m_random), m_change);
    }

private:
    const BlockOp& opAt(int op) const { return m_table.ops[op]; }
    bool isSingle(const OpBlock& block, OpKind kind) const { return !block.isPair() && opAt(block.op).kind == kind; }
    bool isInside(int position) const { return position >= 0 && position < static_cast<int>(m_row.size()); }
    /// A copy of the row from the one to the other, both included, to change.
    BlockRow& take(int from, int to) {
        m_change.at = {m_place.rank, from};
        m_change.count = to - from + 1;
        m_change.blocks.assign(m_row.begin() + from, m_row.begin() + to + 1);
        return m_change.blocks;
    }
    int drawOther() {
        const int reach = m_random.between(1, kNear);
        return m_place.position + (m_random.chance(50) ? reach : -reach);
    }

    /// With the next block of the same kind, of another chunk.
    bool exchange() {
        const OpBlock& own = m_row[m_place.position];
        const BlockOp& op = opAt(own.op);
        const int step = m_random.chance(50) ? 1 : -1;
        for (int distance = 1; distance <= kExchangeReach; ++distance) {
            const int other = m_place.position + step * distance;
            if (!isInside(other) || opAt(m_row[other].op).cell == op.cell)
                return false;
            if (opAt(m_row[other].op).kind != op.kind || m_row[other].isPair() != own.isPair())
                continue;
            BlockRow& blocks = take(std::min(m_place.position, other), std::max(m_place.position, other));
            std::swap(blocks.front(), blocks.back());
            return true;
        }
        return false;
    }

    /// A B takes in the next W of its chunk, or leaves its own for later.
    bool toggleWeight() {
        const int at = m_place.position;
        const OpBlock& own = m_row[at];
        const int gradient = own.isPair() ? own.partner : own.op;
        if (opAt(gradient).kind != OpKind::B)
            return false;
        if (own.isJoined()) {
            const int last = static_cast<int>(m_row.size()) - 1;
            BlockRow& blocks = take(at, std::min(last, at + m_random.below(kNear + 1)));
            leaveWeight(blocks, 0, static_cast<int>(blocks.size()));
            return true;
        }
        return joinWeight(at, at);
    }
    /// Its W parts go where `to` is.
    void leaveWeight(BlockRow& blocks, int at, int to) const {
        const int weight = blocks[at].weight;
        blocks[at].weight = OpBlock::kNone;
        for (int part = 0; part < m_table.weightParts; ++part)
            blocks.insert(blocks.begin() + to + part, {.op = weight + part});
    }
    /// The B at `at` takes in the W behind it; what changes begins at `from` or before.
    bool joinWeight(int at, int from) {
        const OpBlock& own = m_row[at];
        const int cell = opAt(own.isPair() ? own.partner : own.op).cell + 1;
        int parts = 0;
        int to = at;
        while (parts < m_table.weightParts)
            if (!isInside(++to))
                return false;
            else if (opAt(m_row[to].op).cell == cell)
                ++parts;
        BlockRow& blocks = take(from, to);
        takeIn(blocks, at - from, cell);
        return true;
    }
    /// The block takes in the next parts of the cell behind it.
    void takeIn(BlockRow& blocks, int at, int cell) const {
        int left = m_table.weightParts;
        for (int position = at + 1; left > 0 && position < static_cast<int>(blocks.size());) {
            if (opAt(blocks[position].op).cell != cell) {
                ++position;
                continue;
            }
            if (left-- == m_table.weightParts)
                blocks[at].weight = blocks[position].op;
            blocks.erase(blocks.begin() + position);
        }
    }

    /// Makes a pair of a single F and a single B or BW nearby, at the place of either.
    bool pair() {
        const int at = m_place.position;
        const bool isForward = isSingle(m_row[at], OpKind::F);
        if (!isForward && !isSingle(m_row[at], OpKind::B))
            return false;
        const OpKind wanted = isForward ? OpKind::B : OpKind::F;
        const int step = m_random.chance(50) ? 1 : -1;
        int other = at;
        for (int skip = m_random.chance(kNearest) ? 0 : m_random.below(4); skip >= 0; --skip) {
            other += step;
            while (isInside(other) && !isSingle(m_row[other], wanted))
                other += step;
            if (!isInside(other))
                return false;
        }
        const OpBlock& forward = m_row[isForward ? at : other];
        const OpBlock& backward = m_row[isForward ? other : at];
        const OpBlock made{.op = forward.op, .partner = backward.op, .weight = backward.weight};
        // Half of the time with its W: where a pair pays with a BW only, the way through one with a B would be uphill.
        const bool joins = !made.isJoined() && m_random.chance(50);
        BlockRow& blocks = take(std::min(at, other), std::max(at, other));
        const bool atFront = m_random.chance(50);
        (atFront ? blocks.front() : blocks.back()) = made;
        blocks.erase(atFront ? blocks.end() - 1 : blocks.begin());
        if (joins)
            extendAndJoin(atFront ? 0 : static_cast<int>(blocks.size()) - 1);
        return true;
    }
    /// Lets the changed block at `at` take in its W, as far behind as that is.
    void extendAndJoin(int at) {
        const int cell = opAt(m_change.blocks[at].partner).cell + 1;
        const auto isPart = [&](const OpBlock& block) { return opAt(block.op).cell == cell; };
        int parts = static_cast<int>(std::count_if(m_change.blocks.begin() + at + 1, m_change.blocks.end(), isPart));
        int end = m_change.at.position + m_change.count;
        while (parts < m_table.weightParts) {
            if (!isInside(end))
                return;
            parts += isPart(m_row[end]) ? 1 : 0;
            m_change.blocks.push_back(m_row[end++]);
            ++m_change.count;
        }
        takeIn(m_change.blocks, at, cell);
    }

    bool part() {
        const OpBlock own = m_row[m_place.position];
        if (!own.isPair())
            return false;
        BlockRow& blocks = take(m_place.position, m_place.position);
        blocks = {{.op = own.op}, {.op = own.partner, .weight = own.weight}};
        const bool forwardFirst = m_random.chance(50);
        if (!forwardFirst)
            std::swap(blocks.front(), blocks.back());
        // Where BW by itself gains nothing, B and W part as well.
        if (own.isJoined() && !m_table.gains[m_place.rank].joins)
            leaveWeight(blocks, forwardFirst ? 1 : 0, 2);
        return true;
    }

    /// A pair takes another F or backward of its rank, which takes the place of its own.
    bool exchangePartner() {
        const int at = m_place.position;
        const int other = drawOther();
        if (!m_row[at].isPair() || !isInside(other))
            return false;
        BlockRow& blocks = take(std::min(at, other), std::max(at, other));
        OpBlock& own = at < other ? blocks.front() : blocks.back();
        OpBlock& block = at < other ? blocks.back() : blocks.front();
        if (opAt(block.op).kind == OpKind::F && m_random.chance(block.isPair() ? 50 : 100))
            std::swap(block.op, own.op);
        else if (block.isPair()) {
            std::swap(block.partner, own.partner);
            std::swap(block.weight, own.weight);
        } else if (isSingle(block, OpKind::B)) {
            std::swap(block.op, own.partner);
            std::swap(block.weight, own.weight);
        } else
            return false;
        return true;
    }

    const BlockTable& m_table;
    const BlockGraph& m_graph;
    const BlockRow& m_row;
    Place m_place;
    Random& m_random;
    BlockChange& m_change;
};

} // namespace

bool drawChange(const BlockGraph& graph, const Place& place, Random& random, BlockChange& change) {
    change.isChecked = false;
    return Mover(graph, place, random, change).draw();
}

bool shiftBlock(const BlockGraph& graph, const Place& place, int by, BlockChange& change) {
    const int from = place.position;
    const int to = graph.furthest(place.rank, from, std::clamp(from + by, 0, graph.length(place.rank) - 1));
    if (to == from)
        return false;
    const BlockRow& row = graph.rows()[place.rank];
    change.isChecked = true;
    change.at = {place.rank, std::min(from, to)};
    change.count = std::abs(to - from) + 1;
    change.blocks.assign(row.begin() + change.at.position, row.begin() + change.at.position + change.count);
    if (to > from)
        std::rotate(change.blocks.begin(), change.blocks.begin() + 1, change.blocks.end());
    else
        std::rotate(change.blocks.begin(), change.blocks.end() - 1, change.blocks.end());
    return true;
}

int drawReach(Random& random) {
    const int far = random.chance(kNearPercent) ? random.between(1, kNear) : random.between(kNear, 8 * kNear);
    return random.chance(50) ? far : -far;
}

} // namespace lanewright
