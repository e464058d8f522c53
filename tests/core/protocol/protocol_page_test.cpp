// SPDX-License-Identifier: Apache-2.0
#include "core/io/json.h"
#include "core/protocol/message_json.h"
#include "core/protocol/protocol.h"
#include "tests/core/io/documents.h"

#include <gtest/gtest.h>

using namespace lanewright;
using test::document;

TEST(ProtocolPage, TheSampleRequestIsReadAndItsProgramsAreSound) {
    const std::vector<std::string> samples = test::samples(document("engine/PROTOCOL.md"), "json");
    ASSERT_EQ(samples.size(), 1u);
    const Result<RunRequest> request = requestFromJson(samples[0]);
    ASSERT_TRUE(request) << request.error().where << ": " << request.error().message;
    EXPECT_EQ(requestToJson(*request), samples[0] + "\n");
    EXPECT_EQ(request->programs, *lower(request->plan));
    EXPECT_TRUE(proveDeadlockFree(request->programs, request->plan));
}

TEST(ProtocolPage, EveryLineOfTheSampleSessionIsReadAndWrittenBack) {
    int events = 0;
    bool cancelShown = false;
    for (const std::string& sample : test::samples(document("engine/PROTOCOL.md"), "ndjson"))
        for (const std::string& line : test::linesOf(sample)) {
            cancelShown = cancelShown || line == kCancelLine;
            if (line == kCancelLine)
                continue;
            const Result<Event> event = eventFromLine(line);
            ASSERT_TRUE(event) << event.error().where << ": " << event.error().message << "\n" << line;
            EXPECT_EQ(eventToLine(*event), line);
            ++events;
        }
    EXPECT_EQ(events, 13);
    EXPECT_TRUE(cancelShown);
}

TEST(ProtocolPage, EveryKeyThatIsWrittenHasALine) {
    const std::string page = document("engine/PROTOCOL.md");
    const Span span{};
    const std::vector<Event> events = {HelloEvent{},
                                       ReadyEvent{},
                                       ProbeEvent{.stages = {{}}, .links = {{}}},
                                       SpansEvent{.wall = {span}, .virtualTime = {span}},
                                       KernelsEvent{.lane = {.leftOut = 1}},
                                       StepEvent{},
                                       ValidationEvent{},
                                       CheckpointEvent{},
                                       SampleEvent{},
                                       DoneEvent{},
                                       FailedEvent{}};
    for (const Event& event : events) {
        const Result<json::Document> line = json::parse(eventToLine(event));
        ASSERT_TRUE(line);
        EXPECT_NE(page.find("| `" + std::string{line->root().find("event")->text()} + "` |"), std::string::npos);
        for (const json::Node child : line->root().children())
            EXPECT_NE(page.find("`" + std::string{child.key()} + "`"), std::string::npos) << child.key();
    }
    RunRequest request;
    request.plan.schedule.placement = linear(1);
    request.plan.costs = uniform(1);
    request.plan.memory = uniformMemory(1, 1, {});
    const Result<json::Document> written = json::parse(requestToJson(request));
    ASSERT_TRUE(written);
    for (const json::Node child : written->root().children())
        EXPECT_NE(page.find("| `" + std::string{child.key()} + "` |"), std::string::npos) << child.key();
    const Message blocks = sayCounted(countedPhrase("test", "%1 blocks", "%1 block"), 2, 2);
    const Result<json::Document> parsed = json::parse(messageToJson(blocks));
    ASSERT_TRUE(parsed);
    for (const json::Node child : parsed->root().children())
        EXPECT_NE(page.find("| `" + std::string{child.key()} + "` |"), std::string::npos) << child.key();
}
