// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/classrooms.h"

#include "app/document/opening.h"
#include "app/frame/generator_sheet.h"
#include "app/frame/help_window.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_window.h"
#include "app/shell/open_windows.h"
#include "app/shell/session.h"
#include "app/widgets/window_parts.h"
#include "core/base/mapped.h"

#include <QFileInfo>

#include <memory>
#include <utility>

namespace lanewright::app {
namespace {

/// What beside the board a copy of it says.
LessonRecord withoutBoard(LessonRecord record) {
    record.progress.board.reset();
    return record;
}

LessonRecord recordOfBoard(const QString& lesson, const LessonProgress& progress) { return {lesson, progress}; }

/// What the student has done in all lessons that this window had.
void addBoards(LeftLessons& boards, LessonWindow& window) {
    for (const auto& [lesson, progress] : window.book().left())
        if (!lesson.isEmpty()) // a lesson that is only tried
            boards[lesson] = progress;
}

} // namespace

/// A window in which nobody has been.
LessonWindow* Classrooms::makeEmpty() {
    auto* window = new LessonWindow;
    auto* autosave = new Autosave(window->document(), window);
    autosave->setLesson([window] { return withoutBoard(recordOf(*window)); });
    window->setComesBack([this] { return m_session.isQuitting(); });
    QObject::connect(window, &LessonWindow::lessonOpened, window, [this] { m_session.save(); });
    QObject::connect(window, &LessonWindow::answersRequested, window, [this, window](const QString& file) {
        if (const Result<Done> opened = open(file, window->lessonSource()); !opened)
            window->refuse(file, opened.error());
    });
    connectMenus(*window);
    QObject::connect(window, &LessonWindow::closes, window, [this, window, autosave] {
        if (!window->pupil())
            addBoards(m_closed, *window);
        m_session.windowCloses(*window);
        autosave->drop();
    });
    return window;
}

void Classrooms::connectMenus(LessonWindow& window) {
    QObject::connect(&window, &LessonWindow::quitRequested, &window, [this] { m_session.quit(); });
    QObject::connect(&window, &LessonWindow::helpRequested, &window, [&window](const QString& page) {
        HelpWindow::open({{QStringLiteral("generators"), generatorSheet()}}, page, &window);
    });
}

LessonWindow* Classrooms::make() {
    LessonWindow* window = makeEmpty();
    LeftLessons boards = m_closed;
    for (LessonWindow* other : openWindows<LessonWindow>())
        if (other != window && !other->pupil())
            addBoards(boards, *other);
    window->setLeft(std::move(boards));
    return window;
}

LessonRecord Classrooms::recordOf(LessonWindow& window) {
    LessonRecord record = recordOfBoard(window.lessonSource(), window.session().progress());
    record.geometry = window.saveGeometry();
    record.ofAnswers = window.pupil().has_value();
    record.answersOf = window.pupil().value_or(QString());
    record.answersChanged = window.book().hasChanged();
    for (const auto& [lesson, progress] : window.book().left())
        if (lesson != record.lesson)
            record.others.push_back(recordOfBoard(lesson, progress));
    return record;
}

LessonWindow* Classrooms::openAgain(const LessonRecord& record) {
    std::unique_ptr<LessonWindow> window(makeEmpty());
    if (!window->open(record.lesson))
        return nullptr;
    window->restoreGeometry(record.geometry);
    if (record.ofAnswers)
        window->setPupil(record.answersOf);
    LeftLessons left = record.ofAnswers ? LeftLessons() : m_closed;
    for (const LessonRecord& other : record.others)
        left[other.lesson] = other.progress;
    left[record.lesson] = record.progress;
    window->setLeft(std::move(left));
    if (record.answersChanged)
        window->book().forgetAsOpened();
    return window.release();
}

LessonWindow* Classrooms::recover(const Autosave::Leftover& leftover) {
    Result<Plan> board = Autosave::read(leftover);
    if (!leftover.lesson || !board)
        return nullptr;
    LessonRecord record = *leftover.lesson;
    record.progress.board = std::make_shared<const Plan>(*std::move(board));
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

Result<Done> Classrooms::open(const QString& fileOrName, const QString& beside) {
    const int place = builtInIndexOf(fileOrName);
    const QString source = place < 0 ? QFileInfo(fileOrName).absoluteFilePath() : builtInLessons()[place].name;
    if (LessonWindow* shown = windowOf(source)) {
        bringToFront(*shown);
        return Done{};
    }
    const bool ofAnswers = place < 0 && isAnswersFile(fileOrName);
    std::unique_ptr<LessonWindow> window(ofAnswers ? makeEmpty() : make());
    // A lesson file that is gone takes nothing from the answers to others.
    if (ofAnswers && !beside.isEmpty())
        static_cast<void>(window->open(beside));
    if (const Result<Done> opened = window->open(fileOrName); !opened)
        return opened.error();
    window.release()->show();
    return Done{};
}

Result<Done> Classrooms::tryOut(const Lesson& lesson) {
    auto window = std::make_unique<LessonWindow>();
    connectMenus(*window);
    if (Result<Done> begun = window->tryOut(lesson); !begun)
        return begun;
    window.release()->show();
    return Done{};
}

std::vector<LessonRecord> Classrooms::closedBoards() const {
    return mapped(m_closed, [](const auto& each) { return recordOfBoard(each.first, each.second); });
}

void Classrooms::setClosedBoards(const std::vector<LessonRecord>& boards) {
    m_closed.clear();
    for (const LessonRecord& board : boards)
        m_closed[board.lesson] = board.progress;
}

LessonWindow* Classrooms::windowOf(const QString& lesson) {
    for (LessonWindow* window : openWindows<LessonWindow>())
        if (!window->pupil() && window->lessonSource() == lesson)
            return window;
    return nullptr;
}

} // namespace lanewright::app
