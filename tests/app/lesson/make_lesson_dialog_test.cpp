// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/make_lesson_dialog.h"

#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/lesson/judge.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/setting.h"
#include "tests/app/child.h"
#include "tests/support/app/waiting.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

Plan smallPlan(const char* generator = "1f1b") {
    return *generate(generator, *problemOf({.ranks = 2, .microbatches = 3}));
}

class MakeLessonTest : public testing::Test {
protected:
    explicit MakeLessonTest(Plan plan = smallPlan()) : dialog(std::move(plan)) {
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QObject::connect(&dialog, &MakeLessonDialog::made, [this](const Lesson& lesson, bool also) {
            made.push_back(lesson);
            alsoWithout = also;
        });
        QObject::connect(&dialog, &MakeLessonDialog::tried, [this](const Lesson& lesson) { tried.push_back(lesson); });
        type("title", "Mine");
    }

    void type(const char* name, const char* words) { child<QLineEdit>(dialog, name).setText(QString::fromUtf8(words)); }
    void write(const char* name, const char* words) {
        child<QPlainTextEdit>(dialog, name).setPlainText(QString::fromUtf8(words));
    }
    void check(const char* name, bool on = true) { child<QCheckBox>(dialog, name).setChecked(on); }
    void begin(const char* name) { child<QRadioButton>(dialog, name).setChecked(true); }
    void chooseIn(const char* name, int place) { child<QComboBox>(dialog, name).setCurrentIndex(place); }

    /// The lesson that the dialog saves with its present fields.
    Lesson saved() {
        const std::size_t before = made.size();
        child<QPushButton>(dialog, "primary").click();
        EXPECT_TRUE(waitUntil([&] { return made.size() > before; })) << dialog.sentence().toStdString();
        const Result<Lesson> lesson = lessonFromJson(lessonToJson(made.empty() ? Lesson{} : made.back()));
        EXPECT_TRUE(lesson) << lesson.error().where << ": " << lesson.error().message;
        return lesson ? *lesson : Lesson{};
    }
    /// What stands against a lesson of its present fields.
    std::string refusal() {
        EXPECT_TRUE(waitUntil([&] { return !child<QPushButton>(dialog, "primary").isEnabled(); }));
        return dialog.sentence().toStdString();
    }

    MakeLessonDialog dialog;
    std::vector<Lesson> made;
    std::vector<Lesson> tried;
    bool alsoWithout = false;
};

TEST_F(MakeLessonTest, EachChoiceChangesTheFileThatItWritesAndTheFileWorks) {
    const std::vector<std::function<void()>> choices = {
        [] {},
        [this] { write("task", "Build it."); },
        [this] { write("text", "One.\nTwo."); },
        [this] { write("hints", "First.\n\n  Second. "); },
        [this] { type("learnt", "So it is."); },
        [this] { chooseIn("level", 2); },
        [this] { child<QSpinBox>(dialog, "minutes").setValue(15); },
        [this] { type("needs", "One; Two"); },
        [this] { check("allow_gap"); },
        [this] { check("allow_split"); },
        [this] { check("allow_move", false); },
        [this] { chooseIn("help", 2); },
        [this] { child<QSpinBox>(dialog, "iterations").setValue(2); },
        [this] { check("goal_bubble_share"); },
        [this] { check("goal_recognised"); },
        [this] { check("points_idle_share"); },
        [this] {
            begin("some");
            type("given", "F*.*, rank 1");
        },
        [this] { check("locked"); },
        [this] { begin("shuffled"); },
    };
    std::vector<std::string> files;
    for (std::size_t choice = 0; choice < choices.size(); ++choice) {
        choices[choice]();
        const Lesson lesson = saved();
        const std::string file = lessonToJson(lesson);
        EXPECT_EQ(std::ranges::count(files, file), 0) << choice << file;
        files.push_back(file);
        for (const LessonRemark& remark : judge(lesson))
            EXPECT_NE(remark.severity, Severity::Error) << choice << remark.message;
    }
}

TEST_F(MakeLessonTest, AllowsWhatItTakesAndWhatIsWishedAndNoMore) {
    using enum LessonEdit;
    EXPECT_EQ(saved().allowed, (std::vector{Move, Place}));
    EXPECT_FALSE(child<QCheckBox>(dialog, "allow_place").isEnabled());
    check("allow_gap");
    begin("shuffled");
    EXPECT_EQ(saved().allowed, (std::vector{Move, Gap}));
    EXPECT_FALSE(child<QCheckBox>(dialog, "allow_place").isChecked());
    begin("empty");
    check("allow_move", false);
    EXPECT_EQ(saved().allowed, (std::vector{Place, Gap}));
}

TEST_F(MakeLessonTest, SaysTheGoalsAsTheTaskUntilSomebodyTypesOne) {
    EXPECT_EQ(saved().task,
              "Build a schedule that reaches this: makespan at most 12; peak memory at most 2 activations.");
    check("goal_peak_memory", false);
    EXPECT_EQ(saved().task, "Build a schedule that reaches this: makespan at most 12.");
    write("task", "Two\nlines");
    EXPECT_EQ(saved().task, "Two lines");
}

TEST_F(MakeLessonTest, SaysItInBothLanguages) {
    write("hints", "Forwards first.");
    chooseIn("language", 1);
    EXPECT_EQ(child<QLineEdit>(dialog, "title").text(), QString()) << "nothing is said in German yet";
    type("title", "Meine");
    write("hints", "Zuerst vorwärts.");
    const Lesson lesson = saved();
    EXPECT_EQ(lesson.title, "Mine");
    EXPECT_EQ(lesson.hints, std::vector<std::string>{"Forwards first."});
    ASSERT_TRUE(lesson.in.contains("de"));
    EXPECT_EQ(lesson.in.at("de").title, "Meine");
    EXPECT_EQ(lesson.in.at("de").hints, std::vector<std::string>{"Zuerst vorwärts."});
    EXPECT_TRUE(lesson.in.at("de").task.starts_with("Baue einen Ablaufplan")) << lesson.in.at("de").task;
    write("hints", "Eins.\nZwei.");
    EXPECT_EQ(refusal(), "Hints: 1 in the lesson, 2 in its other language (de); give as many there, or none.");
    write("hints", "");
    chooseIn("language", 0);
    EXPECT_EQ(child<QPlainTextEdit>(dialog, "hints").toPlainText(), QStringLiteral("Forwards first."));
    EXPECT_TRUE(saved().in.at("de").hints.empty());
}

TEST_F(MakeLessonTest, ALessonInTheOtherLanguageAloneIsThatLesson) {
    type("title", "");
    chooseIn("language", 1);
    type("title", "Meine");
    const Lesson lesson = saved();
    EXPECT_EQ(lesson.title, "Meine");
    EXPECT_TRUE(lesson.in.empty());
}

TEST_F(MakeLessonTest, ShowsTheProvedBestBesideTheSchedulesOwn) {
    check("goal_bubble_share");
    saved();
    EXPECT_EQ(shownText(dialog, "best_makespan"), QStringLiteral("12, proved"));
    EXPECT_EQ(shownText(dialog, "best_peak_memory"), QStringLiteral("2 activations, proved"));
    EXPECT_EQ(shownText(dialog, "best_bubble_share"), QStringLiteral("25.0 %, proved"));
    EXPECT_FALSE(made.back().step);
    EXPECT_EQ(dialog.known().size(), 3u);
    EXPECT_TRUE(child<QPushButton>(dialog, "better").isHidden());
    check("allow_costs");
    EXPECT_TRUE(saved().step) << "of other costs nothing is known";
    EXPECT_EQ(shownText(dialog, "best_makespan"), QStringLiteral("not known"));
}

TEST_F(MakeLessonTest, ASearchThatIsStoppedSavesWhatIsKnown) {
    child<QPushButton>(dialog, "primary").click();
    ASSERT_TRUE(waitUntil([this] { return dialog.lesson().has_value(); }));
    child<QPushButton>(dialog, "stop").click();
    ASSERT_TRUE(waitUntil([this] { return !made.empty(); }));
    EXPECT_FALSE(dialog.isSearching());
}

TEST_F(MakeLessonTest, IsTriedWithoutBeingSaved) {
    child<QPushButton>(dialog, "try").click();
    ASSERT_TRUE(waitUntil([this] { return !tried.empty(); }));
    EXPECT_EQ(tried.front().title, "Mine");
    EXPECT_TRUE(made.empty());
}

TEST_F(MakeLessonTest, AsksForACopyWithoutTheAnswer) {
    saved();
    EXPECT_FALSE(alsoWithout);
    check("copy");
    saved();
    EXPECT_TRUE(alsoWithout);
}

TEST_F(MakeLessonTest, KeepsAllThatWasTypedWhereItCouldNotBeSaved) {
    write("hints", "First.");
    saved();
    dialog.fail(QStringLiteral("Not written: no room."));
    EXPECT_EQ(dialog.sentence(), QStringLiteral("Not written: no room."));
    EXPECT_EQ(saved().hints, std::vector<std::string>{"First."});
}

TEST_F(MakeLessonTest, RefusesInASentenceWhatMakesNoLesson) {
    type("title", "  ");
    EXPECT_EQ(refusal(), "A lesson needs a title.");
    type("title", "Mine");
    EXPECT_EQ(saved().title, "Mine");
    EXPECT_EQ(dialog.sentence(), QString());
    begin("some");
    type("given", "F9.*");
    EXPECT_EQ(refusal(), "No op of the schedule is \"F9.*\", so none can be given.");
    begin("empty");
    check("goal_makespan", false);
    check("goal_peak_memory", false);
    EXPECT_EQ(refusal(), "A lesson needs a number to reach, such as the makespan.");
}

class BrokenPlanTest : public MakeLessonTest {
protected:
    static Plan broken() {
        Plan plan = smallPlan();
        plan.schedule.order[0].pop_back();
        return plan;
    }
    BrokenPlanTest() : MakeLessonTest(broken()) {}
};

TEST_F(BrokenPlanTest, IsNoAnswerOfALesson) {
    EXPECT_EQ(refusal(), "Only a schedule that is complete and valid can be the answer of a lesson.");
}

class SlowPlanTest : public MakeLessonTest {
protected:
    SlowPlanTest() : MakeLessonTest(smallPlan("gpipe")) {}
};

TEST_F(SlowPlanTest, OffersTheBetterOrderAsTheAnswer) {
    const Lesson slow = saved();
    EXPECT_TRUE(slow.step) << "it holds three activations where two do";
    ASSERT_FALSE(child<QPushButton>(dialog, "better").isHidden());
    child<QPushButton>(dialog, "better").click();
    const Lesson better = saved();
    EXPECT_NE(better.solution->order, slow.solution->order);
    EXPECT_EQ(shownText(dialog, "best_peak_memory"), QStringLiteral("2 activations, proved"));
    EXPECT_FALSE(better.step);
}

TEST_F(MakeLessonTest, FitsASmallScreen) {
    dialog.show();
    EXPECT_LE(dialog.minimumSizeHint().width(), 1240);
    EXPECT_LE(dialog.minimumSizeHint().height(), 680);
}

} // namespace
} // namespace lanewright::app
