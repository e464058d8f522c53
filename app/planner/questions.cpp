// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/questions.h"

#include <QString>

namespace lanewright::app {

std::vector<WhatIf> whatIfsOf(const Questions& questions, const Cluster& cluster) {
    using Kind = WhatIf::Kind;
    const auto factor = [](double times) { return Factor{times, QString::number(times, 'g', 6).toStdString()}; };
    std::vector<WhatIf> all;
    if (questions.recompute)
        all.push_back({.kind = Kind::Recompute, .recompute = *questions.recompute});
    if (questions.context > 0)
        all.push_back({.kind = Kind::Context, .count = questions.context});
    // A larger microbatch means fewer of them; a number that is asked for goes before that.
    if (questions.microbatches > 0)
        all.push_back({.kind = Kind::Microbatches, .count = questions.microbatches});
    if (questions.batch > 0)
        all.push_back({.kind = Kind::Batch, .count = questions.batch});
    if (!questions.slowDevice.empty() && questions.slowFactor != 1)
        all.push_back({.kind = Kind::SlowDevice, .node = questions.slowDevice, .factor = factor(questions.slowFactor)});
    if (questions.wire >= 0 && questions.wire < static_cast<int>(cluster.wires.size()) && questions.wireFactor != 1) {
        const Wire& wire = cluster.wires[questions.wire];
        all.push_back({.kind = Kind::Link,
                       .node = cluster.nameOf(wire.a),
                       .other = cluster.nameOf(wire.b),
                       .factor = factor(questions.wireFactor)});
    }
    // Last: it changes the numbers of the devices.
    if (!questions.lostDevice.empty())
        all.push_back({.kind = Kind::LostDevice, .node = questions.lostDevice});
    return all;
}

} // namespace lanewright::app
