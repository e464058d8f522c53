// SPDX-License-Identifier: Apache-2.0
#include "engine/device/failure.h"

#include "core/base/places.h"

#include <string>
#include <string_view>

namespace lanewright::engine {

namespace {

constexpr Phrase kWithPlace = phrase("list", "%1 (%2)");

} // namespace

Message withPlace(const Message& reason, const char* file, int line) {
    const std::string_view path{file};
    const std::size_t house = path.rfind("engine/");
    std::string place{house == std::string_view::npos ? path : path.substr(house)};
    place += ":" + std::to_string(line);
    return say(kWithPlace, reason, place);
}

Message withPlace(const Error& error) {
    return error.where.empty() ? error.message : say(kWithPlace, error.message, error.where);
}

} // namespace lanewright::engine
