// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/classroom.h"

#include "app/document/opening.h"
#include "app/frame/generator_sheet.h"
#include "app/frame/help_window.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_window.h"
#include "app/shell/session.h"

#include <QApplication>
#include <QFileInfo>

#include <memory>
#include <utility>

namespace lanewright::app::classroom {
namespace {

/// What beside the board a copy of it says.
LessonRecord withoutBoard(LessonRecord record) {
    record.board.reset();
    return record;
}

LessonRecord recordOf(const QString& lesson, const LessonSession::Progress& progress) {
    return {.lesson = lesson,
            .board = progress.board,
            .optimizer = progress.optimizer,
            .help = progress.help,
            .hints = progress.hints,
            .used = progress.used};
}

LessonSession::Progress progressOf(const LessonRecord& record) {
    return {.board = record.board,
            .optimizer = record.optimizer,
            .help = record.help,
            .hints = record.hints,
            .used = record.used};
}

LeftLessons& closed() {
    static LeftLessons boards;
    return boards;
}

/// What the student has done in all lessons that this window had.
LeftLessons allBoards(LessonWindow& window) {
    LeftLessons all = window.left();
    all[window.lessonSource()] = window.session().progress();
    return all;
}

void rememberBoards(LessonWindow& window) {
    if (!window.pupil())
        for (auto& [lesson, progress] : allBoards(window))
            closed()[lesson] = progress;
}

/// A window in which nobody has been.
LessonWindow* makeEmpty() {
    auto* window = new LessonWindow;
    auto* autosave = new Autosave(window->document(), window);
    autosave->setLesson([window] { return withoutBoard(classroom::recordOf(*window)); });
    QObject::connect(window, &LessonWindow::lessonOpened, window, [] { session::save(); });
    QObject::connect(window, &LessonWindow::answersRequested, window, [window](const QString& file) {
        if (const Result<Done> opened = classroom::open(file, window->lessonSource()); !opened)
            window->refuse(file, opened.error());
    });
    window->setComesBack(session::isQuitting);
    QObject::connect(window, &LessonWindow::quitRequested, window, [] { session::quit(); });
    QObject::connect(window, &LessonWindow::helpRequested, window, [window](const QString& page) {
        auto* help = new HelpWindow({{QStringLiteral("generators"), generatorSheet()}}, window);
        help->setAttribute(Qt::WA_DeleteOnClose);
        help->showPage(page);
        help->show();
    });
    QObject::connect(window, &LessonWindow::closes, window, [window, autosave] {
        rememberBoards(*window);
        session::windowCloses(*window);
        autosave->drop();
    });
    return window;
}

} // namespace

LessonWindow* make() {
    LessonWindow* window = makeEmpty();
    LeftLessons boards = closed();
    for (LessonWindow* other : windows())
        if (other != window && !other->pupil())
            for (auto& [lesson, progress] : allBoards(*other))
                boards[lesson] = progress;
    window->setLeft(std::move(boards));
    return window;
}

LessonRecord recordOf(LessonWindow& window) {
    LessonRecord record = recordOf(window.lessonSource(), window.session().progress());
    record.geometry = window.saveGeometry();
    record.ofAnswers = window.pupil().has_value();
    record.answersOf = window.pupil().value_or(QString());
    record.answersChanged = window.hasChangedAnswers();
    for (const auto& [lesson, progress] : window.left())
        if (lesson != record.lesson)
            record.others.push_back(recordOf(lesson, progress));
    return record;
}

LessonWindow* openAgain(const LessonRecord& record) {
    std::unique_ptr<LessonWindow> window(makeEmpty());
    if (!window->open(record.lesson))
        return nullptr;
    window->restoreGeometry(record.geometry);
    if (record.ofAnswers)
        window->setPupil(record.answersOf);
    LeftLessons left = record.ofAnswers ? LeftLessons() : closed();
    for (const LessonRecord& other : record.others)
        left[other.lesson] = progressOf(other);
    left[record.lesson] = progressOf(record);
    window->setLeft(std::move(left));
    if (record.answersChanged)
        window->setChangedAnswers();
    return window.release();
}

LessonWindow* recover(const Autosave::Leftover& leftover) {
    Result<Plan> board = Autosave::read(leftover);
    if (!leftover.lesson || !board)
        return nullptr;
    LessonRecord record = *leftover.lesson;
    record.board = std::make_shared<const Plan>(*std::move(board));
    LessonWindow* window = openAgain(record);
    if (window) {
        auto* autosave = window->findChild<Autosave*>();
        autosave->saveNow();
        // From here on it is the new copy that another start would find.
        const Opening shown(autosave->file());
        Autosave::discard(leftover);
    }
    return window;
}

std::vector<LessonWindow*> windows() {
    std::vector<LessonWindow*> found;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<LessonWindow*>(widget))
            found.push_back(window);
    return found;
}

Result<Done> open(const QString& fileOrName, const QString& beside) {
    const int place = builtInIndexOf(fileOrName);
    const QString source = place < 0 ? QFileInfo(fileOrName).absoluteFilePath() : builtInLessons()[place].name;
    if (LessonWindow* shown = windowOf(source)) {
        shown->raise();
        shown->activateWindow();
        return Done{};
    }
    const bool ofAnswers = place < 0 && LessonWindow::isAnswersFile(fileOrName);
    std::unique_ptr<LessonWindow> window(ofAnswers ? makeEmpty() : make());
    // A lesson file that is gone takes nothing from the answers to others.
    if (ofAnswers && !beside.isEmpty())
        static_cast<void>(window->open(beside));
    if (const Result<Done> opened = window->open(fileOrName); !opened)
        return opened.error();
    window.release()->show();
    return Done{};
}

std::vector<LessonRecord> closedBoards() {
    std::vector<LessonRecord> boards;
    for (const auto& [lesson, progress] : closed())
        boards.push_back(recordOf(lesson, progress));
    return boards;
}

void setClosedBoards(const std::vector<LessonRecord>& boards) {
    closed().clear();
    for (const LessonRecord& board : boards)
        closed()[board.lesson] = progressOf(board);
}

LessonWindow* windowOf(const QString& lesson) {
    for (LessonWindow* window : windows())
        if (!window->pupil() && window->lessonSource() == lesson)
            return window;
    return nullptr;
}

} // namespace lanewright::app::classroom
