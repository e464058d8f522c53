// SPDX-License-Identifier: Apache-2.0
#include "core/page/course_page.h"
#include "core/page/page.h"
#include "core/page/page_language.h"

/// Within a page there is none to make another of: its parts are not in the module.
namespace lanewright {

namespace {

Error noPage() { return {say(phrase("page", "a page is written by the program, not by another page"))}; }

} // namespace

Result<std::string> pageOf(const Plan& /*plan*/, const Run* /*run*/, const PageLanguage& /*language*/) {
    return noPage();
}

Result<std::string> coursePage(std::string_view /*course*/, std::string_view /*language*/) { return noPage(); }

const std::vector<std::string>& pageLanguages() {
    static const std::vector<std::string> kAll = {"en"};
    return kAll;
}

PageLanguage pageLanguage(std::string_view /*tag*/) { return {}; }

} // namespace lanewright
