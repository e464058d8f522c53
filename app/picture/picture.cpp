// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture/picture.h"

#include "app/document/numbers.h"
#include "app/lanes/coverage_row.h"
#include "app/lanes/lane_chrome.h"
#include "app/lanes/painting.h"
#include "app/picture/picture_parts.h"

#include <QFontMetricsF>
#include <QImage>

#include <algorithm>

namespace lanewright::app {

namespace picture {

QFont sized(const QPainter& painter, int pixels, QFont::Weight weight) {
    QFont font = painter.font();
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

std::pair<int, int> ranksOf(const Picture& picture, const Canvas& canvas) {
    const int first = picture.part && picture.part->ranks > 0 ? picture.part->firstRank : 0;
    return {first, first + canvas.geometry.lanes};
}

BlockStyle barStyleOf(const Picture& picture) {
    return picture.otherOrder ? BlockStyle::OtherOrder : BlockStyle::Measured;
}

} // namespace picture

namespace {

using picture::Frame;
using picture::kHeaderWidth;
using picture::kMargin;
using picture::PictureText;
using picture::sized;

/// The whole with a little room at its ends, or the part that is drawn.
TimeScale timesOf(const Picture& picture, Time end, const QRectF& area) {
    if (!picture.part)
        return {-end / 100, end + end / 50 + 1, area.left(), area.width()};
    const Extent& part = picture.part->time;
    return {part.start, std::max(part.end, part.start + 1), area.left(), area.width()};
}

Frame frameOf(const Picture& picture, const PlacedLanes& planned, const PlacedLanes& measured) {
    const QRectF page(kMargin, kMargin * 0.8, picture.size.width() - 2 * kMargin,
                      picture.size.height() - 1.6 * kMargin);
    Frame frame;
    double top = page.top();
    if (picture.title) {
        frame.title = QRectF(page.left(), top, page.width(), 38);
        frame.numbers = QRectF(page.left(), frame.title.bottom() + 14, page.width(), 62);
        top = frame.numbers.bottom() + 12;
    }
    frame.ruler = QRectF(page.left() + kHeaderWidth, top, page.width() - kHeaderWidth, 26);
    const double memory = picture.memory ? std::clamp(page.height() * 0.2, 60.0, 190.0) : 0;
    const double room = page.bottom() - frame.ruler.bottom() - memory - (picture.memory ? 18 : 0);
    const bool whole = !picture.part || picture.part->ranks == 0;
    const int ranks = whole ? static_cast<int>(planned.lanes.size()) : picture.part->ranks;
    const int lanes = std::max<int>(1, ranks);
    LaneGeometry& geometry = frame.canvas.geometry;
    geometry.lanes = ranks;
    geometry.laneHeight = std::clamp(static_cast<int>(room / lanes), 3, 150);
    geometry.top = static_cast<int>(frame.ruler.bottom());
    geometry.withBars = picture.measured != nullptr;
    geometry.scroll = whole ? 0 : picture.part->firstRank * geometry.laneHeight;
    const double bottom = geometry.top + lanes * geometry.laneHeight;
    QRectF& area = frame.canvas.area;
    area = QRectF(frame.ruler.left(), frame.ruler.bottom(), frame.ruler.width(), bottom - frame.ruler.bottom());
    frame.canvas.scale = timesOf(picture, std::max({planned.end, measured.end, Time{1}}), area);
    if (picture.memory)
        frame.memory = QRectF(area.left(), bottom + 18, area.width(), std::min(memory, page.bottom() - bottom - 18));
    return frame;
}

// ---------------------------------------------------------------------------------------------- lanes

/// Blocks too narrow for vectors, as one row of pixels drawn over the height of the lane.
void paintNarrow(QPainter& painter, const PlacedLane& lane, BlockStyle style, const QRectF& strip, const Canvas& canvas,
                 const Theme& theme, double narrow) {
    constexpr int kDense = 2;
    const int columns = std::max(1, static_cast<int>(strip.width()) * kDense);
    CoverageRow row(std::vector<QRgb>(static_cast<std::size_t>(columns), theme.surface.rgb()));
    bool any = false;
    for (const PlacedBlock& block : lane.blocks) {
        const double from = canvas.scale.x(block.start);
        const double to = canvas.scale.x(block.end);
        if (to - from >= narrow || to < strip.left() || from > strip.right())
            continue;
        any = true;
        const QRgb fill = blockFill(theme, block.op.kind, block.chunk, block.parked ? BlockStyle::Parked : style).rgb();
        row.add((from - strip.left()) * kDense, (to - strip.left()) * kDense, fill, fill);
    }
    if (!any)
        return;
    row.finish();
    QImage image(columns, 1, QImage::Format_RGB32);
    std::ranges::copy(row.pixels(), reinterpret_cast<QRgb*>(image.scanLine(0)));
    painter.drawImage(strip, image);
}

void paintStrip(QPainter& painter, const PlacedLanes& lanes, int rank, BlockStyle style, const QRectF& strip,
                const Canvas& canvas, const Theme& theme) {
    constexpr double kNarrow = 3;
    const PlacedLane& lane = lanes.lanes[rank];
    paintNarrow(painter, lane, style, strip, canvas, theme, kNarrow);
    for (std::size_t index = 0; index < lane.blocks.size(); ++index) {
        const PlacedBlock& block = lane.blocks[index];
        const double x = canvas.scale.x(block.start);
        // From the length alone, so that blocks of one length have one width to the last bit.
        const double width = static_cast<double>(block.end - block.start) * canvas.scale.perTick();
        if (x > strip.right() || x + width < strip.left())
            continue;
        if (style == BlockStyle::Planned && block.gap > 0 && !block.parked) {
            const double from = canvas.scale.x(index > 0 ? lane.blocks[index - 1].end : 0);
            const double gap = static_cast<double>(block.gap) * canvas.scale.perTick();
            drawGap(painter, QRectF(from, strip.top(), gap, strip.height()), false, theme);
        }
        if (width < kNarrow)
            continue;
        const BlockStyle own = block.parked ? BlockStyle::Parked : style;
        const QRectF rect(x, strip.top(), width - std::min(1.0, width * 0.1), strip.height());
        drawBlock(painter, rect, block, own, theme);
        if (const BlockStretches* stretches = lanes.stretchesOf(block))
            drawStretches(painter, rect, block, *stretches, own, theme);
        for (const Label& label : labelsOf(block, rect, LabelRule::of(lane), own, theme))
            drawLabel(painter, label);
    }
}

void paintLanes(QPainter& painter, const Picture& picture, const Frame& frame, const PlacedLanes& planned,
                const PlacedLanes& measured) {
    const Theme& theme = *picture.theme;
    const Canvas& canvas = frame.canvas;
    const LaneGeometry& geometry = canvas.geometry;
    const Metrics metrics = measure(*picture.plan, *picture.planned);
    const auto [first, last] = picture::ranksOf(picture, canvas);
    for (int rank = first; rank < last; ++rank) {
        const double top = geometry.laneTop(rank);
        drawHeader(painter, QRectF(kMargin - 16, top, kHeaderWidth, geometry.laneHeight),
                   headerOf(*picture.plan, metrics, rank), theme);
        painter.setPen(QPen(Theme::mixed(theme.line, theme.surface, 0.35), 1));
        if (geometry.laneHeight >= 16)
            painter.drawLine(QPointF(kMargin, top + geometry.laneHeight - 0.5),
                             QPointF(canvas.area.right(), top + geometry.laneHeight - 0.5));
        const auto strip = [&](int y, int height) {
            return QRectF(canvas.area.left(), y, canvas.area.width(), height);
        };
        // A part is cut where its stretch of time ends; of the whole nothing sticks out.
        std::optional<PainterGuard> cut;
        if (picture.part) {
            cut.emplace(painter);
            painter.setClipRect(canvas.area);
        }
        paintStrip(painter, planned, rank, BlockStyle::Planned, strip(geometry.blockTop(rank), geometry.blockHeight()),
                   canvas, theme);
        if (rank < static_cast<int>(measured.lanes.size()))
            paintStrip(painter, measured, rank, picture::barStyleOf(picture),
                       strip(geometry.barTop(rank), geometry.barHeight()), canvas, theme);
    }
    if (planned.stalls && (!picture.part || planned.reached <= picture.part->time.end))
        drawStall(painter, canvas.area, canvas.scale.x(planned.reached) + 5,
                  PictureText::tr("stalls here, %1").arg(timeWithUnit(planned.reached, picture.plan->timeUnit)), theme);
}

} // namespace

void paintPicture(QPainter& painter, const Picture& picture) {
    const Theme& theme = *picture.theme;
    const PlacedLanes planned = placePlan(picture.plan->schedule, picture.plan->costs, *picture.planned);
    const PlacedLanes measured = picture.measured ? placeRun(picture.plan->schedule, *picture.measured) : PlacedLanes{};
    const Frame frame = frameOf(picture, planned, measured);
    const PainterGuard guard(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(picture.size)), theme.surface);
    if (picture.title) {
        picture::paintTitle(painter, picture, planned, frame.title);
        picture::paintNumbers(painter, picture, frame.numbers);
    }
    drawGrid(painter, frame.canvas.area, frame.canvas.scale, theme);
    drawRuler(painter, frame.ruler, frame.canvas.scale, picture.plan->timeUnit, theme);
    paintLanes(painter, picture, frame, planned, measured);
    if (picture.memory && !picture.plan->isProblem())
        picture::paintMemory(painter, picture, frame);
    if (!picture.foot.isEmpty()) {
        const QRectF foot(kMargin, picture.size.height() - kMargin * 0.8, picture.size.width() - 2 * kMargin, 20);
        drawWords(painter, foot, Qt::AlignRight | Qt::AlignVCenter, picture.foot, sized(painter, 13), theme.mutedText);
    }
}

} // namespace lanewright::app
