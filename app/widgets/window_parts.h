// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QString>
#include <functional>

namespace lanewright::app {

/// A tool bar that stays where it is; `name` is its object name, by which a session finds it again.
QToolBar* makeBar(QMainWindow& window, const QString& title, const QString& name);
/// A thin line between two parts of a window.
QFrame* makeRule(QWidget* parent);

/// Parts beside or above each other, with a handle as thin as a line, none of which can be folded away.
QSplitter* makeSplitter(Qt::Orientation orientation, QWidget* parent);

/// A dialog of that object name that asks for one word or number, to be `opened`.
QInputDialog* makeInput(const char* name, const QString& title, const QString& label, QWidget* parent);

/// Opens a dialog, which goes when it is closed.
template <typename Dialog>
Dialog* opened(Dialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return dialog;
}

/// Shows a window that may be minimised or behind others.
void bringToFront(QWidget& window);

/// Has a window take files that are dropped onto it, all at once.
void takeDroppedFiles(QWidget& window, std::function<void(const QStringList& paths)> take);

} // namespace lanewright::app
