// SPDX-License-Identifier: Apache-2.0
#include "core/planner/layout_string.h"

#include "core/check/validate.h"
#include "core/model/layout/layout_text.h"
#include "core/planner/input/torchtitan.h"
#include "core/planner/planner.h"
#include "core/simulate/simulate.h"
#include "tests/core/planner/random_problems.h"

#include <gtest/gtest.h>

#include <numeric>

namespace lanewright::test {
namespace {

LayeredModel gptOf(int layers, int mtp = 0, int microbatches = 2) {
    return layersOfGpt({.layers = layers, .width = 64, .heads = 2, .context = 32},
                       {.microbatches = microbatches, .mtp = {.layers = mtp}});
}

std::vector<int> layoutRow(int count) {
    std::vector<int> row(static_cast<std::size_t>(count));
    std::iota(row.begin(), row.end(), 0);
    return row;
}

TEST(Layout, BecomesAPartitionAndBack) {
    const LayeredModel model = gptOf(6);
    const std::vector<int> row = {2, 0, 1};
    const Result<Partition> partition = partitionFromLayout("Et|t*4|tL", model, row);
    ASSERT_TRUE(partition) << partition.error().message;
    EXPECT_EQ(*partition, (Partition{{0, 2, {2}}, {2, 6, {0}}, {6, 8, {1}}}));
    EXPECT_EQ(layoutOf(*lettersOf(model, *partition)), "Et|t*4|tL");
}

TEST(Layout, BecomesAVOnHalfAsManyDevicesAndCannotSayIt) {
    const LayeredModel model = gptOf(6);
    const std::vector<int> row = {2, 0, 1};
    const Result<Partition> partition = partitionFromLayout("Et|tt|t|ttL", model, row, {Shape::V});
    ASSERT_TRUE(partition) << partition.error().message;
    EXPECT_EQ(*partition, (Partition{{0, 2, {2}}, {2, 4, {0}}, {4, 5, {0}}, {5, 8, {2}}}));
    EXPECT_EQ(layoutFor(model, *partition).error().message,
              "a layout puts stage i on rank i mod 2, so it can't say a V");
    EXPECT_EQ(*torchtitanFlags(model, *partition),
              "--parallelism.pipeline_parallel_degree 2 --training.local_batch_size 2 "
              "--parallelism.pipeline_parallel_microbatch_size 1 --training.disable_cuda_graphs "
              "--parallelism.pipeline_parallel_schedule ZBVZeroBubble --parallelism.module_fqns_per_model_part "
              "'[[\"tok_embeddings\", \"layers.0\"], [\"layers.1\", \"layers.2\"], [\"layers.3\"], "
              "[\"layers.4\", \"layers.5\", \"norm\", \"lm_head\"]]'");
    const auto wrong = [&](std::string_view layout) {
        return partitionFromLayout(layout, model, row, {Shape::V}).error().message.text();
    };
    EXPECT_EQ(wrong("Et|t*4|tL"), "a V has an even number of stages, 4 or more, and the layout has 3");
    EXPECT_EQ(wrong("Et*3|t*3L"), "a V has an even number of stages, 4 or more, and the layout has 2");
    EXPECT_EQ(wrong("E|t|t|t|t|t|t|L"), "the layout has 8 stages for 3 devices");
}

TEST(Layout, OfMoreStagesThanDevicesGoesAroundThem) {
    const LayeredModel model = gptOf(6);
    const std::vector<int> row = {2, 0, 1};
    const Result<Partition> partition = partitionFromLayout("Et|t|t|t|t|tL", model, row);
    ASSERT_TRUE(partition) << partition.error().message;
    EXPECT_EQ(shapeOf(*partition), Shape::Loop);
    EXPECT_EQ(ranksOf(*partition), 3);
    EXPECT_EQ(chunksOf(*partition), 2);
    EXPECT_EQ(partsOn(*partition, 1), (std::vector{1, 4}));
    EXPECT_EQ(partition->at(4).devices, std::vector{0});
    EXPECT_EQ(placementOf(*partition), looped(3, 6));
    EXPECT_EQ(*layoutFor(model, *partition), "Et|(t|)*4tL");
    // By the number of chunks the same stages lie on fewer devices.
    const Result<Partition> onTwo = partitionFromLayout("Et|t|t|t|t|tL", model, row, {{}, 3});
    ASSERT_TRUE(onTwo) << onTwo.error().message;
    EXPECT_EQ(placementOf(*onTwo), looped(2, 6));
    EXPECT_NE(torchtitanFlags(model, *onTwo)->find("Interleaved1F1B"), std::string::npos);
    const auto wrong = [&](std::string_view layout, const LayoutPlacement& placement) {
        return partitionFromLayout(layout, model, row, placement).error().message.text();
    };
    EXPECT_EQ(wrong("Et|t|t|tt|tL", {}), "the layout has 5 stages for 3 devices");
    EXPECT_EQ(wrong("Et|t|t|t|t|t|L", {}), "the layout has 7 stages, which 3 devices can't share evenly");
    EXPECT_EQ(wrong("Et|t|t|tt|tL", {{}, 2}), "the layout's 5 stages can't be 2 on each device");
    EXPECT_EQ(wrong("Et|t|t|t|t|tL", {{}, 6}), "all 6 stages of the layout would be on one device");
    EXPECT_EQ(wrong("Et|tt|tttL", {Shape::Loop, {}}),
              "the layout's 3 stages are no loop on 3 devices, which has several "
              "on each");
}

/// Each is planned on its ranks: the order is valid, simulates, and holds the stages that were asked for.
TEST(Layout, ThatWasPublishedIsPlannedAndComesBack) {
    struct Published {
        const char* layout;
        int ranks, blocks, mtp;
    };
    for (const auto& [layout, ranks, blocks, mtp] :
         {Published{"Et|(tt|)*30L", 16, 61, 0}, Published{"Et*4|(t*4|)*14tmL", 4, 61, 1},
          Published{"Et*4|(t*7|)*5t*8|tmL", 2, 48, 1}, Published{"Et*2|(t*2|)*34,t*3|(t*2|)*3,tL", 8, 80, 0},
          Published{"E|(tt|)*28t|t|L", 16, 58, 0}, Published{"E(|tt)*30,|mL", 16, 60, 1},
          Published{"Et*15|t*15|t*16|t*15L", 4, 61, 0}, Published{"Et*8|(t*8|)*6t*5L", 8, 61, 0},
          Published{"Et*12|t*11|t*11|t*11L", 4, 45, 0}}) {
        const LayeredModel model = gptOf(blocks, mtp, 16);
        const Cluster cluster = equalDevices(ranks);
        const Result<Partition> partition = partitionFromLayout(layout, model, layoutRow(ranks));
        ASSERT_TRUE(partition) << layout << ": " << partition.error().message;
        const std::vector<std::string> stages = *stagesFromLayout(layout);
        const Result<Candidate> candidate = ordered(Pricing(model, cluster), *partition, CutMethod::Given);
        ASSERT_TRUE(candidate) << layout << ": " << candidate.error().message;
        const Plan& plan = candidate->plan;
        EXPECT_EQ(plan.schedule.placement, looped(ranks, static_cast<int>(stages.size()))) << layout;
        EXPECT_TRUE(isValid(validate(plan))) << layout;
        EXPECT_GT(extentOf(simulate(plan.schedule, plan.costs)).length(), 0) << layout;
        EXPECT_EQ(plan.model->layersPerStage, countIn(stages, 't')) << layout;
        EXPECT_EQ(plan.model->layout.empty(), mtp == 0) << layout;
        const Result<std::string> again = layoutFor(model, *partition);
        ASSERT_TRUE(again) << layout << ": " << again.error().message;
        EXPECT_EQ(*stagesFromLayout(*again), stages) << layout;
    }
}

TEST(Layout, WithAnEmptyStageCostsItsTransfersAlone) {
    const LayeredModel model = gptOf(3);
    const Cluster cluster = equalDevices(2);
    const Result<Partition> partition = partitionFromLayout("Et||tt|L", model, layoutRow(2));
    ASSERT_TRUE(partition) << partition.error().message;
    EXPECT_EQ(partition->at(1), (Part{2, 2, {1}}));
    const Plan problem = Pricing(model, cluster).problem(*partition);
    EXPECT_EQ(problem.costs.of(0, 1).forward, 0);
    EXPECT_EQ(problem.memory.of(0, 1), StageMemory{});
    EXPECT_GT(problem.costs.transfer.between(0, 1), 0);
    EXPECT_EQ(problem.model->layersPerStage, (std::vector{1, 0, 2, 0}));
    EXPECT_TRUE(ordered(Pricing(model, cluster), *partition, CutMethod::Given));
    EXPECT_EQ(*layoutFor(model, *partition), "Et||tt|L");
}

/// Of its own a block and a head; the file may say other amounts.
TEST(Layout, HasMtpWithACostOfItsOwn) {
    const LayeredModel model = gptOf(2, 2);
    ASSERT_EQ(model.size(), 6);
    const Layer& block = model.layers[2];
    const Layer& mtp = model.layers[3];
    const Layer& head = model.layers.back();
    EXPECT_EQ(mtp.letter, 'm');
    EXPECT_EQ(mtp.work, block.work + head.work);
    EXPECT_EQ(mtp.fixed, block.fixed + head.fixed);
    EXPECT_EQ(mtp.blocks, 0);
    EXPECT_EQ(mtp.boundary, 2 * block.boundary) << "its own row and that of the blocks";
    EXPECT_EQ(model.layers[4].boundary, 3 * block.boundary);
    const LayeredModel light = layersOfGpt({.layers = 2, .width = 64, .heads = 2, .context = 32},
                                           {.mtp = {.layers = 1, .blocks = 0.5, .heads = 0}});
    EXPECT_EQ(light.layers[3].work.forward, block.work.forward / 2);
    EXPECT_EQ(light.layers[3].activation, block.activation / 2);
    EXPECT_EQ(torchtitanFlags(model, {{0, 6, {0}}}).error().message,
              "TorchTitan has no layers of multi-token prediction");
    // A plan may spread it, but Megatron would refuse the layout.
    const Result<Partition> spread = partitionFromLayout("Et|t|m|mL", model, layoutRow(4));
    ASSERT_TRUE(spread) << spread.error().message;
    EXPECT_EQ(layoutFor(model, *spread).error().message, "Megatron has all of MTP in one stage");
}

TEST(Layout, SaysWhatIsWrongAndWhere) {
    const auto wrong = [](std::string_view layout) {
        const Result<Partition> partition = partitionFromLayout(layout, gptOf(2), std::vector{0, 1});
        return partition ? "" : partition.error().where.text() + ": " + partition.error().message.text();
    };
    EXPECT_EQ(wrong("Ex"), "character 2: a layout is made of E, t, m, L, |, ( ), commas and *number");
    EXPECT_EQ(wrong("E|t|tL"), ": the layout has 3 stages for 2 devices");
    EXPECT_EQ(wrong("|EttL"), ": stage 0 of the layout is empty");
    EXPECT_EQ(wrong("EttL|"), ": stage 1 of the layout is empty");
    EXPECT_EQ(wrong("Et|t*5L"), ": the model is EttL, but the layout's pieces are Et*6L");
    EXPECT_EQ(wrong("Et|tmL"), ": the model is EttL, but the layout's pieces are EttmL");
}

} // namespace
} // namespace lanewright::test
