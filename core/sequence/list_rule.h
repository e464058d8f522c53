// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/list_scheduler.h"
#include "core/sequence/turns.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Rules of list scheduling: a few numbers that say what a free rank takes, and so make a whole order on any placement.
/// Generators try tables of them, searches change them.
namespace lanewright {

/// What a free rank takes of the ops that are there, whichever rank it is.
struct Manner {
    static constexpr int kAny = 1 << 28;
    static constexpr int kAnyGap = 4; ///< an overrun of a whole W: it fills whatever gap there is

    int waiting = kAny;        ///< the most W, or parts of them, that may wait; the next one goes at once
    int overrun = 0;           ///< quarters of a W: how far it may reach beyond the gap it fills
    int gradientWait = 0;      ///< quarters of an F: an F waits for a gradient that is known to come sooner than that
    bool backwardFirst = true; ///< takes the B where an F and a B are both there
    bool deepFirst = true;     ///< takes the one farther on its way where two F (or two B) are there
    bool lateForwardsFirst = false; ///< an F of another chunk than the first comes before a B, too

    friend bool operator==(const Manner&, const Manner&) = default;
};

/// The same for one rank, with how many microbatches it lets in.
struct RankRule : Manner {
    std::vector<int> inFlight = {}; ///< per place: the most microbatches between F and B; at least 1

    friend bool operator==(const RankRule&, const RankRule&) = default;
};

/// What keeps an order from getting stuck for lack of memory, as long as each rank has room for one microbatch.
enum class Safety : std::uint8_t {
    /// Microbatches have one order for all ranks, by number, then direction; a rank lets an F in only if, with those
    /// behind it in that order still held, what is left of the first one always fits. For any number of directions.
    FirstEnds,
    /// An F or B runs only if afterwards the microbatches on the rank can still end one after the other, the oldest
    /// first (the banker's algorithm, Dijkstra 1965). For one direction.
    AllEnd,
};

/// What each rank takes, and in which turns.
struct ListRule {
    std::vector<RankRule> ranks = {};
    Groups groups = {};        ///< with them, an F or B waits for its turn, and `inFlight` and `deepFirst` say nothing
    bool wholeWeights = false; ///< all parts of a W at once, where it has parts
    bool lastPlaceFirst = false; ///< where two W are of one microbatch: that of the last place, else the first one
    Safety safety = Safety::FirstEnds;

    friend bool operator==(const ListRule&, const ListRule&) = default;
};

/// The rule with default manners and without any limit on microbatches in flight.
ListRule plainRule(const OpTable& table);

/// The rule of ranks that all take alike, with the most microbatches in flight per chunk. What may wait on a rank is
/// `manner.waiting` for each stage before its first one, where that is limited.
ListRule ruleOf(const Instance& instance, const std::vector<int>& inFlight, const Manner& manner);

/// The most microbatches in flight at a place, at least 1, on a line from the first place to the last: in good orders
/// they fall so from the first stage to the last. Rounded up.
int onLine(double first, double last, int place, int places);

/// Makes sequences by rules, within any limit that one microbatch fits in: `Safety` says why. With groups a rank may
/// get stuck. O(ops · (chunks of a rank + log ranks)).
class RuleScheduler {
public:
    explicit RuleScheduler(const OpTable& table);

    /// Writes the sequences of the rule. False where a group has no room, or it gave up.
    bool build(const ListRule& rule, Sequences& sequences, const Cutoff& cutoff = {});

    /// Ops placed so far, in orders that were given up, too: a measure of the work done.
    std::int64_t placed() const { return m_scheduler.placed(); }

private:
    /// The best that could be run now, and when the next thing is known to come.
    struct Choice {
        int forward = ListScheduler::kNothing;   ///< a code
        int backward = ListScheduler::kNothing;  ///< a code
        Time gradient = ListScheduler::kUnknown; ///< when the next B can start
        Time next = ListScheduler::kUnknown;     ///< when the next F can start that can't start now
    };

    /// A phase is how many F and B of the rank a microbatch has run, its W with their B. Per phase:
    struct Phases {
        std::vector<Code> ops = {};    ///< the op that leads to it; no meaning for the first
        std::vector<Bytes> holds = {}; ///< what a microbatch holds then
        std::vector<Bytes> needs = {}; ///< the most that it takes beside that until it ends
    };

    Phases phasesOn(int rank) const;
    int nextInTurn(int rank, OpKind kind) const;
    Choice choose(int rank, Time now) const;
    bool mayEnter(int rank, Code code) const;
    void considerForward(int rank, Code code, bool isFree, Time now, Choice& choice) const;
    void considerBackward(int rank, Code code, Time now, Choice& choice) const;
    std::optional<int> firstOpen(int rank, int direction) const;
    Bytes heldOf(int rank, int direction, int microbatch) const;
    bool firstEnds(int rank, Code code) const;
    bool allEnd(int rank, Code code) const;
    int chosen(int rank, Time now) const;
    int orWeight(int rank, int code) const;
    int oldestWeight(int rank) const { return m_scheduler.oldestWeight(rank, m_rule->lastPlaceFirst); }
    int weightUntil(int rank, Time now, Time next) const;

    const OpTable& m_table;
    ListScheduler m_scheduler;
    const ListRule* m_rule = nullptr;
    std::vector<ChunkTurn> m_turns = {}; ///< what the rule's groups mean
    std::vector<Phases> m_phases = {};   ///< per rank
};

} // namespace lanewright
