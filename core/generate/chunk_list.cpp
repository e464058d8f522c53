// SPDX-License-Identifier: Apache-2.0
#include "core/generate/chunk_list.h"

#include <algorithm>
#include <array>

namespace lanewright {

ChunkListScheduler::ChunkListScheduler(const Instance& instance)
    : m_instance(instance), m_table(tableOf(instance, FreeWeights::Kept)), m_scheduler(m_table) {
    for (int rank = 0; rank < instance.ranks(); ++rank)
        m_phases.push_back(phasesOn(rank));
}

ChunkListScheduler::Phases ChunkListScheduler::phasesOn(int rank) const {
    const std::vector<int>& chunks = m_instance.onRank[rank];
    Phases phases{.ops = {0}, .holds = {0}};
    std::vector<Bytes> during = {0}; // what is held while the op before the phase runs
    Bytes held = 0;
    for (const int chunk : chunks) {
        held += m_instance.chunks[chunk].forwardMemory;
        phases.ops.push_back(codeOf(static_cast<int>(phases.ops.size()) - 1, OpKind::F));
        phases.holds.push_back(held);
        during.push_back(held);
    }
    for (std::size_t place = chunks.size(); place-- > 0;) {
        const Chunk& chunk = m_instance.chunks[chunks[place]];
        during.push_back(held + std::max<Bytes>({0, chunk.recomputeMemory, chunk.backwardMemory}));
        held += chunk.backwardMemory + chunk.weightMemory;
        phases.ops.push_back(codeOf(static_cast<int>(place), OpKind::B));
        phases.holds.push_back(held);
    }
    phases.needs.assign(phases.holds.size(), 0);
    Bytes most = 0;
    for (std::size_t phase = phases.holds.size(); phase-- > 0;) {
        phases.needs[phase] = std::max<Bytes>(0, most - phases.holds[phase]);
        most = std::max(most, during[phase]);
    }
    return phases;
}

bool ChunkListScheduler::build(const ChunkListRule& rule, const Cutoff& cutoff, Sequences& sequences) {
    m_rule = &rule;
    return m_scheduler.run(
        cutoff, rule.wholeWeights, [this](int rank, Time now) { return take(rank, now); }, sequences);
}

// Whether all microbatches on the rank could still end once the op has run, one after the other, the oldest first.
bool ChunkListScheduler::keepsSafe(int rank, Code code) const {
    const Bytes limit = m_table.limit[rank];
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
        if (count > 0 && held + phases.needs[phase] > limit)
            return false;
        held -= count * phases.holds[phase];
        further = here;
    }
    return true;
}

// The op, or the W that make room for it; nothing where it is not safe.
int ChunkListScheduler::orWeight(int rank, int code) const {
    const Bytes limit = m_table.limit[rank];
    if (limit >= Instance::kNoLimit)
        return code;
    const auto op = static_cast<Code>(code);
    if (!keepsSafe(rank, op))
        return ListScheduler::kNothing;
    if (m_scheduler.neededFor(rank, op) <= limit)
        return code;
    if (m_scheduler.neededFor(rank, op) + m_scheduler.at(rank).waitingMemory > limit)
        return ListScheduler::kNothing;
    return m_scheduler.oldestWeight(rank, true);
}

bool ChunkListScheduler::mayEnter(int rank, int place) const {
    return m_scheduler.count(rank, codeOf(place, OpKind::F)) - m_scheduler.count(rank, codeOf(place, OpKind::B)) <
           m_rule->inFlight[m_instance.onRank[rank][place]];
}

// The op to start now, if there is one.
int ChunkListScheduler::take(int rank, Time now) const {
    constexpr Time kUnknown = ListScheduler::kUnknown;
    constexpr int kNothing = ListScheduler::kNothing;
    const int waiting = m_scheduler.at(rank).waiting;
    if (m_rule->weights == WeightRule::Steady && waiting > m_rule->waiting[rank] * m_instance.weightParts)
        return m_scheduler.oldestWeight(rank, true);
    int forward = kNothing;
    int backward = kNothing;
    Time nextBackward = kUnknown;
    Time next = kUnknown;
    for (int place = 0; place < m_table.places(rank); ++place) {
        const Time gradient = m_scheduler.readyAt(rank, codeOf(place, OpKind::B));
        nextBackward = std::min(nextBackward, gradient);
        if (gradient <= now && backward == kNothing)
            backward = codeOf(place, OpKind::B);
        const Time activation = mayEnter(rank, place) ? m_scheduler.readyAt(rank, codeOf(place, OpKind::F)) : kUnknown;
        if (activation <= now)
            forward = codeOf(place, OpKind::F);
        else
            next = std::min(next, activation);
    }
    if (forward != kNothing && nextBackward > now && nextBackward != kUnknown &&
        4 * (nextBackward - now) < m_rule->gradientWait * m_table.cell(rank, static_cast<Code>(forward)).time)
        forward = kNothing;
    const bool forwardLeads = forward != kNothing && (!m_rule->backwardFirst || backward == kNothing ||
                                                      (m_rule->lateForwardsFirst && forward > codeOf(0, OpKind::F)));
    for (const int code : forwardLeads ? std::array{forward, backward} : std::array{backward, forward})
        if (code != kNothing)
            if (const int taken = orWeight(rank, code); taken != kNothing)
                return taken;
    // An earlier chunk's F may do where a later one's does not fit.
    for (int code = forward - kKinds; code >= 0; code -= kKinds)
        if (m_scheduler.readyAt(rank, static_cast<Code>(code)) <= now &&
            mayEnter(rank, placeOf(static_cast<Code>(code))))
            if (const int taken = orWeight(rank, code); taken != kNothing)
                return taken;
    if (waiting == 0)
        return kNothing;
    const int weight = m_scheduler.oldestWeight(rank, true);
    return takesWeight(rank, weight, now, std::min(next, nextBackward)) ? weight : kNothing;
}

// Whether the rank, with nothing else to run, runs a W though it could wait for what comes next.
bool ChunkListScheduler::takesWeight(int rank, int weight, Time now, Time next) const {
    if (m_rule->weights == WeightRule::Fill || next == ListScheduler::kUnknown || next <= now)
        return true;
    const Cell& cell = m_table.cell(rank, static_cast<Code>(weight));
    const Time length = m_rule->wholeWeights ? cell.time : cell.time / cell.parts;
    return 4 * (next - now) >= (4 - m_rule->overrun) * length;
}

} // namespace lanewright
