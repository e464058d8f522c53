// SPDX-License-Identifier: Apache-2.0
#include "core/io/forms.h"
#include "core/io/plan/plan_parts.h"
#include "core/io/plan/stage_lists.h"

#include "core/base/decimal.h"

#include <algorithm>

namespace lanewright {

namespace {

using RankValues = std::vector<std::optional<Bytes>>;

RankValues rankValuesFrom(const json::Node& node, Frame& frame, Trouble& trouble) {
    const Range range{.most = kMaxMemory, .scale = scaleIn(frame, In::Memory)};
    if (node.kind() != json::Kind::Array)
        return RankValues(static_cast<std::size_t>(frame.ranks), amountFrom(node, range, trouble));
    RankValues values;
    if (expectList(node, frame.ranks, phrase("one per", "rank"), trouble))
        for (const json::Node entry : node.children())
            values.push_back(entry.isNull() ? std::nullopt : std::optional{amountFrom(entry, range, trouble)});
    return values;
}

void writeRankValues(json::Writer& writer, const RankValues& values, const Frame& frame) {
    const bool allEqual =
        std::ranges::all_of(values, [&](const auto& value) { return value && value == values.front(); });
    if (values.empty())
        return writer.null();
    if (allEqual)
        return writeAny(writer, values.front(), frame, In::Memory);
    writeAny(writer, values, frame, In::Memory);
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

const FileFields<MemoryCosts>& memoryFields() {
    using Field = FileField<MemoryCosts>;
    constexpr Range kGrows{.most = kMaxMemory};
    constexpr Range kShrinks{.least = -kMaxMemory, .most = 0};
    const auto stages = [](std::string_view key, Bytes StageMemory::*member, const Range& range, bool tells = false) {
        return perStage<MemoryCosts>(key, member, range, In::Memory, tells);
    };
    const Form<RankValues> perRank{.read = rankValuesFrom, .write = writeRankValues, .schema = definition("perRank")};
    const Form<ReceiveBuffers> buffers =
        form::choice<ReceiveBuffers>({{"per_microbatch", ReceiveBuffers::PerMicrobatch},
                                      {"stage_pools", ReceiveBuffers::StagePools},
                                      {"direction_pools", ReceiveBuffers::DirectionPools},
                                      {"rank_pool", ReceiveBuffers::RankPool},
                                      {"on_receive", ReceiveBuffers::OnReceive}});
    const Form<SendBuffers> sends = form::choice<SendBuffers>({{"until_end", SendBuffers::UntilEnd},
                                                               {"until_waited", SendBuffers::UntilWaited},
                                                               {"on_send", SendBuffers::OnSend}});
    static const FileFields<MemoryCosts> kFields = {
        stages("forward", &StageMemory::forward, kGrows, true),
        stages("backward_input", &StageMemory::backwardInput, kShrinks),
        stages("backward_weight", &StageMemory::backwardWeight, kShrinks),
        stages("recompute", &StageMemory::recompute, kGrows),
        stages("static", &StageMemory::fixed, kGrows),
        Field("limit", &MemoryCosts::limit, perRank).orNull(),
        Field("device", &MemoryCosts::device, perRank).orNull(),
        Field("receive_buffers", &MemoryCosts::receiveBuffers, form::maybe(buffers))
            .unlessDefault(&MemoryCosts::receiveBuffers),
        Field("send_buffers", &MemoryCosts::sendBuffers, form::maybe(sends)).unlessDefault(&MemoryCosts::sendBuffers)};
    return kFields;
}

void readMemory(const json::Node& node, Plan& plan, Frame& frame, Trouble& trouble) {
    if (!expect(node, json::Kind::Object, trouble))
        return;
    MemoryCosts& memory = plan.memory;
    readMembers(node, memoryFields(), memory, frame, trouble);
    if (!node.find("backward_weight"))
        for (auto& list : memory.stages)
            for (StageMemory& stage : list)
                stage.backwardWeight = std::min<Bytes>(0, -(stage.forward + stage.recompute + stage.backwardInput));
    const std::size_t directions = std::max(memory.stages.size(), plan.costs.stages.size());
    for (int direction = 0; direction < static_cast<int>(directions); ++direction)
        for (int stage = 0; stage < plan.schedule.stages() && !trouble; ++stage)
            checkBalance(node, memory.of(direction, stage), stage, plan.costs.recomputes(direction, stage),
                         plan.memoryUnit, trouble);
}

} // namespace

FileField<Plan> memoryField() {
    return FileField<Plan>("memory", &Plan::memory, form::object(memoryFields(), json::Layout::Line, "memory"))
        .readBy(readMemory)
        .keepingUnknown();
}

} // namespace lanewright
