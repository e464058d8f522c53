// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/block_dialog.h"
#include "app/dialogs/generate_dialog.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tray/tray.h"
#include "app/widgets/amount_slider.h"
#include "app/widgets/figure.h"
#include "core/generate/catalogue.h"
#include "core/generate/empty_board.h"
#include "core/generate/problem.h"
#include "core/model/block_ops.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QCheckBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

namespace lanewright::app {
namespace {

class BlockDialogTest : public WindowTest {
protected:
    BlockDialog& open() {
        window().actionRegistry().at("edit.block")->trigger();
        auto* dialog = window().findChild<BlockDialog*>();
        EXPECT_TRUE(dialog);
        settle();
        return *dialog;
    }
    static QPushButton& button(BlockDialog& dialog) {
        return *dialog.findChild<QPushButton*>(QStringLiteral("primary"));
    }
    static QString shown(BlockDialog& dialog, const char* name) { return child<Figure>(dialog, name).value(); }
    static bool isMade(BlockDialog& dialog) {
        return waitUntil([&] { return button(dialog).isEnabled(); });
    }
};

TEST_F(BlockDialogTest, AnOrderIsDrawnFromAnEmptyBoardByOneMicrobatch) {
    auto* dialog = window().files().showGenerateDialog(QStringLiteral("empty"));
    ASSERT_TRUE(waitUntil([&] { return dialog->plan().has_value(); }));
    EXPECT_EQ(opCount(dialog->plan()->schedule), 0);
    dialog->findChild<QPushButton*>(QStringLiteral("primary"))->click();
    ASSERT_TRUE(waitUntil([this] { return opCount(document().schedule()) == 0; }));

    BlockDialog& block = open();
    EXPECT_FALSE(button(block).isEnabled()) << "there is nothing yet to repeat";
    child<TimelineView>(block, "block").tray().placeAll();
    ASSERT_TRUE(isMade(block));
    ASSERT_TRUE(block.plan());
    EXPECT_EQ(block.interval(), child<AmountSlider>(block).amount());
    EXPECT_GT(block.interval(), 0);
    button(block).click();
    settle();
    EXPECT_TRUE(document().analysis().valid);
    EXPECT_EQ(document().history().count(), 2);
    document().history().undo();
    EXPECT_EQ(opCount(document().schedule()), 0);
}

TEST_F(BlockDialogTest, ShowsTheBlockOfTheOrderAndWhatAnIntervalMakesOfIt) {
    window().files().showPlan(*generate("1f1b", *problemOf({.ranks = 2, .microbatches = 12})));
    BlockDialog& block = open();
    ASSERT_TRUE(isMade(block));
    EXPECT_EQ(block.interval(), 3 * kTimeUnit);
    EXPECT_EQ(shown(block, "least"), QStringLiteral("3.00"));
    const QString period = shown(block, "period");
    auto& interval = child<AmountSlider>(block);
    interval.setAmount(2 * kTimeUnit);
    Q_EMIT interval.moved(2 * kTimeUnit);
    EXPECT_FALSE(child<QCheckBox>(block, "isLeast").isChecked());
    ASSERT_TRUE(waitUntil([&] { return !shownText(block, "failure").isEmpty(); }));
    EXPECT_FALSE(button(block).isEnabled());
    child<QCheckBox>(block, "isLeast").setChecked(true);
    ASSERT_TRUE(isMade(block));
    EXPECT_EQ(shown(block, "period"), period);
}

TEST_F(BlockDialogTest, ABlockOfTwoMicrobatchesKeepsWhatIsDrawnAndCanBeUndone) {
    Plan plan = *problemOf({.ranks = 2, .microbatches = 5});
    plan = *emptyBoard(plan, twoWays(2));
    window().files().showPlan(plan);
    BlockDialog& block = open();
    auto& microbatches = child<QSpinBox>(block, "microbatches");
    EXPECT_EQ(microbatches.maximum(), 2) << "one direction has two";
    child<TimelineView>(block, "block").tray().placeAll();
    ASSERT_TRUE(isMade(block));
    const std::size_t whole = opCount(block.plan()->schedule);
    microbatches.setValue(2);
    ASSERT_TRUE(isMade(block));
    child<TimelineView>(block, "block").tray().placeAll();
    ASSERT_TRUE(isMade(block));
    EXPECT_EQ(opCount(block.plan()->schedule), whole);
    microbatches.setValue(1);
    ASSERT_TRUE(isMade(block));
    EXPECT_EQ(opCount(block.plan()->schedule), whole);
    QTest::keySequence(&block, QKeySequence::Undo);
    EXPECT_EQ(microbatches.value(), 2);
}

TEST_F(BlockDialogTest, ASqueezeThatMovesNothingSaysSo) {
    window().files().showPlan(*generate("1f1b", *problemOf({.ranks = 2, .microbatches = 4})));
    window().actionRegistry().at("edit.squeeze")->trigger();
    EXPECT_EQ(document().history().count(), 0);
    EXPECT_EQ(window().panels().hint->text(), QStringLiteral("no block can move into a pause before it"));
}

} // namespace
} // namespace lanewright::app
