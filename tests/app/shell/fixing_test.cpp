// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/selection_edits.h"
#include "app/panels/findings_panel.h"
#include "core/check/findings.h"
#include "core/edit/edits.h"
#include "tests/app/shell/drive.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QMenu>
#include <QTableView>

namespace lanewright::app {
namespace {

class FixingTest : public WindowTest {
protected:
    void trigger(const char* id) { window().actionRegistry().at(id)->trigger(); }
    void breakOrder() {
        const Slot slot = *slotOf(document().schedule(), op("B1.1"));
        document().apply(QStringLiteral("Break it"), *moveBlock(document().schedule(), slot, 0));
    }
};

TEST_F(FixingTest, DoesTheBestFixOfAFindingInOneStep) {
    const Schedule before = document().schedule();
    breakOrder();
    ASSERT_GT(window().panels().findings->count(), 0);
    for (int turn = 0; turn < 5 && !document().analysis().valid; ++turn) {
        trigger("view.nextFinding");
        trigger("edit.fix");
    }
    EXPECT_TRUE(document().analysis().valid);
    EXPECT_EQ(window().panels().findings->count(), 0);
    while (document().history().canUndo())
        document().history().undo();
    EXPECT_EQ(document().schedule(), before);
}

TEST_F(FixingTest, ShowsEachFixWithWhatItGives) {
    breakOrder();
    window().panels().findings->showFixes(0);
    auto* menu = window().panels().findings->findChild<QMenu*>(QStringLiteral("fixes"));
    ASSERT_NE(menu, nullptr);
    ASSERT_FALSE(menu->isEmpty());
    const QString words = menu->actions().first()->text();
    EXPECT_TRUE(words.contains(QStringLiteral(" ms"))) << words.toStdString();
    menu->actions().first()->trigger();
    EXPECT_EQ(document().history().count(), 2);
    EXPECT_TRUE(document().analysis().valid);
    menu->close();
}

TEST_F(FixingTest, OffersNoFixWhereNoEditCouldBeOne) {
    Plan plan = document().plan();
    plan.unknown = R"({"foward": 3})";
    document().reset(plan);
    breakOrder();
    FindingsPanel& panel = *window().panels().findings;
    const QAbstractItemModel& model = *panel.findChild<QTableView*>(QStringLiteral("findings"))->model();
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    int key = 0;
    while (key < model.rowCount() && cell(key, FindingsPanel::CodeColumn) != QStringLiteral("unknown-key"))
        ++key;
    ASSERT_GT(key, 0) << "errors come first";
    ASSERT_LT(key, model.rowCount());
    EXPECT_EQ(cell(key, FindingsPanel::FixColumn), QString());
    EXPECT_EQ(cell(0, FindingsPanel::FixColumn), QStringLiteral("fix ▾"));
    panel.showFixes(key);
    EXPECT_EQ(window().panels().hint->text(), QStringLiteral("No single change removes this finding."));
    auto* menu = panel.findChild<QMenu*>(QStringLiteral("fixes"));
    ASSERT_NE(menu, nullptr);
    EXPECT_FALSE(menu->actions().first()->isEnabled());
    EXPECT_EQ(menu->actions().last()->text(), QStringLiteral("I know, keep it…"));
    menu->close();
}

TEST_F(FixingTest, AFindingThatIsKeptIsShownWithTheReason) {
    Plan plan = document().plan();
    plan.unknown = R"({"foward": 3})";
    document().reset(plan);
    FindingsPanel& panel = *window().panels().findings;
    const QAbstractItemModel& model = *panel.findChild<QTableView*>(QStringLiteral("findings"))->model();
    const auto sentence = [&] { return model.index(0, FindingsPanel::SentenceColumn).data().toString(); };
    ASSERT_EQ(model.rowCount(), 1);
    const QString before = sentence();
    panel.approve(0, QStringLiteral("the next version reads it"));
    EXPECT_TRUE(panel.isApproved(0));
    EXPECT_EQ(sentence(), before + QStringLiteral(" (approved: the next version reads it)"));
    ASSERT_EQ(document().plan().approved.size(), 1u);
    EXPECT_EQ(document().plan().approved[0].code, "unknown-key");
    panel.withdraw(0);
    EXPECT_EQ(sentence(), before);
    document().history().undo();
    EXPECT_TRUE(panel.isApproved(0));
}

TEST_F(FixingTest, TheHelpNamesEveryCodeWithWhatFixesIt) {
    QFile page(QStringLiteral(":/help/findings.md"));
    ASSERT_TRUE(page.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(page.readAll()).split(u'\n');
    for (int code = 0; code < kCodes; ++code) {
        const std::string_view name = toText(static_cast<FindingCode>(code));
        const QString start = QStringLiteral("| `%1` |").arg(QLatin1String(name.data(), static_cast<int>(name.size())));
        const auto line = std::ranges::find_if(lines, [&](const QString& each) { return each.startsWith(start); });
        ASSERT_NE(line, lines.end()) << name;
        EXPECT_GT(line->section(u'|', 3, 3).trimmed().size(), 10) << name;
    }
}

TEST_F(FixingTest, StampsAPatternAndCarriesAnOrderOverTheClipboard) {
    window().selection().set({op("F0.1"), op("F1.1")}, op("F0.1"));
    trigger("edit.stamp");
    EXPECT_EQ(window().selection().ops(), (std::set<Op>{op("F0.2"), op("F1.2")}));
    const auto place = [&](const char* word) { return slotOf(document().schedule(), op(word))->position; };
    EXPECT_EQ(place("F1.2"), place("F1.1") + 1);
    window().selection().clear();
    trigger("edit.copy");
    const Schedule copied = document().schedule();
    while (document().history().canUndo())
        document().history().undo();
    EXPECT_NE(document().schedule(), copied);
    trigger("edit.paste");
    EXPECT_EQ(document().schedule(), copied);
    window().selection().set(op("F0.3"));
    trigger("edit.cut");
    EXPECT_FALSE(slotOf(document().schedule(), op("F0.3")));
    trigger("edit.paste");
    EXPECT_TRUE(slotOf(document().schedule(), op("F0.3")));
}

TEST_F(FixingTest, PairsTwoBlocksAndPartsThem) {
    const Schedule before = document().schedule();
    window().selection().set({op("F1.1"), op("B1.0")}, op("F1.1"));
    trigger("edit.pair");
    ASSERT_TRUE(slotOf(document().schedule(), op("B1.0")));
    const Slot slot = *slotOf(document().schedule(), op("B1.0"));
    EXPECT_TRUE(document().schedule().order[slot.rank][slot.position].paired);
    EXPECT_EQ(document().undoSentence(), QStringLiteral("Run F1.1 and B1.0 as a pair"));
    trigger("edit.unpair");
    EXPECT_EQ(document().undoSentence(), QStringLiteral("Take the pair of F1.1 apart"));
    EXPECT_FALSE(document().schedule().order[slot.rank][slot.position].paired);
    EXPECT_EQ(document().history().count(), 2);
}

TEST_F(FixingTest, PairsABlockWithTheOneBehindItWhereNoOtherIsSelected) {
    window().selection().set(op("F0.1"));
    EXPECT_TRUE(SelectionEdits(document(), window().selection()).pair());
    EXPECT_EQ(document().undoSentence(), QStringLiteral("Run F0.1 and B0.0 as a pair"));
    window().selection().set(document().schedule().order[0].back().op);
    EXPECT_FALSE(SelectionEdits(document(), window().selection()).pair()) << "nothing is behind it";
}

TEST_F(FixingTest, SelectsWhatIsOfTheSameKindStageOrMicrobatch) {
    window().selection().set(op("F1.1"));
    trigger("edit.sameMicrobatch");
    EXPECT_EQ(window().selection().ops().size(), 6U);
    window().selection().set(op("F1.1"));
    trigger("edit.sameStage");
    EXPECT_EQ(window().selection().ops().size(), 12U);
    window().selection().set(op("F1.1"));
    trigger("edit.sameKind");
    EXPECT_EQ(window().selection().ops().size(), 8U);
}

} // namespace
} // namespace lanewright::app
