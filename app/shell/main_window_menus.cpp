// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/main_window.h"

#include <QMenu>
#include <QMenuBar>
#include <QToolButton>

#include <algorithm>
namespace lanewright {

void MainWindow::buildMenus() {
    const auto fill = [this](QMenu* menu, std::initializer_list<const char*> ids) {
        for (const char* id : ids) {
            if (*id == '\0')
                menu->addSeparator();
            else
                menu->addAction(m_actions.at(QLatin1String(id)));
        }
    };
    QMenu* file = menuBar()->addMenu(tr("&File"));
    fill(file, {"file.generate", "file.newWindow", "file.lessons", "file.planner", "file.open"});
    m_recent = file->addMenu(tr("Open r&ecent"));
    connect(m_recent, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    fill(file, {"file.save", "file.saveAs", "file.saveRun", "file.title", "", "file.exportPicture", "file.exportCsv",
                "file.exportTrace", "", "file.print", "", "file.openLast", "", "file.close", "file.quit"});
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    fill(edit, {"edit.undo", "edit.redo", "", "edit.earlier", "edit.later", "", "edit.gap", "edit.removeGaps", ""});
    fill(edit, {"edit.split", "edit.fuse", "", "edit.cutInHalf", "edit.untie", "edit.replicate", "", "edit.remove",
                "edit.tray"});
    fill(edit, {"edit.insertMissing", "", "edit.fix", "edit.fixes", "", "edit.selectNone", "edit.sameKind"});
    fill(edit, {"edit.sameStage", "edit.sameMicrobatch", "", "edit.cut", "edit.copy", "edit.paste"});
    fill(edit, {"edit.copyPicture", "", "edit.earlierChange", "edit.laterChange", "edit.stamp", "edit.stampAll"});
    fill(edit, {"edit.pair", "edit.unpair", "", "edit.ops", "edit.costs", "edit.transfer", "", "edit.refuseIllegal"});
    QMenu* view = menuBar()->addMenu(tr("&View"));
    fill(view, {"view.zoomIn", "view.zoomOut", "view.fitAll", "view.fitSelection", "view.back", "view.forward", ""});
    fill(view, {"view.find", "view.palette", "view.goToLane", "view.nextFinding", "view.previousFinding", "view.needs",
                "view.neededBy", ""});
    QMenu* lanes = view->addMenu(tr("&Lanes"));
    fill(lanes, {"view.tallerLanes", "view.lowerLanes", "", "view.pinLane", "view.lanesByNumber"});
    fill(view->addMenu(tr("Mar&ks")), {"view.mark", "view.keepMark", "view.clearMarks"});
    fill(view->addMenu(tr("A&rrows")), {"view.arrows.direct", "view.arrows.chain", "view.arrows.critical"});
    fill(view->addMenu(tr("P&lay")), {"view.play", "view.playStep", "view.playBack", "view.playStart",
                                      "view.playFaster", "view.playSlower", "view.playEnd", "", "view.playJump"});
    fill(view->addMenu(tr("&Theme")),
         {"view.theme.light", "view.theme.dark", "view.theme.contrast", "view.theme.system"});
    fill(view->addMenu(tr("Lan&guage")), {"view.language.en", "view.language.de", "view.language.system"});
    fill(view, {"", "view.showMeasured", "view.retime", "view.compare", "view.showMemory", ""});
    fill(view, {"view.foldPanels", "view.resetLayout", "view.fullScreen"});
    fill(menuBar()->addMenu(tr("&Run")),
         {"run.start", "run.stop", "run.settings", "", "run.check", "run.solve", "", "run.useMeasured", "run.forget"});
    fill(menuBar()->addMenu(tr("&Help")),
         {"help.contents", "help.generators", "help.solving", "help.explaining", "help.planner", "help.lessons",
          "help.questions", "help.findings", "help.desktop", "help.compared", "help.keys", "", "help.about"});
}

void MainWindow::showLaneMenu(const QPoint& position) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const char* id : {"edit.earlier", "edit.later", "edit.gap", "", "edit.split", "edit.fuse", "edit.remove", "",
                           "view.fitSelection", "view.fitAll"}) {
        if (*id == '\0')
            menu->addSeparator();
        else
            menu->addAction(m_actions.at(QLatin1String(id)));
    }
    menu->popup(position);
}

void MainWindow::enableActions() {
    const auto enable = [this](const char* id, bool on) { m_actions.at(QLatin1String(id))->setEnabled(on); };
    enable("edit.undo", m_document.history().canUndo());
    enable("edit.redo", m_document.history().canRedo());
    const auto block = m_edits.block();
    for (const char* id : {"edit.earlier", "edit.later", "edit.gap", "edit.remove"})
        enable(id, block.has_value());
    const auto selects = [this](OpKind kind) {
        return std::ranges::any_of(m_selection.ops(), [kind](const Op& op) { return op.kind == kind; });
    };
    enable("edit.split", selects(OpKind::BW));
    enable("edit.fuse", selects(OpKind::B) || selects(OpKind::W));
    const Analysis& analysis = m_document.analysis();
    bool gaps = false;
    bool pairs = false;
    for (const Row& row : m_document.schedule().order)
        for (const Block& each : row) {
            gaps = gaps || each.gap != 0;
            pairs = pairs || each.paired;
        }
    enable("edit.removeGaps", gaps);
    const bool missing = m_document.plan().isProblem() ||
                         std::ranges::find(analysis.findings, "incomplete", &Finding::code) != analysis.findings.end();
    enable("edit.fix", !analysis.findings.empty());
    enable("edit.fixes", !analysis.findings.empty());
    enable("edit.tray", missing);
    enable("edit.insertMissing", missing);
    enable("edit.cutInHalf", m_document.schedule().placement.directions.size() == 2);
    enable("edit.untie", pairs);
    enable("edit.selectNone", !m_selection.empty());
    enableOrderActions();
    enable("view.fitSelection", !m_selection.empty());
    const bool active = m_runs.isActive();
    const QString& reason = m_runPanel ? m_runPanel->runnable().reason() : QString();
    enable("run.start", !active && reason.isEmpty());
    m_actions.at(QStringLiteral("run.start"))
        ->setToolTip(reason.isEmpty()
                         ? tr("Train a GPT in exactly this order and lay its measured timeline over the plan.")
                         : tr("It can't run yet. %1").arg(reason));
    enable("run.stop", active);
    enable("run.forget", !active && m_document.run() != nullptr);
    enable("view.retime", m_document.run() != nullptr);
    enable("run.useMeasured", !active && m_document.run() && !m_document.run()->paced);
    enable("file.saveRun", !active && m_document.run() != nullptr);
    if (m_runButton)
        m_runButton->setDefaultAction(m_actions.at(active ? QStringLiteral("run.stop") : QStringLiteral("run.start")));
}

} // namespace lanewright
