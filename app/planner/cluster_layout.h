// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/input/cluster.h"

#include <QPointF>
#include <QRectF>

#include <vector>

namespace lanewright::app {

/// Where the parts of a cluster are drawn: the devices of a host side by side in its frame, frames in rows, switches
/// between them.
struct ClusterLayout {
    /// A host with its devices, or a device by itself.
    struct Group {
        int joint = -1; ///< the host's node; −1: a device by itself
        std::vector<int> devices = {};
        QRectF frame = {};
    };
    std::vector<Group> groups = {};
    std::vector<QRectF> devices = {};
    std::vector<QRectF> joints = {}; ///< by joint: its frame, or the pill of a switch
    std::vector<int> outside = {};   ///< wires that are drawn: all but those from a device to its own host

    static ClusterLayout of(const Cluster& cluster, const QRectF& area);

    int deviceAt(QPointF point) const; ///< −1: none
    QRectF rectOf(int node) const;
    /// Both ends of a wire, on the borders of what it ties.
    std::pair<QPointF, QPointF> endsOf(const Wire& wire) const;
};

} // namespace lanewright::app
