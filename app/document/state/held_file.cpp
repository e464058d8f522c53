// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/state/held_file.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QSaveFile>

namespace lanewright::app {

std::unique_ptr<QLockFile> lockOf(const QString& file) {
    auto lock = std::make_unique<QLockFile>(file + QStringLiteral(".lock"));
    lock->setStaleLockTime(0);
    return lock->tryLock(0) ? std::move(lock) : nullptr;
}

QJsonObject jsonIn(const QString& file, qint64 most) {
    QFile source(file);
    if (source.size() > most || !source.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(source.readAll()).object();
}

bool writeWhole(const QString& file, const QByteArray& bytes) {
    QSaveFile target(file);
    return target.open(QIODevice::WriteOnly) && target.write(bytes) == bytes.size() && target.commit();
}

void HeldFile::claim(const QString& folder, const QString& ending) {
    if (!m_path.isEmpty())
        return;
    static int count = 0;
    QDir().mkpath(folder);
    m_path = QStringLiteral("%1/%2-%3-%4%5")
                 .arg(folder)
                 .arg(QDateTime::currentMSecsSinceEpoch())
                 .arg(QCoreApplication::applicationPid())
                 .arg(++count)
                 .arg(ending);
    m_lock = lockOf(m_path);
}

void HeldFile::drop() {
    if (!m_path.isEmpty())
        QFile::remove(m_path);
    m_lock.reset();
    m_path.clear();
}

} // namespace lanewright::app
