// SPDX-License-Identifier: Apache-2.0
#include "core/solve/list_words.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace lanewright {

namespace {

constexpr Time kUnknown = std::numeric_limits<Time>::max();

} // namespace

ListRule plainRule(const Track& track) {
    ListRule rule(track.ranks());
    for (int rank = 0; rank < track.ranks(); ++rank)
        rule[rank].inFlight.assign(track.places(rank), RankRule::kAny);
    return rule;
}

ListWords::ListWords(const Track& track)
    : m_track(track), m_ranks(track.ranks()), m_count(track.cells.size()), m_arrivals(track.arrivals),
      m_own(track.cells.size()) {}

void ListWords::build(const ListRule& rule, Tapes& tapes) {
    m_rule = &rule;
    m_script = nullptr;
    clear(tapes);
    follow(tapes);
}

bool ListWords::placeWeights(const ListRule& rule, const Tapes& script, Tapes& tapes) {
    m_rule = &rule;
    m_script = &script;
    clear(tapes);
    return follow(tapes);
}

void ListWords::clear(Tapes& tapes) {
    std::ranges::fill(m_ranks, Rank{});
    std::ranges::fill(m_count, 0);
    tapes.resize(m_track.ranks());
    for (Tape& tape : tapes)
        tape.clear();
    m_wakes.clear();
    for (int rank = 0; rank < m_track.ranks(); ++rank)
        wake(0, rank);
}

bool ListWords::follow(Tapes& tapes) {
    while (!m_wakes.empty()) {
        std::ranges::pop_heap(m_wakes, std::greater<>{});
        const Wake next = m_wakes.back();
        m_wakes.pop_back();
        serve(next.rank, next.time, tapes);
    }
    for (int rank = 0; rank < m_track.ranks(); ++rank)
        if (static_cast<int>(tapes[rank].size()) != m_track.length[rank])
            return false;
    return true;
}

void ListWords::wake(Time time, int rank) {
    m_wakes.push_back({time, rank});
    std::ranges::push_heap(m_wakes, std::greater<>{});
}

void ListWords::serve(int rank, Time now, Tapes& tapes) {
    if (m_ranks[rank].free > now)
        return;
    if (const int code = take(rank, now); code >= 0)
        run(rank, static_cast<Code>(code), now, tapes);
}

/// When the next op of the cell can start, as far as that is known.
Time ListWords::readyAt(int rank, Code code) const {
    const int own = m_track.firstCell[rank] + code;
    const Cell& cell = m_track.cells[own];
    const int index = m_count[own];
    if (index == cell.count)
        return kUnknown;
    if (cell.follows >= 0 && m_count[m_track.firstCell[rank] + cell.follows] <= index)
        return kUnknown;
    if (cell.source < 0)
        return 0;
    if (m_count[cell.source] <= index)
        return kUnknown;
    return m_arrivals[m_track.cells[cell.source].arrivals + index];
}

/// Whether after this F the first microbatch still has all it needs, with what waits for W given back. The order of
/// all microbatches is by number, then direction.
bool ListWords::isSafe(int rank, Code code) const {
    if (m_track.limit[rank] >= Instance::kNoLimit)
        return true;
    const int base = m_track.firstCell[rank];
    const int index = m_count[base + code];
    const Rank& own = m_ranks[rank];
    // The first microbatch of each direction that is not through its B everywhere on this rank.
    for (int direction = 0; direction < m_track.directions; ++direction) {
        int first = std::numeric_limits<int>::max();
        for (int cell = 1; cell < m_track.firstCell[rank + 1] - base; cell += kKinds)
            if (m_track.direction[base + cell] == direction && m_count[base + cell] < m_track.cells[base + cell].count)
                first = std::min(first, m_count[base + cell]);
        if (first == std::numeric_limits<int>::max())
            continue;
        if (index < first || (index == first && m_track.direction[base + code] <= direction))
            continue;
        Bytes ofFirst = 0;
        for (int cell = 0; cell < m_track.firstCell[rank + 1] - base; cell += kKinds)
            if (m_track.direction[base + cell] == direction && m_count[base + cell] > first &&
                m_count[base + cell + 1] <= first)
                ofFirst += m_track.cells[base + cell].change;
        const Bytes others = own.held + own.pendingBytes - ofFirst + m_track.cells[base + code].change;
        if (m_track.need[rank * m_track.directions + direction] + others > m_track.limit[rank])
            return false;
    }
    return true;
}

void ListWords::consider(int rank, Code code, Time now, Choice& choice) const {
    const RankRule& rule = (*m_rule)[rank];
    const bool forward = kindOf(code) == OpKind::F;
    if (forward && !m_script) {
        const int base = m_track.firstCell[rank];
        if (m_count[base + code] - m_count[base + code + 1] >= rule.inFlight[placeOf(code)])
            return;
    }
    const Time ready = readyAt(rank, code);
    if (!forward)
        choice.gradient = std::min(choice.gradient, ready);
    if (ready > now) {
        choice.next = std::min(choice.next, ready);
        return;
    }
    if (forward && !m_script && !isSafe(rank, code))
        return;
    // A B that lacks room though no W waits leaves its turn to a B that does not.
    if (!forward && m_ranks[rank].pending == 0 &&
        m_ranks[rank].held + m_track.cell(rank, code).rise > m_track.limit[rank])
        return;
    int& best = forward ? choice.forward : choice.backward;
    // Places are in the order of stages: forwards are farther on with higher ones, backwards with lower ones.
    if (best < 0 || (forward == rule.deepFirst))
        best = code;
}

ListWords::Choice ListWords::choose(int rank, Time now) const {
    Choice choice{.gradient = kUnknown, .next = kUnknown};
    for (int place = 0; place < m_track.places(rank); ++place)
        for (const OpKind kind : {OpKind::F, OpKind::B})
            consider(rank, codeOf(place, kind), now, choice);
    return choice;
}

ListWords::Choice ListWords::chooseScripted(int rank, Time now) const {
    Choice choice{.gradient = kUnknown, .next = kUnknown};
    const Tape& script = (*m_script)[rank];
    if (m_ranks[rank].next < static_cast<int>(script.size()))
        consider(rank, script[m_ranks[rank].next], now, choice);
    return choice;
}

/// The W whose B is the oldest; −1 where none waits.
int ListWords::weightOf(int rank) const {
    int best = -1;
    int oldest = 0;
    const int base = m_track.firstCell[rank];
    for (int code = 2; code < m_track.firstCell[rank + 1] - base; code += kKinds) {
        const Cell& cell = m_track.cells[base + code];
        const int index = m_count[base + code] / cell.parts;
        if (m_count[base + code] < cell.count && index < m_count[base + code - 1] && (best < 0 || index < oldest)) {
            best = code;
            oldest = index;
        }
    }
    return best;
}

/// The op, or the W that must make room for it first; −1 when there is no room to be made.
int ListWords::takeOr(int rank, int code) const {
    const Rank& own = m_ranks[rank];
    return own.held + m_track.cell(rank, static_cast<Code>(code)).rise <= m_track.limit[rank] ? code : weightOf(rank);
}

/// What the rank starts now; −1: nothing.
int ListWords::take(int rank, Time now) const {
    const RankRule& rule = (*m_rule)[rank];
    const Rank& own = m_ranks[rank];
    const Choice choice = m_script ? chooseScripted(rank, now) : choose(rank, now);
    if (own.pending > 0 && own.pending > rule.waiting)
        return weightOf(rank);
    if (choice.backward >= 0 && (rule.backwardFirst || choice.forward < 0))
        return takeOr(rank, choice.backward);
    const bool waits = choice.forward >= 0 && choice.gradient != kUnknown && choice.gradient > now &&
                       choice.gradient - now < rule.patience && !m_script;
    if (choice.forward >= 0 && !waits)
        if (const int code = takeOr(rank, choice.forward); code >= 0)
            return code;
    if (choice.backward >= 0)
        return takeOr(rank, choice.backward);
    const int weight = weightOf(rank);
    if (weight < 0 || choice.next == kUnknown)
        return weight;
    const Time time = m_track.cell(rank, static_cast<Code>(weight)).timeOf(m_count[m_track.firstCell[rank] + weight]);
    return choice.next - now + rule.overrun >= time ? weight : -1;
}

void ListWords::run(int rank, Code code, Time now, Tapes& tapes) {
    const int own = m_track.firstCell[rank] + code;
    const Cell& cell = m_track.cells[own];
    Rank& state = m_ranks[rank];
    const int index = m_count[own]++;
    tapes[rank].push_back(code);
    state.free = now + cell.timeOf(index);
    const Bytes change = cell.changeOf(index);
    state.held += change;
    if (kindOf(code) == OpKind::W) {
        --state.pending;
        state.pendingBytes -= change;
    } else if (m_script) {
        const Tape& script = (*m_script)[rank];
        do
            ++state.next;
        while (state.next < static_cast<int>(script.size()) && kindOf(script[state.next]) == OpKind::W);
    }
    if (kindOf(code) == OpKind::B) {
        const Cell& weight = m_track.cells[own + 1];
        if (weight.count > 0) {
            state.pending += weight.parts;
            state.pendingBytes += weight.change;
        }
    }
    if (cell.arrivals >= 0) {
        m_arrivals[cell.arrivals + index] = state.free + cell.travel;
        wake(state.free + cell.travel, cell.receiver);
    }
    wake(state.free, rank);
}

} // namespace lanewright
