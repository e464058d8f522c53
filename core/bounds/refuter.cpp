// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/refuter.h"

#include "core/base/switches.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace lanewright::bounds {

namespace {

constexpr Time kFar = -kNever;
/// How often the orders of all ranks are looked at for one value, and how wide their diagrams are.
constexpr int kMostExhausted = 30;
constexpr int kWidth = 8;
/// Pairs are tried first where what is left of the value is no more than one part of so many.
constexpr Time kFirstSlack = 64;

} // namespace

Time grainOf(const Lines& lines) {
    Time grain = 0;
    for (int series = 0; series < lines.size(); ++series) {
        if (lines.series[series].spare > 0)
            return 1;
        grain = std::gcd(grain, lines.series[series].each);
        for (const Arc& arc : lines.before[series])
            grain = std::gcd(grain, arc.delay);
    }
    for (const std::vector<Time>* ends : {&lines.head, &lines.tail})
        for (const Time time : *ends)
            grain = std::gcd(grain, time);
    return std::max<Time>(grain, 1);
}

Refuter::Refuter(const Lines& lines, const Lines& back, const Known& known)
    : m_lines(lines), m_propagation(lines, back), m_views(lines, back), m_learned{{kFar, known}} {
    for (int rank = 0; rank < static_cast<int>(lines.onRank.size()); ++rank) {
        m_diagrams.emplace_back(lines, rank);
        m_backDiagrams.emplace_back(back, rank);
    }
}

/// Heads and tails of all ops of the rank, from that start.
std::vector<Time> Refuter::timesOf(const Known& known, std::size_t start, std::size_t rank) const {
    std::vector<Time> times;
    for (const int number : m_lines.onRank[rank]) {
        const Series& line = m_lines.series[number];
        for (int op = line.first; op < line.first + line.count; ++op)
            times.insert(times.end(), {known.heads[start][op], known.tail(start, op)});
    }
    return times;
}

/// Looks at all orders of each rank. False at a contradiction.
bool Refuter::exhaust(Known& known, Time value, Looks& looks) {
    if (isOff("refuting:diagrams"))
        return true;
    const std::size_t ranks = m_diagrams.size();
    // Per start and rank: the heads and tails of which nothing more comes.
    std::vector<std::vector<Time>> spent(known.heads.size() * ranks);
    bool raised = true;
    for (int round = 0; raised && round < kMostExhausted && !looks.areOver(); ++round) {
        raised = false;
        for (std::size_t each = 0; each < spent.size(); ++each) {
            const std::size_t start = each / ranks;
            const std::size_t rank = each % ranks;
            std::vector<Time> before = timesOf(known, start, rank);
            if (!m_diagrams[rank].isSmall() || before == spent[each])
                continue;
            std::vector<Time>& heads = known.heads[start];
            std::vector<Time>& tails = known.tails[start];
            if (!m_diagrams[rank].raise(heads, {known.before, tails, value, kWidth}, looks) ||
                !m_backDiagrams[rank].raise(tails, {known.after, heads, value, kWidth}, looks))
                return false;
            if (timesOf(known, start, rank) != before)
                raised = true;
            else
                spent[each] = std::move(before);
        }
        if (raised && !m_propagation.draw(known, value, Depth::Memory, looks))
            return false;
    }
    return true;
}

/// How long the rank takes at least for what its ops hold, from the start of each F to the end of its B, were it as
/// full as it may be all the time.
double Refuter::timeToHold(const Known& known, int rank) const {
    const std::vector<Time>& heads = known.heads.front();
    double held = 0;
    for (const int one : m_lines.onRank[rank])
        for (const int other : m_lines.onRank[rank]) {
            const Series& forward = m_lines.series[one];
            const Series& backward = m_lines.series[other];
            if (forward.chunk != backward.chunk || forward.kind != OpKind::F || backward.kind != OpKind::B)
                continue;
            for (int index = 0; index < std::min(forward.count, backward.count); ++index) {
                const Time from = heads[forward.first + index];
                const Time to = heads[backward.first + index];
                if (from > kNever && to > kNever)
                    held += static_cast<double>(to + backward.each - from) * static_cast<double>(forward.net());
            }
        }
    return held / static_cast<double>(std::max<Bytes>(1, m_lines.limit[rank]));
}

/// The ranks with a limit, those first that must hold most for it.
std::vector<int> Refuter::byTimeToHold(const Known& known) const {
    std::vector<std::pair<double, int>> ranks;
    for (int rank = 0; rank < static_cast<int>(m_lines.onRank.size()); ++rank)
        if (m_lines.isLimited(rank) && m_lines.onRank[rank].size() <= RankDiagram::kMostSeries)
            ranks.emplace_back(-timeToHold(known, rank), rank);
    std::ranges::sort(ranks);
    std::vector<int> result(ranks.size());
    std::ranges::transform(ranks, result.begin(), &std::pair<double, int>::second);
    return result;
}

/// Looks at the orders of each rank with each other, those of the ranks that must hold most first, until nothing more
/// comes of any. False at a contradiction.
bool Refuter::exhaustTogether(Known& known, Time value, Looks& looks) {
    const std::vector<int> ranks = byTimeToHold(known);
    for (Outcome outcome = Outcome::Settled; outcome == Outcome::Settled && !looks.areOver();) {
        outcome = Outcome::Nothing;
        for (const int rank : ranks) {
            outcome = std::max(outcome, m_views.exhaust(known, rank, value, looks));
            if (outcome == Outcome::Contradiction)
                return false;
        }
    }
    return true;
}

/// The start from which ops have the least time to spare.
std::size_t Refuter::tightestStart() const {
    const Known& known = m_learned.back().known;
    std::vector<double> tied(known.heads.size(), 0);
    // What is not tied to start and end has all the time there is.
    for (std::size_t start = 0; start < tied.size(); ++start)
        for (int op = 0; op < m_lines.ops; ++op)
            tied[start] += static_cast<double>(known.heads[start][op]) + static_cast<double>(known.tail(start, op));
    return static_cast<std::size_t>(std::ranges::max_element(tied) - tied.begin());
}

/// Where what looks of this kind learned is kept.
std::vector<Refuter::Learned>& Refuter::learnedBy(At at) {
    if (at == At::Ranks || !hasSeveralStarts())
        return m_learned;
    if (m_together.empty())
        m_together.push_back({kFar, Known(m_learned.front().known, tightestStart())});
    return m_together;
}

bool Refuter::refutes(Time value, At at, Looks& looks) {
    std::vector<Learned>& learned = learnedBy(at);
    while (learned.back().value < value)
        learned.pop_back();
    Known known = learned.back().known;
    m_wantsMore = false;
    m_views.takeLeftOut();
    if (!m_propagation.draw(known, value, Depth::Memory, looks) ||
        !(at == At::Together ? exhaustTogether(known, value, looks)
                             : exhaust(known, value, looks) && refutePairs(known, value, looks)))
        return true;
    m_wantsMore = m_views.takeLeftOut() || looks.areOver();
    if (learned.back().value == value)
        learned.pop_back();
    learned.push_back({value, std::move(known)});
    return false;
}

/// Rank by rank, each until nothing new comes of it: first the pairs for which little time is left, then others. False
/// at a contradiction.
bool Refuter::refutePairs(Known& known, Time value, Looks& looks) const {
    const auto goesOn = [&] { return !looks.areOver(); };
    for (Time slack = value / kFirstSlack + 1; goesOn() && !isOff("refuting:shaving");) {
        const PairTrials trials{.known = known, .value = value, .slack = slack, .looks = looks};
        bool isNew = false;
        for (int rank = 0; rank < static_cast<int>(m_lines.onRank.size()); ++rank)
            for (Outcome outcome = Outcome::Settled; outcome == Outcome::Settled && goesOn();) {
                outcome = refutePairsOf(trials, rank);
                if (outcome == Outcome::Contradiction)
                    return false;
                isNew |= outcome == Outcome::Settled;
            }
        if (isNew) {
            known.before.sort();
            known.after.sort();
            if (!m_propagation.draw(known, value, Depth::Memory, looks))
                return false;
        } else if (slack >= value)
            break;
        else
            slack *= 2;
    }
    return true;
}

/// The first op of the series `other` that this one may precede; none where nothing is open between them, or where so
/// much time is left to an order that has them this way that it will hardly contradict.
std::optional<int> Refuter::openPairOf(const PairTrials& trials, int op, int other) const {
    const Before& before = trials.known.before;
    const int own = before.seriesOf()[op];
    const int count = before.of(op, other);
    if (count >= m_lines.series[other].count)
        return {}; // all come before it
    const int first = m_lines.series[other].first + count;
    if (before.of(first, own) > op - m_lines.series[own].first)
        return {}; // it comes before all that are left
    const bool isTight = m_propagation.wayThrough(trials.known, op, first) >= trials.value - trials.slack;
    return isTight ? std::optional(first) : std::nullopt;
}

/// Lets `op` precede `other` for a trial, and for good the other way where that contradicts.
Outcome Refuter::tryPair(const PairTrials& trials, int op, int other) const {
    const auto& [known, value, slack, looks] = trials;
    Known trial = known;
    looks.spend(m_lines.ops);
    m_propagation.precede(trial, op, other);
    if (m_propagation.draw(trial, value, Depth::Prefixes, looks))
        return Outcome::Nothing;
    m_propagation.precede(known, other, op);
    return m_propagation.draw(known, value, Depth::Prefixes, looks) ? Outcome::Settled : Outcome::Contradiction;
}

/// Tries the open pair of each op of the series `own` with `other`.
Outcome Refuter::refutePairsBetween(const PairTrials& trials, int own, int other) const {
    const Series& line = m_lines.series[own];
    Outcome outcome = Outcome::Nothing;
    for (int op = line.first; op < line.first + line.count && outcome != Outcome::Contradiction; ++op)
        if (const std::optional<int> first = openPairOf(trials, op, other)) {
            if (trials.looks.areOver())
                break;
            outcome = std::max(outcome, tryPair(trials, op, *first));
        }
    return outcome;
}

/// Tries the open pairs of the rank's ops, each series with each other.
Outcome Refuter::refutePairsOf(const PairTrials& trials, int rank) const {
    Outcome outcome = Outcome::Nothing;
    for (const int own : m_lines.onRank[rank])
        for (const int other : m_lines.onRank[rank]) {
            if (own == other)
                continue;
            if (outcome == Outcome::Contradiction || trials.looks.areOver())
                return outcome;
            outcome = std::max(outcome, refutePairsBetween(trials, own, other));
        }
    return outcome;
}

} // namespace lanewright::bounds
