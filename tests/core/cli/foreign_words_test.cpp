// SPDX-License-Identifier: Apache-2.0
// Whatever stands in the strings of a file, the terminal is told nothing but words.
#include "tests/support/foreign_words.h"

#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace lanewright::test {
namespace {

/// The text with `@` replaced by words that nobody would call a name.
std::string hostile(std::string text) {
    for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at + kForeignJson.size()))
        text.replace(at, 1, kForeignJson);
    return text;
}

std::string hostileSchedule() {
    return hostile(R"({"format": "lanewright-schedule", "version": 1, "title": "@\nmakespan 1", "microbatches": 1,
  "placement": {"ranks": 2}, "@": {"@": "@"}, "order": [["F0.0", "BW0.0"], ["F1.0", "BW1.0"]]})");
}

/// Looks at what was said, and expects `code`.
void expectWords(const Words& arguments, int code) {
    const Answer answer = cli(arguments);
    std::string command;
    for (const std::string& each : arguments)
        command += each + " ";
    EXPECT_EQ(answer.code, code) << command << shownText(answer.errors);
    EXPECT_EQ(actingCharacterIn(answer.output), "") << command << shownText(answer.output);
    EXPECT_EQ(actingCharacterIn(answer.errors), "") << command << shownText(answer.errors);
    EXPECT_EQ(answer.output.find("\nmakespan 1\n"), std::string::npos) << "a title is on one line";
}

TEST(ForeignWords, InATitleAreShownAsWords) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", hostileSchedule());
    for (const char* command : {"simulate", "validate", "bound"}) {
        expectWords({command, file}, 0);
        expectWords({command, file, "--json"}, 0);
    }
    expectWords({"compare", file, file}, 0);
    expectWords({"solve", file, "--time-limit", "1"}, 0);
    expectWords({"solve", file, "--time-limit", "1", "--json"}, 0);
    expectWords({"generate", "gpipe", file}, 0);
}

TEST(ForeignWords, InExportsAreWords) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", hostileSchedule());
    for (const char* name : {"b.lwsched", "b.csv", "b.json", "b.html"}) {
        ASSERT_EQ(cli({"convert", file, folder.path(name)}).code, 0) << name;
        EXPECT_EQ(actingCharacterIn(folder.read(name)), "") << name;
    }
    // And nothing of them is lost in a schedule, which other programs read again.
    expectWords({"simulate", folder.path("b.lwsched")}, 0);
    const nlohmann::json saved = nlohmann::json::parse(folder.read("b.lwsched"));
    EXPECT_EQ(saved["title"], std::string{kForeignWords} + "\nmakespan 1");
}

TEST(ForeignWords, InRefusalsAreShownAsWords) {
    const Folder folder;
    const std::string bad = hostile(R"({"format": "lanewright-schedule", "version": 1, "microbatches": 1,
  "placement": {"ranks": 1}, "order": [["@"]]})");
    expectWords({"simulate", folder.write("a.lwsched", bad)}, 2);
    expectWords({"simulate", folder.write("b.lwsched", std::string{kForeignWords})}, 2);
    expectWords({"simulate", folder.path("\x1b[31mnot there\xE2\x80\xAE.lwsched")}, 2);
    expectWords({std::string{kForeignWords}}, 2);
    const Answer split = cli({"simulate", folder.path("none\nlanewright-cli: all is well")});
    EXPECT_EQ(std::ranges::count(split.errors, '\n'), 1) << split.errors;
}

TEST(ForeignWords, OfModelsAndClustersAreShownAsWords) {
    const Folder folder;
    const std::string model = folder.write("a.lwmodel", hostile(R"({"format": "lanewright-model", "version": 1,
  "title": "@", "microbatches": 4, "layers": [{"name": "@", "forward": 10, "backward_input": 10,
  "backward_weight": 5, "activation": 8, "boundary": 1, "repeat": 6}]})"));
    const std::string cluster = folder.write("a.lwcluster", hostile(R"({"format": "lanewright-cluster", "version": 1,
  "title": "@", "kinds": {"@k": {"tflops": 10, "memory": 80}}, "devices": [{"name": "@a", "kind": "@k"},
  {"name": "@b", "kind": "@k"}], "links": [{"between": ["@a", "@b"], "bandwidth": 10, "latency": 1}]})"));
    expectWords({"plan", model, cluster}, 0);
    expectWords({"plan", model, cluster, "--json"}, 0);
    expectWords({"plan", model, cluster, "--what-if", "lost=" + std::string{kForeignWords}}, 2);
}

TEST(ForeignWords, OfLessonsAreShownAsWords) {
    const Folder folder;
    const std::string lesson = folder.write("a.lwlesson", hostile(R"({"format": "lanewright-lesson", "version": 1,
  "title": "@", "task": "@", "text": ["@"], "hints": ["@"], "problem": {"title": "@", "microbatches": 1,
  "placement": {"ranks": 1}}, "goals": {"complete": true, "valid": true}})"));
    const std::string answer = folder.write("a.lwsched", hostile(R"({"format": "lanewright-schedule", "version": 1,
  "title": "@", "microbatches": 1, "placement": {"ranks": 1}, "order": [["F0.0", "BW0.0"]]})"));
    const Answer judged = cli({"validate", lesson});
    EXPECT_EQ(actingCharacterIn(judged.output + judged.errors), "") << shownText(judged.output + judged.errors);
    const Answer marked = cli({"validate", lesson, "--answer", answer});
    EXPECT_EQ(actingCharacterIn(marked.output + marked.errors), "") << shownText(marked.output + marked.errors);
}

} // namespace
} // namespace lanewright::test
