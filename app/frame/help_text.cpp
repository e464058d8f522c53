// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/help_text.h"

#include "app/lanes/theme.h"

#include <QFileInfo>
#include <QImage>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

constexpr int kWidest = 900;

} // namespace

QVariant HelpText::loadResource(int type, const QUrl& name) {
    if (type != QTextDocument::ImageResource)
        return QTextBrowser::loadResource(type, name);
    QString file = QFileInfo(name.path()).fileName();
    if (currentTheme().dark)
        file.replace(QStringLiteral("-light."), QStringLiteral("-dark."));
    QImage picture(QStringLiteral(":/screenshots/") + file);
    if (picture.isNull())
        return QTextBrowser::loadResource(type, name);
    const double ratio = devicePixelRatioF();
    // The bar at the side comes when the picture is laid out, and takes its part of the width.
    const int bar = verticalScrollBar()->isVisible() ? 0 : verticalScrollBar()->sizeHint().width();
    const int room = viewport()->width() - bar - static_cast<int>(2 * document()->documentMargin());
    const int width = static_cast<int>(std::lround(std::clamp(room, 200, kWidest) * ratio));
    if (picture.width() > width)
        picture = picture.scaledToWidth(width, Qt::SmoothTransformation);
    picture.setDevicePixelRatio(ratio);
    return picture;
}

} // namespace lanewright::app
