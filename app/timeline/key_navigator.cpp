// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/key_navigator.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "app/lanes/timeline_text.h"
#include "app/timeline/gesture_controller.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tray/tray.h"
#include "core/edit/cost_fields.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/edits.h"
#include "core/edit/pattern.h"

#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

/// Keycodes of XKB, which X11 and Wayland report as scan codes: where a key is, named by what a US board writes there.
constexpr quint32 kXkbW = 25;
constexpr quint32 kXkbA = 38;
constexpr quint32 kXkbS = 39;
constexpr quint32 kXkbD = 40;

/// W, A, S and D by where they are on the board, whatever the layout writes there; other keys by what they write.
int keyOf(const QKeyEvent& event) {
    const bool isLetter = event.text().isEmpty() || event.text().front().isLetter();
    if (!isLetter || event.key() == Qt::Key_F)
        return event.key();
    switch (event.nativeScanCode()) {
    case kXkbW: return Qt::Key_W;
    case kXkbA: return Qt::Key_A;
    case kXkbS: return Qt::Key_S;
    case kXkbD: return Qt::Key_D;
    default: break;
    }
    const bool isMoved = event.nativeScanCode() != 0 && (event.key() == Qt::Key_W || event.key() == Qt::Key_A ||
                                                         event.key() == Qt::Key_S || event.key() == Qt::Key_D);
    return isMoved ? 0 : event.key();
}

/// The first bubble of a lane, in their order, that starts after a time; none: there is none.
std::optional<Bubble> firstAfter(const std::vector<Bubble>& bubbles, Time time) {
    const auto found = std::ranges::upper_bound(bubbles, time, {}, &Bubble::start);
    return found == bubbles.end() ? std::nullopt : std::optional(*found);
}

std::optional<Bubble> lastBefore(const std::vector<Bubble>& bubbles, Time time) {
    const auto found = std::ranges::lower_bound(bubbles, time, {}, &Bubble::start);
    return found == bubbles.begin() ? std::nullopt : std::optional(*std::prev(found));
}

} // namespace

bool KeyNavigator::press(const QKeyEvent& event) {
    const int key = keyOf(event);
    switch (key) {
    case Qt::Key_Left: stepInLane(-1); return true;
    case Qt::Key_Right: stepInLane(1); return true;
    case Qt::Key_Up: stepLane(-1); return true;
    case Qt::Key_Down: stepLane(1); return true;
    case Qt::Key_BracketLeft: toBinding(); return true;
    case Qt::Key_BracketRight: toDecided(); return true;
    case Qt::Key_Comma: stepBubble(-1); return true;
    case Qt::Key_Period: stepBubble(1); return true;
    case Qt::Key_Delete:
        if (!removeGap())
            m_view.takeOut();
        return true;
    default: return zoomOrPan(key);
    }
}

bool KeyNavigator::zoomOrPan(int key) {
    TimeRange& range = m_view.range();
    const double mouse = m_view.gestures().mouse().x();
    const Time mouseTime =
        m_view.canvas().scale.time(std::max(mouse, static_cast<double>(TimelineView::headerWidth())));
    switch (key) {
    case Qt::Key_F: centreSelection(); return true;
    case Qt::Key_Home:
    case Qt::Key_0: m_view.fitAll(); return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: m_view.zoomIn(); return true;
    case Qt::Key_Minus: m_view.zoomOut(); return true;
    case Qt::Key_W: range.zoom(1 / 1.5, mouseTime); return true;
    case Qt::Key_S: range.zoom(1.5, mouseTime); return true;
    case Qt::Key_A: range.pan(-range.length() / 4); return true;
    case Qt::Key_D: range.pan(range.length() / 4); return true;
    default: return false;
    }
}

void KeyNavigator::stepInLane(int by) {
    std::optional<Slot> slot = m_selection.current();
    if (slot)
        slot->position += by;
    else
        for (int rank = 0; rank < m_lanes.count() && !slot; ++rank)
            if (!m_lanes.planned().lanes[rank].blocks.empty())
                slot = Slot{rank, 0};
    if (const PlacedBlock* block = slot ? m_lanes.planned().find(*slot) : nullptr)
        stepTo(block->op);
}

void KeyNavigator::stepTo(const Op& op) {
    m_view.selection().set(op);
    m_view.revealOp(op);
}

void KeyNavigator::stepLane(int by) {
    const std::optional<Slot> slot = m_selection.current();
    if (!slot)
        return stepInLane(by);
    const PlacedBlock& here = *m_lanes.planned().find(*slot);
    const Time middle = here.start + (here.end - here.start) / 2;
    for (int rank = slot->rank + by; rank >= 0 && rank < m_lanes.count(); rank += by) {
        const std::vector<PlacedBlock>& blocks = m_lanes.planned().lanes[rank].blocks;
        if (blocks.empty())
            continue;
        const auto distance = [middle](const PlacedBlock& block) {
            return std::abs(block.start + (block.end - block.start) / 2 - middle);
        };
        stepTo(std::ranges::min_element(blocks, {}, distance)->op);
        return;
    }
}

void KeyNavigator::toBinding() {
    if (const std::optional<Explanation>& why = m_selection.why(); why && why->bindingOp)
        m_view.selection().reveal(*why->bindingOp);
}

void KeyNavigator::toDecided() {
    const std::optional<Explanation>& why = m_selection.why();
    if (!why)
        return;
    // The op whose start this one decides; of several the first to start.
    const PlacedBlock& self = *m_lanes.planned().find(why->slot);
    std::optional<Explanation> first;
    for (const Op& candidate : neighbours(false)) {
        const auto each = m_view.document().reasons().of(candidate);
        if (each && each->bindingOp && self.holds(*each->bindingOp) && (!first || each->start < first->start))
            first = each;
    }
    if (const PlacedBlock* block = first ? m_lanes.planned().find(first->slot) : nullptr)
        m_view.selection().reveal(block->op);
}

void KeyNavigator::stepBubble(int by) {
    const Timeline& timeline = m_view.document().timeline();
    if (timeline.lanes.empty())
        return;
    const std::optional<Slot> slot = m_selection.current();
    const std::optional<Bubble>& bubble = m_selection.bubble();
    const int rank = bubble ? bubble->rank : slot ? slot->rank : 0;
    if (rank >= static_cast<int>(timeline.lanes.size()))
        return;
    // From the start of the selected bubble or block; with nothing selected from the edge of the lane.
    const Time none = by > 0 ? extentOf(timeline).start - 1 : extentOf(timeline).end;
    const Time from = bubble ? bubble->start : slot ? m_lanes.planned().find(*slot)->start : none;
    const std::vector<Bubble> bubbles = bubblesOf(timeline, rank);
    const std::optional<Bubble> next = by > 0 ? firstAfter(bubbles, from) : lastBefore(bubbles, from);
    if (!next) {
        Q_EMIT m_view.hint(by > 0 ? TimelineText::tr("no bubble behind it on rank %1").arg(rank)
                                  : TimelineText::tr("no bubble before it on rank %1").arg(rank));
        return;
    }
    const BubbleReason reason = m_view.document().reasons().of(*next);
    m_view.selection().setBubble({rank, reason.next});
    m_view.revealTime(rank, next->start, next->end);
    Q_EMIT m_view.hint(translated(reason.sentence));
}

void KeyNavigator::centreSelection() {
    if (m_selection.blocks().empty())
        return m_view.fitAll();
    TimeRange& range = m_view.range();
    const Extent extent = *m_selection.extent();
    const Time before = range.start();
    range.pan(extent.start + extent.length() / 2 - (range.start() + range.length() / 2));
    const bool moved = std::abs(range.start() - before) > range.length() / 100;
    if (moved)
        m_view.revealOp(m_view.selection().current());
    else
        m_view.fitSelection();
}

const PlacedBlock* KeyNavigator::blockOf(const Op& op) const {
    const std::optional<Slot> slot = m_lanes.slotOf(op);
    return slot ? m_lanes.planned().find(*slot) : nullptr;
}

std::vector<Op> KeyNavigator::neighbours(bool back) const {
    std::vector<Op> ops;
    const std::optional<Explanation>& why = m_selection.why();
    if (!why)
        return ops;
    const PlacedBlock* beside = m_lanes.planned().find({why->slot.rank, why->slot.position + (back ? -1 : 1)});
    if (back)
        for (const Arrival& input : why->inputs)
            ops.push_back(input.producer);
    else
        ops = why->consumers;
    if (beside && std::ranges::find(ops, beside->op) == ops.end())
        ops.push_back(beside->op);
    std::erase_if(ops, [this](const Op& op) { return blockOf(op) == nullptr; });
    std::ranges::stable_sort(ops, {}, [this](const Op& op) { return blockOf(op)->start; });
    return ops;
}

void KeyNavigator::chooseNeighbour(bool back) {
    const std::vector<Op> ops = neighbours(back);
    if (ops.size() == 1)
        return m_view.selection().reveal(ops.front());
    if (ops.empty())
        return;
    auto* menu = new QMenu(&m_view);
    menu->setObjectName(QStringLiteral("neighbours"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const Plan& plan = m_view.document().plan();
    for (const Op& op : ops) {
        const PlacedBlock& block = *blockOf(op);
        const QAction* action =
            menu->addAction(TimelineText::tr("%1, rank %2, %3 – %4")
                                .arg(opText(op, plan.costs.weightParts))
                                .arg(m_lanes.slotOf(op)->rank)
                                .arg(timeText(block.start, plan.timeUnit), timeWithUnit(block.end, plan.timeUnit)));
        QObject::connect(action, &QAction::triggered, &m_view, [this, op] { m_view.selection().reveal(op); });
    }
    const QPointF at = m_view.rectOf(m_view.selection().current()).bottomLeft();
    menu->popup(m_view.viewport()->mapToGlobal(at.toPoint()));
    menu->setActiveAction(menu->actions().front());
}

void KeyNavigator::nudge(int by) {
    const std::optional<Slot> slot = m_selection.current();
    Document& document = m_view.document();
    if (!slot)
        return m_view.tray().placeToMove();
    const Op op = m_view.selection().current();
    const int many = static_cast<int>(m_selection.blocks().size());
    Result<Schedule> next = many > 1 ? Result<Schedule>(shiftBlocks(document.schedule(), m_view.selection().ops(), by))
                                     : nudgeBlock(document.schedule(), *slot, by);
    if (!next) {
        Q_EMIT m_view.hint(translated(next.error().message));
        return;
    }
    // The history merges no step with one that was saved: undo must lead back to what the file holds.
    const QUndoStack& history = document.history();
    const bool goesOn =
        m_nudges.op == op && m_nudges.historyIndex == history.index() && m_nudges.by != 0 && !history.isClean();
    if (!goesOn)
        m_nudges = {.op = op, .mergeId = document.newMergeId()};
    m_nudges.by += by;
    const Message what = many > 1 ? blocksByNumber(many)
                                  : nameOfBlocks(document.schedule().order[slot->rank], {slot->position},
                                                 document.plan().costs.weightParts);
    document.apply(translated(moveBySentence(what, m_nudges.by)), *std::move(next), m_nudges.mergeId);
    m_nudges.historyIndex = document.history().index();
    m_view.revealOp(op);
    Q_EMIT m_view.hint(document.history().undoText());
}

bool KeyNavigator::removeGap() {
    const std::optional<Slot> slot = m_selection.gap() ? m_lanes.slotOf(*m_selection.gap()) : std::nullopt;
    const PlacedBlock* block = slot ? m_lanes.planned().find(*slot) : nullptr;
    const bool hasGap = block && m_view.document().schedule().order[slot->rank][slot->position].gap > 0;
    if (hasGap)
        setGapTo(*slot, 0);
    return hasGap;
}

void KeyNavigator::setGapTo(Slot slot, Time length) {
    Document& document = m_view.document();
    Result<Schedule> next = setGap(document.schedule(), slot, length);
    if (!next) {
        Q_EMIT m_view.hint(translated(next.error().message));
        return;
    }
    const Plan& plan = document.plan();
    const Block& block = plan.schedule.order[slot.rank][slot.position];
    document.apply(translated(gapSentence(block, length, plan.timeUnit, plan.costs.weightParts)), *std::move(next));
}

void KeyNavigator::askForGap(Slot slot) {
    const Plan& plan = m_view.document().plan();
    const Op op = m_lanes.planned().find(slot)->op;
    const Time scale = scaleOf(plan.timeUnit);
    auto* dialog = new QInputDialog(&m_view);
    dialog->setObjectName(QStringLiteral("gapDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(TimelineText::tr("Gap before %1").arg(opText(op, plan.costs.weightParts)));
    const QString unit = unitText(plan.timeUnit);
    dialog->setLabelText(
        TimelineText::tr("It starts no earlier than the block before it, plus so many %1 (0 removes the gap):")
            .arg(unit.isEmpty() ? TimelineText::tr("units") : unit));
    // As text, in which a point and a comma both part decimals.
    dialog->setTextValue(exactText(plan.schedule.order[slot.rank][slot.position].gap, scale));
    QObject::connect(dialog, &QInputDialog::textValueSelected, &m_view, [this, op, scale, unit](const QString& text) {
        const Result<std::optional<Time>> gap = fieldFromText(text.toStdString(), scale, unit.toStdString());
        if (!gap) {
            Q_EMIT m_view.hint(translated(gap.error().message));
            return;
        }
        // The schedule may have changed while the dialog was open.
        if (const auto now = m_lanes.slotOf(op))
            setGapTo(*now, gap->value_or(0));
    });
    dialog->open();
}

} // namespace lanewright::app
