// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/time_marks.h"

#include "app/document/numbers.h"
#include "app/lanes/painting.h"

namespace lanewright::app {

void TimeMarks::paint(QPainter& painter, const Canvas& canvas, TimeUnit unit, const Theme& theme) const {
    const auto paint = [&](const Extent& extent, bool kept) {
        const double left = canvas.scale.x(extent.start);
        const double right = canvas.scale.x(extent.end);
        if (right < canvas.area.left() || left > canvas.area.right())
            return;
        const QRectF band(left, 0, right - left, canvas.area.bottom());
        painter.fillRect(band, translucent(theme.accent, kept ? 22 : 34));
        painter.setPen(QPen(theme.accent, 1, kept ? Qt::SolidLine : Qt::DashLine));
        painter.drawLine(band.topLeft(), band.bottomLeft());
        painter.drawLine(band.topRight(), band.bottomRight());
        const QString words = timeWithUnit(extent.length(), unit);
        const double width = painter.fontMetrics().horizontalAdvance(words) + 12;
        const QRectF plate(band.center().x() - width / 2, 3, width, canvas.area.top() - 6);
        fillRounded(painter, plate, 3, theme.accent);
        painter.setPen(theme.onAccent);
        painter.drawText(plate, Qt::AlignCenter, words);
    };
    const PainterGuard guard(painter);
    painter.setClipRect(QRectF(canvas.area.left(), 0, canvas.area.width(), canvas.area.bottom()));
    for (const Extent& extent : m_kept)
        paint(extent, true);
    if (m_passing)
        paint(*m_passing, false);
}

} // namespace lanewright::app
