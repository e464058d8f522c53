// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/comparison_model.h"
#include "app/plots/pareto_plot.h"
#include "app/shell/present/present_window.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/schedule_json.h"
#include "core/model/title.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QFile>
#include <QFontInfo>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <memory>
#include <variant>

namespace lanewright::app {
namespace {

Plan made(const char* generator, int ranks, int microbatches) {
    return *generate(generator, *problemOf({.ranks = ranks, .microbatches = microbatches}));
}

PlanOffer offerOf(const char* generator) { return {.title = QString::fromLatin1(generator), .generator = generator}; }

class PresentTest : public WindowTest {
protected:
    void show(const Plan& base, QSize size = {1920, 1080}) {
        m_window = std::make_unique<PresentWindow>(base);
        m_window->setAttribute(Qt::WA_DeleteOnClose, false);
        m_window->resize(size);
        m_window->show();
        m_window->activateWindow();
        m_window->setFocus();
        settle();
    }
    void TearDown() override {
        m_window.reset();
        WindowTest::TearDown();
    }
    PresentWindow& present() { return *m_window; }
    void wait() {
        ASSERT_TRUE(waitUntil([this] { return !present().isMaking(); }));
        settle();
    }
    /// What the table says in the row of a number.
    QString number(const char* name, int plan) const {
        const ComparisonModel& table = m_window->numbers();
        for (int row = 0; row < table.rowCount(); ++row)
            if (table.index(row, 0).data().toString() == QLatin1String(name))
                return table.index(row, plan + 1).data().toString();
        return {};
    }
    QString title(int plan) const {
        return m_window->numbers().headerData(plan + 1, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    /// What is wrong; empty where nothing is.
    QString sentence() const { return shownText(*m_window, "presentSays"); }
    void press(int key) {
        QTest::keyClick(m_window.get(), static_cast<Qt::Key>(key));
        wait();
    }
    /// Where the last block ends, in pixels.
    double end() const {
        double end = 0;
        for (const Mark& mark : m_window->drawing().marks)
            if (const Box* box = std::get_if<Box>(&mark); box && box->size > 0)
                end = std::max(end, box->frame.right() * m_window->scale());
        return end;
    }
    /// The smallest type of the figure, in pixels.
    double smallestType() const {
        double least = 1000;
        for (const Mark& mark : m_window->drawing().marks) {
            if (const Words* words = std::get_if<Words>(&mark))
                least = std::min(least, words->size);
            if (const Box* box = std::get_if<Box>(&mark); box && !box->label.empty())
                least = std::min(least, box->size);
        }
        return least * m_window->scale();
    }

    QString write(const char* name, const QByteArray& text) {
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return file.fileName();
    }

private:
    std::unique_ptr<PresentWindow> m_window;
};

TEST_F(PresentTest, BeginsWithThePlanBeside1F1BAndMakesBothForAnotherNumberOfMicrobatches) {
    show(made("zb-h1", 4, 8));
    present().start();
    wait();
    ASSERT_EQ(present().count(), 2);
    EXPECT_EQ(title(0), QStringLiteral("ZB-H1"));
    EXPECT_EQ(title(1), QStringLiteral("1F1B"));
    // m · 3 and the ramp of 3 for ZB-H1; (m + p − 1) · 3 of 1F1B.
    EXPECT_EQ(number("Iteration", 0), QStringLiteral("27"));
    EXPECT_EQ(number("Iteration", 1), QStringLiteral("33"));
    child<QSlider>(present(), "microbatches").setValue(16);
    wait();
    EXPECT_EQ(number("Iteration", 0), QStringLiteral("51"));
    EXPECT_EQ(number("Iteration", 1), QStringLiteral("57"));
    EXPECT_EQ(sentence(), QString());
}

TEST_F(PresentTest, ShowsWhatPostValidationWins) {
    show(made("zb-h2", 4, 8));
    present().add(offerOf("zb-h2"));
    wait();
    EXPECT_EQ(number("Iteration", 0), QStringLiteral("27"));
    const double synchronous = end();
    press(Qt::Key_Space);
    EXPECT_EQ(number("Iteration", 0), QStringLiteral("24"));
    EXPECT_LT(end(), synchronous - 100) << "the axis stays, the blocks end earlier";
    press(Qt::Key_Space);
    EXPECT_EQ(number("Iteration", 0), QStringLiteral("27"));
    EXPECT_EQ(end(), synchronous);
}

TEST_F(PresentTest, KeepsAPlanThatNoGeneratorMakes) {
    Plan own = made("1f1b", 2, 4);
    own.title = title::read("Mine");
    own.schedule.order[0].back().gap = kTimeUnit;
    show(own);
    present().start();
    wait();
    ASSERT_EQ(present().count(), 2);
    EXPECT_EQ(title(0), QStringLiteral("Mine"));
    const QString before = number("Iteration", 0);
    present().setMicrobatches(6);
    wait();
    EXPECT_EQ(number("Iteration", 0), before);
    EXPECT_EQ(number("Iteration", 1), QStringLiteral("21"));
    EXPECT_TRUE(sentence().startsWith(QStringLiteral("“Mine” keeps its 4 microbatch"))) << sentence().toStdString();
    present().setMicrobatches(4);
    wait();
    EXPECT_EQ(sentence(), QString());
}

TEST_F(PresentTest, MakesAnOpenPlanAnewWhereAGeneratorMakesIt) {
    show(made("1f1b", 4, 8));
    Plan other = made("zb-h1", 4, 8);
    other.title = title::read("Ours");
    other.costs.stages[0][0].forward = 2 * kTimeUnit; // a problem of its own
    present().add({.title = QStringLiteral("Ours"), .plan = std::make_shared<const Plan>(*generate("zb-h1", other))});
    wait();
    const QString before = number("Iteration", 0);
    present().setMicrobatches(16);
    wait();
    EXPECT_NE(number("Iteration", 0), before);
    EXPECT_EQ(sentence(), QString());
}

TEST_F(PresentTest, TakesFilesThatAreDroppedOrNamed) {
    const QString file = write("mine.lwsched", QByteArray::fromStdString(planToJson(made("gpipe", 2, 4))));
    show(made("1f1b", 2, 4));
    present().addFiles({write("noise.lwsched", "{"), file});
    wait();
    ASSERT_EQ(present().count(), 1);
    EXPECT_TRUE(sentence().startsWith(QStringLiteral("noise.lwsched: "))) << sentence().toStdString();
    auto& line = child<PlanLine>(present());
    line.setFocus();
    QTest::keyClicks(&line, file);
    QTest::keyClick(&line, Qt::Key_Return);
    wait();
    EXPECT_EQ(present().count(), 2);
    EXPECT_EQ(title(1), QStringLiteral("GPipe"));
}

TEST_F(PresentTest, SavesItsTableAsCsv) {
    show(made("1f1b", 2, 4));
    present().add(offerOf("1f1b"));
    wait();
    const QString file = path("numbers");
    present().saveNumbers(file);
    QFile written(file + QStringLiteral(".csv"));
    ASSERT_TRUE(written.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = written.readAll().split('\n');
    ASSERT_EQ(lines.size(), present().numbers().rowCount() + 2);
    const QModelIndex last = present().numbers().index(present().numbers().rowCount() - 1, 0);
    EXPECT_TRUE(lines[lines.size() - 2].startsWith(last.data().toString().toUtf8()));
    EXPECT_TRUE(sentence().startsWith(QStringLiteral("The numbers are saved in "))) << sentence().toStdString();
    present().saveNumbers(QStringLiteral("/no/such/folder/numbers.csv"));
    EXPECT_TRUE(sentence().startsWith(QStringLiteral("numbers.csv: "))) << sentence().toStdString();
}

TEST_F(PresentTest, ShowsMemoryInPlaceOfTheNumbersOrSaysThatItHasNoRoom) {
    show(made("1f1b", 4, 8), {1280, 720});
    for (const char* each : {"gpipe", "1f1b", "zb-h1", "zb-h2"})
        present().add(offerOf(each));
    wait();
    const std::size_t marks = present().drawing().marks.size();
    press(Qt::Key_M);
    EXPECT_EQ(sentence(), QString());
    EXPECT_GT(present().drawing().marks.size(), marks) << "curves";
    EXPECT_FALSE(child<QTableView>(present(), "presentNumbers").isVisible());
    press(Qt::Key_Delete);
    EXPECT_EQ(present().count(), 4) << "what is marked is not seen";
    press(Qt::Key_M);
    EXPECT_TRUE(child<QTableView>(present(), "presentNumbers").isVisible());
    show(made("1f1b", 16, 16), {1280, 720});
    for (const char* each : {"gpipe", "1f1b", "zb-h1", "zb-h2"})
        present().add(offerOf(each));
    wait();
    press(Qt::Key_M);
    EXPECT_EQ(sentence(), QStringLiteral("The memory has no room."));
}

TEST_F(PresentTest, NamesPointsOfOneMemory) {
    show(made("1f1b", 4, 4));
    for (const char* each : {"gpipe", "1f1b", "zb-h1", "zbv"})
        present().add(offerOf(each));
    wait();
    const auto& plot = child<ParetoPlot>(present(), "presentPlot");
    for (int point = 0; point < 4; ++point)
        EXPECT_FALSE(plot.shownName(point).isEmpty()) << plot.points()[point].name.toStdString();
}

TEST_F(PresentTest, SaysWhyAPlanCannotBeHad) {
    show(made("1f1b", 3, 6));
    present().add(offerOf("1f1b"));
    present().add({.title = QStringLiteral("DualPipe"), .generator = "dualpipe"});
    wait();
    EXPECT_TRUE(sentence().startsWith(QStringLiteral("DualPipe: "))) << sentence().toStdString();
    EXPECT_EQ(number("Iteration", 1), QStringLiteral("–"));
    EXPECT_FALSE(present().drawing().marks.empty()) << "the other one is shown";
    const QWidget& room = child<QWidget>(present(), "figure");
    EXPECT_NEAR(present().drawing().height * present().scale(), room.height(), 1) << "above the sentence";
    auto& line = child<PlanLine>(present());
    line.setFocus();
    QTest::keyClicks(&line, QStringLiteral("nosuch"));
    QTest::keyClick(&line, Qt::Key_Return);
    settle();
    EXPECT_TRUE(sentence().contains(QStringLiteral("No generator and no open window is called “nosuch”.")))
        << sentence().toStdString();
}

TEST_F(PresentTest, ShowsOneIterationOfAnOrderThatStalls) {
    Plan stalled = made("1f1b", 2, 4);
    std::erase_if(stalled.schedule.order[0], [](const Block& block) { return block.op.kind == OpKind::F; });
    show(stalled);
    present().add({.title = QStringLiteral("stalled"), .plan = std::make_shared<const Plan>(stalled)});
    wait();
    EXPECT_EQ(sentence(), QStringLiteral("One of the orders does not reach its end, so one iteration is shown."));
    EXPECT_FALSE(present().drawing().marks.empty());
}

TEST_F(PresentTest, OffersOpenWindowsByTheirTitlesAndGenerators) {
    Plan plan = document().plan();
    plan.title = title::read("My lecture");
    document().reset(plan);
    window().show();
    show(made("zb-h1", 4, 8));
    auto& line = child<PlanLine>(present());
    QTest::keyClick(&present(), Qt::Key_Plus);
    ASSERT_TRUE(line.hasFocus());
    QTest::keyClicks(&line, QStringLiteral("my lecture "));
    EXPECT_EQ(child<QPushButton>(present(), "synchronous").isChecked(), true) << "a blank is a blank there";
    QTest::keyClick(&line, Qt::Key_Return);
    wait();
    ASSERT_EQ(present().count(), 1);
    EXPECT_EQ(title(0), QStringLiteral("My lecture"));
    EXPECT_FALSE(line.hasFocus());
    line.setFocus();
    QTest::keyClicks(&line, QStringLiteral("zb-h2"));
    QTest::keyClick(&line, Qt::Key_Return);
    wait();
    EXPECT_EQ(title(1), QStringLiteral("ZB-H2"));
}

TEST_F(PresentTest, IsDrivenByKeys) {
    show(made("zb-h1", 4, 8));
    for (const char* each : {"gpipe", "1f1b", "zb-h1", "zb-h2", "zb-1p"})
        present().add(offerOf(each));
    wait();
    EXPECT_EQ(present().count(), PresentWindow::kMostPlans);
    EXPECT_TRUE(sentence().startsWith(QStringLiteral("Four plans"))) << sentence().toStdString();
    press(Qt::Key_PageDown);
    press(Qt::Key_Delete);
    EXPECT_EQ(present().count(), 3);
    EXPECT_EQ(title(1), QStringLiteral("zb-h1")) << "the second one is out";
    press(Qt::Key_Right);
    EXPECT_EQ(child<QSlider>(present(), "microbatches").value(), 9);
    press(Qt::Key_Down);
    EXPECT_EQ(child<QSpinBox>(present(), "iterations").value(), 2);
    const std::size_t marks = present().drawing().marks.size();
    press(Qt::Key_M);
    EXPECT_GT(present().drawing().marks.size(), marks) << "curves of memory";
    EXPECT_EQ(child<ParetoPlot>(present()).points().size(), 3U);
    auto& line = child<PlanLine>(present());
    line.setFocus();
    QTest::keyClick(&line, Qt::Key_Escape);
    EXPECT_TRUE(present().isVisible()) << "the line goes first";
    QTest::keyClick(&present(), Qt::Key_Escape);
    EXPECT_FALSE(present().isVisible());
    present().show();
    child<QPushButton>(present(), "leave").click();
    EXPECT_FALSE(present().isVisible()) << "without a key, too";
}

TEST_F(PresentTest, IsReadFromTheLastRow) {
    for (const QSize size : {QSize(1920, 1080), QSize(1280, 720)}) {
        show(made("zb-h1", 8, 16), size);
        for (const char* each : {"gpipe", "1f1b", "zb-h1", "zb-h2"})
            present().add(offerOf(each));
        wait();
        const int least = size.height() / 45;
        EXPECT_GE(smallestType(), least - 0.01) << size.height();
        for (const QWidget* each : present().findChildren<QWidget*>())
            if (each->isVisible()) {
                EXPECT_GE(QFontInfo(each->font()).pixelSize(), least)
                    << each->metaObject()->className() << ' ' << each->objectName().toStdString();
            }
        const auto& table = child<QTableView>(present(), "presentNumbers");
        EXPECT_GE(table.height(), table.rowHeight(0) * present().numbers().rowCount()) << "all rows are seen";
    }
}

TEST_F(PresentTest, OpensFromTheMenuInFrontOfTheWindow) {
    window().actionRegistry().at("view.present")->trigger();
    settle();
    PresentWindow* opened = nullptr;
    for (QWidget* each : QApplication::topLevelWidgets())
        if (auto* found = qobject_cast<PresentWindow*>(each))
            opened = found;
    ASSERT_TRUE(opened);
    EXPECT_TRUE(opened->isFullScreen());
    ASSERT_TRUE(waitUntil([opened] { return !opened->isMaking(); }));
    EXPECT_EQ(opened->count(), 2);
    opened->close();
    settle();
}

} // namespace
} // namespace lanewright::app
