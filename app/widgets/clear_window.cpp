// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/clear_window.h"

#include <QAction>
#include <QActionGroup>
#include <QDialog>
#include <QMainWindow>
#include <QMenuBar>
#include <QPointer>
#include <QStatusBar>
#include <QToolBar>

namespace lanewright::app {

void clearWindow(QMainWindow& window) {
    for (QToolBar* bar : window.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        window.removeToolBarBreak(bar);
        window.removeToolBar(bar);
        delete bar;
    }
    delete window.takeCentralWidget();
    window.setMenuBar(nullptr);
    window.setStatusBar(nullptr);
    // One may take others with it.
    QList<QPointer<QObject>> rest;
    for (QObject* each : window.children())
        rest << each;
    for (const QPointer<QObject>& each : rest) {
        const bool isShown = each && each->isWidgetType() && !qobject_cast<QDialog*>(each.data());
        if (isShown || qobject_cast<QActionGroup*>(each.data()))
            delete each.data();
    }
    qDeleteAll(window.actions());
}

} // namespace lanewright::app
