// SPDX-License-Identifier: Apache-2.0
#include "core/generate/one_chunk/zero_bubble_rounds.h"

#include "core/model/costs.h"

#include <algorithm>

namespace lanewright {

std::array<RoundRule, 8> roundRules() {
    std::array<RoundRule, 8> rules;
    for (int i = 0; i < 8; ++i)
        rules[i] = {
            .overrunFirstBackward = (i & 4) != 0, .letBackwardsPass = (i & 2) == 0, .fillSmallGaps = (i & 1) == 0};
    return rules;
}

RoundBuilder::RoundBuilder(const Instance& instance)
    : m_instance(instance), m_microbatches(instance.microbatches[0]), m_goes(instance.stages),
      m_forwardEnd(static_cast<std::size_t>(instance.stages) * m_microbatches), m_lastBackward(instance.stages) {}

void RoundBuilder::build(const RoundRule& rule, Sequences& sequences) {
    m_rule = rule;
    m_mostIdle = 0;
    m_stages.assign(m_instance.stages, {});
    sequences.resize(m_instance.ranks());
    for (int stage = 0; stage < m_instance.stages; ++stage) {
        const Chunk& chunk = m_instance.chunks[stage];
        Sequence& sequence = sequences[chunk.rank];
        sequence.clear();
        sequence.reserve(static_cast<std::size_t>(m_microbatches) * (2 + m_instance.weightParts));
        m_stages[stage].sequence = &sequence;
        m_stages[stage].room = m_instance.limit[chunk.rank] - chunk.recomputeMemory;
    }
    warmUp();
    for (int round = 1; round < m_microbatches; ++round) {
        chooseForwards();
        forwardWave();
        backwardWave();
    }
    for (int stage = 0; stage < m_instance.stages; ++stage)
        while (waitingWeights(stage) > 0)
            weight(stage);
}

void RoundBuilder::warmUp() {
    for (int stage = 0; stage < m_instance.stages; ++stage)
        forward(stage);
    const std::vector<int> ahead = forwardsAhead();
    for (int stage = 0; stage < m_instance.stages; ++stage)
        for (int i = 0; i < ahead[stage]; ++i)
            forward(stage);
    for (int stage = m_instance.stages - 1; stage >= 0; --stage)
        backward(stage);
}

// The forwards of each stage between its first F and its first B: what fits, and fewer than the stage before has.
std::vector<int> RoundBuilder::forwardsAhead() const {
    const int last = m_instance.stages - 1;
    std::vector<int> ahead(m_instance.stages);
    Time gradient = m_stages[last].free + m_instance.chunks[last].backward;
    for (int stage = last - 1; stage >= 0; --stage) {
        const Chunk& costs = m_instance.chunks[stage];
        gradient += costs.up;
        ahead[stage] = forwardsBefore(stage, gradient);
        gradient = std::max(gradient, m_stages[stage].free + ahead[stage] * costs.forward) + costs.backward;
    }
    // Two stages may run equally far ahead only when there is no microbatch left to tell them apart.
    for (int stage = 1; stage <= last; ++stage)
        if (ahead[stage - 1] < m_microbatches - 1)
            ahead[stage] = std::clamp(ahead[stage - 1] - 1, 0, ahead[stage]);
    return ahead;
}

// How many more forwards the stage runs before the first gradient, which comes at `gradient`.
int RoundBuilder::forwardsBefore(int stage, Time gradient) const {
    const Chunk& costs = m_instance.chunks[stage];
    Time end = m_stages[stage].free;
    Bytes held = m_stages[stage].held;
    int count = 0;
    while (count + 1 < m_microbatches && held + costs.forwardMemory <= m_stages[stage].room) {
        const bool comesTooLate = m_rule.overrunFirstBackward ? end >= gradient : end + costs.forward > gradient;
        if (comesTooLate)
            break;
        end += costs.forward;
        held += costs.forwardMemory;
        ++count;
    }
    return count;
}

// A stage runs a forward in a round only if the next stage does, so that no stage runs away from the others.
void RoundBuilder::chooseForwards() {
    for (int stage = m_instance.stages - 1; stage >= 0; --stage) {
        const bool nextGoes = stage + 1 == m_instance.stages || m_goes[stage + 1];
        m_goes[stage] = nextGoes && m_stages[stage].forwards < m_microbatches && !passesOver(stage);
    }
}

// Whether the stage had better wait for the next stage's coming gradient than run another forward.
bool RoundBuilder::passesOver(int stage) const {
    if (!m_rule.letBackwardsPass || stage + 1 == m_instance.stages)
        return false;
    const Stage& own = m_stages[stage];
    const Stage& next = m_stages[stage + 1];
    if (own.forwards < next.forwards + 2)
        return false;
    const Chunk& costs = m_instance.chunks[stage];
    const Chunk& nextCosts = m_instance.chunks[stage + 1];
    const Time gradient = next.free + nextCosts.forward + nextCosts.backward + costs.up;
    if (own.free >= gradient)
        return true;
    // The W that make room for the forward come before it.
    Time end = own.free + costs.forward;
    Bytes held = own.held + costs.forwardMemory;
    const int parts = m_instance.weightParts;
    for (int waiting = waitingWeights(stage), part = own.weights % parts; waiting > 0 && held > own.room; --waiting) {
        end += shareOf(costs.weight, part, parts);
        held += shareOf(costs.weightMemory, part, parts);
        part = (part + 1) % parts;
    }
    return end > gradient && gradient - own.free <= m_mostIdle - own.idle;
}

void RoundBuilder::forwardWave() {
    for (int stage = 0; stage < m_instance.stages; ++stage) {
        const bool fed = stage == 0 || m_stages[stage - 1].forwards > m_stages[stage].forwards;
        if (!m_goes[stage] || !fed || !makeRoom(stage, m_instance.chunks[stage].forwardMemory))
            continue;
        fillGap(stage, activationAt(stage));
        forward(stage);
    }
}

void RoundBuilder::backwardWave() {
    for (int stage = m_instance.stages - 1; stage >= 0; --stage) {
        const Stage& own = m_stages[stage];
        makeRoom(stage, 0);
        fillGap(stage, gradientAt(stage));
        // The first stage ends last. Once its forwards are done nothing is won by putting W off.
        if (stage == 0 && own.forwards == m_microbatches)
            while (waitingWeights(stage) > 0)
                weight(stage);
        backward(stage);
    }
}

// Runs W until `bytes` more fit; false when none is left to run.
bool RoundBuilder::makeRoom(int stage, Bytes bytes) {
    const Stage& own = m_stages[stage];
    while (own.held + bytes > own.room) {
        if (waitingWeights(stage) == 0)
            return false;
        weight(stage);
    }
    return true;
}

// Runs the W that fit into the wait; and one more where that wait would make the stage the idlest of all.
void RoundBuilder::fillGap(int stage, Time until) {
    const Stage& own = m_stages[stage];
    while (waitingWeights(stage) > 0 && own.free + nextWeight(stage) <= until)
        weight(stage);
    if (waitingWeights(stage) == 0 || own.free >= until)
        return;
    if (m_rule.fillSmallGaps || until - own.free > m_mostIdle - own.idle)
        weight(stage);
}

void RoundBuilder::forward(int stage) {
    const Chunk& costs = m_instance.chunks[stage];
    Stage& own = m_stages[stage];
    wait(own, activationAt(stage));
    own.free += costs.forward;
    own.held += costs.forwardMemory;
    m_forwardEnd[static_cast<std::size_t>(stage) * m_microbatches + own.forwards] = own.free;
    ++own.forwards;
    own.sequence->push_back(codeOf(0, OpKind::F));
}

void RoundBuilder::backward(int stage) {
    const Chunk& costs = m_instance.chunks[stage];
    Stage& own = m_stages[stage];
    wait(own, gradientAt(stage));
    own.free += costs.backward;
    own.held += costs.backwardMemory;
    m_lastBackward[stage] = own.free;
    ++own.backwards;
    own.sequence->push_back(codeOf(0, OpKind::B));
}

void RoundBuilder::weight(int stage) {
    const Chunk& costs = m_instance.chunks[stage];
    const int parts = m_instance.weightParts;
    Stage& own = m_stages[stage];
    do {
        const int part = own.weights++ % parts;
        own.free += shareOf(costs.weight, part, parts);
        own.held += shareOf(costs.weightMemory, part, parts);
        own.sequence->push_back(codeOf(0, OpKind::W));
    } while (m_rule.wholeWeights && own.weights % parts != 0);
}

// Parts of W that could run.
int RoundBuilder::waitingWeights(int stage) const {
    return m_stages[stage].backwards * m_instance.weightParts - m_stages[stage].weights;
}

// How long the next W takes, or its next part.
Time RoundBuilder::nextWeight(int stage) const {
    const Time whole = m_instance.chunks[stage].weight;
    const int parts = m_instance.weightParts;
    return m_rule.wholeWeights ? whole : shareOf(whole, m_stages[stage].weights % parts, parts);
}

void RoundBuilder::wait(Stage& own, Time until) {
    const Time start = std::max(own.free, until);
    if (own.forwards > 0) {
        own.idle += start - own.free;
        m_mostIdle = std::max(m_mostIdle, own.idle);
    }
    own.free = start;
}

// When the activation for the stage's next forward has come from the stage before.
Time RoundBuilder::activationAt(int stage) const {
    if (stage == 0)
        return 0;
    const std::size_t base = static_cast<std::size_t>(stage - 1) * m_microbatches;
    return m_forwardEnd[base + m_stages[stage].forwards] + m_instance.chunks[stage - 1].down;
}

// When the gradient for the stage's next backward has come; the next stage has run that backward last.
Time RoundBuilder::gradientAt(int stage) const {
    return stage + 1 == m_instance.stages ? 0 : m_lastBackward[stage + 1] + m_instance.chunks[stage].up;
}

} // namespace lanewright
