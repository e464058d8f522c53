// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/language.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/classroom_size.h"
#include "app/lesson/lesson_list.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/lesson_parts.h"
#include "app/timeline/tray/tray.h"
#include "app/widgets/elided_line.h"
#include "tests/app/child.h"
#include "tests/app/lesson/classroom.h"

#include <QLabel>
#include <QLayout>
#include <QListWidget>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QTextDocumentFragment>
#include <QToolButton>

#include <algorithm>
#include <memory>

namespace lanewright::app {
namespace {

constexpr QSize kSmallest{1024, 700};

/// What of the window is cut off: buttons and lines that get less room than their words need.
QStringList clippedIn(const LessonWindow& window) {
    QStringList clipped;
    for (const QToolButton* button : window.findChildren<QToolButton*>())
        if (button->isVisible() && (button->width() < button->minimumSizeHint().width() ||
                                    button->height() < button->minimumSizeHint().height()))
            clipped << QStringLiteral("button '%1'").arg(button->text());
    for (const QLabel* label : window.findChildren<QLabel*>()) {
        if (!label->isVisible() || qobject_cast<const ElidedLine*>(label))
            continue;
        const int height = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
        if (label->height() < height || (!label->wordWrap() && label->width() < label->sizeHint().width()))
            clipped << QStringLiteral("text '%1'").arg(label->text());
    }
    return clipped;
}

TEST(ClassroomSize, TypeGrowsWithTheWindowBetweenReadableBounds) {
    EXPECT_EQ(classroomSizeFor({1600, 1000}).type, 1);
    EXPECT_EQ(classroomSizeFor({800, 500}).type, classroomSizeFor({1024, 700}).type);
    EXPECT_GT(classroomSizeFor({3840, 2160}).type, 1.5);
    EXPECT_GE(classroomSizeFor({1024, 700}).pixels(17), 14);
}

using RoomTest = ClassroomTest;

/// `EveryLesson…` in both languages.
class EachLanguage : public ClassroomTest, public testing::WithParamInterface<const char*> {
protected:
    void SetUp() override {
        installLanguage(QString::fromLatin1(GetParam()));
        ClassroomTest::SetUp();
    }
    void TearDown() override {
        ClassroomTest::TearDown();
        installLanguage(QStringLiteral("en"));
    }
};
INSTANTIATE_TEST_SUITE_P(Room, EachLanguage, testing::Values("en", "de"),
                         [](const auto& which) { return which.param; });

TEST_P(EachLanguage, EveryLessonFitsASmallLaptopWithNothingClipped) {
    for (const QSize size : {kSmallest, QSize(1280, 720), QSize(1600, 1000)})
        for (int place = 0; place < static_cast<int>(builtInLessons().size()); ++place) {
            window().openLesson(place);
            window().session().showHint();
            window().resize(size);
            settle();
            EXPECT_EQ(window().size(), size);
            const QSize least = window().centralWidget()->layout()->minimumSize();
            EXPECT_LE(least.width(), size.width()) << "lesson " << place;
            EXPECT_LE(least.height(), size.height() - window().menuBar()->height()) << "lesson " << place;
            waitUntil([this] { return clippedIn(window()).isEmpty(); });
            const QStringList clipped = clippedIn(window());
            ASSERT_TRUE(clipped.isEmpty())
                << size.width() << ", lesson " << place << ": " << clipped.join(QStringLiteral(", ")).toStdString();
        }
}

TEST_P(EachLanguage, GoalAndExplanationComeFirstWhereverALessonOpens) {
    auto* area = window().findChild<QScrollArea*>(QStringLiteral("lessonArea"));
    ASSERT_TRUE(area);
    for (const QSize size : {QSize(1280, 720), QSize(1366, 768), QSize(1920, 1080)}) {
        window().resize(size);
        settle();
        for (int place = 0; place < static_cast<int>(builtInLessons().size()); ++place) {
            window().openLesson(place);
            settle();
            EXPECT_EQ(area->verticalScrollBar()->value(), 0) << size.width() << ", lesson " << place;
            const auto* text = window().findChild<QLabel*>(QStringLiteral("lessonText"));
            const auto* hint = window().findChild<QToolButton*>(QStringLiteral("hint"));
            const auto topOf = [&](const QWidget* widget) { return widget->mapTo(area->viewport(), QPoint()).y(); };
            EXPECT_LT(topOf(text), topOf(hint)) << "the explanation stands above hints and score";
            EXPECT_LE(topOf(text) + text->height(), area->viewport()->height()) << size.width() << ", lesson " << place;
            const auto* goals = window().findChild<GoalList*>();
            EXPECT_LE(topOf(goals) + goals->height(), area->viewport()->height())
                << size.width() << ", lesson " << place << ": a goal is out of sight";
            area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
        }
    }
}

TEST_P(EachLanguage, ThePlayerHasWordsWhereThereIsRoom) {
    const auto wordy = [this](QSize size) {
        window().resize(size);
        settle();
        int count = 0;
        for (const QToolButton* button : window().findChildren<QToolButton*>())
            count += button->property("wordy").toBool() && button->toolButtonStyle() != Qt::ToolButtonIconOnly;
        return count;
    };
    EXPECT_EQ(wordy({1920, 1080}), 3);
    EXPECT_EQ(wordy({1600, 1000}), 3);
    EXPECT_EQ(wordy(kSmallest), 0);
    EXPECT_EQ(wordy({1920, 1080}), 3);
}

TEST_P(EachLanguage, EveryLessonSpeaksTheLanguageOfTheDesktop) {
    const auto shows = [this](const std::string& words) {
        return std::ranges::any_of(window().findChildren<QLabel*>(), [&](const QLabel* label) {
            return QTextDocumentFragment::fromHtml(label->text()).toPlainText().contains(QString::fromStdString(words));
        });
    };
    for (int place = 0; place < static_cast<int>(builtInLessons().size()); ++place) {
        window().openLesson(place);
        const LessonText words = textIn(builtInLessons()[static_cast<std::size_t>(place)].lesson, GetParam());
        EXPECT_TRUE(shows(words.title)) << words.title;
        EXPECT_TRUE(shows(words.task)) << words.task;
        for (const std::string& paragraph : words.text)
            EXPECT_TRUE(shows(paragraph)) << paragraph;
        for (const std::string& hint : words.hints) {
            window().session().showHint();
            EXPECT_EQ(window().panel().hintText(), QString::fromStdString(hint));
        }
        EXPECT_EQ(window().document().plan().title, words.title);
    }
    const std::unique_ptr<LessonList> list(window().chooseLesson());
    const QString line = list->findChild<QListWidget*>()->item(2)->text();
    const LessonText third = textIn(builtInLessons()[2].lesson, GetParam());
    EXPECT_TRUE(line.contains(QString::fromStdString(third.title))) << line.toStdString();
    EXPECT_TRUE(line.contains(QString::fromStdString(third.task))) << line.toStdString();
}

TEST_F(RoomTest, ALongTitleAndALongSentenceTakeTheRoomThereIs) {
    const QByteArray words = QByteArray("word ").repeated(60);
    ASSERT_TRUE(window().open(write("long.lwlesson", R"({"format": "lanewright-lesson", "version": 1, "title": ")" +
                                                         words + R"(", "task": "Build it.",
        "problem": {"microbatches": 1, "placement": {"ranks": 2}}, "goals": {"valid": true, "complete": true}})")));
    window().resize(kSmallest);
    child<SentenceCard>(window()).say(QString::fromLatin1(words), QString::fromLatin1(words));
    EXPECT_TRUE(waitUntil([this] { return clippedIn(window()).isEmpty(); }))
        << clippedIn(window()).join(QStringLiteral(", ")).toStdString();
    EXPECT_EQ(window().size(), kSmallest);
}

TEST_F(RoomTest, ThePlayersSignsKeepTheirNamesAndKeys) {
    window().resize(kSmallest);
    settle();
    for (const char* id : {"play.rewind", "play.back", "play.toggle", "play.step", "play.slower", "play.faster"}) {
        const QAction* action = window().action(QLatin1String(id));
        EXPECT_FALSE(action->icon().isNull()) << id;
        EXPECT_FALSE(action->iconText().isEmpty()) << id;
        EXPECT_TRUE(action->toolTip().contains(QLatin1Char('('))) << id << " names its key";
    }
}

TEST_F(RoomTest, ADotOpensItsLesson) {
    auto* dots = window().findChild<LessonDots*>();
    ASSERT_TRUE(dots);
    const QPoint third(dots->width() * 5 / 42, dots->height() / 2);
    QTest::mouseClick(dots, Qt::LeftButton, Qt::NoModifier, third);
    EXPECT_EQ(window().place(), 2);
}

} // namespace
} // namespace lanewright::app
