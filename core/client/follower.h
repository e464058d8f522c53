// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/engine_client.h"
#include "core/client/process.h"

#include <functional>
#include <stop_token>

namespace lanewright {

/// Follows one engine from its start to its end, and returns what it measured.
RunOutcome followEngine(const RunRequest& request, const LaunchOptions& options, const Launch& launch, Process process,
                        const std::stop_token& stop, const std::function<void(const Event&)>& onEvent);

} // namespace lanewright
