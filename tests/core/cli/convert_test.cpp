// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include "core/io/files.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

TEST(Convert, GoesToPytorchAndBack) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "3"});
    const std::string csv = folder.path("a.csv");
    const std::string back = folder.path("b.lwsched");
    ASSERT_EQ(cli({"convert", file, csv}).code, 0);
    EXPECT_TRUE(folder.read("a.csv").starts_with("0F0,0F1,"));
    const nlohmann::json said = jsonOf(cli({"convert", csv, back, "--json"}));
    EXPECT_EQ(said["from"], "pytorch-csv");
    EXPECT_EQ(said["to"], "lwsched");
    const Result<Plan> first = openPlan(file);
    const Result<Plan> second = openPlan(back);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->schedule, second->schedule);
}

TEST(Convert, WritesATraceThatIsJson) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    const Answer answer = cli({"convert", file, "-", "--to", "chrome-trace"});
    EXPECT_EQ(answer.code, 0) << answer.errors;
    EXPECT_FALSE(nlohmann::json::parse(answer.output, nullptr, false).is_discarded());
    EXPECT_NE(answer.output.find("BW1.1"), std::string::npos);
}

TEST(Convert, SaysWhatAFormatCantSay) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    const Answer answer = cli({"convert", file, folder.path("a.lwrun")});
    EXPECT_EQ(answer.code, 1);
    EXPECT_EQ(answer.errors, "lanewright-cli: " + file + ": a schedule is no run; lanewright-cli run makes one\n");
}

TEST(Convert, RefusesABrokenCsvWithItsPlace) {
    const Folder folder;
    const std::string csv = folder.write("a.csv", "0F0,0B0\n1F0,1Q0\n");
    const Answer answer = cli({"convert", csv, folder.path("a.lwsched")});
    EXPECT_EQ(answer.code, 2);
    EXPECT_TRUE(answer.errors.starts_with("lanewright-cli: " + csv + ": row 2")) << answer.errors;
}

} // namespace
} // namespace lanewright::test
