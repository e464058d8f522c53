// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/main_window.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/frame/help_window.h"
#include "app/frame/rows.h"
#include "app/frame/style_sheet.h"
#include "app/lanes/minimap.h"
#include "app/lanes/op_legend.h"
#include "app/lesson/player/playback.h"
#include "app/panels/findings_panel.h"
#include "app/panels/inspector.h"
#include "app/panels/log_panel.h"
#include "app/panels/lost_time.h"
#include "app/panels/numbers_strip.h"
#include "app/panels/run_panel.h"
#include "app/panels/solve_panel.h"
#include "app/plots/memory_plot.h"
#include "app/shell/session.h"
#include "app/timeline/view_history.h"
#include "app/widgets/clear_window.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/window_parts.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QLabel>

#include <initializer_list>
#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

/// Says at the bottom how many findings there are, of the plan or of what a gesture would make of it.
void showFindings(const WindowPanels& panels, const WindowModel& model, const Analysis& analysis) {
    const Document& document = model.document;
    FoldingTabs& bottom = *panels.bottom;
    bottom.setTabText(bottom.indexOf(panels.findings), MainWindow::tr("Findings %1").arg(analysis.findings.size()));
    QStringList words{analysis.findings.empty() ? MainWindow::tr("no findings") : findingsText(analysis.findings)};
    if (!document.plan().title.empty())
        words << translatedTitle(document.plan().title);
    // Whether it was edited stands in many a title.
    if (!document.modified() && document.path().isEmpty() && !document.source().isEmpty())
        words << MainWindow::tr("as in %1").arg(plainLine(QFileInfo(document.source()).fileName()));
    else if (!document.modified())
        words << (document.path().isEmpty() ? MainWindow::tr("not saved yet") : MainWindow::tr("saved"));
    else
        words << (model.autosave.hasCopy() ? MainWindow::tr("not saved, autosaved") : MainWindow::tr("not saved"));
    panels.summary->setText(words.join(QStringLiteral(" · ")));
    panels.summary->setToolTip(plainTip(panels.summary->text()));
}

struct OpenHelp {
    QString page;
    QByteArray geometry;
};

/// Closes the help of a window, and says what was open.
std::vector<OpenHelp> closeHelp(const MainWindow& window) {
    std::vector<OpenHelp> open;
    for (HelpWindow* each : window.findChildren<HelpWindow*>()) {
        open.push_back({each->shownPage(), each->saveGeometry()});
        delete each;
    }
    return open;
}

} // namespace

MainWindow::MainWindow(Session& session, QWidget* parent)
    : QMainWindow(parent), m_session(session), m_files(*this, context()), m_exports(context()), m_editMenu(context()),
      m_viewActions(m_sessionState, context()), m_findActions(context()), m_compareActions(context()),
      m_runActions(m_compareActions, context()), m_watchActions(*this, context()), m_helpActions(context()),
      m_sessionState(m_files, context()) {
    setAttribute(Qt::WA_DeleteOnClose);
    takeDroppedFiles(*this, [this](const QStringList& paths) { m_files.openAll(paths); });
    setWindowIcon(programIcon());
    connect(&m_runActions, &RunActions::changed, this, &MainWindow::enableActions);
    build();
    m_sessionState.resetLayout();
    m_sessionState.restoreLayout();
}

MainWindow::~MainWindow() {
    // Widgets speak to the document until their end, so they go first; what they say then, the window need not hear.
    m_model.document.disconnect();
    while (QWidget* child = findChild<QWidget*>({}, Qt::FindDirectChildrenOnly))
        delete child;
}

void MainWindow::build() {
    m_files.addActions();
    m_editMenu.addActions();
    m_viewActions.addActions();
    m_runActions.addActions();
    m_watchActions.addActions();
    m_findActions.addActions();
    m_compareActions.addActions();
    m_viewActions.addArrowActions();
    m_runActions.addMeasuredActions();
    m_helpActions.addActions();
    m_viewActions.refreshSigns();
    makePanels(m_panels, *this, m_model);
    m_panels.lanes->setRefusesIllegal(m_model.settings.refusesIllegal());
    makeMenus(m_panels, *this);
    makeToolBars(m_panels, *this, m_model);
    const Document& document = m_model.document;
    connect(&document, &Document::changed, this, &MainWindow::documentChanged);
    connect(&document, &Document::savedChanged, this, &MainWindow::documentChanged);
    connect(&document, &Document::runChanged, &m_runActions, &RunActions::runChanged);
    connect(&document, &Document::travelled, this, [this] { selection().keepThoseIn(m_model.document.schedule()); });
    connect(&document, &Document::failed, this, [this](const QString& sentence) { m_words.showProblem(sentence); });
    connect(&m_model.selection, &Selection::changed, this, &MainWindow::enableActions);
    connect(&m_model.autosave, &Autosave::saved, this, &MainWindow::documentChanged);
    connect(&m_model.variants, &Variants::changed, this, &MainWindow::sayMisfits);
    connectPanels();
    m_compareActions.connectPanels();
    m_runActions.connectPanels();
    m_watchActions.connectPanels();
    documentChanged();
    m_runActions.runChanged();
}

void MainWindow::sayMisfits() {
    if (const Message misfits = m_model.variants.misfits(); !misfits.empty())
        m_panels.banner->say(tr("Saving leaves something out: %1.").arg(translated(misfits)), {},
                             Banner::About::Variants);
    else
        m_panels.banner->withdraw(Banner::About::Variants);
}

void MainWindow::connectPanels() {
    QLabel* hint = m_panels.hint;
    // The history outlives the label, and says a last word.
    connect(&m_model.document.history(), &QUndoStack::indexChanged, hint, [this](int index) {
        const QUndoStack& history = m_model.document.history();
        m_panels.banner->withdraw(Banner::About::Problem);
        m_words.showHint(index < history.count() ? tr("Undone: %1").arg(history.redoText()) : history.undoText());
    });
    connectLanes();
    connect(m_panels.playback, &Playback::changed, hint, [this] {
        m_words.dropStaleHint();
        if (m_panels.playback->isActive())
            m_words.showHintWhile(translated(m_panels.playback->waits().sentence),
                                  [this] { return m_panels.playback->isActive(); });
    });
    connect(m_panels.numbers, &NumbersStrip::modeRequested, this, [this](OptimizerMode mode) {
        Plan next = m_model.document.plan();
        next.optimizerMode = mode;
        m_model.document.apply(tr("Optimizer: %1").arg(modeText(mode)), std::move(next));
    });
    connect(m_panels.numbers, &NumbersStrip::findingsRequested, this,
            [this] { m_panels.bottom->open(m_panels.findings); });
    connect(m_panels.inspector, &Inspector::recognised, m_panels.numbers, &NumbersStrip::showName);
    connect(m_panels.findings, &FindingsPanel::hint, hint,
            [this](const QString& sentence) { m_words.showHint(sentence); });
    connect(m_panels.findings, &FindingsPanel::countChanged, this,
            [this] { showFindings(m_panels, m_model, m_model.document.analysis()); });
    showFindings(m_panels, m_model, m_model.document.analysis());
    connect(m_panels.lost, &LostTimePanel::useCostsRequested, &m_runActions,
            [this] { m_runActions.useMeasuredCosts(); });
    connect(m_panels.lost, &LostTimePanel::solveRequested, &m_runActions, &RunActions::startSolving);
}

void MainWindow::connectLanes() {
    TimelineView* lanes = m_panels.lanes;
    connect(lanes, &TimelineView::hint, m_panels.hint, [this](const QString& sentence) { m_words.showHint(sentence); });
    connect(lanes, &TimelineView::previewed, m_panels.numbers, &NumbersStrip::preview);
    connect(lanes, &TimelineView::previewed, m_panels.memory, &MemoryPlot::preview);
    connect(lanes, &TimelineView::previewed, m_panels.findings, &FindingsPanel::preview);
    connect(lanes, &TimelineView::previewed, this, [this](const Analysis* analysis) {
        showFindings(m_panels, m_model, analysis ? *analysis : m_model.document.analysis());
    });
    connect(lanes, &TimelineView::moveStageRequested, &m_editMenu, &EditMenu::askToMoveStage);
    connect(lanes, &TimelineView::contextMenuRequested, this,
            [this](const QPoint& position) { showLaneMenu(*this, position); });
    connect(lanes, &TimelineView::laneOrderChanged, &m_findActions, &FindActions::saveLaneOrder);
    connect(lanes, &TimelineView::laneOrderChanged, m_panels.minimap,
            [this, lanes] { m_panels.minimap->setLaneOrder(lanes->laneOrder()); });
}

void MainWindow::documentChanged() {
    const Document& document = m_model.document;
    setWindowTitle(QStringLiteral("%1[*] — Lanewright").arg(document.displayName()));
    setWindowModified(document.modified());
    m_panels.rows->setRanks(document.schedule().ranks());
    // A board that is still empty will hold these.
    const std::vector<OpKind> kinds = kindsIn(document.schedule());
    m_panels.legend->setKinds(kinds.empty() ? std::vector{OpKind::F, OpKind::B, OpKind::W} : kinds,
                              document.analysis().lanes);
    showFindings(m_panels, m_model, document.analysis());
    m_words.dropStaleHint();
    enableActions();
}

void MainWindow::enableActions() {
    m_editMenu.enableActions();
    m_actions.enable("view.fitSelection", !selection().empty());
    m_runActions.enableActions();
}

void MainWindow::retranslate() {
    WindowRecord seen = m_sessionState.record();
    // A record keeps some ops; they are all selected still.
    seen.selected.clear();
    seen.geometry.clear(); // it stays where it is
    const LaneOrder order = m_panels.lanes->laneOrder();
    const RunSettings run = m_panels.runPanel->settings();
    const SolveOptions search = m_panels.solve->options();
    const QString log = m_panels.log->toPlainText();
    const bool warns = !m_panels.banner->isHidden();
    const std::vector<OpenHelp> help = closeHelp(*this);
    disconnectModel();
    m_panels.banner->setParent(nullptr);
    delete m_panels.playback;
    delete m_panels.viewHistory;
    m_actions.clear();
    m_panels.lanes = nullptr;
    clearWindow(*this);
    build();
    m_panels.runPanel->setSettings(run);
    m_panels.solve->setOptions(search);
    m_panels.log->setPlainText(log);
    m_panels.banner->setVisible(warns);
    m_panels.lanes->setLaneOrder(order);
    m_sessionState.showAgain(seen);
    sayMisfits();
    for (const OpenHelp& each : help)
        m_helpActions.showHelp(each.page)->restoreGeometry(each.geometry);
}

void MainWindow::disconnectModel() {
    for (QObject* each : std::initializer_list<QObject*>{
             &m_model.document, &m_model.document.history(), &m_model.selection, &m_model.range, &m_model.bounds,
             &m_model.runs, &m_model.solving, &m_model.watch, &m_model.autosave, &m_model.variants}) {
        each->disconnect(this);
        each->disconnect(&m_runActions);
        each->disconnect(&m_watchActions);
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_files.mayClose() || !m_watchActions.mayLeave() || !m_runActions.mayLeaveRun()) {
        event->ignore();
        return;
    }
    m_model.runs.stop();
    m_model.store.end();
    m_model.autosave.drop();
    m_sessionState.saveLayout();
    m_model.settings.setRun(m_panels.runPanel->settings());
    m_session.windowCloses(*this);
    event->accept();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    const TimelineView* lanes = m_panels.lanes;
    if (lanes && watched == lanes->viewport() && event->type() == QEvent::Resize)
        m_panels.memory->setRightMargin(lanes->width() - lanes->viewport()->geometry().right() - 1);
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_actions.all().empty())
        m_viewActions.refreshSigns();
}

MainWindow* showPlan(Session& session, const Plan& plan) {
    auto* window = new MainWindow(session);
    window->files().showPlan(plan);
    window->show();
    return window;
}

} // namespace lanewright::app
