// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QLockFile>
#include <QString>

#include <memory>

namespace lanewright::app {

/// Takes the lock beside a file, which says that the program lives whose file it is; null: another program has it.
std::unique_ptr<QLockFile> lockOf(const QString& file);

/// The object of JSON in a file; empty where there is none, or one of more than `most` bytes.
QJsonObject jsonIn(const QString& file, qint64 most);

/// Writes all of the file, or leaves it as it is; whether it is written.
bool writeWhole(const QString& file, const QByteArray& bytes);

/// A file of state, such as a copy or a note, that is this program's as long as it lives. Once its lock is free, the
/// next start takes it over.
class HeldFile {
public:
    /// Empty: none is held.
    const QString& path() const { return m_path; }
    /// Gives it a name in the folder that no other has, and the lock, unless it has them.
    void claim(const QString& folder, const QString& ending);
    /// Removes it.
    void drop();

private:
    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace lanewright::app
