// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/picture/figure_layout.h"

#include <QPainter>
#include <QSizeF>
#include <QString>

#include <vector>

class QMimeData;
class QPrinter;

/// Figures on the screen, on paper, on the clipboard and in files.
namespace lanewright::app {

/// Draws the picture from the painter's origin, points as its unit.
void paintDrawing(QPainter& painter, const Drawing& drawing);

/// Writes the picture as the file's ending says: the bytes that the command line writes. Fails in words on endings that
/// no picture has, and where the file can't be written.
Result<Done> writePicture(const Drawing& drawing, const QString& path, double dotsPerInch);

/// The picture for the clipboard: as pixels, two for each of a usual screen, and as SVG.
QMimeData* pictureForClipboard(const Drawing& drawing); // a QMimeData belongs to the clipboard that takes it

/// @name Print
/// @{
/// The styles of the figures that go on pages of so many points: one page, or as many as keep each lane and block large
/// enough to be read on paper, along the time first. Paper is white, whatever the figure's own style.
std::vector<FigureStyle> pagesOf(const FigureContents& figure, QSizeF page, bool spread);
/// Draws the figure on the printer's pages, as wide as they are.
void printPicture(QPrinter& printer, FigureContents figure, bool spread);
/// @}

} // namespace lanewright::app
