// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/gap_tool.h"
#include "app/timeline/tools/move_tool.h"
#include "app/timeline/tools/view_tools.h"
#include "app/timeline/view_state.h"

#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lanewright {
namespace {

/// How near the left edge of a block the gap gesture begins, and how wide a block must be to have such an edge.
constexpr double kEdge = 5;
constexpr double kWideEnoughForEdge = 18;
/// Within so many pixels of the border a gesture scrolls.
constexpr double kScrollZone = 24;
constexpr double kZoomStep = 1.15;

std::set<Op> opsOf(const PlacedBlock& block) {
    std::set<Op> ops{block.op};
    if (block.paired)
        ops.insert(*block.paired);
    return ops;
}

} // namespace

Hit TimelineView::State::hitAt(QPointF at) const {
    const Canvas canvas = this->canvas();
    if (at.y() < canvas.area.top())
        return {at.x() < canvas.area.left() ? Hit::Kind::Nothing : Hit::Kind::Ruler};
    Hit hit;
    hit.rank = canvas.geometry.rankAt(at.y());
    if (hit.rank < 0)
        return hit;
    hit.kind = at.x() < canvas.area.left() ? Hit::Kind::Header : Hit::Kind::Room;
    if (hit.kind == Hit::Kind::Header)
        return hit;
    const double top = canvas.geometry.blockTop(hit.rank);
    if (at.y() < top || at.y() >= top + canvas.geometry.blockHeight())
        return hit;
    const PlacedLane& lane = planned.lanes[hit.rank];
    const Time time = canvas.scale.time(at.x());
    if (const std::optional<int> position = lanewright::blockAt(lane, time)) {
        hit.slot = {hit.rank, *position};
        const QRectF rect = canvas.rectOf(hit.rank, lane.blocks[*position]);
        const bool edge = rect.width() >= kWideEnoughForEdge && at.x() - rect.left() < kEdge;
        hit.kind = edge && !lane.blocks[*position].parked ? Hit::Kind::BlockEdge : Hit::Kind::Block;
        return hit;
    }
    const Visible after = visibleIn(lane, time, time + 1);
    if (after.first < lane.blocks.size() && lane.blocks[after.first].gap > 0 && !lane.blocks[after.first].parked) {
        const Slot slot{hit.rank, static_cast<int>(after.first)};
        const Time from = previousEnd(slot);
        if (time >= from && time < from + lane.blocks[after.first].gap)
            return {Hit::Kind::Gap, hit.rank, slot};
    }
    return hit;
}

// ---------------------------------------------------------------------------------------------- press and release

void TimelineView::mousePressEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    m_state->mouse = at;
    m_state->keys = event->modifiers();
    if (m_state->tool) {
        // Any other button ends the gesture without a trace.
        if (event->button() != Qt::LeftButton)
            cancelGesture();
        return;
    }
    const Press press{at, event->button(), event->modifiers(), m_state->hitAt(at)};
    m_state->press = press;
    const bool pans = event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_state->spaceHeld);
    if (pans) {
        m_state->beginTool(std::make_unique<PanTool>(*this), {at, event->modifiers()});
        return;
    }
    if (event->button() == Qt::LeftButton)
        m_state->selectAt(press);
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
    m_state->mouse = event->position();
    m_state->keys = event->modifiers();
    if (m_state->tool) {
        m_state->moveTool();
        return;
    }
    if (m_state->press && (event->buttons() & m_state->press->button)) {
        const Press press = *m_state->press;
        if ((event->position() - press.at).manhattanLength() < QApplication::startDragDistance())
            return;
        if (std::unique_ptr<Tool> tool = m_state->toolFor(press)) {
            m_state->beginTool(std::move(tool), {press.at, press.modifiers});
            m_state->moveTool();
        }
        return;
    }
    const Hit hit = m_state->hitAt(event->position());
    m_state->updateCursor(hit);
    m_state->hover(hit);
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
    m_state->mouse = event->position();
    if (m_state->tool) {
        if (!m_state->press || event->button() != m_state->press->button)
            return;
        m_state->moveTool();
        m_state->commitTool();
        m_state->updateCursor(m_state->hitAt(event->position()));
        return;
    }
    if (m_state->press && event->button() == m_state->press->button) {
        const Press press = *m_state->press;
        m_state->press.reset();
        if (press.button == Qt::LeftButton)
            m_state->click(press);
        if (press.button == Qt::RightButton)
            m_state->askMenu(press.at, viewport()->mapToGlobal(press.at.toPoint()));
    }
}

void TimelineView::State::beginTool(std::unique_ptr<Tool> next, const ToolPoint& at) {
    tool = std::move(next);
    hovered.reset();
    tool->begin(at);
    view.viewport()->setCursor(tool->cursor());
    if (tool->autoscrolls())
        scroller.start();
    view.viewport()->update();
}

void TimelineView::State::moveTool() {
    tool->preview({mouse, keys});
    if (const std::optional<Card> card = tool->card())
        Q_EMIT view.hint(card->text());
    const Proposal* proposal = tool->proposal();
    Q_EMIT view.previewed(proposal ? proposal->analysis.get() : nullptr);
    view.viewport()->update();
}

void TimelineView::State::commitTool() {
    // Taken out first: a commit changes the document, and that cancels whatever is under way.
    const std::unique_ptr<Tool> ending = std::move(tool);
    view.cancelGesture();
    Q_EMIT view.hint({});
    Q_EMIT view.previewed(nullptr);
    ending->commit();
    faded = proposed = QImage();
    view.viewport()->update();
}

void TimelineView::beginGesture(std::unique_ptr<Tool> tool, QPointF at) {
    cancelGesture();
    m_state->mouse = at;
    m_state->keys = Qt::NoModifier;
    m_state->beginTool(std::move(tool), {at, Qt::NoModifier});
    m_state->moveTool();
}

void TimelineView::moveGesture(QPointF at, Qt::KeyboardModifiers keys) {
    m_state->mouse = at;
    m_state->keys = keys;
    if (m_state->tool)
        m_state->moveTool();
}

void TimelineView::endGesture() {
    if (m_state->tool)
        m_state->commitTool();
}

Qt::CursorShape TimelineView::gestureCursor() const {
    return m_state->tool ? m_state->tool->cursor() : Qt::ArrowCursor;
}

std::unique_ptr<Tool> TimelineView::State::toolFor(const Press& pressed) {
    // With the right button a stretch of time is chosen anywhere; without a motion it asks for the menu.
    if (pressed.button == Qt::RightButton)
        return pressed.hit.kind == Hit::Kind::Header ? nullptr : std::make_unique<RangeTool>(view);
    switch (pressed.hit.kind) {
    case Hit::Kind::Ruler: return std::make_unique<RangeTool>(view);
    case Hit::Kind::BlockEdge: return std::make_unique<GapTool>(view, pressed.hit.slot);
    case Hit::Kind::Block: {
        std::vector<int> positions;
        std::set<Op> elsewhere;
        for (const Slot& slot : selected)
            if (slot.rank == pressed.hit.slot.rank)
                positions.push_back(slot.position);
            else
                elsewhere.merge(opsOf(*planned.find(slot)));
        if (std::ranges::find(positions, pressed.hit.slot.position) == positions.end()) {
            positions = {pressed.hit.slot.position};
            elsewhere.clear();
        }
        return std::make_unique<MoveTool>(view, pressed.hit.slot, std::move(positions), elsewhere);
    }
    case Hit::Kind::Room:
    case Hit::Kind::Gap: return std::make_unique<RubberBandTool>(view);
    case Hit::Kind::Nothing:
        if (pressed.at.x() > kEdge && pressed.at.y() > canvas().area.top())
            return std::make_unique<RubberBandTool>(view);
        return nullptr;
    case Hit::Kind::Header: return std::make_unique<LaneTool>(view, pressed.hit.rank);
    }
    return nullptr;
}

// ---------------------------------------------------------------------------------------------- selecting

void TimelineView::State::selectAt(const Press& pressed) {
    Selection& selection = view.m_selection;
    gap.reset();
    if (pressed.hit.kind == Hit::Kind::Gap) {
        gap = planned.find(pressed.hit.slot)->op;
        redraw();
        return;
    }
    if (pressed.hit.kind != Hit::Kind::Block && pressed.hit.kind != Hit::Kind::BlockEdge)
        return;
    const PlacedBlock& block = *planned.find(pressed.hit.slot);
    if (pressed.modifiers & Qt::ControlModifier)
        return;
    if (pressed.modifiers & Qt::ShiftModifier) {
        const std::optional<Slot> from = selection.empty() ? std::nullopt : currentSlot();
        const int anchor = from && from->rank == pressed.hit.rank ? from->position : pressed.hit.slot.position;
        std::set<Op> ops;
        const auto [first, last] = std::minmax(anchor, pressed.hit.slot.position);
        for (int position = first; position <= last; ++position)
            ops.merge(opsOf(*planned.find({pressed.hit.rank, position})));
        selection.set(std::move(ops), from ? selection.current() : block.op);
        return;
    }
    // A block of a larger selection keeps it for now: the press may begin a drag of all of them.
    if (!selection.contains(block.op))
        selection.set(opsOf(block), block.op);
}

void TimelineView::State::click(const Press& pressed) {
    Selection& selection = view.m_selection;
    const bool onBlock = pressed.hit.kind == Hit::Kind::Block || pressed.hit.kind == Hit::Kind::BlockEdge;
    if (!onBlock) {
        if (pressed.hit.kind == Hit::Kind::Room && !(pressed.modifiers & (Qt::ControlModifier | Qt::ShiftModifier)))
            selectBubbleAt(pressed.at);
        return;
    }
    const PlacedBlock* block = planned.find(pressed.hit.slot);
    if (!block || (pressed.modifiers & Qt::ShiftModifier))
        return;
    if (pressed.modifiers & Qt::ControlModifier)
        selection.toggle(block->op);
    else
        selection.set(opsOf(*block), block->op);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_state->tool)
        return;
    const Hit hit = m_state->hitAt(event->position());
    switch (hit.kind) {
    case Hit::Kind::Ruler: fitAll(); return;
    case Hit::Kind::Gap: m_state->askForGap(hit.slot); return;
    case Hit::Kind::Block:
    case Hit::Kind::BlockEdge: {
        const Op op = m_state->planned.find(hit.slot)->op;
        std::set<Op> strand;
        for (const PlacedLane& lane : m_state->planned.lanes)
            for (const PlacedBlock& block : lane.blocks)
                for (const Op& other : opsOf(block))
                    if (other.microbatch == op.microbatch)
                        strand.insert(other);
        m_selection.set(std::move(strand), op);
        return;
    }
    case Hit::Kind::Room:
    case Hit::Kind::Header:
    case Hit::Kind::Nothing: return;
    }
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event) {
    // A press of the right button may begin a drag: what it asks for is known when it is released.
    if (event->reason() != QContextMenuEvent::Mouse)
        Q_EMIT contextMenuRequested(event->globalPos());
    event->accept();
}

void TimelineView::State::askMenu(QPointF at, const QPoint& globalPosition) {
    const Hit hit = hitAt(at);
    const bool onBlock = hit.kind == Hit::Kind::Block || hit.kind == Hit::Kind::BlockEdge;
    const PlacedBlock* block = onBlock ? planned.find(hit.slot) : nullptr;
    if (block && !view.m_selection.contains(block->op))
        view.m_selection.set(opsOf(*block), block->op);
    Q_EMIT view.contextMenuRequested(globalPosition);
}

// ---------------------------------------------------------------------------------------------- wheel and edges

void TimelineView::wheelEvent(QWheelEvent* event) {
    const QPoint pixels = event->pixelDelta();
    const QPointF steps = pixels.isNull() ? QPointF(event->angleDelta()) / 120.0 : QPointF(pixels) / 40.0;
    const Qt::KeyboardModifiers keys = event->modifiers();
    // Fingers on a touchpad never go quite straight: which way they began holds until they leave it.
    const Qt::ScrollPhase phase = event->phase();
    if (phase == Qt::ScrollBegin || phase == Qt::NoScrollPhase)
        m_state->scrollsAlong = {};
    if (!m_state->scrollsAlong && !steps.isNull())
        m_state->scrollsAlong = std::abs(steps.x()) > std::abs(steps.y()) ? Qt::Horizontal : Qt::Vertical;
    const bool sideways = m_state->scrollsAlong == Qt::Horizontal;
    const double step = sideways ? steps.x() : steps.y();
    event->accept();
    if (keys.testFlag(Qt::ControlModifier) && keys.testFlag(Qt::ShiftModifier)) {
        setLaneHeight(laneHeight() + static_cast<int>(std::lround(step * 8)));
    } else if (keys.testFlag(Qt::ControlModifier)) {
        const double x = std::max(event->position().x(), static_cast<double>(headerWidth()));
        // Many small steps add up; a flick does not throw the view away.
        const double damped = pixels.isNull() ? step : std::copysign(std::log1p(std::abs(step)), step);
        m_range.zoom(std::pow(kZoomStep, -damped), timeAt(x));
    } else if (keys.testFlag(Qt::ShiftModifier) || sideways) {
        m_range.pan(static_cast<Time>(-step * static_cast<double>(m_range.length()) / 10));
    } else {
        QScrollBar* bar = verticalScrollBar();
        bar->setValue(bar->value() - static_cast<int>(std::lround(step * bar->singleStep())));
    }
    if (m_state->tool)
        m_state->moveTool();
}

void TimelineView::State::autoscroll() {
    if (!tool) {
        scroller.stop();
        return;
    }
    const QRectF area = canvas().area;
    const auto pushAt = [](double position, double low, double high) {
        if (position < low + kScrollZone)
            return std::max(-2.0, (position - low - kScrollZone) / kScrollZone);
        if (position > high - kScrollZone)
            return std::min(2.0, (position - high + kScrollZone) / kScrollZone);
        return 0.0;
    };
    const double x = pushAt(mouse.x(), area.left(), area.right());
    const double y = pushAt(mouse.y(), area.top(), area.bottom());
    TimeRange& range = view.m_range;
    // Only as far as there is something to see.
    const bool sideways = (x < 0 && range.start() > range.extentStart()) || (x > 0 && range.end() < range.extentEnd());
    if (sideways)
        range.pan(static_cast<Time>(x * static_cast<double>(range.length()) / 60));
    QScrollBar* bar = view.verticalScrollBar();
    const int before = bar->value();
    if (y != 0)
        bar->setValue(before + static_cast<int>(std::lround(y * 12)));
    if (sideways || bar->value() != before)
        moveTool();
}

} // namespace lanewright
