// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/propagation.h"

#include "core/base/switches.h"
#include <algorithm>

namespace lanewright::bounds {

namespace {

constexpr int kMostDrawings = 60;
constexpr int kPasses = 12;
/// Ops put into sets and taken out again at a time, while room is searched for.
constexpr std::int64_t kMostRoom = 300'000;
/// It is one part of so many of what is left.
constexpr std::int64_t kPartsOfRoom = 16;

} // namespace

Known::Known(const Lines& lines, const Lines& back, const std::vector<int>& ranks, Looks& looks)
    : before(lines, looks), after(back, looks) {
    heads.reserve(ranks.size());
    tails.reserve(ranks.size());
    for (const int rank : ranks) {
        heads.push_back(headsFrom(lines, rank));
        tails.push_back(headsFrom(back, rank));
    }
}

bool Propagation::precede(Known& known, int first, int second) const {
    const int one = known.before.seriesOf()[first];
    const int other = known.before.seriesOf()[second];
    const int last = m_lines.size() - 1;
    const bool isNew = known.before.require(second, one, first - m_lines.series[one].first + 1);
    known.after.require(m_lines.ops - 1 - first, last - other,
                        m_lines.series[other].count - (second - m_lines.series[other].first));
    return isNew;
}

Time Propagation::wayThrough(const Known& known, int first, int second) const {
    const auto length = [&](int op) { return m_lines.series[known.before.seriesOf()[op]].each; };
    const Time both = length(first) + length(second);
    Time longest = kNever;
    for (std::size_t start = 0; start < known.heads.size(); ++start) {
        const Time head = known.heads[start][static_cast<std::size_t>(first)];
        const Time after = known.tail(start, second);
        if (head > kNever && after > kNever)
            longest = std::max(longest, head + both + after);
    }
    return longest;
}

/// Settles the pairs for which the time leaves only one way. True when one is new.
bool Propagation::settle(Known& known, Time value) const {
    bool isNew = false;
    for (const std::vector<int>& rank : m_lines.onRank)
        for (const int one : rank)
            for (const int other : rank) {
                if (one == other)
                    continue;
                const Series& line = m_lines.series[one];
                const Series& others = m_lines.series[other];
                for (int op = line.first; op < line.first + line.count; ++op) {
                    // Tails shrink along a series: what the op can't precede are the first of it.
                    int count = known.before.of(op, other);
                    while (count < others.count && wayThrough(known, op, others.first + count) > value)
                        ++count;
                    if (count > known.before.of(op, other))
                        isNew |= precede(known, others.first + count - 1, op);
                }
            }
    return isNew;
}

/// Says what comes before each op as what comes after others, and the other way round. True when something is new.
bool Propagation::share(Known& known) const {
    bool isNew = false;
    const int last = m_lines.size() - 1;
    for (const std::vector<int>& rank : m_lines.onRank)
        for (const int one : rank)
            for (const int other : rank) {
                if (one == other)
                    continue;
                const Series& line = m_lines.series[one];
                const Series& others = m_lines.series[other];
                for (int index = 0; index < line.count; ++index) {
                    const int op = line.first + index;
                    const int mirrored = m_lines.ops - 1 - op;
                    if (const int count = known.before.of(op, other); count > 0)
                        isNew |= known.after.require(m_lines.ops - 1 - (others.first + count - 1), last - one,
                                                     line.count - index);
                    if (const int count = known.after.of(mirrored, last - other); count > 0)
                        isNew |= known.before.require(others.first + others.count - count, one, index + 1);
                }
            }
    return isNew;
}

bool Propagation::raise(Known& known, Depth depth, int passes, std::int64_t mostRoom, Looks& room, Looks& looks) const {
    bool raised = false;
    const bool deep = depth == Depth::Memory;
    const auto one = [&](const Lines& lines, const Before& before, const std::vector<char>& touched,
                         std::vector<Time>& times) {
        const std::int64_t most = deep ? std::clamp<std::int64_t>(room.left() / kPartsOfRoom, 0, mostRoom) : 0;
        Heads heads(lines, before, times, deep ? std::vector<char>(touched.size(), 1) : touched, most);
        raised |= heads.raise(depth, passes, looks);
        if (deep)
            room.spend(most - heads.effortLeft());
    };
    const std::vector<char> touched = known.before.takeTouched();
    const std::vector<char> touchedBack = known.after.takeTouched();
    for (std::size_t start = 0; start < known.heads.size() && !looks.areOver(); ++start) {
        one(m_lines, known.before, touched, known.heads[start]);
        one(m_back, known.after, touchedBack, known.tails[start]);
    }
    return raised;
}

/// Whether all ops can be within the value.
bool Propagation::fits(const Known& known, Time value) const {
    for (std::size_t start = 0; start < known.heads.size(); ++start)
        for (const Series& line : m_lines.series)
            for (int op = line.first; op < line.first + line.count; ++op) {
                const Time head = known.heads[start][static_cast<std::size_t>(op)];
                const Time after = known.tail(start, op);
                if (head > kNever && after > kNever && head + line.each + after > value)
                    return false;
            }
    return true;
}

bool Propagation::draw(Known& known, Time value, Depth depth, Looks& looks) const {
    Looks any = looks.any(); // as many as it takes: `looks` counts ops
    for (int round = 0; round < kMostDrawings && !looks.areOver(); ++round) {
        bool isNew = !isOff("refuting:settling") && settle(known, value);
        do {
            looks.spend(2 * static_cast<std::int64_t>(m_lines.ops));
            if (!known.before.close(any) || !known.after.close(any))
                return false;
        } while (!isOff("refuting:sharing") && share(known) && !looks.areOver());
        looks.spend(2 * kPasses * static_cast<std::int64_t>(known.heads.size()) * m_lines.ops);
        isNew |= raise(known, depth, kPasses, kMostRoom, looks, any);
        if (!fits(known, value))
            return false;
        if (!isNew)
            break;
    }
    return true;
}

} // namespace lanewright::bounds
