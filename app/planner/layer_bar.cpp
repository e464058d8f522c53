// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/layer_bar.h"

#include "app/document/plain_text.h"
#include "app/lanes/painting.h"
#include "app/lanes/theme.h"
#include "app/planner/planner_text.h"
#include "core/planner/partition_edits.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace lanewright::app {

namespace {

constexpr double kBarMargin = 20;
constexpr double kTop = 30; ///< where the layers begin, below the names of the stages
constexpr double kHeight = 36;
constexpr double kCutReach = 7;
constexpr double kLeast = 2.5; ///< the least width of a layer
constexpr double kHandle = 6;
constexpr double kNarrow = 24; ///< stages below have small numbers

/// `4` of `block 4`; E, m and L of embedding, MTP and head.
QString brief(const Layer& layer) {
    if (layer.letter == 'E' || layer.letter == 'm' || layer.letter == 'L')
        return QString(QLatin1Char(layer.letter));
    const std::size_t space = layer.name.rfind(' ');
    return plainLine(space == std::string::npos ? layer.name : layer.name.substr(space + 1));
}

} // namespace

LayerBar::LayerBar(PlannerDocument& planner, QWidget* parent) : QWidget(parent), m_planner(planner) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Layers and cuts"));
    connect(&m_planner, &PlannerDocument::problemChanged, this, [this] {
        m_dragged = -1;
        m_current = 0;
        measureLayers();
    });
    connect(&m_planner, &PlannerDocument::shownChanged, this, [this] {
        m_current = std::clamp(m_current, 0, std::max(0, cuts() - 1));
        update();
    });
}

void LayerBar::measureLayers() {
    const LayeredModel& model = m_planner.problem().model();
    std::vector<double> widths;
    widths.reserve(model.layers.size());
    for (const Layer& layer : model.layers)
        widths.push_back(layer.work.forward + layer.work.backwardInput + layer.work.backwardWeight);
    const double sum = std::accumulate(widths.begin(), widths.end(), 0.0);
    const double room = std::max(1.0, width() - 2 * kBarMargin - kLeast * static_cast<double>(widths.size()));
    m_edges.assign(1, kBarMargin);
    for (const double each : widths)
        m_edges.push_back(m_edges.back() + kLeast +
                          (sum > 0 ? each / sum * room : room / static_cast<double>(widths.size())));
    update();
}

void LayerBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    measureLayers();
}

int LayerBar::boundaryAt(double x) const {
    const auto after = std::ranges::lower_bound(m_edges, x);
    if (after == m_edges.begin())
        return 0;
    if (after == m_edges.end())
        return static_cast<int>(m_edges.size()) - 1;
    const auto place = static_cast<int>(after - m_edges.begin());
    return x - *(after - 1) < *after - x ? place - 1 : place;
}

int LayerBar::layerAt(double x) const {
    const auto after = std::ranges::upper_bound(m_edges, x);
    if (after == m_edges.begin() || after == m_edges.end())
        return -1;
    return static_cast<int>(after - m_edges.begin()) - 1;
}

int LayerBar::cutAt(QPointF point) const {
    int nearest = -1;
    double least = kCutReach;
    for (int cut = 0; cut < cuts(); ++cut) {
        const double away = std::abs(point.x() - xOf(m_planner.partition()[cut].end));
        if (away <= least) {
            least = away;
            nearest = cut;
        }
    }
    return nearest;
}

void LayerBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), currentTheme().surface);
    if (m_planner.problem().model().layers.empty()) {
        painter.setPen(currentTheme().mutedText);
        painter.drawText(rect(), Qt::AlignCenter, tr("Open a model, or drop its file here."));
        return;
    }
    const int stages = static_cast<int>(m_planner.partition().size());
    if (stages == 0)
        paintLayers(painter, -1);
    for (int stage = 0; stage < stages; ++stage) {
        paintLayers(painter, stage);
        paintStage(painter, stage);
    }
    paintCuts(painter);
}

void LayerBar::paintLayers(QPainter& painter, int stage) const {
    const Theme& theme = currentTheme();
    const LayeredModel& model = m_planner.problem().model();
    const int first = stage < 0 ? 0 : m_planner.partition()[stage].first;
    const int end = stage < 0 ? model.size() : m_planner.partition()[stage].end;
    const QColor colour = stage < 0 ? theme.mutedText : theme.rank(rankOf(m_planner.partition(), stage));
    painter.setFont(scaled(font(), 0.82));
    for (int layer = first; layer < end; ++layer) {
        const QRectF cell(xOf(layer) + 0.5, kTop, xOf(layer + 1) - xOf(layer) - 1, kHeight);
        fillRounded(painter, cell, 2.5, Theme::mixed(theme.surface, colour, theme.dark ? 0.36 : 0.20));
        const QString name = brief(model.layers[layer]);
        if (painter.fontMetrics().horizontalAdvance(name) + 4 > cell.width())
            continue;
        painter.setPen(theme.text);
        painter.drawText(cell, Qt::AlignCenter, name);
    }
}

void LayerBar::paintStage(QPainter& painter, int stage) const {
    const Theme& theme = currentTheme();
    const Part& part = m_planner.partition()[stage];
    const double left = xOf(part.first);
    const double width = xOf(part.end) - left;
    fillRounded(painter, QRectF(left + 1, kTop - 5, width - 2, 3), 1.5,
                theme.rank(rankOf(m_planner.partition(), stage)));
    const auto line = [&](double y, const QString& full, const QString& brief) {
        const double room = width - 2;
        for (const QString& words : {full, brief})
            if (painter.fontMetrics().horizontalAdvance(words) <= room)
                return painter.drawText(QRectF(left + 1, y, room, 20), Qt::AlignCenter, words);
    };
    QStringList devices;
    for (const int device : part.devices)
        devices << plainLine(m_planner.problem().cluster().nameOf(device));
    painter.setFont(scaled(font(), width < kNarrow ? 0.7 : 0.9, true));
    painter.setPen(theme.text);
    line(3, tr("stage %1 on %2").arg(stage).arg(devices.join(QStringLiteral(", "))), QString::number(stage));
    const std::optional<Candidate>& shown = m_planner.shown();
    if (!shown || stage >= shown->plan.schedule.stages())
        return;
    const StageCosts& costs = shown->plan.costs.of(0, stage);
    const Time all = costs.forward + costs.backwardInput + costs.backwardWeight + costs.recompute.value_or(0);
    painter.setFont(scaled(font(), 0.82));
    painter.setPen(theme.mutedText);
    line(kTop + kHeight + 8, tr("%1 a microbatch").arg(iterationText(all)), iterationText(all));
}

void LayerBar::paintCuts(QPainter& painter) const {
    const Theme& theme = currentTheme();
    for (int cut = 0; cut < cuts(); ++cut) {
        const double x = xOf(m_planner.partition()[cut].end);
        const bool chosen = cut == m_dragged || (hasFocus() && cut == m_current);
        const QColor colour = chosen ? theme.selection : theme.text;
        painter.setPen(QPen(colour, chosen ? 2.4 : 1.6));
        painter.drawLine(QPointF(x, kTop - 7), QPointF(x, kTop + kHeight + 6));
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        const double y = kTop + kHeight + 4;
        painter.drawPolygon(QPolygonF({{x - kHandle, y + 8}, {x + kHandle, y + 8}, {x, y}}));
    }
}

void LayerBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_planner.obstacle().isEmpty())
        return;
    const int cut = cutAt(event->position());
    if (cut < 0)
        return;
    m_dragged = m_current = cut;
    m_before = m_planner.partition();
    say();
    update();
}

void LayerBar::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragged < 0) {
        const int cut = cutAt(event->position());
        setCursor(cut >= 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
        const int layer = layerAt(event->position().x());
        if (cut >= 0)
            Q_EMIT hint(cutText(cut));
        else if (layer >= 0)
            Q_EMIT hint(tr("%1: memory of weights and optimizer %2, kept of a microbatch %3")
                            .arg(plainLine(m_planner.problem().model().layers[layer].name),
                                 gibText(m_planner.problem().model().layers[layer].fixed),
                                 gibText(m_planner.problem().model().layers[layer].activation)));
        return;
    }
    m_planner.preview(withCutAt(m_before, m_dragged, boundaryAt(event->position().x())));
    say();
}

void LayerBar::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_dragged < 0)
        return;
    const int cut = std::exchange(m_dragged, -1);
    const Partition next = withCutAt(m_before, cut, boundaryAt(event->position().x()));
    m_planner.apply(tr("Move the cut behind stage %1").arg(cut), next);
    update();
}

void LayerBar::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    Q_EMIT hint({});
}

void LayerBar::chooseCut(int by) {
    m_current = std::clamp(m_current + by, 0, std::max(0, cuts() - 1));
    say();
    update();
}

void LayerBar::moveCut(int by) {
    if (cuts() < 1 || !m_planner.obstacle().isEmpty())
        return;
    const Partition& now = m_planner.partition();
    const int place = now[m_current].end + by;
    m_planner.apply(tr("Move the cut behind stage %1").arg(m_current), withCutAt(now, m_current, place));
    say();
}

void LayerBar::keyPressEvent(QKeyEvent* event) {
    const bool moves = event->modifiers() & Qt::ControlModifier;
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
        const int by = event->key() == Qt::Key_Left ? -1 : 1;
        return moves ? moveCut(by) : chooseCut(by);
    }
    if (event->key() != Qt::Key_Escape || m_dragged < 0)
        return QWidget::keyPressEvent(event);
    m_dragged = -1;
    m_planner.endPreview();
    update();
}

void LayerBar::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    say();
    update();
}

void LayerBar::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

QString LayerBar::cutText(int cut) const {
    const Part& before = m_planner.partition()[cut];
    const Part& after = m_planner.partition()[static_cast<std::size_t>(cut) + 1];
    QString between = tr("Cut between stage %1 (%2) and stage %3 (%4)")
                          .arg(cut)
                          .arg(layersText(m_planner.problem().model(), before))
                          .arg(cut + 1)
                          .arg(layersText(m_planner.problem().model(), after));
    const std::optional<Candidate>& shown = m_planner.shown();
    if (!shown || cut + 1 >= shown->plan.schedule.stages())
        return between;
    const int from = rankOf(m_planner.partition(), cut);
    const int to = rankOf(m_planner.partition(), cut + 1);
    if (from == to)
        return tr("%1; both are on one device, so nothing is sent").arg(between);
    return tr("%1; a value takes %2 across it")
        .arg(between, iterationText(shown->plan.costs.transfer.between(from, to)));
}

void LayerBar::say() {
    if (cuts() < 1)
        return;
    const QString words = cutText(std::clamp(m_current, 0, cuts() - 1));
    setAccessibleDescription(words);
    Q_EMIT hint(words);
}

} // namespace lanewright::app
