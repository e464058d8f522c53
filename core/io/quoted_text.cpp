// SPDX-License-Identifier: Apache-2.0
#include "core/io/quoted_text.h"

#include "core/base/places.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

unsigned char byteAt(std::string_view text, std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

bool continues(std::string_view text, std::size_t at) { return (byteAt(text, at) & 0xC0) == 0x80; }

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool isControl(char32_t character) { return character < 0x20 || (character >= 0x7F && character <= 0x9F); }

/// `onLine`: blanks stand for control characters, line ends and tabs among them.
std::string shown(std::string_view text, bool onLine) {
    std::string seen;
    seen.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = characterLength(text, at);
        const char32_t character = length == 0 ? U'\0' : characterNumber(text, at, length);
        if (onLine && length > 0 && isControl(character))
            seen += ' ';
        else if (length == 0 || actsOnReaders(character))
            seen += kReplacement;
        else
            seen += text.substr(at, length);
        at += std::max<std::size_t>(length, 1);
    }
    return seen;
}

} // namespace

// Table 3-7 of the Unicode standard.
std::size_t characterLength(std::string_view text, std::size_t at) {
    const unsigned char lead = byteAt(text, at);
    const unsigned char second = byteAt(text, at + 1);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return continues(text, at + 1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const bool overlong = lead == 0xE0 && second < 0xA0;
        const bool surrogate = lead == 0xED && second > 0x9F;
        return !overlong && !surrogate && continues(text, at + 1) && continues(text, at + 2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool overlong = lead == 0xF0 && second < 0x90;
        const bool tooLarge = lead == 0xF4 && second > 0x8F;
        const bool whole = continues(text, at + 1) && continues(text, at + 2) && continues(text, at + 3);
        return !overlong && !tooLarge && whole ? 4 : 0;
    }
    return 0;
}

char32_t characterNumber(std::string_view text, std::size_t at, std::size_t length) {
    constexpr std::array<unsigned char, 5> kLeadBits = {0, 0x7F, 0x1F, 0x0F, 0x07};
    char32_t number = byteAt(text, at) & kLeadBits.at(length);
    for (std::size_t next = 1; next < length; ++next)
        number = (number << 6) | (byteAt(text, at + next) & 0x3Fu);
    return number;
}

bool actsOnReaders(char32_t character) {
    const auto isIn = [character](char32_t first, char32_t last) { return character >= first && character <= last; };
    const bool isKept = character == U'\n' || character == U'\t';
    return (isControl(character) && !isKept) || isIn(0x2028, 0x202E) || isIn(0x2066, 0x2069) || isIn(0xFDD0, 0xFDEF) ||
           (character & 0xFFFE) == 0xFFFE;
}

std::string shownText(std::string_view text) { return shown(text, false); }

std::string shownLine(std::string_view text) { return shown(text, true); }

std::string shellQuoted(std::string_view text) {
    std::string word = "'";
    for (const char letter : text)
        word += letter == '\'' ? std::string_view{"'\\''"} : std::string_view{&letter, 1};
    return word + "'";
}

std::string escaped(std::string_view text, std::string_view special) {
    std::string word;
    word.reserve(text.size());
    for (const char letter : text) {
        if (special.find(letter) != std::string_view::npos)
            word += '\\';
        word += letter;
    }
    return word;
}

std::string validUtf8(std::string_view text) {
    std::string valid;
    valid.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = characterLength(text, at);
        if (length == 0)
            valid += kReplacement;
        else
            valid += text.substr(at, length);
        at += std::max<std::size_t>(length, 1);
    }
    return valid;
}

std::string inQuotes(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::size_t end = std::min(text.size(), longest);
    while (end < text.size() && end > 0 && continues(text, end))
        --end;
    return "\"" + shownLine(text.substr(0, end)) + (end < text.size() ? "…" : "") + "\"";
}

std::size_t firstBrokenUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = characterLength(text, at);
        if (length == 0)
            return at;
        at += length;
    }
    return std::string_view::npos;
}

Message lineAndColumn(std::string_view text, std::size_t position) {
    const std::string_view before = text.substr(0, position);
    const auto line = std::ranges::count(before, '\n') + 1;
    const std::size_t lineBreak = before.rfind('\n');
    const std::size_t column = before.size() - (lineBreak == std::string_view::npos ? 0 : lineBreak + 1) + 1;
    return say(kLineColumn, line, column);
}

} // namespace lanewright
