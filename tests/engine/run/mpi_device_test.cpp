// SPDX-License-Identifier: Apache-2.0
// Runs on several GPUs as they are started by people, with real processes and MPI; only the GPUs are fakes.
#include "core/edit/replicate.h"
#include "core/model/text.h"

#include "tests/engine/support/engine_process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <unistd.h>

namespace lanewright::engine::test {

namespace {

/// An environment variable for as long as it lives.
class Setting {
public:
    Setting(const char* name, const std::string& value) : m_name(name) { setenv(name, value.c_str(), 1); }
    ~Setting() { unsetenv(m_name); }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

private:
    const char* m_name;
};

RunRequest gpuRequest(const Plan& plan) {
    RunRequest request = requestOf(plan);
    request.backend = "cuda";
    request.model = {.layers = 4, .width = 8, .heads = 2, .context = 8, .vocabulary = 256, .batch = 1, .seed = 3};
    request.steps = 2;
    return request;
}

struct Ended {
    Seen seen;
    int exitCode = 0;
};

/// A folder for the pipes of the fake links, for as long as it lives.
class PipeFolder {
public:
    PipeFolder() : m_path(::testing::TempDir() + "lanewright-pipes-" + std::to_string(getpid())) {
        std::filesystem::create_directories(m_path);
        setenv("LANEWRIGHT_FAKE_FOLDER", m_path.c_str(), 1);
    }
    ~PipeFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    PipeFolder(const PipeFolder&) = delete;
    PipeFolder& operator=(const PipeFolder&) = delete;

private:
    std::string m_path;
};

/// Under mpirun, or, with no processes, without.
std::vector<std::string> wordsFor(int processes, const RequestFile& file) {
    std::vector<std::string> words = processes > 0 ? underMpirun(processes, file) : inOneProcess(file);
    for (std::string& word : words)
        if (word.ends_with("/lanewright-engine"))
            word = LANEWRIGHT_ENGINE_WITH_FAKE_GPUS;
    return words;
}

/// Runs the request on so many processes; 0: in one, without MPI.
Ended runOnProcesses(const RunRequest& request, int processes, const std::function<void(const Event&)>& onEvent = {}) {
    const RequestFile file(request);
    const PipeFolder folder;
    EngineProcess engine(wordsFor(processes, file));
    Ended ended{.seen = engine.follow(onEvent)};
    ended.exitCode = engine.exitCode();
    return ended;
}

std::string failureOf(const Ended& ended) {
    return ended.seen.failure() == nullptr ? "" : ended.seen.failure()->reason;
}

TEST(MpiDevices, TrainTheSameBitsOnAnyNumberOfGpus) {
    const Setting gpus("LANEWRIGHT_FAKE_GPUS", "4");
    for (const Plan& plan : {planOf("zb-h1", 4, 4), *replicate(planOf("1f1b", 2, 2), 2)}) {
        RunRequest request = gpuRequest(plan);
        const Ended alone = runOnProcesses(request, 0);
        ASSERT_NE(alone.seen.done(), nullptr) << failureOf(alone);
        for (const int processes : {1, 2, 4}) {
            const Ended several = runOnProcesses(request, processes);
            EXPECT_EQ(several.exitCode, 0);
            EXPECT_EQ(failureOf(several), "");
            EXPECT_EQ(several.seen.hash, alone.seen.hash);
            EXPECT_EQ(several.seen.losses, alone.seen.losses);
        }
    }
}

TEST(MpiDevices, TrainTheSameBitsWithADecisionThatComesLater) {
    const Setting gpus("LANEWRIGHT_FAKE_GPUS", "4");
    RunRequest request = gpuRequest(planOf("zb-h1", 4, 4));
    request.steps = 5;
    request.optimizer.clip = 100;
    request.poison = {{.step = 1, .tensor = 47, .factor = 1e5}, {.step = 3, .tensor = 5, .factor = std::nan("")}};
    const Ended synchronous = runOnProcesses(request, 0);
    ASSERT_NE(synchronous.seen.done(), nullptr) << failureOf(synchronous);
    request.optimizer.mode = OptimizerMode::PostValidated;
    for (const int processes : {0, 1, 2, 4}) {
        SCOPED_TRACE(processes);
        const Ended ended = runOnProcesses(request, processes);
        EXPECT_EQ(failureOf(ended), "");
        EXPECT_EQ(ended.seen.hash, synchronous.seen.hash);
        EXPECT_EQ(ended.seen.gradients, synchronous.seen.gradients);
        EXPECT_EQ(ended.seen.losses, synchronous.seen.losses);
        const auto rolledBack = std::ranges::count_if(ended.seen.events, [](const Event& event) {
            const auto* const step = std::get_if<StepEvent>(&event);
            return step != nullptr && step->update.rolledBack;
        });
        EXPECT_EQ(rolledBack, 2);
    }
}

TEST(MpiDevices, TakeTheGpusAndProcessesOfTheRequest) {
    const Setting gpus("LANEWRIGHT_FAKE_GPUS", "4");
    RunRequest request = gpuRequest(planOf("1f1b", 3, 3));
    request.gpus = {3, 1};
    request.processOfRank = {1, 0, 1};
    const Ended ended = runOnProcesses(request, 2);
    EXPECT_EQ(failureOf(ended), "");
    std::vector<int> numbers;
    std::vector<int> pids;
    for (const Event& event : ended.seen.events)
        if (const auto* const ready = std::get_if<ReadyEvent>(&event)) {
            for (const DevicePlace& device : ready->devices)
                numbers.push_back(device.number);
            pids = ready->pids;
        }
    EXPECT_EQ(numbers, (std::vector<int>{1, 3, 1}));
    ASSERT_EQ(pids.size(), 3U);
    EXPECT_EQ(pids[0], pids[2]);
    EXPECT_NE(pids[0], pids[1]);
}

TEST(MpiDevices, SayInOneSentenceWhatIsMissing) {
    const RunRequest request = gpuRequest(planOf("1f1b", 3, 3));
    const Ended tooMany = runOnProcesses(request, 3);
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    const std::string here = "on " + std::string{host.data()} + ": ";
    EXPECT_EQ(failureOf(tooMany), here + "3 processes were started with a GPU each, and there are GPUs for 2; start "
                                         "fewer, so that more ranks share each");
    EXPECT_EQ(tooMany.exitCode, 4);

    RunRequest listed = request;
    listed.gpus = {0, 7};
    EXPECT_EQ(failureOf(runOnProcesses(listed, 2)), here + "there is no GPU 7; they are counted from 0 to 1");

    EXPECT_EQ(failureOf(runOnProcesses(gpuRequest(planOf("1f1b", 2, 2)), 3)),
              "there are 3 processes with a GPU each for 2 ranks; start no more than there are ranks");

    const Setting nccl("LANEWRIGHT_FAKE_NCCL", "0");
    const Ended apart = runOnProcesses(request, 2);
    EXPECT_EQ(failureOf(apart), here + "the fake links are missing");
    EXPECT_EQ(apart.exitCode, 4);
    EXPECT_EQ(failureOf(runOnProcesses(request, 1)), "") << "one GPU needs no links";
}

TEST(MpiDevices, TraceKernelsOnAllGpusOrSayWhyNot) {
    RunRequest request = gpuRequest(planOf("zb-h1", 4, 4));
    request.traceKernels = true;
    const Ended ended = runOnProcesses(request, 2);
    EXPECT_EQ(failureOf(ended), "");
    std::set<int> ranks;
    for (const Event& event : ended.seen.events)
        if (const auto* const kernels = std::get_if<KernelsEvent>(&event)) {
            EXPECT_EQ(kernels->step, 1);
            EXPECT_FALSE(kernels->lane.kernels.empty());
            ranks.insert(kernels->lane.rank);
        }
    EXPECT_EQ(ranks, (std::set<int>{0, 1, 2, 3}));

    const Setting cupti("LANEWRIGHT_FAKE_CUPTI", "0");
    for (const int processes : {0, 2}) {
        const Ended refused = runOnProcesses(request, processes);
        EXPECT_TRUE(failureOf(refused).ends_with("the fake kernels can't be traced")) << failureOf(refused);
        EXPECT_EQ(refused.exitCode, 4);
    }
    request.traceKernels = false;
    EXPECT_EQ(failureOf(runOnProcesses(request, 2)), "") << "nobody asked for it";
}

TEST(MpiDevices, EndTogetherWithOneSentenceWhenAGpuComesToHarm) {
    const RunRequest request = gpuRequest(planOf("zb-h1", 2, 4));
    for (const char* const harm : {"0:40", "1:40", "1:700"}) {
        const Setting setting("LANEWRIGHT_FAKE_HARM", harm);
        const Ended ended = runOnProcesses(request, 2);
        EXPECT_NE(failureOf(ended).find("illegal memory access"), std::string::npos) << failureOf(ended);
        EXPECT_EQ(ended.seen.failure()->rank, harm[0] - '0');
        EXPECT_EQ(ended.exitCode, 1);
    }
}

TEST(MpiDevices, NameTheBlockThatNeverEnds) {
    RunRequest request = gpuRequest(planOf("zb-h1", 2, 4));
    request.timeout = 1'000'000'000;
    const Setting setting("LANEWRIGHT_FAKE_HANG", "1:B1.2");
    const Ended ended = runOnProcesses(request, 2);
    EXPECT_EQ(failureOf(ended), "the block has not ended for more than 1 s");
    ASSERT_NE(ended.seen.failure(), nullptr);
    EXPECT_EQ(ended.seen.failure()->rank, 1);
    EXPECT_EQ(ended.seen.failure()->op, *opFromText("B1.2"));
}

TEST(MpiDevices, EndWhenAProcessIsKilled) {
    RunRequest request = gpuRequest(planOf("1f1b", 4, 4));
    request.steps = 100'000;
    request.processOfRank = {0, 0, 1, 1};
    for (const int victim : {3, 0}) {
        const Ended ended = runOnProcesses(request, 2, [&](const Event& event) {
            if (const auto* const ready = std::get_if<ReadyEvent>(&event))
                kill(ready->pids[static_cast<std::size_t>(victim)], SIGKILL);
        });
        EXPECT_NE(ended.exitCode, 0);
        EXPECT_NE(failureOf(ended).find("has ended unexpectedly"), std::string::npos) << failureOf(ended);
        ASSERT_NE(ended.seen.failure(), nullptr);
        EXPECT_EQ(ended.seen.failure()->rank, victim == 3 ? 2 : 0);
    }
}

TEST(MpiDevices, StopWhenAskedTo) {
    RunRequest request = gpuRequest(planOf("1f1b", 2, 2));
    request.steps = 100'000;
    const RequestFile file(request);
    const PipeFolder folder;
    EngineProcess engine(wordsFor(2, file));
    const Seen seen = engine.follow([&](const Event& event) {
        if (std::holds_alternative<StepEvent>(event))
            engine.say(kCancelLine);
    });
    ASSERT_NE(seen.done(), nullptr);
    EXPECT_TRUE(seen.done()->cancelled);
    EXPECT_EQ(engine.exitCode(), 0);
}

} // namespace

} // namespace lanewright::engine::test
