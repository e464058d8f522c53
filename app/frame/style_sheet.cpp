// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/style_sheet.h"

#include "app/widgets/drawn_icon.h"

#include <QApplication>
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

constexpr auto kSheet = R"(
QMainWindow, QDialog { background: @window; }
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 5px; }
QMenuBar { background: @window; padding: 2px 10px; }
QMenuBar::item { padding: 5px 10px; border-radius: 5px; background: transparent; }
QMenuBar::item:selected { background: @line; }
QMenu { background: @surface; border: 1px solid @line; padding: 5px; }
QMenu::item { padding: 6px 28px 6px 24px; border-radius: 4px; }
QMenu::item:selected { background: @accent; color: @onAccent; }
QMenu::item:disabled { color: @faint; background: transparent; }
QMenu::separator { height: 1px; background: @line; margin: 5px 8px; }
QToolBar { background: @surface; border: none; border-bottom: 1px solid @line; padding: 0px; spacing: 0px; }
QToolBar::separator { width: 1px; background: @line; margin: 4px 8px; }
QToolBar QToolButton, QPushButton, QToolButton#browse {
    background: @raised; color: @text; border: 1px solid @edge; border-radius: 6px; padding: 5px 16px;
}
QToolBar QToolButton { padding: 5px 14px; }
QToolBar QToolButton#sign { padding: 6px 7px; }
QToolBar QToolButton:hover, QPushButton:hover { background: @hover; }
QToolBar QToolButton:pressed, QPushButton:pressed { background: @line; }
QToolBar QToolButton:disabled, QPushButton:disabled { color: @faint; background: @window; }
QToolBar QToolButton:focus, QPushButton:focus { border-color: @accent; }
QToolBar QToolButton::menu-indicator { image: none; }
QToolBar QToolButton#primary, QPushButton#primary {
    background: @accent; color: @onAccent; border-color: @accent; font-weight: 600;
}
QToolBar QToolButton#primary:hover, QPushButton#primary:hover { background: @accentHover; }
QToolBar QToolButton#primary:disabled, QPushButton#primary:disabled { background: @line; border-color: @line; color: @faint; }
QLabel[role="caption"], QLabel[role="unit"] { color: @muted; font-size: @small; }
QLabel[role="figure"] { font-size: @huge; font-weight: 600; }
QLabel[role="figure"][state="bad"] { color: @violation; }
QLabel[role="title"] { font-size: @big; font-weight: 700; }
QLabel[role="section"] { font-weight: 600; }
QLabel[role="empty"] { color: @muted; padding: 16px 16px; background: @surface; }
QLabel[role="failure"] {
    background: @badTint; color: @text; border: 1px solid @violation; border-radius: 6px; padding: 8px 10px;
}
QLabel[role="offerTitle"] { font-weight: 600; color: @accent; }
QFrame[role="offer"] { background: @raised; border: 1px solid @edge; border-radius: 7px; }
QFrame[role="offer"]:hover, QFrame[role="offer"]:focus { border-color: @accent; background: @hover; }
QFrame#palette QListWidget::item { padding: 0px 10px; }
QPushButton { outline: none; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPrintPreviewDialog QToolButton { padding: 2px; border-color: transparent; background: transparent; min-width: 0; }
QPrintPreviewDialog QComboBox, QPrintPreviewDialog QLineEdit { padding: 1px 5px; min-width: 44px; }
QFrame[role="banner"] { background: @warnTint; border: none; border-bottom: 1px solid @warnEdge; }
QFrame[role="rule"] { background: @line; border: none; max-height: 1px; min-height: 1px; }
QToolButton[role="link"] { border: none; color: @accent; padding: 2px 4px; background: transparent; }
QToolButton#stateChip { border-radius: 14px; padding: 5px 14px; font-weight: 600; border: 1px solid @edge; }
QToolButton#stateChip[state="good"] { background: @goodTint; color: @good; border-color: @goodEdge; }
QToolButton#stateChip[state="warn"] { background: @warnTint; color: @warning; border-color: @warnEdge; }
QToolButton#stateChip[state="bad"] { background: @badTint; color: @violation; border-color: @violation; }
QLabel#nameChip { border-radius: 14px; padding: 5px 14px; font-weight: 600; border: 1px solid @edge; color: @accent; }
QWidget#searchBar { background: @window; border-bottom: 1px solid @line; }
QToolButton#findBox { color: @muted; background: @surface; border: 1px solid @edge; border-radius: 6px; padding: 5px 12px; }
QLabel[tone="muted"] { color: @muted; }
QLabel[tone="accent"] { color: @accent; }
QLabel[tone="good"] { color: @good; }
QLabel[tone="bad"] { color: @violation; }
QWidget#classroom { background: @surface; }
QFrame#lessonTop { background: @window; border: none; border-bottom: 1px solid @line; }
QFrame#lessonBottom { background: @surface; border: none; }
QWidget#lessonPanel, QWidget#lessonPage, QScrollArea#lessonArea { background: @window; }
QWidget#lessonPanel { border-right: 1px solid @line; }
QFrame[role="sentence"] { background: @window; border: 1px solid @line; border-radius: 9px; }
QFrame[role="sentence"][tone="good"] { background: @goodTint; border-color: @goodEdge; }
QFrame[role="sentence"][tone="warn"] { background: @warnTint; border-color: @warnEdge; }
QFrame[role="hint"] { background: @selected; border: none; border-radius: 8px; }
QToolButton[role="lesson"] {
    background: @raised; color: @text; border: 1px solid @edge; border-radius: 7px; padding: 7px 12px;
}
QToolButton[role="lesson"][wordy="true"] { padding-right: 4px; }
QToolButton[role="lesson"]:hover { background: @hover; }
QToolButton[role="lesson"]:pressed { background: @line; }
QToolButton[role="lesson"]:focus { border: 2px solid @accent; }
QToolButton[role="lesson"]:disabled { color: @faint; background: @window; }
QToolButton[role="lesson"]:checked { background: @selected; border-color: @accent; }
QToolButton[role="lesson"]#primary, QToolButton[role="lesson"]#answer { padding: 9px 6px; }
QToolButton[role="lesson"]#hint { background: transparent; border: 1px solid transparent; color: @accent; padding: 3px 7px; }
QFrame[role="hint"] QLabel[tone="accent"], QToolButton[role="lesson"]#hint { color: @onHint; }
QToolButton[role="lesson"]#hint:hover { background: @hover; }
QToolButton[role="lesson"]#hint:focus { border-color: @accent; }
QToolButton[role="lesson"]#hint:disabled { color: @faint; }
QToolButton[role="lesson"]#primary { background: @accent; color: @onAccent; border-color: @accent; }
QToolButton[role="lesson"]#primary:hover { background: @accentHover; }
QToolButton[role="lesson"]#primary:focus { border-color: @text; }
QWidget#side { background: @side; }
QScrollArea#sideArea { border: none; border-left: 1px solid @line; background: @side; }
QTabWidget#bottom, QTabWidget#bottom > QTabBar { background: @surface; }
QTabWidget#bottom::pane { border: none; border-top: 1px solid @line; background: @surface; }
QTabWidget#bottom QTabBar::tab, QTabWidget#pictureTabs QTabBar::tab {
    background: transparent; color: @muted; padding: 8px 14px 7px 14px; margin: 0 4px; border: none;
    border-bottom: 3px solid transparent;
}
QTabWidget#bottom QTabBar::tab:selected, QTabWidget#pictureTabs QTabBar::tab:selected { color: @accent; border-bottom-color: @accent; font-weight: 600; }
QTabWidget#bottom QTabBar::tab:hover:!selected, QTabWidget#pictureTabs QTabBar::tab:hover:!selected { color: @text; }
QTabWidget#bottom::tab-bar { left: 4px; }
QTabWidget#pictureTabs, QTabWidget#pictureTabs QTabBar, QTabWidget#pictureTabs QStackedWidget > QWidget { background: @window; }
QTabWidget#pictureTabs::pane { border: none; border-top: 1px solid @line; }
QTableView, QListView, QListWidget, QTextBrowser, QPlainTextEdit { background: @surface; border: none; outline: none; }
QTableView { padding-left: 4px; selection-background-color: @selected; selection-color: @text; }
QTableView::item { padding: 2px 12px; border: none; }
QTableView::item:selected { background: @selected; color: @text; }
QTableView[role="sheet"]::item { padding: 2px 8px; }
QTableView[role="sheet"] QHeaderView::section { padding: 6px 8px; }
QTableView QLineEdit { padding: 0 4px; border-radius: 0; min-height: 0; }
QListWidget#generators { border: 1px solid @line; border-radius: 6px; padding: 4px; }
QListWidget#generators::item { padding: 5px 8px; border-radius: 4px; }
QListView::item:selected, QListWidget#generators::item:selected { background: @accent; color: @onAccent; }
QUndoView { padding: 6px 2px; }
QUndoView::item { padding: 4px 12px; border: none; color: @text; background: transparent; }
QUndoView::item:selected { background: @selected; color: @text; }
QListWidget#pages { background: @window; padding: 12px 8px; }
QListWidget#pages::item { padding: 7px 10px; border: none; border-radius: 5px; }
QListWidget#pages::item:selected { background: @accent; color: @onAccent; }
QSpinBox, QDoubleSpinBox, QLineEdit, QComboBox {
    background: @surface; border: 1px solid @edge; border-radius: 5px; padding: 3px 8px; min-height: 18px;
    selection-background-color: @accent; selection-color: @onAccent;
}
QSpinBox:focus, QDoubleSpinBox:focus, QLineEdit:focus, QComboBox:focus { border-color: @accent; }
QSpinBox:disabled, QDoubleSpinBox:disabled, QLineEdit:disabled, QComboBox:disabled {
    color: @faint; background: @window;
}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
    subcontrol-origin: border; width: 20px; border: none; background: transparent;
}
QAbstractSpinBox::up-button { subcontrol-position: top right; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; }
QAbstractSpinBox::up-arrow { image: url(:/icons/arrow-up.png); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url(:/icons/arrow-down.png); width: 10px; height: 10px; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url(:/icons/arrow-down.png); width: 10px; height: 10px; }
QComboBox QAbstractItemView { background: @surface; border: 1px solid @line; outline: none; }
QSlider::groove:horizontal { height: 4px; background: @line; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::sub-page:horizontal:disabled { background: @edge; }
QSlider::handle:horizontal {
    width: 12px; height: 12px; margin: -6px 0; border-radius: 8px; background: @surface; border: 2px solid @accent;
}
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { background: @accent; }
QSlider::handle:horizontal:disabled { border-color: @edge; background: @window; }
QCheckBox { spacing: 8px; }
QCheckBox::indicator {
    width: 14px; height: 14px; border: 1px solid @edge; border-radius: 4px; background: @surface;
}
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url(:/icons/check.png); }
QCheckBox::indicator:focus, QCheckBox::indicator:hover { border-color: @accent; }
QCheckBox:disabled { color: @faint; }
QHeaderView { background: @surface; }
QHeaderView::section {
    background: @surface; color: @muted; border: none; padding: 6px 12px; font-size: @small; font-weight: 600;
}
QTableCornerButton::section { background: @surface; border: none; }
QScrollBar { background: transparent; border: none; margin: 0px; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: @grip; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0px; height: 0px; border: none; background: transparent; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: @line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QWidget#tray { background: @surface; border-top: 1px solid @line; }
QWidget#tray QPushButton { padding: 2px 10px; }
QStatusBar { background: @window; color: @muted; border-top: 1px solid @line; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @muted; padding: 2px 10px; }
QProgressBar { background: @line; border: none; border-radius: 3px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
)";

/// What high contrast adds: whoever has the keyboard wears a thick frame; what it adds to a border, padding gives back.
constexpr auto kStrongSheet = R"(
QMenu { border: 2px solid @edge; }
QMenuBar::item:selected { background: @accent; color: @onAccent; }
QToolBar QToolButton:focus { border: 3px solid @focus; padding: 3px 12px; }
QToolBar QToolButton#sign:focus { padding: 4px 5px; }
QPushButton:focus { border: 3px solid @focus; padding: 3px 14px; }
QToolButton:focus, QToolButton[role="link"]:focus { border: 3px solid @focus; padding: 0px 2px; }
QToolButton#stateChip:focus, QToolButton#findBox:focus { border: 3px solid @focus; padding: 3px 12px; }
QToolButton[role="lesson"]:focus { border: 3px solid @focus; padding: 6px 14px; }
QToolButton[role="lesson"]#primary:focus, QToolButton[role="lesson"]#answer:focus { border-color: @focus; padding: 7px 2px; }
QToolButton[role="lesson"]:checked { border: 2px solid @accent; }
QSpinBox:focus, QDoubleSpinBox:focus, QLineEdit:focus, QComboBox:focus { border: 3px solid @focus; padding: 1px 6px; }
QCheckBox:focus { color: @focus; }
QCheckBox::indicator:focus { border: 3px solid @focus; width: 10px; height: 10px; }
QTableView:focus, QListView:focus, QListWidget:focus, QTextBrowser:focus, QPlainTextEdit:focus,
QFrame[role="offer"]:focus, QTabBar::tab:focus {
    border: 3px solid @focus;
}
QSplitter::handle { background: @edge; }
)";

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
    QString sheet = QLatin1String(kSheet);
    if (theme.strong)
        sheet += QLatin1String(kStrongSheet);
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
