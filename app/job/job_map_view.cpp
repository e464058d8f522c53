// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/job/job_map_view.h"

#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/lanes/theme.h"
#include "app/widgets/panel_text.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kNames = 92;      ///< to the left of the cells: which replicas
constexpr int kFoot = 20;       ///< below the cells: which steps
constexpr int kTop = 2;         ///< above the cells, for a frame around the first of them
constexpr int kLeastCells = 24; ///< height of the cells that are seen
constexpr int kMostCells = 112;
constexpr int kPage = 8; ///< rows of a page key
/// How dark the median is between the fastest, which is hardly coloured, and the slowest.
constexpr double kMedianShade = 0.4;
constexpr double kLeastShade = 0.08;

} // namespace

JobMapView::JobMapView(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Every pipeline of every step"));
    setObjectName(QStringLiteral("jobMap"));
    viewport()->setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    verticalScrollBar()->setSingleStep(2 * JobLayout::kLeastHeight);
    horizontalScrollBar()->setSingleStep(2 * JobLayout::kLeastWidth);
}

void JobMapView::show(JobMap map, TimeUnit unit) {
    m_map = std::move(map);
    m_unit = unit;
    m_marked.reset();
    setFixedHeight(wantedHeight());
    fitScrollBars();
    viewport()->update();
}

int JobMapView::wantedHeight() const {
    const int rows = static_cast<int>(m_map.replicas.size());
    return kTop + kFoot + std::clamp(rows * JobLayout::kLeastHeight, kLeastCells, kMostCells);
}

JobLayout JobMapView::layout() const {
    const QSize seen = viewport()->size();
    return {.rows = static_cast<int>(m_map.replicas.size()),
            .columns = static_cast<int>(m_map.steps.size()),
            .room = {std::max(0, seen.width() - kNames - 4), std::max(0, seen.height() - kTop - kFoot)}};
}

QPoint JobMapView::origin() const {
    return QPoint(kNames, kTop) - QPoint(horizontalScrollBar()->value(), verticalScrollBar()->value());
}

void JobMapView::fitScrollBars() {
    const JobLayout cells = layout();
    const QSize whole = cells.whole();
    horizontalScrollBar()->setPageStep(cells.room.width());
    horizontalScrollBar()->setRange(0, std::max(0, whole.width() - cells.room.width()));
    verticalScrollBar()->setPageStep(cells.room.height());
    verticalScrollBar()->setRange(0, std::max(0, whole.height() - cells.room.height()));
}

std::optional<JobCell> JobMapView::cellOf(int replica, int step) const {
    const auto row = std::ranges::find(m_map.replicas, replica);
    const auto column = std::ranges::find(m_map.steps, step);
    if (row == m_map.replicas.end() || column == m_map.steps.end())
        return {};
    return JobCell{.row = static_cast<int>(row - m_map.replicas.begin()),
                   .column = static_cast<int>(column - m_map.steps.begin())};
}

std::optional<JobCell> JobMapView::cellAt(const QPoint& point) const {
    const JobLayout cells = layout();
    const QRect seen(QPoint(kNames, kTop), cells.room);
    return seen.contains(point) ? cells.cellAt(point - origin()) : std::nullopt;
}

void JobMapView::mark(std::optional<JobCell> cell) {
    if (cell == m_marked)
        return;
    m_marked = cell;
    if (cell) {
        const JobLayout cells = layout();
        const QRect rect = cells.rectOf(*cell);
        const auto bring = [](QScrollBar* bar, int from, int to) {
            if (from < bar->value())
                bar->setValue(from);
            else if (to > bar->value() + bar->pageStep())
                bar->setValue(to - bar->pageStep());
        };
        bring(verticalScrollBar(), rect.top(), rect.bottom() + 1);
        bring(horizontalScrollBar(), rect.left(), rect.right() + 1);
        setAccessibleDescription(textOf(*cell));
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
    viewport()->update();
}

QString JobMapView::textOf(const JobCell& cell) const {
    const auto row = static_cast<std::size_t>(cell.row);
    const auto column = static_cast<std::size_t>(cell.column);
    const QString name = m_map.replicas.size() > 1
                             ? tr("step %1, replica %2").arg(m_map.steps[column]).arg(m_map.replicas[row])
                             : tr("step %1").arg(m_map.steps[column]);
    const Time time = m_map.at(row, column);
    if (time <= 0)
        return tr("%1: not measured", "a pipeline of a step").arg(name);
    const double share = static_cast<double>(time) / static_cast<double>(m_map.median) - 1;
    const QString words =
        tr("%1: %2, %3 against the median of %4")
            .arg(name, fixedTimeWithUnit(time, m_unit), changeText(share), fixedTimeWithUnit(m_map.median, m_unit));
    return m_map.replicas.size() > 1 && m_map.slowestIn(column) == row ? tr("%1; the slowest of its step").arg(words)
                                                                       : words;
}

QColor JobMapView::colourOf(Time time) const {
    const Theme& theme = currentTheme();
    if (time <= 0)
        return theme.window;
    const auto part = [](Time of, Time whole) {
        return whole > 0 ? static_cast<double>(of) / static_cast<double>(whole) : 0.0;
    };
    const double shade =
        time <= m_map.median
            ? kLeastShade + (kMedianShade - kLeastShade) * part(time - m_map.least, m_map.median - m_map.least)
            : kMedianShade + (1 - kMedianShade) * part(time - m_map.median, m_map.most - m_map.median);
    return Theme::mixed(theme.surface, theme.accent, shade);
}

void JobMapView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const Theme& theme = currentTheme();
    painter.fillRect(viewport()->rect(), theme.window);
    const JobLayout cells = layout();
    if (cells.rows == 0 || cells.columns == 0)
        return;
    painter.save();
    painter.setClipRect(QRect(kNames - 2, 0, cells.room.width() + 6, kTop + cells.room.height() + 2));
    painter.translate(origin());
    // Only what is seen: a map may have more rows than a screen has pixels.
    const int firstRow = verticalScrollBar()->value() / cells.cellHeight();
    const int lastRow = std::min(cells.rows - 1, firstRow + cells.room.height() / cells.cellHeight() + 1);
    const int firstColumn = static_cast<int>(horizontalScrollBar()->value() / cells.cellWidth());
    const int lastColumn =
        std::min(cells.columns - 1, firstColumn + static_cast<int>(cells.room.width() / cells.cellWidth()) + 1);
    for (int row = firstRow; row <= lastRow; ++row)
        for (int column = firstColumn; column <= lastColumn; ++column)
            painter.fillRect(cells.rectOf({row, column}).adjusted(0, 0, -1, -1),
                             colourOf(m_map.at(static_cast<std::size_t>(row), static_cast<std::size_t>(column))));
    if (m_marked) {
        painter.setPen(QPen(theme.selection, hasFocus() ? 3 : 2));
        painter.drawRect(cells.rectOf(*m_marked).adjusted(-1, -1, 0, 0));
    }
    painter.restore();
    paintNames(painter);
}

void JobMapView::paintNames(QPainter& painter) const {
    const JobLayout cells = layout();
    painter.setPen(currentTheme().mutedText);
    const int height = fontMetrics().height();
    const int first = verticalScrollBar()->value() / cells.cellHeight();
    const int last =
        std::min(cells.rows - 1, (verticalScrollBar()->value() + cells.room.height() - 1) / cells.cellHeight());
    const int bottom = kTop + std::min(cells.room.height(), cells.whole().height());
    const auto nameOf = [&](int row) { return tr("replica %1").arg(m_map.replicas[row]); };
    const QRect above(4, 0, kNames - 12, height);
    painter.drawText(above, Qt::AlignLeft | Qt::AlignVCenter, nameOf(first));
    if (last > first && bottom >= 2 * height)
        painter.drawText(above.translated(0, bottom - height), Qt::AlignLeft | Qt::AlignVCenter, nameOf(last));
    const int width = std::min(cells.room.width(), cells.whole().width());
    const QRect below(kNames, bottom + 2, width, kFoot - 2);
    const auto stepOf = [&](int x) {
        const int column = std::min(cells.columns - 1, static_cast<int>(x / cells.cellWidth()));
        return tr("step %1").arg(m_map.steps[column]);
    };
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, stepOf(horizontalScrollBar()->value()));
    if (cells.columns > 1 && width > 2 * fontMetrics().horizontalAdvance(stepOf(0)) + 16)
        painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, stepOf(horizontalScrollBar()->value() + width - 1));
}

void JobMapView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    fitScrollBars();
}

void JobMapView::choose(const JobCell& cell) {
    const auto row = static_cast<std::size_t>(cell.row);
    const auto column = static_cast<std::size_t>(cell.column);
    mark(cell);
    if (m_map.at(row, column) > 0)
        Q_EMIT chosen(m_map.replicas[row], m_map.steps[column]);
}

void JobMapView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        if (const std::optional<JobCell> cell = cellAt(event->position().toPoint()))
            choose(*cell);
}

void JobMapView::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<JobCell> cell = cellAt(event->position().toPoint());
    viewport()->setCursor(cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void JobMapView::keyPressEvent(QKeyEvent* event) {
    const JobLayout cells = layout();
    if (cells.rows == 0 || cells.columns == 0)
        return QAbstractScrollArea::keyPressEvent(event);
    const JobCell from = m_marked.value_or(JobCell{});
    switch (event->key()) {
    case Qt::Key_Left: return choose(cells.moved(from, 0, -1));
    case Qt::Key_Right: return choose(cells.moved(from, 0, 1));
    case Qt::Key_Up: return choose(cells.moved(from, -1, 0));
    case Qt::Key_Down: return choose(cells.moved(from, 1, 0));
    case Qt::Key_PageUp: return choose(cells.moved(from, -kPage, 0));
    case Qt::Key_PageDown: return choose(cells.moved(from, kPage, 0));
    case Qt::Key_Home: return choose(cells.moved(from, 0, -cells.columns));
    case Qt::Key_End: return choose(cells.moved(from, 0, cells.columns));
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void JobMapView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void JobMapView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

bool JobMapView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const std::optional<JobCell> cell = cellAt(help->pos()))
        QToolTip::showText(help->globalPos(), plainTip(textOf(*cell)), viewport(),
                           layout().rectOf(*cell).translated(origin()));
    else
        QToolTip::hideText();
    return true;
}

} // namespace lanewright::app
