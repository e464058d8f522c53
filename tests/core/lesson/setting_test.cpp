// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/setting.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lanewright {
namespace {

/// What rank 0 begins with where `names` lie in the tray.
Row begun(const std::vector<std::string>& names) {
    Lesson lesson{.problem = test::smallPlan()};
    lesson.start.order = test::rows(R"(
        F0.0 F0.1+BW0.0 BW0.1
        F1.0 BW1.0 F1.1 BW1.1
    )");
    lesson.start.order[0][1].gap = 5;
    for (const std::string& name : names)
        lesson.start.tray.push_back(*opPatternFromText(name));
    return startOf(lesson)->plan.schedule.order[0];
}

TEST(Setting, ThePartnerOfAnOpInTheTrayStaysAndTheGapGoesWithTheFirst) {
    const Block forward{.op = test::op("F0.0")};
    const Block backward{.op = test::op("BW0.1")};
    EXPECT_EQ(begun({"F0.1"}), (Row{forward, {.op = test::op("BW0.0")}, backward}));
    EXPECT_EQ(begun({"BW0.0"}), (Row{forward, {.op = test::op("F0.1"), .gap = 5}, backward}));
    EXPECT_EQ(begun({"F0.1", "BW0.0"}), (Row{forward, backward}));
}

} // namespace
} // namespace lanewright
