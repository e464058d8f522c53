// SPDX-License-Identifier: Apache-2.0
#include "engine/device/end_process.h"

#include "core/model/text.h"

#include "engine/device/whereabouts.h"

#include <cstdio>
#include <cstdlib>

namespace lanewright::engine {

void endProcess(const Failure& failure) noexcept {
    const Whereabouts& at = whereabouts();
    std::fprintf(stderr, "lanewright-engine: rank %d: %s%s%s\n", at.rank, at.op ? toText(*at.op).c_str() : "",
                 at.op ? ": " : "", failure.what());
    std::_Exit(1);
}

} // namespace lanewright::engine
