// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/propagation.h"

#include "core/bounds/machine.h"

#include <algorithm>

namespace lanewright::bounds {

namespace {

constexpr int kMostDrawings = 60;
constexpr int kPasses = 12;
/// Ops put into sets and taken out again at a time, while room is searched for.
constexpr std::int64_t kMostRoom = 300'000;

} // namespace

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

/// Raises heads and tails. True when one is later.
bool Propagation::raise(Known& known, Depth depth, std::int64_t& effort, Looks& looks) const {
    effort -= 2 * kPasses * static_cast<std::int64_t>(known.heads.size()) * m_lines.ops;
    bool raised = false;
    const bool deep = depth == Depth::Memory;
    std::vector<char> touched = known.before.takeTouched();
    std::vector<char> touchedBack = known.after.takeTouched();
    if (deep) {
        std::ranges::fill(touched, 1);
        std::ranges::fill(touchedBack, 1);
    }
    const auto one = [&](const Lines& lines, const Before& before, const std::vector<char>& ranks,
                         std::vector<Time>& times) {
        const std::int64_t most = deep ? std::clamp<std::int64_t>(effort / 16, 0, kMostRoom) : 0;
        Heads heads(lines, before, times, ranks, most);
        heads.raise(depth, kPasses, looks);
        raised |= heads.get() != times;
        times = heads.get();
        if (deep)
            effort -= most - heads.effortLeft();
    };
    for (std::size_t start = 0; start < known.heads.size(); ++start) {
        one(m_lines, known.before, touched, known.heads[start]);
        one(m_back, known.after, touchedBack, known.tails[start]);
    }
    return raised;
}

/// Whether all ops, and all that a rank runs, can be within the value.
bool Propagation::fits(const Known& known, Time value) const {
    std::vector<Pressed> pressed;
    for (std::size_t start = 0; start < known.heads.size(); ++start)
        for (const std::vector<int>& rank : m_lines.onRank) {
            pressed.clear();
            for (const int series : rank) {
                const Series& line = m_lines.series[series];
                for (int op = line.first; op < line.first + line.count; ++op) {
                    const Time head = known.heads[start][static_cast<std::size_t>(op)];
                    const Time after = known.tail(start, op);
                    if (head <= kNever || after <= kNever)
                        continue;
                    if (head + line.each + after > value)
                        return false;
                    pressed.push_back({head, line.each, after});
                }
            }
            std::ranges::stable_sort(pressed, {}, &Pressed::head);
            if (preemptiveEnd(pressed) > value)
                return false;
        }
    return true;
}

bool Propagation::draw(Known& known, Time value, Depth depth, std::int64_t& effort) const {
    Looks looks(m_stop); // as many as it takes: `effort` counts
    for (int round = 0; round < kMostDrawings && effort > 0 && !looks.areOver(); ++round) {
        bool isNew = settle(known, value);
        do {
            effort -= 2 * static_cast<std::int64_t>(m_lines.ops);
            if (!known.before.close(looks) || !known.after.close(looks))
                return false;
        } while (share(known) && effort > 0);
        isNew |= raise(known, depth, effort, looks);
        if (!fits(known, value))
            return false;
        if (!isNew)
            break;
    }
    return true;
}

} // namespace lanewright::bounds
