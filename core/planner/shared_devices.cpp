// SPDX-License-Identifier: Apache-2.0
#include "core/planner/shared_devices.h"

#include "core/model/block_ops.h"
#include "core/model/limits.h"
#include "core/model/title.h"
#include "core/planner/shape.h"

#include <algorithm>

namespace lanewright {

namespace {

Result<Done> checkShares(const Partition& partition, const Plan& plan, int replicas) {
    for (std::size_t at = 0; at < partition.size(); ++at)
        if (const auto devices = static_cast<int>(partition[at].devices.size()); replicas % devices != 0)
            return Error{say(phrase("planner", "stage %1 is on %2 devices and another on %3: the shares of a "
                                               "microbatch can't be dealt out evenly among them"),
                             at, devices, replicas)};
    const std::int64_t microbatches = std::int64_t{replicas} * plan.schedule.microbatches;
    if (replicas > kMaxDirections || microbatches > kMaxMicrobatches)
        return Error{say(phrase("planner", "%1 replicas with %2 microbatches are more than a file holds"), replicas,
                         microbatches)};
    return Done{};
}

class Spread {
public:
    Spread(const Pricing& pricing, const Partition& partition, const Plan& plan, int replicas)
        : m_pricing(pricing), m_partition(partition), m_plan(plan), m_replicas(replicas),
          m_load(pricing.loadOf(partition)) {
        for (int rank = 0; rank < ranksOf(partition); ++rank) {
            m_firsts.push_back(m_ranks);
            m_ranks += static_cast<int>(devicesOn(rank).size());
        }
    }

    Plan spread() {
        Plan all = m_plan;
        all.title = title::with(m_plan.title, title::counted(title::kReplicas, m_replicas));
        all.schedule = {.placement = {.ranks = m_ranks, .directions = {}},
                        .microbatches = m_replicas * m_plan.schedule.microbatches};
        all.costs.stages.clear();
        all.memory.stages.clear();
        all.costs.transfer = {.ranks = m_ranks};
        all.costs.transfer.matrix.assign(static_cast<std::size_t>(m_ranks) * m_ranks, Transfers::kUnknown);
        for (int replica = 0; replica < m_replicas; ++replica)
            addReplica(replica, all);
        addMemory(all);
        for (int rank = 0; rank < ranksOf(m_partition); ++rank)
            addRows(rank, all.schedule.order);
        if (all.model)
            all.model->batch = (all.model->batch + m_replicas - 1) / m_replicas;
        return all;
    }

private:
    const std::vector<int>& devicesOn(int rank) const { return m_partition[rank].devices; }
    /// How many replicas a device of the rank serves.
    int shared(int rank) const { return m_replicas / static_cast<int>(devicesOn(rank).size()); }
    int rankOf(int replica, int group) const { return m_firsts[group] + replica / shared(group); }

    void addReplica(int replica, Plan& all) const {
        std::vector<int> path;
        all.costs.stages.emplace_back();
        all.memory.stages.emplace_back();
        for (int stage = 0; stage < m_plan.schedule.stages(); ++stage) {
            const int group = m_plan.schedule.placement.rankOf(0, stage);
            path.push_back(rankOf(replica, group));
            all.costs.stages.back().push_back(costsOf(stage, group, replica));
            all.memory.stages.back().push_back(memoryOf(stage, group, replica));
            if (stage > 0)
                addTransfer(stage, path, replica, all.costs.transfer);
        }
        all.schedule.placement.directions.push_back(std::move(path));
    }

    StageCosts costsOf(int stage, int group, int replica) const {
        const Part& part = m_partition[stage];
        const int device = part.devices[replica / shared(group)];
        const PartTimes times = m_pricing.times(part.first, part.end, std::span(&device, 1), part.recompute);
        const auto shareOf = [&](double time) { return ticksOf(time / m_replicas); };
        StageCosts costs = m_plan.costs.of(0, stage);
        costs.forward = shareOf(times.forward);
        costs.backwardInput = shareOf(times.backwardInput);
        costs.backwardWeight = shareOf(times.backwardWeight);
        if (costs.recompute)
            costs.recompute = shareOf(times.recompute);
        if (!isFirst(group, replica))
            costs.allReduce = 0;
        return costs;
    }

    /// Whether it is the first of the replicas that its device serves.
    bool isFirst(int group, int replica) const { return replica % shared(group) == 0; }

    /// Rounded down, so that all shares together are never more than the whole.
    StageMemory memoryOf(int stage, int group, int replica) const {
        const StageMemory& whole = m_plan.memory.of(0, stage);
        const Bytes shares = shared(group);
        const Bytes seed = whole.forward / shares;
        const Bytes held = (whole.forward + whole.recompute) / shares;
        const Bytes kept = -whole.backwardWeight / shares;
        return {.forward = seed,
                .backwardInput = kept - held,
                .backwardWeight = -kept,
                .recompute = held - seed,
                .fixed = isFirst(group, replica) ? whole.fixed : 0};
    }

    void addTransfer(int stage, const std::vector<int>& path, int replica, Transfers& transfer) const {
        const int before = m_plan.schedule.placement.rankOf(0, stage - 1);
        const int after = m_plan.schedule.placement.rankOf(0, stage);
        const auto device = [&](int group) { return devicesOn(group)[replica / shared(group)]; };
        const int from = path[static_cast<std::size_t>(stage) - 1];
        const int to = path[stage];
        if (from == to)
            return;
        const double time =
            m_pricing.transfer(m_partition[stage].first, device(before), device(after), m_replicas, m_load);
        for (const auto& [one, other] : {std::pair{from, to}, std::pair{to, from}}) {
            Time& known = transfer.matrix[static_cast<std::size_t>(one) * transfer.ranks + other];
            known = std::max(known, ticksOf(time));
        }
    }

    void addMemory(Plan& all) const {
        all.memory.limit.clear();
        all.memory.device.clear();
        for (int group = 0; group < ranksOf(m_partition); ++group)
            for (const int device : devicesOn(group)) {
                Bytes left = m_pricing.cluster().kindOf(device).memory;
                all.memory.device.emplace_back(left);
                for (const int part : partsOn(m_partition, group))
                    left -= m_plan.memory.of(0, part).fixed;
                all.memory.limit.emplace_back(left);
            }
    }

    /// Each device of the rank follows the rank's order, with the shares of its replicas one after the other.
    void addRows(int group, std::vector<Row>& order) const {
        if (m_plan.isProblem())
            return;
        for (std::size_t device = 0; device < devicesOn(group).size(); ++device) {
            const int first = static_cast<int>(device) * shared(group);
            order.emplace_back();
            for (const Block& block : m_plan.schedule.order[group])
                for (int replica = first; replica < first + shared(group); ++replica) {
                    order.back().push_back(block);
                    Block& share = order.back().back();
                    changeOps(share, [&](Op& op) { op.microbatch += replica * m_plan.schedule.microbatches; });
                    share.gap = replica == first ? share.gap : 0;
                }
        }
    }

    const Pricing& m_pricing;
    const Partition& m_partition;
    const Plan& m_plan;
    int m_replicas;
    int m_ranks = 0;
    std::vector<int> m_load;
    std::vector<int> m_firsts = {}; ///< by rank of the plan: the rank of its first device
};

} // namespace

int replicasOf(const Partition& partition) {
    int most = 1;
    for (const Part& part : partition)
        most = std::max(most, static_cast<int>(part.devices.size()));
    return most;
}

Result<Plan> asReplicas(const Pricing& pricing, const Partition& partition, const Plan& plan) {
    const int replicas = replicasOf(partition);
    if (replicas == 1)
        return plan;
    const Result<Done> shares = checkShares(partition, plan, replicas);
    return shares ? Result<Plan>{Spread(pricing, partition, plan, replicas).spread()} : shares.error();
}

} // namespace lanewright
