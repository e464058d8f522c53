// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/block_art.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/place_tool.h"
#include "app/timeline/tray.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright {
namespace {

constexpr int kLine = 30;
constexpr int kCellWidth = 36;
constexpr int kCellHeight = 24;
constexpr int kStep = kCellWidth + 4;
constexpr int kCaption = 84;
constexpr int kMargin = 5;
constexpr int kMostLines = 4;

QRectF cellRect(int line, int index) {
    return QRectF(kCaption + index * kStep, kMargin + line * kLine + 3, kCellWidth, kCellHeight);
}

} // namespace

TrayCells::TrayCells(TimelineView& view, QWidget* parent)
    : QAbstractScrollArea(parent), m_view(view), m_selection(view.selection()) {
    setObjectName(QStringLiteral("trayCells"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Ops that are not placed"));
    viewport()->setAutoFillBackground(false);
    connect(&m_selection, &Selection::changed, viewport(), qOverload<>(&QWidget::update));
}

void TrayCells::setLines(std::vector<TrayLine> lines) {
    m_lines = std::move(lines);
    refreshBars();
    viewport()->update();
}

int TrayCells::wantedHeight() const {
    const int lines = std::clamp(static_cast<int>(m_lines.size()), 1, kMostLines);
    return lines * kLine + 2 * kMargin + (horizontalScrollBar()->maximum() > 0 ? horizontalScrollBar()->height() : 0);
}

void TrayCells::refreshBars() {
    std::size_t longest = 0;
    for (const TrayLine& line : m_lines)
        longest = std::max(longest, line.ops.size());
    const int width = kCaption + static_cast<int>(longest) * kStep + kMargin;
    const int height = static_cast<int>(m_lines.size()) * kLine + 2 * kMargin;
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(kStep);
    horizontalScrollBar()->setRange(0, std::max(0, width - viewport()->width()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(kLine);
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
}

void TrayCells::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    refreshBars();
}

void TrayCells::paintEvent(QPaintEvent*) {
    const Theme& theme = currentTheme();
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
    const QRectF seen =
        QRectF(viewport()->rect()).translated(horizontalScrollBar()->value(), verticalScrollBar()->value());
    const Placement& placement = m_view.document().schedule().placement;
    for (int line = 0; line < static_cast<int>(m_lines.size()); ++line) {
        const TrayLine& each = m_lines[line];
        if (cellRect(line, 0).bottom() < seen.top() || cellRect(line, 0).top() > seen.bottom())
            continue;
        const int chunk = chunkOf(placement, each.copy.direction, each.copy.stage);
        const int first = std::max(0, static_cast<int>((seen.left() - kCaption) / kStep));
        for (int index = first; index < static_cast<int>(each.ops.size()); ++index) {
            const QRectF rect = cellRect(line, index);
            if (rect.left() > seen.right())
                break;
            PlacedBlock block{.op = each.ops[index]};
            block.chunk = chunk;
            drawBlock(painter, rect, block, BlockStyle::Planned, theme);
            painter.setFont(font());
            for (const Label& label : labelsOf(block, rect, false, BlockStyle::Planned, theme))
                drawLabel(painter, label);
            if (m_selection.contains(block.op)) {
                painter.setPen(QPen(theme.selection, 2.5));
                painter.setBrush(Qt::NoBrush);
                painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 5, 5);
            }
        }
        painter.setFont(font());
        painter.setPen(theme.mutedText);
        const QRectF caption(seen.left(), cellRect(line, 0).top(), kCaption - 8, kCellHeight);
        painter.fillRect(caption, theme.surface);
        painter.drawText(caption, Qt::AlignLeft | Qt::AlignVCenter, tr("stage %1").arg(each.copy.stage));
    }
    if (hasFocus()) {
        painter.resetTransform();
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(viewport()->rect()).adjusted(0.5, 1.5, -1.5, -1.5), 4, 4);
    }
}

QRectF TrayCells::rectOf(const Op& op) const {
    const std::optional<Cell> cell = cellOf(op);
    return cell ? cellRect(cell->line, cell->index)
                      .translated(-horizontalScrollBar()->value(), -verticalScrollBar()->value())
                : QRectF();
}

std::optional<TrayCells::Cell> TrayCells::cellAt(QPointF at) const {
    const QPointF point = at + QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
    const int line = static_cast<int>(std::floor((point.y() - kMargin) / kLine));
    const int index = static_cast<int>(std::floor((point.x() - kCaption) / kStep));
    if (line < 0 || line >= static_cast<int>(m_lines.size()) || index < 0 ||
        index >= static_cast<int>(m_lines[line].ops.size()) || !cellRect(line, index).contains(point))
        return {};
    return Cell{line, index};
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
        m_view.moveGesture(at, event->modifiers());
        viewport()->setCursor(m_view.gestureCursor());
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
    m_view.beginGesture(std::make_unique<PlaceTool>(m_view, std::move(ops)), at);
}

void TrayCells::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const std::optional<Cell> cell = m_press ? cellAt(*m_press) : std::nullopt;
    m_press.reset();
    if (std::exchange(m_dragging, false)) {
        viewport()->unsetCursor();
        m_view.endGesture();
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
    case Qt::Key_End: step(event->key()); return;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void TrayCells::step(int key) {
    if (m_lines.empty())
        return;
    Cell cell = (m_selection.empty() ? std::nullopt : cellOf(m_selection.current())).value_or(Cell{0, -1});
    const int lines = static_cast<int>(m_lines.size());
    if (key == Qt::Key_Up || key == Qt::Key_Down)
        cell.line = std::clamp(cell.line + (key == Qt::Key_Up ? -1 : 1), 0, lines - 1);
    const int last = static_cast<int>(m_lines[cell.line].ops.size()) - 1;
    if (key == Qt::Key_Left || key == Qt::Key_Right)
        cell.index += key == Qt::Key_Left ? -1 : 1;
    else if (key == Qt::Key_Home || key == Qt::Key_End)
        cell.index = key == Qt::Key_Home ? 0 : last;
    cell.index = std::clamp(cell.index, 0, last);
    m_selection.set(opAt(cell));
    reveal(cell);
}

void TrayCells::reveal(const Cell& cell) {
    const QRectF rect = cellRect(cell.line, cell.index);
    QScrollBar* across = horizontalScrollBar();
    QScrollBar* down = verticalScrollBar();
    across->setValue(std::max(static_cast<int>(rect.right()) + kMargin - viewport()->width(),
                              std::min(across->value(), static_cast<int>(rect.left()) - kCaption)));
    down->setValue(std::max(static_cast<int>(rect.bottom()) + kMargin - viewport()->height(),
                            std::min(down->value(), static_cast<int>(rect.top()) - kMargin)));
}

} // namespace lanewright
