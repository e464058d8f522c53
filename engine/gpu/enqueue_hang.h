// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "core/program/enqueue_list.h"
#include "engine/ranks/hang_diagnosis.h"
#include "engine/ranks/process_map.h"

#include <optional>
#include <vector>

namespace lanewright::engine {

/// Why a run on several devices hangs, read off its enqueue list. `positions` has an entry per process: its first run
/// that has not ended (−1: none is left), or nothing where it does not answer. `complaint` is what the process `from`
/// had waited for, longer than `timeout`. Whichever process complains, the answer names the block that has not ended.
FailedEvent diagnoseEnqueueHang(const EnqueueList& list, const ProcessMap& processMap,
                                const std::vector<std::optional<Position>>& positions, int from,
                                const Message& complaint, Time timeout);

/// What is said of the block that a run waits for.
constexpr Phrase kBlockNotEnded = phrase("engine", "the block has not ended");

} // namespace lanewright::engine
