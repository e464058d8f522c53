// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/session.h"

#include "app/document/opening.h"
#include "app/document/plain_text.h"
#include "app/frame/autosave.h"
#include "app/frame/language.h"
#include "app/frame/session_contents.h"
#include "app/lesson/lesson_window.h"
#include "app/planner/planner_window.h"
#include "app/shell/classroom.h"
#include "app/shell/compare_window.h"
#include "app/shell/main_window.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLockFile>
#include <QMessageBox>
#include <QPointer>
#include <QSaveFile>

#include <algorithm>
#include <memory>

namespace lanewright::app {
namespace {

constexpr int kVersion = 1;
const QString kAside = QStringLiteral("setAside");
const QString kBoards = QStringLiteral("boards");
constexpr qint64 kMostSessionBytes = 4 << 20;
/// Held by this program; null: another one keeps the session, or nobody asked.
std::unique_ptr<QLockFile>& lock() {
    static std::unique_ptr<QLockFile> held;
    return held;
}

bool& quits() {
    static bool value = false;
    return value;
}

/// While windows of a record are opened, those that are yet to come stay written down.
bool& isOpening() {
    static bool value = false;
    return value;
}

/// What waits for a person's decision, as the session has it: nothing of it is looked at until then.
QJsonObject& asideNow() {
    static QJsonObject value;
    return value;
}

/// Boards of closed classrooms that were not read in this start.
QJsonArray& unreadBoards() {
    static QJsonArray value;
    return value;
}

/// Everything that `read` knows, and what was set aside.
void write(QJsonObject content) {
    if (!lock())
        return;
    content[QStringLiteral("format")] = QStringLiteral("lanewright-session");
    content[QStringLiteral("version")] = kVersion;
    if (asideNow().isEmpty())
        content.remove(kAside);
    else
        content[kAside] = asideNow();
    const QByteArray text = QJsonDocument(content).toJson();
    QSaveFile file(session::file());
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit())
        session::forgetAllBut(text);
}

void write(const SessionRecord& record) {
    if (isOpening())
        return;
    QJsonObject content = record.toJson();
    // The later of two boards of a lesson counts.
    QJsonArray boards = unreadBoards();
    for (const auto& each : content.value(kBoards).toArray())
        boards.append(each);
    content[kBoards] = boards;
    write(content);
}

QJsonObject contentOfFile() {
    QFile source(session::file());
    if (source.size() > kMostSessionBytes || !source.open(QIODevice::ReadOnly))
        return {};
    const QJsonObject content = QJsonDocument::fromJson(source.readAll()).object();
    return content.value(QStringLiteral("version")).toInt() == kVersion ? content : QJsonObject();
}

/// Whether one of the names stands anywhere in it.
bool speaksOf(const QJsonValue& value, const QStringList& names) {
    if (value.isString())
        return names.contains(value.toString());
    const auto does = [&](const QJsonValue& each) { return speaksOf(each, names); };
    const QJsonArray array = value.toArray();
    const QJsonObject object = value.toObject();
    return std::any_of(array.begin(), array.end(), does) || std::any_of(object.begin(), object.end(), does);
}

/// Tells what speaks of a suspect; where the session itself is the only one, that is everything.
auto suspectedBy(QStringList suspects) {
    const bool all = suspects == QStringList{session::file()};
    suspects.removeAll(session::file());
    return [all, suspects](const QJsonValue& each) { return all || speaksOf(each, suspects); };
}

/// Takes what is suspected out of the content, and sets it aside with what was there before.
void setAsideIn(QJsonObject& content, const QStringList& suspects) {
    QJsonObject aside = content.value(kAside).toObject();
    const auto isSuspect = suspectedBy(suspects);
    for (const QString& kind : {QStringLiteral("windows"), QStringLiteral("lessons"), QStringLiteral("comparisons")}) {
        QJsonArray kept;
        QJsonArray away = aside.value(kind).toArray();
        for (const auto& each : content.value(kind).toArray())
            (isSuspect(each) ? away : kept).append(each);
        content[kind] = kept;
        if (!away.isEmpty())
            aside[kind] = away;
    }
    asideNow() = aside;
}

/// The boards of closed classrooms, and after them those of classrooms that were open at the end: this start may not
/// open them again.
QJsonArray boardsIn(const QJsonObject& content) {
    const QString others = QStringLiteral("others");
    QJsonArray boards = content.value(kBoards).toArray();
    for (const auto& each : content.value(QStringLiteral("lessons")).toArray()) {
        QJsonObject lesson = each.toObject();
        if (lesson.value(QStringLiteral("ofAnswers")).toBool())
            continue;
        for (const auto& other : lesson.take(others).toArray())
            boards.append(other);
        boards.append(lesson);
    }
    return boards;
}

/// What `wanted` of the windows show; all of one kind after the other.
template <typename Wanted>
SessionRecord recordOf(const Wanted& wanted) {
    SessionRecord record;
    for (MainWindow* window : session::windows())
        if (wanted(*window) && !window->files().openedFile().isEmpty())
            record.windows.push_back(window->sessionState().record());
    for (LessonWindow* window : classroom::windows())
        if (wanted(*window))
            record.lessons.push_back(classroom::recordOf(*window));
    for (CompareWindow* window : CompareWindow::all())
        if (wanted(*window))
            record.comparisons.push_back(window->record());
    record.boards = classroom::closedBoards();
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
        if (each.ofAnswers || !classroom::windowOf(each.lesson))
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

/// Opens what a session, or a part of it, says. Says how many windows that gave.
int showAll(const QJsonObject& content) {
    isOpening() = true;
    int opened = 0;
    {
        const Opening all(session::file());
        const SessionRecord record = SessionRecord::fromJson(content);
        for (const WindowRecord& each : record.windows) {
            if (each.file.isEmpty() || !QFileInfo::exists(each.file) || session::windowOf(each.file))
                continue;
            auto window = std::make_unique<MainWindow>();
            if (FileOpening::isFor(each.file)) {
                window.release()->sessionState().showWhenRead(each);
                ++opened;
                continue;
            }
            if (!window->files().openPath(each.file))
                continue;
            window->sessionState().showAgain(each);
            // From here it lives as long as it is open.
            window.release()->show();
            ++opened;
        }
        opened += showBeside(record);
    }
    isOpening() = false;
    return opened;
}

bool mayCloseAll(const std::vector<MainWindow*>& unsaved) {
    QStringList names;
    for (const MainWindow* window : unsaved)
        names << window->document().displayName();
    const int count = static_cast<int>(unsaved.size());
    const std::unique_ptr<QMessageBox> box(
        plainBox(QMessageBox::Warning, MainWindow::tr("Save changes?"),
                 MainWindow::tr("%n schedule(s) have changes that are not saved:", nullptr, count),
                 names.join(QLatin1Char('\n')), QMessageBox::SaveAll | QMessageBox::Discard | QMessageBox::Cancel,
                 unsaved.front()));
    box->setObjectName(QStringLiteral("saveQuestion"));
    box->setDefaultButton(QMessageBox::SaveAll);
    const int answer = box->exec();
    if (answer == QMessageBox::SaveAll)
        return std::ranges::all_of(unsaved, [](MainWindow* window) { return window->files().save(); });
    if (answer != QMessageBox::Discard)
        return false;
    for (MainWindow* window : unsaved)
        window->files().giveUpEdits();
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

void release() {
    lock().reset();
    asideNow() = {};
    unreadBoards() = {};
    classroom::setClosedBoards({});
}

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
        if (!window->files().openedFile().isEmpty() && QFileInfo(window->files().openedFile()) == wanted)
            return window;
    return nullptr;
}

void save() {
    write(recordOf([](const QWidget&) { return true; }));
}

SessionRecord read() { return SessionRecord::fromJson(contentOfFile()); }

int restore(const QStringList& suspects) {
    QJsonObject content = contentOfFile();
    setAsideIn(content, suspects);
    // Should this start end as well, what was set aside stays so.
    if (!asideNow().isEmpty())
        write(content);
    const int opened = showAll(content);
    save();
    return opened;
}

void restoreBoards(const QStringList& suspects) {
    QJsonArray boards;
    unreadBoards() = {};
    const auto isSuspect = suspectedBy(suspects);
    for (const auto& each : boardsIn(contentOfFile()))
        (isSuspect(each) ? unreadBoards() : boards).append(each);
    const Opening all(file());
    classroom::setClosedBoards(SessionRecord::fromJson({{kBoards, boards}}).boards);
}

QStringList setAside() {
    const auto nameOf = [](const QJsonValue& value) { return QDir::toNativeSeparators(value.toString()); };
    QStringList names;
    for (const auto& each : asideNow().value(QStringLiteral("windows")).toArray())
        names << nameOf(each[QLatin1String("file")]);
    for (const auto& each : asideNow().value(QStringLiteral("lessons")).toArray())
        names << nameOf(each[QLatin1String("lesson")]);
    for (const auto& each : asideNow().value(QStringLiteral("comparisons")).toArray())
        for (const auto& row : each[QLatin1String("rows")].toArray())
            names << row[QLatin1String("name")].toString();
    names.removeDuplicates();
    return names;
}

int openSetAside() {
    const int opened = showAll(asideNow());
    forgetSetAside();
    return opened;
}

void forgetSetAside() {
    asideNow() = {};
    save();
}

void askAboutSetAside(MainWindow& window) {
    const QStringList names = setAside();
    if (names.isEmpty())
        return;
    window.showProblem(
        MainWindow::tr("Lanewright ended while it opened %1. It was not opened again.")
            .arg(names.join(QStringLiteral(", "))),
        {{MainWindow::tr("Open it"), [] { openSetAside(); }}, {MainWindow::tr("Leave it closed"), forgetSetAside}});
}

bool isQuitting() { return quits(); }

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

void setLanguage(const QString& language) {
    installLanguage(language);
    // Menus and tooltips of windows are top-level widgets, too, and go when their window is made anew.
    std::vector<QPointer<QWidget>> all;
    for (QWidget* each : QApplication::topLevelWidgets())
        all.emplace_back(each);
    for (const QPointer<QWidget>& each : all) {
        if (auto* window = qobject_cast<MainWindow*>(each))
            window->retranslate();
        else if (auto* lesson = qobject_cast<LessonWindow*>(each))
            lesson->retranslate();
        else if (auto* planner = qobject_cast<PlannerWindow*>(each))
            planner->retranslate();
        else if (auto* compare = qobject_cast<CompareWindow*>(each))
            compare->retranslate();
    }
}

} // namespace session
} // namespace lanewright::app
