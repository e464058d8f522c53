// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/simulate.h"

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

} // namespace

BENCHMARK_MAIN();
