// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"
#include "core/edit/pattern.h"
#include "core/model/text.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Schedule fused() {
    return {.placement = linear(2), .microbatches = 2, .order = rows(R"(
        F0.0 F0.1 BW0.0 BW0.1
        F1.0 BW1.0 F1.1 BW1.1
    )")};
}

std::vector<Row> drawn(std::string_view text) { return rows(text); }

} // namespace

TEST(SplitAll, CutsEveryBackwardOfTheOpsAndNoOther) {
    const auto next = splitAll(fused(), {op("BW0.0"), op("BW1.1"), op("F0.0")});
    ASSERT_TRUE(next);
    EXPECT_EQ(next->first.order, drawn("F0.0 F0.1 B0.0 W0.0 BW0.1\nF1.0 BW1.0 F1.1 B1.1 W1.1"));
    EXPECT_EQ(next->second, (std::set<Op>{op("B0.0"), op("W0.0"), op("B1.1"), op("W1.1")}));
    EXPECT_EQ(splitAll(fused(), {op("F0.0")}).error().message, "there is no BW among the blocks that could be split");
}

TEST(SplitAll, LeavesTheForwardOfAPairWithB) {
    Schedule pairs = fused();
    pairs.order[0] = {{.op = op("F0.0")}, {.op = op("F0.1"), .paired = op("BW0.0"), .gap = 5}, {.op = op("BW0.1")}};
    const auto next = splitAll(pairs, {op("BW0.0")}, /*weightParts=*/2);
    ASSERT_TRUE(next);
    ASSERT_EQ(next->first.order[0].size(), 5U);
    EXPECT_EQ(next->first.order[0][1], (Block{.op = op("F0.1"), .paired = op("B0.0"), .gap = 5}));
    EXPECT_EQ(next->first.order[0][3].op.part, 1);
}

TEST(FuseAll, TakesBackWhatWasSplit) {
    const auto split = splitAll(fused(), {op("BW0.0"), op("BW0.1"), op("BW1.0")});
    ASSERT_TRUE(split);
    // One half of each is enough to name it.
    const auto back = fuseAll(split->first, {op("B0.0"), op("W0.1"), op("B1.0"), op("W1.0")});
    ASSERT_TRUE(back);
    EXPECT_EQ(back->first, fused());
    EXPECT_EQ(back->second, (std::set<Op>{op("BW0.0"), op("BW0.1"), op("BW1.0")}));
    EXPECT_FALSE(fuseAll(fused(), {op("BW0.0")}));
    EXPECT_FALSE(fuseAll(removeOps(split->first, {op("W0.0")}), {op("B0.0")})) << "its W lies in the tray";
}

TEST(Stamps, OfABackwardInOneTakeThePlaceOfItsHalves) {
    const auto split = splitAll(fused(), {op("BW0.1")});
    ASSERT_TRUE(split);
    const auto stamped = stampPattern(split->first, {op("BW0.0")});
    ASSERT_TRUE(stamped);
    EXPECT_EQ(stamped->schedule, fused());
    const auto pasted = orderFromText(fused(), orderToText(split->first, {op("B0.1"), op("W0.1")}, 1), 1);
    ASSERT_TRUE(pasted);
    EXPECT_EQ(pasted->schedule.order[0], drawn("F0.0 F0.1 BW0.0 B0.1 W0.1\nF1.0").front());
}

TEST(CutWeights, PutsThePartsWhereTheWStood) {
    Schedule halves = fused();
    halves.order = rows(R"(
        F0.0 F0.1 B0.0 W0.0 BW0.1
        F1.0 B1.0 F1.1 BW1.1 W1.0
    )");
    halves.order[1][4].gap = 3;
    const auto cut = cutWeights(halves, 1, 2);
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->order[0], drawn("F0.0 F0.1 B0.0 W0.0/0 W0.0/1 BW0.1")[0]);
    EXPECT_EQ(cut->order[1][4], (Block{.op = op("W1.0/0"), .gap = 3}));
    EXPECT_EQ(cut->order[1][5], (Block{.op = op("W1.0/1")}));
    EXPECT_EQ(cutWeights(*cut, 2, 4)->order[0], drawn("F0.0 F0.1 B0.0 W0.0/0 W0.0/1 W0.0/2 W0.0/3 BW0.1")[0]);
    EXPECT_EQ(cutWeights(*cut, 2, 3).error().message,
              "each W is in 2 parts already; these can be cut into a multiple, not into 3");
    EXPECT_EQ(*cutWeights(fused(), 2, 3), fused()) << "without a W there is none to be cut";
}
