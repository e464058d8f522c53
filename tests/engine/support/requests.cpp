// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/requests.h"

#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "engine/cpu/in_process.h"
#include "engine/gpt/counter_random.h"
#include "engine/run/request_check.h"

#include <gtest/gtest.h>

#include <set>

namespace lanewright::engine::test {

namespace {

/// Every op that the plan's schedule must hold.
std::vector<Op> allOps(const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    std::vector<Op> ops;
    for (int stage = 0; stage < schedule.stages(); ++stage)
        for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch) {
            const auto add = [&](OpKind kind, int part = 0) {
                ops.push_back({.kind = kind, .part = part, .stage = stage, .microbatch = microbatch});
            };
            add(OpKind::F);
            if (plan.costs.recomputes(schedule.direction(microbatch), stage))
                add(OpKind::R);
            add(OpKind::B);
            for (int part = 0; part < plan.costs.weightParts; ++part)
                add(OpKind::W, part);
        }
    return ops;
}

std::vector<Span> spansOf(const Seen& seen, int step, int rank, bool virtualTime) {
    std::vector<Span> spans;
    for (const lanewright::Event& event : seen.events)
        if (const auto* const batch = std::get_if<SpansEvent>(&event);
            batch != nullptr && batch->step == step && batch->rank == rank) {
            const std::vector<Span>& from = virtualTime ? batch->virtualTime : batch->wall;
            spans.insert(spans.end(), from.begin(), from.end());
        }
    return spans;
}

} // namespace

ModelSpec smallModel() {
    return {.layers = 4, .width = 32, .heads = 4, .context = 16, .vocabulary = 256, .batch = 2, .seed = 3};
}

Plan planOf(std::string_view generator, int ranks, int microbatches, Time each, Time transfer) {
    const Result<Plan> problem = problemOf({.ranks = ranks,
                                            .microbatches = microbatches,
                                            .forward = each,
                                            .backwardInput = each,
                                            .backwardWeight = each,
                                            .transfer = transfer});
    EXPECT_TRUE(problem);
    const Result<Plan> plan = generate(generator, *problem);
    EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
    return plan ? *plan : *problem;
}

Plan shuffled(Plan plan, std::uint64_t seed) {
    Schedule& schedule = plan.schedule;
    schedule.order.assign(static_cast<std::size_t>(schedule.ranks()), {});
    std::vector<Op> waiting = allOps(plan);
    std::set<Value> there;
    for (std::uint64_t turn = 0; !waiting.empty(); ++turn) {
        std::vector<std::size_t> ready;
        for (std::size_t at = 0; at < waiting.size(); ++at) {
            const Op& op = waiting[at];
            const bool recomputes = plan.costs.recomputes(schedule.direction(op.microbatch), op.stage);
            bool canRun = true;
            for (const Value& value : needsOf(op, schedule.stages(), recomputes))
                canRun = canRun && there.contains(value);
            if (canRun)
                ready.push_back(at);
        }
        const std::size_t chosen = ready[randomAt(seed, turn) % ready.size()];
        const Op op = waiting[chosen];
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(chosen));
        schedule.order[static_cast<std::size_t>(schedule.rankOf(op))].push_back({.op = op});
        const bool recomputes = plan.costs.recomputes(schedule.direction(op.microbatch), op.stage);
        for (const Value& value : yieldsOf(op, schedule.stages(), recomputes))
            there.insert(value);
    }
    return plan;
}

Plan bothWays(int ranks, int microbatches) {
    Plan plan;
    plan.schedule.placement = linear(ranks);
    std::vector<int> back(plan.schedule.placement.directions[0].rbegin(), plan.schedule.placement.directions[0].rend());
    plan.schedule.placement.directions.push_back(std::move(back));
    plan.schedule.microbatches = microbatches;
    plan.costs = uniform(ranks, {.forward = kTimeUnit, .backwardInput = kTimeUnit, .backwardWeight = kTimeUnit});
    plan.memory = uniformMemory(ranks, ranks, {});
    return shuffled(std::move(plan), 11);
}

Plan bothWaysOnOneRank(int stages, int microbatches, const std::vector<int>& directionOf) {
    Plan plan = bothWays(stages, microbatches);
    plan.schedule.directionOf = directionOf;
    plan.schedule.placement = {.ranks = 1, .directions = {std::vector<int>(stages, 0), std::vector<int>(stages, 0)}};
    plan.memory = uniformMemory(stages, 1, {});
    return shuffled(std::move(plan), 12);
}

RunRequest requestOf(const Plan& plan) {
    RunRequest request{.plan = plan, .model = smallModel()};
    Result<std::vector<Program>> programs = lower(plan);
    EXPECT_TRUE(programs) << (programs ? "" : programs.error().message);
    if (programs)
        request.programs = *std::move(programs);
    return request;
}

Timeline Seen::wall(int step, int ranks) const {
    Timeline timeline;
    for (int rank = 0; rank < ranks; ++rank)
        timeline.lanes.push_back(spansOf(*this, step, rank, false));
    return timeline;
}

Timeline Seen::virtualTime(int step, int ranks) const {
    Timeline timeline;
    for (int rank = 0; rank < ranks; ++rank)
        timeline.lanes.push_back(spansOf(*this, step, rank, true));
    return timeline;
}

const FailedEvent* Seen::failure() const {
    for (const lanewright::Event& event : events)
        if (const auto* const failed = std::get_if<FailedEvent>(&event))
            return failed;
    return nullptr;
}

const DoneEvent* Seen::done() const {
    for (const lanewright::Event& event : events)
        if (const auto* const done = std::get_if<DoneEvent>(&event))
            return done;
    return nullptr;
}

Seen seenIn(std::vector<lanewright::Event> events) {
    Seen seen{.events = std::move(events)};
    for (const lanewright::Event& event : seen.events)
        if (const auto* const step = std::get_if<StepEvent>(&event))
            seen.losses.push_back(step->loss);
    if (const DoneEvent* const done = seen.done()) {
        seen.hash = done->weightsHash;
        seen.gradients = done->gradientsHash;
    }
    return seen;
}

Seen runHere(const RunRequest& request) {
    const Result<Done> checked = checkRequest(request, true);
    EXPECT_TRUE(checked) << (checked ? "" : checked.error().message);
    const Result<Corpus> corpus = corpusFor(request);
    EXPECT_TRUE(corpus);
    if (!checked || !corpus)
        return {};
    std::vector<lanewright::Event> events;
    {
        Reporter reporter([&](const lanewright::Event& event) { events.push_back(event); });
        const StopFlags stopFlags;
        runInProcess(request, *corpus, reporter, stopFlags);
    }
    return seenIn(std::move(events));
}

} // namespace lanewright::engine::test
