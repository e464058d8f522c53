// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <benchmark/benchmark.h>

#include <algorithm>

using namespace lanewright;

namespace {

/// 1F1B with W right behind its B: the usual mix of F, B and W on `ranks` lanes. At least `ops` ops.
Schedule oneForwardOneBackward(int ranks, int ops) {
    const int microbatches = (ops + 3 * ranks - 1) / (3 * ranks);
    Schedule schedule{.placement = linear(ranks), .microbatches = microbatches};
    for (int rank = 0; rank < ranks; ++rank) {
        Row row;
        const auto add = [&](OpKind kind, int microbatch) {
            row.push_back({.op = {.kind = kind, .stage = rank, .microbatch = microbatch}});
        };
        const int ahead = std::min(ranks - rank, microbatches);
        for (int microbatch = 0; microbatch < ahead; ++microbatch)
            add(OpKind::F, microbatch);
        for (int microbatch = 0; microbatch < microbatches; ++microbatch) {
            add(OpKind::B, microbatch);
            add(OpKind::W, microbatch);
            if (microbatch + ahead < microbatches)
                add(OpKind::F, microbatch + ahead);
        }
        schedule.order.push_back(std::move(row));
    }
    return schedule;
}

void simulateOps(benchmark::State& state) {
    const Schedule schedule = oneForwardOneBackward(static_cast<int>(state.range(1)), static_cast<int>(state.range(0)));
    const Costs costs = uniform(schedule.stages(), {.forward = 3, .backwardInput = 4, .backwardWeight = 2}, 1);
    for (auto _ : state)
        benchmark::DoNotOptimize(simulate(schedule, costs));
    state.SetItemsProcessed(state.iterations() * opCount(schedule));
}
BENCHMARK(simulateOps)->ArgsProduct({{10'000, 100'000, 1'000'000}, {8, 64}})->Unit(benchmark::kMillisecond);

/// As a solver does it: into the same memory again.
void simulateOpsAgain(benchmark::State& state) {
    const Schedule schedule = oneForwardOneBackward(static_cast<int>(state.range(1)), static_cast<int>(state.range(0)));
    const Costs costs = uniform(schedule.stages(), {.forward = 3, .backwardInput = 4, .backwardWeight = 2}, 1);
    Timeline timeline;
    for (auto _ : state) {
        simulate(schedule, costs, timeline);
        benchmark::DoNotOptimize(timeline);
    }
    state.SetItemsProcessed(state.iterations() * opCount(schedule));
}
BENCHMARK(simulateOpsAgain)->ArgsProduct({{10'000, 100'000, 1'000'000}, {8, 64}})->Unit(benchmark::kMillisecond);

Plan planOf(int ranks, int ops) {
    Plan plan{.schedule = oneForwardOneBackward(ranks, ops)};
    plan.costs = uniform(ranks, {.forward = 3, .backwardInput = 4, .backwardWeight = 2}, 1);
    plan.memory = uniformMemory(ranks, ranks, {.forward = 4, .backwardInput = -3, .backwardWeight = -1}, 4 * ranks);
    return plan;
}

void measureOps(benchmark::State& state) {
    const Plan plan = planOf(static_cast<int>(state.range(1)), static_cast<int>(state.range(0)));
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    for (auto _ : state)
        benchmark::DoNotOptimize(measure(plan, timeline));
    state.SetItemsProcessed(state.iterations() * opCount(plan.schedule));
}
BENCHMARK(measureOps)->ArgsProduct({{10'000, 100'000}, {8, 64}})->Unit(benchmark::kMillisecond);

void validateOps(benchmark::State& state) {
    const Plan plan = planOf(static_cast<int>(state.range(1)), static_cast<int>(state.range(0)));
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    for (auto _ : state)
        benchmark::DoNotOptimize(validate(plan, timeline));
    state.SetItemsProcessed(state.iterations() * opCount(plan.schedule));
}
BENCHMARK(validateOps)->ArgsProduct({{10'000, 100'000}, {8, 64}})->Unit(benchmark::kMillisecond);

} // namespace
