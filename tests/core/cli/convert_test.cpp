// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include "core/open/open_file.h"

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
    const nlohmann::json answer = jsonOf(cli({"convert", csv, back, "--json"}));
    EXPECT_EQ(answer["from"], "pytorch-csv");
    EXPECT_EQ(answer["to"], "lwsched");
    const Result<Plan> first = openPlan(file);
    const Result<Plan> second = openPlan(back);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->schedule, second->schedule);
}

TEST(Convert, SaysHowTrainersTakeTheCsv) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "3"});
    const std::string csv = folder.path("a.csv");
    const std::string flags = "--parallelism.pipeline_parallel_degree 2 --parallelism.pipeline_parallel_schedule 1F1B "
                              "--parallelism.pipeline_parallel_schedule_csv " +
                              csv +
                              " --training.local_batch_size 3 --parallelism.pipeline_parallel_microbatch_size 1 "
                              "--training.disable_cuda_graphs activation-checkpoint:none";
    EXPECT_TRUE(cli({"convert", file, csv, "--to", "pytorch"}).output.starts_with("TorchTitan: " + flags + "\n"));
    const nlohmann::json answer = jsonOf(cli({"convert", file, csv, "--json"}));
    EXPECT_EQ(answer["launch"]["torchtitan"], flags);
    EXPECT_EQ(answer["loadable"], true);
}

TEST(Convert, MakesCostsAsPytorchHasThem) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "3"});
    const std::string out = folder.path("b.lwsched");
    EXPECT_EQ(cli({"convert", file, out, "--pytorch-costs", "--host", "0.3,0.15"}).code, 0);
    const Result<Plan> plan = openPlan(out);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->costs.of(0, 0).backwardInput, 0);
    EXPECT_EQ(plan->costs.host, (HostTimes{.send = kTimeUnit * 3 / 10, .receive = kTimeUnit * 15 / 100}));
    EXPECT_EQ(cli({"validate", out, "--pytorch"}).code, 0);
    EXPECT_EQ(cli({"convert", file, out, "--host", "0.5"}).code, 0);
    EXPECT_EQ(openPlan(out)->costs.host, (HostTimes{.send = kTimeUnit / 2, .receive = kTimeUnit / 2}));
    for (const char* wrong : {"fast", "1,", "-1,2", "1,2,3"})
        EXPECT_EQ(cli({"convert", file, out, "--host", wrong}).code, 2) << wrong;
    EXPECT_NE(cli({"validate", file, "--pytorch"}).output.find("hosts take no time"), std::string::npos);
}

TEST(Convert, WritesCommunicationForTheReleaseAskedFor) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "1"});
    const auto written = [&](const Words& words) {
        Words all = {"convert", file, "-", "--to", "pytorch-comms"};
        all.insert(all.end(), words.begin(), words.end());
        return cli(all).output;
    };
    EXPECT_EQ(written({}), "0F0,0SEND_F0,0RECV_B0,0B0,0REDUCE_GRAD\n1RECV_F0,1F0,1B0,1SEND_B0,1REDUCE_GRAD\n");
    EXPECT_EQ(written({"--torch", "2.8"}), "0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n");
    EXPECT_EQ(written({"--torch", "2.15", "--fsdp"}),
              "0UNSHARD,0F0,0SEND_F0,0RECV_B0,0B0,0WAIT_SEND_F0,0REDUCE_GRAD,0WAIT_REDUCE_GRAD,0RESHARD\n"
              "1UNSHARD,1RECV_F0,1F0,1B0,1SEND_B0,1REDUCE_GRAD,1WAIT_REDUCE_GRAD,1RESHARD,1WAIT_SEND_B0\n");
}

TEST(Convert, FusesBAndW) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "2"});
    EXPECT_EQ(cli({"convert", file, "-", "--to", "pytorch", "--packed", "--fuse-weights"}).output,
              "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n");
    EXPECT_EQ(cli({"convert", file, folder.path("a.lwrun"), "--fuse-weights"}).code, 2);
}

TEST(Convert, AnUnsoundCsvIsReadWithItsFindingsAndTheAnswerNo) {
    const Folder folder;
    const std::string csv = folder.write("a.csv", "0F0,0F0,0B0\n1F0,1B0\n");
    const std::string out = folder.path("a.lwsched");
    const Answer answer = cli({"convert", csv, out});
    EXPECT_EQ(answer.code, 1);
    EXPECT_EQ(answer.errors,
              "lanewright-cli: " + csv +
                  ": row 1, column 2: 0F0 stands here again, first 0F0 (row 1, column 1); PyTorch counts "
                  "it once and runs it twice\n");
    EXPECT_TRUE(openPlan(out));
    const nlohmann::json unsound = jsonOf(cli({"convert", csv, out, "--json"}), 1);
    EXPECT_EQ(unsound["loadable"], false);
    EXPECT_EQ(unsound["findings"][0]["code"], "duplicate");
    EXPECT_EQ(unsound["findings"][0]["row"], 1);
    EXPECT_EQ(unsound["findings"][0]["column"], 2);
    EXPECT_EQ(cli({"convert", csv, folder.path("b.csv")}).code, 1);
}

TEST(Convert, OptionsThatDoNothingAreRefused) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    for (const Words& words : std::vector<Words>{{"--fsdp"},
                                                 {"--to", "pytorch-comms", "--packed"},
                                                 {"--to", "pytorch-comms", "--active-stages", "2"},
                                                 {"--torch", "2.4"},
                                                 {"--torch", "new"},
                                                 {"--to", "lwsched", "--torch", "2.9"}}) {
        Words all = {"convert", file, folder.path("a.csv")};
        all.insert(all.end(), words.begin(), words.end());
        EXPECT_EQ(cli(all).code, 2) << words.back();
    }
}

TEST(Convert, WritesClassesOfPythonAndSaysWhatTheyLeaveOut) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "1"});
    for (const std::string taker : {"jaxpp", "primus"}) {
        const std::string out = folder.path("order.py");
        const nlohmann::json answer = jsonOf(cli({"convert", file, out, "--to", taker, "--json"}));
        EXPECT_EQ(answer["findings"][0]["code"], "left-out");
        EXPECT_FALSE(answer.contains("loadable"));
        EXPECT_NE(folder.read("order.py").find("\"F1.0 BW1.0\","), std::string::npos) << taker;
        EXPECT_NE(cli({"convert", file, out, "--to", taker}).errors.find("note: The file says an order"),
                  std::string::npos);
    }
    EXPECT_EQ(cli({"convert", file, folder.path("order.py")}).code, 2) << "the name does not say who takes it";
    const std::string both = folder.schedule("b.lwsched", {"dualpipe", "-p", "4", "-m", "8"});
    EXPECT_EQ(cli({"convert", both, folder.path("order.py"), "--to", "jaxpp"}).code, 1);
}

TEST(Convert, WritesATraceThatIsJson) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    const Answer answer = cli({"convert", file, "-", "--to", "chrome-trace"});
    EXPECT_EQ(answer.code, 0) << answer.errors;
    EXPECT_FALSE(nlohmann::json::parse(answer.output, nullptr, false).is_discarded());
    EXPECT_NE(answer.output.find("BW1.1"), std::string::npos);
}

TEST(Convert, WritesAPageWhoseNumbersAreThoseOfSimulate) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "3", "-m", "5"});
    ASSERT_EQ(cli({"convert", file, folder.path("a.html")}).code, 0);
    const std::string page = folder.read("a.html");
    EXPECT_EQ(page, cli({"convert", file, "-", "--to", "html"}).output);
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    const std::string start = R"(id="data">)";
    const std::size_t from = page.find(start) + start.size();
    const nlohmann::json data =
        nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from), nullptr, false);
    ASSERT_TRUE(data.is_object());
    const std::string printed = cli({"simulate", file}).output;
    ASSERT_GE(data["numbers"].size(), 10u);
    for (const nlohmann::json& number : data["numbers"]) {
        // What an iteration takes in the other optimizer mode is set in.
        const std::string key = number[0];
        const std::size_t line = printed.find((key.starts_with("were it") ? "\n  " : "\n") + key + " ");
        ASSERT_NE(line, std::string::npos) << number;
        const std::string whole = printed.substr(line + 1, printed.find('\n', line + 1) - line - 1);
        EXPECT_TRUE(whole.ends_with("  " + number[1].get<std::string>())) << whole;
    }
}

TEST(Convert, SaysThatAProblemHasNoPage) {
    const Folder folder;
    const std::string problem = folder.write("a.lwsched", R"({"format": "lanewright-schedule", "version": 1,
        "microbatches": 1, "placement": {"ranks": 1}})");
    EXPECT_EQ(cli({"convert", problem, folder.path("a.html")}).code, 1);
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

TEST(Convert, CutsInHalfAndUnties) {
    const Folder folder;
    const std::string whole = folder.schedule("a.lwsched", {"dualpipe", "-p", "4", "-m", "8"});
    const std::string made = folder.schedule("v.lwsched", {"dualpipev", "-p", "2", "-m", "4", "--tf", "2", "--tb", "2",
                                                           "--tw", "2", "--mf", "2", "--mw", "-2"});
    ASSERT_EQ(cli({"convert", whole, folder.path("b.lwsched"), "--cut-in-half"}).code, 0);
    const Result<Plan> half = openPlan(folder.path("b.lwsched"));
    const Result<Plan> v = openPlan(made);
    ASSERT_TRUE(half && v);
    EXPECT_EQ(half->schedule, v->schedule);
    EXPECT_EQ(half->title, "DualPipe, 4 ranks, 8 microbatches, cut in half");
    ASSERT_EQ(cli({"convert", whole, folder.path("c.lwsched"), "--untie", "--cut-in-half"}).code, 0);
    const nlohmann::json loose = jsonOf(cli({"simulate", folder.path("c.lwsched"), "--json"}));
    EXPECT_EQ(loose["valid"], true);
    EXPECT_LT(loose["makespan"], jsonOf(cli({"simulate", made, "--json"}))["makespan"]);
}

TEST(Convert, RefusesAnEditThatDoesNotApply) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    const Answer answer = cli({"convert", file, folder.path("b.lwsched"), "--untie"});
    EXPECT_EQ(answer.code, 1);
    EXPECT_EQ(answer.errors, "lanewright-cli: " + file + ": the schedule has no overlapped pairs to untie\n");
    EXPECT_EQ(cli({"convert", file, folder.path("b.lwsched"), "--cut-in-half"}).code, 1);
}

} // namespace
} // namespace lanewright::test
