// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/classroom.h"

#include "app/document/opening.h"
#include "app/frame/generator_sheet.h"
#include "app/frame/help_window.h"
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

} // namespace

LessonWindow* make() {
    auto* window = new LessonWindow;
    auto* autosave = new Autosave(window->document(), window);
    autosave->setLesson([window] { return withoutBoard(recordOf(*window)); });
    QObject::connect(window, &LessonWindow::lessonOpened, window, [] { session::save(); });
    QObject::connect(window, &LessonWindow::quitRequested, window, [] { session::quit(); });
    QObject::connect(window, &LessonWindow::helpRequested, window, [window](const QString& page) {
        auto* help = new HelpWindow({{QStringLiteral("generators"), generatorSheet()}}, window);
        help->setAttribute(Qt::WA_DeleteOnClose);
        help->showPage(page);
        help->show();
    });
    QObject::connect(window, &LessonWindow::closes, window, [window, autosave] {
        session::windowCloses(*window);
        autosave->drop();
    });
    return window;
}

LessonRecord recordOf(LessonWindow& window) {
    LessonRecord record = recordOf(window.lessonSource(), window.session().progress());
    record.geometry = window.saveGeometry();
    for (const auto& [lesson, progress] : window.left())
        if (lesson != record.lesson)
            record.others.push_back(recordOf(lesson, progress));
    return record;
}

LessonWindow* openAgain(const LessonRecord& record) {
    std::unique_ptr<LessonWindow> window(make());
    if (!window->open(record.lesson))
        return nullptr;
    window->restoreGeometry(record.geometry);
    LeftLessons left;
    for (const LessonRecord& other : record.others)
        left[other.lesson] = progressOf(other);
    window->setLeft(std::move(left));
    window->session().resume(progressOf(record));
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

Result<Done> openFile(const QString& path) {
    if (LessonWindow* shown = windowOf(QFileInfo(path).absoluteFilePath())) {
        shown->raise();
        shown->activateWindow();
        return Done{};
    }
    std::unique_ptr<LessonWindow> window(make());
    if (const Result<Done> opened = window->open(path); !opened)
        return opened.error();
    window.release()->show();
    return Done{};
}

LessonWindow* windowOf(const QString& lesson) {
    for (LessonWindow* window : windows())
        if (window->lessonSource() == lesson)
            return window;
    return nullptr;
}

} // namespace lanewright::app::classroom
