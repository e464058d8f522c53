// SPDX-License-Identifier: Apache-2.0
#include "core/generate/pipe.h"

#include "core/generate/one_chunk.h"

#include <algorithm>

namespace lanewright {

int Pipe::inFlight(int stage) const {
    const PipeStage& own = stages[stage];
    if (!own.limited() || own.forwardMemory <= 0)
        return microbatches;
    return static_cast<int>(std::clamp<Bytes>(own.room / own.forwardMemory, 0, microbatches));
}

Pipe pipeOf(const Plan& problem) {
    const Placement& placement = problem.schedule.placement;
    Pipe pipe{.microbatches = problem.schedule.microbatches};
    for (int stage = 0; stage < placement.stages(); ++stage) {
        const StageCosts& costs = problem.costs.of(0, stage);
        const StageMemory& memory = problem.memory.of(0, stage);
        const int rank = placement.rankOf(0, stage);
        const Bytes recompute = costs.recompute ? memory.recompute : 0;
        PipeStage own{.forward = costs.forward,
                      .backward = costs.backwardInput + costs.recompute.value_or(0),
                      .weight = costs.backwardWeight,
                      .forwardMemory = memory.forward,
                      .backwardMemory = memory.backwardInput + recompute,
                      .weightMemory = memory.backwardWeight,
                      .recomputeMemory = recompute};
        if (stage + 1 < placement.stages()) {
            const int next = placement.rankOf(0, stage + 1);
            own.down = problem.costs.transfer.between(rank, next);
            own.up = problem.costs.transfer.between(next, rank);
        }
        if (const std::optional<Bytes> limit = problem.memory.limitOf(rank))
            own.room = std::clamp(*limit, -PipeStage::kNoLimit, PipeStage::kNoLimit) - recompute;
        pipe.stages.push_back(own);
    }
    return pipe;
}

PipeWords emptyWords(const Pipe& pipe) {
    PipeWords words{.length = 3 * pipe.microbatches};
    words.letters.resize(static_cast<std::size_t>(words.length) * pipe.size());
    return words;
}

Schedule scheduleOf(const Plan& problem, const PipeWords& words) {
    return writeStages(problem, [&](StageWriter& row, int stage) {
        for (int i = 0; i < words.length; ++i) {
            const OpKind kind = words.of(stage)[i];
            if (kind == OpKind::F)
                row.forward();
            else if (kind == OpKind::B)
                row.backward();
            else
                row.weight();
        }
    });
}

WordsTimer::WordsTimer(const Pipe& pipe)
    : m_pipe(pipe), m_forwardEnd(static_cast<std::size_t>(pipe.size()) * pipe.microbatches),
      m_backwardEnd(m_forwardEnd.size()) {}

std::optional<WordsCost> WordsTimer::operator()(const PipeWords& words) {
    m_progress.assign(m_pipe.size(), {});
    m_runnable.clear();
    for (int stage = m_pipe.size() - 1; stage >= 0; --stage)
        m_runnable.push_back(stage);
    while (!m_runnable.empty()) {
        const int stage = m_runnable.back();
        m_runnable.pop_back();
        run(words, stage);
    }
    if (!fits())
        return {};
    WordsCost cost;
    for (const Progress& own : m_progress) {
        cost.longestSpan = std::max(cost.longestSpan, own.free - own.first);
        cost.peak = std::max(cost.peak, own.peak);
        // The first F of stage 0 starts at 0, and nothing starts before it.
        cost.makespan = std::max(cost.makespan, own.free);
    }
    return cost;
}

bool WordsTimer::fits() const {
    for (int stage = 0; stage < m_pipe.size(); ++stage)
        if (m_progress[stage].peak > m_pipe.stages[stage].room + m_pipe.stages[stage].recomputeMemory)
            return false;
    return true;
}

// When the value that the stage's next op of this kind needs from a neighbour is there; negative: not made yet.
Time WordsTimer::arrival(int stage, OpKind kind) const {
    const Progress& own = m_progress[stage];
    const auto at = [&](int other, int microbatch) {
        return static_cast<std::size_t>(other) * m_pipe.microbatches + microbatch;
    };
    if (kind == OpKind::F && stage > 0) {
        const int microbatch = own.done[0];
        return m_progress[stage - 1].done[0] <= microbatch
                   ? -1
                   : m_forwardEnd[at(stage - 1, microbatch)] + m_pipe.stages[stage - 1].down;
    }
    if (kind == OpKind::B && stage + 1 < m_pipe.size()) {
        const int microbatch = own.done[1];
        return m_progress[stage + 1].done[1] <= microbatch
                   ? -1
                   : m_backwardEnd[at(stage + 1, microbatch)] + m_pipe.stages[stage].up;
    }
    return 0;
}

void WordsTimer::run(const PipeWords& words, int stage) {
    const PipeStage& costs = m_pipe.stages[stage];
    Progress& own = m_progress[stage];
    const OpKind* word = words.of(stage);
    const std::size_t base = static_cast<std::size_t>(stage) * m_pipe.microbatches;
    bool forwards = false;
    bool backwards = false;
    for (; own.position < words.length; ++own.position) {
        const OpKind kind = word[own.position];
        const Time there = arrival(stage, kind);
        if (there < 0)
            break;
        const Time start = std::max(own.free, there);
        if (own.position == 0)
            own.first = start;
        if (kind == OpKind::F) {
            own.free = m_forwardEnd[base + own.done[0]++] = start + costs.forward;
            own.held += costs.forwardMemory;
            forwards = true;
        } else if (kind == OpKind::B) {
            own.free = m_backwardEnd[base + own.done[1]++] = start + costs.backward;
            own.peak = std::max(own.peak, own.held + costs.recomputeMemory);
            own.held += costs.backwardMemory;
            backwards = true;
        } else {
            own.free = start + costs.weight;
            own.held += costs.weightMemory;
        }
        own.peak = std::max(own.peak, own.held);
    }
    if (forwards && stage + 1 < m_pipe.size())
        m_runnable.push_back(stage + 1);
    if (backwards && stage > 0)
        m_runnable.push_back(stage - 1);
}

namespace {

// From the end of a microbatch's F on the stage to the earliest start of its B there.
std::vector<Time> roundTrips(const Pipe& pipe) {
    std::vector<Time> trips(pipe.size());
    for (int stage = pipe.size() - 2; stage >= 0; --stage) {
        const PipeStage& next = pipe.stages[stage + 1];
        const PipeStage& own = pipe.stages[stage];
        trips[stage] = trips[stage + 1] + next.forward + next.backward + own.down + own.up;
    }
    return trips;
}

// The most work a stage can have at hand while the last microbatch is on its way: `flying` whose B are to come, that
// one included, and as many W waiting as there is room for.
Time workAtHand(const PipeStage& own, int microbatches) {
    Time most = 0;
    for (int flying = 1; flying <= microbatches; ++flying) {
        const Bytes left = own.room - flying * own.forwardMemory;
        if (left < 0)
            break;
        Bytes waiting = microbatches - flying;
        if (own.weightMemory < 0)
            waiting = std::min(waiting, left / -own.weightMemory);
        most = std::max(most, (flying - 1) * (own.backward + own.weight) + waiting * own.weight);
    }
    return most;
}

// W's that have to run before the last B for lack of room.
Time forcedWeights(const PipeStage& own, int microbatches) {
    if (!own.limited() || own.weightMemory >= 0)
        return 0;
    const Bytes kept = (own.room + own.recomputeMemory) / -own.weightMemory;
    return std::max<Bytes>(0, microbatches - kept) * own.weight;
}

} // namespace

Time leastLongestSpan(const Pipe& pipe) {
    const std::vector<Time> trips = roundTrips(pipe);
    const int microbatches = pipe.microbatches;
    std::vector<Time> head(pipe.size());
    Time least = 0;
    for (int stage = 0; stage < pipe.size(); ++stage) {
        const PipeStage& own = pipe.stages[stage];
        const int flying = pipe.inFlight(stage);
        head[stage] = std::max<Time>(0, trips[stage] - std::max(0, flying - 1) * own.forward);
        const Time tail = std::max<Time>(0, trips[stage] - workAtHand(own, microbatches));
        const Time idle = flying < microbatches ? head[stage] + tail : std::max(head[stage], tail);
        least = std::max(least, microbatches * own.work() + idle);
    }
    for (int first = 0; first < pipe.size(); ++first)
        for (int other = first; other < pipe.size(); ++other) {
            const PipeStage& own = pipe.stages[other];
            least =
                std::max(least, trips[first] - trips[other] + pipe.stages[first].forward + pipe.stages[first].backward -
                                    own.forward - own.backward + microbatches * (own.forward + own.backward) +
                                    forcedWeights(own, microbatches) + head[other] + pipe.stages[first].weight);
        }
    return least;
}

} // namespace lanewright
