// SPDX-License-Identifier: Apache-2.0
#include "core/model/memory_costs.h"

#include "core/model/costs.h"

#include <algorithm>

namespace lanewright {

namespace {

std::optional<Bytes> entryOf(const std::vector<std::optional<Bytes>>& list, int rank) {
    return rank < static_cast<int>(list.size()) ? list[rank] : std::nullopt;
}

Bytes changeIn(const StageMemory& memory, const Op& op, int weightParts) {
    switch (op.kind) {
    case OpKind::F: return memory.forward;
    case OpKind::B: return memory.backwardInput;
    case OpKind::W: return shareOf(memory.backwardWeight, op.part, weightParts);
    case OpKind::BW: return memory.backwardInput + memory.backwardWeight;
    case OpKind::R: return memory.recompute;
    }
    return 0;
}

/// A chunk's part of the memory of a whole rank. What is allocated is what the rounded shares of B and W free again, so
/// that the changes of a chunk add up to 0 too.
StageMemory memoryShare(const StageMemory& whole, int part, int parts) {
    StageMemory share{.backwardInput = shareOf(whole.backwardInput, part, parts),
                      .backwardWeight = shareOf(whole.backwardWeight, part, parts),
                      .fixed = shareOf(whole.fixed, part, parts)};
    const Bytes allocated = -(share.backwardInput + share.backwardWeight);
    share.forward = whole.recompute == 0 ? allocated : std::min(allocated, shareOf(whole.forward, part, parts));
    share.recompute = allocated - share.forward;
    return share;
}

} // namespace

const StageMemory& MemoryCosts::of(int direction, int stage) const {
    const auto last = static_cast<int>(stages.size()) - 1;
    return stages[std::min(direction, last)][stage];
}

StageMemory MemoryCosts::of(int direction, int stage, int microbatch) const {
    const StageMemory& each = of(direction, stage);
    if (microbatch >= static_cast<int>(sizes.size()))
        return each;
    const Ratio& size = sizes[microbatch];
    const auto freed = [&](Bytes change) { return -scaled(std::max<Bytes>(0, -change), size); };
    StageMemory own = each;
    own.forward = scaled(std::max<Bytes>(0, each.forward), size);
    own.recompute = scaled(std::max<Bytes>(0, each.recompute), size);
    const Bytes taken = own.forward + own.recompute;
    own.backwardInput = std::max(freed(each.backwardInput), -taken);
    if (each.forward + each.recompute + each.backwardInput + each.backwardWeight != 0)
        own.backwardWeight = freed(each.backwardWeight); // not sound before either
    else if (each.backwardWeight != 0)
        own.backwardWeight = -(taken + own.backwardInput);
    else
        own.backwardInput = -taken;
    return own;
}

Bytes MemoryCosts::change(const Op& op, int direction, int weightParts) const {
    if (!sizes.empty())
        return changeIn(of(direction, op.stage, op.microbatch), op, weightParts);
    return changeIn(of(direction, op.stage), op, weightParts);
}

std::optional<Bytes> MemoryCosts::limitOf(int rank) const { return entryOf(limit, rank); }

std::optional<Bytes> MemoryCosts::deviceOf(int rank) const { return entryOf(device, rank); }

MemoryCosts MemoryCosts::onStages(const Pieces& pieces) const {
    MemoryCosts cut = *this;
    cut.stages = {std::vector<StageMemory>(pieces.size())};
    for (std::size_t stage = 0; stage < pieces.size(); ++stage)
        for (const auto& [old, part, parts] : pieces[stage]) {
            const StageMemory share = memoryShare(of(0, old), part, parts);
            for (Bytes StageMemory::*const bytes :
                 {&StageMemory::forward, &StageMemory::backwardInput, &StageMemory::backwardWeight,
                  &StageMemory::recompute, &StageMemory::fixed})
                cut.stages[0][stage].*bytes += share.*bytes;
        }
    return cut;
}

MemoryCosts uniformMemory(int stages, int ranks, const StageMemory& each, std::optional<Bytes> limit) {
    MemoryCosts memory{.stages = {std::vector<StageMemory>(stages, each)}};
    if (limit)
        memory.limit.assign(ranks, limit);
    return memory;
}

} // namespace lanewright
