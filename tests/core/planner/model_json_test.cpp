// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/model_json.h"
#include "core/planner/input/planner_file.h"
#include "core/planner/planner.h"
#include "tests/core/planner/ask_what_if.h"
#include "tests/core/planner/random_problems.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <fstream>

namespace lanewright::test {
namespace {

constexpr const char* kModel = R"({"format": "lanewright-model", "version": 1, "title": "Two", "microbatches": 4,
  "time_unit": "ms", "memory_unit": "MiB", "layers": [
    {"name": "conv", "forward": 1.5, "backward_input": 1, "backward_weight": 0.5, "parameters": 1000,
     "activation": 8, "kept_for_weight": 6, "boundary": 2},
    {"name": "dense", "forward": 1, "backward_input": 1, "backward_weight": 1, "static": 3, "repeat": 2}]})";

constexpr const char* kCluster = R"({"format": "lanewright-cluster", "version": 1, "title": "Three",
  "kinds": {"A": {"tflops": 100, "memory": 40}, "B": {"speed": 0.5, "memory": 16, "spread": 0.2}},
  "hosts": [{"name": "h", "kind": "A", "devices": 2, "bandwidth": 100, "latency": 4}],
  "devices": [{"name": "solo", "kind": "B"}],
  "links": [{"between": ["h", "solo"], "bandwidth": 10, "latency": 2}]})";

TEST(ModelFile, GivesLayersInTicksAndBytes) {
    const Result<LayeredModel> model = modelFromJson(kModel);
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->size(), 3);
    EXPECT_TRUE(model->timed);
    EXPECT_EQ(model->layers[0].work, (Work{1.5e6, 1e6, 0.5e6}));
    EXPECT_EQ(model->layers[0].fixed, 16'000);
    EXPECT_EQ(model->layers[0].keptForWeight, Bytes{6} << 20);
    EXPECT_EQ(model->layers[2], model->layers[1]);
}

TEST(ModelFile, MakesAGptOfItsShape) {
    const Result<LayeredModel> model = modelFromJson(R"({"format": "lanewright-model", "version": 1,
      "gpt": {"layers": 2, "width": 64, "heads": 2, "context": 32, "vocabulary": 256, "batch": 1},
      "cut": "half", "precision": "fp32"})");
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->size(), 6);
    EXPECT_FALSE(model->timed);
    EXPECT_EQ(model->layers[1].boundary, 32 * 64 * 4);
    EXPECT_FALSE(model->gpt) << "the engine cuts between whole blocks only";
}

TEST(ModelFile, HasLettersByKeyOrByName) {
    const Result<LayeredModel> model = modelFromJson(R"({"format": "lanewright-model", "version": 1, "layers": [
      {"name": "embed", "forward": 1, "backward_input": 1, "backward_weight": 1},
      {"name": "block", "forward": 1, "backward_input": 1, "backward_weight": 1, "repeat": 2},
      {"name": "next", "letter": "m", "forward": 1, "backward_input": 1, "backward_weight": 1},
      {"name": "lm_head", "forward": 1, "backward_input": 1, "backward_weight": 1}]})");
    ASSERT_TRUE(model) << model.error().message;
    std::string letters;
    for (const Layer& layer : model->layers)
        letters += layer.letter;
    EXPECT_EQ(letters, "EttmL");
    const Result<LayeredModel> wrong = modelFromJson(R"({"format": "lanewright-model", "version": 1, "layers": [
      {"letter": "x", "forward": 1, "backward_input": 1, "backward_weight": 1}]})");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().where, "layers[0].letter");
}

TEST(ModelFile, SaysHowManyLayersOfMtpAndWhatTheyTake) {
    const auto with = [](const std::string& mtp) {
        return modelFromJson(R"({"format": "lanewright-model", "version": 1,
      "gpt": {"layers": 2, "width": 64, "heads": 2, "context": 32}, "mtp": )" +
                             mtp + "}");
    };
    const Result<LayeredModel> model = with(R"({"layers": 1})");
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->size(), 5);
    EXPECT_EQ(model->layers[3].work, model->layers[1].work + model->layers[4].work);
    const Result<LayeredModel> other = with(R"({"layers": 2, "blocks": 1.5, "heads": 0})");
    ASSERT_TRUE(other) << other.error().message;
    ASSERT_EQ(other->size(), 6);
    EXPECT_EQ(other->layers[4].work.forward, 1.5 * model->layers[1].work.forward);
    EXPECT_EQ(with(R"({"layers": 1, "blocks": -1})").error().where, "mtp.blocks");
    EXPECT_EQ(with(R"({"layers": 1, "blocks": -1})").error().message, "must be from 0 to 1000");
}

TEST(ClusterFile, NumbersHostsBehindDevicesAndComesBackTheSame) {
    const Result<Cluster> cluster = clusterFromJson(kCluster);
    ASSERT_TRUE(cluster) << cluster.error().message;
    ASSERT_EQ(cluster->size(), 3);
    EXPECT_EQ(cluster->nameOf(0), "solo");
    EXPECT_EQ(cluster->nameOf(2), "h/1");
    EXPECT_EQ(cluster->nameOf(3), "h");
    const Ways ways(*cluster);
    EXPECT_EQ(ways.between(1, 2).bandwidth, 100e9);
    EXPECT_EQ(ways.between(1, 2).latency, 4'000);
    EXPECT_EQ(ways.between(0, 1).bandwidth, 10e9);
    EXPECT_EQ(ways.between(0, 1).latency, 4'000);
    std::vector<Cluster> all = {*cluster, randomCluster(4, 7)};
    for (const ClusterPreset& preset : clusterPresets())
        all.push_back(preset.make());
    for (const Cluster& each : all) {
        const Result<Cluster> again = clusterFromJson(clusterToJson(each));
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(clusterToJson(*again), clusterToJson(each));
    }
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

TEST(ModelFile, SaysWhatIsWrongAndWhere) {
    const auto wrong = [](const std::string& what, const std::string& with) {
        const Result<LayeredModel> model = modelFromJson(replaced(kModel, what, with));
        return model ? "" : model.error().where.text() + ": " + model.error().message.text();
    };
    EXPECT_EQ(wrong("1.5", "-1"), "layers[0].forward: must be from 0 to 1000000000, not -1");
    EXPECT_EQ(wrong("\"backward_input\": 1, \"backward_weight\": 0.5", "\"backward_weight\": 0.5"),
              "layers[0]: the key \"backward_input\" is missing");
    EXPECT_EQ(wrong("\"MiB\"", "\"MB\""), "memory_unit: must be one of B, KiB, MiB, GiB, not \"MB\"");
    EXPECT_EQ(wrong("\"kept_for_weight\": 6", "\"kept_for_weight\": 9"),
              "layers[0]: B can't leave more for W than F keeps");
    EXPECT_EQ(wrong("\"layers\"", "\"gpt\": {}, \"layers\""), ": a model is either a \"gpt\" or a list of \"layers\"");
    EXPECT_FALSE(modelFromJson("{"));
    EXPECT_FALSE(modelFromJson("[]"));
    EXPECT_FALSE(modelFromJson(kCluster));
}

TEST(ModelFile, RefusesSumsThatCantBeCounted) {
    const auto refusal = [](const std::string& layer) {
        const Result<LayeredModel> model = modelFromJson(
            R"({"format": "lanewright-model", "version": 1, "microbatches": 4, "memory_unit": "B", "layers": [
                {"forward": 1, "backward_input": 1, "backward_weight": 1, "repeat": 1024, )" +
            layer + "}]}");
        return model ? "" : model.error().where.text() + ": " + model.error().message.text();
    };
    const std::string expected = "layers: the layers together need more memory than can be counted";
    // 2^53 of each is what one value may be; the default of "static" is 16 times the parameters.
    for (const char* key : {"parameters", "static", "gradient", "activation"})
        EXPECT_EQ(refusal('"' + std::string{key} + "\": 9007199254740992"), expected) << key;
    EXPECT_EQ(refusal(R"("parameters": 9007199254740992, "static": 0, "gradient": 0)"), expected);
    // 2^50 bytes for each of 4 microbatches and 1024 layers are too many, too; a terabyte for each is not.
    EXPECT_EQ(refusal("\"activation\": 1125899906842624"), expected);
    EXPECT_EQ(refusal("\"activation\": 1099511627776"), "");
}

TEST(ClusterFile, SaysWhatIsWrongAndWhere) {
    const auto wrong = [](const std::string& what, const std::string& with) {
        const Result<Cluster> cluster = clusterFromJson(replaced(kCluster, what, with));
        return cluster ? "" : cluster.error().where.text() + ": " + cluster.error().message.text();
    };
    EXPECT_EQ(wrong("\"kind\": \"A\"", "\"kind\": \"C\""), "hosts[0].kind: there is no kind \"C\"");
    EXPECT_EQ(wrong("[\"h\", \"solo\"]", "[\"h\", \"x\"]"),
              "links[0].between[1]: there is no device, host or switch \"x\"");
    EXPECT_EQ(wrong("\"solo\", \"kind\"", "\"h\", \"kind\""), "hosts[0]: \"h\" is there twice");
    EXPECT_EQ(wrong("\"bandwidth\": 10,", "\"bandwidth\": 0,"), "links[0].bandwidth: this must be a number above 0");
    EXPECT_EQ(wrong("[\"h\", \"solo\"]", "[\"h\", \"h\"]"), "links[0].between: a link needs two different ends");
    EXPECT_EQ(wrong("\"bandwidth\": 10,", "\"bandwidth\": 1e308,"),
              "links[0].bandwidth: this must be a number from 1e-9 to 1e9");
    EXPECT_EQ(wrong("0.2", "1.5"), "kinds.B.spread: a spread is a share from 0 to below 1");
}

TEST(PlannerFiles, AreWhatTheirFormatSaysWhateverElseTheyMention) {
    std::string model = kModel;
    model.replace(model.find("Two"), 3, "lanewright-cluster");
    const Result<PlannerFile> opened = plannerFileFromJson(model);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_TRUE(std::holds_alternative<LayeredModel>(*opened));
    const Result<PlannerFile> cluster = plannerFileFromJson(kCluster);
    ASSERT_TRUE(cluster) << cluster.error().message;
    EXPECT_TRUE(std::holds_alternative<Cluster>(*cluster));
    EXPECT_EQ(plannerFileFromJson("[]").error().message, modelFromJson("[]").error().message);
    EXPECT_EQ(plannerFileFromJson("{").error().message, modelFromJson("{").error().message);
}

TEST(PlannerFiles, TheExamplesOfTheirPageCanBePlanned) {
    std::ifstream file(test::inRepository("schedules/PLANNER.md"));
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    std::vector<std::string> examples;
    const std::string begin = "```json\n";
    for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at + 1))
        examples.push_back(page.substr(at + begin.size(), page.find("```", at + 1) - at - begin.size()));
    ASSERT_EQ(examples.size(), 2U);
    const Result<LayeredModel> model = modelFromJson(examples[0]);
    const Result<Cluster> cluster = clusterFromJson(examples[1]);
    ASSERT_TRUE(model && cluster);
    EXPECT_TRUE(planModel(*model, *cluster, {.tries = 5}));
}

TEST(WhatIf, ChangesWhatItIsAskedTo) {
    LayeredModel model = *modelFromJson(kModel);
    Cluster cluster = *clusterFromJson(kCluster);
    ASSERT_TRUE(askWhatIf("slow=h/0:2", model, cluster));
    EXPECT_EQ(cluster.kindOf(1).forward, 50e12);
    EXPECT_EQ(cluster.kindOf(2).forward, 100e12);
    ASSERT_TRUE(askWhatIf("link=solo:h:0.5", model, cluster));
    EXPECT_EQ(Ways(cluster).between(0, 1).bandwidth, 5e9);
    ASSERT_TRUE(askWhatIf("microbatches=9", model, cluster));
    EXPECT_EQ(model.microbatches, 9);
    ASSERT_TRUE(askWhatIf("lost=solo", model, cluster));
    ASSERT_EQ(cluster.size(), 2);
    EXPECT_EQ(Ways(cluster).between(0, 1).bandwidth, 100e9);
    for (const char* const question :
         {"slow=h/0", "slow=h/9:2", "slow=h:2", "slow=h/0:0", "slow=h/0:inf", "link=h:h/0:x", "lost=h",
          "link=h/0:h/1:2", "microbatches=0", "microbatches=x", "faster", ""})
        EXPECT_FALSE(askWhatIf(question, model, cluster)) << question;
}

} // namespace
} // namespace lanewright::test
