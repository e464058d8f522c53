// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/coach.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <string>

using namespace lanewright;

namespace {

/// What is said of two ranks and two microbatches in this order; empty where nothing is wrong.
std::string wrongIn(const char* order) {
    const std::optional<FirstWrong> wrong = firstWrong(test::linearPlan(2, 2, order));
    return wrong ? wrong->sentence.text() : std::string{};
}

} // namespace

TEST(FirstWrong, NamesTheBlockThatStandsBeforeWhatItNeeds) {
    EXPECT_EQ(wrongIn("BW0.0 F0.0\nF1.0"), "BW0.0 on rank 0 waits for F0.0, which stands behind it.");
    EXPECT_EQ(wrongIn("F0.0 F0.1 W0.0 B0.0\nF1.0 B1.0 W1.0"), "W0.0 on rank 0 waits for B0.0, which stands behind it.");
}

TEST(FirstWrong, NamesTheEarliestOfSeveral) {
    EXPECT_EQ(wrongIn("F0.0 F0.1 W0.0 B0.0\nB1.0 F1.0"), "B1.0 on rank 1 waits for F1.0, which stands behind it.");
}

TEST(FirstWrong, NamesACircleOfRanks) {
    const std::string words = wrongIn("F0.0 BW0.0 F0.1 BW0.1\nF1.0 F1.1 BW1.0 BW1.1");
    EXPECT_TRUE(words.starts_with("BW0.0 on rank 0 waits for BW1.0, and the ranks wait for each other in a circle: "))
        << words;
}

TEST(FirstWrong, NamesWhatIsNotInTheOrderYet) {
    EXPECT_EQ(wrongIn("F0.0\nF1.1"), "F1.1 on rank 1 waits for F0.1, which is not in the order yet.");
}

TEST(FirstWrong, SaysNothingOfAnOrderThatIsOnlyNotComplete) {
    EXPECT_EQ(wrongIn("F0.0 F0.1\nF1.0"), "");
    EXPECT_EQ(wrongIn("F0.0 F0.1 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1"), "");
}

TEST(FirstWrong, NamesAMemoryLimitThatIsPassed) {
    Plan plan = test::linearPlan(2, 2, "F0.0 F0.1 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1");
    plan.memory = test::unitMemory(2, 2, 0, plan.memory.of(0, 0).forward);
    const std::optional<FirstWrong> wrong = firstWrong(plan);
    ASSERT_TRUE(wrong);
    EXPECT_TRUE(wrong->sentence.text().starts_with("Rank 0 passes its memory limit of 1 activation at F0.1"))
        << wrong->sentence;
}
