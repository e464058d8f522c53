// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"

#include "core/check/validate.h"
#include "core/generate/problem.h"
#include "core/model/text.h"
#include "core/simulate/memory.h"
#include "tests/core/generate/problems.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

using namespace lanewright;
using namespace lanewright::test;

TEST(Catalogue, EveryGeneratorHasItsOwnNameAndSaysWhatItIs) {
    std::set<std::string_view> names;
    for (const Generator& generator : generators()) {
        EXPECT_TRUE(names.insert(generator.name).second) << generator.name;
        EXPECT_FALSE(generator.title.empty()) << generator.name;
        EXPECT_FALSE(generator.summary.text.empty()) << generator.name;
        EXPECT_NE(generator.source.find("arXiv:"), std::string_view::npos) << generator.name;
        EXPECT_EQ(findGenerator(generator.name), &generator);
    }
    EXPECT_EQ(findGenerator("zb-h3"), nullptr);
}

TEST(Catalogue, SplitsTheBackwardAsItSays) {
    for (const Generator& generator : generators()) {
        const auto plan = generate(generator.name, *problemOf({.ranks = 4, .microbatches = 8}));
        ASSERT_TRUE(plan) << generator.name << ": " << plan.error().message;
        bool apart = false;
        for (const Row& row : plan->schedule.order)
            for (const Block& block : row)
                apart = apart || block.op.kind == OpKind::B;
        EXPECT_EQ(apart, generator.splitsBackward) << generator.name;
        EXPECT_TRUE(isValid(validate(*plan))) << generator.name;
        EXPECT_TRUE(plan->title.text().starts_with(std::string{generator.title} + ", 4 ranks, 8 microbatches"));
    }
}

TEST(Catalogue, PartsOfWAreAllThereAndCostNoTimeNorMemory) {
    for (const Generator& generator : generators())
        for (const int parts : {2, 3, 8}) {
            SCOPED_TRACE(std::string{generator.name} + " in " + std::to_string(parts));
            UniformProblem numbers{.ranks = 4, .microbatches = 8, .transfer = kTimeUnit / 8};
            const Metrics whole = metricsOf(made(generator.name, numbers));
            numbers.weightParts = parts;
            const Plan plan = made(generator.name, numbers);
            EXPECT_EQ(firstErrorIn(plan), "");
            int count = 0;
            for (const Row& row : plan.schedule.order)
                for (const Block& block : row)
                    count += block.op.kind == OpKind::W ? 1 : 0;
            EXPECT_EQ(count % parts, 0);
            EXPECT_EQ(count > 0, generator.splitsBackward);
            const Metrics metrics = metricsOf(plan);
            EXPECT_LE(metrics.longestSpan, whole.longestSpan);
            for (int rank = 0; rank < 4; ++rank)
                EXPECT_LE(metrics.peakMemory[rank], whole.peakMemory[rank]);
        }
}

TEST(Generate, ListsTheNamesThereAreForOneItDoesNotKnow) {
    const auto plan = generate("zb-h3", *problemOf({}));
    ASSERT_FALSE(plan);
    EXPECT_EQ(
        plan.error().message.text().find("there is no generator named 'zb-h3'; there are gpipe, 1f1b, 1f1b-cooldown-w"),
        0U);
}

TEST(Generate, SaysWhyThereIsNoSeq1F1B) {
    EXPECT_EQ(generate("seq1f1b", *problemOf({})).error().message,
              "seq1f1b cuts every microbatch along its sequence, which ops of a stage and a microbatch can't say");
}

TEST(Generate, JoinsTheChunksOfARankAndSaysSo) {
    Plan problem = *problemOf({.ranks = 2, .microbatches = 4, .chunks = 2, .forward = 10, .memoryLimit = 99'000'000});
    problem.costs.stages[0][3].forward = 7;
    problem.model = ModelSpec{.layers = 10, .layersPerStage = {1, 2, 3, 4}};
    const auto plan = generate("1f1b", problem);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->title, "1F1B, 2 ranks, 4 microbatches, re-placed");
    EXPECT_EQ(plan->schedule.placement, linear(2));
    EXPECT_EQ(plan->costs.of(0, 0).forward, 10);
    EXPECT_EQ(plan->costs.of(0, 1).forward, 5 + 7);
    EXPECT_EQ(plan->costs.of(0, 1).backwardWeight, kTimeUnit);
    EXPECT_EQ(plan->memory.of(0, 1).forward, kMemoryUnit);
    EXPECT_EQ(plan->memory.limit, problem.memory.limit);
    EXPECT_EQ(plan->model->layersPerStage, (std::vector<int>{4, 6}));
    EXPECT_TRUE(isValid(validate(*plan)));
}

TEST(Generate, LimitsThatAProblemHasAreKeptWhateverTheMethodImplies) {
    // ZB-1p means 4 activations on every rank.
    Plan problem = *problemOf({.ranks = 4, .microbatches = 8});
    problem.memory.limit = {std::nullopt, 6 * kMemoryUnit, 4 * kMemoryUnit, 2 * kMemoryUnit};
    const auto plan = generate("zb-1p", problem);
    ASSERT_TRUE(plan) << plan.error().message.text();
    EXPECT_EQ(plan->memory.limit,
              (std::vector<std::optional<Bytes>>{4 * kMemoryUnit, 6 * kMemoryUnit, 4 * kMemoryUnit, 2 * kMemoryUnit}));
    EXPECT_TRUE(isValid(validate(*plan)));
    const std::vector<Bytes> peaks = peakMemory(plan->schedule, plan->memory, plan->costs.weightParts);
    EXPECT_LE(peaks[1], 4 * kMemoryUnit) << "the method's own is the smaller one";
    EXPECT_EQ(keptLimitsOf(*findGenerator("zb-1p"), *plan).text(),
              "zb-1p would hold up to 4 activations on rank 3; the limits that the problem has are kept, there 2 "
              "activations");
    EXPECT_TRUE(keptLimitsOf(*findGenerator("zb-auto"), *plan).empty());
    EXPECT_TRUE(keptLimitsOf(*findGenerator("zb-1p"), *generate("zb-1p", *problemOf({}))).empty());
}

TEST(Generate, ATitleThatAPersonGaveStays) {
    Plan problem = *problemOf({.ranks = 2, .microbatches = 4});
    problem.title = Message("Our cluster in May");
    EXPECT_EQ(generate("zb-h1", problem)->title, "Our cluster in May");
    problem.title = generate("1f1b", *problemOf({.ranks = 2, .microbatches = 4}))->title;
    EXPECT_EQ(generate("zb-h1", problem)->title, "ZB-H1, 2 ranks, 4 microbatches");
}

TEST(Generate, NeedsTheTimeOfEveryWayThatItsPlacementTakes) {
    Plan problem = *problemOf({.ranks = 3, .microbatches = 6});
    problem.costs.transfer = {.ranks = 3, .matrix = {0, 1, Transfers::kUnknown, 1, 0, 1, Transfers::kUnknown, 1, 0}};
    EXPECT_TRUE(generate("1f1b", problem));
    for (const std::string_view loop : {"interleaved-1f1b", "looped-bfs", "gis", "gis-h", "interleaved-zb"}) {
        const Result<Plan> made = generate(loop, problem);
        ASSERT_FALSE(made) << loop;
        EXPECT_EQ(made.error().message.text(), "says nothing of ranks 2 and 0, between which stages 2 and 3 exchange "
                                               "values; give the full matrix");
    }
}

TEST(Generate, OfTwoDirectionsItKeepsTheFirst) {
    Plan problem = *problemOf({.ranks = 3, .microbatches = 4});
    problem.schedule.placement.directions = {{0, 1, 2}, {2, 1, 0}};
    problem.schedule.directionOf = {0, 1, 0, 1};
    problem.costs.stages[0][2].forward = 5;
    const auto plan = generate("zb-h1", problem);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->schedule.placement, linear(3));
    EXPECT_EQ(plan->costs.of(0, 2).forward, 5);
    EXPECT_TRUE(isValid(validate(*plan)));
}

TEST(Generate, FollowsTheRanksInWhateverOrderTheyStand) {
    Plan problem = *problemOf({.ranks = 4, .microbatches = 8});
    problem.schedule.placement.directions = {{2, 0, 1, 3}};
    for (const Generator& generator : generators()) {
        const auto plan = generate(generator.name, problem);
        ASSERT_TRUE(plan) << generator.name;
        const std::vector<int>& line = plan->schedule.placement.directions[0];
        EXPECT_EQ((std::vector<int>{line.begin(), line.begin() + 4}), (std::vector<int>{2, 0, 1, 3})) << generator.name;
        EXPECT_TRUE(isValid(validate(*plan))) << generator.name;
    }
}

TEST(Generate, RefusesWhatIsTooLargeInWords) {
    EXPECT_EQ(generate("1f1b", *problemOf({.ranks = 4096, .microbatches = 1048576})).error().message,
              "4096 stages and 1048576 microbatches make 12884901888 ops; at most 16777216 are made");
    EXPECT_EQ(generate("1f1b", *problemOf({.ranks = 128, .microbatches = 40000})).error().message,
              "128 stages with 40000 microbatches are more than the 4194304 pairs that fit a file");
    EXPECT_EQ(generate("1f1b", *problemOf({.forward = std::numeric_limits<Time>::max() / 3})).error().where, "costs");
    EXPECT_EQ(generate("1f1b", Plan{}).error().message, "the problem has no stages to order");
    Plan problem = *problemOf({});
    problem.schedule.microbatches = 0;
    EXPECT_EQ(generate("1f1b", problem).error().message, "the problem has no microbatches to order");
}

TEST(Generate, RefusesProblemsThatDoNotHoldTogether) {
    EXPECT_EQ(generate("zb-auto", Plan{.schedule = {.placement = linear(2), .microbatches = 2}}).error().message,
              "the problem does not say rank, costs and memory of every stage");
    Plan problem = *problemOf({});
    problem.schedule.placement.directions[0][1] = 4;
    EXPECT_FALSE(generate("zb-auto", problem));
    problem = *problemOf({});
    problem.costs.stages[0][2].backwardInput = -1;
    EXPECT_EQ(generate("zb-auto", problem).error().message, "the times of stage 2 must not be negative");
    problem = *problemOf({});
    problem.memory.stages[0][1].backwardWeight = 0;
    EXPECT_EQ(generate("zb-auto", problem).error().message,
              "B and W of stage 1 must free what F allocates, no more and no less");
}
