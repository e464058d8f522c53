// SPDX-License-Identifier: Apache-2.0
#include "core/page/page.h"

#include "core/model/block_ops.h"
#include "core/page/page_data.h"
#include "core/page/page_parts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace lanewright {

namespace {

/// What stands for a place `{{name}}` of page.html.
using PagePlace = std::pair<std::string_view, std::string_view>;

/// The text with each place filled once; what is filled in is not looked at again.
std::string withPlacesFilled(std::string_view text, const std::array<PagePlace, 6>& places) {
    std::string filled;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t open = text.find("{{", at);
        const std::size_t close = open == std::string_view::npos ? open : text.find("}}", open);
        if (close == std::string_view::npos) {
            filled += text.substr(at);
            break;
        }
        filled += text.substr(at, open - at);
        const std::string_view name = text.substr(open + 2, close - open - 2);
        for (const auto& [place, value] : places)
            if (place == name)
                filled += value;
        at = close + 2;
    }
    return filled;
}

} // namespace

Result<std::string> pageOf(const Plan& plan, const Run* run, const PageLanguage& language) {
    if (plan.isProblem())
        return Error{say(phrase("page", "this is a problem without an order; there are no lanes to show"))};
    if (const std::int64_t blocks = blockCount(plan.schedule.order); blocks > kMostPageBlocks)
        return Error{
            say(phrase("page", "a page holds at most %1 blocks, and this schedule has %2"), kMostPageBlocks, blocks)};
    const std::string data = pageData(plan, run, language);
    return withPlacesFilled(parts::kPageHtml, {{{"language", language.tag},
                                                {"style", parts::kPageCss},
                                                {"style-hash", parts::kPageCssHash},
                                                {"script", parts::kPageJs},
                                                {"script-hash", parts::kPageJsHash},
                                                {"data", data}}});
}

} // namespace lanewright
