// SPDX-License-Identifier: Apache-2.0
#include "core/model/memory_costs.h"

#include "core/model/costs.h"

#include <algorithm>

namespace lanewright {

namespace {

std::optional<Bytes> entryOf(const std::vector<std::optional<Bytes>>& list, int rank) {
    return rank < static_cast<int>(list.size()) ? list[rank] : std::nullopt;
}

} // namespace

const StageMemory& MemoryCosts::of(int direction, int stage) const {
    const auto last = static_cast<int>(stages.size()) - 1;
    return stages[std::min(direction, last)][stage];
}

Bytes MemoryCosts::change(const Op& op, int direction, int weightParts) const {
    const StageMemory& memory = of(direction, op.stage);
    switch (op.kind) {
    case OpKind::F: return memory.forward;
    case OpKind::B: return memory.backwardInput;
    case OpKind::W: return shareOf(memory.backwardWeight, op.part, weightParts);
    case OpKind::BW: return memory.backwardInput + memory.backwardWeight;
    case OpKind::R: return memory.recompute;
    }
    return 0;
}

std::optional<Bytes> MemoryCosts::limitOf(int rank) const { return entryOf(limit, rank); }

std::optional<Bytes> MemoryCosts::deviceOf(int rank) const { return entryOf(device, rank); }

MemoryCosts uniformMemory(int stages, int ranks, const StageMemory& each, std::optional<Bytes> limit) {
    MemoryCosts memory{.stages = {std::vector<StageMemory>(stages, each)}};
    if (limit)
        memory.limit.assign(ranks, limit);
    return memory;
}

} // namespace lanewright
