// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/heads.h"

#include "core/base/switches.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace lanewright::bounds {

namespace {

/// Sets that are tried for the room of one op before the search for it gives up.
constexpr int kMostTries = 4000;
constexpr Time kForever = -kNever;
/// Looks that it takes to see when a rank is through with a set.
constexpr std::int64_t kLooksOfEnd = 16;

} // namespace

std::vector<Time> headsFrom(const Lines& lines, int rank) {
    std::vector<Time> heads(static_cast<std::size_t>(lines.ops), kNever);
    for (const Series& series : lines.series)
        if (rank < 0 || series.rank == rank)
            std::fill_n(heads.begin() + series.first, series.count, lines.head[series.rank]);
    return heads;
}

Heads::Heads(const Lines& lines, const Before& before, std::vector<Time>& heads, std::vector<char> stirred,
             std::int64_t effort)
    : m_lines(lines), m_before(before), m_heads(heads), m_stirred(std::move(stirred)), m_chosen(heads.size()),
      m_ready(heads.size()), m_places(heads.size()), m_inSet(lines.series.size(), 0), m_effort(effort) {}

bool Heads::raise(Depth depth, int passes, Looks& looks) {
    bool raised = false;
    bool changed = true;
    for (int pass = 0; changed && pass < passes && !looks.areOver(); ++pass) {
        changed = passPaths(looks);
        for (int rank = 0; rank < static_cast<int>(m_lines.onRank.size()) && !looks.areOver(); ++rank)
            if (std::exchange(m_stirred[rank], 0) != 0 && !isOff("bound:prefixes"))
                changed |= passRank(rank, depth, looks);
        raised |= changed;
    }
    return raised;
}

bool Heads::raiseTo(int op, Time head) {
    if (head <= m_heads[op])
        return false;
    m_heads[op] = head;
    m_stirred[m_lines.series[m_before.seriesOf()[op]].rank] = 1;
    return true;
}

bool Heads::passPaths(Looks& looks) {
    bool changed = false;
    for (const int op : m_before.order()) {
        const int own = m_before.seriesOf()[op];
        const Series& line = m_lines.series[own];
        if (!looks.spend(static_cast<std::int64_t>(m_lines.onRank[line.rank].size())))
            break;
        const int index = op - line.first;
        const auto follow = [&](int series, int count, Time delay) {
            const Series& other = m_lines.series[series];
            const Time head = m_heads[other.first + count - 1];
            if (head > kNever)
                changed |= raiseTo(op, head + other.each + delay);
        };
        if (index > 0)
            follow(own, index, 0);
        for (const Arc& arc : m_lines.before[own])
            follow(arc.from, m_lines.partner(arc, own, index) + 1, arc.delay);
        for (const int series : m_lines.onRank[line.rank])
            if (const int count = m_before.of(op, series); series != own && count > 0)
                follow(series, count, 0);
    }
    return changed;
}

void Heads::enter(int rank) {
    std::vector<int> ops;
    for (const int series : m_lines.onRank[rank]) {
        const Series& line = m_lines.series[series];
        m_inSet[series] = 0;
        for (int op = line.first; op < line.first + line.count; ++op) {
            m_ready[op] = m_heads[op];
            m_places[op] = -1;
            if (m_heads[op] > kNever)
                ops.push_back(op);
        }
    }
    std::ranges::stable_sort(ops, {}, [&](int op) { return m_ready[op]; });
    for (std::size_t place = 0; place < ops.size(); ++place)
        m_places[ops[place]] = static_cast<int>(place);
    m_set.reset(static_cast<int>(ops.size()));
}

Time Heads::endOf(int rank, const std::int32_t* counts) {
    for (const int series : m_lines.onRank[rank]) {
        const Series& line = m_lines.series[series];
        std::int32_t& in = m_inSet[series];
        m_effort -= std::abs(in - counts[series]);
        for (; in < counts[series]; ++in)
            if (const int op = line.first + in; m_places[op] >= 0)
                m_set.add(m_places[op], m_ready[op], line.each);
        for (; in > counts[series]; --in)
            if (const int op = line.first + in - 1; m_places[op] >= 0)
                m_set.remove(m_places[op]);
    }
    return m_set.end();
}

bool Heads::passRank(int rank, Depth depth, Looks& looks) {
    enter(rank);
    bool changed = false;
    for (const int series : m_lines.onRank[rank])
        changed |= sweepPrefixes(series, looks);
    if (depth == Depth::Memory && m_lines.isLimited(rank) && !isOff("bound:choices"))
        for (const int series : m_lines.onRank[rank])
            if (m_lines.series[series].rise > 0)
                changed |= sweepChoices(series, looks);
    return changed;
}

bool Heads::sweepPrefixes(int series, Looks& looks) {
    const Series& line = m_lines.series[series];
    bool changed = false;
    for (int op = line.first; op < line.first + line.count && looks.spend(kLooksOfEnd); ++op)
        changed |= raiseTo(op, endOf(line.rank, m_before.of(op)));
    return changed;
}

/// The search for the set of ops that gives one op room and that its rank can be through with first.
///
/// Series that take memory run as little as the others need; of each series that gives memory back a number of ops is
/// tried. More ops never end earlier, so of the last series the least that gives room is enough.
struct Heads::Search {
    int series = 0; ///< that the op which wants room belongs to
    int index = 0;
    Counts counts = {};         ///< per series of all ranks
    std::vector<int> open = {}; ///< series that give memory back
    Counts best = {};
    Time end = kForever; ///< when the rank is through with `best`
    Time enough = 0;     ///< no better is needed
    int tries = 0;

    bool over() const { return end <= enough || tries >= kMostTries; }
};

bool Heads::sweepChoices(int own, Looks& looks) {
    const Series& line = m_lines.series[own];
    Search plain{.series = own};
    for (const int series : m_lines.onRank[line.rank])
        if (series != own && m_lines.series[series].net() < 0)
            plain.open.push_back(series);
    if (plain.open.size() < 2)
        return false; // the least that gives room must run before in any case
    // Parts of W hang on their B: last.
    std::ranges::stable_partition(plain.open, [&](int series) { return m_lines.series[series].kind != OpKind::W; });
    bool changed = false;
    for (int index = 0; index < line.count && m_effort > 0 && !looks.areOver(); ++index) {
        const int op = line.first + index;
        Counts& chosen = m_chosen[op];
        if (!chosen.empty() && endOf(line.rank, chosen.data()) <= m_heads[op])
            continue;
        Search one = plain;
        one.index = index;
        one.counts.assign(m_before.of(op), m_before.of(op) + m_lines.size());
        one.enough = m_heads[op];
        search(one, 0, looks);
        if (one.end < kForever)
            chosen = std::move(one.best);
        // What was not searched to the end is no proof.
        if (one.tries < kMostTries && m_effort > 0 && !looks.areOver() && one.end < kForever)
            changed |= raiseTo(op, one.end);
    }
    return changed;
}

/// How many more ops of the last series give the op room.
int Heads::lacking(const Search& one) const {
    const Series& line = m_lines.series[one.open.back()];
    Bytes over = m_lines.series[one.series].rise - m_lines.limit[line.rank];
    for (const int other : m_lines.onRank[line.rank])
        over += one.counts[other] * m_lines.series[other].net();
    return over <= 0 ? 0 : static_cast<int>((over - line.net() - 1) / -line.net());
}

/// How many ops of the open series at `depth` can have run, with those chosen before and before the op.
int Heads::mostOf(const Search& one, std::size_t depth) const {
    const int series = one.open[depth];
    int most = m_before.atMost(series, one.series, one.index);
    for (std::size_t earlier = 0; earlier < depth; ++earlier)
        most = std::min(most, m_before.atMost(series, one.open[earlier], one.counts[one.open[earlier]]));
    return most;
}

/// Chooses so many ops of a series, with all that must run before the last of them.
void Heads::choose(Search& one, const Counts& chosenBefore, int series, int count) const {
    const Series& line = m_lines.series[series];
    if (count > 0) {
        const std::int32_t* before = m_before.of(line.first + count - 1);
        for (const int other : m_lines.onRank[line.rank])
            one.counts[other] = std::max(chosenBefore[other], before[other]);
    }
    one.counts[series] = count;
}

/// Tries numbers of ops of the open series from `depth` on. Of the last the least that gives room is enough, and what
/// must run before it is left out, which makes the end no later.
void Heads::search(Search& one, std::size_t depth, Looks& looks) {
    const int series = one.open[depth];
    const bool isLast = depth + 1 == one.open.size();
    const int most = mostOf(one, depth);
    const Counts chosenBefore = one.counts;
    const auto mayTry = [&] { return !one.over() && m_effort > 0 && looks.spend(kLooksOfEnd); };
    for (int count = one.counts[series] + (isLast ? lacking(one) : 0); count <= most && mayTry(); ++count) {
        if (isLast)
            one.counts[series] = count;
        else
            choose(one, chosenBefore, series, count);
        ++one.tries;
        const Time end = endOf(m_lines.series[series].rank, one.counts.data()); // which takes from the effort
        if (end >= one.end)
            break; // and more ops end no earlier
        if (isLast) {
            one.end = end;
            one.best = one.counts;
            break;
        }
        search(one, depth + 1, looks);
    }
    one.counts = chosenBefore;
}

} // namespace lanewright::bounds
