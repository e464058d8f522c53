// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/theme.h"
#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <QPainter>
#include <QSize>
#include <QString>

#include <optional>
#include <vector>

class QMimeData;
class QPrinter;

namespace lanewright::app {

/// A part of the lanes: some ranks over a stretch of time.
struct PicturePart {
    Extent time = {};
    int firstRank = 0;
    int ranks = 0; ///< 0: all

    friend bool operator==(const PicturePart&, const PicturePart&) = default;
};

/// What a picture of a schedule shows.
struct Picture {
    const Plan* plan = nullptr;
    const Timeline* planned = nullptr;
    const Timeline* measured = nullptr; ///< null: none; else a thinner bar under each planned one
    QString measuredNote = {};          ///< e.g. "measured, paced, step 3"
    bool otherOrder = false;            ///< the measurement is of another order: its bars are drawn so
    bool title = true;
    bool memory = true; ///< a memory strip below the lanes
    const Theme* theme = &Theme::day();
    QSize size = {1600, 900};
    std::optional<PicturePart> part = {}; ///< none: all of it
    QString foot = {};                    ///< at the lower right, such as `page 2 of 5`
};

/// Draws the picture: title and numbers, time axis, lanes, measured bars, legend, memory. The same painter serves PNG,
/// SVG, PDF and print.
void paintPicture(QPainter& painter, const Picture& picture);

/// Writes the picture as the file's ending says (png, svg, pdf). Fails in words on other endings or when it can't be
/// written.
Result<Done> exportPicture(const Picture& picture, const QString& path);

/// The picture for the clipboard: as pixels, two for each of its own, and as SVG.
QMimeData* pictureForClipboard(const Picture& picture); // a QMimeData belongs to the clipboard that takes it

/// @name Print
/// @{
/// The parts of a picture on pages of so many pixels: one page, or as many as keep each lane and block large enough to
/// be read on paper, along the time first.
std::vector<PicturePart> pagesOf(const Picture& picture, bool spread);
/// Draws the picture on the printer's pages, as wide as they are. It is always that of the light theme: paper is white.
void printPicture(QPrinter& printer, const Picture& picture, bool spread);
/// @}

} // namespace lanewright::app
