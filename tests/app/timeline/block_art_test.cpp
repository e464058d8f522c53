// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/block_art.h"

#include "core/model/text.h"

#include <gtest/gtest.h>

#include <QFontMetricsF>
#include <QImage>

#include <algorithm>
#include <set>

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

TEST_P(BlockArt, LabelsDoNotTouchTheEdges) {
    constexpr double kBorder = 1;
    const LabelRule rule{.namesStage = true, .widest = {.stage = 3, .microbatch = 8}, .longest = 192};
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW})
        for (double width = 10; width < 80; width += 0.5) {
            const PlacedBlock block{
                .op = {.kind = kind, .stage = 3, .microbatch = 8}, .length = 192, .inPercent = true};
            const QRectF rect(0, 0, width, 90);
            for (const Label& label : labelsOf(block, rect, rule, BlockStyle::Planned, theme())) {
                QFont font;
                font.setPixelSize(label.pixels);
                font.setWeight(label.bold ? QFont::Bold : QFont::Medium); // as the lanes write them
                const QFontMetricsF metrics(font);
                const QString words = QString::fromStdString(label.text.text());
                EXPECT_LE(metrics.tightBoundingRect(words).width() + 2 * kBorder, width) << words.toStdString();
                EXPECT_LE(label.centre.y() + metrics.capHeight() / 2 + 2 * kBorder, rect.bottom());
            }
        }
}

TEST_P(BlockArt, LengthsOfMicrobatchesStandWhereThereIsRoom) {
    const LabelRule rule{.widest = {.stage = 3, .microbatch = 9}, .longest = 8192};
    const auto wordsOn = [&](double width, double height) {
        const PlacedBlock block{.op = {.kind = OpKind::B, .microbatch = 4}, .length = 512};
        QStringList words;
        for (const Label& label : labelsOf(block, {0, 0, width, height}, rule, BlockStyle::Planned, theme()))
            words << QString::fromStdString(label.text.text());
        return words;
    };
    EXPECT_EQ(wordsOn(60, 68), (QStringList{QStringLiteral("4"), QStringLiteral("B"), QStringLiteral("512")}));
    EXPECT_EQ(wordsOn(90, 24), (QStringList{QStringLiteral("B4"), QStringLiteral("512")}));
    EXPECT_EQ(wordsOn(18, 68), (QStringList{QStringLiteral("4"), QStringLiteral("B")})) << "8192 would not fit";
    EXPECT_EQ(wordsOn(30, 24), QStringList{QStringLiteral("B4")});
    const LabelText percent{.length = 150, .inPercent = true};
    EXPECT_EQ(percent.text(), "150%");
}

/// A pair with what it shows at its feet: hidden in the first half of F, exposed in the second.
QImage drawnPair(const Theme& theme, QSize size, bool withStretches) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(theme.surface);
    QPainter painter(&image);
    const PlacedBlock block{.op = {.kind = OpKind::F}, .paired = Op{.kind = OpKind::B, .microbatch = 1}};
    drawBlock(painter, QRectF(QPointF(0, 0), QSizeF(size)), block, BlockStyle::Planned, theme);
    const BlockStretches stretches{
        .length = 2, .first = {{Spends::Hidden, 0, 1}, {Spends::Exposed, 1, 2}}, .second = {{Spends::Computing, 0, 2}}};
    if (withStretches)
        drawStretches(painter, QRectF(QPointF(0, 0), QSizeF(size)), block, stretches, BlockStyle::Planned, theme);
    return image;
}

TEST_P(BlockArt, HiddenAndExposedNetworkAreToldApartAtTheFootOfAnOp) {
    const QImage image = drawnPair(theme(), {80, 60}, true);
    const QColor fill = theme().fill(OpKind::F);
    const auto colours = [&](int from, int to) {
        std::set<QRgb> seen;
        for (int x = from; x < to; ++x)
            seen.insert(image.pixel(x, 26)); // of F, which ends at 30
        return seen;
    };
    const std::set<QRgb> hidden = colours(6, 36);
    ASSERT_EQ(hidden.size(), 1u) << "plain";
    EXPECT_GE(Theme::contrast(QColor(*hidden.begin()), fill), 1.2);
    EXPECT_GT(colours(44, 74).size(), 1u) << "hatched";
    double most = 1;
    for (const QRgb colour : colours(44, 74))
        most = std::max(most, Theme::contrast(QColor(colour), fill));
    EXPECT_GE(most, 1.2);
    EXPECT_EQ(image.pixel(40, 56), drawnPair(theme(), {80, 60}, false).pixel(40, 56)) << "B computes";
}

TEST_P(BlockArt, SmallBlocksStayPlain) {
    for (const QSize size : {QSize(20, 60), QSize(80, 28)})
        EXPECT_EQ(drawnPair(theme(), size, true), drawnPair(theme(), size, false)) << size.width();
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
