// SPDX-License-Identifier: Apache-2.0
#include "core/generate/one_chunk/zero_bubble_rounds.h"

#include "core/sequence/sequence_writer.h"

#include <algorithm>
#include <vector>

namespace lanewright {

namespace {

constexpr Code kForward = codeOf(0, OpKind::F);
constexpr Code kBackward = codeOf(0, OpKind::B);

/// The three choices that the method leaves open.
struct RoundRule {
    bool overrunFirstBackward = false; ///< warm-up: let the last forward end after the first gradient has come
    bool letBackwardsPass = false;     ///< steady: a stage that is ahead may leave out a forward for a gradient
    bool fillSmallGaps = false;        ///< a W that outlasts its gap goes in even where the gap would cost nothing
    bool wholeWeights = true;          ///< all parts of a W at once, where it has parts
};

/// Builds sequences in O(ops): a warm-up that ends in every stage's first B, then one round per microbatch in which a
/// wave of forwards runs down the stages and a wave of backwards up, and W go where a stage waits or lacks memory.
///
/// Never holds more than a stage has room for, as long as it has room for one microbatch: a forward that finds no room
/// is put off to a later round.
class RoundBuilder {
public:
    /// The instance has one direction and one chunk per rank. Keeps a reference.
    explicit RoundBuilder(const Instance& instance)
        : m_instance(instance), m_table(tableOfMeans(instance)), m_writer(m_table), m_goes(instance.stages) {}

    void build(const RoundRule& rule, Sequences& sequences) {
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

private:
    int rankOf(int stage) const { return m_instance.chunks[stage].rank; }
    int forwards(int stage) const { return m_writer.count(rankOf(stage), kForward); }
    void run(int stage, Code code) { m_writer.run(rankOf(stage), code, m_writer.readyAt(rankOf(stage), code)); }

    void warmUp() {
        for (int stage = 0; stage < m_instance.stages; ++stage)
            run(stage, kForward);
        const std::vector<int> ahead = forwardsAhead();
        for (int stage = 0; stage < m_instance.stages; ++stage)
            for (int i = 0; i < ahead[stage]; ++i)
                run(stage, kForward);
        for (int stage = m_instance.stages - 1; stage >= 0; --stage)
            run(stage, kBackward);
    }

    /// The forwards of each stage between its first F and its first B: what fits, and fewer than the stage before has.
    std::vector<int> forwardsAhead() const {
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

    /// How many more forwards the stage runs before the first gradient, which comes at `gradient`.
    int forwardsBefore(int stage, Time gradient) const {
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

    /// A stage runs a forward in a round only if the next stage does, so that no stage runs away from the others.
    void chooseForwards() {
        for (int stage = m_instance.stages - 1; stage >= 0; --stage) {
            const bool nextGoes = stage + 1 == m_instance.stages || m_goes[stage + 1];
            m_goes[stage] = nextGoes && forwards(stage) < m_instance.microbatches[0] && !passesOver(stage);
        }
    }

    /// Whether the stage had better wait for the next stage's coming gradient than run another forward.
    bool passesOver(int stage) const {
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
        for (int waiting = m_writer.weights(costs.rank); waiting > 0 && needed > m_instance.limit[costs.rank];
             --waiting) {
            end += weight.timeOf(index);
            needed += weight.changeOf(index++);
        }
        return end > gradient && gradient - own.free <= m_writer.mostIdle() - own.idle;
    }

    void forwardWave() {
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

    void backwardWave() {
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

    /// Runs the W that fit into the wait; and one more where that wait would make the stage the idlest of all.
    void fillGap(int rank, Time until) {
        const Time spare = m_rule.fillSmallGaps ? 0 : m_writer.mostIdle() - m_writer.at(rank).idle;
        m_writer.fillGap(rank, until, spare);
    }

    const Instance& m_instance;
    OpTable m_table;
    SequenceWriter m_writer;
    RoundRule m_rule;
    std::vector<char> m_goes; ///< per stage: runs a forward in this round
};

} // namespace

void offerRounds(OrderSearch& search) {
    RoundBuilder builder(search.instance());
    for (const bool overrun : {false, true})
        for (const bool pass : {true, false})
            for (const bool fill : {true, false})
                for (const bool whole : {true, false}) {
                    if (!whole && search.instance().weightParts == 1)
                        continue;
                    builder.build({overrun, pass, fill, whole}, search.draft());
                    search.offer();
                }
}

} // namespace lanewright
