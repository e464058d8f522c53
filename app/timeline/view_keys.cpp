// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/numbers.h"
#include "app/document/said.h"
#include "app/timeline/tools/gap_tool.h"
#include "app/timeline/view_state.h"
#include "core/edit/edits.h"
#include "core/edit/pattern.h"
#include "core/model/text.h"

#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <cmath>

namespace lanewright {
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

} // namespace

void TimelineView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier && !m_state->tool)
        m_state->spaceHeld = true;
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    if (event->key() == Qt::Key_Escape) {
        if (m_state->tool || m_state->press)
            cancelGesture();
        else if (m_state->passing) {
            m_state->passing.reset();
            viewport()->update();
        } else
            m_selection.clear();
        return;
    }
    if (m_state->tool)
        return;
    if (control && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
        nudge(event->key() == Qt::Key_Left ? -1 : 1);
        return;
    }
    if (control || !m_state->navigate(keyOf(*event)))
        QAbstractScrollArea::keyPressEvent(event);
}

void TimelineView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        m_state->spaceHeld = false;
    QAbstractScrollArea::keyReleaseEvent(event);
}

bool TimelineView::State::navigate(int key) {
    const Time mouseTime = view.timeAt(std::max(mouse.x(), static_cast<double>(headerWidth())));
    switch (key) {
    case Qt::Key_Left: stepInLane(-1); return true;
    case Qt::Key_Right: stepInLane(1); return true;
    case Qt::Key_Up: stepLane(-1); return true;
    case Qt::Key_Down: stepLane(1); return true;
    case Qt::Key_BracketLeft: followBinding(true); return true;
    case Qt::Key_BracketRight: followBinding(false); return true;
    case Qt::Key_Comma: stepBubble(-1); return true;
    case Qt::Key_Period: stepBubble(1); return true;
    case Qt::Key_F: view.centreSelection(); return true;
    case Qt::Key_Home:
    case Qt::Key_0: view.fitAll(); return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: view.zoomIn(); return true;
    case Qt::Key_Minus: view.zoomOut(); return true;
    case Qt::Key_W: view.m_range.zoom(1 / 1.5, mouseTime); return true;
    case Qt::Key_S: view.m_range.zoom(1.5, mouseTime); return true;
    case Qt::Key_A: view.m_range.pan(-view.m_range.length() / 4); return true;
    case Qt::Key_D: view.m_range.pan(view.m_range.length() / 4); return true;
    case Qt::Key_Delete:
        if (!removeGap())
            view.takeOut();
        return true;
    default: return false;
    }
}

std::optional<Slot> TimelineView::State::currentSlot() const {
    if (view.m_selection.empty())
        return {};
    return slotOf(planned, view.m_document.schedule(), view.m_selection.current());
}

void TimelineView::State::stepInLane(int by) {
    std::optional<Slot> slot = currentSlot();
    if (slot)
        slot->position += by;
    else
        for (int rank = 0; rank < static_cast<int>(planned.lanes.size()) && !slot; ++rank)
            if (!planned.lanes[rank].blocks.empty())
                slot = Slot{rank, 0};
    if (const PlacedBlock* block = slot ? planned.find(*slot) : nullptr)
        view.m_selection.reveal(block->op);
}

void TimelineView::State::stepLane(int by) {
    const std::optional<Slot> slot = currentSlot();
    if (!slot) {
        stepInLane(by);
        return;
    }
    const PlacedBlock& here = *planned.find(*slot);
    const Time middle = here.start + (here.end - here.start) / 2;
    for (int rank = slot->rank + by; rank >= 0 && rank < static_cast<int>(planned.lanes.size()); rank += by) {
        const std::vector<PlacedBlock>& blocks = planned.lanes[rank].blocks;
        if (blocks.empty())
            continue;
        const auto distance = [middle](const PlacedBlock& block) {
            return std::abs(block.start + (block.end - block.start) / 2 - middle);
        };
        view.m_selection.reveal(std::ranges::min_element(blocks, {}, distance)->op);
        return;
    }
}

void TimelineView::State::followBinding(bool back) {
    if (!why)
        return;
    if (back) {
        if (why->bindingOp)
            view.m_selection.reveal(*why->bindingOp);
        return;
    }
    // Forward: the op whose start this one decides; of several the first to start.
    const PlacedBlock* next = planned.find({why->slot.rank, why->slot.position + 1});
    std::vector<Op> candidates = why->consumers;
    if (next)
        candidates.push_back(next->op);
    std::optional<Explanation> best;
    for (const Op& candidate : candidates) {
        const auto explanation = view.m_document.reasons().of(candidate);
        const PlacedBlock* self = planned.find(why->slot);
        if (explanation && explanation->bindingOp && self->holds(*explanation->bindingOp) &&
            (!best || explanation->start < best->start))
            best = explanation;
    }
    if (best)
        if (const PlacedBlock* block = planned.find(best->slot))
            view.m_selection.reveal(block->op);
}

void TimelineView::centreSelection() { m_state->centre(); }

void TimelineView::State::centre() {
    if (selected.empty()) {
        view.fitAll();
        return;
    }
    TimeRange& range = view.m_range;
    Time start = range.extentEnd();
    Time end = range.extentStart();
    for (const Slot& slot : selected) {
        start = std::min(start, planned.find(slot)->start);
        end = std::max(end, planned.find(slot)->end);
    }
    const Time before = range.start();
    range.pan(start + (end - start) / 2 - (range.start() + range.length() / 2));
    const bool moved = std::abs(range.start() - before) > range.length() / 100;
    if (moved)
        view.revealOp(view.m_selection.current());
    else
        view.fitSelection();
}

void TimelineView::chooseNeighbour(bool back) { m_state->chooseNeighbour(back); }

std::vector<Op> TimelineView::State::neighbours(bool back) const {
    std::vector<Op> ops;
    if (!why)
        return ops;
    const PlacedBlock* beside = planned.find({why->slot.rank, why->slot.position + (back ? -1 : 1)});
    if (back)
        for (const Arrival& input : why->inputs)
            ops.push_back(input.producer);
    else
        ops = why->consumers;
    if (beside && std::ranges::find(ops, beside->op) == ops.end())
        ops.push_back(beside->op);
    return ops;
}

void TimelineView::State::chooseNeighbour(bool back) {
    const std::vector<Op> ops = neighbours(back);
    if (ops.size() == 1) {
        view.m_selection.reveal(ops.front());
        return;
    }
    if (ops.empty())
        return;
    auto* menu = new QMenu(&view);
    menu->setObjectName(QStringLiteral("neighbours"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const Plan& plan = view.m_document.plan();
    for (const Op& op : ops) {
        const std::optional<Slot> slot = slotOf(planned, plan.schedule, op);
        const PlacedBlock* block = slot ? planned.find(*slot) : nullptr;
        if (!block)
            continue;
        const QAction* action =
            menu->addAction(tr("%1, rank %2, %3 – %4")
                                .arg(opText(op, plan.costs.weightParts))
                                .arg(slot->rank)
                                .arg(timeText(block->start, plan.timeUnit), timeWithUnit(block->end, plan.timeUnit)));
        connect(action, &QAction::triggered, &view, [this, op] { view.m_selection.reveal(op); });
    }
    const QPointF at = view.rectOf(view.m_selection.current()).bottomLeft();
    menu->popup(view.viewport()->mapToGlobal(at.toPoint()));
    if (!menu->actions().isEmpty())
        menu->setActiveAction(menu->actions().front());
}

void TimelineView::nudge(int by) { m_state->nudge(by); }

void TimelineView::State::nudge(int by) {
    const std::optional<Slot> slot = currentSlot();
    Document& document = view.m_document;
    if (!slot)
        return;
    const Op op = view.m_selection.current();
    const int many = static_cast<int>(selected.size());
    Result<Schedule> next = many > 1 ? Result<Schedule>(shiftBlocks(document.schedule(), view.m_selection.ops(), by))
                                     : nudgeBlock(document.schedule(), *slot, by);
    if (!next) {
        Q_EMIT view.hint(said(next.error().message));
        return;
    }
    const bool goesOn = nudges.op == op && nudges.historyIndex == document.history().index() && nudges.by != 0;
    if (!goesOn)
        nudges = {.op = op, .mergeId = document.newMergeId()};
    nudges.by += by;
    const Block& block = document.schedule().order[slot->rank][slot->position];
    const QString name = many > 1 ? tr("%n blocks", nullptr, many)
                                  : QString::fromStdString(toText(block, document.plan().costs.weightParts));
    const int places = std::abs(nudges.by);
    QString text;
    if (places <= 1)
        text = (nudges.by < 0 ? tr("Move %1 one place earlier") : tr("Move %1 one place later")).arg(name);
    else
        text = (nudges.by < 0 ? tr("Move %1 %2 places earlier") : tr("Move %1 %2 places later")).arg(name).arg(places);
    document.apply(text, *std::move(next), nudges.mergeId);
    nudges.historyIndex = document.history().index();
    view.revealOp(op);
    Q_EMIT view.hint(document.history().undoText());
}

bool TimelineView::State::removeGap() {
    const std::optional<Slot> slot = gap ? slotOf(planned, view.m_document.schedule(), *gap) : std::nullopt;
    const PlacedBlock* block = slot ? planned.find(*slot) : nullptr;
    const bool hasGap = block && view.m_document.schedule().order[slot->rank][slot->position].gap > 0;
    if (hasGap)
        setGapTo(*slot, 0);
    return hasGap;
}

void TimelineView::State::setGapTo(Slot slot, Time length) {
    Document& document = view.m_document;
    Result<Schedule> next = setGap(document.schedule(), slot, length);
    if (next)
        document.apply(gapSentence(document.plan(), slot, length), *std::move(next));
    else
        Q_EMIT view.hint(said(next.error().message));
}

void TimelineView::State::askForGap(Slot slot) {
    const Plan& plan = view.m_document.plan();
    const Op op = planned.find(slot)->op;
    const auto scale = static_cast<double>(scaleOf(plan.timeUnit));
    auto* dialog = new QInputDialog(&view);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Gap before %1").arg(opText(op, plan.costs.weightParts)));
    const QString unit = unitText(plan.timeUnit);
    dialog->setLabelText(unit.isEmpty() ? tr("It starts no earlier than the block before it, plus:")
                                        : tr("It starts no earlier than the block before it, plus (%1):").arg(unit));
    dialog->setInputMode(QInputDialog::DoubleInput);
    dialog->setDoubleDecimals(6);
    dialog->setDoubleRange(0, 1e9);
    dialog->setDoubleValue(static_cast<double>(plan.schedule.order[slot.rank][slot.position].gap) / scale);
    connect(dialog, &QInputDialog::doubleValueSelected, &view, [this, op, scale](double value) {
        // The schedule may have changed while the dialog was open.
        if (const auto now = slotOf(planned, view.m_document.schedule(), op))
            setGapTo(*now, static_cast<Time>(std::llround(value * scale)));
    });
    dialog->open();
}

} // namespace lanewright
