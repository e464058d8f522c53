// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/series.h"

#include <algorithm>
#include <array>

namespace lanewright::bounds {

namespace {

/// Adds the series of one direction, those that others wait for first.
class Writer {
public:
    Writer(const Case& problem, Lines& lines)
        : m_case(problem), m_instance(problem.instance), m_lines(lines), m_numbers(problem.instance.chunks.size()) {
        for (auto& numbers : m_numbers)
            numbers.fill(-1);
    }

    void write(int direction) {
        const int first = direction * m_instance.stages;
        const int last = first + m_instance.stages - 1;
        for (int chunk = first; chunk <= last; ++chunk)
            addForward(chunk);
        for (int chunk = last; chunk >= first; --chunk)
            addBackward(chunk);
    }

private:
    int number(int chunk, OpKind kind) const { return m_numbers[chunk][static_cast<std::size_t>(kind)]; }

    void add(int chunk, OpKind kind, int parts, Time time, Bytes rise, Bytes drop) {
        const int count = m_instance.microbatchesOf(chunk) * parts;
        // The largest of uneven parts of memory, since those may be the first to be given back.
        m_lines.series.push_back({.rank = m_instance.chunks[chunk].rank,
                                  .chunk = chunk,
                                  .kind = kind,
                                  .count = count,
                                  .first = m_lines.ops,
                                  .each = time / parts,
                                  .spare = m_instance.microbatchesOf(chunk) * (time % parts),
                                  .rise = rise,
                                  .drop = (drop + parts - 1) / parts,
                                  .uneven = drop % parts != 0});
        m_lines.before.emplace_back();
        m_lines.onRank[m_instance.chunks[chunk].rank].push_back(m_lines.size() - 1);
        m_lines.ops += count;
        m_numbers[chunk][static_cast<std::size_t>(kind)] = m_lines.size() - 1;
    }

    void wait(int from, Time delay = 0) { m_lines.before.back().push_back({from, delay}); }

    void addForward(int index) {
        const Chunk& chunk = m_instance.chunks[index];
        add(index, OpKind::F, 1, chunk.forward, chunk.forwardMemory, 0);
        if (const int before = m_instance.before(index); before >= 0)
            wait(number(before, OpKind::F), m_instance.chunks[before].down);
        if (!chunk.recompute)
            return;
        add(index, OpKind::R, 1, m_case.recompute(index), chunk.recomputeMemory, 0);
        wait(number(index, OpKind::F));
    }

    void addBackward(int index) {
        const Chunk& chunk = m_instance.chunks[index];
        add(index, OpKind::B, 1, m_case.gradient(index), 0, chunk.recomputeMemory - chunk.backwardMemory);
        wait(number(index, chunk.recompute ? OpKind::R : OpKind::F));
        if (const int after = m_instance.after(index); after >= 0)
            wait(number(after, OpKind::B), chunk.up);
        add(index, OpKind::W, m_instance.weightParts, chunk.weight, 0, -chunk.weightMemory);
        wait(number(index, OpKind::B));
    }

    const Case& m_case;
    const Instance& m_instance;
    Lines& m_lines;
    std::vector<std::array<int, kOpKinds>> m_numbers; ///< per chunk and kind: its series
};

} // namespace

Lines linesOf(const Case& problem) {
    Lines lines{.onRank = std::vector<std::vector<int>>(problem.instance.ranks()),
                .limit = problem.instance.limit,
                .head = problem.head,
                .tail = problem.tail};
    Writer writer(problem, lines);
    for (int direction = 0; direction < static_cast<int>(problem.instance.microbatches.size()); ++direction)
        if (problem.instance.microbatches[direction] > 0)
            writer.write(direction);
    return lines;
}

Lines reversed(const Lines& lines) {
    const int last = lines.size() - 1;
    Lines result{.series = {lines.series.rbegin(), lines.series.rend()},
                 .before = std::vector<std::vector<Arc>>(lines.series.size()),
                 .onRank = lines.onRank,
                 .limit = lines.limit,
                 .head = lines.tail,
                 .tail = lines.head};
    for (Series& series : result.series) {
        std::swap(series.rise, series.drop);
        series.rise -= series.uneven ? 1 : 0;
        series.first = result.ops;
        result.ops += series.count;
    }
    for (int to = 0; to <= last; ++to)
        for (const Arc& arc : lines.before[to])
            result.before[last - arc.from].push_back({last - to, arc.delay});
    for (std::vector<int>& numbers : result.onRank)
        for (int& number : numbers)
            number = last - number;
    return result;
}

} // namespace lanewright::bounds
