// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/device_runs.h"

#include "core/edit/replicate.h"

#include "engine/channel/local_channel.h"
#include "engine/gpt/counter_random.h"
#include "engine/gpu/device_run.h"
#include "engine/gpu/enqueue_target.h"
#include "engine/run/request_check.h"
#include "tests/engine/support/fake_links.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <thread>

namespace lanewright::engine::test {

ModelSpec tinyModel() {
    return {.layers = 4, .width = 8, .heads = 2, .context = 8, .vocabulary = 256, .batch = 1, .seed = 3};
}

RunRequest tinyRequest(const Plan& plan, Precision precision) {
    RunRequest request = requestOf(plan);
    request.model = tinyModel();
    request.precision = precision;
    request.steps = 2;
    return request;
}

Plan oneLane(int stages, int microbatches) {
    Plan plan = planOf("1f1b", stages, microbatches);
    plan.schedule.placement = looped(1, stages);
    plan.memory = uniformMemory(stages, 1, {});
    return shuffled(std::move(plan), 4);
}

Plan drawnPlan(std::uint64_t seed) {
    const int stages = 2 + static_cast<int>(randomAt(seed, 100) % 4);
    const int microbatches = 2 * (1 + static_cast<int>(randomAt(seed, 101) % 3));
    const Time transfer = randomAt(seed, 102) % 2 == 0 ? 0 : kTimeUnit / 3;
    switch (randomAt(seed, 103) % 4) {
    case 0: return shuffled(bothWays(stages, microbatches), seed);
    case 1: {
        const int replicas = 2 + static_cast<int>(randomAt(seed, 104) % 4);
        return shuffled(*replicate(planOf("1f1b", stages, microbatches, kTimeUnit, transfer), replicas), seed);
    }
    case 2: return planOf("dualpipev", 2, 4 + microbatches, kTimeUnit, transfer);
    default: return shuffled(planOf("zb-h1", stages, microbatches, kTimeUnit, transfer), seed);
    }
}

ProcessMap scattered(int ranks, int processes, std::uint64_t seed) {
    ProcessMap processMap = inRuns(ranks, processes);
    for (std::size_t at = processMap.processOf.size(); at > 1; --at)
        std::swap(processMap.processOf[at - 1], processMap.processOf[randomAt(seed, at) % at]);
    return processMap;
}

ProcessMap drawnProcessMap(int ranks, std::uint64_t seed) {
    return scattered(ranks, 1 + static_cast<int>(randomAt(seed, 0) % static_cast<std::uint64_t>(ranks)), seed);
}

EnqueueList listOf(const RunRequest& request, const ProcessMap& processMap) {
    return makeEnqueueList(request.plan, request.programs, enqueueTargetOf(request, processMap));
}

namespace {

Corpus textOf(const RunRequest& request) {
    const Result<Corpus> corpus = corpusFor(request);
    EXPECT_TRUE(corpus);
    return *corpus;
}

/// Where the request wants one.
std::unique_ptr<KernelTrace> traceOf(FakeDevice& device, const RunRequest& request) {
    if (!request.traceKernels)
        return {};
    auto trace = device.traceKernels(kMostKernels);
    EXPECT_TRUE(trace);
    return *std::move(trace);
}

/// The process that one thread of a run is.
void runGpuProcess(const RunRequest& request, const Corpus& corpus, const ProcessMap& processMap, int process,
                   const ProcessesWish& wish, LocalNetwork& messages, FakeNetwork& network, Reporter* reporter,
                   ProcessesSeen& seen, std::mutex& mutex) {
    const auto at = static_cast<std::size_t>(process);
    FakeWish behaviour = wish.devices.empty() ? FakeWish{} : wish.devices[at];
    behaviour.seed = 1000 * wish.seed + at;
    behaviour.eagerness = 50; // threads take turns on few cores
    FakeDevice device(behaviour);
    LocalChannel channel(messages, process);
    const std::unique_ptr<KernelTrace> trace = traceOf(device, request);
    const ProcessDevice place{.device = &device,
                              .trace = trace.get(),
                              .place = DevicePlace{.number = process, .name = "fake device"},
                              .timesProducts = process == 0 && wish.timesProducts,
                              .link = [&](const LinkWish& linkWish) -> Result<std::unique_ptr<DeviceLinks>> {
                                  if (!wish.linkRefused.empty() && wish.linkRefused[at])
                                      return Error{"the fake links are missing"};
                                  return network.join(device, linkWish,
                                                      wish.linkFailsAt.empty() ? -1 : wish.linkFailsAt[at]);
                              }};
    const StopFlags calm;
    bool well = false;
    std::string misuse;
    try {
        well = runDeviceProcess(request, corpus, processMap, channel, place, reporter,
                                wish.stopFlags != nullptr ? *wish.stopFlags : calm);
        device.checkZones();
        if (well && device.held() != 0)
            misuse = "memory was left behind";
    } catch (const std::logic_error& error) {
        misuse = error.what();
    }
    const std::scoped_lock lock(mutex);
    seen.well[at] = well;
    seen.kernels[at] = device.kernels();
    seen.adopted[at] = device.adopted();
    if (!misuse.empty())
        seen.misuse.push_back(misuse);
}

} // namespace

Seen runOn(FakeDevice& device, const RunRequest& request, const StopFlags& stopFlags) {
    const Corpus corpus = textOf(request);
    std::vector<lanewright::Event> events;
    {
        Reporter reporter([&](const lanewright::Event& event) { events.push_back(event); });
        const std::unique_ptr<KernelTrace> trace = traceOf(device, request);
        runOnDevice(request, corpus, {.device = &device, .trace = trace.get()}, reporter, stopFlags);
    }
    device.checkZones();
    return seenIn(std::move(events));
}

Seen runOn(FakeDevice& device, const RunRequest& request) {
    const StopFlags stopFlags;
    return runOn(device, request, stopFlags);
}

Seen runOnFake(const RunRequest& request, std::uint64_t seed) {
    FakeDevice device({.seed = seed});
    Seen seen = runOn(device, request);
    EXPECT_EQ(device.held(), 0) << "memory was left behind";
    return seen;
}

ProcessesSeen runOnProcesses(const RunRequest& request, const ProcessMap& processMap, const ProcessesWish& wish) {
    const Corpus corpus = textOf(request);
    const auto processes = static_cast<std::size_t>(processMap.processes);
    ProcessesSeen seen{.well = std::vector<bool>(processes),
                       .kernels = std::vector<int>(processes),
                       .adopted = std::vector<std::string>(processes)};
    std::vector<lanewright::Event> events;
    {
        Reporter reporter([&](const lanewright::Event& event) { events.push_back(event); });
        LocalNetwork messages(processMap.processes);
        FakeNetwork network(wish.seed);
        std::mutex mutex;
        std::vector<std::jthread> threads;
        threads.reserve(processes);
        for (int process = 0; process < processMap.processes; ++process)
            threads.emplace_back([&, process] {
                runGpuProcess(request, corpus, processMap, process, wish, messages, network,
                              process == 0 ? &reporter : nullptr, seen, mutex);
            });
    }
    seen.seen = seenIn(std::move(events));
    return seen;
}

void expectSameBits(const Seen& seen, const Seen& reference) {
    ASSERT_EQ(seen.failure(), nullptr) << seen.failure()->reason;
    EXPECT_EQ(seen.losses, reference.losses);
    EXPECT_EQ(seen.hash, reference.hash);
    EXPECT_EQ(seen.gradients, reference.gradients);
}

void expectSameBits(const ProcessesSeen& run, const Seen& reference) {
    EXPECT_EQ(run.misuse, std::vector<std::string>{});
    EXPECT_EQ(std::ranges::count(run.well, false), 0);
    expectSameBits(run.seen, reference);
}

} // namespace lanewright::engine::test
