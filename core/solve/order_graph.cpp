// SPDX-License-Identifier: Apache-2.0
#include "core/solve/order_graph.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace lanewright {

namespace {

/// What a look at an op takes, in passes of a `Timer` over one: to mend it, to judge it, to follow it.
constexpr int kToMend = 8;
constexpr int kToJudge = 3;
constexpr int kToFollow = 2;

} // namespace

OrderGraph::OrderGraph(const OpTable& table, Objective objective) : m_table(table), m_rankCost(table, objective) {}

void OrderGraph::addOps() {
    m_links = linksOf(m_table);
    m_ops.reserve(m_links.ops.size());
    for (int own = 0; own < static_cast<int>(m_links.ops.size()); ++own) {
        const OpLink& link = m_links.ops[own];
        const Bytes change = m_table.cells[link.cell].changeOf(own - m_links.first[link.cell]);
        m_ops.push_back({link, {}, {}, change, {}});
    }
    m_order.resize(m_table.ranks());
    m_held.resize(m_table.ranks());
    m_seen.resize(m_table.ranks());
    m_after.resize(m_table.ranks());
    m_marked.reset(m_ops.size());
}

bool OrderGraph::load(const Sequences& sequences) {
    if (m_ops.empty())
        addOps();
    m_sequences = sequences;
    keep();
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        m_order[rank] = m_links.orderOf(m_table, rank, sequences[rank]);
        m_held[rank].assign(m_order[rank].size() + 1, 0);
        for (int position = 0; position < length(rank); ++position) {
            Op& op = m_ops[m_order[rank][position]];
            op.position = position;
            op.head = -1;
            m_held[rank][position + 1] = m_held[rank][position] + op.change;
        }
    }
    m_begins = m_rankCost.begins();
    m_sorted.clear();
    m_sorted.reserve(m_ops.size());
    std::vector<int> next(m_table.ranks(), 0);
    for (bool moves = true; moves;) {
        moves = false;
        for (int rank = 0; rank < m_table.ranks(); ++rank)
            for (; next[rank] < length(rank); ++next[rank], moves = true) {
                const int own = m_order[rank][next[rank]];
                Op& op = m_ops[own];
                if (op.source >= 0 && m_ops[op.source].head < 0)
                    break;
                op.head = std::max(freeBefore(rank, next[rank]), arrival(op));
                m_sorted.push_back(own);
            }
    }
    if (m_sorted.size() < m_ops.size())
        return false;
    setTails();
    return true;
}

void OrderGraph::setHeads() {
    for (const int own : m_sorted) {
        Op& op = m_ops[own];
        op.head = std::max(freeBefore(op.rank, op.position), arrival(op));
    }
}

void OrderGraph::setTails() {
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        takesBegin(rank);
    for (auto own = m_sorted.rbegin(); own != m_sorted.rend(); ++own) {
        Op& op = m_ops[*own];
        op.tail = op.length + std::max(tailFrom(op.rank, op.position + 1), onward(op));
    }
}

/// Each rank that is too long begins as much later, until none is: a rank more is right each time.
void OrderGraph::beginWithin(Time value) {
    if (m_rankCost.isMostOfRanks())
        return;
    bool isLate = true;
    for (int round = 0; isLate && round < m_table.ranks(); ++round) {
        isLate = false;
        for (int rank = 0; rank < m_table.ranks(); ++rank) {
            const Time over = m_rankCost.spanOf(rank, firstOf(rank), freeBefore(rank, length(rank))) - value;
            if (length(rank) == 0 || over <= 0)
                continue;
            m_begins[rank] = firstOf(rank) + over;
            isLate = true;
        }
        setHeads();
    }
    setTails();
}

Time OrderGraph::arrival(const Op& op) const {
    if (op.source < 0)
        return 0;
    const Op& source = m_ops[op.source];
    return source.head + source.length + op.travel;
}

Time OrderGraph::onward(const Op& op) const {
    if (op.waiting < 0)
        return 0;
    const Op& waiting = m_ops[op.waiting];
    return waiting.travel + waiting.tail;
}

Time OrderGraph::freeBefore(int rank, int position) const {
    if (position == 0)
        return m_begins[rank];
    const Op& before = m_ops[m_order[rank][position - 1]];
    return before.head + before.length;
}

Time OrderGraph::tailFrom(int rank, int position) const {
    return position < length(rank) ? m_ops[m_order[rank][position]].tail : m_after[rank];
}

Time OrderGraph::firstOf(int rank) const { return length(rank) > 0 ? m_ops[m_order[rank].front()].head : 0; }

/// True where the rank begins at another time than before.
bool OrderGraph::takesBegin(int rank) {
    const Time after = m_rankCost.after(rank, firstOf(rank));
    return std::exchange(m_after[rank], after) != after;
}

/// As far towards `to` as limits and the rank's own ops let the op go, not past another with its code: that would be
/// the same as moving the other.
int OrderGraph::furthest(int rank, int from, int to) const {
    const std::vector<int>& order = m_order[rank];
    const std::vector<Bytes>& held = m_held[rank];
    const Bytes limit = m_table.limit[rank];
    const int own = order[from];
    const Op& op = m_ops[own];
    const Bytes rise = m_table.cells[op.cell].rise;
    int reached = from;
    if (to > from) {
        for (int position = from + 1; position <= to; ++position) {
            const Op& passed = m_ops[order[position]];
            if (passed.cell == op.cell || passed.follows == own ||
                held[position] - op.change + m_table.cells[passed.cell].rise > limit)
                break;
            if (held[position + 1] - op.change + rise <= limit)
                reached = position;
        }
        return reached;
    }
    for (int position = from - 1; position >= to; --position) {
        const Op& passed = m_ops[order[position]];
        if (passed.cell == op.cell || order[position] == op.follows ||
            held[position] + op.change + m_table.cells[passed.cell].rise > limit)
            break;
        if (held[position] + rise <= limit)
            reached = position;
    }
    return reached;
}

bool OrderGraph::proposeShift(int rank, int from, int to) {
    to = furthest(rank, from, std::clamp(to, 0, length(rank) - 1));
    m_effort += std::abs(to - from) + 1;
    if (to == from)
        return false;
    const std::vector<int>& order = m_order[rank];
    const Op& op = m_ops[order[from]];
    const auto at = order.begin();
    m_proposed = {rank, std::min(from, to)};
    m_proposal.clear();
    if (to > from) {
        if (leadsInto(op.waiting, {rank, from}, to))
            return false;
        m_proposal.assign(at + from + 1, at + to + 1);
        m_proposal.push_back(order[from]);
        return true;
    }
    if (comesFrom(op.source, to, {rank, from}))
        return false;
    m_proposal.push_back(order[from]);
    m_proposal.insert(m_proposal.end(), at + to, at + from);
    return true;
}

bool OrderGraph::canExchange(int rank, int first, int second) const {
    const std::vector<int>& order = m_order[rank];
    const std::vector<Bytes>& held = m_held[rank];
    const Bytes limit = m_table.limit[rank];
    const Op& later = m_ops[order[first]];
    const Op& sooner = m_ops[order[second]];
    if (later.cell == sooner.cell || sooner.follows == order[first] ||
        held[first] + m_table.cells[sooner.cell].rise > limit ||
        held[second] - later.change + sooner.change + m_table.cells[later.cell].rise > limit)
        return false;
    for (int position = first + 1; position < second; ++position) {
        const Op& passed = m_ops[order[position]];
        if (passed.cell == later.cell || passed.cell == sooner.cell || passed.follows == order[first] ||
            sooner.follows == order[position] ||
            held[position] - later.change + sooner.change + m_table.cells[passed.cell].rise > limit)
            return false;
    }
    return true;
}

bool OrderGraph::proposeExchange(int rank, int first, int second) {
    if (first > second)
        std::swap(first, second);
    m_effort += second - first;
    if (!canExchange(rank, first, second))
        return false;
    const std::vector<int>& order = m_order[rank];
    if (leadsInto(m_ops[order[first]].waiting, {rank, first}, second) ||
        comesFrom(m_ops[order[second]].source, first, {rank, second}))
        return false;
    m_proposed = {rank, first};
    m_proposal.assign(order.begin() + first, order.begin() + second + 1);
    std::swap(m_proposal.front(), m_proposal.back());
    return true;
}

/// Whether a way from the op leads to one of the rank's behind `after`, up to `last`. Only ops with a tail as long as
/// that of the last can be on such a way.
bool OrderGraph::leadsInto(int op, const Place& after, int last) {
    if (op < 0)
        return false;
    const Time least = tailFrom(after.rank, last);
    std::ranges::fill(m_seen, std::numeric_limits<int>::max());
    m_open.assign(1, op);
    while (!m_open.empty()) {
        const Op& from = m_ops[m_open.back()];
        m_open.pop_back();
        if (from.tail < least)
            continue;
        if (from.rank == after.rank) {
            if (from.position > after.position && from.position <= last)
                return true;
            continue;
        }
        const int end = std::min(m_seen[from.rank], length(from.rank));
        m_seen[from.rank] = std::min(m_seen[from.rank], from.position);
        for (int position = from.position; position < end; ++position) {
            const Op& next = m_ops[m_order[from.rank][position]];
            m_effort += kToFollow;
            if (next.tail < least)
                break;
            if (next.waiting >= 0)
                m_open.push_back(next.waiting);
        }
    }
    return false;
}

/// Whether a way leads to the op from one of the rank's ahead of `before`, down to `first`.
bool OrderGraph::comesFrom(int op, int first, const Place& before) {
    if (op < 0)
        return false;
    const Time least = m_ops[m_order[before.rank][first]].head;
    std::ranges::fill(m_seen, -1);
    m_open.assign(1, op);
    while (!m_open.empty()) {
        const Op& to = m_ops[m_open.back()];
        m_open.pop_back();
        if (to.head < least)
            continue;
        if (to.rank == before.rank) {
            if (to.position >= first && to.position < before.position)
                return true;
            continue;
        }
        const int end = m_seen[to.rank];
        m_seen[to.rank] = std::max(m_seen[to.rank], to.position);
        for (int position = to.position; position > end; --position) {
            const Op& next = m_ops[m_order[to.rank][position]];
            m_effort += kToFollow;
            if (next.head < least)
                break;
            if (next.source >= 0)
                m_open.push_back(next.source);
        }
    }
    return false;
}

Time OrderGraph::wayThrough() {
    const auto [rank, at] = m_proposed;
    const int count = static_cast<int>(m_proposal.size());
    m_effort += std::int64_t{kToJudge} * count;
    m_starts.resize(m_proposal.size());
    Time free = freeBefore(rank, at);
    for (int i = 0; i < count; ++i) {
        const Op& op = m_ops[m_proposal[i]];
        m_starts[i] = std::max(free, arrival(op));
        free = m_starts[i] + op.length;
    }
    Time longest = std::numeric_limits<Time>::min();
    Time tail = tailFrom(rank, at + count);
    for (int i = count - 1; i >= 0; --i) {
        const Op& op = m_ops[m_proposal[i]];
        tail = std::max(tail, onward(op)) + op.length;
        longest = std::max(longest, m_starts[i] + tail);
    }
    return longest;
}

void OrderGraph::make() {
    const auto [rank, at] = m_proposed;
    const auto first = m_order[rank].begin() + at;
    m_past.push_back({rank, at, m_pastOps.size()});
    m_pastOps.insert(m_pastOps.end(), first, first + static_cast<std::ptrdiff_t>(m_proposal.size()));
    place(rank, at, m_proposal.data(), static_cast<int>(m_proposal.size()));
}

void OrderGraph::undo() {
    for (auto change = m_past.rbegin(); change != m_past.rend(); ++change) {
        place(change->rank, change->at, m_pastOps.data() + change->begin,
              static_cast<int>(m_pastOps.size() - change->begin));
        m_pastOps.resize(change->begin);
    }
    keep();
}

void OrderGraph::keep() {
    m_past.clear();
    m_pastOps.clear();
}

/// Puts the ops there, one behind the other.
void OrderGraph::place(int rank, int at, const int* ops, int count) {
    const int base = m_table.firstCell[rank];
    for (int i = 0; i < count; ++i) {
        Op& op = m_ops[ops[i]];
        m_sequences[rank][at + i] = static_cast<Code>(op.cell - base);
        op.position = at + i;
        m_order[rank][op.position] = ops[i];
        m_held[rank][op.position + 1] = m_held[rank][op.position] + op.change;
    }
    const int end = at + count;
    const Time free = freeBefore(rank, at);
    for (int position = at; position < std::min(end + 1, length(rank)); ++position)
        m_marked.mark(m_order[rank][position], free + position - at);
    mendHeads();
    const Time tail = tailFrom(rank, end);
    for (int position = end - 1; position >= std::max(0, at - 1); --position)
        m_marked.mark(m_order[rank][position], tail + end - position);
    for (int other = 0; other < m_table.ranks(); ++other)
        if (takesBegin(other) && length(other) > 0)
            m_marked.mark(m_order[other].back(), m_after[other]);
    mendTails();
}

void OrderGraph::mendHeads() {
    while (!m_marked.isEmpty()) {
        Op& op = m_ops[m_marked.take()];
        m_effort += kToMend;
        const Time head = std::max(freeBefore(op.rank, op.position), arrival(op));
        if (head == op.head)
            continue;
        op.head = head;
        if (op.position + 1 < length(op.rank)) {
            const int next = m_order[op.rank][op.position + 1];
            m_marked.mark(next, std::max(m_ops[next].head, head));
        }
        if (op.waiting >= 0)
            m_marked.mark(op.waiting, std::max(m_ops[op.waiting].head, head));
    }
}

void OrderGraph::mendTails() {
    while (!m_marked.isEmpty()) {
        Op& op = m_ops[m_marked.take()];
        m_effort += kToMend;
        const Time tail = op.length + std::max(tailFrom(op.rank, op.position + 1), onward(op));
        if (tail == op.tail)
            continue;
        op.tail = tail;
        if (op.position > 0) {
            const int before = m_order[op.rank][op.position - 1];
            m_marked.mark(before, std::max(m_ops[before].tail, tail));
        }
        if (op.source >= 0)
            m_marked.mark(op.source, std::max(m_ops[op.source].tail, tail));
    }
}

Time OrderGraph::longest() const {
    Time most = 0;
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        most = std::max(most, freeBefore(rank, length(rank)) + m_after[rank]);
    return most;
}

Cost OrderGraph::cost() const {
    double spans = 0;
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        spans += static_cast<double>(m_rankCost.spanOf(rank, firstOf(rank), freeBefore(rank, length(rank))));
    return costFrom(static_cast<double>(longest()), spans, m_table.ranks());
}

void OrderGraph::findCritical(std::vector<Place>& places) const {
    places.clear();
    Time most = std::numeric_limits<Time>::min();
    int own = OpLink::kNone;
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        if (length(rank) == 0)
            continue;
        const Time brought = freeBefore(rank, length(rank)) + m_after[rank];
        if (brought > most) {
            most = brought;
            own = m_order[rank].back();
        }
    }
    while (own >= 0) {
        const Op& op = m_ops[own];
        places.push_back({op.rank, op.position});
        if (op.source >= 0 && arrival(op) == op.head)
            own = op.source;
        else
            own = op.position > 0 ? m_order[op.rank][op.position - 1] : OpLink::kNone;
    }
}

int OrderGraph::indexAt(int rank, int position) const {
    const int op = m_order[rank][position];
    return op - m_links.first[m_ops[op].cell];
}

int OrderGraph::positionOf(int rank, Code code, int index) const {
    const int cell = m_table.firstCell[rank] + code;
    return index >= 0 && index < m_table.cells[cell].count ? m_ops[m_links.first[cell] + index].position : -1;
}

} // namespace lanewright
