// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/op.h"
#include "core/model/run.h"
#include "core/picture/colours.h"

#include <QColor>
#include <QPalette>
#include <QString>

namespace lanewright::app {

/// Every colour of `core/picture/colours` as Qt has them: light, dark, or of high contrast.
struct Theme {
    Ground ground = Ground::Paper;
    bool dark = ground != Ground::Paper;
    bool strong = ground == Ground::HighContrast; ///< thick frames around what has the keyboard

    QColor window = colour(ColourRole::Window);
    QColor surface = colour(ColourRole::Surface);
    QColor raised = colour(ColourRole::Raised);
    QColor line = colour(ColourRole::Line);
    QColor text = colour(ColourRole::Text);
    QColor mutedText = colour(ColourRole::MutedText);
    QColor accent = colour(ColourRole::Accent);
    QColor onAccent = colour(ColourRole::OnAccent);
    QColor selection = colour(ColourRole::Selection);
    QColor violation = colour(ColourRole::Violation);
    QColor warning = colour(ColourRole::Warning);
    QColor good = colour(ColourRole::Good);
    QColor limit = colour(ColourRole::Limit);
    QColor full = colour(ColourRole::Full);

    QColor colour(ColourRole role) const;
    /// The colour of a block. The chunks of a rank that hosts several stages differ by a step of lightness (at most
    /// three steps).
    QColor fill(OpKind kind, int chunk = 0) const;
    QColor border(OpKind kind, int chunk = 0) const; ///< 1 px, darker (lighter when dark) than the fill
    QColor label(OpKind kind, int chunk = 0) const;  ///< black or white by contrast, at least 4.5:1, 7:1 when strong
    QColor fill(ActivityKind kind) const;
    QColor rank(int rank) const; ///< the colour of a rank's curve; repeats after 8
    /// A card in a colour of `rank`, and the small print on it: at least 4.5:1.
    QColor card(const QColor& colour) const;
    QColor smallPrint(const QColor& card) const;
    /// A colour on its way to another: 0 is `from`, 1 is `to`.
    static QColor mixed(const QColor& from, const QColor& to, double share);
    /// The contrast of two colours as WCAG 2 defines it: 1 to 21.
    static double contrast(const QColor& a, const QColor& b);

    QPalette palette() const; ///< for Qt's own widgets (Fusion)

    static const Theme& day();
    static const Theme& night();
    static const Theme& contrasting();
    /// `light`, `dark` or `contrast`; any other name is that of the light one.
    static const Theme& named(const QString& name);
};

/// The theme in force and how it is chosen: `setThemeByName("light" | "dark" | "contrast" | "system")`.
const Theme& currentTheme();
void setThemeByName(const QString& name);

} // namespace lanewright::app
