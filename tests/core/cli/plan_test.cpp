// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace lanewright::test {
namespace {

constexpr const char* kModel = R"({"format": "lanewright-model", "version": 1, "title": "Tiny GPT", "microbatches": 8,
  "gpt": {"layers": 6, "width": 64, "heads": 2, "context": 32, "vocabulary": 256, "batch": 2}})";

/// Two devices, one of half the speed, some way apart.
constexpr const char* kCluster = R"({"format": "lanewright-cluster", "version": 1, "title": "Two unlike",
  "kinds": {"fast": {"tflops": 0.02, "memory": 8}, "slow": {"tflops": 0.01, "memory": 8}},
  "devices": [{"name": "a", "kind": "fast"}, {"name": "b", "kind": "slow"}],
  "links": [{"between": ["a", "b"], "bandwidth": 1, "latency": 50}]})";

class PlanCommand : public testing::Test {
protected:
    Folder m_folder;
    std::string m_model = m_folder.write("gpt.lwmodel", kModel);
    std::string m_cluster = m_folder.write("two.lwcluster", kCluster);
};

TEST_F(PlanCommand, SavesAValidScheduleWithAnUnevenCutAndSaysHowLongItTakes) {
    const std::string saved = m_folder.path("plan.lwsched");
    const nlohmann::json answer =
        jsonOf(cli({"plan", m_model, m_cluster, "--tries", "200", "--placement", "linear", "--json", "-o", saved}));
    EXPECT_EQ(answer["feasible"], true);
    EXPECT_EQ(answer["exhaustive"], true);
    EXPECT_EQ(answer["devices"], 2);
    EXPECT_EQ(answer["stages"].size(), 2U);
    EXPECT_GT(answer["front"].size(), 0U);
    EXPECT_LE(answer["iteration_time"].get<double>(), answer["others"][0]["iteration_time"].get<double>());
    EXPECT_EQ(cli({"validate", saved}).code, 0);
    const nlohmann::json numbers = jsonOf(cli({"simulate", saved, "--json"}));
    EXPECT_EQ(numbers["iteration_time"], answer["iteration_time"]);
    EXPECT_GE(answer["iteration_time"], answer["lower_bound"]);
    EXPECT_GE(answer["iteration_time"], answer["cut_lower_bound"]);
    EXPECT_LT(answer["cut_gap"].get<double>(), 0.2);
    const nlohmann::json plan = nlohmann::json::parse(m_folder.read("plan.lwsched"));
    const auto& layers = plan["model"]["layers_per_stage"];
    EXPECT_EQ(layers[0].get<int>() + layers[1].get<int>(), 6);
    EXPECT_NE(layers[0], layers[1]) << "the fast one takes more";
}

TEST_F(PlanCommand, PlansForTheOptimizerThatIsAskedForAndWritesItDown) {
    const auto planned = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = {"plan", m_model, m_cluster, "--tries", "200", "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return jsonOf(cli(words));
    };
    const std::string saved = m_folder.path("post.lwsched");
    const nlohmann::json usual = planned({});
    EXPECT_EQ(usual["optimizer_mode"], "sync");
    EXPECT_EQ(planned({"--optimizer", "sync"})["iteration_time"], usual["iteration_time"]);
    const nlohmann::json post = planned({"--optimizer", "postvalidated", "-o", saved});
    EXPECT_EQ(post["optimizer_mode"], "postvalidated");
    EXPECT_LT(post["iteration_time"], usual["iteration_time"]);
    EXPECT_EQ(nlohmann::json::parse(m_folder.read("post.lwsched"))["optimizer_mode"], "postvalidated");
    EXPECT_EQ(jsonOf(cli({"simulate", saved, "--json"}))["iteration_time"], post["iteration_time"]);
    const Answer wrong = cli({"plan", m_model, m_cluster, "--optimizer", "often"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_NE(wrong.errors.find("--optimizer"), std::string::npos) << wrong.errors;
}

TEST_F(PlanCommand, ThePlanRunsOnTheEngineAsItIsCut) {
    const std::string saved = m_folder.path("plan.lwsched");
    ASSERT_EQ(cli({"plan", m_model, m_cluster, "--tries", "200", "-o", saved}).code, 0);
    const nlohmann::json ran = jsonOf(cli({"run", saved, "--paced", "--in-process", "--steps", "3", "--json"}));
    EXPECT_EQ(ran["paced"], true);
    EXPECT_EQ(ran["ranks"], 2);
    EXPECT_EQ(ran["losses"].size(), 3U);
}

TEST_F(PlanCommand, ShowsStagesAndWhatPlainerPlansTakeForPeople) {
    const Answer answer = cli({"plan", m_model, m_cluster, "--tries", "50"});
    EXPECT_EQ(answer.code, 0);
    EXPECT_EQ(answer.output.rfind("Tiny GPT: an iteration takes ", 0), 0U) << answer.output;
    EXPECT_NE(answer.output.find(" with a synchronous optimizer ("), std::string::npos) << answer.output;
    EXPECT_NE(answer.output.find("equal layers"), std::string::npos);
    EXPECT_NE(answer.output.find("by PipeDream's formula"), std::string::npos) << answer.output;
    EXPECT_EQ(answer.output.find("as PipeDream"), std::string::npos) << "a formula is no answer of that planner";
    EXPECT_NE(answer.output.find("after SPP, reconstructed"), std::string::npos);
}

TEST_F(PlanCommand, SaysTheCutsInMegatronsWordsAndTakesThemBack) {
    const nlohmann::json best = jsonOf(cli({"plan", m_model, m_cluster, "--tries", "50", "--json"}));
    const nlohmann::json given = jsonOf(cli({"plan", m_model, m_cluster, "--layout", "Et*3|t*3L", "--json"}));
    EXPECT_EQ(given["megatron_layout"], "Et*3|t*3L");
    EXPECT_EQ(given["method"], "given");
    EXPECT_GE(given["iteration_time"].get<double>(), best["iteration_time"].get<double>());
    const Answer wrong = cli({"plan", m_model, m_cluster, "--layout", "Et|tL"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_NE(wrong.errors.find("the model is Et*6L"), std::string::npos) << wrong.errors;
}

TEST_F(PlanCommand, TakesALayoutWithVirtualStagesAndGivesItBackAsItWasTyped) {
    const std::string saved = m_folder.path("loop.lwsched");
    const std::string layout = "Et|t|t|(t)*2,tL";
    const nlohmann::json given = jsonOf(cli({"plan", m_model, m_cluster, "--layout", layout, "--json", "-o", saved}));
    EXPECT_EQ(given["placement"], "loop");
    EXPECT_EQ(given["megatron_layout"], layout);
    EXPECT_EQ(given["stages"][3]["devices"], given["stages"][1]["devices"]);
    EXPECT_EQ(cli({"validate", saved}).code, 0);
    EXPECT_EQ(jsonOf(cli({"simulate", saved, "--json"}))["iteration_time"], given["iteration_time"]);
    const nlohmann::json plan = nlohmann::json::parse(m_folder.read("loop.lwsched"));
    EXPECT_EQ(plan["placement"]["directions"][0], nlohmann::json({0, 1, 0, 1}));
    EXPECT_EQ(plan["model"]["layout"], layout);
    EXPECT_EQ(plan["model"]["layers_per_stage"], nlohmann::json({1, 1, 1, 3}));
    const nlohmann::json ran = jsonOf(cli({"run", saved, "--in-process", "--steps", "2", "--json"}));
    EXPECT_EQ(ran["ranks"], 2);
    const Answer odd = cli({"plan", m_model, m_cluster, "--layout", "Et|tt|tttL"});
    EXPECT_EQ(odd.code, 2);
    EXPECT_NE(odd.errors.find("the layout has 3 stages for 2 devices"), std::string::npos) << odd.errors;
    const Answer chunks = cli({"plan", m_model, m_cluster, "--placement", "linear", "--chunks", "2"});
    EXPECT_EQ(chunks.code, 2);
    EXPECT_NE(chunks.errors.find("--placement linear has no 2 stages on each device"), std::string::npos)
        << chunks.errors;
}

TEST_F(PlanCommand, SearchesLoops) {
    const nlohmann::json best = jsonOf(cli({"plan", m_model, m_cluster, "--tries", "20", "--chunks", "3", "--json"}));
    EXPECT_EQ(best["placement"], "loop");
    EXPECT_EQ(best["stages"].size(), 6U);
    EXPECT_GE(best["iteration_time"], best["cut_lower_bound"]);
    EXPECT_NE(best["torchtitan_flags"].get<std::string>().find("Interleaved1F1B"), std::string::npos);
    ASSERT_NE(best["order"], "interleaved-1f1b");
    EXPECT_EQ(best["flags_order"], "interleaved-1f1b");
    const std::string plan = m_folder.path("loop.lwsched");
    ASSERT_EQ(cli({"plan", m_model, m_cluster, "--tries", "20", "--chunks", "3", "-o", plan}).code, 0);
    ASSERT_EQ(cli({"generate", "interleaved-1f1b", plan, "-o", plan}).code, 0);
    EXPECT_EQ(jsonOf(cli({"simulate", plan, "--json"}))["iteration_time"], best["flags_iteration_time"]);
    // What it answers can be given.
    const nlohmann::json again = jsonOf(cli({"plan", m_model, m_cluster, "--chunks", "3", "--layout",
                                             best["megatron_layout"].get<std::string>(), "--json"}));
    EXPECT_EQ(again["placement"], "loop");
    EXPECT_EQ(again["megatron_layout"], best["megatron_layout"]);
}

TEST_F(PlanCommand, PlansMtpWhichTheEngineRefuses) {
    const std::string model = m_folder.write(
        "mtp.lwmodel", std::string{kModel}.insert(std::string{kModel}.size() - 1, R"(, "mtp": {"layers": 1})"));
    const std::string saved = m_folder.path("mtp.lwsched");
    const Answer words = cli({"plan", model, m_cluster, "--layout", "Et*4||t*2|mL", "-o", saved});
    ASSERT_EQ(words.code, 0) << words.errors;
    EXPECT_NE(words.output.find("--pipeline-model-parallel-size 2 --mtp-num-layers 1 "
                                "--pipeline-model-parallel-layout \"Et*4||t*2|mL\""),
              std::string::npos)
        << words.output;
    const nlohmann::json plan = nlohmann::json::parse(m_folder.read("mtp.lwsched"));
    EXPECT_EQ(plan["model"]["layout"], "Et*4||t*2|mL");
    EXPECT_EQ(plan["model"]["layers_per_stage"], nlohmann::json({4, 0, 2, 0}));
    const Answer ran = cli({"run", saved, "--in-process"});
    EXPECT_NE(ran.code, 0);
    EXPECT_NE(ran.errors.find("layers of multi-token prediction (m), which the engine can't train"), std::string::npos)
        << ran.errors;
    const Answer plain = cli({"plan", m_model, m_cluster, "--layout", "Et*6|mL"});
    EXPECT_EQ(plain.code, 2);
    EXPECT_NE(plain.errors.find("the model is Et*6L, but the layout's pieces are Et*6mL"), std::string::npos)
        << plain.errors;
}

TEST_F(PlanCommand, PlansAVAndRunsIt) {
    const std::string saved = m_folder.path("v.lwsched");
    const nlohmann::json best =
        jsonOf(cli({"plan", m_model, m_cluster, "--tries", "50", "--placement", "v", "--json", "-o", saved}));
    EXPECT_EQ(best["placement"], "v");
    ASSERT_EQ(best["stages"].size(), 4U);
    EXPECT_EQ(best["stages"][0]["devices"], best["stages"][3]["devices"]);
    EXPECT_EQ(best["stages"][1]["devices"], best["stages"][2]["devices"]);
    EXPECT_NE(best["stages"][0]["devices"], best["stages"][1]["devices"]);
    EXPECT_TRUE(best["megatron_layout"].is_null());
    EXPECT_EQ(best["megatron_reason"], "a layout puts stage i on rank i mod 2, so it can't say a V");
    EXPECT_NE(best["torchtitan_flags"].get<std::string>().find("ZBVZeroBubble"), std::string::npos);
    for (const auto& each : best["front"])
        EXPECT_EQ(each["placement"], "v");
    const nlohmann::json ran = jsonOf(cli({"run", saved, "--in-process", "--steps", "2", "--json"}));
    EXPECT_EQ(ran["ranks"], 2);
    const nlohmann::json given =
        jsonOf(cli({"plan", m_model, m_cluster, "--layout", "Et|t|tt|ttL", "--placement", "v", "--json"}));
    EXPECT_EQ(given["placement"], "v");
    EXPECT_GE(given["iteration_time"].get<double>(), best["iteration_time"].get<double>());
    const Answer wrong = cli({"plan", m_model, m_cluster, "--placement", "w"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_NE(wrong.errors.find("--placement"), std::string::npos) << wrong.errors;
    const Answer odd = cli({"plan", m_model, m_cluster, "--layout", "Et*3|t*3L", "--placement", "v"});
    EXPECT_EQ(odd.code, 2);
    EXPECT_NE(odd.errors.find("a V has an even number of stages"), std::string::npos) << odd.errors;
}

TEST_F(PlanCommand, RunsAPlanWhoseStageSharesDevicesAsReplicas) {
    const std::string saved = m_folder.path("shared.lwsched");
    // With the quick one slowed down they are alike.
    const std::vector<std::string> words = {"plan",    m_model, m_cluster,   "--replicas", "2",  "--stages", "1",
                                            "--tries", "50",    "--what-if", "slow=a:2",   "-o", saved};
    const Answer text = cli(words);
    ASSERT_EQ(text.code, 0) << text.errors;
    EXPECT_NE(text.output.find("Run as 2 replicas that share every microbatch, a rank per device."), std::string::npos)
        << text.output;
    std::vector<std::string> asJson = words;
    asJson.emplace_back("--json");
    const nlohmann::json best = jsonOf(cli(asJson));
    EXPECT_EQ(best["replicas"], 2);
    EXPECT_TRUE(best["replicas_reason"].is_null());
    const nlohmann::json ran = jsonOf(cli({"run", saved, "--in-process", "--steps", "2", "--json"}));
    EXPECT_EQ(ran["ranks"], 2);
    EXPECT_LT(ran["losses"][1], ran["losses"][0]);
}

TEST_F(PlanCommand, AnswersWhatIf) {
    const auto timeWith = [&](const std::string& question) {
        return jsonOf(cli(
            {"plan", m_model, m_cluster, "--tries", "100", "--json", "--what-if", question}))["iteration_time"]
            .get<double>();
    };
    const double usual = jsonOf(cli({"plan", m_model, m_cluster, "--tries", "100", "--json"}))["iteration_time"];
    EXPECT_GT(timeWith("slow=a:2"), usual);
    EXPECT_GT(timeWith("lost=b"), usual);
    EXPECT_GT(timeWith("microbatches=16"), usual);
    EXPECT_GE(timeWith("link=a:b:0.01"), usual);
}

TEST_F(PlanCommand, AnswersOfALongerContextLargerMicrobatchesAndRecompute) {
    const auto planned = [&](const std::vector<std::string>& questions) {
        std::vector<std::string> words = {"plan", m_model, m_cluster, "--tries", "100", "--json"};
        for (const std::string& question : questions)
            words.insert(words.end(), {"--what-if", question});
        return jsonOf(cli(words));
    };
    const nlohmann::json usual = planned({});
    EXPECT_GT(planned({"context=64"})["iteration_time"], usual["iteration_time"]);
    EXPECT_GT(planned({"batch=8"})["memory"], usual["memory"]);
    const nlohmann::json again = planned({"recompute=always"});
    EXPECT_GT(again["iteration_time"], usual["iteration_time"]);
    for (const auto& stage : again["stages"])
        EXPECT_EQ(stage["recompute"], true);
}

TEST_F(PlanCommand, SaysHowRobustTheFrontIs) {
    const nlohmann::json answer =
        jsonOf(cli({"plan", m_model, m_cluster, "--tries", "50", "--jitter", "0.1", "--json"}));
    const nlohmann::json& jitter = answer["jitter"];
    ASSERT_EQ(jitter["front"].size(), answer["front"].size());
    for (const auto& each : jitter["front"]) {
        EXPECT_LE(each["median"], each["p90"]);
        EXPECT_GE(each["p90"], jitter["front"][jitter["most_robust"].get<std::size_t>()]["p90"]);
    }
    const Answer text = cli({"plan", m_model, m_cluster, "--tries", "50", "--jitter", "0.1"});
    EXPECT_NE(text.output.find("90 %"), std::string::npos) << text.output;
}

TEST_F(PlanCommand, NamesTheModulesOfEachStageForTorchTitan) {
    const nlohmann::json given = jsonOf(cli({"plan", m_model, m_cluster, "--layout", "Et*2|t*4L", "--json"}));
    EXPECT_EQ(given["torchtitan_flags"],
              "--parallelism.pipeline_parallel_degree 2 --training.local_batch_size 8 "
              "--parallelism.pipeline_parallel_microbatch_size 1 --training.disable_cuda_graphs "
              "--parallelism.pipeline_parallel_schedule 1F1B --parallelism.module_fqns_per_model_part "
              "'[[\"tok_embeddings\", \"layers.0\", \"layers.1\"], [\"layers.2\", \"layers.3\", \"layers.4\", "
              "\"layers.5\", \"norm\", \"lm_head\"]]'");
}

TEST_F(PlanCommand, TakesTheRatesOfAProfileAndTheMachinesItFound) {
    const std::string plan = m_folder.path("plan.lwsched");
    const std::string measured = m_folder.path("measured.lwsched");
    const std::string here = m_folder.path("here.lwcluster");
    ASSERT_EQ(cli({"plan", m_model, m_cluster, "--layout", "Et*3|t*3L", "-o", plan}).code, 0);
    const Answer profiled =
        cli({"profile", plan, "--in-process", "--steps", "3", "-o", measured, "--save-cluster", here});
    ASSERT_EQ(profiled.code, 0) << profiled.errors;
    const nlohmann::json found = nlohmann::json::parse(m_folder.read("here.lwcluster"));
    EXPECT_EQ(found["devices"].size(), 2U);
    const nlohmann::json fitted = jsonOf(cli({"plan", m_model, m_cluster, "--fit", "slow=" + measured, "--fit",
                                              "fast=" + measured, "--layout", "Et*3|t*3L", "--json"}));
    const nlohmann::json guessed = jsonOf(cli({"plan", m_model, m_cluster, "--layout", "Et*3|t*3L", "--json"}));
    EXPECT_NE(fitted["iteration_time"], guessed["iteration_time"]);
    EXPECT_EQ(cli({"plan", m_model, here, "--tries", "20"}).code, 0);
    const Answer which = cli({"plan", m_model, m_cluster, "--fit", measured});
    EXPECT_EQ(which.code, 2);
    EXPECT_NE(which.errors.find("which kind was measured"), std::string::npos) << which.errors;
    EXPECT_EQ(cli({"plan", m_model, m_cluster, "--fit", "quick=" + measured}).code, 2);
    EXPECT_EQ(cli({"plan", m_model, m_cluster, "--fit", "fast=" + m_model}).code, 2);
}

TEST_F(PlanCommand, TakesAPresetByNameAndWritesItDown) {
    const std::string saved = m_folder.path("mixed.lwcluster");
    ASSERT_EQ(cli({"plan", m_model, "mixed", "--tries", "10", "--save-cluster", saved}).code, 0);
    const nlohmann::json once = jsonOf(cli({"plan", m_model, "mixed", "--tries", "10", "--json"}));
    const nlohmann::json again = jsonOf(cli({"plan", m_model, saved, "--tries", "10", "--json"}));
    EXPECT_EQ(once["iteration_time"], again["iteration_time"]);
}

TEST_F(PlanCommand, WritesNoScheduleThatIsTooLongToBeRead) {
    const std::string saved = m_folder.path("plan.lwsched");
    const std::string snail = m_folder.write("snail.lwcluster", R"({"format": "lanewright-cluster", "version": 1,
      "kinds": {"k": {"tflops": 1e-9, "memory": 8}}, "devices": [{"name": "a"}]})");
    for (const std::vector<std::string>& cuts : {std::vector<std::string>{"--tries", "20"}, {"--layout", "EttttttL"}}) {
        std::vector<std::string> words = {"plan", m_model, snail, "--what-if", "batch=200", "-o", saved};
        words.insert(words.end(), cuts.begin(), cuts.end());
        const Answer answer = cli(words);
        EXPECT_EQ(answer.code, 1);
        EXPECT_NE(answer.errors.find("more than can be counted"), std::string::npos) << answer.errors;
        EXPECT_FALSE(std::filesystem::exists(saved));
    }
}

TEST_F(PlanCommand, RefusesWrongInputInOneSentence) {
    const auto sentence = [&](const std::vector<std::string>& words, int code) {
        const Answer answer = cli(words);
        EXPECT_EQ(answer.code, code) << answer.errors;
        EXPECT_EQ(std::ranges::count(answer.errors, '\n'), 1) << answer.errors;
        return answer.errors;
    };
    EXPECT_NE(sentence({"plan", m_model, "nowhere"}, 2).find("nowhere"), std::string::npos);
    EXPECT_NE(sentence({"plan", m_cluster, m_cluster}, 2).find("this JSON is no model"), std::string::npos);
    EXPECT_NE(sentence({"plan", m_model, m_cluster, "--what-if", "lost=c"}, 2).find("'c'"), std::string::npos);
    const std::string untied = m_folder.write("untied.lwcluster", R"({"format": "lanewright-cluster", "version": 1,
      "kinds": {"k": {"tflops": 1, "memory": 8}}, "devices": [{"name": "a"}, {"name": "b"}]})");
    EXPECT_NE(sentence({"plan", m_model, untied}, 1).find(untied + ": no way leads from device a to device b"),
              std::string::npos);
    const std::string unknown = m_folder.write("unknown.lwcluster", R"({"format": "lanewright-cluster", "version": 1,
      "kinds": {"k": {"memory": 8}}, "devices": [{"name": "a"}]})");
    EXPECT_NE(sentence({"plan", m_model, unknown}, 2).find("kinds.k"), std::string::npos);
    const std::string tiny = m_folder.write("tiny.lwcluster", R"({"format": "lanewright-cluster", "version": 1,
      "kinds": {"k": {"tflops": 1, "memory": 0.0001220703125}}, "devices": [{"name": "a"}]})");
    const nlohmann::json refused = jsonOf(cli({"plan", m_model, tiny, "--json"}), 1);
    EXPECT_EQ(refused["feasible"], false);
    EXPECT_NE(refused["reason"].get<std::string>().find("layer 0 (embedding)"), std::string::npos);
}

} // namespace
} // namespace lanewright::test
