// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/page/page.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Inside core/page and core/api only: what a page's script reads.
namespace lanewright {

/// All that the page shows, as JSON without a `<`, so that no text of a file can end the element that holds it.
std::string pageData(const Plan& plan, const Run* run, const PageLanguage& language);

/// JSON holds `<` in strings alone, where it may be written by its number.
std::string withoutMarkup(const std::string& json);

/// A word of the page's own, under the name by which its HTML and script ask for it.
struct PageText {
    std::string_view name = {};
    Phrase text = {};
};

/// All of them, once each.
std::span<const PageText> pageTexts();

/// What is said of courses, beside that.
std::span<const PageText> courseTexts();

/// The places of the steps that a page of this run holds, ascending: all, or the one that stands for the run and others
/// evenly among them. Empty where nothing was measured.
std::vector<int> stepsOfPage(const Run& run);

} // namespace lanewright
