// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/deviation_plot.h"

#include "app/document/document.h"
#include "app/document/numbers.h"
#include "app/document/selection.h"
#include "app/lanes/theme.h"
#include "app/plots/custom_plot.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewright::app {
namespace {

constexpr std::array kKinds = {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R};
/// Pixels within which a click means a point of the scatter.
constexpr double kReach = 12;

} // namespace

DeviationPlot::DeviationPlot(Document& document, Selection& selection, QWidget* parent)
    : Plot(tr("Deviations as a plot"), parent), m_document(document), m_selection(selection) {
    m_plot->setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    m_plot->setMinimumSize(240, 120);
    m_plot->setCursor(Qt::PointingHandCursor);
    connect(&m_selection, &Selection::changed, this, &DeviationPlot::rebuild);
    rebuild();
}

void DeviationPlot::show(std::vector<Deviation> deviations) {
    m_deviations = std::move(deviations);
    m_least = 0;
    m_bin = 1;
    if (!m_deviations.empty()) {
        const auto [least, most] = std::ranges::minmax_element(m_deviations, {}, &Deviation::slip);
        m_least = least->slip();
        m_bin = std::max<Time>(1, (most->slip() - m_least) / kBins + 1);
    }
    rebuild();
}

void DeviationPlot::setView(View view) {
    m_view = view;
    rebuild();
}

std::set<Op> DeviationPlot::opsIn(int bin) const {
    std::set<Op> ops;
    for (const Deviation& each : m_deviations)
        if (binOf(each.slip()) == bin)
            ops.insert(each.op);
    return ops;
}

std::vector<int> DeviationPlot::countsOf(OpKind kind) const {
    std::vector<int> counts(kBins);
    for (const Deviation& each : m_deviations)
        if (each.op.kind == kind)
            ++counts[binOf(each.slip())];
    return counts;
}

void DeviationPlot::rebuild() {
    m_plot->clearPlottables();
    m_plot->clearItems();
    if (m_view == View::Histogram)
        addHistogram();
    else
        addScatter();
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis})
        axis->grid()->setZeroLinePen(QPen(currentTheme().mutedText, 1));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

double DeviationPlot::unitOf(Time time) const {
    return static_cast<double>(time) / static_cast<double>(scaleOf(m_document.plan().timeUnit));
}

QString DeviationPlot::withUnit(const QString& bare, const QString& title) const {
    return axisTitle(bare, title, unitText(m_document.plan().timeUnit));
}

void DeviationPlot::addHistogram() {
    QCPBars* below = nullptr;
    std::vector<int> heights(kBins);
    for (const OpKind kind : kKinds) {
        const std::vector<int> counts = countsOf(kind);
        if (std::ranges::all_of(counts, [](int count) { return count == 0; }))
            continue;
        auto* bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
        QVector<double> at;
        QVector<double> count;
        for (int bin = 0; bin < kBins; ++bin) {
            at << unitOf(m_least + bin * m_bin + m_bin / 2);
            count << counts[bin];
            heights[bin] += counts[bin];
        }
        bars->setWidth(0.92 * unitOf(m_bin));
        bars->setData(at, count, true);
        bars->setPen(QPen(currentTheme().border(kind), 1));
        bars->setBrush(currentTheme().fill(kind));
        if (below)
            bars->moveAbove(below);
        below = bars;
    }
    m_plot->xAxis->setRange(unitOf(m_least), unitOf(m_least + kBins * m_bin));
    m_plot->yAxis->setRange(0, 1.1 * std::max(1, *std::ranges::max_element(heights)));
    style(withUnit(tr("slip of the start"), tr("slip of the start (%1)")), tr("ops"));
}

void DeviationPlot::addScatter() {
    Time longest = 0;
    for (const Deviation& each : m_deviations)
        longest = std::max({longest, each.plannedLength, each.actualLength});
    const double end = longest > 0 ? 1.08 * unitOf(longest) : 1;
    m_plot->xAxis->setRange(0, end);
    m_plot->yAxis->setRange(0, end);
    const auto addThose = [this](const QCPScatterStyle& style, const auto& are) {
        QVector<double> planned;
        QVector<double> measured;
        for (const Deviation& each : m_deviations)
            if (are(each.op)) {
                planned << unitOf(each.plannedLength);
                measured << unitOf(each.actualLength);
            }
        if (!planned.isEmpty())
            addMarks(planned, measured, style);
    };
    for (const OpKind kind : kKinds)
        addThose({QCPScatterStyle::ssDisc, QPen(currentTheme().border(kind), 1), currentTheme().fill(kind), 7},
                 [kind](const Op& op) { return op.kind == kind; });
    // On the line the measured duration is the planned one.
    auto* line = new QCPItemLine(m_plot);
    line->start->setCoords(0, 0);
    line->end->setCoords(end, end);
    line->setPen(QPen(currentTheme().mutedText, 1, Qt::DashLine));
    addThose({QCPScatterStyle::ssCircle, QPen(currentTheme().selection, 2.5), Qt::NoBrush, 11},
             [this](const Op& op) { return m_selection.contains(op); });
    style(withUnit(tr("planned duration"), tr("planned duration (%1)")), tr("measured"));
}

void DeviationPlot::clickAt(QPointF at) {
    if (m_deviations.empty())
        return;
    if (m_view == View::Histogram) {
        const double slip =
            m_plot->xAxis->pixelToCoord(at.x()) * static_cast<double>(scaleOf(m_document.plan().timeUnit));
        const std::set<Op> ops = opsIn(binOf(static_cast<Time>(slip)));
        if (!ops.empty())
            m_selection.set(ops, *ops.begin());
        return;
    }
    const auto distance = [&](const Deviation& each) {
        return std::hypot(m_plot->xAxis->coordToPixel(unitOf(each.plannedLength)) - at.x(),
                          m_plot->yAxis->coordToPixel(unitOf(each.actualLength)) - at.y());
    };
    const auto nearest = std::ranges::min_element(m_deviations, {}, distance);
    if (distance(*nearest) <= kReach)
        m_selection.reveal(nearest->op);
}

} // namespace lanewright::app
