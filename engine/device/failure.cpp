// SPDX-License-Identifier: Apache-2.0
#include "engine/device/failure.h"

#include "core/base/places.h"
#include "core/model/text.h"

#include "engine/device/whereabouts.h"

#include <cstdio>
#include <cstdlib>
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
    return error.where.empty() ? error.message : say(kWithPlace, error.message, placeSaid(error.where));
}

void endProcess(const Failure& failure) noexcept {
    const Whereabouts& at = whereabouts();
    std::fprintf(stderr, "lanewright-engine: rank %d: %s%s%s\n", at.rank, at.op ? toText(*at.op).c_str() : "",
                 at.op ? ": " : "", failure.what());
    std::_Exit(1);
}

} // namespace lanewright::engine
