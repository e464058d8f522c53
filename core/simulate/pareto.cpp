// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/pareto.h"

#include "core/base/counted_up.h"

#include <algorithm>
#include <tuple>

namespace lanewright {

std::vector<std::size_t> paretoFront(const std::vector<TimeAndMemory>& choices) {
    std::vector<std::size_t> places = countedUp(choices.size());
    std::ranges::stable_sort(places, {}, [&](std::size_t place) {
        return std::tuple{choices[place].memory, choices[place].time};
    });
    std::vector<std::size_t> front;
    for (const std::size_t place : places) {
        const bool first = front.empty();
        if (first || choices[place].time < choices[front.back()].time || choices[place] == choices[front.back()])
            front.push_back(place);
    }
    return front;
}

} // namespace lanewright
