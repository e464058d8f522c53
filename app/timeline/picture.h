// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/theme.h"
#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <QPainter>
#include <QSize>
#include <QString>

namespace lanewright {

/// What a picture of a schedule shows.
struct Picture {
    const Plan* plan = nullptr;
    const Timeline* planned = nullptr;
    const Timeline* measured = nullptr; ///< null: none; else a thinner bar under each planned one
    QString measuredNote = {};          ///< e.g. "measured, paced, 4 ranks"
    bool title = true;
    bool memory = true; ///< a memory strip below the lanes
    const Theme* theme = &Theme::day();
    QSize size = {1600, 900};
};

/// Draws the picture: title and numbers, time axis, lanes, measured bars, legend, memory. The same painter serves PNG,
/// SVG, PDF and print.
void paintPicture(QPainter& painter, const Picture& picture);

/// Writes the picture as the file's ending says (png, svg, pdf). Fails in words on other endings or when it can't be
/// written.
Result<Done> exportPicture(const Picture& picture, const QString& path);

} // namespace lanewright
