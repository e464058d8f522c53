// SPDX-License-Identifier: Apache-2.0
#include "core/edit/replicate.h"
#include "core/model/text.h"

#include "engine/gpt/counter_random.h"
#include "engine/gpt/slab.h"
#include "engine/gpu/enqueue_hang.h"
#include "tests/engine/support/device_runs.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <unistd.h>

namespace lanewright::engine::test {

namespace {

using lanewright::test::sampled;
using lanewright::test::trials;

TEST(ProcessMap, DealsRanksInRunsOfNearlyOneSize) {
    EXPECT_EQ(inRuns(5, 2).processOf, (std::vector<int>{0, 0, 0, 1, 1}));
    EXPECT_EQ(inRuns(4, 4), eachAlone(4));
    for (int ranks = 1; ranks < 12; ++ranks)
        for (int processes = 1; processes <= ranks; ++processes) {
            const ProcessMap processMap = inRuns(ranks, processes);
            EXPECT_TRUE(std::ranges::is_sorted(processMap.processOf));
            for (int process = 0; process < processes; ++process) {
                const int size = static_cast<int>(processMap.ranksOn(process).size());
                EXPECT_TRUE(size == ranks / processes || size == ranks / processes + 1);
                EXPECT_EQ(processMap.lowestRankOn(process), processMap.ranksOn(process).front());
            }
        }
}

TEST(ProcessMap, RefusesAWishThatDoesNotFit) {
    EXPECT_EQ(processMapFor(2, 3, {}).error().message.text(),
              "there are 3 processes with a GPU each for 2 ranks; start no more than there are ranks");
    EXPECT_EQ(processMapFor(2, 2, {0}).error().message.text(), "the list of seats has 1 entries for 2 ranks");
    EXPECT_EQ(processMapFor(2, 2, {0, 2}).error().message.text(),
              "the list of seats names seat 2; there are 2, counted from 0");
    EXPECT_EQ(processMapFor(3, 2, {1, 1, 1}).error().message.text(), "the list of seats leaves seat 0 empty");
    EXPECT_EQ(processMapFor(3, 2, {1, 0, 1})->ranksOn(1), (std::vector<int>{0, 2}));
}

TEST(Processes, TrainTheSameBitsHoweverManyThereAre) {
    const Seen reference = runOnFake(tinyRequest(oneLane(4, 4)));
    std::uint64_t seed = 0;
    for (const char* const generator : {"gpipe", "1f1b", "zb-h1", "zb-2p"})
        for (int processes = 1; processes <= 4; ++processes) {
            SCOPED_TRACE(std::string{generator} + " on " + std::to_string(processes));
            const RunRequest request = tinyRequest(planOf(generator, 4, 4, kTimeUnit, processes % 2 * kTimeUnit / 4));
            expectSameBits(runOnProcesses(request, inRuns(4, processes), {.seed = ++seed}), reference);
        }
}

TEST(Processes, TrainTheSameBitsInAnyOrderOnAnyProcesses) {
    const Seen reference = runOnFake(tinyRequest(oneLane(4, 4)));
    for (std::uint64_t seed = 1; seed <= trials(24); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const ProcessMap processMap = scattered(4, 2 + static_cast<int>(seed % 3), seed);
        expectSameBits(runOnProcesses(tinyRequest(shuffled(planOf("1f1b", 4, 4), seed)), processMap, {.seed = seed}),
                       reference);
    }
}

TEST(Processes, TrainTheSameBitsWithMicrobatchesOfTheirOwnLengths) {
    const auto withLengths = [](Plan plan) {
        setMicrobatches(plan, MicrobatchCosts::ofLengths({350, 600, 100, 200}, {}));
        return plan;
    };
    const Seen reference = runOnFake(tinyRequest(withLengths(oneLane(4, 4))));
    std::uint64_t seed = 0;
    for (int processes = 2; processes <= 4; ++processes) {
        SCOPED_TRACE(processes);
        const Plan plan = withLengths(planOf("zb-h1", 4, 4, kTimeUnit, processes % 2 * kTimeUnit / 4));
        expectSameBits(runOnProcesses(tinyRequest(plan), inRuns(4, processes), {.seed = ++seed}), reference);
    }
}

TEST(Processes, TrainTheSameBitsWithSeveralStagesPairsAndRecomputation) {
    const Seen four = runOnFake(tinyRequest(oneLane(4, 4)));
    for (const char* const generator : {"zbv", "interleaved-1f1b", "v-half"})
        expectSameBits(runOnProcesses(tinyRequest(planOf(generator, 2, 4)), eachAlone(2), {.seed = 7}), four);
    const Seen six = runOnFake(tinyRequest(oneLane(4, 6)));
    expectSameBits(runOnProcesses(tinyRequest(planOf("dualpipev", 2, 6)), eachAlone(2), {.seed = 8}), six);
    Plan plan = planOf("1f1b", 4, 4);
    plan.costs.weightParts = 3;
    for (StageCosts& stage : plan.costs.stages.front())
        stage.recompute = kTimeUnit;
    expectSameBits(runOnProcesses(tinyRequest(shuffled(plan, 3)), scattered(4, 3, 5), {.seed = 9}), four);
}

TEST(Processes, AddTheGradientsOfTwinsInOneOrder) {
    const Seen reference = runOnFake(tinyRequest(bothWaysOnOneRank(4, 6)));
    for (std::uint64_t seed = 1; seed <= trials(8); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const ProcessMap processMap = scattered(4, 2 + static_cast<int>(seed % 3), seed);
        expectSameBits(runOnProcesses(tinyRequest(bothWays(4, 6)), processMap, {.seed = seed}), reference);
    }
}

TEST(Processes, AddTheGradientsOfReplicasInOneOrder) {
    for (const int replicas : sampled(std::vector{2, 3, 5})) {
        SCOPED_TRACE(std::to_string(replicas) + " replicas");
        const RunRequest request = tinyRequest(*replicate(planOf("zb-h1", 2, 4), replicas));
        const Seen reference = runOnFake(request);
        ASSERT_NE(reference.done(), nullptr);
        const int ranks = 2 * replicas;
        // A process for each replica, for each rank, for each stage, and any.
        ProcessMap byStage{.processes = 2};
        for (int rank = 0; rank < ranks; ++rank)
            byStage.processOf.push_back(rank % 2);
        for (const ProcessMap& processMap :
             {inRuns(ranks, replicas), eachAlone(ranks), byStage, scattered(ranks, 3, 4)})
            expectSameBits(runOnProcesses(request, processMap, {.seed = static_cast<std::uint64_t>(replicas)}),
                           reference);
    }
}

TEST(Processes, SayWhichRankSitsWhereAndEveryBlockOnce) {
    const RunRequest request = tinyRequest(planOf("1f1b", 4, 4, kTimeUnit, kTimeUnit / 4));
    const ProcessesSeen run = runOnProcesses(request, ProcessMap{{1, 1, 0, 0}, 2});
    const auto ready = std::ranges::find_if(
        run.seen.events, [](const lanewright::Event& event) { return std::holds_alternative<ReadyEvent>(event); });
    ASSERT_NE(ready, run.seen.events.end());
    std::vector<int> numbers;
    for (const DevicePlace& place : std::get<ReadyEvent>(*ready).devices)
        numbers.push_back(place.number);
    EXPECT_EQ(numbers, (std::vector<int>{1, 1, 0, 0}));
    const Timeline wall = run.seen.wall(1, 4);
    std::size_t transfers = 0;
    for (std::size_t rank = 0; rank < 4; ++rank)
        EXPECT_EQ(wall.lanes[rank].size(), request.plan.schedule.order[rank].size());
    for (const lanewright::Event& event : run.seen.events)
        if (const auto* const spans = std::get_if<SpansEvent>(&event); spans != nullptr && spans->step == 1)
            transfers +=
                static_cast<std::size_t>(std::ranges::count(spans->others, ActivityKind::Transfer, &Activity::kind));
    EXPECT_EQ(transfers, 2U * 3U * 4U);
}

std::string bytesIn(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Processes, ComputeProductsByTheAlgorithmsThatAreKeptBesideTheState) {
    const std::filesystem::path folder =
        std::filesystem::path{testing::TempDir()} / ("lanewright-products-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const auto run = [&](const std::string& resume, const std::string& save, bool times) {
        RunRequest request = tinyRequest(planOf("1f1b", 3, 4));
        request.save = (folder / save).string();
        request.resume = resume.empty() ? "" : (folder / resume).string();
        const ProcessesWish wish{.devices = {{.products = "by a GPU\nA: 1\n"},
                                             {.products = "by a GPU\nA: 2\nB: 2\n"},
                                             {.products = "by a GPU\nC: 3\n"}},
                                 .timesProducts = times};
        const ProcessesSeen seen = runOnProcesses(request, eachAlone(3), wish);
        EXPECT_NE(seen.seen.done(), nullptr);
        return seen.adopted;
    };
    const std::string chosen = "by a GPU\nA: 1\nB: 2\nC: 3\n";
    EXPECT_EQ(run("", "first", true), std::vector<std::string>(3, chosen)) << "of each product the first seat's";
    EXPECT_EQ(bytesIn(folder / "first" / "products.txt"), chosen);
    EXPECT_EQ(run("first", "second", false), std::vector<std::string>(3, chosen)) << "without being timed again";
    EXPECT_EQ(bytesIn(folder / "second" / "products.txt"), chosen);
    EXPECT_EQ(run("", "second", false), std::vector<std::string>(3, "")) << "a fresh training computes as ever";
    EXPECT_FALSE(std::filesystem::exists(folder / "second" / "products.txt")) << "those of another training";
    std::filesystem::remove_all(folder);
}

TEST(Processes, HoldWhatTheyWerePlannedToHoldWithGradientsThatComeIn) {
    RunRequest request = tinyRequest(*replicate(planOf("zb-h1", 2, 4), 3));
    request.probe = true;
    for (const ProcessMap& processMap : {eachAlone(6), scattered(6, 3, 4), scattered(6, 2, 9)}) {
        const ProcessesSeen run = runOnProcesses(request, processMap);
        const auto probe = std::ranges::find_if(
            run.seen.events, [](const lanewright::Event& event) { return std::holds_alternative<ProbeEvent>(event); });
        ASSERT_NE(probe, run.seen.events.end());
        const std::optional<DeviceUse>& use = std::get<ProbeEvent>(*probe).device;
        ASSERT_TRUE(use);
        EXPECT_EQ(use->held, use->planned);
    }
}

TEST(Processes, MeasureHowLongValuesTakeThereAndBackBetweenAllLanes) {
    RunRequest request = tinyRequest(planOf("1f1b", 4, 4, kTimeUnit, kTimeUnit / 4));
    request.probe = true;
    // Ranks 1 and 2 share a GPU; 0 and 3 are linked with them.
    const ProcessMap processMap{{0, 1, 1, 2}, 3};
    ProcessesWish wish{.devices = std::vector<FakeWish>(3)};
    static constexpr Time kSend = 500;
    static constexpr Time kReceive = 7000;
    for (FakeWish& device : wish.devices)
        device.lengthOf = [](const std::string& name) -> std::optional<Time> {
            return name == "send" ? std::optional{kSend} : name == "receive" ? std::optional{kReceive} : std::nullopt;
        };
    const ProcessesSeen run = runOnProcesses(request, processMap, wish);
    EXPECT_EQ(run.misuse, std::vector<std::string>{});
    const auto probe = std::ranges::find_if(
        run.seen.events, [](const lanewright::Event& event) { return std::holds_alternative<ProbeEvent>(event); });
    ASSERT_NE(probe, run.seen.events.end());
    std::vector<std::pair<int, int>> ways;
    for (const LinkTrips& link : std::get<ProbeEvent>(*probe).links) {
        ways.emplace_back(link.from, link.to);
        EXPECT_EQ(link.valueBytes, Sizes{request.model}.boundary() * 4);
        // A copy takes a microsecond, there and back. Over links: the way back has received a value that goes before,
        // what was sent the other way, and what came back, and the way there has sent the value that goes before.
        const bool isLocal = processMap.of(link.from) == processMap.of(link.to);
        const Time expected = isLocal ? 2000 : 3 * kReceive - kSend;
        EXPECT_EQ(link.small, std::vector<Time>(21, expected)) << link.from << " to " << link.to;
        EXPECT_EQ(link.large, std::vector<Time>(21, expected)) << link.from << " to " << link.to;
    }
    EXPECT_EQ(ways, (std::vector<std::pair<int, int>>{{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}, {3, 2}}));
}

TEST(Processes, SkipTheStepWhoseGradientIsNoNumberOnAnyProcess) {
    RunRequest request = tinyRequest(planOf("1f1b", 4, 4));
    request.steps = 3;
    request.poison = {{.step = 1, .tensor = 5, .factor = std::nan("")}};
    expectSameBits(runOnProcesses(request, eachAlone(4)), runOnFake(request));
}

TEST(Processes, StopAfterTheStepWhenAskedTo) {
    RunRequest request = tinyRequest(planOf("1f1b", 2, 4));
    request.steps = 500;
    StopFlags stopFlags;
    stopFlags.cancel = true;
    const ProcessesSeen run = runOnProcesses(request, eachAlone(2), {.stopFlags = &stopFlags});
    ASSERT_NE(run.seen.done(), nullptr);
    EXPECT_TRUE(run.seen.done()->cancelled);
    EXPECT_EQ(std::ranges::count(run.well, true), 2);
}

TEST(Processes, MeasureTheLossHeldBackAndWriteAsOneProcessDoes) {
    RunRequest request = tinyRequest(planOf("zb-h1", 4, 4));
    request.validation = {.share = 0.2, .every = 1};
    request.sample = {.characters = 12, .prompt = "The"};
    const auto eventsOf = [](const Seen& seen) {
        std::vector<double> losses;
        std::string text;
        for (const lanewright::Event& event : seen.events) {
            if (const auto* const validation = std::get_if<ValidationEvent>(&event))
                losses.push_back(validation->loss);
            if (const auto* const sample = std::get_if<SampleEvent>(&event))
                text = sample->text;
        }
        return std::pair{losses, text};
    };
    const auto alone = eventsOf(runOnFake(request));
    EXPECT_EQ(alone.first.size(), 2U);
    EXPECT_EQ(eventsOf(runOnProcesses(request, scattered(4, 3, 2)).seen), alone);
}

/// @name Failures
/// @{
void expectOneSentence(const ProcessesSeen& run, const std::string& words) {
    EXPECT_EQ(run.misuse, std::vector<std::string>{});
    EXPECT_EQ(std::ranges::count(run.well, true), 0);
    EXPECT_EQ(run.seen.done(), nullptr);
    EXPECT_EQ(
        std::ranges::count_if(
            run.seen.events, [](const lanewright::Event& event) { return std::holds_alternative<FailedEvent>(event); }),
        1);
    ASSERT_NE(run.seen.failure(), nullptr);
    EXPECT_NE(run.seen.failure()->reason.text().find(words), std::string::npos) << run.seen.failure()->reason;
}

TEST(Processes, AllEndWithOneSentenceWhereverAKernelFails) {
    const RunRequest request = tinyRequest(*replicate(planOf("zb-h1", 2, 2), 2));
    const ProcessMap processMap = scattered(4, 3, 1);
    const ProcessesSeen whole = runOnProcesses(request, processMap);
    for (std::uint64_t trial = 0; trial < trials(60); ++trial) {
        const auto process = static_cast<std::size_t>(randomAt(trial, 1) % 3);
        ProcessesWish wish{.seed = trial + 1, .devices = std::vector<FakeWish>(3)};
        wish.devices[process].failAt =
            static_cast<int>(randomAt(trial, 2) % static_cast<std::uint64_t>(whole.kernels[process]));
        SCOPED_TRACE("seat " + std::to_string(process) + ", kernel " + std::to_string(wish.devices[process].failAt));
        const ProcessesSeen run = runOnProcesses(request, processMap, wish);
        expectOneSentence(run, "illegal memory access");
        ASSERT_NE(run.seen.failure(), nullptr);
        EXPECT_EQ(processMap.of(run.seen.failure()->rank), static_cast<int>(process));
    }
}

TEST(Processes, AllEndWithOneSentenceWhicheverTransferIsRefused) {
    const RunRequest request = tinyRequest(bothWays(3, 2));
    for (int process = 0; process < 3; ++process)
        for (const int call : {0, 5, 17}) {
            ProcessesWish wish{.seed = 5, .linkFailsAt = {-1, -1, -1}};
            wish.linkFailsAt[static_cast<std::size_t>(process)] = call;
            expectOneSentence(runOnProcesses(request, eachAlone(3), wish), "unhandled system error");
        }
}

TEST(Processes, AllEndWhenOneIsOutOfMemoryOrCantBeLinked) {
    const RunRequest request = tinyRequest(planOf("1f1b", 3, 2));
    for (std::size_t process = 0; process < 3; ++process) {
        ProcessesWish small{.devices = std::vector<FakeWish>(3)};
        small.devices[process].memory = 20'000;
        expectOneSentence(runOnProcesses(request, eachAlone(3), small), "of GPU memory and there are");
        ProcessesWish apart{.linkRefused = {false, false, false}};
        apart.linkRefused[process] = true;
        expectOneSentence(runOnProcesses(request, eachAlone(3), apart), "the fake links are missing");
    }
}

TEST(Processes, NameTheBlockThatNeverEndsOnWhicheverProcess) {
    RunRequest request = tinyRequest(planOf("zb-h1", 3, 2));
    request.timeout = 500'000'000;
    for (const char* const block : {"F0.1", "B1.1", "F2.0"}) {
        const Op op = *opFromText(block);
        ProcessesWish wish{.devices = std::vector<FakeWish>(3)};
        wish.devices[static_cast<std::size_t>(op.stage)].hangsIn = block;
        const ProcessesSeen run = runOnProcesses(request, eachAlone(3), wish);
        expectOneSentence(run, "has not ended for more than 0.5 s");
        ASSERT_NE(run.seen.failure(), nullptr);
        EXPECT_EQ(run.seen.failure()->op, op);
        EXPECT_EQ(run.seen.failure()->rank, op.stage);
    }
}

TEST(Processes, BlameTheBlockWhoeverComplainsFirst) {
    const RunRequest request = tinyRequest(planOf("zb-h1", 3, 2));
    const ProcessMap processMap = eachAlone(3);
    const EnqueueList list = listOf(request, processMap);
    std::vector<std::optional<Position>> positions(3, Position{.step = 0, .instruction = -1});
    const int held = static_cast<int>(list.runs.size()) / 2;
    const BlockRun& run = list.runs[static_cast<std::size_t>(held)];
    positions[static_cast<std::size_t>(processMap.of(run.rank))]->instruction = held;
    for (int from = 0; from < 3; ++from) {
        const FailedEvent found =
            diagnoseEnqueueHang(list, processMap, positions, from, "step 0 has waited for the norm", 200'000'000);
        EXPECT_EQ(found.reason, "the block has not ended for more than 0.2 s");
        EXPECT_EQ(found.rank, run.rank);
        EXPECT_EQ(found.op, run.block.op);
    }
}
/// @}

} // namespace

} // namespace lanewright::engine::test
