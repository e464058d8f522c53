// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/quoted_text.h"

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

/// What somebody may write where a person expects a name.
namespace lanewright::test {

/// Markup that names a file, a terminal's commands (in C0 and in C1), an override of the direction, a line that looks
/// like another one, and what LaTeX would run.
constexpr std::string_view kForeignWords = "<img src=/etc/probe.png>\x1b[31m\x1b]0;taken\x07\xC2\x9B"
                                           "2J\x7F\xE2\x80\xAEgnp.exe\xE2\x81\xA6\xE2\x80\xA8\\input{/etc/probe}";

/// The same as a string in JSON, without its quotes.
constexpr std::string_view kForeignJson = R"(<img src=/etc/probe.png>\u001b[31m\u001b]0;taken\u0007\u009b)"
                                          R"(2J\u007f\u202egnp.exe\u2066\u2028\\input{/etc/probe})";

/// The first character of a text that acts on who reads it, as `U+202E at 17`; empty where there is none.
inline std::string actingCharacterIn(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = characterLength(text, at);
        const char32_t number = length == 0 ? U'\0' : characterNumber(text, at, length);
        if (actsOnReaders(number)) {
            char words[48];
            std::snprintf(words, sizeof words, "U+%04X at %zu", static_cast<unsigned>(number), at);
            return words;
        }
        at += length;
    }
    return {};
}

} // namespace lanewright::test
