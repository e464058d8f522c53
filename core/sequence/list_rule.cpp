// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/list_rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace lanewright {

ListRule plainRule(const OpTable& table) {
    ListRule rule{.ranks = std::vector<RankRule>(table.ranks())};
    for (int rank = 0; rank < table.ranks(); ++rank)
        rule.ranks[rank].inFlight.assign(table.places(rank), Manner::kAny);
    return rule;
}

ListRule ruleOf(const Instance& instance, const std::vector<int>& inFlight, const Manner& manner) {
    ListRule rule{.ranks = std::vector<RankRule>(instance.ranks(), RankRule{manner})};
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        RankRule& own = rule.ranks[rank];
        int before = instance.stages;
        for (const int chunk : instance.onRank[rank]) {
            own.inFlight.push_back(inFlight[chunk]);
            before = std::min(before, instance.chunks[chunk].stage);
        }
        if (manner.waiting != Manner::kAny)
            own.waiting = manner.waiting * before;
    }
    return rule;
}

int onLine(double first, double last, int place, int places) {
    const double exact = first + (last - first) * place / std::max(1, places - 1);
    // A hair below, so that what is whole but for rounding is not rounded up.
    return std::max(1, static_cast<int>(std::ceil(exact - 1e-9)));
}

RuleScheduler::RuleScheduler(const OpTable& table) : m_table(table), m_scheduler(table) {
    for (int rank = 0; rank < table.ranks(); ++rank)
        m_phases.push_back(phasesOn(rank));
}

RuleScheduler::Phases RuleScheduler::phasesOn(int rank) const {
    Phases phases{.ops = {0}, .holds = {0}};
    std::vector<Bytes> during = {0}; // what is held while the op before the phase runs
    const auto add = [&](Code code, Bytes change) {
        during.push_back(phases.holds.back() + m_table.cell(rank, code).rise);
        phases.ops.push_back(code);
        phases.holds.push_back(phases.holds.back() + change);
    };
    const int places = m_table.places(rank);
    for (int place = 0; place < places; ++place)
        add(codeOf(place, OpKind::F), m_table.cell(rank, codeOf(place, OpKind::F)).change);
    for (int place = places - 1; place >= 0; --place)
        add(codeOf(place, OpKind::B),
            m_table.cell(rank, codeOf(place, OpKind::B)).change + m_table.cell(rank, codeOf(place, OpKind::W)).change);
    phases.needs.assign(phases.holds.size(), 0);
    Bytes most = 0;
    for (std::size_t phase = phases.holds.size(); phase-- > 0;) {
        phases.needs[phase] = std::max<Bytes>(0, most - phases.holds[phase]);
        most = std::max(most, during[phase]);
    }
    return phases;
}

bool RuleScheduler::build(const ListRule& rule, Sequences& sequences, const Cutoff& cutoff) {
    m_rule = &rule;
    m_turns = turnsOf(rule.groups, m_table.places(0));
    return m_scheduler.run(
        cutoff, rule.wholeWeights, [this](int rank, Time now) { return chosen(rank, now); }, sequences);
}

/// The first microbatch of the direction that is not through its B everywhere on the rank; none where all are.
std::optional<int> RuleScheduler::firstOpen(int rank, int direction) const {
    std::optional<int> first;
    for (int place = 0; place < m_table.places(rank); ++place) {
        const Code backward = codeOf(place, OpKind::B);
        const int done = m_scheduler.count(rank, backward);
        if (m_table.directionOf(rank, backward) == direction && done < m_table.cell(rank, backward).count)
            first = std::min(first.value_or(done), done);
    }
    return first;
}

/// What the rank holds of a microbatch between its F and B.
Bytes RuleScheduler::heldOf(int rank, int direction, int microbatch) const {
    Bytes held = 0;
    for (int place = 0; place < m_table.places(rank); ++place) {
        const Code forward = codeOf(place, OpKind::F);
        if (m_table.directionOf(rank, forward) == direction && m_scheduler.count(rank, forward) > microbatch &&
            m_scheduler.count(rank, codeOf(place, OpKind::B)) <= microbatch)
            held += m_table.cell(rank, forward).change;
    }
    return held;
}

/// Memory that waiting W will free counts as free.
bool RuleScheduler::firstEnds(int rank, Code code) const {
    if (m_table.limit[rank] >= Instance::kNoLimit)
        return true;
    const std::pair own{m_scheduler.count(rank, code), m_table.directionOf(rank, code)};
    const Bytes held = m_scheduler.at(rank).held + m_scheduler.at(rank).waitingMemory + m_table.cell(rank, code).change;
    for (int direction = 0; direction < m_table.directions; ++direction) {
        const std::optional<int> first = firstOpen(rank, direction);
        if (!first || own <= std::pair{*first, direction})
            continue; // the op is of that microbatch, or of one ahead of it
        if (m_table.needOf(rank, direction) + held - heldOf(rank, direction, *first) > m_table.limit[rank])
            return false;
    }
    return true;
}

bool RuleScheduler::allEnd(int rank, Code code) const {
    const Phases& phases = m_phases[rank];
    const int chunks = m_table.places(rank);
    const int* const counts = m_scheduler.countsOf(rank);
    // How many microbatches have done so many ops or more.
    const auto reached = [&](int phase) { return counts[phases.ops[phase]]; };
    const int from = kindOf(code) == OpKind::F ? placeOf(code) : 2 * chunks - 1 - placeOf(code);
    Bytes held =
        m_scheduler.at(rank).held + m_scheduler.at(rank).waitingMemory + phases.holds[from + 1] - phases.holds[from];
    int further = reached(2 * chunks);
    for (int phase = 2 * chunks - 1; phase > 0; --phase) {
        const int here = reached(phase);
        const int count = here - further + (phase == from + 1 ? 1 : 0) - (phase == from ? 1 : 0);
        if (count > 0 && held + phases.needs[phase] > m_table.limit[rank])
            return false;
        held -= count * phases.holds[phase];
        further = here;
    }
    return true;
}

inline bool RuleScheduler::mayEnter(int rank, Code code) const {
    const int* const counts = m_scheduler.countsOf(rank);
    return counts[code] - counts[code + 1] < m_rule->ranks[rank].inFlight[placeOf(code)]; // its B is the next code
}

inline void RuleScheduler::considerForward(int rank, Code code, bool isFree, Time now, Choice& choice) const {
    if (isFree && !mayEnter(rank, code))
        return;
    const Time ready = m_scheduler.readyAt(rank, code);
    if (ready > now)
        choice.next = std::min(choice.next, ready);
    else if (!isFree || m_rule->safety != Safety::FirstEnds || firstEnds(rank, code))
        // Places are in the order of stages: forwards are farther on with higher ones, backwards with lower ones.
        if (choice.forward == ListScheduler::kNothing || m_rule->ranks[rank].deepFirst)
            choice.forward = code;
}

inline void RuleScheduler::considerBackward(int rank, Code code, Time now, Choice& choice) const {
    const Time ready = m_scheduler.readyAt(rank, code);
    choice.gradient = std::min(choice.gradient, ready);
    if (ready > now)
        return;
    // A B that lacks room though no W waits leaves its turn to a B that does not.
    if (m_rule->safety == Safety::FirstEnds && m_scheduler.at(rank).waiting == 0 &&
        m_scheduler.neededFor(rank, code) > m_table.limit[rank])
        return;
    if (choice.backward == ListScheduler::kNothing || !m_rule->ranks[rank].deepFirst)
        choice.backward = code;
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
    if (m_turns.empty()) {
        for (int place = 0; place < m_table.places(rank); ++place) {
            considerForward(rank, codeOf(place, OpKind::F), true, now, choice);
            considerBackward(rank, codeOf(place, OpKind::B), now, choice);
        }
        return choice;
    }
    if (const int forward = nextInTurn(rank, OpKind::F); forward >= 0)
        considerForward(rank, static_cast<Code>(forward), false, now, choice);
    if (const int backward = nextInTurn(rank, OpKind::B); backward >= 0)
        considerBackward(rank, static_cast<Code>(backward), now, choice);
    return choice;
}

/// The op, or the W that must make room for it first; nothing where it can't or must not run.
int RuleScheduler::orWeight(int rank, int code) const {
    const auto op = static_cast<Code>(code);
    const Bytes limit = m_table.limit[rank];
    const bool banked = m_rule->safety == Safety::AllEnd && limit < Instance::kNoLimit;
    if (banked && !allEnd(rank, op))
        return ListScheduler::kNothing;
    const Bytes needed = m_scheduler.neededFor(rank, op);
    if (needed <= limit)
        return code;
    if (banked && needed + m_scheduler.at(rank).waitingMemory > limit)
        return ListScheduler::kNothing;
    return oldestWeight(rank);
}

/// What the rank starts now.
int RuleScheduler::chosen(int rank, Time now) const {
    const RankRule& rule = m_rule->ranks[rank];
    if (m_scheduler.at(rank).waiting > rule.waiting)
        return oldestWeight(rank);
    const auto [ready, backward, gradient, next] = choose(rank, now);
    int forward = ready;
    if (forward >= 0 && gradient > now && gradient != ListScheduler::kUnknown &&
        4 * (gradient - now) < rule.gradientWait * m_table.cell(rank, static_cast<Code>(forward)).time)
        forward = ListScheduler::kNothing;
    const bool isLate = rule.lateForwardsFirst && forward > codeOf(0, OpKind::F);
    const bool forwardLeads = backward < 0 || !rule.backwardFirst || isLate;
    for (const int code : forwardLeads ? std::array{forward, backward} : std::array{backward, forward})
        if (code >= 0)
            if (const int taken = orWeight(rank, code); taken >= 0)
                return taken;
    // An earlier chunk's F may be safe where a later one's is not.
    const bool mayChange = m_rule->safety == Safety::AllEnd && m_turns.empty();
    for (int code = forward - kKinds; code >= 0 && mayChange; code -= kKinds)
        if (const auto op = static_cast<Code>(code); m_scheduler.readyAt(rank, op) <= now && mayEnter(rank, op))
            if (const int taken = orWeight(rank, code); taken >= 0)
                return taken;
    return weightUntil(rank, now, std::min(next, gradient));
}

/// The W that a rank with nothing else to run takes though `next` is to come; nothing where it waits for that.
int RuleScheduler::weightUntil(int rank, Time now, Time next) const {
    if (m_scheduler.at(rank).waiting == 0)
        return ListScheduler::kNothing;
    const int weight = oldestWeight(rank);
    if (next == ListScheduler::kUnknown || next <= now)
        return weight;
    const Cell& cell = m_table.cell(rank, static_cast<Code>(weight));
    const Time length = m_rule->wholeWeights ? cell.time : cell.time / cell.parts;
    const int within = 4 - m_rule->ranks[rank].overrun;
    return 4 * (next - now) >= within * length ? weight : ListScheduler::kNothing;
}

} // namespace lanewright
