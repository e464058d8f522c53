// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/run_settings.h"

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace lanewright::app {

/// What the program remembers between starts: an INI file in the user's configuration folder (XDG_CONFIG_HOME).
class Settings {
public:
    Settings();

    /// `light`, `dark`, `contrast` or `system`.
    QString theme() const;
    void setTheme(const QString& name);

    /// `system`, `en` or `de`.
    QString language() const;
    void setLanguage(const QString& name);

    /// @name Files opened lately, newest first, at most ten
    /// @{
    static constexpr int kRecentFiles = 10;
    QStringList recentFiles() const;
    void addRecentFile(const QString& path);
    void clearRecentFiles();
    /// @}

    /// @name Window layout; empty: never saved, or of an older layout
    /// @{
    QByteArray layout(const QString& part) const;
    void setLayout(const QString& part, const QByteArray& state);
    void resetLayout();
    /// @}

    bool showMeasured() const;
    void setShowMeasured(bool show);

    /// Whether a start without files opens the windows of the last one.
    bool opensLastSession() const;
    void setOpensLastSession(bool opens);

    /// Whether drops that make errors are refused.
    bool refusesIllegal() const;
    void setRefusesIllegal(bool refuses);

    /// Whether closing asks about a measurement that is in no file of the person's own.
    bool asksAboutRuns() const;
    void setAsksAboutRuns(bool asks);

    RunSettings run() const;
    void setRun(const RunSettings& run);

    /// The folder that file dialogs open in.
    QString lastFolder() const;
    void setLastFolder(const QString& path);

    QString fileName() const { return m_store.fileName(); }

private:
    QSettings m_store;
};

} // namespace lanewright::app
