// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/theme.h"

#include <QGuiApplication>

#include <algorithm>
#include <array>
#include <cstddef>

namespace lanewright::app {
namespace {

/// A hundred thousand blocks ask on every frame, so the answers are kept.
const BlockColours& coloursOf(const Theme& theme, OpKind kind, int chunk) {
    using Table = std::array<std::array<std::array<BlockColours, kChunkSteps>, kOpKinds>, kGrounds.size()>;
    static const Table table = [] {
        Table result;
        for (const Ground ground : kGrounds)
            for (const OpKind each : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R})
                for (int step = 0; step < kChunkSteps; ++step)
                    result[static_cast<std::size_t>(ground)][static_cast<std::size_t>(each)][step] =
                        blockColours(each, step, ground);
        return result;
    }();
    const auto step = static_cast<std::size_t>(std::clamp(chunk, 0, kChunkSteps - 1));
    return table[static_cast<std::size_t>(theme.ground)][static_cast<std::size_t>(kind)][step];
}

/// Qt before 6.5 does not tell the scheme, so the window's lightness decides, as it was before we set our own palette.
bool systemIsDark() {
    static const bool dark = qApp && QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    return dark;
}

QString& chosenName() {
    static QString name = QStringLiteral("system");
    return name;
}

} // namespace

QColor Theme::colour(ColourRole role) const { return QColor::fromRgb(colourOf(role, ground)); }

QColor Theme::fill(OpKind kind, int chunk) const { return QColor::fromRgb(coloursOf(*this, kind, chunk).fill); }

QColor Theme::border(OpKind kind, int chunk) const { return QColor::fromRgb(coloursOf(*this, kind, chunk).border); }

QColor Theme::label(OpKind kind, int chunk) const { return QColor::fromRgb(coloursOf(*this, kind, chunk).label); }

QColor Theme::card(const QColor& colour) const { return mixed(surface, colour, dark ? 0.30 : 0.14); }

QColor Theme::smallPrint(const QColor& card) const { return mixed(text, card, 0.2); }

QColor Theme::mixed(const QColor& from, const QColor& to, double share) {
    return QColor::fromRgb(lanewright::mixed(from.rgb() & 0xFFFFFF, to.rgb() & 0xFFFFFF, share));
}

double Theme::contrast(const QColor& a, const QColor& b) {
    return lanewright::contrast(a.rgb() & 0xFFFFFF, b.rgb() & 0xFFFFFF);
}

QColor Theme::fill(ActivityKind kind) const {
    return kind == ActivityKind::Part ? QColor() : QColor::fromRgb(colourOf(kind, ground));
}

QColor Theme::rank(int rank) const { return QColor::fromRgb(rankColour(rank, ground)); }

QPalette Theme::palette() const {
    QPalette result;
    result.setColor(QPalette::Window, window);
    result.setColor(QPalette::WindowText, text);
    result.setColor(QPalette::Base, surface);
    result.setColor(QPalette::AlternateBase, raised);
    result.setColor(QPalette::Text, text);
    result.setColor(QPalette::Button, raised);
    result.setColor(QPalette::ButtonText, text);
    result.setColor(QPalette::BrightText, violation);
    result.setColor(QPalette::ToolTipBase, raised);
    result.setColor(QPalette::ToolTipText, text);
    result.setColor(QPalette::PlaceholderText, mutedText);
    result.setColor(QPalette::Highlight, accent);
    result.setColor(QPalette::HighlightedText, onAccent);
    result.setColor(QPalette::Link, accent);
    result.setColor(QPalette::LinkVisited, accent);
    result.setColor(QPalette::Light, dark ? raised.lighter(130) : QColor(Qt::white));
    result.setColor(QPalette::Midlight, mixed(raised, line, 0.4));
    result.setColor(QPalette::Mid, mixed(line, text, 0.15));
    result.setColor(QPalette::Dark, mixed(line, text, 0.3));
    result.setColor(QPalette::Shadow, dark ? QColor(Qt::black) : mixed(line, text, 0.6));
    const QColor faint = mixed(mutedText, window, 0.45);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        result.setColor(QPalette::Disabled, role, faint);
    result.setColor(QPalette::Disabled, QPalette::Highlight, line);
    result.setColor(QPalette::Disabled, QPalette::HighlightedText, mutedText);
    return result;
}

const Theme& Theme::day() {
    static const Theme theme;
    return theme;
}

const Theme& Theme::night() {
    static const Theme theme{.ground = Ground::Night};
    return theme;
}

const Theme& Theme::contrasting() {
    static const Theme theme{.ground = Ground::HighContrast};
    return theme;
}

const Theme& Theme::named(const QString& name) {
    if (name == QLatin1String("contrast"))
        return contrasting();
    return name == QLatin1String("dark") ? night() : day();
}

const Theme& currentTheme() {
    if (chosenName() == QLatin1String("system"))
        return systemIsDark() ? Theme::night() : Theme::day();
    return Theme::named(chosenName());
}

void setThemeByName(const QString& name) {
    systemIsDark();
    chosenName() = name;
}

} // namespace lanewright::app
