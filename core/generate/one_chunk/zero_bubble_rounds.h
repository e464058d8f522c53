// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

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
    explicit RoundBuilder(const Instance& instance);

    /// Writes the sequences into `sequences`.
    void build(const RoundRule& rule, Sequences& sequences);

private:
    struct Stage {
        int forwards = 0;
        int backwards = 0;
        int weights = 0; ///< parts
        Time free = 0;
        Time idle = 0; ///< since the first F
        Bytes held = 0;
        Bytes room = 0; ///< what F may fill and what may be held when B starts: the limit, less what R needs
        Sequence* sequence = nullptr;
    };

    void warmUp();
    std::vector<int> forwardsAhead() const;
    int forwardsBefore(int stage, Time gradient) const;
    void chooseForwards();
    bool passesOver(int stage) const;
    void forwardWave();
    void backwardWave();
    bool makeRoom(int stage, Bytes bytes);
    void fillGap(int stage, Time until);
    void forward(int stage);
    void backward(int stage);
    void weight(int stage);
    int waitingWeights(int stage) const;
    Time nextWeight(int stage) const;
    void wait(Stage& own, Time until);
    Time activationAt(int stage) const;
    Time gradientAt(int stage) const;

    const Instance& m_instance;
    int m_microbatches = 0;
    RoundRule m_rule;
    std::vector<Stage> m_stages;
    std::vector<char> m_goes;         ///< per stage: runs a forward in this round
    std::vector<Time> m_forwardEnd;   ///< `[stage * microbatches + microbatch]`
    std::vector<Time> m_lastBackward; ///< per stage: end of its latest B
    Time m_mostIdle = 0;              ///< the idle time of the stage that waited longest
};

} // namespace lanewright
