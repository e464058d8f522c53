// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/theme.h"

#include <QIcon>
#include <QString>

namespace lanewright::app {

/// Puts the theme `light`, `dark`, `contrast` or `system` in force: palette and style sheet of the whole program.
void applyTheme(const QString& themeName);

/// The style sheet of a theme: roles of labels, the primary button, tabs, tables, chips.
QString styleSheetOf(const Theme& theme);

/// Small signs for the toolbar, drawn in the colours of the theme.
enum class ToolIcon { Undo, Redo, ZoomIn, ZoomOut, Fit };
QIcon toolIcon(ToolIcon sign);

/// The program's own icon.
QIcon programIcon();

/// Makes the resources of the library known; once, before anything else of it is used.
void initResources();

} // namespace lanewright::app
