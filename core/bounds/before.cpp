// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/before.h"

#include "core/base/switches.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lanewright::bounds {

namespace {

constexpr int kMostRounds = 12;
/// Looks per series of the rank that it takes to see whether an op has room: a search in its counts.
constexpr std::int64_t kLooksOfFit = 8;

} // namespace

Before::Before(const Lines& lines, Looks& looks)
    : m_lines(&lines), m_series(lines.series.size()), m_counts(static_cast<std::size_t>(lines.ops) * m_series, 0),
      m_order(static_cast<std::size_t>(lines.ops)), m_touched(lines.onRank.size(), 1), m_most(m_series, 0) {
    for (int series = 0; series < lines.size(); ++series)
        m_seriesOf.insert(m_seriesOf.end(), lines.series[series].count, series);
    std::iota(m_order.begin(), m_order.end(), 0); // series come after those they wait for
    for (int round = 0; round < kMostRounds && !looks.areOver() && closeOnce(looks); ++round)
        sort();
}

bool Before::require(int op, int series, int count) {
    std::int32_t& known = at(op)[series];
    if (known >= count)
        return false;
    known = count;
    touch(op);
    return true;
}

/// Notes that the op's counts have changed for series of its own rank, which is what the work before it depends on.
void Before::touch(int op) { m_touched[m_lines->series[m_seriesOf[op]].rank] = 1; }

std::vector<char> Before::takeTouched() { return std::exchange(m_touched, std::vector<char>(m_touched.size(), 0)); }

bool Before::close(Looks& looks) {
    for (int round = 0; round < kMostRounds && !looks.areOver(); ++round) {
        const bool changed = closeOnce(looks);
        for (const int op : m_order)
            if (of(op, m_seriesOf[op]) > op - m_lines->series[m_seriesOf[op]].first)
                return false;
        if (!changed)
            break;
    }
    return true;
}

/// True when something changed. Ops that were not looked at because looks are over know less, and none of it is wrong.
bool Before::closeOnce(Looks& looks) {
    bool changed = false;
    for (const int op : m_order) {
        if (!looks.spend(1))
            break;
        changed |= raise(op, looks);
    }
    if (isOff("bound:room"))
        return changed;
    for (const int op : m_order) {
        if (!looks.spend(1))
            break;
        if (raiseForMemory(op, looks)) {
            touch(op);
            changed = true;
        }
    }
    return changed;
}

/// Takes over what comes before the ops that come right before this one.
bool Before::raise(int op, Looks& looks) {
    const int series = m_seriesOf[op];
    const int index = op - m_lines->series[series].first;
    const std::vector<int>& onRank = m_lines->onRank[m_lines->series[series].rank];
    std::int32_t* counts = at(op);
    m_was.assign(counts, counts + m_series);
    const auto follow = [&](int other, int count) {
        const std::int32_t* theirs = of(m_lines->series[other].first + count - 1);
        for (std::size_t each = 0; each < m_series; ++each)
            counts[each] = std::max(counts[each], theirs[each]);
        counts[other] = std::max(counts[other], count);
        looks.spend(static_cast<std::int64_t>(m_series));
    };
    if (index > 0)
        follow(series, index);
    for (const Arc& arc : m_lines->before[series])
        follow(arc.from, m_lines->partner(arc, series, index) + 1);
    for (const int other : onRank)
        if (other != series && counts[other] > 0)
            follow(other, counts[other]);
    if (std::ranges::any_of(onRank, [&](int other) { return counts[other] > m_was[other]; }))
        touch(op);
    return !std::equal(m_was.begin(), m_was.end(), counts);
}

int Before::atMost(int series, int other, int index) const {
    const Series& line = m_lines->series[series];
    if (index >= m_lines->series[other].count)
        return line.count;
    // Counts grow along a series.
    int least = 0;
    int most = line.count;
    while (least < most) {
        const int middle = (least + most) / 2;
        if (of(line.first + middle, other) > index)
            most = middle;
        else
            least = middle + 1;
    }
    return least;
}

/// Whether ops of the other series of a rank give memory back.
bool Before::givesBack(int other, int own) const { return other != own && m_lines->series[other].net() < 0; }

/// What the op's rank holds while it runs when `countOf` ops of each other series there have run.
Bytes Before::heldWith(int op, const auto& countOf) const {
    const int own = m_seriesOf[op];
    const Series& line = m_lines->series[own];
    Bytes held = (op - line.first) * line.net() + line.rise;
    for (const int other : m_lines->onRank[line.rank])
        held += other == own ? 0 : countOf(other) * m_lines->series[other].net();
    return held;
}

/// Whether the op can have room when of `series`, on its rank, no more than `count` have run: with as much as possible
/// given back by the others, of each of which `most` can have run before the op.
bool Before::fits(int op, int series, int count, const std::vector<int>& most) const {
    const int own = m_seriesOf[op];
    const auto countOf = [&](int other) {
        if (other == series)
            return count;
        const int known = of(op, other);
        if (!givesBack(other, own) || most[other] <= known)
            return known;
        return std::max(known, std::min(most[other], atMost(other, series, count)));
    };
    return heldWith(op, countOf) <= m_lines->limit[m_lines->series[own].rank];
}

/// Raises the counts of the series that give memory back to the least that leaves room for the op.
bool Before::raiseForMemory(int op, Looks& looks) {
    const int own = m_seriesOf[op];
    const Series& line = m_lines->series[own];
    if (line.rise <= 0 || !m_lines->isLimited(line.rank))
        return false;
    if (heldWith(op, [&](int other) { return of(op, other); }) <= m_lines->limit[line.rank])
        return false; // what must have run before it leaves room
    const std::vector<int>& onRank = m_lines->onRank[line.rank];
    for (const int other : onRank)
        m_most[other] = givesBack(other, own) ? atMost(other, own, op - line.first) : 0;
    bool changed = false;
    for (const int other : onRank) {
        if (!givesBack(other, own))
            continue;
        int count = of(op, other);
        while (count < m_most[other] && looks.spend(kLooksOfFit * static_cast<std::int64_t>(onRank.size())) &&
               !fits(op, other, count, m_most))
            ++count;
        changed |= count > of(op, other);
        at(op)[other] = count;
    }
    return changed;
}

void Before::sort() {
    std::vector<std::int64_t> total(m_order.size());
    for (const int op : m_order)
        total[op] = std::accumulate(of(op), of(op) + m_series, std::int64_t{0});
    std::ranges::stable_sort(m_order, {}, [&](int op) { return total[op]; });
}

} // namespace lanewright::bounds
