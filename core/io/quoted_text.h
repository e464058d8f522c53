// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lanewright {

/// The text in quotes, fit to be shown: cut after 40 bytes, without control characters and without broken UTF-8.
std::string inQuotes(std::string_view text);

/// The text with every byte that is no part of valid UTF-8 replaced by U+FFFD.
std::string validUtf8(std::string_view text);

/// Where the first byte stands that is no part of valid UTF-8; `npos` when there is none.
std::size_t firstBrokenUtf8(std::string_view text);

/// `line 3, column 7` of the byte at `position`; both count from 1, columns in bytes.
std::string lineAndColumn(std::string_view text, std::size_t position);

} // namespace lanewright
