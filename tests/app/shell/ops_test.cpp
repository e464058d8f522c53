// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/ops_panel.h"

#include "app/panels/ops_model.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMimeData>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <algorithm>

namespace lanewright::app {
namespace {

class OpsTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        window().actionRegistry().at("edit.ops")->trigger();
        settle();
    }

    OpsModel& model() { return window().panels().ops->model(); }
    QTableView& table() { return window().panels().ops->table(); }
    int rowOf(const char* name) { return model().rowsOf({op(name)}).front(); }
    QString cell(const char* name, int column) { return model().index(rowOf(name), column).data().toString(); }

    void type(const char* name, int column, const QString& text) {
        const QModelIndex index = model().index(rowOf(name), column);
        table().setCurrentIndex(index);
        table().edit(index);
        auto* line = table().viewport()->findChild<QLineEdit*>();
        ASSERT_NE(line, nullptr);
        EXPECT_EQ(line->accessibleName(), index.data(Qt::AccessibleTextRole).toString());
        EXPECT_TRUE(line->accessibleName().contains(QLatin1String(name)));
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
        settle();
    }

    /// Drops the line of an op on that of another, as the view does it.
    void drop(const char* name, const char* onto) {
        const std::unique_ptr<QMimeData> data(model().mimeData({model().index(rowOf(name), OpsModel::OpColumn)}));
        model().dropMimeData(data.get(), Qt::MoveAction, rowOf(onto), 0, {});
    }
};

TEST_F(OpsTest, CopiesTheRowsThatAreSelected) {
    table().selectRow(rowOf("B1.3"));
    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
    ASSERT_EQ(lines.size(), 2);
    EXPECT_EQ(lines[0].count(QLatin1Char('\t')), model().columnCount() - 1);
    EXPECT_TRUE(lines[1].contains(cell("B1.3", OpsModel::OpColumn))) << lines[1].toStdString();
}

TEST_F(OpsTest, ShowsEveryOpWithItsPlaceAndTimes) {
    const QAbstractItemModelTester tester(&model());
    EXPECT_EQ(model().rowCount(), 24);
    EXPECT_EQ(cell("F1.0", OpsModel::RankColumn), QStringLiteral("1"));
    EXPECT_EQ(cell("F1.0", OpsModel::PositionColumn), QStringLiteral("0"));
    EXPECT_EQ(cell("F1.0", OpsModel::StartColumn), QStringLiteral("10.00"));
    EXPECT_EQ(cell("F1.0", OpsModel::WaitColumn), QStringLiteral("10.00"));
    EXPECT_EQ(cell("F0.0", OpsModel::SlackColumn), QStringLiteral("0.00"));
}

TEST_F(OpsTest, ATypedPositionMovesTheOpAsOneStep) {
    const std::string before = app::rowOf(document(), 0);
    const QString place = cell("W0.0", OpsModel::PositionColumn);
    type("W0.0", OpsModel::PositionColumn, QStringLiteral("9"));
    EXPECT_EQ(cell("W0.0", OpsModel::PositionColumn), QStringLiteral("9"));
    EXPECT_EQ(document().history().count(), 1);
    EXPECT_TRUE(document().history().undoText().startsWith(QStringLiteral("Move W0.0 to position 9")));
    type("W0.0", OpsModel::PositionColumn, place);
    EXPECT_EQ(app::rowOf(document(), 0), before);
    type("W0.0", OpsModel::PositionColumn, QStringLiteral("400"));
    EXPECT_TRUE(shownText(*window().panels().ops, "opsStatus").contains(QStringLiteral("no position")));
    type("W0.0", OpsModel::PositionColumn, QStringLiteral("first"));
    EXPECT_TRUE(shownText(*window().panels().ops, "opsStatus").contains(QStringLiteral("count the blocks")));
    EXPECT_EQ(app::rowOf(document(), 0), before);
}

TEST_F(OpsTest, ADashSendsAnOpToTheTrayAndANumberBringsItBack) {
    type("W0.0", OpsModel::PositionColumn, QStringLiteral("-"));
    EXPECT_FALSE(slotOf(document().schedule(), op("W0.0")));
    EXPECT_EQ(model().rowCount(), 24) << "it is still a line";
    EXPECT_EQ(cell("W0.0", OpsModel::PositionColumn), QStringLiteral("–"));
    type("W0.0", OpsModel::PositionColumn, QStringLiteral("11"));
    EXPECT_EQ(slotOf(document().schedule(), op("W0.0")), (Slot{0, 11}));
}

TEST_F(OpsTest, ATypedRankHostsTheStageThere) {
    type("F1.2", OpsModel::RankColumn, QStringLiteral("0"));
    EXPECT_EQ(document().schedule().placement.rankOf(0, 1), 0);
    EXPECT_EQ(cell("B1.3", OpsModel::RankColumn), QStringLiteral("0"));
    EXPECT_EQ(document().history().count(), 1);
    type("F1.2", OpsModel::RankColumn, QStringLiteral("7"));
    EXPECT_FALSE(shownText(*window().panels().ops, "opsStatus").startsWith(QStringLiteral("24")));
}

TEST_F(OpsTest, LinesAreDraggedToAnotherPlaceOfTheirRank) {
    drop("W0.0", "B0.0");
    const auto moved = slotOf(document().schedule(), op("W0.0"));
    ASSERT_TRUE(moved);
    EXPECT_EQ(document().schedule().order[0][moved->position + 1].op, op("B0.0"));
    EXPECT_EQ(document().history().count(), 1);
    drop("W0.0", "B1.1");
    EXPECT_EQ(document().history().count(), 1);
    EXPECT_TRUE(shownText(*window().panels().ops, "opsStatus").contains(QStringLiteral("stay on their rank")));
    table().sortByColumn(OpsModel::StartColumn, Qt::AscendingOrder);
    EXPECT_FALSE(model().flags(model().index(0, 0)) & Qt::ItemIsDragEnabled) << "the lines are not in order";
}

TEST_F(OpsTest, SelectsWithTheLanes) {
    window().selection().set(op("B1.2"));
    EXPECT_EQ(table().currentIndex().row(), rowOf("B1.2"));
    EXPECT_EQ(table().selectionModel()->selectedRows().size(), 1);
    QTest::keyClick(&table(), Qt::Key_Down);
    EXPECT_EQ(window().selection().current(), model().line(rowOf("B1.2") + 1).op);
    QTest::keyClick(&table(), Qt::Key_Down, Qt::ShiftModifier);
    EXPECT_EQ(window().selection().ops().size(), 2U);
    // The keys that move blocks work from here, and the line stays the current one.
    window().selection().set(op("B1.2"));
    const int before = slotOf(document().schedule(), op("B1.2"))->position;
    window().actionRegistry().at("edit.later")->trigger();
    EXPECT_EQ(slotOf(document().schedule(), op("B1.2"))->position, before + 1);
    EXPECT_EQ(table().currentIndex().row(), rowOf("B1.2"));
}

TEST_F(OpsTest, ShowsOnlyWhatTheWordsFind) {
    QTest::keyClicks(&child<QLineEdit>(window(), "opsFilter"), QStringLiteral("s1 F*"));
    EXPECT_EQ(model().rowCount(), 4);
    EXPECT_EQ(shownText(*window().panels().ops, "opsStatus"), QStringLiteral("4 ops"));
    child<QLineEdit>(window(), "opsFilter").setText(QStringLiteral("rubbish"));
    EXPECT_EQ(model().rowCount(), 0);
    EXPECT_TRUE(shownText(*window().panels().ops, "opsStatus").contains(QStringLiteral("rubbish")));
    child<QLineEdit>(window(), "opsFilter").clear();
    EXPECT_EQ(model().rowCount(), 24);
}

TEST_F(OpsTest, SortsByAnyColumn) {
    table().sortByColumn(OpsModel::StartColumn, Qt::DescendingOrder);
    EXPECT_EQ(model().line(0).start, std::ranges::max(model().line(0).start, model().line(1).start));
    table().sortByColumn(OpsModel::MicrobatchColumn, Qt::AscendingOrder);
    EXPECT_EQ(model().line(0).op.microbatch, 0);
    EXPECT_EQ(model().line(23).op.microbatch, 3);
}

TEST_F(OpsTest, TellsAScreenReaderWhatALineIs) {
    const QModelIndex index = model().index(rowOf("F1.0"), OpsModel::OpColumn);
    EXPECT_EQ(index.data(Qt::AccessibleTextRole).toString(),
              QStringLiteral("F1.0, forward, rank 1, position 0, from 10.00 to 20.00 ms, after a wait of 10.00 ms"));
    EXPECT_EQ(model().index(rowOf("F1.0"), OpsModel::PositionColumn).data(Qt::AccessibleTextRole).toString(),
              QStringLiteral("position of F1.0: 0"));
    EXPECT_FALSE(table().accessibleName().isEmpty());
}

TEST_F(OpsTest, OfALargeScheduleAreThereAtOnceAndTheirSlackSoon) {
    const auto problem = problemOf({.ranks = 16,
                                    .microbatches = 512,
                                    .timeUnit = TimeUnit::Ms,
                                    .forward = 1'000'000,
                                    .backwardInput = 1'000'000,
                                    .backwardWeight = 1'000'000});
    ASSERT_TRUE(problem);
    const auto plan = generate("zb-h1", *problem);
    ASSERT_TRUE(plan);
    window().files().showPlan(*plan);
    EXPECT_EQ(model().rowCount(), 16 * 512 * 3);
    EXPECT_EQ(cell("F0.0", OpsModel::SlackColumn), QStringLiteral("…"));
    EXPECT_TRUE(waitUntil([&] { return cell("F0.0", OpsModel::SlackColumn) != QStringLiteral("…"); }));
    EXPECT_EQ(cell("F0.0", OpsModel::SlackColumn), QStringLiteral("0.00"));
}

} // namespace
} // namespace lanewright::app
