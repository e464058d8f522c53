// SPDX-License-Identifier: Apache-2.0
#include "core/base/switches.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

std::vector<std::string>& namesOff() {
    static std::vector<std::string> names;
    return names;
}

} // namespace

void switchOff(std::vector<std::string> names) { namesOff() = std::move(names); }

bool isOff(std::string_view name) { return std::ranges::find(namesOff(), name) != namesOff().end(); }

} // namespace lanewright
