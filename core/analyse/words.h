// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <string>

namespace lanewright {

/// `12.5 ms`, `3 units`, `1 unit`.
std::string inUnit(Time time, TimeUnit unit);

/// `1536 MiB`, `3 units`.
std::string inUnit(Bytes bytes, MemoryUnit unit);

} // namespace lanewright
