// SPDX-License-Identifier: Apache-2.0
// The links of the backend `cuda` over a fake of NCCL, whose streams are threads; each process is a thread too.
#include "engine/cuda/nccl_links.h"

#include "engine/cuda/kernels/kernels.h"
#include "engine/cuda/library.h"
#include "tests/engine/cuda/fakes/fake_nccl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <future>
#include <latch>
#include <mutex>
#include <thread>

#include <cuda_runtime_api.h>
#include <dlfcn.h>

namespace lanewright::engine::cuda {

/// There are no kernels here, and nobody tries one: lanes that have parts of a GPU do, and there is one lane.
void tryKernel(Queue /*queue*/, int* /*answer*/) { std::abort(); }

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds kSoon{20}; ///< for what takes a moment where nothing hangs

const Nccl& fakeNccl() {
    static const Result<Nccl> nccl = openNccl({LANEWRIGHT_FAKE_NCCL});
    return *nccl;
}

/// A call of the fake's own.
template <typename Call>
Call* ofFake(const char* name) {
    return reinterpret_cast<Call*>(dlsym(dlopen(LANEWRIGHT_FAKE_NCCL, RTLD_NOW | RTLD_NOLOAD), name));
}
int waiting() { return ofFake<decltype(fakeNcclWaiting)>("fakeNcclWaiting")(); }
int alive() { return ofFake<decltype(fakeNcclAlive)>("fakeNcclAlive")(); }
void harm(int ranks, ncclResult_t result) { ofFake<decltype(fakeNcclHarm)>("fakeNcclHarm")(ranks, result); }

/// What process 0 holds, for all processes.
class Shared {
public:
    void share(int process, std::span<std::byte> bytes) {
        std::unique_lock lock(m_mutex);
        if (process == 0) {
            m_bytes.assign(bytes.begin(), bytes.end());
            m_changed.notify_all();
        }
        m_changed.wait(lock, [&] { return !m_bytes.empty(); });
        std::ranges::copy(m_bytes, bytes.begin());
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::byte> m_bytes;
};

/// A process's links and the streams they use.
struct LinkedProcess {
    Lanes lanes{0, 1};
    std::unique_ptr<NcclLinks> links;

    explicit LinkedProcess(LinkWish wish) : links(std::make_unique<NcclLinks>(fakeNccl(), 0, lanes, wish)) {}

    bool isIdle(int link) { return cudaStreamQuery(lanes.handle(links->stream(link))) == cudaSuccess; }
    /// False when the link still works after a while.
    bool ends(int link) {
        for (const auto late = std::chrono::steady_clock::now() + kSoon; !isIdle(link);
             std::this_thread::sleep_for(1ms))
            if (std::chrono::steady_clock::now() > late)
                return false;
        return true;
    }
};

/// Runs the work of all processes, a thread each.
void onProcesses(int processes, const std::vector<LinkEnds>& links,
                 const std::function<void(int, LinkedProcess&)>& work) {
    Shared shared;
    std::vector<std::jthread> threads;
    threads.reserve(static_cast<std::size_t>(processes));
    for (int number = 0; number < processes; ++number)
        threads.emplace_back([&, number] {
            LinkedProcess process(
                {.process = number, .processes = processes, .links = links, .share = [&](std::span<std::byte> bytes) {
                     shared.share(number, bytes);
                 }});
            work(number, process);
        });
}

/// The wish of the only process.
LinkWish alone(std::vector<LinkEnds> links) {
    return {.links = std::move(links), .share = [](std::span<std::byte> /*bytes*/) {}};
}

std::vector<int> numbers(int link, int turn) {
    std::vector<int> made(static_cast<std::size_t>(1 + 37 * turn));
    for (std::size_t at = 0; at < made.size(); ++at)
        made[at] = 1'000'000 * link + 1000 * turn + static_cast<int>(at);
    return made;
}
Bytes bytesOf(const std::vector<int>& values) { return static_cast<Bytes>(values.size() * sizeof(int)); }

std::string failureOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Failure& failure) {
        return failure.what();
    }
    return "";
}

TEST(NcclLibrary, IsOpenedAndNamesItsVersion) {
    const Result<Nccl> nccl = openNccl({"/nowhere/libnccl.so.2", LANEWRIGHT_FAKE_NCCL});
    ASSERT_TRUE(nccl) << nccl.error().message;
    EXPECT_EQ(versionOf(*nccl),
              std::to_string(NCCL_MAJOR) + "." + std::to_string(NCCL_MINOR) + "." + std::to_string(NCCL_PATCH));
}

TEST(NcclLibrary, IsMissedInOneSentence) {
    const Result<Nccl> nccl = openNccl({"/nowhere/libnccl.so.2"});
    ASSERT_FALSE(nccl);
    EXPECT_EQ(nccl.error().message.text(),
              "NCCL is missing (libnccl.so.2), so all ranks must sit on one GPU; the package libnccl2 holds it");
}

TEST(NcclLibrary, IsLookedForWhereCudaWasInstalled) {
    setenv("CUDA_HOME", "/opt/cuda", 1);
    const std::vector<std::string> places = usualPlaces("libnccl.so.2");
    unsetenv("CUDA_HOME");
    EXPECT_EQ(places, (std::vector<std::string>{"libnccl.so.2", "/opt/cuda/lib64/libnccl.so.2",
                                                "/usr/local/cuda/lib64/libnccl.so.2"}));
}

TEST(NcclLibrary, IsRefusedWhenItIsOlderThanItsHeader) {
    setenv("LANEWRIGHT_FAKE_NCCL_VERSION", "21805", 1);
    const Result<Nccl> nccl = openNccl({LANEWRIGHT_FAKE_NCCL});
    unsetenv("LANEWRIGHT_FAKE_NCCL_VERSION");
    ASSERT_FALSE(nccl);
    EXPECT_EQ(nccl.error().message.text().rfind("NCCL is too old: it is 2.18.5 and must be ", 0), 0U)
        << nccl.error().message;
}

TEST(NcclLinks, CarryValuesInOrderBetweenThreeGpus) {
    const std::vector<LinkEnds> links = {{0, 1}, {1, 2}, {2, 0}, {1, 0}};
    constexpr int kTurns = 12;
    std::atomic<int> arrived = 0;
    onProcesses(3, links, [&](int number, LinkedProcess& process) {
        std::vector<std::vector<int>> held; // as long as the links may read or write it
        for (int turn = 0; turn < kTurns; ++turn)
            for (int link = 0; link < static_cast<int>(links.size()); ++link) {
                const auto [from, to] = links[static_cast<std::size_t>(link)];
                held.push_back(numbers(link, turn));
                if (from == number)
                    process.links->send(link, held.back().data(), bytesOf(held.back()));
                if (to != number)
                    continue;
                std::ranges::fill(held.back(), -1);
                process.links->receive(link, held.back().data(), bytesOf(held.back()));
            }
        for (int link = 0; link < static_cast<int>(links.size()); ++link) {
            const auto [from, to] = links[static_cast<std::size_t>(link)];
            if (from == number || to == number) {
                EXPECT_TRUE(process.ends(link)) << "seat " << number << ", link " << link;
            }
        }
        process.links->check();
        for (int turn = 0; turn < kTurns; ++turn)
            for (int link = 0; link < static_cast<int>(links.size()); ++link)
                if (links[static_cast<std::size_t>(link)].to == number) {
                    EXPECT_EQ(held[static_cast<std::size_t>(4 * turn + link)], numbers(link, turn));
                    ++arrived;
                }
    });
    EXPECT_EQ(arrived, kTurns * 4);
    EXPECT_EQ(alive(), 0);
}

TEST(NcclLinks, CarryValuesFromAGpuToItself) {
    LinkedProcess process(alone({{0, 0}, {0, 0}}));
    for (int turn = 0; turn < 4; ++turn)
        for (const int link : {0, 1}) {
            const std::vector<int> from = numbers(link, turn);
            std::vector<int> into(from.size(), -1);
            process.links->sendToSelf(link, from.data(), into.data(), bytesOf(from));
            ASSERT_TRUE(process.ends(link));
            EXPECT_EQ(into, from);
        }
    process.links->check();
}

TEST(NcclLinks, SayWhatNcclRefusesAndWhere) {
    LinkedProcess process(alone({{0, 0}}));
    int into = 0;
    const std::string words = failureOf([&] { process.links->receive(0, &into, sizeof into); });
    EXPECT_EQ(
        words.rfind(
            "ncclRecv: invalid usage: Trying to recv to self without a matching send (engine/cuda/nccl_links.cpp:", 0),
        0U)
        << words;
}

TEST(NcclLinks, FindWhatHasHappenedToALinkWithoutBeingAskedForIt) {
    std::latch linked{2};
    onProcesses(2, {{0, 1}}, [&](int number, LinkedProcess& process) {
        linked.arrive_and_wait();
        if (number != 1)
            return;
        process.links->check();
        harm(2, ncclRemoteError);
        const std::string words = failureOf([&] { process.links->check(); });
        EXPECT_NE(words.find("the link from process 0 to process 1: remote process exited"), std::string::npos)
            << words;
    });
    EXPECT_EQ(alive(), 0);
}

TEST(NcclLinks, LetNothingWaitAfterTheyWereAborted) {
    std::promise<void> isGone;
    const std::shared_future<void> gone = isGone.get_future();
    onProcesses(2, {{0, 1}, {1, 0}}, [&](int number, LinkedProcess& process) {
        if (number == 0) {
            process.links.reset();
            isGone.set_value();
            return;
        }
        gone.wait();
        std::vector<int> into(100, -1);
        const Stream receives = process.links->stream(0);
        const Stream sends = process.links->stream(1);
        process.links->receive(0, into.data(), bytesOf(into));
        process.links->send(1, into.data(), bytesOf(into));
        for (const auto late = std::chrono::steady_clock::now() + kSoon;
             waiting() < 2 && std::chrono::steady_clock::now() < late;)
            std::this_thread::sleep_for(1ms);
        EXPECT_EQ(waiting(), 2);
        EXPECT_FALSE(process.isIdle(0)) << "nothing was sent, and yet something arrived";
        EXPECT_FALSE(process.isIdle(1)) << "nobody receives, and yet it was taken";
        process.links->abort();
        for (const Stream stream : {receives, sends}) {
            const auto late = std::chrono::steady_clock::now() + kSoon;
            while (cudaStreamQuery(process.lanes.handle(stream)) != cudaSuccess &&
                   std::chrono::steady_clock::now() < late)
                std::this_thread::sleep_for(1ms);
            EXPECT_EQ(cudaStreamQuery(process.lanes.handle(stream)), cudaSuccess);
        }
        EXPECT_EQ(into, std::vector<int>(100, -1));
    });
    EXPECT_EQ(alive(), 0);
}

/// What the run says when it ends while links are made.
class Enough : public std::exception {};

TEST(NcclLinks, GiveUpAProcessThatNeverComes) {
    int looks = 0;
    LinkWish wish = alone({{0, 1}});
    wish.processes = 2;
    wish.breathe = [&] {
        if (++looks > 50)
            throw Enough{};
    };
    EXPECT_THROW(LinkedProcess{wish}, Enough);
    EXPECT_EQ(alive(), 0);
}

TEST(NcclLinks, LeaveNothingBehindWhenAProcessIsLostBeforeItsLinksAreMade) {
    ncclUniqueId id = {};
    ncclComm_t other = nullptr;
    int looks = 0;
    LinkWish wish = alone({{0, 1}});
    wish.processes = 2;
    // The other process comes into the world and is never heard of again.
    wish.share = [&](std::span<std::byte> bytes) {
        std::memcpy(id.internal, bytes.data(), bytes.size());
        ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
        config.blocking = 0;
        fakeNccl().initRank(&other, 2, id, 1, &config);
    };
    wish.breathe = [&] {
        if (++looks > 50)
            throw Enough{};
    };
    EXPECT_THROW(LinkedProcess{wish}, Enough);
    EXPECT_EQ(alive(), 1) << "only the other seat's part of the world is left";
    fakeNccl().abort(other);
}

} // namespace
} // namespace lanewright::engine::cuda
