// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace lanewright::test {
namespace {

using nlohmann::json;

Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

json cellsOf(const Words& words) { return jsonOf(cli(with(with({"sweep"}, words), {"--json"})))["cells"]; }

/// The numbers of the cell are those that `simulate` says of what `generate` makes.
void expectSimulated(const json& cell, const Words& generate) {
    const Folder folder;
    const std::string file = folder.path("a.lwsched");
    const Answer made = cli(with(with({"generate"}, generate), {"-o", file}));
    if (!cell["refused"].is_null()) {
        EXPECT_NE(made.code, 0);
        EXPECT_NE(made.errors.find(cell["refused"].get<std::string>()), std::string::npos) << made.errors;
        EXPECT_TRUE(cell["iteration_time"].is_null() && cell["valid"].is_null()) << cell;
        return;
    }
    const json said = jsonOf(cli({"simulate", file, "--json"}));
    int compared = 0;
    for (const auto& [key, value] : cell.items())
        if (said.contains(key) && key != "memory_limit") {
            EXPECT_EQ(value, said[key]) << key;
            ++compared;
        }
    EXPECT_GT(compared, 20);
    const json& peaks = said["peak_memory"];
    EXPECT_EQ(cell["peak_memory_max"], *std::max_element(peaks.begin(), peaks.end()));
}

TEST(Sweep, EachCellIsWhatGenerateAndSimulateSay) {
    const Words costs = {"--tf", "1.25", "--tb", "1.5", "--tw", "0.75", "--tcomm", "0.1", "--mf", "2", "--mb", "-1"};
    const json cells = cellsOf(
        with({"zb-auto", "interleaved-1f1b", "zbv", "-p", "2,3", "-m", "4:6:2", "--memory-limit", "none,3"}, costs));
    ASSERT_EQ(cells.size(), 3u * 2 * 2 * 2);
    std::size_t place = 0;
    for (const char* const name : {"zb-auto", "interleaved-1f1b", "zbv"})
        for (const char* const ranks : {"2", "3"})
            for (const char* const microbatches : {"4", "6"})
                for (const char* const limit : {"-", "3"}) {
                    const json& cell = cells[place++];
                    EXPECT_EQ(cell["generator"], name);
                    EXPECT_EQ(cell["memory_limit"], *limit == '-' ? "none" : limit);
                    expectSimulated(cell,
                                    with({name, "-p", ranks, "-m", microbatches, "--memory-limit", limit}, costs));
                }
    EXPECT_TRUE(std::ranges::any_of(cells, [](const json& cell) { return !cell["refused"].is_null(); }));
}

TEST(Sweep, ALimitWithAnXIsOfWhat1F1BHoldsOnThatRank) {
    const Words costs = {"--tf", "1", "--tb", "1", "--tw", "1", "--mf", "3", "--mb", "-2", "-p", "4", "-m", "8"};
    const Folder folder;
    const json peaks =
        jsonOf(cli({"simulate", folder.schedule("a.lwsched", with({"1f1b"}, costs)), "--json"}))["peak_memory"];
    const json cells = cellsOf(with({"zb-auto", "zb-h1", "--memory-limit", "1x:1.5x:0.5x"}, costs));
    ASSERT_EQ(cells.size(), 4u);
    for (std::size_t each = 0; each < 4; ++each) {
        const double factor = each % 2 == 0 ? 1 : 1.5;
        EXPECT_EQ(cells[each]["memory_limit"], each % 2 == 0 ? "1x" : "1.5x");
        std::string list;
        for (const json& peak : peaks)
            list += (list.empty() ? "" : ",") + std::to_string(factor * peak.get<double>());
        expectSimulated(cells[each], with({each < 2 ? "zb-auto" : "zb-h1", "--memory-limit", list}, costs));
    }
    EXPECT_NE(cells[0]["iteration_time"], cells[1]["iteration_time"]) << "more room is for something";
}

TEST(Sweep, AProblemGivesTheCosts) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "3", "-m", "4", "--tf", "2", "--tb", "3"});
    const json cells = cellsOf({"1f1b", "zbv", "--problem", file, "-m", "4,5"});
    ASSERT_EQ(cells.size(), 4u);
    for (const json& cell : cells) {
        EXPECT_EQ(cell["ranks"], 3);
        expectSimulated(cell, {cell["generator"], file, "-m", cell["microbatches"] == 4 ? "4" : "5"});
    }
    const Answer both = cli({"sweep", "1f1b", "--problem", file, "-p", "2"});
    EXPECT_EQ(both.code, 2);
    EXPECT_NE(both.errors.find("-p and -v can't be given together with a problem"), std::string::npos) << both.errors;
}

TEST(Sweep, TheRowsAreTheSameWithAnyNumberOfJobs) {
    const Words words = {"sweep", "1f1b", "zb-auto", "v-half", "-p", "2:6:2", "-m", "4,8", "--memory-limit", "0.5x,2x"};
    for (const char* const form : {"--json", "--csv"}) {
        const Answer one = cli(with(words, {form, "--jobs", "1"}));
        EXPECT_EQ(one.code, 0) << one.errors;
        for (const char* const jobs : {"2", "7"})
            EXPECT_EQ(cli(with(words, {form, "--jobs", jobs})).output, one.output);
    }
    const std::string csv = cli(with(words, {"--csv"})).output;
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 3 * 3 * 2 * 2);
    const std::string text = cli(words).output;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 3 * 3 * 2 * 2);
}

TEST(Sweep, WhatIsWrongForAllIsRefusedInASentence) {
    const std::vector<std::pair<Words, std::string>> refusals = {
        {{"1f1b", "nope"}, "there is no generator named 'nope'"},
        {{"1f1b", "-p", "0"}, "-p: '0' must be whole numbers from 1 on"},
        {{"1f1b", "-p", "4:2:1"}, "-p: '4:2:1' is neither a value nor FROM:TO:STEP"},
        {{"1f1b", "-m", "2:8:0"}, "-m: '2:8:0' is neither"},
        {{"1f1b", "-m", "1:1000000:1"}, "-m: '1:1000000:1' is more than 100000 values"},
        {{"1f1b", "-p", "1:400:1", "-m", "1:400:1"}, "these lists make more than 100000 cells"},
        {{"1f1b", "-v", "x"}, "-v: \"x\" is no number"},
        {{"1f1b", "--memory-limit", "1x:2:1"}, "has an x behind some of its numbers"},
        {{"1f1b", "--memory-limit", "1x2"}, "--memory-limit: \"1x2\" is no number"},
        {{"1f1b", "--memory-limit", "1xx"}, "--memory-limit: \"1x\" is no number"},
        {{"1f1b", "--memory-limit", "-1"}, "--memory-limit: '-1' is neither"},
        {{"1f1b", "--objective", "makespan"}, "1f1b makes one order whatever the objective"},
        {{"1f1b", "--tf", "abc"}, "--tf: \"abc\" is no number"},
    };
    for (const auto& [words, sentence] : refusals) {
        const Answer answer = cli(with({"sweep"}, words));
        EXPECT_EQ(answer.code, 2) << sentence;
        EXPECT_NE(answer.errors.find(sentence), std::string::npos) << answer.errors;
        EXPECT_EQ(answer.output, "");
    }
    EXPECT_EQ(cellsOf({"1f1b", "zb-auto", "--objective", "makespan", "-m", "4"}).size(), 2u)
        << "one of them takes the objective";
}

TEST(Sweep, AStopKeepsTheRowsSoFar) {
    // A program that the signal reaches before it listens says nothing; then it gets more time.
    Answer answer;
    for (int wait = 250; wait <= 16'000; wait *= 2) {
        Process process = startCli({"sweep", "zb-auto", "-p", "16", "-m", "64:65535:1", "--json", "--jobs", "2"});
        std::this_thread::sleep_for(std::chrono::milliseconds{wait});
        process.signalGroup(SIGINT);
        answer = answerOf(process);
        if (!answer.output.empty())
            break;
    }
    const json sweep = jsonOf(answer, 130);
    EXPECT_EQ(sweep["stopped"], true);
    EXPECT_LT(sweep["cells"].size(), 65472u);
}

} // namespace
} // namespace lanewright::test
