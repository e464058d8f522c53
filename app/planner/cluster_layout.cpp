// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/cluster_layout.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {

namespace {

constexpr double kHead = 22;     ///< height of a frame's head, for the host's name
constexpr double kPad = 8;       ///< inside a frame
constexpr double kSpace = 6;     ///< between devices
constexpr double kGap = 18;      ///< between frames
constexpr double kWideGap = 104; ///< between frames that wires tie
constexpr double kPill = 26;     ///< height of a switch
constexpr double kBand = 54;     ///< between rows of frames with switches among them
constexpr double kShape = 1.75;  ///< width to height of a device at its best
constexpr QSizeF kLargest{150, 84};

/// The host of each device: the joint of its first wire to one; −1: none.
std::vector<int> hostsOf(const Cluster& cluster) {
    std::vector<int> hosts(cluster.devices.size(), -1);
    for (const Wire& wire : cluster.wires)
        for (const auto& [end, other] : {std::pair{wire.a, wire.b}, std::pair{wire.b, wire.a}})
            if (end < cluster.size() && other >= cluster.size() && hosts[end] < 0)
                hosts[end] = other;
    return hosts;
}

std::vector<ClusterLayout::Group> groupsOf(const Cluster& cluster, const std::vector<int>& hosts) {
    std::vector<ClusterLayout::Group> groups;
    for (int device = 0; device < cluster.size(); ++device) {
        const int host = hosts[device];
        const auto known = std::ranges::find_if(
            groups, [host](const ClusterLayout::Group& group) { return host >= 0 && group.joint == host; });
        if (known != groups.end())
            known->devices.push_back(device);
        else
            groups.push_back({.joint = host, .devices = {device}});
    }
    return groups;
}

/// Finds how many frames stand in a row and how many devices in a frame's row, such that devices become largest.
class Packing {
public:
    Packing(const ClusterLayout& layout, const QRectF& area, double gap, double band, bool hasSwitches)
        : m_layout(layout), m_area(area), m_gap(gap), m_band(band), m_hasSwitches(hasSwitches) {
        for (const ClusterLayout::Group& group : layout.groups)
            m_most = std::max(m_most, static_cast<int>(group.devices.size()));
        const int groups = static_cast<int>(layout.groups.size());
        for (int columns = 1; columns <= groups; ++columns)
            for (int inside = 1; inside <= m_most; ++inside)
                consider(columns, inside);
    }

    int perRow = 1;  ///< frames
    int abreast = 1; ///< devices in a frame's row
    QSizeF device = {};

    QSizeF frame() const {
        const int rows = (m_most + abreast - 1) / abreast;
        return {2 * kPad + abreast * device.width() + (abreast - 1) * kSpace,
                kHead + kPad + rows * device.height() + (rows - 1) * kSpace};
    }
    int rows() const { return (static_cast<int>(m_layout.groups.size()) + perRow - 1) / perRow; }
    /// How high all that lies between the rows is. Switches stand under the first row, though it be the only one.
    double between(int rows) const { return (rows > 1 ? rows - 1 : m_hasSwitches ? 1 : 0) * m_band; }

private:
    void consider(int columns, int inside) {
        const int rows = (static_cast<int>(m_layout.groups.size()) + columns - 1) / columns;
        const int own = (m_most + inside - 1) / inside;
        const double width = (m_area.width() - (columns - 1) * m_gap) / columns - 2 * kPad;
        const double height = (m_area.height() - between(rows)) / rows - kHead - kPad;
        const QSizeF each(std::min(kLargest.width(), (width - (inside - 1) * kSpace) / inside),
                          std::min(kLargest.height(), (height - (own - 1) * kSpace) / own));
        const double worth = std::min(each.width() / kShape, each.height());
        if (worth <= m_worth)
            return;
        m_worth = worth;
        perRow = columns;
        abreast = inside;
        device = {std::min(each.width(), 2.4 * each.height()), each.height()};
    }

    const ClusterLayout& m_layout;
    QRectF m_area;
    double m_gap;
    double m_band;
    bool m_hasSwitches;
    int m_most = 1;
    double m_worth = 0;
};

void place(ClusterLayout& layout, const QRectF& area, double gap, double band, bool hasSwitches) {
    const Packing packing(layout, area, gap, band, hasSwitches);
    const QSizeF frame = packing.frame();
    const double height = packing.rows() * frame.height() + packing.between(packing.rows());
    const double top = area.top() + std::max(0.0, (area.height() - height) / 2);
    for (std::size_t at = 0; at < layout.groups.size(); ++at) {
        ClusterLayout::Group& group = layout.groups[at];
        const int row = static_cast<int>(at) / packing.perRow;
        const int column = static_cast<int>(at) % packing.perRow;
        const int inRow = std::min(packing.perRow, static_cast<int>(layout.groups.size()) - row * packing.perRow);
        const double left = area.center().x() - (inRow * frame.width() + (inRow - 1) * gap) / 2;
        group.frame = {QPointF(left + column * (frame.width() + gap), top + row * (frame.height() + band)), frame};
        for (std::size_t each = 0; each < group.devices.size(); ++each) {
            const int x = static_cast<int>(each) % packing.abreast;
            const int y = static_cast<int>(each) / packing.abreast;
            layout.devices[group.devices[each]] = {
                QPointF(group.frame.left() + kPad + x * (packing.device.width() + kSpace),
                        group.frame.top() + kHead + y * (packing.device.height() + kSpace)),
                packing.device};
        }
    }
}

/// Switches stand side by side under the first row of frames.
void placeSwitches(ClusterLayout& layout, const Cluster& cluster, const QRectF& area, const std::vector<int>& loose) {
    const double below = layout.groups.front().frame.bottom() + (kBand - kPill) / 2;
    const double step = area.width() / static_cast<double>(loose.size());
    const double width = std::clamp(step - kGap, 18.0, 130.0);
    for (std::size_t at = 0; at < loose.size(); ++at) {
        const double x = area.left() + step * (static_cast<double>(at) + 0.5);
        layout.joints[loose[at] - cluster.size()] = {x - width / 2, below, width, kPill};
    }
}

/// Where a line to another rectangle leaves this one: in the middle of the side that faces it.
QPointF borderTowards(const QRectF& rect, const QRectF& other) {
    const QPointF middle = rect.center();
    if (other.top() >= rect.bottom())
        return {middle.x(), rect.bottom()};
    if (other.bottom() <= rect.top())
        return {middle.x(), rect.top()};
    return {other.center().x() >= middle.x() ? rect.right() : rect.left(), middle.y()};
}

} // namespace

ClusterLayout ClusterLayout::of(const Cluster& cluster, const QRectF& area) {
    ClusterLayout layout;
    const std::vector<int> hosts = hostsOf(cluster);
    layout.groups = groupsOf(cluster, hosts);
    layout.devices.resize(cluster.devices.size());
    layout.joints.resize(cluster.joints.size());
    if (layout.groups.empty())
        return layout;
    bool ties = false;
    for (std::size_t at = 0; at < cluster.wires.size(); ++at) {
        const Wire& wire = cluster.wires[at];
        const auto isOwn = [&](int device, int joint) { return device < cluster.size() && hosts[device] == joint; };
        if (isOwn(wire.a, wire.b) || isOwn(wire.b, wire.a))
            continue;
        layout.outside.push_back(static_cast<int>(at));
        ties = true;
    }
    std::vector<int> loose;
    for (int joint = cluster.size(); joint < cluster.nodes(); ++joint)
        if (std::ranges::find(layout.groups, joint, &Group::joint) == layout.groups.end())
            loose.push_back(joint);
    const double band = loose.empty() ? (ties ? 30 : kGap) : kBand;
    place(layout, area, ties && loose.empty() ? kWideGap : kGap, band, !loose.empty());
    for (const Group& group : layout.groups)
        if (group.joint >= 0)
            layout.joints[group.joint - cluster.size()] = group.frame;
    if (!loose.empty())
        placeSwitches(layout, cluster, area, loose);
    return layout;
}

int ClusterLayout::deviceAt(QPointF point) const {
    for (std::size_t device = 0; device < devices.size(); ++device)
        if (devices[device].contains(point))
            return static_cast<int>(device);
    return -1;
}

QRectF ClusterLayout::rectOf(int node) const {
    const auto at = static_cast<std::size_t>(node);
    return at < devices.size() ? devices[at] : joints[at - devices.size()];
}

std::pair<QPointF, QPointF> ClusterLayout::endsOf(const Wire& wire) const {
    const QRectF one = rectOf(wire.a);
    const QRectF other = rectOf(wire.b);
    return {borderTowards(one, other), borderTowards(other, one)};
}

} // namespace lanewright::app
