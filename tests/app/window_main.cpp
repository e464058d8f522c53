// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window_main.h"

#include "app/frame/language.h"
#include "app/frame/style_sheet.h"

#include <QApplication>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <map>

namespace lanewright::app {
namespace {

std::map<QString, TestTask::Act>& tasks() {
    static std::map<QString, TestTask::Act> all;
    return all;
}

} // namespace

TestTask::TestTask(const char* name, Act act) { tasks()[QStringLiteral("--") + QLatin1String(name)] = act; }

} // namespace lanewright::app

/// Tests of whole windows run on the offscreen platform with settings and autosaves of their own, unless the caller
/// gives folders.
int main(int argc, char** argv) {
    // A test may have started this one on screens of its own.
    if (!qgetenv("QT_QPA_PLATFORM").startsWith("offscreen:"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
#ifdef LANEWRIGHT_ENGINE_PROGRAM
    qputenv("LANEWRIGHT_ENGINE", LANEWRIGHT_ENGINE_PROGRAM);
#endif
    const QTemporaryDir home;
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME"})
        if (!qEnvironmentVariableIsSet("LANEWRIGHT_TEST_HOME"))
            qputenv(name, home.path().toLocal8Bit());
    QApplication application(argc, argv);
    lanewright::app::initResources();
    lanewright::app::installLanguage(QStringLiteral("en"));
    lanewright::app::applyTheme(QStringLiteral("light"));
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() == 3)
        if (const auto task = lanewright::app::tasks().find(arguments[1]); task != lanewright::app::tasks().end())
            return task->second(arguments[2]);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
