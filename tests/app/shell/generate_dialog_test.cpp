// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/generate_dialog.h"
#include "app/dialogs/generate_fields.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/figure.h"
#include "core/generate/problem.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

namespace lanewright::app {
namespace {

class GenerateDialogTest : public WindowTest {
protected:
    void TearDown() override {
        if (m_dialog)
            m_dialog->reject();
        WindowTest::TearDown();
    }
    GenerateDialog& shown(const char* generator) {
        m_dialog = window().files().showGenerateDialog(QLatin1String(generator));
        EXPECT_TRUE(come());
        return *m_dialog;
    }
    /// Waits for the preview, or for the reason why there is none.
    bool come() {
        return waitUntil([this] { return m_dialog->plan() || !m_dialog->sentence().isEmpty(); });
    }
    void press(const QString& words) {
        for (QPushButton* button : m_dialog->findChildren<QPushButton*>())
            if (button->text() == words)
                return button->click();
        ADD_FAILURE() << "no button " << words.toStdString();
    }
    bool hasField(const QString& name) {
        for (const QLabel* label : child<GenerateFields>(*m_dialog).findChildren<QLabel*>())
            if (label->text() == name && label->isVisible())
                return true;
        return false;
    }

private:
    QPointer<GenerateDialog> m_dialog;
};

TEST_F(GenerateDialogTest, AButtonTakesTheMethodThatIsChosenNotTheOneOnShow) {
    GenerateDialog& dialog = shown("1f1b");
    dialog.choose(QStringLiteral("gpipe"));
    press(QStringLiteral("Replace the schedule"));
    ASSERT_TRUE(waitUntil([this] { return document().history().count() == 1; }));
    EXPECT_EQ(document().plan().title.text().substr(0, 5), "GPipe");
}

TEST_F(GenerateDialogTest, AFreshScheduleIsNotCalledReplaced) {
    EXPECT_EQ(shown("dualpipe").plan()->title, "DualPipe, 2 ranks, 4 microbatches");
}

TEST_F(GenerateDialogTest, TheListSaysWhichMethodsSuitTheProblemAndWhoRunsThem) {
    // 3 ranks, which is no even number, and 4 microbatches, fewer than 2·p.
    window().files().showPlan(*problemOf({.ranks = 3, .microbatches = 4}));
    GenerateDialog& dialog = shown("1f1b");
    ASSERT_TRUE(waitUntil([&dialog] { return !dialog.runners().isEmpty(); }));
    const auto& list = child<QListWidget>(dialog, "generators");
    const auto textOf = [&list](const char* generator) {
        for (int row = 0; row < list.count(); ++row)
            if (list.item(row)->data(Qt::UserRole).toString() == QLatin1String(generator))
                return list.item(row)->text() + QLatin1Char('|') + list.item(row)->toolTip();
        return QString();
    };
    EXPECT_TRUE(textOf("1f1b").startsWith(QStringLiteral("1F1B|"))) << textOf("1f1b").toStdString();
    EXPECT_TRUE(textOf("chimera").startsWith(QStringLiteral("Chimera (does not suit)|")))
        << textOf("chimera").toStdString();
    EXPECT_TRUE(textOf("dualpipev").startsWith(QStringLiteral("DualPipeV (does not suit)|")));
    EXPECT_EQ(dialog.runners(),
              QStringLiteral("Runs in PyTorch, TorchTitan, Megatron-Core, DeepSpeed, MindSpeed, Primus."));
    dialog.choose(QStringLiteral("gpipe"));
    EXPECT_EQ(dialog.runners(), QStringLiteral("Runs in PyTorch, TorchTitan."));
    dialog.choose(QStringLiteral("interleaved-1f1b"));
    // 4 microbatches of 3 ranks: one group of 4.
    EXPECT_TRUE(dialog.runners().contains(QStringLiteral("Megatron-Core 0.19: 4 microbatches in groups of 3")))
        << dialog.runners().toStdString();
    dialog.choose(QStringLiteral("chimera"));
    EXPECT_EQ(dialog.runners(), QString());
}

TEST_F(GenerateDialogTest, WhatWasAskedForAndThenCancelledDoesNotCome) {
    GenerateDialog& dialog = shown("1f1b");
    dialog.choose(QStringLiteral("gpipe"));
    press(QStringLiteral("Replace the schedule"));
    dialog.reject();
    shown("gpipe"); // asked for later, there before
    finishWork();
    EXPECT_EQ(document().history().count(), 0);
}

TEST_F(GenerateDialogTest, KeepsTheLimitsAndTheTitleOfTheScheduleThatItKeeps) {
    Plan plan = document().plan();
    plan.title = Message("Mine");
    plan.costs.stages[0][1].forward += 1; // unequal stages are kept unasked
    const Bytes whole = plan.memory.of(0, 0).forward;
    plan.memory.limit = {whole, whole};
    window().files().showPlan(plan);
    GenerateDialog& dialog = shown("zb-1p");
    ASSERT_TRUE(dialog.plan()) << dialog.sentence().toStdString();
    EXPECT_EQ(dialog.plan()->memory.limit, plan.memory.limit);
    EXPECT_EQ(dialog.plan()->title, "Mine");
    EXPECT_TRUE(shownText(dialog, "leftOut").contains(QStringLiteral("the limits that the problem has are kept")))
        << shownText(dialog, "leftOut").toStdString();
}

TEST_F(GenerateDialogTest, ARefusalShowsNoLanesOfAnotherMethod) {
    GenerateDialog& dialog = shown("1f1b");
    const TimelineView& lanes = child<TimelineView>(dialog);
    EXPECT_TRUE(lanes.isVisible());
    // It wants twice as many microbatches as ranks.
    dialog.choose(QStringLiteral("dualpipe"));
    setShape(dialog, 4, 4);
    EXPECT_TRUE(waitUntil([&] { return !dialog.sentence().isEmpty(); }));
    EXPECT_FALSE(lanes.isVisible());
    EXPECT_TRUE(hasField(QStringLiteral("Pair"))) << "it looks at the time of a pair, whatever it refuses";
    setShape(dialog, 4, 8);
    EXPECT_TRUE(waitUntil([&] { return dialog.plan().has_value(); }));
    EXPECT_TRUE(lanes.isVisible());
}

TEST_F(GenerateDialogTest, RefusesALoopWhereTheWayFromTheLastRankToTheFirstIsLeftOpen) {
    Plan plan = *generate("1f1b", *problemOf({.ranks = 3, .microbatches = 6}));
    plan.costs.transfer = {.ranks = 3, .matrix = {0, 1, Transfers::kUnknown, 1, 0, 1, Transfers::kUnknown, 1, 0}};
    window().files().showPlan(plan);
    GenerateDialog& dialog = shown("1f1b");
    ASSERT_TRUE(dialog.plan()) << dialog.sentence().toStdString();
    dialog.choose(QStringLiteral("interleaved-1f1b"));
    EXPECT_TRUE(waitUntil([&] { return !dialog.sentence().isEmpty(); }));
    EXPECT_FALSE(dialog.plan());
    EXPECT_TRUE(dialog.sentence().contains(QStringLiteral("says nothing of ranks 2 and 0")))
        << dialog.sentence().toStdString();
}

TEST_F(GenerateDialogTest, KeepsTheChosenMethodInSight) {
    GenerateDialog& dialog = shown("gpipe");
    QListWidget& list = child<QListWidget>(dialog, "generators");
    for (int row = list.count() - 1; row >= 0; --row) {
        list.setCurrentRow(row);
        ASSERT_TRUE(come());
        settle();
        const QRect rect = list.visualItemRect(list.currentItem());
        EXPECT_TRUE(list.viewport()->rect().contains(rect.center())) << list.currentItem()->text().toStdString();
    }
}

TEST_F(GenerateDialogTest, FitsASmallScreenWithAllItsNumbersAndButtons) {
    GenerateDialog& dialog = shown("combined-interleaved-1f1b-delay-w");
    dialog.resize(952, 504);
    settle();
    EXPECT_LE(dialog.width(), 952);
    EXPECT_LE(dialog.height(), 504);
    for (const QAbstractButton* button : child<QDialogButtonBox>(dialog).buttons()) {
        const QRect rect(button->mapTo(&dialog, QPoint()), button->size());
        EXPECT_TRUE(dialog.rect().contains(rect)) << button->text().toStdString();
    }
    for (const Figure* figure : dialog.findChildren<Figure*>())
        EXPECT_GE(figure->width(), figure->sizeHint().width()) << figure->value().toStdString();
}

TEST_F(GenerateDialogTest, ComparesMemoryOfOneKindOfUnitOnly) {
    Plan plan = document().plan();
    plan.memoryUnit = MemoryUnit::GiB;
    document().reset(plan);
    shown("1f1b");
    const auto noteOf = [this](const QString& caption) {
        for (const Figure* figure : window().findChildren<Figure*>())
            if (figure->window() != &window() && figure->caption() == caption)
                return figure->unit();
        return QString();
    };
    EXPECT_TRUE(noteOf(QStringLiteral("Iteration")).contains(QStringLiteral("now")));
    EXPECT_EQ(noteOf(QStringLiteral("Peak memory")), QStringLiteral("act."));
}

} // namespace
} // namespace lanewright::app
