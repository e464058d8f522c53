// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/minimap.h"

#include "app/lanes/coverage_row.h"
#include "app/lanes/lane_sizes.h"
#include "app/lanes/painting.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

constexpr int kHeight = 44;
constexpr int kMapMargin = 5;
constexpr int kLaterMs = 60;
constexpr double kRoomForAir = 4; ///< pixels of a lane's row

/// Everything there is, over the width right of the lane headers.
TimeScale wholeScale(const TimeRange& range, int width) {
    // The same stretch as that of the fitted lanes above.
    const Time part = (range.extentEnd() - range.extentStart()) / 100;
    return {range.extentStart() - part, range.extentEnd() + 5 * part + 1, static_cast<double>(LaneSizes::kLaneHeader),
            static_cast<double>(std::max(1, width - LaneSizes::kLaneHeader))};
}

} // namespace

Minimap::Minimap(Document& document, TimeRange& range, QWidget* parent)
    : QWidget(parent), m_document(document), m_range(range) {
    setFixedHeight(kHeight);
    setCursor(Qt::OpenHandCursor);
    setAccessibleName(tr("Overview"));
    m_later.setSingleShot(true);
    m_later.setInterval(kLaterMs);
    const auto drawAnew = [this] {
        m_lanes = QImage();
        update();
    };
    connect(&m_later, &QTimer::timeout, this, drawAnew);
    connect(&m_document, &Document::changed, this, [this, drawAnew] {
        // One move changes less than a pixel of a large schedule, and keys that repeat should not wait for it.
        if (m_document.isLarge() && !m_lanes.isNull())
            m_later.start();
        else
            drawAnew();
    });
    connect(&m_range, &TimeRange::changed, this, [this] { update(); });
}

void Minimap::setLaneOrder(const LaneOrder& order) {
    m_rows = order.rows();
    m_lanes = QImage();
    update();
}

QSize Minimap::sizeHint() const { return {400, kHeight}; }

std::vector<QRgb> Minimap::rowOf(const PlacedLanes& lanes, int rank, const TimeScale& scale, int width) const {
    const FlatColours colours(currentTheme());
    const double ratio = devicePixelRatioF();
    const PlacedLane& lane = lanes.lanes[rank];
    std::vector<QRgb> row(width, colours.theme().window.rgb());
    const double ticksPerColumn = 1 / (scale.perTick() * ratio);
    if (lane.blocks.size() >= row.size()) {
        const LaneCover* cover = m_covers->of(lanes, rank, BlockStyle::Planned, colours);
        if (cover && cover->suits(ticksPerColumn)) {
            cover->pour(row, static_cast<double>(scale.start) - scale.left * ratio * ticksPerColumn, ticksPerColumn);
            return row;
        }
    }
    CoverageRow pixels(std::move(row));
    for (const PlacedBlock& block : lane.blocks) {
        const QRgb fill = colours.of(block, BlockStyle::Planned).fill;
        pixels.add(scale.x(block.start) * ratio, scale.x(block.end) * ratio, fill, fill);
    }
    pixels.finish();
    return pixels.pixels();
}

void Minimap::drawLanes() {
    const Theme& theme = currentTheme();
    const double ratio = devicePixelRatioF();
    QImage image((QSizeF(size()) * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(theme.window);
    const TimeScale scale = wholeScale(m_range, width());
    const PlacedLanes& lanes = m_document.analysis().lanes;
    const int count = std::max<int>(1, static_cast<int>(lanes.lanes.size()));
    const double row = static_cast<double>(height() - 2 * kMapMargin - 2) / count;
    // Rows of another number of lanes mean nothing.
    const bool ordered = m_rows.size() == lanes.lanes.size();
    // A line of air between lanes, where there is room for one.
    const int air = row * ratio >= kRoomForAir ? 1 : 0;
    for (int rank = 0; rank < static_cast<int>(lanes.lanes.size()); ++rank) {
        const double top = kMapMargin + 1 + (ordered ? m_rows[rank] : rank) * row;
        const std::vector<QRgb> pixels = rowOf(lanes, rank, scale, image.width());
        const int first = static_cast<int>(std::lround(top * ratio));
        const int last = std::max(first + 1, static_cast<int>(std::lround((top + row) * ratio)) - air);
        for (int y = first; y < std::min(last, image.height()); ++y)
            std::ranges::copy(pixels, reinterpret_cast<QRgb*>(image.scanLine(y)));
    }
    m_lanes = image;
    m_theme = &theme;
    m_extentEnd = m_range.extentEnd();
}

void Minimap::paintEvent(QPaintEvent*) {
    const Theme& theme = currentTheme();
    if (m_theme != &theme || m_extentEnd != m_range.extentEnd() ||
        m_lanes.size() != (QSizeF(size()) * devicePixelRatioF()).toSize())
        drawLanes();
    const TimeScale scale = wholeScale(m_range, width());
    QPainter painter(this);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.drawImage(QPointF(0, 0), m_lanes);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    painter.setRenderHint(QPainter::Antialiasing);
    const double left = std::max(scale.x(m_range.start()), static_cast<double>(LaneSizes::kLaneHeader) - 8);
    const double right = std::min(scale.x(m_range.end()), static_cast<double>(width()) - 2);
    const QColor veil = translucent(theme.window, 150);
    painter.fillRect(QRectF(0, 0, left, height()), veil);
    painter.fillRect(QRectF(right, 0, width() - right, height()), veil);
    drawOutline(painter, QRectF(left, 2, std::max(6.0, right - left), height() - 4), 4,
                QPen(Theme::mixed(theme.mutedText, theme.text, 0.2), 1.5));
}

void Minimap::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        mouseMoveEvent(event);
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton))
        return;
    const Time middle = wholeScale(m_range, width()).time(event->position().x());
    m_range.pan(middle - (m_range.start() + m_range.length() / 2));
}

} // namespace lanewright::app
