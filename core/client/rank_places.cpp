// SPDX-License-Identifier: Apache-2.0
#include "core/client/rank_places.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace lanewright {

std::string listOf(const std::vector<int>& numbers) {
    std::string text;
    for (std::size_t first = 0; first < numbers.size();) {
        std::size_t last = first;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        text += (text.empty() ? "" : ", ") + std::to_string(numbers[first]);
        if (last > first)
            text += "–" + std::to_string(numbers[last]);
        first = last + 1;
    }
    return text;
}

std::vector<Message> rankPlaces(const ReadyEvent& ready) {
    std::map<std::tuple<std::string, int, std::string>, std::vector<int>> ranks;
    for (std::size_t rank = 0; rank < ready.devices.size() && rank < ready.hosts.size(); ++rank)
        ranks[{ready.hosts[rank], ready.devices[rank].number, ready.devices[rank].name}].push_back(
            static_cast<int>(rank));
    std::vector<Message> places;
    for (const auto& [place, here] : ranks) {
        const auto& [host, number, name] = place;
        places.push_back(
            sayCounted(countedPhrase("place", "ranks %1 on GPU %2 of %3 (%4)", "rank %1 on GPU %2 of %3 (%4)"),
                       static_cast<std::int64_t>(here.size()), listOf(here), number, host, name));
    }
    return places;
}

} // namespace lanewright
