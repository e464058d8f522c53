// SPDX-License-Identifier: Apache-2.0
#include "core/base/heartbeat.h"

namespace lanewright {

std::shared_ptr<void> heartbeat(std::function<void()> /*beat*/) { return nullptr; }

} // namespace lanewright
