// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/refuter.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

namespace lanewright::bounds {

namespace {

constexpr Time kFar = -kNever;
/// How often the orders of all ranks are looked at for one value, and how wide their diagrams are: narrow ones first,
/// which are quick and leave the wide ones less to look at.
constexpr int kMostExhausted = 30;
constexpr std::array kWidths = {8, 32, 128};
/// Starts are tried of ranks that must hold nearly as much as any.
constexpr double kNearlyMost = 0.9;
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

Refuter::Refuter(const Lines& lines, const Lines& back, const Before& before, const Before& after,
                 const std::vector<Heads>& heads, const std::vector<Heads>& tails, const std::stop_token& stop)
    : m_lines(lines), m_stop(stop), m_propagation(lines, back, stop), m_views(lines, back, stop) {
    m_learned.push_back({kFar, {before, after, {}, {}}});
    Known& known = m_learned.back().known;
    for (const Heads& each : heads)
        known.heads.push_back(each.get());
    for (const Heads& each : tails)
        known.tails.push_back(each.get());
    for (int rank = 0; rank < static_cast<int>(lines.onRank.size()); ++rank) {
        m_diagrams.emplace_back(lines, rank);
        m_backDiagrams.emplace_back(back, rank);
    }
}

/// Looks at all orders of each rank. False at a contradiction.
bool Refuter::exhaust(Known& known, Time value, std::int64_t& effort) {
    // Per start and rank: the heads and tails of which nothing more comes at this width.
    std::vector<std::vector<std::vector<Time>>> spent(known.heads.size(),
                                                      std::vector<std::vector<Time>>(m_diagrams.size()));
    const auto timesOf = [&](std::size_t start, std::size_t rank) {
        std::vector<Time> times;
        for (const int series : m_lines.onRank[rank])
            for (int op = m_lines.series[series].first;
                 op < m_lines.series[series].first + m_lines.series[series].count; ++op) {
                times.push_back(known.heads[start][op]);
                times.push_back(known.tail(start, op));
            }
        return times;
    };
    std::size_t width = 0;
    for (int round = 0; round < kMostExhausted && effort > 0 && !m_stop.stop_requested(); ++round) {
        bool raised = false;
        for (std::size_t start = 0; start < known.heads.size(); ++start)
            for (std::size_t rank = 0; rank < m_diagrams.size(); ++rank) {
                if (!m_diagrams[rank].isSmall())
                    continue;
                std::vector<Time> before = timesOf(start, rank);
                if (before == spent[start][rank])
                    continue;
                if (!look(m_diagrams[rank], m_backDiagrams[rank], known, start, value, kWidths[width], effort))
                    return false;
                if (timesOf(start, rank) != before)
                    raised = true;
                else
                    spent[start][rank] = std::move(before);
            }
        if (raised) {
            if (!m_propagation.draw(known, value, Depth::Memory, effort))
                return false;
            continue;
        }
        if (++width == kWidths.size())
            break;
        for (std::vector<std::vector<Time>>& each : spent)
            std::ranges::fill(each, std::vector<Time>{});
    }
    return true;
}

/// How long the rank takes at least for what its ops hold, from the start of each F to the end of its B, were it as
/// full as it may be all the time.
double Refuter::timeToHold(const Known& known, std::size_t start, int rank) const {
    double held = 0;
    for (const int one : m_lines.onRank[rank])
        for (const int other : m_lines.onRank[rank]) {
            const Series& forward = m_lines.series[one];
            const Series& backward = m_lines.series[other];
            if (forward.chunk != backward.chunk || forward.kind != OpKind::F || backward.kind != OpKind::B)
                continue;
            for (int index = 0; index < std::min(forward.count, backward.count); ++index) {
                const Time from = known.heads[start][forward.first + index];
                const Time to = known.heads[start][backward.first + index];
                if (from > kNever && to > kNever)
                    held += static_cast<double>(to + backward.each - from) * static_cast<double>(forward.net());
            }
        }
    return held / static_cast<double>(std::max<Bytes>(1, m_lines.limit[rank]));
}

/// The ranks with a limit, those first that must hold most for it, each with the start from which its ops have the
/// least time to spare: by the smallest value that was not refuted, of which most is known.
std::vector<Refuter::Tight> Refuter::byTimeToHold() const {
    const auto& [value, known] = m_together.empty() ? m_learned.back() : m_together.back();
    std::vector<Tight> ranks;
    for (int rank = 0; rank < static_cast<int>(m_lines.onRank.size()); ++rank) {
        if (m_lines.limit[rank] >= Instance::kNoLimit || !m_diagrams[rank].isSmall())
            continue;
        Tight tight{.rank = rank};
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t start = 0; start < known.heads.size(); ++start) {
            double spare = 0;
            for (const int series : m_lines.onRank[rank]) {
                const Series& line = m_lines.series[series];
                // What is not tied to start and end has all the time there is.
                for (int op = line.first; op < line.first + line.count; ++op)
                    spare -= static_cast<double>(known.heads[start][op]) + static_cast<double>(known.tail(start, op));
            }
            if (spare < least) {
                least = spare;
                tight.start = start;
            }
        }
        tight.hold = timeToHold(known, tight.start, rank);
        ranks.push_back(tight);
    }
    std::ranges::stable_sort(ranks, std::greater<>{}, &Tight::hold);
    return ranks;
}

/// Looks from a start at all orders of a diagram and, from the end, of its reverse. False at a contradiction.
bool Refuter::look(RankDiagram& diagram, RankDiagram& back, Known& known, std::size_t start, Time value, int width,
                   std::int64_t& effort) const {
    std::vector<Time>& heads = known.heads[start];
    std::vector<Time>& tails = known.tails[start];
    return diagram.raise(heads, {known.before, tails, value, width}, effort, m_stop) &&
           back.raise(tails, {known.after, heads, value, width}, effort, m_stop);
}

/// Looks at the orders of each rank with each other, those of the ranks that must hold most first, until nothing more
/// comes of any. False at a contradiction.
bool Refuter::exhaustTogether(Known& known, Time value, std::int64_t& effort) {
    const std::vector<Tight> ranks = byTimeToHold();
    for (bool isNew = true; isNew && effort > 0 && !m_stop.stop_requested();) {
        isNew = false;
        for (const Tight& tight : ranks)
            if (!m_views.exhaust(known, tight.rank, value, isNew, effort))
                return false;
    }
    return true;
}

/// Where what looks of this kind learned is kept. Looks at several ranks are from one start.
std::vector<Refuter::Learned>& Refuter::learnedBy(Looks looks) {
    return looks == Looks::Ranks || m_learned.front().known.heads.size() == 1 ? m_learned : m_together;
}

/// Looks at several ranks are from the first start from which they refute the value: those of the ranks that must hold
/// most are tried. Where none does, it is the first of them.
bool Refuter::refutesFromAny(Time value, std::int64_t& effort) {
    std::vector<std::size_t> starts;
    const std::vector<Tight> ranks = byTimeToHold();
    for (const Tight& tight : ranks)
        if (tight.hold >= kNearlyMost * ranks.front().hold && std::ranges::find(starts, tight.start) == starts.end())
            starts.push_back(tight.start);
    if (starts.empty())
        starts.push_back(0);
    const Known& whole = m_learned.front().known;
    std::ranges::stable_sort(starts, {}, [&](std::size_t start) {
        double spare = 0;
        for (int op = 0; op < m_lines.ops; ++op)
            spare -= static_cast<double>(whole.heads[start][op]) + static_cast<double>(whole.tail(start, op));
        return spare;
    });
    if (starts.size() > kMostStarts)
        starts.erase(starts.begin() + kMostStarts, starts.end());
    std::vector<Learned> first;
    for (std::size_t tried = 0; tried < starts.size(); ++tried) {
        const std::size_t start = starts[tried];
        m_together.assign(1, {kFar, {whole.before, whole.after, {whole.heads[start]}, {whole.tails[start]}}});
        const std::int64_t share = effort / static_cast<std::int64_t>(starts.size() - tried);
        std::int64_t left = share;
        const bool refuted = refutes(value, Looks::Together, left);
        effort -= share - left;
        if (refuted)
            return true;
        if (tried == 0)
            first = m_together;
    }
    m_together = std::move(first);
    return false;
}

bool Refuter::refutes(Time value, Looks looks, std::int64_t& effort) {
    std::vector<Learned>& learned = learnedBy(looks);
    if (learned.empty())
        return refutesFromAny(value, effort);
    while (learned.back().value < value)
        learned.pop_back();
    Known known = learned.back().known;
    m_wantsMore = false;
    m_views.takeLeftOut();
    if (!m_propagation.draw(known, value, Depth::Memory, effort))
        return true;
    if (looks == Looks::Together ? !exhaustTogether(known, value, effort)
                                 : !exhaust(known, value, effort) || !shaveAll(known, value, effort))
        return true;
    m_wantsMore = m_views.takeLeftOut() || effort <= 0;
    if (learned.back().value == value)
        learned.pop_back();
    learned.push_back({value, std::move(known)});
    return false;
}

/// Rank by rank, each until nothing new comes of it: first the pairs for which little time is left, then others. False
/// at a contradiction.
bool Refuter::shaveAll(Known& known, Time value, std::int64_t& effort) const {
    const auto goesOn = [&] { return effort > 0 && !m_stop.stop_requested(); };
    for (Time slack = value / kFirstSlack + 1; goesOn();) {
        bool isNew = false;
        for (int rank = 0; rank < static_cast<int>(m_lines.onRank.size()); ++rank)
            for (bool more = true; more && goesOn(); isNew |= more)
                if (!shave(known, rank, value, slack, more, effort))
                    return false;
        if (isNew) {
            known.before.sort();
            known.after.sort();
            if (!m_propagation.draw(known, value, Depth::Memory, effort))
                return false;
        } else if (slack >= value)
            break;
        else
            slack *= 2;
    }
    return true;
}

/// Tries the next open pair of each op of the rank and each series there one way. False when both ways contradict;
/// `isNew` says whether any was settled.
bool Refuter::shave(Known& known, int rank, Time value, Time slack, bool& isNew, std::int64_t& effort) const {
    isNew = false;
    for (const int one : m_lines.onRank[rank])
        for (const int other : m_lines.onRank[rank]) {
            if (one == other)
                continue;
            const Series& line = m_lines.series[one];
            const Series& others = m_lines.series[other];
            for (int op = line.first; op < line.first + line.count; ++op) {
                // The first of the others that it may precede.
                const int count = known.before.of(op, other);
                if (count >= others.count || known.before.of(others.first + count, one) > op - line.first ||
                    m_propagation.wayThrough(known, op, others.first + count) < value - slack)
                    continue;
                if (effort <= 0 || m_stop.stop_requested())
                    return true;
                Known trial = known;
                effort -= m_lines.ops;
                m_propagation.precede(trial, op, others.first + count);
                if (m_propagation.draw(trial, value, Depth::Prefixes, effort))
                    continue;
                isNew = true;
                m_propagation.precede(known, others.first + count, op);
                if (!m_propagation.draw(known, value, Depth::Prefixes, effort))
                    return false;
            }
        }
    return true;
}

} // namespace lanewright::bounds
