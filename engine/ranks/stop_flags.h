// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace lanewright::engine {

/// The wishes of the outside world that end a run. Written by signal handlers and helper threads, read by the ranks.
struct StopFlags {
    std::atomic<bool> cancel = false;     ///< stop after the step
    std::atomic<bool> parentGone = false; ///< nobody reads what we say: stop at once
    std::atomic<int> signal = 0;          ///< a signal that ends the process
};

} // namespace lanewright::engine
