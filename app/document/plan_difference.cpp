// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plan_difference.h"

#include "app/document/analysis.h"
#include "app/document/numbers.h"
#include "app/document/translate.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

struct PlanDifference {
    Q_DECLARE_TR_FUNCTIONS(PlanDifference)
};

using Key = std::pair<Op, std::optional<Op>>;

Key keyOf(const Block& block) { return {block.op, block.paired}; }

/// The length of the longest part that rises; what does not belong to it has to move.
int longestRise(const std::vector<int>& numbers) {
    std::vector<int> ends; // for the rises of each length, the smallest last number
    for (const int number : numbers) {
        const auto at = std::ranges::lower_bound(ends, number);
        if (at == ends.end())
            ends.push_back(number);
        else
            *at = number;
    }
    return static_cast<int>(ends.size());
}

std::map<Op, Time> gapsOf(const Schedule& schedule) {
    std::map<Op, Time> gaps;
    for (const Row& row : schedule.order)
        for (const Block& block : row)
            if (block.gap != 0)
                gaps[block.op] = block.gap;
    return gaps;
}

QString timeOf(const Plan& plan) {
    const Analysis analysis = analyse(plan);
    return analysis.stalls.empty() ? timeWithUnit(analysis.metrics.makespan, plan.timeUnit)
                                   : PlanDifference::tr("stalls");
}

QString shapeText(const Schedule& schedule) {
    return PlanDifference::tr("%1 ranks, %2 stages, %3 microbatches")
        .arg(schedule.ranks())
        .arg(schedule.stages())
        .arg(schedule.microbatches);
}

QString there(const QString& name, const QString& theirs, const QString& ours) {
    return PlanDifference::tr("%1: %2 there, %3 here", "a part of a schedule, and what two files have for it")
        .arg(name, theirs, ours);
}

/// The order, in counts.
void addOrder(QStringList& lines, const Schedule& theirs, const Schedule& ours) {
    const OrderDifference order = orderDifference(theirs, ours);
    if (order.moved > 0)
        lines << PlanDifference::tr("Order: %1 of %2 blocks stand elsewhere").arg(order.moved).arg(order.common);
    if (order.onlyA > 0)
        lines << PlanDifference::tr("Only there: %n block(s)", nullptr, order.onlyA);
    if (order.onlyB > 0)
        lines << PlanDifference::tr("Only here: %n block(s)", nullptr, order.onlyB);
    if (gapsOf(theirs) != gapsOf(ours))
        lines << PlanDifference::tr("The gaps differ");
}

} // namespace

OrderDifference orderDifference(const Schedule& a, const Schedule& b) {
    std::map<Key, Slot> places;
    for (std::size_t rank = 0; rank < b.order.size(); ++rank)
        for (std::size_t at = 0; at < b.order[rank].size(); ++at)
            places.emplace(keyOf(b.order[rank][at]), Slot{static_cast<int>(rank), static_cast<int>(at)});
    OrderDifference difference;
    int kept = 0;
    for (std::size_t rank = 0; rank < a.order.size(); ++rank) {
        std::vector<int> positions;
        for (const Block& block : a.order[rank]) {
            const auto found = places.find(keyOf(block));
            if (found == places.end()) {
                ++difference.onlyA;
                continue;
            }
            ++difference.common;
            if (found->second.rank == static_cast<int>(rank))
                positions.push_back(found->second.position);
        }
        kept += longestRise(positions);
    }
    difference.moved = difference.common - kept;
    difference.onlyB = static_cast<int>(places.size()) - difference.common;
    return difference;
}

QStringList differencesOf(const Plan& theirs, const Plan& ours) {
    QStringList lines;
    if (theirs.title != ours.title)
        lines << there(PlanDifference::tr("Title"), translatedTitle(theirs.title), translatedTitle(ours.title));
    const QString shape = shapeText(theirs.schedule);
    if (shape != shapeText(ours.schedule))
        lines << there(PlanDifference::tr("Size"), shape, shapeText(ours.schedule));
    else if (theirs.schedule.placement != ours.schedule.placement ||
             theirs.schedule.directionOf != ours.schedule.directionOf)
        lines << PlanDifference::tr("Stages or microbatches lie elsewhere");
    addOrder(lines, theirs.schedule, ours.schedule);
    // Apart from their microbatches, which are told of alone.
    Costs costs = theirs.costs;
    costs.microbatches = ours.costs.microbatches;
    MemoryCosts memory = theirs.memory;
    memory.sizes = ours.memory.sizes;
    if (costs != ours.costs)
        lines << PlanDifference::tr("The costs differ");
    if (theirs.costs.microbatches != ours.costs.microbatches)
        lines << PlanDifference::tr("The lengths or shares of microbatches differ");
    if (memory != ours.memory)
        lines << PlanDifference::tr("Memory or its limits differ");
    if (theirs.variants != ours.variants)
        lines << PlanDifference::tr("The variants differ");
    if (theirs.model != ours.model)
        lines << PlanDifference::tr("The model differs");
    if (theirs.timeUnit != ours.timeUnit || theirs.memoryUnit != ours.memoryUnit)
        lines << PlanDifference::tr("The units differ");
    if (theirs.unknown != ours.unknown)
        lines << PlanDifference::tr("Keys that this version does not know differ");
    if (const QString time = timeOf(theirs); time != timeOf(ours))
        lines << there(PlanDifference::tr("Makespan"), time, timeOf(ours));
    return lines;
}

} // namespace lanewright::app
