// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/look.h"

#include <QApplication>
#include <QTemporaryDir>

#include <gtest/gtest.h>

/// Tests run on the offscreen platform, with settings of their own.
int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
#ifdef LANEWRIGHT_ENGINE_PROGRAM
    qputenv("LANEWRIGHT_ENGINE", LANEWRIGHT_ENGINE_PROGRAM);
#endif
    const QTemporaryDir home;
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME"})
        qputenv(name, home.path().toLocal8Bit());
    QApplication application(argc, argv);
    lanewright::initResources();
    lanewright::applyLook(QStringLiteral("light"));
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
