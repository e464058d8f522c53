// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/help_window.h"
#include "tests/support/repository.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QUrl>

#include <gtest/gtest.h>

namespace lanewright {
namespace {

QStringList pages() {
    QStringList names;
    for (const QString& file : QDir(QStringLiteral(":/help")).entryList({QStringLiteral("*.md")}))
        names << QFileInfo(file).completeBaseName();
    return names;
}

QString textOf(const QString& page) {
    QFile file(QStringLiteral(":/help/%1.md").arg(page));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << page.toStdString();
    return QString::fromUtf8(file.readAll());
}

TEST(Help, ListsEveryPageThatLiesOnDisk) {
    EXPECT_GE(pages().size(), 11);
    HelpWindow help({});
    for (const QString& page : pages()) {
        help.showPage(page);
        EXPECT_EQ(help.shownPage(), page);
        EXPECT_GT(help.pageText().size(), 100) << page.toStdString();
    }
}

TEST(Help, HoldsThePagesOfTheSourcesAndNoOthers) {
    const QStringList onDisk = QDir(QString::fromStdString(test::inRepository("resources/help")))
                                   .entryList({QStringLiteral("*.md")}, QDir::Files);
    EXPECT_EQ(onDisk.size(), pages().size());
    for (const QString& file : onDisk)
        EXPECT_TRUE(pages().contains(QFileInfo(file).completeBaseName())) << file.toStdString();
}

TEST(Help, HasALinkOfNoPageThatLeadsNowhere) {
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)\\s]+)\\)"));
    HelpWindow help({});
    int followed = 0;
    for (const QString& page : pages())
        for (auto found = link.globalMatch(textOf(page)); found.hasNext();) {
            const QUrl url(found.next().captured(1));
            EXPECT_TRUE(url.isValid()) << url.toString().toStdString();
            if (!url.isRelative() || url.path().endsWith(QStringLiteral(".png")))
                continue;
            const QString target = QFileInfo(url.path()).completeBaseName();
            EXPECT_TRUE(pages().contains(target)) << page.toStdString() << ": " << url.toString().toStdString();
            help.showPage(page);
            help.follow(url);
            EXPECT_EQ(help.shownPage(), target) << page.toStdString();
            ++followed;
        }
    EXPECT_GE(followed, 2);
}

} // namespace
} // namespace lanewright
