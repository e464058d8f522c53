// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/kept_buffers.h"

#include "core/model/block_ops.h"
#include "core/pytorch/receive_buffers.h"
#include "core/simulate/amounts.h"
#include "core/simulate/metrics.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

/// The note about the rank that keeps most buffers beyond those that would do.
std::optional<Finding> moreThanNeeded(const Plan& plan, const std::vector<RankBuffers>& kept) {
    const auto beyond = [](const RankBuffers& buffers) { return buffers.slots - buffers.least; };
    const auto most = std::ranges::max_element(kept, {}, beyond);
    if (most == kept.end() || beyond(*most) <= 0)
        return {};
    const auto rank = static_cast<int>(most - kept.begin());
    Finding note{.code = "receive-buffers", .severity = Severity::Note, .rank = rank};
    if (plan.costs.boundary.size.empty())
        note.message = say(phrase("finding", "Rank %1 keeps %2 buffers for what it receives; %3 would do where each is "
                                             "taken just before the op that needs it."),
                           rank, most->slots, most->least);
    else
        note.message =
            say(phrase("finding", "Rank %1 keeps %2 buffers for what it receives, %3; %4 would do where each is taken "
                                  "just before the op that needs it."),
                rank, most->slots, inUnit(most->bytes, plan.memoryUnit), most->least);
    return note;
}

} // namespace

KeptBuffers keptBuffers(const Plan& plan) {
    KeptBuffers kept;
    if (!plan.memory.receiveBuffers || plan.isProblem())
        return kept;
    Result<std::vector<RankBuffers>> receive = receiveBuffers(plan, *plan.memory.receiveBuffers);
    if (receive)
        kept.receive = *std::move(receive);
    else
        kept.uncounted = receive.error().message;
    return kept;
}

std::vector<Bytes> peakWithBuffers(const Plan& plan, const KeptBuffers& kept) {
    std::vector<Bytes> peaks(plan.schedule.ranks(), 0);
    for (std::size_t rank = 0; rank < plan.schedule.order.size(); ++rank) {
        const RankBuffers& own = kept.receive[rank];
        Bytes now = own.always;
        peaks[rank] = now;
        const Row& row = plan.schedule.order[rank];
        for (std::size_t block = 0; block < row.size(); ++block) {
            Bytes freed = block < own.freed.size() ? own.freed[block] : 0;
            now += block < own.taken.size() ? own.taken[block] : 0;
            for (const Op& op : opsIn(row[block])) {
                const Bytes change =
                    plan.memory.change(op, plan.schedule.direction(op.microbatch), plan.costs.weightParts);
                change > 0 ? now += change : freed -= change;
            }
            peaks[rank] = std::max(peaks[rank], now);
            now -= freed;
        }
    }
    return peaks;
}

std::vector<Finding> findingsOfBuffers(const Plan& plan, const KeptBuffers& kept) {
    if (!kept.uncounted.empty())
        return {{.code = "receive-buffers",
                 .severity = Severity::Warning,
                 .message = say(phrase("finding", "Receive buffers are not counted: %1."), kept.uncounted)}};
    if (kept.areNone())
        return {};
    std::vector<Finding> findings;
    const std::vector<Bytes> without =
        totalMemory(plan, peakMemory(plan.schedule, plan.memory, plan.costs.weightParts));
    const std::vector<Bytes> with = totalMemory(plan, peakWithBuffers(plan, kept));
    const auto text = [&](Bytes bytes) { return inUnit(bytes, plan.memoryUnit); };
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank)
        if (const std::optional<Bytes> device = plan.memory.deviceOf(rank);
            device && without[rank] <= *device && with[rank] > *device)
            findings.push_back({.code = "device-memory",
                                .rank = rank,
                                .message = say(phrase("finding", "Rank %1 needs %2 with its weights and its %3 receive "
                                                                 "buffers, but its device has %4, %5 too little."),
                                               rank, text(with[rank]), kept.receive[rank].slots, text(*device),
                                               text(with[rank] - *device))});
    if (std::optional<Finding> note = moreThanNeeded(plan, kept.receive))
        findings.push_back(*std::move(note));
    return findings;
}

} // namespace lanewright
