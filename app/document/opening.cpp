// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/opening.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>
#include <QTimer>

#include <memory>
#include <utility>

namespace lanewright::app {
namespace {

const QString kEnding = QStringLiteral(".opening");
const QString kNames = QStringLiteral("opening");
constexpr qint64 kMostBytes = 1 << 20;

QString lockOf(const QString& file) { return file + QStringLiteral(".lock"); }

/// The note of this program.
class Note {
public:
    void add(const QString& name) {
        m_names << name;
        write();
    }

    void remove(const QString& name) {
        if (m_names.removeOne(name))
            write();
    }

    void clear() {
        if (!std::exchange(m_names, {}).isEmpty())
            write();
    }

private:
    void claimFile() {
        QDir().mkpath(Opening::folder());
        m_file = QStringLiteral("%1/%2-%3%4")
                     .arg(Opening::folder())
                     .arg(QDateTime::currentMSecsSinceEpoch())
                     .arg(QCoreApplication::applicationPid())
                     .arg(kEnding);
        m_lock = std::make_unique<QLockFile>(lockOf(m_file));
        m_lock->setStaleLockTime(0);
        m_lock->tryLock(0);
    }

    /// A note that can't be written keeps nobody from opening a file.
    void write() {
        if (m_names.isEmpty()) {
            QFile::remove(m_file);
            m_lock.reset();
            m_file.clear();
            return;
        }
        if (m_file.isEmpty())
            claimFile();
        QSaveFile target(m_file);
        if (!target.open(QIODevice::WriteOnly))
            return;
        target.write(QJsonDocument(QJsonObject{{kNames, QJsonArray::fromStringList(m_names)}}).toJson());
        target.commit();
    }

    QStringList m_names;
    QString m_file;
    std::unique_ptr<QLockFile> m_lock;
};

Note& note() {
    static Note ours;
    return ours;
}

QStringList namesIn(const QString& file) {
    QFile source(file);
    if (source.size() > kMostBytes || !source.open(QIODevice::ReadOnly))
        return {};
    QStringList names;
    for (const auto& each : QJsonDocument::fromJson(source.readAll()).object().value(kNames).toArray())
        names << each.toString();
    return names;
}

} // namespace

QString stateFolder() {
    QString state = qEnvironmentVariable("XDG_STATE_HOME");
    if (state.isEmpty() || !QDir::isAbsolutePath(state))
        state = QDir::homePath() + QStringLiteral("/.local/state");
    return state + QStringLiteral("/lanewright");
}

QString Opening::folder() { return stateFolder() + QStringLiteral("/opening"); }

Opening::Opening(const QString& name) : m_name(name) { note().add(name); }

Opening::~Opening() {
    QCoreApplication* application = QCoreApplication::instance();
    if (!application) {
        note().remove(m_name);
        return;
    }
    // A timer that is due waits until all that is to be laid out and painted is.
    QTimer::singleShot(kSettleMs, application, [name = m_name] { note().remove(name); });
    [[maybe_unused]] static const QMetaObject::Connection atGoodEnd =
        QObject::connect(application, &QCoreApplication::aboutToQuit, application, [] { note().clear(); });
}

QStringList Opening::takeLeftovers() {
    QStringList names;
    const QDir dir(folder());
    for (const QString& each : dir.entryList({QLatin1Char('*') + kEnding}, QDir::Files, QDir::Name)) {
        const QString file = dir.filePath(each);
        QLockFile lock(lockOf(file));
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0))
            continue;
        names << namesIn(file);
        QFile::remove(file);
    }
    names.removeDuplicates();
    return names;
}

} // namespace lanewright::app
