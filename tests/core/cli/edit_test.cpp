// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include "core/edit/edits.h"
#include "core/io/schedule_json.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/open/open_file.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace lanewright::test {
namespace {

/// The file's plan, and the schedule that the command line makes of it.
struct Edits {
    Folder folder;
    std::string file;
    Plan plan;

    explicit Edits(const Words& generate) : file(folder.schedule("a.lwsched", generate)), plan(*openPlan(file)) {}

    Answer ask(const Words& words) const {
        Words all = {"edit", file};
        all.insert(all.end(), words.begin(), words.end());
        return cli(all);
    }
    Slot at(const char* op) const { return *slotOf(plan.schedule, *opFromText(op)); }
    std::string with(const Result<Schedule>& schedule) const {
        Plan next = plan;
        next.schedule = *schedule;
        return planToJson(next);
    }
};

TEST(Edit, IsThatOfTheEditor) {
    const Edits split({"zb-h1", "-p", "4", "-m", "8"});
    const Schedule& zb = split.plan.schedule;
    const Edits fused({"1f1b", "-p", "2", "-m", "4"});
    const Schedule& fb = fused.plan.schedule;
    const int length = static_cast<int>(zb.order[2].size());
    Plan cut = fused.plan;
    cut.costs.weightParts = 2;
    cut.schedule = *splitBackward(fb, fused.at("BW1.2"), 2);
    Plan all = fused.plan;
    all.schedule = splitAll(fb, opsOfAll(fb.order))->first;
    const std::vector<std::tuple<const Edits*, Words, std::string>> cases = {
        {&split,
         {"--move", "B2.5", "--before", "F2.7"},
         split.with(moveBlock(zb, split.at("B2.5"), split.at("F2.7").position))},
        {&split, {"--move", "F2.0", "--after", "W2.7"}, split.with(moveBlock(zb, split.at("F2.0"), length))},
        {&split, {"--move", "B2.5", "--by", "1"}, split.with(nudgeBlock(zb, split.at("B2.5"), 1))},
        {&split, {"--move", "B2.5", "--by", "-1"}, split.with(nudgeBlock(zb, split.at("B2.5"), -1))},
        {&split, {"--move", "B2.5", "--to-rank", "0"}, planToJson(*moveStage(split.plan, {0, 2}, 0))},
        {&split, {"--stage", "2", "--to-rank", "3"}, planToJson(*moveStage(split.plan, {0, 2}, 3))},
        {&split, {"--fuse", "B1.2"}, split.with(fuseBackward(zb, split.at("B1.2")))},
        {&split, {"--fuse", "all"}, planToJson(fuseBackwards(split.plan))},
        {&split, {"--gap", "F0.1", "--time", "1.5"}, split.with(setGap(zb, split.at("F0.1"), kTimeUnit * 3 / 2))},
        {&split, {"--remove", "W3.0"}, split.with(removeOp(zb, *opFromText("W3.0")))},
        {&fused, {"--split", "BW1.2", "--w-parts", "2"}, planToJson(cut)},
        {&fused, {"--split", "all"}, planToJson(all)},
        {&fused,
         {"--pair", "F0.2", "--with", "BW0.0"},
         fused.with(pairBlocks(fb, fused.at("F0.2"), fused.at("BW0.0")))},
    };
    for (const auto& [edits, words, expected] : cases) {
        const Answer answer = edits->ask(words);
        EXPECT_EQ(answer.code, 0) << words[0] << answer.errors;
        EXPECT_EQ(answer.output, expected) << words[0] << " " << words[1];
        EXPECT_NE(answer.output, planToJson(edits->plan)) << words[0];
    }
}

TEST(Edit, GivesBackWhatItTook) {
    const Edits edits({"1f1b", "-p", "2", "-m", "4"});
    const std::string file = edits.folder.path("b.lwsched");
    const auto there = [&](const Words& words) {
        Words all = words;
        all.insert(all.end(), {"-o", file, "--json"});
        return jsonOf(edits.ask(all));
    };
    const nlohmann::json removed = there({"--remove", "F1.2"});
    EXPECT_EQ(removed["output"], file);
    EXPECT_EQ(removed["edit"], "--remove");
    EXPECT_EQ(removed["valid"], false);
    EXPECT_EQ(cli({"edit", file, "--insert", "F1.2", "--before", "BW1.2"}).output, planToJson(edits.plan));
    EXPECT_EQ(cli({"edit", file, "--insert", "F1.2"}).output, planToJson(edits.plan)) << "where it does best";
    there({"--pair", "F0.2", "--with", "BW0.0"});
    EXPECT_EQ(cli({"edit", file, "--unpair", "BW0.0"}).output,
              edits.with(unpair(openPlan(file)->schedule, {.rank = 0, .position = 2})));
    EXPECT_EQ(there({"--gap", "F0.1", "--time", "2"})["valid"], true);
    EXPECT_EQ(cli({"edit", file, "--gap", "F0.1", "--time", "0"}).output, planToJson(edits.plan));
}

TEST(Edit, CutsAlsoTheWThatAreThereIntoParts) {
    const Edits half({"1f1b", "-p", "2", "-m", "4"});
    const std::string file = half.folder.path("b.lwsched");
    EXPECT_EQ(half.ask({"--split", "BW1.2", "-o", file}).code, 0);
    const Answer both = cli({"edit", file, "--split", "BW0.1", "--w-parts", "2"});
    EXPECT_EQ(cli({"validate", half.folder.write("c.lwsched", both.output)}).code, 0);
    EXPECT_NE(both.output.find("W1.2/1"), std::string::npos);
    const Edits halves({"zb-h1", "-p", "2", "-m", "4"});
    const Answer parts = halves.ask({"--split", "all", "--w-parts", "3"});
    EXPECT_EQ(parts.code, 0) << "there is no BW, and there are W to be cut";
    EXPECT_EQ(cli({"validate", half.folder.write("d.lwsched", parts.output)}).code, 0);
}

TEST(Edit, RepeatsAndSqueezesABuildingBlock) {
    const Folder folder;
    const std::string board = folder.path("a.lwsched");
    ASSERT_EQ(cli({"generate", "empty", "-p", "2", "-m", "6", "-o", board}).code, 0);
    const Answer drawn = cli({"edit", board, "--insert", "F0.0,F1.0,B1.0,W1.0,B0.0,W0.0"});
    const std::string first = folder.write("b.lwsched", drawn.output);
    EXPECT_EQ(cli({"edit", first, "--repeat-every", "4"}).errors,
              "lanewright-cli: " + first + ": the blocks run into each other below an interval of 5 units\n");
    const std::string all = folder.write("c.lwsched", cli({"edit", first, "--repeat-every", "least"}).output);
    const nlohmann::json block = jsonOf(cli({"block", all, "--json"}));
    EXPECT_EQ(block["interval"], 5);
    EXPECT_EQ(block["least_interval"], 5);
    EXPECT_EQ(block["keeps"], true);
    EXPECT_EQ(block["ops"][3]["op"], "F1.0");
    EXPECT_EQ(block["ops"][3]["start"], 1);
    const std::string tight = folder.write("d.lwsched", cli({"edit", all, "--squeeze"}).output);
    EXPECT_EQ(cli({"validate", tight}).code, 0);
    EXPECT_LE(jsonOf(cli({"simulate", tight, "--json"}))["makespan"],
              jsonOf(cli({"simulate", all, "--json"}))["makespan"]);
    EXPECT_EQ(cli({"block", board}).code, 1);
}

TEST(Edit, RefusesAllElseInASentence) {
    const Edits edits({"zb-h1", "-p", "2", "-m", "4"});
    const std::vector<std::tuple<int, Words, std::string>> refusals = {
        {2, {}, "there is no edit; say one of --move, --insert, --stage"},
        {2, {"--move", "F0.1", "--remove", "F0.1"}, "--remove does not go with --move"},
        {2, {"--move", "F0.1"}, "--move goes with --before / --after / --by / --to-rank"},
        {2, {"--move", "F0.1", "--before", "F0.2", "--by", "2"}, "does not go with"},
        {2, {"--remove", "F0.1", "--time", "2"}, "--time does not go with --remove"},
        {2, {"--gap", "F0.1"}, "--gap goes with --time"},
        {2, {"--by", "1"}, "there is no edit"},
        {1, {"--move", "F0.9", "--by", "1"}, "F0.9 is not in the order"},
        {1, {"--move", "x", "--by", "1"}, "x"},
        {1,
         {"--move", "F0.1", "--by", "100"},
         "F0.1 has 1 before it and 10 behind it in its row, so that it can't move by 100"},
        {1, {"--move", "F0.1", "--before", "F1.1"}, "F1.1 is on rank 1, not on rank 0"},
        {1, {"--insert", "F0.1"}, "F0.1 is in the order already"},
        {1, {"--insert", "F7.1"}, "F7.1 is not an op of this schedule"},
        {1, {"--insert", "W0.1/1"}, "W0.1/1 is not an op of this schedule"},
        {1, {"--split", "B0.1"}, "B0.1 holds no BW that could be split"},
        {1, {"--split", "all"}, "there is no BW among the blocks"},
        {1, {"--unpair", "F0.1"}, "F0.1"},
        {1, {"--gap", "F0.1", "--time", "-1"}, "a gap must not be negative"},
        {1, {"--gap", "F0.1", "--time", "soon"}, "--time"},
        {1, {"--stage", "9", "--to-rank", "0"}, "9"},
        {1, {"--stage", "1", "--to-rank", "9"}, "9"},
    };
    for (const auto& [code, words, sentence] : refusals) {
        const Answer answer = edits.ask(words);
        EXPECT_EQ(answer.code, code) << sentence << answer.errors;
        EXPECT_NE(answer.errors.find(sentence), std::string::npos) << answer.errors << " lacks " << sentence;
        EXPECT_EQ(answer.output, "");
    }
}

} // namespace
} // namespace lanewright::test
