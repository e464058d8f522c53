// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include <string>

namespace lanewright::engine {

/// How long a rank waits for another before it takes it for lost: as the request says, else 10 s, or 20 times the
/// planned step, or (unpaced) what the whole step takes at a very slow pace.
Time patienceFor(const RunRequest& request);

/// What is said when it is over: "it has waited for F0.1 for more than 10 s".
std::string tooLong(const std::string& what, Time patience);

} // namespace lanewright::engine
