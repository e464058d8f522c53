// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/run_settings.h"

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <utility>

namespace lanewright::app {

/// What is remembered under a key.
template <typename Value>
class Setting {
public:
    Setting(QSettings& store, const char* key, Value otherwise)
        : m_store(store), m_key(QLatin1String(key)), m_otherwise(std::move(otherwise)) {}

    Value operator()() const { return m_store.value(m_key, m_otherwise).template value<Value>(); }
    void set(const Value& value) { m_store.setValue(m_key, value); }

private:
    QSettings& m_store;
    QString m_key;
    Value m_otherwise;
};

/// What the program remembers between starts: an INI file in the user's configuration folder (XDG_CONFIG_HOME).
class Settings {
    QSettings m_store{QSettings::IniFormat, QSettings::UserScope, QStringLiteral("lanewright"),
                      QStringLiteral("lanewright")};

public:
    /// `light`, `dark`, `contrast` or `system`.
    Setting<QString> theme{m_store, "look/theme", QStringLiteral("system")};
    /// `system`, `en` or `de`.
    Setting<QString> language{m_store, "look/language", QStringLiteral("system")};
    Setting<bool> showMeasured{m_store, "look/measured", true};
    /// Whether a start without files opens the windows of the last one.
    Setting<bool> opensLastSession{m_store, "files/openLast", true};
    /// Whether drops that make errors are refused.
    Setting<bool> refusesIllegal{m_store, "edit/refuseIllegal", false};
    /// Whether closing asks about a measurement that is in no file of the person's own.
    Setting<bool> asksAboutRuns{m_store, "run/asks", true};
    /// How pictures look, as a file of styles says it, and the ending that they are written with.
    Setting<QString> pictureStyle{m_store, "picture/style", QString()};
    Setting<QString> pictureEnding{m_store, "picture/ending", QStringLiteral("svg")};

    /// @name Files opened lately, newest first, at most ten
    /// @{
    static constexpr int kRecentFiles = 10;
    QStringList recentFiles() const;
    void addRecentFile(const QString& path);
    void clearRecentFiles() { m_store.remove(QStringLiteral("files/recent")); }
    /// @}

    /// @name Window layout; empty: never saved, or of an older layout
    /// @{
    QByteArray layout(const QString& part) const;
    void setLayout(const QString& part, const QByteArray& state);
    void resetLayout();
    /// @}

    RunSettings run() const;
    void setRun(const RunSettings& run);

    /// The folder that file dialogs open in.
    QString lastFolder() const;
    void setLastFolder(const QString& path);
};

} // namespace lanewright::app
