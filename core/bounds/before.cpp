// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/before.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lanewright::bounds {

namespace {

constexpr int kMostRounds = 12;
/// When counts changed: before this round or in it.
constexpr char kBefore = 1;
constexpr char kNow = 2;

} // namespace

Before::Before(const Lines& lines, const std::stop_token& stop)
    : m_lines(&lines), m_series(lines.series.size()), m_counts(static_cast<std::size_t>(lines.ops) * m_series, 0),
      m_order(static_cast<std::size_t>(lines.ops)), m_changed(static_cast<std::size_t>(lines.ops), kBefore),
      m_stirred(lines.onRank.size(), kBefore), m_touched(lines.onRank.size(), 1) {
    for (int series = 0; series < lines.size(); ++series)
        m_seriesOf.insert(m_seriesOf.end(), lines.series[series].count, series);
    std::iota(m_order.begin(), m_order.end(), 0); // series come after those they wait for
    for (int round = 0; round < kMostRounds && !stop.stop_requested() && closeOnce(); ++round)
        sort();
}

bool Before::require(int op, int series, int count) {
    std::int32_t& known = at(op)[series];
    if (known >= count)
        return false;
    known = count;
    mark(op, kBefore);
    markRank(op, kBefore);
    return true;
}

/// Notes that the op's counts have changed.
void Before::mark(int op, char when) { m_changed[op] |= when; }

/// Notes that they have for series of its own rank, which is what its room and the work before it depend on.
void Before::markRank(int op, char when) {
    const int rank = m_lines->series[m_seriesOf[op]].rank;
    m_stirred[rank] |= when;
    m_touched[rank] = 1;
}

std::vector<char> Before::takeTouched() { return std::exchange(m_touched, std::vector<char>(m_touched.size(), 0)); }

/// Whether anything changed that the op takes over from.
bool Before::isStirred(int op) const {
    const int series = m_seriesOf[op];
    const Series& line = m_lines->series[series];
    const int index = op - line.first;
    if (m_changed[op] != 0 || (index > 0 && m_changed[op - 1] != 0))
        return true;
    const auto changed = [&](int other, int count) { return m_changed[m_lines->series[other].first + count - 1] != 0; };
    for (const Arc& arc : m_lines->before[series])
        if (changed(arc.from, m_lines->partner(arc, series, index) + 1))
            return true;
    return std::ranges::any_of(m_lines->onRank[line.rank], [&](int other) {
        const int count = of(op, other);
        return other != series && count > 0 && changed(other, count);
    });
}

bool Before::close(const std::stop_token& stop) {
    for (int round = 0; round < kMostRounds && !stop.stop_requested(); ++round) {
        const bool changed = closeOnce();
        for (const int op : m_order)
            if (of(op, m_seriesOf[op]) > op - m_lines->series[m_seriesOf[op]].first)
                return false;
        if (!changed)
            break;
    }
    return true;
}

/// True when something changed.
bool Before::closeOnce() {
    bool changed = false;
    for (const int op : m_order)
        if (isStirred(op) && raise(op)) {
            mark(op, kNow);
            changed = true;
        }
    for (const int op : m_order)
        if (m_stirred[m_lines->series[m_seriesOf[op]].rank] != 0 && raiseForMemory(op)) {
            mark(op, kNow);
            markRank(op, kNow);
            changed = true;
        }
    // Who stands earlier in the order looks at what changed now in the next round.
    for (std::vector<char>* flags : {&m_changed, &m_stirred})
        for (char& flag : *flags)
            flag = (flag & kNow) != 0 ? kBefore : 0;
    return changed;
}

/// Takes over what comes before the ops that come right before this one.
bool Before::raise(int op) {
    const int series = m_seriesOf[op];
    const int index = op - m_lines->series[series].first;
    std::int32_t* counts = at(op);
    const int rank = m_lines->series[series].rank;
    bool changed = false;
    bool inRank = false;
    const auto raiseTo = [&](int other, std::int32_t count) {
        if (count > counts[other]) {
            counts[other] = count;
            changed = true;
            inRank = inRank || m_lines->series[other].rank == rank;
        }
    };
    const auto follow = [&](int other, int count) {
        const std::int32_t* theirs = of(m_lines->series[other].first + count - 1);
        for (std::size_t each = 0; each < m_series; ++each)
            raiseTo(static_cast<int>(each), theirs[each]);
        raiseTo(other, count);
    };
    if (index > 0)
        follow(series, index);
    for (const Arc& arc : m_lines->before[series])
        follow(arc.from, m_lines->partner(arc, series, index) + 1);
    for (const int other : m_lines->onRank[rank])
        if (other != series && counts[other] > 0)
            follow(other, counts[other]);
    if (inRank)
        markRank(op, kNow);
    return changed;
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

/// Whether the op can have room when of `series`, on its rank, no more than `most` have run: with as much as possible
/// given back by the others.
bool Before::fits(int op, int series, int most) const {
    const int own = m_seriesOf[op];
    const Series& line = m_lines->series[own];
    const int index = op - line.first;
    Bytes held = index * line.net() + line.rise;
    for (const int other : m_lines->onRank[line.rank]) {
        if (other == own)
            continue;
        const Bytes net = m_lines->series[other].net();
        int count = of(op, other);
        if (other == series)
            count = most;
        else if (net < 0)
            count = std::max(count, std::min(atMost(other, own, index), atMost(other, series, most)));
        held += count * net;
    }
    return held <= m_lines->limit[line.rank];
}

/// Raises the counts of the series that give memory back to the least that leaves room for the op.
bool Before::raiseForMemory(int op) {
    const int own = m_seriesOf[op];
    const Series& line = m_lines->series[own];
    if (line.rise <= 0 || !m_lines->isLimited(line.rank))
        return false;
    const int index = op - line.first;
    bool changed = false;
    for (const int other : m_lines->onRank[line.rank]) {
        if (other == own || m_lines->series[other].net() >= 0)
            continue;
        const int most = atMost(other, own, index);
        int count = of(op, other);
        while (count < most && !fits(op, other, count))
            ++count;
        if (count == of(op, other))
            continue;
        at(op)[other] = count;
        changed = true;
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
