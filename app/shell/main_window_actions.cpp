// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plain_words.h"
#include "app/document/said.h"
#include "app/lesson/lesson_window.h"
#include "app/lesson/playback.h"
#include "app/panels/findings_panel.h"
#include "app/panels/panel_text.h"
#include "app/plots/memory_plot.h"
#include "app/shell/classroom.h"
#include "app/shell/generator_sheet.h"
#include "app/shell/help_window.h"
#include "app/shell/look.h"
#include "app/shell/main_window.h"
#include "app/shell/rows.h"
#include "app/timeline/key_navigator.h"
#include "app/timeline/tray/tray.h"
#include "core/generate/recognise/made_title.h"
#include "core/program/program.h"

#include <QApplication>
#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>

#include <algorithm>
#include <cmath>

namespace lanewright {
namespace {

using Keys = QList<QKeySequence>;

Keys keys(std::initializer_list<const char*> texts) {
    Keys result;
    for (const char* text : texts)
        result << QKeySequence(QLatin1String(text));
    return result;
}

constexpr int kLaneStep = 8;

} // namespace

void MainWindow::addFileActions() {
    const auto add = [this](const char* id, const QString& text, const Keys& shortcut, std::function<void()> run) {
        return m_actions.add(QLatin1String(id), text, shortcut, std::move(run));
    };
    add("file.generate", tr("&New / Generate …"), keys({"Ctrl+N"}), [this] { showGenerateDialog(); });
    add("file.newWindow", tr("New &window"), keys({"Ctrl+Shift+N"}), [this] {
        auto* window = new MainWindow;
        window->showPlan(firstPlan());
        window->standBeside(*this);
        window->show();
    });
    add("file.lessons", tr("&Lessons …"), keys({"Ctrl+L"}), [] {
        LessonWindow* window = classroom::make();
        window->show();
        window->chooseLesson();
    });
    add("file.planner", tr("P&lanner …"), keys({"Ctrl+Shift+L"}), [] { openPlanner({}); })
        ->setToolTip(
            tr("From a model and a cluster to a schedule: where to cut, which part goes where, in which order."));
    add("file.open", tr("&Open …"), keys({"Ctrl+O"}), [this] { openWithDialog(); });
    add("file.save", tr("&Save"), keys({"Ctrl+S"}), [this] { save(); });
    add("file.saveAs", tr("Save &as …"), keys({"Ctrl+Shift+S"}), [this] { saveAs(); });
    add("file.saveRun", tr("Save &run …"), {}, [this] { saveRun(); });
    add("file.title", tr("&Title …"), {}, [this] {
        askTitle();
    })->setToolTip(tr("What the schedule is called in lists, prints and pictures."));
    add("file.exportPicture", tr("Export &picture …"), keys({"Ctrl+E"}), [this] { exportPicture(); });
    add("file.print", tr("&Print …"), keys({"Ctrl+P"}), [this] { showPrintPreview(); });
    add("edit.copyPicture", tr("Copy as p&icture"), keys({"Ctrl+Shift+C"}), [this] { copyPicture(); });
    add("file.exportCsv", tr("Export P&yTorch CSV …"), {}, [this] { exportCsv(); });
    add("file.exportTrace", tr("Export &Chrome trace …"), {}, [this] { exportTrace(); });
    add("file.close", tr("&Close window"), keys({"Ctrl+W"}), [this] { close(); });
    add("file.quit", tr("&Quit"), keys({"Ctrl+Q"}), [] { session::quit(); });
    QAction* again = m_actions.add(QStringLiteral("file.openLast"), tr("Open the &last session at start"), {}, [] {});
    again->setCheckable(true);
    again->setChecked(m_settings.opensLastSession());
    connect(again, &QAction::toggled, this, [this](bool on) { m_settings.setOpensLastSession(on); });
}

void MainWindow::addEditActions() {
    const auto add = [this](const char* id, const QString& text, const Keys& shortcut, std::function<void()> run) {
        return m_actions.add(QLatin1String(id), text, shortcut, std::move(run));
    };
    QUndoStack& history = m_document.history();
    QAction* undo = add("edit.undo", tr("&Undo"), keys({"Ctrl+Z"}), [&history] { history.undo(); });
    QAction* redo = add("edit.redo", tr("&Redo"), keys({"Ctrl+Shift+Z", "Ctrl+Y"}), [&history] { history.redo(); });
    undo->setIcon(signIcon(Sign::Undo));
    redo->setIcon(signIcon(Sign::Redo));
    const auto label = [](QAction* action, const QString& word, const QString& what) {
        action->setText(what.isEmpty() ? word : word + QStringLiteral(": ") + what.section(QStringLiteral("  "), 0, 0));
        action->setToolTip(plainTip(action->text().remove(QLatin1Char('&'))));
    };
    connect(&history, &QUndoStack::undoTextChanged, this,
            [undo, label](const QString& what) { label(undo, tr("&Undo"), what); });
    connect(&history, &QUndoStack::redoTextChanged, this,
            [redo, label](const QString& what) { label(redo, tr("&Redo"), what); });
    add("edit.earlier", tr("Move one place &earlier"), keys({"Ctrl+Left"}), [this] { m_lanes->keys().nudge(-1); });
    add("edit.later", tr("Move one place &later"), keys({"Ctrl+Right"}), [this] { m_lanes->keys().nudge(1); });
    add("edit.gap", tr("&Gap before it …"), keys({"Ctrl+Shift+G"}), [this] { askGap(); });
    add("edit.removeGaps", tr("Remove all ga&ps"), {}, [this] { m_edits.removeGaps(); });
    add("edit.split", tr("&Split BW into B and W"), keys({"Ctrl+K"}), [this] { report(m_edits.split()); });
    add("edit.fuse", tr("&Fuse B with its W"), keys({"Ctrl+Shift+K"}), [this] { report(m_edits.fuse()); });
    add("edit.cutInHalf", tr("Cut in &half"), {}, [this] {
        report(m_edits.cutInHalf());
    })->setToolTip(tr("Two directions become one V on half the ranks: DualPipe becomes DualPipeV."));
    add("edit.untie", tr("&Untie the pairs"), {}, [this] {
        report(m_edits.untie());
    })->setToolTip(tr("Every overlapped pair becomes its F and its backward, with B and W apart."));
    add("edit.replicate", tr("Re&plicate the pipeline …"), {}, [this] {
        showReplicateDialog();
    })->setToolTip(tr("Data parallelism: the pipeline several times side by side, each with ranks of its own."));
    add("edit.remove", tr("&Take out of the order"), keys({"Shift+Del"}), [this] { m_lanes->takeOut(); });
    add("edit.tray", tr("Go to the &tray"), keys({"Ctrl+T"}), [this] { m_lanes->tray().cells().setFocus(); });
    add("edit.insertMissing", tr("&Place all missing ops"), keys({"Ctrl+Shift+I"}),
        [this] { m_lanes->tray().placeAll(); });
    add("edit.selectNone", tr("Select &nothing"), keys({"Ctrl+Shift+A"}), [this] { m_selection.clear(); });
}

void MainWindow::addViewActions() {
    const auto add = [this](const char* id, const QString& text, const Keys& shortcut, std::function<void()> run) {
        return m_actions.add(QLatin1String(id), text, shortcut, std::move(run));
    };
    add("view.zoomIn", tr("Zoom &in"), keys({"Ctrl++", "Ctrl+="}), [this] {
        m_lanes->zoomIn();
    })->setIcon(signIcon(Sign::ZoomIn));
    add("view.zoomOut", tr("Zoom &out"), keys({"Ctrl+-"}), [this] {
        m_lanes->zoomOut();
    })->setIcon(signIcon(Sign::ZoomOut));
    add("view.fitAll", tr("&Fit all"), keys({"Ctrl+0"}), [this] { m_lanes->fitAll(); })->setIcon(signIcon(Sign::Fit));
    add("view.fitSelection", tr("Fit &selection"), keys({"Ctrl+Shift+F"}), [this] { m_lanes->fitSelection(); });
    add("view.tallerLanes", tr("&Taller lanes"), keys({"Ctrl+Shift+Up"}),
        [this] { m_lanes->setLaneHeight(m_lanes->laneHeight() + kLaneStep); });
    add("view.lowerLanes", tr("&Lower lanes"), keys({"Ctrl+Shift+Down"}),
        [this] { m_lanes->setLaneHeight(m_lanes->laneHeight() - kLaneStep); });
    add("view.nextFinding", tr("&Next finding"), keys({"F8"}), [this] { m_findings->step(1); });
    add("view.previousFinding", tr("&Previous finding"), keys({"Shift+F8"}), [this] { m_findings->step(-1); });
    add("edit.fix", tr("Fi&x this finding"), keys({"Ctrl+F8"}), [this] {
        m_bottom->open(m_findings);
        m_findings->applyFirstFix(std::max(0, m_findings->currentRow()));
    });
    add("edit.fixes", tr("Show what would fix this fi&nding"), keys({"Ctrl+Shift+F8"}), [this] {
        m_bottom->open(m_findings);
        m_findings->showFixes(std::max(0, m_findings->currentRow()));
    });
    QAction* measured = add("view.showMeasured", tr("Show &measured"), keys({"Ctrl+M"}), [] {});
    measured->setCheckable(true);
    measured->setChecked(m_settings.showMeasured());
    connect(measured, &QAction::toggled, this, [this](bool show) {
        m_lanes->setShowMeasured(show);
        m_settings.setShowMeasured(show);
    });
    QAction* memory = add("view.showMemory", tr("Show m&emory"), {}, [] {});
    memory->setCheckable(true);
    memory->setChecked(true);
    connect(memory, &QAction::toggled, this, [this](bool show) { m_overview->setMemoryWanted(show); });
    addPlayActions();
    addThemeActions();
    addLanguageActions();
    add("view.foldPanels", tr("Fold or open the &panels below"), {}, [this] { m_bottom->toggle(); });
    add("view.resetLayout", tr("&Reset layout"), {}, [this] {
        m_settings.resetLayout();
        resetLayout();
    });
    add("view.fullScreen", tr("F&ull screen"), keys({"F11"}),
        [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::addPlayActions() {
    // Playback takes these keys in the lanes: Space always, the others while its cursor is shown.
    const auto add = [this](const char* id, const QString& text, void (Playback::*act)()) {
        return m_actions.add(QLatin1String(id), text, {}, [this, act] { (m_playback->*act)(); });
    };
    add("view.play", tr("&Play or pause\tSpace"), &Playback::toggle);
    add("view.playStep", tr("&Step to the next event\tRight"), &Playback::stepForward);
    add("view.playBack", tr("Step &back\tLeft"), &Playback::stepBack);
    add("view.playStart", tr("&To the start\tHome"), &Playback::rewind);
    add("view.playFaster", tr("&Faster\tUp"), &Playback::faster);
    add("view.playSlower", tr("S&lower\tDown"), &Playback::slower);
    add("view.playEnd", tr("&End playback\tEsc"), &Playback::close);
    QAction* jump = m_actions.add(QStringLiteral("view.playJump"), tr("&Jump instead of sweeping"), {}, [] {});
    jump->setCheckable(true);
    jump->setChecked(desktopReducesMotion());
    connect(jump, &QAction::toggled, this, [this](bool reduced) { m_playback->setReducedMotion(reduced); });
}

void MainWindow::addRunActions() {
    const auto add = [this](const char* id, const QString& text, const Keys& shortcut, std::function<void()> run) {
        return m_actions.add(QLatin1String(id), text, shortcut, std::move(run));
    };
    add("run.start", tr("▶ &Run"), keys({"Ctrl+R", "F5"}), [this] {
        startRun(m_runPanel->settings());
    })->setToolTip(tr("Train a GPT in exactly this order and lay its measured timeline over the plan."));
    add("run.stop", tr("■ &Stop"), keys({"Ctrl+."}), [this] {
        m_runs.stop();
    })->setToolTip(tr("End the run after its step."));
    add("run.settings", tr("Run se&ttings"), {}, [this] { m_runPanel->setFormVisible(true); });
    add("run.check", tr("&Check ✓"), keys({"F7"}), [this] {
        check();
    })->setToolTip(tr("Judge the schedule and prove its programs free of deadlock."));
    add("run.solve", tr("S&olve"), keys({"F9"}), [this] {
        startSolving();
    })->setToolTip(tr("Search a better order for these costs and limits, and prove how good it is."));
    add("run.forget", tr("Remove the &measurement"), {}, [this] { m_document.setRun(nullptr); });
}

void MainWindow::addHelpActions() {
    const auto add = [this](const char* id, const QString& text, const Keys& shortcut, std::function<void()> run) {
        m_actions.add(QLatin1String(id), text, shortcut, std::move(run));
    };
    add("help.contents", tr("&Getting started"), keys({"F1"}), [this] { showHelp(QStringLiteral("getting-started")); });
    add("help.generators", tr("Ge&nerators"), {}, [this] { showHelp(QStringLiteral("generators")); });
    add("help.solving", tr("&Bounds and solving"), {}, [this] { showHelp(QStringLiteral("solving")); });
    add("help.explaining", tr("&Why does it wait?"), {}, [this] { showHelp(QStringLiteral("explaining")); });
    add("help.planner", tr("The &planner"), {}, [this] { showHelp(QStringLiteral("planner")); });
    add("help.lessons", tr("&Lessons"), {}, [this] { showHelp(QStringLiteral("lessons")); });
    add("help.questions", tr("&Questions"), {}, [this] { showHelp(QStringLiteral("questions")); });
    add("help.desktop", tr("On the &desktop"), {}, [this] { showHelp(QStringLiteral("desktop")); });
    add("help.compared", tr("How it &compares"), {}, [this] { showHelp(QStringLiteral("compared")); });
    add("help.keys", tr("&Keyboard"), keys({"?", "Ctrl+?", "Ctrl+/"}), [this] { showHelp(QStringLiteral("keys")); });
    add("help.findings", tr("&Findings"), {}, [this] { showHelp(QStringLiteral("findings")); });
    add("help.about", tr("&About Lanewright"), {}, [this] {
        QMessageBox::about(
            this, tr("About Lanewright"),
            tr("<h3>Lanewright %1</h3><p>A workbench for pipeline-parallel training schedules.</p>"
               "<p>The desktop is free software under the GNU General Public License, version 3 or later; "
               "core and engine are under the Apache License 2.0.</p>")
                .arg(QStringLiteral(LANEWRIGHT_VERSION)));
    });
}

QInputDialog* MainWindow::askTitle() {
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("titleDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Title"));
    dialog->setLabelText(tr("What the schedule is called. Left empty, it is called what its order is."));
    dialog->setTextValue(saidTitle(m_document.plan().title));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
        if (text == saidTitle(m_document.plan().title))
            return;
        Plan named = m_document.plan();
        named.title = text.trimmed().isEmpty() ? title::ofOrder(named) : text.trimmed().toStdString();
        const QString words = tr("Call it %1").arg(saidTitle(named.title));
        m_document.apply(words, std::move(named));
    });
    dialog->open();
    return dialog;
}

void MainWindow::askGap() {
    const TimeUnit unit = m_document.plan().timeUnit;
    const auto scale = static_cast<double>(scaleOf(unit));
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("gapDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::DoubleInput);
    dialog->setWindowTitle(tr("Gap"));
    dialog->setLabelText(tr("Gap before %1 in %2 (0 removes it):")
                             .arg(opText(m_selection.current(), m_document.plan()),
                                  unit == TimeUnit::Unit ? tr("units") : unitText(unit)));
    dialog->setDoubleDecimals(3);
    dialog->setDoubleRange(0, 1e6);
    dialog->setDoubleValue(static_cast<double>(m_edits.gap()) / scale);
    connect(dialog, &QInputDialog::doubleValueSelected, this,
            [this, scale](double value) { report(m_edits.setGap(static_cast<Time>(std::llround(value * scale)))); });
    dialog->open();
}

void MainWindow::check() {
    m_bottom->open(m_findings);
    if (!m_document.analysis().valid) {
        m_hint->setText(tr("Not valid: see the findings."));
        return m_findings->step(1);
    }
    const Result<std::vector<Program>> programs = lanewright::lower(m_document.plan());
    if (!programs)
        return complain(sentenceOf(programs.error()));
    if (const Result<Done> proof = proveDeadlockFree(*programs, m_document.plan()); !proof)
        return complain(sentenceOf(proof.error()));
    m_hint->setText(tr("Valid: all %1 ops are there and in their place; the programs are proved free of deadlock.")
                        .arg(opCount(m_document.schedule())));
}

HelpWindow* MainWindow::showHelp(const QString& page) {
    auto* help = new HelpWindow(
        {{QStringLiteral("keys"), keyboardSheet(m_actions)}, {QStringLiteral("generators"), generatorSheet()}}, this);
    help->setAttribute(Qt::WA_DeleteOnClose);
    help->showPage(page);
    help->show();
    return help;
}

} // namespace lanewright
