// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeline_view.h"

#include "app/timeline/accessible/accessible_lanes.h"
#include "app/timeline/tray/tray.h"
#include "app/timeline/view_state.h"

#include <QEvent>
#include <QHelpEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanewright {
namespace {

constexpr int kLaneHeaderWidth = 116;
constexpr int kRulerHeight = 26;
constexpr int kLowestLane = 24;
constexpr int kDefaultLane = 92;
constexpr int kHighestLane = 240;
/// How much headers, ruler and lanes grow with the type: by so many pixels where it is twice as large.
constexpr double kHeaderGrowth = 150;
constexpr double kRulerGrowth = 35;
constexpr double kLaneGrowth = 145;

int grown(int pixels, double growth, double type) {
    return pixels + static_cast<int>(std::lround((type - 1) * growth));
}

} // namespace

TimelineView::TimelineView(Document& document, Selection& selection, TimeRange& range, QWidget* parent)
    : QAbstractScrollArea(parent), m_document(document), m_selection(selection), m_range(range),
      m_state(std::make_unique<State>(*this)) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(kLaneHeaderWidth + 160, kRulerHeight + 2 * kLowestLane);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    AccessibleLanes::install();
    setAccessibleName(tr("Lanes"));
    State* state = m_state.get();
    state->tray = new Tray(*this, this);
    connect(state->tray, &Tray::hint, this, &TimelineView::hint);
    connect(state->tray, &Tray::offerChanged, this, [state] { state->refreshTray(); });
    state->scroller.setInterval(30);
    connect(&state->scroller, &QTimer::timeout, this, [state] { state->autoscroll(); });
    connect(&m_document, &Document::changed, this, [state] { state->refreshDocument(); });
    connect(&m_document, &Document::runChanged, this, [state] { state->refreshRun(); });
    connect(&m_selection, &Selection::changed, this, [state] { state->refreshSelection(); });
    connect(&m_selection, &Selection::revealRequested, this, [this] { revealOp(m_selection.current()); });
    connect(&m_range, &TimeRange::changed, this, [state] { state->redraw(); });
    state->refreshDocument();
    state->refreshRun();
}

TimelineView::~TimelineView() = default;

int TimelineView::headerWidth() { return kLaneHeaderWidth; }

// ---------------------------------------------------------------------------------------------- what is shown

void TimelineView::State::refreshDocument() {
    view.cancelGesture();
    const Document& document = view.m_document;
    const Schedule& schedule = document.schedule();
    placePlanned();
    std::set<Op> wrong;
    for (const Finding& finding : document.analysis().findings)
        if (finding.severity == Severity::Error && finding.op)
            wrong.insert(*finding.op);
    broken = slotsOf(planned, schedule, wrong);
    if (gap) {
        const std::optional<Slot> slot = slotOf(planned, schedule, *gap);
        if (!slot || planned.find(*slot)->gap == 0)
            gap.reset();
    }
    refreshTray();
    refreshMatches();
    refreshSelection();
    refreshRun();
    if (AccessibleLanes* spoken = AccessibleLanes::of(view))
        spoken->announceLanes();
}

void TimelineView::State::refreshRun() {
    const Document& document = view.m_document;
    const Timeline* timeline = document.measured();
    // An edit of the order leaves the measured blocks where they are.
    if (!timeline || measuredRun != document.run() || measuredTimeline != timeline ||
        measuredPlacement != document.schedule().placement)
        measured = timeline ? placeRun(document.schedule(), *timeline) : PlacedLanes{};
    measuredRun = document.run();
    measuredTimeline = timeline;
    measuredPlacement = document.schedule().placement;
    if (retimed)
        placePlanned();
    refreshSlips();
    refreshExtent();
    refreshScrollBar();
    redraw();
}

void TimelineView::State::refreshSelection() {
    const Selection& selection = view.m_selection;
    selected = slotsOf(planned, view.m_document.schedule(), selection.ops());
    why.reset();
    if (!selection.empty() && !view.m_document.plan().isProblem())
        why = view.m_document.reasons().of(selection.current());
    refreshWhy();
    refreshSlips();
    view.viewport()->update();
    if (AccessibleLanes* spoken = AccessibleLanes::of(view))
        spoken->announce();
}

void TimelineView::State::refreshExtent() {
    view.m_range.setExtent(0, std::max({view.contentEnd(), leastEnd, Time{1}}));
}

void TimelineView::State::refreshScrollBar() {
    const int room = view.viewport()->height() - rulerPixels();
    const int content = static_cast<int>(planned.lanes.size()) * laneHeight();
    QScrollBar* bar = view.verticalScrollBar();
    bar->setPageStep(std::max(1, room));
    bar->setSingleStep(std::max(1, laneHeight() / 2));
    bar->setRange(0, std::max(0, content - room));
}

bool TimelineView::State::barsAreOfAnotherOrder() const { return barsShown() && view.m_document.runIsOfAnotherOrder(); }

void TimelineView::State::redraw() {
    baseIsStale = true;
    faded = coming = proposed = QImage();
    view.viewport()->update();
}

bool TimelineView::State::barsShown() const { return showMeasured && !measured.lanes.empty(); }

int TimelineView::State::laneHeight() const {
    if (chosenLaneHeight > 0)
        return chosenLaneHeight;
    const int lanes = std::max<int>(1, static_cast<int>(planned.lanes.size()));
    return std::clamp((view.viewport()->height() - rulerPixels()) / lanes, kLowestLane,
                      grown(kDefaultLane, kLaneGrowth, type));
}

int TimelineView::State::headerPixels() const { return grown(kLaneHeaderWidth, kHeaderGrowth, type); }

int TimelineView::State::rulerPixels() const { return grown(kRulerHeight, kRulerGrowth, type); }

Canvas TimelineView::State::canvas() const {
    const QSize size = view.viewport()->size();
    Canvas result;
    result.scale = {view.m_range.start(), std::max(view.m_range.end(), view.m_range.start() + 1),
                    static_cast<double>(headerPixels()),
                    static_cast<double>(std::max(1, size.width() - headerPixels()))};
    result.geometry = {static_cast<int>(planned.lanes.size()),
                       rulerPixels(),
                       laneHeight(),
                       view.verticalScrollBar()->value(),
                       barsShown(),
                       {},
                       0};
    if (!laneOrder.ranks.empty()) {
        const LaneOrder order = laneOrder.of(result.geometry.lanes);
        result.geometry.rows = order.rows();
        result.geometry.pinned = order.pinned;
    }
    result.area = QRectF(headerPixels(), rulerPixels(), std::max(0, size.width() - headerPixels()),
                         std::max(0, size.height() - rulerPixels()));
    return result;
}

Time TimelineView::State::previousEnd(Slot slot) const {
    const PlacedBlock* before = planned.find({slot.rank, slot.position - 1});
    return before ? before->end : 0;
}

// ---------------------------------------------------------------------------------------------- geometry

const PlacedLanes& TimelineView::placed() const { return m_state->planned; }

Canvas TimelineView::canvas() const { return m_state->canvas(); }

QRectF TimelineView::rectOf(const Op& op) const {
    const std::optional<Slot> slot = slotOf(m_state->planned, m_document.schedule(), op);
    return slot ? m_state->canvas().rectOf(slot->rank, *m_state->planned.find(*slot)) : QRectF();
}

double TimelineView::xOf(Time time) const { return m_state->canvas().scale.x(time); }

Time TimelineView::timeAt(double x) const { return m_state->canvas().scale.time(x); }

int TimelineView::rankAt(double y) const { return m_state->canvas().geometry.rankAt(y); }

std::optional<Slot> TimelineView::blockAt(QPointF point) const {
    const Canvas canvas = m_state->canvas();
    if (!canvas.area.contains(point))
        return {};
    const int rank = canvas.geometry.rankAt(point.y());
    if (rank < 0)
        return {};
    const double top = canvas.geometry.blockTop(rank);
    if (point.y() < top || point.y() >= top + canvas.geometry.blockHeight())
        return {};
    const std::optional<int> position = lanewright::blockAt(m_state->planned.lanes[rank], canvas.scale.time(point.x()));
    if (!position)
        return {};
    return Slot{rank, *position};
}

int TimelineView::boundaryAt(int rank, double x) const {
    if (rank < 0 || rank >= static_cast<int>(m_state->planned.lanes.size()))
        return 0;
    return lanewright::boundaryAt(m_state->planned.lanes[rank], timeAt(x));
}

QString TimelineView::cardText() const {
    if (!m_state->tool)
        return {};
    const std::optional<Card> card = m_state->tool->card();
    return card ? card->text() : QString();
}

// ---------------------------------------------------------------------------------------------- what is asked of it

void TimelineView::revealOp(const Op& op) {
    const std::optional<Slot> slot = slotOf(m_state->planned, m_document.schedule(), op);
    if (!slot)
        return;
    const PlacedBlock& block = *m_state->planned.find(*slot);
    revealTime(slot->rank, block.start, block.end);
}

void TimelineView::revealTime(int rank, Time start, Time end) {
    if (start < m_range.start() || end > m_range.end()) {
        const Time middle = start + (end - start) / 2;
        m_range.pan(middle - (m_range.start() + m_range.length() / 2));
    }
    const Canvas canvas = m_state->canvas();
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

const LaneOrder& TimelineView::laneOrder() const { return m_state->laneOrder; }

void TimelineView::setLaneOrder(const LaneOrder& order) {
    if (m_state->laneOrder == order)
        return;
    m_state->laneOrder = order;
    m_state->redraw();
    Q_EMIT laneOrderChanged();
}

void TimelineView::togglePin(int rank) {
    const int lanes = static_cast<int>(m_state->planned.lanes.size());
    if (rank >= 0 && rank < lanes)
        setLaneOrder(m_state->laneOrder.toggled(rank, lanes));
}

int TimelineView::currentRank() const {
    if (m_state->bubble)
        return m_state->bubble->rank;
    const std::optional<Slot> slot = m_state->currentSlot();
    return slot ? slot->rank : -1;
}

void TimelineView::revealLane(int rank) {
    if (rank < 0 || rank >= static_cast<int>(m_state->planned.lanes.size()))
        return;
    revealTime(rank, m_range.start(), m_range.end());
    setFocus();
    // From here the arrow keys go on in this lane.
    const Visible seen = visibleIn(m_state->planned.lanes[rank], m_range.start(), m_range.end());
    if (seen.first < seen.last)
        m_selection.set(m_state->planned.lanes[rank].blocks[seen.first].op);
}

void TimelineView::fitAll() { m_range.fit(); }

void TimelineView::setLeastEnd(Time end) {
    m_state->leastEnd = end;
    m_state->refreshExtent();
}

Time TimelineView::contentEnd() const {
    return std::max(
        {m_state->planned.end, m_state->barsShown() ? m_state->measured.end : Time{0}, m_state->wholeLength});
}

void TimelineView::fitSelection() {
    if (m_state->selected.empty()) {
        fitAll();
        return;
    }
    Time start = m_range.extentEnd();
    Time end = m_range.extentStart();
    for (const Slot& slot : m_state->selected) {
        start = std::min(start, m_state->planned.find(slot)->start);
        end = std::max(end, m_state->planned.find(slot)->end);
    }
    // A single block keeps its neighbours in sight.
    const Time margin = std::max<Time>(1, m_state->selected.size() == 1 ? 2 * (end - start) : (end - start) / 12);
    m_range.set(start - margin, end + margin);
    revealOp(m_selection.current());
}

void TimelineView::zoomIn() { m_range.zoom(1 / 1.5, m_range.start() + m_range.length() / 2); }

void TimelineView::zoomOut() { m_range.zoom(1.5, m_range.start() + m_range.length() / 2); }

void TimelineView::setLaneHeight(int pixels) {
    m_state->chosenLaneHeight = std::clamp(pixels, kLowestLane / 2, kHighestLane);
    m_state->refreshScrollBar();
    m_state->redraw();
}

int TimelineView::laneHeight() const { return m_state->laneHeight(); }

QString TimelineView::barsNote() const {
    return m_state->barsAreOfAnotherOrder() ? tr("Bars: measured in another order") : QString();
}

bool TimelineView::isTrayShown() const { return m_state->tray && !m_state->tray->isHidden(); }

int TimelineView::chosenLaneHeight() const { return m_state->chosenLaneHeight; }

void TimelineView::setShowMeasured(bool show) {
    m_state->showMeasured = show;
    m_state->refreshSlips();
    m_state->refreshExtent();
    m_state->redraw();
}

void TimelineView::cancelGesture() {
    m_state->press.reset();
    m_state->scroller.stop();
    if (!m_state->tool)
        return;
    m_state->tool->cancel();
    m_state->tool.reset();
    m_state->faded = m_state->proposed = QImage();
    viewport()->unsetCursor();
    viewport()->update();
    Q_EMIT hint({});
    Q_EMIT previewed(nullptr);
}

void TimelineView::setType(double type) {
    if (type == m_state->type)
        return;
    m_state->type = type;
    m_state->tray->setType(type, headerPixels());
    m_state->refreshTray();
    m_state->refreshScrollBar();
    m_state->redraw();
}

double TimelineView::type() const { return m_state->type; }

int TimelineView::headerPixels() const { return m_state->headerPixels(); }

void TimelineView::setPlayed(const std::optional<Played>& played) {
    if (played == m_state->played)
        return;
    m_state->played = played;
    viewport()->update();
}

void TimelineView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    m_state->placeTray();
    m_state->refreshScrollBar();
    m_state->redraw();
}

void TimelineView::scrollContentsBy(int, int) { m_state->redraw(); }

void TimelineView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    m_state->spaceHeld = false;
    viewport()->update();
}

void TimelineView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    m_state->framed = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                      event->reason() == Qt::ShortcutFocusReason;
    viewport()->update();
    if (const AccessibleLanes* spoken = AccessibleLanes::of(*this))
        spoken->announceFocus();
}

} // namespace lanewright
