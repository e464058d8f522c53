// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/weight_time.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace lanewright::bounds {

namespace {

/// What keeps a part of an op, found by floating point, on the safe side: a tick for its rounding down, one more where
/// it must be no less.
constexpr Time kAtLeast = -1;
constexpr Time kAtMost = 2;

/// How long ops take that give back or take `some` bytes of `each`, `time` for one of them: the last is part of one,
/// which `error` keeps on the safe side.
Time timeFor(Bytes some, Bytes each, Time time, Time error) {
    const auto part = static_cast<double>(some % each) / static_cast<double>(each) * static_cast<double>(time);
    const Time last = some % each > 0 ? std::max<Time>(0, static_cast<Time>(part) + error) : 0;
    return some / each * time + last;
}

} // namespace

WeightTime::WeightTime(const Lines& lines, int rank) : m_lines(lines), m_rank(rank) {
    const auto add = [&](int series, int gradient, bool isWaitedFor) {
        const Series& line = lines.series[series];
        if (line.count == 0)
            return;
        m_weights.push_back({series, gradient, line.count / lines.series[gradient].count, isWaitedFor});
        m_series.push_back(series);
        m_unit = std::gcd(m_unit, line.net());
        m_all += line.count * line.each;
        m_spare += line.spare;
    };
    for (const int to : lines.onRank[rank])
        for (const Arc& arc : lines.before[to]) {
            if (lines.series[to].kind == OpKind::W)
                add(to, arc.from, false);
            else if (lines.series[arc.from].kind == OpKind::W)
                add(arc.from, to, true);
        }
    const auto perTick = [&](const Weight& weight) {
        const Series& line = lines.series[weight.series];
        return line.net() == 0 ? 0.0 : static_cast<double>(std::abs(line.net())) / static_cast<double>(line.each);
    };
    std::ranges::stable_sort(m_weights, std::greater<>{}, perTick);
}

/// How many must have run when the next op of the series starts, for B that wait for them.
int WeightTime::mustOf(const Weight& weight, const std::vector<int>& ran, int series) const {
    return weight.isWaitedFor ? weight.parts * (ran[weight.gradient] + (weight.gradient == series ? 1 : 0)) : 0;
}

/// What the other ops leave of the limit.
Bytes WeightTime::room(const std::vector<int>& ran) const {
    if (m_rank == kNone || !m_lines.isLimited(m_rank))
        return Instance::kNoLimit;
    Bytes room = m_lines.limit[m_rank];
    for (const int each : m_lines.onRank[m_rank])
        if (m_lines.series[each].kind != OpKind::W)
            room -= ran[each] * m_lines.series[each].net();
    return room;
}

Time WeightTime::waitedFor(const std::vector<int>& ran, int series, int index) const {
    Time time = 0;
    for (const Weight& weight : m_weights)
        time += (mustOf(weight, ran, kNone) +
                 (weight.isWaitedFor && weight.gradient == series ? weight.parts * (index + 1 - ran[series]) : 0)) *
                m_lines.series[weight.series].each;
    return time;
}

// Forwards, B comes before its W, which gives memory back. In reversed lines a B waits for its W, and W take memory.

/// What is left of the room once all W have run that must, and all that give back.
Bytes WeightTime::roomBeside(const std::vector<int>& ran, int series, Bytes room) const {
    for (const Weight& weight : m_weights) {
        const Series& line = m_lines.series[weight.series];
        const bool canAll = weight.isWaitedFor && line.net() < 0;
        room -= (canAll ? line.count : mustOf(weight, ran, series)) * line.net();
    }
    return m_unit > 0 ? std::max<Bytes>(0, room) / m_unit * m_unit : room;
}

Time WeightTime::most(const std::vector<int>& ran, int series, Bytes room) const {
    Time time = m_spare;
    Bytes left = roomBeside(ran, series, room);
    // Those that take least per tick first.
    for (auto weight = m_weights.rbegin(); weight != m_weights.rend(); ++weight) {
        const Series& line = m_lines.series[weight->series];
        if (!weight->isWaitedFor) {
            time += weight->parts * ran[weight->gradient] * line.each;
            continue;
        }
        const int must = mustOf(*weight, ran, series);
        time += must * line.each;
        const int more = line.count - must;
        if (line.net() <= 0) {
            time += more * line.each;
            continue;
        }
        const Bytes takes = std::min(left, line.net() * more);
        time += timeFor(takes, line.net(), line.each, kAtMost);
        left -= takes;
    }
    return time;
}

WeightTime::Span WeightTime::before(const std::vector<int>& ran, int series) const {
    const Bytes room = this->room(ran) - m_lines.series[series].rise;
    Span span{.least = 0, .most = most(ran, series, room)};
    Bytes lacks = -room;
    for (const Weight& weight : m_weights) {
        const int must = mustOf(weight, ran, series);
        span.least += must * m_lines.series[weight.series].each;
        lacks += must * m_lines.series[weight.series].net();
    }
    if (lacks <= 0)
        return span;
    if (m_unit > 0)
        lacks = (lacks + m_unit - 1) / m_unit * m_unit;
    // Those that give most back per tick first.
    for (const Weight& weight : m_weights) {
        const Series& line = m_lines.series[weight.series];
        if (line.net() >= 0)
            continue;
        const int can =
            weight.isWaitedFor ? line.count - mustOf(weight, ran, series) : weight.parts * ran[weight.gradient];
        const Bytes gives = std::min(lacks, -line.net() * can);
        span.least += timeFor(gives, -line.net(), line.each, kAtLeast);
        lacks -= gives;
    }
    return lacks > 0 ? Span{.least = 1, .most = 0} : span;
}

} // namespace lanewright::bounds
