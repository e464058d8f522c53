// SPDX-License-Identifier: Apache-2.0
#include "core/page/page.h"

namespace lanewright {

/// Within a page there is none to make another of: its parts are not in the module.
Result<std::string> pageOf(const Plan& /*plan*/, const Run* /*run*/, const PageLanguage& /*language*/) {
    return Error{say(phrase("page", "a page is written by the program, not by another page"))};
}

} // namespace lanewright
