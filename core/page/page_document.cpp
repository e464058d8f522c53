// SPDX-License-Identifier: Apache-2.0
#include "core/page/page_document.h"

#include "core/base/joined_by.h"
#include "core/page/page_parts.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace lanewright {

namespace {

/// What stands for a place `{{name}}` of page.html.
using PagePlace = std::pair<std::string_view, std::string_view>;

/// A script of the page and its hash.
struct PageScript {
    const std::string_view* text;
    const std::string_view* hash;
};

/// In the order in which they need each other.
constexpr std::array kScripts{
    PageScript{&parts::kWordsJs, &parts::kWordsJsHash},   PageScript{&parts::kPackedJs, &parts::kPackedJsHash},
    PageScript{&parts::kPlanJs, &parts::kPlanJsHash},     PageScript{&parts::kLanesJs, &parts::kLanesJsHash},
    PageScript{&parts::kPageJs, &parts::kPageJsHash},     PageScript{&parts::kWasiJs, &parts::kWasiJsHash},
    PageScript{&parts::kModuleJs, &parts::kModuleJsHash}, PageScript{&parts::kShareJs, &parts::kShareJsHash},
    PageScript{&parts::kBoardJs, &parts::kBoardJsHash},   PageScript{&parts::kDragJs, &parts::kDragJsHash},
    PageScript{&parts::kLessonJs, &parts::kLessonJsHash}, PageScript{&parts::kStartJs, &parts::kStartJsHash}};

std::string scriptElements() {
    std::string elements;
    for (const PageScript& script : kScripts)
        elements += "<script>" + std::string{*script.text} + "</script>\n";
    return elements;
}

/// `'sha256-…' 'sha256-…'`.
std::string scriptHashes() {
    return joinedBy(" ", kScripts, [](const PageScript& script) { return "'" + std::string{*script.hash} + "'"; });
}

/// The text with each place filled once; what is filled in is not looked at again.
std::string withPlacesFilled(std::string_view text, std::span<const PagePlace> places) {
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

std::string pageDocument(const PageContents& contents) {
    const std::string scripts = scriptElements();
    const std::string hashes = scriptHashes();
    return withPlacesFilled(parts::kPageHtml, std::to_array<PagePlace>({{"language", contents.language},
                                                                        {"page-style", parts::kPageCss},
                                                                        {"page-style-hash", parts::kPageCssHash},
                                                                        {"board-style", parts::kBoardCss},
                                                                        {"board-style-hash", parts::kBoardCssHash},
                                                                        {"lesson-style", parts::kLessonCss},
                                                                        {"lesson-style-hash", parts::kLessonCssHash},
                                                                        {"scripts", scripts},
                                                                        {"script-hashes", hashes},
                                                                        {"data", contents.data},
                                                                        {"schedule", contents.schedule},
                                                                        {"lessons", contents.lessons},
                                                                        {"dictionary", contents.dictionary},
                                                                        {"module", parts::kBoardModule}}));
}

} // namespace lanewright
