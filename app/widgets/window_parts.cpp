// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/window_parts.h"

#include <QFrame>
#include <QMainWindow>
#include <QToolBar>

namespace lanewright::app {

QToolBar* makeBar(QMainWindow& window, const QString& title, const QString& name) {
    QToolBar* bar = window.addToolBar(title);
    bar->setObjectName(name);
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    return bar;
}

QFrame* makeRule(QWidget* parent) {
    auto* rule = new QFrame(parent);
    rule->setProperty("role", QStringLiteral("rule"));
    return rule;
}

} // namespace lanewright::app
