// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/program/program.h"

#include <benchmark/benchmark.h>

#include <optional>
#include <string>

using namespace lanewright;

namespace {

/// The times of the 1.5B model of the Zero Bubble paper; the limit in hundredths of the memory of 1F1B.
Plan paperProblem(const benchmark::State& state) {
    UniformProblem numbers{.ranks = static_cast<int>(state.range(0)),
                           .microbatches = static_cast<int>(state.range(1)),
                           .timeUnit = TimeUnit::Ms,
                           .memoryUnit = MemoryUnit::B,
                           .forward = 18'522'000,
                           .backwardInput = 18'086'000,
                           .backwardWeight = 9'337'000,
                           .transfer = 601'000};
    numbers.memory = {.forward = 201'216, .backwardInput = -127'488, .backwardWeight = -73'728};
    numbers.memoryLimit = state.range(0) * state.range(2) * 201'216 / 100;
    return *problemOf(numbers);
}

/// Order, validation, sends and receives, and their proof: what stands between a problem and a run.
void wholeWay(benchmark::State& state, const std::string& generator) {
    const Plan problem = paperProblem(state);
    for (auto _ : state) {
        const Result<Plan> plan = generate(generator, problem);
        const auto programs = lower(*plan); // refuses what `validate` finds wrong
        if (!programs || !proveDeadlockFree(*programs, *plan))
            state.SkipWithError("the order does not run");
    }
}

void orderAlone(benchmark::State& state, const std::string& generator) {
    const Plan problem = paperProblem(state);
    for (auto _ : state)
        benchmark::DoNotOptimize(generate(generator, problem));
}

BENCHMARK_CAPTURE(wholeWay, zb_auto, "zb-auto")
    ->ArgNames({"p", "m", "limit%"})
    ->ArgsProduct({{32}, {256}, {75, 100, 130, 200}})
    ->Args({8, 24, 130})
    ->Args({64, 1024, 100})
    ->Args({64, 1024, 130})
    ->Args({64, 1024, 200})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(wholeWay, zbv, "zbv")
    ->ArgNames({"p", "m", "limit%"})
    ->Args({8, 24, 100})
    ->ArgsProduct({{32}, {256}, {75, 100, 150}})
    ->Args({64, 1024, 100})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(orderAlone, zb_auto, "zb-auto")
    ->ArgNames({"p", "m", "limit%"})
    ->Args({1024, 4096, 200})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

} // namespace
