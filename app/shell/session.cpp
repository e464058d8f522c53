// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/session.h"

#include "app/document/opening.h"
#include "app/document/plain_text.h"
#include "app/document/state/held_file.h"
#include "app/frame/autosave.h"
#include "app/frame/language.h"
#include "app/frame/session_contents.h"
#include "app/lesson/lesson_window.h"
#include "app/planner/planner_window.h"
#include "app/shell/compare_window.h"
#include "app/shell/main_window.h"
#include "app/shell/open_windows.h"
#include "app/shell/present/present_window.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QMessageBox>

#include <algorithm>
#include <memory>

namespace lanewright::app {
namespace {

constexpr int kVersion = 1;
const QString kAside = QStringLiteral("setAside");
const QString kBoards = QStringLiteral("boards");
constexpr qint64 kMostSessionBytes = 4 << 20;

QJsonObject contentOfFile() {
    const QJsonObject content = jsonIn(Session::file(), kMostSessionBytes);
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
    const bool all = suspects == QStringList{Session::file()};
    suspects.removeAll(Session::file());
    return [all, suspects](const QJsonValue& each) { return all || speaksOf(each, suspects); };
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

/// One of those that the session may keep.
bool isKept(const QWidget* widget) {
    return qobject_cast<const MainWindow*>(widget) || qobject_cast<const LessonWindow*>(widget) ||
           qobject_cast<const CompareWindow*>(widget);
}

bool mayCloseAll(const std::vector<MainWindow*>& unsaved) {
    QStringList names;
    for (MainWindow* window : unsaved)
        names << window->document().displayName();
    const int count = static_cast<int>(unsaved.size());
    const std::unique_ptr<QMessageBox> box(
        plainBox(QMessageBox::Warning, "saveQuestion", MainWindow::tr("Save changes?"),
                 MainWindow::tr("%n schedule(s) have changes that are not saved:", nullptr, count),
                 names.join(QLatin1Char('\n')), QMessageBox::SaveAll | QMessageBox::Discard | QMessageBox::Cancel,
                 unsaved.front()));
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

QString Session::file() { return stateFolder() + QStringLiteral("/session.json"); }

bool Session::claim() {
    if (m_lock)
        return true;
    QDir().mkpath(stateFolder());
    m_lock = lockOf(file());
    return m_lock != nullptr;
}

MainWindow* Session::windowOf(const QString& path) {
    const QFileInfo wanted(path);
    for (MainWindow* window : openWindows<MainWindow>())
        if (!window->files().openedFile().isEmpty() && QFileInfo(window->files().openedFile()) == wanted)
            return window;
    return nullptr;
}

// ---------------------------------------------------------------------------------------------- what is written

void Session::save() { write(recordOf(QApplication::topLevelWidgets())); }

SessionRecord Session::recordOf(const QWidgetList& windows) const {
    SessionRecord record{.boards = m_classrooms.closedBoards()};
    for (QWidget* each : windows) {
        if (auto* lesson = qobject_cast<LessonWindow*>(each))
            record.lessons.push_back(Classrooms::recordOf(*lesson));
        else if (auto* comparison = qobject_cast<CompareWindow*>(each))
            record.comparisons.push_back(comparison->record());
        else if (auto* window = qobject_cast<MainWindow*>(each); window && !window->files().openedFile().isEmpty())
            record.windows.push_back(window->sessionState().record());
    }
    return record;
}

void Session::write(const SessionRecord& record) {
    if (m_isOpening)
        return;
    QJsonObject content = record.toJson();
    // The later of two boards of a lesson counts.
    QJsonArray boards = m_unreadBoards;
    for (const auto& each : content.value(kBoards).toArray())
        boards.append(each);
    content[kBoards] = boards;
    write(content);
}

/// Everything that `read` knows, and what was set aside.
void Session::write(QJsonObject content) {
    if (!m_lock)
        return;
    content[QStringLiteral("format")] = QStringLiteral("lanewright-session");
    content[QStringLiteral("version")] = kVersion;
    if (m_aside.isEmpty())
        content.remove(kAside);
    else
        content[kAside] = m_aside;
    const QByteArray text = QJsonDocument(content).toJson();
    if (writeWhole(file(), text))
        session::forgetAllBut(text);
}

// ---------------------------------------------------------------------------------------------- what is read

SessionRecord Session::read() { return SessionRecord::fromJson(contentOfFile()); }

int Session::restore(const QStringList& suspects) {
    QJsonObject content = contentOfFile();
    // What is suspected is set aside with what was there before.
    m_aside = content.value(kAside).toObject();
    const auto isSuspect = suspectedBy(suspects);
    for (const QString& kind : {QStringLiteral("windows"), QStringLiteral("lessons"), QStringLiteral("comparisons")}) {
        QJsonArray kept;
        QJsonArray away = m_aside.value(kind).toArray();
        for (const auto& each : content.value(kind).toArray())
            (isSuspect(each) ? away : kept).append(each);
        content[kind] = kept;
        if (!away.isEmpty())
            m_aside[kind] = away;
    }
    // Should this start end as well, what was set aside stays so.
    if (!m_aside.isEmpty())
        write(content);
    const int opened = showAll(content);
    save();
    return opened;
}

void Session::restoreBoards(const QStringList& suspects) {
    QJsonArray boards;
    m_unreadBoards = {};
    const auto isSuspect = suspectedBy(suspects);
    for (const auto& each : boardsIn(contentOfFile()))
        (isSuspect(each) ? m_unreadBoards : boards).append(each);
    const Opening all(file());
    m_classrooms.setClosedBoards(SessionRecord::fromJson({{kBoards, boards}}).boards);
}

/// Opens what a session, or a part of it, says. Says how many windows that gave.
int Session::showAll(const QJsonObject& content) {
    m_isOpening = true;
    const Opening all(file());
    const SessionRecord record = SessionRecord::fromJson(content);
    auto opened =
        static_cast<int>(std::ranges::count_if(record.windows, [this](const auto& each) { return show(each); }));
    const auto showIt = [&opened](QWidget* window) {
        if (!window)
            return;
        window->show();
        ++opened;
    };
    for (const LessonRecord& each : record.lessons)
        if (each.ofAnswers || !Classrooms::windowOf(each.lesson))
            showIt(m_classrooms.openAgain(each));
    for (const CompareRecord& each : record.comparisons)
        showIt(CompareWindow::openAgain(*this, each));
    m_isOpening = false;
    return opened;
}

/// False where the file is gone, open already, or can't be read.
bool Session::show(const WindowRecord& record) {
    if (record.file.isEmpty() || !QFileInfo::exists(record.file) || windowOf(record.file))
        return false;
    auto window = std::make_unique<MainWindow>(*this);
    if (FileOpening::isLarge(record.file)) {
        window.release()->sessionState().showWhenRead(record);
        return true;
    }
    if (!window->files().openPath(record.file))
        return false;
    window->sessionState().showAgain(record);
    // From here it lives as long as it is open.
    window.release()->show();
    return true;
}

// ---------------------------------------------------------------------------------------------- what was set aside

QStringList Session::setAside() const {
    QStringList names;
    for (const auto& each : m_aside.value(QStringLiteral("windows")).toArray())
        names << QDir::toNativeSeparators(each[QLatin1String("file")].toString());
    for (const auto& each : m_aside.value(QStringLiteral("lessons")).toArray())
        names << QDir::toNativeSeparators(each[QLatin1String("lesson")].toString());
    for (const auto& each : m_aside.value(QStringLiteral("comparisons")).toArray())
        for (const auto& row : each[QLatin1String("rows")].toArray())
            names << row[QLatin1String("name")].toString();
    names.removeDuplicates();
    return names;
}

int Session::openSetAside() {
    const int opened = showAll(m_aside);
    forgetSetAside();
    return opened;
}

void Session::forgetSetAside() {
    m_aside = {};
    save();
}

void Session::askAboutSetAside(MainWindow& window) {
    const QStringList names = setAside();
    if (names.isEmpty())
        return;
    window.words().showProblem(MainWindow::tr("Lanewright ended while it opened %1. It was not opened again.")
                                   .arg(names.join(QStringLiteral(", "))),
                               {{MainWindow::tr("Open it"), [this] { openSetAside(); }},
                                {MainWindow::tr("Leave it closed"), [this] { forgetSetAside(); }}});
}

// ---------------------------------------------------------------------------------------------- windows that close

void Session::windowCloses(QWidget& window) {
    if (m_quits)
        return;
    QWidgetList left = QApplication::topLevelWidgets();
    left.removeIf([&](const QWidget* each) { return each == &window || !each->isVisible() || !isKept(each); });
    write(recordOf(left.isEmpty() ? QWidgetList{&window} : left));
}

bool Session::quit() {
    save();
    std::vector<MainWindow*> unsaved = openWindows<MainWindow>();
    std::erase_if(unsaved, [](MainWindow* window) { return !window->document().modified(); });
    // One alone asks for itself.
    if (unsaved.size() > 1 && !mayCloseAll(unsaved))
        return false;
    // What was saved just now may have got a name.
    save();
    m_quits = true;
    QApplication::closeAllWindows();
    m_quits = false;
    return std::ranges::none_of(openWindows<MainWindow>(), &QWidget::isVisible);
}

void setLanguage(const QString& language) {
    installLanguage(language);
    const auto retranslate = [](const auto& windows) {
        for (auto* window : windows)
            window->retranslate();
    };
    retranslate(openWindows<MainWindow>());
    retranslate(openWindows<LessonWindow>());
    retranslate(openWindows<PlannerWindow>());
    retranslate(openWindows<CompareWindow>());
    retranslate(openWindows<PresentWindow>());
}

} // namespace lanewright::app
