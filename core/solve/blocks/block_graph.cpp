// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/block_graph.h"

#include "core/base/mapped.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lanewright {

namespace {

/// The tail of what nothing follows: shorter than any, and sums with it do not overflow.
constexpr Time kLeast = std::numeric_limits<Time>::min() / 4;
/// How long the update of a block's head or tail takes, and the estimate for a proposed block, in the time that a
/// `Timer` takes for one op. They set how many changes fit into an effort that counts ops.
constexpr int kToMend = 8;
constexpr int kToJudge = 3;

/// Whether some blocks with an F or a B take no time.
bool haveInstants(const BlockTable& table) {
    for (std::size_t own = 0; own < table.ops.size(); ++own) {
        const BlockOp& op = table.ops[own];
        const bool isJoinedInstant = op.kind == OpKind::B && !table.joined.empty() && table.joined[own] == 0;
        if (op.kind != OpKind::W && op.kind != OpKind::R && (op.length == 0 || isJoinedInstant))
            return true;
    }
    return std::ranges::any_of(table.pairs, [](const auto& pairs) { return std::ranges::count(pairs, 0) > 0; });
}

} // namespace

BlockGraph::BlockGraph(const BlockTable& table, Objective objective)
    : m_table(table), m_rankCost(table.iterationEnd, table.optimizerMode, table.ranks(), objective),
      m_nodes(table.ops.size()), m_hasInstants(haveInstants(table)), m_seen(table.ops.size(), 0),
      m_next(table.first.size(), {0, 0}) {
    m_marked.reset(table.ops.size());
}

/// Calls `act` with each op of a block, those that others of the block follow first: B, its W, then the F of a pair.
template <class Do>
void BlockGraph::forOps(const OpBlock& block, const Do& act) const {
    if (block.isPair())
        act(block.partner);
    else
        act(block.op);
    for (int part = 0; block.isJoined() && part < m_table.weightParts; ++part)
        act(block.weight + part);
    if (block.isPair())
        act(block.op);
}

/// True where the limit has room for the block and all ops that it must follow are ahead of it: before the change, or
/// among the proposed blocks that this was asked of before. Adds to `held` what the block leaves behind.
bool BlockGraph::mayRun(const OpBlock& block, const Change& change, Bytes& held) {
    bool fits = held + m_table.riseOf(block) <= m_table.limit[change.rank];
    forOps(block, [&](int own) {
        m_seen[own] = m_stamp;
        const int before = m_table.ops[own].follows;
        if (before == kNone || m_seen[before] == m_stamp)
            return;
        fits = fits && change.at > 0 && positionOf(before) < change.at;
    });
    held += m_table.changeOf(block);
    return fits;
}

bool BlockGraph::isLegal(const BlockRows& rows) {
    ++m_stamp;
    std::size_t ops = 0;
    bool fits = true;
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        Bytes held = 0;
        for (const OpBlock& block : rows[rank]) {
            forOps(block, [&](int own) {
                fits = fits && m_seen[own] != m_stamp;
                ++ops;
            });
            fits = fits && mayRun(block, {.rank = rank}, held);
        }
    }
    return fits && ops == m_table.ops.size();
}

Cost BlockGraph::load(const BlockRows& rows) {
    m_rows = rows;
    m_held.resize(rows.size());
    m_begins = m_rankCost.begins();
    m_after.assign(rows.size(), 0);
    forget();
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        m_held[rank].assign(rows[rank].size() + 1, 0);
        settle(rank, 0, length(rank));
    }
    if (!sort())
        return {};
    setHeads();
    if (!m_rankCost.isMostOfRanks()) {
        // Each rank begins as late as all ranks can and still end when they do, so that spans are as short as they get.
        for (int rank = 0; rank < m_table.ranks(); ++rank)
            m_after[rank] = -endOf(rank);
        setTails();
        for (int rank = 0; rank < m_table.ranks(); ++rank)
            m_begins[rank] = length(rank) > 0 ? -tailFrom(rank, 0) : 0;
        setHeads();
    }
    m_latest = 0;
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        takesBegin(rank);
        m_latest = std::max(m_latest, endOf(rank));
    }
    setTails();
    return cost();
}

/// Puts each block after those that it waits for. False where ranks wait for each other.
bool BlockGraph::sort() {
    m_sorted.clear();
    m_isSorted.assign(m_nodes.size(), 0);
    const std::size_t blocks = summed(m_rows, [](const BlockRow& row) { return row.size(); });
    const auto isThere = [&](int op) {
        const int source = op == kNone ? kNone : m_table.ops[op].source;
        return source == kNone || m_isSorted[m_nodes[source].block];
    };
    std::vector<int> next(m_rows.size(), 0);
    for (bool moves = true; moves;) {
        moves = false;
        for (int rank = 0; rank < m_table.ranks(); ++rank)
            for (; next[rank] < length(rank); ++next[rank], moves = true) {
                const OpBlock& block = m_rows[rank][next[rank]];
                if (!isThere(block.op) || !isThere(block.partner))
                    break;
                m_isSorted[block.op] = 1;
                m_sorted.push_back(block.op);
            }
    }
    return m_sorted.size() == blocks;
}

void BlockGraph::setHeads() {
    for (const int block : m_sorted)
        m_nodes[block].head = headOf(block);
}

void BlockGraph::setTails() {
    for (auto block = m_sorted.rbegin(); block != m_sorted.rend(); ++block)
        m_nodes[*block].tail = tailOf(*block);
}

Time BlockGraph::headOf(int block) const {
    const Node& node = m_nodes[block];
    return std::max(freeBefore(m_table.ops[block].rank, node.position) + node.gap, arrival(block, node.partner));
}

Time BlockGraph::tailOf(int block) const {
    const Node& node = m_nodes[block];
    return node.length + std::max(tailFrom(m_table.ops[block].rank, node.position + 1), onward(block, node.partner));
}

/// When the inputs of a block have arrived.
Time BlockGraph::arrival(int op, int partner) const {
    const auto at = [&](int own) -> Time {
        const BlockOp& waiting = m_table.ops[own];
        if (waiting.source == kNone)
            return 0;
        const Node& source = m_nodes[m_nodes[waiting.source].block];
        return source.head + source.length + waiting.travel;
    };
    return partner == kNone ? at(op) : std::max(at(op), at(partner));
}

/// The longest path from the end of a block through an op of another block that waits for it.
Time BlockGraph::onward(int op, int partner) const {
    const auto from = [&](int own) {
        const int waiting = m_table.ops[own].waiting;
        return waiting == kNone ? kLeast : m_table.ops[waiting].travel + m_nodes[m_nodes[waiting].block].tail;
    };
    return partner == kNone ? from(op) : std::max(from(op), from(partner));
}

Time BlockGraph::freeBefore(int rank, int position) const {
    if (position == 0)
        return m_begins[rank];
    const Node& before = m_nodes[m_rows[rank][position - 1].op];
    return before.head + before.length;
}

Time BlockGraph::tailFrom(int rank, int position) const {
    if (position >= length(rank))
        return m_after[rank];
    const Node& next = m_nodes[m_rows[rank][position].op];
    return next.tail + next.gap;
}

Time BlockGraph::firstOf(int rank) const {
    if (length(rank) == 0)
        return 0;
    const Node& first = m_nodes[m_rows[rank].front().op];
    return beginOf(first, first.head);
}

/// Sets the tail behind the rank's last block from when the rank begins. True where it is another one than before.
bool BlockGraph::takesBegin(int rank) {
    const Time after = m_rankCost.after(rank, firstOf(rank));
    return std::exchange(m_after[rank], after) != after;
}

/// True where `second` may run ahead of `first`, which is ahead of it now: it need not follow any op of `first`, and
/// they share no cell.
bool BlockGraph::mayPass(const OpBlock& first, const OpBlock& second) const {
    bool may = true;
    forOps(second, [&](int later) {
        const BlockOp& op = m_table.ops[later];
        forOps(first, [&](int earlier) { may = may && op.follows != earlier && op.cell != m_table.ops[earlier].cell; });
    });
    return may;
}

int BlockGraph::furthest(int rank, int from, int to) const {
    const BlockRow& row = m_rows[rank];
    const std::vector<Bytes>& held = m_held[rank];
    const Bytes limit = m_table.limit[rank];
    const OpBlock& own = row[from];
    const Bytes rise = m_table.riseOf(own);
    const bool isLater = to > from;
    // What the blocks that it passes then find held, beside what they find now.
    const Bytes more = isLater ? -m_table.changeOf(own) : m_table.changeOf(own);
    int reached = from;
    for (int position = from; position != to;) {
        position += isLater ? 1 : -1;
        const OpBlock& passed = row[position];
        if (!(isLater ? mayPass(own, passed) : mayPass(passed, own)) ||
            held[position] + more + m_table.riseOf(passed) > limit)
            break;
        if ((isLater ? held[position + 1] + more : held[position]) + rise <= limit)
            reached = position;
    }
    return reached;
}

/// Gives the ops of the block the next numbers of their cells.
void BlockGraph::number(OpBlock& block) {
    const auto take = [&](int& op, int parts) {
        if (op == kNone)
            return;
        int& next = m_next[m_table.ops[op].cell].second;
        op = next;
        next += parts;
    };
    take(block.op, 1);
    take(block.partner, 1);
    take(block.weight, m_table.weightParts);
}

bool BlockGraph::propose(const BlockPlace& at, int count, const BlockRow& blocks, bool isChecked) {
    m_proposed = {at.rank, at.position, count};
    m_blocks = blocks;
    m_effort += kToJudge * static_cast<std::int64_t>(blocks.size());
    if (isChecked)
        return true;
    ++m_stamp;
    if (m_table.inTurn) {
        for (int position = at.position; position < at.position + count; ++position)
            forOps(m_rows[at.rank][position], [&](int own) {
                auto& [stamp, next] = m_next[m_table.ops[own].cell];
                next = std::exchange(stamp, m_stamp) == m_stamp ? std::min(next, own) : own;
            });
        for (OpBlock& block : m_blocks)
            number(block);
    }
    Bytes held = m_held[at.rank][at.position];
    for (const OpBlock& block : m_blocks)
        if (!mayRun(block, m_proposed, held))
            return false;
    return true;
}

Time BlockGraph::wayThrough() {
    const auto& [rank, at, count, past] = m_proposed;
    m_starts.resize(m_blocks.size());
    Time free = freeBefore(rank, at);
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        m_starts[i] = std::max(free + m_table.gapOf(m_blocks[i]), arrival(m_blocks[i].op, m_blocks[i].partner));
        free = m_starts[i] + m_table.lengthOf(m_blocks[i]);
    }
    Time longest = kLeast;
    Time tail = tailFrom(rank, at + count);
    for (std::size_t i = m_blocks.size(); i-- > 0;) {
        tail = std::max(tail, onward(m_blocks[i].op, m_blocks[i].partner)) + m_table.lengthOf(m_blocks[i]);
        longest = std::max(longest, m_starts[i] + tail);
        tail += m_table.gapOf(m_blocks[i]);
    }
    return longest;
}

/// Puts `count` other blocks in the place of those of the change.
void BlockGraph::replace(const Change& change, const OpBlock* blocks, int count) {
    BlockRow& row = m_rows[change.rank];
    std::vector<Bytes>& held = m_held[change.rank];
    const int behind = change.at + change.count;
    const int more = count - change.count;
    if (more > 0) {
        row.insert(row.begin() + behind, more, {});
        held.insert(held.begin() + behind + 1, more, 0);
    } else if (more < 0) {
        row.erase(row.begin() + behind + more, row.begin() + behind);
        held.erase(held.begin() + behind + 1 + more, held.begin() + behind + 1);
    }
    std::copy_n(blocks, count, row.begin() + change.at);
    settle(change.rank, change.at, change.at + count);
    if (more != 0)
        for (int position = change.at + count; position < length(change.rank); ++position)
            m_nodes[row[position].op].position = position;
}

/// Sets what is known of the blocks from `from` to `end`, this one excluded, but for heads and tails.
void BlockGraph::settle(int rank, int from, int end) {
    for (int position = from; position < end; ++position) {
        const OpBlock& block = m_rows[rank][position];
        m_held[rank][position + 1] = m_held[rank][position] + m_table.changeOf(block);
        forOps(block, [&](int own) { m_nodes[own].block = block.op; });
        Node& node = m_nodes[block.op];
        node.partner = block.partner;
        node.position = position;
        node.length = m_table.lengthOf(block);
        node.gap = m_table.gapOf(block);
    }
}

bool BlockGraph::make(Time most) {
    Change change = m_proposed;
    change.past = m_past.size();
    const auto gone = m_rows[change.rank].begin() + change.at;
    m_past.insert(m_past.end(), gone, gone + change.count);
    const int count = static_cast<int>(m_blocks.size());
    replace(change, m_blocks.data(), count);
    change.count = count;
    m_changes.push_back(change);
    // Lengths have changed too, so the block behind the change is looked at even where no head has.
    for (int i = 0; i < count; ++i)
        moveHead(m_blocks[i].op, m_starts[i]);
    const int end = change.at + count;
    if (end < length(change.rank))
        m_marked.mark(m_rows[change.rank][end].op, freeBefore(change.rank, end));
    m_effort += m_hasInstants ? static_cast<std::int64_t>(m_nodes.size()) : 0;
    return mendHeads(most) && longest() <= most && (!m_hasInstants || sort());
}

void BlockGraph::undo() {
    for (auto change = m_changes.rbegin(); change != m_changes.rend(); ++change) {
        replace(*change, m_past.data() + change->past, static_cast<int>(m_past.size() - change->past));
        m_past.resize(change->past);
    }
    for (auto past = m_pastHeads.rbegin(); past != m_pastHeads.rend(); ++past)
        m_nodes[past->first].head = past->second;
    forget();
}

void BlockGraph::keep() {
    for (const auto& [rank, at, count, past] : m_changes) {
        for (int position = at + count - 1; position >= at; --position)
            moveTail(m_rows[rank][position].op, tailOf(m_rows[rank][position].op));
        if (at > 0)
            m_marked.mark(m_rows[rank][at - 1].op, tailFrom(rank, at));
    }
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        if (takesBegin(rank) && length(rank) > 0)
            m_marked.mark(m_rows[rank].back().op, m_after[rank]);
    while (!m_marked.isEmpty()) {
        const int own = m_marked.take();
        m_effort += kToMend;
        const Node& node = m_nodes[own];
        const Time tail = tailOf(own);
        if (tail == node.tail)
            continue;
        moveTail(own, tail);
        if (node.position > 0)
            m_marked.mark(m_rows[m_table.ops[own].rank][node.position - 1].op, tail);
    }
    forget();
}

/// Makes the changes final.
void BlockGraph::forget() {
    m_changes.clear();
    m_past.clear();
    m_pastHeads.clear();
}

/// Updates the heads of the marked blocks and of those behind them. False where a rank brings more than `most`, ends
/// too late, or waits for itself. Where spans are judged, ranks that wait for each other may delay a rank's first block
/// as much as its last, so that ends are judged as well. And short blocks that wait for each other take many steps to
/// pass a limit that long blocks set, so that after as many steps as there are ops the graph is sorted to see.
bool BlockGraph::mendHeads(Time most) {
    std::size_t moved = 0;
    while (!m_marked.isEmpty()) {
        const int own = m_marked.take();
        m_effort += kToMend;
        const Node& node = m_nodes[own];
        const Time head = headOf(own);
        if (head == node.head)
            continue;
        const int rank = m_table.ops[own].rank;
        const Time begin = node.position == 0 ? beginOf(node, head) : firstOf(rank);
        const Time end = head + node.length;
        const bool isTooLate = m_rankCost.of(rank, begin, end) > most || end > m_latest + most;
        if (isTooLate || (++moved % m_nodes.size() == 0 && !sort())) {
            m_marked.clear();
            return false;
        }
        moveHead(own, head);
        if (node.position + 1 < length(rank))
            m_marked.mark(m_rows[rank][node.position + 1].op, end);
    }
    return true;
}

/// Sets the head of a block and marks the blocks that wait for it.
void BlockGraph::moveHead(int block, Time head) {
    Node& node = m_nodes[block];
    m_pastHeads.emplace_back(block, node.head);
    node.head = head;
    for (const int own : {block, node.partner})
        if (own != kNone && m_table.ops[own].waiting != kNone)
            m_marked.mark(m_nodes[m_table.ops[own].waiting].block, head + node.length);
}

/// Sets the tail of a block and marks the blocks that it waits for.
void BlockGraph::moveTail(int block, Time tail) {
    Node& node = m_nodes[block];
    node.tail = tail;
    for (const int own : {block, node.partner})
        if (own != kNone && m_table.ops[own].source != kNone)
            m_marked.mark(m_nodes[m_table.ops[own].source].block, tail);
}

double BlockGraph::meanLength() const {
    double work = 0;
    double blocks = 0;
    for (const BlockRow& row : m_rows) {
        blocks += static_cast<double>(row.size());
        for (const OpBlock& block : row)
            work += static_cast<double>(m_table.lengthOf(block));
    }
    return blocks > 0 ? work / blocks : 0;
}

Time BlockGraph::longest() const {
    Time most = 0;
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        most = std::max(most, broughtBy(rank));
    return most;
}

Cost BlockGraph::cost() const {
    double spans = 0;
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        spans += static_cast<double>(m_rankCost.spanOf(rank, firstOf(rank), endOf(rank)));
    return costFrom(static_cast<double>(longest()), spans, m_table.ranks());
}

void BlockGraph::findCritical(std::vector<BlockPlace>& places) const {
    places.clear();
    int last = kNone;
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        if (length(rank) > 0 && (last == kNone || broughtBy(rank) > broughtBy(last)))
            last = rank;
    BlockPlace at{last, last == kNone ? -1 : length(last) - 1};
    while (at.position >= 0) {
        places.push_back(at);
        const OpBlock& block = m_rows[at.rank][at.position];
        const Time head = m_nodes[block.op].head;
        const auto brings = [&](int own) {
            return own != kNone && m_table.ops[own].source != kNone && arrival(own, kNone) == head;
        };
        const int waits = brings(block.op) ? block.op : brings(block.partner) ? block.partner : kNone;
        if (waits != kNone) {
            const int source = m_nodes[m_table.ops[waits].source].block;
            at = {m_table.ops[source].rank, m_nodes[source].position};
        } else
            --at.position;
    }
}

} // namespace lanewright
