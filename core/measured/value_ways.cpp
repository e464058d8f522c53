// SPDX-License-Identifier: Apache-2.0
#include "core/measured/value_ways.h"

namespace lanewright {

Makers::Makers(const Plan& plan, const Timeline& wall, const std::vector<std::vector<int>>& blocks) : m_plan(plan) {
    m_makers.resize(static_cast<std::size_t>(kValueKinds) * plan.schedule.stages() * plan.schedule.microbatches);
    for (std::size_t rank = 0; rank < wall.lanes.size(); ++rank)
        for (std::size_t at = 0; at < wall.lanes[rank].size(); ++at)
            for (const Op& op : opsIn(wall.lanes[rank][at]))
                for (const Value& value : yieldsOf(op, plan.schedule.stages(), recomputes(op)))
                    m_makers[placeOf(value)] = {op, static_cast<int>(rank), blocks[rank][at]};
}

std::vector<ValueWay> Makers::waysTo(const Span& span, int rank, int block) const {
    std::vector<ValueWay> ways;
    for (const Op& op : opsIn(span))
        for (const Value& value : needsOf(op, m_plan.schedule.stages(), recomputes(op)))
            if (const Maker& maker = m_makers[placeOf(value)];
                crossesRanks(value.kind) && maker.rank >= 0 && maker.rank != rank)
                ways.push_back({.kind = value.kind, .made = maker.op, .maker = maker.block, .user = block});
    return ways;
}

bool Makers::recomputes(const Op& op) const {
    return m_plan.costs.recomputes(m_plan.schedule.direction(op.microbatch), op.stage);
}

std::size_t Makers::placeOf(const Value& value) const {
    return static_cast<std::size_t>(indexOf(value, m_plan.schedule.stages(), m_plan.schedule.microbatches));
}

MeasuredWays::MeasuredWays(const StepRecord& record) {
    for (const SideSpan& span : record.side)
        if (span.op && span.kind == SideKind::Send)
            m_ways[{*span.op, span.peer}].sent = &span;
        else if (span.op && span.kind == SideKind::Receive)
            m_ways[{*span.op, span.rank}].received = &span;
}

WaySpans MeasuredWays::of(const Op& made, int receiver) const {
    const auto found = m_ways.find({made, receiver});
    return found == m_ways.end() ? WaySpans{} : found->second;
}

} // namespace lanewright
