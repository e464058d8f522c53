// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/protocol.h"

namespace lanewright::engine {

/// How long a rank waits for another before it takes it for lost: as the request says, else 10 s, or 20 times the
/// planned step, or (unpaced) what the whole step takes at a very slow pace.
Time patienceFor(const RunRequest& request);

} // namespace lanewright::engine
