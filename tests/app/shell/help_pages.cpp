// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/shell/help_pages.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <gtest/gtest.h>

namespace lanewright::app {

QStringList helpPages() {
    QStringList names;
    for (const QString& file : QDir(QStringLiteral(":/help")).entryList({QStringLiteral("*.md")}))
        names << QFileInfo(file).completeBaseName();
    return names;
}

QString helpText(const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return QString::fromUtf8(file.readAll());
}

} // namespace lanewright::app
