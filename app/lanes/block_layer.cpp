// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/block_layer.h"

#include "app/lanes/coverage_row.h"
#include "app/lanes/painting.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>

namespace lanewright::app {
namespace {

/// Device pixels from which a block is drawn with its border, corners and label.
constexpr double kWide = 9;
/// Device pixels up to which block images are kept; wider ones are drawn afresh, there are few of them.
constexpr int kWidestSprite = 480;
/// Pixels of block images that are kept, 8 MiB: two screens of them.
constexpr qsizetype kMostSpritePixels = 2 * 1024 * 1024;
/// Device pixels as far as a block's ends are known: no image is as wide, and an int holds them.
constexpr double kFar = 1e6;
/// Device pixels that a wide block is drawn beyond the image, so that its corners and border are out of sight.
constexpr int kBeyondEdge = 60;
constexpr qsizetype kMostMasks = 6000;
constexpr std::size_t kMostStretches = 20'000;

int toDevice(const LayerTarget& target, double pixels) { return static_cast<int>(std::lround(pixels * target.ratio)); }

LayerTarget below(LayerTarget target, int ceiling) {
    target.top = std::max(target.top, ceiling);
    return target;
}

/// The pixels of an image that nobody shares. `QImage::scanLine` asks about that for every line.
class Pixels {
public:
    explicit Pixels(QImage& image) : m_bytes(image.bits()), m_bytesPerLine(image.bytesPerLine()) {}

    QRgb* line(int y) const { return reinterpret_cast<QRgb*>(m_bytes + y * m_bytesPerLine); }

private:
    uchar* m_bytes;
    qsizetype m_bytesPerLine;
};

/// How wide a block is before its ends are rounded to pixels; from its length alone, so that equal ones are equal.
double devicePixels(const PlacedBlock& block, const TimeScale& scale, double ratio) {
    return static_cast<double>(block.end - block.start) * scale.perTick() * ratio;
}

/// All that the image of a block depends on, besides its stretches, whose number stands from bit 42 on. `wider`: than
/// `drawBlock` is told.
quint64 spriteKey(const PlacedBlock& block, BlockStyle style, QSize size, bool wider) {
    const auto chunk = [](int number) { return static_cast<quint64>(std::min(number, 3)); };
    const quint64 own = static_cast<quint64>(block.op.kind) | chunk(block.chunk) << 3;
    const quint64 paired =
        block.paired ? (static_cast<quint64>(block.paired->kind) + 1) << 8 | chunk(block.pairedChunk) << 12 : 0;
    return own | static_cast<quint64>(style) << 5 | paired | static_cast<quint64>(wider) << 14 |
           static_cast<quint64>(size.width()) << 16 | static_cast<quint64>(size.height()) << 28;
}

/// All that a mask depends on, besides the font and how dense pixels are.
quint64 maskKey(const LabelText& text, int pixels, bool bold) {
    // A length stands alone, with a number of its own in the place of the kind.
    constexpr quint64 kLengths = 14;
    const quint64 style = static_cast<quint64>(pixels) << 54 | static_cast<quint64>(bold) << 63;
    const quint64 length = (kLengths + (text.inPercent ? 1 : 0)) | static_cast<quint64>(text.length) << 4;
    const quint64 name = static_cast<quint64>(text.kind + 1) | static_cast<quint64>(text.stage + 1) << 4 |
                         static_cast<quint64>(text.microbatch + 1) << 20 | static_cast<quint64>(text.part + 1) << 44;
    return style | (text.length >= 0 ? length : name);
}

/// Words as an image of Format_Alpha8, with little room around them.
QImage inkOf(const QString& words, const QFont& font) {
    const QFontMetrics metrics(font);
    const QRect ink = metrics.tightBoundingRect(words).adjusted(-2, -2, 2, 2);
    QImage drawn(std::max(1, metrics.horizontalAdvance(words) + 4), std::max(1, ink.height()),
                 QImage::Format_ARGB32_Premultiplied);
    drawn.fill(Qt::transparent);
    QPainter painter(&drawn);
    painter.setFont(font);
    painter.setPen(Qt::white);
    painter.drawText(2, -ink.top(), words);
    painter.end();
    return drawn.convertToFormat(QImage::Format_Alpha8);
}

/// Colours what the ink covers of the target.
void blendInk(const LayerTarget& target, const QImage& ink, QPoint corner, QRgb colour) {
    const Pixels pixels(*target.image);
    const int first = std::max(corner.x(), toDevice(target, target.left));
    const int last = std::min(corner.x() + ink.width(), target.image->width());
    const int bottom = std::min(corner.y() + ink.height(), target.image->height());
    for (int y = std::max(corner.y(), toDevice(target, target.top)); y < bottom; ++y) {
        const uchar* alpha = ink.constScanLine(y - corner.y());
        QRgb* out = pixels.line(y);
        for (int x = first; x < last; ++x)
            if (alpha[x - corner.x()] != 0)
                out[x] = blended(out[x], colour, alpha[x - corner.x()]);
    }
}

} // namespace

/// One row of blocks or bars: where it is and in which style.
struct BlockLayer::Strip {
    int rank = 0;
    int top = 0; ///< pixels
    int height = 0;
    BlockStyle style = BlockStyle::Planned;
    LabelRule labels = {};

    BlockStyle styleOf(const PlacedBlock& block) const { return block.parked ? BlockStyle::Parked : style; }
};

BlockLayer::BlockLayer() : m_colours(Theme::day()) {}

void BlockLayer::setTheme(const Theme& theme) {
    if (&m_colours.theme() == &theme)
        return;
    m_colours = FlatColours(theme);
    forgetSprites();
}

void BlockLayer::setFont(const QFont& font) {
    if (m_font == font)
        return;
    m_font = font;
    m_masks.clear();
}

void BlockLayer::setRatio(double ratio) {
    if (m_ratio == ratio)
        return;
    m_ratio = ratio;
    forgetSprites();
    m_masks.clear();
}

void BlockLayer::paintPlan(const LayerTarget& target, const PlacedLanes& lanes, const LaneGeometry& geometry,
                           const TimeScale& scale, BlockStyle style) {
    const LabelRule labels = LabelRule::of(lanes, {scale.perTick(), double(geometry.blockHeight()), 1 / target.ratio});
    for (int rank = 0; rank < static_cast<int>(lanes.lanes.size()); ++rank)
        paintStrip(below(target, geometry.ceilingOf(rank)), lanes,
                   {rank, geometry.blockTop(rank), geometry.blockHeight(), style, labels}, scale);
}

void BlockLayer::paintRun(const LayerTarget& target, const PlacedLanes& lanes, const LaneGeometry& geometry,
                          const TimeScale& scale, BlockStyle style) {
    for (int rank = 0; rank < static_cast<int>(lanes.lanes.size()); ++rank)
        paintStrip(below(target, geometry.ceilingOf(rank)), lanes,
                   {rank, geometry.barTop(rank), geometry.barHeight(), style}, scale);
}

void BlockLayer::paintStrip(const LayerTarget& target, const PlacedLanes& lanes, const Strip& strip,
                            const TimeScale& scale) {
    const PlacedLane& lane = lanes.lanes[strip.rank];
    setRatio(target.ratio);
    const int width = target.image->width();
    if (toDevice(target, strip.top + strip.height) <= toDevice(target, target.top) ||
        toDevice(target, strip.top) >= target.image->height() || toDevice(target, target.left) >= width)
        return;
    const Visible seen = visibleIn(lane, scale.time(target.left - 2), scale.time(width / target.ratio + 2));
    const auto paintIfWide = [&](const PlacedBlock& block) {
        if (devicePixels(block, scale, target.ratio) >= kWide)
            paintWide(target, lanes, strip, block, scale);
    };
    const int columns = width - toDevice(target, target.left);
    const LaneCover* cover = coverOf(lanes, strip, seen.last - seen.first, columns);
    if (cover && cover->suits(1 / (scale.perTick() * target.ratio))) {
        paintCover(target, *cover, strip, scale);
        for (const int position : cover->longest())
            if (position >= static_cast<int>(seen.first) && position < static_cast<int>(seen.last))
                paintIfWide(lane.blocks[position]);
        return;
    }
    const std::span<const PlacedBlock> blocks(lane.blocks.data() + seen.first, seen.last - seen.first);
    paintNarrow(target, blocks, strip, scale);
    for (const PlacedBlock& block : blocks)
        paintIfWide(block);
}

const LaneCover* BlockLayer::coverOf(const PlacedLanes& lanes, const Strip& strip, std::size_t blocksSeen,
                                     int columns) {
    // What is kept is in the colours of the plan.
    if (strip.style == BlockStyle::Coming || blocksSeen < static_cast<std::size_t>(std::max(1, columns)))
        return nullptr;
    return m_covers->of(lanes, strip.rank, strip.style, m_colours);
}

std::vector<QRgb> BlockLayer::rowUnder(const LayerTarget& target, const Strip& strip) {
    const QRgb* under = Pixels(*target.image).line(std::max(toDevice(target, strip.top), toDevice(target, target.top)));
    return {under + toDevice(target, target.left), under + target.image->width()};
}

void BlockLayer::fillRows(const LayerTarget& target, const Strip& strip, const std::vector<QRgb>& row,
                          const std::vector<bool>& merged) const {
    QImage& image = *target.image;
    const int top = std::max(toDevice(target, strip.top), toDevice(target, target.top));
    const int bottom = std::min(toDevice(target, strip.top + strip.height), image.height());
    const int left = toDevice(target, target.left);
    const Pixels pixels(image);
    for (int y = top; y < bottom; ++y)
        std::memcpy(pixels.line(y) + left, row.data(), row.size() * sizeof(QRgb));
    markMerged(image, {left, top}, merged);
}

void BlockLayer::paintCover(const LayerTarget& target, const LaneCover& cover, const Strip& strip,
                            const TimeScale& scale) {
    std::vector<QRgb> row = rowUnder(target, strip);
    const double ticksPerColumn = 1 / (scale.perTick() * target.ratio);
    const double from =
        static_cast<double>(scale.start) + (toDevice(target, target.left) - scale.left * target.ratio) * ticksPerColumn;
    const std::vector<bool> covered = cover.pour(row, from, ticksPerColumn);
    fillRows(target, strip, row, covered);
}

void BlockLayer::paintNarrow(const LayerTarget& target, std::span<const PlacedBlock> blocks, const Strip& strip,
                             const TimeScale& scale) {
    CoverageRow row(rowUnder(target, strip));
    bool any = false;
    const double perTick = scale.perTick() * target.ratio;
    const double origin = scale.left * target.ratio - toDevice(target, target.left);
    for (const PlacedBlock& block : blocks) {
        const double from = origin + static_cast<double>(block.start - scale.start) * perTick;
        const double to = origin + static_cast<double>(block.end - scale.start) * perTick;
        if (devicePixels(block, scale, target.ratio) >= kWide)
            continue;
        any = true;
        const FlatColours::Flat flat = m_colours.of(block, strip.style);
        row.add(from, to, flat.fill, flat.edge);
    }
    if (!any)
        return;
    row.finish();
    std::vector<bool> merged(row.pixels().size());
    for (std::size_t column = 0; column < merged.size(); ++column)
        merged[column] = row.merges(static_cast<int>(column));
    fillRows(target, strip, row.pixels(), merged);
}

void BlockLayer::markMerged(QImage& image, QPoint corner, const std::vector<bool>& merged) const {
    // A dot stands for a stretch that merges from end to end. Single columns between bubbles get none: there, dots
    // would look like blocks.
    constexpr std::size_t kDots = 4;
    QRgb* edge = Pixels(image).line(corner.y()) + corner.x();
    const QRgb dot = m_colours.theme().mutedText.rgb();
    for (std::size_t column = 0; column + kDots <= merged.size(); column += kDots) {
        const auto first = merged.begin() + static_cast<std::ptrdiff_t>(column);
        if (std::all_of(first, first + kDots, [](bool each) { return each; }))
            edge[column] = dot;
    }
}

void BlockLayer::paintWide(const LayerTarget& target, const PlacedLanes& lanes, const Strip& strip,
                           const PlacedBlock& block, const TimeScale& scale) {
    const auto toColumn = [](double x) { return static_cast<int>(std::lround(std::clamp(x, -kFar, kFar))); };
    const int from = toColumn(scale.x(block.start) * target.ratio);
    // One pixel of air to the next block.
    const int to = std::max(from + 1, toColumn(scale.x(block.end) * target.ratio) - 1);
    const double width = devicePixels(block, scale, target.ratio);
    if (to - from > kWidestSprite)
        drawAfresh(target, lanes, strip, block, from, to);
    else
        copySprite(target, lanes, strip, block, from, to, static_cast<int>(width) - 1);
    paintLabels(target, strip, block, from, to, (width - 1) / target.ratio);
}

void BlockLayer::drawAfresh(const LayerTarget& target, const PlacedLanes& lanes, const Strip& strip,
                            const PlacedBlock& block, int from, int to) const {
    QImage& image = *target.image;
    const int left = toDevice(target, target.left);
    const int ceiling = toDevice(target, target.top);
    QPainter painter(&image);
    painter.setClipRect(QRect(left, ceiling, image.width() - left, image.height() - ceiling));
    painter.scale(target.ratio, target.ratio);
    // Far ends are cut off: the painter need not know of a block a million pixels wide.
    const double a = std::max(from, left - kBeyondEdge) / target.ratio;
    const double b = std::min(to, image.width() + kBeyondEdge) / target.ratio;
    drawBlock(painter, QRectF(a, strip.top, b - a, strip.height), block, strip.styleOf(block), m_colours.theme());
    // The stretches of a block that is cut off stay where they are.
    if (const BlockStretches* stretches = lanes.stretchesOf(block))
        drawStretches(painter, QRectF(from / target.ratio, strip.top, (to - from) / target.ratio, strip.height), block,
                      *stretches, strip.styleOf(block), m_colours.theme());
}

void BlockLayer::copySprite(const LayerTarget& target, const PlacedLanes& lanes, const Strip& strip,
                            const PlacedBlock& block, int from, int to, int least) {
    QImage& image = *target.image;
    const int top = toDevice(target, strip.top);
    const int bottom = toDevice(target, strip.top + strip.height);
    const QImage& picture = sprite(lanes, block, strip.styleOf(block), {to - from, bottom - top}, least, target.ratio);
    const int first = std::max(from, toDevice(target, target.left));
    const int last = std::min({to, image.width(), from + picture.width()});
    if (last <= first)
        return;
    const Pixels pixels(image);
    for (int y = std::max(top, toDevice(target, target.top));
         y < std::min({bottom, image.height(), top + picture.height()}); ++y)
        std::memcpy(pixels.line(y) + first,
                    reinterpret_cast<const QRgb*>(picture.constScanLine(y - top)) + (first - from),
                    static_cast<std::size_t>(last - first) * sizeof(QRgb));
}

quint64 BlockLayer::stretchesNumber(const PlacedLanes& lanes, const PlacedBlock& block) {
    if (block.stretches < 0)
        return 0;
    if (m_numbered != lanes.serial.number || lanes.serial.number == 0) {
        m_numbers.assign(lanes.stretches.size(), 0);
        m_numbered = lanes.serial.number;
        if (m_stretches.size() > kMostStretches) {
            m_stretches.clear();
            forgetSprites();
        }
    }
    quint64& number = m_numbers[block.stretches];
    if (number == 0)
        number = m_stretches.try_emplace(*lanes.stretchesOf(block), m_stretches.size() + 1).first->second;
    return number;
}

const QImage& BlockLayer::sprite(const PlacedLanes& lanes, const PlacedBlock& block, BlockStyle style, QSize size,
                                 int least, double ratio) {
    const QRectF rect(QPointF(0, 0), QSizeF(size) / ratio);
    const bool hasFoot = showsStretches(QRectF(0, 0, least / ratio, rect.height()), block);
    const quint64 key =
        spriteKey(block, style, size, size.width() > least) | (hasFoot ? stretchesNumber(lanes, block) << 42 : 0);
    const auto found = m_sprites.constFind(key);
    if (found != m_sprites.constEnd())
        return *found;
    const qsizetype pixels = static_cast<qsizetype>(size.width()) * size.height();
    if (m_spritePixels + pixels > kMostSpritePixels)
        forgetSprites();
    m_spritePixels += pixels;
    QImage image(size, QImage::Format_RGB32);
    image.fill(m_colours.theme().surface);
    QPainter painter(&image);
    painter.scale(ratio, ratio);
    drawBlock(painter, rect, block, style, m_colours.theme(), least / ratio);
    if (const BlockStretches* stretches = hasFoot ? lanes.stretchesOf(block) : nullptr)
        drawStretches(painter, rect, block, *stretches, style, m_colours.theme());
    painter.end();
    return *m_sprites.insert(key, image.copy()); // without what painted it, that an image keeps
}

void BlockLayer::forgetSprites() {
    m_sprites.clear();
    m_spritePixels = 0;
}

const BlockLayer::Mask& BlockLayer::mask(const LabelText& text, int pixels, bool bold, double ratio) {
    const quint64 key = maskKey(text, pixels, bold);
    const auto found = m_masks.constFind(key);
    if (found != m_masks.constEnd())
        return *found;
    if (m_masks.size() >= kMostMasks)
        m_masks.clear();
    QFont font = m_font;
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels * ratio))));
    font.setWeight(bold ? QFont::Bold : QFont::Medium);
    return *m_masks.insert(key, Mask{inkOf(QString::fromStdString(text.text()), font)});
}

void BlockLayer::paintLabels(const LayerTarget& target, const Strip& strip, const PlacedBlock& block, int from, int to,
                             double room) {
    const int left = toDevice(target, target.left);
    // On a wide block the label stays visible while any of the block is.
    constexpr double kFollows = 90;
    const bool follows = (to - from) / target.ratio >= kFollows;
    const double a = (follows ? std::max(from, left) : from) / target.ratio;
    const double b = (follows ? std::min(to, target.image->width()) : to) / target.ratio;
    const double width = follows ? b - a : room;
    const QRectF rect((a + b - width) / 2, strip.top, width, strip.height);
    for (const Label& label : labelsOf(block, rect, strip.labels, strip.styleOf(block), m_colours.theme())) {
        const QImage& ink = mask(label.text, label.pixels, label.bold, target.ratio).alpha;
        const QPoint corner(static_cast<int>(std::lround(label.centre.x() * target.ratio - ink.width() / 2.0)),
                            static_cast<int>(std::lround(label.centre.y() * target.ratio - ink.height() / 2.0)));
        blendInk(target, ink, corner, label.colour.rgb());
    }
}

} // namespace lanewright::app
