// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/protocol/protocol.h"

#include <string>
#include <vector>

namespace lanewright {

/// `0–2, 5`: the numbers, which rise.
std::string listOf(const std::vector<int>& numbers);

/// Which ranks sit where, a sentence for each device: `ranks 0–3 on GPU 0 of node1 (NVIDIA H200)`. Nothing where ranks
/// compute on the CPU.
std::vector<Message> rankPlaces(const ReadyEvent& ready);

} // namespace lanewright
