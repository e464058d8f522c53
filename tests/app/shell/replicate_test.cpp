// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/replicate_dialog.h"
#include "app/panels/numbers_strip.h"
#include "app/widgets/figure.h"
#include "core/edit/replicate.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QPushButton>
#include <QSpinBox>
#include <QTest>

namespace lanewright::app {
namespace {

class ReplicateTest : public WindowTest {
protected:
    ReplicateDialog* open() {
        window().actionRegistry().at("edit.replicate")->trigger();
        auto* dialog = window().findChild<ReplicateDialog*>();
        EXPECT_TRUE(dialog && waitUntil([&] { return dialog->plan().has_value(); }));
        return dialog;
    }
    /// A number on show and what stands beside it.
    static QString shown(ReplicateDialog& dialog, const char* key) {
        const Figure& figure = child<Figure>(dialog, key);
        return (figure.value() + QLatin1Char(' ') + figure.unit()).trimmed();
    }
    static QPushButton& button(ReplicateDialog& dialog) {
        return *dialog.findChild<QPushButton*>(QStringLiteral("primary"));
    }
};

TEST_F(ReplicateTest, ShowsWhatItDoesAndDoesItAsOneStep) {
    const Plan before = document().plan();
    ReplicateDialog* dialog = open();
    EXPECT_EQ(document().plan(), before) << "nothing is done before it is asked for";
    EXPECT_EQ(shown(*dialog, "ranks"), QStringLiteral("4 now 2"));
    child<QSpinBox>(*dialog).setValue(3);
    EXPECT_FALSE(button(*dialog).isEnabled()) << "until the preview is there";
    ASSERT_TRUE(waitUntil([&] { return dialog->plan().has_value(); }));
    EXPECT_EQ(shown(*dialog, "ranks"), QStringLiteral("6 now 2"));
    EXPECT_EQ(shown(*dialog, "microbatches"), QStringLiteral("12 now 4"));
    EXPECT_EQ(shown(*dialog, "parameter_copies"), QStringLiteral("3 now 1"));
    const QString makespan = child<Figure>(*window().panels().numbers, "iteration").value();
    EXPECT_EQ(shown(*dialog, "makespan"), makespan + QStringLiteral(" ms  now ") + makespan);
    button(*dialog).click();
    settle();
    EXPECT_EQ(document().plan(), *replicate(before, 3));
    EXPECT_TRUE(document().analysis().valid);
    EXPECT_EQ(document().history().count(), 1);
    ASSERT_TRUE(waitUntil(
        [this] { return shownText(*window().panels().numbers, "nameChip").contains(QStringLiteral("replicas")); }));
    EXPECT_EQ(shownText(*window().panels().numbers, "nameChip"), QStringLiteral("these are 3 replicas of ZB-H1"));
    document().history().undo();
    EXPECT_EQ(document().plan(), before);
}

TEST_F(ReplicateTest, AbstractUnitsHaveNoThroughput) {
    Plan plan = document().plan();
    plan.timeUnit = TimeUnit::Unit;
    window().files().showPlan(plan);
    EXPECT_EQ(shown(*open(), "throughput"), QStringLiteral("–"));
}

TEST_F(ReplicateTest, EnterInTheNumberDoesIt) {
    const Plan before = document().plan();
    ReplicateDialog* dialog = open();
    child<QSpinBox>(*dialog).setFocus();
    child<QSpinBox>(*dialog).selectAll();
    QTest::keyClick(&child<QSpinBox>(*dialog), Qt::Key_3);
    QTest::keyClick(&child<QSpinBox>(*dialog), Qt::Key_Return);
    ASSERT_TRUE(waitUntil([&] { return document().plan() != before; }));
    EXPECT_EQ(document().plan(), *replicate(before, 3));
}

TEST_F(ReplicateTest, SaysInPlaceWhyThereCanNotBeSoMany) {
    ReplicateDialog* dialog = open();
    child<QSpinBox>(*dialog).setValue(300);
    ASSERT_TRUE(waitUntil([&] { return !shownText(*dialog, "failure").isEmpty(); }));
    EXPECT_EQ(shownText(*dialog, "failure"),
              QStringLiteral("300 replicas have 300 directions, and a file holds 256 at most"));
    EXPECT_FALSE(button(*dialog).isEnabled());
    EXPECT_EQ(shown(*dialog, "ranks"), QStringLiteral("–"));
    child<QSpinBox>(*dialog).setValue(2);
    ASSERT_TRUE(waitUntil([&] { return dialog->plan().has_value(); }));
    EXPECT_TRUE(shownText(*dialog, "failure").isEmpty());
    EXPECT_TRUE(button(*dialog).isEnabled());
    dialog->reject();
    settle();
    EXPECT_FALSE(document().modified());
}

} // namespace
} // namespace lanewright::app
