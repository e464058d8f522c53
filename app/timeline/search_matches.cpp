// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/search_matches.h"

#include "app/lanes/painting.h"

#include <algorithm>

namespace lanewright::app {

void SearchMatches::paint(QPainter& painter, const Canvas& canvas, const Theme& theme) const {
    const PainterGuard guard(painter);
    const QColor light = theme.accent;
    int lane = -1;
    double drawnTo = 0;
    for (const Slot& slot : m_blocks) {
        const QRectF rect = canvas.rectOf(slot.rank, *m_lanes.planned().find(slot));
        if (rect.right() < canvas.area.left() || rect.left() > canvas.area.right() || !canvas.shows(slot.rank))
            continue;
        // One mark stands for all that fall into one column of pixels.
        if (slot.rank == lane && rect.right() < drawnTo)
            continue;
        lane = slot.rank;
        drawnTo = std::max(rect.right(), rect.left() + 2);
        painter.fillRect(QRectF(rect.left(), rect.top() - 5, std::max(2.0, rect.width() - 1), 3), light);
        if (rect.width() < 8)
            continue;
        drawOutline(painter, rect.adjusted(0, 0, -2, -1), 3, QPen(light, 2));
    }
}

} // namespace lanewright::app
