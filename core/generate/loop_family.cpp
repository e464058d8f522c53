// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"

namespace lanewright {

std::span<const Generator> loopFamily() { return {}; }

} // namespace lanewright
