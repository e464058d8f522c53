// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/planner_text.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/widgets/panel_text.h"
#include "core/simulate/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanewright::app {

namespace {

/// lupdate knows the context by this name.
class Planner {
    Q_DECLARE_TR_FUNCTIONS(Planner)
};

/// Three digits, never a power of ten.
QString threeDigits(double number) {
    const int whole = number >= 1 ? static_cast<int>(std::floor(std::log10(number))) + 1 : 1;
    constexpr std::int64_t kParts = 1'000'000;
    return translated(numbers::shortText(std::llround(number * kParts), kParts, std::max(0, 3 - whole)));
}

/// Null where no wire joins the two.
const Wire* wireBetween(const Cluster& cluster, int one, int other) {
    const auto found = std::ranges::find_if(cluster.wires, [&](const Wire& wire) {
        return (wire.a == one && wire.b == other) || (wire.b == one && wire.a == other);
    });
    return found == cluster.wires.end() ? nullptr : &*found;
}

} // namespace

QString shortName(const Cluster& cluster, int device) {
    const QString name = plainLine(cluster.nameOf(device));
    const qsizetype slash = name.lastIndexOf(QLatin1Char('/'));
    return slash < 0 ? name : name.mid(slash + 1);
}

QString speedText(const DeviceKind& kind, bool timed) {
    if (timed || kind.forward <= 0)
        return Planner::tr("speed %1").arg(threeDigits(kind.speed));
    return Planner::tr("%1 TFLOPS").arg(threeDigits(kind.forward / 1e12));
}

QString gibText(Bytes bytes) { return Planner::tr("%1 GiB").arg(threeDigits(static_cast<double>(bytes) / (1 << 30))); }

QString bandwidthText(const Wire& wire) { return Planner::tr("%1 GB/s").arg(threeDigits(wire.bandwidth / 1e9)); }

QString latencyText(const Wire& wire) {
    return Planner::tr("%1 µs", "latency").arg(threeDigits(static_cast<double>(wire.latency) / 1e3));
}

QString wireText(const Wire& wire) { return QStringLiteral("%1 · %2").arg(bandwidthText(wire), latencyText(wire)); }

QString betweenText(const Cluster& cluster, int joint, const std::vector<int>& devices) {
    std::vector<double> bandwidths;
    std::vector<Time> latencies;
    for (const int device : devices) {
        const Wire* own = wireBetween(cluster, joint, device);
        if (!own)
            return {};
        bandwidths.push_back(own->bandwidth);
        latencies.push_back(own->latency);
    }
    if (devices.empty())
        return {};
    std::ranges::sort(bandwidths);
    std::ranges::sort(latencies);
    // A value takes two of the wires, one after the other; of a single device it would be the same one twice.
    const std::size_t last = devices.size() - 1;
    const std::size_t next = last > 0 ? 1 : 0;
    const Wire most{.bandwidth = bandwidths[last - next], .latency = latencies[last] + latencies[last - next]};
    const Wire least{.bandwidth = bandwidths.front(), .latency = latencies.front() + latencies[next]};
    const auto range = [](const QString& from, const QString& to) {
        return from == to ? from : QStringLiteral("%1 – %2").arg(from, to);
    };
    return QStringLiteral("%1 · %2").arg(range(bandwidthText(least), bandwidthText(most)),
                                         range(latencyText(least), latencyText(most)));
}

QString wireName(const Cluster& cluster, const Wire& wire) {
    return QStringLiteral("%1 – %2").arg(plainLine(cluster.nameOf(wire.a)), plainLine(cluster.nameOf(wire.b)));
}

namespace {

QString nameOf(CutMethod method) {
    switch (method) {
    case CutMethod::EqualLayers: return Planner::tr("Equal layers");
    case CutMethod::AsManyAsFit: return Planner::tr("As many layers as fit");
    case CutMethod::AfterSpp:
    case CutMethod::V:
    case CutMethod::Loop: return Planner::tr("Best cut");
    case CutMethod::AfterSppReplicated:
    case CutMethod::VReplicated:
    case CutMethod::LoopReplicated: return Planner::tr("Best cut, shared");
    case CutMethod::Changed: return Planner::tr("Search");
    case CutMethod::All: return Planner::tr("All tried");
    case CutMethod::ByHand: return Planner::tr("By hand");
    case CutMethod::SlowestStage: return Planner::tr("By PipeDream's formula");
    case CutMethod::PivotStage: return Planner::tr("By DAPPLE's formula");
    case CutMethod::FillAndRun: return Planner::tr("By Alpa's formula");
    case CutMethod::Given: break;
    }
    return toQt(toText(method));
}

} // namespace

QString methodText(const Candidate& candidate) {
    QString method = nameOf(candidate.method);
    switch (shapeOf(candidate.partition)) {
    case Shape::Linear: return method;
    case Shape::V: return Planner::tr("V, %1", "a placement and a method").arg(method);
    case Shape::Loop: return Planner::tr("Loop, %1", "a placement and a method").arg(method);
    }
    return method;
}

QString iterationText(const Fraction& time) { return Planner::tr("%1 ms").arg(threeDigits(time.value() / 1e6)); }

QString iterationText(Time time) { return iterationText(Fraction{time, 1}); }

double shareOver(const Fraction& base, const Fraction& other) {
    return base.numerator > 0 ? other.value() / base.value() - 1 : 0;
}

QString layersText(const LayeredModel& model, const Part& part) {
    if (part.layers() == 0)
        return Planner::tr("no layers");
    const QString first = plainLine(model.layers[part.first].name);
    const QString last = plainLine(model.layers[part.end - 1].name);
    return part.layers() == 1 ? first
                              : Planner::tr("%1 to %2", "the first and the last layer of a stage").arg(first, last);
}

} // namespace lanewright::app
