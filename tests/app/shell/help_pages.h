// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lanewright::app {

/// The names of the English pages that the program holds.
QStringList helpPages();
/// What stands in one of its files, as in `:/help/de/desktop.md`. Fails the test when there is none.
QString helpText(const QString& path);

} // namespace lanewright::app
