// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/drawn_icon.h"

#include <QPainter>
#include <QPixmap>

namespace lanewright::app {

QIcon drawnIcon(std::initializer_list<int> sides, const QColor& normal, const QColor& disabled,
                const std::function<void(QPainter& painter, const QColor& colour)>& draw) {
    QIcon icon;
    for (const int side : sides)
        for (const QIcon::Mode mode : {QIcon::Normal, QIcon::Disabled}) {
            QPixmap pixmap(side, side);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.scale(side / 16.0, side / 16.0);
            draw(painter, mode == QIcon::Normal ? normal : disabled);
            painter.end();
            icon.addPixmap(pixmap, mode);
        }
    return icon;
}

} // namespace lanewright::app
