// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/kept_buffers.h"

#include "core/model/block_ops.h"
#include "core/pytorch/receive_buffers.h"
#include "core/pytorch/send_buffers.h"
#include "core/simulate/amounts.h"
#include "core/simulate/metrics.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace lanewright {

namespace {

void add(const std::vector<Bytes>& more, std::vector<Bytes>& sum) {
    sum.resize(std::max(sum.size(), more.size()), 0);
    std::ranges::transform(more, sum, sum.begin(), std::plus{});
}

void add(const std::vector<RankBuffers>& more, std::vector<RankBuffers>& all) {
    all.resize(more.size());
    for (std::size_t rank = 0; rank < more.size(); ++rank) {
        RankBuffers& sum = all[rank];
        for (int RankBuffers::*const number : {&RankBuffers::slots, &RankBuffers::least})
            sum.*number += more[rank].*number;
        for (Bytes RankBuffers::*const bytes : {&RankBuffers::bytes, &RankBuffers::always})
            sum.*bytes += more[rank].*bytes;
        add(more[rank].taken, sum.taken);
        add(more[rank].freed, sum.freed);
    }
}

/// What is said of buffers that are more than would do, with their size and without.
struct Surplus {
    std::string_view code;
    Phrase sized;
    Phrase plain;
};
constexpr Surplus kReceived{
    .code = "receive-buffers",
    .sized = phrase("finding", "Rank %1 keeps %2 buffers for what it receives, %3; %4 would do where each is taken "
                               "just before the op that needs it."),
    .plain = phrase("finding", "Rank %1 keeps %2 buffers for what it receives; %3 would do where each is taken just "
                               "before the op that needs it.")};
constexpr Surplus kSent{
    .code = "send-buffers",
    .sized = phrase("finding", "Rank %1 keeps %2 buffers for what it sends, %3; %4 would do where each is freed as "
                               "soon as it is sent."),
    .plain = phrase("finding", "Rank %1 keeps %2 buffers for what it sends; %3 would do where each is freed as soon "
                               "as it is sent.")};

/// A note about the rank that keeps most buffers beyond those that would do.
void addSurplus(const Plan& plan, const std::vector<RankBuffers>& kept, const Surplus& words,
                std::vector<Finding>& findings) {
    const auto beyond = [](const RankBuffers& buffers) { return buffers.slots - buffers.least; };
    const auto most = std::ranges::max_element(kept, {}, beyond);
    if (most == kept.end() || beyond(*most) <= 0)
        return;
    const auto rank = static_cast<int>(most - kept.begin());
    findings.push_back(
        {.code = std::string{words.code},
         .severity = Severity::Note,
         .rank = rank,
         .message = plan.costs.boundary.size.empty()
                        ? say(words.plain, rank, most->slots, most->least)
                        : say(words.sized, rank, most->slots, inUnit(most->bytes, plan.memoryUnit), most->least)});
}

} // namespace

KeptBuffers keptBuffers(const Plan& plan) {
    KeptBuffers kept;
    if (plan.isProblem())
        return kept;
    if (plan.memory.receiveBuffers) {
        if (Result<std::vector<RankBuffers>> receive = receiveBuffers(plan, *plan.memory.receiveBuffers); receive)
            kept.receive = *std::move(receive);
        else
            kept.uncounted = receive.error().message;
    }
    if (plan.memory.sendBuffers)
        kept.send = sendBuffers(plan, *plan.memory.sendBuffers);
    for (const std::vector<RankBuffers>* const each : {&kept.receive, &kept.send})
        if (!each->empty())
            add(*each, kept.all);
    return kept;
}

std::vector<Bytes> peakWithBuffers(const Plan& plan, const KeptBuffers& kept) {
    std::vector<Bytes> peaks(plan.schedule.ranks(), 0);
    for (std::size_t rank = 0; rank < plan.schedule.order.size(); ++rank) {
        const RankBuffers& own = kept.all[rank];
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
    std::vector<Finding> findings;
    if (!kept.uncounted.empty())
        findings.push_back({.code = "receive-buffers",
                            .severity = Severity::Warning,
                            .message = say(phrase("finding", "Receive buffers are not counted: %1."), kept.uncounted)});
    if (kept.areNone())
        return findings;
    const std::vector<Bytes> without =
        totalMemory(plan, peakMemory(plan.schedule, plan.memory, plan.costs.weightParts));
    const std::vector<Bytes> with = totalMemory(plan, peakWithBuffers(plan, kept));
    const auto text = [&](Bytes bytes) { return inUnit(bytes, plan.memoryUnit); };
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank)
        if (const std::optional<Bytes> device = plan.memory.deviceOf(rank);
            device && without[rank] <= *device && with[rank] > *device)
            findings.push_back({.code = "device-memory",
                                .rank = rank,
                                .message = say(phrase("finding", "Rank %1 needs %2 with its weights and its %3 buffers "
                                                                 "for messages, but its device has %4, %5 too little."),
                                               rank, text(with[rank]), kept.all[rank].slots, text(*device),
                                               text(with[rank] - *device))});
    addSurplus(plan, kept.receive, kReceived, findings);
    addSurplus(plan, kept.send, kSent, findings);
    return findings;
}

Checked checkedWithBuffers(const Plan& plan, const Timeline& timeline, const KeptBuffers& kept) {
    Checked all = checked(plan, timeline);
    for (Finding& each : findingsOfBuffers(plan, kept))
        if (each.severity == Severity::Error)
            all.errors.push_back(std::move(each));
    return all;
}

} // namespace lanewright
