// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/session.h"

#include "app/lesson/lesson_window.h"
#include "app/shell/autosave.h"
#include "app/shell/classroom.h"
#include "app/shell/compare_window.h"
#include "app/shell/main_window.h"
#include "app/shell/session_contents.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLockFile>
#include <QMessageBox>
#include <QSaveFile>

#include <algorithm>
#include <memory>

namespace lanewright {
namespace {

constexpr int kVersion = 1;
constexpr qint64 kMostSessionBytes = 4 << 20;
/// Of this program; null: another one keeps the session, or nobody asked.
std::unique_ptr<QLockFile>& lock() {
    static std::unique_ptr<QLockFile> held;
    return held;
}

bool& quits() {
    static bool value = false;
    return value;
}

void write(const SessionRecord& record) {
    if (!lock())
        return;
    QJsonObject content = record.toJson();
    content[QStringLiteral("format")] = QStringLiteral("lanewright-session");
    content[QStringLiteral("version")] = kVersion;
    const QByteArray text = QJsonDocument(content).toJson();
    QSaveFile file(session::file());
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit())
        session::forgetAllBut(text);
}

/// What `wanted` of the windows show; all of one kind after the other.
template <typename Wanted>
SessionRecord recordOf(const Wanted& wanted) {
    SessionRecord record;
    for (MainWindow* window : session::windows())
        if (wanted(*window) && !window->openedFile().isEmpty())
            record.windows.push_back(window->record());
    for (LessonWindow* window : classroom::windows())
        if (wanted(*window))
            record.lessons.push_back(classroom::recordOf(*window));
    for (CompareWindow* window : CompareWindow::all())
        if (wanted(*window))
            record.comparisons.push_back(window->record());
    return record;
}

/// Every window that the session may keep.
std::vector<QWidget*> kept() {
    std::vector<QWidget*> all;
    for (MainWindow* window : session::windows())
        all.push_back(window);
    for (LessonWindow* window : classroom::windows())
        all.push_back(window);
    for (CompareWindow* window : CompareWindow::all())
        all.push_back(window);
    return all;
}

/// Classrooms and comparisons of a record. Says how many it opened.
int showBeside(const SessionRecord& record) {
    int opened = 0;
    for (const LessonRecord& each : record.lessons)
        if (!classroom::windowOf(each.lesson))
            if (LessonWindow* window = classroom::openAgain(each)) {
                window->show();
                ++opened;
            }
    for (const CompareRecord& each : record.comparisons)
        if (CompareWindow* window = CompareWindow::openAgain(each)) {
            window->show();
            ++opened;
        }
    return opened;
}

/// A window that shows at once, and what it is to show when that is read.
void openLater(MainWindow* window, const WindowRecord& record) {
    window->restoreGeometry(record.geometry);
    window->show();
    window->openThen(record.file, [window, record](bool read) {
        if (read)
            window->showAgain(record);
        else
            window->document().reset(firstPlan());
    });
}

bool mayCloseAll(const std::vector<MainWindow*>& unsaved) {
    QStringList names;
    for (const MainWindow* window : unsaved)
        names << window->document().displayName();
    const int count = static_cast<int>(unsaved.size());
    QMessageBox box(QMessageBox::Warning, MainWindow::tr("Save changes?"),
                    MainWindow::tr("%n schedule(s) have changes that are not saved:", nullptr, count),
                    QMessageBox::SaveAll | QMessageBox::Discard | QMessageBox::Cancel, unsaved.front());
    box.setObjectName(QStringLiteral("saveQuestion"));
    box.setInformativeText(names.join(QLatin1Char('\n')));
    box.setDefaultButton(QMessageBox::SaveAll);
    const int answer = box.exec();
    if (answer == QMessageBox::SaveAll)
        return std::ranges::all_of(unsaved, [](MainWindow* window) { return window->saveNow(); });
    if (answer != QMessageBox::Discard)
        return false;
    for (MainWindow* window : unsaved)
        window->giveUpEdits();
    return true;
}

} // namespace

namespace session {

QString file() { return QFileInfo(Autosave::folder()).absolutePath() + QStringLiteral("/session.json"); }

bool claim() {
    if (lock())
        return true;
    QDir().mkpath(QFileInfo(file()).absolutePath());
    auto wanted = std::make_unique<QLockFile>(file() + QStringLiteral(".lock"));
    wanted->setStaleLockTime(0);
    if (!wanted->tryLock(0))
        return false;
    lock() = std::move(wanted);
    return true;
}

void release() { lock().reset(); }

std::vector<MainWindow*> windows() {
    std::vector<MainWindow*> found;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<MainWindow*>(widget))
            found.push_back(window);
    return found;
}

MainWindow* windowOf(const QString& path) {
    const QFileInfo wanted(path);
    for (MainWindow* window : windows())
        if (!window->openedFile().isEmpty() && QFileInfo(window->openedFile()) == wanted)
            return window;
    return nullptr;
}

void save() {
    write(recordOf([](const QWidget&) { return true; }));
}

SessionRecord read() {
    QFile source(file());
    if (source.size() > kMostSessionBytes || !source.open(QIODevice::ReadOnly))
        return {};
    const QJsonObject content = QJsonDocument::fromJson(source.readAll()).object();
    return content.value(QStringLiteral("version")).toInt() == kVersion ? SessionRecord::fromJson(content)
                                                                        : SessionRecord{};
}

int restore() {
    int opened = 0;
    const SessionRecord last = read();
    for (const WindowRecord& record : last.windows) {
        if (record.file.isEmpty() || !QFileInfo::exists(record.file) || windowOf(record.file))
            continue;
        auto window = std::make_unique<MainWindow>();
        if (FileOpening::isFor(record.file)) {
            openLater(window.release(), record);
            ++opened;
            continue;
        }
        if (!window->openPath(record.file))
            continue;
        window->showAgain(record);
        // From here it lives as long as it is open.
        window.release()->show();
        ++opened;
    }
    opened += showBeside(last);
    // Each window that opened wrote down those that were open by then.
    save();
    return opened;
}

void windowCloses(QWidget& window) {
    if (quits())
        return;
    const bool last =
        std::ranges::none_of(kept(), [&](const QWidget* each) { return each != &window && each->isVisible(); });
    write(
        recordOf([&](const QWidget& each) { return last ? &each == &window : &each != &window && each.isVisible(); }));
}

bool quit() {
    save();
    std::vector<MainWindow*> unsaved = windows();
    std::erase_if(unsaved, [](MainWindow* window) { return !window->document().modified(); });
    // One alone asks for itself.
    if (unsaved.size() > 1 && !mayCloseAll(unsaved))
        return false;
    // What was saved just now may have got a name.
    save();
    quits() = true;
    QApplication::closeAllWindows();
    quits() = false;
    return std::ranges::none_of(windows(), [](const MainWindow* window) { return window->isVisible(); });
}

bool reopen(const std::function<void()>& between) {
    struct Shown {
        WindowRecord record = {};
        std::shared_ptr<const Plan> plan = {};
    };
    std::vector<Shown> shown;
    for (MainWindow* window : windows())
        if (window->isVisible())
            shown.push_back({window->record(), window->document().sharedPlan()});
    const SessionRecord beside = recordOf([](const QWidget& window) { return window.isVisible(); });
    const bool quitsWithLast = QApplication::quitOnLastWindowClosed();
    QApplication::setQuitOnLastWindowClosed(false);
    const bool closed = quit();
    // What is closed is gone before the same files are opened again.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    if (closed)
        between();
    for (std::size_t i = 0; closed && i < shown.size(); ++i) {
        auto window = std::make_unique<MainWindow>();
        const QString& path = shown[i].record.file;
        if (path.isEmpty() || !QFileInfo::exists(path) || !window->openPath(path))
            window->showPlan(*shown[i].plan);
        window->showAgain(shown[i].record);
        // From here it lives as long as it is open.
        window.release()->show();
    }
    if (closed)
        showBeside(beside);
    QApplication::setQuitOnLastWindowClosed(quitsWithLast);
    return closed;
}

} // namespace session
} // namespace lanewright
