// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is typed, dropped or killed, the window stays and the plan stays whole.
#include "app/dialogs/generate_dialog.h"
#include "app/dialogs/replicate_dialog.h"
#include "app/frame/rows.h"
#include "app/panels/costs_panel.h"
#include "app/panels/ops_panel.h"
#include "app/panels/transfer_sheet.h"
#include "app/planner/planner_window.h"
#include "app/shell/open_windows.h"
#include "app/shell/session.h"
#include "app/widgets/number_box.h"
#include "core/io/schedule_json.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QSlider>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <array>

namespace lanewright::app {
namespace {

const std::array kRubbish = {"",     "-",    "−5",         "1e999", "nan",      "99999999999999999999999999",
                             "0x10", "1,5",  "1.2.3",      "∞",     "%n %1",    "1 000 000 000 000 000 000",
                             " ",    "none", "B3; drop w", "\t",    "<b>7</b>", "0.0000000000000000000000001"};

class RubbishTest : public WindowTest {
protected:
    /// Types into every field below `root` that can be seen, and takes each by Return.
    static int typeInto(QWidget& root) {
        int fields = 0;
        for (QLineEdit* field : root.findChildren<QLineEdit*>()) {
            if (!field->isVisible() || !field->isEnabled() || field->isReadOnly())
                continue;
            for (const char* words : kRubbish) {
                field->selectAll();
                field->insert(QString::fromUtf8(words));
                // Return in a spin box must not press the button of its dialog: that is another test.
                QTest::keyClick(field, Qt::Key_Tab);
            }
            ++fields;
        }
        return fields;
    }

    /// Types into the first rows of every column that can be edited.
    static int typeInto(QTableView& table) {
        int cells = 0;
        for (int column = 0; column < table.model()->columnCount(); ++column)
            for (int row = 0; row < std::min(2, table.model()->rowCount()); ++row) {
                if (!(table.model()->index(row, column).flags() & Qt::ItemIsEditable))
                    continue;
                ++cells;
                for (const char* words : kRubbish) {
                    const QModelIndex index = table.model()->index(row, column);
                    table.setCurrentIndex(index);
                    table.edit(index);
                    auto* line = table.viewport()->findChild<QLineEdit*>();
                    if (!line)
                        continue;
                    line->selectAll();
                    line->insert(QString::fromUtf8(words));
                    QTest::keyClick(line, Qt::Key_Return);
                    QApplication::processEvents();
                }
            }
        return cells;
    }

    void expectWhole(const std::string& before) {
        while (document().history().canUndo())
            document().history().undo();
        EXPECT_EQ(planToJson(document().plan()), before);
    }

    void trigger(const char* id) {
        window().actionRegistry().at(id)->trigger();
        settle();
    }
};

TEST_F(RubbishTest, InTheFieldsOfEveryPanel) {
    const std::string before = planToJson(document().plan());
    trigger("run.settings");
    int fields = 0;
    for (int page = 0; page < window().panels().bottom->count(); ++page) {
        window().panels().bottom->setCurrentIndex(page);
        settle();
        fields += typeInto(window());
    }
    EXPECT_GE(fields, 8);
    expectWhole(before);
}

TEST_F(RubbishTest, InTheCellsOfEveryTable) {
    const std::string before = planToJson(document().plan());
    trigger("edit.ops");
    EXPECT_GE(typeInto(window().panels().ops->table()), 2);
    trigger("edit.costs");
    for (QTableView* table : window().panels().costs->findChildren<QTableView*>())
        EXPECT_GE(typeInto(*table), 2);
    TransferSheet sheet(document());
    sheet.show();
    EXPECT_GE(typeInto(child<QTableView>(sheet, "transfers")), 2);
    expectWhole(before);
}

TEST_F(RubbishTest, InTheFieldsOfEveryDialog) {
    const std::string before = planToJson(document().plan());
    GenerateDialog* generate = window().files().showGenerateDialog();
    for (const char* name : {"zb-auto", "interleaved-1f1b", "dualpipe"}) {
        generate->choose(QLatin1String(name));
        settle();
        EXPECT_GE(typeInto(*generate), 6);
    }
    generate->reject();
    ReplicateDialog* replicate = window().editMenu().showReplicateDialog();
    settle();
    EXPECT_EQ(typeInto(*replicate), 1);
    replicate->reject();
    settle();
    EXPECT_FALSE(document().modified());
    expectWhole(before);
}

TEST(NumberBox, TakesACommaForAPointAndNothingElseForANumber) {
    NumberBox box(nullptr);
    box.setRange(0.5, 3600);
    box.setDecimals(1);
    box.show();
    const auto type = [&box](const char* words) {
        box.setValue(60);
        box.selectAll();
        QTest::keyClick(&box, Qt::Key_Delete);
        QTest::keyClicks(&box, QLatin1String(words));
        QTest::keyClick(&box, Qt::Key_Return);
        return box.value();
    };
    EXPECT_EQ(type("5,5"), 5.5);
    EXPECT_EQ(type("5.5"), 5.5);
    EXPECT_EQ(type("1000"), 1000);
    for (const char* words : {"", "1,2,3", "99999999", "-5", "seven", "1e3", "0", "1 000", "0,0000001"}) {
        const double taken = type(words);
        EXPECT_GE(taken, 0.5) << words;
        EXPECT_LE(taken, 3600) << words;
        EXPECT_EQ(box.text(), QString::number(taken, 'f', 1)) << words;
    }
}

TEST_F(RubbishTest, InTheFieldsOfThePlanner) {
    PlannerWindow planner;
    planner.setAttribute(Qt::WA_DeleteOnClose, false);
    planner.openPresets(QStringLiteral("tiny"), QStringLiteral("laptop"));
    planner.show();
    settle();
    EXPECT_GE(typeInto(planner), 1);
    for (QComboBox* box : planner.findChildren<QComboBox*>())
        for (int row = box->count() - 1; row >= 0; --row)
            box->setCurrentIndex(row);
    for (QSlider* slider : planner.findChildren<QSlider*>())
        for (const int value : {slider->maximum(), slider->minimum()})
            slider->setValue(value);
    planner.plannerDocument().search({.seconds = 0.5}, true);
    EXPECT_TRUE(
        waitUntil([&] { return !planner.plannerDocument().isSearching() && !planner.plannerDocument().isOrdering(); }));
    EXPECT_TRUE(planner.plannerDocument().shown());
}

TEST_F(RubbishTest, InFilesThatAreDroppedAllAtOnce) {
    const QDir folder(QString::fromStdString(test::inRepository("tests/data/refused")));
    QList<QUrl> urls;
    for (const QString& name : folder.entryList({QStringLiteral("*.lwsched"), QStringLiteral("*.lwrun")}, QDir::Files))
        urls << QUrl::fromLocalFile(folder.filePath(name));
    ASSERT_GT(urls.size(), 20);
    const std::string before = planToJson(document().plan());
    QMimeData data;
    data.setUrls(urls);
    QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &event);
    settle();
    EXPECT_EQ(openWindows<MainWindow>().size(), 1) << "none of them is a schedule";
    EXPECT_EQ(planToJson(document().plan()), before);
}

} // namespace
} // namespace lanewright::app
