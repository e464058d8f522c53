// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/explain/causes.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

/// What a timeline looks like at one time: what a player that sweeps over it shows.
namespace lanewright {

/// Every time at which a block starts or ends, once each, ascending.
std::vector<Time> eventsOf(const Timeline& timeline);

/// A stretch in which a rank waits before a block, and why.
struct Wait {
    int rank = 0;
    Time start = 0;
    Time end = 0;
    Block next = {};                  ///< that runs behind it
    Binding binding = Binding::Start; ///< what `next` waits for
    std::optional<Op> producer = {};  ///< the dependency's
    int producerRank = -1;

    Time length() const { return end - start; }
    friend bool operator==(const Wait&, const Wait&) = default;
};

enum class Doing : std::uint8_t {
    Runs,   ///< a block
    Waits,  ///< for what its next block needs
    Done,   ///< it has run all it has
    Stalls, ///< it never goes on
};

/// What a rank does at one time. A block runs from its start on, up to its end, the end excluded.
struct RankState {
    Doing doing = Doing::Done;
    std::optional<Block> block = {}; ///< that runs, or runs next, or never starts
    std::optional<Wait> wait = {};   ///< where it waits

    friend bool operator==(const RankState&, const RankState&) = default;
};

/// A wait to come, and what could fill it.
struct NextWait {
    Wait wait = {};
    /// An op that stands later on the rank, or that no row holds yet, which is not longer than the wait, has all it
    /// needs when the wait begins, and does not make the rank pass its memory limit.
    std::optional<Op> filler = {};
    Time fillerReady = 0;  ///< since when it could run
    Time fillerLength = 0; ///< how long it takes

    friend bool operator==(const NextWait&, const NextWait&) = default;
};

/// Answers, over and over, what happens at a time of one timeline. Keeps references.
class PlaybackQuery {
public:
    PlaybackQuery(const Plan& plan, const Timeline& timeline);

    RankState of(int rank, Time time) const;
    /// The first wait that begins at `from` or later, on the lowest rank of several; none when nobody waits any more.
    /// What ranks wait before their first block and after their last is left out. `spare` are ops that no row holds.
    std::optional<NextWait> nextWait(Time from, const std::vector<Op>& spare = {}) const;

private:
    Wait waitBefore(const Slot& slot) const;
    std::optional<Time> readyAt(const Op& op, int rank) const;
    std::optional<Slot> firstAfterWait(Time from) const;
    std::optional<NextWait> filledBy(const Op& op, const Slot& next, const Wait& wait) const;
    bool fitsMemory(const Op& op, const Slot& from, int until) const;
    std::optional<Slot> slotOf(const Op& op) const;

    const Plan* m_plan;
    const Timeline* m_timeline;
    Causes m_causes;
    std::vector<std::pair<Op, Slot>> m_slots; ///< every op that runs, ascending
};

} // namespace lanewright
