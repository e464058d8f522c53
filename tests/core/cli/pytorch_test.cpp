// SPDX-License-Identifier: Apache-2.0
#include "core/base/joined_by.h"
#include "core/frameworks/frameworks.h"
#include "core/io/files.h"
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
    const Answer drawn = cli({"render", csv, folder.path("a.svg")});
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

/// Both ranks send before they receive: rank 0 its second forward, rank 1 its first backward.
const std::string kBothSend = "0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1,0REDUCE_GRAD\n"
                              "1RECV_F0,1F0,1B0,1SEND_B0,1RECV_F1,1F1,1B1,1SEND_B1,1REDUCE_GRAD\n";

/// `gloo` of those that run it; of those on which it hangs `!nccl-nodes`.
std::string transportsIn(const nlohmann::json& answer) {
    std::string words;
    for (const nlohmann::json& each : answer["transports"]) {
        EXPECT_EQ(each["hang"].is_null(), each["runs"].get<bool>());
        words +=
            (words.empty() ? "" : " ") + std::string{each["runs"] ? "" : "!"} + each["transport"].get<std::string>();
    }
    return words;
}

TEST(PytorchFiles, WhatHangsBetweenNodesIsNoYes) {
    const Folder folder;
    const std::string csv = folder.write("a.csv", kBothSend);
    const Answer answer = cli({"validate", csv});
    EXPECT_EQ(answer.code, 1);
    EXPECT_TRUE(answer.output.ends_with(
        "The schedule is valid, but it does not run on all that was asked for.\n"
        "It hangs where a send waits for its receive (large messages, two nodes): on nccl-nodes.\n"
        "It runs on gloo, nccl-node.\n"))
        << answer.output;
    EXPECT_EQ(transportsIn(jsonOf(cli({"validate", csv, "--json"}), 1)), "gloo nccl-node !nccl-nodes");
    const Answer node = cli({"validate", csv, "--transport", "gloo,nccl-node"});
    EXPECT_EQ(node.code, 0);
    EXPECT_TRUE(node.output.ends_with("The schedule is valid, and PyTorch runs it.\nIt runs on gloo, nccl-node.\n"))
        << node.output;
    EXPECT_EQ(cli({"validate", csv, "--transport", "nccl-node", "--message", "64MiB"}).code, 1);
    EXPECT_EQ(transportsIn(jsonOf(cli({"validate", csv, "--json", "--transport", "all", "--message", "1 MiB"}), 1)),
              "gloo nccl-node !nccl-nodes !nccl-pairs !mpi-eager !mpi-rendezvous");
}

TEST(PytorchFiles, APlanIsHeldAgainstTransportsAsItWillBeLowered) {
    const Folder folder;
    const std::string plan = folder.path("a.lwsched");
    ASSERT_EQ(cli({"generate", "interleaved-1f1b", "-p", "2", "-v", "2", "-m", "4", "-o", plan}).code, 0);
    EXPECT_EQ(transportsIn(jsonOf(cli({"validate", plan, "--json", "--pytorch"}))), "gloo nccl-node nccl-nodes");
    EXPECT_EQ(transportsIn(jsonOf(cli({"validate", plan, "--json", "--transport", "all"}))),
              "gloo nccl-node nccl-nodes nccl-pairs mpi-eager mpi-rendezvous");
    EXPECT_FALSE(jsonOf(cli({"validate", plan, "--json"})).contains("transports"));
    // PyTorch has no second direction; our engine runs it.
    const std::string both = folder.path("both.lwsched");
    ASSERT_EQ(cli({"generate", "dualpipe", "-p", "2", "-m", "4", "-o", both}).code, 0);
    EXPECT_EQ(transportsIn(jsonOf(cli({"validate", both, "--json", "--transport", "nccl-nodes"}))), "nccl-nodes");
}

TEST(PytorchFiles, AFrameworkIsAskedAboutAllThatItSendsBy) {
    const Folder folder;
    const std::string plan = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "4"});
    for (const FrameworkFacts& facts : frameworks()) {
        const nlohmann::json answer =
            jsonOf(cli({"validate", plan, "--json", "--for", std::string{toText(facts.framework)}}));
        EXPECT_EQ(answer["frameworks"][0]["hangs_on"], nlohmann::json::array());
        if (facts.transports.empty())
            EXPECT_FALSE(answer.contains("transports")) << facts.name;
        else
            EXPECT_EQ(transportsIn(answer), joinedBy(" ", facts.transports));
    }
    EXPECT_EQ(transportsIn(jsonOf(cli({"validate", plan, "--json", "--for", "megatron"}))), "nccl-node nccl-nodes");
    EXPECT_EQ(transportsIn(jsonOf(cli({"validate", plan, "--json", "--for", "deepspeed,pytorch"}))),
              "gloo nccl-node nccl-nodes");
    EXPECT_EQ(transportsIn(jsonOf(cli({"validate", plan, "--json", "--for", "pytorch", "--transport", "mpi-eager"}))),
              "mpi-eager");
    const Answer text = cli({"validate", plan, "--for", "pytorch,megatron"});
    EXPECT_NE(text.output.find("The schedule is valid, and PyTorch, Megatron-Core run it.\n"
                               "It runs on gloo, nccl-node, nccl-nodes.\n"),
              std::string::npos)
        << text.output;
    EXPECT_EQ(cli({"validate", plan, "--pytorch"}).output, cli({"validate", plan, "--for", "pytorch"}).output);
}

TEST(PytorchFiles, WhatIsLegalAndHangsIsNoYesOfItsFramework) {
    const Folder folder;
    const std::string csv = folder.write("a.csv", kBothSend);
    const nlohmann::json hangs = jsonOf(cli({"validate", csv, "--json", "--for", "pytorch"}), 1);
    const nlohmann::json& pytorch = hangs["frameworks"][0];
    EXPECT_EQ(pytorch["hangs_on"], nlohmann::json::array({"nccl-nodes"}));
    EXPECT_EQ(pytorch["runs"], false);
    EXPECT_EQ(pytorch["loads"], true) << "no rule is broken";
    const Answer text = cli({"validate", csv, "--pytorch"});
    EXPECT_EQ(text.code, 1);
    EXPECT_NE(text.output.find("The schedule is valid, but it does not run on all that was asked for.\n"),
              std::string::npos);
    EXPECT_NE(text.output.find("PyTorch 2.15  hangs on nccl-nodes"), std::string::npos) << text.output;
    EXPECT_EQ(text.output.find("runs it."), std::string::npos) << text.output;
    EXPECT_EQ(cli({"validate", csv, "--for", "pytorch", "--transport", "gloo,nccl-node"}).code, 0);
    EXPECT_EQ(cli({"validate", csv, "--for", "all"}).code, 1);
    const Answer rows = cli({"validate", csv, "--for", "pytorch", "--csv"});
    EXPECT_NE(rows.output.find("framework,error,"), std::string::npos) << rows.output;
    EXPECT_NE(rows.output.find("PyTorch 2.15 hangs on nccl-nodes"), std::string::npos) << rows.output;
    EXPECT_NE(rows.output.find("transport,error,"), std::string::npos) << rows.output;
    EXPECT_NE(rows.output.find("nccl-nodes: it does not run"), std::string::npos) << rows.output;
}

TEST(PytorchFiles, HowACsvSendsIsForThoseThatLoadIt) {
    const Folder folder;
    // 1F1B, of which rank 1 sends a gradient where rank 0 sends an activation first.
    const std::string csv = folder.write(
        "a.csv", "0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0F2,0SEND_F2,0RECV_B1,0B1,0RECV_B2,0B2,0REDUCE_GRAD\n"
                 "1RECV_F0,1F0,1B0,1SEND_B0,1RECV_F1,1F1,1B1,1SEND_B1,1RECV_F2,1F2,1B2,1SEND_B2,1REDUCE_GRAD\n");
    EXPECT_EQ(jsonOf(cli({"validate", csv, "--json", "--for", "pytorch"}), 1)["frameworks"][0]["runs"], false);
    const nlohmann::json own = jsonOf(cli({"validate", csv, "--json", "--for", "megatron"}));
    EXPECT_EQ(own["frameworks"][0]["runs_by"], "itself");
    EXPECT_EQ(cli({"validate", csv, "--for", "megatron", "--transport", "nccl-nodes"}).code, 1) << "asked of the file";
    const nlohmann::json all = jsonOf(cli({"validate", csv, "--json", "--for", "all"}), 1);
    EXPECT_EQ(all["frameworks"][3]["framework"], "deepspeed");
    EXPECT_EQ(all["frameworks"][3]["runs_by"], "itself");
}

TEST(PytorchFiles, WhatAFrameworkMakesByItselfHangsOnNoneOfItsTransports) {
    const Folder folder;
    for (const OwnOrder& own : ownOrders()) {
        const std::string plan = folder.schedule("a.lwsched", {std::string{own.generator}, "-p", "4", "-m", "8"});
        const std::string name{toText(own.framework)};
        const nlohmann::json answer = jsonOf(cli({"validate", plan, "--json", "--for", name, "--message", "1GiB"}));
        EXPECT_EQ(answer["frameworks"][0]["runs"], true) << name << " " << own.generator;
    }
}

TEST(PytorchFiles, UnlikeMessagesBetweenTwoRanksAreWarnedOfWithoutTags) {
    const Folder folder;
    const std::string plan = folder.path("a.lwsched");
    ASSERT_EQ(cli({"generate", "interleaved-1f1b", "-p", "2", "-v", "2", "-m", "4", "-o", plan}).code, 0);
    nlohmann::json file = nlohmann::json::parse(*readFile(plan));
    file["microbatch"] = nlohmann::json::parse(R"({"size": [1, 1, 2, 1]})");
    const std::string unlike = folder.write("b.lwsched", file.dump());
    const auto codes = [&](const Words& more, int code) {
        Words words = {"validate", unlike, "--json"};
        words.insert(words.end(), more.begin(), more.end());
        std::string text;
        const nlohmann::json answer = jsonOf(cli(words), code);
        for (const nlohmann::json& finding : answer["findings"])
            text += finding["severity"].get<std::string>() + " " + finding["code"].get<std::string>() + "; ";
        return text;
    };
    EXPECT_EQ(codes({"--transport", "nccl-nodes"}, 0), "warning untagged; ");
    file.erase("microbatch");
    file["costs"]["boundary"] = nlohmann::json::parse(R"({"size": [1, 2, 3], "bandwidth": 1})");
    ASSERT_EQ(folder.write("b.lwsched", file.dump()), unlike);
    EXPECT_EQ(codes({"--transport", "nccl-nodes"}, 0), "warning untagged; ") << "boundaries differ, too";
    file["costs"]["boundary"]["size"] = {2, 2, 2};
    ASSERT_EQ(folder.write("b.lwsched", file.dump()), unlike);
    EXPECT_EQ(codes({"--transport", "nccl-nodes"}, 0), "") << "those between two ranks are alike";
    EXPECT_EQ(codes({"--transport", "mpi-eager"}, 0), "");
    // The last rank takes the microbatches in another order than they are sent.
    const std::string crossed =
        folder.write("c.lwsched", R"({"format": "lanewright-schedule", "version": 1, "time_unit": "unit",
        "microbatches": 2, "placement": {"ranks": 2}, "microbatch": {"size": [1, 2]},
        "costs": {"forward": 1, "backward_input": 1, "backward_weight": 1},
        "order": [["F0.0", "F0.1", "BW0.0", "BW0.1"], ["F1.1", "F1.0", "BW1.0", "BW1.1"]]})");
    EXPECT_EQ(jsonOf(cli({"validate", crossed, "--json"}))["findings"][0]["severity"], "warning");
    EXPECT_EQ(jsonOf(cli({"validate", crossed, "--json", "--transport", "mpi-rendezvous"}))["findings"][0]["severity"],
              "warning");
    const nlohmann::json answer = jsonOf(cli({"validate", crossed, "--json", "--transport", "nccl-node"}), 1);
    EXPECT_EQ(answer["findings"][0]["code"], "crossed");
    EXPECT_EQ(answer["findings"][0]["severity"], "error");
}

TEST(PytorchFiles, WhatItsAuthorApprovedIsShownWithTheReasonAndCountsNoMore) {
    const Folder folder;
    const auto fileWith = [&](const std::string& code, const std::string& rows) {
        return folder.write(code + ".lwsched", R"({"format": "lanewright-schedule", "version": 1, "time_unit": "unit",
            "microbatches": 2, "placement": {"ranks": 2}, "microbatch": {"size": [1, 2]},
            "costs": {"forward": 1, "backward_input": 1, "backward_weight": 1}, "order": [["F0.0", "F0.1", "BW0.0",
            "BW0.1"], )" + rows + R"(], "approved": [{"code": ")" +
                                                   code + R"(", "where": "rank 1", "why": "our trainer has tags"}]})");
    };
    const std::string crossed = fileWith("crossed", R"(["F1.1", "F1.0", "BW1.0", "BW1.1"])");
    const Answer answer = cli({"validate", crossed, "--transport", "nccl-nodes"});
    EXPECT_EQ(answer.code, 0) << answer.output;
    EXPECT_NE(answer.output.find("(approved: our trainer has tags)"), std::string::npos) << answer.output;
    const nlohmann::json told = jsonOf(cli({"validate", crossed, "--json", "--transport", "nccl-nodes"}));
    EXPECT_EQ(told["valid"], true);
    EXPECT_EQ(told["findings"][0]["severity"], "error");
    EXPECT_EQ(told["findings"][0]["approved"], "our trainer has tags");
    // The author can't approve that an op is missing.
    const std::string lacking = fileWith("incomplete", R"(["F1.0", "F1.1", "BW1.0"])");
    const nlohmann::json incomplete = jsonOf(cli({"validate", lacking, "--json"}), 1);
    EXPECT_EQ(incomplete["valid"], false);
    EXPECT_EQ(incomplete["findings"][0]["approved"], "our trainer has tags");
    // What commands write keeps it.
    const std::string out = folder.path("b.lwsched");
    ASSERT_EQ(cli({"convert", crossed, out}).code, 0);
    EXPECT_EQ(nlohmann::json::parse(*readFile(out))["approved"][0]["code"], "crossed");
}

TEST(PytorchFiles, ActionsOfOtherBuildsAreWrittenAsPytorchReadsThem) {
    const Folder folder;
    const std::string csv = folder.write("a.csv", "0FULL_FORWARD_BACKWARD0,0FULL_FORWARD_BACKWARD1\n");
    const Answer answer = cli({"validate", csv});
    EXPECT_EQ(answer.code, 0);
    EXPECT_NE(answer.output.find("PyTorch runs it once it is converted"), std::string::npos) << answer.output;
    EXPECT_EQ(cli({"convert", csv, "-", "--to", "pytorch", "--packed"}).output, "0F0,0B0,0F1,0B1\n");
    const Answer other = cli({"validate", folder.write("b.csv", "0F0;0B0\n")});
    EXPECT_EQ(other.code, 2);
    EXPECT_NE(other.errors.find("this file separates with semicolons; PyTorch's CSV has commas"), std::string::npos);
}

TEST(PytorchFiles, WordsThatAreNoTransportOrSizeAreRefused) {
    const Folder folder;
    const std::string csv = folder.write("a.csv", kBothSend);
    EXPECT_EQ(
        cli({"validate", csv, "--transport", "ucx"}).errors,
        "lanewright-cli: --transport: \"ucx\" is no transport; there are gloo, nccl-node, nccl-nodes, nccl-pairs, "
        "mpi-eager, mpi-rendezvous, or all\n");
    for (const char* size : {"64", "0MiB", "MiB", "-1KiB", "64MB"}) {
        const Answer answer = cli({"validate", csv, "--message", size});
        EXPECT_EQ(answer.code, 2) << size;
        EXPECT_NE(answer.errors.find("is no size; one is written like 64MiB"), std::string::npos) << answer.errors;
    }
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
