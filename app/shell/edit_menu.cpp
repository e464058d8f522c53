// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/edit_menu.h"

#include "app/dialogs/block_dialog.h"
#include "app/dialogs/replicate_dialog.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/frame/rows.h"
#include "app/panels/costs_panel.h"
#include "app/panels/findings_panel.h"
#include "app/panels/history_panel.h"
#include "app/panels/ops_panel.h"
#include "app/panels/search_bar.h"
#include "app/shell/window_model.h"
#include "app/shell/window_panels.h"
#include "app/shell/window_words.h"
#include "app/timeline/gesture_controller.h"
#include "app/timeline/key_navigator.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/move_by_tool.h"
#include "app/timeline/tray/tray.h"
#include "app/widgets/action_registry.h"
#include "app/widgets/amount_slider.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/window_parts.h"
#include "core/edit/edit_sentence.h"
#include "core/generate/recognise/made_title.h"
#include "core/model/block_ops.h"

#include <QInputDialog>
#include <QMainWindow>
#include <QMessageBox>
#include <QTableView>

#include <algorithm>

namespace lanewright::app {

EditMenu::EditMenu(const WindowContext& context)
    : WindowPart(context), m_edits(context.model.document, context.model.selection) {}

void EditMenu::addActions() {
    addHistoryActions();
    addBlockActions();
    addPipelineActions();
    addTrayActions();
    addOrderActions();
    addTableActions();
}

void EditMenu::addHistoryActions() {
    QUndoStack& history = m_model.document.history();
    QAction* undo = m_actions.add("edit.undo", tr("&Undo"), {"Ctrl+Z"}, [&history] { history.undo(); });
    QAction* redo = m_actions.add("edit.redo", tr("&Redo"), {"Ctrl+Shift+Z", "Ctrl+Y"}, [&history] { history.redo(); });
    const auto label = [](QAction* action, const QString& word, const QString& what) {
        action->setText(what.isEmpty() ? word : word + QStringLiteral(": ") + what);
        action->setToolTip(plainTip(action->text().remove(QLatin1Char('&'))));
    };
    // A history that ends says without a text that it is empty; then there is no document to be asked any more.
    connect(&history, &QUndoStack::undoTextChanged, undo, [this, undo, label](const QString& text) {
        label(undo, tr("&Undo"), text.isEmpty() ? QString() : m_model.document.undoSentence());
    });
    connect(&history, &QUndoStack::redoTextChanged, redo, [this, redo, label](const QString& text) {
        label(redo, tr("&Redo"), text.isEmpty() ? QString() : m_model.document.redoSentence());
    });
}

void EditMenu::addBlockActions() {
    m_actions.add("edit.earlier", tr("Move one place &earlier"), {"Ctrl+Left"},
                  [this] { m_panels.lanes->keys().nudge(-1); });
    m_actions.add("edit.later", tr("Move one place &later"), {"Ctrl+Right"},
                  [this] { m_panels.lanes->keys().nudge(1); });
    m_actions.add("edit.moveBy", tr("Move &by places …"), {"Ctrl+B"},
                  tr("All selected blocks, in whatever lanes, by the same number of places; the lanes show it first."),
                  [this] { askMoveBy(); });
    m_actions.add("edit.gap", tr("&Gap before it …"), {"Ctrl+Shift+G"}, [this] {
        if (const std::optional<Slot> slot = m_edits.slot())
            m_panels.lanes->keys().askForGap(*slot);
    });
    m_actions.add("edit.removeGaps", tr("Remove all ga&ps"), {}, [this] { m_edits.removeGaps(); });
    m_actions.add("edit.split", tr("&Split BW into B and W"), {"Ctrl+K"}, [this] { report(m_edits.split()); });
    m_actions.add("edit.fuse", tr("&Fuse B with its W"), {"Ctrl+Shift+K"}, [this] { report(m_edits.fuse()); });
}

void EditMenu::addPipelineActions() {
    m_actions.add("edit.cutInHalf", tr("Cut in &half"), {},
                  tr("Two directions become one V on half the ranks: DualPipe becomes DualPipeV."),
                  [this] { report(m_edits.cutInHalf()); });
    m_actions.add("edit.untie", tr("&Untie the pairs"), {},
                  tr("Every overlapped pair becomes its F and its backward, with B and W apart."),
                  [this] { report(m_edits.untie()); });
    m_actions.add("edit.pytorchCosts", tr("Costs as P&yTorch runs them"), {},
                  tr("On stage 0 PyTorch does nothing at B and the whole backward at W: time and memory of B move "
                     "there."),
                  [this] { report(m_edits.takeCostsOfPytorch()); });
    m_actions.add("edit.replicate", tr("Re&plicate the pipeline …"), {},
                  tr("Data parallelism: the pipeline several times side by side, each with ranks of its own."),
                  [this] { showReplicateDialog(); });
}

void EditMenu::addTrayActions() {
    m_actions.add("edit.remove", tr("&Take out of the order"), {"Shift+Del"}, [this] { m_panels.lanes->takeOut(); });
    m_actions.add("edit.tray", tr("Go to the &tray"), {"Ctrl+T"},
                  [this] { m_panels.lanes->tray().cells().setFocus(); });
    m_actions.add("edit.insertMissing", tr("&Place all missing ops"), {"Ctrl+Shift+I"},
                  [this] { m_panels.lanes->tray().placeAll(); });
}

void EditMenu::addOrderActions() {
    using Same = EditActions::Same;
    m_actions.add("edit.selectNone", tr("Select &nothing"), {"Ctrl+Shift+A"}, [this] { m_model.selection.clear(); });
    m_actions.add("edit.cut", tr("Cu&t"), {"Ctrl+X"}, [this] { report(m_edits.cutOrder()); });
    m_actions.add("edit.copy", tr("&Copy order"), {"Ctrl+C"}, [this] {
        m_edits.copyOrder();
        const auto selected = static_cast<int>(m_model.selection.ops().size());
        m_words.showHint(tr("The order of %n op(s) is on the clipboard, as text.", nullptr,
                            selected > 0 ? selected : opCount(m_model.document.schedule())));
    });
    m_actions.add("edit.paste", tr("&Paste order"), {"Ctrl+V"}, [this] { report(m_edits.pasteOrder()); });
    m_actions.add("edit.earlierChange", tr("Earlier, to the next change of the makespan"), {"Ctrl+Shift+Left"},
                  [this] { report(m_edits.moveToChange(-1)); });
    m_actions.add("edit.laterChange", tr("Later, to the next change of the makespan"), {"Ctrl+Shift+Right"},
                  [this] { report(m_edits.moveToChange(1)); });
    m_actions.add("edit.stamp", tr("Repeat for the next &microbatches"), {"Ctrl+D"},
                  [this] { report(m_edits.stamp()); });
    m_actions.add("edit.stampAll", tr("Repeat for &all microbatches that follow"), {"Ctrl+Shift+D"},
                  [this] { report(m_edits.stamp(true)); });
    m_actions.add("edit.block", tr("&Building block …"), {"Ctrl+Alt+B"},
                  tr("What one microbatch runs, repeated at an interval: the whole order follows as it is drawn."),
                  [this] { showBlockDialog(); });
    m_actions.add("edit.squeeze", tr("S&queeze"), {},
                  tr("Blocks move into pauses before them, where memory has room; nothing runs later."),
                  [this] { report(m_edits.squeeze()); });
    m_actions.add("edit.pair", tr("Make a pa&ir of two blocks"), {"Ctrl+J"}, [this] { report(m_edits.pair()); });
    m_actions.add("edit.unpair", tr("Part the pair"), {"Ctrl+Shift+J"}, [this] { report(m_edits.unpair()); });
    m_actions.add("edit.selectMatches", tr("Select all that matc&h …"), {"Ctrl+Alt+F"},
                  tr("All that the search finds, such as F r3 mb8-40: every F of rank 3 of these microbatches."),
                  [this] {
                      // With nothing found yet it asks what to look for.
                      if (!m_panels.search->isVisible() || !m_panels.search->selectAll())
                          m_panels.search->open();
                  });
    m_actions.add("edit.sameKind", tr("Select the same &kind"), {}, [this] { m_edits.selectSame(Same::Kind); });
    m_actions.add("edit.sameStage", tr("Select the same &stage"), {}, [this] { m_edits.selectSame(Same::Stage); });
    m_actions.add("edit.sameMicrobatch", tr("Select the same mi&crobatch"), {},
                  [this] { m_edits.selectSame(Same::Microbatch); });
}

void EditMenu::openPanel(QWidget* panel, QWidget& part) {
    m_panels.bottom->open(panel);
    part.setFocus();
}

void EditMenu::addTableActions() {
    m_actions.add("edit.costs", tr("Costs and &limits"), {"F6"},
                  tr("What every stage costs and every rank may hold, edited in place."),
                  [this] { openPanel(m_panels.costs, m_panels.costs->stages()); });
    m_actions.add("edit.transfer", tr("&Transfer time"), {"Shift+F6"}, tr("A slider; the lanes follow while it moves."),
                  [this] { openPanel(m_panels.costs, m_panels.costs->transfer()); });
    m_actions.add("edit.ops", tr("Table of &ops"), {"F4"},
                  tr("Every op as a line: where it stands, when it runs. Type another position to move it."),
                  [this] { openPanel(m_panels.ops, m_panels.ops->table()); });
    m_actions.add("edit.keepVariant", tr("&Name this state …"), {"Ctrl+Shift+V"},
                  tr("A variant to go back to and to compare with, whatever is undone."), [this] {
                      m_panels.bottom->open(m_panels.history);
                      m_panels.history->askName();
                  });
    m_actions
        .addToggle("edit.refuseIllegal", tr("Refuse illegal drops"), {}, m_model.settings.refusesIllegal(),
                   [this](bool on) {
                       m_model.settings.refusesIllegal.set(on);
                       m_panels.lanes->setRefusesIllegal(on);
                   })
        ->setToolTip(tr("A drop that would make an error is not made. Else it is made, marked and explained."));
}

void EditMenu::enableActions() {
    const Document& document = m_model.document;
    const Selection& selection = m_model.selection;
    m_actions.enable("edit.undo", document.history().canUndo());
    m_actions.enable("edit.redo", document.history().canRedo());
    const auto block = m_edits.block();
    for (const char* id : {"edit.earlier", "edit.later", "edit.moveBy", "edit.gap", "edit.remove", "edit.earlierChange",
                           "edit.laterChange"})
        m_actions.enable(id, block.has_value());
    const auto selects = [&selection](OpKind kind) {
        return std::ranges::any_of(selection.ops(), [kind](const Op& op) { return op.kind == kind; });
    };
    m_actions.enable("edit.split", selects(OpKind::BW));
    m_actions.enable("edit.fuse", selects(OpKind::B) || selects(OpKind::W));
    m_actions.enable("edit.removeGaps", document.analysis().hasGaps);
    const std::vector<Finding>& findings = document.analysis().findings;
    const bool missing =
        document.plan().isProblem() || std::ranges::find(findings, "incomplete", &Finding::code) != findings.end();
    for (const char* id : {"edit.fix", "edit.fixes"})
        m_actions.enable(id, !findings.empty());
    for (const char* id : {"edit.tray", "edit.insertMissing"})
        m_actions.enable(id, missing);
    m_actions.enable("edit.cutInHalf", document.schedule().placement.directions.size() == 2);
    m_actions.enable("edit.untie", document.analysis().hasPairs);
    m_actions.enable("edit.block", document.schedule().stages() > 0);
    m_actions.enable("edit.squeeze", blockCount(document.timeline().lanes) > 0);
    m_actions.enable("edit.pytorchCosts", document.schedule().stages() > 0);
    for (const char* id : {"edit.selectNone", "edit.cut", "edit.stamp", "edit.stampAll", "edit.sameKind",
                           "edit.sameStage", "edit.sameMicrobatch"})
        m_actions.enable(id, !selection.empty());
    m_actions.enable("edit.pair", selection.ops().size() == 2);
    m_actions.enable("edit.unpair", block && block->paired);
}

QInputDialog* EditMenu::askTitle() {
    QInputDialog* dialog =
        makeInput("titleDialog", tr("Title"),
                  tr("What the schedule is called. Left empty, it is called what its order is."), &m_window);
    dialog->setTextValue(translatedTitle(m_model.document.plan().title));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
        if (text == translatedTitle(m_model.document.plan().title))
            return;
        Plan named = m_model.document.plan();
        named.title = text.trimmed().isEmpty() ? title::ofOrder(named) : Message(text.trimmed().toStdString());
        const QString words = tr("Call it %1").arg(translatedTitle(named.title));
        m_model.document.apply(words, std::move(named));
    });
    return opened(dialog);
}

void EditMenu::askMoveBy() {
    TimelineView& lanes = *m_panels.lanes;
    QInputDialog* dialog =
        makeInput("moveByDialog", tr("Move by places"),
                  tr("How many places the %n selected op(s) move in their lanes; below 0 is earlier:", nullptr,
                     static_cast<int>(m_model.selection.ops().size())),
                  &m_window);
    dialog->setInputMode(QInputDialog::IntInput);
    int longest = 1;
    for (const Row& row : m_model.document.schedule().order)
        longest = std::max(longest, static_cast<int>(row.size()));
    dialog->setIntRange(-longest, longest);
    dialog->setIntValue(0);
    const auto show = [this, &lanes](int places) {
        const QPointF at = lanes.rectOf(m_model.selection.current()).bottomLeft();
        lanes.gestures().begin(makeMoveByTool(lanes, m_model.selection.ops(), places), at);
    };
    connect(dialog, &QInputDialog::intValueChanged, &lanes, show);
    connect(dialog, &QInputDialog::intValueSelected, &lanes, [show, &lanes](int places) {
        // Whatever became of the preview, what is typed is what is made.
        show(places);
        lanes.gestures().end();
    });
    connect(dialog, &QInputDialog::rejected, &lanes, &TimelineView::cancelGesture);
    opened(dialog);
}

ReplicateDialog* EditMenu::showReplicateDialog() {
    auto* dialog = new ReplicateDialog(m_model.document, &m_window);
    connect(dialog, &ReplicateDialog::accepted, this, [this](const Plan& plan, int replicas) {
        m_model.document.apply(tr("Replicate the pipeline: %n replicas", nullptr, replicas), Plan(plan));
        m_model.range.fit();
    });
    return opened(dialog);
}

BlockDialog* EditMenu::showBlockDialog() {
    auto* dialog = new BlockDialog(m_model.document, &m_window);
    connect(dialog, &BlockDialog::accepted, this, [this](const Plan& plan, Time interval) {
        m_model.document.apply(translated(repeatSentence(interval, plan.timeUnit)), Plan(plan));
        m_model.range.fit();
    });
    return opened(dialog);
}

void EditMenu::askToMoveStage(const Op& op, int toRank) {
    const QString more = tr("%1 belongs to stage %2, which lives on rank %3. All ops of the stage would move to rank "
                            "%4. One undo takes it back.")
                             .arg(opText(op, m_model.document.plan()))
                             .arg(op.stage)
                             .arg(m_model.document.schedule().rankOf(op))
                             .arg(toRank);
    QMessageBox* box = plainBox(QMessageBox::Question, "moveStageQuestion", tr("Move a stage"),
                                tr("Host stage %1 on rank %2?").arg(op.stage).arg(toRank), more,
                                QMessageBox::Yes | QMessageBox::No, &m_window);
    box->setDefaultButton(QMessageBox::Yes);
    connect(box, &QMessageBox::finished, this, [this, op, toRank](int answer) {
        if (answer == QMessageBox::Yes)
            report(m_edits.moveStage(op, toRank));
    });
    opened(box);
}

void EditMenu::report(const Result<Done>& done) {
    if (!done)
        m_words.showHint(sentenceOf(done.error()));
}

} // namespace lanewright::app
