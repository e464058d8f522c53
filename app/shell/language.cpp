// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace lanewright {

QString languageOf(const QString& name) {
    if (name != QLatin1String("system"))
        return name == QLatin1String("de") ? name : QStringLiteral("en");
    for (const QString& wanted : QLocale::system().uiLanguages()) {
        QString language = wanted.section(QLatin1Char('-'), 0, 0);
        if (language == QLatin1String("de") || language == QLatin1String("en"))
            return language;
    }
    return QStringLiteral("en");
}

void speakLanguage(const QString& name) {
    static QTranslator ours;
    static QTranslator ofQt;
    const QString language = languageOf(name);
    QCoreApplication::removeTranslator(&ours);
    QCoreApplication::removeTranslator(&ofQt);
    // English has a file of its own for its plurals.
    if (ours.load(QStringLiteral(":/translations/lanewright_%1.qm").arg(language)))
        QCoreApplication::installTranslator(&ours);
    // The buttons of Qt's own dialogs; where the desktop has no translation of Qt they stay English.
    if (language != QLatin1String("en") &&
        ofQt.load(QStringLiteral("qtbase_%1").arg(language), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&ofQt);
}

} // namespace lanewright
