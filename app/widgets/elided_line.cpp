// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/elided_line.h"

#include <QPainter>

namespace lanewright::app {

QSize ElidedLine::minimumSizeHint() const {
    return {fontMetrics().horizontalAdvance(QStringLiteral("MMMM…")), QLabel::minimumSizeHint().height()};
}

void ElidedLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect area = contentsRect();
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, area.width()));
}

} // namespace lanewright::app
