// SPDX-License-Identifier: Apache-2.0
#include "core/base/counted_up.h"
#include "core/base/mapped.h"
#include "core/base/switches.h"
#include "core/base/wide.h"
#include "core/bounds/first.h"
#include "core/bounds/parts.h"
#include "core/bounds/waits.h"

#include <algorithm>
#include <string>

namespace lanewright::bounds {

Ways waysOf(const Case& problem) {
    const std::vector<Chunk>& chunks = problem.instance.chunks;
    const int count = static_cast<int>(chunks.size());
    Ways ways{.down = std::vector<Time>(count),
              .start = std::vector<Time>(count),
              .trip = std::vector<Time>(count),
              .rest = std::vector<Time>(count)};
    for (int chunk = 0; chunk < count; ++chunk) {
        const int before = problem.instance.before(chunk);
        ways.rest[chunk] = chunks[chunk].weight + problem.tail[chunks[chunk].rank];
        ways.start[chunk] = problem.head[chunks[chunk].rank];
        if (before < 0)
            continue;
        ways.start[chunk] =
            std::max(ways.start[chunk], ways.start[before] + chunks[before].forward + chunks[before].down);
        ways.down[chunk] = ways.down[before] + chunks[before].forward + chunks[before].down;
        ways.rest[chunk] = std::max(ways.rest[chunk], chunks[before].up + problem.gradient(before) + ways.rest[before]);
    }
    for (int chunk = count - 1; chunk >= 0; --chunk) {
        const int after = problem.instance.after(chunk);
        ways.trip[chunk] = problem.recompute(chunk);
        if (after >= 0)
            ways.trip[chunk] =
                std::max(ways.trip[chunk], chunks[chunk].down + chunks[after].forward + ways.trip[after] +
                                               problem.gradient(after) + chunks[chunk].up);
    }
    return ways;
}

namespace {

/// The largest value of one kind so far.
struct Largest {
    Time value = -1;
    int rank = -1;
    int chunk = -1;

    bool offer(Time other, int ofRank, int ofChunk = -1) {
        if (other <= value)
            return false;
        *this = {other, ofRank, ofChunk};
        return true;
    }
};

/// Bounds that are formulas, of one problem and one objective. Each looks at one rank, or at one microbatch: what a
/// rank runs (`work`), between the way to it and what follows (`load`); what it must wait for besides (`stage`, and
/// `first-backward` of first.h); the way of a microbatch to a rank and back around all that runs there (`chain`);
/// microbatches in rounds of as many as there is room for (`round-trip`); and what ops hold, bytes times time, as if a
/// rank were always full (`area`: J. Erschler, P. Lopez: Energy-based approach for task scheduling under time and
/// resources constraints, 1990). Without limits, `stage` is what a warm-up and a cool-down leave idle (D. Narayanan et
/// al., SC 2021), and pairs are accounted for in `Case`.
class ClosedForms {
public:
    ClosedForms(const Case& problem, Objective objective)
        : m_case(problem), m_instance(problem.instance), m_ways(waysOf(problem)),
          m_makespan(objective == Objective::Makespan) {
        for (int rank = 0; rank < m_instance.ranks(); ++rank)
            m_waits.push_back(waitsOf(problem, m_ways, rank));
    }

    std::vector<Bound> all() {
        addWork();
        if (m_makespan)
            addLoad();
        addStage();
        addFirstBackward();
        addChain();
        addRoundTrip();
        addArea();
        return std::move(m_found);
    }

private:
    int microbatches(int chunk) const { return m_instance.microbatchesOf(chunk); }
    const Chunk& at(int chunk) const { return m_instance.chunks[chunk]; }
    bool isAlone(int rank) const { return m_instance.onRank[rank].size() == 1; }

    /// `why` speaks of the rank first.
    template <typename... More>
    void add(const char* name, const Largest& largest, Phrase why, const More&... more) {
        if (largest.rank >= 0)
            m_found.push_back({name, {largest.value, 1}, largest.rank, say(why, largest.rank, more...)});
    }

    /// The earliest start of the rank; 0 for the period, which knows no common start.
    Time head(int rank) const {
        Time earliest = -1;
        for (const int chunk : m_instance.onRank[rank])
            if (microbatches(chunk) > 0 && (earliest < 0 || m_ways.start[chunk] < earliest))
                earliest = m_ways.start[chunk];
        return m_makespan ? std::max<Time>(0, earliest) : 0;
    }

    /// Before and behind the ops of a chunk at least; the period knows no common start.
    Time startOf(int chunk) const { return m_makespan ? m_ways.start[chunk] : 0; }
    Time restOf(int chunk) const {
        return m_makespan ? m_ways.rest[chunk] : at(chunk).weight + m_case.tail[at(chunk).rank];
    }

    /// What follows the last op of the rank that takes time.
    Time tail(int rank) const {
        const Time own = m_case.tail[rank];
        // Where microbatches differ, an op that takes no time for one may be the last that takes some for another.
        if (!m_makespan || m_case.isUnequal())
            return own;
        Time least = -1;
        for (const int chunk : m_instance.onRank[rank]) {
            if (microbatches(chunk) == 0 || at(chunk).work() == 0)
                continue;
            const Time rest = at(chunk).weight > 0 ? own : m_ways.rest[chunk];
            least = least < 0 ? rest : std::min(least, rest);
        }
        return std::max(own, least);
    }

    /// Tells how the bound that was found last comes about; not where pairs make ops shorter.
    void argue(const Argument& argument) {
        const auto hasPairs = [](const Chunk& chunk) { return chunk.overlapped.has_value(); };
        if (std::ranges::none_of(m_instance.chunks, hasPairs))
            m_found.back().argument = argument;
    }

    void addWork() {
        Largest work;
        for (int rank = 0; rank < m_instance.ranks(); ++rank)
            work.offer(m_case.workOf(rank), rank);
        add("work", work, phrase("bound", "rank %1: its work alone"));
        argue({.rank = work.rank, .work = work.value});
    }

    void addLoad() {
        Largest load;
        for (int rank = 0; rank < m_instance.ranks(); ++rank)
            load.offer(head(rank) + m_case.workOf(rank) + tail(rank), rank);
        add("load", load,
            phrase("bound",
                   "rank %1: its work, between the way of the first microbatch to it and what follows its last "
                   "op"));
        argue(
            {.rank = load.rank, .before = head(load.rank), .work = m_case.workOf(load.rank), .after = tail(load.rank)});
    }

    static Phrase stageReason(const Waits& waits);
    /// `checkProof` knows of no waits where microbatches differ.
    bool isTellable(Time wait) const { return wait == 0 || !m_case.isUnequal(); }
    void addStage();
    void addFirstBackward();
    /// What lies around a chunk, less what stands before it and behind it.
    struct Around {
        int chunk = -1;
        Time time = -1;
        Time wait = 0; ///< in it, for the first B
    };
    Around around(int chunk, Time tripAndWork) const;
    Argument chainArgument(int chunk, const Around& inner, const std::vector<Time>& trip) const;
    std::vector<Time> trips() const;
    Time weightsInside(int index) const;
    void addChain();
    void addRoundTrip();
    void addArea();

    const Case& m_case;
    const Instance& m_instance;
    Ways m_ways;
    bool m_makespan;
    std::vector<Waits> m_waits; ///< per rank
    std::vector<Bound> m_found;
};

Phrase ClosedForms::stageReason(const Waits& waits) {
    if (waits.all() == 0)
        return phrase("bound", "rank %1: its work");
    if (waits.beyond() == 0)
        return phrase("bound", "rank %1: its work plus the wait for its first backward");
    // Where the two may be one, the longer holds the other.
    if (waits.first == 0 || !waits.areTwo)
        return phrase("bound", "rank %1: its work plus the wait for its last backward");
    return phrase("bound", "rank %1: its work plus the waits for its first and its last backward");
}

void ClosedForms::addStage() {
    Largest stage;
    for (int rank = 0; rank < m_instance.ranks(); ++rank)
        if (const Time work = m_instance.workOf(rank); work > 0)
            stage.offer(head(rank) + work + m_waits[rank].all() + m_case.tail[rank], rank);
    if (stage.rank < 0)
        return;
    const Waits& waits = m_waits[stage.rank];
    add("stage", stage, stageReason(waits));
    if (isTellable(waits.all()))
        argue({.rank = stage.rank,
               .before = head(stage.rank),
               .work = m_instance.workOf(stage.rank),
               .wait = waits.first,
               .waitLast = waits.beyond(),
               .after = m_case.tail[stage.rank]});
}

void ClosedForms::addFirstBackward() {
    std::vector<Time> busy(m_instance.ranks(), 0);
    for (int rank = 0; rank < m_instance.ranks(); ++rank)
        if (const Time work = m_instance.workOf(rank); work > 0)
            busy[rank] = head(rank) + work + (m_waits[rank].areTwo ? m_waits[rank].last : 0) + tail(rank);
    const std::vector<int> room = mapped(countedUp(static_cast<int>(m_instance.chunks.size())),
                                         [&](int chunk) { return inFlight(m_case, chunk); });
    if (std::optional<Bound> bound = untilFirstBackward(m_case, busy, room))
        m_found.push_back(*std::move(bound));
}

/// Per chunk: the way down to it from the first stage of its direction and back, but for what runs there.
std::vector<Time> ClosedForms::trips() const {
    std::vector<Time> trips(m_instance.chunks.size(), 0);
    for (int chunk = 0; chunk < static_cast<int>(trips.size()); ++chunk)
        if (const int before = m_instance.before(chunk); before >= 0)
            trips[chunk] =
                trips[before] + at(before).forward + m_case.gradient(before) + at(before).down + at(before).up;
    return trips;
}

/// W of the chunk, alone on its rank, that must run before the last B: all parts but as many as may wait within the
/// limit.
Time ClosedForms::weightsInside(int index) const {
    const Chunk& chunk = at(index);
    const Time parts = m_instance.weightParts;
    const Bytes each = -chunk.weightMemory / parts;
    if (each <= 0 || !m_case.isLimited(chunk.rank))
        return 0;
    const Time mayWait = m_instance.limit[chunk.rank] / each;
    return std::max<Time>(0, microbatches(index) * parts - mayWait) * (chunk.weight / parts);
}

ClosedForms::Around ClosedForms::around(int chunk, Time tripAndWork) const {
    const int rank = at(chunk).rank;
    if (!isAlone(rank) || isOff("bound:waits-in-chain"))
        return {.chunk = chunk, .time = tripAndWork};
    const Time wait = m_waits[rank].first;
    return {.chunk = chunk, .time = tripAndWork + wait + weightsInside(chunk), .wait = wait};
}

Argument ClosedForms::chainArgument(int chunk, const Around& inner, const std::vector<Time>& trip) const {
    const Time down = m_ways.down[inner.chunk] - m_ways.down[chunk];
    return {.rank = at(inner.chunk).rank,
            .before = startOf(chunk) + down,
            .work = inner.time - trip[inner.chunk] - inner.wait,
            .wait = inner.wait,
            .after = trip[inner.chunk] - trip[chunk] - down + restOf(chunk),
            .part = Argument::Part{at(chunk).direction, at(inner.chunk).stage, at(chunk).stage}};
}

// Around all that a rank runs of the stages from one on lies the way of a microbatch down from an earlier stage, and
// back to it. So from the end of each direction on, the most of trip and work together less the trip to that earlier
// stage is what lies between its first F and its last B.
void ClosedForms::addChain() {
    Largest chain;
    Argument argument;
    const std::vector<Time> trip = trips();
    Around most;
    std::vector<Time> work(m_instance.ranks()); // per rank: F and B of the direction from this stage on
    for (int index = static_cast<int>(trip.size()) - 1; index >= 0; --index) {
        const Chunk& chunk = at(index);
        if (m_instance.after(index) < 0) {
            most = {};
            std::ranges::fill(work, 0);
        }
        if (microbatches(index) == 0)
            continue;
        work[chunk.rank] += microbatches(index) * (chunk.forward + chunk.backward);
        if (const Around own = around(index, trip[index] + work[chunk.rank]); own.time > most.time)
            most = own;
        if (chain.offer(most.time - trip[index] + startOf(index) + restOf(index), chunk.rank))
            argument = chainArgument(index, most, trip);
    }
    add("chain", chain,
        argument.rank == chain.rank
            ? phrase("bound", "rank %1: all its forwards and backwards, and the wait for the first of those")
            : phrase("bound", "rank %1: the way to rank %2 and back, around all that runs there"),
        argument.rank);
    if (chain.rank >= 0 && isTellable(argument.wait))
        argue(argument);
}

void ClosedForms::addRoundTrip() {
    Largest trips;
    for (int index = 0; index < static_cast<int>(m_instance.chunks.size()); ++index) {
        const Time all = microbatches(index);
        if (all == 0)
            continue;
        const Time fits = inFlight(m_case, index);
        const Time before = (all - 1) / fits; // full rounds before the last
        Time slowest = 0;                     // the slowest op that the rest of the last round passes one by one
        for (int chunk = index; chunk >= 0; chunk = m_instance.after(chunk))
            slowest = std::max({slowest, at(chunk).forward, m_case.gradient(chunk)});
        const Time round = at(index).forward + m_ways.trip[index] + m_case.gradient(index);
        trips.offer((before + 1) * round + (all - 1 - before * fits) * slowest + startOf(index) + restOf(index),
                    at(index).rank, index);
    }
    if (trips.chunk < 0)
        return;
    const int fits = inFlight(m_case, trips.chunk);
    add("round-trip", trips,
        fits == microbatches(trips.chunk)
            ? phrase("bound", "rank %1: the trip of a microbatch to the last stage and back, and the others in single "
                              "file behind it")
            : phrase("bound", "rank %1: no more than %2 at once: each next microbatch waits for one to return from the "
                              "last stage"),
        fits);
}

void ClosedForms::addArea() {
    Largest area;
    for (int rank = 0; rank < m_instance.ranks(); ++rank) {
        const Bytes limit = m_instance.limit[rank];
        if (!m_case.isLimited(rank) || limit <= 0)
            continue;
        Wide held = 0; // bytes × ticks
        for (const int index : m_instance.onRank[rank]) {
            const Chunk& chunk = at(index);
            const Time gradient = m_case.gradient(index);
            const Wide each = static_cast<Wide>(chunk.forwardMemory) * (chunk.forward + m_ways.trip[index] + gradient) +
                              static_cast<Wide>(chunk.recomputeMemory) * chunk.backward +
                              static_cast<Wide>(-chunk.weightMemory / m_instance.weightParts) * chunk.weight;
            held += each * microbatches(index);
        }
        area.offer(head(rank) + static_cast<Time>((held + limit - 1) / limit) + m_case.tail[rank], rank);
    }
    add("area", area,
        phrase("bound",
               "rank %1: its memory limit holds too few activations at once for the time that each must stay"));
}

} // namespace

std::vector<Bound> closedForms(const Case& problem, Objective objective) {
    return ClosedForms(problem, objective).all();
}

} // namespace lanewright::bounds
