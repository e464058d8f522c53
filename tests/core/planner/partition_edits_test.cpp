// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/model_json.h"
#include "core/planner/partition_edits.h"
#include "core/planner/planner.h"
#include "core/planner/shape.h"
#include "core/planner/stand_in.h"
#include "tests/core/planner/random_problems.h"
#include "tests/support/random_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

namespace lanewright::test {
namespace {

const Partition kThree = {{0, 2, {0}}, {2, 5, {1}}, {5, 6, {3, 4}}};

TEST(PartitionEdits, MoveACutNoFurtherThanItsNeighboursAllow) {
    EXPECT_EQ(withCutAt(kThree, 0, 4)[0].end, 4);
    EXPECT_EQ(withCutAt(kThree, 0, 4)[1].first, 4);
    EXPECT_EQ(withCutAt(kThree, 0, 9)[0].end, 4) << "stage 1 keeps a layer";
    EXPECT_EQ(withCutAt(kThree, 0, -3)[0].end, 1);
    EXPECT_EQ(withCutAt(kThree, 1, 5), kThree);
}

TEST(PartitionEdits, TradePlacesWhereADeviceHasAStageAlready) {
    EXPECT_EQ(withPartOn(kThree, 0, 1), (Partition{{0, 2, {1}}, {2, 5, {0}}, {5, 6, {3, 4}}}));
    EXPECT_EQ(withPartOn(kThree, 0, 2), (Partition{{0, 2, {2}}, {2, 5, {1}}, {5, 6, {3, 4}}}));
    EXPECT_EQ(withPartOn(kThree, 0, 4), (Partition{{0, 2, {4}}, {2, 5, {1}}, {5, 6, {3, 0}}}));
    EXPECT_EQ(withPartOn(kThree, 2, 4), kThree) << "it is there already";
}

TEST(PartitionEdits, SplitAndJoinRanks) {
    const Partition split = withRankSplit(kThree, 1, std::array{3}, 2);
    EXPECT_EQ(split, (Partition{{0, 2, {0}}, {2, 3, {1}}, {3, 5, {2}}, {5, 6, {3, 4}}}));
    EXPECT_EQ(withRanksJoined(split, 1), kThree);
    EXPECT_EQ(withRankSplit(kThree, 1, std::array{2}, 2), kThree) << "nothing would be left of it";
    EXPECT_EQ(withRankSplit(kThree, 1, std::array{3}, 4), kThree) << "the device has a part";
    EXPECT_EQ(withRanksJoined(kThree, 2), kThree);
}

TEST(PartitionEdits, MoveSplitAndJoinBothPartsOfARankOfAV) {
    const Partition two = {{0, 2, {0}}, {2, 5, {1}}, {5, 8, {1}}, {8, 9, {0}}};
    EXPECT_EQ(withPartOn(two, 3, 2), (Partition{{0, 2, {2}}, {2, 5, {1}}, {5, 8, {1}}, {8, 9, {2}}}));
    EXPECT_EQ(withPartOn(two, 1, 0), (Partition{{0, 2, {1}}, {2, 5, {0}}, {5, 8, {0}}, {8, 9, {1}}}));
    const Partition three = withRankSplit(two, 1, std::array{3, 7}, 4);
    EXPECT_EQ(three, (Partition{{0, 2, {0}}, {2, 3, {1}}, {3, 5, {4}}, {5, 7, {4}}, {7, 8, {1}}, {8, 9, {0}}}));
    EXPECT_EQ(withRanksJoined(three, 1), two);
    EXPECT_EQ(withRanksJoined(three, 0), (Partition{{0, 3, {0}}, {3, 5, {4}}, {5, 7, {4}}, {7, 9, {0}}}));
    EXPECT_EQ(withRanksJoined(two, 0), two) << "on one rank it would be no V";
    EXPECT_EQ(withRankSplit(two, 0, std::array{1, 8}, 4), two) << "its last part has one layer alone";
    EXPECT_EQ(shapeOf(two), Shape::V);
    EXPECT_EQ(rankOf(two, 3), 0);
    EXPECT_EQ(devicesOf(two), 2);
    EXPECT_EQ(shapeOf(kThree), Shape::Linear);
}

/// Whatever is done by hand, every layer stays in one part and every device on one rank.
TEST(PartitionEdits, KeepEveryLayerInOnePartWhateverIsDone) {
    Dice dice(3);
    for (const Partition& start : {kThree, Partition{{0, 1, {0}}, {1, 3, {1}}, {3, 5, {1}}, {5, 6, {0}}}}) {
        Partition partition = start;
        for (int edit = 0; edit < 400; ++edit) {
            const int part = dice.roll(0, static_cast<int>(partition.size()) - 1);
            const int rank = rankOf(partition, part);
            switch (dice.roll(0, 3)) {
            case 0:
                if (part + 1 < static_cast<int>(partition.size()))
                    partition = withCutAt(partition, part, dice.roll(-1, 7));
                break;
            case 1: partition = withPartOn(partition, part, dice.roll(0, 5)); break;
            case 2:
                partition =
                    withRankSplit(partition, rank, std::array{dice.roll(0, 6), dice.roll(0, 6)}, dice.roll(0, 5));
                break;
            default: partition = withRanksJoined(partition, rank);
            }
            int layer = 0;
            std::map<int, int> ranks;
            for (int at = 0; at < static_cast<int>(partition.size()); ++at) {
                const Part& each = partition[static_cast<std::size_t>(at)];
                ASSERT_EQ(each.first, layer);
                ASSERT_GT(each.end, each.first);
                layer = each.end;
                for (const int device : each.devices)
                    ASSERT_EQ(ranks.try_emplace(device, rankOf(partition, at)).first->second, rankOf(partition, at));
            }
            ASSERT_EQ(layer, 6);
            ASSERT_EQ(shapeOf(partition), shapeOf(start));
        }
    }
}

TEST(PartitionEdits, CarryOverByNameAndSayWhichStageCannot) {
    const Cluster before = randomCluster(1, 5);
    Cluster after = before;
    after.devices.erase(after.devices.begin() + 2);
    const Result<Partition> carried = carriedOver(kThree, before, after);
    ASSERT_TRUE(carried);
    EXPECT_EQ((*carried)[2].devices, (std::vector<int>{2, 3}));
    after.devices.erase(after.devices.begin() + 1);
    const Result<Partition> lost = carriedOver(kThree, before, after);
    ASSERT_FALSE(lost);
    EXPECT_EQ(lost.error().message, "stage 1 was on d1, which is not there");
}

TEST(StandIn, IsCutLikeThePlanAndSlowEnoughToPace) {
    const ModelPreset& preset = modelPresets().front();
    const LayeredModel model = preset.make();
    Cluster cluster{.kinds = {{"fast", 1e12, 1e12, 1e12, 1, Bytes{8} << 30, 0.1}}, .joints = {"host"}};
    for (int device = 0; device < 3; ++device) {
        cluster.devices.push_back({"d" + std::to_string(device), 0});
        cluster.wires.push_back({device, 3, 1e9, 1'000, false});
    }
    const Pricing pricing(model, cluster);
    const Result<Candidate> plan = ordered(pricing, {{0, 4, {0}}, {4, 8, {1}}, {8, 14, {2}}}, CutMethod::Given);
    ASSERT_TRUE(plan);
    const ModelSpec standIn = standInFor(plan->plan);
    EXPECT_EQ(standIn.layers, 12);
    EXPECT_EQ(standIn.layersPerStage, (std::vector<int>{3, 4, 5}));
    EXPECT_LT(standIn.width, model.gpt->width);
    const int factor = paceStretchOf(plan->plan);
    Time shortest = plan->plan.costs.of(0, 0).forward;
    for (int stage = 0; stage < 3; ++stage)
        for (const Time time : {plan->plan.costs.of(0, stage).forward, plan->plan.costs.of(0, stage).backwardInput,
                                plan->plan.costs.of(0, stage).backwardWeight})
            shortest = std::min(shortest, time);
    EXPECT_GT(factor, 1);
    EXPECT_GE(factor * shortest, 5'000'000);
    EXPECT_LT((factor - 1) * shortest, 5'000'000);
}

TEST(ModelPresets, AreModelsThatCanBePlannedByName) {
    for (const ModelPreset& preset : modelPresets()) {
        const Result<LayeredModel> model = openModel(std::string{preset.name});
        ASSERT_TRUE(model) << preset.name;
        EXPECT_TRUE(model->gpt) << preset.name;
        EXPECT_EQ(model->gpt->width % model->gpt->heads, 0) << preset.name;
        EXPECT_EQ(model->size(), model->gpt->layers + 2) << preset.name;
    }
}

} // namespace
} // namespace lanewright::test
