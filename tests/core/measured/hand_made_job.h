// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/model/run.h"
#include "core/simulate/replay.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

/// Jobs whose causes of lost time are known, because somebody put them there.
namespace lanewright::test {

constexpr Time kMs = 1'000'000;

/// An op in a job of several replicas and steps.
struct Place {
    int replica = 0;
    int step = 0;
    int rank = 0;
    Op op = {};
};

struct HandMade {
    const char* generator = "1f1b";
    int ranks = 4;
    int microbatches = 8;
    int replicas = 1;
    int steps = 3;
    /// How many times longer than its 20 ms (F) or 40 ms (BW) an op takes.
    std::function<double(const Place&)> factor = [](const Place&) { return 1.0; };
    /// How long the op does nothing once it could start.
    std::function<Time(const Place&)> late = [](const Place&) { return Time{0}; };
    Transfers transfer = {.every = kMs};
};

inline Plan planOf(const HandMade& job) {
    Plan problem = *problemOf({.ranks = job.ranks, .microbatches = job.microbatches});
    problem.timeUnit = TimeUnit::Ms;
    for (StageCosts& stage : problem.costs.stages.front())
        stage = {.forward = 20 * kMs, .backwardInput = 20 * kMs, .backwardWeight = 20 * kMs};
    Plan plan = *generate(job.generator, problem, {});
    plan.costs.transfer = job.transfer;
    return plan;
}

/// A late op is an op that is longer by that in the replay and shorter again in the record.
inline StepRecord stepOf(const HandMade& job, const Plan& plan, int replica, int step) {
    Replay::Begin begin;
    std::vector<std::vector<Time>> late;
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
        begin.lengths.emplace_back();
        late.emplace_back();
        for (const Block& block : plan.schedule.order[rank]) {
            const Place place{replica, step, rank, block.op};
            const auto usual = static_cast<double>(durationOf(plan.schedule, plan.costs, block));
            late.back().push_back(job.late(place));
            begin.lengths.back().push_back(static_cast<Time>(usual * job.factor(place)) + late.back().back());
        }
    }
    StepRecord record{.step = step, .start = step * 10'000 * kMs, .wall = Replay(plan.schedule, plan.costs).run(begin)};
    for (std::size_t rank = 0; rank < late.size(); ++rank)
        for (std::size_t at = 0; at < late[rank].size(); ++at)
            record.wall.lanes[rank][at].start += late[rank][at];
    return record;
}

inline Run runOf(const HandMade& job, const Plan& plan) {
    Run run{.plan = plan};
    run.recorder.emplace().name = "test";
    for (int replica = 0; replica < job.replicas; ++replica) {
        std::vector<StepRecord> steps;
        for (int step = 1; step <= job.steps; ++step)
            steps.push_back(stepOf(job, plan, replica, step));
        if (replica == 0)
            run.steps = std::move(steps);
        else
            run.replicas.push_back({.replica = replica, .steps = std::move(steps)});
    }
    return run;
}

inline Run runOf(const HandMade& job) { return runOf(job, planOf(job)); }

/// How long a step takes, when nothing is late.
inline double makespanOf(const HandMade& job) {
    const Plan plan = planOf(job);
    Time longest = 0;
    for (int replica = 0; replica < job.replicas; ++replica)
        longest = std::max(longest, extentOf(stepOf(job, plan, replica, 1).wall).length());
    return static_cast<double>(longest);
}

} // namespace lanewright::test
