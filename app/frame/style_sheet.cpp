// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/style_sheet.h"

#include "app/widgets/drawn_icon.h"

#include <QApplication>
#include <QFile>
#include <QPainter>
#include <QPainterPath>
#include <QStyleFactory>

#include <vector>

// The macro must stand outside of any namespace.
static void loadResources() { Q_INIT_RESOURCE(lanewright); }

namespace lanewright::app {
namespace {

QString named(const QColor& colour) { return colour.name(QColor::HexRgb); }

QColor tint(const QColor& of, const QColor& on, double share) {
    const auto channel = [share](int a, int b) { return static_cast<int>(b + (a - b) * share); };
    return {channel(of.red(), on.red()), channel(of.green(), on.green()), channel(of.blue(), on.blue())};
}

QString sheetIn(const QString& name) {
    QFile file(QStringLiteral(":/style/") + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void drawSign(QPainter& painter, ToolIcon sign, const QColor& colour) {
    painter.setPen(QPen(colour, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    switch (sign) {
    case ToolIcon::Redo:
        painter.translate(16, 0);
        painter.scale(-1, 1);
        [[fallthrough]];
    case ToolIcon::Undo: {
        QPainterPath path(QPointF(3, 6));
        path.lineTo(10, 6);
        path.arcTo(QRectF(6.5, 6, 7, 7), 90, -180);
        path.lineTo(6, 13);
        painter.drawPath(path);
        painter.drawPolyline(QPolygonF({{6, 3}, {3, 6}, {6, 9}}));
        break;
    }
    case ToolIcon::ZoomIn: painter.drawLine(QPointF(8, 3.5), QPointF(8, 12.5)); [[fallthrough]];
    case ToolIcon::ZoomOut: painter.drawLine(QPointF(3.5, 8), QPointF(12.5, 8)); break;
    case ToolIcon::Fit:
        painter.drawLine(QPointF(2, 3), QPointF(2, 13));
        painter.drawLine(QPointF(14, 3), QPointF(14, 13));
        painter.drawLine(QPointF(4.5, 8), QPointF(11.5, 8));
        painter.drawPolyline(QPolygonF({{6.5, 6}, {4.5, 8}, {6.5, 10}}));
        painter.drawPolyline(QPolygonF({{9.5, 6}, {11.5, 8}, {9.5, 10}}));
        break;
    }
}

/// What stands in the sheets for a value of the theme.
struct SheetName {
    const char* name;
    QString value;
};

/// Longer names first where one is the start of another.
std::vector<SheetName> sheetNamesOf(const Theme& theme) {
    const double points = QApplication::font().pointSizeF() > 0 ? QApplication::font().pointSizeF() : 10;
    const auto size = [points](double factor) { return QStringLiteral("%1pt").arg(points * factor, 0, 'f', 1); };
    return {
        {"@accentHover", named(theme.dark ? theme.accent.lighter(115) : theme.accent.darker(112))},
        {"@accent", named(theme.accent)},
        {"@onAccent", named(theme.onAccent)},
        {"@onHint", named(theme.dark ? Theme::mixed(theme.accent, theme.text, 0.65) : theme.accent)},
        {"@window", named(theme.window)},
        {"@warning", named(theme.warning)},
        {"@warnTint", named(tint(theme.warning, theme.surface, theme.dark ? 0.14 : 0.09))},
        {"@warnEdge", named(tint(theme.warning, theme.surface, 0.4))},
        {"@goodTint", named(tint(theme.good, theme.surface, theme.dark ? 0.14 : 0.10))},
        {"@goodEdge", named(tint(theme.good, theme.surface, 0.4))},
        {"@good", named(theme.good)},
        {"@badTint", named(tint(theme.violation, theme.surface, theme.dark ? 0.16 : 0.08))},
        {"@violation", named(theme.violation)},
        {"@surface", named(theme.surface)},
        {"@side", named(tint(theme.window, theme.surface, 0.35))},
        {"@small", size(0.88)},
        {"@selected", named(tint(theme.accent, theme.surface, theme.dark ? 0.34 : 0.13))},
        {"@raised", named(theme.raised)},
        {"@hover", named(tint(theme.line, theme.raised, 0.5))},
        {"@huge", size(1.85)},
        {"@grip", named(tint(theme.mutedText, theme.surface, 0.4))},
        {"@line", named(theme.line)},
        {"@edge", named(theme.strong ? theme.mutedText : tint(theme.mutedText, theme.line, 0.18))},
        {"@focus", named(theme.selection)},
        {"@text", named(theme.text)},
        {"@muted", named(theme.mutedText)},
        {"@faint", named(tint(theme.mutedText, theme.window, 0.55))},
        {"@big", size(1.55)},
    };
}

} // namespace

QString styleSheetOf(const Theme& theme) {
    QString sheet = sheetIn(QStringLiteral("window.qss"));
    if (theme.strong)
        sheet += sheetIn(QStringLiteral("contrast.qss"));
    for (const SheetName& each : sheetNamesOf(theme))
        sheet.replace(QLatin1String(each.name), each.value);
    return sheet;
}

void applyTheme(const QString& themeName) {
    static const bool once = [] {
        // The system's own palette is read before ours takes its place.
        setThemeByName(QStringLiteral("system"));
        currentTheme();
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
        return true;
    }();
    Q_UNUSED(once)
    setThemeByName(themeName);
    const Theme& theme = currentTheme();
    QApplication::setPalette(theme.palette());
    qApp->setStyleSheet(styleSheetOf(theme));
}

QIcon toolIcon(ToolIcon sign) {
    const Theme& theme = currentTheme();
    return drawnIcon({16, 32}, theme.text, tint(theme.mutedText, theme.window, 0.55),
                     [sign](QPainter& painter, const QColor& colour) { drawSign(painter, sign, colour); });
}

QIcon programIcon() {
    QIcon icon;
    for (const int side : {16, 22, 32, 48, 64, 128, 256})
        icon.addFile(QStringLiteral(":/icons/lanewright-%1.png").arg(side), {side, side});
    return icon;
}

void initResources() { loadResources(); }

} // namespace lanewright::app
