// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QSize>

/// How large the classroom's type is, so that it can be read from the back, and fits a laptop as well.
namespace lanewright::app {

/// All sizes of type that there are in a classroom of usual size, in pixels; its lanes have their own.
namespace type {
inline constexpr int kTask = 23;
inline constexpr int kSentence = 20; ///< the card, and the lesson's title
inline constexpr int kText = 17;
inline constexpr int kSmall = 15; ///< captions, and what stands below a number
} // namespace type

struct ClassroomSize {
    double type = 1;      ///< how much larger than in a window of 1600 by 1000
    int panelWidth = 464; ///< width of the column with goal, hints and score
    bool brief = false;   ///< the player's buttons show signs without words; whoever knows the words decides

    /// Lengths and fonts are written for 1600 by 1000; this is what they are here.
    int pixels(int pixels) const;
    friend bool operator==(const ClassroomSize&, const ClassroomSize&) = default;
};

/// The size for a window's inside, not brief.
ClassroomSize classroomSizeFor(QSize window);

/// Says how large a widget's type is where the classroom has its usual size; `scaleType` finds it again.
void setTypePixels(QWidget& widget, int pixels);

/// Sets the type of all widgets inside whose pixels are known.
void scaleType(QWidget& root, const ClassroomSize& size);

} // namespace lanewright::app
