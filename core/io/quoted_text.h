// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace lanewright {

/// @name Words that come from a file or another program, fit to be shown
///
/// U+FFFD stands for every byte that is no part of valid UTF-8 and for every character that acts instead of being seen:
/// control characters (C0, DEL, C1), which a terminal obeys, the bidirectional embeddings, overrides and isolates
/// (U+202A to U+202E, U+2066 to U+2069), which make a line read as what it is not, and the separators of lines and
/// paragraphs (U+2028, U+2029).
/// @{

/// Line ends and tabs stay.
std::string shownText(std::string_view text);
/// For a title, a name, a cell: blanks stand for control characters, line ends and tabs among them.
std::string shownLine(std::string_view text);
/// In quotes, on one line, cut after 40 bytes.
std::string inQuotes(std::string_view text);
/// Whether a character, by its number, is one that `shownText` replaces.
bool actsOnReaders(char32_t character);

/// @}

/// The length of the valid UTF-8 character at `at`, 0 when there is none.
std::size_t characterLength(std::string_view text, std::size_t at);
/// The number of the character of that length at `at`.
char32_t characterNumber(std::string_view text, std::size_t at, std::size_t length);

/// As one word of a shell, between single quotes.
std::string shellQuoted(std::string_view text);
/// With a backslash before each character that is one of `special`.
std::string escaped(std::string_view text, std::string_view special);

/// The text with every byte that is no part of valid UTF-8 replaced by U+FFFD.
std::string validUtf8(std::string_view text);

/// Where the first byte stands that is no part of valid UTF-8; `npos` when there is none.
std::size_t firstBrokenUtf8(std::string_view text);

/// `line 3, column 7` of the byte at `position`; both count from 1, columns in bytes.
Message lineAndColumn(std::string_view text, std::size_t position);

} // namespace lanewright
