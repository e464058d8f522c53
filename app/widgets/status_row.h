// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace lanewright::app {

class ElidedLine;

/// What stands at the foot of a window, in pixels across.
struct StatusWidths {
    int hint = 0;
    int sign = 0;
    int legend = 0;
    int summary = 0;

    friend bool operator==(const StatusWidths&, const StatusWidths&) = default;
};

/// How so many pixels are dealt. What was just said is read whole: for it the summary is cut first, then the legend,
/// then either goes. What is left over is the hint's.
StatusWidths dealtStatus(int pixels, const StatusWidths& wanted, const StatusWidths& least);

/// The line at the foot of a window: what was just said, a sign of what goes on, a legend, and a summary at the right.
class StatusRow : public QWidget {
public:
    StatusRow(ElidedLine* hint, QWidget* sign, QWidget* legend, ElidedLine* summary, QWidget* parent = nullptr);
};

} // namespace lanewright::app
