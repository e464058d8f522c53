// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/program/enqueue_list.h"
#include "core/protocol/protocol.h"

#include "engine/ranks/process_map.h"

namespace lanewright::engine {

/// What the enqueue list of a run must know of its model and its processes.
EnqueueTarget enqueueTargetOf(const RunRequest& request, const ProcessMap& processMap);

} // namespace lanewright::engine
