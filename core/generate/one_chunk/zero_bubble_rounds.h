// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/sequence_writer.h"

#include <array>
#include <vector>

/// The automatic Zero Bubble method: orders made round by round. Inside core/generate only. After Qi, Wan, Huang, Lin:
/// Zero Bubble Pipeline Parallelism (arXiv:2401.10241), section 3.
///
/// A round gives each stage a forward and a backward, so that the stages stay in step as in 1F1B; since the times of
/// all that ran before are known, a stage sees how long it would wait and runs W there. Three decisions can go either
/// way, so all eight combinations are built and timed.
namespace lanewright {

/// The three choices that the method leaves open; all eight combinations are tried.
struct RoundRule {
    bool overrunFirstBackward = false; ///< warm-up: let the last forward end after the first gradient has come
    bool letBackwardsPass = false;     ///< steady: a stage that is ahead may leave out a forward for a gradient
    bool fillSmallGaps = false;        ///< a W that outlasts its gap goes in even where the gap would cost nothing
    bool wholeWeights = true;          ///< all parts of a W at once, where it has parts
    friend bool operator==(const RoundRule&, const RoundRule&) = default;
};

/// All rules with whole W, in the order in which they are tried.
std::array<RoundRule, 8> roundRules();

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

    /// Writes the sequences into `sequences`.
    void build(const RoundRule& rule, Sequences& sequences);

private:
    int rankOf(int stage) const { return m_instance.chunks[stage].rank; }
    int forwards(int stage) const { return m_writer.count(rankOf(stage), kForward); }
    void run(int stage, Code code) { m_writer.run(rankOf(stage), code, m_writer.readyAt(rankOf(stage), code)); }
    void warmUp();
    std::vector<int> forwardsAhead() const;
    int forwardsBefore(int stage, Time gradient) const;
    void chooseForwards();
    bool passesOver(int stage) const;
    void forwardWave();
    void backwardWave();
    void fillGap(int rank, Time until);

    static constexpr Code kForward = codeOf(0, OpKind::F);
    static constexpr Code kBackward = codeOf(0, OpKind::B);

    const Instance& m_instance;
    OpTable m_table;
    SequenceWriter m_writer;
    RoundRule m_rule;
    std::vector<char> m_goes; ///< per stage: runs a forward in this round
};

} // namespace lanewright
