// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/heads.h"
#include "core/bounds/refuter.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace lanewright::bounds {

namespace {

constexpr int kMostPasses = 30;

/// Beyond this many counts in a table of what runs before what, closed forms must do.
constexpr std::int64_t kMostCounts = 10'000'000;
/// Ops times ranks whose first and last op are looked from; of a large problem only some of the ranks are.
constexpr std::int64_t kMostViews = 150'000;
/// Ops put into sets and taken out again while room is searched for: a second or two. Several chunks per rank leave
/// much choice.
constexpr std::int64_t kMostEffort = 10'000'000;

/// The first step from a bound to the next is one part of so many; with a larger budget, of so few.
constexpr Time kFirstSteps = 1000;
constexpr Time kNextSteps = 128;
/// A step where ranks are looked at together is one part of so many of the way to the least value that anybody found,
/// which is taken to be no more than one part of so many of the bound; a trial begins with one part of so many, and
/// ends where one of so many is too far.
constexpr double kStepsOfWay = 3;
constexpr double kStepsOfTrial = 8;
constexpr double kMostStepsOfTrial = 32;
constexpr double kMostOfWay = 10;
/// With a larger budget it is no more than so many of the last that was not too far, or one part of so many where all
/// were.
constexpr Time kGrowthOfStep = 4;
constexpr Time kShrinkOfStep = 8;
/// No step is less than one part of so many.
constexpr Time kFinest = 1 << 17;
/// Ops looked at for one value before a smaller one is tried: at first; where ranks are looked at together, for a trial
/// from each start and then; and after that.
constexpr std::int64_t kFirstBudget = 8'000'000;
constexpr std::int64_t kTrialBudget = 8'000'000;
constexpr std::int64_t kTogetherBudget = 128'000'000;
constexpr std::int64_t kRanksBudget = 24'000'000;
/// Steps with one budget where a larger one is better than a smaller step, and where each counts.
constexpr int kFewTries = 2;
constexpr int kAllTries = std::numeric_limits<int>::max();
/// The same while values are refuted, and beyond as many ops none is: one pass over all pairs would take minutes.
constexpr std::int64_t kMostRefutable = 12'000;

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
/// makespan between the start and the end of everything.
class OpBounds {
public:
    OpBounds(const Case& problem, const Lines& lines, Objective objective, std::int64_t views,
             const std::stop_token& stop)
        : m_lines(lines), m_back(reversed(lines)), m_stop(stop), m_before(m_lines, stop), m_after(m_back, stop),
          m_makespan(objective == Objective::Makespan) {
        m_watched = m_makespan ? std::vector<int>{-1} : ranksToWatch(problem.instance, lines.ops, views);
        for (const int rank : m_watched) {
            const std::int64_t effort = kMostEffort / static_cast<std::int64_t>(2 * m_watched.size());
            m_heads.emplace_back(m_lines, m_before, rank, effort);
            m_tails.emplace_back(m_back, m_after, rank, effort);
        }
    }

    std::vector<Bound> all() {
        visit(Depth::Paths, "path",
              phrase("bound", "rank %1: the longest chain of ops that wait for each other, for values or for memory"));
        visit(Depth::Prefixes, "prefix",
              phrase("bound", "rank %1: a chain through what it must run before and after one of its ops"));
        visit(Depth::Memory, "memory",
              phrase("bound", "rank %1: a chain through what it must run to make room for its next op"));
        if (!m_stop.stop_requested())
            addMachines();
        return std::move(m_found);
    }

    /// Refutes one value after the other, from what is known on and in steps of grains.
    void refute(Time grain, const Fraction& known, Fraction most, std::int64_t effort, const BoundProgress& raised) {
        for (const Depth depth : {Depth::Paths, Depth::Prefixes, Depth::Memory})
            raise(depth);
        Refuter refuter(m_lines, m_back, m_before, m_after, m_heads, m_tails, m_stop);
        // A makespan is the length of a way. A period may be the mean of several, but where each rank's own way is
        // above a value, one of those is no longer than the period, and a multiple of the grain.
        const Time ticks = known.numerator / known.denominator;
        const bool isWhole = ticks * known.denominator == known.numerator && ticks % grain == 0;
        Time least = ticks / grain + (m_makespan && !isWhole ? 1 : 0);
        const auto isOver = [&] { return effort <= 0 || m_stop.stop_requested(); };
        bool wantsMore = false; // a value may be refuted yet by who looks longer
        Time lastStep = 0;      // to the value that was refuted last
        // True when the bound is at least `next` grains now.
        const auto reaches = [&](Time next, Refuter::Looks looks, std::int64_t budget) {
            if (Fraction{next * grain, 1} > most || isOver())
                return false;
            std::int64_t left = std::min(budget, effort);
            effort -= left;
            const bool refutes = refuter.refutes((next - 1) * grain, looks, left);
            effort += std::max<std::int64_t>(0, left);
            if (!refutes) {
                wantsMore = wantsMore || refuter.wantsMore();
                return false;
            }
            lastStep = next - least;
            least = next;
            most = raised(refuted(least * grain));
            return true;
        };
        // From what is known on: steps that grow while values are refuted, then shrink again. True when a value may be
        // refuted yet.
        const auto climb = [&](Time step, int growth, Refuter::Looks looks, std::int64_t budget, int tries) {
            wantsMore = false;
            while (reaches(least + step, looks, budget))
                step *= growth;
            for (step /= 2; step > least / kFinest && --tries > 0; step /= 2)
                reaches(least + step, looks, budget);
            return wantsMore;
        };
        // What is spent on far values is lost, so steps are parts of the way to the least that anybody found, which can
        // be any number where nobody found an order.
        const auto partOfWay = [&](double steps) {
            const double way = most.value() / static_cast<double>(grain) - static_cast<double>(least);
            return std::max<Time>(1, static_cast<Time>(std::min(way, static_cast<double>(least) / kMostOfWay) / steps));
        };
        bool byRanks = climb(std::max<Time>(1, least / kFirstSteps), 2, Refuter::Looks::Ranks, kFirstBudget, kAllTries);
        bool together = refuter.looksTogether();
        // Where short looks at ranks together refute what no rank alone does, long ones come first; of several starts,
        // from the others of which ranks alone may have as much to say, only where that goes on.
        const int starts = static_cast<int>(std::min(Refuter::kMostStarts, m_watched.size()));
        std::int64_t trial = kTrialBudget * starts;
        int paid = 0;
        // The way is as long as the best order is bad, so that the first step may be too far.
        for (double steps = kStepsOfTrial; together && steps <= kMostStepsOfTrial;)
            if (reaches(least + partOfWay(steps), Refuter::Looks::Together, trial)) {
                ++paid;
                trial = kTrialBudget;
            } else
                steps *= paid > 0 ? kMostStepsOfTrial : 2;
        const bool pays = paid > 0;
        std::int64_t ofRanks = kRanksBudget;
        // Where they refute nothing, long looks at each rank come first, without all steps of the shorter ones.
        if (together && !pays && byRanks) {
            byRanks = climb(std::max<Time>(1, least / kNextSteps), 2, Refuter::Looks::Ranks, ofRanks, kFewTries);
            ofRanks *= 3;
        }
        Time nextStep = std::numeric_limits<Time>::max();
        for (std::int64_t ofTogether = kTogetherBudget; (byRanks || together) && !isOver();) {
            // Behind looks together the least is enough to see whether those at each rank have more to say.
            const auto climbByRanks = [&] {
                byRanks = climb(pays ? 1 : std::max<Time>(1, least / kNextSteps), 2, Refuter::Looks::Ranks, ofRanks,
                                kAllTries);
            };
            const Time before = least;
            if (byRanks && paid < starts)
                climbByRanks();
            if (together) {
                const Time step = std::min(partOfWay(kStepsOfWay), nextStep);
                lastStep = 0;
                together = climb(step, 2, Refuter::Looks::Together, ofTogether, kAllTries);
                nextStep = lastStep > 0 ? kGrowthOfStep * lastStep : std::max<Time>(1, step / kShrinkOfStep);
            }
            if (pays && (byRanks || least > before))
                climbByRanks();
            ofRanks *= 3;
            ofTogether *= 3;
        }
    }

private:
    static Bound refuted(Time value) {
        return {std::string{kRefuted},
                {value, 1},
                -1,
                say(phrase("bound", "with less each op has so little time left that what follows of it contradicts "
                                    "itself"))};
    }

    const std::vector<Time>& heads(std::size_t start) const { return m_heads[start].get(); }
    Time tail(std::size_t end, int op) const { return m_tails[end].get()[m_lines.ops - 1 - op]; }

    void raise(Depth depth) {
        for (std::size_t start = 0; start < m_heads.size() && !m_stop.stop_requested(); ++start) {
            m_heads[start].raise(depth, kMostPasses, m_stop);
            m_tails[start].raise(depth, kMostPasses, m_stop);
        }
    }

    void visit(Depth depth, const char* name, Phrase why) {
        raise(depth);
        Bound best{.name = name, .value = {-1, 1}};
        for (std::size_t start = 0; start < m_heads.size(); ++start)
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
        best.reason = say(why, best.rank);
        m_found.push_back(best);
    }

    Time between(std::size_t start, std::size_t end, int op, Time length) const {
        const Time head = heads(start)[op];
        const Time after = tail(end, op);
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
                    ops.push_back({heads(start)[op], line.each, tail(end, op)});
                    ++tied;
                }
            // What parts take beyond the least lies somewhere between the first and the last of them.
            if (line.spare > 0 && tied == line.count)
                ops.push_back({heads(start)[line.first], line.spare, tail(end, line.first + line.count - 1)});
        }
        std::ranges::stable_sort(ops, {}, &Pressed::head);
        return ops;
    }

    void addMachines() {
        const int ranks = static_cast<int>(m_lines.onRank.size());
        const std::size_t starts = m_heads.size();
        std::vector<std::vector<Time>> paths(starts, std::vector<Time>(starts, kNoPath));
        Bound machine{.name = "one-machine", .value = {-1, 1}};
        for (std::size_t start = 0; start < starts; ++start)
            for (std::size_t end = 0; end < starts; ++end)
                for (int rank = 0; rank < ranks && !m_stop.stop_requested(); ++rank) {
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
        if (m_makespan || m_stop.stop_requested())
            return;
        for (std::size_t start = 0; start < starts; ++start)
            paths[start][start] = std::max<Time>(paths[start][start], 0);
        const Fraction mean = largestCycleMean(paths);
        m_found.push_back(
            {"cycle", mean, -1,
             say(phrase("bound", "ranks that start each other and end after each other: what one gains by "
                                 "starting late another loses"))});
    }

    const Lines& m_lines;
    Lines m_back;
    std::stop_token m_stop;
    Before m_before;
    Before m_after;
    bool m_makespan;
    std::vector<int> m_watched = {}; ///< ranks; −1: all together
    std::vector<Heads> m_heads = {}; ///< from the first start of each watched
    std::vector<Heads> m_tails = {}; ///< to the last end of each watched
    std::vector<Bound> m_found;
};

} // namespace

std::vector<Bound> opBounds(const Case& problem, Objective objective, const std::stop_token& stop) {
    const Lines lines = linesOf(problem);
    if (lines.ops == 0 || static_cast<std::int64_t>(lines.ops) * lines.size() > kMostCounts)
        return {};
    return OpBounds(problem, lines, objective, kMostViews, stop).all();
}

void refute(const Case& problem, Objective objective, const Fraction& known, const Fraction& most, std::int64_t effort,
            const std::stop_token& stop, const BoundProgress& raised) {
    const Lines lines = linesOf(problem);
    if (lines.ops == 0 || lines.ops > kMostRefutable)
        return;
    // Pairs are shorter in the case than they are, by whatever it takes.
    const bool pairs =
        std::ranges::any_of(problem.instance.chunks, [](const Chunk& chunk) { return chunk.overlapped.has_value(); });
    OpBounds(problem, lines, objective, kMostRefutable, stop)
        .refute(pairs ? 1 : grainOf(lines), known, most, effort, raised);
}

} // namespace lanewright::bounds
