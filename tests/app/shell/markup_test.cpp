// SPDX-License-Identifier: GPL-3.0-or-later
// Words from files are shown as they are: none of them is ever taken for markup, which may name files to be opened.
#include "app/dialogs/generate_dialog.h"
#include "app/dialogs/pytorch_dialog.h"
#include "app/dialogs/replicate_dialog.h"
#include "app/frame/banner.h"
#include "app/lesson/lesson_window.h"
#include "app/planner/cluster_view.h"
#include "app/planner/layer_bar.h"
#include "app/planner/planner_window.h"
#include "app/plots/front_plot.h"
#include "app/shell/compare_window.h"
#include "app/shell/recovery.h"
#include "core/io/files.h"
#include "core/io/run_json.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"
#include "tests/support/repository.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QTextDocument>
#include <QTextEdit>
#include <QToolTip>

#include <algorithm>

namespace lanewright::app {
namespace {

const QString kMarkup = QStringLiteral("<img");

QString hostile(const char* name) {
    return QString::fromStdString(test::inRepository("tests/data/markup/")) + QLatin1String(name);
}

bool isTaken(const QString& words) { return Qt::mightBeRichText(words) && words.contains(kMarkup); }

/// Every label, text, tooltip and cell of all windows that has foreign words for markup.
QStringList taken() {
    QStringList found;
    const auto note = [&](const QWidget& where, const QString& words) {
        found << QStringLiteral("%1 %2: %3")
                     .arg(QLatin1String(where.metaObject()->className()), where.objectName(), words);
    };
    for (const QWidget* each : QApplication::allWidgets()) {
        if (isTaken(each->toolTip()))
            note(*each, each->toolTip());
        if (const auto* label = qobject_cast<const QLabel*>(each);
            label && label->textFormat() != Qt::PlainText && isTaken(label->text()))
            note(*label, label->text());
        if (const auto* text = qobject_cast<const QTextEdit*>(each); text && text->toHtml().contains(kMarkup))
            note(*text, text->toHtml());
        const auto* view = qobject_cast<const QAbstractItemView*>(each);
        const QAbstractItemModel* model = view ? view->model() : nullptr;
        for (int row = 0; model && row < std::min(20, model->rowCount()); ++row)
            for (int column = 0; column < model->columnCount(); ++column)
                if (const QString tip = model->index(row, column).data(Qt::ToolTipRole).toString(); isTaken(tip))
                    note(*view, tip);
    }
    return found;
}

/// In how many labels foreign words are to be seen as they are.
int shownPlainly() {
    return static_cast<int>(std::ranges::count_if(QApplication::allWidgets(), [](const QWidget* each) {
        const auto* label = qobject_cast<const QLabel*>(each);
        return label && label->textFormat() == Qt::PlainText && label->text().contains(kMarkup);
    }));
}

/// Rests the mouse on many places of a widget. Says how many tooltips have foreign words, and notes those that take
/// them for markup.
int hoverOver(QWidget& widget, QStringList& found) {
    constexpr int kStep = 12;
    int count = 0;
    for (int y = 0; y < widget.height(); y += kStep)
        for (int x = 0; x < widget.width(); x += kStep) {
            const QPoint at(x, y);
            QHelpEvent event(QEvent::ToolTip, at, widget.mapToGlobal(at));
            QCoreApplication::sendEvent(&widget, &event);
            const QString words = QToolTip::text();
            count += words.contains(QStringLiteral("probe.png")) ? 1 : 0;
            if (isTaken(words))
                found << words;
        }
    QToolTip::hideText();
    return count;
}

std::string lines(const QStringList& words) { return words.join(QLatin1Char('\n')).toStdString(); }

class MarkupTest : public WindowTest {
protected:
    void TearDown() override {
        for (QWidget* each : QApplication::topLevelWidgets())
            if (each != &window() && each->isVisible())
                each->close();
        window().files().giveUpEdits();
        window().close();
        settle();
        WindowTest::TearDown();
    }
    void open(const char* name) {
        ASSERT_TRUE(window().files().openPath(hostile(name)));
        settle();
    }
    void edit() {
        Plan plan = document().plan();
        plan.costs.stages[0][0].forward += 1;
        document().apply(QStringLiteral("Rename <img src=/etc/probe.png>"), plan);
    }
};

TEST_F(MarkupTest, InTheTitleOfAScheduleStaysWords) {
    open("title.lwsched");
    EXPECT_GT(shownPlainly(), 0);
    edit();
    window().selection().set(op("F0.0"));
    settle();
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
}

TEST_F(MarkupTest, InTheErrorOfARefusedFileStaysWords) {
    EXPECT_FALSE(window().files().openPath(hostile("refused.lwsched")));
    EXPECT_TRUE(window().findChild<Banner*>()->sentence().contains(kMarkup));
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
}

TEST_F(MarkupTest, InARunStaysWords) {
    open("title.lwsched");
    lanewright::Run run;
    run.plan = document().plan();
    run.hosts = {kMarkup.toStdString() + " src=/etc/probe.png>"};
    run.launcher = run.hosts.front();
    run.steps.push_back({.wall = document().timeline()});
    ASSERT_TRUE(writeFile(path("a.lwrun").toStdString(), runToJson(run)));
    ASSERT_TRUE(window().files().openPath(path("a.lwrun")));
    settle();
    EXPECT_TRUE(document().run());
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
}

TEST_F(MarkupTest, InALessonStaysWords) {
    auto* lesson = new LessonWindow;
    ASSERT_TRUE(lesson->open(hostile("lesson.lwlesson")));
    lesson->show();
    settle();
    lesson->session().showHint();
    settle();
    EXPECT_GT(shownPlainly(), 0);
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
    delete lesson;
}

TEST_F(MarkupTest, InAModelAndAClusterStaysWords) {
    auto* planner = new PlannerWindow;
    planner->resize(1440, 900);
    planner->show();
    ASSERT_TRUE(planner->openPath(hostile("model.lwmodel")));
    ASSERT_TRUE(planner->openPath(hostile("cluster.lwcluster")));
    ASSERT_TRUE(waitUntil(
        [planner] { return !planner->plannerDocument().isSearching() && planner->plannerDocument().shown(); }, 20'000));
    settle();
    QStringList found;
    EXPECT_GT(hoverOver(child<ClusterView>(*planner), found), 0);
    hoverOver(planner->layers(), found);
    EXPECT_TRUE(found.isEmpty()) << lines(found);
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
    planner->openPath(hostile("no_links.lwcluster"));
    settle();
    EXPECT_GT(shownPlainly(), 0);
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
    delete planner;
}

TEST_F(MarkupTest, InAComparisonStaysWords) {
    const QString file = path("<img src=probe.png>.lwsched");
    ASSERT_TRUE(document().save(file));
    auto* compare = new CompareWindow;
    compare->show();
    ASSERT_TRUE(compare->addFile(file));
    compare->add(document().plan(), QStringLiteral("<img src=/etc/probe.png>"));
    settle();
    EXPECT_TRUE(compareHead(*compare, 0).contains(QStringLiteral("&lt;img")));
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
}

TEST_F(MarkupTest, InDialogsStaysWords) {
    open("title.lwsched");
    window().files().showGenerateDialog();
    window().editMenu().showReplicateDialog();
    window().exports().exportCsv();
    settle();
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
}

TEST_F(MarkupTest, InMessageBoxesStaysWords) {
    open("title.lwsched");
    const Plan plan = document().plan();
    window().files().showPlan(plan);
    edit();
    int shown = 0;
    QStringList found;
    const auto look = [&](QMessageBox&) {
        shown += shownPlainly() > 0 ? 1 : 0;
        found << taken();
    };
    answerNextBox("", look);
    EXPECT_FALSE(window().close());
    EXPECT_EQ(shown, 1);
    // An ended program's copy of the edits.
    window().model().autosave.saveNow();
    const QString copy = window().model().autosave.file();
    const QString left = Autosave::folder() + QStringLiteral("/1-1-1.lwautosave");
    ASSERT_TRUE(QFile::copy(copy, left));
    answerNextBox("later", look);
    EXPECT_FALSE(offerRecovery());
    EXPECT_EQ(shown, 2);
    EXPECT_TRUE(found.isEmpty()) << lines(found);
    QFile::remove(left);
}

} // namespace
} // namespace lanewright::app
