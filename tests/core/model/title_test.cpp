// SPDX-License-Identifier: Apache-2.0
#include "core/model/title.h"

#include "core/edit/fold.h"
#include "core/edit/replicate.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"

#include <gtest/gtest.h>

#include <string>

namespace lanewright {
namespace {

TEST(Title, OfWhatIsGeneratedIsFoundAgainWhole) {
    const Result<Plan> problem = problemOf({.ranks = 4, .microbatches = 8});
    ASSERT_TRUE(problem);
    for (const Generator& generator : generators()) {
        const Result<Plan> plan = generate(generator.name, *problem);
        if (!plan)
            continue;
        for (const Message& title : {plan->title, title::read(plan->title.text())}) {
            EXPECT_EQ(title, plan->title);
            ASSERT_FALSE(title.isPlain()) << title;
            EXPECT_FALSE(title.arguments().at(1).isPlain()) << title;
        }
    }
}

TEST(Title, SaysWhatWasMadeOfAPlan) {
    const Result<Plan> problem = problemOf({.ranks = 4, .microbatches = 8});
    const Result<Plan> chimera = generate("chimera", *problem);
    ASSERT_TRUE(chimera);
    const Result<Plan> half = cutInHalf(*chimera);
    ASSERT_TRUE(half);
    EXPECT_EQ(half->title.arguments().at(1).phrase(), title::kCutInHalf);
    const Result<Plan> twice = replicate(*generate("zb-h1", *problem), 2);
    ASSERT_TRUE(twice);
    const Message& replicas = twice->title.arguments().at(1);
    EXPECT_EQ(replicas.phrase(), title::kReplicas);
    EXPECT_EQ(replicas.count(), 2);
}

TEST(Title, OfReplicasOfReplicasCountsAllOfThem) {
    const Plan plan = *generate("zb-h1", *problemOf({.ranks = 2, .microbatches = 2}));
    EXPECT_EQ(replicate(*replicate(plan, 2), 3)->title, "ZB-H1, 2 ranks, 2 microbatches, 6 replicas");
}

TEST(Title, ThatAPersonGaveOutlivesWhatIsMadeOfThePlan) {
    Plan plan = *generate("1f1b", *problemOf({.ranks = 2, .microbatches = 2}));
    plan.title = "For Monday";
    EXPECT_EQ(replicate(plan, 2)->title, "For Monday");
    Plan chimera = *generate("chimera", *problemOf({.ranks = 2, .microbatches = 2}));
    chimera.title = "For Monday";
    EXPECT_EQ(cutInHalf(chimera)->title, "For Monday");
}

TEST(Title, OfOneIsSaidOfOne) {
    EXPECT_EQ(title::counted(title::kRanks, 1).text(), "1 rank");
    const Message one = title::read("GPipe, 1 rank, 1 microbatch");
    EXPECT_EQ(one.arguments().at(1).count(), 1);
    EXPECT_EQ(one.text(), "GPipe, 1 rank, 1 microbatch");
}

TEST(Title, WithoutAnEndIsNobodysWork) {
    std::string text = "GPipe";
    for (int part = 0; part < 200'000; ++part)
        text += ", untied";
    const Message title = title::read(text);
    EXPECT_TRUE(title.isPlain());
    EXPECT_EQ(title.text(), text);
}

TEST(Title, ThatAPersonWroteStaysAsItIs) {
    for (const char* title : {"", "My schedule", "My schedule, for Monday", "Lesson 3, 4 ranks, with gaps",
                              "Lesson 3, for Monday, 4 ranks", "4 ranks of soldiers"})
        EXPECT_TRUE(title::read(title).isPlain()) << title;
    EXPECT_FALSE(title::endsIn("Mine, untied", title::kUntied)) << "only files are read";
    EXPECT_EQ(title::with("", "4 ranks"), "4 ranks");
    EXPECT_EQ(title::with("Mine", say(title::kUntied)), "Mine, untied");
}

} // namespace
} // namespace lanewright
