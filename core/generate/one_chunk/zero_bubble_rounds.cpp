// SPDX-License-Identifier: Apache-2.0
#include "core/generate/one_chunk/zero_bubble_rounds.h"

#include <algorithm>

namespace lanewright {

std::array<RoundRule, 8> roundRules() {
    std::array<RoundRule, 8> rules;
    for (int i = 0; i < 8; ++i)
        rules[i] = {
            .overrunFirstBackward = (i & 4) != 0, .letBackwardsPass = (i & 2) == 0, .fillSmallGaps = (i & 1) == 0};
    return rules;
}

void RoundBuilder::build(const RoundRule& rule, Sequences& sequences) {
    m_rule = rule;
    m_writer.begin(rule.wholeWeights, sequences);
    warmUp();
    for (int round = 1; round < m_instance.microbatches[0]; ++round) {
        chooseForwards();
        forwardWave();
        backwardWave();
    }
    for (int rank = 0; rank < m_instance.ranks(); ++rank)
        m_writer.runWeights(rank);
}

void RoundBuilder::warmUp() {
    for (int stage = 0; stage < m_instance.stages; ++stage)
        run(stage, kForward);
    const std::vector<int> ahead = forwardsAhead();
    for (int stage = 0; stage < m_instance.stages; ++stage)
        for (int i = 0; i < ahead[stage]; ++i)
            run(stage, kForward);
    for (int stage = m_instance.stages - 1; stage >= 0; --stage)
        run(stage, kBackward);
}

// The forwards of each stage between its first F and its first B: what fits, and fewer than the stage before has.
std::vector<int> RoundBuilder::forwardsAhead() const {
    const int last = m_instance.stages - 1;
    std::vector<int> ahead(m_instance.stages);
    Time gradient = m_writer.at(rankOf(last)).free + m_instance.chunks[last].backward;
    for (int stage = last - 1; stage >= 0; --stage) {
        const Chunk& costs = m_instance.chunks[stage];
        gradient += costs.up;
        ahead[stage] = forwardsBefore(stage, gradient);
        gradient = std::max(gradient, m_writer.at(costs.rank).free + ahead[stage] * costs.forward) + costs.backward;
    }
    // Two stages may run equally far ahead only when there is no microbatch left to tell them apart.
    for (int stage = 1; stage <= last; ++stage)
        if (ahead[stage - 1] < m_instance.microbatches[0] - 1)
            ahead[stage] = std::clamp(ahead[stage - 1] - 1, 0, ahead[stage]);
    return ahead;
}

// How many more forwards the stage runs before the first gradient, which comes at `gradient`.
int RoundBuilder::forwardsBefore(int stage, Time gradient) const {
    const Chunk& costs = m_instance.chunks[stage];
    Time end = m_writer.at(costs.rank).free;
    Bytes needed = m_writer.at(costs.rank).held + costs.recomputeMemory;
    int count = 0;
    while (count + 1 < m_instance.microbatches[0] && needed + costs.forwardMemory <= m_instance.limit[costs.rank]) {
        const bool comesTooLate = m_rule.overrunFirstBackward ? end >= gradient : end + costs.forward > gradient;
        if (comesTooLate)
            break;
        end += costs.forward;
        needed += costs.forwardMemory;
        ++count;
    }
    return count;
}

// A stage runs a forward in a round only if the next stage does, so that no stage runs away from the others.
void RoundBuilder::chooseForwards() {
    for (int stage = m_instance.stages - 1; stage >= 0; --stage) {
        const bool nextGoes = stage + 1 == m_instance.stages || m_goes[stage + 1];
        m_goes[stage] = nextGoes && forwards(stage) < m_instance.microbatches[0] && !passesOver(stage);
    }
}

// Whether the stage had better wait for the next stage's coming gradient than run another forward.
bool RoundBuilder::passesOver(int stage) const {
    if (!m_rule.letBackwardsPass || stage + 1 == m_instance.stages || forwards(stage) < forwards(stage + 1) + 2)
        return false;
    const Chunk& costs = m_instance.chunks[stage];
    const Chunk& nextCosts = m_instance.chunks[stage + 1];
    const SequenceWriter::Rank& own = m_writer.at(costs.rank);
    const Time gradient = m_writer.at(nextCosts.rank).free + nextCosts.forward + nextCosts.backward + costs.up;
    if (own.free >= gradient)
        return true;
    // The W that make room for the forward come before it.
    Time end = own.free + costs.forward;
    Bytes needed = own.held + costs.forwardMemory + costs.recomputeMemory;
    const Cell& weight = m_table.cell(costs.rank, codeOf(0, OpKind::W));
    int index = m_writer.count(costs.rank, codeOf(0, OpKind::W));
    for (int waiting = m_writer.weights(costs.rank); waiting > 0 && needed > m_instance.limit[costs.rank]; --waiting) {
        end += weight.timeOf(index);
        needed += weight.changeOf(index++);
    }
    return end > gradient && gradient - own.free <= m_writer.mostIdle() - own.idle;
}

void RoundBuilder::forwardWave() {
    for (int stage = 0; stage < m_instance.stages; ++stage) {
        const Chunk& costs = m_instance.chunks[stage];
        const bool fed = stage == 0 || forwards(stage - 1) > forwards(stage);
        if (!m_goes[stage] || !fed || !m_writer.makeRoom(costs.rank, costs.forwardMemory + costs.recomputeMemory))
            continue;
        const Time there = m_writer.readyAt(costs.rank, kForward);
        fillGap(costs.rank, there);
        m_writer.run(costs.rank, kForward, there);
    }
}

void RoundBuilder::backwardWave() {
    for (int stage = m_instance.stages - 1; stage >= 0; --stage) {
        const Chunk& costs = m_instance.chunks[stage];
        m_writer.makeRoom(costs.rank, costs.recomputeMemory);
        const Time there = m_writer.readyAt(costs.rank, kBackward);
        fillGap(costs.rank, there);
        // The first stage ends last. Once its forwards are done nothing is won by putting W off.
        if (stage == 0 && forwards(stage) == m_instance.microbatches[0])
            m_writer.runWeights(costs.rank);
        m_writer.run(costs.rank, kBackward, there);
    }
}

// Runs the W that fit into the wait; and one more where that wait would make the stage the idlest of all.
void RoundBuilder::fillGap(int rank, Time until) {
    const Time spare = m_rule.fillSmallGaps ? 0 : m_writer.mostIdle() - m_writer.at(rank).idle;
    m_writer.fillGap(rank, until, spare);
}

} // namespace lanewright
