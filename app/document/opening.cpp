// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/opening.h"

#include "app/document/state/held_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>

#include <utility>

namespace lanewright::app {
namespace {

const QString kEnding = QStringLiteral(".opening");
const QString kNames = QStringLiteral("opening");
constexpr qint64 kMostBytes = 1 << 20;

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
    /// A note that can't be written keeps nobody from opening a file.
    void write() {
        if (m_names.isEmpty())
            return m_file.drop();
        m_file.claim(Opening::folder(), kEnding);
        const QJsonObject content{{kNames, QJsonArray::fromStringList(m_names)}};
        static_cast<void>(writeWhole(m_file.path(), QJsonDocument(content).toJson()));
    }

    QStringList m_names;
    HeldFile m_file;
};

Note& note() {
    static Note ours;
    return ours;
}

QStringList namesIn(const QString& file) {
    QStringList names;
    for (const auto& each : jsonIn(file, kMostBytes).value(kNames).toArray())
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
        const auto lock = lockOf(file);
        if (!lock)
            continue;
        names << namesIn(file);
        QFile::remove(file);
    }
    names.removeDuplicates();
    return names;
}

} // namespace lanewright::app
