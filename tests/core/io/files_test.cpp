// SPDX-License-Identifier: Apache-2.0
#include "core/io/files.h"
#include "core/open/open_file.h"

#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/run_json.h"
#include "core/io/schedule_json.h"
#include "core/model/text.h"
#include "core/pytorch/csv.h"
#include "core/simulate/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stop_token>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace lanewright;
namespace fs = std::filesystem;

namespace {

/// A folder of its own for each test, gone when the test ends.
class Files : public testing::Test {
protected:
    Files() : m_folder(fs::path{testing::TempDir()} / ("lanewright-files-" + std::to_string(::getpid()))) {
        fs::create_directories(m_folder);
    }
    ~Files() override { fs::remove_all(m_folder); }

    std::string path(std::string_view name) const { return (m_folder / name).string(); }
    std::string put(std::string_view name, std::string_view bytes) const {
        std::ofstream{path(name), std::ios::binary} << bytes;
        return path(name);
    }
    std::string openingSays(const std::string& file) const {
        const Result<Opened> opened = openFile(file);
        return opened ? std::string{"opened"} : opened.error().message.text();
    }

    fs::path m_folder;
};

/// The most memory that this process has had, in bytes; 0 where the system does not say.
std::int64_t peakMemory() {
    std::ifstream status{"/proc/self/status"};
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return 1024 * std::stoll(line.substr(6));
    return 0;
}

/// How many tenths of a file's size reading it takes in memory, in a process of its own; none where that can't be said.
std::optional<int> tenthsToOpen(const std::string& file) {
    if (peakMemory() == 0)
        return {};
    const pid_t child = fork();
    if (child == 0) {
        const std::int64_t before = peakMemory();
        const Result<Opened> opened = openFile(file);
        const std::int64_t taken = peakMemory() - before;
        ::_exit(opened ? static_cast<int>(
                             std::min<std::int64_t>(254, 10 * taken / static_cast<std::int64_t>(fs::file_size(file))))
                       : 255);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return {};
    return WEXITSTATUS(status);
}

/// Sanitizers keep what is freed.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMemoryIsOwn = false;
#else
constexpr bool kMemoryIsOwn = true;
#endif

Plan oneOp() {
    Plan plan{.title = "one op", .schedule = {.placement = linear(1), .microbatches = 1}};
    plan.schedule.order = *rowsFromText("F0.0");
    plan.costs = uniform(1);
    plan.memory = uniformMemory(1, 1, {.forward = 1, .backwardWeight = -1});
    return plan;
}

} // namespace

TEST_F(Files, WhatIsWrittenIsReadBack) {
    const std::string bytes("a\0b\r\n\xFF", 6);
    ASSERT_TRUE(writeFile(path("bytes"), bytes));
    EXPECT_EQ(*readFile(path("bytes")), bytes);
}

TEST_F(Files, WritingLeavesNothingBeside) {
    ASSERT_TRUE(writeFile(path("only"), "1"));
    ASSERT_TRUE(writeFile(path("only"), "2"));
    EXPECT_EQ(std::distance(fs::directory_iterator{m_folder}, fs::directory_iterator{}), 1);
}

TEST_F(Files, PermissionsStayAndLinksStayLinks) {
    put("real", "old");
    fs::permissions(path("real"), fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
    fs::create_symlink("real", path("link"));
    ASSERT_TRUE(writeFile(path("link"), "new"));
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(*readFile(path("real")), "new");
    EXPECT_EQ(fs::status(path("real")).permissions(),
              fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
}

TEST_F(Files, ALinkToNothingYetIsFilled) {
    fs::create_symlink("later", path("link"));
    ASSERT_TRUE(writeFile(path("link"), "now"));
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(*readFile(path("later")), "now");
}

TEST_F(Files, LinksThatLeadInACircleAreNotWrittenThrough) {
    fs::create_symlink("second", path("first"));
    fs::create_symlink("first", path("second"));
    const std::string refused = "can't be written: Too many levels of symbolic links";
    const Result<Done> written = writeFile(path("first"), "new");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message, refused);
    EXPECT_TRUE(fs::is_symlink(path("first")));
    const Result<Done> checked = checkWritable(path("first"));
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message, refused);
}

TEST_F(Files, ALinkIsReplacedWhereNoneIsToBeFollowed) {
    put("victim", "precious");
    fs::create_symlink("victim", path("link"));
    ASSERT_TRUE(writeFile(path("link"), "new", LinkPolicy::Replace));
    EXPECT_FALSE(fs::is_symlink(path("link")));
    EXPECT_EQ(*readFile(path("link")), "new");
    EXPECT_EQ(*readFile(path("victim")), "precious");
}

TEST_F(Files, APipeThatTheProcessHasOpenIsWrittenInto) {
    int ends[2] = {};
    ASSERT_EQ(::pipe(ends), 0);
    for (const std::string folder : {"/proc/self/fd/", "/dev/fd/"}) {
        const std::string name = folder + std::to_string(ends[1]);
        EXPECT_TRUE(checkWritable(name)) << name;
        const Result<Done> written = writeFile(name, "text");
        ASSERT_TRUE(written) << name << ": " << written.error().message;
        char text[8] = {};
        EXPECT_EQ(::read(ends[0], text, sizeof text), 4);
        EXPECT_EQ(std::string{text}, "text");
    }
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_F(Files, AFileThatTheProcessHasOpenGoesOnWhereItEnds) {
    const int file = ::open(path("log").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_GE(file, 0);
    ASSERT_EQ(::write(file, "one ", 4), 4);
    ASSERT_TRUE(writeFile("/proc/self/fd/" + std::to_string(file), "two "));
    ASSERT_EQ(::write(file, "three", 5), 5);
    ::close(file);
    EXPECT_EQ(*readFile(path("log")), "one two three");
}

TEST_F(Files, ALargeOneTakesAtMostFourTimesItsSizeInMemory) {
    if (!kMemoryIsOwn)
        GTEST_SKIP() << "the sanitizers' memory is not the reader's";
    Plan plan = *generate("1f1b", *problemOf({.ranks = 4, .microbatches = 200'000}));
    ASSERT_TRUE(writeFile(path("large.lwsched"), planToJson(plan)));
    ASSERT_GT(fs::file_size(path("large.lwsched")), 10'000'000U);
    ASSERT_TRUE(writeFile(path("large.csv"), writePytorchCsv(plan)->text));
    ASSERT_GT(fs::file_size(path("large.csv")), 10'000'000U);
    lanewright::Run run{.plan = std::move(plan)};
    run.hosts.assign(4, "node");
    run.clockUncertainty.assign(4, 0);
    run.losses = {1};
    run.steps.push_back({.wall = simulate(run.plan.schedule, run.plan.costs), .peakActivations = {0, 0, 0, 0}});
    ASSERT_TRUE(writeFile(path("large.lwrun"), runToJson(run)));
    for (const char* name : {"large.lwsched", "large.lwrun", "large.csv"})
        EXPECT_LE(tenthsToOpen(path(name)).value_or(0), 40) << name;
}

TEST_F(Files, APipeIsReadToItsEnd) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::jthread writer([this] {
        // Opens once somebody reads.
        std::ofstream pipe(path("pipe"));
        pipe << "first" << std::flush;
        pipe << " second";
    });
    const Result<std::string> text = readFile(path("pipe"));
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_EQ(*text, "first second");
}

TEST_F(Files, APipeThatNobodyWritesToIsLeftWhenToldSo) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::stop_source source;
    std::jthread stopper([&source] {
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
        source.request_stop();
    });
    const Result<std::string> text = readFile(path("pipe"), {.stop = source.get_token()});
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().message, "was not read to its end: it was stopped");
    EXPECT_EQ(readFile(path("pipe"), {.waitsForPipes = false}).error().message, "is a pipe, not a file");
}

TEST_F(Files, WritingIntoAFolderOrNowhereSaysSo) {
    const Result<Done> folder = writeFile(m_folder.string(), "");
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().message, "is a folder, so no file can be written there");
    const Result<Done> nowhere = writeFile(path("missing/file"), "");
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().message, "can't be written: there is no folder " + path("missing"));
}

TEST_F(Files, AFileThatCantBeReadSaysWhy) {
    EXPECT_EQ(openingSays(path("missing")), "can't be opened: No such file or directory");
    EXPECT_EQ(openingSays(m_folder.string()), "is a folder, not a file");
    EXPECT_EQ(openingSays("/dev/zero"), "is a device, not a file");
    EXPECT_EQ(openingSays(put("empty", "")), "the file is empty");
    EXPECT_EQ(openingSays(put("blank", " \n")), "the text is empty");
    EXPECT_EQ(openingSays(put("other.json", "{\"format\": \"png\"}")),
              "this JSON is neither a schedule nor a run: it must say \"format\": \"lanewright-schedule\" or "
              "\"lanewright-run\"");
    if (::geteuid() != 0) {
        fs::permissions(put("secret", "{}"), fs::perms::none);
        EXPECT_EQ(openingSays(path("secret")), "can't be opened: Permission denied");
    }
}

TEST_F(Files, AFileThatIsTooLongIsNotReadAtAll) {
    fs::resize_file(put("huge", ""), (std::uintmax_t{1} << 30) + 1);
    EXPECT_EQ(openingSays(path("huge")), "is longer than 1 GiB");
}

TEST_F(Files, TextInUtf16IsCalledSo) {
    const std::string marked{"\xFF\xFE{\0}\0", 6};
    EXPECT_EQ(openingSays(put("little.lwsched", marked)), "this is text in UTF-16; JSON is text in UTF-8");
    EXPECT_EQ(openingSays(put("big.lwsched", "\xFE\xFF" + marked.substr(3) + "}")),
              "this is text in UTF-16; JSON is text in UTF-8");
}

TEST_F(Files, TheFormatKeyDecidesAndNotTheName) {
    const lanewright::Run run{.plan = oneOp()};
    put("schedule.lwrun", planToJson(oneOp()));
    put("run.lwsched", runToJson(run));
    const Result<Opened> plan = openFile(path("schedule.lwrun"));
    const Result<Opened> measured = openFile(path("run.lwsched"));
    ASSERT_TRUE(plan && measured);
    EXPECT_EQ(std::get<Plan>(*plan), oneOp());
    EXPECT_EQ(std::get<lanewright::Run>(*measured), run);
}

TEST_F(Files, WhatAFileHoldsTellsCsvFromJson) {
    for (const char* name : {"a.csv", "A.CSV", "schedule", "a.txt"})
        EXPECT_TRUE(openPlan(put(name, " 0F0,0B0\r\n"))) << name;
    EXPECT_EQ(openPlan(put("a.csv", planToJson(oneOp())))->title, "one op");
    EXPECT_EQ(openPlan(put("marked", "\xEF\xBB\xBF(0F1;0B0)OVERLAP_F_B,0F0,0B1"))->schedule.microbatches, 2);
    EXPECT_TRUE(isPytorchCsv("a.csv", ""));
    EXPECT_TRUE(isPytorchCsv("a.csv", "rank,0,1"));
    EXPECT_FALSE(isPytorchCsv("a.lwsched", "0F0,0B0"));
    EXPECT_FALSE(isPytorchCsv("a", "rank,0,1"));
    EXPECT_FALSE(isPytorchCsv("a", ""));
}

TEST_F(Files, ARunIsAcceptedWhereverAScheduleIs) {
    const Result<Plan> plan = openPlan(put("a.lwrun", runToJson({.plan = oneOp()})));
    ASSERT_TRUE(plan);
    EXPECT_EQ(*plan, oneOp());
}
