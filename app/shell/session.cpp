// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/session.h"

#include "app/shell/autosave.h"
#include "app/shell/main_window.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLockFile>
#include <QMessageBox>
#include <QSaveFile>

#include <algorithm>
#include <memory>

namespace lanewright {
namespace {

constexpr int kVersion = 1;
constexpr qint64 kMostBytes = 4 << 20;
constexpr int kMostWindows = 64;

QString textOf(const QByteArray& bytes) { return QString::fromLatin1(bytes.toBase64()); }

QByteArray bytesOf(const QJsonValue& value) { return QByteArray::fromBase64(value.toString().toLatin1()); }

/// Of this program; null: another one keeps the session, or nobody asked.
std::unique_ptr<QLockFile>& lock() {
    static std::unique_ptr<QLockFile> held;
    return held;
}

bool& quits() {
    static bool value = false;
    return value;
}

void write(const std::vector<MainWindow*>& windows) {
    if (!lock())
        return;
    QJsonArray records;
    for (const MainWindow* window : windows)
        if (!window->openedFile().isEmpty())
            records.append(window->record().toJson());
    QSaveFile file(session::file());
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.write(QJsonDocument(QJsonObject{{QStringLiteral("format"), QStringLiteral("lanewright-session")},
                                         {QStringLiteral("version"), kVersion},
                                         {QStringLiteral("windows"), records}})
                   .toJson());
    file.commit();
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

QJsonObject WindowRecord::toJson() const {
    return {{QStringLiteral("file"), file},
            {QStringLiteral("geometry"), textOf(geometry)},
            {QStringLiteral("columns"), textOf(columns)},
            {QStringLiteral("rows"), textOf(rows)},
            {QStringLiteral("from"), QString::number(from)},
            {QStringLiteral("to"), QString::number(to)},
            {QStringLiteral("laneHeight"), laneHeight},
            {QStringLiteral("scroll"), scroll},
            {QStringLiteral("page"), page},
            {QStringLiteral("memory"), memory},
            {QStringLiteral("selected"), QJsonArray::fromStringList(selected)}};
}

WindowRecord WindowRecord::fromJson(const QJsonObject& json) {
    WindowRecord record;
    record.file = json.value(QStringLiteral("file")).toString();
    record.geometry = bytesOf(json.value(QStringLiteral("geometry")));
    record.columns = bytesOf(json.value(QStringLiteral("columns")));
    record.rows = bytesOf(json.value(QStringLiteral("rows")));
    record.from = json.value(QStringLiteral("from")).toString().toLongLong();
    record.to = json.value(QStringLiteral("to")).toString().toLongLong();
    record.laneHeight = json.value(QStringLiteral("laneHeight")).toInt();
    record.scroll = json.value(QStringLiteral("scroll")).toInt();
    record.page = json.value(QStringLiteral("page")).toInt();
    record.memory = json.value(QStringLiteral("memory")).toBool(true);
    for (const auto& op : json.value(QStringLiteral("selected")).toArray())
        record.selected << op.toString();
    return record;
}

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

void save() { write(windows()); }

std::vector<WindowRecord> read() {
    QFile source(file());
    if (source.size() > kMostBytes || !source.open(QIODevice::ReadOnly))
        return {};
    const QJsonObject content = QJsonDocument::fromJson(source.readAll()).object();
    if (content.value(QStringLiteral("version")).toInt() != kVersion)
        return {};
    const QJsonArray records = content.value(QStringLiteral("windows")).toArray();
    std::vector<WindowRecord> found;
    found.reserve(static_cast<std::size_t>(records.size()));
    for (const auto& record : records)
        found.push_back(WindowRecord::fromJson(record.toObject()));
    return found;
}

int restore() {
    int opened = 0;
    for (const WindowRecord& record : read()) {
        if (opened >= kMostWindows)
            break;
        if (record.file.isEmpty() || !QFileInfo::exists(record.file) || windowOf(record.file))
            continue;
        auto window = std::make_unique<MainWindow>();
        if (!window->openPath(record.file))
            continue;
        window->showAgain(record);
        // From here it lives as long as it is open.
        window.release()->show();
        ++opened;
    }
    return opened;
}

void windowCloses(MainWindow& window) {
    if (quits())
        return;
    std::vector<MainWindow*> rest = windows();
    std::erase_if(rest, [&](const MainWindow* each) { return each == &window || !each->isVisible(); });
    write(rest.empty() ? std::vector<MainWindow*>{&window} : rest);
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
    QApplication::setQuitOnLastWindowClosed(quitsWithLast);
    return closed;
}

} // namespace session
} // namespace lanewright
