// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/parts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace lanewright::bounds {

namespace {

// Times of 61 bits, multiplied crosswise.
__extension__ using Wide = __int128;

// What a rank runs is at least its work less what its pairs can save, and pairs can't save all the time: a pair has a
// backward, so whatever F run before the rank's first backward can start run alone. Take a schedule of the rank, and
// let its first backward start D after its first op. In D nothing runs but F without partners, x of it. The rest of its
// work comes after, so it takes at least
//     D + (work − x) − (what the other F can save),
// and as a tick of F alone adds no more than it takes away, x = D is the least. What F can save is a matching of the
// rank's F with its backwards; each F saves what it does with the backward that suits it best, or each backward, if
// that is less together.

/// What an F of a chunk saves at most.
struct Saving {
    Time length = 0; ///< how long the F takes
    Time saved = 0;
    std::int64_t count = 0;
};

class PairsOfRank {
public:
    PairsOfRank(const Plan& problem, const Instance& instance, int rank) : m_problem(problem) {
        std::vector<Time> byBackward;
        for (const int chunk : instance.onRank[static_cast<std::size_t>(rank)]) {
            const Chunk& forward = instance.chunks[static_cast<std::size_t>(chunk)];
            Saving saving{.length = forward.forward, .count = instance.microbatchesOf(chunk)};
            for (const int other : instance.onRank[static_cast<std::size_t>(rank)])
                saving.saved = std::max(saving.saved, saved(forward, instance.chunks[static_cast<std::size_t>(other)]));
            m_all += saving.saved * saving.count;
            m_savings.push_back(saving);
            Time best = 0;
            for (const int other : instance.onRank[static_cast<std::size_t>(rank)])
                best = std::max(best, saved(instance.chunks[static_cast<std::size_t>(other)], forward));
            m_byBackward += best * instance.microbatchesOf(chunk);
        }
        // The F that loses the least by running alone comes first.
        std::ranges::sort(m_savings, [](const Saving& a, const Saving& b) {
            return static_cast<Wide>(std::min(a.saved, a.length)) * b.length <
                   static_cast<Wide>(std::min(b.saved, b.length)) * a.length;
        });
    }

    bool pay() const { return m_all > 0; }

    /// What is saved at most where F of `alone` in all, and at least `count` of them, run without a partner.
    Time savedAtMost(Time alone, std::int64_t count) const {
        Time lost = 0;
        Time byCount = m_all;
        std::int64_t left = count;
        for (const Saving& each : m_savings) {
            const Time whole = each.length * each.count;
            const Time part = std::min(alone, whole);
            // Rounded down. A tick of F alone loses no more than a tick, so that the longest of them bounds.
            const Time own = std::min(each.saved, each.length);
            if (each.length > 0)
                lost += part / each.length * own +
                        static_cast<Time>(static_cast<Wide>(part % each.length) * own / each.length);
            alone -= part;
        }
        // By count, the F that saves least are left out.
        std::vector<Saving> byLoss = m_savings;
        std::ranges::sort(byLoss, {}, &Saving::saved);
        for (const Saving& each : byLoss) {
            const std::int64_t out = std::min(left, each.count);
            byCount -= out * each.saved;
            left -= out;
        }
        return std::min({m_all - lost, byCount, m_byBackward});
    }

private:
    /// What a pair of the two saves, B with or without its W.
    Time saved(const Chunk& forward, const Chunk& backward) const {
        const Op front{.kind = OpKind::F, .stage = forward.stage};
        Time most = 0;
        for (const OpKind kind : {OpKind::B, OpKind::BW}) {
            const Op back{.kind = kind, .stage = backward.stage};
            const Time gradient = backward.backward - backward.recompute.value_or(0);
            const Time apart = forward.forward + gradient + (kind == OpKind::BW ? backward.weight : 0);
            const Time pair = pairTime(m_problem.costs, m_problem.schedule.placement, front, forward.direction, back,
                                       backward.direction)
                                  .value_or(apart);
            most = std::max(most, apart - pair);
        }
        return most;
    }

    const Plan& m_problem;
    std::vector<Saving> m_savings = {};
    Time m_all = 0;
    Time m_byBackward = 0;
};

/// The ways through the stages, each op as short as a pair of its rank can make it.
struct PairWays {
    std::vector<Time> forwardAt = {};  ///< per chunk: when its first F can start
    std::vector<Time> gradientAt = {}; ///< per chunk: when its first B can start
};

/// F and B that a pair takes less time with than they take alone would be shorter than they are; B without R.
PairWays waysThrough(const Plan& problem, const Instance& instance) {
    const std::size_t chunks = instance.chunks.size();
    std::vector<Time> forward(chunks);
    std::vector<Time> gradient(chunks);
    for (std::size_t i = 0; i < chunks; ++i) {
        const Chunk& own = instance.chunks[i];
        forward[i] = own.forward;
        gradient[i] = own.backward - own.recompute.value_or(0);
        for (const int other : instance.onRank[static_cast<std::size_t>(own.rank)])
            for (const OpKind kind : {OpKind::B, OpKind::BW}) {
                const Chunk& partner = instance.chunks[static_cast<std::size_t>(other)];
                const auto pair = [&](const Chunk& front, const Chunk& back) {
                    return pairTime(problem.costs, problem.schedule.placement,
                                    {.kind = OpKind::F, .stage = front.stage}, front.direction,
                                    {.kind = kind, .stage = back.stage}, back.direction);
                };
                forward[i] = std::min(forward[i], pair(own, partner).value_or(forward[i]));
                gradient[i] = std::min(gradient[i], pair(partner, own).value_or(gradient[i]));
            }
    }
    PairWays ways{.forwardAt = std::vector<Time>(chunks, 0), .gradientAt = std::vector<Time>(chunks, 0)};
    for (std::size_t i = 0; i < chunks; ++i)
        if (const int before = instance.before(static_cast<int>(i)); before >= 0)
            ways.forwardAt[i] = ways.forwardAt[static_cast<std::size_t>(before)] +
                                forward[static_cast<std::size_t>(before)] +
                                instance.chunks[static_cast<std::size_t>(before)].down;
    for (std::size_t i = chunks; i > 0; --i) {
        const int after = instance.after(static_cast<int>(i - 1));
        ways.gradientAt[i - 1] = after < 0 ? ways.forwardAt[i - 1] + forward[i - 1]
                                           : ways.gradientAt[static_cast<std::size_t>(after)] +
                                                 gradient[static_cast<std::size_t>(after)] + instance.chunks[i - 1].up;
    }
    return ways;
}

/// The most F time that fits into `window` before any backward, within the rank's limit.
Time mostAlone(const Instance& instance, int rank, Time window) {
    Time longest = 0;
    Time all = 0;
    Bytes least = Instance::kNoLimit;
    for (const int index : instance.onRank[static_cast<std::size_t>(rank)]) {
        const Chunk& chunk = instance.chunks[static_cast<std::size_t>(index)];
        longest = std::max(longest, chunk.forward);
        all += chunk.forward * instance.microbatchesOf(index);
        least = std::min(least, chunk.forwardMemory);
    }
    Time most = std::min(window, all);
    const Bytes limit = instance.limit[static_cast<std::size_t>(rank)];
    if (limit < Instance::kNoLimit && least > 0)
        most = std::min<Time>(most, static_cast<Time>(std::min<Bytes>(limit / least, 1 << 24)) * longest);
    return most;
}

/// What a rank has to run, and when it can begin with it.
struct RankWork {
    Time work = 0;
    Time start = Instance::kNoLimit;    ///< when the rank's first op starts
    Time backward = Instance::kNoLimit; ///< when its first backward starts
    Time window = Instance::kNoLimit;   ///< between the two, whenever the first op starts
    std::int64_t alone = 0;             ///< F before the first backward
};

RankWork rankWorkOf(const Instance& instance, const PairWays& ways, int rank) {
    const std::vector<int>& chunks = instance.onRank[static_cast<std::size_t>(rank)];
    RankWork result{.alone = instance.stages};
    std::vector<std::int64_t> perDirection(instance.microbatches.size(), 0);
    for (const int index : chunks) {
        const Chunk& chunk = instance.chunks[static_cast<std::size_t>(index)];
        if (instance.microbatchesOf(index) == 0)
            continue;
        const auto at = static_cast<std::size_t>(index);
        result.work += (chunk.work() - chunk.recompute.value_or(0)) * instance.microbatchesOf(index);
        result.start = std::min(result.start, ways.forwardAt[at]);
        result.backward = std::min(result.backward, ways.gradientAt[at]);
        ++perDirection[static_cast<std::size_t>(chunk.direction)];
        // The first of the direction's F on this rank comes before the B of the same microbatch.
        Time first = ways.forwardAt[at];
        for (const int other : chunks)
            if (instance.chunks[static_cast<std::size_t>(other)].direction == chunk.direction)
                first = std::min(first, ways.forwardAt[static_cast<std::size_t>(other)]);
        result.window = std::min(result.window, ways.gradientAt[at] - first);
    }
    for (const std::int64_t count : perDirection)
        if (count > 0)
            result.alone = std::min(result.alone, count);
    return result;
}

} // namespace

std::optional<Bound> pairBound(const Plan& problem, const Case& parts, Objective bounded) {
    if (!problem.costs.microbatches.areEqual())
        return {};
    Instance instance = instanceOf(problem);
    instance.limit = parts.instance.limit; // dropped where they can't be kept
    const PairWays ways = waysThrough(problem, instance);
    const bool period = bounded == Objective::Period;
    std::optional<Bound> best;
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        const PairsOfRank pairs(problem, instance, rank);
        if (!pairs.pay())
            continue;
        const RankWork own = rankWorkOf(instance, ways, rank);
        const Time head = std::max(parts.head[static_cast<std::size_t>(rank)], own.start);
        const Time before = period ? std::max<Time>(0, own.window) : std::max<Time>(0, own.backward - head);
        const Time ran = mostAlone(instance, rank, before);
        const Time value = (period ? 0 : head) + before + own.work - ran - pairs.savedAtMost(ran, own.alone) +
                           parts.tail[static_cast<std::size_t>(rank)];
        if (!best || best->value < Fraction{value, 1})
            best = Bound{
                "pairs",
                {value, 1},
                rank,
                say(phrase("bound", "rank %1: its work less what its best pairs save, none of which has an F from "
                                    "before its first backward"),
                    rank)};
    }
    return best;
}

} // namespace lanewright::bounds
