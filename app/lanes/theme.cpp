// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/theme.h"

#include "core/io/paper_colours.h"

#include <QGuiApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewright::app {
namespace {

constexpr int kRankColours = 8;
constexpr int kChunkSteps = 4;

/// Which of the themes, for tables of colours.
enum ThemeKind : std::uint8_t { Day, Night, Contrasting };
constexpr std::size_t kThemeKinds = 3;

ThemeKind kindOf(const Theme& theme) { return theme.strong ? Contrasting : theme.dark ? Night : Day; }

/// A colour in each of the themes.
struct ThemeColour {
    QColor Theme::*colour;
    std::array<QRgb, kThemeKinds> in;
};

constexpr std::array kThemeColours = {
    ThemeColour{&Theme::window, {0xF3F4F7, 0x1B1F27, 0x000000}},
    ThemeColour{&Theme::surface, {0xFFFFFF, 0x13161B, 0x000000}},
    ThemeColour{&Theme::raised, {0xFAFBFD, 0x252B35, 0x141414}},
    ThemeColour{&Theme::line, {0xDDE1E8, 0x313844, 0x545454}},
    ThemeColour{&Theme::text, {0x12161C, 0xF1F4F8, 0xFFFFFF}},
    ThemeColour{&Theme::mutedText, {0x5B6472, 0x9BA6B5, 0xE2E2E2}},
    ThemeColour{&Theme::accent, {0x0E48BF, 0x2B73E2, 0xFFE24A}},
    ThemeColour{&Theme::onAccent, {0xFFFFFF, 0xFFFFFF, 0x000000}},
    ThemeColour{&Theme::selection, {0xE89A00, 0xFFB61E, 0xFF8CFF}},
    ThemeColour{&Theme::violation, {0xCC3311, 0xFF6B4A, 0xFF8E7C}},
    ThemeColour{&Theme::warning, {0xA86A00, 0xF0B449, 0xFFCB6B}},
    ThemeColour{&Theme::good, {0x1B7F46, 0x6FD592, 0x86F2A4}},
    ThemeColour{&Theme::limit, {0xD32F4B, 0xFF7A90, 0xFF9AA8}},
    ThemeColour{&Theme::full, {0xC7982B, 0xDBA945, 0xFFCB6B}},
};

Theme makeTheme(ThemeKind kind) {
    Theme theme;
    theme.dark = kind != Day;
    theme.strong = kind == Contrasting;
    for (const ThemeColour& each : kThemeColours)
        theme.*each.colour = QColor::fromRgb(each.in[kind]);
    return theme;
}

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour) {
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// The fill of a kind before any step for its chunk. By day it is that of paper; at night W is the lightest. A test
/// holds the distances of the kinds in every vision and in grey print, and that of W to the surface.
QColor plainFill(OpKind kind, ThemeKind theme) {
    if (theme == Day)
        return QColor::fromRgb(paperFill(kind));
    if (theme == Night)
        return QColor::fromRgb(nightFill(kind));
    static constexpr std::array<QRgb, kOpKinds> kFills = {
        0xFF0F3FD0, // F
        0xFF4CCCF8, // B
        0xFFEFFFF0, // W
        0xFFEE751B, // BW
        0xFFFFD000, // R
    };
    return QColor::fromRgb(kFills[static_cast<std::size_t>(kind)]);
}

/// The colours of a block of one kind and chunk.
struct BlockColours {
    QColor fill;
    QColor border;
    QColor label;
};

/// High contrast: small steps, so that labels stay at 7:1. The border is that of a dark block on black; bright ones,
/// which black surrounds anyhow, part from each other by black.
BlockColours makeStrongColours(OpKind kind, int chunk) {
    const bool lighter = kind == OpKind::BW;
    const QColor fill = Theme::mixed(plainFill(kind, Contrasting), lighter ? Qt::white : Qt::black, 0.05 * chunk);
    const QColor label = kind == OpKind::F ? Qt::white : Qt::black;
    return {fill, label, label};
}

BlockColours makeColours(OpKind kind, int chunk, ThemeKind theme) {
    if (theme == Contrasting)
        return makeStrongColours(kind, chunk);
    const bool dark = theme == Night;
    const QColor base = plainFill(kind, theme);
    // Away from the neighbour in lightness, so that a step never looks like another kind.
    const bool lighter = kind == OpKind::F || kind == OpKind::BW;
    const QColor fill = Theme::mixed(base, lighter ? QColor(Qt::white) : QColor(0x08, 0x20, 0x28), 0.10 * chunk);
    const QColor edge = dark ? QColor(Qt::white) : QColor(0x10, 0x30, 0x28);
    const double share = !dark ? 0.30 : kind == OpKind::W ? 0.6 : 0.35;
    const QColor black(0x06, 0x0E, 0x10);
    const bool white = Theme::contrast(fill, Qt::white) >= Theme::contrast(fill, black);
    return {fill, Theme::mixed(fill, edge, share), white ? QColor(Qt::white) : black};
}

/// A hundred thousand blocks ask on every frame, so the answers are kept.
const BlockColours& coloursOf(OpKind kind, int chunk, ThemeKind theme) {
    using Table = std::array<std::array<std::array<BlockColours, kChunkSteps>, kOpKinds>, kThemeKinds>;
    static const Table table = [] {
        Table result;
        for (const ThemeKind which : {Day, Night, Contrasting})
            for (const OpKind each : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R})
                for (int step = 0; step < kChunkSteps; ++step)
                    result[which][static_cast<std::size_t>(each)][step] = makeColours(each, step, which);
        return result;
    }();
    const auto step = static_cast<std::size_t>(std::clamp(chunk, 0, kChunkSteps - 1));
    return table[theme][static_cast<std::size_t>(kind)][step];
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

QColor Theme::fill(OpKind kind, int chunk) const { return coloursOf(kind, chunk, kindOf(*this)).fill; }

QColor Theme::border(OpKind kind, int chunk) const { return coloursOf(kind, chunk, kindOf(*this)).border; }

QColor Theme::label(OpKind kind, int chunk) const { return coloursOf(kind, chunk, kindOf(*this)).label; }

QColor Theme::card(const QColor& colour) const { return mixed(surface, colour, dark ? 0.30 : 0.14); }

QColor Theme::smallPrint(const QColor& card) const { return mixed(text, card, 0.2); }

QColor Theme::mixed(const QColor& from, const QColor& to, double share) {
    const auto channel = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return {channel(from.red(), to.red()), channel(from.green(), to.green()), channel(from.blue(), to.blue())};
}

double Theme::contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a) + 0.05;
    const double y = luminance(b) + 0.05;
    return std::max(x, y) / std::min(x, y);
}

QColor Theme::fill(ActivityKind kind) const {
    if (strong && kind == ActivityKind::Wait)
        return {0x8A, 0x8A, 0x8A};
    switch (kind) {
    case ActivityKind::Wait: return dark ? QColor(0x4A, 0x52, 0x60) : QColor(0xC4, 0xCA, 0xD4);
    case ActivityKind::Transfer: return QColor(0xE8, 0xB8, 0x00);
    case ActivityKind::Discarded: return dark ? QColor(0x7A, 0x3B, 0x2E) : QColor(0xD9, 0x8B, 0x7B);
    case ActivityKind::Optimizer:
        if (strong)
            return {0x45, 0x00, 0x3F};
        return dark ? QColor(0x6C, 0x29, 0x58) : QColor(0x28, 0x05, 0x22);
    case ActivityKind::Part: break; // it has the colour of its op
    }
    return {};
}

QColor Theme::rank(int rank) const {
    static constexpr std::array<QRgb, kRankColours> kByDay = {0x0E48BF, 0x1E8F9E, 0x7A4FC4, 0xC8661B,
                                                              0x2E864B, 0xB82E6B, 0x5C6B7A, 0x8A6D00};
    static constexpr std::array<QRgb, kRankColours> kAtNight = {0x5A9BFF, 0x4FD0DC, 0xB38FFF, 0xFF9F57,
                                                                0x78D994, 0xFF7FB4, 0xAEBBCB, 0xE6C852};
    const auto index = static_cast<std::size_t>(((rank % kRankColours) + kRankColours) % kRankColours);
    // Rank 0 is the one that is too dark for a contrast of 7:1.
    if (strong && index == 0)
        return {0x7F, 0xB4, 0xFF};
    return QColor::fromRgb(dark ? kAtNight[index] : kByDay[index]);
}

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
    static const Theme theme = makeTheme(Day);
    return theme;
}

const Theme& Theme::night() {
    static const Theme theme = makeTheme(Night);
    return theme;
}

const Theme& Theme::contrasting() {
    static const Theme theme = makeTheme(Contrasting);
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
