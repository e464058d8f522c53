// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/lanes/canvas.h"
#include "app/lanes/theme.h"
#include "core/base/units.h"

#include <QPainter>
#include <QRectF>
#include <QString>

#include <vector>

namespace lanewright::app {

/// What a rank does at the time that is played, for its header.
struct PlaybackLane {
    QString words = {};
    bool waits = false;

    friend bool operator==(const PlaybackLane&, const PlaybackLane&) = default;
};

/// A moment of playback, as the lanes show it: what is to come fades, what runs is lit.
struct PlaybackMoment {
    Time now = 0;
    QString label = {}; ///< what the cursor says: `t = 14.5`
    std::vector<PlaybackLane> lanes = {};

    friend bool operator==(const PlaybackMoment&, const PlaybackMoment&) = default;
};

/// The blocks that run at a time, as they are drawn.
std::vector<QRectF> runningBlocks(const PlacedLanes& lanes, const Canvas& canvas, Time now);

/// Lights what runs, draws the cursor with its label, and says in the headers what the ranks do. All type is `type`
/// times as large as usual.
void drawMoment(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const PlaybackMoment& moment,
                const Document& document, const Theme& theme, double type);

} // namespace lanewright::app
