// SPDX-License-Identifier: Apache-2.0
#include "core/edit/fix_tries.h"
#include "core/simulate/amounts.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

/// Changes the order of one rank until its activations fit.
class Thinner {
public:
    Thinner(const Plan& plan, int rank, Bytes limit)
        : m_plan(plan), m_rank(rank), m_limit(limit), m_schedule(plan.schedule) {}

    /// Puts each block that would pass the limit behind the next ones that free memory.
    std::optional<Schedule> delayForwards() {
        return repeated([this](Row& row, int over) {
            const int freeing = nextFreeing(over, [](const Block&) { return true; });
            if (freeing < 0)
                return false;
            std::rotate(row.begin() + over, row.begin() + over + 1, row.begin() + freeing + 1);
            return true;
        });
    }

    /// Brings W's forward, each to where the limit would be passed without it.
    std::optional<Schedule> advanceWeights() {
        return repeated([this](Row& row, int over) {
            const int weight = nextFreeing(over, [&](const Block& block) {
                return block.op.kind == OpKind::W && !block.paired && backwardIsBefore(block.op, over);
            });
            if (weight < 0)
                return false;
            std::rotate(row.begin() + over, row.begin() + weight, row.begin() + weight + 1);
            return true;
        });
    }

private:
    template <typename Step>
    std::optional<Schedule> repeated(Step step) {
        m_schedule = m_plan.schedule;
        Row& row = m_schedule.order[m_rank];
        const int parts = m_plan.costs.weightParts;
        for (std::size_t turn = 0; turn <= 4 * row.size(); ++turn) {
            const std::optional<int> over = firstOver(m_schedule, m_plan.memory, parts, m_rank, m_limit);
            if (!over)
                return m_schedule;
            if (!step(row, *over))
                return {};
        }
        return {};
    }

    Bytes changeOf(const Block& block) const {
        Bytes change = 0;
        for (const MaybeOp& op : {MaybeOp(block.op), block.paired})
            if (op)
                change += m_plan.memory.change(*op, m_schedule.direction(op->microbatch), m_plan.costs.weightParts);
        return change;
    }

    template <typename Fits>
    int nextFreeing(int from, Fits fits) const {
        const Row& row = m_schedule.order[m_rank];
        for (int position = from + 1; position < static_cast<int>(row.size()); ++position)
            if (changeOf(row[position]) < 0 && fits(row[position]))
                return position;
        return -1;
    }

    bool backwardIsBefore(const Op& weight, int position) const {
        const Op backward{.kind = OpKind::B, .stage = weight.stage, .microbatch = weight.microbatch};
        const Row& row = m_schedule.order[m_rank];
        return std::any_of(row.begin(), row.begin() + position,
                           [&](const Block& block) { return block.holds(backward); });
    }

    const Plan& m_plan;
    int m_rank;
    Bytes m_limit;
    Schedule m_schedule;
};

void addOrders(std::vector<Idea>& ideas, const Plan& plan, int rank, Bytes limit) {
    Thinner thinner(plan, rank, limit);
    const auto add = [&](Message sentence, std::optional<Schedule> next) {
        if (!next)
            return;
        Idea idea{std::move(sentence), plan};
        idea.plan.schedule = *std::move(next);
        ideas.push_back(std::move(idea));
    };
    add(say(phrase("fix", "Let rank %1 begin forwards only where there is room"), rank), thinner.delayForwards());
    add(say(phrase("fix", "Bring W of rank %1 forward to make room"), rank), thinner.advanceWeights());
}

std::vector<std::optional<Bytes>> withOne(std::vector<std::optional<Bytes>> limits, int ranks, int rank, Bytes value) {
    limits.resize(ranks);
    limits[rank] = value;
    return limits;
}

} // namespace

std::vector<Idea> ideasForMemory(const Plan& plan, const Finding& finding) {
    const int rank = finding.rank;
    const std::optional<Bytes> limit = plan.memory.limitOf(rank);
    if (!limit)
        return {};
    std::vector<Idea> ideas;
    addOrders(ideas, plan, rank, *limit);
    const Bytes peak = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts)[rank];
    Idea raised{say(phrase("fix", "Raise the memory limit of rank %1 to %2"), rank, inUnit(peak, plan.memoryUnit)),
                plan};
    raised.kind = FixKind::Limit;
    raised.plan.memory.limit = withOne(plan.memory.limit, plan.schedule.ranks(), rank, peak);
    ideas.push_back(std::move(raised));
    return ideas;
}

std::vector<Idea> ideasForDeviceMemory(const Plan& plan, const Finding& finding) {
    const int rank = finding.rank;
    const std::optional<Bytes> device = plan.memory.deviceOf(rank);
    if (!device)
        return {};
    const Bytes peak = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts)[rank];
    const Bytes total = totalMemory(plan, peakMemory(plan.schedule, plan.memory, plan.costs.weightParts))[rank];
    std::vector<Idea> ideas;
    addOrders(ideas, plan, rank, *device - (total - peak));
    Idea raised{say(phrase("fix", "Give rank %1 a device of %2"), rank, inUnit(total, plan.memoryUnit)), plan};
    raised.kind = FixKind::Limit;
    raised.plan.memory.device = withOne(plan.memory.device, plan.schedule.ranks(), rank, total);
    ideas.push_back(std::move(raised));
    return ideas;
}

} // namespace lanewright
