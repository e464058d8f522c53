// SPDX-License-Identifier: Apache-2.0
#include "core/picture/memory_choice.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lanewright {

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

Message fullestNote(const std::vector<MemoryCurve>& curves, const std::vector<int>& shown, int first, int last) {
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
            return say(phrase("Timeline", "%1 of %2 ranks, others as full"), drawn, count);
    return say(phrase("Timeline", "the fullest %1 of %2"), drawn, count);
}

const std::vector<double>& memoryDashes(int place) {
    static const std::array<std::vector<double>, kMostMemoryCurves> dashes = {
        {{}, {8, 4}, {5, 4}, {2, 2}, {8, 3, 2, 3}, {4, 3}, {5, 3, 1, 3}, {1, 3}}};
    return dashes[place % kMostMemoryCurves];
}

} // namespace lanewright
