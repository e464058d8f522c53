// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/iteration_time.h"

#include "core/model/block_ops.h"
#include "core/simulate/replay.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

class IterationTiming {
public:
    IterationTiming(const Plan& plan, const Timeline& timeline)
        : m_schedule(plan.schedule), m_lanes(timeline.lanes), m_latency(plan.costs.links == Links::Latency),
          m_end(iterationEndOf(plan)), m_replay(plan.schedule, plan.costs) {}

    Fraction synchronous() {
        const int ranks = m_end.ranks();
        std::vector<Time> free(ranks);
        for (int rank = 0; rank < ranks; ++rank)
            free[rank] = m_end.freeAfter(rank);
        if (const std::optional<Time> shift = commonShift(free))
            return {*shift + wholeNorm(planned()), 1};
        return {wholeNorm(ends({.free = free, .firstBackward = {}, .lengths = {}}, free)), 1};
    }

    std::optional<Fraction> postValidated() {
        if (const std::optional<Time> own = longestOwn())
            return Fraction{*own, 1};
        if (!mayLookFromEach(m_schedule, m_lanes.size() + 1))
            return {};
        return largestCycleMean(paths());
    }

private:
    bool isEmpty(int rank) const { return m_lanes[rank].empty(); }
    /// When the rank must be free for its first block to start as it does in the timeline.
    Time beginOf(int rank) const { return m_lanes[rank].front().start - m_schedule.order[rank].front().gap; }

    /// The ends of the timeline; of a rank without blocks 0.
    std::vector<Time> planned() const {
        std::vector<Time> ends(m_lanes.size(), 0);
        for (std::size_t rank = 0; rank < ends.size(); ++rank)
            if (!m_lanes[rank].empty())
                ends[rank] = m_lanes[rank].back().end;
        return ends;
    }

    /// A rank without blocks ends when it is free.
    std::vector<Time> ends(const Replay::Begin& begin, const std::vector<Time>& free) {
        std::vector<Time> found = m_replay.ends(begin);
        for (std::size_t rank = 0; rank < found.size(); ++rank)
            if (m_schedule.order[rank].empty())
                found[rank] = free[rank];
        return found;
    }

    /// When the last rank knows the norm of all.
    Time wholeNorm(const std::vector<Time>& ends) const {
        Time norm = Replay::kNever;
        for (int rank = 0; rank < m_end.ranks(); ++rank)
            norm = std::max(norm, ends[rank] + m_end.normDelay[rank]);
        return norm;
    }

    /// By how much later everything happens when the ranks are free from then on and not from 0: so it is where those
    /// that start without waiting are free at the same time, and no other is free too late for what it starts with.
    std::optional<Time> commonShift(const std::vector<Time>& free) const {
        std::optional<Time> shift;
        for (int rank = 0; rank < m_end.ranks() && m_latency; ++rank) {
            if (isEmpty(rank))
                return {};
            if (beginOf(rank) > 0)
                continue;
            if (shift && *shift != free[rank])
                return {};
            shift = free[rank];
        }
        for (int rank = 0; rank < m_end.ranks() && shift; ++rank)
            if (free[rank] > *shift + beginOf(rank))
                return {};
        return shift;
    }

    /// The largest (own span + step), where iterations can follow each other at that distance with every block at the
    /// same place in its own: then nothing is lost.
    std::optional<Time> longestOwn() {
        Time longest = -1;
        int rank = -1;
        for (int other = 0; other < m_end.ranks(); ++other) {
            if (isEmpty(other))
                return {};
            const Time own = m_lanes[other].back().end - beginOf(other) + m_end.step[other];
            if (own > longest) {
                longest = own;
                rank = other;
            }
        }
        if (rank < 0 || !canRepeatAt(longest))
            return {};
        std::vector<Time> free(m_end.ranks(), Replay::kNever);
        free[rank] = 0;
        const Time end = m_replay.ends({.free = std::move(free), .firstBackward = {}, .lengths = {}})[rank];
        return end + m_end.step[rank] == longest ? std::optional(longest) : std::nullopt;
    }

    bool canRepeatAt(Time period) const {
        Time norm = Replay::kNever;
        for (int rank = 0; rank < m_end.ranks(); ++rank) {
            norm = std::max(norm, m_lanes[rank].back().end + m_end.normDelay[rank]);
            if (norm - m_end.normDelay[rank] + m_end.step[rank] > beginOf(rank) + period)
                return false;
        }
        for (int rank = 0; rank < m_end.ranks(); ++rank) {
            const Row& row = m_schedule.order[rank];
            const auto first = std::ranges::find_if(row, holdsBackward<Block>);
            if (first != row.end() &&
                m_lanes[rank][first - row.begin()].start < norm - period + m_end.decisionDelay[rank])
                return false;
        }
        return true;
    }

    /// From the moment each rank is free (the last node: from the norm of all) to the same of the next iteration.
    std::vector<std::vector<Time>> paths() {
        const int ranks = m_end.ranks();
        std::vector<std::vector<Time>> paths;
        for (int from = 0; from <= ranks; ++from) {
            Replay::Begin begin{.free = std::vector<Time>(ranks, Replay::kNever)};
            if (from < ranks)
                begin.free[from] = 0;
            else
                begin.firstBackward = m_end.decisionDelay;
            const std::vector<Time> ended = ends(begin, begin.free);
            std::vector<Time>& row = paths.emplace_back();
            Time norm = kNoPath;
            for (int to = 0; to < ranks; ++to) {
                if (ended[to] > Replay::kNever / 2)
                    norm = std::max(norm, ended[to] + m_end.normDelay[to]);
                row.push_back(norm > kNoPath ? norm - m_end.normDelay[to] + m_end.step[to] : kNoPath);
            }
            row.push_back(norm);
        }
        return paths;
    }

    const Schedule& m_schedule;
    const std::vector<Lane>& m_lanes;
    bool m_latency;
    IterationEnd m_end;
    Replay m_replay;
};

bool canRepeat(const Plan& plan, const Timeline& timeline) {
    const auto rows = static_cast<int>(plan.schedule.order.size());
    return rows > 0 && rows == plan.schedule.ranks() && reachesEnd(plan.schedule, timeline);
}

} // namespace

std::vector<Time> stepTimes(const Plan& plan) {
    std::vector<Time> steps(plan.schedule.ranks(), 0);
    const Placement& placement = plan.schedule.placement;
    for (int direction = 0; direction < static_cast<int>(placement.directions.size()); ++direction)
        for (int stage = 0; stage < placement.stages(); ++stage) {
            const StageCosts& cost = plan.costs.of(direction, stage);
            steps[placement.rankOf(direction, stage)] += cost.optimizer + cost.allReduce;
        }
    return steps;
}

IterationEnd iterationEndOf(const Plan& plan) {
    const Transfers& transfer = plan.costs.transfer;
    const int ranks = plan.schedule.ranks();
    IterationEnd end{.normDelay = std::vector<Time>(ranks, 0),
                     .decisionDelay = std::vector<Time>(ranks, 0),
                     .step = stepTimes(plan)};
    for (int rank = ranks - 2; rank >= 0; --rank) {
        end.normDelay[rank] = end.normDelay[rank + 1] + transfer.between(rank, rank + 1);
        end.decisionDelay[rank] = end.decisionDelay[rank + 1] + transfer.between(rank + 1, rank);
    }
    return end;
}

IterationTimes iterationTimesOf(const Plan& plan, const Timeline& timeline) {
    if (!canRepeat(plan, timeline))
        return {};
    IterationTiming timing(plan, timeline);
    return {.synchronous = timing.synchronous(), .postValidated = timing.postValidated()};
}

std::optional<Fraction> iterationTimeOf(const Plan& plan, const Timeline& timeline, OptimizerMode mode) {
    if (!canRepeat(plan, timeline))
        return {};
    IterationTiming timing(plan, timeline);
    switch (mode) {
    case OptimizerMode::Synchronous: return timing.synchronous();
    case OptimizerMode::PostValidated: return timing.postValidated();
    }
    return {};
}

} // namespace lanewright
