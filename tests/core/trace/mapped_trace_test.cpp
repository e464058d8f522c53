// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_mapping.h"

#include "core/io/file_fields.h"
#include "tests/core/io/documents.h"
#include "tests/core/trace/trace_files.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;

namespace {

Result<TraceMapping> mappingFrom(const std::string& text) { return readText(text, traceMappingFrom); }

/// The mapping with these keys; the test fails where there is none.
ImportOptions with(const std::string& keys) {
    Result<TraceMapping> mapping = mappingFrom(R"({"format": "lanewright-mapping", "version": 1, )" + keys + "}");
    if (mapping)
        return {.mapping = *std::move(mapping)};
    ADD_FAILURE() << mapping.error().where << ": " << mapping.error().message.text();
    return {};
}

std::string refusalOf(const std::string& keys) {
    const Result<TraceMapping> mapping = mappingFrom(R"({"format": "lanewright-mapping", "version": 1, )" + keys + "}");
    return mapping ? "" : mapping.error().where.text() + ": " + mapping.error().message.text();
}

std::string span(const std::string& name, const std::string& pid, int start, int length, const std::string& args = "") {
    return R"({"ph":"X","name":")" + name + R"(","pid":)" + pid + R"(,"tid":1,"ts":)" + std::to_string(start) +
           ",\"dur\":" + std::to_string(length) + ",\"args\":{" + args + "}}";
}

/// Two ranks of one microbatch.
std::string twoRanks() {
    return "[" + span("fwd mb1", "0", 0, 10) + "," + span("fwd mb1", "1", 11, 10) + "," + span("bwd mb1", "1", 21, 20) +
           "," + span("sleep", "1", 41, 2) + "," + span("bwd mb1", "0", 42, 20) + "]";
}

constexpr const char* kRules = R"("rules": [{"name": "fwd mb{microbatch}", "is": "F"},
    {"name": "bwd mb{microbatch}", "is": "BW"}])";

MappedNumbers numbersOf(const std::string& pattern, std::string_view text) {
    MappedNumbers numbers;
    const Result<NamePattern> read = namePatternFrom(pattern);
    return read && read->matches(text, numbers) ? numbers : MappedNumbers{};
}

} // namespace

TEST(NamePattern, TakesNumbersWhereItsBracketsStand) {
    EXPECT_EQ(numbersOf("fwd {microbatch}", "fwd 12").microbatch, 12);
    EXPECT_EQ(numbersOf("fwd {microbatch}", "fwd 12 again").microbatch, -1);
    EXPECT_EQ(numbersOf("*{microbatch}*", "step of 12 x 3").microbatch, 12);
    EXPECT_EQ(numbersOf("*mb={microbatch}*s={stage}", "a mb= mb=7, as=x, s=31").microbatch, 7);
    EXPECT_EQ(numbersOf("*mb={microbatch}*s={stage}", "a mb= mb=7, as=x, s=31").stage, 31);
    EXPECT_EQ(numbersOf("fwd {microbatch}", "fwd 12345678901").microbatch, -1);
    EXPECT_EQ(numbersOf("fwd {microbatch}", "fwd -3").microbatch, -1);
    MappedNumbers none;
    EXPECT_TRUE(namePatternFrom("opt*")->matches("optimizer", none));
    EXPECT_TRUE(namePatternFrom("opt*")->matches("opt", none));
    EXPECT_FALSE(namePatternFrom("opt*")->matches("op", none));
    EXPECT_FALSE(namePatternFrom("{rank"));
    EXPECT_FALSE(namePatternFrom("{speed}"));
    EXPECT_FALSE(namePatternFrom(""));
}

TEST(NamePattern, ManyStarsOnALongNameTakeNoTime) {
    MappedNumbers none;
    const Result<NamePattern> pattern = namePatternFrom("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b");
    EXPECT_FALSE(pattern->matches(std::string(60'000, 'a'), none));
}

TEST(Mapped, NamesAndPlacesSayWhatAnEventIs) {
    const test::TraceFolder folder;
    const std::string trace = folder.write("job.json", twoRanks());
    const ImportedRun job = test::imported(
        {trace}, with(std::string{R"("rank": "pid", "microbatch": {"from": "args.none", "first": 1}, )"} + kRules));
    EXPECT_EQ(job.report.format, "chrome");
    EXPECT_EQ(test::laneText(job.run, 0), "F0.0 [0, 10000]\nBW0.0 [42000, 62000]\n");
    EXPECT_EQ(test::laneText(job.run, 1), "F1.0 [11000, 21000]\nBW1.0 [21000, 41000]\n");
    EXPECT_EQ(job.run.recorder->name, "chrome");
    EXPECT_EQ(job.run.backend, "cpu");
}

TEST(Mapped, NumbersComeFromArgumentsThreadsAndFiles) {
    const test::TraceFolder folder;
    std::vector<std::string> lanes;
    const auto trace = [](int rank) {
        const std::string own = std::to_string(rank);
        const int at = rank == 0 ? 0 : 11;
        return "{\"traceEvents\":[" + span("forward", "5", at, 10, "\"mb\":0,\"it\":3") + "," +
               span("backward", "5", rank == 0 ? 42 : 21, 20, "\"mb\":0,\"it\":\"3\"") + "," +
               span("step", "5", 70, 5, "\"it\":3") + "," + span("allreduce grads", "5", 62, 7, "\"it\":3") +
               R"(,{"ph":"M","name":"thread_name","pid":5,"tid":1,"args":{"name":"stage )" + own + " of 2\"}}]}";
    };
    folder.write("node-0.json", trace(0));
    folder.write("node-1.json.gz", trace(1));
    const std::string rules = R"("step": "args.it", "microbatch": "args.mb", "device": "gpu", "waits": "inside",
        "rules": [{"name": "forward", "is": "F"}, {"name": "backward", "is": "BW"}, {"name": "step", "is": "optimizer"},
        {"name": "allreduce*", "is": "reduce"}], )";
    for (const char* rank : {R"("rank": {"from": "thread_name", "pattern": "stage {} of *"})",
                             R"("rank": {"from": "file", "pattern": "node-{}.json*"})",
                             R"("stage": {"from": "thread_name", "pattern": "stage {} *"})"}) {
        const ImportedRun job = test::imported({folder.path()}, with(rules + rank));
        lanes.push_back(test::laneText(job.run, 0) + test::laneText(job.run, 1));
        EXPECT_EQ(lanes.back(), lanes.front()) << rank;
        ASSERT_EQ(job.run.steps.size(), 1u);
        EXPECT_EQ(job.run.steps[0].step, 3);
        EXPECT_EQ(job.run.backend, "cuda");
        EXPECT_TRUE(job.run.recorder->waitsInside);
        ASSERT_EQ(job.run.steps[0].side.size(), 2u);
        EXPECT_EQ(job.run.steps[0].side[0].name, "allreduce grads");
        EXPECT_EQ(std::ranges::count(job.run.steps[0].others, ActivityKind::Optimizer, &Activity::kind), 2);
    }
    EXPECT_EQ(lanes.front(), "F0.0 [0, 10000]\nBW0.0 [42000, 62000]\nF1.0 [11000, 21000]\nBW1.0 [21000, 41000]\n");
}

TEST(Mapped, WithoutMicrobatchesTheyAreCountedAndWithoutStepsThoseAre) {
    const test::TraceFolder folder;
    std::string events;
    for (int step = 0; step < 2; ++step)
        for (int microbatch = 0; microbatch < 2; ++microbatch) {
            const std::string args = "\"it\":" + std::to_string(step + 5) + ",\"mb\":" + std::to_string(microbatch);
            const int at = 100 * step + 30 * microbatch;
            events +=
                (events.empty() ? "" : ",") + span("f", "0", at, 10, args) + "," + span("b", "0", at + 10, 20, args);
        }
    const std::string trace = folder.write("job.json", "[" + events + "]");
    const std::string rules = R"(, "rank": "pid", "rules": [{"name": "f", "is": "F"}, {"name": "b", "is": "BW"}])";
    const lanewright::Run counted = test::imported({trace}, with(R"("step": "args.it")" + rules)).run;
    const lanewright::Run stepped = test::imported({trace}, with(R"("microbatch": "args.mb")" + rules)).run;
    ASSERT_EQ(counted.steps.size(), 2u);
    ASSERT_EQ(stepped.steps.size(), 2u);
    EXPECT_EQ(counted.steps[1].step, 6);
    EXPECT_EQ(stepped.steps[1].step, 1);
    EXPECT_EQ(test::laneText(counted, 0), test::laneText(stepped, 0));
}

TEST(Mapped, RangesThatBeginAndEndApartAreTakenAsTheyNest) {
    const test::TraceFolder folder;
    const std::string trace =
        folder.write("job.json",
                     R"([{"ph":"E","pid":0,"tid":1,"ts":0},{"ph":"B","name":"fwd mb0","pid":0,"tid":1,"ts":1},
        {"ph":"B","name":"attention","pid":0,"tid":1,"ts":2},{"ph":"B","name":"bwd mb0","pid":0,"tid":2,"ts":11},
        {"ph":"E","pid":0,"tid":1,"ts":5},{"ph":"E","pid":0,"tid":1,"ts":11},{"ph":"E","pid":0,"tid":2,"ts":31}])");
    EXPECT_EQ(test::laneText(test::imported({trace}, with(std::string{R"("rank": 0, )"} + kRules)).run, 0),
              "F0.0 [0, 10000]\nBW0.0 [10000, 30000]\n");
}

TEST(Mapped, ChunksAreStagesOfARank) {
    const test::TraceFolder folder;
    std::string events;
    int at = 0;
    for (const char* op : {"f", "b"})
        for (int turn = 0; turn < 4; ++turn, at += 10) {
            const int stage = *op == 'f' ? turn : 3 - turn;
            events += (events.empty() ? "" : ",") +
                      span(op, std::to_string(stage % 2), at, 10, "\"v\":" + std::to_string(stage / 2));
        }
    const std::string trace = folder.write("job.json", "[" + events + "]");
    const lanewright::Run run = test::imported({trace}, with(R"("rank": "pid", "chunk": "args.v", "step": 0, "rules": [
        {"name": "f", "is": "F"}, {"name": "b", "is": "BW"}])"))
                                    .run;
    EXPECT_EQ(run.plan.schedule.stages(), 4);
    EXPECT_EQ(test::laneText(run, 1).substr(0, 5), "F1.0 ");
    EXPECT_NE(test::laneText(run, 1).find("F3.0 ["), std::string::npos);
}

TEST(Mapped, WhatDoesNotMatchIsSaidWithTheNamesThatAreThere) {
    const test::TraceFolder folder;
    const std::string trace = folder.write("job.json", twoRanks());
    EXPECT_EQ(test::refusal({trace}, with(R"("rank": "pid", "step": 0, "rules": [{"name": "forward", "is": "F"}])")),
              trace + ": no event matches any rule of the mapping; events here are called bwd mb1, fwd mb1, sleep, …");
    EXPECT_EQ(test::refusal({trace}, with(std::string{R"("rank": "args.rank", )"} + kRules)),
              trace + ": no op says its rank: it is not where the mapping looks for it");
    EXPECT_NE(test::refusal({trace}, with(R"("rank": "pid", "microbatch": {"from": "args.x", "first": 2}, "rules": [
        {"name": "fwd mb{microbatch}", "is": "F"}])"))
                  .find("line 1, column 2: microbatch is out of range"),
              std::string::npos);
    ImportOptions two = with(std::string{R"("rank": "pid", )"} + kRules);
    two.format = "kineto";
    EXPECT_NE(test::refusal({trace}, two).find("needs no mapping"), std::string::npos);
    EXPECT_NE(test::refusal({trace}, {.format = "chrome"}).find("needs a mapping"), std::string::npos);
}

TEST(Mapping, WhatItLeavesOpenIsRefusedWithItsPlace) {
    EXPECT_NE(refusalOf(R"("rules": [{"name": "f{microbatch}", "is": "F"}])").find("neither `rank` nor `stage`"),
              std::string::npos);
    EXPECT_NE(refusalOf(R"("rank": "pid", "rules": [{"name": "f", "is": "F"}])").find("neither `microbatch` nor"),
              std::string::npos);
    EXPECT_NE(refusalOf(R"("rank": "pid", "step": 0, "rules": [{"name": "f", "is": "reduce"}])").find("no rule is of"),
              std::string::npos);
    EXPECT_EQ(refusalOf(R"("rank": "thread_name", "rules": [])").substr(0, 6), "rank: ");
    EXPECT_EQ(refusalOf(R"("rank": "prozess", "rules": [])").substr(0, 6), "rank: ");
    EXPECT_EQ(refusalOf(R"("rang": "pid", "rules": [])"), "rang: there is no key `rang` here");
    EXPECT_EQ(refusalOf(R"("stage": 99999999, "rules": [])").substr(0, 7), "stage: ");
    EXPECT_EQ(refusalOf(R"("rank": {"from": "pid", "form": 1}, "rules": [])"),
              "rank.form: there is no key `form` here");
    EXPECT_EQ(refusalOf(R"("rank": "pid", "device": "tpu", "rules": [])"),
              R"(device: must be "cpu" or "gpu", not "tpu")");
    EXPECT_EQ(refusalOf(R"("rank": {"from": "file", "pattern": "{stage}"}, "rules": [])").substr(0, 14),
              "rank.pattern: ");
    EXPECT_NE(refusalOf(R"("rank": "pid", "rules": [{"name": "f", "is": "Forward"}])").find("must be F, B, W"),
              std::string::npos);
    EXPECT_NE(refusalOf(R"("rank": {"from": "file", "pattern": "rank"}, "rules": [])").find("a {} must say"),
              std::string::npos);
    EXPECT_FALSE(mappingFrom(R"({"format": "lanewright-run", "version": 1})"));
    EXPECT_FALSE(mappingFrom(R"({"format": "lanewright-mapping", "version": 2})"));
}

TEST(Mapping, TheSampleOfThePageIsReadAndItsKeysAreAllThereAre) {
    const std::string page = test::document("schedules/FORMAT.md");
    const std::vector<std::string> samples = test::samples(page, "jsonc");
    ASSERT_EQ(samples.size(), 1u);
    const Result<TraceMapping> mapping = mappingFrom(samples.front());
    ASSERT_TRUE(mapping) << mapping.error().where << ": " << mapping.error().message.text();
    EXPECT_EQ(mapping->rules.size(), 4u);
    for (const MappedField& field : kMappedFields)
        EXPECT_NE(page.find("`" + std::string{field.name} + "`"), std::string::npos);
}
