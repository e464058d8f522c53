// SPDX-License-Identifier: Apache-2.0
// What the engine costs beside its kernels: a model so small that an op takes a microsecond, run with and without the
// runtime around it; and values that go from rank to rank without any op. Times are of the processor.
#include "engine/channel/local_channel.h"
#include "engine/gpt/stage.h"
#include "tests/engine/support/requests.h"

#include <benchmark/benchmark.h>

#include <ctime>
#include <numeric>

namespace {

using namespace lanewright;
using namespace lanewright::engine;
using namespace lanewright::engine::test;

constexpr int kMicrobatches = 500;
constexpr int kSteps = 8;
const ModelSpec kNothing{.layers = 0, .width = 1, .heads = 1, .context = 1, .vocabulary = 256, .batch = 1, .seed = 1};

double cpuSeconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds of one step: a long run less a short one.
double secondsOfAStep(RunRequest request) {
    const auto timed = [&](int steps) {
        request.steps = steps;
        const double start = cpuSeconds();
        benchmark::DoNotOptimize(runHere(request));
        return cpuSeconds() - start;
    };
    const double brief = timed(1);
    return (timed(1 + kSteps) - brief) / kSteps;
}

RunRequest requestFor(int ranks, bool spans) {
    RunRequest request = requestOf(planOf("zb-h1", ranks, kMicrobatches));
    request.model = kNothing;
    request.spans = spans;
    return request;
}

/// F, B and W straight from a loop: what the kernels cost.
void stagesAlone(benchmark::State& state) {
    const int stages = static_cast<int>(state.range(0));
    const Corpus corpus = *Corpus::make(builtInText(), kNothing, 1);
    RankMemory memory(kNothing, 10'000, corpus);
    std::vector<int> microbatches(kMicrobatches);
    std::iota(microbatches.begin(), microbatches.end(), 0);
    std::vector<std::unique_ptr<Stage>> all;
    for (int stage = 0; stage < stages; ++stage)
        all.push_back(std::make_unique<Stage>(kNothing,
                                              StageSettings{.shape = shapeOf(kNothing, stages, stage),
                                                            .microbatches = microbatches,
                                                            .allMicrobatches = kMicrobatches},
                                              memory));
    float number = 0;
    const Tensor value{&number, 1, 1};
    for (auto _ : state) {
        const double start = cpuSeconds();
        for (const auto& stage : all) {
            stage->beginStep(0);
            stage->beginGradients();
            for (const int microbatch : microbatches) {
                stage->forward(microbatch, value, value);
                stage->backwardInput(microbatch, value, value);
                stage->backwardWeights(microbatch);
            }
        }
        state.SetIterationTime(cpuSeconds() - start);
    }
    state.counters["per_op"] = benchmark::Counter(
        3.0 * stages * kMicrobatches, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// The same ops with the runtime around them.
void wholeRuntime(benchmark::State& state) {
    const int ranks = static_cast<int>(state.range(0));
    const RunRequest request = requestFor(ranks, state.range(1) != 0);
    for (auto _ : state)
        state.SetIterationTime(secondsOfAStep(request));
    state.counters["per_op"] = benchmark::Counter(
        3.0 * ranks * kMicrobatches, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// One value posted, sent, taken in and forgotten, between two ranks of one process.
void localMessage(benchmark::State& state) {
    const std::int64_t numbers = state.range(0);
    LocalNetwork network(2);
    LocalChannel sender(network, 0);
    LocalChannel receiver(network, 1);
    sender.reserve({.transfers = 2, .outgoing = 1});
    receiver.reserve({.transfers = 2, .incoming = 1});
    engine::TensorMessage slot(1, numbers);
    auto message = std::make_unique<engine::TensorMessage>(1, numbers);
    for (auto _ : state) {
        receiver.post(1, 0, slot);
        message->header() = {.transfer = 1};
        sender.send(1, std::move(message));
        receiver.progress();
        receiver.forget(1);
        sender.progress();
        message = sender.spare();
    }
    state.SetBytesProcessed(state.iterations() * numbers * 4);
}

BENCHMARK(stagesAlone)->Arg(1)->Arg(2)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(wholeRuntime)
    ->ArgNames({"ranks", "spans"})
    ->Args({1, 0})
    ->Args({1, 1})
    ->Args({2, 0})
    ->Args({2, 1})
    ->UseManualTime()
    ->Iterations(5)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(localMessage)->Arg(1)->Arg(1 << 12)->Arg(1 << 17)->Arg(1 << 20);

} // namespace
