// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/first_plan.h"
#include "app/document/opening.h"
#include "app/shell/session.h"
#include "app/widgets/banner.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/schedule_json.h"
#include "tests/app/shell/drive.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QProgressDialog>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace lanewright::app {
namespace {

/// ZB-H1 on 4 ranks.
Plan zbH1(int microbatches) { return *generate("zb-h1", *problemOf({.ranks = 4, .microbatches = microbatches})); }

/// Large files are read while the window lives.
class LargeFileTest : public WindowTest {
protected:
    /// The schedule, padded with blanks until it counts as large.
    QString largeFile(const Plan& plan, const char* name, const char* end = "") {
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        const std::string text = planToJson(plan);
        file.write(text.data(), static_cast<qint64>(text.size()));
        file.write(QByteArray(24 << 20, ' '));
        file.write(end);
        return file.fileName();
    }
    QProgressDialog* sign() { return window().findChild<QProgressDialog*>(QStringLiteral("opening")); }
};

TEST_F(LargeFileTest, TheWindowLivesWhileALargeFileIsRead) {
    const QString file = largeFile(firstPlan(), "large.lwsched");
    const Plan before = document().plan();
    bool opened = false;
    int answers = 0; // of the window, while the file is read
    const auto answer = [&] { answers += window().files().isOpening() ? 1 : 0; };
    QTimer beat;
    QObject::connect(&beat, &QTimer::timeout, &beat, answer);
    beat.start(5);
    // Comes first in the queue, so it is answered before the file is there, however late this thread's turn is.
    QMetaObject::invokeMethod(&beat, answer, Qt::QueuedConnection);
    window().files().openThen(file, [&](bool well) { opened = well; });
    EXPECT_FALSE(opened) << "asking for it does not wait for it";
    EXPECT_TRUE(window().files().isOpening());
    ASSERT_NE(sign(), nullptr);
    EXPECT_TRUE(sign()->isVisible());
    EXPECT_TRUE(sign()->labelText().contains(QStringLiteral("large.lwsched")));
    // What is typed does not reach the schedule that is still there.
    window().selection().set(op("W0.0"));
    QTest::keyClick(window().windowHandle(), Qt::Key_Right, Qt::ControlModifier);
    EXPECT_EQ(document().plan(), before);
    ASSERT_TRUE(waitUntil([&] { return opened; }));
    EXPECT_EQ(document().plan(), firstPlan());
    EXPECT_EQ(document().path(), file);
    settle();
    EXPECT_EQ(sign(), nullptr);
    EXPECT_GE(answers, 1) << "the window answered while the file was read";
}

TEST_F(LargeFileTest, WhatLooksAtEveryBlockIsDoneBeforeTheFileIsShown) {
    const auto countPlacings = [] { return placePlan({}, {}, {}).serial.number; };
    const QString file = largeFile(zbH1(2000), "large.lwsched");
    const TimelineView& lanes = *window().panels().lanes;
    std::vector<std::shared_ptr<const LaneCover>> made;
    bool opened = false;
    const std::uint64_t before = countPlacings();
    window().files().openThen(file, [&](bool well) {
        opened = well;
        if (const PlacingCovers* covers = lanes.covers()->find(lanes.placed(), currentTheme(), BlockStyle::Planned))
            made = covers->lanes;
    });
    ASSERT_TRUE(waitUntil([&] { return opened; }));
    ASSERT_EQ(made.size(), 4U) << "they were read with the file";
    EXPECT_EQ(std::ranges::count(made, nullptr), 0);
    settle();
    window().grab();
    EXPECT_EQ(lanes.covers()->find(lanes.placed(), currentTheme(), BlockStyle::Planned)->lanes, made);
    EXPECT_EQ(countPlacings(), before + 2) << "of the file, and this one";
}

TEST_F(LargeFileTest, AFileThatIsGivenUpLeavesTheWindowAsItWas) {
    const Plan before = document().plan();
    bool told = false;
    bool opened = true;
    window().files().openThen(largeFile(firstPlan(), "large.lwsched"), [&](bool well) {
        told = true;
        opened = well;
    });
    ASSERT_NE(sign(), nullptr);
    sign()->findChild<QPushButton*>()->click();
    EXPECT_TRUE(told);
    EXPECT_FALSE(opened);
    finishWork();
    EXPECT_EQ(document().plan(), before);
    EXPECT_EQ(sign(), nullptr);
    EXPECT_EQ(window().findChild<Banner*>()->sentence(), QString());
}

TEST_F(LargeFileTest, SaysWhyALargeFileCannotBeOpened) {
    const Plan before = document().plan();
    bool told = false;
    window().files().openThen(largeFile(firstPlan(), "broken.lwsched", "}"), [&](bool) { told = true; });
    ASSERT_TRUE(waitUntil([&] { return told; }));
    EXPECT_EQ(document().plan(), before);
    EXPECT_TRUE(window().findChild<Banner*>()->sentence().contains(QStringLiteral("broken.lwsched")));
}

TEST_F(LargeFileTest, IsNotedAndCountsAsOpenWhileItIsRead) {
    const auto notes = [] { return QDir(Opening::folder()).entryList({QStringLiteral("*.opening")}, QDir::Files); };
    const QString file = largeFile(firstPlan(), "large.lwsched");
    ASSERT_TRUE(waitUntil([&] { return notes().isEmpty(); }));
    window().files().openThen(file);
    EXPECT_EQ(notes().size(), 1);
    EXPECT_EQ(Session::windowOf(file), &window());
    EXPECT_EQ(window().sessionState().record().file, file);
    ASSERT_TRUE(waitUntil([&] { return !window().files().isOpening(); }));
    EXPECT_EQ(document().path(), file);
    EXPECT_FALSE(document().isOverwritten());
    EXPECT_EQ(notes().size(), 1) << "until it has been shown for a while";
    EXPECT_TRUE(waitUntil([&] { return notes().isEmpty(); }, 4 * Opening::kSettleMs));
}

TEST_F(LargeFileTest, SmallFilesAreThereAtOnce) {
    ASSERT_TRUE(document().save(path("small.lwsched")));
    bool opened = false;
    window().files().openThen(path("small.lwsched"), [&](bool well) { opened = well; });
    EXPECT_TRUE(opened);
    EXPECT_EQ(sign(), nullptr);
}

} // namespace
} // namespace lanewright::app
