// SPDX-License-Identifier: Apache-2.0
#include "core/base/switches.h"
#include "core/bounds/heads.h"
#include "core/bounds/improvement.h"
#include "core/bounds/refuter.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lanewright::bounds {

namespace {

constexpr int kMostPasses = 30;

/// What bounds may take that look at every op.
struct Most {
    std::int64_t counts = 0; ///< in a table of what runs before what; beyond, closed forms must do
    std::int64_t looks = 0;
    /// Ops times ranks whose first and last op are looked from; of a large problem only some of the ranks are.
    std::int64_t views = 0;
    /// Ops put into sets and taken out again while room is searched for. Several chunks per rank leave much choice.
    std::int64_t room = 0;
};

/// Twenty milliseconds; some seconds; and of that, while values are refuted, one pass over all pairs, which would take
/// minutes for more ops. The largest of `solve_bench.py chunks` takes a sixth of the looks of the second.
constexpr Most kQuick{.counts = 40'000, .looks = 4'000'000, .views = 10'000, .room = 100'000};
constexpr Most kFull{.counts = 10'000'000, .looks = 600'000'000, .views = 150'000, .room = 10'000'000};
constexpr Most kRefuting{.counts = kFull.counts, .looks = Looks::kAny, .views = 12'000, .room = kFull.room};

/// Looks that an op takes on a machine that can be interrupted.
constexpr std::int64_t kLooksOfMachine = 16;

/// The ranks whose spans are looked at, those that are likely to be longest first: the host of each first stage, whose
/// activations stay longest, then by work; no more than `views` of an op each.
std::vector<int> ranksToWatch(const Instance& instance, int ops, std::int64_t views) {
    std::vector<int> ranks(static_cast<std::size_t>(instance.ranks()));
    std::iota(ranks.begin(), ranks.end(), 0);
    const auto importance = [&](int rank) {
        const bool first =
            std::ranges::any_of(instance.onRank[rank], [&](int chunk) { return instance.chunks[chunk].stage == 0; });
        return std::pair{first, instance.workOf(rank)};
    };
    std::ranges::stable_sort(ranks, std::greater<>{}, importance);
    const auto most = std::max<std::int64_t>(1, views / std::max(1, ops));
    if (static_cast<std::int64_t>(ranks.size()) > most)
        ranks.resize(static_cast<std::size_t>(most));
    std::ranges::sort(ranks);
    return ranks;
}

/// The ways between starts and ends: for the period between the first op of a rank and the last op of a rank, for the
/// makespan between the start and the end of everything. An order takes no less than the head, the length and the tail
/// of any op (`path`), and than a rank that may interrupt its ops (`one-machine`; J. R. Jackson 1955, J. Carlier 1982);
/// a period no less than the mean of any circle of ways from starts to ends (`cycle`).
class OpBounds {
public:
    OpBounds(const Case& problem, const Lines& lines, Objective objective, const Most& most,
             const std::stop_token& stop)
        : m_lines(lines), m_back(reversed(lines)), m_propagation(m_lines, m_back), m_looks(stop, most.looks),
          m_makespan(objective == Objective::Makespan),
          m_watched(m_makespan ? std::vector<int>{-1} : ranksToWatch(problem.instance, lines.ops, most.views)),
          m_known(m_lines, m_back, m_watched, m_looks) {
        Looks room = m_looks.any();
        const std::int64_t mostRoom = most.room / static_cast<std::int64_t>(2 * m_watched.size());
        for (const Depth depth : {Depth::Prefixes, Depth::Memory})
            m_propagation.raise(m_known, depth, kMostPasses, mostRoom, room, m_looks);
    }

    std::vector<Bound> all() {
        addPath();
        if (!m_looks.areOver())
            addMachines();
        return std::move(m_found);
    }

    /// Refutes one value after the other, from what is known on and in steps of grains.
    void refute(Time grain, const Bound& known, const Fraction& most, std::int64_t effort,
                const BoundProgress& raised) {
        Refuter refuter(m_lines, m_back, m_known);
        // A makespan is the length of a way. A period may be the mean of several, but where each rank's own way is
        // above a value, one of those is no longer than the period, and a multiple of the grain.
        const Time ticks = known.value.numerator / known.value.denominator;
        const bool isWhole = ticks * known.value.denominator == known.value.numerator && ticks % grain == 0;
        const Improvement::Given given{.grain = grain, .least = ticks / grain + (m_makespan && !isWhole ? 1 : 0)};
        Improvement(refuter, given, known, most, m_looks.part(effort), raised).run();
    }

private:
    void addPath() {
        Bound best{.name = "path", .value = {-1, 1}};
        for (std::size_t start = 0; start < m_watched.size(); ++start)
            for (const Series& line : m_lines.series)
                for (int op = line.first; op < line.first + line.count; ++op) {
                    const Time way = between(start, start, op, line.each);
                    if (way > best.value.numerator) {
                        best.value = {way, 1};
                        best.rank = m_makespan ? line.rank : m_watched[start];
                    }
                }
        if (best.rank < 0)
            return;
        best.reason = say(phrase("bound", "rank %1: the longest chain of ops that wait for each other, for their rank, "
                                          "for values or for memory"),
                          best.rank);
        m_found.push_back(best);
    }

    Time between(std::size_t start, std::size_t end, int op, Time length) const {
        const Time head = m_known.heads[start][op];
        const Time after = m_known.tail(end, op);
        return head > kNever && after > kNever ? head + length + after : kNever;
    }

    /// The ops of the rank that are tied to start and end, by head.
    std::vector<Pressed> pressed(int rank, std::size_t start, std::size_t end) const {
        std::vector<Pressed> ops;
        for (const int series : m_lines.onRank[rank]) {
            const Series& line = m_lines.series[series];
            int tied = 0;
            for (int op = line.first; op < line.first + line.count; ++op)
                if (between(start, end, op, line.each) > kNever) {
                    ops.push_back({m_known.heads[start][op], line.each, m_known.tail(end, op)});
                    ++tied;
                }
            // What parts take beyond the least lies somewhere between the first and the last of them.
            if (line.spare > 0 && tied == line.count)
                ops.push_back(
                    {m_known.heads[start][line.first], line.spare, m_known.tail(end, line.first + line.count - 1)});
        }
        std::ranges::stable_sort(ops, {}, &Pressed::head);
        return ops;
    }

    void addMachines() {
        const int ranks = static_cast<int>(m_lines.onRank.size());
        const std::size_t starts = m_watched.size();
        std::vector<std::vector<Time>> paths(starts, std::vector<Time>(starts, kNoPath));
        Bound machine{.name = "one-machine", .value = {-1, 1}};
        for (std::size_t start = 0; start < starts; ++start)
            for (std::size_t end = 0; end < starts; ++end)
                for (int rank = 0; rank < ranks && m_looks.spend(kLooksOfMachine * m_lines.ops / ranks); ++rank) {
                    const Time time = preemptiveEnd(pressed(rank, start, end));
                    paths[start][end] = std::max(paths[start][end], time);
                    if (start == end && time > machine.value.numerator) {
                        machine.value = {time, 1};
                        machine.rank = m_makespan ? rank : m_watched[start];
                    }
                }
        if (machine.rank < 0)
            return;
        machine.reason = say(phrase("bound", "rank %1: all its ops, each no sooner than it can come and with all that "
                                             "must follow it"),
                             machine.rank);
        m_found.push_back(machine);
        if (!m_makespan && !m_looks.areOver())
            addCycle(std::move(paths));
    }

    /// `paths`: from the start of each watched rank to the end of each, at least.
    void addCycle(std::vector<std::vector<Time>> paths) {
        for (std::size_t start = 0; start < paths.size(); ++start)
            paths[start][start] = std::max<Time>(paths[start][start], 0);
        const Fraction mean = largestCycleMean(paths);
        m_found.push_back(
            {"cycle", mean, -1,
             say(phrase("bound", "ranks that start each other and end after each other: what one gains by "
                                 "starting late another loses"))});
    }

    const Lines& m_lines;
    Lines m_back;
    Propagation m_propagation;
    Looks m_looks;
    bool m_makespan;
    std::vector<int> m_watched; ///< ranks; −1: all together
    Known m_known;              ///< from the first start and to the last end of each watched
    std::vector<Bound> m_found = {};
};

} // namespace

std::vector<Bound> opBounds(const Case& problem, Objective objective, BoundEffort effort, const std::stop_token& stop) {
    const Most& most = effort == BoundEffort::Full ? kFull : kQuick;
    const Lines lines = linesOf(problem);
    if (lines.ops == 0 || static_cast<std::int64_t>(lines.ops) * lines.size() > most.counts)
        return {};
    return OpBounds(problem, lines, objective, most, stop).all();
}

void refute(const Case& problem, Objective objective, const Bound& known, const Fraction& most, std::int64_t effort,
            const std::stop_token& stop, const BoundProgress& raised) {
    const Lines lines = linesOf(problem);
    if (lines.ops == 0 || lines.ops > kRefuting.views)
        return;
    // Pairs are shorter in the case than they are, by whatever it takes.
    const bool pairs =
        std::ranges::any_of(problem.instance.chunks, [](const Chunk& chunk) { return chunk.overlapped.has_value(); });
    OpBounds(problem, lines, objective, kRefuting, stop)
        .refute(pairs ? 1 : grainOf(lines), known, most, effort, raised);
}

} // namespace lanewright::bounds
