// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/language.h"
#include "app/shell/look.h"
#include "tests/app/shell/drive.h"

#include <QApplication>

/// Tests run on the offscreen platform with settings and autosaves of their own, unless the caller gives folders.
int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
#ifdef LANEWRIGHT_ENGINE_PROGRAM
    qputenv("LANEWRIGHT_ENGINE", LANEWRIGHT_ENGINE_PROGRAM);
#endif
    const QTemporaryDir home;
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME"})
        if (!qEnvironmentVariableIsSet("LANEWRIGHT_TEST_HOME"))
            qputenv(name, home.path().toLocal8Bit());
    QApplication application(argc, argv);
    lanewright::initResources();
    lanewright::speakLanguage(QStringLiteral("en"));
    lanewright::applyLook(QStringLiteral("light"));
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() == 3 && arguments[1] == QLatin1String("--leave-edits"))
        return lanewright::leaveEdits(arguments[2]);
    if (arguments.size() == 3 && arguments[1] == QLatin1String("--keep-editing"))
        return lanewright::keepEditing(arguments[2]);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
