// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

namespace lanewright {

/// Calls `beat` ten times a second, from a thread of its own, until what this gives is gone. Never where there are no
/// threads.
std::shared_ptr<void> heartbeat(std::function<void()> beat);

} // namespace lanewright
