// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/amount_slider.h"
#include "app/panels/costs_panel.h"
#include "app/panels/ops_panel.h"
#include "app/shell/main_window.h"
#include "app/shell/rows.h"

#include <QMenu>
#include <QTableView>

namespace lanewright {

/// Actions that change the order of many blocks at once, or carry it elsewhere.
void MainWindow::addOrderActions() {
    const auto add = [this](const char* id, const QString& text, const QString& shortcut, std::function<void()> run) {
        QList<QKeySequence> keys;
        if (!shortcut.isEmpty())
            keys << QKeySequence(shortcut);
        return m_actions.add(QLatin1String(id), text, keys, std::move(run));
    };
    using Same = EditActions::Same;
    const auto key = [](const char* words) { return QLatin1String(words); };
    add("edit.cut", tr("Cu&t"), key("Ctrl+X"), [this] { report(m_edits.cutOrder()); });
    add("edit.copy", tr("&Copy order"), key("Ctrl+C"), [this] { m_edits.copyOrder(); });
    add("edit.paste", tr("&Paste order"), key("Ctrl+V"), [this] { report(m_edits.pasteOrder()); });
    add("edit.earlierChange", tr("Earlier, to the next change of the makespan"), key("Ctrl+Shift+Left"),
        [this] { report(m_edits.moveToChange(-1)); });
    add("edit.laterChange", tr("Later, to the next change of the makespan"), key("Ctrl+Shift+Right"),
        [this] { report(m_edits.moveToChange(1)); });
    add("edit.stamp", tr("Repeat for the next &microbatches"), key("Ctrl+D"), [this] { report(m_edits.stamp()); });
    add("edit.stampAll", tr("Repeat for &all microbatches that follow"), key("Ctrl+Shift+D"),
        [this] { report(m_edits.stamp(true)); });
    add("edit.pair", tr("Make a pa&ir of two blocks"), key("Ctrl+J"), [this] { report(m_edits.pair()); });
    add("edit.unpair", tr("Part the pair"), key("Ctrl+Shift+J"), [this] { report(m_edits.unpair()); });
    add("edit.sameKind", tr("Select the same &kind"), {}, [this] { m_edits.selectSame(Same::Kind); });
    add("edit.sameStage", tr("Select the same &stage"), {}, [this] { m_edits.selectSame(Same::Stage); });
    add("edit.sameMicrobatch", tr("Select the same mi&crobatch"), {}, [this] { m_edits.selectSame(Same::Microbatch); });
    add("edit.costs", tr("Costs and &limits"), key("F6"), [this] {
        m_bottom->open(m_costs);
        m_costs->stages().setFocus();
    })->setToolTip(tr("What every stage costs and every rank may hold, edited in place."));
    add("edit.transfer", tr("&Transfer time"), key("Shift+F6"), [this] {
        m_bottom->open(m_costs);
        m_costs->transfer().setFocus();
    })->setToolTip(tr("A slider; the lanes follow while it moves."));
    add("edit.ops", tr("Table of &ops"), key("F4"), [this] {
        m_bottom->open(m_ops);
        m_ops->table().setFocus();
    })->setToolTip(tr("Every op as a line: where it stands, when it runs. Type another position to move it."));
    QAction* refuse = add("edit.refuseIllegal", tr("Refuse illegal drops"), {}, [] {});
    refuse->setCheckable(true);
    refuse->setChecked(m_settings.refusesIllegal());
    refuse->setToolTip(tr("A drop that would make an error is not made. Else it is made, marked and explained."));
    connect(refuse, &QAction::toggled, this, [this](bool on) {
        m_settings.setRefusesIllegal(on);
        m_lanes->setRefusesIllegal(on);
    });
}

void MainWindow::enableOrderActions() {
    const auto enable = [this](const char* id, bool on) { m_actions.at(QLatin1String(id))->setEnabled(on); };
    const auto block = m_edits.block();
    for (const char* id :
         {"edit.cut", "edit.stamp", "edit.stampAll", "edit.sameKind", "edit.sameStage", "edit.sameMicrobatch"})
        enable(id, !m_selection.empty());
    enable("edit.earlierChange", block.has_value());
    enable("edit.laterChange", block.has_value());
    enable("edit.pair", m_selection.ops().size() == 2);
    enable("edit.unpair", block && block->paired);
}

} // namespace lanewright
