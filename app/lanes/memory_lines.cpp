// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/memory_lines.h"

#include "app/lanes/timeline_text.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lanewright::app {
namespace {

/// In widths of the line; the first is solid, as it lies lowest.
const QList<qreal>& dashOf(int place) {
    static const std::array<QList<qreal>, kMostMemoryCurves> dashes = {
        QList<qreal>{}, {8, 4}, {5, 4}, {2, 2}, {8, 3, 2, 3}, {4, 3}, {5, 3, 1, 3}, {1, 3},
    };
    return dashes[place % kMostMemoryCurves];
}

} // namespace

Bytes peakOf(const MemoryCurve& curve) {
    const auto peak = std::ranges::max_element(curve, {}, &MemoryPoint::bytes);
    return peak == curve.end() ? 0 : peak->bytes;
}

std::vector<int> fullestRanks(const std::vector<MemoryCurve>& curves, int first, int last) {
    std::vector<int> ranks(std::max(0, std::min(last, static_cast<int>(curves.size())) - first));
    std::iota(ranks.begin(), ranks.end(), first);
    std::vector<Bytes> peaks(curves.size());
    std::ranges::transform(curves, peaks.begin(), peakOf);
    std::ranges::stable_sort(ranks, std::ranges::greater{}, [&](int rank) { return peaks[rank]; });
    ranks.resize(std::min<std::size_t>(ranks.size(), kMostMemoryCurves));
    std::ranges::sort(ranks);
    return ranks;
}

QString fullestNote(const std::vector<MemoryCurve>& curves, const std::vector<int>& shown, int first, int last) {
    const int count = std::min(last, static_cast<int>(curves.size())) - first;
    const int drawn = static_cast<int>(shown.size());
    if (shown.empty() || drawn >= count)
        return {};
    Bytes least = peakOf(curves[shown.front()]);
    for (const int rank : shown)
        least = std::min(least, peakOf(curves[rank]));
    // Where one that has no curve is as full as one that has, the choice says nothing.
    for (int rank = first; rank < first + count; ++rank)
        if (std::ranges::find(shown, rank) == shown.end() && peakOf(curves[rank]) == least)
            return TimelineText::tr("%1 of %2 ranks, others as full").arg(drawn).arg(count);
    return TimelineText::tr("the fullest %1 of %2").arg(drawn).arg(count);
}

QPen memoryPen(const Theme& theme, int place, double width) {
    QPen pen(theme.rank(place), width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    if (const QList<qreal>& dash = dashOf(place); !dash.isEmpty())
        pen.setDashPattern(dash);
    return pen;
}

} // namespace lanewright::app
