// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/in_process.h"
#include "engine/device/whereabouts.h"
#include "engine/run/request_check.h"
#include "tests/engine/support/engine_process.h"
#include "tests/engine/support/requests.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

namespace {

std::atomic<bool> counting = false;
std::atomic<int> allocations = 0;

/// A place for a debugger to stop and see who asked.
[[gnu::noinline]] void note() { ++allocations; }

/// Counts what a rank asks for between the start of its first op and the end of its last.
void* counted(void* memory) {
    if (memory == nullptr)
        throw std::bad_alloc();
    if (counting && lanewright::engine::whereabouts().op)
        note();
    return memory;
}

} // namespace

// GCC sees through the pair only in part, and takes it for a mistake.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

void* operator new(std::size_t size) { return counted(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto each = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(each, (size + each - 1) / each * each));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept { std::free(memory); }

namespace lanewright::engine::test {

namespace {

/// Allocations of all ranks while they run ops, from the first to the last.
int allocationsOf(const RunRequest& request) {
    const Result<Corpus> corpus = corpusFor(request);
    allocations = 0;
    {
        Reporter reporter([](const Event& event) {
            if (std::holds_alternative<DoneEvent>(event))
                counting = false;
        });
        counting = true;
        const StopFlags stopFlags;
        runInProcess(request, *corpus, reporter, stopFlags);
    }
    counting = false;
    return allocations;
}

TEST(Allocation, IsSeenWhereThereIsSome) {
    counting = true;
    whereabouts().op = Op{};
    allocations = 0;
    ::operator delete(::operator new(4)); // a call, which no compiler takes away
    whereabouts().op.reset();
    counting = false;
    EXPECT_GE(allocations, 1);
}

TEST(Allocation, NoRankAsksForMemoryWhileAStepRuns) {
    for (const std::string_view name : {"gpipe", "1f1b", "zb-h1"}) {
        SCOPED_TRACE(name);
        RunRequest request = requestOf(planOf(name, 4, 8));
        request.steps = 12;
        EXPECT_EQ(allocationsOf(request), 0);
    }
}

TEST(Allocation, NoRankAsksForMemoryWhenWeightGradientsAreHeldBackAndActivationsRecomputed) {
    Plan plan = planOf("zb-h1", 3, 8);
    plan.costs.weightParts = 3;
    for (StageCosts& costs : plan.costs.stages[0])
        costs.recompute = kTimeUnit;
    EXPECT_EQ(allocationsOf(requestOf(shuffled(plan, 5))), 0);
    EXPECT_EQ(allocationsOf(requestOf(bothWays(4, 8))), 0);
}

TEST(Allocation, NoRankAsksForMemoryWhereMicrobatchesHaveTheirOwnLengths) {
    Plan plan = planOf("zb-h1", 3, 8);
    setMicrobatches(plan, MicrobatchCosts::ofLengths({4096, 700, 2300, 4000, 256, 3072, 1280, 2048}, {}));
    RunRequest request = requestOf(shuffled(plan, 6));
    request.steps = 12;
    EXPECT_EQ(allocationsOf(request), 0);
}

TEST(Allocation, NoRankAsksForMemoryInAPacedStepOfPairsAndParts) {
    Plan plan = planOf("dualpipev", 2, 8, 500'000, 100'000);
    plan.costs.links = Links::Serial;
    RunRequest request = requestOf(plan);
    request.paced = true;
    request.steps = 8;
    EXPECT_EQ(allocationsOf(request), 0);
}

/// Such limits are too small for the sanitizers, too.
TEST(Memory, AnEngineThatGetsNoneEndsWithASentence) {
    const RequestFile file(requestOf(planOf("1f1b", 4, 4)));
    std::vector<std::string> engine = inOneProcess(file);
    int refused = 0;
    for (int kilobytes = 30'000; kilobytes <= 120'000; kilobytes += 10'000) {
        std::vector<std::string> words = {"/bin/sh", "-c",
                                          "ulimit -v " + std::to_string(kilobytes) + "; exec \"$0\" \"$@\""};
        words.insert(words.end(), engine.begin(), engine.end());
        EngineProcess process(words);
        const Seen seen = process.follow();
        const bool started = process.exitCode() != 127; // the loader, which gets no memory either
        EXPECT_EQ(started && process.exitCode() != 0, seen.failure() != nullptr)
            << kilobytes << " KB, code " << process.exitCode();
        refused += seen.failure() != nullptr ? 1 : 0;
    }
    EXPECT_GT(refused, 0);
}

} // namespace

} // namespace lanewright::engine::test
