// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/cluster_view.h"

#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/lanes/painting.h"
#include "app/lanes/theme.h"
#include "app/planner/planner_text.h"
#include "core/planner/partition_edits.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanewright::app {

namespace {

constexpr double kMargin = 14;
constexpr double kRound = 7;
constexpr QSizeF kRoomForThree{98, 56}; ///< lines of words
constexpr QSizeF kRoomForOne{40, 20};
constexpr double kReach = 6;

/// 1.5 to 9 pixels from 1 GB/s to 1 TB/s.
double widthOf(double bandwidth) { return std::clamp(1.5 + 2.5 * std::log10(bandwidth / 1e9), 1.5, 9.0); }

QPainterPath pathOf(const ClusterLayout& layout, const Wire& wire) {
    const auto [from, to] = layout.endsOf(wire);
    QPainterPath path(from);
    path.lineTo(to);
    return path;
}

void drawElided(QPainter& painter, const QRectF& where, const QString& words, Qt::Alignment align) {
    painter.drawText(where, static_cast<int>(align | Qt::AlignVCenter),
                     painter.fontMetrics().elidedText(words, Qt::ElideRight, static_cast<int>(where.width())));
}

QString numbersText(const std::vector<int>& numbers, const QString& between) {
    QStringList words;
    for (const int number : numbers)
        words << QString::number(number);
    return words.join(between);
}

} // namespace

ClusterView::ClusterView(PlannerDocument& planner, QWidget* parent) : QWidget(parent), m_planner(planner) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Cluster"));
    connect(&m_planner, &PlannerDocument::problemChanged, this, [this] {
        m_carried = m_pressed = m_target = -1;
        m_current = 0;
        arrange();
    });
    connect(&m_planner, &PlannerDocument::shownChanged, this, &ClusterView::shownChanged);
}

void ClusterView::arrange() {
    const QRectF area = QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
    m_layout = ClusterLayout::of(m_planner.problem().cluster(), area);
    update();
}

void ClusterView::shownChanged() {
    if (m_planner.shown())
        m_rankMemory =
            measure(m_planner.shown()->plan, simulate(m_planner.shown()->plan.schedule, m_planner.shown()->plan.costs))
                .totalMemory;
    setAccessibleDescription(m_layout.devices.empty() ? QString() : deviceText(m_current));
    update();
}

void ClusterView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void ClusterView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), currentTheme().surface);
    if (m_layout.devices.empty()) {
        painter.setPen(currentTheme().mutedText);
        painter.drawText(rect(), Qt::AlignCenter, tr("Open a cluster, or drop its file here."));
        return;
    }
    paintGroups(painter);
    paintWires(painter);
    for (int device = 0; device < m_planner.problem().cluster().size(); ++device)
        paintDevice(painter, device);
    paintCarried(painter);
}

QString ClusterView::groupText(const ClusterLayout::Group& group) const {
    const Cluster& cluster = m_planner.problem().cluster();
    const QString text = plainLine(cluster.nameOf(group.joint));
    const QString between = betweenText(cluster, group.joint, group.devices);
    return between.isEmpty() ? text : QStringLiteral("%1   %2").arg(text, between);
}

void ClusterView::paintGroups(QPainter& painter) const {
    const Theme& theme = currentTheme();
    painter.setFont(scaled(font(), 0.85));
    for (const ClusterLayout::Group& group : m_layout.groups) {
        if (group.joint < 0)
            continue;
        drawRounded(painter, group.frame, kRound, QPen(theme.line, 1), theme.window);
        painter.setPen(theme.mutedText);
        const QRectF head(group.frame.left() + 9, group.frame.top() + 1, group.frame.width() - 18, 21);
        drawElided(painter, head, groupText(group), Qt::AlignLeft);
    }
    const Cluster& cluster = m_planner.problem().cluster();
    for (int joint = cluster.size(); joint < cluster.nodes(); ++joint) {
        if (std::ranges::find(m_layout.groups, joint, &ClusterLayout::Group::joint) != m_layout.groups.end())
            continue;
        const QRectF pill = m_layout.rectOf(joint);
        drawRounded(painter, pill, pill.height() / 2, QPen(theme.mutedText, 1), theme.raised);
        painter.setPen(theme.text);
        painter.drawText(pill, Qt::AlignCenter,
                         painter.fontMetrics().elidedText(plainLine(cluster.nameOf(joint)), Qt::ElideRight,
                                                          static_cast<int>(pill.width()) - 10));
    }
}

void ClusterView::paintWires(QPainter& painter) const {
    const Theme& theme = currentTheme();
    const Cluster& cluster = m_planner.problem().cluster();
    painter.setFont(scaled(font(), 0.85));
    for (const int at : m_layout.outside) {
        const Wire& wire = cluster.wires[at];
        const auto [from, to] = m_layout.endsOf(wire);
        painter.setPen(
            QPen(Theme::mixed(theme.line, theme.text, 0.45), widthOf(wire.bandwidth), Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(from, to);
        const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
        if (length < 70 || std::abs(to.y() - from.y()) > 2 || m_layout.outside.size() > 12)
            continue;
        const QPointF middle = (from + to) / 2;
        const double width = widthOf(wire.bandwidth) / 2 + 4;
        const double height = painter.fontMetrics().height();
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(middle.x() - length / 2, middle.y() - width - height, length, height), Qt::AlignCenter,
                         bandwidthText(wire));
        painter.drawText(QRectF(middle.x() - length / 2, middle.y() + width, length, height), Qt::AlignCenter,
                         latencyText(wire));
    }
}

double ClusterView::fullnessOf(int stage) const {
    const std::optional<Candidate>& shown = m_planner.shown();
    const int rank = stage < 0 ? -1 : rankOf(m_planner.partition(), stage);
    if (!shown || rank < 0 || rank >= static_cast<int>(m_rankMemory.size()))
        return 0;
    const auto device = shown->plan.memory.deviceOf(rank);
    return device && *device > 0 ? static_cast<double>(m_rankMemory[rank]) / static_cast<double>(*device) : 0;
}

QColor ClusterView::stageColour(int stage) const { return currentTheme().rank(rankOf(m_planner.partition(), stage)); }

QString ClusterView::stagesText(int stage) const {
    const std::vector<int> parts = partsOn(m_planner.partition(), rankOf(m_planner.partition(), stage));
    if (parts.size() == 1)
        return tr("stage %1").arg(stage);
    return parts.size() == 2 ? tr("stages %1 and %2").arg(parts[0]).arg(parts[1])
                             : tr("stages %1", "several numbers").arg(numbersText(parts, QStringLiteral(", ")));
}

QString ClusterView::stagesText(int stage, const QFontMetrics& metrics, double width) const {
    const std::vector<int> parts = partsOn(m_planner.partition(), rankOf(m_planner.partition(), stage));
    const auto fits = [&](const QString& words) { return metrics.horizontalAdvance(words) <= width; };
    if (QString whole = stagesText(stage); fits(whole))
        return whole;
    if (parts.size() == 2)
        if (QString fewer = tr("stages %1, %2").arg(parts[0]).arg(parts[1]); fits(fewer))
            return fewer;
    const QString numbers = numbersText(parts, QStringLiteral(" "));
    return parts.size() <= 2 || fits(numbers) ? numbers : QStringLiteral("%1 …").arg(parts[0]);
}

void ClusterView::paintDevice(QPainter& painter, int device) const {
    const Theme& theme = currentTheme();
    const QRectF box = m_layout.devices[device];
    const int stage = partOn(m_planner.partition(), device);
    const QColor colour = stage < 0 ? theme.line : stageColour(stage);
    const bool isTarget = m_carried >= 0 && device == m_target;
    drawRounded(painter, box, 5, QPen(isTarget ? theme.selection : colour, isTarget ? 2.5 : 1.2),
                stage < 0 ? theme.raised : theme.card(colour));
    if (hasFocus() && device == m_current && m_carried < 0)
        drawOutline(painter, box.adjusted(-2.5, -2.5, 2.5, 2.5), 7, QPen(theme.selection, 2, Qt::DotLine));
    const QRectF inside = box.adjusted(8, 4, -8, -4);
    if (box.width() < kRoomForThree.width() || box.height() < kRoomForThree.height())
        paintName(painter, device, stage, inside.width());
    else
        paintLines(painter, device, stage, inside);
    if (stage < 0 || box.height() < kRoomForThree.height())
        return;
    const QRectF bar(box.left() + 8, box.bottom() - 9, box.width() - 16, 4);
    const double full = std::min(1.0, fullnessOf(stage));
    fillRounded(painter, bar, 2, Theme::mixed(theme.surface, colour, 0.35));
    fillRounded(painter, QRectF(bar.topLeft(), QSizeF(bar.width() * full, bar.height())), 2,
                full > 0.97 ? theme.full : colour);
}

void ClusterView::paintName(QPainter& painter, int device, int stage, double width) const {
    const Theme& theme = currentTheme();
    const QRectF box = m_layout.devices[device];
    const bool roomy = box.width() >= kRoomForOne.width() && box.height() >= kRoomForOne.height();
    painter.setFont(scaled(font(), roomy ? 0.95 : 0.75, stage >= 0));
    painter.setPen(stage < 0 ? theme.mutedText : theme.text);
    drawElided(painter, box,
               stage >= 0 ? stagesText(stage, painter.fontMetrics(), width)
                          : shortName(m_planner.problem().cluster(), device),
               Qt::AlignHCenter);
}

void ClusterView::paintLines(QPainter& painter, int device, int stage, const QRectF& inside) const {
    const Theme& theme = currentTheme();
    const Cluster& cluster = m_planner.problem().cluster();
    const DeviceKind& kind = cluster.kindOf(device);
    const QColor smallPrint = stage < 0 ? theme.mutedText : theme.smallPrint(theme.card(stageColour(stage)));
    const double height = (inside.height() - 8) / 3;
    const QRectF top(inside.left(), inside.top(), inside.width(), height);
    painter.setFont(scaled(font(), 0.85));
    painter.setPen(smallPrint);
    drawElided(painter, top, shortName(cluster, device), Qt::AlignLeft);
    drawElided(painter, top.adjusted(18, 0, 0, 0), plainLine(kind.name), Qt::AlignRight);
    painter.setFont(scaled(font(), 1.05, stage >= 0));
    painter.setPen(stage < 0 ? theme.mutedText : theme.text);
    drawElided(painter, top.translated(0, height),
               stage < 0 ? tr("free") : stagesText(stage, painter.fontMetrics(), top.width()), Qt::AlignLeft);
    painter.setFont(scaled(font(), 0.8));
    painter.setPen(smallPrint);
    const QString memory = gibText(kind.memory);
    const QString speed = speedText(kind, m_planner.problem().model().timed);
    const QRectF bottom = top.translated(0, 2 * height);
    const bool both = painter.fontMetrics().horizontalAdvance(memory + speed) + 10 < bottom.width();
    drawElided(painter, bottom, both ? QStringLiteral("%1 · %2").arg(speed, memory) : memory, Qt::AlignLeft);
}

void ClusterView::paintCarried(QPainter& painter) const {
    if (m_carried < 0 || m_byKeys)
        return;
    const QString words = stagesText(m_carried);
    painter.setFont(scaled(font(), 1, true));
    const double width = painter.fontMetrics().horizontalAdvance(words) + 22;
    const QRectF chip(m_mouse.x() + 8, m_mouse.y() - 12, width, 26);
    fillRounded(painter, chip, 13, stageColour(m_carried));
    const QColor under = stageColour(m_carried);
    const bool isDark = Theme::contrast(under, Qt::white) >= Theme::contrast(under, Qt::black);
    painter.setPen(isDark ? Qt::white : Qt::black);
    painter.drawText(chip, Qt::AlignCenter, words);
}

QString ClusterView::deviceText(int device) const {
    const Cluster& cluster = m_planner.problem().cluster();
    const DeviceKind& kind = cluster.kindOf(device);
    const QString what = QStringLiteral("%1: %2, %3, %4")
                             .arg(plainLine(cluster.nameOf(device)), plainLine(kind.name),
                                  speedText(kind, m_planner.problem().model().timed), gibText(kind.memory));
    const int stage = partOn(m_planner.partition(), device);
    if (stage < 0)
        return tr("%1. It has no stage.").arg(what);
    QStringList layers;
    for (const int part : partsOn(m_planner.partition(), rankOf(m_planner.partition(), stage)))
        layers << layersText(m_planner.problem().model(), m_planner.partition()[part]);
    return tr("%1. It has %2: %3; its memory is %4 full.")
        .arg(what, stagesText(stage), layers.join(tr(" and ")), percentText(fullnessOf(stage), 0));
}

QString ClusterView::wireAt(QPointF point) const {
    const Cluster& cluster = m_planner.problem().cluster();
    for (const int at : m_layout.outside) {
        const Wire& wire = cluster.wires[at];
        QPainterPathStroker stroker;
        stroker.setWidth(widthOf(wire.bandwidth) + kReach);
        if (stroker.createStroke(pathOf(m_layout, wire)).contains(point))
            return wire.shared
                       ? tr("%1: %2, shared by all values that cross it").arg(wireName(cluster, wire), wireText(wire))
                       : QStringLiteral("%1: %2").arg(wireName(cluster, wire), wireText(wire));
    }
    return {};
}

bool ClusterView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int device = m_layout.deviceAt(help->pos());
    const QString words = device >= 0 ? deviceText(device) : wireAt(help->pos());
    words.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), plainTip(words), this);
    return true;
}

} // namespace lanewright::app
