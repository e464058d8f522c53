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
#include "app/shell/main_window.h"
#include "app/shell/open_windows.h"
#include "app/shell/planner_opening.h"
#include "app/shell/recovery.h"
#include "app/shell/session.h"
#include "app/shell/start/command_line.h"
#include "app/shell/start/screenshots.h"
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

/// What a terminal is told is English, like all that the command line says.
int showProblem(const Error& error, int code) {
    const QString sentence = QString::fromStdString(within(error.where, error.message).text());
    return print(QStringLiteral("lanewright: %1\n").arg(sentence), stderr, code);
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

/// The theme that was asked for, in place of that of the settings.
void applyThemeOf(const CommandLine& line) { applyTheme(line.theme.isEmpty() ? Settings().theme() : line.theme); }

/// What the files named on the command line came to.
struct OpenedFiles {
    QStringList planned;  ///< models and clusters, which the planner takes together
    QStringList traces;   ///< the same of one job
    QStringList problems; ///< why lessons could not be opened
    bool teaches = false;
};

/// In a window of its own, which keeps the first plan where the file can't be opened. A large file is read while its
/// window is seen.
void openInWindow(Session& session, const QString& file, const Plan& first) {
    auto* window = new MainWindow(session);
    if (FileOpening::isLarge(file))
        window->show();
    window->files().openThen(file, [window, first](bool isOpen) {
        if (!isOpen)
            window->document().reset(first);
        window->show();
    });
}

OpenedFiles openFiles(Session& session, const QStringList& files, const Plan& first) {
    OpenedFiles opened;
    for (const QString& file : files) {
        if (PlannerWindow::isPlannerFile(file)) {
            opened.planned << file;
        } else if (isLessonFile(file)) {
            if (const Result<Done> lesson = session.classrooms().open(file); lesson)
                opened.teaches = true;
            else
                opened.problems << FileActions::cannotOpen(file, lesson.error());
        } else if (holdsTraces(file.toStdString())) {
            opened.traces << file;
        } else if (!Session::windowOf(file)) {
            openInWindow(session, file, first);
        }
    }
    if (!opened.planned.isEmpty())
        openPlanner(session, opened.planned);
    if (!opened.traces.isEmpty())
        showPlan(session, first)->files().traces().start(opened.traces);
    return opened;
}

/// What the last start left: whether this program keeps the session, what was being opened when that start ended, and
/// whether edits were recovered from it.
struct LastStart {
    bool keepsSession = false;
    QStringList suspects = {};
    bool recovered = false;
};

LastStart takeUpLastStart(Session& session) {
    LastStart last{.keepsSession = session.claim(), .suspects = Opening::takeLeftovers()};
    session.restoreBoards(last.suspects);
    last.recovered = offerRecovery(session, last.suspects);
    return last;
}

int runDesktop(const CommandLine& line) {
    const Result<Plan> first = wantedPlan(line);
    if (!first)
        return showProblem(first.error(), 2);
    applyThemeOf(line);
    Session session;
    const LastStart last = takeUpLastStart(session);
    const OpenedFiles opened = openFiles(session, line.files, *first);
    const bool ownPlan = !line.generator.isEmpty();
    const bool restores = last.keepsSession && line.files.isEmpty() && !ownPlan && Settings().opensLastSession();
    const bool restored = restores && session.restore(last.suspects) > 0;
    const bool any = restored || last.recovered || (!line.files.isEmpty() && opened.problems.isEmpty());
    // From a classroom or a comparison that came back nothing leads on; from the planner its plans do.
    const bool asks = !session.setAside().isEmpty();
    const bool leadsOn = !openWindows<MainWindow>().empty() || (!asks && (!opened.planned.isEmpty() || opened.teaches));
    if (!any || ownPlan || !leadsOn) {
        showPlan(session, *first);
        for (LessonWindow* lesson : openWindows<LessonWindow>())
            lesson->raise();
    }
    const std::vector<MainWindow*> windows = openWindows<MainWindow>();
    if (!opened.problems.isEmpty() && !windows.empty())
        windows.front()->words().showProblem(opened.problems.join(QLatin1Char(' ')));
    if (asks)
        session.askAboutSetAside(*windows.front());
    return QApplication::exec();
}

bool namesNoLesson(const CommandLine& line) {
    return line.task == CommandLine::Task::Lesson && builtInIndexOf(line.lesson) < 0 && !QFileInfo::exists(line.lesson);
}

int listLessons(const CommandLine& line) {
    showProblem({"there is neither a file nor a lesson of this name or number", line.lesson.toStdString()}, 2);
    return print(QStringLiteral("The lessons are:\n%1").arg(builtInList()), stderr, 2);
}

int openLesson(const CommandLine& line) {
    applyThemeOf(line);
    Session session;
    takeUpLastStart(session);
    if (const Result<Done> opened = session.classrooms().open(line.lesson); !opened)
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
        return showProblem({line.error().message.text() + " (lanewright --help says more)"}, 2);
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
    // Screenshots have the size that they are to have, windows that of the screen.
    std::optional<ScreenFit> fit;
    if (line->task != CommandLine::Task::Screenshots)
        fit.emplace(nullptr);
    if (line->task == CommandLine::Task::Open)
        return runDesktop(*line);
    if (line->task == CommandLine::Task::Lesson)
        return openLesson(*line);
    const Result<Done> done = makeScreenshots(line->out, line->run);
    return done ? 0 : showProblem(done.error(), 3);
}

} // namespace
} // namespace lanewright::app

int main(int argc, char** argv) {
    lanewright::keepFreedMemory();
    return lanewright::app::run(argc, argv);
}
