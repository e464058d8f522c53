// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/numbers.h"
#include "app/lanes/block_art.h"
#include "app/lanes/painting.h"
#include "app/timeline/gesture_controller.h"
#include "app/timeline/selection_art.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/place_tool.h"
#include "app/timeline/tray/tray.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright::app {
namespace {

// Pixels at the usual size of type.
constexpr int kLine = 30;
constexpr int kCellWidth = 36;
constexpr int kCellHeight = 24;
constexpr double kHighestCell = 33; ///< beyond it the label would take two lines
constexpr int kCellGap = 4;
constexpr int kCaption = 84;
constexpr int kCellMargin = 5;
constexpr int kMostLines = 4;
/// Captions grow less than blocks do.
constexpr double kCaptionShare = 0.86;
/// The frame of the focus runs left of the captions.
constexpr int kCaptionIndent = 6;

} // namespace

TrayCells::TrayCells(TimelineView& view, QWidget* parent)
    : QAbstractScrollArea(parent), m_view(view), m_selection(view.selection()) {
    setObjectName(QStringLiteral("trayCells"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Ops that are not placed"));
    viewport()->setAutoFillBackground(false);
    connect(&m_selection, &Selection::changed, this, [this] {
        speak();
        viewport()->update();
    });
}

void TrayCells::setLines(std::vector<TrayLine> lines) {
    m_lines = std::move(lines);
    const auto hasPlace = [this](const TrayLine& line) {
        const auto place = std::ranges::find(m_places, line.copy, &TrayLine::copy);
        return place != m_places.end() && std::ranges::all_of(line.ops, [&](const Op& op) {
                   return std::ranges::find(place->ops, op) != place->ops.end();
               });
    };
    if (!m_keepsPlaces || m_lines.empty() || !std::ranges::all_of(m_lines, hasPlace))
        m_places = m_lines;
    refreshBars();
    viewport()->update();
}

void TrayCells::setType(double type) {
    if (type == m_type)
        return;
    m_type = type;
    refreshBars();
    viewport()->update();
}

int TrayCells::caption() const {
    if (m_type <= 1)
        return kCaption;
    int widest = 0;
    for (const TrayLine& line : m_places)
        widest = std::max(widest, QFontMetrics(captionFont()).horizontalAdvance(tr("stage %1").arg(line.copy.stage)));
    return widest + static_cast<int>((12 + kCaptionIndent) * m_type);
}

QFont TrayCells::captionFont() const {
    QFont type = font();
    if (m_type > 1)
        type.setPointSizeF(type.pointSizeF() * m_type * kCaptionShare);
    return type;
}

int TrayCells::step() const { return static_cast<int>(std::lround((kCellWidth + kCellGap) * m_type)); }

int TrayCells::lineHeight() const { return static_cast<int>(std::lround(kLine * m_type)); }

int TrayCells::placesOf(int line) const {
    if (!m_keepsPlaces)
        return line;
    return static_cast<int>(std::ranges::find(m_places, m_lines[line].copy, &TrayLine::copy) - m_places.begin());
}

QRectF TrayCells::cellRect(int line, int index) const {
    const int places = placesOf(line);
    const std::vector<Op>& ops = m_places[places].ops;
    const auto place =
        m_keepsPlaces ? std::ranges::find(ops, m_lines[line].ops[index]) - ops.begin() : std::ptrdiff_t{index};
    const QPointF origin = m_origins[places];
    return QRectF(origin.x() + caption() + static_cast<double>(place) * step(), origin.y() + std::round(3 * m_type),
                  std::round(kCellWidth * m_type), std::min(kHighestCell, std::round(kCellHeight * m_type)));
}

void TrayCells::arrange() {
    m_origins.clear();
    m_origins.reserve(m_places.size());
    QPointF next(0, kCellMargin);
    for (const TrayLine& line : m_places) {
        const double width = caption() + static_cast<double>(line.ops.size()) * step();
        const bool beside = m_type > 1 && next.x() + width <= viewport()->width();
        if (next.x() > 0 && !beside)
            next = {0, next.y() + lineHeight()};
        m_origins.push_back(next);
        next.rx() += width + step() * 0.6;
    }
}

int TrayCells::wantedHeight() const {
    const double last = m_origins.empty() ? kCellMargin : m_origins.back().y();
    const int lines = static_cast<int>((last - kCellMargin) / lineHeight()) + 1;
    return std::min(lines, kMostLines) * lineHeight() + 2 * kCellMargin +
           (horizontalScrollBar()->maximum() > 0 ? horizontalScrollBar()->height() : 0);
}

void TrayCells::refreshBars() {
    arrange();
    double width = 0;
    for (std::size_t line = 0; line < m_places.size(); ++line)
        width = std::max(width, m_origins[line].x() + caption() +
                                    static_cast<double>(m_places[line].ops.size()) * step() + kCellMargin);
    const int height = static_cast<int>(m_origins.empty() ? 0 : m_origins.back().y()) + lineHeight() + kCellMargin;
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(step());
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(width) - viewport()->width()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(lineHeight());
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
}

void TrayCells::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    refreshBars();
}

void TrayCells::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
    const QRectF seen =
        QRectF(viewport()->rect()).translated(horizontalScrollBar()->value(), verticalScrollBar()->value());
    for (int line = 0; line < static_cast<int>(m_lines.size()); ++line) {
        if (cellRect(line, 0).bottom() < seen.top() || cellRect(line, 0).top() > seen.bottom())
            continue;
        paintLine(painter, line, seen);
        paintCaption(painter, line, seen);
    }
    if (hasFocus()) {
        painter.resetTransform();
        drawOutline(painter, QRectF(viewport()->rect()).adjusted(0.5, 1.5, -1.5, -1.5), 4,
                    QPen(currentTheme().accent, 1));
    }
}

void TrayCells::paintLine(QPainter& painter, int line, const QRectF& seen) const {
    const Theme& theme = currentTheme();
    const TrayLine& each = m_lines[line];
    const int chunk = chunkOf(m_view.document().schedule().placement, each.copy.direction, each.copy.stage);
    const int first =
        m_keepsPlaces ? 0 : std::max(0, static_cast<int>((seen.left() - cellRect(line, 0).left()) / step()));
    // Every op is called what sentences call it: `F0.3`.
    const Schedule& schedule = m_view.document().schedule();
    LabelRule rule{.namesStage = true};
    rule.widest.stage = std::max(0, schedule.stages() - 1);
    rule.widest.microbatch = std::max(0, schedule.microbatches - 1);
    for (int index = first; index < static_cast<int>(each.ops.size()); ++index) {
        const QRectF rect = cellRect(line, index);
        if (rect.left() > seen.right())
            break;
        PlacedBlock block{.op = each.ops[index]};
        block.chunk = chunk;
        drawBlock(painter, rect, block, BlockStyle::Planned, theme);
        painter.setFont(font());
        for (const Label& label : labelsOf(block, rect, rule, BlockStyle::Planned, theme))
            drawLabel(painter, label);
        if (m_selection.contains(block.op)) {
            drawOutline(painter, rect.adjusted(-1.5, -1.5, 1.5, 1.5), 5, QPen(theme.selection, 2.5));
        }
        if (m_view.pointed().ops.contains(block.op))
            drawOutline(painter, rect.adjusted(-2.5, -2.5, 2.5, 2.5), 5, pointedPen(theme));
    }
}

void TrayCells::paintCaption(QPainter& painter, int line, const QRectF& seen) const {
    const Theme& theme = currentTheme();
    // A line that is longer than the tray keeps its caption visible.
    const double origin = m_origins[placesOf(line)].x();
    const double left = origin == 0 ? seen.left() : origin;
    const QRectF place(left, cellRect(line, 0).top(), caption() - 8, cellRect(line, 0).height());
    painter.fillRect(place, theme.surface);
    drawWords(painter, place.adjusted(std::round(kCaptionIndent * m_type), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
              tr("stage %1").arg(m_lines[line].copy.stage), captionFont(), theme.mutedText);
}

QRectF TrayCells::rectOf(const Op& op) const {
    const std::optional<Cell> cell = cellOf(op);
    return cell ? cellRect(cell->line, cell->index)
                      .translated(-horizontalScrollBar()->value(), -verticalScrollBar()->value())
                : QRectF();
}

std::optional<TrayCells::Cell> TrayCells::cellAt(QPointF at) const {
    const QPointF point = at + QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
    for (std::size_t line = 0; line < m_places.size(); ++line) {
        const auto place = static_cast<int>(std::floor((point.x() - m_origins[line].x() - caption()) / step()));
        if (place < 0 || place >= static_cast<int>(m_places[line].ops.size()))
            continue;
        if (const std::optional<Cell> cell = cellOf(m_places[line].ops[place]);
            cell && cellRect(cell->line, cell->index).contains(point))
            return cell;
    }
    return {};
}

std::optional<TrayCells::Cell> TrayCells::cellOf(const Op& op) const {
    for (int line = 0; line < static_cast<int>(m_lines.size()); ++line) {
        const auto found = std::ranges::find(m_lines[line].ops, op);
        if (found != m_lines[line].ops.end())
            return Cell{line, static_cast<int>(found - m_lines[line].ops.begin())};
    }
    return {};
}

std::vector<Op> TrayCells::chosen(int rank) const {
    std::vector<Op> ops;
    for (const TrayLine& line : m_lines)
        if (rank < 0 || line.rank == rank)
            std::ranges::copy_if(line.ops, std::back_inserter(ops),
                                 [&](const Op& op) { return m_selection.contains(op); });
    return ops;
}

void TrayCells::speak() {
    const bool isHere = hasFocus() && !m_selection.empty() && cellOf(m_selection.current());
    const Op op = isHere ? m_selection.current() : Op{};
    setAccessibleDescription(isHere ? opText(op, m_view.document().plan().costs.weightParts) + QStringLiteral(", ") +
                                          kindText(op.kind)
                                    : QString());
}

void TrayCells::press(const Cell& cell, Qt::KeyboardModifiers keys) {
    const Op& op = opAt(cell);
    const std::optional<Cell> from = m_selection.empty() ? std::nullopt : cellOf(m_selection.current());
    if (keys & Qt::ControlModifier) {
        m_selection.toggle(op);
    } else if ((keys & Qt::ShiftModifier) && from && from->line == cell.line) {
        const auto [first, last] = std::minmax(from->index, cell.index);
        const std::vector<Op>& ops = m_lines[cell.line].ops;
        m_selection.set(std::set<Op>(ops.begin() + first, ops.begin() + last + 1), m_selection.current());
    } else if (!m_selection.contains(op)) {
        m_selection.set(op);
    }
}

void TrayCells::mousePressEvent(QMouseEvent* event) {
    if (m_dragging) {
        // Any other button ends the drag without a trace.
        m_view.cancelGesture();
        m_dragging = false;
        unsetCursor();
        return;
    }
    const std::optional<Cell> cell = cellAt(event->position());
    if (event->button() != Qt::LeftButton || !cell)
        return;
    press(*cell, event->modifiers());
    m_press = event->position();
}

void TrayCells::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = m_view.viewport()->mapFromGlobal(event->globalPosition());
    if (m_dragging) {
        m_view.gestures().moveTo(at, event->modifiers());
        viewport()->setCursor(m_view.gestures().cursor());
        return;
    }
    const std::optional<Cell> cell = m_press ? cellAt(*m_press) : std::nullopt;
    if (!cell || !(event->buttons() & Qt::LeftButton) ||
        (event->position() - *m_press).manhattanLength() < QApplication::startDragDistance())
        return;
    std::vector<Op> ops = chosen(m_lines[cell->line].rank);
    if (std::ranges::find(ops, opAt(*cell)) == ops.end())
        ops = {opAt(*cell)};
    m_dragging = true;
    m_view.gestures().begin(makePlaceTool(m_view, std::move(ops)), at);
}

void TrayCells::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const std::optional<Cell> cell = m_press ? cellAt(*m_press) : std::nullopt;
    m_press.reset();
    if (std::exchange(m_dragging, false)) {
        viewport()->unsetCursor();
        m_view.gestures().end();
        return;
    }
    if (cell && !(event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)))
        m_selection.set(opAt(*cell));
}

void TrayCells::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const std::optional<Cell> cell = cellAt(event->position()))
        Q_EMIT placeRequested({opAt(*cell)});
}

void TrayCells::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    if (chosen().empty() && !m_lines.empty() && event->reason() != Qt::MouseFocusReason)
        m_selection.set(m_lines.front().ops.front());
    speak();
}

void TrayCells::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Escape:
        if (std::exchange(m_dragging, false)) {
            viewport()->unsetCursor();
            m_view.cancelGesture();
        } else {
            m_view.setFocus();
        }
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: Q_EMIT placeRequested(chosen()); return;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End: stepBy(event->key()); return;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void TrayCells::stepBy(int key) {
    if (m_lines.empty())
        return;
    Cell cell = (m_selection.empty() ? std::nullopt : cellOf(m_selection.current())).value_or(Cell{0, -1});
    const int lines = static_cast<int>(m_lines.size());
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        const double x = cellRect(cell.line, std::max(cell.index, 0)).left();
        cell.line = std::clamp(cell.line + (key == Qt::Key_Up ? -1 : 1), 0, lines - 1);
        const auto isLeftOf = [&](int index) { return cellRect(cell.line, index).left() < x; };
        for (cell.index = 0; isLeftOf(cell.index) && cell.index + 1 < std::ssize(m_lines[cell.line].ops);)
            ++cell.index;
    }
    const int last = static_cast<int>(m_lines[cell.line].ops.size()) - 1;
    if (key == Qt::Key_Left || key == Qt::Key_Right)
        cell.index += key == Qt::Key_Left ? -1 : 1;
    else if (key == Qt::Key_Home || key == Qt::Key_End)
        cell.index = key == Qt::Key_Home ? 0 : last;
    // Lines that stand beside each other are gone through like one.
    if (m_type > 1 && key == Qt::Key_Right && cell.index > last && cell.line + 1 < lines)
        cell = {cell.line + 1, 0};
    else if (m_type > 1 && key == Qt::Key_Left && cell.index < 0 && cell.line > 0)
        cell = {cell.line - 1, static_cast<int>(m_lines[cell.line - 1].ops.size()) - 1};
    cell.index = std::clamp(cell.index, 0, static_cast<int>(m_lines[cell.line].ops.size()) - 1);
    m_selection.set(opAt(cell));
    reveal(cell);
}

void TrayCells::reveal(const Cell& cell) {
    const QRectF rect = cellRect(cell.line, cell.index);
    QScrollBar* across = horizontalScrollBar();
    QScrollBar* down = verticalScrollBar();
    across->setValue(std::max(static_cast<int>(rect.right()) + kCellMargin - viewport()->width(),
                              std::min(across->value(), static_cast<int>(rect.left()) - caption())));
    down->setValue(std::max(static_cast<int>(rect.bottom()) + kCellMargin - viewport()->height(),
                            std::min(down->value(), static_cast<int>(rect.top()) - kCellMargin)));
}

} // namespace lanewright::app
