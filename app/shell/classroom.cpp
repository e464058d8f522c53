// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/classroom.h"

#include "app/document/opening.h"
#include "app/lesson/lesson_window.h"
#include "app/shell/session.h"

#include <QApplication>

#include <memory>

namespace lanewright::app::classroom {
namespace {

/// What beside the board a copy of it says.
LessonRecord withoutBoard(LessonRecord record) {
    record.board.reset();
    return record;
}

} // namespace

LessonWindow* make() {
    auto* window = new LessonWindow;
    auto* autosave = new Autosave(window->document(), window);
    autosave->setLesson([window] { return withoutBoard(recordOf(*window)); });
    QObject::connect(window, &LessonWindow::lessonOpened, window, [] { session::save(); });
    QObject::connect(window, &LessonWindow::closes, window, [window, autosave] {
        session::windowCloses(*window);
        autosave->drop();
    });
    return window;
}

LessonRecord recordOf(LessonWindow& window) {
    LessonSession& session = window.session();
    return {.lesson = window.lessonSource(),
            .geometry = window.saveGeometry(),
            .board = window.document().modified() ? window.document().sharedPlan() : nullptr,
            .optimizer = session.optimizer(),
            .help = session.help(),
            .hints = session.hintsShown()};
}

LessonWindow* openAgain(const LessonRecord& record) {
    std::unique_ptr<LessonWindow> window(make());
    if (!window->open(record.lesson))
        return nullptr;
    window->restoreGeometry(record.geometry);
    window->session().resume(
        {.board = record.board.get(), .optimizer = record.optimizer, .help = record.help, .hints = record.hints});
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

LessonWindow* windowOf(const QString& lesson) {
    for (LessonWindow* window : windows())
        if (window->lessonSource() == lesson)
            return window;
    return nullptr;
}

} // namespace lanewright::app::classroom
