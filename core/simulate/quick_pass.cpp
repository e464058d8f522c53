// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/quick_pass.h"

#include "core/base/take_last.h"
#include "core/model/dataflow.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace lanewright {

namespace {

constexpr Time kAbsent = std::numeric_limits<Time>::min();
constexpr int kAhead = 12; ///< blocks to fetch before their turn

} // namespace

QuickPass::QuickPass(const Schedule& schedule, const Costs& costs)
    : m_schedule(&schedule), m_costs(&costs), m_stages(schedule.stages()), m_microbatches(schedule.microbatches) {
    const int directions = static_cast<int>(schedule.placement.directions.size());
    if (directions > 1)
        for (int microbatch = 0; microbatch < m_microbatches; ++microbatch)
            m_directions.push_back(schedule.direction(microbatch));
    m_rules.reserve(static_cast<std::size_t>(directions) * m_stages * kOpKinds);
    for (int direction = 0; direction < directions; ++direction)
        for (int stage = 0; stage < m_stages; ++stage)
            for (int kind = 0; kind < kOpKinds; ++kind)
                m_rules.push_back(ruleOf({.kind = static_cast<OpKind>(kind), .stage = stage}, direction));
    for (int direction = 0; direction < directions; ++direction)
        findReceivers(direction);
    if (!costs.microbatches.areEqual())
        findLengths();
}

/// Asks once for each op what `Costs` would have to reckon in every pass.
void QuickPass::findLengths() {
    const std::size_t count = static_cast<std::size_t>(m_stages) * kOpKinds * m_microbatches;
    m_lengths.reserve(count);
    m_travels.reserve(count);
    for (int stage = 0; stage < m_stages; ++stage)
        for (int kind = 0; kind < kOpKinds; ++kind)
            for (int microbatch = 0; microbatch < m_microbatches; ++microbatch) {
                const Op op{.kind = static_cast<OpKind>(kind), .stage = stage, .microbatch = microbatch};
                const Rule& rule = ruleOf(op);
                m_lengths.push_back(
                    m_costs->whole(op, m_directions.empty() ? 0 : m_directions[microbatch], m_schedule->placement));
                m_travels.push_back(
                    rule.sends < 0 ? 0 : m_costs->travel(sentBy(rule, microbatch), rule.home, rule.receiver));
            }
}

/// The receiver of what a rule sends is the home of the rules that receive it.
void QuickPass::findReceivers(int direction) {
    const std::size_t count = static_cast<std::size_t>(m_stages) * kOpKinds;
    const std::span<Rule> rules{m_rules.data() + static_cast<std::size_t>(direction) * count, count};
    std::vector<std::int32_t> receiver(2 * static_cast<std::size_t>(m_stages), 0);
    for (const Rule& rule : rules)
        if (rule.receives >= 0)
            receiver[rule.receives / m_microbatches] = rule.home;
    for (Rule& rule : rules)
        if (rule.sends >= 0) {
            rule.receiver = receiver[rule.sends / m_microbatches];
            rule.travel = m_costs->between(boundaryOf(sentBy(rule, 0)), rule.home, rule.receiver);
        }
}

QuickPass::Rule QuickPass::ruleOf(const Op& op, int direction) const {
    const bool recomputes = m_costs->recomputes(direction, op.stage);
    static_assert(crossesRanks(ValueKind{0}) && crossesRanks(ValueKind{1}) && !crossesRanks(ValueKind{2}));
    const auto numberOf = [&](const Value& value) { return indexOf(value, m_stages, m_microbatches); };
    const auto bitOf = [](const Value& value) { return static_cast<Bits>(1 << static_cast<int>(value.kind)); };
    Rule rule{.own = (op.stage * kOpKinds + static_cast<int>(op.kind)) * m_microbatches,
              .home = m_schedule->placement.rankOf(direction, op.stage)};
    if (m_costs->microbatches.areEqual())
        rule.duration = m_costs->whole(op, direction, m_schedule->placement);
    for (const Value& value : needsOf(op, m_stages, recomputes))
        if (crossesRanks(value.kind))
            rule.receives = numberOf(value);
        else
            rule.needs |= bitOf(value);
    for (const Value& value : yieldsOf(op, m_stages, recomputes)) {
        rule.yields |= bitOf(value);
        if (crossesRanks(value.kind))
            rule.sends = numberOf(value);
    }
    return rule;
}

inline const QuickPass::Rule& QuickPass::ruleOf(const Op& op) const {
    const std::size_t direction = m_directions.empty() ? 0 : static_cast<std::size_t>(m_directions[op.microbatch]);
    return m_rules[(direction * m_stages + op.stage) * kOpKinds + static_cast<std::size_t>(op.kind)];
}

bool QuickPass::run(const std::vector<Time>& free, Timeline& timeline) {
    timeline.lanes.resize(m_schedule->ranks());
    for (std::size_t rank = 0; rank < timeline.lanes.size(); ++rank) {
        timeline.lanes[rank].clear();
        timeline.lanes[rank].reserve(rank < m_schedule->order.size() ? m_schedule->order[rank].size() : 0);
    }
    return pass(free, &timeline);
}

bool QuickPass::run(const std::vector<Time>& free, std::vector<Time>& ends) {
    if (!pass(free, nullptr))
        return false;
    ends = m_free;
    return true;
}

bool QuickPass::pass(const std::vector<Time>& free, Timeline* timeline) {
    const int rows = static_cast<int>(m_schedule->order.size());
    const std::size_t copies = static_cast<std::size_t>(m_stages) * m_microbatches;
    m_arrivals.assign(2 * copies, kAbsent);
    m_there.assign(copies, 0);
    m_position.assign(rows, 0);
    m_waits.assign(m_schedule->ranks(), -1);
    m_free = free;
    m_free.resize(m_schedule->ranks(), 0);
    m_ready.clear();
    for (int rank = rows - 1; rank >= 0; --rank)
        m_ready.push_back(rank);
    while (!m_ready.empty()) {
        const int rank = takeLast(m_ready);
        Lane* lane = timeline ? &timeline->lanes[rank] : nullptr;
        if (!(m_lengths.empty() ? advance<false>(rank, lane) : advance<true>(rank, lane)))
            return false;
    }
    return std::ranges::none_of(m_waits, [](std::int32_t wait) { return wait >= 0; });
}

template <bool unequal>
inline Time QuickPass::endOf(const Block& block, const Rule& rule, Time start, int weightParts) const {
    if (block.paired)
        return start + durationOf(*m_schedule, *m_costs, block);
    const Time length = unequal ? m_lengths[rule.own + block.op.microbatch] : rule.duration;
    const bool isShare = weightParts > 1 && block.op.kind == OpKind::W;
    return start + (isShare ? shareOf(length, block.op.part, weightParts) : length);
}

template <bool unequal>
inline bool QuickPass::advance(int rank, Lane* lane) {
    const Row& row = m_schedule->order[rank];
    const int blocks = static_cast<int>(row.size());
    const int parts = m_costs->weightParts;
    Time free = m_free[rank];
    for (int position = m_position[rank]; position < blocks; ++position) {
        const Block& block = row[position];
        // Rows lie far apart, and a rank runs only a few blocks before another one has its turn.
        __builtin_prefetch(&block + kAhead);
        const Rule& rule = ruleOf(block.op);
        Time start = free + block.gap;
        Step step = gather(block.op, rule, rank, start);
        if (block.paired && step == Step::Done)
            step = gather(*block.paired, ruleOf(*block.paired), rank, start);
        if (step != Step::Done) {
            m_free[rank] = free;
            m_position[rank] = position;
            return step == Step::Waits;
        }
        free = endOf<unequal>(block, rule, start, parts);
        if (lane) {
            // Filled in place: a span made aside and copied waits for its own stores, which doubles the time of all.
            Span& span = lane->emplace_back();
            __builtin_prefetch(&span + kAhead, 1);
            span.op = block.op;
            span.paired = block.paired;
            span.start = start;
            span.end = free;
        }
        if (!yield<unequal>(block.op, rule, free) ||
            (block.paired && !yield<unequal>(*block.paired, ruleOf(*block.paired), free)))
            return false;
    }
    m_free[rank] = free;
    m_position[rank] = blocks;
    return true;
}

/// A value that stays and is not there yet stands behind its consumer on the same rank, so that the rank stalls.
inline QuickPass::Step QuickPass::gather(const Op& op, const Rule& rule, int rank, Time& start) {
    const Bits there = m_there[static_cast<std::size_t>(op.stage) * m_microbatches + op.microbatch];
    if (rule.home != rank || (there & rule.needs) != rule.needs)
        return Step::GivesUp;
    if (rule.receives < 0)
        return Step::Done;
    const std::int32_t wanted = rule.receives + op.microbatch;
    const Time arrival = m_arrivals[wanted];
    if (arrival == kAbsent) {
        m_waits[rank] = wanted;
        return Step::Waits;
    }
    start = std::max(start, arrival);
    return Step::Done;
}

/// False when a value was yielded before.
template <bool unequal>
inline bool QuickPass::yield(const Op& op, const Rule& rule, Time end) {
    Bits& there = m_there[static_cast<std::size_t>(op.stage) * m_microbatches + op.microbatch];
    if (there & rule.yields)
        return false;
    there |= rule.yields;
    if (rule.sends < 0)
        return true;
    const std::int32_t sent = rule.sends + op.microbatch;
    m_arrivals[sent] = end + (unequal ? m_travels[rule.own + op.microbatch] : rule.travel);
    if (m_waits[rule.receiver] == sent) {
        m_waits[rule.receiver] = -1;
        m_ready.push_back(rule.receiver);
    }
    return true;
}

} // namespace lanewright
