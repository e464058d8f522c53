// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_window.h"
#include "app/lesson/make_lesson_dialog.h"
#include "app/shell/open_windows.h"
#include "app/widgets/banner.h"
#include "core/lesson/lesson_json.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QApplication>
#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTimer>

#include <memory>

namespace lanewright::app {
namespace {

class LessonExportTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        m_dialog = window().exports().makeLesson();
        child<QLineEdit>(*m_dialog, "title").setText(QStringLiteral("Mine"));
    }
    void TearDown() override {
        delete m_dialog;
        WindowTest::TearDown();
    }
    /// Saves, with these answers to the questions for a file.
    void save(const QStringList& files) {
        auto left = std::make_shared<QStringList>(files);
        QTimer answers;
        QObject::connect(&answers, &QTimer::timeout, [left] {
            auto* asks = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!asks)
                return;
            asks->findChild<QLineEdit*>()->setText(left->takeFirst());
            static_cast<QDialog*>(asks)->accept();
        });
        answers.start(20);
        child<QPushButton>(*m_dialog, "primary").click();
        EXPECT_TRUE(waitUntil([&] { return left->isEmpty(); }));
    }
    QString said() { return window().findChild<Banner*>()->sentence(); }

    QPointer<MakeLessonDialog> m_dialog;
};

TEST_F(LessonExportTest, SavesTheLessonAndItsCopyAndSaysWhere) {
    child<QCheckBox>(*m_dialog, "copy").setChecked(true);
    save({path("full.lwlesson"), path("copy.lwlesson")});
    ASSERT_TRUE(waitUntil([this] { return !m_dialog || m_dialog->isHidden(); }));
    const Result<Lesson> full = openLesson(path("full.lwlesson").toStdString());
    const Result<Lesson> copy = openLesson(path("copy.lwlesson").toStdString());
    ASSERT_TRUE(full && copy);
    EXPECT_EQ(full->solution->order, document().schedule().order);
    EXPECT_FALSE(copy->solution);
    EXPECT_EQ(said(), QStringLiteral("Wrote %1.").arg(path("copy.lwlesson")));
}

TEST_F(LessonExportTest, ASaveThatFailsKeepsTheDialogAndAllInIt) {
    save({path("no-such-folder/mine.lwlesson")});
    ASSERT_TRUE(waitUntil([this] { return !m_dialog->sentence().isEmpty(); }));
    EXPECT_TRUE(m_dialog->sentence().startsWith(QStringLiteral("Not written: "))) << m_dialog->sentence().toStdString();
    EXPECT_TRUE(m_dialog->isVisible());
    EXPECT_EQ(said(), QString());
    save({path("mine.lwlesson")});
    ASSERT_TRUE(waitUntil([this] { return !m_dialog || m_dialog->isHidden(); }));
    EXPECT_EQ(openLesson(path("mine.lwlesson").toStdString())->title, "Mine");
}

TEST_F(LessonExportTest, ATrialIsAClassroomThatNoFileAndNoSessionKeeps) {
    child<QPushButton>(*m_dialog, "try").click();
    ASSERT_TRUE(waitUntil([] { return openWindows<LessonWindow>().size() == 1; }));
    std::unique_ptr<LessonWindow> trial(openWindows<LessonWindow>().front());
    EXPECT_EQ(trial->written().title, "Mine");
    EXPECT_EQ(trial->lessonSource(), QString());
    EXPECT_TRUE(m_dialog->isVisible());
    EXPECT_EQ(session().classrooms().openAgain(Classrooms::recordOf(*trial)), nullptr) << "the next start has none";
    trial->close();
    EXPECT_TRUE(session().classrooms().closedBoards().empty());
    static_cast<void>(trial.release()); // closing deletes it
}

} // namespace
} // namespace lanewright::app
