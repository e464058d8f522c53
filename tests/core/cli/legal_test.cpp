// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

/// The verdict of a framework.
nlohmann::json verdictOf(const nlohmann::json& answer, const std::string& framework) {
    for (const nlohmann::json& each : answer["frameworks"])
        if (each["framework"] == framework)
            return each;
    ADD_FAILURE() << "no verdict of " << framework << " in " << answer;
    return {};
}

std::string rulesIn(const nlohmann::json& verdict) {
    std::string keys;
    for (const nlohmann::json& each : verdict["broken"])
        keys += (keys.empty() ? "" : " ") + each["rule"].get<std::string>();
    return keys;
}

} // namespace

TEST(Legal, NamesTheRuleTheNearestValuesAndWhatTheyCost) {
    const Words asked = {"legal", "interleaved-1f1b", "-p", "6", "-v", "2", "-m", "3"};
    Words one = asked;
    one.insert(one.end(), {"--for", "megatron", "--json"});
    const nlohmann::json answer = jsonOf(cli(one), 1);
    EXPECT_EQ(answer["legal"], false);
    const nlohmann::json megatron = verdictOf(answer, "megatron");
    EXPECT_EQ(megatron["runs"], false);
    EXPECT_EQ(rulesIn(megatron), "group-range");
    ASSERT_EQ(megatron["nearest"].size(), 2u) << megatron;
    EXPECT_EQ(megatron["nearest"][0]["changes"][0], (nlohmann::json{{"number", "m"}, {"pass", 0}, {"value", 6}}));
    // m·S + (p − 1)·S/v = 18 + 7.5, of a microbatch a sixth.
    EXPECT_EQ(megatron["nearest"][0]["cost"]["iteration_time"], 25.5);
    EXPECT_EQ(megatron["nearest"][0]["cost"]["per_microbatch"], 4.25);
    EXPECT_EQ(megatron["nearest"][0]["cost"]["peak_memory"], 6);
    EXPECT_EQ(megatron["nearest"][1]["cost"]["iteration_time"], 24);

    const Answer all = cli(asked);
    EXPECT_EQ(all.code, 0) << "PyTorch runs it" << all.errors;
    EXPECT_NE(all.output.find("the group of 6 that passes a chunk is larger than the 3 microbatches (group-range)"),
              std::string::npos)
        << all.output;
    EXPECT_NE(all.output.find("Megatron-Core 0.19 makes it by itself\nwith  iteration"), std::string::npos)
        << all.output;
}

TEST(Legal, SeveralPassesKeepTheGroupOfTheFirst) {
    const Answer answer = cli({"legal", "interleaved-1f1b", "-p", "4", "-v", "2", "-m", "64,8", "--group", "16",
                               "--for", "megatron", "--json"});
    const nlohmann::json object = jsonOf(answer, 1);
    EXPECT_EQ(object["microbatches"], (nlohmann::json{64, 8}));
    EXPECT_EQ(verdictOf(object, "megatron")["broken"][0]["microbatches"], 8);
    EXPECT_EQ(cli({"legal", "interleaved-1f1b", "-p", "4", "-v", "2", "-m", "64,8", "--for", "megatron"}).code, 0);
}

TEST(Legal, OfAllOneWillDoOfThoseThatAreNamedEachMust) {
    EXPECT_EQ(cli({"legal", "gpipe", "-p", "8", "-m", "2"}).code, 0);
    EXPECT_EQ(cli({"legal", "gpipe", "-p", "8", "-m", "2", "--for", "all"}).code, 0);
    EXPECT_EQ(cli({"legal", "gpipe", "-p", "8", "-m", "2", "--for", "pytorch,megatron"}).code, 1);
    // Before 2.11 its class wants 8 microbatches, but a CSV does not.
    const nlohmann::json old = jsonOf(cli({"legal", "gpipe", "-p", "8", "-m", "2", "--for", "pytorch@2.9", "--json"}));
    EXPECT_EQ(verdictOf(old, "pytorch")["makes"], false);
    EXPECT_EQ(verdictOf(old, "pytorch")["loads"], true);
    EXPECT_EQ(verdictOf(old, "pytorch")["runs_by"], "csv");
    const Answer text = cli({"legal", "gpipe", "-p", "8", "-m", "2", "--for", "pytorch@2.9,pytorch@2.11"});
    EXPECT_NE(text.output.find("PyTorch 2.9   only from a CSV"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("PyTorch 2.11  runs by itself as ScheduleGPipe"), std::string::npos) << text.output;
    EXPECT_EQ(cli({"legal", "chimera", "-p", "4", "-m", "4"}).code, 1) << "no framework here has two directions";
}

TEST(Legal, LayersALayoutAndABatchAreAskedAboutToo) {
    const Words asked = {"legal", "interleaved-1f1b", "-p", "4", "-m", "8", "--layers", "30", "--for", "megatron"};
    EXPECT_EQ(cli(asked).code, 1);
    Words cut = asked;
    cut.insert(cut.end(), {"--layout", "Et*3|(t*4|)*6,t*3L"});
    EXPECT_EQ(cli(cut).code, 0) << cli(cut).output;
    Words wrong = asked;
    wrong.insert(wrong.end(), {"--layout", "Et?"});
    EXPECT_EQ(cli(wrong).code, 2);
    const Words batch = {"legal", "1f1b", "-m", "8", "--batch", "60", "--micro-batch", "2", "--for", "deepspeed"};
    EXPECT_EQ(cli(batch).code, 1);
    for (const char* name : {"deepspeed", "megatron", "mindspeed", "primus"})
        EXPECT_EQ(cli({"legal", "1f1b", "-p", "2", "-m", "3", "--batch", "8", "--for", name}).code, 1) << name;
    EXPECT_EQ(cli({"legal", "1f1b", "-m", "8", "--batch", "64", "--micro-batch", "2", "--copies", "4"}).code, 0);
}

TEST(Legal, AFilesOwnLayoutIsHeldAgainstTheRules) {
    const Folder folder;
    const std::string plan = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "3"});
    const auto ruleOf = [&](const std::string& model, int code) {
        std::string text = folder.read("a.lwsched");
        text.replace(text.find("\"placement\""), 0, "\"model\": " + model + ", ");
        const std::string file = folder.write("b.lwsched", text);
        const nlohmann::json broken =
            jsonOf(cli({"validate", file, "--json", "--for", "megatron"}), code)["frameworks"][0]["broken"];
        return broken.empty() ? std::string{} : broken[0]["rule"].get<std::string>();
    };
    EXPECT_EQ(ruleOf(R"({"layers": 2, "layout": "Et|tL"})", 0), "");
    EXPECT_EQ(ruleOf(R"({"layers": 2, "layout": "t|t"})", 1), "layout-ends");
    EXPECT_EQ(ruleOf(R"({"layers": 3, "layout": "Emtt|tL"})", 1), "layout-m");
}

TEST(Legal, FarNumbersAreAnsweredSoon) {
    EXPECT_EQ(cli({"legal", "interleaved-1f1b", "-p", "64", "-v", "64", "-m", "1048576,7"}).code, 0) << "PyTorch";
    const nlohmann::json group = jsonOf(
        cli({"legal", "interleaved-1f1b", "-p", "4", "-m", "8", "--group", "1000000", "--for", "megatron", "--json"}),
        1);
    EXPECT_NE(group.dump().find(R"("number":"group","pass":0,"value":8)"), std::string::npos) << group;
}

TEST(Legal, RefusesWhatIsNoQuestion) {
    EXPECT_EQ(cli({"legal", "nothing"}).code, 2);
    const Answer unknown = cli({"legal", "1f1b", "--for", "jax"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_NE(unknown.errors.find("no framework jax is known here"), std::string::npos) << unknown.errors;
    EXPECT_EQ(cli({"legal", "1f1b", "--for", "all,megatron"}).code, 2);
    EXPECT_EQ(cli({"legal", "1f1b", "-m", "0"}).code, 2);
    EXPECT_EQ(cli({"legal", "1f1b", "--group", "4"}).code, 2) << "1F1B has no groups";
    EXPECT_EQ(cli({"legal", "1f1b", "-v", "2", "--for", "pytorch"}).code, 1) << "it has one chunk per rank";
}

TEST(Legal, ValidateSaysItOfAFile) {
    const Folder folder;
    const std::string interleaved = folder.schedule("a.lwsched", {"interleaved-1f1b", "-p", "6", "-v", "2", "-m", "3"});
    const nlohmann::json answer = jsonOf(cli({"validate", interleaved, "--for", "megatron,pytorch", "--json"}), 1);
    EXPECT_EQ(answer["valid"], true);
    EXPECT_EQ(rulesIn(verdictOf(answer, "megatron")), "group-range");
    EXPECT_EQ(verdictOf(answer, "pytorch")["own"], "ScheduleInterleaved1F1B");
    EXPECT_FALSE(jsonOf(cli({"validate", interleaved, "--json"})).contains("frameworks"));
    EXPECT_EQ(cli({"validate", interleaved, "--for", "all"}).code, 0);
    const std::string own = folder.schedule("b.lwsched", {"zb-h2", "-p", "4", "-m", "8"});
    const Answer text = cli({"validate", own, "--for", "megatron"});
    EXPECT_EQ(text.code, 1);
    EXPECT_NE(text.output.find("The schedule is valid, but Megatron-Core does not run it.\n"), std::string::npos);
    EXPECT_EQ(text.output.find("It runs on"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("does not run"), std::string::npos) << text.output;
    const std::string csv = folder.write("c.csv", "0F0,0B0\n1F0,1B0\n");
    EXPECT_EQ(cli({"validate", csv, "--for", "deepspeed,torchtitan"}).code, 0);
    EXPECT_EQ(cli({"validate", csv, "--for", "nothing"}).code, 2);
}

} // namespace lanewright::test
