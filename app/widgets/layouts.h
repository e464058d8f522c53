// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QMargins>

#include <initializer_list>

/// Layouts said in one call: a widget is a column of rows, top to bottom, and a row its parts, from left to right.
///
///     makeColumn(this, {.margins = kDialogMargins, .between = 12},
///            {makeChoices(), {m_preview, 1}, makeRow({.between = 8}, {m_start, m_stop, freeRoom()})});
///
/// What stands in a column or row has been made with its box as parent, so that Tab goes by the order of making.
namespace lanewright::app {

/// Room in a column or row, in pixels. −1 leaves it to the style.
struct Spacing {
    QMargins margins = {}; ///< around all
    int between = -1;      ///< two parts
};

/// Around what stands in a dialog.
inline constexpr QMargins kDialogMargins{20, 18, 20, 16};
inline constexpr QMargins kMarginsOfStyle{-1, -1, -1, -1};

/// A part of a column or row: a widget or a layout, and its share of the room that nobody needs.
struct LayoutPart {
    LayoutPart(QWidget* what, int ofRoom = 0, Qt::Alignment where = {})
        : widget(what), share(ofRoom), alignment(where) {}
    LayoutPart(QLayout* what, int ofRoom = 0) : layout(what), share(ofRoom) {}

    QWidget* widget = nullptr;
    QLayout* layout = nullptr; ///< where there is no widget; neither: room alone
    int share = 0;
    int pixels = 0; ///< how much room, where it is room alone
    Qt::Alignment alignment = {};
};

using LayoutParts = std::initializer_list<LayoutPart>;

/// A widget that takes so much of the room that nobody needs.
inline LayoutPart wide(QWidget* what, int share = 1) { return {what, share}; }
/// One that keeps its size, and stands there in the row or column.
inline LayoutPart standing(QWidget* what, Qt::Alignment where) { return {what, 0, where}; }
/// Room that nobody needs.
LayoutPart freeRoom(int share = 1);
/// So many pixels.
LayoutPart gap(int pixels);

/// The layout of `box`.
QVBoxLayout* makeColumn(QWidget* box, const Spacing& spacing, LayoutParts parts);
QHBoxLayout* makeRow(QWidget* box, const Spacing& spacing, LayoutParts parts);
/// One to stand in another.
QVBoxLayout* makeColumn(const Spacing& spacing, LayoutParts parts);
QHBoxLayout* makeRow(const Spacing& spacing, LayoutParts parts);

/// Room in a form or grid, in pixels; −1 leaves it to the style.
struct CellSpacing {
    QMargins margins = {}; ///< around all
    int across = -1;       ///< two cells of a row
    int down = -1;         ///< two rows
};

/// The layout of `box`, or one to stand in another where it is null; without rows yet.
QFormLayout* makeForm(QWidget* box, const CellSpacing& spacing);
QGridLayout* makeGrid(QWidget* box, const CellSpacing& spacing);
/// A row of a form whose label, with a letter to press, goes to one field of several.
void addRow(QFormLayout& form, const QString& label, QLayout* fields, QWidget* first);

} // namespace lanewright::app
