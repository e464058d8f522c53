// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// Inside core/page only: the files of resources/page, as the build embeds them, and the hashes by which the page's
/// policy knows style and script again.
namespace lanewright::parts {

extern const std::string_view kPageHtml;
extern const std::string_view kPageCss;
extern const std::string_view kPageJs;
extern const std::string_view kPageCssHash; ///< `sha256-…`, base64
extern const std::string_view kPageJsHash;

} // namespace lanewright::parts
