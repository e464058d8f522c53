// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/block_art.h"
#include "app/lanes/flat_colours.h"
#include "app/lanes/lane_covers.h"
#include "app/lanes/lane_layout.h"
#include "app/lanes/theme.h"
#include "core/picture/time_scale.h"

#include <QFont>
#include <QHash>
#include <QImage>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace lanewright::app {

/// What part of an image the lanes may draw on, and how dense its pixels are.
struct LayerTarget {
    QImage* image = nullptr; ///< Format_RGB32
    double ratio = 1;        ///< device pixels per pixel
    int left = 0;            ///< pixels; lanes are drawn right of it
    int top = 0;             ///< pixels; and below it
};

/// Draws lanes of blocks into an image, fast: narrow blocks by rows of pixels, wide ones by copying small images that
/// are drawn once for each kind and size.
class BlockLayer {
public:
    BlockLayer();

    void setTheme(const Theme& theme);
    void setFont(const QFont& font);
    /// What this layer keeps of lanes with many blocks; for others that draw the same lanes.
    const std::shared_ptr<LaneCovers>& covers() const { return m_covers; }

    /// `style`: of the blocks that are not parked, `Planned` or `Coming`.
    void paintPlan(const LayerTarget& target, const PlacedLanes& lanes, const LaneGeometry& geometry,
                   const TimeScale& scale, BlockStyle style = BlockStyle::Planned);
    /// `style`: of the bars, `Measured` or `OtherOrder`.
    void paintRun(const LayerTarget& target, const PlacedLanes& lanes, const LaneGeometry& geometry,
                  const TimeScale& scale, BlockStyle style = BlockStyle::Measured);

private:
    struct Strip;
    struct Mask {
        QImage alpha; ///< Format_Alpha8, device pixels
    };
    /// What is kept is of one density of pixels.
    void setRatio(double ratio);
    void paintStrip(const LayerTarget& target, const PlacedLanes& lanes, const Strip& strip, const TimeScale& scale);
    /// The cover of a lane that holds more than it has columns; null where blocks are drawn one by one.
    const LaneCover* coverOf(const PlacedLanes& lanes, const Strip& strip, std::size_t blocksSeen, int columns);
    void paintCover(const LayerTarget& target, const LaneCover& cover, const Strip& strip, const TimeScale& scale);
    /// What the image holds at the upper edge of the strip, right of the target's left.
    static std::vector<QRgb> rowUnder(const LayerTarget& target, const Strip& strip);
    /// Such a row in all rows of the strip.
    void fillRows(const LayerTarget& target, const Strip& strip, const std::vector<QRgb>& row,
                  const std::vector<bool>& merged) const;
    /// A dotted upper edge where single pixels stand for several blocks.
    void markMerged(QImage& image, QPoint corner, const std::vector<bool>& merged) const;
    void paintNarrow(const LayerTarget& target, std::span<const PlacedBlock> blocks, const Strip& strip,
                     const TimeScale& scale);
    void paintWide(const LayerTarget& target, const PlacedLanes& lanes, const Strip& strip, const PlacedBlock& block,
                   const TimeScale& scale);
    /// The wide block in the columns [from, to), with a painter.
    void drawAfresh(const LayerTarget& target, const PlacedLanes& lanes, const Strip& strip, const PlacedBlock& block,
                    int from, int to) const;
    /// The same from the image of such blocks. `least`: the columns that one of its length has at least.
    void copySprite(const LayerTarget& target, const PlacedLanes& lanes, const Strip& strip, const PlacedBlock& block,
                    int from, int to, int least);
    const QImage& sprite(const PlacedLanes& lanes, const PlacedBlock& block, BlockStyle style, QSize size, int least,
                         double ratio);
    /// The number of the block's stretches among those that images show; 0: there are none.
    quint64 stretchesNumber(const PlacedLanes& lanes, const PlacedBlock& block);
    void forgetSprites();
    const Mask& mask(const LabelText& text, int pixels, bool bold, double ratio);
    /// `room`: how wide the block is in pixels before it was rounded to those of the device.
    void paintLabels(const LayerTarget& target, const Strip& strip, const PlacedBlock& block, int from, int to,
                     double room);

    FlatColours m_colours;
    QFont m_font;
    double m_ratio = 0;
    QHash<quint64, QImage> m_sprites;
    qsizetype m_spritePixels = 0;
    std::map<BlockStretches, quint64> m_stretches; ///< that images show, numbered from 1
    std::vector<quint64> m_numbers;                ///< by the lanes' own, as far as they are known; 0: not yet
    std::uint64_t m_numbered = 0;                  ///< the placing that they are of
    QHash<quint64, Mask> m_masks;
    std::shared_ptr<LaneCovers> m_covers = std::make_shared<LaneCovers>();
};

} // namespace lanewright::app
