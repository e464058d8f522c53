// SPDX-License-Identifier: Apache-2.0
#include "core/io/files.h"
#include "core/protocol/checkpoint.h"
#include "engine/run/folder_lock.h"
#include "engine/run/request_check.h"
#include "engine/run/state_file.h"
#include "tests/engine/support/engine_process.h"
#include "tests/engine/support/requests.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lanewright::engine::test {

namespace {

namespace files = std::filesystem;

/// A folder that goes away with this.
class Folder {
public:
    Folder() {
        std::string name = (files::temp_directory_path() / "lanewright-state-XXXXXX").string();
        m_path = mkdtemp(name.data());
    }
    ~Folder() { files::remove_all(m_path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string path(const std::string& name) const { return m_path + "/" + name; }

private:
    std::string m_path;
};

/// `steps` of training from `resume` (fresh weights where that is empty), saved to `save`.
RunRequest training(const Plan& plan, int steps, const std::string& resume, const std::string& save) {
    RunRequest request = requestOf(plan);
    request.steps = steps;
    request.optimizer.clip = 0.5;
    request.resume = resume;
    request.save = save;
    return request;
}

Plan vShaped() {
    Plan plan = planOf("zb-h1", 2, 4);
    plan.schedule.placement = zigzag(2, 4);
    plan.costs = uniform(4, {.forward = kTimeUnit});
    plan.memory = uniformMemory(4, 2, {});
    return shuffled(plan, 9);
}

std::vector<double> joined(std::vector<double> first, const std::vector<double>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// A state of one step in the folder, and its only file of numbers.
std::string savedState(const Folder& folder) {
    const std::string state = folder.path("state");
    EXPECT_NE(runHere(training(planOf("1f1b", 2, 4), 1, "", state)).done(), nullptr);
    return state;
}

std::string refusalOf(const RunRequest& request) {
    const Result<Corpus> corpus = corpusFor(request);
    return corpus ? "" : corpus.error().message.text();
}

std::size_t filesIn(const std::string& folder) {
    return static_cast<std::size_t>(std::distance(files::directory_iterator{folder}, files::directory_iterator{}));
}

std::vector<UpdateKind> updatesIn(const Seen& seen) {
    std::vector<UpdateKind> kinds;
    for (const Event& event : seen.events)
        if (const auto* const step = std::get_if<StepEvent>(&event))
            kinds.push_back(step->update.kind);
    return kinds;
}

} // namespace

TEST(Checkpoint, ResumingOnAnyScheduleCutAndRanksEqualsTheRunThatNeverStopped) {
    const Folder folder;
    const Seen whole = runHere(training(planOf("gpipe", 1, 4), 6, "", ""));
    const Seen first = runHere(training(planOf("zb-h1", 4, 4), 2, "", folder.path("a")));
    const Seen second = runHere(training(vShaped(), 2, folder.path("a"), folder.path("b")));
    const Seen third = runHere(training(planOf("1f1b", 2, 4), 2, folder.path("b"), folder.path("b")));
    EXPECT_EQ(joined(joined(first.losses, second.losses), third.losses), whole.losses);
    EXPECT_EQ(third.hash, whole.hash);
    EXPECT_NE(first.hash, whole.hash);
    const Result<lanewright::Checkpoint> page = openCheckpoint(folder.path("b"));
    ASSERT_TRUE(page);
    EXPECT_EQ(page->progress, (Progress{.steps = 6, .updates = 6, .samples = 6 * 4 * 2}));
    EXPECT_EQ(filesIn(folder.path("b")), 2U) << "the state before is gone once the new one is whole";
}

TEST(Checkpoint, ResumingWithMicrobatchesOfTheirOwnLengthsAndSamplesEqualsTheRunThatNeverStopped) {
    const auto withLengths = [](Plan plan) {
        setMicrobatches(plan, MicrobatchCosts::ofLengths({400, 1600, 150, 1200}, {}, {1, 2, 1, 2}));
        return plan;
    };
    const Folder folder;
    const Seen whole = runHere(training(withLengths(planOf("gpipe", 1, 4)), 4, "", ""));
    const Seen first = runHere(training(withLengths(planOf("zb-h1", 4, 4)), 2, "", folder.path("a")));
    const Seen second = runHere(training(shuffled(withLengths(planOf("1f1b", 2, 4)), 3), 2, folder.path("a"), ""));
    EXPECT_EQ(joined(first.losses, second.losses), whole.losses);
    EXPECT_EQ(second.hash, whole.hash);
    // A text is gone through in whole samples, however much of each is trained on.
    const Result<lanewright::Checkpoint> page = openCheckpoint(folder.path("a"));
    ASSERT_TRUE(page);
    EXPECT_EQ(page->progress.samples, 2U * (1 + 2 + 1 + 2));
    // What comes after may have other lengths.
    EXPECT_NE(runHere(training(planOf("1f1b", 2, 4), 2, folder.path("a"), "")).hash, whole.hash);
}

TEST(Checkpoint, BothCopiesOfAStageTakeTheSameState) {
    const Folder folder;
    const Seen whole = runHere(training(bothWaysOnOneRank(4, 8), 4, "", ""));
    runHere(training(bothWays(4, 8), 2, "", folder.path("a")));
    EXPECT_EQ(runHere(training(bothWays(2, 8), 2, folder.path("a"), "")).hash, whole.hash);
}

TEST(Checkpoint, SkippedStepsAndPostValidationGoOnAsIfNothingHadBeen) {
    const Folder folder;
    RunRequest request = training(planOf("zb-h1", 4, 4), 5, "", "");
    request.poison = {{.step = 1, .tensor = 5, .factor = std::numeric_limits<double>::quiet_NaN()}};
    const Seen whole = runHere(request);
    EXPECT_EQ(updatesIn(whole)[1], UpdateKind::Skipped);
    request.optimizer.mode = OptimizerMode::PostValidated;
    request.save = folder.path("a");
    request.steps = 2;
    runHere(request);
    const Result<lanewright::Checkpoint> page = openCheckpoint(folder.path("a"));
    ASSERT_TRUE(page);
    EXPECT_EQ(page->progress.updates, 1);
    RunRequest rest = training(planOf("gpipe", 2, 4), 3, folder.path("a"), "");
    rest.optimizer.mode = OptimizerMode::PostValidated;
    EXPECT_EQ(runHere(rest).hash, whole.hash);
}

TEST(Checkpoint, SavesEverySoManyStepsAndAtTheEnd) {
    const Folder folder;
    RunRequest request = training(planOf("1f1b", 2, 4), 5, "", folder.path("a"));
    request.saveEvery = 2;
    std::vector<int> steps;
    const Seen seen = runHere(request);
    for (const Event& event : seen.events)
        if (const auto* const saved = std::get_if<CheckpointEvent>(&event))
            steps.push_back(saved->step);
    EXPECT_EQ(steps, (std::vector{1, 3, 4}));
    EXPECT_EQ(seen.hash, runHere(training(planOf("1f1b", 2, 4), 5, "", "")).hash);
}

TEST(Checkpoint, WhatCannotBeGoneOnFromIsRefusedInWords) {
    const Folder folder;
    const std::string state = savedState(folder);
    const RunRequest good = training(planOf("1f1b", 2, 4), 1, state, "");
    EXPECT_EQ(refusalOf(good), "");
    RunRequest bad = good;
    bad.resume = folder.path("nothing");
    EXPECT_EQ(refusalOf(bad), "there is no training state: can't be opened: No such file or directory");
    bad = good;
    bad.model.width = 64;
    EXPECT_EQ(refusalOf(bad), "the training state does not fit: it is of a model with width 32, not 64");
    bad = good;
    bad.data = state + "/checkpoint.json";
    EXPECT_EQ(refusalOf(bad),
              "the training state is of another text than " + bad.data + ", or the text has changed since");
}

TEST(Checkpoint, DamageIsSeenBeforeAnythingStarts) {
    const Folder folder;
    const std::string state = savedState(folder);
    const RunRequest request = training(planOf("1f1b", 2, 4), 1, state, "");
    const std::string numbers = state + "/" + openCheckpoint(state)->numbers;
    {
        std::fstream file(numbers, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(1001);
        file.put('\x5a');
    }
    EXPECT_EQ(refusalOf(request),
              "the training state is damaged: the numbers of tensor 0 are not those that were saved");
    files::resize_file(numbers, files::file_size(numbers) - 1);
    files::resize_file(numbers, 5000);
    EXPECT_EQ(refusalOf(request), "the training state ends too early");
    files::remove(numbers);
    EXPECT_EQ(refusalOf(request), "the numbers of the training state can't be read: No such file or directory");
    std::ofstream(state + "/checkpoint.json") << "{\"format\": \"lanewright-run\", \"version\": 1}";
    EXPECT_NE(refusalOf(request).find("this is no training state that can be gone on from"), std::string::npos);
}

TEST(Checkpoint, ASaveThatDoesNotComeToItsEndLeavesTheOldStateWhole) {
    const Folder folder;
    const std::string state = savedState(folder);
    const lanewright::Checkpoint old = *openCheckpoint(state);
    const pid_t child = fork();
    if (child == 0) {
        lanewright::Checkpoint next = old;
        next.progress.steps = 1;
        static_cast<void>(writeState(state, next, [](const Parameter& parameter, auto, auto) {
            if (parameter.number > 0)
                _exit(0); // as if killed: nothing is tidied up
            const std::vector<float> ones(static_cast<std::size_t>(parameter.size()), 1.0F);
            return Numbers{ones, ones, ones};
        }));
        _exit(1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
    EXPECT_EQ(filesIn(state), 3U);
    EXPECT_EQ(*openCheckpoint(state), old);
    EXPECT_TRUE(checkState(state, old, smallModel()));
    runHere(training(planOf("1f1b", 2, 4), 1, state, state));
    EXPECT_EQ(filesIn(state), 2U) << "the next save tidies up";
}

TEST(Checkpoint, NeverWritesThroughALink) {
    const Folder folder;
    const std::string state = savedState(folder);
    const std::string victim = folder.path("victim");
    std::ofstream(victim) << "precious";
    for (const char* name : {"state-2.bin", "state-2.bin.part", "state-2-1.bin.part"})
        files::create_symlink(victim, state + "/" + name);
    files::rename(state + "/checkpoint.json", folder.path("page"));
    files::create_symlink(folder.path("page"), state + "/checkpoint.json");
    const std::string page = *readFile(folder.path("page"));
    EXPECT_NE(runHere(training(planOf("1f1b", 2, 4), 1, state, state)).done(), nullptr);
    std::string kept;
    std::ifstream(victim) >> kept;
    EXPECT_EQ(kept, "precious");
    EXPECT_EQ(*readFile(folder.path("page")), page);
    EXPECT_FALSE(files::is_symlink(state + "/checkpoint.json"));
    EXPECT_EQ(openCheckpoint(state)->progress.steps, 2);
    EXPECT_EQ(filesIn(state), 2U) << "links of its own names go";
}

TEST(Checkpoint, RemovesFilesOfItsOwnNamesOnly) {
    const Folder folder;
    const std::string state = savedState(folder);
    const std::vector<std::string> foreign = {"state-of-the-art.bin", "state-.bin",     "state-1-.bin",
                                              "state-1.bin.bak",      "state-1x.bin",   "state-1.part",
                                              "estate-1.bin",         "state-1-2-3.bin"};
    const std::vector<std::string> own = {"state-0.bin", "state-9.bin.part", "state-9-12.bin", "state-9-1.bin.part"};
    for (const auto& names : {foreign, own})
        for (const std::string& name : names)
            std::ofstream(state + "/" + name) << "mine";
    EXPECT_NE(runHere(training(planOf("1f1b", 2, 4), 1, state, state)).done(), nullptr);
    for (const std::string& name : foreign)
        EXPECT_TRUE(files::exists(state + "/" + name)) << name;
    for (const std::string& name : own)
        EXPECT_FALSE(files::exists(state + "/" + name)) << name;
}

TEST(Checkpoint, AFolderIsForOneRunAtATime) {
    const Folder folder;
    const std::string state = savedState(folder);
    {
        const auto first = lockFolder(state);
        ASSERT_TRUE(first);
        EXPECT_TRUE(*first) << "null is no lock";
        const auto second = lockFolder(state);
        ASSERT_FALSE(second);
        EXPECT_EQ(second.error().message,
                  "another run saves its training state there; wait for its end, or save elsewhere");
        EXPECT_EQ(second.error().where, state);
        const RequestFile request(training(planOf("1f1b", 2, 4), 1, "", state));
        EngineProcess engine(inOneProcess(request));
        const Seen seen = engine.follow();
        ASSERT_NE(seen.failure(), nullptr) << engine.noise();
        EXPECT_NE(seen.failure()->reason.text().find("another run saves"), std::string::npos);
        EXPECT_EQ(engine.exitCode(), 1);
        EXPECT_TRUE(checkState(state, *openCheckpoint(state), smallModel()));
    }
    EXPECT_TRUE(lockFolder(state)) << "the lock goes with the run";
    EXPECT_EQ(filesIn(state), 2U) << "and leaves nothing behind";
}

TEST(Checkpoint, APipeInPlaceOfTheNumbersIsRefused) {
    const Folder folder;
    const std::string state = savedState(folder);
    const std::string numbers = state + "/" + openCheckpoint(state)->numbers;
    files::remove(numbers);
    ASSERT_EQ(mkfifo(numbers.c_str(), 0600), 0);
    EXPECT_EQ(refusalOf(training(planOf("1f1b", 2, 4), 1, state, "")),
              "the numbers of the training state can't be read: this is no file");
}

TEST(Checkpoint, AnEngineThatNeverGetsReadyEndsWithItsParent) {
    const Folder folder;
    RunRequest request = training(planOf("1f1b", 2, 4), 1, "", "");
    request.data = folder.path("silent");
    ASSERT_EQ(mkfifo(request.data.c_str(), 0600), 0);
    const RequestFile file(request);
    {
        EngineProcess orphan(inOneProcess(file));
        orphan.closeInput();
        const Seen seen = orphan.follow();
        ASSERT_NE(seen.failure(), nullptr) << orphan.noise();
        EXPECT_EQ(seen.failure()->reason, "the run was given up before it was ready");
        EXPECT_EQ(orphan.exitCode(), 1);
    }
    EngineProcess asked(inOneProcess(file));
    const Seen seen = asked.follow([&](const Event& event) {
        if (std::holds_alternative<HelloEvent>(event))
            kill(asked.pid(), SIGTERM);
    });
    EXPECT_NE(seen.failure(), nullptr) << asked.noise();
    EXPECT_EQ(asked.exitCode(), 1);
}

TEST(Checkpoint, AFullDiskIsSaidAndLeavesTheOldStateWhole) {
    const Folder folder;
    const std::string state = savedState(folder);
    const lanewright::Checkpoint old = *openCheckpoint(state);
    // A limit on the size of files stands for the end of the disk.
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{.rlim_cur = 4096, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    {
        lanewright::Checkpoint next = old;
        next.progress.steps = 2;
        const Result<Done> written = writeState(state, next, [](const Parameter&, auto, std::int64_t count) {
            const std::vector<float> ones(static_cast<std::size_t>(count), 1.0F);
            return Numbers{ones, ones, ones};
        });
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().message, "the training state can't be written: File too large");
    }
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(filesIn(state), 2U);
    EXPECT_EQ(*openCheckpoint(state), old);
    EXPECT_TRUE(checkState(state, old, smallModel()));
}

TEST(Validation, TheLossOverTheTextHeldBackDoesNotDependOnTheScheduleAndChangesNothing) {
    const auto validated = [](const Plan& plan) {
        RunRequest request = training(plan, 4, "", "");
        request.validation = {.share = 0.2, .every = 2};
        const Seen seen = runHere(request);
        std::vector<double> losses;
        for (const Event& event : seen.events)
            if (const auto* const validation = std::get_if<ValidationEvent>(&event))
                losses.push_back(validation->loss);
        losses.push_back(seen.losses.back());
        return losses;
    };
    const std::vector<double> expected = validated(planOf("gpipe", 1, 4));
    ASSERT_EQ(expected.size(), 3U) << "after steps 1 and 3";
    EXPECT_NEAR(expected[0], 5.4, 0.3);
    EXPECT_LT(expected[1], expected[0]);
    for (const Plan& plan : {planOf("zb-h1", 4, 4), vShaped()})
        EXPECT_EQ(validated(plan), expected);
    const Seen other = runHere(training(planOf("gpipe", 1, 4), 4, "", ""));
    EXPECT_NE(other.losses.back(), expected.back()) << "other text was trained on";
}

TEST(Sample, WhatTheModelWritesFollowsFromItsWeightsAndTheSeed) {
    const auto written = [](const Plan& plan, int characters) {
        RunRequest request = training(plan, 3, "", "");
        request.sample = {.characters = characters, .prompt = "the rank "};
        for (const Event& event : runHere(request).events)
            if (const auto* const sample = std::get_if<SampleEvent>(&event))
                return sample->text;
        return std::string{};
    };
    const std::string expected = written(planOf("gpipe", 1, 4), 40);
    EXPECT_EQ(expected.size(), 9U + 40U);
    EXPECT_TRUE(expected.starts_with("the rank "));
    EXPECT_EQ(written(planOf("zb-h1", 4, 4), 40), expected);
    EXPECT_EQ(written(vShaped(), 12), expected.substr(0, 9 + 12));
}

} // namespace lanewright::engine::test
