// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/block_art.h"

#include "core/model/text.h"

#include <gtest/gtest.h>

#include <QImage>

#include <algorithm>

namespace lanewright::app {
namespace {

class BlockArt : public testing::TestWithParam<const char*> {
protected:
    const Theme& theme() const { return Theme::named(QLatin1String(GetParam())); }
};
INSTANTIATE_TEST_SUITE_P(Theme, BlockArt, testing::Values("light", "dark", "contrast"),
                         [](const auto& which) { return which.param; });

TEST_P(BlockArt, LabelsCanBeReadOnBlocksOfEveryStyle) {
    for (const BlockStyle style : {BlockStyle::Planned, BlockStyle::Parked, BlockStyle::Coming})
        for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R})
            for (int chunk = 0; chunk < 4; ++chunk) {
                const PlacedBlock block{.op = {.kind = kind}, .chunk = chunk};
                const std::vector<Label> labels = labelsOf(block, {0, 0, 60, 60}, {}, style, theme());
                ASSERT_FALSE(labels.empty());
                for (const Label& label : labels)
                    EXPECT_GE(Theme::contrast(label.colour, blockFill(theme(), kind, chunk, style)), 4.5)
                        << toText(kind) << " of chunk " << chunk << ", style " << static_cast<int>(style);
            }
}

TEST_P(BlockArt, WhatIsToComeStandsBackBehindWhatRuns) {
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R}) {
        const QColor coming = blockFill(theme(), kind, 0, BlockStyle::Coming);
        EXPECT_LT(Theme::contrast(coming, theme().surface), Theme::contrast(theme().fill(kind), theme().surface));
        EXPECT_NE(coming, theme().surface) << toText(kind);
    }
}

TEST_P(BlockArt, BlocksOfOneSizeAreAllLabelledOrNone) {
    const LabelRule rule{.namesStage = true, .widest = {.stage = 11, .microbatch = 127}};
    const auto wordsOn = [&](int stage, int microbatch, double width, double height) {
        const PlacedBlock block{.op = {.kind = OpKind::B, .stage = stage, .microbatch = microbatch}};
        std::vector<std::pair<int, bool>> words; // the font's size, and whether it names the stage
        for (const Label& label : labelsOf(block, {0, 0, width, height}, rule, BlockStyle::Planned, theme()))
            words.emplace_back(label.pixels, label.text.stage >= 0);
        return words;
    };
    std::size_t most = 0;
    for (const double height : {14.0, 24.0, 46.0, 90.0})
        for (double width = 4; width < 60; width += 0.5) {
            const auto words = wordsOn(3, 7, width, height);
            EXPECT_EQ(words, wordsOn(11, 127, width, height)) << width << " x " << height;
            most = std::max(most, words.size());
        }
    EXPECT_EQ(most, 2U);
}

TEST_P(BlockArt, LengthsOfMicrobatchesStandWhereThereIsRoom) {
    const LabelRule rule{.widest = {.stage = 3, .microbatch = 9}, .longest = 8192};
    const auto wordsOn = [&](double width, double height) {
        const PlacedBlock block{.op = {.kind = OpKind::B, .microbatch = 4}, .length = 512};
        QStringList words;
        for (const Label& label : labelsOf(block, {0, 0, width, height}, rule, BlockStyle::Planned, theme()))
            words << label.text.text();
        return words;
    };
    EXPECT_EQ(wordsOn(60, 68), (QStringList{QStringLiteral("4"), QStringLiteral("B"), QStringLiteral("512")}));
    EXPECT_EQ(wordsOn(90, 24), (QStringList{QStringLiteral("B4"), QStringLiteral("512")}));
    EXPECT_EQ(wordsOn(18, 68), (QStringList{QStringLiteral("4"), QStringLiteral("B")})) << "8192 would not fit";
    EXPECT_EQ(wordsOn(30, 24), QStringList{QStringLiteral("B4")});
    const LabelText percent{.length = 150, .inPercent = true};
    EXPECT_EQ(percent.text(), QStringLiteral("150%"));
}

TEST_P(BlockArt, TheHatchOfWIsSeen) {
    for (int chunk = 0; chunk < 4; ++chunk) {
        QImage image(60, 60, QImage::Format_RGB32);
        QPainter painter(&image);
        drawBlock(painter, {0, 0, 60, 60}, {.op = {.kind = OpKind::W}, .chunk = chunk}, BlockStyle::Planned, theme());
        painter.end();
        const QColor fill = theme().fill(OpKind::W, chunk);
        double most = 1;
        // Well inside, so that it is not the border that is seen.
        for (int y = 46; y < 56; ++y)
            for (int x = 6; x < 54; ++x)
                most = std::max(most, Theme::contrast(image.pixelColor(x, y), fill));
        EXPECT_GE(most, 1.2) << "chunk " << chunk;
    }
}

} // namespace
} // namespace lanewright::app
