// SPDX-License-Identifier: Apache-2.0
#include "engine/device/failure.h"

#include "core/model/text.h"

#include "engine/device/whereabouts.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace lanewright::engine {

std::string withPlace(const std::string& reason, const char* file, int line) {
    const std::string_view path{file};
    const std::size_t house = path.rfind("engine/");
    return reason + " (" + std::string{house == std::string_view::npos ? path : path.substr(house)} + ":" +
           std::to_string(line) + ")";
}

void endProcess(const Failure& failure) noexcept {
    const Whereabouts& at = whereabouts();
    std::fprintf(stderr, "lanewright-engine: rank %d: %s%s%s\n", at.rank, at.op ? toText(*at.op).c_str() : "",
                 at.op ? ": " : "", failure.what());
    std::_Exit(1);
}

} // namespace lanewright::engine
