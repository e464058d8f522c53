// SPDX-License-Identifier: Apache-2.0
#include "core/solve/dealer.h"

#include "core/base/switches.h"
#include "core/solve/portfolio.h"
#include "tests/core/solve/loop_problem.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace lanewright::test {
namespace {

/// How many of so many turns each of three methods gets, where the first `gaining` of them gain each time.
std::array<int, 3> dealt(const std::vector<int>& turns, int count, std::size_t gaining) {
    std::array<int, 3> result = {};
    Dealer dealer(turns);
    for (int turn = 0; turn < count; ++turn) {
        const std::size_t method = dealer.next();
        ++result[method];
        dealer.tell(method, method < gaining);
    }
    return result;
}

TEST(Dealer, DealsAllInTheirSharesWhereNothingIsGained) {
    EXPECT_EQ(dealt({2, 1, 1}, 400, 0), (std::array{200, 100, 100}));
    EXPECT_EQ(dealt({2, 1, 1}, 400, 3), (std::array{200, 100, 100})) << "nor where all gain";
    EXPECT_EQ(dealt({1, 0, 1}, 400, 0), (std::array{200, 0, 200})) << "the second does not suit";
}

TEST(Dealer, LetsWhatGainsNothingWaitFourTimesAsLong) {
    const std::array<int, 3> turns = dealt({1, 1, 1}, 600, 1);
    EXPECT_NEAR(turns[0], 400, 4);
    EXPECT_NEAR(turns[1], 100, 4);
}

TEST(Dealer, GivesTheNextTurnToWhatGainedAfterAll) {
    Dealer dealer({1, 1, 1});
    for (int turn = 0; turn < 60; ++turn)
        dealer.tell(dealer.next(), false);
    dealer.tell(2, true);
    const std::size_t first = dealer.next();
    const std::size_t second = dealer.next();
    EXPECT_TRUE(first == 2 || second == 2);
}

TEST(Dealer, LetsWhatGainedWaitAsShortlyAsAtFirst) {
    Dealer dealer({1, 1, 1});
    for (int turn = 0; turn < 60; ++turn)
        dealer.tell(dealer.next(), false);
    std::vector<std::size_t> dealt;
    for (int turn = 0; turn < 6; ++turn) {
        dealt.push_back(dealer.next());
        dealer.tell(dealt.back(), turn == 2);
    }
    EXPECT_EQ(dealt, (std::vector<std::size_t>{0, 1, 2, 2, 2, 0}));
}

TEST(Methods, AreNamedOnceAndAllSuitSomething) {
    const Plan tight = loopProblem(4, 40, 4);
    const SearchFrame frame(tight, Objective::Makespan);
    const Shape shape(frame);
    std::vector<std::string_view> names;
    for (const SearchMethod& method : methods()) {
        EXPECT_EQ(std::ranges::find(names, method.name), names.end()) << method.name;
        EXPECT_GT(method.turns(shape), 0) << method.name;
        names.push_back(method.name);
    }
}

TEST(Portfolio, LeavesOutMethodsThatAreOff) {
    std::vector<std::string> names;
    for (const SearchMethod& method : methods())
        names.emplace_back(method.name);
    const Plan plan = loopProblem(4, 12, 4);
    SearchFrame frame(plan, Objective::Makespan);
    const auto bestAfterRounds = [&] {
        Incumbent incumbent({}, [] {}, {});
        Portfolio portfolio(frame, incumbent, 1, 1);
        portfolio.addLists({});
        const double before = portfolio.best().cost.value;
        for (int round = 0; round < 4; ++round)
            portfolio.round({.ops = 4'000'000});
        return portfolio.best().cost.value / before;
    };
    EXPECT_LT(bestAfterRounds(), 1);
    switchOff(names);
    EXPECT_EQ(bestAfterRounds(), 1);
    switchOff({});
}

} // namespace
} // namespace lanewright::test
