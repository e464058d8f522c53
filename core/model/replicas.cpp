// SPDX-License-Identifier: Apache-2.0
#include "core/model/replicas.h"

#include "core/base/counted_up.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace lanewright {

namespace {

/// What of a plan belongs to one replica. Directions and microbatches are ascending.
struct Share {
    std::vector<int> directions = {};
    std::vector<int> ranks = {};
    std::vector<int> microbatches = {};
};

constexpr int kNowhere = -1;

/// True when ranks, directions and rows that are named exist.
bool isReadable(const Schedule& schedule) {
    const Placement& placement = schedule.placement;
    const int directions = static_cast<int>(placement.directions.size());
    const auto namesRanks = [&](const std::vector<int>& direction) {
        return static_cast<int>(direction.size()) == placement.stages() &&
               std::ranges::all_of(direction, [&](int rank) { return rank >= 0 && rank < placement.ranks; });
    };
    return placement.stages() > 0 && std::ranges::all_of(placement.directions, namesRanks) &&
           (schedule.order.empty() || static_cast<int>(schedule.order.size()) == placement.ranks) &&
           (schedule.directionOf.empty() || static_cast<int>(schedule.directionOf.size()) == schedule.microbatches) &&
           std::ranges::all_of(schedule.directionOf, [&](int each) { return each >= 0 && each < directions; });
}

/// For each direction the first of those it shares ranks with, however far around.
std::vector<int> firstDirections(const Placement& placement) {
    std::vector<int> first = countedUp(static_cast<int>(placement.directions.size()));
    const auto rootOf = [&](int direction) {
        while (first[direction] != direction)
            direction = first[direction];
        return direction;
    };
    std::vector<int> visitor(placement.ranks, kNowhere);
    for (int direction = 0; direction < static_cast<int>(first.size()); ++direction)
        for (const int rank : placement.directions[direction]) {
            if (visitor[rank] == kNowhere)
                visitor[rank] = direction;
            const int one = rootOf(visitor[rank]);
            const int other = rootOf(direction);
            first[std::max(one, other)] = std::min(one, other);
        }
    for (int& each : first)
        each = rootOf(each);
    return first;
}

/// One per replica, in the order of their first directions. Empty when a rank has no stage.
std::vector<Share> sharesOf(const Schedule& schedule) {
    const Placement& placement = schedule.placement;
    const std::vector<int> first = firstDirections(placement);
    std::vector<Share> shares(first.size());
    std::vector<int> replicaOf(placement.ranks, kNowhere);
    for (int direction = 0; direction < static_cast<int>(first.size()); ++direction) {
        shares[first[direction]].directions.push_back(direction);
        for (const int rank : placement.directions[direction])
            replicaOf[rank] = first[direction];
    }
    for (int rank = 0; rank < placement.ranks; ++rank) {
        if (replicaOf[rank] == kNowhere)
            return {};
        shares[replicaOf[rank]].ranks.push_back(rank);
    }
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        shares[first[schedule.direction(microbatch)]].microbatches.push_back(microbatch);
    std::erase_if(shares, [](const Share& share) { return share.directions.empty(); });
    return shares;
}

/// The place of `value` in an ascending list; `kNowhere` where it is not in it.
int placeIn(const std::vector<int>& ascending, int value) {
    const auto found = std::ranges::lower_bound(ascending, value);
    return found == ascending.end() || *found != value ? kNowhere : static_cast<int>(found - ascending.begin());
}

/// The entries at `places`, as far as there are any; a list that stands for all stays as it is.
template <typename T>
std::vector<T> picked(const std::vector<T>& list, const std::vector<int>& places) {
    std::vector<T> found;
    for (const int place : places)
        if (place < static_cast<int>(list.size()))
            found.push_back(list[place]);
    return found;
}

template <typename T>
std::vector<std::vector<T>> pickedDirections(const std::vector<std::vector<T>>& lists, const Share& share) {
    return lists.size() == 1 ? lists : picked(lists, share.directions);
}

Placement placementOf(const Placement& placement, const Share& share) {
    Placement own{.ranks = static_cast<int>(share.ranks.size()),
                  .directions = picked(placement.directions, share.directions)};
    std::vector<int> places(placement.ranks);
    for (int place = 0; place < own.ranks; ++place)
        places[share.ranks[place]] = place;
    for (std::vector<int>& direction : own.directions)
        for (int& rank : direction)
            rank = places[rank];
    return own;
}

/// The direction of each microbatch; empty where they are dealt in equal consecutive parts.
std::vector<int> dealOf(const Schedule& schedule, const Share& share) {
    const std::size_t directions = share.directions.size();
    std::vector<int> deal;
    bool even = share.microbatches.size() % directions == 0;
    for (std::size_t i = 0; i < share.microbatches.size(); ++i) {
        deal.push_back(placeIn(share.directions, schedule.direction(share.microbatches[i])));
        even = even && deal[i] == static_cast<int>(i / (share.microbatches.size() / directions));
    }
    return even ? std::vector<int>{} : deal;
}

/// None when an op of another replica stands among them.
std::optional<std::vector<Row>> rowsOf(const Schedule& schedule, const Share& share) {
    std::vector<Row> rows = picked(schedule.order, share.ranks);
    const auto renumber = [&](Op& op) {
        op.microbatch = placeIn(share.microbatches, op.microbatch);
        return op.microbatch != kNowhere;
    };
    for (Row& row : rows)
        for (Block& block : row) {
            if (!renumber(block.op) || (block.paired && !renumber(*block.paired)))
                return {};
        }
    return rows;
}

Transfers transfersOf(const Transfers& transfer, const Share& share) {
    Transfers own{
        .every = transfer.every, .allAtMost = transfer.allAtMost, .atMost = waysAmong(transfer.atMost, share.ranks)};
    if (transfer.matrix.empty())
        return own;
    own.ranks = static_cast<int>(share.ranks.size());
    for (const int from : share.ranks)
        for (const int to : share.ranks)
            own.matrix.push_back(transfer.matrix[static_cast<std::size_t>(from) * transfer.ranks + to]);
    return own;
}

std::optional<Plan> partOf(const Plan& plan, const Share& share) {
    std::optional<std::vector<Row>> rows = rowsOf(plan.schedule, share);
    if (!rows)
        return {};
    Plan own{.title = plan.title, .timeUnit = plan.timeUnit, .memoryUnit = plan.memoryUnit};
    own.schedule = {.placement = placementOf(plan.schedule.placement, share),
                    .microbatches = static_cast<int>(share.microbatches.size()),
                    .directionOf = dealOf(plan.schedule, share),
                    .order = *std::move(rows)};
    own.costs = {.stages = pickedDirections(plan.costs.stages, share),
                 .transfer = transfersOf(plan.costs.transfer, share),
                 .boundary = {.time = plan.costs.boundary.time,
                              .size = plan.costs.boundary.size,
                              .bandwidth = transfersOf(plan.costs.boundary.bandwidth, share)},
                 .links = plan.costs.links,
                 .host = plan.costs.host,
                 .weightParts = plan.costs.weightParts,
                 .pairs = plan.costs.pairs};
    own.memory = {.stages = pickedDirections(plan.memory.stages, share),
                  .limit = picked(plan.memory.limit, share.ranks),
                  .device = picked(plan.memory.device, share.ranks),
                  .receiveBuffers = plan.memory.receiveBuffers,
                  .sendBuffers = plan.memory.sendBuffers};
    setMicrobatches(own, plan.costs.microbatches.picked(share.microbatches));
    own.model = plan.model;
    own.unknown = plan.unknown;
    return own;
}

} // namespace

std::vector<int> replicaNumbers(const Placement& placement) {
    std::vector<int> numbers = firstDirections(placement);
    int replicas = 0;
    for (int direction = 0; direction < static_cast<int>(numbers.size()); ++direction)
        numbers[direction] = numbers[direction] == direction ? replicas++ : numbers[numbers[direction]];
    return numbers;
}

std::vector<PlanPart> replicaPartsOf(const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    std::vector<Share> shares;
    if (schedule.placement.directions.size() > 1 && isReadable(schedule))
        shares = sharesOf(schedule);
    std::vector<PlanPart> parts;
    parts.reserve(shares.size());
    for (const Share& share : shares)
        if (std::optional<Plan> part = shares.size() > 1 ? partOf(plan, share) : std::nullopt)
            parts.push_back({.plan = *std::move(part), .ranks = share.ranks, .microbatches = share.microbatches});
    if (parts.empty() || parts.size() < shares.size())
        parts = {
            {.plan = plan, .ranks = countedUp(schedule.ranks()), .microbatches = countedUp(schedule.microbatches)}};
    return parts;
}

std::vector<Plan> replicasOf(const Plan& plan) {
    std::vector<PlanPart> parts = replicaPartsOf(plan);
    std::vector<Plan> plans;
    plans.reserve(parts.size());
    for (PlanPart& part : parts)
        plans.push_back(std::move(part.plan));
    return plans;
}

PlanPart inVisitingOrder(const PlanPart& part) {
    const Schedule& schedule = part.plan.schedule;
    Share share{.directions = countedUp(static_cast<int>(schedule.placement.directions.size())),
                .microbatches = countedUp(schedule.microbatches)};
    std::vector<bool> seen(schedule.ranks(), false);
    const std::vector<int> numbers = countedUp(schedule.ranks());
    for (const std::vector<int>* ranks : {&schedule.placement.directions.front(), &numbers})
        for (const int rank : *ranks) {
            if (!seen[rank])
                share.ranks.push_back(rank);
            seen[rank] = true;
        }
    if (std::ranges::is_sorted(share.ranks))
        return part;
    return {
        .plan = *partOf(part.plan, share), .ranks = picked(part.ranks, share.ranks), .microbatches = part.microbatches};
}

} // namespace lanewright
