// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/block_art.h"
#include "app/lanes/canvas.h"
#include "app/picture/picture.h"

#include <QCoreApplication>
#include <QFont>
#include <QPainter>

#include <utility>

/// The parts of `paintPicture`, and what else the sources of pictures share. Nobody else includes this.
namespace lanewright::app::picture {

constexpr double kMargin = 40;
constexpr double kHeaderWidth = 124;

struct PictureText {
    Q_DECLARE_TR_FUNCTIONS(Picture)
};

/// The painter's font in so many pixels.
QFont sized(const QPainter& painter, int pixels, QFont::Weight weight = QFont::Normal);

/// The parts of the picture from top to bottom.
struct Frame {
    QRectF title;
    QRectF numbers;
    QRectF ruler;
    QRectF memory;
    Canvas canvas;
};

/// The ranks that are drawn, as first and one behind the last.
std::pair<int, int> ranksOf(const Picture& picture, const Canvas& canvas);

/// How the measured bars are drawn.
BlockStyle barStyleOf(const Picture& picture);

void paintTitle(QPainter& painter, const Picture& picture, const PlacedLanes& planned, const QRectF& rect);
void paintNumbers(QPainter& painter, const Picture& picture, const QRectF& rect);
void paintMemory(QPainter& painter, const Picture& picture, const Frame& frame);

} // namespace lanewright::app::picture
