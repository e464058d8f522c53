// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/torchtitan.h"
#include "core/planner/layout_string.h"
#include "tests/support/random_plan.h"

#include <gtest/gtest.h>

#include <numeric>

namespace lanewright::test {
namespace {

LayeredModel gptOf(int layers) {
    return layersOfGpt({.layers = layers, .width = 64, .heads = 2, .context = 32}, {.microbatches = 2});
}

TEST(Layout, IsReadWithItsRepeats) {
    const Result<std::vector<std::string>> stages = stagesFromLayout("Et*3|(tt|)*3,t|L");
    ASSERT_TRUE(stages) << stages.error().message;
    EXPECT_EQ(*stages, (std::vector<std::string>{"Ettt", "tt", "tt", "tt", "t", "L"}));
    EXPECT_EQ(*stagesFromLayout("E||t|L"), (std::vector<std::string>{"E", "", "t", "L"}));
    EXPECT_EQ(*stagesFromLayout(""), (std::vector<std::string>{""}));
}

TEST(Layout, IsWrittenWithRepeatsAndComesBackTheSame) {
    EXPECT_EQ(layoutOf({"Ettt", "tt", "tt", "tt", "t", "L"}), "Et*3|(tt|)*3t|L");
    EXPECT_EQ(layoutOf({"Et", "tL"}), "Et|tL");
    EXPECT_EQ(layoutOf({"tt", "tt", "tt"}), "(tt|)*2tt");
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Dice dice(seed);
        std::vector<std::string> stages(static_cast<std::size_t>(dice.roll(1, 8)));
        for (std::string& stage : stages)
            stage = std::string(static_cast<std::size_t>(dice.roll(0, 4)), 't');
        stages.front().insert(0, "E");
        stages.back() += "L";
        const Result<std::vector<std::string>> again = stagesFromLayout(layoutOf(stages));
        ASSERT_TRUE(again) << layoutOf(stages);
        EXPECT_EQ(*again, stages);
    }
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
    const Result<Partition> partition = partitionFromLayout("Et|tt|t|ttL", model, row, Shape::V);
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
        return partitionFromLayout(layout, model, row, Shape::V).error().message.text();
    };
    EXPECT_EQ(wrong("Et|t*4|tL"), "a V has an even number of stages, 4 or more, and the layout has 3");
    EXPECT_EQ(wrong("Et*3|t*3L"), "a V has an even number of stages, 4 or more, and the layout has 2");
    EXPECT_EQ(wrong("E|t|t|t|t|t|t|L"), "the layout has 8 stages for 3 devices");
}

TEST(Layout, SaysWhatIsWrongAndWhere) {
    const auto wrong = [](std::string_view layout) {
        const Result<Partition> partition = partitionFromLayout(layout, gptOf(2), std::vector{0, 1});
        return partition ? "" : partition.error().where.text() + ": " + partition.error().message.text();
    };
    EXPECT_EQ(wrong("Ex"), "character 2: a layout is made of E, t, L, |, ( ), commas and *number");
    EXPECT_EQ(wrong("Et|m"), "character 4: m: there are no layers of multi-token prediction here");
    EXPECT_EQ(wrong("E(t"), "character 4: a ( is not closed");
    EXPECT_EQ(wrong("E)"), "character 2: a ) closes nothing");
    EXPECT_EQ(wrong("E((t))"), "character 3: a pattern holds no other pattern");
    EXPECT_EQ(wrong("Et*"), "character 4: after * there must be a number above 0");
    EXPECT_EQ(wrong("E|t|tL"), ": the layout has 3 stages for 2 devices");
    EXPECT_EQ(wrong("|EttL"), ": stage 0 of the layout is empty");
    EXPECT_EQ(wrong("Et|t*5L"), ": the model is EttL, but the layout's pieces are Et*6L");
    EXPECT_NE(wrong("(t*60000|)*60000"), "");
}

} // namespace
} // namespace lanewright::test
