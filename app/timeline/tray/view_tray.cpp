// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/said.h"
#include "app/timeline/tools/move_tool.h"
#include "app/timeline/tray/tray.h"
#include "app/timeline/view_state.h"
#include "core/edit/edits.h"

#include <QScrollBar>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace lanewright {
namespace {

/// How long the busiest rank works once nothing is missing, and a bit to wait: the room that a person who builds a
/// schedule has from the start.
Time roomFor(const Plan& plan, const std::vector<Op>& missing) {
    std::vector<Time> busy(plan.schedule.ranks(), 0);
    for (std::size_t rank = 0; rank < plan.schedule.order.size(); ++rank)
        for (const Block& block : plan.schedule.order[rank])
            busy[rank] += durationOf(plan.schedule, plan.costs, block);
    for (const Op& op : missing)
        busy[plan.schedule.rankOf(op)] += plan.costs.duration(op, plan.schedule.direction(op.microbatch));
    const Time longest = busy.empty() ? 0 : *std::ranges::max_element(busy);
    return longest + longest / 4;
}

} // namespace

void TimelineView::State::refreshTray() {
    const bool shown = tray->refresh();
    wholeLength = shown ? roomFor(view.m_document.plan(), tray->ops()) : 0;
    tray->setVisible(shown);
    placeTray();
}

void TimelineView::State::placeTray() {
    const int height = tray->isVisibleTo(&view) ? std::min(tray->wantedHeight(), view.height() / 2) : 0;
    view.setViewportMargins(0, 0, 0, height);
    tray->setGeometry(0, view.height() - height, view.width(), height);
}

Tray& TimelineView::tray() { return *m_state->tray; }

bool TimelineView::isOverTray(QPointF point) const {
    const bool below = point.y() >= viewport()->height() && point.x() >= 0 && point.x() < viewport()->width();
    // Where there is more to see below, a drag over the edge scrolls there.
    return below && (m_state->tray->isVisible() || verticalScrollBar()->value() == verticalScrollBar()->maximum());
}

void TimelineView::setRefusesIllegal(bool refuses) { m_state->refusesIllegal = refuses; }

bool TimelineView::refuses(const Proposal& proposal) {
    if (!m_state->refusesIllegal)
        return false;
    // What is missing is in the tray and no fault of a drop.
    const auto isFault = [](const Finding& finding) {
        return finding.severity == Severity::Error && finding.code != "incomplete";
    };
    const std::vector<Finding>& then = proposal.analysis->findings;
    if (std::ranges::count_if(then, isFault) <= std::ranges::count_if(m_document.analysis().findings, isFault))
        return false;
    Q_EMIT hint(tr("Refused: %1").arg(said(std::ranges::find_if(then, isFault)->message)));
    return true;
}

void TimelineView::apply(const QString& text, Proposal proposal) {
    Proposal& dropped = m_state->dropped.emplace(std::move(proposal));
    m_document.apply(text, std::move(dropped.plan), dropped.analysis);
    m_state->dropped.reset();
}

void TimelineView::takeOut() {
    const Plan& plan = m_document.plan();
    std::set<Op> there;
    for (const Op& op : m_selection.ops())
        if (slotOf(m_state->planned, plan.schedule, op))
            there.insert(op);
    if (there.empty()) {
        Q_EMIT hint(tr("Select a block first."));
        return;
    }
    m_document.apply(takeOutSentence(plan, there), removeOps(plan.schedule, there));
    Q_EMIT hint(m_document.history().undoText());
}

} // namespace lanewright
