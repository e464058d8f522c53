// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/engine_process.h"

#include <gtest/gtest.h>

#include <fstream>

namespace lanewright::engine::test {

namespace {

TEST(EngineProgram, TrainsInOneProcessAndSaysSoLineByLine) {
    const RunRequest request = requestOf(planOf("zb-h1", 2, 4));
    const RequestFile file(request);
    EngineProcess engine(inOneProcess(file));
    const Seen seen = engine.follow();
    EXPECT_EQ(engine.exitCode(), 0);
    EXPECT_EQ(engine.noise(), "");
    EXPECT_TRUE(std::holds_alternative<HelloEvent>(seen.events.front()));
    EXPECT_EQ(seen.losses, runHere(request).losses);
    EXPECT_EQ(seen.hash, runHere(request).hash);
}

TEST(EngineProgram, TrainsOnAGpuOrSaysInASentenceWhatIsMissing) {
    RunRequest request = requestOf(planOf("zb-h1", 2, 4));
    request.backend = "cuda";
    const RequestFile file(request);
    EngineProcess engine(inOneProcess(file));
    const Seen seen = engine.follow();
    if (engine.exitCode() == 0) {
        EXPECT_EQ(seen.losses.size(), 3U);
        return;
    }
    EXPECT_EQ(engine.exitCode(), 4);
    ASSERT_NE(seen.failure(), nullptr);
    EXPECT_EQ(seen.failure()->rank, -1);
    EXPECT_NE(seen.failure()->reason, "");
}

TEST(EngineProgram, LearnsATextFileAndRefusesOneThatIsTooShort) {
    RunRequest request = requestOf(planOf("zb-h1", 2, 4));
    request.steps = 20;
    const RequestFile text(request); // any file of text will do: a request is one
    request.data = text.path();
    {
        const RequestFile file(request);
        EngineProcess engine(inOneProcess(file));
        const Seen seen = engine.follow();
        ASSERT_EQ(seen.losses.size(), 20U);
        EXPECT_LT(seen.losses.back(), seen.losses.front() - 0.5);
    }
    std::ofstream(text.path()) << "short";
    const RequestFile file(request);
    EngineProcess engine(inOneProcess(file));
    const Seen seen = engine.follow();
    ASSERT_NE(seen.failure(), nullptr);
    EXPECT_EQ(seen.failure()->reason, "the text has 5 bytes; a context of 16 tokens needs at least 17");
    EXPECT_EQ(engine.exitCode(), 1);
}

TEST(EngineProgram, MeasuresItsLinksAndSaysWhatStagesHoldWhenAsked) {
    RunRequest request = requestOf(planOf("zb-h1", 2, 4));
    request.probe = true;
    const RequestFile file(request);
    EngineProcess engine(inOneProcess(file));
    const Seen seen = engine.follow();
    const ProbeEvent* probe = nullptr;
    for (const Event& event : seen.events)
        if (const auto* found = std::get_if<ProbeEvent>(&event))
            probe = found;
    ASSERT_NE(probe, nullptr);
    ASSERT_EQ(probe->stages.size(), 2u);
    for (const StageBytes& stage : probe->stages) {
        EXPECT_EQ(stage.memory.forward + stage.memory.backwardInput + stage.memory.backwardWeight, 0);
        EXPECT_GT(stage.memory.fixed, 0);
    }
    ASSERT_EQ(probe->links.size(), 2u) << "one each way";
    EXPECT_EQ(probe->links[0].to, 1);
    EXPECT_EQ(probe->links[0].small.size(), probe->links[0].large.size());
    EXPECT_GT(probe->links[0].small.size(), 10u);
}

TEST(EngineProgram, RefusesARequestThatIsNone) {
    const RequestFile file(requestOf(planOf("1f1b", 2, 2)));
    std::ofstream(file.path()) << "{\"garbage\": ";
    EngineProcess engine(inOneProcess(file));
    const Seen seen = engine.follow();
    ASSERT_NE(seen.failure(), nullptr);
    EXPECT_TRUE(seen.failure()->reason.text().starts_with("the run request is wrong: ")) << seen.failure()->reason;
    EXPECT_EQ(engine.exitCode(), 1);
}

} // namespace

} // namespace lanewright::engine::test
