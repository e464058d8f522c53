// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan_parts.h"
#include "core/io/stage_lists.h"

#include "core/base/decimal.h"

#include <algorithm>

namespace lanewright {

namespace {

using RankValues = std::vector<std::optional<Bytes>>;

RankValues rankValuesFrom(const json::Node& node, int ranks, const Range& range, Trouble& trouble) {
    if (node.isNull())
        return {};
    if (node.kind() != json::Kind::Array)
        return RankValues(static_cast<std::size_t>(ranks), amountFrom(node, range, trouble));
    RankValues values;
    if (expectList(node, ranks, phrase("one per", "rank"), trouble))
        for (const json::Node entry : node.children())
            values.push_back(entry.isNull() ? std::nullopt : std::optional{amountFrom(entry, range, trouble)});
    return values;
}

void writeRankValues(json::Writer& writer, const RankValues& values, Bytes scale) {
    const auto entry = [&](const std::optional<Bytes>& value) {
        if (value)
            writer.numeral(decimalFromTicks(*value, scale));
        else
            writer.null();
    };
    const bool allEqual =
        std::ranges::all_of(values, [&](const auto& value) { return value && value == values.front(); });
    if (values.empty())
        return writer.null();
    if (allEqual)
        return entry(values.front());
    writer.beginArray(json::Layout::Line);
    for (const auto& value : values)
        entry(value);
    writer.endArray();
}

/// What a stage allocates for a microbatch it must free again, or memory would grow without end.
void checkBalance(const json::Node& node, const StageMemory& memory, int stage, bool recomputes, MemoryUnit unit,
                  Trouble& trouble) {
    const Message name = say(phrase("place", "stage %1"), stage);
    if (memory.recompute != 0 && !recomputes)
        return trouble.add(
            say(phrase("file", "%1 has no recompute time, so it has no R that could allocate memory"), name),
            pathOf(node, "recompute"));
    const Bytes left = memory.forward + memory.recompute + memory.backwardInput + memory.backwardWeight;
    if (left == 0)
        return;
    const std::string amount =
        decimalFromTicks(left > 0 ? left : -left, scaleOf(unit)) + " " + std::string{toText(unit)};
    trouble.add(say(left > 0
                        ? phrase("file", "%1 frees %2 less than it allocates; forward, recompute, backward_input and "
                                         "backward_weight must add up to 0")
                        : phrase("file", "%1 frees %2 more than it allocates; forward, recompute, backward_input and "
                                         "backward_weight must add up to 0"),
                    name, amount),
                node);
}

void readStages(const json::Node& node, const Plan& plan, MemoryCosts& memory, Trouble& trouble) {
    const Bytes scale = scaleOf(plan.memoryUnit);
    const Placement& placement = plan.schedule.placement;
    const Range grows{.most = kMaxMemory, .scale = scale};
    const Range shrinks{.least = -kMaxMemory, .most = 0, .scale = scale};
    const auto read = [&](std::string_view key, const Range& range, Bytes StageMemory::*member) {
        const auto value = node.find(key);
        if (value)
            assignStages(memory.stages, stageValuesFrom(*value, placement, range, false, trouble), member);
        return value.has_value();
    };
    read("forward", grows, &StageMemory::forward);
    read("recompute", grows, &StageMemory::recompute);
    read("backward_input", shrinks, &StageMemory::backwardInput);
    read("static", grows, &StageMemory::fixed);
    if (!read("backward_weight", shrinks, &StageMemory::backwardWeight))
        for (auto& list : memory.stages)
            for (StageMemory& stage : list)
                stage.backwardWeight = std::min<Bytes>(0, -(stage.forward + stage.recompute + stage.backwardInput));
}

} // namespace

MemoryCosts memoryFrom(const json::Node& root, const Plan& plan, Trouble& trouble) {
    const Bytes unit = scaleOf(plan.memoryUnit);
    const Placement& placement = plan.schedule.placement;
    MemoryCosts memory = uniformMemory(placement.stages(), placement.ranks, {.forward = unit, .backwardWeight = -unit});
    const auto node = root.find("memory");
    if (!node || !expect(*node, json::Kind::Object, trouble))
        return memory;
    readStages(*node, plan, memory, trouble);
    const Range range{.most = kMaxMemory, .scale = unit};
    if (const auto limit = node->find("limit"))
        memory.limit = rankValuesFrom(*limit, placement.ranks, range, trouble);
    if (const auto device = node->find("device"))
        memory.device = rankValuesFrom(*device, placement.ranks, range, trouble);
    const std::size_t directions = std::max(memory.stages.size(), plan.costs.stages.size());
    for (int direction = 0; direction < static_cast<int>(directions); ++direction)
        for (int stage = 0; stage < placement.stages() && !trouble; ++stage)
            checkBalance(*node, memory.of(direction, stage), stage, plan.costs.recomputes(direction, stage),
                         plan.memoryUnit, trouble);
    return memory;
}

void writeMemory(json::Writer& writer, const MemoryCosts& memory, Bytes scale, std::string_view unknown) {
    const bool apart = memory.stages.size() > 1;
    const auto stages = [&](std::string_view key, Bytes StageMemory::*member, bool twoLists = false) {
        writer.key(key);
        writeStageValues(writer, stageValuesOf(memory.stages, member), scale, twoLists);
    };
    writer.beginObject(json::Layout::Line);
    stages("forward", &StageMemory::forward, apart);
    stages("backward_input", &StageMemory::backwardInput);
    stages("backward_weight", &StageMemory::backwardWeight);
    stages("recompute", &StageMemory::recompute);
    stages("static", &StageMemory::fixed);
    writer.key("limit");
    writeRankValues(writer, memory.limit, scale);
    writer.key("device");
    writeRankValues(writer, memory.device, scale);
    writeUnknown(writer, unknown, "memory", kMemoryKeys);
    writer.endObject();
}

} // namespace lanewright
