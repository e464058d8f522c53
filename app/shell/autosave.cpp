// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/autosave.h"

#include "core/io/schedule_json.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

namespace lanewright {
namespace {

const QString kEnding = QStringLiteral(".lwautosave");
constexpr qint64 kMostBytes = qint64{1} << 30;

QString lockOf(const QString& file) { return file + QStringLiteral(".lock"); }

/// A name no other window of this or another process has.
QString newFile() {
    static int count = 0;
    return QStringLiteral("%1/%2-%3-%4%5")
        .arg(Autosave::folder())
        .arg(QDateTime::currentMSecsSinceEpoch())
        .arg(QCoreApplication::applicationPid())
        .arg(++count)
        .arg(kEnding);
}

QJsonObject contentOf(const QString& file) {
    QFile source(file);
    if (source.size() > kMostBytes || !source.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(source.readAll()).object();
}

/// True when no living window holds the copy.
bool isAbandoned(const QString& file) {
    QLockFile lock(lockOf(file));
    lock.setStaleLockTime(0);
    if (!lock.tryLock(0))
        return false;
    lock.unlock();
    return true;
}

} // namespace

QString Autosave::folder() {
    QString state = qEnvironmentVariable("XDG_STATE_HOME");
    if (state.isEmpty() || !QDir::isAbsolutePath(state))
        state = QDir::homePath() + QStringLiteral("/.local/state");
    return state + QStringLiteral("/lanewright/autosave");
}

Autosave::Autosave(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    m_wait.setSingleShot(true);
    m_wait.setInterval(kWaitMs);
    connect(&m_wait, &QTimer::timeout, this, &Autosave::saveNow);
    connect(&m_document, &Document::changed, this, &Autosave::changed);
    connect(&m_document, &Document::savedChanged, this, &Autosave::changed);
}

Autosave::~Autosave() = default;

void Autosave::changed() {
    if (!m_document.modified()) {
        drop();
        return;
    }
    if (!m_wait.isActive())
        m_wait.start();
}

void Autosave::saveNow() {
    m_wait.stop();
    if (!m_document.modified())
        return;
    if (m_file.isEmpty()) {
        QDir().mkpath(folder());
        m_file = newFile();
        m_lock = std::make_unique<QLockFile>(lockOf(m_file));
        m_lock->setStaleLockTime(0);
        m_lock->tryLock(0);
    }
    const QJsonObject content{{QStringLiteral("format"), QStringLiteral("lanewright-autosave")},
                              {QStringLiteral("source"), m_document.path()},
                              {QStringLiteral("title"), m_document.displayName()},
                              {QStringLiteral("saved"), QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
                              {QStringLiteral("plan"), QString::fromStdString(planToJson(m_document.plan()))}};
    QSaveFile file(m_file);
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.write(QJsonDocument(content).toJson(QJsonDocument::Compact));
    if (!file.commit())
        return;
    m_hasCopy = true;
    Q_EMIT saved();
}

void Autosave::drop() {
    m_wait.stop();
    if (m_file.isEmpty())
        return;
    QFile::remove(m_file);
    m_lock.reset();
    m_file.clear();
    m_hasCopy = false;
}

std::vector<Autosave::Leftover> Autosave::leftovers() {
    std::vector<Leftover> found;
    const QDir dir(folder());
    for (const QString& name : dir.entryList({QLatin1Char('*') + kEnding}, QDir::Files, QDir::Name | QDir::Reversed)) {
        const QString file = dir.filePath(name);
        if (!isAbandoned(file))
            continue;
        const QJsonObject content = contentOf(file);
        if (!content.contains(QStringLiteral("plan")))
            continue;
        found.push_back(
            {.file = file,
             .source = content.value(QStringLiteral("source")).toString(),
             .title = content.value(QStringLiteral("title")).toString(),
             .saved = QDateTime::fromString(content.value(QStringLiteral("saved")).toString(), Qt::ISODateWithMs)});
    }
    return found;
}

Result<Plan> Autosave::read(const Leftover& leftover) {
    return planFromJson(contentOf(leftover.file).value(QStringLiteral("plan")).toString().toStdString());
}

void Autosave::discard(const Leftover& leftover) {
    QFile::remove(leftover.file);
    QFile::remove(lockOf(leftover.file));
}

} // namespace lanewright
