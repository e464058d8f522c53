// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

#include <functional>
#include <initializer_list>

class QPainter;

namespace lanewright::app {

/// A sign that no font need hold, in so many pixels: `draw` draws it on a square of 16 units, in the colour that it is
/// given.
QIcon drawnIcon(std::initializer_list<int> sides, const QColor& normal, const QColor& disabled,
                const std::function<void(QPainter& painter, const QColor& colour)>& draw);

} // namespace lanewright::app
