// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>

/// Numbers in a text: whole ones from 0 on, as digits, and others.
namespace lanewright {

/// Takes the digits off the front; nothing where there are none, or more than the type holds.
template <std::integral Number>
std::optional<Number> takeWhole(std::string_view& text) {
    Number number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || text.front() == '-')
        return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

/// The number that the whole text is; nothing where it is none.
template <std::integral Number>
std::optional<Number> wholeFrom(std::string_view text) {
    const std::optional<Number> number = takeWhole<Number>(text);
    return text.empty() ? number : std::nullopt;
}

/// The finite number, of either sign, that the whole text is; nothing where it is none.
inline std::optional<double> realIn(std::string_view text) {
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = problem == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
    return isWhole ? std::optional{number} : std::nullopt;
}

/// The number that stands behind a mark, where that is first; nothing where there is none.
template <std::integral Number>
std::optional<Number> wholeBehind(std::string_view mark, std::string_view text) {
    const std::size_t at = text.find(mark);
    std::string_view rest = at == std::string_view::npos ? std::string_view{} : text.substr(at + mark.size());
    return takeWhole<Number>(rest);
}

} // namespace lanewright
