// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/microbatch_lengths.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

using namespace lanewright;
using namespace lanewright::test;

namespace {

constexpr std::int64_t kOne = MicrobatchCosts::kOne;

MicrobatchLengths lengthsWith(MicrobatchCosts microbatches) {
    Plan plan = smallPlan();
    setMicrobatches(plan, std::move(microbatches));
    return {plan.schedule, plan.costs};
}

} // namespace

TEST(MicrobatchLengths, ThoseOfTokensAreSaidInTokens) {
    const MicrobatchLengths lengths = lengthsWith(MicrobatchCosts::ofLengths({2048, 1}, {}));
    EXPECT_TRUE(lengths.areTokens());
    EXPECT_EQ(lengths.label(0), "2048");
    EXPECT_EQ(lengths.text(0), "2048 tokens");
    EXPECT_EQ(lengths.text(1), "1 token");
}

TEST(MicrobatchLengths, SharesAreSaidInPerCentOfTheMean) {
    const MicrobatchLengths lengths = lengthsWith(MicrobatchCosts::ofShares({kOne, 3 * kOne}, {}));
    EXPECT_EQ(lengths.label(0), "50%");
    EXPECT_EQ(lengths.text(1), "150 % of the mean");
}

TEST(MicrobatchLengths, SharesOfMemoryAloneAreSaidToo) {
    EXPECT_EQ(lengthsWith(MicrobatchCosts::ofShares({}, {kOne, 3 * kOne})).label(1), "150%");
}

TEST(MicrobatchLengths, OfATableTheTimeOnAllStagesCounts) {
    // F takes 1 and 3 units on both stages; B and W take 2 together, as the stages say.
    MicrobatchCosts::Table table;
    table[static_cast<std::size_t>(OpKind::F)] = {unit(1), unit(3), unit(1), unit(3)};
    const MicrobatchLengths lengths = lengthsWith(MicrobatchCosts::ofTable(2, std::move(table), {}));
    // 6 and 10 units, the mean is 8.
    EXPECT_EQ(lengths.label(0), "75%");
    EXPECT_EQ(lengths.label(1), "125%");
}

TEST(MicrobatchLengths, NothingIsSaidOfMicrobatchesThatAreAlike) {
    const MicrobatchLengths lengths = lengthsWith(MicrobatchCosts::ofLengths({512, 512}, {}));
    EXPECT_TRUE(lengths.empty());
    EXPECT_EQ(lengths.of(0), -1);
    EXPECT_TRUE(lengths.text(0).empty());
}
