// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is typed, dropped or killed, the window stays and the plan stays whole.
#include "app/panels/costs_panel.h"
#include "app/panels/generate_dialog.h"
#include "app/panels/ops_panel.h"
#include "app/panels/replicate_dialog.h"
#include "app/panels/transfer_sheet.h"
#include "core/io/schedule_json.h"
#include "tests/app/shell/drive.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <array>

namespace lanewright {
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
                // Of a spin box Return must not press the button of its dialog: that is another test.
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
        window().actionRegistry().at(QLatin1String(id))->trigger();
        settle();
    }
};

TEST_F(RubbishTest, InTheFieldsOfEveryPanel) {
    const std::string before = planToJson(document().plan());
    trigger("run.settings");
    int fields = 0;
    for (int page = 0; page < window().bottom().count(); ++page) {
        window().bottom().setCurrentIndex(page);
        settle();
        fields += typeInto(window());
    }
    EXPECT_GE(fields, 8);
    expectWhole(before);
}

TEST_F(RubbishTest, InTheCellsOfEveryTable) {
    const std::string before = planToJson(document().plan());
    trigger("edit.ops");
    EXPECT_GE(typeInto(window().ops().table()), 2);
    trigger("edit.costs");
    for (QTableView* table : window().costs().findChildren<QTableView*>())
        EXPECT_GE(typeInto(*table), 2);
    TransferSheet sheet(document());
    sheet.show();
    EXPECT_GE(typeInto(sheet.table()), 2);
    expectWhole(before);
}

TEST_F(RubbishTest, InTheFieldsOfEveryDialog) {
    const std::string before = planToJson(document().plan());
    GenerateDialog* generate = window().showGenerateDialog();
    for (const char* name : {"zb-auto", "interleaved-1f1b", "dualpipe"}) {
        generate->choose(QLatin1String(name));
        settle();
        EXPECT_GE(typeInto(*generate), 6);
    }
    generate->reject();
    ReplicateDialog* replicate = window().showReplicateDialog();
    settle();
    EXPECT_EQ(typeInto(*replicate), 1);
    replicate->reject();
    settle();
    EXPECT_FALSE(document().modified());
    expectWhole(before);
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
    EXPECT_EQ(session::windows().size(), 1) << "none of them is a schedule";
    EXPECT_EQ(planToJson(document().plan()), before);
}

} // namespace
} // namespace lanewright
