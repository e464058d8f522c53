// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

namespace lanewright {

/// Numbers as `printf` writes them, within 255 letters: `printed("%.1f s", seconds)`.
template <typename... Numbers>
std::string printed(const char* form, Numbers... numbers) {
    char text[256];
    std::snprintf(text, sizeof text, form, numbers...);
    return text;
}

} // namespace lanewright
