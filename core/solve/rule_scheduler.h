// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/list_scheduler.h"
#include "core/solve/groups.h"

#include <vector>

/// Rules of list scheduling for any placement. Inside core/solve only.
namespace lanewright {

/// What one rank takes when it is free.
struct RankRule {
    std::vector<int> inFlight = {}; ///< per place: the most microbatches between F and B; at least 1
    int waiting = kAny;             ///< the most W that may wait; the next one goes at once
    Time overrun = 0;               ///< how far a W may reach beyond the gap it fills
    Time gradientWait = 0;          ///< an F waits for a gradient that is known to come sooner than that
    bool backwardFirst = true;      ///< takes the B where an F and a B are both there
    bool deepFirst = true;          ///< takes the one farther on its way where two F (or two B) are there

    static constexpr int kAny = 1 << 28;
    friend bool operator==(const RankRule&, const RankRule&) = default;
};

/// What each rank takes, and in which turns.
struct ListRule {
    std::vector<RankRule> ranks = {};
    Groups groups = {}; ///< with them, an F or B waits for its turn, and `inFlight` and `deepFirst` say nothing

    friend bool operator==(const ListRule&, const ListRule&) = default;
};

/// The rule that suits whoever has no idea yet.
ListRule plainRule(const OpTable& table);

/// Makes sequences by rules, within any limit that one microbatch fits in.
///
/// Memory never deadlocks it without groups: microbatches have one order for all ranks, and a rank lets an F in only
/// if, with those behind it in that order still held, what is left of the first one always fits.
class RuleScheduler {
public:
    explicit RuleScheduler(const OpTable& table) : m_table(table), m_scheduler(table), m_next(table.ranks()) {}

    /// Writes the sequences of the rule. False where a group has no room.
    bool build(const ListRule& rule, Sequences& sequences);

    /// Keeps the order of F and B of `script` and places W anew. False when that order leaves no room.
    bool placeWeights(const ListRule& rule, const Sequences& script, Sequences& sequences);

private:
    /// The best that could be run now, and when the next thing is known to come.
    struct Choice {
        int forward = ListScheduler::kNothing;   ///< a code
        int backward = ListScheduler::kNothing;  ///< a code
        Time gradient = ListScheduler::kUnknown; ///< when the next B can start
        Time next = ListScheduler::kUnknown;     ///< when the next F or B can start that can't start now
    };

    bool follow(Sequences& sequences);
    bool takesTurns() const { return !m_turns.empty(); }
    int nextInTurn(int rank, OpKind kind) const;
    Choice choose(int rank, Time now) const;
    void consider(int rank, Code code, Time now, Choice& choice) const;
    bool isSafe(int rank, Code code) const;
    int chosen(int rank, Time now) const;
    int take(int rank, Time now);
    int takeOr(int rank, int code) const;

    const OpTable& m_table;
    ListScheduler m_scheduler;
    const ListRule* m_rule = nullptr;
    const Sequences* m_script = nullptr;
    std::vector<int> m_next;             ///< per rank: position in the script
    std::vector<ChunkTurn> m_turns = {}; ///< what the rule's groups mean
};

} // namespace lanewright
