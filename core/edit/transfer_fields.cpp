// SPDX-License-Identifier: Apache-2.0
#include "core/edit/transfer_fields.h"

#include "core/model/totals.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

/// What somebody says of a way is no bound; what the others were they stay.
void keepOthersAtMost(Transfers& transfer, int from, int to) {
    if (std::exchange(transfer.allAtMost, false))
        for (int sender = 0; sender < transfer.ranks; ++sender)
            for (int receiver = 0; receiver < transfer.ranks; ++receiver)
                if (sender != receiver)
                    transfer.atMost.emplace_back(sender, receiver);
    std::erase(transfer.atMost, std::pair{from, to});
}

/// Gives each way a number of its own.
void giveEachItsOwn(Transfers& transfer, int ranks) {
    if (!transfer.matrix.empty())
        return;
    const auto side = static_cast<std::size_t>(ranks);
    transfer.ranks = ranks;
    transfer.matrix.assign(side * side, std::exchange(transfer.every, 0));
    for (std::size_t rank = 0; rank < side; ++rank)
        transfer.matrix[rank * (side + 1)] = 0;
}

/// Whether every way takes so long, and none at most.
bool allTake(const Transfers& transfer, Time time) {
    for (std::size_t at = 0; at < transfer.matrix.size(); ++at)
        if (at % (static_cast<std::size_t>(transfer.ranks) + 1) != 0 && transfer.matrix[at] != time)
            return false;
    return transfer.atMost.empty();
}

Result<Done> checkWay(const Plan& plan, int from, int to) {
    const int ranks = plan.schedule.ranks();
    if (from < 0 || from >= ranks || to < 0 || to >= ranks || from == to)
        return Error{say(phrase("refusal", "there is no way from rank %1 to rank %2"), from, to)};
    return Done{};
}

/// The other ways keep their numbers; what is the same for all becomes one number again.
void setWay(Transfers& transfer, int ranks, int from, int to, std::int64_t number) {
    giveEachItsOwn(transfer, ranks);
    keepOthersAtMost(transfer, from, to);
    transfer.matrix[static_cast<std::size_t>(from) * static_cast<std::size_t>(ranks) + static_cast<std::size_t>(to)] =
        number;
    if (allTake(transfer, number))
        transfer = {.every = number, .ranks = 0, .matrix = {}};
}

Result<Plan> counted(Plan plan) {
    if (Result<Done> fits = checkTotals(plan); !fits)
        return fits.error();
    return plan;
}

Error missingNumber() { return Error{say(phrase("refusal", "a number has to stand here"))}; }

} // namespace

Result<Plan> setTransferBetween(const Plan& plan, int from, int to, std::optional<Time> time) {
    if (const Result<Done> there = checkWay(plan, from, to); !there)
        return there.error();
    if (!time)
        return missingNumber();
    if (*time < 0 || *time > kMaxTime)
        return Error{say(phrase("refusal", "a transfer takes 0 to 10^15 ns (11.5 days)"))};
    Plan next = plan;
    setWay(next.costs.transfer, plan.schedule.ranks(), from, to, *time);
    return counted(std::move(next));
}

Result<Plan> setHostTime(const Plan& plan, Time HostTimes::*which, std::optional<Time> time) {
    if (!time)
        return missingNumber();
    if (*time < 0 || *time > kMaxTime)
        return Error{say(phrase("refusal", "a rank is busy with a value for 0 to 10^15 ns (11.5 days)"))};
    Plan next = plan;
    next.costs.host.*which = *time;
    return counted(std::move(next));
}

Result<Plan> setBoundary(const Plan& plan, std::vector<std::int64_t> Boundaries::*list, int boundary,
                         std::optional<std::int64_t> value) {
    const int boundaries = plan.schedule.stages() - 1;
    if (boundary < 0 || boundary >= boundaries)
        return Error{say(phrase("refusal", "there is no boundary %1"), boundary)};
    const bool isTime = list == &Boundaries::time;
    if (value && (*value < 0 || *value > (isTime ? kMaxTime : kMaxMemory)))
        return Error{say(isTime ? phrase("refusal", "a transfer takes 0 to 10^15 ns (11.5 days)")
                                : phrase("refusal", "a message has 0 to 2^53 bytes (8 PiB)"))};
    Plan next = plan;
    std::vector<std::int64_t>& values = next.costs.boundary.*list;
    values.resize(static_cast<std::size_t>(boundaries));
    values[boundary] = value.value_or(0);
    if (!value && std::ranges::count(values, 0) == boundaries)
        values.clear();
    if (next.costs.boundary.size.empty())
        next.costs.boundary.bandwidth = {};
    return counted(std::move(next));
}

Result<Plan> setBandwidthBetween(const Plan& plan, int from, int to, std::optional<std::int64_t> rate) {
    if (const Result<Done> there = checkWay(plan, from, to); !there)
        return there.error();
    if (rate && *rate <= 0)
        return Error{say(phrase("file", "must be more than 0"))};
    Plan next = plan;
    Boundaries& boundary = next.costs.boundary;
    Transfers& rates = boundary.bandwidth;
    if (rates.matrix.empty() && (!rate || rates.every == 0))
        rates = {.every = rate.value_or(0)};
    else
        setWay(rates, plan.schedule.ranks(), from, to, rate.value_or(Transfers::kUnknown));
    for (Message missing : {missingWay(rates, plan.schedule.placement), missingSize(boundary)})
        if (!missing.empty())
            return Error{std::move(missing)};
    return counted(std::move(next));
}

} // namespace lanewright
