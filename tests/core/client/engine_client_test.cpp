// SPDX-License-Identifier: Apache-2.0
#include "core/client/engine_client.h"
#include "core/io/run_json.h"
#include "core/model/limits.h"

#include "tests/core/client/fake_engine.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mman.h>

#include <csignal>
#include <filesystem>
#include <thread>
#include <unistd.h>

namespace lanewright {
namespace {

using namespace std::chrono_literals;
using test::Folder;
using test::runQuietly;
using test::say;
using test::smallRequest;
using test::smallStep;

const HelloEvent kHello{.engine = "fake"};

ReadyEvent ready(std::vector<int> pids = {1, 1}) {
    return {.ranks = 2, .backend = "cpu", .hosts = {"h", "h"}, .clockUncertainty = {0, 3}, .pids = std::move(pids)};
}

std::string errorOf(const RunOutcome& outcome) { return outcome.error ? outcome.error->message : ""; }

/// True once the process whose number the file holds is gone.
bool isGone(const Folder& folder, const std::string& file) {
    const int pid = std::stoi(folder.read(file));
    for (int i = 0; i < 6000 && kill(pid, 0) == 0; ++i)
        std::this_thread::sleep_for(20ms);
    return kill(pid, 0) != 0;
}

TEST(EngineClient, PutsTheRunTogether) {
    const Folder folder;
    std::string body = say({kHello, ready()});
    for (int step = 0; step < 3; ++step)
        body += say(smallStep(step, 5.5 - step));
    body += say({DoneEvent{.weightsHash = "0123456789abcdef"}});
    int events = 0;
    std::string launcher;
    const auto onLaunch = [&](const Launch& launch) {
        EXPECT_EQ(events, 0) << "it is told before anything comes";
        launcher = launch.kind;
    };
    const RunOutcome outcome = runEngine(smallRequest(3), {.engine = folder.engine(body), .onLaunch = onLaunch}, {},
                                         [&](const Event&) { ++events; });
    EXPECT_EQ(errorOf(outcome), "");
    EXPECT_EQ(launcher, "in-process");
    EXPECT_FALSE(outcome.cancelled);
    EXPECT_EQ(events, 2 + 3 * 4 + 1);
    const auto& run = outcome.run;
    EXPECT_EQ(run.losses, (std::vector<double>{5.5, 4.5, 3.5}));
    EXPECT_EQ(run.weightsHash, "0123456789abcdef");
    EXPECT_EQ(run.launcher, "in-process");
    EXPECT_EQ(run.hosts, (std::vector<std::string>{"h", "h"}));
    EXPECT_EQ(run.clockUncertainty, (std::vector<Time>{0, 3}));
    EXPECT_FALSE(run.partial);
    ASSERT_EQ(run.steps.size(), 3u);
    EXPECT_EQ(run.steps[1].peakActivations, (std::vector<Bytes>{1, 2}));
    EXPECT_EQ(run.steps[1].wall.lanes[1][0].op.kind, OpKind::F) << "spans are put in order";
    EXPECT_TRUE(run.plan.model) << "a run knows the model it trained";
    EXPECT_TRUE(runFromJson(runToJson(run)));
}

TEST(EngineClient, HandsOverTheRequestAndTheTextOnStandardInput) {
    const Folder folder;
    folder.write("text", "To learn or not to learn.");
    const std::string engine =
        folder.engine("echo \"$header\" > announced; head -c 25 > copy; printf %s \"$3\" > name\n" +
                      say({kHello, ready()}) + say(smallStep(0, 1)) + say({DoneEvent{}}));
    RunRequest request = smallRequest();
    request.data = folder.path("text");
    EXPECT_EQ(errorOf(runQuietly(request, {.engine = engine})), "");
    EXPECT_EQ(folder.read("name"), kRequestOnInput);
    EXPECT_EQ(requestHeaderFrom(folder.read("announced"))->data, 25u);
    EXPECT_EQ(folder.read("copy"), "To learn or not to learn.");
    const Result<RunRequest> copy = requestFromJson(folder.read("request"));
    ASSERT_TRUE(copy) << copy.error().message;
    EXPECT_EQ(*copy, request);
}

TEST(EngineClient, SaysThatTheTextCantBeRead) {
    RunRequest request = smallRequest();
    request.data = "/no/such/text";
    EXPECT_EQ(errorOf(runQuietly(request, {.engine = "/bin/true"})),
              "the text to learn could not be read: can't be opened: No such file or directory");
}

TEST(EngineClient, ReadsNoTextThatIsTooLong) {
    const Folder folder;
    folder.write("text", "a");
    std::filesystem::resize_file(folder.path("text"), kMaxTextBytes + 1); // a hole, of which nothing is on the disk
    RunRequest request = smallRequest(1);
    request.data = folder.path("text");
    EXPECT_EQ(errorOf(runQuietly(request, {.engine = "/bin/true"})),
              "the text to learn could not be read: is longer than 256 MiB");
}

TEST(EngineClient, TakesTheDriftOfAClockOutOfItsSpansAndKeepsTheLargestUncertainty) {
    const Folder folder;
    const auto span = [](const char* word, Time start, Time end) {
        return Span{.op = test::op(word), .start = start, .end = end};
    };
    // Rank 1's clock gains 100 over 1000: what it calls 1100 is 1000.
    const std::vector<Event> tale = {
        kHello, ready(),
        SpansEvent{.step = 0,
                   .rank = 0,
                   .wall = {span("F0.0", 0, 200), span("BW0.0", 800, 1000)},
                   .live = {7, 8},
                   .others = {{.kind = ActivityKind::Transfer, .rank = 0, .start = 200, .end = 330, .peer = 1}}},
        SpansEvent{.step = 0, .rank = 1, .wall = {span("F1.0", 330, 440), span("BW1.0", 440, 550)}, .live = {9, 9}},
        KernelsEvent{.lane = {.rank = 1,
                              .names = {"norm"},
                              .kernels = {{.op = test::op("F1.0"), .start = 330, .end = 440}},
                              .leftOut = 2}},
        // A second piece of the same, which names its kernels in another order.
        KernelsEvent{.lane = {.rank = 1,
                              .names = {"product", "norm"},
                              .kernels = {{.name = 0, .op = test::op("BW1.0"), .start = 440, .end = 495},
                                          {.name = 1, .op = test::op("BW1.0"), .start = 495, .end = 550}}}},
        StepEvent{.step = 0, .length = 1000, .clockGain = {0, 100}, .clockUncertainty = {0, 5}}, DoneEvent{}};
    const RunOutcome outcome = runQuietly(smallRequest(), {.engine = folder.engine(say(tale))});
    EXPECT_EQ(errorOf(outcome), "");
    ASSERT_EQ(outcome.run.steps.size(), 1u);
    const StepRecord& step = outcome.run.steps[0];
    EXPECT_EQ(step.wall.lanes[0], (Lane{span("F0.0", 0, 200), span("BW0.0", 800, 1000)}));
    EXPECT_EQ(step.wall.lanes[1], (Lane{span("F1.0", 297, 396), span("BW1.0", 396, 495)}));
    EXPECT_EQ(step.others[0].start, 200);
    EXPECT_EQ(step.others[0].end, 297);
    EXPECT_EQ(step.live, (std::vector<std::vector<Bytes>>{{7, 8}, {9, 9}}));
    EXPECT_EQ(step.kernels,
              (std::vector<KernelLane>{{.rank = 1,
                                        .names = {"norm", "product"},
                                        .kernels = {{.name = 0, .op = test::op("F1.0"), .start = 297, .end = 396},
                                                    {.name = 1, .op = test::op("BW1.0"), .start = 396, .end = 445},
                                                    {.name = 0, .op = test::op("BW1.0"), .start = 445, .end = 495}},
                                        .leftOut = 2}}));
    EXPECT_EQ(outcome.run.clockUncertainty, (std::vector<Time>{0, 5}));
}

TEST(EngineClient, EndsAnEngineThatWasStoppedAndDoesNotGoOn) {
    const Folder folder;
    RunRequest request = smallRequest();
    request.timeout = 1;
    const RunOutcome outcome = runQuietly(request, {.engine = folder.engine(say({kHello, ready()}) + "kill -STOP $$")});
    EXPECT_EQ(errorOf(outcome), "the engine was stopped by a signal in step 0 and did not go on; the run was ended");
}

TEST(EngineClient, SaysThatAnEngineIsMissing) {
    const RunOutcome outcome = runQuietly(smallRequest(), {.engine = "/no/such/lanewright-engine"});
    EXPECT_EQ(outcome.failure, RunFailure::Backend);
    EXPECT_EQ(errorOf(outcome), "/no/such/lanewright-engine can't be started: No such file or directory");
}

TEST(EngineClient, SaysWhyABackendIsMissing) {
    const Folder folder;
    RunRequest request = smallRequest();
    request.backend = "cuda";
    const std::string engine = folder.script(
        "lanewright-engine",
        R"([ "$2" = --gpus ] && echo '{"mpi": false, "backends": ["cpu"], "missing": {"cuda": "there is no driver"}}')");
    const RunOutcome outcome = runQuietly(request, {.engine = engine});
    EXPECT_EQ(outcome.failure, RunFailure::Backend);
    EXPECT_EQ(errorOf(outcome), "there is no driver");
}

TEST(EngineClient, SaysThatABackendIsMissing) {
    const Folder folder;
    RunRequest request = smallRequest();
    request.backend = "cuda";
    const RunOutcome outcome = runQuietly(request, {.engine = folder.engine("")});
    EXPECT_EQ(outcome.failure, RunFailure::Backend);
    EXPECT_EQ(errorOf(outcome), "this lanewright-engine has no backend cuda");
}

TEST(EngineClient, StopsAnEngineThatWritesGarbage) {
    const Folder folder;
    const RunOutcome outcome =
        runQuietly(smallRequest(), {.engine = folder.engine("echo $$ > pid; echo Hello there; exec sleep 600")});
    EXPECT_EQ(outcome.failure, RunFailure::Failed);
    EXPECT_NE(errorOf(outcome).find("the engine wrote what is no event (\"Hello there\")"), std::string::npos)
        << errorOf(outcome);
    EXPECT_TRUE(isGone(folder, "pid"));
}

TEST(EngineClient, StopsAnEngineWhoseLineNeverEnds) {
    const Folder folder;
    const RunOutcome outcome =
        runQuietly(smallRequest(),
                   {.engine = folder.engine(say({kHello}) + "head -c 40000000 /dev/zero | tr '\\0' x; sleep 600")});
    EXPECT_EQ(errorOf(outcome), "the engine wrote a line without an end; the run was ended");
}

TEST(EngineClient, RefusesAnotherVersionOfTheProtocol) {
    const Folder folder;
    const RunOutcome outcome =
        runQuietly(smallRequest(), {.engine = folder.engine(say({HelloEvent{.protocol = 99}}) + "exec sleep 600")});
    EXPECT_EQ(outcome.failure, RunFailure::Backend);
    EXPECT_NE(errorOf(outcome).find("version 99"), std::string::npos) << errorOf(outcome);
}

TEST(EngineClient, WaitsOnlySoLongForHello) {
    const Folder folder;
    const RunOutcome outcome = runQuietly(
        smallRequest(), {.engine = folder.engine("echo still thinking >&2; exec sleep 600"), .helloTimeout = 200ms});
    EXPECT_EQ(errorOf(outcome), "the engine did not say hello; it said: still thinking");
}

TEST(EngineClient, SaysHowAnEngineEndedThatSaidNothing) {
    const Folder folder;
    const RunOutcome outcome =
        runQuietly(smallRequest(), {.engine = folder.engine("echo 'no room' >&2; echo ---- >&2; exit 7")});
    EXPECT_EQ(errorOf(outcome), "the engine ended with exit code 7 before it said hello; it said: no room");
    EXPECT_EQ(outcome.failure, RunFailure::Failed);
    EXPECT_TRUE(outcome.run.partial);
}

TEST(EngineClient, SaysThatTheEngineWasKilled) {
    const Folder folder;
    const RunOutcome outcome = runQuietly(
        smallRequest(3), {.engine = folder.engine(say({kHello, ready()}) + say(smallStep(0, 2)) + "kill -9 $$")});
    EXPECT_EQ(errorOf(outcome), "the engine was killed by signal 9 (Killed) in step 1");
    EXPECT_EQ(outcome.run.losses, (std::vector<double>{2}));
    EXPECT_EQ(outcome.run.steps.size(), 1u);
    EXPECT_TRUE(outcome.run.partial);
}

TEST(EngineClient, PassesOnWhatTheEngineSaysOfItsFailure) {
    const Folder folder;
    const RunOutcome outcome =
        runQuietly(smallRequest(),
                   {.engine = folder.engine(
                        say({kHello, ready(), FailedEvent{1, Op{OpKind::BW, 0, 1, 0}, "not finite"}}) + "exit 1")});
    EXPECT_EQ(errorOf(outcome), "rank 1, BW1.0: not finite");
    EXPECT_EQ(outcome.failure, RunFailure::Failed);
}

TEST(EngineClient, KnowsWhatIsMissingThoughALauncherKeepsTheExitCodeToItself) {
    const Folder folder;
    const FailedEvent foreign{.reason = "mpirun is of another MPI", .missing = true};
    const RunOutcome outcome = runQuietly(smallRequest(), {.engine = folder.engine(say({kHello, foreign}) + "exit 0")});
    EXPECT_EQ(errorOf(outcome), "mpirun is of another MPI");
    EXPECT_EQ(outcome.failure, RunFailure::Backend);
}

TEST(EngineClient, KeepsWhatTheEngineSaysFitForOtherLanguages) {
    const Folder folder;
    constexpr Phrase kLoss = phrase("engine", "the loss of step %1 is no number; a smaller learning rate may help");
    const RunOutcome outcome = runQuietly(
        smallRequest(),
        {.engine = folder.engine(say({kHello, ready(), FailedEvent{-1, {}, lanewright::say(kLoss, 12)}}) + "exit 1")});
    EXPECT_EQ(errorOf(outcome), "the loss of step 12 is no number; a smaller learning rate may help");
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->message.phrase(), kLoss);
    EXPECT_EQ(outcome.error->message.arguments().at(0), "12");
}

TEST(EngineClient, LetsTheLauncherSayHowALostRankWent) {
    const Folder folder;
    constexpr Phrase kEnded = phrase("engine", "rank %1 (process %2 on %3) has ended unexpectedly");
    const std::string seen = say({kHello, ready(), FailedEvent{1, {}, lanewright::say(kEnded, 1, 7, "x")}});
    const RunOutcome alone = runQuietly(smallRequest(), {.engine = folder.engine(seen + "exit 1")});
    EXPECT_EQ(errorOf(alone), "rank 1 (process 7 on x) has ended unexpectedly");
    const std::string ofAnother = say({kHello, ready(), FailedEvent{0, {}, lanewright::say(kEnded, 1, 7, "x")}});
    EXPECT_EQ(errorOf(runQuietly(smallRequest(), {.engine = folder.engine(ofAnother + "exit 1")})),
              "rank 0: rank 1 (process 7 on x) has ended unexpectedly");
    const std::string launcher = folder.script(
        "mpirun",
        seen + "echo 'mpirun noticed that process rank 1 with PID 7 on node x exited on signal 9 (Killed).' >&2");
    const RunOutcome launched = runQuietly(smallRequest(), {.engine = folder.engine("", true), .launcher = launcher});
    EXPECT_EQ(errorOf(launched), "rank 1 was killed by signal 9 (Killed) in step 0; the run was ended");
}

TEST(EngineClient, TakesTheEnginesWordThatABackendIsMissing) {
    const Folder folder;
    const RunOutcome outcome = runQuietly(
        smallRequest(), {.engine = folder.engine(say({kHello, FailedEvent{-1, {}, "there is no GPU"}}) + "exit 4")});
    EXPECT_EQ(errorOf(outcome), "there is no GPU");
    EXPECT_EQ(outcome.failure, RunFailure::Backend);
}

TEST(EngineClient, DistrustsAnEngineThatMakesNoSense) {
    const Folder folder;
    const std::vector<std::vector<Event>> tales = {
        {kHello, ReadyEvent{.ranks = 3, .backend = "cpu"}},
        {kHello, ready(), SpansEvent{.step = 0, .rank = 2}},
        {kHello, ready(), SpansEvent{.step = 9, .rank = 0}},
        {kHello, ready(), SpansEvent{.step = 0, .rank = 0, .wall = {{.op = {OpKind::F, 0, 7, 0}, .end = 1}}}},
        {kHello, ready(), KernelsEvent{.step = 0, .lane = {.rank = 2}}},
        {kHello, ready(), KernelsEvent{.step = 9}},
        {kHello, ready(), KernelsEvent{.lane = {.names = {"a"}, .kernels = {{.op = Op{OpKind::F, 0, 7, 0}}}}}},
        {kHello, ready(), StepEvent{.step = 1}},
        {ready()},
    };
    for (std::size_t i = 0; i < tales.size(); ++i) {
        const RunOutcome outcome =
            runQuietly(smallRequest(2), {.engine = folder.engine(say(tales[i]) + "exec sleep 600")});
        EXPECT_TRUE(outcome.error) << i;
        EXPECT_TRUE(outcome.run.partial) << i;
    }
}

TEST(EngineClient, AsksTheEngineToStop) {
    const Folder folder;
    const std::string engine =
        folder.engine(say({kHello, ready()}) + say(smallStep(0, 1)) + "read line; printf '%s' \"$line\" > asked\n" +
                      say({DoneEvent{.cancelled = true}}));
    std::stop_source stop;
    const RunOutcome outcome =
        runEngine(smallRequest(9), {.engine = engine}, stop.get_token(), [&](const Event& event) {
            if (std::holds_alternative<StepEvent>(event))
                stop.request_stop();
        });
    EXPECT_EQ(errorOf(outcome), "");
    EXPECT_TRUE(outcome.cancelled);
    EXPECT_TRUE(outcome.run.partial);
    EXPECT_EQ(outcome.run.losses.size(), 1u);
    EXPECT_EQ(folder.read("asked"), kCancelLine);
}

TEST(EngineClient, EndsAnEngineThatDoesNotStopAndAllItStarted) {
    const Folder folder;
    const std::string engine = folder.engine("trap '' TERM; echo $$ > pid; sleep 600 & echo $! > child\n" +
                                             say({kHello, ready()}) + "while :; do sleep 1; done");
    std::stop_source stop;
    const RunOutcome outcome =
        runEngine(smallRequest(), {.engine = engine, .stopTimeout = 100ms}, stop.get_token(), [&](const Event& event) {
            if (std::holds_alternative<ReadyEvent>(event))
                stop.request_stop();
        });
    EXPECT_TRUE(outcome.cancelled);
    EXPECT_EQ(errorOf(outcome), "");
    EXPECT_TRUE(isGone(folder, "pid"));
    EXPECT_TRUE(isGone(folder, "child"));
}

TEST(EngineClient, EndsAtOnceAnEngineThatIsToStopBeforeItsRanksAreReady) {
    const Folder folder;
    std::stop_source stop;
    const RunOutcome outcome =
        runEngine(smallRequest(), {.engine = folder.engine(say({kHello}) + "exec sleep 600"), .stopTimeout = 1h},
                  stop.get_token(), [&](const Event&) { stop.request_stop(); });
    EXPECT_TRUE(outcome.cancelled);
    EXPECT_EQ(errorOf(outcome), "");
}

TEST(EngineClient, EndsAtOnceWhenToldSo) {
    const Folder folder;
    std::stop_source now;
    const RunOutcome outcome = runEngine(
        smallRequest(),
        {.engine = folder.engine(say({kHello}) + "exec sleep 600"), .stopTimeout = 1h, .now = now.get_token()}, {},
        [&](const Event&) { now.request_stop(); });
    EXPECT_TRUE(outcome.cancelled);
}

TEST(EngineClient, WhatAnEngineSaysOfItsOwnEndIsNoFailureOfAStoppedRun) {
    const std::vector<std::string> lastWords = {
        say({FailedEvent{1, Op{OpKind::F, 1, 0, 0}, "rank 0 has ended"}}),
        "printf '%s\\n' '{\"event\":\"spa'\n", // the half of a line
        say({StepEvent{.step = 7, .loss = 1, .length = 35, .peakActivations = {1, 2}}}),
    };
    for (const std::string& words : lastWords) {
        const Folder folder;
        const std::string engine =
            folder.engine("trap '" + folder.script("end", words) + "; exit 1' TERM\n" + say({kHello, ready()}) +
                          say(smallStep(0, 1)) + "while :; do sleep 0.05; done");
        std::stop_source now;
        const RunOutcome outcome =
            runEngine(smallRequest(9), {.engine = engine, .now = now.get_token()}, {}, [&](const Event& event) {
                if (std::holds_alternative<StepEvent>(event))
                    now.request_stop();
            });
        EXPECT_EQ(errorOf(outcome), "") << words;
        EXPECT_TRUE(outcome.cancelled) << words;
        EXPECT_EQ(outcome.run.losses.size(), 1u) << words;
    }
}

TEST(EngineClient, NamesTheRankThatTheLauncherLost) {
    const Folder folder;
    const std::string launcher = folder.script("mpirun", say({kHello, ready()}) + R"(
        echo "--------------------------------------------------------------------------" >&2
        echo "mpirun noticed that process rank 1 with PID 77 on node x exited on signal 9 (Killed)." >&2
        echo "--------------------------------------------------------------------------" >&2
        exit 137)");
    const RunOutcome outcome = runQuietly(smallRequest(), {.engine = folder.engine("", true), .launcher = launcher});
    EXPECT_EQ(errorOf(outcome), "rank 1 was killed by signal 9 (Killed) in step 0; the run was ended");
    EXPECT_EQ(outcome.run.launcher, "mpirun");
}

TEST(EngineClient, SaysWhereSharedMemoryHasNoRoom) {
    const Folder folder;
    const std::string launcher = folder.script("mpirun", R"(
        echo "It appears as if there is not enough space for /dev/shm/vader_segment.vm.0.1.0 (the shared-memory backing" >&2
        echo "file). It is likely that your MPI job will now either abort or experience" >&2
        echo "[vm:1] 1 more process has sent help message help-mpi-errors.txt / mpi_errors_are_fatal unknown handle" >&2
        exit 1)");
    const RunOutcome outcome = runQuietly(smallRequest(), {.engine = folder.engine("", true), .launcher = launcher});
    EXPECT_EQ(errorOf(outcome),
              "there is no room for /dev/shm/vader_segment.vm.0.1.0, through which MPI lets the ranks "
              "talk; the run was ended");
}

TEST(EngineClient, KeepsWhatTheLauncherSaysApartFromTheEvents) {
    const Folder folder;
    const std::string launcher = folder.script("mpirun", "echo; echo ------\n" + say({kHello, ready()}) + R"(
        echo
        echo "mpirun noticed that process rank 0 with PID 77 on node x exited on signal 15 (Terminated)."
        exit 143)");
    const RunOutcome outcome = runQuietly(smallRequest(), {.engine = folder.engine("", true), .launcher = launcher});
    EXPECT_EQ(errorOf(outcome), "rank 0 was killed by signal 15 (Terminated) in step 0; the run was ended");
}

/// A file of shared memory that this process has mapped.
class MappedMemory {
public:
    explicit MappedMemory(std::string path) : m_path(std::move(path)) {
        const int file = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
        if (file < 0)
            return;
        if (::ftruncate(file, kLength) == 0)
            m_memory = ::mmap(nullptr, kLength, PROT_READ, MAP_SHARED, file, 0);
        ::close(file);
    }
    ~MappedMemory() {
        if (isMapped())
            ::munmap(m_memory, kLength);
        ::unlink(m_path.c_str());
    }
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;

    bool isMapped() const { return m_memory != MAP_FAILED; }
    bool isThere() const { return ::access(m_path.c_str(), F_OK) == 0; }

private:
    static constexpr std::size_t kLength = 4096;

    std::string m_path;
    void* m_memory = MAP_FAILED;
};

TEST(EngineClient, RemovesTheSharedMemoryThatAKilledLauncherLeaves) {
    const std::string mark = "lanewright-test." + std::to_string(getpid());
    const MappedMemory segment{"/dev/shm/vader_segment." + mark};
    const MappedMemory other{"/dev/shm/other." + mark};
    if (!segment.isMapped() || !other.isMapped())
        GTEST_SKIP() << "there is no /dev/shm here";
    ReadyEvent event = ready();
    char host[256] = {};
    ASSERT_EQ(gethostname(host, sizeof host - 1), 0);
    event.hosts = {host, host};
    event.pids = {getpid(), getpid()};
    const auto endsWith = [&](const std::string& end) {
        const Folder folder;
        const std::string launcher = folder.script("mpirun", say({kHello, event}) + end);
        return runQuietly(smallRequest(), {.engine = folder.engine("", true), .launcher = launcher});
    };
    // One that ends by itself clears away what is its own.
    endsWith("exit 3");
    EXPECT_TRUE(segment.isThere());
    EXPECT_EQ(errorOf(endsWith("kill -9 $$")), "mpirun was killed by signal 9 (Killed) in step 0");
    EXPECT_FALSE(segment.isThere());
    EXPECT_TRUE(other.isThere());
}

TEST(EngineClient, NoticesARankThatIsGoneWhereTheLauncherDoesNot) {
    const Folder folder;
    ReadyEvent event = ready();
    char host[256] = {};
    ASSERT_EQ(gethostname(host, sizeof host - 1), 0);
    event.hosts = {host, host};
    event.pids = {4000001, 4000002};
    std::string line = eventToLine(event);
    line.replace(line.find("4000001"), 7, "$first");
    line.replace(line.find("4000002"), 7, "$second");
    for (std::size_t at = line.find('"'); at != std::string::npos; at = line.find('"', at + 2))
        line.replace(at, 1, "\\\"");
    const std::string launcher =
        folder.script("launcher", "sleep 600 & first=$!; sleep 600 & second=$!\n" + say({kHello}) + "echo \"" + line +
                                      "\"; sleep 1; kill -9 $second; wait $second; sleep 600");
    const RunOutcome outcome = runQuietly(smallRequest(), {.engine = folder.engine("", true), .launcher = launcher});
    EXPECT_EQ(errorOf(outcome), "rank 1 is gone in step 0; the run was ended");
}

} // namespace
} // namespace lanewright
