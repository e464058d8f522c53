// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "core/program/enqueue_list.h"
#include "engine/ranks/hang_diagnosis.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewright::engine {

/// Why a run on several devices stands still, read off its order. `positions` has a command per process, with the run
/// that is its first among those that have not ended (−1: none is left), or nothing for a process that does not answer;
/// `complaint` is what the process `from` that found out had waited for, longer than `timeout`. Whichever process that
/// was, a block that has not ended is what is said.
FailedEvent diagnoseEnqueueHang(const EnqueueList& list, const ProcessMap& processMap,
                                const std::vector<std::optional<Position>>& positions, int from,
                                const std::string& complaint, Time timeout);

/// What is said of the block that a run waits for.
constexpr const char* kBlockNotEnded = "the block has not ended";

} // namespace lanewright::engine
