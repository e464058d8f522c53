// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/block_moves.h"

#include <algorithm>

namespace lanewright {

namespace {

using BlockPlace = BlockGraph::BlockPlace;

/// Percent of moves along a rank that go at most `kNear` places; the others go up to eight times as far. More near
/// moves mend details, more far ones find other orders.
constexpr int kNearPercent = 85;
constexpr int kNear = 6;
/// How many places away the other block of an exchange may stand. Further ones are rarely possible.
constexpr int kExchangeReach = 24;
/// Percent of all changes by kind, where a rank may save time by pairs or by BW: a pair is made, a pair is parted, a
/// pair gets another F or backward, a B takes its W in or leaves it out. The rest are moves and exchanges.
constexpr int kPairing = 18;
constexpr int kParting = 8;
constexpr int kPartners = 12;
constexpr int kJoining = 14;
/// Percent of the rest that are exchanges, where a rank has several chunks.
constexpr int kExchanges = 20;
/// Percent of new pairs that take the nearest block that they can have.
constexpr int kNearest = 70;

/// Draws a change of one block. A class for what all kinds of changes need.
class Mover {
public:
    Mover(const BlockGraph& graph, const BlockPlace& place, Random& random, BlockChange& change)
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
    /// Begins a change of the blocks from `from` to `to`, both included: a copy of them, to be changed.
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

    /// The block changes places with the next one of its kind, unless that is of its own chunk.
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

    /// A B takes in the next W of its chunk, or leaves its own W for a little later.
    bool toggleWeight() {
        const int at = m_place.position;
        if (opAt(m_row[at].gradient()).kind != OpKind::B)
            return false;
        if (m_row[at].isJoined()) {
            const int last = static_cast<int>(m_row.size()) - 1;
            BlockRow& blocks = take(at, std::min(last, at + m_random.below(kNear + 1)));
            leaveWeight(blocks, 0, static_cast<int>(blocks.size()));
            return true;
        }
        take(at, at);
        return joinWeight(0);
    }
    /// The block at `at` leaves its W, whose parts go ahead of `to`.
    void leaveWeight(BlockRow& blocks, int at, int to) const {
        const int weight = blocks[at].weight;
        blocks[at].weight = OpBlock::kNone;
        for (int part = 0; part < m_table.weightParts; ++part)
            blocks.insert(blocks.begin() + to + part, {.op = weight + part});
    }
    /// The changed block at `at` takes in the next parts of its chunk's W; the change goes on as far as these stand.
    /// False where some are missing.
    bool joinWeight(int at) {
        BlockRow& blocks = m_change.blocks;
        const int cell = opAt(blocks[at].gradient()).cell + 1;
        const auto isPart = [&](const OpBlock& block) { return opAt(block.op).cell == cell; };
        auto parts = std::count_if(blocks.begin() + at + 1, blocks.end(), isPart);
        for (int end = m_change.at.position + m_change.count; parts < m_table.weightParts; ++end, ++m_change.count) {
            if (!isInside(end))
                return false;
            parts += isPart(m_row[end]) ? 1 : 0;
            blocks.push_back(m_row[end]);
        }
        auto next = blocks.begin() + at + 1;
        for (int part = 0; part < m_table.weightParts; ++part) {
            next = std::find_if(next, blocks.end(), isPart);
            if (part == 0)
                blocks[at].weight = next->op;
            next = blocks.erase(next);
        }
        return true;
    }

    /// Makes a pair of the block, an F or a backward by itself, and one of the other kind nearby, at the place of
    /// either.
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
        // Half of the pairs take the W in at once: where only a pair with a BW saves time, one with a B would be
        // refused.
        const bool joins = !made.isJoined() && m_random.chance(50);
        BlockRow& blocks = take(std::min(at, other), std::max(at, other));
        const bool atFront = m_random.chance(50);
        (atFront ? blocks.front() : blocks.back()) = made;
        blocks.erase(atFront ? blocks.end() - 1 : blocks.begin());
        if (joins)
            joinWeight(atFront ? 0 : static_cast<int>(blocks.size()) - 1);
        return true;
    }
    /// Parts a pair into its F and its backward, in either order.
    bool part() {
        const OpBlock own = m_row[m_place.position];
        if (!own.isPair())
            return false;
        BlockRow& blocks = take(m_place.position, m_place.position);
        blocks = {{.op = own.op}, {.op = own.partner, .weight = own.weight}};
        const bool forwardFirst = m_random.chance(50);
        if (!forwardFirst)
            std::swap(blocks.front(), blocks.back());
        // Where a BW by itself saves nothing, B and W are parted as well.
        if (own.isJoined() && !m_table.gains[m_place.rank].joins)
            leaveWeight(blocks, forwardFirst ? 1 : 0, 2);
        return true;
    }

    /// A pair and a block nearby exchange their F or their backward.
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
        else if (block.isPair() || isSingle(block, OpKind::B)) {
            std::swap(block.isPair() ? block.partner : block.op, own.partner);
            std::swap(block.weight, own.weight);
        } else
            return false;
        return true;
    }

    const BlockTable& m_table;
    const BlockGraph& m_graph;
    const BlockRow& m_row;
    BlockPlace m_place;
    Random& m_random;
    BlockChange& m_change;
};

} // namespace

bool drawChange(const BlockGraph& graph, const BlockPlace& place, Random& random, BlockChange& change) {
    change.isChecked = false;
    return Mover(graph, place, random, change).draw();
}

bool shiftBlock(const BlockGraph& graph, const BlockPlace& place, int by, BlockChange& change) {
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
