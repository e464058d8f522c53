// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/run_json.h"
#include "core/model/op.h"

#include <QColor>
#include <QPalette>
#include <QString>

namespace lanewright {

/// Every colour the program uses, light or dark. The only home of colours.
struct Theme {
    bool dark = false;

    QColor window;  ///< behind panels and toolbars
    QColor surface; ///< behind lanes, tables, plots
    QColor raised;  ///< cards and buttons
    QColor line;    ///< separators and grid
    QColor text;
    QColor mutedText;
    QColor accent; ///< the one button that matters, selection underlines
    QColor onAccent;
    QColor selection; ///< outline of selected blocks
    QColor violation;
    QColor warning;
    QColor good;
    QColor limit; ///< memory limit line

    QColor fill(OpKind kind) const;   ///< of a block
    QColor border(OpKind kind) const; ///< 1 px, darker (lighter when dark) than the fill
    QColor label(OpKind kind) const;  ///< black or white by contrast, at least 4.5:1
    QColor fill(ActivityKind kind) const;
    QColor rank(int rank) const; ///< of a rank's curve; repeats after 8

    QPalette palette() const; ///< for Qt's own widgets (Fusion)

    static const Theme& day();
    static const Theme& night();
};

/// The theme in force and how it is chosen: `setThemeByName("light" | "dark" | "system")`.
const Theme& currentTheme();
void setThemeByName(const QString& name);

} // namespace lanewright
