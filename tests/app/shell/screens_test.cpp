// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/generate_dialog.h"
#include "app/document/first_plan.h"
#include "app/frame/screen_fit.h"
#include "app/lesson/lesson_window.h"
#include "app/planner/planner_window.h"
#include "app/shell/compare_window.h"
#include "tests/app/shell/drive.h"
#include "tests/app/window_main.h"

#include <QApplication>
#include <QFile>
#include <QProcess>
#include <QScreen>
#include <QTemporaryDir>

#include <cstdio>

namespace lanewright::app {
namespace {

constexpr int kFitsMs = 10'000; ///< a window is put on its screen long before

/// Says where a window lies that is not wholly on its screen.
void look(const QWidget& window, const char* name) {
    settle();
    const QRect room = window.screen()->availableGeometry();
    const bool fits = waitUntil([&] { return room.contains(window.frameGeometry()); }, kFitsMs);
    const QRect frame = window.frameGeometry();
    if (!fits)
        std::printf("%s: %d x %d at %d, %d\n", name, frame.width(), frame.height(), frame.x(), frame.y());
}

/// What the process does as `test_window --show-windows X`: shows every kind of window, and writes which do not fit.
int showWindows(const QString&) {
    const ScreenFit fit(nullptr);
    Session session;
    MainWindow main(session);
    main.setAttribute(Qt::WA_DeleteOnClose, false);
    main.files().showPlan(firstPlan());
    main.show();
    look(main, "main");
    main.actionRegistry().at("view.resetLayout")->trigger();
    look(main, "main after a reset of its layout");
    MainWindow second(session);
    second.setAttribute(Qt::WA_DeleteOnClose, false);
    second.files().showPlan(firstPlan());
    second.sessionState().standBeside(main);
    second.show();
    look(second, "second");
    MainWindow third(session);
    third.setAttribute(Qt::WA_DeleteOnClose, false);
    third.sessionState().standBeside(second);
    third.show();
    look(third, "third");
    LessonWindow lesson;
    lesson.setAttribute(Qt::WA_DeleteOnClose, false);
    lesson.show();
    look(lesson, "lesson");
    CompareWindow compare(session);
    compare.setAttribute(Qt::WA_DeleteOnClose, false);
    compare.add(firstPlan(), QStringLiteral("a"));
    compare.show();
    look(compare, "compare");
    PlannerWindow planner;
    planner.setAttribute(Qt::WA_DeleteOnClose, false);
    planner.show();
    look(planner, "planner");
    main.actionRegistry().at("help.contents")->trigger();
    for (QWidget* each : QApplication::topLevelWidgets())
        if (each->isVisible() && each->parent() == &main)
            look(*each, "help");
    GenerateDialog& generate = *main.files().showGenerateDialog();
    look(generate, "generate");
    std::puts("shown");
    return 0;
}
const TestTask kShowWindows("show-windows", showWindows);

QByteArray shownOn(int width, int height, double scale) {
    const QTemporaryDir folder;
    QFile config(folder.filePath(QStringLiteral("screens.json")));
    EXPECT_TRUE(config.open(QIODevice::WriteOnly));
    config.write(QByteArray("{\"synchronousWindowSystemEvents\": false, \"windowFrameMargins\": true, \"screens\": "
                            "[{\"name\": \"one\", \"x\": 0, \"y\": 0, \"width\": ") +
                 QByteArray::number(width) + ", \"height\": " + QByteArray::number(height) +
                 ", \"logicalDpi\": 96, \"logicalBaseDpi\": 96, \"dpr\": 1}]}");
    config.close();
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"),
                       QStringLiteral("offscreen:configfile=%1").arg(config.fileName()));
    environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QString::number(scale));
    program.setProcessEnvironment(environment);
    program.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--show-windows"), QStringLiteral("all")});
    EXPECT_TRUE(program.waitForFinished(60'000));
    return program.readAllStandardOutput();
}

TEST(ScreenFit, MovesNoWindowWhereTheCompositorPlacesThem) {
    EXPECT_TRUE(placesWindows(QStringLiteral("xcb")));
    EXPECT_FALSE(placesWindows(QStringLiteral("wayland")));
    EXPECT_FALSE(placesWindows(QStringLiteral("wayland-egl")));
}

TEST(Screens, NoWindowIsLargerThanItsScreen) {
    EXPECT_EQ(shownOn(1280, 720, 1), "shown\n");
    EXPECT_EQ(shownOn(1366, 768, 1), "shown\n");
    EXPECT_EQ(shownOn(1600, 1000, 1), "shown\n");
    EXPECT_EQ(shownOn(1708, 960, 1.25), "shown\n");
    EXPECT_EQ(shownOn(2560, 1440, 2), "shown\n");
}

TEST(Screens, ARectangleIsMovedInsideAndCutToItsRoom) {
    const QRect room(0, 30, 1000, 700);
    EXPECT_EQ(within({100, 100, 400, 300}, room), QRect(100, 100, 400, 300));
    EXPECT_EQ(within({900, 700, 400, 300}, room), QRect(600, 430, 400, 300));
    EXPECT_EQ(within({-50, 0, 1600, 900}, room), room);
    EXPECT_EQ(besideWithin(room, 28, room), QRect(28, 58, 972, 672));
    EXPECT_EQ(besideWithin({500, 400, 500, 330}, 28, room), QRect(528, 428, 472, 302));
    EXPECT_EQ(besideWithin({800, 430, 200, 300}, 60, room), QRect(800, 430, 200, 300));
}

} // namespace
} // namespace lanewright::app
