// SPDX-License-Identifier: Apache-2.0
#include "core/client/run_builder.h"

#include "tests/core/client/fake_engine.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

using test::smallRequest;
using test::smallStep;

TEST(RunBuilder, ShowsTheLatestStepsAsTheWholeRunWillHaveThem) {
    const RunRequest request = smallRequest(4);
    RunBuilder latest(request, "in-process", 2);
    RunBuilder whole(request, "in-process");
    for (int step = 0; step < 4; ++step)
        for (const Event& event : smallStep(step, 5.5 - step)) {
            EXPECT_TRUE(latest.add(event));
            EXPECT_TRUE(whole.add(event));
            const lanewright::Run seen = latest.latest();
            EXPECT_TRUE(seen.partial);
            EXPECT_LE(seen.steps.size(), 2U);
            EXPECT_EQ(seen.losses.size(), static_cast<std::size_t>(latest.step()));
        }
    const lanewright::Run seen = latest.latest();
    const lanewright::Run run = whole.take(false);
    EXPECT_EQ(seen.losses, run.losses);
    ASSERT_EQ(seen.steps.size(), 2U);
    EXPECT_EQ(seen.steps[0], run.steps[2]);
    EXPECT_EQ(seen.steps[1], run.steps[3]);
}

TEST(RunBuilder, KnowsThatPytorchPadsShorterMicrobatches) {
    RunRequest request = smallRequest(1);
    const int count = request.plan.schedule.microbatches;
    setMicrobatches(request.plan, MicrobatchCosts::ofLengths(std::vector<int>(count, 7), {}));
    EXPECT_EQ(RunBuilder(request, "in-process").take(false).plan.costs, request.plan.costs);
    request.backend = "torch";
    EXPECT_EQ(RunBuilder(request, "python").take(false).plan.costs.microbatches, MicrobatchCosts{});
}

TEST(RunBuilder, ShowsTheStepThatRuns) {
    const RunRequest request = smallRequest(2);
    RunBuilder builder(request, "in-process", 2);
    const std::vector<Event> events = smallStep(0, 5.5);
    ASSERT_TRUE(builder.add(events.front()));
    const lanewright::Run seen = builder.latest();
    ASSERT_EQ(seen.steps.size(), 1U);
    EXPECT_TRUE(seen.losses.empty());
    EXPECT_EQ(builder.latest(), seen) << "a look leaves what was taken in as it is";
    for (std::size_t at = 1; at < events.size(); ++at)
        ASSERT_TRUE(builder.add(events[at]));
    EXPECT_EQ(builder.latest().losses, std::vector<double>{5.5});
}

} // namespace
} // namespace lanewright
