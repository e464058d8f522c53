// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// Inside core/page only: the files of resources/page, resources/words and resources/help, as the build embeds them,
/// and the hashes by which the page's policy knows style and script again.
namespace lanewright::parts {

extern const std::string_view kPageHtml;
extern const std::string_view kPageCss;
extern const std::string_view kBoardCss;
extern const std::string_view kWordsJs;
extern const std::string_view kPackedJs;
extern const std::string_view kPlanJs;
extern const std::string_view kLanesJs;
extern const std::string_view kPageJs;
extern const std::string_view kWasiJs;
extern const std::string_view kModuleJs;
extern const std::string_view kShareJs;
extern const std::string_view kBoardJs;
extern const std::string_view kDragJs;
extern const std::string_view kStartJs;
extern const std::string_view kLessonCss;
extern const std::string_view kLessonJs;
extern const std::string_view kWordsDe; ///< what `dictionaryFromJson` reads
/// The help page *Words*.
extern const std::string_view kGlossaryEn;
extern const std::string_view kGlossaryDe;

/// @name `sha256-…`, base64
/// @{
extern const std::string_view kPageCssHash;
extern const std::string_view kBoardCssHash;
extern const std::string_view kWordsJsHash;
extern const std::string_view kPackedJsHash;
extern const std::string_view kPlanJsHash;
extern const std::string_view kLanesJsHash;
extern const std::string_view kPageJsHash;
extern const std::string_view kWasiJsHash;
extern const std::string_view kModuleJsHash;
extern const std::string_view kShareJsHash;
extern const std::string_view kBoardJsHash;
extern const std::string_view kDragJsHash;
extern const std::string_view kStartJsHash;
extern const std::string_view kLessonCssHash;
extern const std::string_view kLessonJsHash;
/// @}

/// The board's module, zipped and in base64. Empty where it was not built: pages are then read-only.
extern const std::string_view kBoardModule;

} // namespace lanewright::parts
