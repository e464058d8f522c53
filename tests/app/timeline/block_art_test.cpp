// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/block_art.h"

#include "core/model/text.h"

#include <gtest/gtest.h>

#include <QImage>

#include <algorithm>

namespace lanewright {
namespace {

class BlockArt : public testing::TestWithParam<const char*> {
protected:
    const Theme& theme() const { return Theme::named(QLatin1String(GetParam())); }
};
INSTANTIATE_TEST_SUITE_P(Theme, BlockArt, testing::Values("light", "dark", "contrast"),
                         [](const auto& which) { return which.param; });

TEST_P(BlockArt, LabelsCanBeReadOnBlocksThatNeverStart) {
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R})
        for (int chunk = 0; chunk < 4; ++chunk) {
            const PlacedBlock block{.op = {.kind = kind}, .chunk = chunk, .parked = true};
            const std::vector<Label> labels = labelsOf(block, {0, 0, 60, 60}, false, BlockStyle::Parked, theme());
            ASSERT_FALSE(labels.empty());
            for (const Label& label : labels)
                EXPECT_GE(Theme::contrast(label.colour, blockFill(theme(), kind, chunk, BlockStyle::Parked)), 4.5)
                    << toText(kind) << " of chunk " << chunk;
        }
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
} // namespace lanewright
