// SPDX-License-Identifier: Apache-2.0
#include "core/base/mapped.h"
#include "core/base/switches.h"
#include "core/bounds/parts.h"
#include "core/model/replicas.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace lanewright::bounds {

namespace {

/// What a microbatch is at least to one rank of a replica, whichever replica it is dealt to.
struct Share {
    Time head = std::numeric_limits<Time>::max(); ///< from the start of all to its first op on the rank
    Time work = std::numeric_limits<Time>::max();
    Time tail = std::numeric_limits<Time>::max(); ///< from its last op on the rank that takes time to the end of all
};

/// Replicas of one shape, and what microbatches are to their ranks.
///
/// The first rank of each replica, say, begins with some microbatch and ends with some, and those of different replicas
/// are different ones. So what all of them take together is at least the work of all microbatches, and the shortest
/// heads and tails, one for each replica; the one that takes longest takes no less than the mean.
class Replicas {
public:
    Replicas(const Plan& problem, const Case& ends, bool makespan)
        : m_problem(problem), m_ends(ends), m_makespan(makespan), m_replicas(replicasOf(problem)) {
        if (count() < 2)
            return;
        std::vector<int> next(m_replicas.size(), 0);
        m_places.reserve(problem.schedule.placement.directions.size());
        for (const int replica : replicaNumbers(problem.schedule.placement))
            m_places.push_back(placementOf(m_replicas[replica]).directions[next[replica]++]);
    }

    int count() const { return static_cast<int>(m_replicas.size()); }
    int ranks() const { return m_replicas.front().schedule.ranks(); }

    /// True when all replicas place their stages alike, and no pair makes ops shorter.
    bool areAlike() const {
        return std::ranges::all_of(
                   m_replicas,
                   [&](const Plan& each) { return placementOf(each) == placementOf(m_replicas.front()); }) &&
               std::ranges::none_of(m_ends.instance.chunks,
                                    [](const Chunk& chunk) { return chunk.overlapped.has_value(); });
    }

    /// Per microbatch, for the ranks at that place of their replicas.
    std::vector<Share> sharesAt(int place) const {
        std::vector<Share> shares(m_problem.schedule.microbatches);
        for (int microbatch = 0; microbatch < m_problem.schedule.microbatches; ++microbatch)
            for (int direction = 0; direction < static_cast<int>(m_places.size()); ++direction)
                shorten(shares[microbatch], place, microbatch, direction);
        return shares;
    }

    /// Microbatches of the replica that has the fewest.
    int fewest() const {
        return std::ranges::min(m_replicas, {}, [](const Plan& each) { return each.schedule.microbatches; })
            .schedule.microbatches;
    }

private:
    static const Placement& placementOf(const Plan& replica) { return replica.schedule.placement; }

    void shorten(Share& share, int place, int microbatch, int direction) const {
        Share own{.work = 0};
        Time start = 0;
        Time rest = 0;
        for (int stage = 0; stage < m_problem.schedule.stages(); ++stage) {
            const Chunk chunk = chunkOfMicrobatch(m_problem, microbatch, direction, stage);
            const auto rank = chunk.rank;
            const Time gradient = chunk.backward - chunk.recompute.value_or(0);
            start = std::max(start, m_ends.head[rank]);
            rest = std::max(rest, chunk.weight + m_ends.tail[rank]);
            if (m_places[direction][stage] == place) {
                own.head = std::min(own.head, m_makespan ? start : 0);
                own.work += chunk.work();
                if (chunk.work() > 0)
                    own.tail = std::min(own.tail, m_makespan && chunk.weight == 0 ? rest : m_ends.tail[rank]);
            }
            start += chunk.forward + chunk.down;
            rest += chunk.up + gradient;
        }
        share.head = std::min(share.head, own.head);
        share.work = std::min(share.work, own.work);
        share.tail = std::min(share.tail, own.tail);
    }

    const Plan& m_problem;
    const Case& m_ends;
    bool m_makespan;
    std::vector<Plan> m_replicas;
    std::vector<std::vector<int>> m_places = {}; ///< per direction and stage: its rank among those of its replica
};

/// A part of the shares, the smallest first; those that never end anything count as 0.
std::vector<Time> ascending(const std::vector<Share>& shares, Time Share::*part) {
    std::vector<Time> values = mapped(
        shares, [&](const Share& share) { return share.*part == std::numeric_limits<Time>::max() ? 0 : share.*part; });
    std::ranges::sort(values);
    return values;
}

/// The sum of the `count` smallest of a part of the shares.
Time smallest(const std::vector<Share>& shares, Time Share::*part, int count) {
    const std::vector<Time> values = ascending(shares, part);
    Time sum = 0;
    for (int i = 0; i < count && i < static_cast<int>(values.size()); ++i)
        sum += values[i];
    return sum;
}

/// What some replica takes at least because it has many of the longest microbatches.
///
/// Among the longest k · replicas + q microbatches, however they are dealt, the replicas that have more than k have at
/// least q among them beyond k each. Let a replicas be those: they run at least k · a + q of the longest, and others
/// until each has `each` microbatches. All of them together take no less than the shortest that these can be with the
/// shortest heads and tails, and the slowest one no less than their mean. More than q of them, or more of the longest,
/// make the mean no less. So the a up to q that makes it the least counts, and the best k and q; with k = 0 and q = 1
/// it is the longest microbatch and the shortest others. (After M. Dell'Amico and S. Martello: Bounds for the
/// cardinality constrained P || Cmax problem. Journal of Scheduling 2001.)
class Crowded {
public:
    Crowded(const std::vector<Share>& shares, int replicas, int each)
        : m_works(sums(shares, &Share::work)), m_heads(sums(shares, &Share::head)), m_tails(sums(shares, &Share::tail)),
          m_replicas(replicas), m_each(each) {}

    /// In whole ticks, rounded down, or up where the value is whole.
    Time most(bool isWhole) const {
        Time most = 0;
        const int step = std::max(1, m_replicas / kMostTried);
        for (int k = 0; k < m_each; k += std::max(1, m_each / kMostTried))
            for (int q = 1; q <= m_replicas; q = q < m_replicas ? std::min(q + step, m_replicas) : q + 1)
                most = std::max(most, least(k, q, isWhole));
        return most;
    }

private:
    static constexpr int kMostTried = 32;

    /// The sums of the smallest so many.
    static std::vector<Time> sums(const std::vector<Share>& shares, Time Share::*part) {
        std::vector<Time> sums = {0};
        for (const Time value : ascending(shares, part))
            sums.push_back(sums.back() + value);
        return sums;
    }

    Time least(int k, int q, bool isWhole) const {
        const std::int64_t count = static_cast<std::int64_t>(m_works.size()) - 1;
        const std::int64_t shorter = count - (std::int64_t{k} * m_replicas + q);
        if (shorter < 0)
            return 0;
        Time least = std::numeric_limits<Time>::max();
        for (std::int64_t some = 1; some <= q; ++some) {
            const std::int64_t longest = k * some + q;
            const std::int64_t others = std::clamp<std::int64_t>(m_each * some - longest, 0, shorter);
            const Time all =
                m_works[shorter + longest] - m_works[shorter] + m_works[others] + m_heads[some] + m_tails[some];
            least = std::min(least, isWhole ? (all + some - 1) / some : all / some);
        }
        return least;
    }

    std::vector<Time> m_works;
    std::vector<Time> m_heads;
    std::vector<Time> m_tails;
    int m_replicas;
    int m_each;
};

} // namespace

std::optional<Bound> dealBound(const Plan& problem, Objective objective) {
    const Case ends = caseOf(problem, objective, Unequal::Least, Dealing::Anew);
    const bool makespan = boundedBy(problem, objective) == Objective::Makespan;
    const Replicas replicas(problem, ends, makespan);
    const int count = replicas.count();
    if (count < 2 || !replicas.areAlike() || replicas.fewest() == 0)
        return {};
    std::optional<Bound> best;
    const auto offer = [&](const Fraction& value, int place, Phrase why) {
        if (!best || best->value < value)
            best = Bound{"deal", value, place, say(why, place)};
    };
    for (int place = 0; place < replicas.ranks(); ++place) {
        const std::vector<Share> shares = replicas.sharesAt(place);
        const Time all = smallest(shares, &Share::work, problem.schedule.microbatches) +
                         smallest(shares, &Share::head, count) + smallest(shares, &Share::tail, count);
        // Times are whole, a period may be a mean of some.
        if (!isOff("bound:shared-out"))
            offer(makespan ? Fraction{(all + count - 1) / count, 1} : fractionOf(all, count), place,
                  phrase("bound", "rank %1 and those like it in other replicas: their work and the waits around it, "
                                  "shared out evenly"));
        if (!isOff("bound:crowded"))
            offer({Crowded(shares, count, replicas.fewest()).most(makespan), 1}, place,
                  phrase("bound", "rank %1 or one like it in another replica: as many of the longest microbatches as "
                                  "some replicas must have, and the shortest others"));
    }
    return best;
}

} // namespace lanewright::bounds
