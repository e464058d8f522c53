// SPDX-License-Identifier: Apache-2.0
#include "core/solve/pairs/pair_graph.h"

#include <algorithm>
#include <span>
#include <utility>

namespace lanewright {

namespace {

constexpr Time kLeast = std::numeric_limits<Time>::min() / 4;
/// What a look at a block takes, in passes of a `Timer` over an op: to mend it, to judge it.
constexpr int kToMendBlock = 8;
constexpr int kToJudgeBlock = 3;

} // namespace

PairGraph::PairGraph(const Plan& problem, const Instance& instance, Objective objective)
    : m_instance(instance), m_objective(withoutOptimizer(objective, problem.optimizerMode)),
      m_most(*std::ranges::max_element(instance.microbatches)) {
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        std::vector<Time>& pairs = m_pairs.emplace_back();
        for (const int forward : instance.onRank[rank])
            for (const int backward : instance.onRank[rank])
                for (const bool fused : {false, true})
                    pairs.push_back(pairLength(problem, instance.chunks[forward], instance.chunks[backward], fused));
    }
    addOps();
    m_hasInstants = std::ranges::any_of(
        instance.chunks, [](const Chunk& chunk) { return std::min(chunk.forward, chunk.backward) == 0; });
    for (const std::vector<Time>& pairs : m_pairs)
        m_hasInstants = m_hasInstants || std::ranges::count(pairs, 0) > 0;
}

void PairGraph::addOps() {
    int ops = 0;
    for (int rank = 0; rank < m_instance.ranks(); ++rank) {
        m_first.push_back(ops);
        ops += places(rank) * kKinds * m_most;
    }
    m_ops.resize(static_cast<std::size_t>(ops));
    m_marked.reset(m_ops.size());
    std::vector<Code> placeOfChunk(m_instance.chunks.size());
    for (const std::vector<int>& chunks : m_instance.onRank)
        for (std::size_t place = 0; place < chunks.size(); ++place)
            placeOfChunk[chunks[place]] = static_cast<Code>(place);
    const auto op = [&](int chunk, OpKind kind, int index) {
        return m_first[m_instance.chunks[chunk].rank] + codeOf(placeOfChunk[chunk], kind) * m_most + index;
    };
    const auto link = [&](int from, int to, Time travel) {
        m_ops[from].waiting = to;
        m_ops[to].source = from;
        m_ops[to].travel = travel;
    };
    for (int chunk = 0; chunk < static_cast<int>(m_instance.chunks.size()); ++chunk) {
        const Chunk& own = m_instance.chunks[chunk];
        const int next = m_instance.after(chunk);
        for (int index = 0; index < m_instance.microbatchesOf(chunk); ++index) {
            for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W})
                m_ops[op(chunk, kind, index)].rank = own.rank;
            if (next < 0)
                continue;
            link(op(chunk, OpKind::F, index), op(next, OpKind::F, index), own.down);
            link(op(next, OpKind::B, index), op(chunk, OpKind::B, index), own.up);
        }
    }
}

Time PairGraph::lengthOf(int rank, const PairBlock& block) const {
    if (block.isPair())
        return m_pairs[rank][(placeOf(block.op) * places(rank) + placeOf(block.partner)) * 2 + (block.fused ? 1 : 0)];
    const Chunk& chunk = m_instance.chunks[m_instance.onRank[rank][placeOf(block.op)]];
    const OpKind kind = kindOf(block.op);
    return kind == OpKind::F ? chunk.forward : kind == OpKind::B ? chunk.backward : chunk.weight;
}

/// Runs one more block of a rank that has run so many ops of each code, and holds so much. False where the block may
/// not be next: each B comes after the F, each W after the B of its microbatch, and the limit is kept.
bool PairGraph::runs(int rank, const PairBlock& block, int* ran, Bytes& held) const {
    bool fits = true;
    const auto take = [&](Code code) {
        const int count = ++ran[code];
        const OpKind kind = kindOf(code);
        fits = fits && (kind == OpKind::F || count <= ran[code - 1]);
        const Chunk& chunk = m_instance.chunks[m_instance.onRank[rank][placeOf(code)]];
        return kind == OpKind::F ? chunk.forwardMemory : kind == OpKind::B ? chunk.backwardMemory : chunk.weightMemory;
    };
    // What the partner frees is there until it ends.
    Bytes freed = 0;
    if (block.isPair())
        freed = take(block.partner);
    if (block.fused)
        freed += take(codeOf(placeOf(block.partner), OpKind::W));
    held += take(block.op);
    fits = fits && held <= m_instance.limit[rank];
    held += freed;
    return fits;
}

/// The block as its ops, the last that ran of their codes.
PairGraph::Slot PairGraph::slotOf(int rank, const PairBlock& block, const int* ran) const {
    const auto op = [&](Code code) { return m_first[rank] + code * m_most + ran[code] - 1; };
    return {.op = op(block.op), .partner = block.isPair() ? op(block.partner) : kNone};
}

bool PairGraph::isLegal(int rank, const PairRow& row) {
    m_count.assign(codes(rank), 0);
    Bytes held = 0;
    for (const PairBlock& block : row)
        if (!runs(rank, block, m_count.data(), held))
            return false;
    for (std::size_t code = 0; code < codes(rank); ++code)
        if (m_count[code] != m_instance.microbatchesOf(m_instance.onRank[rank][code / kKinds]))
            return false;
    return true;
}

PairGraph::Cost PairGraph::load(const PairRows& rows) {
    m_rows = rows;
    m_slots.resize(rows.size());
    m_ran.resize(rows.size());
    m_held.resize(rows.size());
    m_begins.assign(rows.size(), 0);
    m_after.assign(rows.size(), 0);
    forget();
    for (int rank = 0; rank < static_cast<int>(rows.size()); ++rank) {
        m_slots[rank].resize(rows[rank].size());
        m_ran[rank].assign((rows[rank].size() + 1) * codes(rank), 0);
        m_held[rank].assign(rows[rank].size() + 1, 0);
        settle(rank, 0, length(rank));
    }
    if (!sort())
        return {};
    setHeads();
    if (m_objective == Objective::Period) {
        for (int rank = 0; rank < static_cast<int>(rows.size()); ++rank)
            m_after[rank] = -endOf(rank);
        setTails();
        for (int rank = 0; rank < static_cast<int>(rows.size()); ++rank)
            m_begins[rank] = rows[rank].empty() ? 0 : -tailFrom(rank, 0);
        setHeads();
    }
    for (int rank = 0; rank < static_cast<int>(rows.size()); ++rank)
        m_after[rank] = -beganAt(rank);
    setTails();
    m_latest = 0;
    for (int rank = 0; rank < static_cast<int>(rows.size()); ++rank)
        m_latest = std::max(m_latest, endOf(rank));
    return cost();
}

/// Each block after those that it waits for. False where ranks wait for each other.
bool PairGraph::sort() {
    m_sorted.clear();
    m_isSorted.assign(m_ops.size(), false);
    std::size_t blocks = 0;
    for (const std::vector<Slot>& slots : m_slots)
        blocks += slots.size();
    const auto isThere = [&](int op) {
        const int source = op == kNone ? kNone : m_ops[op].source;
        return source == kNone || m_isSorted[m_ops[source].block];
    };
    std::vector<int> next(m_rows.size(), 0);
    for (bool moves = true; moves;) {
        moves = false;
        for (int rank = 0; rank < static_cast<int>(m_rows.size()); ++rank)
            for (; next[rank] < length(rank); ++next[rank], moves = true) {
                const Slot& slot = m_slots[rank][next[rank]];
                if (!isThere(slot.op) || !isThere(slot.partner))
                    break;
                m_isSorted[slot.op] = true;
                m_sorted.push_back(slot);
            }
    }
    return m_sorted.size() == blocks;
}

void PairGraph::setHeads() {
    for (const Slot& slot : m_sorted)
        m_ops[slot.op].head = headOf(slot.op);
}

Time PairGraph::headOf(int block) const {
    const Op& op = m_ops[block];
    return std::max(freeBefore(op.rank, op.position), arrival({block, op.partner}));
}

Time PairGraph::tailOf(int block) const {
    const Op& op = m_ops[block];
    return op.length + std::max(tailFrom(op.rank, op.position + 1), onward({block, op.partner}));
}

void PairGraph::setTails() {
    for (auto slot = m_sorted.rbegin(); slot != m_sorted.rend(); ++slot)
        m_ops[slot->op].tail = tailOf(slot->op);
}

/// When the inputs of the block are there.
Time PairGraph::arrival(const Slot& slot) const {
    Time there = 0;
    for (const int own : {slot.op, slot.partner}) {
        if (own == kNone || m_ops[own].source == kNone)
            continue;
        const Op& source = m_ops[m_ops[m_ops[own].source].block];
        there = std::max(there, source.head + source.length + m_ops[own].travel);
    }
    return there;
}

/// From the block's end to the end of what waits for it.
Time PairGraph::onward(const Slot& slot) const {
    Time most = kLeast;
    for (const int own : {slot.op, slot.partner}) {
        if (own == kNone || m_ops[own].waiting == kNone)
            continue;
        const Op& waiting = m_ops[m_ops[own].waiting];
        most = std::max(most, waiting.travel + m_ops[waiting.block].tail);
    }
    return most;
}

Time PairGraph::freeBefore(int rank, int position) const {
    if (position == 0)
        return m_begins[rank];
    const Op& before = m_ops[m_slots[rank][position - 1].op];
    return before.head + before.length;
}

Time PairGraph::tailFrom(int rank, int position) const {
    return position < length(rank) ? m_ops[m_slots[rank][position].op].tail : m_after[rank];
}

/// When the rank began, where the objective counts from then on.
Time PairGraph::beganAt(int rank) const {
    switch (m_objective) {
    case Objective::Period: return m_begins[rank];
    case Objective::LongestSpan: return m_rows[rank].empty() ? 0 : m_ops[m_slots[rank].front().op].head;
    default: return 0;
    }
}

std::optional<Time> PairGraph::propose(int rank, const PairRow& row) {
    const PairRow& own = m_rows[rank];
    const int at = static_cast<int>(std::ranges::mismatch(own, row).in1 - own.begin());
    const int shorter = static_cast<int>(std::min(own.size(), row.size()));
    int same = 0; // behind what differs
    while (at + same < shorter && own[own.size() - 1 - same] == row[row.size() - 1 - same])
        ++same;
    m_proposed = {rank, at, static_cast<int>(own.size()) - same - at};
    m_blocks.assign(row.begin() + at, row.end() - same);
    const std::size_t count = m_blocks.size();
    m_effort += kToJudgeBlock * static_cast<std::int64_t>(count);
    const int* ran = ranBefore(rank, at);
    m_count.assign(ran, ran + codes(rank));
    Bytes held = m_held[rank][at];
    m_proposal.resize(count);
    m_starts.resize(count);
    Time free = freeBefore(rank, at);
    for (std::size_t i = 0; i < count; ++i) {
        if (!runs(rank, m_blocks[i], m_count.data(), held))
            return {};
        m_proposal[i] = slotOf(rank, m_blocks[i], m_count.data());
        m_starts[i] = std::max(free, arrival(m_proposal[i]));
        free = m_starts[i] + lengthOf(rank, m_blocks[i]);
    }
    Time longest = kLeast;
    Time tail = tailFrom(rank, at + m_proposed.count);
    for (std::size_t i = count; i-- > 0;) {
        tail = std::max(tail, onward(m_proposal[i])) + lengthOf(rank, m_blocks[i]);
        longest = std::max(longest, m_starts[i] + tail);
    }
    return longest;
}

/// Other blocks in place of some.
void PairGraph::replace(const Change& change, std::span<const PairBlock> blocks) {
    const int rank = change.rank;
    const int more = static_cast<int>(blocks.size()) - change.count;
    const auto resize = [&](auto& list, int at, int by) {
        if (by > 0)
            list.insert(list.begin() + at, by, {});
        else
            list.erase(list.begin() + at + by, list.begin() + at);
    };
    if (more != 0) {
        const int behind = change.at + change.count;
        resize(m_rows[rank], behind, more);
        resize(m_slots[rank], behind, more);
        resize(m_held[rank], behind + 1, more);
        resize(m_ran[rank], (behind + 1) * static_cast<int>(codes(rank)), more * static_cast<int>(codes(rank)));
    }
    std::ranges::copy(blocks, m_rows[rank].begin() + change.at);
    const int end = change.at + static_cast<int>(blocks.size());
    settle(rank, change.at, end);
    if (more != 0)
        for (int position = end; position < length(rank); ++position)
            m_ops[m_slots[rank][position].op].position = position;
}

/// Sets what is known of blocks from those ahead of them, and tells their ops.
void PairGraph::settle(int rank, int from, int end) {
    for (int position = from; position < end; ++position) {
        const PairBlock& block = m_rows[rank][position];
        int* ran = ranBefore(rank, position + 1);
        std::copy_n(ranBefore(rank, position), codes(rank), ran);
        m_held[rank][position + 1] = m_held[rank][position];
        runs(rank, block, ran, m_held[rank][position + 1]);
        const Slot slot = slotOf(rank, block, ran);
        m_slots[rank][position] = slot;
        Op& op = m_ops[slot.op];
        op.block = slot.op;
        op.partner = slot.partner;
        op.position = position;
        op.length = lengthOf(rank, block);
        if (slot.partner != kNone)
            m_ops[slot.partner].block = slot.op;
    }
}

bool PairGraph::make(Time most) {
    Change change = m_proposed;
    change.past = m_past.size();
    const auto gone = m_rows[change.rank].begin() + change.at;
    m_past.insert(m_past.end(), gone, gone + change.count);
    replace(change, m_blocks);
    change.count = static_cast<int>(m_blocks.size());
    m_changes.push_back(change);
    // Lengths are others too, so that what follows is looked at in any case.
    for (int i = 0; i < change.count; ++i)
        moveHead(m_proposal[i].op, m_starts[i]);
    const int end = change.at + change.count;
    if (end < length(change.rank))
        m_marked.mark(m_slots[change.rank][end].op, freeBefore(change.rank, end));
    m_effort += m_hasInstants ? static_cast<std::int64_t>(m_ops.size()) : 0;
    return mendHeads(most) && cost().value <= most && (!m_hasInstants || sort());
}

void PairGraph::undo() {
    for (auto change = m_changes.rbegin(); change != m_changes.rend(); ++change) {
        replace(*change, std::span(m_past).subspan(change->past));
        m_past.resize(change->past);
    }
    for (auto past = m_pastHeads.rbegin(); past != m_pastHeads.rend(); ++past)
        m_ops[past->first].head = past->second;
    m_changes.clear();
    m_pastHeads.clear();
}

void PairGraph::keep() {
    for (const Change& change : m_changes) {
        for (int position = change.at + change.count - 1; position >= change.at; --position)
            moveTail(m_slots[change.rank][position].op, tailOf(m_slots[change.rank][position].op));
        if (change.at > 0)
            m_marked.mark(m_slots[change.rank][change.at - 1].op, tailFrom(change.rank, change.at));
    }
    for (int rank = 0; rank < static_cast<int>(m_rows.size()); ++rank)
        if (const Time after = -beganAt(rank); std::exchange(m_after[rank], after) != after && length(rank) > 0)
            m_marked.mark(m_slots[rank].back().op, after);
    while (!m_marked.isEmpty()) {
        const int own = m_marked.take();
        m_effort += kToMendBlock;
        const Op& op = m_ops[own];
        const Time tail = tailOf(own);
        if (tail == op.tail)
            continue;
        moveTail(own, tail);
        if (op.position > 0)
            m_marked.mark(m_slots[op.rank][op.position - 1].op, tail);
    }
    forget();
}

/// Nothing is undone any more.
void PairGraph::forget() {
    m_changes.clear();
    m_past.clear();
    m_pastHeads.clear();
}

/// False where a rank ends too late. Where spans are judged a circle of ranks may hold up the first block of a rank as
/// much as its last, so that ends are looked at too. Short blocks take long to get there where another is much longer:
/// who has moved as many heads as there are ops asks for the circle itself.
bool PairGraph::mendHeads(Time most) {
    std::size_t moved = 0;
    while (!m_marked.isEmpty()) {
        const int own = m_marked.take();
        m_effort += kToMendBlock;
        const Op& op = m_ops[own];
        const Time head = headOf(own);
        if (head == op.head)
            continue;
        const Time end = head + op.length;
        ++moved;
        if (end - beganAt(op.rank) > most || end > m_latest + most || (moved % m_ops.size() == 0 && !sort())) {
            m_marked.clear();
            return false;
        }
        moveHead(own, head);
        if (op.position + 1 < length(op.rank))
            m_marked.mark(m_slots[op.rank][op.position + 1].op, end);
    }
    return true;
}

/// Another head, so that what waits for the block is to be looked at.
void PairGraph::moveHead(int block, Time head) {
    Op& op = m_ops[block];
    m_pastHeads.emplace_back(block, op.head);
    op.head = head;
    for (const int own : {block, op.partner})
        if (own != kNone && m_ops[own].waiting != kNone)
            m_marked.mark(m_ops[m_ops[own].waiting].block, head + op.length);
}

void PairGraph::moveTail(int block, Time tail) {
    Op& op = m_ops[block];
    op.tail = tail;
    for (const int own : {block, op.partner})
        if (own != kNone && m_ops[own].source != kNone)
            m_marked.mark(m_ops[m_ops[own].source].block, tail);
}

double PairGraph::meanLength() const {
    double work = 0;
    double blocks = 0;
    for (int rank = 0; rank < static_cast<int>(m_rows.size()); ++rank) {
        blocks += length(rank);
        for (const PairBlock& block : m_rows[rank])
            work += static_cast<double>(lengthOf(rank, block));
    }
    return blocks > 0 ? work / blocks : 0;
}

PairGraph::Cost PairGraph::cost() const {
    Cost cost{.value = 0};
    for (int rank = 0; rank < static_cast<int>(m_rows.size()); ++rank) {
        const Time end = endOf(rank);
        cost.value = std::max(cost.value, end - beganAt(rank));
        cost.ends += end;
    }
    return cost;
}

void PairGraph::findCritical(std::vector<Place>& places) const {
    places.clear();
    int last = kNone;
    for (int rank = 0; rank < static_cast<int>(m_rows.size()); ++rank)
        if (length(rank) > 0 && (last == kNone || endOf(rank) - beganAt(rank) > endOf(last) - beganAt(last)))
            last = rank;
    if (last == kNone)
        return;
    Place at{last, length(last) - 1};
    for (bool isOn = true; isOn;) {
        places.push_back(at);
        const Slot& slot = m_slots[at.rank][at.position];
        const Time head = m_ops[slot.op].head;
        isOn = at.position > 0 && freeBefore(at.rank, at.position) == head;
        if (isOn) {
            --at.position;
            continue;
        }
        for (const int own : {slot.op, slot.partner}) {
            if (own == kNone || m_ops[own].source == kNone)
                continue;
            const Op& source = m_ops[m_ops[m_ops[own].source].block];
            if (source.head + source.length + m_ops[own].travel == head) {
                at = {source.rank, source.position};
                isOn = true;
                break;
            }
        }
    }
}

} // namespace lanewright
