// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/generator_sheet.h"
#include "app/frame/help_window.h"
#include "tests/app/child.h"
#include "tests/app/shell/help_pages.h"
#include "tests/support/repository.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QUrl>

#include <gtest/gtest.h>

#include <memory>
#include <tuple>

namespace lanewright::app {
namespace {

QString textOf(const QString& page) { return helpText(QStringLiteral(":/help/%1.md").arg(page)); }

TEST(Help, ListsEveryPageThatLiesOnDisk) {
    EXPECT_GE(helpPages().size(), 11);
    HelpWindow help({});
    for (const QString& page : helpPages()) {
        help.showPage(page);
        EXPECT_EQ(help.shownPage(), page);
        EXPECT_GT(child<QTextBrowser>(help).toPlainText().size(), 100) << page.toStdString();
    }
}

TEST(Help, OpensAtTheEntryOfAWord) {
    for (const auto& [link, page, entry] :
         {std::tuple{"words#makespan", "words", "makespan"}, std::tuple{"words#B", "words", "B"},
          std::tuple{"words#ZB-H1", "generators", "ZB-H1"}}) {
        std::unique_ptr<HelpWindow> help(
            HelpWindow::open({{QStringLiteral("generators"), generatorSheet()}}, QLatin1String(link), nullptr));
        help->setAttribute(Qt::WA_DeleteOnClose, false);
        EXPECT_EQ(help->shownPage(), QLatin1String(page));
        const QTextCursor found = child<QTextBrowser>(*help).textCursor();
        EXPECT_EQ(found.selectedText(), QLatin1String(entry));
        EXPECT_EQ(found.selectionStart(), found.block().position());
    }
}

TEST(Help, HoldsThePagesOfTheSourcesAndNoOthers) {
    const QStringList onDisk = QDir(QString::fromStdString(test::inRepository("resources/help")))
                                   .entryList({QStringLiteral("*.md")}, QDir::Files);
    EXPECT_EQ(onDisk.size(), helpPages().size());
    for (const QString& file : onDisk)
        EXPECT_TRUE(helpPages().contains(QFileInfo(file).completeBaseName())) << file.toStdString();
}

TEST(Help, HasALinkOfNoPageThatLeadsNowhere) {
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)\\s]+)\\)"));
    HelpWindow help({});
    int followed = 0;
    for (const QString& page : helpPages())
        for (auto found = link.globalMatch(textOf(page)); found.hasNext();) {
            const QUrl url(found.next().captured(1));
            EXPECT_TRUE(url.isValid()) << url.toString().toStdString();
            if (!url.isRelative() || url.path().endsWith(QStringLiteral(".png")))
                continue;
            const QString target = QFileInfo(url.path()).completeBaseName();
            EXPECT_TRUE(helpPages().contains(target)) << page.toStdString() << ": " << url.toString().toStdString();
            help.showPage(page);
            help.follow(url);
            EXPECT_EQ(help.shownPage(), target) << page.toStdString();
            ++followed;
        }
    EXPECT_GE(followed, 2);
}

} // namespace
} // namespace lanewright::app
