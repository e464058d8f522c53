// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/picture.h"

#include "app/document/numbers.h"
#include "app/timeline/block_layer.h"
#include "app/timeline/canvas.h"
#include "app/timeline/lane_chrome.h"
#include "core/analyse/memory.h"
#include "core/analyse/metrics.h"
#include "core/analyse/simulate.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QImage>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewright {
namespace {

constexpr double kMargin = 40;
constexpr double kHeaderWidth = 124;
constexpr int kMostCurves = 8;

struct PictureWords {
    Q_DECLARE_TR_FUNCTIONS(Picture)
};

QFont sized(const QPainter& painter, int pixels, QFont::Weight weight = QFont::Normal) {
    QFont font = painter.font();
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

/// The parts of the picture from top to bottom.
struct Frame {
    QRectF title;
    QRectF numbers;
    QRectF ruler;
    QRectF memory;
    Canvas canvas;
};

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
    Canvas& canvas = frame.canvas;
    canvas.geometry.lanes = ranks;
    canvas.geometry.laneHeight = std::clamp(static_cast<int>(room / lanes), 3, 150);
    canvas.geometry.top = static_cast<int>(frame.ruler.bottom());
    canvas.geometry.withBars = picture.measured != nullptr;
    canvas.geometry.scroll = whole ? 0 : picture.part->firstRank * canvas.geometry.laneHeight;
    const double bottom = canvas.geometry.top + lanes * canvas.geometry.laneHeight;
    canvas.area = QRectF(frame.ruler.left(), frame.ruler.bottom(), frame.ruler.width(), bottom - frame.ruler.bottom());
    const Time end = std::max({planned.end, measured.end, Time{1}});
    canvas.scale = {-end / 100, end + end / 50 + 1, canvas.area.left(), canvas.area.width()};
    if (picture.part)
        canvas.scale = {picture.part->time.start, std::max(picture.part->time.end, picture.part->time.start + 1),
                        canvas.area.left(), canvas.area.width()};
    if (picture.memory)
        frame.memory =
            QRectF(canvas.area.left(), bottom + 18, canvas.area.width(), std::min(memory, page.bottom() - bottom - 18));
    return frame;
}

// ---------------------------------------------------------------------------------------------- words and numbers

struct Number {
    QString name;
    QString value;
    QString unit;
};

std::vector<Number> numbersOf(const Picture& picture) {
    const Plan& plan = *picture.plan;
    const Metrics metrics = measure(plan, *picture.planned);
    const auto time = [&](Time value) { return timeText(value, plan.timeUnit, 2); };
    const QString unit = unitText(plan.timeUnit);
    if (plan.isProblem())
        return {};
    std::vector<Number> numbers{{PictureWords::tr("Makespan"), time(metrics.makespan), unit}};
    if (metrics.period)
        numbers.push_back({PictureWords::tr("Period"), time(std::llround(metrics.period->value())), unit});
    numbers.push_back(
        {PictureWords::tr("Bubble"), QString::number(100 * metrics.bubbleRate, 'f', 1), QStringLiteral("%")});
    if (!metrics.peakMemory.empty()) {
        const Bytes peak = *std::ranges::max_element(metrics.peakMemory);
        numbers.push_back(
            {PictureWords::tr("Peak memory"), memoryText(peak, plan.memoryUnit), unitText(plan.memoryUnit)});
    }
    if (picture.measured && extentOf(*picture.measured).length() > 0) {
        const Time real = measureRun(plan, *picture.measured).makespan;
        QString note = unit;
        if (metrics.makespan > 0)
            note +=
                u' ' + changeText(static_cast<double>(real - metrics.makespan) / static_cast<double>(metrics.makespan));
        numbers.push_back({PictureWords::tr("Measured"), time(real), note});
    }
    return numbers;
}

void paintNumbers(QPainter& painter, const Picture& picture, const QRectF& rect) {
    const Theme& theme = *picture.theme;
    const std::vector<Number> numbers = numbersOf(picture);
    const double step = std::min(220.0, rect.width() / std::max<double>(5, static_cast<double>(numbers.size())));
    double x = rect.left();
    for (const Number& number : numbers) {
        painter.setFont(sized(painter, 14));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(x, rect.top(), step, 22), Qt::AlignLeft | Qt::AlignVCenter, number.name);
        const QFont large = sized(painter, 28, QFont::Bold);
        painter.setFont(large);
        painter.setPen(theme.text);
        const double width = QFontMetricsF(large).horizontalAdvance(number.value);
        const double baseline = rect.top() + 52;
        painter.drawText(QPointF(x, baseline), number.value);
        painter.setFont(sized(painter, 14));
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + width + 8, baseline), number.unit);
        x += step;
    }
}

struct LegendEntry {
    QString words;
    OpKind kind = OpKind::F;
    bool bar = false; ///< a measured bar instead of a block
};

std::vector<LegendEntry> legendOf(const Picture& picture) {
    std::array<bool, kOpKinds> used = {};
    for (const Row& row : picture.plan->schedule.order)
        for (const Block& block : row) {
            used[static_cast<std::size_t>(block.op.kind)] = true;
            if (block.paired)
                used[static_cast<std::size_t>(block.paired->kind)] = true;
        }
    std::vector<LegendEntry> entries;
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R})
        if (used[static_cast<std::size_t>(kind)])
            entries.push_back({kindText(kind), kind});
    if (picture.measured)
        entries.push_back(
            {picture.measuredNote.isEmpty() ? PictureWords::tr("measured") : picture.measuredNote, OpKind::F, true});
    return entries;
}

/// From the right edge to the left; returns where it begins.
double paintLegend(QPainter& painter, const Picture& picture, const QRectF& rect) {
    const Theme& theme = *picture.theme;
    const QFont font = sized(painter, 14);
    const std::vector<LegendEntry> entries = legendOf(picture);
    double width = 0;
    for (const LegendEntry& entry : entries)
        width += QFontMetricsF(font).horizontalAdvance(entry.words) + 58;
    double x = rect.right() - width + 24;
    const double begin = x;
    for (const LegendEntry& entry : entries) {
        PlacedBlock block;
        block.op.kind = entry.kind;
        const double middle = rect.center().y();
        if (entry.bar) {
            drawBlock(painter, QRectF(x, middle - 5, 24, 10), block, BlockStyle::Measured, theme);
        } else {
            const QRectF box(x, middle - 10, 24, 20);
            drawBlock(painter, box, block, BlockStyle::Planned, theme);
            drawLabel(painter, {{static_cast<int>(entry.kind)},
                                box.center(),
                                entry.kind == OpKind::BW ? 10 : 12,
                                true,
                                theme.label(entry.kind)});
        }
        painter.setFont(font);
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + 32, middle + 5), entry.words);
        x += QFontMetricsF(font).horizontalAdvance(entry.words) + 58;
    }
    return begin;
}

void paintTitle(QPainter& painter, const Picture& picture, const QRectF& rect) {
    const double legend = paintLegend(painter, picture, rect);
    const QString title =
        picture.plan->title.empty() ? PictureWords::tr("Schedule") : QString::fromStdString(picture.plan->title);
    const QFont font = sized(painter, 26, QFont::Bold);
    painter.setFont(font);
    painter.setPen(picture.theme->text);
    const double width = std::max(200.0, legend - rect.left() - 20);
    painter.drawText(QRectF(rect.left(), rect.top(), width, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(font).elidedText(title, Qt::ElideRight, width));
}

// ---------------------------------------------------------------------------------------------- lanes

/// The ranks that are drawn, as first and one behind the last.
std::pair<int, int> ranksOf(const Picture& picture, const Canvas& canvas) {
    const int first = picture.part && picture.part->ranks > 0 ? picture.part->firstRank : 0;
    return {first, first + canvas.geometry.lanes};
}

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

void paintStrip(QPainter& painter, const PlacedLane& lane, BlockStyle style, const QRectF& strip, const Canvas& canvas,
                const Theme& theme) {
    constexpr double kNarrow = 3;
    paintNarrow(painter, lane, style, strip, canvas, theme, kNarrow);
    for (std::size_t index = 0; index < lane.blocks.size(); ++index) {
        const PlacedBlock& block = lane.blocks[index];
        const double x = canvas.scale.x(block.start);
        const double width = canvas.scale.x(block.end) - x;
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
        for (const Label& label : labelsOf(block, rect, lane.namesStage, own, theme))
            drawLabel(painter, label);
    }
}

void paintLanes(QPainter& painter, const Picture& picture, const Frame& frame, const PlacedLanes& planned,
                const PlacedLanes& measured) {
    const Theme& theme = *picture.theme;
    const Canvas& canvas = frame.canvas;
    const LaneGeometry& geometry = canvas.geometry;
    const Metrics metrics = measure(*picture.plan, *picture.planned);
    const auto [first, last] = ranksOf(picture, canvas);
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
        if (picture.part) {
            painter.save();
            painter.setClipRect(canvas.area);
        }
        paintStrip(painter, planned.lanes[rank], BlockStyle::Planned,
                   strip(geometry.blockTop(rank), geometry.blockHeight()), canvas, theme);
        if (rank < static_cast<int>(measured.lanes.size()))
            paintStrip(painter, measured.lanes[rank], BlockStyle::Measured,
                       strip(geometry.barTop(rank), geometry.barHeight()), canvas, theme);
        if (picture.part)
            painter.restore();
    }
    if (planned.stalls && (!picture.part || planned.reached <= picture.part->time.end))
        drawStall(painter, canvas.area, canvas.scale.x(planned.reached) + 5,
                  PictureWords::tr("stalls here, %1").arg(timeWithUnit(planned.reached, picture.plan->timeUnit)),
                  theme);
}

// ---------------------------------------------------------------------------------------------- memory

/// The ranks whose curves are drawn: all, or so many evenly chosen that they can be told apart.
std::vector<int> curveRanks(int first, int last) {
    std::vector<int> result;
    const int ranks = last - first;
    const int count = std::min(ranks, kMostCurves);
    result.reserve(static_cast<std::size_t>(count));
    for (int index = 0; index < count; ++index)
        result.push_back(first + (count == 1 ? 0 : index * (ranks - 1) / (count - 1)));
    return result;
}

QPainterPath curvePath(const MemoryCurve& curve, const TimeScale& scale, const QRectF& rect, double perByte) {
    QPainterPath path;
    const auto y = [&](Bytes bytes) { return rect.bottom() - static_cast<double>(bytes) * perByte; };
    double level = y(0);
    path.moveTo(scale.x(curve.empty() ? 0 : curve.front().time), level);
    for (const MemoryPoint& point : curve) {
        path.lineTo(scale.x(point.time), level);
        level = y(point.bytes);
        path.lineTo(scale.x(point.time), level);
    }
    return path;
}

void paintMemoryAxis(QPainter& painter, const Picture& picture, const QRectF& rect, Bytes most) {
    const Theme& theme = *picture.theme;
    painter.setPen(theme.text);
    painter.setFont(sized(painter, 14, QFont::DemiBold));
    painter.drawText(QRectF(kMargin, rect.top() - 4, kHeaderWidth - 10, 20), Qt::AlignLeft | Qt::AlignVCenter,
                     PictureWords::tr("memory"));
    painter.setFont(sized(painter, 12));
    painter.setPen(theme.mutedText);
    const QString unit = picture.plan->memoryUnit == MemoryUnit::Unit ? PictureWords::tr("activations")
                                                                      : unitText(picture.plan->memoryUnit);
    painter.drawText(QRectF(kMargin, rect.top() + 15, kHeaderWidth - 10, 18), Qt::AlignLeft | Qt::AlignVCenter, unit);
    const QRectF left(kMargin, 0, kHeaderWidth - 10, 16);
    painter.drawText(left.translated(0, rect.bottom() - 10), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(left.translated(0, rect.top() - 2), Qt::AlignRight | Qt::AlignVCenter,
                     memoryText(most, picture.plan->memoryUnit));
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());
}

void paintMemory(QPainter& painter, const Picture& picture, const Frame& frame) {
    const Theme& theme = *picture.theme;
    const Plan& plan = *picture.plan;
    const std::vector<MemoryCurve> curves =
        memoryCurves(plan.schedule, plan.memory, plan.costs.weightParts, *picture.planned);
    const auto [first, last] = ranksOf(picture, frame.canvas);
    const std::vector<int> ranks = curveRanks(first, std::min(last, static_cast<int>(curves.size())));
    Bytes most = 1;
    std::optional<Bytes> limit;
    for (int rank = 0; rank < static_cast<int>(curves.size()); ++rank) {
        for (const MemoryPoint& point : curves[rank])
            most = std::max(most, point.bytes);
        if (const auto own = plan.memory.limitOf(rank))
            limit = std::max(limit.value_or(0), *own);
    }
    most = std::max(most, limit.value_or(0));
    const QRectF rect = frame.memory.adjusted(0, 4, 0, -26);
    const double perByte = (rect.height() - 6) / static_cast<double>(most);
    paintMemoryAxis(painter, picture, rect, most);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    double x = rect.left();
    for (std::size_t index = 0; index < ranks.size(); ++index) {
        const int rank = ranks[index];
        // Curves that coincide stay visible side by side.
        const double aside = (static_cast<double>(index) - static_cast<double>(ranks.size() - 1) / 2) * 1.2;
        painter.setPen(QPen(theme.rank(static_cast<int>(index)), 1.8));
        painter.save();
        if (picture.part)
            painter.setClipRect(rect.adjusted(0, -4, 0, 4));
        painter.drawPath(curvePath(curves[rank], frame.canvas.scale, rect, perByte).translated(0, aside));
        painter.restore();
        painter.drawLine(QPointF(x, rect.bottom() + 17), QPointF(x + 16, rect.bottom() + 17));
        painter.setFont(sized(painter, 13));
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + 22, rect.bottom() + 22), PictureWords::tr("rank %1").arg(rank));
        x += 100;
    }
    if (!limit)
        return;
    const double y = std::round(rect.bottom() - static_cast<double>(*limit) * perByte);
    painter.setPen(QPen(theme.limit, 2, Qt::DashLine, Qt::FlatCap));
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
    painter.setPen(theme.limit);
    painter.setFont(sized(painter, 13, QFont::DemiBold));
    painter.drawText(QRectF(rect.right() - 200, y - 20, 200, 18), Qt::AlignRight | Qt::AlignVCenter,
                     PictureWords::tr("limit %1").arg(memoryText(*limit, plan.memoryUnit)));
}

} // namespace

void paintPicture(QPainter& painter, const Picture& picture) {
    const Theme& theme = *picture.theme;
    const PlacedLanes planned = placePlan(picture.plan->schedule, picture.plan->costs, *picture.planned);
    const PlacedLanes measured = picture.measured ? placeRun(picture.plan->schedule, *picture.measured) : PlacedLanes{};
    const Frame frame = frameOf(picture, planned, measured);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(picture.size)), theme.surface);
    if (picture.title) {
        paintTitle(painter, picture, frame.title);
        paintNumbers(painter, picture, frame.numbers);
    }
    drawGrid(painter, frame.canvas.area, frame.canvas.scale, theme);
    drawRuler(painter, frame.ruler, frame.canvas.scale, picture.plan->timeUnit, theme);
    paintLanes(painter, picture, frame, planned, measured);
    if (picture.memory && !picture.plan->isProblem())
        paintMemory(painter, picture, frame);
    if (!picture.foot.isEmpty()) {
        painter.setFont(sized(painter, 13));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(kMargin, picture.size.height() - kMargin * 0.8, picture.size.width() - 2 * kMargin, 20),
                         Qt::AlignRight | Qt::AlignVCenter, picture.foot);
    }
    painter.restore();
}

} // namespace lanewright
