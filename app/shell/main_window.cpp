// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/main_window.h"

#include "app/document/plain_words.h"
#include "app/document/said.h"
#include "app/lesson/playback.h"
#include "app/panels/deviation_panel.h"
#include "app/panels/findings_panel.h"
#include "app/panels/generate_dialog.h"
#include "app/panels/inspector.h"
#include "app/panels/log_panel.h"
#include "app/panels/lost_time.h"
#include "app/panels/numbers_strip.h"
#include "app/panels/panel_text.h"
#include "app/panels/replicate_dialog.h"
#include "app/panels/solve_panel.h"
#include "app/plots/memory_plot.h"
#include "app/shell/banner.h"
#include "app/shell/look.h"
#include "app/shell/rows.h"
#include "app/timeline/lane_layout.h"
#include "app/timeline/minimap.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"

#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QStatusBar>
#include <QToolButton>

#include <algorithm>

namespace lanewright {

Plan firstPlan() {
    // Ops of 10 ms can be paced on any machine.
    constexpr int kRanks = 4;
    constexpr int kMicrobatches = 8;
    constexpr Time kOp = 10'000'000;
    const Result<Plan> problem = problemOf({.ranks = kRanks,
                                            .microbatches = kMicrobatches,
                                            .timeUnit = TimeUnit::Ms,
                                            .forward = kOp,
                                            .backwardInput = kOp,
                                            .backwardWeight = kOp,
                                            .memoryLimit = kRanks * kMemoryUnit});
    if (!problem)
        return {};
    const Result<Plan> plan = generate("zb-h1", *problem);
    return plan ? *plan : *problem;
}

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), m_bounds(m_document), m_runs(m_document), m_store(m_document),
      m_edits(m_document, m_selection), m_actions(*this), m_autosave(new Autosave(m_document, this)),
      m_opening(new FileOpening(*this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setAcceptDrops(true);
    setWindowIcon(programIcon());
    build();
    resetLayout();
    restoreLayout();
}

void MainWindow::build() {
    addFileActions();
    addEditActions();
    addOrderActions();
    addViewActions();
    addRunActions();
    addFindActions();
    addHelpActions();
    buildCentre();
    m_lanes->setRefusesIllegal(m_settings.refusesIllegal());
    buildMenus();
    buildToolBar();
    buildStatusBar();
    connectParts();
    documentChanged();
    runChanged();
}

MainWindow::~MainWindow() {
    // Widgets speak to the document until their end, so they go first; what they say then, the window need not hear.
    m_document.disconnect();
    while (QWidget* child = findChild<QWidget*>({}, Qt::FindDirectChildrenOnly))
        delete child;
}

void MainWindow::connectParts() {
    connect(&m_document, &Document::changed, this, &MainWindow::documentChanged);
    connect(&m_document, &Document::savedChanged, this, &MainWindow::documentChanged);
    connect(&m_document, &Document::runChanged, this, &MainWindow::runChanged);
    connect(&m_document, &Document::travelled, this, [this] { m_selection.keepThoseIn(m_document.schedule()); });
    connect(&m_document, &Document::failed, this, [this](const QString& sentence) { complain(sentence); });
    connect(&m_selection, &Selection::changed, this, &MainWindow::enableActions);
    // The history outlives the label, and says a last word.
    connect(&m_document.history(), &QUndoStack::indexChanged, m_hint, [this](int index) {
        const QUndoStack& history = m_document.history();
        m_hint->setText(index < history.count() ? tr("Undone: %1").arg(history.redoText()) : history.undoText());
    });
    connect(m_lanes, &TimelineView::previewed, m_numbers, &NumbersStrip::preview);
    connect(m_numbers, &NumbersStrip::modeRequested, this, [this](OptimizerMode mode) {
        Plan next = m_document.plan();
        next.optimizerMode = mode;
        m_document.apply(tr("Optimizer: %1").arg(modeText(mode)), std::move(next));
    });
    connect(m_lanes, &TimelineView::hint, m_hint, &QLabel::setText);
    connect(m_playback, &Playback::changed, this, [this] {
        if (m_playback->isActive())
            m_hint->setText(m_playback->waits().sentence);
    });
    connect(m_lanes, &TimelineView::moveStageRequested, this, &MainWindow::askToMoveStage);
    connect(m_lanes, &TimelineView::contextMenuRequested, this, &MainWindow::showLaneMenu);
    connect(m_numbers, &NumbersStrip::findingsRequested, this, [this] { m_bottom->open(m_findings); });
    connect(m_inspector, &Inspector::recognised, m_numbers, &NumbersStrip::showName);
    connect(m_findings, &FindingsPanel::hint, m_hint, &QLabel::setText);
    connect(m_findings, &FindingsPanel::countChanged, this,
            [this](int count) { m_bottom->setTabText(m_bottom->indexOf(m_findings), tr("Findings %1").arg(count)); });
    m_bottom->setTabText(m_bottom->indexOf(m_findings), tr("Findings %1").arg(m_findings->count()));
    connect(m_lanes, &TimelineView::laneOrderChanged, this, &MainWindow::saveLaneOrder);
    connect(m_lanes, &TimelineView::laneOrderChanged, m_minimap,
            [this] { m_minimap->setLaneOrder(m_lanes->laneOrder()); });
    connect(m_lost, &LostTimePanel::useCostsRequested, this, &MainWindow::useMeasuredCosts);
    connect(m_lost, &LostTimePanel::solveRequested, this, &MainWindow::startSolving);
    connectRuns();
    connect(m_autosave, &Autosave::saved, this, [this] { documentChanged(); });
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &MainWindow::fileChanged);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] {
        if (QFileInfo::exists(m_document.path()))
            fileChanged();
    });
}

void MainWindow::documentChanged() {
    setWindowTitle(QStringLiteral("%1[*] — Lanewright").arg(m_document.displayName()));
    setWindowModified(m_document.modified());
    m_rows->setRanks(m_document.schedule().ranks());
    QStringList words;
    const auto& findings = m_document.analysis().findings;
    words << (findings.empty() ? tr("no findings")
                               : counted(static_cast<int>(findings.size()), tr("finding"), tr("findings")));
    if (!m_document.plan().title.empty())
        words << saidTitle(m_document.plan().title);
    if (!m_document.modified())
        words << (m_document.path().isEmpty() ? tr("not saved yet") : tr("saved"));
    else
        words << (m_autosave->hasCopy() ? tr("edited, autosaved") : tr("edited"));
    m_summary->setText(words.join(QStringLiteral(" · ")));
    enableActions();
}

QString MainWindow::hintText() const { return m_hint->text(); }

void MainWindow::startSolving() {
    m_bottom->open(m_solve);
    m_solve->start();
}

GenerateDialog* MainWindow::showGenerateDialog(const QString& generator) {
    auto* dialog = new GenerateDialog(m_document, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (!generator.isEmpty())
        dialog->choose(generator);
    connect(dialog, &GenerateDialog::accepted, this, [this](const Plan& plan, bool inNewWindow) {
        if (inNewWindow) {
            auto* window = new MainWindow;
            window->showPlan(plan);
            window->show();
            return;
        }
        m_document.apply(tr("Generate %1").arg(saidTitle(plan.title)), Plan(plan), -1, Document::Change::MadeAnew);
        m_range.fit();
    });
    dialog->open();
    return dialog;
}

ReplicateDialog* MainWindow::showReplicateDialog() {
    auto* dialog = new ReplicateDialog(m_document, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ReplicateDialog::accepted, this, [this](const Plan& plan, int replicas) {
        m_document.apply(tr("Replicate the pipeline: %n replicas", nullptr, replicas), Plan(plan));
        m_range.fit();
    });
    dialog->open();
    return dialog;
}

void MainWindow::askToMoveStage(const Op& op, int toRank) {
    const QString more = tr("%1 belongs to stage %2, which lives on rank %3. All ops of the stage would move to rank "
                            "%4. One undo takes it back.")
                             .arg(opText(op, m_document.plan()))
                             .arg(op.stage)
                             .arg(m_document.schedule().rankOf(op))
                             .arg(toRank);
    QMessageBox* box =
        plainBox(QMessageBox::Question, tr("Move a stage"), tr("Host stage %1 on rank %2?").arg(op.stage).arg(toRank),
                 more, QMessageBox::Yes | QMessageBox::No, this);
    box->setObjectName(QStringLiteral("moveStageQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setDefaultButton(QMessageBox::Yes);
    connect(box, &QMessageBox::finished, this, [this, op, toRank](int answer) {
        if (answer == QMessageBox::Yes)
            report(m_edits.moveStage(op, toRank));
    });
    box->open();
}

void MainWindow::complain(const QString& sentence, const std::vector<Banner::Choice>& choices) {
    m_banner->say(sentence, choices);
}

void MainWindow::report(const Result<Done>& done) {
    if (!done)
        m_hint->setText(sentenceOf(done.error()));
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (m_lanes && watched == m_lanes->viewport() && event->type() == QEvent::Resize)
        m_memory->setRightMargin(m_lanes->width() - m_lanes->viewport()->geometry().right() - 1);
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || m_actions.all().empty())
        return;
    m_actions.at(QStringLiteral("edit.undo"))->setIcon(signIcon(Sign::Undo));
    m_actions.at(QStringLiteral("edit.redo"))->setIcon(signIcon(Sign::Redo));
    m_actions.at(QStringLiteral("view.zoomIn"))->setIcon(signIcon(Sign::ZoomIn));
    m_actions.at(QStringLiteral("view.zoomOut"))->setIcon(signIcon(Sign::ZoomOut));
    m_actions.at(QStringLiteral("view.fitAll"))->setIcon(signIcon(Sign::Fit));
}

} // namespace lanewright
