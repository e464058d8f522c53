// SPDX-License-Identifier: Apache-2.0
#include "core/base/wide.h"
#include "core/bounds/parts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace lanewright::bounds {

namespace {

// What a rank runs is at least its work less what its pairs can save, and pairs can't save all the time: a pair has a
// backward, so whatever F run before the rank's first backward can start run alone. Take a schedule of the rank, and
// let its first backward start D after its first op. In D nothing runs but R and F without partners, r and x of them.
// The rest of its work comes after, so it takes at least
//     D + (work − r − x) − (what the other F can save),
// and as a tick of F alone adds no more than it takes away, a full D is the least: of R first, which no pair makes
// shorter. A makespan has the rank's way to its first op before D, which ends when a backward can come at the earliest;
// a period begins with that op, whenever it starts, so D is what lies between the two then (`window`). What F can save
// is a matching of the rank's F with its backwards; each F saves what it does with the backward that suits it best, or
// each backward, if that is less together.

/// F that are alike, and what each of them saves at most.
struct Saving {
    Time length = 0; ///< how long such an F takes
    Time saved = 0;
    std::int64_t count = 0;
};

/// Where microbatches differ, each F is by itself, and so is each backward. A pair saves the more the longer its parts
/// are: a pair of a given time is a share of them, and where segments lie side by side they still do when all of one op
/// are stretched, but for the rounding of their ends. So the longest op of each chunk is the partner that counts.
class PairsOfRank {
public:
    PairsOfRank(const Plan& problem, const Instance& instance, int rank) : m_problem(problem) {
        const std::vector<int>& chunks = instance.onRank[rank];
        const auto hasPairs = [&](int chunk) { return instance.chunks[chunk].overlapped.has_value(); };
        if (std::ranges::none_of(chunks, hasPairs))
            return;
        std::vector<Op> fronts;
        std::vector<Op> backs;
        for (const int index : chunks) {
            const Chunk& chunk = instance.chunks[index];
            const std::vector<Op> own = forwardsOf(chunk);
            if (own.empty())
                continue;
            fronts.push_back(longest(OpKind::F, own));
            backs.push_back(longest(OpKind::B, own));
            backs.push_back(longest(OpKind::BW, own));
        }
        for (const int index : chunks)
            for (const Op& front : forwardsOf(instance.chunks[index]))
                add(front, areAlike() ? instance.microbatchesOf(index) : 1, fronts, backs);
        // The F that loses the least by running alone comes first.
        std::ranges::sort(m_savings, [](const Saving& a, const Saving& b) {
            return static_cast<Wide>(std::min(a.saved, a.length)) * b.length <
                   static_cast<Wide>(std::min(b.saved, b.length)) * a.length;
        });
    }

    bool pay() const { return m_all > 0; }
    /// What R takes of the rank.
    Time recompute() const { return m_recompute; }

    /// The most time of F that fits into `window` before any backward, of which `room` F find room.
    Time mostAlone(Time window, Bytes room) const {
        Time longest = 0;
        Time all = 0;
        for (const Saving& each : m_savings) {
            longest = std::max(longest, each.length);
            all += each.length * each.count;
        }
        const Time held = room < kNobodyCounts ? static_cast<Time>(room) * longest : all;
        return std::min({window, all, held});
    }

    /// What is saved at most where F of `alone` in all, and at least `count` of them, run without a partner.
    Time savedAtMost(Time alone, std::int64_t count) const {
        return std::min({m_all - lostTo(alone), savedWithout(count), m_byBackward});
    }

private:
    /// No rank holds so many F of one iteration.
    static constexpr Bytes kNobodyCounts = 1 << 24;

    /// What F of that time lose at least when they run without a partner.
    Time lostTo(Time alone) const {
        Time lost = 0;
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
        return lost;
    }

    /// What is saved where so many F are left out, those that save least.
    Time savedWithout(std::int64_t count) const {
        Time byCount = m_all;
        std::vector<Saving> byLoss = m_savings;
        std::ranges::sort(byLoss, {}, &Saving::saved);
        for (const Saving& each : byLoss) {
            const std::int64_t out = std::min(count, each.count);
            byCount -= out * each.saved;
            count -= out;
        }
        return byCount;
    }

    Time lengthOf(const Block& block) const { return durationOf(m_problem.schedule, m_problem.costs, block); }

    bool areAlike() const { return m_problem.costs.microbatches.areEqual(); }

    /// The F of the chunk; the first of those that are alike.
    std::vector<Op> forwardsOf(const Chunk& chunk) const {
        std::vector<Op> all;
        for (int microbatch = 0; microbatch < m_problem.schedule.microbatches; ++microbatch)
            if (m_problem.schedule.direction(microbatch) == chunk.direction && (all.empty() || !areAlike()))
                all.push_back({.kind = OpKind::F, .stage = chunk.stage, .microbatch = microbatch});
        return all;
    }
    static Op as(OpKind kind, Op op) {
        op.kind = kind;
        return op;
    }
    Op longest(OpKind kind, const std::vector<Op>& ops) const {
        return as(kind,
                  *std::ranges::max_element(ops, {}, [&](const Op& op) { return lengthOf({.op = as(kind, op)}); }));
    }

    /// What the two save as a pair; more by what rounding may hide where one of them stands for shorter ones.
    Time saved(const Op& front, const Op& back) const {
        const Time least = lengthOf({.op = front}) + lengthOf({.op = back}) - lengthOf(pairOf(front, back));
        if (areAlike() || m_problem.costs.pairs.segments.empty())
            return least;
        const auto& all = m_problem.costs.pairs.segments;
        const StageSegments& ahead = all[front.stage];
        const StageSegments& behind = all[back.stage];
        const std::size_t ends = ahead.forward.size() + behind.backwardInput.size() + behind.backwardWeight.size();
        return least + 2 * static_cast<Time>(ends) + 2;
    }

    void add(const Op& front, std::int64_t count, const std::vector<Op>& fronts, const std::vector<Op>& backs) {
        Saving saving{.length = lengthOf({.op = front}), .count = count};
        for (const Op& back : backs)
            saving.saved = std::max(saving.saved, saved(front, back));
        m_all += saving.saved * count;
        m_savings.push_back(saving);
        if (m_problem.costs.recomputes(m_problem.schedule.direction(front.microbatch), front.stage))
            m_recompute += lengthOf({.op = as(OpKind::R, front)}) * count;
        Time best = 0; // that the same microbatch's backward saves
        for (const OpKind kind : {OpKind::B, OpKind::BW})
            for (const Op& other : fronts)
                best =
                    std::max(best, saved(other, {.kind = kind, .stage = front.stage, .microbatch = front.microbatch}));
        m_byBackward += best * count;
    }

    const Plan& m_problem;
    std::vector<Saving> m_savings = {};
    Time m_all = 0;
    Time m_byBackward = 0;
    Time m_recompute = 0;
};

/// Each op as short as a pair of its rank can make it, and B without R.
Case asShortAsPairs(const Instance& instance) {
    const std::vector<Time> none(instance.onRank.size(), 0);
    Case result{.instance = instance, .head = none, .tail = none};
    std::vector<std::optional<Time>> shortest;
    shortest.reserve(instance.onRank.size());
    for (int rank = 0; rank < instance.ranks(); ++rank)
        shortest.push_back(shortestPair(instance, rank));
    for (int index = 0; index < static_cast<int>(instance.chunks.size()); ++index) {
        Chunk& chunk = result.instance.chunks[index];
        const Time gradient = result.gradient(index);
        chunk.forward = std::min(chunk.forward, chunk.overlapped.value_or(chunk.forward));
        chunk.backward = std::min(gradient, shortest[chunk.rank].value_or(gradient));
        chunk.recompute.reset();
    }
    return result;
}

/// When a rank can begin with what it has to run.
struct RankStart {
    Time start = Instance::kNoLimit;    ///< when the rank's first op starts
    Time backward = Instance::kNoLimit; ///< when its first backward starts
    Time window = Instance::kNoLimit;   ///< between the two, whenever the first op starts
    std::int64_t alone = 0;             ///< F before the first backward
    Bytes least = Instance::kNoLimit;   ///< that an F takes
};

RankStart rankStartOf(const Instance& instance, const Ways& ways, int rank) {
    const std::vector<int>& chunks = instance.onRank[rank];
    RankStart result{.alone = instance.stages};
    std::vector<std::int64_t> perDirection(instance.microbatches.size(), 0);
    for (const int index : chunks) {
        const Chunk& chunk = instance.chunks[index];
        if (instance.microbatchesOf(index) == 0)
            continue;
        result.least = std::min(result.least, chunk.forwardMemory);
        const Time gradient = ways.start[index] + chunk.forward + ways.trip[index];
        result.start = std::min(result.start, ways.start[index]);
        result.backward = std::min(result.backward, gradient);
        ++perDirection[chunk.direction];
        // The first of the direction's F on this rank comes before the B of the same microbatch.
        Time first = ways.start[index];
        for (const int other : chunks)
            if (instance.chunks[other].direction == chunk.direction)
                first = std::min(first, ways.start[other]);
        result.window = std::min(result.window, gradient - first);
    }
    for (const std::int64_t count : perDirection)
        if (count > 0)
            result.alone = std::min(result.alone, count);
    return result;
}

/// What the rank takes at least, from its first op to what follows its last, where its ops alone take `work`.
Time leastWithPairs(const PairsOfRank& pairs, const RankStart& own, const Case& parts, int rank, Time work,
                    bool isPeriod) {
    const Time head = isPeriod ? 0 : std::max(parts.head[rank], own.start);
    const Time beforeBackward = std::max<Time>(0, isPeriod ? own.window : own.backward - head); // D
    const Bytes room =
        parts.isLimited(rank) && own.least > 0 ? parts.instance.limit[rank] / own.least : Instance::kNoLimit;
    const Time recomputed = std::min(beforeBackward, pairs.recompute());   // r
    const Time alone = pairs.mostAlone(beforeBackward - recomputed, room); // x
    const Time rest = (work - recomputed - alone) - pairs.savedAtMost(alone, own.alone);
    return head + beforeBackward + rest + parts.tail[rank];
}

} // namespace

Time savedByPairs(const Plan& problem, const Instance& instance, int rank) {
    return PairsOfRank(problem, instance, rank).savedAtMost(0, 0);
}

std::optional<Bound> pairBound(const Plan& problem, const Case& parts, Objective bounded) {
    const Instance instance = instanceOf(problem, Unequal::Least);
    const Case shortest = asShortAsPairs(instance);
    const Ways ways = waysOf(shortest);
    std::optional<Bound> best;
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        const PairsOfRank pairs(problem, instance, rank);
        if (!pairs.pay())
            continue;
        const RankStart start = rankStartOf(shortest.instance, ways, rank);
        const Time work = parts.isUnequal() ? parts.trueWork[rank] : instance.workOf(rank);
        const Fraction value{leastWithPairs(pairs, start, parts, rank, work, bounded == Objective::Period), 1};
        if (!best || best->value < value)
            best = Bound{"pairs", value, rank,
                         say(phrase("bound", "rank %1: its work less what its best pairs save, none of which has an F "
                                             "from before its first backward"),
                             rank)};
    }
    return best;
}

} // namespace lanewright::bounds
