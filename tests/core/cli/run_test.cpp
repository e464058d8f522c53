// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include "core/io/schedule_json.h"
#include "core/open/open_file.h"
#include "core/protocol/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace lanewright::test {
namespace {

/// Shell commands that say hello, that two ranks are ready, and spans for `steps` steps of a schedule.
std::string tale(const Plan& plan, int steps) {
    std::string body =
        say(HelloEvent{}) +
        say(ReadyEvent{.ranks = 2, .backend = "cpu", .hosts = {"h", "h"}, .clockUncertainty = {0, 0}, .pids = {1, 1}});
    for (int step = 0; step < steps; ++step) {
        for (int rank = 0; rank < 2; ++rank) {
            SpansEvent spans{.step = step, .rank = rank};
            Time now = 0;
            for (const Block& block : plan.schedule.order[rank]) {
                spans.wall.push_back({.op = block.op, .start = now, .end = now + kTimeUnit});
                now += kTimeUnit;
            }
            body += say(spans);
        }
        body += say(StepEvent{.step = step, .loss = 5.0 - step, .length = 4 * kTimeUnit, .peakActivations = {1, 1}});
    }
    return body;
}

/// An engine that answers `--capabilities` and else follows the body.
std::string engineOf(const Folder& folder, const std::string& body) {
    return "LANEWRIGHT_ENGINE=" +
           folder.script("lanewright-engine", "if [ \"$1\" = --capabilities ]; then echo "
                                              "'{\"mpi\":false,\"backends\":[\"cpu\"]}'; exit; fi\n" +
                                                  body);
}

/// Shell commands that keep the request, which comes on standard input behind a line with its length.
const std::string kKeepRequest = "read -r line; size=${line#*request}; size=${size#*:}; size=${size%%,*}; "
                                 "head -c \"${size%\\}}\" > request\n";

struct Stage {
    Folder folder = {};
    std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "2"});
    Plan plan = *openPlan(file);
};

TEST(Run, RefusesAnInvalidScheduleBeforeAnythingStarts) {
    const Stage stage;
    Plan broken = stage.plan;
    broken.schedule.order[0].pop_back();
    const std::string file = stage.folder.write("broken.lwsched", planToJson(broken));
    const Answer answer = cli({"run", file}, {engineOf(stage.folder, "touch started\n")});
    EXPECT_EQ(answer.code, 1);
    EXPECT_NE(answer.errors.find("is missing: rank 0 has to run it once"), std::string::npos) << answer.errors;
    EXPECT_FALSE(std::filesystem::exists(stage.folder.path("started")));
}

TEST(Run, PrintsWhatTheEngineMeasured) {
    const Stage stage;
    const std::string engine = engineOf(
        stage.folder, kKeepRequest + tale(stage.plan, 3) +
                          say(DoneEvent{.weightsHash = "00000000deadbeef", .gradientsHash = "00000000feedface"}));
    const std::string saved = stage.folder.path("a.lwrun");
    const nlohmann::json answer = jsonOf(cli({"run", stage.file, "--steps", "3", "--seed", "7", "--model",
                                              R"({"layers": 6, "width": 32})", "-o", saved, "--json"},
                                             {engine}));
    EXPECT_EQ(answer["losses"], nlohmann::json::array({5.0, 4.0, 3.0}));
    EXPECT_EQ(answer["weights_hash"], "00000000deadbeef");
    EXPECT_EQ(answer["gradients_hash"], "00000000feedface");
    EXPECT_EQ(answer["precision"], "fp32");
    EXPECT_EQ(answer["threads"], 1);
    EXPECT_EQ(answer["makespan"], 6);
    EXPECT_EQ(answer["longest_span"], 6);
    EXPECT_EQ(answer["planned_makespan"], 7);
    EXPECT_EQ(answer["paced"], false);
    EXPECT_EQ(answer["backend"], "cpu");
    EXPECT_EQ(answer["steps"], 3);
    EXPECT_EQ(answer["launcher"], "in-process");
    const Result<RunRequest> request = requestFromJson(stage.folder.read("request"));
    ASSERT_TRUE(request);
    EXPECT_EQ(request->seed, 7u);
    EXPECT_EQ(request->model.seed, 7u);
    EXPECT_EQ(request->model.layers, 6);
    EXPECT_EQ(request->model.width, 32);
    // What was saved is accepted wherever a schedule is, and stands for the measured numbers.
    const nlohmann::json numbers = jsonOf(cli({"simulate", saved, "--json"}));
    EXPECT_EQ(numbers["makespan"], 6);
    EXPECT_EQ(numbers["measured"], true);
    EXPECT_EQ(numbers["period"], nullptr);
    EXPECT_EQ(jsonOf(cli({"compare", stage.file, saved, "--json"}))["actual"]["makespan"], 6);
    EXPECT_EQ(cli({"convert", saved, stage.folder.path("b.lwsched")}).code, 0);
}

TEST(Run, HandsTheOptionsOfTrainingToTheEngine) {
    const Stage stage;
    const std::string engine = engineOf(stage.folder, kKeepRequest + tale(stage.plan, 3) + say(DoneEvent{}));
    const std::string text = stage.folder.write("text", std::string(20'000, 'a'));
    const Answer answer = cli({"run",
                               stage.file,
                               "--optimizer",
                               "postvalidated",
                               "--learning-rate",
                               "0.01",
                               "--weight-decay",
                               "0.2",
                               "--clip",
                               "3",
                               "--data",
                               text,
                               "--validation",
                               "0.25",
                               "--validate-every",
                               "2",
                               "--save",
                               stage.folder.path("state"),
                               "--save-every",
                               "3",
                               "--sample",
                               "17",
                               "--prompt",
                               "the lane",
                               "--threads",
                               "4",
                               "--precision",
                               "bf16"},
                              {engine});
    EXPECT_EQ(answer.code, 0) << answer.errors;
    const Result<RunRequest> request = requestFromJson(stage.folder.read("request"));
    ASSERT_TRUE(request);
    EXPECT_EQ(request->optimizer.mode, OptimizerMode::PostValidated);
    EXPECT_EQ(request->optimizer.learningRate, 0.01);
    EXPECT_EQ(request->optimizer.weightDecay, 0.2);
    EXPECT_EQ(request->optimizer.clip, 3);
    EXPECT_EQ(request->validation, (Validation{.share = 0.25, .every = 2}));
    EXPECT_EQ(request->save, stage.folder.path("state"));
    EXPECT_EQ(request->saveEvery, 3);
    EXPECT_EQ(request->sample.characters, 17);
    EXPECT_EQ(request->sample.prompt, "the lane");
    EXPECT_EQ(request->threads, 4);
    EXPECT_EQ(request->precision, Precision::Bf16);
}

TEST(Run, RefusesOptionsOfTrainingThatCantBe) {
    const Stage stage;
    const std::vector<std::pair<Words, std::string>> cases = {{{"--threads", "0"}, "--threads"},
                                                              {{"--validation", "0.6"}, "--validation"},
                                                              {{"--clip", "-1"}, "--clip"},
                                                              {{"--optimizer", "sometimes"}, "--optimizer"},
                                                              {{"--precision", "fp8"}, "--precision"},
                                                              {{"--save-every", "2"}, "--save"},
                                                              {{"--resume", "/nonexistent"}, "--resume"},
                                                              {{"--launch", "no-such-launcher"}, "no-such-launcher"}};
    for (const auto& [words, named] : cases) {
        Words all{"run", stage.file};
        all.insert(all.end(), words.begin(), words.end());
        const Answer answer = cli(all, {engineOf(stage.folder, "touch started\n")});
        EXPECT_TRUE(answer.code == 2 || answer.code == 4) << words[0] << ": " << answer.code;
        EXPECT_NE(answer.errors.find(named), std::string::npos) << answer.errors;
        EXPECT_EQ(std::ranges::count(answer.errors, '\n'), 1) << answer.errors;
    }
    EXPECT_FALSE(std::filesystem::exists(stage.folder.path("started")));
}

TEST(Run, EndsWithTheComparison) {
    const Stage stage;
    const Answer answer = cli({"run", stage.file}, {engineOf(stage.folder, tale(stage.plan, 3) + say(DoneEvent{}))});
    EXPECT_EQ(answer.code, 0) << answer.errors;
    EXPECT_EQ(answer.errors, "");
    for (const char* words :
         {"3 of 3 steps on 2 ranks (in-process, cpu, fp32)", "makespan", "Ops, worst first (12 of 12)"})
        EXPECT_NE(answer.output.find(words), std::string::npos) << words << "\n" << answer.output;
}

TEST(Run, ReturnsThreeWhenTheRunFails) {
    const Stage stage;
    const std::string saved = stage.folder.path("a.lwrun");
    const Answer answer =
        cli({"run", stage.file, "-o", saved, "--json"}, {engineOf(stage.folder, tale(stage.plan, 1) + "kill -9 $$")});
    EXPECT_EQ(answer.code, 3);
    EXPECT_EQ(answer.output, "");
    EXPECT_EQ(answer.errors, "lanewright-cli: the engine was killed by signal 9 (Killed) in step 1\n"
                             "lanewright-cli: saved " +
                                 saved + " (1 step, cut short)\n");
    const Result<Opened> opened = openFile(saved);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_TRUE(std::get<lanewright::Run>(*opened).partial);
}

TEST(Run, SavesWhatItMeasuredThoughNobodyListens) {
    const Stage stage;
    const std::string saved = stage.folder.path("a.lwrun");
    const std::string engine = engineOf(stage.folder, tale(stage.plan, 1) + "kill -9 $$");
    EXPECT_EQ(cliUnheard({"run", stage.file, "-o", saved}, {engine}).code, -SIGPIPE);
    EXPECT_TRUE(openFile(saved));
}

TEST(Run, ReturnsFourWhenSomethingIsMissing) {
    const Stage stage;
    EXPECT_EQ(cli({"run", stage.file}, {"LANEWRIGHT_ENGINE=/no/such/engine"}).code, 4);
    const std::string engine = engineOf(stage.folder, "");
    const Answer backend = cli({"run", stage.file, "--backend", "cuda"}, {engine});
    EXPECT_EQ(backend.code, 4);
    EXPECT_EQ(backend.errors, "lanewright-cli: this lanewright-engine has no backend cuda\n");
    EXPECT_EQ(cli({"run", stage.file, "--launch", "/no/such/mpirun"}, {engine}).code, 4);
}

TEST(Run, RefusesWrongInputBeforeAnythingStarts) {
    const Stage stage;
    const std::string engine = engineOf(stage.folder, "touch started");
    for (const Words& words : std::vector<Words>{{"--model", "{\"layers\": 1}"},
                                                 {"--model", "{\"layers\": \"many\"}"},
                                                 {"--model", "{\"lairs\": 4}"},
                                                 {"--model", "{"},
                                                 {"--model", "/no/such/model.json"},
                                                 {"--data", "/no/such/text"}}) {
        Words all = {"run", stage.file};
        all.insert(all.end(), words.begin(), words.end());
        const Answer answer = cli(all, {engine});
        EXPECT_EQ(answer.code, 2) << words[1];
        EXPECT_EQ(answer.errors.find('\n'), answer.errors.size() - 1) << answer.errors;
    }
    EXPECT_FALSE(std::filesystem::exists(stage.folder.path("started")));
}

/// Waits until the engine has left a file.
void waitFor(const std::string& file) {
    for (int i = 0; i < 6000 && !std::filesystem::exists(file); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
}

/// Shell commands that wait for the line that asks a run to stop; the request is read over.
const std::string kUntilAsked =
    "until [ \"$line\" = '" + std::string{kCancelLine} + "' ]; do read -r line || exit; done\n";

TEST(Run, StopsAfterTheStepOnTheFirstInterrupt) {
    const Stage stage;
    const std::string saved = stage.folder.path("a.lwrun");
    const std::string engine = engineOf(stage.folder, tale(stage.plan, 2) + "touch running\n" + kUntilAsked +
                                                          say(DoneEvent{.cancelled = true}));
    Process process = startCli({"run", stage.file, "--steps", "50", "-o", saved, "--json"}, {engine});
    waitFor(stage.folder.path("running"));
    process.signalGroup(SIGINT);
    const nlohmann::json answer = jsonOf(answerOf(process), 130);
    EXPECT_EQ(answer["steps"], 2);
    EXPECT_EQ(answer["partial"], true);
    EXPECT_EQ(answer["output"], saved);
    EXPECT_TRUE(openFile(saved));
}

TEST(Run, StopsAfterTheStepWhenItsTerminalIsClosed) {
    const Stage stage;
    const std::string saved = stage.folder.path("a.lwrun");
    // Asked once, it ends its step in peace, though shell and system both say that the terminal is gone.
    const std::string engine = engineOf(stage.folder, tale(stage.plan, 1) + "touch running\n" + kUntilAsked +
                                                          "touch asked; until [ -e again ]; do sleep 0.1; done\n" +
                                                          say(DoneEvent{.cancelled = true}));
    Process process = startCli({"run", stage.file, "--steps", "50", "-o", saved, "--json"}, {engine});
    waitFor(stage.folder.path("running"));
    process.signalGroup(SIGHUP);
    waitFor(stage.folder.path("asked"));
    process.signalGroup(SIGHUP);
    stage.folder.write("again", "");
    EXPECT_EQ(jsonOf(answerOf(process), 130)["output"], saved);
    EXPECT_TRUE(openFile(saved));
}

TEST(Run, OutlivesItsTerminalWhenItWasStartedTo) {
    const Stage stage;
    const std::string engine =
        engineOf(stage.folder,
                 tale(stage.plan, 1) + "touch running; until [ -e again ]; do sleep 0.1; done\n" + say(DoneEvent{}));
    Process process = startCliBy("trap '' HUP", {"run", stage.file, "--steps", "1", "--json"}, {engine});
    waitFor(stage.folder.path("running"));
    process.signalGroup(SIGHUP);
    stage.folder.write("again", "");
    EXPECT_EQ(jsonOf(answerOf(process))["partial"], false);
}

TEST(Run, EndsAtOnceOnTheSecondInterrupt) {
    const Stage stage;
    // Two signals at once would be one.
    const std::string engine =
        engineOf(stage.folder, tale(stage.plan, 1) + "touch running\n" + kUntilAsked + "touch asked; exec sleep 600");
    Process process = startCli({"run", stage.file, "--steps", "50"}, {engine});
    waitFor(stage.folder.path("running"));
    process.signalGroup(SIGINT);
    waitFor(stage.folder.path("asked"));
    process.signalGroup(SIGINT);
    EXPECT_EQ(answerOf(process).code, 130);
}

/// A pipe that nobody writes to.
std::string silentPipe(const Folder& folder) {
    const std::string pipe = folder.path("pipe");
    EXPECT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    return pipe;
}

TEST(Run, StopsWhileItWaitsForAPipe) {
    const Stage stage;
    const std::string engine = engineOf(stage.folder, "touch started; sleep 600");
    Process process = startCli({"run", stage.file, "--steps", "1", "--data", silentPipe(stage.folder)}, {engine});
    // Who writes finds a reader at the other end once the program waits.
    int writer = -1;
    for (int i = 0; i < 6000 && writer < 0; ++i) {
        writer = open(stage.folder.path("pipe").c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    ASSERT_GE(writer, 0);
    process.signalGroup(SIGINT);
    EXPECT_EQ(answerOf(process).code, 130);
    close(writer);
    EXPECT_FALSE(std::filesystem::exists(stage.folder.path("started")));
}

TEST(Run, EndsOnTheThirdInterruptWhateverItWaitsFor) {
    const Stage stage;
    // The engine is left out of the group's signals; its end takes the client's timeout.
    const std::string engine = engineOf(stage.folder, "trap '' TERM INT\n" + tale(stage.plan, 1) +
                                                          "touch running; while [ -e running ]; do sleep 1; done");
    Process process = startCli({"run", stage.file, "--steps", "50"}, {engine});
    waitFor(stage.folder.path("running"));
    std::optional<Ending> ending;
    for (int i = 0; i < 600 && !ending; ++i) {
        kill(process.pid(), SIGTERM);
        std::this_thread::sleep_for(std::chrono::milliseconds{100});
        ending = process.ended();
    }
    ASSERT_TRUE(ending);
    EXPECT_EQ(ending->signal, SIGTERM);
}

} // namespace
} // namespace lanewright::test
