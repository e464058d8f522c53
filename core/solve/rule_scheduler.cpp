// SPDX-License-Identifier: Apache-2.0
#include "core/solve/rule_scheduler.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace lanewright {

ListRule plainRule(const OpTable& table) {
    ListRule rule{.ranks = std::vector<RankRule>(table.ranks())};
    for (int rank = 0; rank < table.ranks(); ++rank)
        rule.ranks[rank].inFlight.assign(table.places(rank), RankRule::kAny);
    return rule;
}

bool RuleScheduler::build(const ListRule& rule, Sequences& sequences) {
    m_rule = &rule;
    m_script = nullptr;
    m_turns = turnsOf(rule.groups, m_table.places(0));
    return follow(sequences);
}

bool RuleScheduler::placeWeights(const ListRule& rule, const Sequences& script, Sequences& sequences) {
    m_rule = &rule;
    m_script = &script;
    m_turns.clear();
    std::ranges::fill(m_next, 0);
    return follow(sequences);
}

bool RuleScheduler::follow(Sequences& sequences) {
    return m_scheduler.run(
        {}, false, [this](int rank, Time now) { return take(rank, now); }, sequences);
}

/// Whether after this F the first microbatch still has all it needs, with what waits for W given back. The order of
/// all microbatches is by number, then direction.
bool RuleScheduler::isSafe(int rank, Code code) const {
    if (m_table.limit[rank] >= Instance::kNoLimit)
        return true;
    const int base = m_table.firstCell[rank];
    const int index = m_scheduler.count(rank, code);
    const ListScheduler::Rank& own = m_scheduler.at(rank);
    const auto count = [&](int cell) { return m_scheduler.count(rank, static_cast<Code>(cell)); };
    // The first microbatch of each direction that is not through its B everywhere on this rank.
    for (int direction = 0; direction < m_table.directions; ++direction) {
        int first = std::numeric_limits<int>::max();
        for (int cell = 1; cell < m_table.firstCell[rank + 1] - base; cell += kKinds)
            if (m_table.direction[base + cell] == direction && count(cell) < m_table.cells[base + cell].count)
                first = std::min(first, count(cell));
        if (first == std::numeric_limits<int>::max())
            continue;
        if (index < first || (index == first && m_table.direction[base + code] <= direction))
            continue;
        Bytes ofFirst = 0;
        for (int cell = 0; cell < m_table.firstCell[rank + 1] - base; cell += kKinds)
            if (m_table.direction[base + cell] == direction && count(cell) > first && count(cell + 1) <= first)
                ofFirst += m_table.cells[base + cell].change;
        const Bytes others = own.held + own.waitingMemory - ofFirst + m_table.cells[base + code].change;
        if (m_table.need[rank * m_table.directions + direction] + others > m_table.limit[rank])
            return false;
    }
    return true;
}

void RuleScheduler::consider(int rank, Code code, Time now, Choice& choice) const {
    const RankRule& rule = m_rule->ranks[rank];
    const bool forward = kindOf(code) == OpKind::F;
    const bool isFree = !m_script && !takesTurns();
    if (forward && isFree &&
        m_scheduler.count(rank, code) - m_scheduler.count(rank, codeOf(placeOf(code), OpKind::B)) >=
            rule.inFlight[placeOf(code)])
        return;
    const Time ready = m_scheduler.readyAt(rank, code);
    if (!forward)
        choice.gradient = std::min(choice.gradient, ready);
    if (ready > now) {
        choice.next = std::min(choice.next, ready);
        return;
    }
    if (forward && isFree && !isSafe(rank, code))
        return;
    // A B that lacks room though no W waits leaves its turn to a B that does not.
    if (!forward && m_scheduler.at(rank).waiting == 0 && m_scheduler.neededFor(rank, code) > m_table.limit[rank])
        return;
    int& best = forward ? choice.forward : choice.backward;
    // Places are in the order of stages: forwards are farther on with higher ones, backwards with lower ones.
    if (best == ListScheduler::kNothing || forward == rule.deepFirst)
        best = code;
}

/// The code of the F or B whose turn it is; nothing where all have run.
int RuleScheduler::nextInTurn(int rank, OpKind kind) const {
    const int places = m_table.places(rank);
    std::size_t turn = 0;
    for (int place = 0; place < places; ++place)
        turn += static_cast<std::size_t>(m_scheduler.count(rank, codeOf(place, kind)));
    if (turn == m_turns.size())
        return ListScheduler::kNothing;
    return codeOf(m_turns[turn], kind, places);
}

RuleScheduler::Choice RuleScheduler::choose(int rank, Time now) const {
    Choice choice;
    if (m_script) {
        const Sequence& script = (*m_script)[rank];
        if (m_next[rank] < static_cast<int>(script.size()))
            consider(rank, script[m_next[rank]], now, choice);
        return choice;
    }
    if (takesTurns()) {
        for (const OpKind kind : {OpKind::F, OpKind::B})
            if (const int code = nextInTurn(rank, kind); code >= 0)
                consider(rank, static_cast<Code>(code), now, choice);
        return choice;
    }
    for (int place = 0; place < m_table.places(rank); ++place)
        for (const OpKind kind : {OpKind::F, OpKind::B})
            consider(rank, codeOf(place, kind), now, choice);
    return choice;
}

/// The op, or the W that must make room for it first; nothing when there is no room to be made.
int RuleScheduler::takeOr(int rank, int code) const {
    return m_scheduler.neededFor(rank, static_cast<Code>(code)) <= m_table.limit[rank]
               ? code
               : m_scheduler.oldestWeight(rank, false);
}

/// What the rank starts now.
int RuleScheduler::chosen(int rank, Time now) const {
    const RankRule& rule = m_rule->ranks[rank];
    const int waiting = m_scheduler.at(rank).waiting;
    const Choice choice = choose(rank, now);
    if (waiting > 0 && waiting > rule.waiting)
        return m_scheduler.oldestWeight(rank, false);
    if (choice.backward >= 0 && (rule.backwardFirst || choice.forward < 0))
        return takeOr(rank, choice.backward);
    const bool waits = choice.forward >= 0 && choice.gradient != ListScheduler::kUnknown && choice.gradient > now &&
                       choice.gradient - now < rule.gradientWait && !m_script;
    if (choice.forward >= 0 && !waits)
        if (const int code = takeOr(rank, choice.forward); code >= 0)
            return code;
    if (choice.backward >= 0)
        return takeOr(rank, choice.backward);
    const int weight = m_scheduler.oldestWeight(rank, false);
    if (weight < 0 || choice.next == ListScheduler::kUnknown)
        return weight;
    const auto code = static_cast<Code>(weight);
    const Time time = m_table.cell(rank, code).timeOf(m_scheduler.count(rank, code));
    return choice.next - now + rule.overrun >= time ? weight : ListScheduler::kNothing;
}

int RuleScheduler::take(int rank, Time now) {
    const int code = chosen(rank, now);
    if (!m_script || code < 0 || kindOf(static_cast<Code>(code)) == OpKind::W)
        return code;
    const Sequence& script = (*m_script)[rank];
    int& next = m_next[rank];
    do
        ++next;
    while (next < static_cast<int>(script.size()) && kindOf(script[next]) == OpKind::W);
    return code;
}

} // namespace lanewright
