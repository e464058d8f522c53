// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/gesture_controller.h"

#include "app/document/measured_text.h"
#include "app/document/translate.h"
#include "app/timeline/block_description.h"
#include "app/timeline/key_navigator.h"
#include "app/timeline/lane_painter.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/gap_tool.h"
#include "app/timeline/tools/move_tool.h"
#include "app/timeline/tools/view_tools.h"

#include <QApplication>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright::app {
namespace {

/// How near the left edge of a block the gap gesture begins, and how wide a block must be to have such an edge.
constexpr double kEdge = 5;
constexpr double kWideEnoughForEdge = 18;
/// Within so many pixels of the border a gesture scrolls.
constexpr double kScrollZone = 24;
constexpr double kZoomStep = 1.15;

std::set<Op> opsOf(const PlacedBlock& block) {
    const OpList ops = opsIn(block);
    return {ops.begin(), ops.end()};
}

} // namespace

GestureController::GestureController(TimelineView& view, const ShownLanes& lanes, LaneSelection& selection)
    : m_view(view), m_lanes(lanes), m_selection(selection) {
    m_scroller.setInterval(30);
    QObject::connect(&m_scroller, &QTimer::timeout, &view, [this] { autoscroll(); });
}

QString GestureController::cardText() const {
    const std::optional<Card> card = m_tool ? m_tool->card() : std::nullopt;
    return card ? card->text() : QString();
}

Hit GestureController::hitAt(QPointF at) const {
    const Canvas canvas = m_view.canvas();
    const bool besideLanes = at.x() < canvas.area.left();
    if (at.y() < canvas.area.top())
        return {besideLanes ? Hit::Kind::Nothing : Hit::Kind::Ruler};
    const int rank = canvas.geometry.rankAt(at.y());
    if (rank < 0)
        return {};
    if (besideLanes)
        return {Hit::Kind::Header, rank};
    const auto within = [&](double top, double height) { return at.y() >= top && at.y() < top + height; };
    if (m_lanes.barsShown() && rank < static_cast<int>(m_lanes.measured().lanes.size()) &&
        within(canvas.geometry.barTop(rank), canvas.geometry.barHeight()))
        return barAt(rank, canvas.scale.time(at.x()));
    if (within(canvas.geometry.blockTop(rank), canvas.geometry.blockHeight()))
        return plannedAt(canvas, rank, at.x());
    return {Hit::Kind::Room, rank};
}

Hit GestureController::plannedAt(const Canvas& canvas, int rank, double x) const {
    const PlacedLane& lane = m_lanes.planned().lanes[rank];
    const Time time = canvas.scale.time(x);
    if (const std::optional<int> position = blockAt(lane, time)) {
        const PlacedBlock& block = lane.blocks[*position];
        const QRectF rect = canvas.rectOf(rank, block);
        const bool edge = rect.width() >= kWideEnoughForEdge && x - rect.left() < kEdge && !block.parked;
        return {edge ? Hit::Kind::BlockEdge : Hit::Kind::Block, rank, {rank, *position}};
    }
    const std::size_t next = visibleIn(lane, time, time + 1).first;
    if (next < lane.blocks.size() && lane.blocks[next].gap > 0 && !lane.blocks[next].parked) {
        const Slot slot{rank, static_cast<int>(next)};
        const Time from = m_lanes.previousEnd(slot);
        if (time >= from && time < from + lane.blocks[next].gap)
            return {Hit::Kind::Gap, rank, slot};
    }
    return {Hit::Kind::Room, rank};
}

Hit GestureController::barAt(int rank, Time time) const {
    if (const std::optional<int> position = blockAt(m_lanes.measured().lanes[rank], time))
        return {.kind = Hit::Kind::Bar, .rank = rank, .slot = {rank, *position}};
    return {.kind = Hit::Kind::BarGap, .rank = rank, .time = time};
}

QStringList GestureController::descriptionOf(const Hit& hit) const {
    const Document& document = m_view.document();
    if (hit.isBlock())
        return blockDescription(document, m_lanes.planned(), hit.slot);
    if (hit.kind == Hit::Kind::Bar)
        return measuredDescription(document, m_lanes.measured().find(hit.slot)->op);
    if (hit.kind == Hit::Kind::BarGap)
        if (const std::optional<MeasuredGap> gap = measuredGapAt(document, hit.rank, hit.time))
            return gapLines(*gap, document.plan());
    return {};
}

// ---------------------------------------------------------------------------------------------- press and release

void GestureController::press(const QMouseEvent& event) {
    const QPointF at = event.position();
    m_mouse = at;
    m_keys = event.modifiers();
    if (m_tool) {
        // Any other button ends the gesture without a trace.
        if (event.button() != Qt::LeftButton)
            cancel();
        return;
    }
    const Press press{at, event.button(), event.modifiers(), hitAt(at)};
    m_press = press;
    const bool pans = event.button() == Qt::MiddleButton || (event.button() == Qt::LeftButton && m_spaceHeld);
    if (pans)
        beginTool(makePanTool(m_view), {at, event.modifiers()});
    else if (event.button() == Qt::LeftButton)
        selectAt(press);
}

void GestureController::move(const QMouseEvent& event) {
    m_mouse = event.position();
    m_keys = event.modifiers();
    if (m_tool)
        return moveTool();
    if (m_press && (event.buttons() & m_press->button)) {
        const Press press = *m_press;
        if ((event.position() - press.at).manhattanLength() < QApplication::startDragDistance())
            return;
        if (std::unique_ptr<Tool> tool = toolFor(press)) {
            beginTool(std::move(tool), {press.at, press.modifiers});
            moveTool();
        }
        return;
    }
    const Hit hit = hitAt(event.position());
    updateCursor(hit);
    hover(hit);
}

void GestureController::release(const QMouseEvent& event) {
    m_mouse = event.position();
    if (!m_press || event.button() != m_press->button)
        return;
    if (m_tool) {
        moveTool();
        commitTool();
        updateCursor(hitAt(event.position()));
        return;
    }
    const Press press = *std::exchange(m_press, std::nullopt);
    if (press.button == Qt::LeftButton)
        click(press);
    if (press.button == Qt::RightButton)
        askMenu(press.at, m_view.viewport()->mapToGlobal(press.at.toPoint()));
}

void GestureController::beginTool(std::unique_ptr<Tool> next, const ToolPoint& at) {
    m_tool = std::move(next);
    m_hovered.reset();
    m_tool->begin(at);
    m_view.viewport()->setCursor(m_tool->cursor());
    if (m_tool->autoscrolls())
        m_scroller.start();
    m_view.viewport()->update();
}

void GestureController::moveTool() {
    m_tool->preview({m_mouse, m_keys});
    if (const std::optional<Card> card = m_tool->card())
        Q_EMIT m_view.hint(card->text());
    const Proposal* proposal = m_tool->proposal();
    // By number: what is proposed next may lie where the last proposal did.
    const std::uint64_t serial = proposal ? proposal->serial : 0;
    if (std::exchange(m_previewed, serial) != serial)
        Q_EMIT m_view.previewed(proposal ? proposal->analysis.get() : nullptr);
    m_view.viewport()->update();
}

void GestureController::commitTool() {
    // Taken out first: a commit changes the document, and that cancels whatever is under way.
    const std::unique_ptr<Tool> ending = std::move(m_tool);
    cancel();
    Q_EMIT m_view.hint({});
    m_previewed = 0;
    Q_EMIT m_view.previewed(nullptr);
    ending->commit();
    m_view.painter().forgetProposal();
    m_view.viewport()->update();
}

void GestureController::cancel() {
    m_press.reset();
    m_scroller.stop();
    if (!m_tool)
        return;
    m_tool->cancel();
    m_tool.reset();
    m_view.painter().forgetProposal();
    m_view.viewport()->unsetCursor();
    m_view.viewport()->update();
    Q_EMIT m_view.hint({});
    m_previewed = 0;
    Q_EMIT m_view.previewed(nullptr);
}

void GestureController::begin(std::unique_ptr<Tool> tool, QPointF at) {
    cancel();
    m_mouse = at;
    m_keys = Qt::NoModifier;
    beginTool(std::move(tool), {at, Qt::NoModifier});
    moveTool();
}

void GestureController::moveTo(QPointF at, Qt::KeyboardModifiers keys) {
    m_mouse = at;
    m_keys = keys;
    if (m_tool)
        moveTool();
}

std::unique_ptr<Tool> GestureController::toolFor(const Press& pressed) {
    // With the right button a stretch of time is chosen anywhere; without a motion it asks for the menu.
    if (pressed.button == Qt::RightButton)
        return pressed.hit.kind == Hit::Kind::Header ? nullptr : makeRangeTool(m_view);
    switch (pressed.hit.kind) {
    case Hit::Kind::Ruler: return makeRangeTool(m_view);
    case Hit::Kind::BlockEdge: return makeGapTool(m_view, pressed.hit.slot);
    case Hit::Kind::Block: return moveToolFor(pressed.hit.slot);
    case Hit::Kind::Room:
    case Hit::Kind::Bar:
    case Hit::Kind::BarGap:
    case Hit::Kind::Gap: return makeRubberBandTool(m_view);
    case Hit::Kind::Nothing:
        if (pressed.at.x() > kEdge && pressed.at.y() > m_view.canvas().area.top())
            return makeRubberBandTool(m_view);
        return nullptr;
    case Hit::Kind::Header: return makeLaneTool(m_view, pressed.hit.rank);
    }
    return nullptr;
}

std::unique_ptr<Tool> GestureController::moveToolFor(Slot grabbed) {
    std::vector<int> positions;
    std::set<Op> elsewhere;
    for (const Slot& slot : m_selection.blocks()) {
        if (slot.rank == grabbed.rank)
            positions.push_back(slot.position);
        else
            elsewhere.merge(opsOf(*m_lanes.planned().find(slot)));
    }
    if (std::ranges::find(positions, grabbed.position) == positions.end()) {
        positions = {grabbed.position};
        elsewhere.clear();
    }
    return makeMoveTool(m_view, grabbed, std::move(positions), elsewhere);
}

// ---------------------------------------------------------------------------------------------- selecting

void GestureController::selectAt(const Press& pressed) {
    Selection& selection = m_view.selection();
    const PlacedLanes& planned = m_lanes.planned();
    m_selection.setGap({});
    if (pressed.hit.kind == Hit::Kind::Gap) {
        m_selection.setGap(planned.find(pressed.hit.slot)->op);
        m_view.redraw();
        return;
    }
    if (!pressed.hit.isBlock() || (pressed.modifiers & Qt::ControlModifier))
        return;
    const PlacedBlock& block = *planned.find(pressed.hit.slot);
    if (pressed.modifiers & Qt::ShiftModifier) {
        const std::optional<Slot> from = m_selection.current();
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

void GestureController::click(const Press& pressed) {
    Selection& selection = m_view.selection();
    if (pressed.hit.kind == Hit::Kind::Bar || pressed.hit.kind == Hit::Kind::BarGap)
        return selectMeasured(pressed.hit);
    if (!pressed.hit.isBlock()) {
        if (pressed.hit.kind == Hit::Kind::Room && !(pressed.modifiers & (Qt::ControlModifier | Qt::ShiftModifier)))
            selectBubbleAt(pressed.at);
        return;
    }
    const PlacedBlock* block = m_lanes.planned().find(pressed.hit.slot);
    if (!block || (pressed.modifiers & Qt::ShiftModifier))
        return;
    if (pressed.modifiers & Qt::ControlModifier)
        selection.toggle(block->op);
    else
        selection.set(opsOf(*block), block->op);
}

/// The op of a bar, and of a gap between bars the op behind it: the inspector says of each what was waited for.
void GestureController::selectMeasured(const Hit& hit) {
    if (hit.kind == Hit::Kind::Bar) {
        const PlacedBlock& bar = *m_lanes.measured().find(hit.slot);
        m_view.selection().set(opsOf(bar), bar.op);
        return;
    }
    const std::optional<MeasuredGap> gap = measuredGapAt(m_view.document(), hit.rank, hit.time);
    if (gap && gap->next)
        m_view.selection().set(*gap->next);
}

void GestureController::selectBubbleAt(QPointF at) {
    const Canvas canvas = m_view.canvas();
    const Document& document = m_view.document();
    const int rank = canvas.geometry.rankAt(at.y());
    const auto found =
        m_lanes.isRetimed() ? std::nullopt : bubbleAt(document.timeline(), rank, canvas.scale.time(at.x()));
    if (!found)
        return m_view.selection().clear();
    const BubbleReason reason = document.reasons().of(*found);
    m_view.selection().setBubble({rank, reason.next});
    Q_EMIT m_view.hint(translated(reason.sentence));
}

void GestureController::doubleClick(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton || m_tool)
        return;
    const Hit hit = hitAt(event.position());
    switch (hit.kind) {
    case Hit::Kind::Ruler: m_view.fitAll(); return;
    case Hit::Kind::Gap: m_view.keys().askForGap(hit.slot); return;
    case Hit::Kind::Block:
    case Hit::Kind::BlockEdge: {
        const Op op = m_lanes.planned().find(hit.slot)->op;
        std::set<Op> strand;
        for (const PlacedLane& lane : m_lanes.planned().lanes)
            for (const PlacedBlock& block : lane.blocks)
                for (const Op& other : opsIn(block))
                    if (other.microbatch == op.microbatch)
                        strand.insert(other);
        m_view.selection().set(std::move(strand), op);
        return;
    }
    case Hit::Kind::Room:
    case Hit::Kind::Bar:
    case Hit::Kind::BarGap:
    case Hit::Kind::Header:
    case Hit::Kind::Nothing: return;
    }
}

void GestureController::askMenu(QPointF at, const QPoint& globalPosition) {
    const Hit hit = hitAt(at);
    const PlacedBlock* block = hit.isBlock() ? m_lanes.planned().find(hit.slot) : nullptr;
    Selection& selection = m_view.selection();
    if (block && !selection.contains(block->op))
        selection.set(opsOf(*block), block->op);
    Q_EMIT m_view.contextMenuRequested(globalPosition);
}

// ---------------------------------------------------------------------------------------------- under the mouse

void GestureController::updateCursor(const Hit& hit) {
    QWidget& viewport = *m_view.viewport();
    switch (hit.kind) {
    case Hit::Kind::BlockEdge: viewport.setCursor(Qt::SplitHCursor); return;
    case Hit::Kind::Block: viewport.setCursor(Qt::OpenHandCursor); return;
    case Hit::Kind::Bar:
    case Hit::Kind::Gap: viewport.setCursor(Qt::PointingHandCursor); return;
    case Hit::Kind::BarGap:
    case Hit::Kind::Ruler:
    case Hit::Kind::Header:
    case Hit::Kind::Room:
    case Hit::Kind::Nothing: viewport.unsetCursor(); return;
    }
}

void GestureController::hover(const Hit& hit) {
    const std::optional<Slot> now = hit.isBlock() ? std::optional(hit.slot) : std::nullopt;
    const bool measured = hit.kind == Hit::Kind::Bar || hit.kind == Hit::Kind::BarGap;
    if (now == m_hovered && !measured && !m_hintsMeasured)
        return;
    m_hovered = now;
    m_hintsMeasured = measured;
    m_view.viewport()->update();
    Q_EMIT m_view.hint(descriptionOf(hit).join(QStringLiteral(" · ")));
}

void GestureController::leave() {
    if (!m_hovered && !m_hintsMeasured)
        return;
    m_hovered.reset();
    m_hintsMeasured = false;
    m_view.viewport()->update();
    Q_EMIT m_view.hint({});
}

// ---------------------------------------------------------------------------------------------- wheel and edges

void GestureController::wheel(QWheelEvent& event) {
    const QPoint pixels = event.pixelDelta();
    const QPointF steps = pixels.isNull() ? QPointF(event.angleDelta()) / 120.0 : QPointF(pixels) / 40.0;
    const Qt::KeyboardModifiers keys = event.modifiers();
    // Fingers on a touchpad never go quite straight: which way they began holds until they leave it.
    const Qt::ScrollPhase phase = event.phase();
    if (phase == Qt::ScrollBegin || phase == Qt::NoScrollPhase)
        m_scrollsAlong = {};
    if (!m_scrollsAlong && !steps.isNull())
        m_scrollsAlong = std::abs(steps.x()) > std::abs(steps.y()) ? Qt::Horizontal : Qt::Vertical;
    const bool sideways = m_scrollsAlong == Qt::Horizontal;
    const double step = sideways ? steps.x() : steps.y();
    TimeRange& range = m_view.range();
    event.accept();
    if (keys.testFlag(Qt::ControlModifier) && keys.testFlag(Qt::ShiftModifier)) {
        m_view.setLaneHeight(m_view.laneHeight() + static_cast<int>(std::lround(step * 8)));
    } else if (keys.testFlag(Qt::ControlModifier)) {
        const double x = std::max(event.position().x(), static_cast<double>(TimelineView::headerWidth()));
        // Many small steps add up; a flick does not throw the view away.
        const double damped = pixels.isNull() ? step : std::copysign(std::log1p(std::abs(step)), step);
        range.zoom(std::pow(kZoomStep, -damped), m_view.canvas().scale.time(x));
    } else if (keys.testFlag(Qt::ShiftModifier) || sideways) {
        range.pan(static_cast<Time>(-step * static_cast<double>(range.length()) / 10));
    } else {
        QScrollBar* bar = m_view.verticalScrollBar();
        bar->setValue(bar->value() - static_cast<int>(std::lround(step * bar->singleStep())));
    }
    if (m_tool)
        moveTool();
}

void GestureController::autoscroll() {
    if (!m_tool)
        return m_scroller.stop();
    const QRectF area = m_view.canvas().area;
    const auto pushAt = [](double position, double low, double high) {
        if (position < low + kScrollZone)
            return std::max(-2.0, (position - low - kScrollZone) / kScrollZone);
        if (position > high - kScrollZone)
            return std::min(2.0, (position - high + kScrollZone) / kScrollZone);
        return 0.0;
    };
    const double x = pushAt(m_mouse.x(), area.left(), area.right());
    const double y = pushAt(m_mouse.y(), area.top(), area.bottom());
    TimeRange& range = m_view.range();
    // Only as far as there is something to see.
    const bool sideways = (x < 0 && range.start() > range.extentStart()) || (x > 0 && range.end() < range.extentEnd());
    if (sideways)
        range.pan(static_cast<Time>(x * static_cast<double>(range.length()) / 60));
    QScrollBar* bar = m_view.verticalScrollBar();
    const int before = bar->value();
    if (y != 0)
        bar->setValue(before + static_cast<int>(std::lround(y * 12)));
    if (sideways || bar->value() != before)
        moveTool();
}

} // namespace lanewright::app
