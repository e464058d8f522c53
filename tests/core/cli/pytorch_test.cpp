// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

const std::string kSplit = "0F0,0F1,,0I0,0W0,0F2,0I1,0W1,,0I2,0W2\r\n,1F0,1I0,1W0,1F1,1I1,1W1,1F2,1I2,1W2\r\n";
const std::string kComms = "0F0,0SEND_F0,0RECV_B0,0B0,0REDUCE_GRAD\n1RECV_F0,1F0,1B0,1SEND_B0,1REDUCE_GRAD\n";

TEST(PytorchFiles, EveryCommandTakesACsvWhereItTakesASchedule) {
    const Folder folder;
    const std::string csv = folder.write("a.csv", kSplit);
    const std::string plan = folder.path("a.lwsched");
    ASSERT_EQ(cli({"convert", csv, plan}).code, 0);
    EXPECT_EQ(jsonOf(cli({"simulate", csv, "--json"})), jsonOf(cli({"simulate", plan, "--json"})));
    // T = 11 and peaks of 2 and 1 activations, counted by hand in the grid above.
    EXPECT_EQ(jsonOf(cli({"simulate", csv, "--json"}))["makespan"], 11);
    EXPECT_EQ(jsonOf(cli({"simulate", csv, "--json"}))["peak_memory"], (nlohmann::json{2, 1}));
    EXPECT_EQ(cli({"compare", csv, plan}).code, 0);
    EXPECT_EQ(cli({"generate", "zb-h1", csv, "-o", folder.path("b.lwsched")}).code, 0);
    EXPECT_EQ(jsonOf(cli({"simulate", folder.path("b.lwsched"), "--json"}))["makespan"], 10);
    const Answer drawn = cli({"render", csv, folder.path("a.svg")}, {"LANEWRIGHT_APP=/bin/true"});
    EXPECT_EQ(drawn.code, 0) << drawn.errors;
}

TEST(PytorchFiles, AnOldDialectAndCommunicationAreReadByEveryCommandToo) {
    const Folder folder;
    const std::string old = folder.write("old.csv", "0F0,0B0,0W0,0F1,0BW1\n");
    EXPECT_EQ(jsonOf(cli({"simulate", old, "--json"}))["makespan"], 6);
    const nlohmann::json answer = jsonOf(cli({"validate", old, "--json"}));
    EXPECT_EQ(answer["old_dialect"], true);
    EXPECT_EQ(answer["findings"][0]["code"], "dialect");
    const std::string comms = folder.write("comms.csv", kComms);
    EXPECT_EQ(jsonOf(cli({"validate", comms, "--json"}))["flavour"], "compute_comms");
    EXPECT_EQ(jsonOf(cli({"simulate", comms, "--json"}))["makespan"], 6);
}

TEST(PytorchFiles, ValidateNamesTheCellOfEachFinding) {
    const Folder folder;
    const std::string csv = folder.write("a.csv", "0F0,0F0,0B0\n1F0,1B0\n");
    const nlohmann::json answer = jsonOf(cli({"validate", csv, "--json"}), 1);
    EXPECT_EQ(answer["valid"], false);
    EXPECT_EQ(answer["flavour"], "compute_only");
    ASSERT_EQ(answer["findings"].size(), 1u) << answer;
    const nlohmann::json finding = answer["findings"][0];
    EXPECT_EQ(finding["code"], "duplicate");
    EXPECT_EQ(finding["rank"], 0);
    EXPECT_EQ(finding["op"], "F0.0");
    EXPECT_EQ(finding["row"], 1);
    EXPECT_EQ(finding["column"], 2);
    const Answer text = cli({"validate", csv});
    EXPECT_EQ(text.code, 1);
    EXPECT_NE(text.output.find("row 1, column 2"), std::string::npos) << text.output;
}

TEST(PytorchFiles, ValidateFindsWhatOnlyPytorchWouldRunWrongly) {
    const Folder folder;
    const std::string csv = folder.write("a.csv", "0F0,0F1,0B0,0B1\n1F1,1F0,1B0,1B1\n");
    EXPECT_EQ(jsonOf(cli({"simulate", csv, "--json"}))["valid"], true);
    const nlohmann::json answer = jsonOf(cli({"validate", csv, "--json"}), 1);
    EXPECT_EQ(answer["findings"][0]["code"], "losses");
    EXPECT_EQ(cli({"validate", folder.write("b.csv", kSplit)}).code, 0);
}

TEST(PytorchFiles, ABrokenCellIsOneSentenceInEveryCommand) {
    const Folder folder;
    const std::string csv = folder.write("a.csv", "0F0,0B0\n1F0,,1X0\n");
    const std::string sentence = "lanewright-cli: " + csv +
                                 ": row 2, column 3: \"1X0\" is no action; one is written like 0F3, 1I3, 1W3, 1B3, "
                                 "0SEND_F3, 1REDUCE_GRAD or (0F7;3B1)OVERLAP_F_B\n";
    for (const Words& words : std::vector<Words>{{"validate", csv},
                                                 {"simulate", csv, "--json"},
                                                 {"compare", csv, csv},
                                                 {"run", csv},
                                                 {"render", csv, folder.path("a.svg")},
                                                 {"generate", "1f1b", csv},
                                                 {"convert", csv, folder.path("a.lwsched")}}) {
        const Answer answer = cli(words);
        EXPECT_EQ(answer.code, 2) << words[0];
        EXPECT_EQ(answer.output, "") << words[0];
        EXPECT_EQ(answer.errors, sentence) << words[0];
    }
}

} // namespace
} // namespace lanewright::test
