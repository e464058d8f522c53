// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;
using test::cli;

namespace {

/// One step of 1F1B on two ranks, as NDTimeline writes it: one list of events.
std::string tinyTrace() {
    std::string text = "[";
    const auto thread = [&](int rank) {
        text += R"({"name":"thread_name","ph":"M","pid":0,"tid":)" + std::to_string(rank * 5) +
                R"(,"args":{"name":"PP rank )" + std::to_string(rank) + ", TP rank 0, compute\"}},";
    };
    thread(0);
    thread(1);
    const auto op = [&](const char* name, int rank, int start, int length, int microbatch) {
        text += std::string{text.back() == '}' ? "," : ""} + "{\"name\":\"" + name +
                "\",\"ph\":\"X\",\"pid\":0,\"tid\":" + std::to_string(rank * 5) + ",\"ts\":" + std::to_string(start) +
                ",\"dur\":" + std::to_string(length) + R"(,"args":{"step":4,"model_chunk":0,"mb_id":)" +
                std::to_string(microbatch) + ",\"seq_id\":0}}";
    };
    op("forward-compute", 0, 0, 10, 0);
    op("forward-compute", 1, 11, 10, 0);
    op("backward-compute", 1, 21, 20, 0);
    op("backward-compute", 0, 42, 20, 0);
    return text + "]";
}

} // namespace

TEST(Import, WritesARunAndSaysWhatItRecognised) {
    const test::Folder folder;
    const std::string trace = folder.write("timeline.json", tinyTrace());
    const std::string output = folder.path("job.lwrun");
    const nlohmann::json answer = test::jsonOf(cli({"import", trace, "-o", output, "--json"}));
    EXPECT_EQ(answer["format"], "ndtimeline");
    EXPECT_EQ(answer["ranks"], 2);
    EXPECT_EQ(answer["microbatches"], 1);
    EXPECT_EQ(answer["steps"], 1);
    EXPECT_EQ(answer["clocks"], "raw");
    EXPECT_EQ(answer["order_is_plan"], false);
    EXPECT_EQ(cli({"validate", output}).code, 0);
    EXPECT_EQ(cli({"simulate", output}).code, 0);
    const test::Answer words = cli({"import", trace, "-o", output});
    EXPECT_NE(words.output.find("clocks        agree as they are"), std::string::npos) << words.output;
}

TEST(Import, WhatCantBeReadIsOneSentenceAndExitCodeTwo) {
    const test::Folder folder;
    const std::string trace = folder.write("timeline.json", tinyTrace());
    const std::string output = folder.path("job.lwrun");
    const auto refused = [&](test::Words words) {
        words.insert(words.begin(), "import");
        const test::Answer answer = cli(words);
        EXPECT_EQ(answer.code, 2);
        EXPECT_EQ(std::count(answer.errors.begin(), answer.errors.end(), '\n'), 1) << answer.errors;
        return answer.errors;
    };
    const std::string wrong = folder.write("wrong.json", "[{\"name\" 3}]");
    EXPECT_EQ(refused({wrong, "-o", output, "--from", "ndtimeline"}),
              "lanewright-cli: " + wrong + ":line 1, column 10: a colon must stand here\n");
    EXPECT_NE(refused({folder.write("a.json", "{}"), "-o", output}).find("no trace that is known"), std::string::npos);
    EXPECT_NE(refused({trace, "-o", output, "--take", "9:3"}).find("--take"), std::string::npos);
    EXPECT_NE(refused({trace, "-o", output, "--take", "9:"}).find("steps from 4 to 4"), std::string::npos);
    EXPECT_NE(refused({trace, "-o", output, "--replica", "fast"}).find("--replica"), std::string::npos);
    EXPECT_NE(refused({trace, "-o", folder.path("none/job.lwrun")}).find("none/job.lwrun"), std::string::npos);
}

TEST(Import, APlanIsHeldAgainstTheJob) {
    const test::Folder folder;
    const std::string trace = folder.write("timeline.json", tinyTrace());
    const std::string output = folder.path("job.lwrun");
    const std::string plan = folder.schedule("plan.lwsched", {"1f1b", "-p", "2", "-m", "1"});
    EXPECT_EQ(cli({"import", trace, "-o", output, "--plan", plan}).code, 0);
    EXPECT_EQ(cli({"compare", plan, output}).code, 0);
    const std::string other = folder.schedule("other.lwsched", {"1f1b", "-p", "2", "-m", "3"});
    const test::Answer answer = cli({"import", trace, "-o", output, "--plan", other});
    EXPECT_EQ(answer.code, 2);
    EXPECT_NE(answer.errors.find("the plan has 3"), std::string::npos);
}
