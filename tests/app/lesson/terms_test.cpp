// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/language.h"
#include "app/lanes/term_tips.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/term_label.h"
#include "tests/app/child.h"
#include "tests/app/lesson/classroom.h"

#include <QHelpEvent>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QToolTip>

namespace lanewright::app {
namespace {

class TermsTest : public ClassroomTest {
protected:
    void TearDown() override {
        ClassroomTest::TearDown();
        installLanguage(QStringLiteral("en"));
    }
    static QStringList linksIn(const QString& html) {
        static const QRegularExpression link(QStringLiteral("<a href=\"([^\"]+)\">"));
        QStringList names;
        for (auto all = link.globalMatch(html); all.hasNext();)
            names << all.next().captured(1);
        return names;
    }
};

TEST_F(TermsTest, MarkEachWordWhereItComesFirst) {
    ASSERT_TRUE(window().open(QStringLiteral("three-people")));
    const QStringList links = linksIn(window().panel().text().text());
    for (const char* word : {"pipeline", "rank", "stage", "microbatch", "lane", "F", "BW"})
        EXPECT_EQ(links.count(QLatin1String(word)), 1) << word;
    EXPECT_EQ(window().panel().text().words().count(QStringLiteral("<")), 0);
}

TEST_F(TermsTest, SayWhatTheyMean) {
    EXPECT_TRUE(
        termTip(QStringLiteral("makespan at most 15")).contains(QStringLiteral("from the first start to the last")));
    EXPECT_TRUE(termTip(QStringLiteral("nothing of the kind")).isEmpty());
    ASSERT_TRUE(window().open(QStringLiteral("three-people")));
    QStringList inGoals;
    for (const TermLabel* goal : child<GoalList>(window()).findChildren<TermLabel*>())
        inGoals << linksIn(goal->text());
    EXPECT_EQ(inGoals, QStringList{QStringLiteral("makespan")});
    EXPECT_EQ(window().panel().score().tipAt(5), termTip(QStringLiteral("makespan")));
    EXPECT_TRUE(window().panel().score().tipAt(10'000).isEmpty());
    installLanguage(QStringLiteral("de"));
    EXPECT_TRUE(termTip(QStringLiteral("Gesamtdauer")).contains(QStringLiteral("vom ersten Beginn")));
}

TEST_F(TermsTest, AreExplainedBesideTheLanes) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    QWidget& lanes = *window().lanes().viewport();
    const QPoint header(20, lanes.height() / 4);
    QHelpEvent help(QEvent::ToolTip, header, lanes.mapToGlobal(header));
    QCoreApplication::sendEvent(&lanes, &help);
    for (const char* word : {"rank", "stage", "act."})
        EXPECT_TRUE(QToolTip::text().contains(termTip(QLatin1String(word)))) << word;
    QToolTip::hideText();
}

TEST_F(TermsTest, AskForTheirEntryByKeysAsWell) {
    ASSERT_TRUE(window().open(QStringLiteral("three-people")));
    const QSignalSpy asked(&window(), &LessonWindow::helpRequested);
    TermLabel& text = window().panel().text();
    text.setFocus(Qt::TabFocusReason);
    settle();
    for (const int each : {Qt::Key_Tab, Qt::Key_Return})
        key(each);
    ASSERT_EQ(asked.size(), 1);
    EXPECT_TRUE(asked.front().front().toString().startsWith(QStringLiteral("words#")));
}

} // namespace
} // namespace lanewright::app
