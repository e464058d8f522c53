// SPDX-License-Identifier: Apache-2.0
#include "core/edit/replicate.h"
#include "core/frameworks/method_fits.h"
#include "core/frameworks/nearest.h"
#include "core/frameworks/verdict.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/model/layout/layout_text.h"
#include "core/simulate/simulate.h"
#include "tests/support/judging.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Target target(std::string_view text) {
    const Result<Target> read = targetFromText(text);
    EXPECT_TRUE(read) << text;
    return read ? *read : Target{};
}

AskedShape shape(const std::string& order, int ranks, int chunks, int microbatches) {
    return {.orders = {order}, .ranks = ranks, .chunks = chunks, .microbatches = microbatches};
}

/// The keys of the rules that are broken, with blanks between.
std::string broken(std::string_view framework, const AskedShape& asked) {
    std::string keys;
    for (const Broken& each : brokenRules(target(framework), asked))
        keys.append(keys.empty() ? "" : " ").append(each.key);
    return keys;
}

std::vector<std::string> nearest(std::string_view framework, const AskedShape& asked) {
    std::vector<std::string> texts;
    for (const NearShape& near : nearestLegal(target(framework), asked, WholeCosts::ofUnits(asked.ranks)))
        texts.push_back(near.text());
    return texts;
}

Verdict verdictOnPlan(std::string_view framework, const Plan& plan) {
    return verdictOn(target(framework), shapeOf(plan), {plan});
}

using Texts = std::vector<std::string>;

} // namespace

TEST(Frameworks, MegatronWantsAGroupBetweenRanksAndMicrobatches) {
    // 6 ranks, 2 chunks, 3 microbatches: the group is p = 6 and there are 3.
    const AskedShape asked = shape("interleaved-1f1b", 6, 2, 3);
    EXPECT_EQ(broken("megatron", asked), "group-range");
    EXPECT_EQ(brokenRules(target("megatron"), asked)[0].why,
              "the group of 6 that passes a chunk is larger than the 3 microbatches");
    EXPECT_EQ(nearest("megatron", asked), (Texts{"m 6", "p 3"}));
    EXPECT_EQ(broken("pytorch", asked), "") << "one round of 3";
    EXPECT_EQ(broken("torchtitan", asked), "");
    EXPECT_EQ(broken("primus", asked), "whole-groups interleaved-warm-up");
}

TEST(Frameworks, OneMicrobatchIsNoGroupOfTwoRanks) {
    const AskedShape asked = shape("interleaved-1f1b", 2, 2, 1);
    EXPECT_EQ(broken("megatron", asked), "group-range");
    EXPECT_EQ(broken("pytorch", asked), "");
    EXPECT_EQ(nearest("megatron", asked), (Texts{"m 2"}));
    EXPECT_EQ(broken("pytorch@2.5", asked), "ranks-divide");
}

TEST(Frameworks, ALastGroupHasAsManyMicrobatchesAsRanks) {
    AskedShape asked = shape("interleaved-1f1b", 4, 2, 6);
    asked.group = 4;
    // 6 = 4 + 2, and 2 < 4.
    EXPECT_EQ(broken("megatron", asked), "group-rest");
    EXPECT_EQ(nearest("megatron", asked), (Texts{"m 4", "m 8", "p 2", "group 6"}));
    asked.group = 6;
    EXPECT_EQ(broken("megatron", asked), "");
    EXPECT_EQ(broken("megatron@0.9", asked), "multiple group-chosen");
    asked.group = 3;
    EXPECT_EQ(broken("megatron", asked), "group-range");
}

TEST(Frameworks, TheGroupOfTrainingHoldsForLogProbabilitiesToo) {
    AskedShape asked = shape("interleaved-1f1b", 4, 2, 64);
    asked.group = 16;
    EXPECT_EQ(broken("megatron", asked), "");
    asked.others = {8};
    const std::vector<Broken> found = brokenRules(target("megatron"), asked);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].key, "group-range");
    EXPECT_EQ(found[0].microbatches, 8);
    EXPECT_EQ(nearest("megatron", asked), (Texts{"m of pass 2 16", "group 8"}));
    asked.group = {};
    EXPECT_EQ(broken("megatron", asked), "") << "the group is p = 4, which divides both";
    EXPECT_EQ(broken("pytorch", asked), "");
    asked.others = {9};
    EXPECT_EQ(broken("pytorch", asked), "rounds") << "2 rounds of 9";
}

TEST(Frameworks, SingleStageSchedulesOfPytorchWantedAsManyMicrobatchesAsStages) {
    const AskedShape gpipe = shape("gpipe", 8, 1, 2);
    EXPECT_EQ(broken("pytorch@2.6", gpipe), "");
    EXPECT_EQ(broken("pytorch@2.7", gpipe), "gpipe-stages");
    EXPECT_EQ(broken("pytorch@2.10", gpipe), "gpipe-stages");
    EXPECT_EQ(broken("pytorch@2.11", gpipe), "");
    EXPECT_EQ(broken("pytorch", gpipe), "");
    EXPECT_EQ(broken("pytorch", shape("1f1b", 8, 1, 2)), "1f1b-stages");
    EXPECT_EQ(broken("pytorch@2.6", shape("1f1b", 8, 1, 2)), "");
    EXPECT_EQ(broken("pytorch@2.6", shape("1f1b", 8, 1, 1)), "1f1b-hang");
    EXPECT_EQ(nearest("pytorch", shape("1f1b", 8, 1, 2)), (Texts{"m 8", "p 2"}));
    EXPECT_EQ(broken("deepspeed", gpipe), "order");
    EXPECT_EQ(broken("deepspeed", shape("1f1b", 8, 1, 2)), "");
}

TEST(Frameworks, LayersAreDealtToRanksAndChunksOrByALayout) {
    AskedShape asked = shape("interleaved-1f1b", 4, 2, 8);
    asked.layers = 30;
    EXPECT_EQ(broken("megatron", asked), "layers-ranks");
    EXPECT_EQ(nearest("megatron", asked), (Texts{"layers 24", "layers 32"}));
    asked.layers = 28;
    EXPECT_EQ(broken("megatron", asked), "layers-chunks");
    asked.layers = 30;
    asked.layout = *stagesFromLayout("Et*3|(t*4|)*6,t*3L");
    EXPECT_EQ(broken("megatron", asked), "");
    EXPECT_EQ(broken("megatron@0.12", asked), "no-layout");
    EXPECT_EQ(broken("mindspeed", asked), "");
    asked.layers = 32;
    EXPECT_EQ(broken("megatron", asked), "layout-layers");
    asked.chunks = 3;
    EXPECT_EQ(broken("megatron", asked), "layout-stages layout-layers");
    asked = shape("1f1b", 2, 1, 8);
    asked.layout = {"t", "EtL"};
    EXPECT_EQ(broken("megatron", asked), "layout-ends");
    asked.layout = {"Etmt", "tL"};
    EXPECT_EQ(broken("megatron", asked), "layout-m");
    asked.layout = {"Et", "tmL"};
    EXPECT_EQ(broken("megatron", asked), "");
    AskedShape titan = shape("interleaved-1f1b", 4, 2, 8);
    titan.layers = 5;
    EXPECT_EQ(broken("torchtitan", titan), "layers");
}

TEST(Frameworks, PytorchCutsABatchIntoEqualMicrobatchesOrRunsItWrongly) {
    // 3, 3 and 2: PyTorch 2.15 fails between stages, and on one rank weighs the samples of the last half as much again.
    AskedShape asked = shape("gpipe", 1, 1, 3);
    asked.batch = {.global = 8};
    EXPECT_EQ(broken("pytorch", asked), "even-batch");
    asked.batch->global = 9;
    EXPECT_EQ(broken("pytorch", asked), "");
    asked.batch->copies = 2;
    EXPECT_EQ(broken("pytorch", asked), "even-batch");
}

TEST(Frameworks, ABatchIsSoManyMicrobatchesOfAllCopies) {
    AskedShape asked = shape("1f1b", 4, 1, 8);
    asked.batch = {.global = 64, .micro = 2, .copies = 4};
    EXPECT_EQ(broken("megatron", asked), "");
    asked.others = {2};
    EXPECT_EQ(broken("megatron", asked), "") << "the batch is that of the first pass";
    asked.batch->global = 60;
    EXPECT_EQ(broken("deepspeed", asked), "batch");
    EXPECT_EQ(brokenRules(target("megatron"), asked)[0].why,
              "a batch of 60 samples is no multiple of 8, a microbatch of all copies");
    asked.batch->global = 72;
    asked.others = {};
    EXPECT_EQ(broken("torchtitan", asked), "batch even-batch");
}

TEST(Frameworks, TwoNumbersMoveWhereOneAloneWontDo) {
    AskedShape asked = shape("interleaved-1f1b", 4, 2, 6);
    asked.layers = 30;
    // Of p alone 3 would do for the layers, and 6 microbatches are two groups of 3.
    EXPECT_EQ(nearest("megatron", asked), (Texts{"p 3"}));
    asked.layers = 29;
    EXPECT_EQ(nearest("megatron", asked), (Texts{"p 3 and layers 30", "m 4 and layers 32", "group 6 and layers 32"}))
        << "29 is a prime";
}

TEST(Frameworks, NearestValuesAreLegalAndNoneBetweenIs) {
    int seen = 0;
    for (const std::string_view framework : {"pytorch", "megatron", "primus", "mindspeed", "torchtitan"})
        for (int ranks = 1; ranks <= 5; ++ranks)
            for (int microbatches = 1; microbatches <= 11; ++microbatches) {
                const AskedShape asked = shape("interleaved-1f1b", ranks, 2, microbatches);
                for (const NearShape& near : nearestLegal(target(framework), asked, WholeCosts::ofUnits(asked.ranks))) {
                    EXPECT_EQ(brokenRules(target(framework), near.shape), std::vector<Broken>{});
                    if (near.changes.size() > 1 || near.changes[0].number != ShapeNumber::Microbatches)
                        continue;
                    ++seen;
                    const int value = near.changes[0].value;
                    for (int between = std::min(value, microbatches) + 1; between < std::max(value, microbatches);
                         ++between)
                        EXPECT_NE(broken(framework, shape("interleaved-1f1b", ranks, 2, between)), "")
                            << framework << " " << ranks << " " << between;
                }
            }
    EXPECT_GT(seen, 50);
}

TEST(Frameworks, WhatANearestValueCostsIsSimulated) {
    const std::vector<NearShape> found =
        nearestLegal(target("megatron"), shape("interleaved-1f1b", 6, 2, 3), WholeCosts::ofUnits(6));
    ASSERT_EQ(found.size(), 2u);
    // m·S + (p − 1)·S/v of 6 ranks: 6·3 + 5·1.5; 3 ranks hold twice the model: 3·6 + 2·3.
    ASSERT_TRUE(found[0].cost && found[1].cost);
    EXPECT_EQ(found[0].cost->iteration, fractionOf(kTimeUnit * 51 / 2, 1));
    EXPECT_EQ(found[1].cost->iteration, fractionOf(kTimeUnit * 24, 1));
    // Rank 0 holds at most min(m·v, (v − 1)·p + 2·(p − 1) + 1) = 12 chunks of half a unit; 6 of a whole one.
    EXPECT_EQ(found[0].cost->peakMemory, 6 * kMemoryUnit);
    EXPECT_EQ(found[1].cost->peakMemory, 6 * kMemoryUnit);
}

TEST(Frameworks, EachRuleRefusesSomethingAndTakesSomething) {
    for (const FrameworkFacts& facts : frameworks()) {
        std::set<std::string_view> keys;
        for (const Rule& rule : rulesOf(facts.framework)) {
            EXPECT_TRUE(keys.insert(rule.key).second) << rule.key;
            EXPECT_FALSE(rule.words.text.empty() || rule.source.empty()) << rule.key;
            int refused = 0;
            int taken = 0;
            for (int ranks = 1; ranks <= 4; ++ranks)
                for (int chunks = 1; chunks <= 3; ++chunks)
                    for (int microbatches = 1; microbatches <= 9; ++microbatches)
                        for (const int group : {0, 2, 5})
                            for (const int layers : {2, 5, 12}) {
                                AskedShape asked = shape("", ranks, chunks, microbatches);
                                asked.group = group > 0 ? std::optional(group) : std::nullopt;
                                asked.layers = layers;
                                if (group == 5)
                                    asked.layout = layers == 2 ? Texts{"Et", "mt"} : Texts{"Ett", "tL", "mmL"};
                                if (layers == 5)
                                    asked.batch = {.global = 12, .micro = 2, .copies = 1};
                                ++(rule.broken(asked).empty() ? taken : refused);
                            }
            EXPECT_GT(refused, 0) << facts.name << " " << rule.key;
            EXPECT_GT(taken, 0) << facts.name << " " << rule.key;
            std::string_view names = rule.orders;
            while (!names.empty()) {
                const std::size_t end = std::min(names.find(' '), names.size());
                EXPECT_TRUE(findGenerator(names.substr(0, end))) << rule.key << " " << names;
                names.remove_prefix(std::min(end + 1, names.size()));
            }
        }
    }
    for (const OwnOrder& own : ownOrders())
        EXPECT_TRUE(findGenerator(own.generator)) << own.generator;
}

TEST(Frameworks, AFilesOrderIsHeldAgainstWhatTheFrameworkMakes) {
    const Plan interleaved = made("interleaved-1f1b", {.ranks = 4, .microbatches = 10, .chunks = 2});
    AskedShape found = shapeOf(interleaved);
    EXPECT_EQ(found.orders, (Texts{"interleaved-1f1b"}));
    EXPECT_EQ(found.group, 5) << "two groups of 5";
    EXPECT_TRUE(verdictOnPlan("megatron", interleaved).makes());
    EXPECT_EQ(broken("primus", found), "whole-groups group");

    // 13, 12 and 12 of 37: groups of 13 would leave 11.
    const Plan balanced = made("interleaved-1f1b", {.ranks = 10, .microbatches = 37, .chunks = 2});
    EXPECT_EQ(broken("megatron", shapeOf(balanced)), "order");

    const Plan few = made("1f1b", {.ranks = 8, .microbatches = 2});
    const Verdict pytorch = verdictOnPlan("pytorch", few);
    EXPECT_FALSE(pytorch.makes());
    EXPECT_TRUE(pytorch.loads) << pytorch.notLoaded;
    EXPECT_EQ(wayOf(pytorch), "only from a CSV");
    EXPECT_FALSE(verdictOnPlan("pytorch@2.4", few).loads);
    EXPECT_FALSE(verdictOnPlan("megatron", made("zb-h1", {.ranks = 4, .microbatches = 8})).runs());
    EXPECT_EQ(wayOf(verdictOnPlan("megatron", few)),
              "runs by itself as forward_backward_pipelining_without_interleaving");
}

TEST(Frameworks, OfEachMethodItIsKnownWhetherItSuitsAndWhoRunsIt) {
    // 3 ranks, which is no even number, and 4 microbatches, fewer than 2·p.
    const Plan problem = *problemOf({.ranks = 3, .microbatches = 4});
    const std::vector<MethodFit> fits = methodFits(problem, {}, {});
    EXPECT_EQ(fits.size(), generators().size());
    const auto of = [&](std::string_view name) {
        return *std::ranges::find(fits, findGenerator(name), &MethodFit::generator);
    };
    EXPECT_EQ(of("1f1b").runners(), "PyTorch, TorchTitan, Megatron-Core, DeepSpeed, MindSpeed, Primus");
    EXPECT_EQ(of("gpipe").runners(), "PyTorch, TorchTitan");
    EXPECT_FALSE(of("chimera").fits());
    EXPECT_FALSE(of("dualpipev").fits());
    EXPECT_EQ(of("dualpipev").runners(), "");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(methodFits(problem, {}, stop.get_token()).empty());
    const Plan large = *problemOf({.ranks = 64, .microbatches = 1024});
    EXPECT_TRUE(methodFits(large, {}, {}).empty()) << "beyond 60 000 ops nobody waits";
}

TEST(Frameworks, ReplicasAreAskedAboutAsOne) {
    const Plan one = made("1f1b", {.ranks = 2, .microbatches = 3});
    const Result<Plan> two = replicate(one, 2);
    ASSERT_TRUE(two);
    const Plan pipeline = onePipelineOf(*two);
    EXPECT_EQ(shapeOf(pipeline).ranks, 2);
    EXPECT_EQ(shapeOf(pipeline).microbatches, 3);
    EXPECT_TRUE(verdictOnPlan("megatron", pipeline).makes());
    EXPECT_EQ(onePipelineOf(one), one);
}

TEST(Frameworks, WhatNobodyBuildsIsNotLoaded) {
    const Verdict two = verdictOnPlan("pytorch", made("chimera", {.ranks = 4, .microbatches = 4}));
    EXPECT_FALSE(two.runs());
    EXPECT_FALSE(two.notLoaded.empty());
    // Four chunks on two V: PyTorch reads the placement off the rows, TorchTitan builds it by the schedule's name.
    const Plan waves = made("hanayo", {.ranks = 2, .microbatches = 4, .chunks = 4});
    EXPECT_TRUE(verdictOnPlan("pytorch", waves).loads);
    EXPECT_EQ(verdictOnPlan("torchtitan", waves).notLoaded,
              "it builds a loop or a V of two stages per rank, never another placement");
    const Plan pairs = made("dualpipev", {.ranks = 2, .microbatches = 4});
    EXPECT_TRUE(verdictOnPlan("pytorch", pairs).makes());
    EXPECT_FALSE(verdictOnPlan("pytorch@2.8", pairs).runs()) << "overlapped pairs came with 2.9";
}

TEST(Frameworks, AModelThatIsCutUnevenlyIsALayout) {
    Plan plan = made("1f1b", {.ranks = 2, .microbatches = 4});
    plan.model = ModelSpec{.layers = 5};
    EXPECT_EQ(shapeOf(plan).layout, (std::vector<std::string>{"Ettt", "ttL"}));
    EXPECT_EQ(broken("megatron", shapeOf(plan)), "");
    EXPECT_EQ(broken("megatron@0.12", shapeOf(plan)), "no-layout");
    plan.model->layers = 4;
    EXPECT_FALSE(shapeOf(plan).layout);
}

TEST(Frameworks, AreNamedWithAReleaseOrWithout) {
    EXPECT_EQ(target("megatron"), targetOf(Framework::Megatron));
    EXPECT_EQ(target("pytorch@2.10").text(), "PyTorch 2.10");
    EXPECT_EQ(target("pytorch@2.10.1").release, (Release{2, 10}));
    EXPECT_LT((Release{2, 9}), (Release{2, 10}));
    EXPECT_EQ(
        targetFromText("torch").error().message,
        "no framework torch is known here; there are pytorch, torchtitan, megatron, deepspeed, mindspeed, primus");
    EXPECT_EQ(targetFromText("megatron@new").error().message,
              "megatron@new: after @ there must be a release, such as megatron@0.19");
    EXPECT_EQ(targetFromText("pytorch@2.3").error().message,
              "the rules of PyTorch were read from release 2.4 on, not those of 2.3");
}

TEST(Frameworks, TheHelpPageNamesEachRule) {
    for (const std::string page : {"legality.md", "de/legality.md"}) {
        const Result<std::string> text = readFile(inRepository("resources/help/" + page));
        ASSERT_TRUE(text) << page;
        std::size_t rows = 0;
        for (const FrameworkFacts& facts : frameworks())
            for (const Rule& rule : rulesOf(facts.framework)) {
                const std::string name = "\n| " + std::string{facts.name} + " | `" + std::string{rule.key} + "` | ";
                const std::string words = page == "legality.md" ? std::string{rule.words.text} + " |\n" : "";
                EXPECT_NE(text->find(name + words), std::string::npos) << page << ": " << name << words;
                ++rows;
            }
        const std::size_t table = text->find("| :-- |");
        ASSERT_NE(table, std::string::npos);
        EXPECT_EQ(
            static_cast<std::size_t>(std::count(text->begin() + static_cast<std::ptrdiff_t>(table), text->end(), '\n')),
            rows + 1)
            << page << " has rows of no rule";
    }
}
