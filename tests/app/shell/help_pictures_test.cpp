// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/help_text.h"
#include "app/frame/help_window.h"
#include "app/frame/style_sheet.h"
#include "tests/support/app/waiting.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBrowser>

namespace lanewright::app {
namespace {

/// The names of the pictures on all pages of the help.
QStringList pictures() {
    QStringList names;
    static const QRegularExpression picture(QStringLiteral("!\\[[^\\]]+\\]\\(([^)]+)\\)"));
    for (const QString& page : QDir(QStringLiteral(":/help")).entryList({QStringLiteral("*.md")})) {
        QFile file(QStringLiteral(":/help/") + page);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        for (auto all = picture.globalMatch(QString::fromUtf8(file.readAll())); all.hasNext();)
            names << all.next().captured(1);
    }
    return names;
}

QImage shown(HelpText& text, const QString& name) {
    return text.loadResource(QTextDocument::ImageResource, QUrl(name)).value<QImage>();
}

TEST(HelpPictures, ShowsItsPicturesAsWideAsTheText) {
    HelpText text;
    text.resize(700, 500);
    const QStringList names = pictures();
    EXPECT_GE(names.size(), 5);
    for (const QString& name : names) {
        const QImage image = shown(text, name);
        ASSERT_FALSE(image.isNull()) << name.toStdString();
        EXPECT_LE(image.width(), 700) << name.toStdString();
        EXPECT_GE(image.width(), 500) << name.toStdString();
    }
}

TEST(HelpPictures, LeavesNothingToScrollSideways) {
    HelpWindow help({});
    help.show();
    for (const char* page : {"getting-started", "lessons", "planner"}) {
        help.showPage(QString::fromLatin1(page));
        settle();
        const auto* text = help.findChild<QTextBrowser*>();
        EXPECT_TRUE(text->verticalScrollBar()->isVisible()) << page;
        EXPECT_FALSE(text->horizontalScrollBar()->isVisible()) << page;
    }
}

TEST(HelpPictures, ShowsThePictureOfTheThemeInForce) {
    HelpText text;
    const QString name = QStringLiteral("../screenshots/main-light.png");
    const QImage light = shown(text, name);
    applyTheme(QStringLiteral("dark"));
    const QImage dark = shown(text, name);
    applyTheme(QStringLiteral("light"));
    EXPECT_GT(qGray(light.pixel(2, 2)), 200);
    EXPECT_LT(qGray(dark.pixel(2, 2)), 60);
}

} // namespace
} // namespace lanewright::app
