// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/protocol.h"

#include "core/base/places.h"
#include "core/model/text.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using test::op;

namespace {

std::vector<Event> allEvents() {
    const Span span{.op = op("F0.3"), .paired = op("B0.1"), .start = 5, .end = 1'000'000'007};
    const Activity wait{.kind = ActivityKind::Wait, .rank = 2, .start = 1, .end = 5, .op = op("W1.0/1")};
    const Activity sent{.kind = ActivityKind::Transfer, .rank = 2, .start = 6, .end = 7, .op = op("F0.3"), .peer = 0};
    return {
        HelloEvent{.protocol = 1, .engine = "0.1.0"},
        ReadyEvent{.ranks = 2,
                   .backend = "cpu",
                   .hosts = {"a", "b"},
                   .clockUncertainty = {0, 40},
                   .pids = {7, 8},
                   .cores = {2, 0},
                   .devices = {{.number = 0, .name = "one"}, {.number = 3, .name = "other"}},
                   .firstStep = 30},
        SpansEvent{.step = 3, .rank = 2, .wall = {span}, .virtualTime = {span}, .live = {4096}, .others = {wait, sent}},
        SpansEvent{.step = 0, .rank = 0},
        KernelsEvent{.step = 3,
                     .lane = {.rank = 2,
                              .names = {"product", "a \"strange\" name"},
                              .kernels = {{.name = 1, .op = op("W1.0/1"), .start = -5, .end = 7},
                                          {.name = 0, .op = {}, .start = 7, .end = 9}},
                              .leftOut = 12}},
        KernelsEvent{},
        StepEvent{.step = 3,
                  .loss = 0.1,
                  .start = 7,
                  .length = 99,
                  .update = {.norm = 0.25},
                  .peakActivations = {1, 2},
                  .clockGain = {0, -7},
                  .clockUncertainty = {0, 40}},
        StepEvent{.step = 4, .update = {.norm = 3, .kind = UpdateKind::Clipped, .rolledBack = true}},
        StepEvent{.step = 5, .update = {.kind = UpdateKind::Skipped}},
        ValidationEvent{.step = 5, .loss = 1.5},
        CheckpointEvent{.step = 5, .folder = "a \"folder\""},
        SampleEvent{.text = "one\ntwo"},
        DoneEvent{.weightsHash = "0123456789abcdef", .gradientsHash = "fedcba9876543210", .cancelled = true},
        FailedEvent{.rank = 1, .op = op("B1.4"), .reason = "rank 1 is gone:\n\"killed\" \x01 ä"},
        FailedEvent{.reason = "no rank"},
        FailedEvent{.rank = 0, .reason = say(phrase("engine", "%1 came from step %2"), say(kRankPlace, 1), 7)}};
}

RunRequest request() {
    RunRequest request{.backend = "cuda", .paced = true, .steps = 20, .seed = 18446744073709551615ULL};
    request.plan.schedule = {.placement = linear(2), .microbatches = 1};
    request.plan.schedule.order = *rowsFromText("F0.0 BW0.0\n F1.0 BW1.0");
    request.plan.costs = uniform(2);
    request.plan.memory = uniformMemory(2, 2, {.forward = 4, .backwardWeight = -4});
    request.programs = {{.rank = 0}, {.rank = 1, .slots = 1}};
    request.programs[0].code = {*instructionFromText("run F0.0 @0 +1000000"),
                                *instructionFromText("send a0.0 to 1 #0 @1000000 +5")};
    request.programs[1].code = {*instructionFromText("post a0.0 from 0 #0 slot 0 @0"),
                                *instructionFromText("run F1.0 gap 5 @1000005 +1000000")};
    request.model = {.layers = 2, .seed = 9, .layersPerStage = {1, 1}};
    request.data = "texts/a \"quoted\" name.txt";
    request.optimizer = {.mode = OptimizerMode::PostValidated, .learningRate = 3e-4, .beta2 = 0.5, .clip = 0};
    request.validation = {.share = 0.25, .every = 7};
    request.save = "out";
    request.saveEvery = 5;
    request.resume = "in";
    request.sample = {.characters = 9, .prompt = "\n\"x"};
    request.poison = {{.step = 1, .tensor = 3, .factor = 1000}};
    request.threads = 2;
    request.gpus = {0, 3};
    request.processOfRank = {1, 0};
    request.spans = false;
    request.traceKernels = true;
    request.timeout = 5'000'000'000;
    request.fault = Fault{.kind = FaultKind::Delay, .rank = 0, .step = 2, .block = 3};
    return request;
}

void expectRequestRefused(std::string_view old, std::string_view now, const std::string& where,
                          const std::string& message) {
    std::string text = requestToJson(request());
    const std::size_t at = text.find(old);
    ASSERT_NE(at, std::string::npos) << old << "\n" << text;
    const Result<RunRequest> read = requestFromJson(text.replace(at, old.size(), now));
    ASSERT_FALSE(read) << now;
    EXPECT_EQ(read.error().where, where);
    EXPECT_EQ(read.error().message, message);
}

} // namespace

TEST(Protocol, EveryEventIsOneLineAndReadsBackAsItself) {
    for (const Event& event : allEvents()) {
        const std::string line = eventToLine(event);
        EXPECT_EQ(line.find('\n'), std::string::npos) << line;
        const Result<Event> again = eventFromLine(line);
        ASSERT_TRUE(again) << line << "\n" << again.error().message;
        EXPECT_TRUE(*again == event) << line;
    }
}

TEST(Protocol, ALineThatIsCutShortIsAnErrorAndNeverMore) {
    for (const Event& event : allEvents()) {
        const std::string line = eventToLine(event);
        for (std::size_t length = 0; length < line.size(); ++length)
            EXPECT_FALSE(eventFromLine(line.substr(0, length))) << line.substr(0, length);
    }
}

TEST(Protocol, StrangeLinesAreRefusedInWords) {
    const auto message = [](std::string_view line) {
        const Result<Event> event = eventFromLine(line);
        return event ? std::string{"accepted"} : event.error().where.text() + ": " + event.error().message.text();
    };
    EXPECT_EQ(message("Segmentation fault"), "line 1, column 1: this is no JSON: unexpected \"S\"");
    EXPECT_EQ(message("[]"), ": must be an object in { }, not a list in [ ]");
    EXPECT_EQ(message("{}"), ": the key \"event\" is missing");
    EXPECT_EQ(message(R"({"event": "party"})"), "event: there is no event \"party\"");
    EXPECT_EQ(message(R"({"event": "hello"})"), ": the key \"protocol\" is missing");
    EXPECT_EQ(message(R"({"event": "spans", "step": 0, "rank": 5000, "wall": []})"),
              "rank: must be a whole number from 0 to 4095, not 5000");
    EXPECT_EQ(message(R"({"event": "spans", "step": 0, "rank": 0, "wall": [["F0", 0, 1]]})"),
              "wall[0][0]: \"F0\" is no op; an op is written like F0.3, B2.5, W2.5, BW1.0 or R1.0");
    const auto kernels = [&](const std::string& spans) {
        return message(R"({"event": "kernels", "step": 0, "rank": 0, "names": ["a", "b"], "spans": )" + spans + "}");
    };
    EXPECT_EQ(kernels(R"([[2, null, 0, 1]])"), "spans[0][0]: must be a whole number from 0 to 1, not 2");
    EXPECT_EQ(kernels(R"([[1, "F0.0+B1.0", 0, 1]])"), "spans[0][1]: must be one op, not an overlapped pair");
    EXPECT_EQ(kernels(R"([[1, null, 2, 1]])"), "spans[0]: ends before it starts");
    EXPECT_EQ(kernels(R"([[1, null, 2, 3], [0, null, 1, 3]])"), "spans[1]: starts before the kernel in front of it");
    EXPECT_EQ(kernels(R"([[1, null, 2]])"), "spans[0]: must be a list like [0, \"F0.0\", 0, 1000]");
    EXPECT_EQ(message(R"({"event": "step", "step": 0, "loss": "low", "length": 1})"),
              "loss: must be a number, not a text in quotes");
}

TEST(Protocol, KeysOfALaterMinorVersionAreIgnored) {
    EXPECT_TRUE(eventFromLine(R"({"event": "done", "weights_hash": "", "cancelled": false, "joules": 12})"));
}

TEST(Protocol, ARequestReadsBackAsItself) {
    const std::string text = requestToJson(request());
    const Result<RunRequest> again = requestFromJson(text);
    ASSERT_TRUE(again) << again.error().where << ": " << again.error().message;
    EXPECT_TRUE(*again == request()) << text;
}

TEST(Protocol, AWrongRequestIsRefusedWithItsPath) {
    expectRequestRefused("\"protocol\": 2", "\"protocol\": 1", "protocol",
                         "speaks version \"1\" of the protocol; this engine speaks version 2");
    expectRequestRefused("\"run\"", "\"jump\"", "request", "must be \"run\"");
    expectRequestRefused("\"steps\": 20", "\"steps\": 0", "steps",
                         "must be a whole number from 1 to 1000000000, not 0");
    expectRequestRefused("\"rank\": 1", "\"rank\": 0", "programs[1].rank", "must be a whole number from 1 to 1, not 0");
    expectRequestRefused("run F1.0", "run F2.0", "programs[1].code[1]", "F2.0: there is no stage 2; the last is 1");
    expectRequestRefused("send a0.0 to 1", "send a0.0 to 7", "programs[0].code[1]", "names rank 7, but the last is 1");
    expectRequestRefused("send a0.0", "send a0.9", "programs[0].code[1]",
                         "names a value of stage 0, microbatch 9, which the schedule does not have");
    expectRequestRefused("\"ranks\": 2", "\"ranks\": 1", "plan.placement.directions[0][1]",
                         "must be a whole number from 0 to 0, not 1");
    expectRequestRefused("\"learning_rate\": 3e-04", "\"learning_rate\": -1", "optimizer.learning_rate",
                         "must be a number from 0 on");
    expectRequestRefused("\"postvalidated\"", "\"hopeful\"", "optimizer.mode",
                         "must be \"synchronous\" or \"postvalidated\", not \"hopeful\"");
    expectRequestRefused("\"beta2\": 0.5", "\"beta2\": 1", "optimizer.beta2", "must be a number from 0 on and below 1");
    expectRequestRefused("\"share\": 0.25", "\"share\": 0.75", "validation.share", "must be a number from 0 to 0.5");
    expectRequestRefused("[1, 3, 1000]", "[1, 3]", "poison[0]",
                         "must hold one entry per number (step, tensor, factor), which makes 3, but holds 2");
}
