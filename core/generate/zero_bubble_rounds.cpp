// SPDX-License-Identifier: Apache-2.0
#include "core/generate/zero_bubble_rounds.h"

#include <algorithm>

namespace lanewright {

std::array<RoundRule, 8> roundRules() {
    std::array<RoundRule, 8> rules;
    for (int i = 0; i < 8; ++i)
        rules[i] = {
            .overrunFirstBackward = (i & 4) != 0, .letBackwardsPass = (i & 2) == 0, .fillSmallGaps = (i & 1) == 0};
    return rules;
}

RoundBuilder::RoundBuilder(const Pipe& pipe)
    : m_pipe(pipe), m_goes(pipe.size()), m_forwardEnd(static_cast<std::size_t>(pipe.size()) * pipe.microbatches),
      m_lastBackward(pipe.size()) {}

WordsCost RoundBuilder::build(const RoundRule& rule, PipeWords& words) {
    m_rule = rule;
    m_mostIdle = 0;
    m_stages.assign(m_pipe.size(), {});
    for (int stage = 0; stage < m_pipe.size(); ++stage)
        m_stages[stage].end = words.of(stage);
    warmUp();
    for (int round = 1; round < m_pipe.microbatches; ++round) {
        chooseForwards();
        forwardWave();
        backwardWave();
    }
    WordsCost cost;
    for (int stage = 0; stage < m_pipe.size(); ++stage) {
        Stage& own = m_stages[stage];
        while (own.weights < m_pipe.microbatches)
            weight(stage);
        cost.longestSpan = std::max(cost.longestSpan, own.free - own.first);
        cost.makespan = std::max(cost.makespan, own.free);
        cost.peak = std::max(cost.peak, own.peak);
    }
    return cost;
}

void RoundBuilder::warmUp() {
    for (int stage = 0; stage < m_pipe.size(); ++stage)
        forward(stage);
    const std::vector<int> ahead = forwardsAhead();
    for (int stage = 0; stage < m_pipe.size(); ++stage)
        for (int i = 0; i < ahead[stage]; ++i)
            forward(stage);
    for (int stage = m_pipe.size() - 1; stage >= 0; --stage)
        backward(stage);
}

// The forwards of each stage between its first F and its first B: what fits, and fewer than the stage before has.
std::vector<int> RoundBuilder::forwardsAhead() const {
    const int last = m_pipe.size() - 1;
    std::vector<int> ahead(m_pipe.size());
    Time gradient = m_stages[last].free + m_pipe.stages[last].backward;
    for (int stage = last - 1; stage >= 0; --stage) {
        const PipeStage& costs = m_pipe.stages[stage];
        gradient += costs.up;
        ahead[stage] = forwardsBefore(stage, gradient);
        gradient = std::max(gradient, m_stages[stage].free + ahead[stage] * costs.forward) + costs.backward;
    }
    // Two stages may run equally far ahead only when there is no microbatch left to tell them apart.
    for (int stage = 1; stage <= last; ++stage)
        if (ahead[stage - 1] < m_pipe.microbatches - 1)
            ahead[stage] = std::clamp(ahead[stage - 1] - 1, 0, ahead[stage]);
    return ahead;
}

// How many more forwards the stage runs before the first gradient, which comes at `gradient`.
int RoundBuilder::forwardsBefore(int stage, Time gradient) const {
    const PipeStage& costs = m_pipe.stages[stage];
    Time end = m_stages[stage].free;
    Bytes held = m_stages[stage].held;
    int count = 0;
    while (count + 1 < m_pipe.microbatches && held + costs.forwardMemory <= costs.room) {
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
    for (int stage = m_pipe.size() - 1; stage >= 0; --stage) {
        const bool nextGoes = stage + 1 == m_pipe.size() || m_goes[stage + 1];
        m_goes[stage] = nextGoes && m_stages[stage].forwards < m_pipe.microbatches && !passesOver(stage);
    }
}

// Whether the stage had better wait for the next stage's coming gradient than run another forward.
bool RoundBuilder::passesOver(int stage) const {
    if (!m_rule.letBackwardsPass || stage + 1 == m_pipe.size())
        return false;
    const Stage& own = m_stages[stage];
    const Stage& next = m_stages[stage + 1];
    if (own.forwards < next.forwards + 2)
        return false;
    const PipeStage& costs = m_pipe.stages[stage];
    const PipeStage& nextCosts = m_pipe.stages[stage + 1];
    const Time gradient = next.free + nextCosts.forward + nextCosts.backward + costs.up;
    if (own.free >= gradient)
        return true;
    // The W that make room for the forward come before it.
    Time end = own.free + costs.forward;
    Bytes held = own.held + costs.forwardMemory;
    for (int waiting = own.backwards - own.weights; waiting > 0 && held > costs.room; --waiting) {
        end += costs.weight;
        held += costs.weightMemory;
    }
    return end > gradient && gradient - own.free <= m_mostIdle - own.idle;
}

void RoundBuilder::forwardWave() {
    for (int stage = 0; stage < m_pipe.size(); ++stage) {
        const bool fed = stage == 0 || m_stages[stage - 1].forwards > m_stages[stage].forwards;
        if (!m_goes[stage] || !fed || !makeRoom(stage, m_pipe.stages[stage].forwardMemory))
            continue;
        fillGap(stage, activationAt(stage));
        forward(stage);
    }
}

void RoundBuilder::backwardWave() {
    for (int stage = m_pipe.size() - 1; stage >= 0; --stage) {
        const Stage& own = m_stages[stage];
        makeRoom(stage, 0);
        fillGap(stage, gradientAt(stage));
        // The first stage ends last. Once its forwards are done nothing is won by putting W off.
        if (stage == 0 && own.forwards == m_pipe.microbatches)
            while (own.weights < own.backwards)
                weight(stage);
        backward(stage);
    }
}

// Runs W until `bytes` more fit; false when none is left to run.
bool RoundBuilder::makeRoom(int stage, Bytes bytes) {
    const Stage& own = m_stages[stage];
    while (own.held + bytes > m_pipe.stages[stage].room) {
        if (own.weights == own.backwards)
            return false;
        weight(stage);
    }
    return true;
}

// Runs the W that fit into the wait; and one more where that wait would make the stage the idlest of all.
void RoundBuilder::fillGap(int stage, Time until) {
    const Stage& own = m_stages[stage];
    const Time length = m_pipe.stages[stage].weight;
    while (own.weights < own.backwards && own.free + length <= until)
        weight(stage);
    if (own.weights == own.backwards || own.free >= until)
        return;
    if (m_rule.fillSmallGaps || until - own.free > m_mostIdle - own.idle)
        weight(stage);
}

void RoundBuilder::forward(int stage) {
    const PipeStage& costs = m_pipe.stages[stage];
    Stage& own = m_stages[stage];
    wait(own, activationAt(stage));
    own.free += costs.forward;
    own.held += costs.forwardMemory;
    own.peak = std::max(own.peak, own.held);
    m_forwardEnd[static_cast<std::size_t>(stage) * m_pipe.microbatches + own.forwards] = own.free;
    ++own.forwards;
    *own.end++ = OpKind::F;
}

void RoundBuilder::backward(int stage) {
    const PipeStage& costs = m_pipe.stages[stage];
    Stage& own = m_stages[stage];
    wait(own, gradientAt(stage));
    own.free += costs.backward;
    own.peak = std::max(own.peak, own.held + costs.recomputeMemory);
    own.held += costs.backwardMemory;
    m_lastBackward[stage] = own.free;
    ++own.backwards;
    *own.end++ = OpKind::B;
}

void RoundBuilder::weight(int stage) {
    const PipeStage& costs = m_pipe.stages[stage];
    Stage& own = m_stages[stage];
    own.free += costs.weight;
    own.held += costs.weightMemory;
    ++own.weights;
    *own.end++ = OpKind::W;
}

void RoundBuilder::wait(Stage& own, Time until) {
    const Time start = std::max(own.free, until);
    if (own.forwards == 0) {
        own.first = start;
    } else {
        own.idle += start - own.free;
        m_mostIdle = std::max(m_mostIdle, own.idle);
    }
    own.free = start;
}

// When the activation for the stage's next forward has come from the stage before.
Time RoundBuilder::activationAt(int stage) const {
    if (stage == 0)
        return 0;
    const std::size_t base = static_cast<std::size_t>(stage - 1) * m_pipe.microbatches;
    return m_forwardEnd[base + m_stages[stage].forwards] + m_pipe.stages[stage - 1].down;
}

// When the gradient for the stage's next backward has come; the next stage has run that backward last.
Time RoundBuilder::gradientAt(int stage) const {
    return stage + 1 == m_pipe.size() ? 0 : m_lastBackward[stage + 1] + m_pipe.stages[stage].up;
}

} // namespace lanewright
