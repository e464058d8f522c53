// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/costs_panel.h"

#include "app/panels/cost_fields_model.h"
#include "app/panels/findings_panel.h"
#include "app/panels/microbatch_sheet.h"
#include "app/panels/numbers_strip.h"
#include "app/panels/transfer_sheet.h"
#include "app/widgets/amount_slider.h"
#include "app/widgets/figure.h"
#include "core/edit/edits.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <algorithm>

namespace lanewright::app {
namespace {

constexpr Time kMs = 1'000'000;

class CostsTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        window().actionRegistry().at("edit.costs")->trigger();
        settle();
    }

    CostsPanel& costs() { return *window().panels().costs; }
    int steps() { return document().history().count(); }
    Time makespan() { return document().analysis().metrics.makespan; }
    Time transfer() { return document().plan().costs.transfer.every; }

    /// Takes the handle of a slider to a share of its way; drops it only when told to.
    static void slide(QSlider& slider, double from, double to, bool drop = true) {
        const auto at = [&](double share) {
            return QPoint(static_cast<int>(7 + share * (slider.width() - 14)), slider.height() / 2);
        };
        QTest::mousePress(&slider, Qt::LeftButton, {}, at(from));
        for (int step = 1; step <= 10; ++step)
            QTest::mouseMove(&slider, at(from + (to - from) * step / 10));
        if (drop)
            QTest::mouseRelease(&slider, Qt::LeftButton, {}, at(to));
    }

    /// Types a number into a cell and presses Enter.
    static void type(QTableView& table, int row, int column, const QString& text) {
        const QModelIndex cell = table.model()->index(row, column);
        table.setCurrentIndex(cell);
        table.edit(cell);
        auto* line = table.viewport()->findChild<QLineEdit*>();
        ASSERT_NE(line, nullptr);
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
        settle();
    }

    static int column(StageField figure) { return StageCostsModel::columnOf(figure); }
};

TEST_F(CostsTest, ButtonsShowAllOfTheirWordsInAnyWindow) {
    for (const QSize size : {QSize(1600, 1000), QSize(1366, 768), QSize(970, 600)}) {
        window().resize(size);
        settle();
        for (const QPushButton* button : costs().findChildren<QPushButton*>())
            EXPECT_GE(button->width(), button->sizeHint().width())
                << button->text().toStdString() << " at " << size.width();
    }
}

TEST_F(CostsTest, ATableFromASpreadsheetIsOneStepAndSaysWhatDoesNotFit) {
    QGuiApplication::clipboard()->setText(QStringLiteral("stage\tF\tB\tW\n0\t18,5\t2\t3\n1\t4\tmuch\t5\n"));
    costs().stages().setFocus();
    QTest::keyClick(&costs().stages(), Qt::Key_V, Qt::ControlModifier);
    const Plan& plan = document().plan();
    EXPECT_EQ(plan.costs.of(0, 0).forward, 18'500'000);
    EXPECT_EQ(plan.costs.of(0, 0).backwardWeight, 3 * kMs);
    EXPECT_EQ(plan.costs.of(0, 1).forward, 4 * kMs);
    EXPECT_EQ(plan.costs.of(0, 1).backwardInput, 10 * kMs) << "as it was";
    EXPECT_EQ(steps(), 1);
    EXPECT_TRUE(document().history().undoText().startsWith(QStringLiteral("Paste 5 costs")));
    EXPECT_TRUE(
        shownText(costs(), "costsTrouble").startsWith(QStringLiteral("Line 3, column 3 of the table was left out")))
        << shownText(costs(), "costsTrouble").toStdString();
    QGuiApplication::clipboard()->setText(QStringLiteral("no table"));
    child<QPushButton>(costs(), "pasteTable").click();
    EXPECT_EQ(shownText(costs(), "costsTrouble"), QStringLiteral("there is no table to paste"));
    EXPECT_EQ(steps(), 1);
}

TEST_F(CostsTest, ATableWithoutAHeaderBeginsAtTheSelectedCell) {
    costs().stages().setCurrentIndex(costs().stages().model()->index(1, column(StageField::BackwardWeight)));
    QGuiApplication::clipboard()->setText(QStringLiteral("7"));
    costs().pasteTable();
    EXPECT_EQ(document().plan().costs.of(0, 1).backwardWeight, 7 * kMs);
    EXPECT_EQ(document().plan().costs.of(0, 0).backwardWeight, 10 * kMs);
}

TEST_F(CostsTest, WhatIsCopiedIsPastedBackToTheLastDigit) {
    type(costs().stages(), 1, column(StageField::Forward), QStringLiteral("12.345678"));
    const Plan before = document().plan();
    costs().stages().setFocus();
    QTest::keyClick(&costs().stages(), Qt::Key_C, Qt::ControlModifier);
    document().history().undo();
    ASSERT_NE(document().plan(), before);
    QTest::keyClick(&costs().stages(), Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(document().plan(), before);
    EXPECT_EQ(shownText(costs(), "costsTrouble"), QString());
}

TEST_F(CostsTest, WhatWasRefusedIsNotSaidAfterOtherWork) {
    type(costs().stages(), 0, column(StageField::Forward), QStringLiteral("-5"));
    EXPECT_FALSE(shownText(costs(), "costsTrouble").isEmpty());
    document().apply(QStringLiteral("another edit"), *nudgeBlock(document().schedule(), {0, 0}, 1));
    EXPECT_EQ(shownText(costs(), "costsTrouble"), QString());
}

TEST_F(CostsTest, ASlideIsSeenWhileItGoesOnAndIsOneStep) {
    const Time before = makespan();
    QSlider& slider = child<QSlider>(costs().transfer());
    slide(slider, 0, 0.5, /*drop=*/false);
    EXPECT_GT(makespan(), before) << "before the release";
    const double iteration = document().analysis().metrics.iterationTime()->value();
    EXPECT_EQ(child<Figure>(*window().panels().numbers, "iteration").value(), QString::number(iteration / kMs, 'f', 2));
    EXPECT_EQ(steps(), 1);
    slide(slider, 0.5, 0.25);
    EXPECT_EQ(steps(), 1);
    const Time first = transfer();
    EXPECT_GT(first, 0);
    slide(slider, static_cast<double>(slider.value()) / slider.maximum(), 0.9);
    EXPECT_EQ(steps(), 2) << "another slide is another step";
    document().history().undo();
    EXPECT_EQ(transfer(), first);
    document().history().undo();
    EXPECT_EQ(transfer(), 0);
    EXPECT_EQ(makespan(), before);
}

TEST_F(CostsTest, EscapeTakesASlideBackWithoutATrace) {
    const Plan before = document().plan();
    QSlider& slider = child<QSlider>(costs().transfer());
    slide(slider, 0, 0.6, /*drop=*/false);
    ASSERT_NE(document().plan(), before);
    QTest::keyClick(&slider, Qt::Key_Escape);
    EXPECT_EQ(document().plan(), before);
    EXPECT_EQ(steps(), 0);
    // What the mouse still does says nothing any more.
    QTest::mouseMove(&slider, QPoint(slider.width() - 20, slider.height() / 2));
    QTest::mouseRelease(&slider, Qt::LeftButton);
    EXPECT_EQ(document().plan(), before);
    EXPECT_EQ(slider.value(), 0);
}

TEST_F(CostsTest, ASlideOfTheMemoryLimitBringsItsFindings) {
    EXPECT_EQ(window().panels().findings->count(), 0);
    QSlider& slider = child<QSlider>(child<AmountSlider>(costs(), "memoryLimit"));
    const double from = static_cast<double>(slider.value()) / slider.maximum();
    slide(slider, from, 0.05, /*drop=*/false);
    EXPECT_GT(window().panels().findings->count(), 0);
    QTest::mouseRelease(&slider, Qt::LeftButton);
    EXPECT_EQ(steps(), 1);
    child<QCheckBox>(costs(), "limitMemory").click();
    EXPECT_EQ(document().plan().memory.limitOf(0), std::nullopt);
    EXPECT_EQ(window().panels().findings->count(), 0);
    child<QCheckBox>(costs(), "limitMemory").click();
    EXPECT_EQ(document().plan().memory.limitOf(0), std::ranges::max(document().analysis().metrics.peakMemory));
}

TEST_F(CostsTest, KeysSlideAsTheMouseDoes) {
    QSlider& slider = child<QSlider>(costs().transfer());
    slider.setFocus();
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(&slider, Qt::Key_Right);
    EXPECT_EQ(transfer(), 5 * costs().transfer().step());
    EXPECT_EQ(steps(), 1);
    QTest::keyClick(&slider, Qt::Key_Escape);
    EXPECT_EQ(steps(), 0);
    QTest::keyClick(&slider, Qt::Key_Right);
    QTest::keyClick(&slider, Qt::Key_Return);
    QTest::keyClick(&slider, Qt::Key_Right);
    EXPECT_EQ(steps(), 2) << "Enter ends a slide";
    costs().stages().setFocus();
    slider.setFocus();
    QTest::keyClick(&slider, Qt::Key_Right);
    EXPECT_EQ(steps(), 3) << "and so does leaving";
}

TEST_F(CostsTest, TheFieldBesideTheSliderTakesExactNumbers) {
    QDoubleSpinBox& field = child<QDoubleSpinBox>(costs().transfer());
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, QLocale().toString(0.601));
    EXPECT_EQ(transfer(), 0) << "not while it is being typed";
    QTest::keyClick(&field, Qt::Key_Return);
    EXPECT_EQ(transfer(), 601'000);
    EXPECT_EQ(steps(), 1);
    EXPECT_EQ(field.cleanText(), QLocale().toString(0.601)) << "no zeros at the end";
    // The sheet follows what others do.
    document().history().undo();
    EXPECT_EQ(field.value(), 0);
}

TEST_F(CostsTest, TheFieldShowsAllDigitsOfAMeasuredTransferAndItsUnit) {
    Plan plan = document().plan();
    plan.costs.transfer = {.every = 12'185'414};
    window().files().showPlan(plan);
    settle();
    const auto fields = costs().findChildren<AmountBox*>();
    const auto field = std::ranges::find_if(
        fields, [](const AmountBox* each) { return each->text() == QStringLiteral("12.185414 ms"); });
    ASSERT_NE(field, fields.end());
    const auto& line = *(*field)->findChild<QLineEdit*>();
    EXPECT_GE(line.width(), (*field)->fontMetrics().horizontalAdvance((*field)->text()));
}

TEST_F(CostsTest, AnUndoInTheMiddleOfASlideEndsIt) {
    type(costs().stages(), 0, column(StageField::Forward), QStringLiteral("12"));
    QSlider& slider = child<QSlider>(costs().transfer());
    slider.setFocus();
    QTest::keyClick(&slider, Qt::Key_Right);
    document().history().undo();
    document().history().undo();
    QTest::keyClick(&slider, Qt::Key_Right);
    EXPECT_EQ(document().plan().costs.of(0, 0).forward, 10 * kMs) << "the slide goes on from the present plan";
    EXPECT_EQ(steps(), 1);
}

TEST_F(CostsTest, ACellIsEditedInPlaceAsOneStep) {
    const QAbstractItemModelTester tester(costs().stages().model());
    const Time before = makespan();
    type(costs().stages(), 1, column(StageField::BackwardInput), QStringLiteral("20.5"));
    EXPECT_EQ(document().plan().costs.of(0, 1).backwardInput, 20'500'000);
    EXPECT_GT(makespan(), before);
    EXPECT_EQ(steps(), 1);
    EXPECT_TRUE(document().history().undoText().startsWith(QStringLiteral("Set B of stage 1 to 20.5")))
        << document().history().undoText().toStdString();
    type(costs().ranks(), 1, RankLimitsModel::LimitColumn, QStringLiteral("3"));
    EXPECT_EQ(document().plan().memory.limitOf(1), 3 * kMemoryUnit);
    EXPECT_EQ(document().plan().memory.limitOf(0), 4 * kMemoryUnit);
    type(costs().ranks(), 1, RankLimitsModel::LimitColumn, QString());
    type(costs().ranks(), 1, RankLimitsModel::LimitColumn, QStringLiteral("none"));
    EXPECT_EQ(document().plan().memory.limitOf(1), std::nullopt);
}

TEST_F(CostsTest, WhatCannotBeIsRefusedInASentence) {
    const Plan before = document().plan();
    type(costs().stages(), 0, column(StageField::Forward), QStringLiteral("-3"));
    EXPECT_EQ(shownText(costs(), "costsTrouble"), QStringLiteral("a duration is 0 or more"));
    type(costs().stages(), 0, column(StageField::Forward), QStringLiteral("soon"));
    EXPECT_TRUE(shownText(costs(), "costsTrouble").startsWith(QStringLiteral("'soon' is no number")));
    type(costs().stages(), 1, column(StageField::MemoryBackwardInput), QStringLiteral("-7"));
    EXPECT_TRUE(shownText(costs(), "costsTrouble").contains(QStringLiteral("no more can be freed")));
    EXPECT_EQ(document().plan(), before);
    type(costs().stages(), 0, column(StageField::Forward), QStringLiteral("11"));
    EXPECT_EQ(shownText(costs(), "costsTrouble"), QString());
}

TEST_F(CostsTest, OneNumberIsGivenToAllStagesAndManyAreScaled) {
    type(costs().stages(), 0, column(StageField::Forward), QStringLiteral("14"));
    costs().stages().setCurrentIndex(costs().stages().model()->index(0, column(StageField::Forward)));
    costs().spread();
    EXPECT_EQ(document().plan().costs.of(0, 1).forward, 14 * kMs);
    EXPECT_EQ(steps(), 2);
    costs().stages().clearSelection();
    costs().askScale();
    auto* dialog = costs().findChild<QInputDialog*>(QStringLiteral("scaleDialog"));
    ASSERT_NE(dialog, nullptr);
    dialog->setIntValue(200);
    dialog->accept();
    EXPECT_EQ(document().plan().costs.of(0, 1).forward, 28 * kMs);
    EXPECT_EQ(document().plan().costs.of(0, 0).backwardWeight, 20 * kMs);
    EXPECT_EQ(steps(), 3);
    costs().spread();
    EXPECT_FALSE(shownText(costs(), "costsTrouble").isEmpty()) << "nothing is selected";
}

TEST_F(CostsTest, APairOfRanksHasATransferTimeOfItsOwn) {
    costs().showPairs();
    auto* sheet = costs().findChild<TransferSheet*>();
    settle();
    QAbstractItemModel* model = child<QTableView>(*sheet, "transfers").model();
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Warning);
    const int ranks = document().schedule().ranks();
    ASSERT_EQ(model->rowCount(), ranks);
    ASSERT_EQ(model->columnCount(), ranks + 1);
    EXPECT_FALSE(model->flags(model->index(1, 2)) & Qt::ItemIsEditable) << "a rank sends itself nothing";
    const Time others = document().plan().costs.transfer.between(1, 0);
    EXPECT_TRUE(model->setData(model->index(0, 2), QStringLiteral("7,5 ms")));
    EXPECT_EQ(document().plan().costs.transfer.between(0, 1), 7 * kMs + kMs / 2);
    EXPECT_EQ(document().plan().costs.transfer.between(1, 0), others);
    EXPECT_EQ(steps(), 1);
    EXPECT_FALSE(model->setData(model->index(0, 2), QStringLiteral("-3")));
    EXPECT_FALSE(shownText(*sheet, "trouble").isEmpty());
    EXPECT_FALSE(sheet->grab().isNull());
    sheet->close();
    document().history().undo();
    EXPECT_EQ(document().plan().costs.transfer.between(0, 1), others);
}

TEST_F(CostsTest, HostTimesAreSetBelowTheTransfers) {
    costs().showPairs();
    auto* sheet = costs().findChild<TransferSheet*>();
    settle();
    QAbstractItemModel* model = child<QTableView>(*sheet, "hostTimes").model();
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Warning);
    ASSERT_EQ(model->rowCount(), 2);
    const Time before = document().analysis().metrics.makespan;
    EXPECT_TRUE(model->setData(model->index(0, TransferSheet::TimeColumn), QStringLiteral("0,5 ms")));
    EXPECT_TRUE(model->setData(model->index(1, TransferSheet::TimeColumn), QStringLiteral("0.25")));
    EXPECT_EQ(document().plan().costs.host, (HostTimes{.send = kMs / 2, .receive = kMs / 4}));
    EXPECT_GT(document().analysis().metrics.makespan, before);
    EXPECT_EQ(steps(), 2);
    EXPECT_FALSE(model->setData(model->index(0, TransferSheet::TimeColumn), QStringLiteral("-3")));
    EXPECT_FALSE(shownText(*sheet, "trouble").isEmpty());
    sheet->close();
    document().history().undo();
    document().history().undo();
    EXPECT_TRUE(document().plan().costs.host.areNone());
}

TEST_F(CostsTest, MessagesOfABoundaryHaveATimeASizeAndABandwidth) {
    child<QPushButton>(costs(), "showBoundaries").click();
    auto* sheet = costs().findChild<BoundarySheet*>();
    settle();
    QAbstractItemModel* model = child<QTableView>(*sheet, "boundaries").model();
    QAbstractItemModel* ways = child<QTableView>(*sheet, "bandwidths").model();
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Warning);
    QAbstractItemModelTester other(ways, QAbstractItemModelTester::FailureReportingMode::Warning);
    ASSERT_EQ(model->rowCount(), document().schedule().stages() - 1);
    const auto shownAt = [&](int column) { return model->index(0, column).data().toString(); };
    EXPECT_EQ(shownAt(BoundarySheet::StagesColumn), QStringLiteral("0 – 1"));
    EXPECT_EQ(shownAt(BoundarySheet::SizeColumn), QStringLiteral("–")) << "nobody says anything of it";
    EXPECT_FALSE(ways->setData(ways->index(0, 2), QStringLiteral("8")));
    EXPECT_TRUE(shownText(*sheet, "trouble").endsWith(QStringLiteral("give size")));
    const Time before = makespan();
    EXPECT_TRUE(model->setData(model->index(0, BoundarySheet::TimeColumn), QStringLiteral("1,5")));
    EXPECT_EQ(shownText(*sheet, "trouble"), QString());
    EXPECT_EQ(document().plan().costs.boundary.time.front(), kMs + kMs / 2);
    EXPECT_GT(makespan(), before);
    EXPECT_TRUE(model->setData(model->index(0, BoundarySheet::SizeColumn), QStringLiteral("4")));
    EXPECT_EQ(shownAt(BoundarySheet::TravelColumn), QStringLiteral("1.5")) << "a size alone takes no time";
    EXPECT_TRUE(ways->setData(ways->index(0, 2), QStringLiteral("8")));
    EXPECT_EQ(ways->index(1, 1).data().toString(), QStringLiteral("8")) << "the first is that of all pairs";
    EXPECT_EQ(ways->index(0, 2).data(Qt::EditRole).toString(), QStringLiteral("8"));
    EXPECT_EQ(shownAt(BoundarySheet::TravelColumn), QStringLiteral("2"));
    EXPECT_FALSE(model->flags(model->index(0, BoundarySheet::TravelColumn)) & Qt::ItemIsEditable);
    EXPECT_EQ(steps(), 3);
    EXPECT_FALSE(model->setData(model->index(0, BoundarySheet::TimeColumn), QStringLiteral("-3")));
    EXPECT_FALSE(shownText(*sheet, "trouble").isEmpty());
    sheet->close();
    for (int step = 0; step < 3; ++step)
        document().history().undo();
    EXPECT_TRUE(document().plan().costs.boundary.areNone());
    EXPECT_EQ(makespan(), before);
}

TEST_F(CostsTest, LengthsOfMicrobatchesArePastedAndTyped) {
    costs().showMicrobatches();
    auto* sheet = costs().findChild<MicrobatchSheet*>();
    settle();
    QAbstractItemModel* model = child<QTableView>(*sheet).model();
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Warning);
    ASSERT_EQ(model->rowCount(), document().schedule().microbatches);
    const Time before = makespan();
    QGuiApplication::clipboard()->setText(QStringLiteral("tokens\n1024\n3072\n1024\n3072\n"));
    child<QTableView>(*sheet).setFocus();
    QTest::keyClick(&child<QTableView>(*sheet), Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(document().plan().costs.microbatches.length(), (std::vector<int>{1024, 3072, 1024, 3072}));
    EXPECT_EQ(steps(), 1);
    EXPECT_NE(makespan(), before) << "the lanes follow";
    EXPECT_EQ(model->index(1, MicrobatchSheet::WorkColumn).data().toString(), QStringLiteral("1.5"));
    EXPECT_FALSE(model->flags(model->index(1, MicrobatchSheet::WorkColumn)) & Qt::ItemIsEditable)
        << "shares follow from the lengths";
    type(child<QTableView>(*sheet), 0, MicrobatchSheet::LengthColumn, QStringLiteral("2048"));
    EXPECT_EQ(document().plan().costs.microbatches.length().front(), 2048);
    EXPECT_FALSE(model->setData(model->index(0, MicrobatchSheet::LengthColumn), QStringLiteral("0")));
    EXPECT_FALSE(shownText(*sheet, "trouble").isEmpty());
    child<QPushButton>(*sheet, "alike").click();
    EXPECT_TRUE(document().plan().costs.microbatches.areEqual());
    EXPECT_EQ(makespan(), before);
}

TEST_F(CostsTest, ATimeOfOneMicrobatchOnOneStageIsSetAndCopied) {
    costs().showMicrobatches();
    auto* sheet = costs().findChild<MicrobatchSheet*>();
    settle();
    child<QComboBox>(*sheet, "stage").setCurrentIndex(1);
    type(child<QTableView>(*sheet), 2, MicrobatchSheet::ForwardColumn, QStringLiteral("33"));
    const Op op{.kind = OpKind::F, .stage = 1, .microbatch = 2};
    EXPECT_EQ(document().plan().costs.duration(op, 0, document().plan().schedule.placement), 33 * kMs);
    EXPECT_FALSE(costs().stages().model()->flags(costs().stages().model()->index(1, column(StageField::Forward))) &
                 Qt::ItemIsEditable)
        << "the table says it";
    const Plan before = document().plan();
    sheet->copy();
    sheet->makeAlike();
    ASSERT_TRUE(document().plan().costs.microbatches.areEqual());
    sheet->paste();
    EXPECT_EQ(shownText(*sheet, "trouble"), QString());
    EXPECT_EQ(document().plan().costs.duration(op, 0, document().plan().schedule.placement), 33 * kMs)
        << "the times of the stage on show came back";
    EXPECT_EQ(document().plan().schedule, before.schedule);
}

TEST_F(CostsTest, HowUnevenMicrobatchesAreIsASlideAndOneStep) {
    Plan uneven = document().plan();
    setMicrobatches(uneven, MicrobatchCosts::ofLengths({1000, 3000, 1000, 3000}, {}));
    document().apply(QStringLiteral("Lengths"), std::move(uneven));
    costs().showMicrobatches();
    auto* sheet = costs().findChild<MicrobatchSheet*>();
    settle();
    ASSERT_EQ(child<AmountSlider>(*sheet).amount(), 100);
    Q_EMIT child<AmountSlider>(*sheet).moved(50);
    EXPECT_EQ(document().plan().costs.microbatches.length(), (std::vector<int>{1500, 2500, 1500, 2500}));
    Q_EMIT child<AmountSlider>(*sheet).moved(0);
    EXPECT_TRUE(document().plan().costs.microbatches.areEqual());
    Q_EMIT child<AmountSlider>(*sheet).moved(150);
    EXPECT_EQ(document().plan().costs.microbatches.length(), (std::vector<int>{500, 3500, 500, 3500}))
        << "from where the slide began";
    Q_EMIT child<AmountSlider>(*sheet).ended();
    EXPECT_EQ(steps(), 2);
    EXPECT_EQ(child<AmountSlider>(*sheet).amount(), 100) << "what is now is the new beginning";
    document().history().undo();
    EXPECT_EQ(document().plan().costs.microbatches.length().front(), 1000);
}

TEST_F(CostsTest, LinksCarryOneValueAtATime) {
    child<QCheckBox>(costs(), "serialLinks").click();
    EXPECT_EQ(document().plan().costs.links, Links::Serial);
    document().history().undo();
    EXPECT_FALSE(child<QCheckBox>(costs(), "serialLinks").isChecked());
}

TEST(AmountSlider, GoesInRoundSteps) {
    EXPECT_EQ(roundStepOf(20'000'000, 1'000'000), 100'000);
    EXPECT_EQ(roundStepOf(30'000'000, 1'000'000), 200'000);
    EXPECT_EQ(roundStepOf(90'000'000, 1'000'000), 500'000);
    EXPECT_EQ(roundStepOf(3072LL << 20, 1 << 20), 16LL << 20);
    EXPECT_EQ(roundStepOf(1, 1), 1);
}

TEST_F(CostsTest, WhyACostIsRefusedCanBeReadOnASmallScreen) {
    window().resize(1366, 736);
    settle();
    window().actionRegistry().at("edit.costs")->trigger(); // so low a window has folded it
    settle();
    type(child<QTableView>(costs(), "stageCosts"), 0, StageCostsModel::columnOf(StageField::Forward),
         QStringLiteral("1e10"));
    settle();
    ASSERT_FALSE(shownText(costs(), "costsTrouble").isEmpty());
    const QLabel& trouble = child<QLabel>(costs(), "costsTrouble");
    ASSERT_TRUE(trouble.isVisible());
    EXPECT_GE(trouble.height(), trouble.heightForWidth(trouble.width())) << "every line of it";
    EXPECT_TRUE(costs().rect().contains(QRect(trouble.mapTo(&costs(), QPoint()), trouble.size())));
    EXPECT_TRUE(trouble.visibleRegion().contains(trouble.rect().center()));
    document().apply(QStringLiteral("something else"), *moveBlock(document().schedule(), {0, 7}, 0));
    EXPECT_FALSE(trouble.isVisible()) << "what was refused is over";
}

} // namespace
} // namespace lanewright::app
