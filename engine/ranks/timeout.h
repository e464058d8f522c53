// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

namespace lanewright::engine {

/// How long a rank waits for another before it takes it for lost: what the request says, else 10 s, or 20 times the
/// planned step, or (unpaced) the time that a very slow processor takes for the whole step, whichever is longest.
Time timeoutFor(const RunRequest& request);

/// The sentence for a wait that took longer: "it has waited for F0.1 for more than 10 s".
Message tooLong(const Message& what, Time timeout);

} // namespace lanewright::engine
