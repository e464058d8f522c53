// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/order_writer.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

/// What a free rank likes.
enum class Liking : std::uint8_t {
    Backwards, ///< a backward before a forward, then the earlier microbatch, then the deeper stage
    Deepest,   ///< a backward before a forward, then the deeper stage, then the earlier microbatch
    FirstCome, ///< what has been there longest, then as Backwards
};

struct GreedyRule {
    Liking liking = Liking::Backwards;
    int inFlight = 1; ///< per direction: the most microbatches between their first F and their last BW; at least 1
    Costs clock = {}; ///< by which the order is made; it need not be the problem's
};

/// An op that has all it needs, with what makes a rank like it; the least is liked best.
struct ReadyOp {
    std::tuple<Time, bool, int, int> rank = {};
    Op op = {};

    friend auto operator<=>(const ReadyOp&, const ReadyOp&) = default;
};

/// Makes orders of F and BW on any placement along the clock, in O(ops · log ops): a free rank takes at once what it
/// likes best of the ops that are there.
///
/// It does not run on `ListScheduler`: here all that ends at a time is there before any rank chooses, which makes
/// another order where ops take no time.
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
                    m_there[event.rank].push(*event.brings);
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
        std::optional<ReadyOp> brings = {};
        friend auto operator<=>(const Event&, const Event&) = default;
    };
    template <typename T>
    using Least = std::priority_queue<T, std::vector<T>, std::greater<>>;

    void enter(int direction, Time now) {
        if (m_entered[direction] < m_dealt[direction].size())
            bring(now, {.kind = OpKind::F, .microbatch = m_dealt[direction][m_entered[direction]++]});
    }

    void bring(Time time, const Op& op) {
        const Time since = m_rule.liking == Liking::FirstCome ? time : 0;
        std::pair<int, int> likes{m_place[op.microbatch], -op.stage};
        if (m_rule.liking == Liking::Deepest)
            std::swap(likes.first, likes.second);
        const ReadyOp ready{.rank = {since, op.kind == OpKind::F, likes.first, likes.second}, .op = op};
        m_events.push({time, m_schedule.rankOf(op), ready});
    }

    void serve(int rank, Time now) {
        if (m_free[rank] > now || m_there[rank].empty())
            return;
        const Op op = m_there[rank].top().op;
        m_there[rank].pop();
        const int direction = m_schedule.direction(op.microbatch);
        const auto length = [&](OpKind kind) {
            return m_rule.clock.whole({.kind = kind, .stage = op.stage, .microbatch = op.microbatch}, direction,
                                      m_schedule.placement);
        };
        const bool isForward = op.kind == OpKind::F;
        const Time end = now + length(op.kind) + (isForward ? 0 : length(OpKind::R));
        isForward ? m_order.forward(op.stage, op.microbatch) : m_order.backward(op.stage, op.microbatch);
        m_free[rank] = end;
        m_events.push({.time = end, .rank = rank});
        Op next = op;
        next.stage = op.stage + (isForward ? 1 : -1);
        if (!isForward && op.stage == 0)
            return enter(direction, end);
        if (next.stage == m_schedule.stages())
            next = {.kind = OpKind::BW, .stage = op.stage, .microbatch = op.microbatch};
        const Value value{isForward ? ValueKind::Activation : ValueKind::Gradient, op.stage, op.microbatch};
        bring(end + m_rule.clock.travel(value, rank, m_schedule.rankOf(next)), next);
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

/// The clock of a figure: every F takes 1, every BW `backward`, nothing else any time.
Costs figureClock(const Plan& problem, Time backward) {
    return uniform(problem.schedule.stages(), {.forward = 1, .backwardInput = backward, .backwardWeight = 0});
}

/// How many microbatches to try on their way at once in each direction: `usual`, up to twice that, and fewer down to
/// one where there are memory limits. Never more than there are.
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

/// Makes an order for each depth, clock and liking and returns the one with the least makespan by the problem's costs
/// (then longest span, then peak) among those that keep the memory limits. Where none does, one microbatch after the
/// other, which may be too much as well.
Schedule bestGreedy(const Plan& problem, int usualDepth, const std::vector<Costs>& clocks,
                    const std::vector<Liking>& likings) {
    std::optional<Schedule> best;
    Value least;
    for (const int depth : depthsOf(problem, usualDepth))
        for (const Costs& clock : clocks)
            for (const Liking liking : likings) {
                const GreedyRule rule{.liking = liking, .inFlight = depth, .clock = clock};
                Schedule schedule = GreedyScheduler(problem, rule).run();
                const Value value = valueOf(problem, schedule);
                if (!best || value < least) {
                    best = std::move(schedule);
                    least = value;
                }
            }
    return least.over > 0 ? oneByOne(problem) : *std::move(best);
}

} // namespace

// Hanayo (Liu, Cheng, Zhou, You: Hanayo, SC 2023): microbatches go down the ranks and back up, wave after wave, which
// is Chimera's order without a second copy of the weights. The waves are ordered along the clock. How many microbatches
// are on their way at once is tried out: the ranks' number is what one wave of the paper holds, up to twice that keeps
// the waves rolling. Where memory is short, fewer.
Result<Schedule> makeHanayo(const Plan& problem, const Choices&) {
    return bestGreedy(problem, problem.schedule.ranks(), {problem.costs}, {Liking::Backwards, Liking::FirstCome});
}

// Chimera (Li, Hoefler: Chimera, arXiv:2107.06925): two pipelines in opposite directions fill each other's bubbles.
// Half as many microbatches as ranks are on their way in each direction, and up to twice that where it pays; those that
// follow enter as others leave. The order is made along the clock of the paper's figures (BW as long as F, or twice as
// long) or of the real costs, whichever ends first; fewer are on their way where memory is short.
Result<Schedule> makeChimera(const Plan& problem, const Choices&) {
    const int ranks = problem.schedule.ranks();
    if (ranks % 2 != 0)
        return Error{say(phrase("refusal", "%1 needs an even number of ranks, not %2"), "Chimera", ranks), "ranks"};
    return bestGreedy(problem, ranks / 2, {figureClock(problem, 1), figureClock(problem, 2), problem.costs},
                      {Liking::Backwards, Liking::Deepest, Liking::FirstCome});
}

} // namespace lanewright
