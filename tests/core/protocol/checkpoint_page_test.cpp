// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/checkpoint.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace lanewright;

namespace {

Checkpoint smallPage() {
    return {.model = {.layers = 2, .width = 8, .heads = 2, .context = 6, .vocabulary = 256, .batch = 2},
            .progress = {.steps = 7, .updates = 6, .samples = 112},
            .numbers = "state-7.bin",
            .hashes = {1, 2}};
}

std::string refusalOf(const Checkpoint& page) {
    const Result<Checkpoint> read = checkpointFromJson(checkpointToJson(page));
    return read ? "" : read.error().where.text() + ": " + read.error().message.text();
}

} // namespace

TEST(CheckpointPage, ComesBackTheSame) {
    const Result<Checkpoint> read = checkpointFromJson(checkpointToJson(smallPage()));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, smallPage());
}

TEST(CheckpointPage, RefusesATrainingThatIsLongerThanCanBeGoneOnFrom) {
    Checkpoint page = smallPage();
    page.progress.steps = kMostTrainedSteps;
    EXPECT_EQ(refusalOf(page), "");
    page.progress.steps = std::int64_t{9'223'372'036'854'775'807};
    EXPECT_EQ(refusalOf(page), "steps: must be a whole number from 0 to 1000000000, not 9223372036854775807");
    page = smallPage();
    page.progress.updates = kMostTrainedSteps + 1;
    EXPECT_EQ(refusalOf(page), "updates: must be a whole number from 0 to 1000000000, not 1000000001");
    page = smallPage();
    page.progress.samples = kMostTrainedSamples + 1;
    EXPECT_EQ(refusalOf(page), "samples: must be a whole number from 0 to 9007199254740992, not 9007199254740993");
}

TEST(CheckpointPage, SaysThatStepsAreWhole) {
    std::string text = checkpointToJson(smallPage());
    const std::string steps = "\"steps\": 7";
    ASSERT_NE(text.find(steps), std::string::npos) << text;
    text.replace(text.find(steps), steps.size(), "\"steps\": 2.1");
    const Result<Checkpoint> read = checkpointFromJson(text);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().where, "steps");
    EXPECT_EQ(read.error().message, "must be a whole number from 0 to 1000000000, not 2.1");
}

TEST(CheckpointPage, DoesNotWaitForAPipe) {
    std::string folder = (std::filesystem::temp_directory_path() / "lanewright-page-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    ASSERT_EQ(mkfifo((folder + "/checkpoint.json").c_str(), 0600), 0);
    const Result<Checkpoint> page = openCheckpoint(folder);
    ASSERT_FALSE(page);
    EXPECT_EQ(page.error().message, "there is no training state: is a pipe, not a file");
    std::filesystem::remove_all(folder);
}
