// SPDX-License-Identifier: Apache-2.0
#include "core/base/heartbeat.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace lanewright {

std::shared_ptr<void> heartbeat(std::function<void()> beat) {
    return std::make_shared<std::jthread>([beat = std::move(beat)](const std::stop_token& over) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any wake;
        while (!wake.wait_for(lock, over, std::chrono::milliseconds{100}, [&] { return over.stop_requested(); }))
            beat();
    });
}

} // namespace lanewright
