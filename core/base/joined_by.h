// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace lanewright {

/// What `text` makes of each item of a range, with `between` between them.
template <typename Items, typename Text = std::identity>
std::string joinedBy(std::string_view between, const Items& items, const Text& text = {}) {
    std::string all;
    for (const auto& item : items)
        all.append(all.empty() ? "" : between).append(std::invoke(text, item));
    return all;
}

} // namespace lanewright
