// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/player/player_icons.h"

#include "app/lanes/theme.h"
#include "app/widgets/drawn_icon.h"

#include <QPainter>

namespace lanewright::app {
namespace {

void triangle(QPainter& painter, double base, double tip) {
    painter.drawPolygon(QPolygonF{{base, 2.5}, {tip, 8}, {base, 13.5}});
}

void bar(QPainter& painter, double left, double width) { painter.drawRect(QRectF(left, 2.5, width, 11)); }

void draw(QPainter& painter, PlayerIcon sign) {
    switch (sign) {
    case PlayerIcon::Play: triangle(painter, 4, 13.5); return;
    case PlayerIcon::Pause:
        bar(painter, 4, 3);
        bar(painter, 9.5, 3);
        return;
    case PlayerIcon::Step:
        triangle(painter, 3, 10.5);
        bar(painter, 11, 2.2);
        return;
    case PlayerIcon::Back:
        triangle(painter, 13, 5.5);
        bar(painter, 2.8, 2.2);
        return;
    case PlayerIcon::Rewind:
        bar(painter, 1.5, 2);
        triangle(painter, 9, 3.6);
        triangle(painter, 14.5, 9);
        return;
    case PlayerIcon::Faster: painter.drawRect(QRectF(7, 3, 2, 10)); [[fallthrough]];
    case PlayerIcon::Slower: painter.drawRect(QRectF(3, 7, 10, 2)); return;
    }
}

} // namespace

QIcon playerIcon(PlayerIcon sign) {
    const Theme& theme = currentTheme();
    return drawnIcon({16, 20, 24, 32, 40, 64}, theme.text, Theme::mixed(theme.mutedText, theme.window, 0.45),
                     [sign](QPainter& painter, const QColor& colour) {
                         painter.setPen(Qt::NoPen);
                         painter.setBrush(colour);
                         draw(painter, sign);
                     });
}

} // namespace lanewright::app
