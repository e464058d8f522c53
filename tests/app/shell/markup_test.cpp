// SPDX-License-Identifier: GPL-3.0-or-later
// Words from files are shown as they are: none of them is ever taken for markup, which may name files to be opened, and
// no character of theirs acts: none is a command to a terminal, none turns the direction of what follows.
#include "app/dialogs/generate_dialog.h"
#include "app/dialogs/pytorch_dialog.h"
#include "app/dialogs/replicate_dialog.h"
#include "app/document/translate.h"
#include "app/lesson/lesson_window.h"
#include "app/picture/picture.h"
#include "app/planner/cluster_view.h"
#include "app/planner/layer_bar.h"
#include "app/planner/planner_window.h"
#include "app/plots/front_plot.h"
#include "app/shell/compare_window.h"
#include "app/shell/recovery.h"
#include "app/widgets/banner.h"
#include "core/io/files.h"
#include "core/io/run_json.h"
#include "core/page/figure_panel.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"
#include "tests/support/foreign_words.h"
#include "tests/support/repository.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTextDocument>
#include <QTextEdit>
#include <QToolTip>
#include <QXmlStreamReader>

#include <algorithm>
#include <string>

namespace lanewright::app {
namespace {

const QString kMarkup = QStringLiteral("<img");

bool isTaken(const QString& words) { return Qt::mightBeRichText(words) && words.contains(kMarkup); }

/// All that a widget says: its own words, its choices, its cells.
QStringList wordsOf(const QWidget& widget) {
    QStringList words = {widget.windowTitle(), widget.toolTip(), widget.statusTip(), widget.accessibleName(),
                         widget.accessibleDescription()};
    for (const QAction* action : widget.actions())
        words << action->text() << action->toolTip();
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        words << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        words << button->text();
    if (const auto* line = qobject_cast<const QLineEdit*>(&widget))
        words << line->text() << line->placeholderText();
    if (const auto* text = qobject_cast<const QTextEdit*>(&widget))
        words << text->toPlainText();
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(&widget))
        words << text->toPlainText();
    if (const auto* chooser = qobject_cast<const QComboBox*>(&widget))
        for (int item = 0; item < chooser->count(); ++item)
            words << chooser->itemText(item);
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
        for (int tab = 0; tab < tabs->count(); ++tab)
            words << tabs->tabText(tab) << tabs->tabToolTip(tab);
    const auto* view = qobject_cast<const QAbstractItemView*>(&widget);
    const QAbstractItemModel* model = view ? view->model() : nullptr;
    for (int row = 0; model && row < std::min(20, model->rowCount()); ++row)
        for (int column = 0; column < model->columnCount(); ++column)
            for (const int role : {static_cast<int>(Qt::DisplayRole), static_cast<int>(Qt::ToolTipRole),
                                   static_cast<int>(Qt::AccessibleTextRole)})
                words << model->index(row, column).data(role).toString();
    return words;
}

std::string actingCharacterIn(const QString& words) { return test::actingCharacterIn(words.toStdString()); }

/// Every label, text, tooltip and cell of all windows that has foreign words for markup, or shows a character that
/// acts.
QStringList taken() {
    QStringList found;
    const auto note = [&](const QWidget& where, const QString& words) {
        found << QStringLiteral("%1 %2: %3")
                     .arg(QLatin1String(where.metaObject()->className()), where.objectName(), words);
    };
    for (const QWidget* each : QApplication::allWidgets()) {
        for (const QString& words : wordsOf(*each))
            if (const std::string acting = actingCharacterIn(words); !acting.empty())
                note(*each, QString::fromStdString(acting));
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
            if (isTaken(words) || !actingCharacterIn(words).empty())
                found << words;
        }
    QToolTip::hideText();
    return count;
}

std::string lines(const QStringList& words) { return words.join(QLatin1Char('\n')).toStdString(); }

/// The parameter: whether the words that look like markup hold characters that act as well.
class MarkupTest : public WindowTest, public testing::WithParamInterface<bool> {
protected:
    /// A file of the test's own whose every string is foreign.
    QString hostile(const char* name) {
        const QString plain = QString::fromStdString(test::inRepository("tests/data/markup/")) + QLatin1String(name);
        if (!GetParam())
            return plain;
        const QString copy = path(name);
        const Result<std::string> text = readFile(plain.toStdString());
        EXPECT_TRUE(text);
        QString words = QString::fromStdString(*text);
        words.replace(QStringLiteral("<img src=/etc/probe.png>"),
                      QString::fromUtf8(test::kForeignJson.data(), static_cast<qsizetype>(test::kForeignJson.size())));
        EXPECT_TRUE(writeFile(copy.toStdString(), words.toStdString()));
        return copy;
    }
    std::string foreignWords() const {
        return GetParam() ? std::string{test::kForeignWords} : kMarkup.toStdString() + " src=/etc/probe.png>";
    }
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

TEST_P(MarkupTest, InTheTitleOfAScheduleStaysWords) {
    open("title.lwsched");
    EXPECT_GT(shownPlainly(), 0);
    edit();
    window().selection().set(op("F0.0"));
    settle();
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
}

TEST_P(MarkupTest, InTheErrorOfARefusedFileStaysWords) {
    EXPECT_FALSE(window().files().openPath(hostile("refused.lwsched")));
    EXPECT_TRUE(window().findChild<Banner*>()->sentence().contains(kMarkup));
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
}

TEST_P(MarkupTest, InARunStaysWords) {
    open("title.lwsched");
    lanewright::Run run;
    run.plan = document().plan();
    run.hosts = {foreignWords()};
    run.launcher = run.hosts.front();
    run.steps.push_back({.wall = document().timeline()});
    ASSERT_TRUE(writeFile(path("a.lwrun").toStdString(), runToJson(run)));
    ASSERT_TRUE(window().files().openPath(path("a.lwrun")));
    settle();
    EXPECT_TRUE(document().run());
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
}

TEST_P(MarkupTest, InALessonStaysWords) {
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

TEST_P(MarkupTest, InAModelAndAClusterStaysWords) {
    auto* planner = new PlannerWindow;
    planner->resize(1440, 900);
    planner->show();
    ASSERT_TRUE(planner->openPath(hostile("model.lwmodel")));
    ASSERT_TRUE(planner->openPath(hostile("cluster.lwcluster")));
    ASSERT_TRUE(waitUntil(
        [planner] { return !planner->plannerDocument().isSearching() && planner->plannerDocument().shown(); }));
    settle();
    QStringList found;
    EXPECT_GT(hoverOver(child<ClusterView>(*planner), found), 0);
    hoverOver(child<LayerBar>(*planner), found);
    EXPECT_TRUE(found.isEmpty()) << lines(found);
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
    planner->openPath(hostile("no_links.lwcluster"));
    settle();
    EXPECT_GT(shownPlainly(), 0);
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
    delete planner;
}

TEST_P(MarkupTest, InAComparisonStaysWords) {
    const QString acting = QStringLiteral("<img src=probe.png>\x1b[31m\u202Egnp.lwsched");
    const QString file = GetParam() ? path("a").chopped(1) + acting : path("<img src=probe.png>.lwsched");
    ASSERT_TRUE(document().save(file));
    auto* compare = new CompareWindow(session());
    compare->show();
    ASSERT_TRUE(compare->addFile(file));
    compare->add(document().plan(), QStringLiteral("<img src=/etc/probe.png>"));
    settle();
    EXPECT_TRUE(compareHead(*compare, 0).contains(QStringLiteral("&lt;img")));
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
}

TEST_P(MarkupTest, InDialogsStaysWords) {
    open("title.lwsched");
    window().files().showGenerateDialog();
    window().editMenu().showReplicateDialog();
    window().exports().exportCsv();
    settle();
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
}

TEST_P(MarkupTest, InMessageBoxesStaysWords) {
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
    EXPECT_FALSE(offerRecovery(session()));
    EXPECT_EQ(shown, 2);
    EXPECT_TRUE(found.isEmpty()) << lines(found);
    QFile::remove(left);
}

TEST_P(MarkupTest, InPicturesStaysWords) {
    open("title.lwsched");
    const Result<LaidOut> laid = layOut({.panels = {panelOf(document().plan(), document().timeline())}});
    ASSERT_TRUE(laid) << laid.error().message;
    for (const char* name : {"a.svg", "a.tex"})
        ASSERT_TRUE(writePicture(laid->drawing, path(name), 300)) << name;
    for (const char* name : {"a.svg", "a.tex"})
        EXPECT_EQ(test::actingCharacterIn(*readFile(path(name).toStdString())), "") << name;
    QXmlStreamReader reader(QByteArray::fromStdString(*readFile(path("a.svg").toStdString())));
    while (!reader.atEnd()) {
        reader.readNext();
        EXPECT_FALSE(reader.name() == QLatin1String("img"));
    }
    EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString();
}

TEST_P(MarkupTest, InWhatAnEngineSaysStaysWords) {
    Q_EMIT window().model().runs.logged(QString::fromStdString(foreignWords()));
    window().words().showHint(QString::fromStdString(foreignWords()));
    window().words().showProblem(translated(Message{foreignWords()}));
    settle();
    EXPECT_TRUE(window().findChild<Banner*>()->sentence().contains(kMarkup));
    EXPECT_TRUE(taken().isEmpty()) << lines(taken());
}

INSTANTIATE_TEST_SUITE_P(Words, MarkupTest, testing::Bool());

} // namespace
} // namespace lanewright::app
