// SPDX-License-Identifier: Apache-2.0
#include "core/base/mapped.h"

#include "core/base/take_last.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace lanewright {
namespace {

struct Part {
    std::string name;
    long size = 0;
};

const std::vector<Part> kParts = {{"a", 3}, {"bc", -5}, {"d", 4}};

TEST(Mapped, ListsWhatIsMadeOfEachInTurn) {
    EXPECT_EQ(mapped(kParts, &Part::name), (std::vector<std::string>{"a", "bc", "d"}));
    EXPECT_EQ(mapped(kParts, [](const Part& part) { return part.name.size(); }), (std::vector<std::size_t>{1, 2, 1}));
    EXPECT_EQ(mapped(std::map<int, char>{{2, 'x'}, {1, 'y'}}, [](const auto& each) { return each.second; }),
              (std::vector<char>{'y', 'x'}));
    EXPECT_TRUE(mapped(std::vector<Part>{}, &Part::size).empty());
}

TEST(Mapped, SumsInTheTypeThatIsMade) {
    EXPECT_EQ(summed(kParts, &Part::size), 2);
    EXPECT_EQ(summed(std::vector{0.5, 0.25}, std::identity{}), 0.75);
    EXPECT_EQ(summed(std::vector<Part>{}, &Part::size), 0);
}

TEST(Mapped, FindsTheMostAboveNothing) {
    EXPECT_EQ(mostOf(kParts, &Part::size), 4);
    EXPECT_EQ(mostOf(std::vector{-2, -1}, std::identity{}), 0);
}

TEST(TakeLast, LeavesTheOthers) {
    std::vector<std::string> words = {"a", "b"};
    EXPECT_EQ(takeLast(words), "b");
    EXPECT_EQ(words, std::vector<std::string>{"a"});
}

} // namespace
} // namespace lanewright
