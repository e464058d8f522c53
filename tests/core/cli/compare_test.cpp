// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

TEST(Compare, FindsNoDifferenceBetweenAPlanAndItself) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "2"});
    const nlohmann::json answer = jsonOf(cli({"compare", file, file, "--json"}));
    EXPECT_EQ(answer["same_order"], true);
    EXPECT_EQ(answer["lost"]["difference"], 0);
    EXPECT_EQ(answer["deviations"].size(), 12u);
    EXPECT_EQ(answer["inversions"].size(), 0u);
    EXPECT_NE(cli({"compare", file, file}).output.find("Every rank runs its ops in the planned order."),
              std::string::npos);
}

TEST(Compare, ListsInversionsAndOpsThatOnlyOneHas) {
    const Folder folder;
    const std::string split = folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "4"});
    const std::string fused = folder.schedule("b.lwsched", {"gpipe", "-p", "2", "-m", "4"});
    const nlohmann::json answer = jsonOf(cli({"compare", split, fused, "--json"}), 1);
    EXPECT_EQ(answer["same_order"], false);
    EXPECT_EQ(answer["only_planned"].size(), 16u);
    EXPECT_EQ(answer["only_actual"].size(), 8u);
    const Answer text = cli({"compare", split, fused});
    EXPECT_EQ(text.code, 1);
    EXPECT_NE(text.output.find("only planned: 16 ops"), std::string::npos) << text.output;

    const std::string other = folder.schedule("c.lwsched", {"1f1b", "-p", "2", "-m", "4"});
    const nlohmann::json order = jsonOf(cli({"compare", fused, other, "--json"}), 1);
    EXPECT_GT(order["inversions"].size(), 0u);
    EXPECT_NE(cli({"compare", fused, other}).output.find("is planned before"), std::string::npos);
}

TEST(Compare, AScheduleThatStallsHasNoTimesAndSaysWhy) {
    const Folder folder;
    const std::string whole = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    std::string text = folder.read("a.lwsched");
    text.replace(text.find("\"F1.0\", "), 8, "");
    const std::string stalled = folder.write("b.lwsched", text);
    const Answer answer = cli({"compare", whole, stalled});
    EXPECT_EQ(answer.code, 1);
    EXPECT_EQ(answer.output.find("makespan"), std::string::npos) << answer.output;
    EXPECT_NE(answer.output.find("B has no times to compare: "), std::string::npos) << answer.output;
    const nlohmann::json json = jsonOf(cli({"compare", whole, stalled, "--json"}), 1);
    EXPECT_EQ(json["actual"]["makespan"], nullptr);
    EXPECT_EQ(json["actual"]["iteration_time"], nullptr);
    EXPECT_EQ(json["planned"]["makespan"], 9);
    EXPECT_EQ(json["deviations"].size(), 0u);
    EXPECT_EQ(json["only_planned"], nlohmann::json::array({"F1.0"})) << "what stalls behind it is in both";
    EXPECT_EQ(json["lost"]["difference"], nullptr);
}

TEST(Compare, SaysWhyADifferenceIsNotSplit) {
    const Folder folder;
    const std::string four = folder.schedule("a.lwsched", {"1f1b", "-p", "4", "-m", "8"});
    const std::string five = folder.schedule("b.lwsched", {"1f1b", "-p", "5", "-m", "8"});
    const std::string nine = folder.schedule("c.lwsched", {"1f1b", "-p", "4", "-m", "9"});
    const Answer stages = cli({"compare", four, five});
    EXPECT_EQ(stages.code, 1) << stages.errors;
    EXPECT_NE(stages.output.find("not told op by op: A has 4 stages and B 5: no op of one is an op of the other.\n"),
              std::string::npos)
        << stages.output;
    EXPECT_EQ(stages.output.find("One by one"), std::string::npos) << stages.output;
    const nlohmann::json lost = jsonOf(cli({"compare", four, nine, "--json"}), 1)["lost"];
    EXPECT_EQ(lost["difference"], 3);
    EXPECT_EQ(lost["jitter"], nullptr);
    EXPECT_EQ(lost["left_out"], "A has 8 microbatches and B 9");
}

TEST(Compare, ARunDoesNotDifferFromItself) {
    const std::string run = inRepository("schedules/gallery/measured-job.lwrun");
    const nlohmann::json lost = jsonOf(cli({"compare", run, run, "--json"}))["lost"];
    for (const auto& [part, time] : lost.items())
        EXPECT_EQ(time, 0) << part;
}

TEST(Compare, ShowsWhatAPostValidatedOptimizerSaves) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h2", "-p", "4", "-m", "8"});
    const nlohmann::json answer = jsonOf(cli({"compare", file, file, "--json"}))["iterations"];
    const nlohmann::json planned = answer["planned"];
    // Synchronous ranks all wait for the longest way through; else each follows itself at once: 8 ops of each kind.
    EXPECT_EQ(planned["postvalidated"], 24);
    EXPECT_GT(planned["sync"], 24);
    EXPECT_EQ(planned["saved"], planned["sync"].get<double>() - 24);
    EXPECT_EQ(answer["actual"], planned);
    EXPECT_EQ(answer["measured_saving"], nullptr) << "nothing was measured";
    EXPECT_NE(cli({"compare", file, file}).output.find("a post-validated optimizer saves"), std::string::npos);
}

TEST(Compare, NamesNoShareOfAnIterationThatTakesNoTime) {
    const Folder folder;
    const std::string empty =
        folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "2", "--tf", "0", "--tb", "0", "--tw", "0"});
    const std::string text =
        cli({"compare", empty, folder.schedule("b.lwsched", {"zb-h1", "-p", "2", "-m", "2"})}).output;
    EXPECT_NE(text.find("saves 0 of each iteration.\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("nan"), std::string::npos) << text;
}

TEST(Compare, ShowsTheWorstTwentyUnlessAllAreAskedFor) {
    const Folder folder;
    const std::string fast = folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "8"});
    const std::string slow = folder.schedule("b.lwsched", {"zb-h1", "-p", "2", "-m", "8", "--tw", "3"});
    EXPECT_NE(cli({"compare", fast, slow}).output.find("(20 of 48)"), std::string::npos);
    EXPECT_NE(cli({"compare", fast, slow, "--all"}).output.find("(48 of 48)"), std::string::npos);
}

} // namespace
} // namespace lanewright::test
