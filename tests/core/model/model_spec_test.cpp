// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_spec.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

TEST(ModelSpec, TheSmallModelHasALayerForEveryStage) {
    EXPECT_EQ(smallModel(1).layers, 4);
    EXPECT_EQ(smallModel(4).layers, 4);
    EXPECT_EQ(smallModel(8).layers, 8);
    EXPECT_EQ(smallModel(64).layers, 64);
}

TEST(ModelSpec, IsFittedToTheStagesAndElseLeftAlone) {
    const ModelSpec cut{.layers = 6, .width = 32, .layersPerStage = {2, 4}};
    EXPECT_EQ(fittedTo(cut, 2), cut);
    EXPECT_EQ(fittedTo(cut, 3), (ModelSpec{.layers = 6, .width = 32}));
    EXPECT_EQ(fittedTo(cut, 8), (ModelSpec{.layers = 8, .width = 32}));
    // A cut of so many stages that is not one of so many layers helps nobody.
    EXPECT_EQ(fittedTo({.layers = 7, .layersPerStage = {2, 4}}, 2), (ModelSpec{.layers = 7}));
}

} // namespace
} // namespace lanewright
