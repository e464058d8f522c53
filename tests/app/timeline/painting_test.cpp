// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/block_layer.h"
#include "app/lanes/coverage_row.h"
#include "app/lanes/lane_chrome.h"
#include "app/lanes/minimap.h"
#include "app/timeline/playback_moment.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/model/text.h"
#include "core/open/open_file.h"
#include "core/simulate/simulate.h"
#include "tests/app/timeline/testdrive.h"
#include "tests/support/repository.h"
#include "tests/support/rows.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>

namespace lanewright::app {
namespace {

using test::op;
using test::unit;

/// How much black there is on white, in columns.
double blackOf(const CoverageRow& row) {
    double black = 0;
    for (const QRgb pixel : row.pixels())
        black += (255 - qRed(pixel)) / 255.0;
    return black;
}

CoverageRow whiteRow(int width) {
    return CoverageRow(std::vector<QRgb>(static_cast<std::size_t>(width), qRgb(255, 255, 255)));
}

TEST(CoverageRow, KeepsTheWeightOfBubblesBetweenBlocksNarrowerThanAPixel) {
    for (const double busy : {0.1, 0.3, 0.5, 0.9}) {
        CoverageRow row = whiteRow(500);
        for (int block = 0; block < 1200; ++block)
            row.add(block * 0.4, block * 0.4 + 0.4 * busy, qRgb(0, 0, 0), qRgb(0, 0, 0));
        row.finish();
        EXPECT_NEAR(blackOf(row), 480 * busy, 480 * 0.01) << busy;
    }
}

TEST(CoverageRow, ShowsALoneNarrowBlockAsFaintlyAsItIsNarrow) {
    CoverageRow row = whiteRow(10);
    row.add(4.5, 4.75, qRgb(0, 0, 0), qRgb(0, 0, 0));
    row.finish();
    EXPECT_NEAR(qRed(row.pixels()[4]), 255 * 0.75, 2);
    EXPECT_EQ(row.pixels()[5], qRgb(255, 255, 255));
}

TEST(CoverageRow, MixesTheColoursThatShareAColumnAndSaysSo) {
    CoverageRow row = whiteRow(10);
    row.add(3, 3.5, qRgb(200, 0, 0), 0);
    row.add(3.5, 4, qRgb(0, 200, 0), 0);
    row.finish();
    EXPECT_NEAR(qRed(row.pixels()[3]), 100, 2);
    EXPECT_NEAR(qGreen(row.pixels()[3]), 100, 2);
    EXPECT_TRUE(row.merges(3));
    EXPECT_FALSE(row.merges(5));
}

TEST(CoverageRow, FillsWideBlocksExactlyAndEndsThemWithASeparator) {
    CoverageRow row = whiteRow(20);
    row.add(-3, 6, qRgb(1, 2, 3), qRgb(9, 9, 9));
    row.add(17, 40, qRgb(1, 2, 3), qRgb(9, 9, 9));
    row.finish();
    EXPECT_EQ(row.pixels()[0], qRgb(1, 2, 3));
    EXPECT_EQ(row.pixels()[5], qRgb(9, 9, 9));
    EXPECT_EQ(row.pixels()[6], qRgb(255, 255, 255));
    EXPECT_EQ(row.pixels()[19], qRgb(1, 2, 3)); // its end is not visible
}

TEST(Painting, ShowsBlocksInTheColourOfTheirKind) {
    TestDrive drive;
    const QImage image = drive.view.viewport()->grab().toImage();
    for (const char* word : {"F0.0", "B1.3", "W3.7"}) {
        const QRectF rect = drive.view.rectOf(op(word));
        ASSERT_TRUE(rect.isValid()) << word;
        const QPoint corner(static_cast<int>(rect.left()) + 4, static_cast<int>(rect.top()) + 6);
        EXPECT_EQ(image.pixelColor(corner), currentTheme().fill(op(word).kind)) << word;
    }
    const QRectF first = drive.view.rectOf(op("F0.3"));
    EXPECT_EQ(image.pixelColor(static_cast<int>(first.right()) + 12, static_cast<int>(first.center().y())),
              currentTheme().surface);
}

/// As a screen shows it that has `scale` pixels where others have one.
QImage paintedAt(QWidget& widget, double scale) {
    QImage image((QSizeF(widget.size()) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    widget.render(&image);
    return image;
}

TEST(Painting, PartsBlocksByALineOnScreensOfOneAndAQuarterToo) {
    TestDrive drive;
    for (const double scale : {1.0, 1.25, 1.5, 2.0}) {
        const QImage image = paintedAt(*drive.view.viewport(), scale);
        int pairs = 0;
        for (const Row& row : drive.document.schedule().order)
            for (std::size_t at = 1; at < row.size(); ++at) {
                const QRectF left = drive.view.rectOf(row[at - 1].op);
                const QRectF right = drive.view.rectOf(row[at].op);
                const int y = static_cast<int>((left.top() + 6) * scale);
                EXPECT_EQ(image.pixelColor(static_cast<int>((right.left() + 4) * scale), y),
                          currentTheme().fill(row[at].op.kind))
                    << toText(row[at].op) << " at " << scale;
                if (right.left() - left.right() > 2)
                    continue; // the rank is idle between them
                ++pairs;
                int bare = 0;
                for (int x = static_cast<int>(left.center().x() * scale); x < right.center().x() * scale; ++x)
                    bare += image.pixelColor(x, y) == currentTheme().surface;
                EXPECT_GE(bare, 1) << toText(row[at].op) << " runs into the one before at " << scale;
                EXPECT_LE(bare, std::ceil(scale)) << toText(row[at].op) << " at " << scale;
            }
        EXPECT_GT(pairs, 20);
    }
}

TEST(Painting, DrawsTheMeasuredBarUnderItsBlock) {
    TestDrive drive;
    const int before = static_cast<int>(drive.view.rectOf(op("F0.0")).height());
    drive.measure(120);
    const QRectF block = drive.view.rectOf(op("F0.0"));
    EXPECT_LT(block.height(), before);
    const QImage image = drive.view.viewport()->grab().toImage();
    const QPoint below(static_cast<int>(block.left()) + 8, static_cast<int>(block.bottom()) + 10);
    EXPECT_EQ(image.pixelColor(below), blockFill(currentTheme(), OpKind::F, 0, BlockStyle::Measured));
    drive.view.setShowMeasured(false);
    EXPECT_EQ(static_cast<int>(drive.view.rectOf(op("F0.0")).height()), before);
}

TEST(Painting, SetsBlocksInErrorApartByARedOutline) {
    TestDrive drive;
    drive.document.apply(QStringLiteral("Break"), *moveBlock(drive.document.schedule(), {3, 1}, 0));
    ASSERT_FALSE(drive.document.analysis().valid);
    const QImage image = drive.view.viewport()->grab().toImage();
    int red = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = TimelineView::headerWidth(); x < image.width(); ++x)
            red += image.pixelColor(x, y) == currentTheme().violation;
    EXPECT_GT(red, 100);
}

TEST(Painting, SurvivesAHundredThousandBlocksAtEveryZoom) {
    TestDrive drive(1200, 700);
    Plan plan{.schedule = {.placement = linear(64), .microbatches = 782}, .costs = test::unitCosts(64)};
    plan.memory = test::unitMemory(64, 64);
    plan.schedule.order.resize(64);
    for (int rank = 0; rank < 64; ++rank)
        for (const OpKind kind : {OpKind::F, OpKind::BW})
            for (int microbatch = 0; microbatch < 782; ++microbatch)
                plan.schedule.order[rank].push_back({{kind, 0, rank, microbatch}});
    drive.document.reset(plan);
    std::size_t blocks = 0;
    for (const PlacedLane& lane : drive.view.placed().lanes)
        blocks += lane.blocks.size();
    EXPECT_GT(blocks, 100000U);
    for (int zoom = 0; zoom < 12; ++zoom) {
        const QImage image = drive.view.viewport()->grab().toImage();
        const QRectF first = drive.view.rectOf(op("F0.700"));
        // Busy from edge to edge, so a pixel above the label is all forward at every zoom.
        const int x = static_cast<int>(first.center().x());
        const QColor seen = image.pixelColor(x, static_cast<int>(first.top()) + 3);
        EXPECT_EQ(seen, currentTheme().fill(OpKind::F)) << zoom << " " << seen.name().toStdString();
        drive.range.zoom(0.5, unit(700) + unit() / 2);
    }
}

TEST(Painting, MarksMergedBlocksOnlyWhereTheyFillSeveralColumns) {
    TestDrive drive(1200, 900);
    const auto wide = problemOf({.ranks = 64, .microbatches = 512});
    ASSERT_TRUE(wide);
    drive.document.reset(*generate("1f1b", *wide));
    const QRgb dot = currentTheme().mutedText.rgb();
    const QRgb bubble = currentTheme().surface.rgb();
    int dots = 0;
    for (int zoom = 0; zoom < 5; ++zoom) {
        const QImage image = drive.view.viewport()->grab().toImage();
        for (int rank = 0; rank < 64; ++rank) {
            const int top = static_cast<int>(drive.view.rectOf(op("F" + std::to_string(rank) + ".0")).top());
            if (top + 1 >= image.height())
                break;
            for (int x = TimelineView::headerWidth(); x + 3 < image.width(); ++x) {
                if (image.pixel(x, top) != dot || image.pixel(x, top + 1) == dot)
                    continue;
                ++dots;
                for (int column = x; column < x + 4; ++column)
                    EXPECT_NE(image.pixel(column, top + 1), bubble) << "rank " << rank << ", column " << column;
            }
        }
        drive.range.zoom(0.6, drive.range.extentEnd());
    }
    EXPECT_GT(dots, 100);
}

TEST(Painting, TakesEveryLaneHeightAndWindowSize) {
    TestDrive drive;
    drive.measure(110);
    for (const int height : {1, 12, 24, 40, 60, 92, 200, 1000})
        for (const QSize size : {QSize(10, 10), QSize(300, 90), QSize(1600, 500)}) {
            drive.view.setLaneHeight(height);
            drive.view.resize(size);
            drive.view.grab();
        }
    drive.document.reset(Plan{});
    drive.view.grab();
    Minimap minimap(drive.document, drive.range);
    minimap.grab();
}

/// ZB-H1 on 4 ranks.
Plan zbH1(int microbatches) { return *generate("zb-h1", *problemOf({.ranks = 4, .microbatches = microbatches})); }

/// How many placings were made so far, and one more.
std::uint64_t countPlacings() { return placePlan({}, {}, {}).serial.number; }

TEST(Painting, PlacesNoBlockASecondTime) {
    TestDrive drive;
    Minimap minimap(drive.document, drive.range);
    const Plan plan = zbH1(500);
    const std::uint64_t before = countPlacings();
    drive.document.reset(plan);
    EXPECT_EQ(&drive.view.placed(), drive.document.sharedLanes().get());
    for (const int width : {1600, 800}) {
        drive.view.resize(width, 400);
        drive.view.grab();
        minimap.resize(width, 44);
        minimap.grab();
    }
    EXPECT_EQ(countPlacings(), before + 2) << "the one that followed from the plan, and this one";
}

TEST(Painting, SharesTheCoversOfLanesWithTheOverview) {
    TestDrive drive;
    drive.document.reset(zbH1(4000));
    Minimap minimap(drive.document, drive.range);
    minimap.share(drive.view.covers());
    minimap.resize(1240, 44);
    minimap.grab();
    const PlacedLanes& lanes = drive.view.placed();
    const PlacingCovers* made = drive.view.covers()->find(lanes, currentTheme(), BlockStyle::Planned);
    ASSERT_NE(made, nullptr);
    const auto shared = made->lanes;
    ASSERT_NE(shared.at(0), nullptr);
    drive.range.fit();
    drive.view.grab();
    EXPECT_EQ(drive.view.covers()->find(lanes, currentTheme(), BlockStyle::Planned)->lanes, shared);
}

TEST(Painting, DrawsTheOverviewOfManyBlocksAsThatOfFew) {
    TestDrive drive;
    const auto overview = [&](int microbatches) {
        Plan plan{.schedule = {.placement = linear(1), .microbatches = microbatches}, .costs = test::unitCosts(1)};
        plan.memory = test::unitMemory(1, 1);
        plan.schedule.order.resize(1);
        for (const OpKind kind : {OpKind::F, OpKind::BW})
            for (int microbatch = 0; microbatch < microbatches; ++microbatch)
                plan.schedule.order[0].push_back({{kind, 0, 0, microbatch}});
        drive.document.reset(plan);
        Minimap minimap(drive.document, drive.range);
        minimap.resize(1240, 44);
        return minimap.grab().toImage();
    };
    const QImage few = overview(50);
    const QImage many = overview(10'000);
    const auto farthest = [](const QColor& a, const QColor& b) {
        return std::max({std::abs(a.red() - b.red()), std::abs(a.green() - b.green()), std::abs(a.blue() - b.blue())});
    };
    for (const int x : {200, 400, 600, 750, 900, 1100})
        EXPECT_LE(farthest(few.pixelColor(x, 22), many.pixelColor(x, 22)), 4) << x;
    EXPECT_GT(farthest(many.pixelColor(400, 22), many.pixelColor(1000, 22)), 20) << "F, then BW";
}

TEST(Painting, DrawsBarsOfAnotherOrderPaleAndSaysSo) {
    TestDrive drive;
    drive.measure(120);
    EXPECT_EQ(drive.view.barsNote(), QString());
    const auto barColour = [&] {
        const QRectF block = drive.view.rectOf(op("F0.0"));
        const QImage image = drive.view.viewport()->grab().toImage();
        const Canvas canvas = drive.view.canvas();
        std::set<QRgb> seen;
        for (int x = static_cast<int>(block.left()) + 6; x < static_cast<int>(block.left()) + 16; ++x)
            seen.insert(image.pixel(x, canvas.geometry.barTop(0) + canvas.geometry.barHeight() / 2));
        return seen;
    };
    const QRgb bar = blockFill(currentTheme(), OpKind::F, 0, BlockStyle::Measured).rgb();
    EXPECT_TRUE(barColour().contains(bar));
    drive.document.apply(QStringLiteral("Move"), *moveBlock(drive.document.schedule(), {3, 1}, 3));
    ASSERT_TRUE(drive.document.runIsOfAnotherOrder());
    EXPECT_FALSE(barColour().contains(bar));
    EXPECT_FALSE(drive.view.barsNote().isEmpty());
    drive.view.setShowMeasured(false);
    EXPECT_EQ(drive.view.barsNote(), QString());
    drive.view.setShowMeasured(true);
    drive.document.history().undo();
    EXPECT_TRUE(barColour().contains(bar));
    EXPECT_EQ(drive.view.barsNote(), QString());
}

TEST(Painting, ShowsWeightsAtThreeToOneAtEveryZoomAndInTheOverview) {
    for (const char* name : {"light", "dark", "contrast"}) {
        setThemeByName(QLatin1String(name));
        TestDrive drive(1200, 200);
        Plan plan{.schedule = {.placement = linear(1), .microbatches = 4000}, .costs = test::unitCosts(1)};
        plan.memory = test::unitMemory(1, 1);
        plan.schedule.order.resize(1);
        for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W})
            for (int microbatch = 0; microbatch < 4000; ++microbatch)
                plan.schedule.order[0].push_back({{kind, 0, 0, microbatch}});
        drive.document.reset(plan);
        for (int zoom = 0; zoom < 14; ++zoom) {
            const QImage image = drive.view.viewport()->grab().toImage();
            const QRectF block = drive.view.rectOf(op("W0.2000"));
            // Above label and hatch, below the border: the middle of a stretch that is all W.
            const QColor seen =
                image.pixelColor(static_cast<int>(block.center().x()), static_cast<int>(block.top()) + 4);
            EXPECT_GE(Theme::contrast(seen, currentTheme().surface), 3)
                << name << ", " << block.width() << " pixels: " << seen.name().toStdString();
            drive.range.zoom(0.5, unit(8000 + 2000) + unit() / 2);
        }
        drive.range.fit();
        Minimap minimap(drive.document, drive.range);
        minimap.resize(1200, 44);
        const QImage overview = minimap.grab().toImage();
        const QRectF last = drive.view.rectOf(op("W0.2000"));
        EXPECT_GE(Theme::contrast(overview.pixelColor(static_cast<int>(last.center().x()), 22), currentTheme().window),
                  3)
            << name;
    }
    setThemeByName(QStringLiteral("system"));
}

TEST(Painting, ShowsLanesInTheOverviewInTheirOrder) {
    TestDrive drive;
    Minimap minimap(drive.document, drive.range);
    minimap.resize(1200, 44);
    const QImage before = minimap.grab().toImage();
    LaneOrder upsideDown{.ranks = {3, 2, 1, 0}};
    minimap.setLaneOrder(upsideDown);
    EXPECT_NE(minimap.grab().toImage(), before);
    minimap.setLaneOrder({});
    EXPECT_EQ(minimap.grab().toImage(), before);
}

TEST(Painting, DrawsPairsAsTwoHalvesAndChunksInSteps) {
    TestDrive drive;
    Plan plan{.schedule = {.placement = looped(2, 4), .microbatches = 2, .order = test::rows(R"(
        F0.0 F0.1 F2.0 F2.1+BW0.0
        F1.0 F1.1 F3.0 F3.1
    )")},
              .costs = test::unitCosts(4),
              .memory = test::unitMemory(4, 2)};
    drive.document.reset(plan);
    const PlacedLanes& lanes = drive.view.placed();
    ASSERT_TRUE(lanes.lanes[0].blocks[3].paired.has_value());
    const QImage image = drive.view.viewport()->grab().toImage();
    const QRectF first = drive.view.rectOf(op("F0.0"));
    const QRectF later = drive.view.rectOf(op("F2.0"));
    EXPECT_EQ(image.pixelColor(static_cast<int>(first.left()) + 5, static_cast<int>(first.top()) + 5),
              currentTheme().fill(OpKind::F, 0));
    EXPECT_EQ(image.pixelColor(static_cast<int>(later.left()) + 5, static_cast<int>(later.top()) + 5),
              currentTheme().fill(OpKind::F, 1));
}

TEST(Painting, FadesWhatIsToComeWhileTheScheduleIsPlayed) {
    for (const char* name : {"light", "dark", "contrast"}) {
        setThemeByName(QLatin1String(name));
        TestDrive drive;
        drive.view.setPlayback(PlaybackMoment{.now = unit() / 2, .label = QStringLiteral("t"), .lanes = {}});
        const QImage image = drive.view.viewport()->grab().toImage();
        // In the corner, away from the border and the label, and from the outline of the block that runs.
        const auto cornerOf = [&](const char* word) {
            const QRectF rect = drive.view.rectOf(op(word));
            return image.pixelColor(static_cast<int>(rect.right()) - 6, static_cast<int>(rect.top()) + 6);
        };
        EXPECT_EQ(cornerOf("F0.0"), currentTheme().fill(OpKind::F)) << name;
        for (const char* word : {"F0.1", "F1.3", "B2.2"}) {
            const QColor wanted = blockFill(currentTheme(), op(word).kind, 0, BlockStyle::Coming);
            const QColor seen = cornerOf(word);
            EXPECT_NEAR(seen.red(), wanted.red(), 2) << name << ", " << word;
            EXPECT_NEAR(seen.green(), wanted.green(), 2) << name << ", " << word;
            EXPECT_NEAR(seen.blue(), wanted.blue(), 2) << name << ", " << word;
        }
        drive.view.setPlayback(std::nullopt);
    }
    setThemeByName(QStringLiteral("system"));
}

/// How many of so many equal forwards carry a label when each is `width` pixels wide.
int labelledOf(int blocks, double width) {
    constexpr int kHeight = 60;
    PlacedLanes lanes{.lanes = {PlacedLane{.widest = {.microbatch = blocks - 1}}}};
    for (int block = 0; block < blocks; ++block)
        lanes.lanes[0].blocks.push_back(
            {.op = {.microbatch = block}, .start = block * 1000, .end = (block + 1) * 1000});
    const int across = static_cast<int>(width * blocks) + 2;
    QImage image(across, kHeight, QImage::Format_RGB32);
    image.fill(Qt::white);
    BlockLayer layer;
    layer.paintPlan({.image = &image}, lanes, {.lanes = 1, .laneHeight = kHeight},
                    {.start = 0, .end = blocks * 1000, .left = 0, .width = width * blocks});
    int labelled = 0;
    for (int block = 0; block < blocks; ++block) {
        bool any = false;
        for (int x = static_cast<int>(block * width) + 2; x < static_cast<int>((block + 1) * width) - 2; ++x)
            for (int y = 20; y < kHeight - 14; ++y)
                any |= Theme::contrast(image.pixelColor(x, y), Theme::day().fill(OpKind::F)) > 2;
        labelled += any;
    }
    return labelled;
}

TEST(Labels, AreOnAllBlocksOfOneSizeOrOnNone) {
    bool all = false;
    bool none = false;
    for (const int blocks : {9, 12, 120})
        for (double width = 8; width < 24; width += 0.13 * static_cast<double>(test::stride(4))) {
            const int labelled = labelledOf(blocks, width);
            EXPECT_TRUE(labelled == 0 || labelled == blocks)
                << labelled << " of " << blocks << " blocks, " << width << " pixels wide";
            (labelled == 0 ? none : all) = true;
        }
    EXPECT_TRUE(all && none);
}

TEST(Labels, SayMoreWhereThereIsMoreRoom) {
    const Theme& theme = Theme::day();
    PlacedBlock block;
    block.op = op("B1.3");
    const auto wordsAt = [&](double width, double height, bool stage) {
        const PlacedLanes lanes{.lanes = {PlacedLane{.namesStage = stage, .widest = block.op}},
                                .sorts = {{.kind = OpKind::B, .length = 1}}};
        const LabelRule rule = LabelRule::of(lanes, {.perTick = width, .height = height});
        QStringList words;
        for (const Label& label : labelsOf(block, QRectF(0, 0, width, height), rule, BlockStyle::Planned, theme))
            words << QString::fromStdString(label.text.text());
        return words.join(u' ');
    };
    EXPECT_EQ(wordsAt(36, 46, false), QStringLiteral("3 B"));
    EXPECT_EQ(wordsAt(36, 46, true), QStringLiteral("1.3 B")) << "the name B1.3, over two lines";
    EXPECT_EQ(wordsAt(13, 46, true), QStringLiteral("3 B")) << "a number alone is that of a microbatch";
    EXPECT_EQ(wordsAt(60, 20, true), QStringLiteral("B1.3"));
    EXPECT_EQ(wordsAt(22, 20, false), QStringLiteral("B3"));
    EXPECT_EQ(wordsAt(11, 20, false), QStringLiteral("3"));
    EXPECT_EQ(wordsAt(6, 46, false), QString());
    EXPECT_EQ(wordsAt(60, 8, false), QString());
}

/// What a label says beside the microbatch: its letter, its stage, its part.
using Form = std::tuple<bool, bool, bool>;

/// The forms of all labels of a picture, pairs' apart by half; and whether equal blocks are alike.
std::set<Form> formsIn(const PlacedLanes& lanes, const LabelView& view) {
    const LabelRule rule = LabelRule::of(lanes, view);
    std::set<Form> forms;
    std::map<std::tuple<OpKind, int, Time>, std::size_t> counts; // of labels, by kinds and length
    for (const PlacedLane& lane : lanes.lanes)
        for (const PlacedBlock& block : lane.blocks) {
            const Time length = block.end - block.start;
            const std::vector<Label> labels =
                labelsOf(block, {0, 0, view.widthOf(length), view.height}, rule, BlockStyle::Planned, Theme::day());
            Form form = {};
            for (const Label& label : labels) {
                if (block.paired)
                    form = {};
                std::get<0>(form) |= label.text.kind >= 0;
                std::get<1>(form) |= label.text.stage >= 0;
                std::get<2>(form) |= label.text.part > 0;
                if (block.paired)
                    forms.insert(form);
            }
            if (!block.paired && !labels.empty() && (block.op.part > 0 || rule.widest.part == 0))
                forms.insert(form);
            const int paired = block.paired ? static_cast<int>(block.paired->kind) : -1;
            const auto [found, isNew] = counts.try_emplace({block.op.kind, paired, length}, labels.size());
            EXPECT_EQ(found->second, labels.size()) << toText(block.op) << ", " << length << " long";
        }
    return forms;
}

TEST(Labels, HaveOneFormInAPictureAtEveryZoom) {
    std::mt19937 random(53);
    const auto between = [&random](double least, double most) {
        return least * std::pow(most / least, std::uniform_real_distribution<>(0, 1)(random));
    };
    for (const char* name :
         {"dualpipe", "dualpipev", "zbv", "interleaved-1f1b", "hanayo", "zb-h1", "uneven", "w-in-parts"}) {
        const Plan plan = *openPlan(test::inRepository("schedules/gallery/" + std::string(name) + ".lwsched"));
        const PlacedLanes lanes = placePlan(plan.schedule, plan.costs, simulate(plan.schedule, plan.costs));
        std::set<Form> all;
        for (std::uint64_t trial = 0; trial < test::trials(300, 20); ++trial) {
            const LabelView view{.perTick = between(3, 300) / static_cast<double>(kTimeUnit),
                                 .height = std::round(between(8, 200)),
                                 .air = 1};
            const std::set<Form> forms = formsIn(lanes, view);
            EXPECT_LE(forms.size(), 1u) << name << ", " << view.perTick << " x " << view.height;
            all.insert(forms.begin(), forms.end());
        }
        EXPECT_GE(all.size(), 2u) << name << ": with and without a letter";
    }
}

TEST(Labels, ANumberOfPixelsBetweenTwoLeavesEqualBlocksAlike) {
    constexpr int kBlocks = 40;
    constexpr Time kLong = 1'000;
    PlacedLanes lanes{.lanes = {PlacedLane{}}};
    for (int block = 0; block < kBlocks; ++block)
        lanes.lanes[0].blocks.push_back({.op = {.kind = OpKind::W, .stage = 1, .microbatch = block},
                                         .start = block * kLong,
                                         .end = (block + 1) * kLong,
                                         .chunk = 1});
    lanes.lanes[0].widest = {.microbatch = 99'999'999}; // no labels
    constexpr int kHeight = 40;
    for (const double ratio : {1.0, 1.25, 2.0})
        // No block ends in the middle of a pixel, where it is a matter of the last bit which way that is rounded.
        for (double width = 5.0137; width < 24; width += 0.1709 * static_cast<double>(test::stride(2))) {
            QImage image(static_cast<int>(width * kBlocks * ratio) + 2, static_cast<int>(kHeight * ratio),
                         QImage::Format_RGB32);
            image.fill(Qt::white);
            BlockLayer layer;
            layer.paintPlan({.image = &image, .ratio = ratio}, lanes, {.lanes = 1, .laneHeight = kHeight},
                            {.start = 0, .end = kBlocks * kLong, .left = 0, .width = width * kBlocks});
            if (width * ratio < 9)
                continue;
            // The foot of the left half with the hatch, and the corner at the right with its tick.
            const int columns = (static_cast<int>(width * ratio) - 3) / 2;
            const int half = image.height() / 2;
            QByteArray first;
            int apart = 0; // most, of a channel: lines of other lengths are not smoothed alike to the last bit
            const auto bytesOf = [&image](int left, int top, int across, int height) {
                const QImage part = image.copy(left, top, across, height);
                return QByteArray(reinterpret_cast<const char*>(part.constBits()), part.sizeInBytes());
            };
            for (int block = 1; block + 1 < kBlocks; ++block) {
                const auto from = static_cast<int>(std::lround(block * width * ratio));
                const auto to = static_cast<int>(std::lround((block + 1) * width * ratio)) - 1;
                const QByteArray bytes =
                    bytesOf(from, half, columns, image.height() - half) + bytesOf(to - columns, 0, columns, half);
                if (first.isEmpty())
                    first = bytes;
                for (qsizetype at = 0; at < bytes.size(); ++at)
                    apart = std::max(apart, std::abs(static_cast<uchar>(bytes[at]) - static_cast<uchar>(first[at])));
            }
            EXPECT_LE(apart, 8) << width << " pixels at " << ratio;
        }
}

TEST(LaneHeads, SayTheMemoryWhereItsBarHasNoRoom) {
    const auto head = [](int height, const QString& memory) {
        QImage image(160, height, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        drawHeader(painter, image.rect(),
                   {.name = QStringLiteral("rank 0"), .stages = QStringLiteral("stage 0"), .memory = memory},
                   currentTheme(), 1);
        return image;
    };
    const QString memory = QStringLiteral("4 / 3 act.");
    for (const int height : {79, 60, 54})
        EXPECT_NE(head(height, memory), head(height, {})) << height;
    EXPECT_EQ(head(50, memory), head(50, {})) << "there is room for two lines alone";
}

} // namespace
} // namespace lanewright::app
