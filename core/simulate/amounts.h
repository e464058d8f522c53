// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/plan.h"

namespace lanewright {

/// `12.5 ms`, `3 units`, `1 unit`.
Message inUnit(Time time, TimeUnit unit);

/// `1536 MiB`, every digit, because a limit that is named must do; `3 activations`, `1 activation` where nobody gave
/// bytes.
Message inUnit(Bytes bytes, MemoryUnit unit);

/// `MiB`; `act.` where nobody gave bytes.
Message shortName(MemoryUnit unit);

} // namespace lanewright
