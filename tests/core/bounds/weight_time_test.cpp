// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/weight_time.h"

#include "tests/support/random_plan.h"
#include "tests/support/tiny_problem.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>

/// How much of W must and can have run, against all numbers of W that can have.
namespace lanewright::test {
namespace {

using bounds::Lines;
using bounds::Series;
using bounds::WeightTime;

/// All numbers of W that can have run when the next op of a series starts.
class AllWeights {
public:
    AllWeights(const Lines& lines, int rank, const std::vector<int>& ran, int series)
        : m_lines(lines), m_rank(rank), m_ran(ran), m_op(series) {
        for (const int own : lines.onRank[rank])
            if (lines.series[own].kind == OpKind::W)
                m_weights.push_back(own);
        m_counts.assign(m_weights.size(), 0);
        tryFrom(0);
    }

    bool any() const { return m_least <= m_most; }
    Time least() const { return m_least; }
    Time most() const { return m_most; }

private:
    void tryFrom(std::size_t weight) {
        if (weight == m_weights.size()) {
            judge();
            return;
        }
        for (m_counts[weight] = 0; m_counts[weight] <= m_lines.series[m_weights[weight]].count; ++m_counts[weight])
            tryFrom(weight + 1);
    }

    void judge() {
        Bytes held = m_lines.series[m_op].rise;
        for (const int own : m_lines.onRank[m_rank])
            if (m_lines.series[own].kind != OpKind::W)
                held += m_ran[own] * m_lines.series[own].net();
        Time time = 0;
        for (std::size_t weight = 0; weight < m_weights.size(); ++weight) {
            const Series& line = m_lines.series[m_weights[weight]];
            held += m_counts[weight] * line.net();
            time += m_counts[weight] * line.each;
            if (!keepsTurns(m_weights[weight], m_counts[weight]))
                return;
        }
        if (held > m_lines.limit[m_rank])
            return;
        m_least = std::min(m_least, time);
        m_most = std::max(m_most, time);
    }

    /// Whether no W comes before its B, and in reversed lines no B before its W.
    bool keepsTurns(int weight, int count) const {
        for (const int own : m_lines.onRank[m_rank]) {
            for (const bounds::Arc& arc : m_lines.before[own]) {
                const int parts = m_lines.series[weight].count / std::max(1, m_lines.series[own].count);
                if (arc.from == weight && count < parts * (m_ran[own] + (own == m_op ? 1 : 0)))
                    return false;
            }
            for (const bounds::Arc& arc : m_lines.before[weight])
                if (arc.from == own && count > m_lines.series[weight].count / m_lines.series[own].count * m_ran[own])
                    return false;
        }
        return true;
    }

    const Lines& m_lines;
    int m_rank;
    const std::vector<int>& m_ran;
    int m_op;
    std::vector<int> m_weights = {};
    std::vector<int> m_counts = {};
    Time m_least = std::numeric_limits<Time>::max();
    Time m_most = std::numeric_limits<Time>::min();
};

/// Calls with random numbers of ops that have run, and a next one, in small problems and their reverses.
void visitStates(const std::function<void(const Lines&, int rank, const std::vector<int>& ran, int series)>& visit) {
    const std::uint64_t problems = trials(200);
    for (std::uint64_t seed = 1; seed <= problems; ++seed) {
        Dice dice(seed);
        Lines there = bounds::linesOf(bounds::caseOf(tinyProblem(seed), Objective::Makespan));
        // Some W take memory.
        for (Series& line : there.series)
            if (line.kind == OpKind::W && dice.chance(50))
                line.drop = there.isLimited(line.rank) ? -there.limit[line.rank] / 2 : -1;
        const Lines back = bounds::reversed(there);
        for (const Lines* lines : std::initializer_list<const Lines*>{&there, &back})
            for (int rank = 0; rank < static_cast<int>(lines->onRank.size()); ++rank)
                for (const int series : lines->onRank[rank]) {
                    std::vector<int> ran(lines->series.size(), 0);
                    for (const int own : lines->onRank[rank])
                        if (lines->series[own].kind != OpKind::W)
                            ran[own] = dice.roll(0, lines->series[own].count);
                    if (lines->series[series].kind != OpKind::W && ran[series] < lines->series[series].count)
                        visit(*lines, rank, ran, series);
                }
    }
}

TEST(WeightTime, LiesAboutNoNumberOfWThatCanHaveRun) {
    int possible = 0;
    int impossible = 0;
    int exact = 0;
    visitStates([&](const Lines& lines, int rank, const std::vector<int>& ran, int series) {
        const WeightTime weights(lines, rank);
        const WeightTime::Span span = weights.before(ran, series);
        const AllWeights all(lines, rank, ran, series);
        impossible += span.least > span.most;
        if (!all.any())
            return;
        ++possible;
        EXPECT_LE(span.least, all.least());
        EXPECT_GE(span.most, all.most());
        EXPECT_LE(weights.waitedFor(ran, series, ran[series]), all.least());
        EXPECT_GE(weights.mostAt(ran), all.most());
        exact += span.least == all.least() && span.most <= all.most() + 2;
    });
    EXPECT_GT(impossible, 0);
    // Of few kinds of W that give back as much.
    EXPECT_GE(exact, possible * 3 / 4) << "of " << possible;
}

} // namespace
} // namespace lanewright::test
