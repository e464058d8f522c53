// SPDX-License-Identifier: Apache-2.0
#include "core/generate/list_schedule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace lanewright {

namespace {

constexpr Time kUnknown = std::numeric_limits<Time>::max();

struct WeightWay {
    WeightRule rule = WeightRule::Fit;
    int waitingPerStage = 0; ///< for `Steady`: W that may wait for every stage before
};

constexpr std::array kWeightWays = {WeightWay{WeightRule::Fit}, WeightWay{WeightRule::Steady, 1},
                                    WeightWay{WeightRule::Fill}, WeightWay{WeightRule::Steady, 2}};

struct Foresight {
    int patience = 0;
    int overrun = 0;
};

constexpr std::array kForesights = {Foresight{0, 0}, Foresight{4, 0}, Foresight{2, 0}, Foresight{0, 1}, Foresight{1, 0},
                                    Foresight{3, 0}, Foresight{2, 1}, Foresight{1, 3}, Foresight{2, 3}, Foresight{4, 1},
                                    Foresight{1, 1}, Foresight{0, 3}, Foresight{1, 2}};

std::vector<int> waitingOf(const Pipe& pipe, const WeightWay& way) {
    std::vector<int> waiting(pipe.size());
    for (int stage = 0; stage < pipe.size(); ++stage)
        waiting[stage] = way.waitingPerStage * stage;
    return waiting;
}

// The most microbatches in flight on each of the stages, by a line: of the first and the last stage, both rounded up.
struct Line {
    double first = 1;
    double last = 1;
};

std::vector<int> countsOf(const Pipe& pipe, const Line& line) {
    std::vector<int> counts(pipe.size());
    const int steps = std::max(1, pipe.size() - 1);
    for (int stage = 0; stage < pipe.size(); ++stage) {
        const double exact = line.first + (line.last - line.first) * stage / steps;
        // A hair below, so that what is whole but for rounding is not rounded up.
        counts[stage] = std::clamp(static_cast<int>(std::ceil(exact - 1e-9)), 1, std::max(1, pipe.inFlight(stage)));
    }
    return counts;
}

std::vector<Line> linesFor(const Pipe& pipe) {
    const double p = pipe.size();
    int most = 1;
    for (int stage = 0; stage < pipe.size(); ++stage)
        most = std::max(most, pipe.inFlight(stage));
    const double room = most;
    return {{p, 1},         {2 * p - 1, 1},       {room, room / p}, {p + 1, 2},          {p - 1, 0},
            {2 * p - 2, 0}, {2 * p, 2},           {room - 1, 1},    {p + 2, 3},          {2 * p + 2, 4},
            {room, room},   {room - 1, room - 1}, {p + 4, 5},       {1.5 * p, p / 2 + 1}};
}

} // namespace

std::vector<ListRule> listRules(const Pipe& pipe, int most) {
    std::vector<std::vector<int>> inFlights;
    for (const Line& line : linesFor(pipe))
        if (const std::vector<int> counts = countsOf(pipe, line);
            std::ranges::find(inFlights, counts) == inFlights.end())
            inFlights.push_back(counts);
    std::vector<ListRule> rules;
    for (const Foresight& foresight : kForesights)
        for (const std::vector<int>& inFlight : inFlights)
            for (const bool backwardFirst : {true, false})
                for (const WeightWay& way : kWeightWays) {
                    if (static_cast<int>(rules.size()) == most)
                        return rules;
                    // Fill looks at no gap, so nothing can overrun it.
                    if (way.rule == WeightRule::Fill && foresight.overrun > 0)
                        continue;
                    rules.push_back({.inFlight = inFlight,
                                     .waiting = waitingOf(pipe, way),
                                     .weights = way.rule,
                                     .backwardFirst = backwardFirst,
                                     .patience = foresight.patience,
                                     .overrun = foresight.overrun});
                }
    return rules;
}

ListScheduler::ListScheduler(const Pipe& pipe)
    : m_pipe(pipe), m_forwardEnd(static_cast<std::size_t>(pipe.size()) * pipe.microbatches),
      m_backwardEnd(m_forwardEnd.size()) {}

void ListScheduler::build(const ListRule& rule, PipeWords& words) {
    m_rule = &rule;
    m_stages.assign(m_pipe.size(), {});
    for (int stage = 0; stage < m_pipe.size(); ++stage)
        m_stages[stage].end = words.of(stage);
    m_wakes.clear();
    wake(0, 0);
    while (!m_wakes.empty()) {
        std::ranges::pop_heap(m_wakes, std::greater<>{});
        const Wake next = m_wakes.back();
        m_wakes.pop_back();
        serve(next.stage, next.time);
    }
}

void ListScheduler::wake(Time time, int stage) {
    m_wakes.push_back({time, stage});
    std::ranges::push_heap(m_wakes, std::greater<>{});
}

void ListScheduler::serve(int stage, Time now) {
    OpKind kind = OpKind::F;
    if (m_stages[stage].free <= now && takes(stage, now, kind))
        run(stage, kind, now);
}

std::size_t ListScheduler::at(int stage, int microbatch) const {
    return static_cast<std::size_t>(stage) * m_pipe.microbatches + microbatch;
}

// When the activation for the next F is there, as far as that is known.
Time ListScheduler::activationAt(int stage) const {
    const int next = m_stages[stage].forwards;
    if (next == m_pipe.microbatches)
        return kUnknown;
    if (stage == 0)
        return 0;
    if (m_stages[stage - 1].forwards <= next)
        return kUnknown;
    return m_forwardEnd[at(stage - 1, next)] + m_pipe.stages[stage - 1].down;
}

Time ListScheduler::gradientAt(int stage) const {
    const int next = m_stages[stage].backwards;
    if (next == m_stages[stage].forwards)
        return kUnknown;
    if (stage + 1 == m_pipe.size())
        return m_forwardEnd[at(stage, next)];
    if (m_stages[stage + 1].backwards <= next)
        return kUnknown;
    return m_backwardEnd[at(stage + 1, next)] + m_pipe.stages[stage].up;
}

// Whether the rule lets another microbatch in.
bool ListScheduler::mayForward(int stage) const {
    const Stage& own = m_stages[stage];
    return own.forwards - own.backwards < m_rule->inFlight[stage];
}

// The op to start now, if there is one.
bool ListScheduler::takes(int stage, Time now, OpKind& kind) const {
    const Stage& own = m_stages[stage];
    const PipeStage& costs = m_pipe.stages[stage];
    const Time activation = mayForward(stage) ? activationAt(stage) : kUnknown;
    const Time gradient = gradientAt(stage);
    const bool waits = own.weights < own.backwards;
    if (m_rule->weights == WeightRule::Steady && own.backwards - own.weights > m_rule->waiting[stage]) {
        kind = OpKind::W;
        return true;
    }
    if (gradient <= now && (m_rule->backwardFirst || activation > now)) {
        kind = own.held > costs.room ? OpKind::W : OpKind::B;
        return kind == OpKind::B || waits;
    }
    const bool leavesOut =
        gradient > now && gradient != kUnknown && 4 * (gradient - now) < m_rule->patience * costs.forward;
    if (activation <= now && !leavesOut && (waits || own.held + costs.forwardMemory <= costs.room)) {
        kind = own.held + costs.forwardMemory > costs.room ? OpKind::W : OpKind::F;
        return true;
    }
    if (gradient <= now) {
        kind = OpKind::B;
        return true;
    }
    kind = OpKind::W;
    return waits && takesWeight(stage, now, std::min(activation, gradient));
}

// Whether the stage, with nothing else to run, runs a W though it could wait for what comes next.
bool ListScheduler::takesWeight(int stage, Time now, Time next) const {
    if (m_stages[stage].backwards == m_pipe.microbatches)
        return true;
    switch (m_rule->weights) {
    case WeightRule::Fill: return true;
    case WeightRule::Fit:
    case WeightRule::Steady:
        return next == kUnknown || 4 * (next - now) >= (4 - m_rule->overrun) * m_pipe.stages[stage].weight;
    }
    return true;
}

void ListScheduler::run(int stage, OpKind kind, Time now) {
    const PipeStage& costs = m_pipe.stages[stage];
    Stage& own = m_stages[stage];
    *own.end++ = kind;
    if (kind == OpKind::F) {
        own.free = m_forwardEnd[at(stage, own.forwards++)] = now + costs.forward;
        own.held += costs.forwardMemory;
        if (stage + 1 < m_pipe.size())
            wake(own.free + costs.down, stage + 1);
    } else if (kind == OpKind::B) {
        own.free = m_backwardEnd[at(stage, own.backwards++)] = now + costs.backward;
        own.held += costs.backwardMemory;
        if (stage > 0)
            wake(own.free + m_pipe.stages[stage - 1].up, stage - 1);
    } else {
        own.free = now + costs.weight;
        own.held += costs.weightMemory;
        ++own.weights;
    }
    wake(own.free, stage);
}

} // namespace lanewright
