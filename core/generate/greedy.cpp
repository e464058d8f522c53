// SPDX-License-Identifier: Apache-2.0
#include "core/generate/greedy.h"

#include "core/generate/order_writer.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

namespace lanewright {

namespace {

/// An op that has all it needs, with what makes a rank like it; the least is liked best.
struct ReadyOp {
    std::tuple<Time, bool, int, int> rank = {};
    bool backward = false;
    int stage = 0;
    int microbatch = 0;

    friend auto operator<=>(const ReadyOp&, const ReadyOp&) = default;
};

class GreedyScheduler {
public:
    GreedyScheduler(const Plan& problem, const GreedyRule& rule)
        : m_rule(rule), m_schedule(problem.schedule), m_order(problem), m_dealt(dealtTo(m_schedule)),
          m_place(problem.schedule.microbatches), m_there(problem.schedule.ranks()),
          m_free(problem.schedule.ranks(), 0) {
        for (const std::vector<int>& microbatches : m_dealt)
            for (int place = 0; place < static_cast<int>(microbatches.size()); ++place)
                m_place[microbatches[place]] = place;
    }

    Schedule run() {
        for (int direction = 0; direction < 2; ++direction)
            for (int i = 0; i < m_rule.inFlight; ++i)
                enter(direction, 0);
        std::vector<int> awake;
        while (!m_events.empty()) {
            const Time now = m_events.top().time;
            awake.clear();
            for (; !m_events.empty() && m_events.top().time == now; m_events.pop()) {
                const Event& event = m_events.top();
                awake.push_back(event.rank);
                if (event.brings)
                    m_there[event.rank].push(event.op);
            }
            std::ranges::sort(awake);
            awake.erase(std::unique(awake.begin(), awake.end()), awake.end());
            for (const int rank : awake)
                serve(rank, now);
        }
        return m_order.take();
    }

private:
    /// A rank becomes free, or an op comes to it.
    struct Event {
        Time time = 0;
        int rank = 0;
        bool brings = false;
        ReadyOp op = {};
        friend auto operator<=>(const Event&, const Event&) = default;
    };
    template <typename T>
    using Least = std::priority_queue<T, std::vector<T>, std::greater<>>;

    void enter(int direction, Time now) {
        if (m_entered[direction] < m_dealt[direction].size())
            bring(now, false, 0, m_dealt[direction][m_entered[direction]++]);
    }

    void bring(Time time, bool backward, int stage, int microbatch) {
        const int place = m_place[microbatch];
        ReadyOp op{.backward = backward, .stage = stage, .microbatch = microbatch};
        switch (m_rule.liking) {
        case Liking::Backwards: op.rank = {0, !backward, place, -stage}; break;
        case Liking::Deepest: op.rank = {0, !backward, -stage, place}; break;
        case Liking::FirstCome: op.rank = {time, !backward, place, -stage}; break;
        }
        m_events.push({time, rankOf(stage, microbatch), true, op});
    }

    int rankOf(int stage, int microbatch) const {
        return m_schedule.placement.rankOf(m_schedule.direction(microbatch), stage);
    }

    void serve(int rank, Time now) {
        if (m_free[rank] > now || m_there[rank].empty())
            return;
        const ReadyOp op = m_there[rank].top();
        m_there[rank].pop();
        const int direction = m_schedule.direction(op.microbatch);
        const auto length = [&](OpKind kind) {
            return m_rule.clock.whole({.kind = kind, .stage = op.stage, .microbatch = op.microbatch}, direction,
                                      m_schedule.placement);
        };
        const Time end = now + (op.backward ? length(OpKind::R) + length(OpKind::BW) : length(OpKind::F));
        op.backward ? m_order.backward(op.stage, op.microbatch) : m_order.forward(op.stage, op.microbatch);
        m_free[rank] = end;
        m_events.push({.time = end, .rank = rank});
        const int next = op.stage + (op.backward ? -1 : 1);
        if (op.backward && next < 0)
            enter(direction, end);
        else if (next == m_schedule.stages())
            bring(end, true, op.stage, op.microbatch);
        else
            bring(end + m_rule.clock.travel(op.microbatch, rank, rankOf(next, op.microbatch)), op.backward, next,
                  op.microbatch);
    }

    const GreedyRule& m_rule;
    const Schedule& m_schedule; ///< its order, if any, is none's business
    OrderWriter m_order;
    std::array<std::vector<int>, 2> m_dealt;
    std::array<std::size_t, 2> m_entered = {};
    std::vector<int> m_place;            ///< per microbatch: which it is among those of its direction
    std::vector<Least<ReadyOp>> m_there; ///< per rank: the ops it could run
    std::vector<Time> m_free;
    Least<Event> m_events = {};
};

/// The smaller, the better.
struct Value {
    Bytes over = 0; ///< the limits, on the rank where it is most
    Time makespan = 0;
    Time longestSpan = 0;
    Bytes peak = 0;
    friend auto operator<=>(const Value&, const Value&) = default;
};

Value valueOf(const Plan& problem, const Schedule& schedule) {
    const Timeline timeline = simulate(schedule, problem.costs);
    const std::vector<Bytes> peaks = peakMemory(schedule, problem.memory, problem.costs.weightParts);
    const std::vector<std::optional<Bytes>> room = activationRoom(schedule, problem.memory);
    Value value{.makespan = extentOf(timeline).length()};
    for (int rank = 0; rank < schedule.ranks(); ++rank) {
        value.longestSpan = std::max(value.longestSpan, extentOf(timeline.lanes[rank]).length());
        value.peak = std::max(value.peak, peaks[rank]);
        if (room[rank])
            value.over = std::max(value.over, peaks[rank] - *room[rank]);
    }
    return value;
}

/// One microbatch after the other, which no order undercuts on any rank.
Schedule oneByOne(const Plan& problem) {
    OrderWriter order(problem);
    for (int microbatch = 0; microbatch < problem.schedule.microbatches; ++microbatch)
        order.passAll(microbatch, microbatch);
    return order.take();
}

} // namespace

Schedule greedySchedule(const Plan& problem, const GreedyRule& rule) { return GreedyScheduler(problem, rule).run(); }

Costs figureClock(const Plan& problem, Time backward) {
    return uniform(problem.schedule.stages(), {.forward = 1, .backwardInput = backward, .backwardWeight = 0});
}

std::vector<int> depthsOf(const Plan& problem, int usual) {
    std::vector<int> depths = {usual, usual + usual / 2, 2 * usual};
    const std::vector<std::optional<Bytes>> rooms = activationRoom(problem.schedule, problem.memory);
    if (std::ranges::any_of(rooms, [](const auto& room) { return room.has_value(); })) {
        for (int fewer = usual - 1; fewer > 1; fewer -= std::max(1, usual / 8))
            depths.push_back(fewer);
        depths.push_back(1);
    }
    for (int& depth : depths)
        depth = std::clamp(depth, 1, problem.schedule.microbatches);
    std::ranges::sort(depths);
    depths.erase(std::unique(depths.begin(), depths.end()), depths.end());
    return depths;
}

Schedule bestGreedy(const Plan& problem, const std::vector<GreedyRule>& rules) {
    std::optional<Schedule> best;
    Value least;
    for (const GreedyRule& rule : rules) {
        Schedule schedule = greedySchedule(problem, rule);
        const Value value = valueOf(problem, schedule);
        if (!best || value < least) {
            best = std::move(schedule);
            least = value;
        }
    }
    return least.over > 0 ? oneByOne(problem) : *std::move(best);
}

} // namespace lanewright
