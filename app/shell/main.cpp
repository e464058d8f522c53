// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/first_plan.h"
#include "app/document/opening.h"
#include "app/frame/language.h"
#include "app/frame/screen_fit.h"
#include "app/frame/settings.h"
#include "app/frame/style_sheet.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_window.h"
#include "app/planner/planner_window.h"
#include "app/shell/classroom.h"
#include "app/shell/command_line.h"
#include "app/shell/main_window.h"
#include "app/shell/planner_opening.h"
#include "app/shell/recovery.h"
#include "app/shell/screenshots.h"
#include "app/shell/session.h"
#include "app/widgets/panel_text.h"
#include "core/base/allocation.h"
#include "core/base/places.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/quoted_text.h"
#include "core/open/open_file.h"

#include <QApplication>
#include <QFileInfo>

#include <cstdio>
#include <optional>

namespace lanewright::app {
namespace {

int print(const QString& words, std::FILE* where, int code) {
    std::fputs(shownText(words.toStdString()).c_str(), where);
    return code;
}

/// The command that a person gave: `lanewright-cli render` lets this program draw.
QString calledAs() { return qEnvironmentVariable("LANEWRIGHT_CALLED_AS", QStringLiteral("lanewright")); }

/// What a terminal is told is English, like all that the command line says.
int showProblem(const Error& error, int code) {
    const QString sentence = QString::fromStdString(within(error.where, error.message).text());
    return print(QStringLiteral("%1: %2\n").arg(calledAs(), sentence), stderr, code);
}

Result<Plan> wantedPlan(const CommandLine& line) {
    if (line.generator.isEmpty())
        return firstPlan();
    constexpr Time kOp = 10'000'000;
    const Result<Plan> problem = problemOf({.ranks = line.ranks,
                                            .microbatches = line.microbatches,
                                            .timeUnit = TimeUnit::Ms,
                                            .forward = kOp,
                                            .backwardInput = kOp,
                                            .backwardWeight = kOp});
    return problem ? generate(line.generator.toStdString(), *problem) : problem;
}

/// What the last start left: whether this program keeps the session, what was being opened when that start ended, and
/// whether edits were recovered from it.
struct LastStart {
    bool keepsSession = false;
    QStringList suspects = {};
    bool recovered = false;
};

LastStart takeUpLastStart() {
    LastStart last{.keepsSession = session::claim(), .suspects = Opening::takeLeftovers()};
    session::restoreBoards(last.suspects);
    last.recovered = offerRecovery(last.suspects);
    return last;
}

int openWindows(const CommandLine& line, QApplication& application) {
    const Result<Plan> first = wantedPlan(line);
    if (!first)
        return showProblem(first.error(), 2);
    applyTheme(line.theme.isEmpty() ? Settings().theme() : line.theme);
    const LastStart last = takeUpLastStart();
    bool any = last.recovered;
    QStringList planned;
    QStringList traces;
    QString problem;
    bool teaches = false;
    for (const QString& file : line.files) {
        if (PlannerWindow::isPlannerFile(file)) {
            planned << file;
            continue;
        }
        if (LessonWindow::isLessonFile(file)) {
            if (const Result<Done> opened = classroom::open(file); !opened)
                problem = FileActions::cannotOpen(file, opened.error());
            else
                teaches = true;
            continue;
        }
        if (holdsTraces(file.toStdString())) {
            traces << file;
            continue;
        }
        if (session::windowOf(file))
            continue;
        auto* window = new MainWindow;
        if (FileOpening::isFor(file))
            window->show();
        window->files().openThen(file, [window, plan = *first](bool opened) {
            if (!opened)
                window->document().reset(plan);
            window->show();
        });
    }
    if (!planned.isEmpty())
        openPlanner(planned);
    if (!traces.isEmpty()) {
        auto* window = new MainWindow;
        window->files().showPlan(*first);
        window->show();
        window->files().traces().start(traces);
    }
    any = any || (!line.files.isEmpty() && problem.isEmpty());
    const bool ownPlan = !line.generator.isEmpty();
    if (last.keepsSession && line.files.isEmpty() && !ownPlan && Settings().opensLastSession())
        any = session::restore(last.suspects) > 0 || any;
    // From a classroom or a comparison that came back nothing leads on; from the planner its plans do.
    const bool asks = !session::setAside().isEmpty();
    if (!any || ownPlan || (session::windows().empty() && (asks || (planned.isEmpty() && !teaches)))) {
        auto* window = new MainWindow;
        window->files().showPlan(*first);
        window->show();
        for (LessonWindow* lesson : classroom::windows())
            lesson->raise();
    }
    if (!problem.isEmpty() && !session::windows().empty())
        session::windows().front()->showProblem(problem);
    if (asks)
        session::askAboutSetAside(*session::windows().front());
    return application.exec();
}

bool namesNoLesson(const CommandLine& line) {
    return line.task == CommandLine::Task::Lesson && builtInIndexOf(line.lesson) < 0 && !QFileInfo::exists(line.lesson);
}

int listLessons(const CommandLine& line) {
    showProblem({"there is neither a file nor a lesson of this name or number", line.lesson.toStdString()}, 2);
    return print(QStringLiteral("The lessons are:\n%1").arg(builtInList()), stderr, 2);
}

int openLesson(const CommandLine& line) {
    applyTheme(line.theme.isEmpty() ? Settings().theme() : line.theme);
    takeUpLastStart();
    if (const Result<Done> opened = classroom::open(line.lesson); !opened)
        return showProblem({opened.error().message, within(line.lesson.toStdString(), opened.error().where)}, 2);
    return QApplication::exec();
}

/// Without a display Qt would end the program with a core dump; what needs none runs on the offscreen platform.
bool chooseDisplay(const CommandLine& line) {
    if (qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        return true;
    if (!line.needsDisplay()) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        return true;
    }
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
}

int run(int argc, char** argv) {
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    const Result<CommandLine> line = parseCommandLine(arguments);
    if (!line)
        return showProblem({line.error().message.text() + " (" + calledAs().toStdString() + " --help says more)"}, 2);
    if (line->task == CommandLine::Task::Help)
        return print(helpText(), stdout, 0);
    if (line->task == CommandLine::Task::Version)
        return print(QStringLiteral("lanewright " LANEWRIGHT_VERSION "\n"), stdout, 0);
    initResources();
    if (namesNoLesson(*line))
        return listLessons(*line);
    if (!chooseDisplay(*line))
        return showProblem({"there is no display; lanewright-cli does the same work without one"}, 2);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("lanewright"));
    QApplication::setApplicationDisplayName(QString());
    QApplication::setApplicationVersion(QStringLiteral(LANEWRIGHT_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.lanewright.Lanewright"));
    // Pictures of the documentation are English, like it.
    installLanguage(line->task == CommandLine::Task::Screenshots ? QStringLiteral("en") : Settings().language());
    // Pictures have the size that is asked for, windows that of the screen.
    std::optional<ScreenFit> fit;
    if (line->task == CommandLine::Task::Open || line->task == CommandLine::Task::Lesson)
        fit.emplace(nullptr);
    if (line->task == CommandLine::Task::Open)
        return openWindows(*line, application);
    if (line->task == CommandLine::Task::Lesson)
        return openLesson(*line);
    const Result<Done> done =
        line->task == CommandLine::Task::Render ? render(*line) : makeScreenshots(line->out, line->run);
    if (!done)
        return showProblem(done.error(), line->task == CommandLine::Task::Render ? 2 : 3);
    return 0;
}

} // namespace
} // namespace lanewright::app

int main(int argc, char** argv) {
    lanewright::keepFreedMemory();
    return lanewright::app::run(argc, argv);
}
