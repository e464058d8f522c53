// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/made_title.h"

#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/model/title.h"

#include <gtest/gtest.h>

#include <utility>

namespace lanewright {
namespace {

Plan made(const char* generator, int ranks, int microbatches) {
    return *generate(generator, *problemOf({.ranks = ranks, .microbatches = microbatches}));
}

/// The last two blocks of the first rank in each other's place.
Plan edited(Plan plan) {
    Row& row = plan.schedule.order.front();
    std::swap(row[row.size() - 1], row[row.size() - 2]);
    return plan;
}

TEST(MadeTitle, IsThatOfAGeneratorASearchOrAnImportAndNoPersons) {
    for (const Generator& generator : generators())
        EXPECT_TRUE(title::isMade(titleOf(generator, 4, 8))) << generator.title;
    for (const char* words : {"Solved for period, 4 ranks, 8 microbatches", "PyTorch schedule, 1 rank, 1 microbatch",
                              "ZB-H1, 4 ranks, 8 microbatches, edited", "Chimera, 4 ranks, 8 microbatches, cut in half",
                              "ZBV, fixed form, 4 ranks, 8 microbatches, re-placed"})
        EXPECT_TRUE(title::isMade(title::read(words))) << words;
    for (const char* words : {"", "Mine", "ZB-H1", "Mine, untied", "Mine, 4 ranks", "Tiny GPT", "Tiny GPT, 2 replicas",
                              "ZB-H1 for the paper", "ZB-H1, as Qi et al. drew it, 4 ranks"})
        EXPECT_FALSE(title::isMade(title::read(words))) << words;
}

TEST(MadeTitle, OfWhatASearchFoundIsThatOfTheOrderThatItIs) {
    Plan plan = made("zb-h1", 4, 8);
    plan.title = made("gpipe", 4, 8).title;
    EXPECT_EQ(title::ofSolved(plan, Objective::Period), "ZB-H1, 4 ranks, 8 microbatches");
    plan.title = {};
    EXPECT_EQ(title::ofSolved(plan, Objective::Period), "ZB-H1, 4 ranks, 8 microbatches");
    EXPECT_EQ(title::ofSolved(edited(plan), Objective::Makespan), "Solved for makespan, 4 ranks, 8 microbatches");
    EXPECT_EQ(title::ofSolved(edited(plan), Objective::LongestSpan),
              "Solved for longest span, 4 ranks, 8 microbatches");
    plan.title = "Ours";
    EXPECT_EQ(title::ofSolved(edited(plan), Objective::Period), "Ours");
}

TEST(MadeTitle, OfAnOrderOfManyOpsIsThatOfTheGeneratorWhichTheSearchNames) {
    Plan plan = made("zb-h1", 64, 128);
    plan.title = {};
    EXPECT_EQ(title::ofSolved(plan, Objective::Makespan, "zb-h1"), "ZB-H1, 64 ranks, 128 microbatches");
    EXPECT_EQ(title::ofSolved(plan, Objective::Makespan), "Solved for makespan, 64 ranks, 128 microbatches");
}

TEST(MadeTitle, SaysOnceThatTheOrderWasEditedAndFindsItsNameAgain) {
    const Plan plan = made("zb-h1", 4, 8);
    Plan changed = edited(plan);
    changed.title = title::ofEdited(changed);
    EXPECT_EQ(changed.title, "ZB-H1, 4 ranks, 8 microbatches, edited");
    EXPECT_EQ(title::ofEdited(changed), changed.title);
    EXPECT_EQ(title::ofEdited(edited(changed)), plan.title);
    Plan swapped = plan;
    std::swap(swapped.schedule.order[0][1], swapped.schedule.order[0][2]);
    EXPECT_EQ(swapped.schedule.order[0][1].op.microbatch, 2);
    EXPECT_EQ(title::ofEdited(swapped), changed.title) << "microbatches that change places on one rank";
    Plan other = made("gpipe", 4, 8);
    other.title = changed.title;
    EXPECT_EQ(title::ofEdited(other), "GPipe, 4 ranks, 8 microbatches");
    changed.title = "Ours";
    EXPECT_EQ(title::ofEdited(changed), "Ours");
}

} // namespace
} // namespace lanewright
