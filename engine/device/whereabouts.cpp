// SPDX-License-Identifier: Apache-2.0
#include "engine/device/whereabouts.h"

namespace lanewright::engine {

Whereabouts& whereabouts() {
    thread_local Whereabouts at;
    return at;
}

} // namespace lanewright::engine
