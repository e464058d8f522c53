// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/language.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <QWidget>

#include <array>

namespace lanewright::app {
namespace {

/// The keys as Qt names them in menus and tooltips. Its own translations are a package of their own, which is not
/// everywhere; these words stand beside ours.
[[maybe_unused]] constexpr std::array kKeys = {
    QT_TRANSLATE_NOOP("QShortcut", "Ctrl"),   QT_TRANSLATE_NOOP("QShortcut", "Shift"),
    QT_TRANSLATE_NOOP("QShortcut", "Alt"),    QT_TRANSLATE_NOOP("QShortcut", "Meta"),
    QT_TRANSLATE_NOOP("QShortcut", "Space"),  QT_TRANSLATE_NOOP("QShortcut", "Esc"),
    QT_TRANSLATE_NOOP("QShortcut", "Tab"),    QT_TRANSLATE_NOOP("QShortcut", "Backspace"),
    QT_TRANSLATE_NOOP("QShortcut", "Return"), QT_TRANSLATE_NOOP("QShortcut", "Enter"),
    QT_TRANSLATE_NOOP("QShortcut", "Ins"),    QT_TRANSLATE_NOOP("QShortcut", "Del"),
    QT_TRANSLATE_NOOP("QShortcut", "Home"),   QT_TRANSLATE_NOOP("QShortcut", "End"),
    QT_TRANSLATE_NOOP("QShortcut", "Left"),   QT_TRANSLATE_NOOP("QShortcut", "Up"),
    QT_TRANSLATE_NOOP("QShortcut", "Right"),  QT_TRANSLATE_NOOP("QShortcut", "Down"),
    QT_TRANSLATE_NOOP("QShortcut", "PgUp"),   QT_TRANSLATE_NOOP("QShortcut", "PgDown"),
};

/// And the buttons of its dialogs.
[[maybe_unused]] constexpr std::array kButtons = {
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),     QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Open"),   QT_TRANSLATE_NOOP("QPlatformTheme", "&Yes"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&No"),    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"), QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Apply"),  QT_TRANSLATE_NOOP("QPlatformTheme", "Help"),
};

} // namespace

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

void installLanguage(const QString& name) {
    static QTranslator ours;
    static QTranslator ofQt;
    const QString language = languageOf(name);
    QLocale locale = language == QLatin1String("de") ? QLocale(QLocale::German) : QLocale::c();
    locale.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::RejectGroupSeparator);
    QLocale::setDefault(locale);
    for (QWidget* window : QApplication::topLevelWidgets())
        window->setLocale(locale);
    QCoreApplication::removeTranslator(&ours);
    QCoreApplication::removeTranslator(&ofQt);
    // English has a file of its own for its plurals.
    if (ours.load(QStringLiteral(":/translations/lanewright_%1.qm").arg(language)))
        QCoreApplication::installTranslator(&ours);
    // The rest of Qt's own dialogs; where the desktop has no translation of Qt they stay English.
    if (language != QLatin1String("en") &&
        ofQt.load(QStringLiteral("qtbase_%1").arg(language), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&ofQt);
}

} // namespace lanewright::app
