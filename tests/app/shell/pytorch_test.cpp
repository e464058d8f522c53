// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/pytorch_dialog.h"
#include "app/document/first_plan.h"
#include "app/widgets/banner.h"
#include "core/edit/edits.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>

namespace lanewright::app {
namespace {

class PytorchTest : public WindowTest {
protected:
    QString put(const char* name, const char* text) {
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return file.fileName();
    }
    std::string read(const QString& name) {
        QFile file(name);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name.toStdString();
        return file.readAll().toStdString();
    }
    std::string banner() { return window().findChild<Banner*>()->sentence().toStdString(); }
    PytorchDialog& dialog(const char* name) {
        PytorchDialog* dialog = window().exports().exportCsv();
        dialog->findChild<QLineEdit*>(QStringLiteral("file"))->setText(path(name));
        return *dialog;
    }
};

TEST_F(PytorchTest, ASoundCsvOpensWithoutAWordAndHasNoFileOfOursYet) {
    ASSERT_TRUE(window().files().openPath(put("a.csv", "0F0,0I0,0W0\r\n")));
    EXPECT_EQ(rowOf(document(), 0), "F0.0 B0.0 W0.0");
    EXPECT_EQ(banner(), "");
    EXPECT_TRUE(document().path().isEmpty());
    EXPECT_FALSE(document().modified());
}

TEST_F(PytorchTest, TheBannerSaysWhatPytorchWouldNotRunWithRowAndColumn) {
    ASSERT_TRUE(window().files().openPath(put("a.csv", "0F0,0F1,0B0,0B1\n1F1,1F0,1B0,1B1\n")));
    EXPECT_TRUE(banner().starts_with("PyTorch would not run a.csv as it is: row 2, column 2: 1F0 comes after 1F1"))
        << banner();
    ASSERT_EQ(document().csvFindings().size(), 1u);
    window().files().showPlan(firstPlan());
    EXPECT_TRUE(document().csvFindings().empty());
}

TEST_F(PytorchTest, TheOldDialectIsNotedAndABrokenCellRefused) {
    ASSERT_TRUE(window().files().openPath(put("old.csv", "0F0,0B0,0W0,0F1,0BW1\n")));
    EXPECT_NE(banner().find("dialect before torch 2.6"), std::string::npos) << banner();
    const Plan before = document().plan();
    EXPECT_FALSE(window().files().openPath(put("broken.csv", "0F0,0B0\n1F0,,1X0\n")));
    EXPECT_EQ(document().plan(), before);
    EXPECT_NE(banner().find("row 2, column 3: \"1X0\" is no action"), std::string::npos) << banner();
}

TEST_F(PytorchTest, TheDialogWritesWhatTheFormatSaysWithTheFlagsBeside) {
    PytorchDialog& dialog = this->dialog("out");
    EXPECT_TRUE(child<QPlainTextEdit>(dialog).toPlainText().startsWith(
        QStringLiteral("TorchTitan: --parallelism.pipeline_parallel_degree 2")))
        << child<QPlainTextEdit>(dialog).toPlainText().toStdString();
    EXPECT_TRUE(child<QPlainTextEdit>(dialog).toPlainText().contains(path("out.csv")));
    dialog.save();
    EXPECT_EQ(read(path("out.csv")), writePytorchCsv(document().plan())->text);
    EXPECT_FALSE(dialog.isVisible());
}

TEST_F(PytorchTest, TheDialogFollowsEachChoice) {
    PytorchDialog& dialog = this->dialog("out.csv");
    const Plan& plan = document().plan();
    const auto box = [&](const char* name) { return dialog.findChild<QCheckBox*>(QLatin1String(name)); };
    box("ticks")->setChecked(false);
    EXPECT_EQ(dialog.text()->text, writePytorchCsv(plan, {.ticks = false})->text);
    box("fuse")->setChecked(true);
    EXPECT_EQ(dialog.text()->text, writePytorchCsv(fuseBackwards(plan), {.ticks = false})->text);
    EXPECT_FALSE(box("fsdp")->isEnabled());
    dialog.findChild<QComboBox*>(QStringLiteral("flavour"))->setCurrentIndex(1);
    dialog.findChild<QSpinBox*>(QStringLiteral("torch"))->setValue(15);
    box("fsdp")->setChecked(true);
    const PytorchExport wanted{.flavour = PytorchFlavour::ComputeComms, .torch = 15, .ticks = false, .fsdp = true};
    EXPECT_EQ(dialog.text()->text, writePytorchCsv(fuseBackwards(plan), wanted)->text);
    EXPECT_FALSE(box("ticks")->isEnabled());
    EXPECT_EQ(child<QPlainTextEdit>(dialog).toPlainText().toStdString().find("TorchTitan: "), std::string::npos);
}

TEST_F(PytorchTest, TheDialogSaysWhoRunsTheOrderBeforeTheFileIsWritten) {
    window().files().showPlan(*generate("gpipe", *problemOf({.ranks = 8, .microbatches = 2})));
    PytorchDialog& dialog = this->dialog("out.csv");
    const auto setTorch = [&dialog](int release) {
        dialog.findChild<QSpinBox*>(QStringLiteral("torch"))->setValue(release);
        return shownText(dialog, "verdict");
    };
    EXPECT_TRUE(setTorch(10).startsWith(
        QStringLiteral("PyTorch 2.10 only from a CSV: 2 microbatches are fewer than the 8 stages")))
        << setTorch(10).toStdString();
    EXPECT_TRUE(setTorch(11).startsWith(QStringLiteral("PyTorch 2.11 runs by itself as ScheduleGPipe\nTorchTitan")))
        << setTorch(11).toStdString();
    EXPECT_TRUE(
        child<QPlainTextEdit>(dialog).toPlainText().contains(QStringLiteral("pipeline_parallel_schedule GPipe ")));
}

TEST_F(PytorchTest, TheDialogSaysWhyAScheduleCantBeWritten) {
    Plan plan = document().plan();
    plan.schedule.order[0].pop_back();
    document().apply(QStringLiteral("Drop an op"), plan);
    PytorchDialog& dialog = this->dialog("out.csv");
    EXPECT_TRUE(shownText(dialog, "failure").contains(QStringLiteral("PyTorch can't run it")))
        << shownText(dialog, "failure").toStdString();
    dialog.save();
    EXPECT_FALSE(QFile::exists(path("out.csv")));
}

TEST_F(PytorchTest, AFileThatIsThereIsReplacedOnlyWhenAgreed) {
    put("out.csv", "mine");
    PytorchDialog& dialog = this->dialog("out.csv");
    answerNextBox(QMessageBox::No);
    dialog.save();
    EXPECT_EQ(read(path("out.csv")), "mine");
    answerNextBox(QMessageBox::Yes);
    dialog.save();
    EXPECT_NE(read(path("out.csv")), "mine");
}

} // namespace
} // namespace lanewright::app
