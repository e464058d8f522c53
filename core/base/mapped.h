// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

/// What `each`, a function or a member, makes of the items of a range: as a list, as a sum, or the most of it.
namespace lanewright {

template <typename Items, typename Each>
using MadeOf =
    std::remove_cvref_t<std::invoke_result_t<const Each&, decltype(*std::begin(std::declval<const Items&>()))>>;

template <typename Items, typename Each>
std::vector<MadeOf<Items, Each>> mapped(const Items& items, const Each& each) {
    std::vector<MadeOf<Items, Each>> made;
    made.reserve(std::size(items));
    for (const auto& item : items)
        made.push_back(std::invoke(each, item));
    return made;
}

template <typename Items, typename Each>
MadeOf<Items, Each> summed(const Items& items, const Each& each) {
    MadeOf<Items, Each> sum = {};
    for (const auto& item : items)
        sum += std::invoke(each, item);
    return sum;
}

/// 0 where all is less.
template <typename Items, typename Each>
MadeOf<Items, Each> mostOf(const Items& items, const Each& each) {
    MadeOf<Items, Each> most = {};
    for (const auto& item : items)
        most = std::max<MadeOf<Items, Each>>(most, std::invoke(each, item));
    return most;
}

} // namespace lanewright
