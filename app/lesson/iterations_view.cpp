// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/iterations_view.h"

#include "app/document/numbers.h"
#include "app/lanes/painting.h"
#include "app/lanes/theme.h"
#include "app/lesson/classroom_size.h"
#include "core/simulate/iterations.h"
#include "core/simulate/simulate.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

// Pixels in a classroom of usual size.
constexpr int kHeight = 190;
constexpr int kTop = 34;
constexpr int kLeft = 24;
constexpr int kRight = 24;

} // namespace

IterationsView::IterationsView(QWidget* parent) : QWidget(parent) { setType(1); }

void IterationsView::setType(double type) {
    m_type = type;
    setFixedHeight(static_cast<int>(kHeight * type));
    update();
}

void IterationsView::show(const Attempt& attempt, int count) {
    m_lanes = {};
    m_steps.clear();
    m_caption.clear();
    const Plan& plan = attempt.plan;
    const bool whole = !plan.isProblem() && reachesEnd(plan.schedule, simulate(plan.schedule, plan.costs));
    if (whole) {
        const Iterations iterations = simulateIterations(plan, count, attempt.optimizer);
        Timeline all{.lanes = std::vector<Lane>(static_cast<std::size_t>(plan.schedule.ranks()))};
        for (std::size_t i = 0; i < iterations.timelines.size(); ++i)
            for (std::size_t rank = 0; rank < all.lanes.size(); ++rank) {
                const Lane& lane = iterations.timelines[i].lanes[rank];
                all.lanes[rank].insert(all.lanes[rank].end(), lane.begin(), lane.end());
                const StepSpan& step = iterations.steps[i][rank];
                m_steps.push_back({static_cast<int>(rank), step.start, step.end});
            }
        m_lanes = placeRun(plan.schedule, all);
        const Time each = static_cast<Time>(std::llround(iterations.iterationTime.value()));
        m_caption = tr("%n iteration(s) in a row, %1 each", nullptr, count).arg(timeWithUnit(each, plan.timeUnit, 2));
    }
    setAccessibleName(m_caption);
    update();
}

void IterationsView::paintStep(QPainter& painter, const QRectF& rect) const {
    const Theme& theme = currentTheme();
    painter.setPen(theme.strong ? QPen(theme.text, 2) : QPen(Qt::NoPen));
    painter.setBrush(theme.fill(ActivityKind::Optimizer));
    painter.drawRect(rect);
}

void IterationsView::paintSteps(QPainter& painter, const TimeScale& scale, const LaneGeometry& geometry) const {
    for (const OptimizerStep& step : m_steps) {
        const double x = scale.x(step.start);
        paintStep(painter, QRectF(x, geometry.blockTop(step.rank), std::max(2.0, scale.x(step.end) - x) - 1,
                                  geometry.blockHeight() - 1));
    }
}

void IterationsView::paintLegend(QPainter& painter, const QRectF& line, const QFont& type) const {
    const Theme& theme = currentTheme();
    const QString words = tr("optimizer step");
    const double wide = QFontMetricsF(type).horizontalAdvance(words) + 4;
    const double side = line.height() * 0.45;
    drawWords(painter, line, Qt::AlignRight | Qt::AlignVCenter, words, type, theme.mutedText);
    paintStep(painter, QRectF(line.right() - wide - 1.5 * side, line.center().y() - side / 2, side / 2, side));
}

void IterationsView::paintEvent(QPaintEvent*) {
    const Theme& theme = currentTheme();
    const int top = static_cast<int>(kTop * m_type);
    const double ratio = devicePixelRatioF();
    QImage image((QSizeF(size()) * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(theme.surface);
    const int lanes = static_cast<int>(m_lanes.lanes.size());
    TimeScale scale{0, std::max<Time>(1, m_lanes.end), kLeft,
                    static_cast<double>(std::max(1, width() - kLeft - kRight))};
    for (const OptimizerStep& step : m_steps)
        scale.end = std::max(scale.end, step.end);
    const LaneGeometry geometry{lanes, top, std::max(8, (height() - top - 10) / std::max(1, lanes)), 0, false};
    m_layer.setTheme(theme);
    m_layer.setFont(font());
    if (lanes > 0)
        m_layer.paintPlan({&image, ratio, kLeft, top}, m_lanes, geometry, scale);
    QPainter painter(this);
    painter.drawImage(QPointF(0, 0), image);
    paintSteps(painter, scale, geometry);
    const QRectF line(kLeft, 0, width() - kLeft - kRight, top);
    if (!m_steps.empty())
        paintLegend(painter, line, sized(font(), static_cast<int>(15 * m_type)));
    drawWords(painter, line, Qt::AlignLeft | Qt::AlignVCenter,
              lanes > 0 ? m_caption : tr("Iterations appear here once all ops are placed and nothing stalls."),
              sized(font(), static_cast<int>(type::kText * m_type), QFont::DemiBold),
              lanes > 0 ? theme.text : theme.mutedText);
}

} // namespace lanewright::app
