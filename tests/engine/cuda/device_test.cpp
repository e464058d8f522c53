// SPDX-License-Identifier: Apache-2.0
// The backend `cuda` as a whole without a GPU: its own host code and kernels, over fakes of CUDA's runtime, cuBLASLt
// and NCCL, whose streams are threads; so whatever lacks an event comes out wrong sooner or later.
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/nccl_links.h"

#include "engine/channel/local_channel.h"
#include "engine/gpu/device_run.h"
#include "engine/run/request_check.h"
#include "tests/engine/cuda/fakes/fake_blaslt.h"
#include "tests/engine/cuda/fakes/kernel_queues.h"
#include "tests/engine/support/device_runs.h"
#include "tests/gpu/kernels/cases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <mutex>
#include <thread>

namespace lanewright::engine::test {
namespace {

using cuda::CudaDevice;
using cuda::NcclLinks;

class CudaBackend : public ::testing::Test {
protected:
    static void SetUpTestSuite() { letStreamsRunKernels(); }
    static void TearDownTestSuite() { cuda::emulator::putInCharge({}); }
};

const cuda::Nccl& fakeNccl() {
    static const Result<cuda::Nccl> nccl = cuda::openNccl({LANEWRIGHT_FAKE_NCCL});
    return *nccl;
}

/// The run of one process on a GPU of its own.
void runGpuProcess(const RunRequest& request, const Corpus& corpus, const ProcessMap& processMap,
                   LocalNetwork& messages, int process, Reporter* reporter) {
    CudaDevice device({.device = process, .lanes = static_cast<int>(processMap.ranksOn(process).size())});
    LocalChannel channel(messages, process);
    const ProcessDevice place{
        .device = &device, .link = [&](const LinkWish& wish) -> Result<std::unique_ptr<DeviceLinks>> {
            std::unique_ptr<DeviceLinks> links = std::make_unique<NcclLinks>(fakeNccl(), process, device.lanes(), wish);
            return links;
        }};
    const StopFlags calm;
    EXPECT_TRUE(runDeviceProcess(request, corpus, processMap, channel, place, reporter, calm));
    EXPECT_EQ(device.held(), 0) << "memory was left behind";
}

/// The request on as many GPUs as the process map has processes, a thread each.
Seen train(const RunRequest& request, const ProcessMap& processMap) {
    const Corpus corpus = *corpusFor(request);
    std::vector<lanewright::Event> events;
    {
        Reporter reporter([&](const lanewright::Event& event) { events.push_back(event); });
        LocalNetwork messages(processMap.processes);
        std::vector<std::jthread> threads;
        threads.reserve(static_cast<std::size_t>(processMap.processes));
        for (int process = 0; process < processMap.processes; ++process)
            threads.emplace_back([&, process] {
                runGpuProcess(request, corpus, processMap, messages, process, process == 0 ? &reporter : nullptr);
            });
    }
    return seenIn(std::move(events));
}

TEST_F(CudaBackend, MultipliesLikeTheReferenceOfItsProducts) {
    CudaDevice device({.lanes = 2});
    for (const gpu::KernelCase& one : gpu::productCases(gpu::Size::Small)) {
        const gpu::Outcome outcome = gpu::run(one, device);
        EXPECT_EQ(outcome.words, "") << one.name;
    }
    for (const std::string& line : device.choices()) {
        EXPECT_NE(line.find(": algorithm 3, "), std::string::npos)
            << line << " is not the first with one order of sums";
        EXPECT_NE(line.find(", cluster 5, "), std::string::npos) << line;
        EXPECT_NE(line.find(", parts of the depth 4, "), std::string::npos) << line;
    }
}

TEST_F(CudaBackend, ComputesByTheAlgorithmsThatWereQuickestWhereTheyAreKept) {
    const std::vector<gpu::KernelCase> cases = gpu::productCases(gpu::Size::Small);
    const auto computeBy = [&](CudaDevice& device) {
        for (const gpu::KernelCase& one : {cases.front(), cases.back()})
            EXPECT_EQ(gpu::run(one, device).words, "") << one.name;
        const std::vector<std::string> choices = device.choices();
        EXPECT_EQ(choices.size(), 2U);
        const std::string by = choices.front().substr(choices.front().find(": algorithm "), 13);
        EXPECT_NE(choices.back().find(by), std::string::npos);
        return by;
    };
    std::string kept;
    {
        CudaDevice device({});
        EXPECT_EQ(computeBy(device), ": algorithm 3");
        fakeSlowDown(kFakeApart, 50'000);
        kept = device.timeProducts(device.stream(0, StreamUse::Compute));
        fakeSlowDown(0, 0);
        ASSERT_TRUE(device.adoptProducts(kept));
        EXPECT_EQ(computeBy(device), ": algorithm 2");
        EXPECT_EQ(device.timeProducts(device.stream(0, StreamUse::Compute)), "") << "nothing is left to choose";
    }
    CudaDevice other({.device = 1});
    ASSERT_TRUE(other.adoptProducts(kept));
    EXPECT_EQ(computeBy(other), ": algorithm 2");
    ASSERT_TRUE(other.adoptProducts(""));
    EXPECT_EQ(computeBy(other), ": algorithm 3");
    const Result<Done> foreign = other.adoptProducts("cuBLASLt 1 on another GPU with 5 multiprocessors\n");
    ASSERT_FALSE(foreign);
    EXPECT_NE(foreign.error().message.text().find("by cuBLASLt 1 on another GPU with 5 multiprocessors, and this is"),
              std::string::npos)
        << foreign.error().message;
    EXPECT_FALSE(other.adoptProducts(kept + "1 2 three\n"));
}

TEST_F(CudaBackend, SumsApartFromTheProductWhereThatIsQuicker) {
    std::vector<gpu::KernelCase> cases = gpu::productCases(gpu::Size::Small);
    std::erase_if(cases, [](const gpu::KernelCase& one) {
        return one.name.find("bf16 to bf16, with sums of the left") == std::string::npos;
    });
    ASSERT_FALSE(cases.empty());
    const auto choiceOf = [&](CudaDevice& device) {
        EXPECT_EQ(gpu::run(cases.front(), device).words, "");
        const std::string choice = device.choices().front();
        return choice.substr(choice.find(", sums"), choice.find(", tile") - choice.find(", sums"));
    };
    const auto timesOf = [](CudaDevice& device) { return device.timeProducts(device.stream(0, StreamUse::Compute)); };
    CudaDevice device({});
    EXPECT_EQ(choiceOf(device), ", sums of the left: algorithm 3");
    fakeSlowDownSums(100'000);
    const std::string kept = timesOf(device);
    fakeSlowDownSums(0);
    EXPECT_NE(kept.find(" apart\n"), std::string::npos) << kept;
    EXPECT_EQ(choiceOf(device), ", sums of the left: algorithm 3") << "not before it is adopted";
    ASSERT_TRUE(device.adoptProducts(kept));
    EXPECT_EQ(choiceOf(device).find(", sums of the left apart: algorithm "), 0U);
    EXPECT_EQ(timesOf(device), "") << "nothing is left to choose";
    CudaDevice other({.device = 1});
    ASSERT_TRUE(other.adoptProducts(kept));
    EXPECT_EQ(choiceOf(other), choiceOf(device));
    EXPECT_FALSE(other.adoptProducts(kept.substr(0, kept.size() - 2) + "\n")) << "a word that is none";
}

TEST_F(CudaBackend, TriesOddProductsWithVectorsWhereTheirNumbersMayLie) {
    std::vector<gpu::KernelCase> cases = gpu::productCases(gpu::Size::Large);
    std::erase_if(cases, [](const gpu::KernelCase& one) { return one.name.find("product (33,40)") != 0; });
    CudaDevice device({});
    for (const gpu::KernelCase& one : cases)
        EXPECT_EQ(gpu::run(one, device).words, "") << one.name;
    EXPECT_NE(device.timeProducts(device.stream(0, StreamUse::Compute)), "");
    EXPECT_EQ(fakeMisalignedVectors(), 0);
}

TEST_F(CudaBackend, LeavesOutAlgorithmsThatAreRefusedThoughTheyWereOffered) {
    const gpu::KernelCase one = gpu::productCases(gpu::Size::Small).front();
    const auto choiceOf = [&](CudaDevice& device) {
        EXPECT_EQ(gpu::run(one, device).words, "");
        const std::string choice = device.choices().front();
        return choice.substr(choice.find(": algorithm "), 13);
    };
    const auto timesOf = [](CudaDevice& device) { return device.timeProducts(device.stream(0, StreamUse::Compute)); };
    fakeRefuse(kFakeApart, 0);
    {
        CudaDevice device({});
        EXPECT_EQ(choiceOf(device), ": algorithm 2") << "the first that is taken";
        ASSERT_TRUE(device.adoptProducts(timesOf(device)));
        EXPECT_EQ(choiceOf(device), ": algorithm 2");
    }
    fakeRefuse(0, 0);
    CudaDevice device({});
    EXPECT_EQ(choiceOf(device), ": algorithm 3");
    fakeSlowDown(kFakeApart, 50'000);
    fakeRefuse(0, kFakeWhole);
    ASSERT_TRUE(device.adoptProducts(timesOf(device)));
    EXPECT_EQ(choiceOf(device), ": algorithm 3") << "the quicker one computes nothing";
    ASSERT_TRUE(device.adoptProducts(""));
    EXPECT_EQ(choiceOf(device), ": algorithm 3");
    fakeRefuse(kFakeApart, kFakeWhole);
    EXPECT_EQ(timesOf(device), "") << "none is left";
    fakeSlowDown(0, 0);
    fakeRefuse(0, 0);
    EXPECT_EQ(choiceOf(device), ": algorithm 3") << "the first stays";
}

TEST_F(CudaBackend, SaysWhatItWasAskedForWhenMemoryRunsOut) {
    CudaDevice device({});
    EXPECT_EQ(device.facts().name, "fake GPU");
    try {
        device.take(Bytes{9} << 30);
        FAIL() << "there is not so much";
    } catch (const OutOfMemory& failure) {
        EXPECT_EQ(std::string{failure.what()},
                  "the GPU is out of memory: 9.00 GiB asked for, 8.00 GiB of 8.00 GiB left");
    }
    std::byte* const memory = device.take(1000);
    EXPECT_EQ(device.held(), 1000);
    device.giveBack(memory);
    EXPECT_EQ(device.held(), 0);
}

TEST_F(CudaBackend, TrainsTheSameBitsByAnyScheduleOnOneGpuAndOnTwo) {
    const Seen reference = train(tinyRequest(planOf("gpipe", 4, 4)), inRuns(4, 1));
    ASSERT_EQ(reference.failure(), nullptr) << reference.failure()->reason;
    // The reference kernels add in another order.
    const Seen plain = runOnFake(tinyRequest(oneLane(4, 4)));
    ASSERT_EQ(reference.losses.size(), plain.losses.size());
    for (std::size_t step = 0; step < plain.losses.size(); ++step)
        EXPECT_NEAR(reference.losses[step], plain.losses[step], 1e-4);
    for (const char* const generator : {"1f1b", "zb-h1"})
        for (const int processes : {1, 2}) {
            SCOPED_TRACE(std::string{generator} + " on " + std::to_string(processes));
            const Time transfer = processes == 1 ? kTimeUnit / 4 : 0;
            expectSameBits(train(tinyRequest(planOf(generator, 4, 4, kTimeUnit, transfer)), inRuns(4, processes)),
                           reference);
        }
}

TEST_F(CudaBackend, TrainsPairsSideBySideInSixteenBits) {
    const RunRequest request = tinyRequest(planOf("dualpipev", 2, 6), Precision::Bf16);
    const Seen one = train(request, inRuns(2, 1));
    ASSERT_EQ(one.failure(), nullptr) << one.failure()->reason;
    EXPECT_TRUE(std::isfinite(one.losses.back()));
    expectSameBits(train(request, eachAlone(2)), one);
}

} // namespace
} // namespace lanewright::engine::test
