// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/step_spread.h"

#include "core/model/dataflow.h"

#include <algorithm>
#include <utility>

namespace lanewright {

Spread spreadOf(std::vector<Time> samples) {
    if (samples.empty())
        return {};
    std::ranges::sort(samples);
    const auto at = [&](std::size_t tenths) { return samples[((samples.size() - 1) * tenths + 5) / 10]; };
    return {at(1), at(5), at(9)};
}

std::map<Op, OpSpread> spreadsOf(const std::vector<const Timeline*>& steps) {
    std::map<Op, std::pair<std::vector<Time>, std::vector<Time>>> samples;
    for (const Timeline* step : steps) {
        const Time begin = extentOf(*step).start;
        const auto enter = [&](const Op& op, const Span& span) {
            auto& [starts, lengths] = samples[op];
            starts.push_back(span.start - begin);
            lengths.push_back(span.length());
        };
        for (const Lane& lane : step->lanes)
            for (const Span& span : lane)
                for (const Op& op : opsIn(span))
                    enter(op, span);
    }
    std::map<Op, OpSpread> spreads;
    for (auto& [op, each] : samples) {
        const int count = static_cast<int>(each.first.size());
        spreads[op] = {spreadOf(std::move(each.first)), spreadOf(std::move(each.second)), count};
    }
    return spreads;
}

} // namespace lanewright
