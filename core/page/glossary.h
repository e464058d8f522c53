// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/page/page.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// The words of the field that lessons use, each with what it means: the rows of the help page *Words*, where their
/// definitions have their home, and the generators by their titles.
namespace lanewright {

struct Term {
    std::vector<std::string> names = {}; ///< `activation` and `act.`; the first is what its entry is called
    std::string meaning = {};            ///< plain text

    friend bool operator==(const Term&, const Term&) = default;
};

std::vector<Term> glossary(const PageLanguage& language);

/// Where a text says one.
struct TermPlace {
    std::size_t begin = 0; ///< in bytes
    std::size_t length = 0;
    std::size_t term = 0; ///< its place in the glossary
};

/// In the text's order. A name is found as it is, with a small or a capital letter at its front, and with the endings
/// of a plural or a case (`-s`, `-es`, `-e`, `-en`, `-n`); one of capitals alone is found as it is. Of several the
/// longest counts, and a part of a word or of an op's name (`F0.3`) never does.
std::vector<TermPlace> termsIn(std::string_view text, const std::vector<Term>& glossary);

} // namespace lanewright
