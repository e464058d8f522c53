// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/coverage_row.h"
#include "app/lanes/lane_covers.h"

#include <gtest/gtest.h>

#include <random>

namespace lanewright::app {
namespace {

constexpr QRgb kPaper = 0xffffffff;
constexpr QRgb kInk[] = {0xff0e48bf, 0xff3bb9d9, 0xffd1f7dd};

/// Blocks of about a thousand ticks, with bubbles between some of them.
PlacedLane randomLane(int blocks) {
    std::mt19937 random(3);
    PlacedLane lane;
    Time at = 5000;
    for (int i = 0; i < blocks; ++i) {
        at += random() % 4 == 0 ? static_cast<Time>(random() % 2000) : 0;
        PlacedBlock block;
        block.op.kind = static_cast<OpKind>(i % 3);
        block.start = at;
        block.end = at += 500 + static_cast<Time>(random() % 1000);
        lane.blocks.push_back(block);
    }
    return lane;
}

std::vector<QRgb> fillsOf(const PlacedLane& lane) {
    std::vector<QRgb> fills;
    fills.reserve(lane.blocks.size());
    for (const PlacedBlock& block : lane.blocks)
        fills.push_back(kInk[static_cast<int>(block.op.kind)]);
    return fills;
}

int farthest(QRgb a, QRgb b) {
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

TEST(LaneCover, DrawsWhatBlocksDrawnOneByOneWouldGive) {
    const PlacedLane lane = randomLane(20'000);
    const std::vector<QRgb> fills = fillsOf(lane);
    const LaneCover cover(lane, fills);
    for (const double ticksPerColumn : {20'000.0, 5'000.0}) {
        ASSERT_TRUE(cover.suits(ticksPerColumn));
        constexpr int kColumns = 800;
        CoverageRow exact(std::vector<QRgb>(kColumns, kPaper));
        const double from = 3000;
        for (std::size_t i = 0; i < lane.blocks.size(); ++i)
            exact.add((static_cast<double>(lane.blocks[i].start) - from) / ticksPerColumn,
                      (static_cast<double>(lane.blocks[i].end) - from) / ticksPerColumn, fills[i], fills[i]);
        exact.finish();
        std::vector<QRgb> row(kColumns, kPaper);
        const std::vector<bool> covered = cover.pour(row, from, ticksPerColumn);
        long sum = 0;
        for (int column = 0; column < kColumns; ++column)
            sum += farthest(row[column], exact.pixels()[column]);
        // Bins do not end where pixels end: columns differ by a few shades, on average by less than a tenth.
        EXPECT_LT(sum / kColumns, 24) << ticksPerColumn;
        EXPECT_TRUE(covered[kColumns / 2]);
    }
}

TEST(LaneCover, LeavesBubblesAndWhatIsBesideTheLaneEmpty) {
    PlacedLane lane = randomLane(4000);
    const Time gap = lane.blocks.back().end / 2;
    for (PlacedBlock& block : lane.blocks)
        if (block.start >= gap) {
            block.start += gap;
            block.end += gap;
        }
    const LaneCover cover(lane, fillsOf(lane));
    const double end = static_cast<double>(lane.blocks.back().end);
    std::vector<QRgb> row(300, kPaper);
    const std::vector<bool> covered = cover.pour(row, -end, 3 * end / 300);
    EXPECT_EQ(row.front(), kPaper);
    EXPECT_EQ(row.back(), kPaper);
    EXPECT_EQ(row[150], kPaper) << "in the bubble";
    EXPECT_FALSE(covered[150]);
    EXPECT_TRUE(covered[110]);
    EXPECT_TRUE(covered[190]);
}

TEST(LaneCover, NamesTheBlocksThatOutlastTheOthers) {
    PlacedLane lane = randomLane(2000);
    PlacedBlock& last = lane.blocks.back();
    last.end = last.start + 100'000;
    EXPECT_EQ(LaneCover(lane, fillsOf(lane)).longest(), (std::vector<int>{1999}));
    EXPECT_TRUE(LaneCover(PlacedLane{}, {}).longest().empty());
}

TEST(LaneCovers, AreMadeOnceForEachPlacingStyleAndTheme) {
    PlacedLanes lanes{.lanes = {randomLane(4000), randomLane(2000)}, .serial = {77}};
    const FlatColours day(Theme::day());
    LaneCovers covers;
    EXPECT_EQ(covers.find(lanes, Theme::day(), BlockStyle::Planned), nullptr);
    const LaneCover* first = covers.of(lanes, 0, BlockStyle::Planned, day);
    EXPECT_EQ(covers.of(lanes, 0, BlockStyle::Planned, day), first);
    EXPECT_EQ(covers.find(lanes, Theme::day(), BlockStyle::Planned)->lanes.at(1), nullptr) << "nobody wants it yet";
    EXPECT_NE(covers.of(lanes, 1, BlockStyle::Planned, day), first);
    EXPECT_NE(covers.of(lanes, 0, BlockStyle::Measured, day), first);
    covers.of(lanes, 0, BlockStyle::Planned, FlatColours(Theme::night()));
    EXPECT_EQ(covers.find(lanes, Theme::day(), BlockStyle::Planned), nullptr) << "one theme is shown";
    lanes.serial.number = 0;
    EXPECT_EQ(covers.of(lanes, 0, BlockStyle::Planned, day), nullptr);
}

TEST(LaneCovers, TakeWhatWasMadeInAdvance) {
    const PlacedLanes lanes{.lanes = {randomLane(4000), randomLane(2000)}, .serial = {78}};
    const PlacingCovers made = coversOf(lanes, Theme::day());
    LaneCovers covers;
    covers.keep(made);
    for (const int rank : {0, 1})
        EXPECT_EQ(covers.of(lanes, rank, BlockStyle::Planned, FlatColours(Theme::day())), made.lanes.at(rank).get());
    for (std::uint64_t serial = 100; serial < 104; ++serial)
        covers.of({.lanes = {randomLane(10)}, .serial = {serial}}, 0, BlockStyle::Planned, FlatColours(Theme::day()));
    EXPECT_EQ(covers.find(lanes, Theme::day(), BlockStyle::Planned), nullptr) << "only the latest stay";
}

TEST(LaneCover, DoesNotSuitBlocksThatCanBeSeen) {
    const PlacedLane lane = randomLane(2000);
    EXPECT_FALSE(LaneCover(lane, fillsOf(lane)).suits(200));
}

} // namespace
} // namespace lanewright::app
