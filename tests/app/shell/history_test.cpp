// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/history_panel.h"
#include "app/panels/numbers_strip.h"
#include "app/shell/compare_window.h"
#include "app/shell/open_windows.h"
#include "app/widgets/figure.h"
#include "app/widgets/tables.h"
#include "core/edit/edits.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QFile>
#include <QInputDialog>
#include <QPushButton>
#include <QTableView>
#include <QTest>

namespace lanewright::app {
namespace {

class HistoryTest : public WindowTest {
protected:
    HistoryPanel& panel() { return *window().panels().history; }
    void press(const char* button) { QTest::mouseClick(&child<QPushButton>(panel(), button), Qt::LeftButton); }
    /// Names the present state by the action and its dialog.
    void name(const QString& word) {
        window().actionRegistry().at("edit.keepVariant")->trigger();
        auto* dialog = panel().findChild<QInputDialog*>(QStringLiteral("variantDialog"));
        ASSERT_TRUE(dialog);
        dialog->setTextValue(word);
        dialog->accept();
        settle();
    }
    QString cell(int row, int column) {
        const QAbstractItemModel& model = *child<QTableView>(panel(), "variants").model();
        return model.index(row, column).data().toString();
    }
    void edit() { document().apply(QStringLiteral("a try"), *moveBlock(document().schedule(), {0, 7}, 0)); }
};

TEST_F(HistoryTest, NamesStatesGoesBackRenamesAndRemoves) {
    EXPECT_FALSE(child<QTableView>(panel(), "variants").isVisible()) << "there is nothing to show yet";
    const Plan before = document().plan();
    name(QStringLiteral("first"));
    edit();
    name(QStringLiteral("late F"));
    const Plan tried = document().plan();
    ASSERT_EQ(child<QTableView>(panel(), "variants").model()->rowCount(), 2);
    EXPECT_EQ(cell(1, HistoryPanel::NameColumn), QStringLiteral("late F"));
    EXPECT_EQ(cell(0, HistoryPanel::ChangeColumn), QString());
    child<QTableView>(panel(), "variants").selectRow(0);
    press("goToVariant");
    EXPECT_EQ(document().plan(), before);
    EXPECT_TRUE(document().history().undoText().startsWith(QStringLiteral("Go back to first")));
    QAbstractItemModel& model = *child<QTableView>(panel(), "variants").model();
    EXPECT_TRUE(model.setData(model.index(1, HistoryPanel::NameColumn), QStringLiteral("tried")));
    EXPECT_FALSE(model.setData(model.index(1, HistoryPanel::NameColumn), QStringLiteral("first")));
    EXPECT_EQ(window().panels().hint->text(), QStringLiteral("another variant is called first"));
    EXPECT_EQ(cell(1, HistoryPanel::NameColumn), QStringLiteral("tried"));
    child<QTableView>(panel(), "variants").selectRow(1);
    press("goToVariant");
    EXPECT_EQ(document().plan(), tried);
    child<QTableView>(panel(), "variants").selectRow(0);
    press("removeVariant");
    EXPECT_EQ(child<QTableView>(panel(), "variants").model()->rowCount(), 1);
    window().actionRegistry().at("edit.undo")->trigger();
    EXPECT_EQ(child<QTableView>(panel(), "variants").model()->rowCount(), 2)
        << "it is gone for good only when nobody wants it back";
}

TEST_F(HistoryTest, VariantsAreATableWithNotesThatIsSortedAndSaved) {
    name(QStringLiteral("first"));
    edit();
    name(QStringLiteral("late | F"));
    auto& table = child<QTableView>(panel(), "variants");
    QAbstractItemModel& model = *table.model();
    EXPECT_TRUE(cell(0, HistoryPanel::BubbleColumn).endsWith(QStringLiteral("%")));
    EXPECT_EQ(cell(0, HistoryPanel::AvoidableColumn), QStringLiteral("best possible"));
    EXPECT_TRUE(cell(1, HistoryPanel::AvoidableColumn).endsWith(QStringLiteral("%")));
    EXPECT_TRUE(model.setData(model.index(1, HistoryPanel::NoteColumn), QStringLiteral("too\nlate")));
    EXPECT_EQ(document().variants()[1].note, "too late");
    table.sortByColumn(HistoryPanel::IterationColumn, Qt::DescendingOrder);
    EXPECT_EQ(cell(0, HistoryPanel::NameColumn), QStringLiteral("late | F"));
    table.selectRow(1);
    press("goToVariant");
    EXPECT_TRUE(document().history().undoText().startsWith(QStringLiteral("Go back to first")));
    const QString file = path("variants.md");
    ASSERT_TRUE(writeTable(model, file));
    QFile written(file);
    ASSERT_TRUE(written.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(written.readAll()).split(QLatin1Char('\n'));
    EXPECT_TRUE(lines[0].startsWith(QStringLiteral("| variant | iteration |"))) << lines[0].toStdString();
    EXPECT_TRUE(lines[2].startsWith(QStringLiteral("| late \\| F | "))) << lines[2].toStdString();
    EXPECT_TRUE(lines[2].endsWith(QStringLiteral("| too late |"))) << lines[2].toStdString();
}

TEST_F(HistoryTest, ANameThatIsTakenIsRefusedUntilAnotherIsGiven) {
    name(QStringLiteral("first"));
    const std::shared_ptr<const Plan> first = window().model().variants.plan(0);
    edit();
    name(QStringLiteral("first"));
    EXPECT_EQ(window().panels().hint->text(), QStringLiteral("another variant is called first"));
    EXPECT_EQ(window().model().variants.plan(0), first);
    name(QStringLiteral("second"));
    EXPECT_EQ(child<QTableView>(panel(), "variants").model()->rowCount(), 2);
    EXPECT_EQ(window().panels().hint->text(), QString()) << "what was refused is done";
    name(QStringLiteral(" "));
    EXPECT_EQ(window().panels().hint->text(), QStringLiteral("a variant needs a name"));
    QAbstractItemModel& model = *child<QTableView>(panel(), "variants").model();
    EXPECT_TRUE(model.setData(model.index(1, HistoryPanel::NameColumn), QStringLiteral("third")));
    EXPECT_EQ(window().panels().hint->text(), QString());
}

TEST_F(HistoryTest, ThePeakOfAVariantIsTheOneOfTheStripWhateverTheLimits) {
    Plan plan = document().plan();
    const std::vector<Bytes> peaks = document().analysis().metrics.peakMemory;
    plan.memory.limit = {4 * peaks[0], peaks[1]};
    document().apply(QStringLiteral("limits"), std::move(plan));
    name(QStringLiteral("limited"));
    const QString strip = child<Figure>(*window().panels().numbers, "peakMemory").value();
    EXPECT_EQ(cell(0, HistoryPanel::PeakColumn).section(QLatin1Char(' '), 0, 0), strip.section(QLatin1Char(' '), 0, 0));
}

TEST_F(HistoryTest, AVariantOverALimitIsMarkedAndComparedWithNone) {
    name(QStringLiteral("first"));
    edit();
    name(QStringLiteral("late F"));
    EXPECT_FALSE(cell(1, HistoryPanel::ChangeColumn).isEmpty());
    Plan plan = document().plan();
    plan.memory.limit = {0, {}};
    document().apply(QStringLiteral("limits"), std::move(plan));
    EXPECT_TRUE(cell(1, HistoryPanel::PeakColumn).endsWith(QStringLiteral(", over a limit")));
    EXPECT_EQ(cell(1, HistoryPanel::ChangeColumn), QString());
}

TEST_F(HistoryTest, AnUnfinishedVariantHasNoIteration) {
    Plan plan = document().plan();
    plan.schedule.order[1].pop_back();
    document().apply(QStringLiteral("take out"), std::move(plan));
    name(QStringLiteral("half"));
    EXPECT_EQ(cell(0, HistoryPanel::IterationColumn), QStringLiteral("unfinished"));
}

TEST_F(HistoryTest, SaysByHowMuchAVariantDiffersFromTheFirst) {
    name(QStringLiteral("first"));
    const Time before = document().analysis().metrics.makespan;
    Schedule slow = document().schedule();
    slow.order[0].back().gap = before;
    document().apply(QStringLiteral("end late"), std::move(slow));
    ASSERT_EQ(document().analysis().metrics.makespan, 2 * before);
    name(QStringLiteral("slow"));
    EXPECT_EQ(cell(1, HistoryPanel::ChangeColumn), QStringLiteral("+100.0 %"));
    press("compareVariants");
    settle();
    ASSERT_EQ(openWindows<CompareWindow>().size(), 1U);
    CompareWindow* compare = openWindows<CompareWindow>().front();
    ASSERT_EQ(compare->count(), 2) << "the present state is one of the two";
    EXPECT_FALSE(compareHead(*compare, 0).contains(QStringLiteral("to the first")));
    EXPECT_TRUE(compareHead(*compare, 1).contains(QStringLiteral("+100.0 % to the first")))
        << compareHead(*compare, 1).toStdString();
    press("compareVariants");
    EXPECT_EQ(compare->count(), 2) << "they are there already";
    delete compare;
}

} // namespace
} // namespace lanewright::app
