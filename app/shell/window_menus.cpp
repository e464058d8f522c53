// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/main_window.h"
#include "app/widgets/panel_text.h"
#include "core/frameworks/python_orders.h"

#include <QMenu>
#include <QMenuBar>

namespace lanewright::app {

namespace {

void fillEditMenu(QMenu& edit, const ActionRegistry& actions) {
    actions.fill(edit, {"edit.undo", "edit.redo", "", "edit.cut", "edit.copy", "edit.paste", "edit.copyPicture", ""});
    actions.fill(*edit.addMenu(MainWindow::tr("S&elect")), {"edit.selectMatches", "edit.sameKind", "edit.sameStage",
                                                            "edit.sameMicrobatch", "", "edit.selectNone"});
    actions.fill(*edit.addMenu(MainWindow::tr("&Move")),
                 {"edit.earlier", "edit.later", "edit.moveBy", "", "edit.earlierChange", "edit.laterChange", "",
                  "edit.stamp", "edit.stampAll", "edit.block"});
    actions.fill(*edit.addMenu(MainWindow::tr("&Blocks")),
                 {"edit.split", "edit.fuse", "edit.pair", "edit.unpair", "", "edit.gap", "edit.removeGaps",
                  "edit.squeeze", "", "edit.remove"});
    actions.fill(*edit.addMenu(MainWindow::tr("Sche&dule")),
                 {"edit.cutInHalf", "edit.untie", "edit.replicate", "edit.pytorchCosts", "", "file.title"});
    actions.fill(edit, {"", "edit.tray", "edit.insertMissing", "edit.fix", "edit.fixes", "", "edit.keepVariant",
                        "edit.ops", "edit.costs", "edit.transfer", "", "edit.refuseIllegal"});
}

void fillViewMenu(QMenu& view, const ActionRegistry& actions) {
    actions.fill(view, {"view.find", "view.palette"});
    actions.fill(*view.addMenu(MainWindow::tr("&Navigate")),
                 {"view.goToLane", "", "view.nextFinding", "view.previousFinding", "", "view.needs", "view.neededBy",
                  "", "view.back", "view.forward"});
    actions.fill(*view.addMenu(MainWindow::tr("&Zoom")),
                 {"view.zoomIn", "view.zoomOut", "", "view.fitAll", "view.fitSelection"});
    actions.fill(view, {""});
    actions.fill(*view.addMenu(MainWindow::tr("&Lanes")),
                 {"view.tallerLanes", "view.lowerLanes", "", "view.pinLane", "view.lanesByNumber", "", "view.showJob"});
    actions.fill(*view.addMenu(MainWindow::tr("Mar&ks")), {"view.mark", "view.keepMark", "view.clearMarks"});
    actions.fill(*view.addMenu(MainWindow::tr("A&rrows")),
                 {"view.arrows.direct", "view.arrows.chain", "view.arrows.critical"});
    actions.fill(*view.addMenu(MainWindow::tr("P&lay")),
                 {"view.play", "view.playStep", "view.playBack", "view.playStart", "view.playFaster", "view.playSlower",
                  "view.playEnd", "", "view.playJump"});
    actions.fill(*view.addMenu(MainWindow::tr("&Theme")),
                 {"view.theme.light", "view.theme.dark", "view.theme.contrast", "view.theme.system"});
    actions.fill(*view.addMenu(MainWindow::tr("Lan&guage")),
                 {"view.language.en", "view.language.de", "view.language.system"});
    actions.fill(view, {"", "view.showMeasured", "view.retime", "view.compare", "view.present", "view.showMemory", "",
                        "view.foldPanels", "view.resetLayout", "view.fullScreen"});
}

} // namespace

void makeMenus(WindowPanels& panels, MainWindow& window) {
    QMenuBar* bar = window.menuBar();
    const ActionRegistry& actions = window.actionRegistry();
    QMenu* file = bar->addMenu(MainWindow::tr("&File"));
    actions.fill(*file, {"file.generate", "file.newBoard", "file.newWindow", "file.lessons", "file.planner",
                         "file.open", "file.openTraces", "file.openTraceFolder"});
    panels.recent = file->addMenu(MainWindow::tr("Open r&ecent"));
    QObject::connect(panels.recent, &QMenu::aboutToShow, &window.files(), &FileActions::fillRecentMenu);
    actions.fill(*file, {"file.save", "file.saveAs", "file.saveRun", "", "file.exportPicture", "file.exportPage",
                         "file.exportCsv", "file.exportTrace"});
    QMenu* classes = file->addMenu(MainWindow::tr("E&xport as Python"));
    for (const PythonTaker& taker : pythonTakers())
        classes->addAction(actions.at("file.exportFor." + toQt(taker.key)));
    actions.fill(*file, {"file.makeLesson", "", "file.print", "", "file.openLast", "", "file.close", "file.quit"});
    fillEditMenu(*bar->addMenu(MainWindow::tr("&Edit")), actions);
    fillViewMenu(*bar->addMenu(MainWindow::tr("&View")), actions);
    actions.fill(*bar->addMenu(MainWindow::tr("&Run")),
                 {"run.start", "run.stop", "run.settings", "", "run.watch", "", "run.check", "run.solve", "",
                  "run.useMeasured", "run.useMicrobatches", "run.forget"});
    actions.fill(*bar->addMenu(MainWindow::tr("&Help")),
                 {"help.contents", "help.words", "help.numbers", "help.generators", "help.solving", "help.explaining",
                  "help.planner", "help.lessons", "help.questions", "help.findings", "help.desktop", "help.compared",
                  "help.keys", "", "help.about"});
}

void showLaneMenu(MainWindow& window, const QPoint& position) {
    auto* menu = new QMenu(&window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    window.actionRegistry().fill(*menu, {"edit.earlier", "edit.later", "edit.gap", "", "edit.split", "edit.fuse",
                                         "edit.remove", "", "view.fitSelection", "view.fitAll"});
    menu->popup(position);
}

} // namespace lanewright::app
