// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/looks.h"

#include "core/bounds/heads.h"
#include "core/bounds/parts.h"
#include "tests/core/solve/loop_problem.h"

#include <gtest/gtest.h>

#include <algorithm>

/// Bounds for who answers at once, and that the dear ones are never long on their way without asking whether to stop:
/// by counts, since clocks differ.
namespace lanewright::test {
namespace {

using bounds::Before;
using bounds::Heads;
using bounds::Lines;
using bounds::Looks;

/// Eight ranks of four chunks with little memory.
Lines manyLines() { return bounds::linesOf(bounds::caseOf(loopProblem(8, 24, 20, 4), Objective::Period)); }

std::int64_t mostOnARank(const Lines& lines) {
    std::size_t most = 0;
    for (const std::vector<int>& series : lines.onRank)
        most = std::max(most, series.size());
    return static_cast<std::int64_t>(most);
}

void raise(const Lines& lines, const Before& before, Looks& looks) {
    std::vector<Time> heads = bounds::headsFrom(lines, 0);
    Heads(lines, before, heads, std::vector<char>(lines.onRank.size(), 1), 1'000'000)
        .raise(bounds::Depth::Memory, 30, looks);
}

TEST(Looks, NoOpTakesMoreThanItsPredecessorsHaveCounts) {
    const Lines lines = manyLines();
    const std::int64_t ofOp = (mostOnARank(lines) + 3) * lines.size();
    for (const std::int64_t most : {1'000, 30'000, 1'000'000, 9'000'000}) {
        Looks looks({}, most);
        Before before(lines, looks);
        EXPECT_LE(looks.spent(), most + ofOp);
        raise(lines, before, looks);
        EXPECT_LE(looks.spent(), most + ofOp + 100) << "and nothing is looked at when they are over";
    }
}

TEST(Looks, AStopIsHeardBeforeTheNextOp) {
    const Lines lines = manyLines();
    std::stop_source source;
    Looks looks(source.get_token());
    Before before(lines, looks);
    source.request_stop();
    const std::int64_t until = looks.spent();
    EXPECT_TRUE(before.close(looks));
    raise(lines, before, looks);
    EXPECT_EQ(looks.spent(), until);
}

TEST(Looks, WhatWasFoundUntilTheyAreOverIsNoMoreThanAllThatThereIs) {
    const Lines lines = manyLines();
    Looks all;
    const Before whole(lines, all);
    Looks few({}, all.spent() / 3);
    const Before part(lines, few);
    for (int op = 0; op < lines.ops; ++op)
        for (int series = 0; series < lines.size(); ++series)
            ASSERT_LE(part.of(op, series), whole.of(op, series));
}

std::vector<std::string> namesOf(const Plan& problem, BoundEffort effort) {
    std::vector<std::string> names;
    for (const Bound& bound : lowerBounds(problem, Objective::Period, effort))
        names.push_back(bound.name);
    std::ranges::sort(names);
    return names;
}

TEST(QuickBounds, LookAtEveryOpOfASmallProblemAndAtNoneOfALargeOne) {
    const Plan small = loopProblem(4, 8, 6);
    EXPECT_EQ(namesOf(small, BoundEffort::Quick), namesOf(small, BoundEffort::Full));
    EXPECT_EQ(lowerBounds(small, Objective::Makespan, BoundEffort::Quick).front().value,
              lowerBounds(small, Objective::Makespan).front().value);
    const Plan large = loopProblem(8, 48, 20, 4);
    EXPECT_EQ(namesOf(large, BoundEffort::Quick), namesOf(large, BoundEffort::Instant));
    EXPECT_NE(namesOf(large, BoundEffort::Full), namesOf(large, BoundEffort::Quick));
}

} // namespace
} // namespace lanewright::test
