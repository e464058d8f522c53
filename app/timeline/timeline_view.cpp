// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeline_view.h"

#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/lanes/lane_chrome.h"
#include "app/lanes/term_tips.h"
#include "app/timeline/accessible/accessible_lanes.h"
#include "app/timeline/gesture_controller.h"
#include "app/timeline/key_navigator.h"
#include "app/timeline/lane_painter.h"
#include "app/timeline/tray/tray.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/edits.h"

#include <QEvent>
#include <QHelpEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <set>
#include <utility>

namespace lanewright::app {
namespace {

/// How long the busiest rank works once nothing is missing, and a bit to wait: the room that a person who builds a
/// schedule has from the start.
Time roomFor(const Plan& plan, const std::vector<Op>& missing) {
    std::vector<Time> busy(plan.schedule.ranks(), 0);
    for (std::size_t rank = 0; rank < plan.schedule.order.size(); ++rank)
        for (const Block& block : plan.schedule.order[rank])
            busy[rank] += durationOf(plan.schedule, plan.costs, block);
    for (const Op& op : missing)
        busy[plan.schedule.rankOf(op)] += durationOf(plan.schedule, plan.costs, Block{.op = op});
    const Time longest = busy.empty() ? 0 : *std::ranges::max_element(busy);
    return longest + longest / 4;
}

} // namespace

struct TimelineView::Parts {
    explicit Parts(TimelineView& view)
        : lanes(view.m_document), selection(view.m_document, view.m_selection, lanes), matches(lanes),
          overlay(view.m_document, lanes), painter({view.m_document, lanes, selection, matches, marks, overlay}),
          gestures(view, lanes, selection), keys(view, lanes, selection) {}

    ShownLanes lanes;
    LaneSelection selection;
    SearchMatches matches;
    TimeMarks marks;
    MeasuredOverlay overlay;
    LanePainter painter;
    GestureController gestures;
    KeyNavigator keys;
    std::optional<PlaybackMoment> playback;
    Pointed pointed;
};

TimelineView::TimelineView(Document& document, Selection& selection, TimeRange& range, QWidget* parent)
    : QAbstractScrollArea(parent), m_document(document), m_selection(selection), m_range(range),
      m_parts(std::make_unique<Parts>(*this)) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(LaneSizes::kLaneHeader + 160, LaneSizes::kRuler + 2 * LaneSizes::kLowestLane);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    AccessibleLanes::install();
    setAccessibleName(tr("Lanes"));
    m_tray = new Tray(*this, this);
    connect(m_tray, &Tray::hint, this, &TimelineView::hint);
    connect(m_tray, &Tray::offerChanged, this, &TimelineView::refreshTray);
    connect(&m_document, &Document::changed, this, &TimelineView::refreshDocument);
    connect(&m_document, &Document::runChanged, this, &TimelineView::refreshRun);
    connect(&m_selection, &Selection::changed, this, &TimelineView::refreshSelection);
    connect(&m_selection, &Selection::revealRequested, this, [this] { showOp(m_selection.current()); });
    connect(&m_range, &TimeRange::changed, this, &TimelineView::redraw);
    refreshDocument();
    refreshRun();
}

TimelineView::~TimelineView() = default;

GestureController& TimelineView::gestures() { return m_parts->gestures; }

KeyNavigator& TimelineView::keys() { return m_parts->keys; }

LanePainter& TimelineView::painter() { return m_parts->painter; }

const std::shared_ptr<LaneCovers>& TimelineView::covers() const { return m_parts->painter.covers(); }

const LaneSelection& TimelineView::laneSelection() const { return m_parts->selection; }

const MeasuredOverlay& TimelineView::overlay() const { return m_parts->overlay; }

const SearchMatches& TimelineView::matches() const { return m_parts->matches; }

const TimeMarks& TimelineView::marks() const { return m_parts->marks; }

bool TimelineView::isTrayShown() const { return m_tray && !m_tray->isHidden(); }

// ---------------------------------------------------------------------------------------------- what has changed

void TimelineView::refreshDocument() {
    cancelGesture();
    m_parts->lanes.refreshPlan();
    m_parts->selection.keepGap();
    refreshTray();
    m_parts->matches.refresh();
    refreshSelection();
    refreshRun();
    if (AccessibleLanes* spoken = AccessibleLanes::of(*this))
        spoken->announceLanes();
}

void TimelineView::refreshRun() {
    m_parts->lanes.refreshRun();
    m_parts->overlay.refresh(m_parts->selection.blocks());
    refreshExtent();
    refreshScrollBar();
    redraw();
}

void TimelineView::refreshSelection() {
    m_parts->selection.refresh();
    m_parts->overlay.refresh(m_parts->selection.blocks());
    viewport()->update();
    if (AccessibleLanes* spoken = AccessibleLanes::of(*this))
        spoken->announce();
}

void TimelineView::refreshTray() {
    Tray& tray = *m_tray;
    const bool shown = tray.refresh();
    m_wholeLength = shown ? roomFor(m_document.plan(), tray.ops()) : 0;
    tray.setVisible(shown);
    placeTray();
}

void TimelineView::placeTray() {
    Tray& tray = *m_tray;
    const int room = tray.isVisibleTo(this) ? std::min(tray.wantedHeight(), height() / 2) : 0;
    setViewportMargins(0, 0, 0, room);
    tray.setGeometry(0, height() - room, width(), room);
}

void TimelineView::refreshExtent() { m_range.setExtent(0, std::max({contentEnd(), m_leastEnd, Time{1}})); }

void TimelineView::refreshScrollBar() {
    const int room = viewport()->height() - m_sizes.ruler();
    const int content = m_parts->lanes.count() * laneHeight();
    QScrollBar* bar = verticalScrollBar();
    bar->setPageStep(std::max(1, room));
    bar->setSingleStep(std::max(1, laneHeight() / 2));
    bar->setRange(0, std::max(0, content - room));
}

void TimelineView::redraw() {
    m_parts->painter.redraw();
    viewport()->update();
}

// ---------------------------------------------------------------------------------------------- geometry

const PlacedLanes& TimelineView::placed() const { return m_parts->lanes.planned(); }

Time TimelineView::contentEnd() const { return std::max(m_parts->lanes.end(), m_wholeLength); }

int TimelineView::laneHeight() const { return m_sizes.lane(m_parts->lanes.count(), viewport()->height()); }

Canvas TimelineView::canvas() const {
    const LaneSizes& sizes = m_sizes;
    const QSize size = viewport()->size();
    const int header = sizes.header();
    const int ruler = sizes.ruler();
    Canvas result;
    result.scale = {m_range.start(), std::max(m_range.end(), m_range.start() + 1), static_cast<double>(header),
                    static_cast<double>(std::max(1, size.width() - header))};
    result.geometry = {.lanes = m_parts->lanes.count(),
                       .top = ruler,
                       .laneHeight = laneHeight(),
                       .scroll = verticalScrollBar()->value(),
                       .withBars = m_parts->lanes.barsShown()};
    if (!sizes.order.ranks.empty()) {
        const LaneOrder order = sizes.order.of(result.geometry.lanes);
        result.geometry.rows = order.rows();
        result.geometry.pinned = order.pinned;
    }
    result.area = QRectF(header, ruler, std::max(0, size.width() - header), std::max(0, size.height() - ruler));
    return result;
}

QRectF TimelineView::rectOf(const Op& op) const {
    const std::optional<Slot> slot = m_parts->lanes.slotOf(op);
    return slot ? canvas().rectOf(slot->rank, *m_parts->lanes.planned().find(*slot)) : QRectF();
}

std::optional<Slot> TimelineView::blockAt(QPointF point) const {
    const Hit hit = m_parts->gestures.hitAt(point);
    return hit.isBlock() && canvas().area.contains(point) ? std::optional(hit.slot) : std::nullopt;
}

bool TimelineView::isOverTray(QPointF point) const {
    const bool below = point.y() >= viewport()->height() && point.x() >= 0 && point.x() < viewport()->width();
    // Where there is more to see below, a drag over the edge scrolls there.
    return below && (m_tray->isVisible() || verticalScrollBar()->value() == verticalScrollBar()->maximum());
}

// ---------------------------------------------------------------------------------------------- what is seen

void TimelineView::revealOp(const Op& op) {
    const std::optional<Slot> slot = m_parts->lanes.slotOf(op);
    if (!slot)
        return;
    const PlacedBlock& block = *m_parts->lanes.planned().find(*slot);
    revealTime(slot->rank, block.start, block.end);
}

void TimelineView::showOp(const Op& op) {
    constexpr double kSmear = 12;
    constexpr double kReadable = 26;
    const double width = rectOf(op).width();
    if (width > 0 && width < kSmear) {
        const PlacedBlock& block = *m_parts->lanes.planned().find(*m_parts->lanes.slotOf(op));
        m_range.zoom(width / kReadable, block.start + (block.end - block.start) / 2);
    }
    revealOp(op);
}

void TimelineView::revealTime(int rank, Time start, Time end) {
    if (start < m_range.start() || end > m_range.end()) {
        // In the middle, but not past the ends of the schedule: there is nothing to see.
        const Time length = m_range.length();
        const Time least = m_range.extentStart() - length / 100;
        const Time most = std::max(least, m_range.extentEnd() + length / 20 - length);
        m_range.pan(std::clamp(start + (end - start) / 2 - length / 2, least, most) - m_range.start());
    }
    const Canvas canvas = this->canvas();
    const int ceiling = canvas.geometry.ceilingOf(rank);
    const int top = canvas.geometry.laneTop(rank) - ceiling;
    const int room = viewport()->height() - ceiling - canvas.geometry.laneHeight;
    QScrollBar* bar = verticalScrollBar();
    if (canvas.geometry.isPinned(rank))
        viewport()->update();
    else if (top < 0)
        bar->setValue(bar->value() + top);
    else if (top > room)
        bar->setValue(bar->value() + top - room);
    viewport()->update();
}

void TimelineView::setLaneOrder(const LaneOrder& order) {
    if (m_sizes.order == order)
        return;
    m_sizes.order = order;
    redraw();
    Q_EMIT laneOrderChanged();
}

void TimelineView::togglePin(int rank) {
    const int lanes = m_parts->lanes.count();
    if (rank >= 0 && rank < lanes)
        setLaneOrder(laneOrder().toggled(rank, lanes));
}

void TimelineView::revealLane(int rank) {
    if (rank < 0 || rank >= m_parts->lanes.count())
        return;
    revealTime(rank, m_range.start(), m_range.end());
    setFocus();
    // From here the arrow keys go on in this lane.
    const Visible seen = visibleIn(m_parts->lanes.planned().lanes[rank], m_range.start(), m_range.end());
    if (seen.first < seen.last)
        m_selection.set(m_parts->lanes.planned().lanes[rank].blocks[seen.first].op);
}

void TimelineView::fitAll() {
    m_range.fit();
    // Lanes that somebody made higher than the view has room for fit again, too.
    if (m_sizes.chosenLane * m_parts->lanes.count() > viewport()->height() - m_sizes.ruler()) {
        m_sizes.chosenLane = 0;
        refreshScrollBar();
        redraw();
    }
    verticalScrollBar()->setValue(0);
}

void TimelineView::fitSelection() {
    if (m_parts->selection.blocks().empty())
        return fitAll();
    const Extent extent = *m_parts->selection.extent();
    const Time length = extent.length();
    // A single block keeps its neighbours visible.
    const Time margin = std::max<Time>(1, m_parts->selection.blocks().size() == 1 ? 2 * length : length / 12);
    m_range.set(extent.start - margin, extent.end + margin);
    revealOp(m_selection.current());
}

void TimelineView::setLaneHeight(int pixels) {
    m_sizes.chooseLane(pixels);
    refreshScrollBar();
    redraw();
}

void TimelineView::setType(double type) {
    if (type == m_sizes.type)
        return;
    m_sizes.type = type;
    m_tray->setType(type, headerPixels());
    refreshTray();
    refreshScrollBar();
    redraw();
}

// ---------------------------------------------------------------------------------------------- what is shown

void TimelineView::setShowMeasured(bool show) {
    m_parts->lanes.setBarsWanted(show);
    m_parts->overlay.refresh(m_parts->selection.blocks());
    refreshExtent();
    redraw();
}

QString TimelineView::barsNote() const {
    return m_parts->lanes.barsAreOfAnotherOrder() ? tr("Bars: measured in another order") : QString();
}

void TimelineView::setRetimed(bool on) {
    if (m_parts->lanes.setRetimed(on))
        refreshDocument();
}

bool TimelineView::isRetimed() const { return m_parts->lanes.isRetimed(); }

void TimelineView::setArrowDepth(ArrowDepth depth) {
    m_parts->selection.setArrowDepth(depth);
    viewport()->update();
}

void TimelineView::setMatches(const std::vector<Op>& ops) {
    m_parts->matches.set(ops);
    viewport()->update();
}

void TimelineView::markSelection(bool keep) {
    TimeMarks& marks = m_parts->marks;
    std::optional<Extent> extent = m_parts->selection.extent();
    if (keep && !extent)
        extent = marks.passing();
    if (!extent) {
        Q_EMIT hint(tr("Select blocks or a bubble to mark their stretch of time."));
        return;
    }
    if (keep)
        marks.keep(*extent);
    else
        marks.pass(extent);
    const TimeUnit unit = m_document.plan().timeUnit;
    Q_EMIT hint(
        tr("%1 – %2: %3")
            .arg(timeText(extent->start, unit), timeText(extent->end, unit), timeWithUnit(extent->length(), unit)));
    viewport()->update();
}

void TimelineView::clearMarks() {
    m_parts->marks.clear();
    viewport()->update();
}

void TimelineView::setPlayback(const std::optional<PlaybackMoment>& playback) {
    if (playback == m_parts->playback)
        return;
    m_parts->playback = playback;
    viewport()->update();
}

void TimelineView::setPointed(const Pointed& pointed) {
    if (pointed == m_parts->pointed)
        return;
    m_parts->pointed = pointed;
    viewport()->update();
    m_tray->cells().viewport()->update();
}

const Pointed& TimelineView::pointed() const { return m_parts->pointed; }

void TimelineView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    m_parts->painter.paint(painter, {.canvas = canvas(),
                                     .size = viewport()->size(),
                                     .pixelRatio = devicePixelRatioF(),
                                     .font = font(),
                                     .type = type(),
                                     .barsNote = barsNote(),
                                     .isFramed = m_framed,
                                     .hasFocus = hasFocus(),
                                     .hovered = m_parts->gestures.hovered(),
                                     .tool = m_parts->gestures.tool(),
                                     .mouse = m_parts->gestures.mouse(),
                                     .playback = m_parts->playback,
                                     .pointed = m_parts->pointed});
}

// ---------------------------------------------------------------------------------------------- edits

void TimelineView::cancelGesture() { m_parts->gestures.cancel(); }

void TimelineView::apply(const Message& sentence, Proposal proposal) {
    m_document.apply(translated(sentence), std::move(proposal.plan), std::move(proposal.analysis));
}

void TimelineView::takeOut() {
    const Plan& plan = m_document.plan();
    std::set<Op> there;
    for (const Op& op : m_selection.ops())
        if (m_parts->lanes.slotOf(op))
            there.insert(op);
    if (there.empty()) {
        Q_EMIT hint(tr("Select a block first."));
        return;
    }
    m_document.apply(translated(takeOutSentence(there, plan.costs.weightParts)), removeOps(plan.schedule, there));
    Q_EMIT hint(m_document.history().undoText());
}

bool TimelineView::refuses(const Proposal& proposal) {
    if (!m_refusesIllegal)
        return false;
    // What is missing is in the tray and no fault of a drop.
    const auto isFault = [](const Finding& finding) {
        return finding.severity == Severity::Error && finding.code != "incomplete";
    };
    const std::vector<Finding>& then = proposal.analysis->findings;
    if (std::ranges::count_if(then, isFault) <= std::ranges::count_if(m_document.analysis().findings, isFault))
        return false;
    Q_EMIT hint(tr("Refused: %1").arg(translated(std::ranges::find_if(then, isFault)->message)));
    return true;
}

// ---------------------------------------------------------------------------------------------- events

QString TimelineView::headerTip(int rank) const {
    const LaneHeader header = headerOf(m_document.plan(), m_document.analysis().metrics, rank);
    return termTip(QStringList{header.name, header.stages, header.memory}.join(u' '));
}

bool TimelineView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Hit hit = m_parts->gestures.hitAt(help->pos());
        const QStringList lines = m_parts->gestures.tool() ? QStringList() : m_parts->gestures.descriptionOf(hit);
        if (!lines.isEmpty())
            QToolTip::showText(help->globalPos(), plainTip(lines.join(u'\n')), viewport());
        else if (hit.kind == Hit::Kind::Header)
            QToolTip::showText(help->globalPos(), headerTip(hit.rank), viewport());
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::NativeGesture) {
        const auto* pinch = static_cast<QNativeGestureEvent*>(event);
        if (pinch->gestureType() == Qt::ZoomNativeGesture && pinch->value() > -0.9) {
            const double x = std::max(pinch->position().x(), static_cast<double>(headerWidth()));
            m_range.zoom(1 / (1 + pinch->value()), canvas().scale.time(x));
            return true;
        }
    }
    if (event->type() == QEvent::Leave)
        m_parts->gestures.leave();
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::mousePressEvent(QMouseEvent* event) { m_parts->gestures.press(*event); }

void TimelineView::mouseMoveEvent(QMouseEvent* event) { m_parts->gestures.move(*event); }

void TimelineView::mouseReleaseEvent(QMouseEvent* event) { m_parts->gestures.release(*event); }

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) { m_parts->gestures.doubleClick(*event); }

void TimelineView::wheelEvent(QWheelEvent* event) { m_parts->gestures.wheel(*event); }

void TimelineView::contextMenuEvent(QContextMenuEvent* event) {
    // A press of the right button may begin a drag: what it asks for is known when it is released.
    if (event->reason() != QContextMenuEvent::Mouse)
        Q_EMIT contextMenuRequested(event->globalPos());
    event->accept();
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier && !m_parts->gestures.tool())
        m_parts->gestures.holdSpace(true);
    if (event->key() == Qt::Key_Escape) {
        if (m_parts->gestures.isActive())
            cancelGesture();
        else if (m_parts->marks.passing()) {
            m_parts->marks.pass({});
            viewport()->update();
        } else if (!m_selection.empty() || m_selection.bubble())
            m_selection.clear();
        else
            event->ignore(); // the window may have something to give up
        return;
    }
    if (m_parts->gestures.tool())
        return;
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    if (control && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right))
        return m_parts->keys.nudge(event->key() == Qt::Key_Left ? -1 : 1);
    if (control || !m_parts->keys.press(*event))
        QAbstractScrollArea::keyPressEvent(event);
}

void TimelineView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        m_parts->gestures.holdSpace(false);
    QAbstractScrollArea::keyReleaseEvent(event);
}

void TimelineView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    placeTray();
    refreshScrollBar();
    redraw();
}

void TimelineView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    m_parts->gestures.holdSpace(false);
    viewport()->update();
}

void TimelineView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    // A window that comes back to the front leaves it as it was.
    if (event->reason() != Qt::ActiveWindowFocusReason)
        m_framed = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                   event->reason() == Qt::ShortcutFocusReason;
    viewport()->update();
    if (const AccessibleLanes* spoken = AccessibleLanes::of(*this))
        spoken->announceFocus();
}

} // namespace lanewright::app
