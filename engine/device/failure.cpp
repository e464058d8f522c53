// SPDX-License-Identifier: Apache-2.0
#include "engine/device/failure.h"

#include "core/model/text.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace lanewright::engine {

namespace {

FailureHandler& handlerOfThread() {
    thread_local FailureHandler handler;
    return handler;
}

} // namespace

Whereabouts& whereabouts() {
    thread_local Whereabouts at;
    return at;
}

void setFailureHandler(FailureHandler handler) { handlerOfThread() = std::move(handler); }

void fail(const std::string& reason, bool mayTalk) {
    const Whereabouts at = whereabouts();
    if (const FailureHandler handler = std::exchange(handlerOfThread(), nullptr))
        handler(at, reason, mayTalk);
    // Reached only without a handler, or when the handler itself failed.
    std::fprintf(stderr, "lanewright-engine: rank %d: %s%s%s\n", at.rank, at.op ? toText(*at.op).c_str() : "",
                 at.op ? ": " : "", reason.c_str());
    std::_Exit(1);
}

std::string withPlace(const std::string& reason, const char* file, int line) {
    const std::string_view path{file};
    const std::size_t house = path.rfind("engine/");
    return reason + " (" + std::string{house == std::string_view::npos ? path : path.substr(house)} + ":" +
           std::to_string(line) + ")";
}

} // namespace lanewright::engine
