// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/memory_plot.h"

#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/lanes/lane_sizes.h"
#include "app/lanes/memory_lines.h"
#include "app/lanes/painting.h"
#include "app/lanes/theme.h"
#include "app/plots/custom_plot.h"

#include <QLabel>

#include <algorithm>
#include <cmath>
#include <set>

namespace lanewright::app {
namespace {

constexpr int kTopMargin = 12;
constexpr int kBottomMargin = 22;
constexpr int kTitleLeft = 16;
constexpr double kZoomPerStep = 1.15;

/// What the axis of a board without ops and limits ends at: an activation of each stage of the rank that hosts most, so
/// that the first ops do not change it much.
Bytes boardRoom(const Plan& plan) {
    Bytes most = 0;
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
        Bytes all = 0;
        for (const StageCopy& copy : copiesOn(plan.schedule.placement, rank))
            all += plan.memory.change({.kind = OpKind::F, .stage = copy.stage}, copy.direction, plan.costs.weightParts);
        most = std::max(most, all);
    }
    return most > 0 ? most * plan.schedule.ranks() : scaleOf(plan.memoryUnit);
}

MemoryCurve curveOfBuffers(const Analysis& analysis, int rank) {
    return bufferCurve(analysis.buffers.all[rank], analysis.timeline.lanes[rank], extentOf(analysis.timeline).start);
}

/// Activations and buffers of the rank.
MemoryCurve withBuffers(const Analysis& analysis, int rank) {
    return sumOf(analysis.memory[rank], curveOfBuffers(analysis, rank));
}

/// Marks at whole numbers alone.
class WholeTicker : public QCPAxisTickerFixed {
public:
    WholeTicker() { setScaleStrategy(ssMultiples); }
};

} // namespace

/// The curves' names behind a piece of each.
class MemoryPlot::Legend : public QWidget {
public:
    using QWidget::QWidget;

    void setNames(const QStringList& names, const QString& rest) {
        m_names = names;
        m_rest = rest;
        setFont(scaled(parentWidget()->font(), 0.85));
        update();
    }

    QSize sizeHint() const override {
        int width = fontMetrics().horizontalAdvance(m_rest) + kApart;
        for (const QString& name : m_names)
            width += kLine + kBeside + fontMetrics().horizontalAdvance(name) + kApart;
        return {width, fontMetrics().height()};
    }

private:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        int x = 0;
        const auto write = [&](const QString& words) {
            painter.setPen(currentTheme().mutedText);
            painter.drawText(x, fontMetrics().ascent(), words);
            x += fontMetrics().horizontalAdvance(words) + kApart;
        };
        for (int place = 0; place < m_names.size(); ++place) {
            painter.setPen(memoryPen(currentTheme(), place, 2));
            painter.drawLine(x, height() / 2, x + kLine, height() / 2);
            x += kLine + kBeside;
            write(m_names[place]);
        }
        write(m_rest);
    }

    static constexpr int kLine = 22;
    static constexpr int kBeside = 5;
    static constexpr int kApart = 14;

    QStringList m_names;
    QString m_rest;
};

MemoryPlot::MemoryPlot(Document& document, Selection& selection, TimeRange& range, QWidget* parent)
    : Plot(tr("Memory over time"), parent), m_document(document), m_selection(selection), m_range(range),
      m_title(richLabel(this)), m_legend(new Legend(this)), m_leftMargin(LaneSizes::kLaneHeader) {
    m_plot->setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->axisRect()->setAutoMargins(QCP::msNone);
    m_plot->xAxis->setVisible(false);
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->yAxis->setSubTicks(false);
    m_title->move(kTitleLeft, 10);
    m_legend->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_title->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->setMinimumHeight(90);
    m_plot->setMouseTracking(true);
    // Only then is it known how near the lines of limits are to each other.
    connect(m_plot, &QCustomPlot::afterLayout, this, &MemoryPlot::placeLimits);
    connect(&m_document, &Document::changed, this, [this] {
        m_preview = nullptr;
        rebuild();
    });
    connect(&m_selection, &Selection::changed, this, &MemoryPlot::rebuild);
    connect(&m_range, &TimeRange::changed, this, &MemoryPlot::showRange);
    rebuild();
}

void MemoryPlot::setRightMargin(int pixels) {
    if (pixels == m_rightMargin)
        return;
    m_rightMargin = pixels;
    applyTheme();
}

void MemoryPlot::setLeftMargin(int pixels) {
    if (pixels == m_leftMargin)
        return;
    m_leftMargin = pixels;
    applyTheme();
}

void MemoryPlot::setGoal(std::optional<Bytes> goal, Bytes room) {
    m_goal = goal;
    m_room = std::max(room, goal.value_or(0));
    rebuild();
}

void MemoryPlot::setMoment(std::optional<Time> moment) {
    if (moment == m_moment)
        return;
    m_moment = moment;
    addMoment();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<double> MemoryPlot::momentX() const {
    return m_momentLine ? std::optional(m_momentLine->point1->pixelPosition().x()) : std::nullopt;
}

void MemoryPlot::addMoment() {
    if (m_momentLine)
        m_plot->removeItem(m_momentLine);
    m_momentLine = nullptr;
    if (!m_moment)
        return;
    m_momentLine = new QCPItemStraightLine(m_plot);
    m_momentLine->point1->setCoords(static_cast<double>(*m_moment), 0);
    m_momentLine->point2->setCoords(static_cast<double>(*m_moment), 1);
    m_momentLine->setPen(QPen(currentTheme().text, 2.5));
}

void MemoryPlot::changeEvent(QEvent* event) {
    Plot::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        rebuild();
}

void MemoryPlot::resizeEvent(QResizeEvent* event) {
    Plot::resizeEvent(event);
    placeLegend();
    showRange(); // wider, it has room for more dashes
}

void MemoryPlot::preview(const Analysis* analysis) {
    if (m_document.isLarge())
        analysis = nullptr;
    if (!analysis && !m_preview)
        return;
    m_preview = analysis;
    rebuild();
}

void MemoryPlot::rebuild() {
    const Analysis& analysis = shown();
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_momentLine = nullptr;
    m_limits.clear();
    m_ranks = fullestRanks(analysis.memory, 0, static_cast<int>(analysis.memory.size()));
    // The fullest of all is among them.
    Bytes top = 0;
    for (const int rank : m_ranks)
        top = std::max({top, peakOf(analysis.memory[rank]), m_document.plan().memory.limitOf(rank).value_or(0)});
    if (const int rank = bufferedRank(); rank >= 0)
        top = std::max(top, peakOf(withBuffers(analysis, rank)));
    top = std::max(top, m_room);
    if (m_room > 0)
        m_room = top;
    if (top == 0)
        top = boardRoom(m_document.plan());
    const double scale = static_cast<double>(scaleOf(m_document.plan().memoryUnit));
    m_top = static_cast<double>(top) / scale;
    m_plot->yAxis->setRange(-0.06 * m_top, 1.12 * m_top);
    // Activations are counted: there is no mark at half of one.
    const bool counts = m_document.plan().memoryUnit == MemoryUnit::Unit && m_top >= 2;
    m_plot->yAxis->setTicker(counts ? QSharedPointer<QCPAxisTicker>(new WholeTicker)
                                    : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    m_plot->yAxis->ticker()->setTickCount(3);
    for (const int rank : m_ranks)
        addCurve(analysis.memory[rank]);
    addBand();
    addLimits(m_top);
    addMoment();
    applyTheme();
    showRange();
}

int MemoryPlot::bufferedRank() const {
    if (shown().buffers.areNone() || m_ranks.empty())
        return -1;
    if (const int chosen = m_selection.empty() ? -1 : rankOfSelection();
        std::ranges::find(m_ranks, chosen) != m_ranks.end())
        return chosen;
    return *std::ranges::max_element(m_ranks, {}, [this](int rank) { return peakOf(withBuffers(shown(), rank)); });
}

void MemoryPlot::addBand() {
    m_band = nullptr;
    const int rank = bufferedRank();
    if (rank < 0 || shown().buffers.all[rank].bytes == 0)
        return;
    const auto place = static_cast<int>(std::ranges::find(m_ranks, rank) - m_ranks.begin());
    m_band = addCurve(withBuffers(shown(), rank));
    QColor colour = memoryPen(currentTheme(), place, 1).color();
    colour.setAlphaF(0.25F);
    m_band->setPen(QPen(colour, 1));
    m_band->setBrush(colour);
    m_band->setChannelFillGraph(m_plot->graph(place));
}

QCPGraph* MemoryPlot::addCurve(const MemoryCurve& curve) {
    const double scale = static_cast<double>(scaleOf(m_document.plan().memoryUnit));
    QVector<double> times;
    QVector<double> amounts;
    if (!curve.empty() && curve.front().time > m_range.extentStart()) {
        times << static_cast<double>(m_range.extentStart());
        amounts << 0;
    }
    for (const MemoryPoint& point : curve) {
        times << static_cast<double>(point.time);
        amounts << static_cast<double>(point.bytes) / scale;
    }
    // What an unfinished order keeps it keeps to the end.
    if (!curve.empty() && curve.back().bytes != 0 && curve.back().time < shown().lanes.end) {
        times << static_cast<double>(shown().lanes.end);
        amounts << amounts.back();
    }
    QCPGraph* graph = addSteps(times, amounts, QPen()); // `showRange` gives the ranks' their own
    graph->setAntialiased(false);
    return graph;
}

int MemoryPlot::rankOfSelection() const {
    const Schedule& schedule = m_document.schedule();
    const Op op = m_selection.current();
    return op.stage < schedule.stages() && op.microbatch < schedule.microbatches ? schedule.rankOf(op) : -1;
}

void MemoryPlot::addLimits(double top) {
    const Plan& plan = m_document.plan();
    std::set<Bytes> limits;
    for (const int rank : m_ranks)
        if (const auto limit = plan.memory.limitOf(rank))
            limits.insert(*limit);
    const bool isGoalAlone = m_goal && limits.insert(*m_goal).second;
    const auto isGoal = [&](Bytes limit) { return isGoalAlone && limit == *m_goal; };
    const auto colourOf = [&](Bytes limit) { return isGoal(limit) ? currentTheme().good : currentTheme().limit; };
    std::vector<std::pair<Bytes, double>> seen; // with their places on the axis
    for (const Bytes limit : limits)
        if (const double value = static_cast<double>(limit) / static_cast<double>(scaleOf(plan.memoryUnit));
            value <= 1.2 * top)
            seen.emplace_back(limit, value);
    for (const auto& [limit, value] : seen) {
        auto* line = new QCPItemStraightLine(m_plot);
        line->point1->setCoords(0, value);
        line->point2->setCoords(1, value);
        line->setPen(QPen(colourOf(limit), 1.2, Qt::DashLine));
    }
    // Over all lines, none of which strikes them out.
    for (const auto& [limit, value] : seen) {
        const QString amount = memoryText(limit, plan.memoryUnit);
        const QString words = isGoal(limit) ? tr("goal %1") : limits.size() > 3 ? QStringLiteral("%1") : tr("limit %1");
        addLimitWords(words.arg(amount), value, colourOf(limit));
    }
}

void MemoryPlot::addLimitWords(const QString& text, double value, const QColor& colour) {
    auto* words = new QCPItemText(m_plot);
    words->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    words->position->setTypeY(QCPItemPosition::ptPlotCoords);
    words->position->setCoords(1, value); // `placeLimits` finds its place
    words->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    words->setText(text);
    words->setColor(colour);
    words->setBrush(currentTheme().surface);
    words->setClipToAxisRect(false); // above the limit there is less than a line's height in a low plot
    QFont small = smallFont();
    small.setBold(true);
    words->setFont(small);
    m_limits.push_back(words);
}

void MemoryPlot::placeLimits() {
    constexpr double kLimitsApart = 10;
    const QRectF area = m_plot->axisRect()->rect();
    const auto lineOf = [this](std::size_t i) { return yOf(m_limits[i]->position->coords().y()); };
    std::vector<QRectF> placed;
    for (std::size_t i = 0; i < m_limits.size(); ++i) {
        QCPItemText& words = *m_limits[i];
        const QSizeF size = QFontMetricsF(words.font()).size(Qt::TextSingleLine, words.text());
        const double y = lineOf(i);
        // Where the next limit's line would strike it out, it stands below its own.
        const bool isCrossed = i + 1 < m_limits.size() && y - lineOf(i + 1) < size.height();
        const bool hasRoomBelow = y + size.height() < (i > 0 ? lineOf(i - 1) : area.bottom());
        const bool isBelow = isCrossed && hasRoomBelow;
        QRectF rect(QPointF(0, isBelow ? y : y - size.height()), size);
        rect.moveRight(area.right() - kLimitsApart);
        // The lowest comes first and stands at the right; what would cover another one goes to its left.
        const auto covers = [&rect](const QRectF& other) { return rect.intersects(other); };
        for (auto other = std::ranges::find_if(placed, covers); other != placed.end();
             other = std::ranges::find_if(placed, covers))
            rect.moveRight(other->left() - kLimitsApart);
        placed.push_back(rect);
        words.setVisible(rect.left() >= area.left());
        words.setPositionAlignment(Qt::AlignRight | (isBelow ? Qt::AlignTop : Qt::AlignBottom));
        words.position->setCoords((rect.right() - area.left()) / area.width(), words.position->coords().y());
    }
}

std::vector<QRectF> MemoryPlot::limitLabels() const {
    std::vector<QRectF> labels;
    for (const QCPItemText* words : m_limits)
        if (words->visible())
            labels.emplace_back(words->topLeft->pixelPosition(), words->bottomRight->pixelPosition());
    return labels;
}

void MemoryPlot::applyTheme() {
    const Theme& theme = currentTheme();
    m_plot->setBackground(theme.surface);
    m_plot->axisRect()->setMargins(QMargins(m_leftMargin, kTopMargin, m_rightMargin, kBottomMargin));
    m_plot->yAxis->grid()->setPen(QPen(theme.line, 1));
    m_plot->yAxis->grid()->setZeroLinePen(QPen(theme.line, 1));
    m_plot->yAxis->setBasePen(Qt::NoPen);
    m_plot->yAxis->setTickPen(Qt::NoPen);
    m_plot->yAxis->setTickLabelColor(theme.mutedText);
    m_plot->yAxis->setTickLabelFont(smallFont());
    m_title->setText(tr("<b>memory</b><br><small style='color:%1'>%2</small>")
                         .arg(theme.mutedText.name(), m_document.plan().memoryUnit == MemoryUnit::Unit
                                                          ? tr("activations")
                                                          : unitText(m_document.plan().memoryUnit)));
    m_title->adjustSize();
    QStringList names;
    for (const int rank : m_ranks)
        names << (m_band && rank == bufferedRank() ? tr("rank %1, its buffers shaded") : tr("rank %1")).arg(rank);
    const std::vector<MemoryCurve>& curves = shown().memory;
    m_legend->setNames(names, translated(fullestNote(curves, m_ranks, 0, static_cast<int>(curves.size()))));
    placeLegend();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void MemoryPlot::placeLegend() {
    m_legend->resize(m_legend->sizeHint());
    m_legend->move(m_leftMargin + 4, height() - m_legend->height() - 2);
}

double MemoryPlot::yOf(double value) const { return m_plot->yAxis->coordToPixel(value); }

QPolygonF MemoryPlot::curve(int place) const { return pointsOf(*m_plot->graph(place)); }

QStringList MemoryPlot::marks() const { return m_plot->yAxis->tickVectorLabels().toList(); }

QPolygonF MemoryPlot::band() const { return m_band ? pointsOf(*m_band) : QPolygonF{}; }

QPolygonF MemoryPlot::pointsOf(const QCPGraph& graph) {
    QPolygonF points;
    for (auto point = graph.data()->constBegin(); point != graph.data()->constEnd(); ++point)
        points << graph.coordsToPixels(point->key, point->value);
    return points;
}

void MemoryPlot::showRange() {
    // Where a curve has a step every few pixels, dashes say nothing and take long.
    constexpr double kPixelsPerStep = 4;
    const int chosen = m_selection.empty() ? -1 : rankOfSelection();
    for (int place = 0; place < static_cast<int>(m_ranks.size()); ++place) {
        QCPGraph* graph = m_plot->graph(place);
        const auto first = graph->data()->findBegin(static_cast<double>(m_range.start()));
        const auto last = graph->data()->findEnd(static_cast<double>(m_range.end()));
        QPen pen = memoryPen(currentTheme(), place, m_ranks[place] == chosen ? 3 : 1.8);
        if (static_cast<double>(last - first) * kPixelsPerStep > width())
            pen.setStyle(Qt::SolidLine);
        graph->setPen(pen);
    }
    m_plot->xAxis->setRange(static_cast<double>(m_range.start()), static_cast<double>(m_range.end()));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void MemoryPlot::say(const QPoint& position) {
    const QRect area = m_plot->axisRect()->rect();
    if (!area.contains(position) || m_ranks.empty())
        return QToolTip::hideText();
    const Time time = static_cast<Time>(m_plot->xAxis->pixelToCoord(position.x()));
    const Plan& plan = m_document.plan();
    QStringList lines;
    lines << tr("at %1").arg(timeWithUnit(time, plan.timeUnit, 2));
    for (const int rank : m_ranks) {
        QString line =
            tr("rank %1: %2").arg(rank).arg(memoryText(bytesAt(shown().memory[rank], time), plan.memoryUnit));
        if (const auto limit = plan.memory.limitOf(rank))
            line += QStringLiteral(" / ") + memoryText(*limit, plan.memoryUnit);
        line += QLatin1Char(' ') + unitText(plan.memoryUnit);
        if (m_band && rank == bufferedRank())
            line +=
                QLatin1Char(' ') +
                tr("and %1 of buffers").arg(memoryText(bytesAt(curveOfBuffers(shown(), rank), time), plan.memoryUnit));
        lines << line;
    }
    QToolTip::showText(m_plot->mapToGlobal(position), lines.join(QLatin1Char('\n')), m_plot);
}

bool MemoryPlot::eventFilter(QObject* watched, QEvent* event) {
    const auto timePerPixel = [this] {
        return static_cast<double>(m_range.length()) / std::max(1, m_plot->axisRect()->width());
    };
    if (event->type() == QEvent::Wheel) {
        const auto* wheel = static_cast<QWheelEvent*>(event);
        const QPoint turn = wheel->angleDelta();
        if (wheel->modifiers() & Qt::ControlModifier)
            m_range.zoom(std::pow(kZoomPerStep, -turn.y() / 120.0),
                         static_cast<Time>(m_plot->xAxis->pixelToCoord(wheel->position().x())));
        else if (turn.x() != 0 || (wheel->modifiers() & Qt::ShiftModifier))
            m_range.pan(static_cast<Time>(-(turn.x() + turn.y()) * timePerPixel()));
        return true;
    }
    if (event->type() == QEvent::MouseButtonPress)
        m_dragX = static_cast<int>(static_cast<QMouseEvent*>(event)->position().x());
    if (event->type() == QEvent::MouseButtonRelease)
        m_dragX = -1;
    if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (m_dragX >= 0) {
            const int x = static_cast<int>(mouse->position().x());
            m_range.pan(static_cast<Time>((m_dragX - x) * timePerPixel()));
            m_dragX = x;
        } else
            say(mouse->position().toPoint());
    }
    return Plot::eventFilter(watched, event);
}

} // namespace lanewright::app
