// SPDX-License-Identifier: Apache-2.0
#include "core/edit/fold.h"

#include "core/base/mapped.h"
#include "core/check/validate.h"
#include "core/model/block_ops.h"
#include "core/model/dataflow.h"
#include "core/model/title.h"
#include "core/sequence/rank_clock.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <tuple>

namespace lanewright {

namespace {

Op withKind(Op op, OpKind kind) {
    op.kind = kind;
    return op;
}

/// Puts an op in place of one from a block: itself, or for a BW its B and W.
void addApart(Row& row, const Op& op, int weightParts) {
    row.push_back({.op = op.kind == OpKind::BW ? withKind(op, OpKind::B) : op});
    for (int part = 0; op.kind == OpKind::BW && part < weightParts; ++part) {
        row.push_back({.op = withKind(op, OpKind::W)});
        row.back().op.part = part;
    }
}

/// The same ops one by one, in their order.
Schedule takenApart(Schedule schedule, int weightParts, bool backwardFirst) {
    for (Row& row : schedule.order) {
        Row next;
        next.reserve(2 * row.size());
        for (const Block& block : row) {
            if (!block.paired) {
                addApart(next, block.op, weightParts);
                continue;
            }
            addApart(next, backwardFirst ? *block.paired : block.op, weightParts);
            addApart(next, backwardFirst ? block.op : *block.paired, weightParts);
        }
        row = std::move(next);
    }
    return schedule;
}

/// Runs an order of single ops along the clock, all but W as they stand, and W, first come first, when their rank
/// waits.
class WeightFill {
public:
    /// `fit`: only where a W ends before the next value that is known to come. No rank holds more than `most`, which
    /// the order with each W right behind its B keeps.
    WeightFill(const Plan& plan, const Schedule& order, const std::vector<Bytes>& most, bool fit)
        : m_plan(plan), m_order(order), m_most(most), m_fit(fit), m_ranks(order.ranks()),
          m_arrival(static_cast<std::size_t>(kValueKinds) * order.stages() * order.microbatches, kAbsent) {}

    Schedule run() {
        m_clock.reset(m_order.ranks());
        m_clock.run([this](int rank, Time now) {
            serve(rank, now);
            return true;
        });
        Schedule filled = m_order;
        for (int rank = 0; rank < filled.ranks(); ++rank)
            filled.order[rank] = std::move(m_ranks[rank].row);
        return filled;
    }

private:
    static constexpr Time kAbsent = -1;
    struct Rank {
        std::size_t position = 0;     ///< in its row
        std::size_t weight = 0;       ///< in `waiting`: the next W
        std::vector<Op> waiting = {}; ///< every W whose B ran
        Bytes held = 0;
        Row row = {};
    };

    int directionOf(const Op& op) const { return m_order.direction(op.microbatch); }
    bool recomputes(const Op& op) const { return m_plan.costs.recomputes(directionOf(op), op.stage); }

    /// When all that the op needs is there; none while that is not known.
    std::optional<Time> ready(const Op& op) const {
        Time time = 0;
        for (const Value& value : needsOf(op, m_order.stages(), recomputes(op))) {
            const Time arrival = m_arrival[indexOf(value, m_order.stages(), m_order.microbatches)];
            if (arrival == kAbsent)
                return {};
            time = std::max(time, arrival);
        }
        return time;
    }

    void serve(int number, Time now) {
        Rank& rank = m_ranks[number];
        const Row& row = m_order.order[number];
        while (rank.position < row.size() && row[rank.position].op.kind == OpKind::W)
            ++rank.position;
        const bool more = rank.position < row.size();
        const std::optional<Time> next = more ? ready(row[rank.position].op) : std::nullopt;
        const bool fits = more && rank.held + grows(row[rank.position].op) <= m_most[number];
        if (next && *next <= now && fits) {
            perform(number, row[rank.position++].op, now);
        } else if (rank.weight < rank.waiting.size()) {
            const Op& weight = rank.waiting[rank.weight];
            const bool early = !next || !fits || now + durationOf(m_order, m_plan.costs, {.op = weight}) <= *next;
            if (!m_fit || early) {
                ++rank.weight;
                perform(number, weight, now);
            }
        }
    }

    Bytes change(const Op& op) const { return m_plan.memory.change(op, directionOf(op), m_plan.costs.weightParts); }
    Bytes grows(const Op& op) const { return std::max<Bytes>(0, change(op)); }

    void perform(int number, const Op op, Time now) {
        Rank& rank = m_ranks[number];
        const Time end = now + durationOf(m_order, m_plan.costs, {.op = op});
        rank.row.push_back({.op = op});
        rank.held += change(op);
        m_clock.occupy(number, end);
        for (int part = 0; op.kind == OpKind::B && part < m_plan.costs.weightParts; ++part) {
            rank.waiting.push_back(withKind(op, OpKind::W));
            rank.waiting.back().part = part;
        }
        for (const Value& value : yieldsOf(op, m_order.stages(), recomputes(op))) {
            Time arrival = end;
            if (crossesRanks(value.kind)) {
                Op user = op; // F of the next stage, or B of the one before
                user.stage = user.stage + (value.kind == ValueKind::Activation ? 1 : -1);
                const int to = m_order.rankOf(user);
                arrival += m_plan.costs.travel(value, number, to);
                m_clock.wake(to, arrival);
            }
            m_arrival[indexOf(value, m_order.stages(), m_order.microbatches)] = arrival;
        }
    }

    const Plan& m_plan;
    const Schedule& m_order;
    const std::vector<Bytes>& m_most;
    bool m_fit;
    std::vector<Rank> m_ranks;
    std::vector<Time> m_arrival; ///< by value, on the rank that needs it
    RankClock m_clock;
};

/// The smaller, the better.
std::tuple<Time, Time, Bytes> valueOf(const Plan& plan, const Schedule& schedule) {
    const Timeline timeline = simulate(schedule, plan.costs);
    const Time span = mostOf(timeline.lanes, [](const Lane& lane) { return extentOf(lane).length(); });
    return {span, extentOf(timeline).length(),
            std::ranges::max(peakMemory(schedule, plan.memory, plan.costs.weightParts))};
}

} // namespace

Plan takeApart(const Plan& plan) {
    Plan apart = plan;
    apart.schedule = takenApart(plan.schedule, plan.costs.weightParts, false);
    return apart;
}

Result<Plan> untie(const Plan& plan) {
    if (!hasPairs(plan.schedule))
        return Error{say(phrase("refusal", "the schedule has no overlapped pairs to untie"))};
    if (!fitsShape(plan.schedule, plan.costs.weightParts))
        return Error{say(phrase("refusal", "the order holds ops that do not exist"))};
    for (const Finding& finding : validate(plan))
        if (finding.severity == Severity::Error)
            return Error{say(phrase("refusal", "only a valid schedule can be untied: %1"), finding.message)};
    const std::vector<Bytes> most = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts);
    Plan untied = plan;
    untied.title = title::ofMade(plan.title, say(title::kUntied));
    untied.schedule = takenApart(plan.schedule, plan.costs.weightParts, false);
    auto least = valueOf(plan, untied.schedule);
    for (const bool backwardFirst : {false, true})
        for (const bool fit : {true, false}) {
            const Schedule apart = takenApart(plan.schedule, plan.costs.weightParts, backwardFirst);
            Schedule filled = WeightFill(plan, apart, most, fit).run();
            if (const auto value = valueOf(plan, filled); value < least) {
                least = value;
                untied.schedule = std::move(filled);
            }
        }
    return untied;
}

} // namespace lanewright
