// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/page/page.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// The languages that pages speak, English first: `en`, `de`.
const std::vector<std::string>& pageLanguages();

/// One of them, by what HTML calls it; English where it is none.
PageLanguage pageLanguage(std::string_view tag);

} // namespace lanewright
