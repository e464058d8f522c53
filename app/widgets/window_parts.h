// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QString>

namespace lanewright::app {

/// A tool bar that stays where it is; `name` is its object name, by which a session finds it again.
QToolBar* makeBar(QMainWindow& window, const QString& title, const QString& name);
/// A thin line between two parts of a window.
QFrame* makeRule(QWidget* parent);

} // namespace lanewright::app
