// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lanewright {

/// What a page holds beside its words, style and scripts: JSON without a `<` (see `withoutMarkup`), or nothing.
struct PageContents {
    std::string language = "en"; ///< as HTML has it
    std::string data = {};       ///< what is shown at once, as `pageData` writes it
    std::string schedule = {};   ///< what *Edit* opens, as its file has it
    std::string lessons = {};    ///< those of a course
    std::string dictionary = {}; ///< the words of another language than English, for the board
};

/// The page of resources/page, with its scripts, the hashes of its policy, the board's module where it was built, and
/// these contents.
std::string pageDocument(const PageContents& contents);

} // namespace lanewright
