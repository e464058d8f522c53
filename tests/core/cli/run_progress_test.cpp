// SPDX-License-Identifier: Apache-2.0
#include "core/api/run/run_progress.h"

#include "core/api/table.h"

#include <gtest/gtest.h>

namespace lanewright::api::test {
namespace {

constexpr Time kSecond = 1'000'000'000;

/// Three steps of 2 samples of 10 tokens in each of 5 microbatches, which makes 100 tokens a step.
RunRequest request() {
    RunRequest request;
    request.plan.schedule.microbatches = 5;
    request.model.batch = 2;
    request.model.context = 10;
    request.steps = 3;
    return request;
}

using Seconds = std::chrono::duration<double>;

TEST(RunProgress, CountsTokensOverTheTimeBetweenTheEndsOfSteps) {
    const RunRequest asked = request();
    RunProgress progress(asked);
    EXPECT_EQ(progress.lineAfter({.step = 0, .loss = 5.5, .length = kSecond}, Seconds{0}),
              "1 of 3 steps, loss 5.5000, 100 tokens/s");
    // It began before the first had ended everywhere, and ended half a second later than it.
    EXPECT_EQ(
        progress.lineAfter({.step = 1, .loss = 4, .start = kSecond * 4 / 5, .length = kSecond * 7 / 10}, Seconds{7}),
        "2 of 3 steps, loss 4.0000, 200 tokens/s, 0:07 left");
    EXPECT_EQ(progress.lineAfter({.step = 2, .loss = 3, .start = kSecond * 3 / 2, .length = kSecond}, Seconds{9}),
              "3 of 3 steps, loss 3.0000, 100 tokens/s");
}

TEST(RunProgress, TellsStepsBeforeValidationAndSkippedUpdates) {
    RunRequest asked = request();
    asked.paced = true;
    RunProgress progress(asked);
    progress.show(ReadyEvent{.ranks = 2, .firstStep = 40});
    progress.show(ValidationEvent{.step = 0, .loss = 2.25});
    EXPECT_EQ(
        progress.lineAfter({.step = 0, .loss = 2, .length = kSecond, .update = {.kind = UpdateKind::Skipped}}, {}),
        "41 of 43 steps, loss 2.0000, validation 2.2500, 100 tokens/s (paced), update skipped");
}

TEST(RunProgress, WritesTimesAsClocksDo) {
    EXPECT_EQ(durationText(0), "0:00");
    EXPECT_EQ(durationText(59.2), "1:00");
    EXPECT_EQ(durationText(3725), "1:02:05");
    EXPECT_EQ(tokensPerSecond(request(), 0), 0);
}

} // namespace
} // namespace lanewright::api::test
