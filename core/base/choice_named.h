// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <ranges>
#include <string_view>

namespace lanewright {

/// The one of `choices` whose `toText` is the word; nothing where none is.
template <std::ranges::range Choices>
std::optional<std::ranges::range_value_t<Choices>> choiceNamed(std::string_view word, const Choices& choices) {
    for (const auto choice : choices)
        if (toText(choice) == word)
            return choice;
    return {};
}

} // namespace lanewright
