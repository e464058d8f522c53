// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"
#include "core/io/run_json.h"
#include "core/io/schedule_json.h"
#include "core/protocol/protocol.h"
#include "core/pytorch/csv.h"
#include "tests/core/io/documents.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <random>

using namespace lanewright;
using test::document;

/// Files broken at random. Whatever comes of them, it is a value or a sentence, and never a crash or an exception.
namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t count) { return count == 0 ? 0 : random() % count; }

std::string_view token(Random& random) {
    constexpr std::array<std::string_view, 24> tokens = {"null",
                                                         "-1",
                                                         "1e999",
                                                         "0.0000001",
                                                         "[",
                                                         "]",
                                                         "{",
                                                         "}",
                                                         "\"",
                                                         ",",
                                                         ":",
                                                         "99999999999999999999",
                                                         "\"F0.0\"",
                                                         "\xFF",
                                                         "true",
                                                         "1e-999999999",
                                                         "0F0,",
                                                         "\n",
                                                         "1SEND_F0,",
                                                         "0RECV_B0,",
                                                         "0REDUCE_GRAD,",
                                                         "(0F1;1B0)OVERLAP_F_B,",
                                                         "BW",
                                                         ";"};
    return tokens[below(random, tokens.size())];
}

/// One of the ways in which files break: a flipped bit, a lost piece, a doubled piece, a cut, a foreign word.
void mutate(std::string& text, Random& random) {
    if (text.empty())
        return;
    const std::size_t at = below(random, text.size());
    const std::size_t length = 1 + below(random, 20);
    switch (below(random, 6)) {
    case 0: text[at] = static_cast<char>(text[at] ^ (1 << below(random, 8))); break;
    case 1: text.erase(at, length); break;
    case 2: text.insert(at, text.substr(at, length)); break;
    case 3: text.resize(at); break;
    case 4: text.insert(at, token(random)); break;
    default: {
        // A number somewhere becomes another one, which keeps the JSON whole and gets deeper into the reader.
        const std::size_t digit = text.find_first_of("0123456789", at);
        if (digit != std::string::npos)
            text.replace(digit, 1, std::to_string(below(random, 1200)));
    }
    }
}

bool isSmall(const Plan& plan) {
    return static_cast<std::int64_t>(plan.schedule.stages()) * plan.schedule.microbatches < 5'000;
}

/// What a reader accepts must be sound enough for everybody behind it.
void useAsOthersDo(const Plan& plan) {
    const Result<Plan> again = planFromJson(planToJson(plan));
    ASSERT_TRUE(again) << again.error().where << ": " << again.error().message << "\n" << planToJson(plan);
    EXPECT_TRUE(*again == plan) << planToJson(plan);
    if (!isSmall(plan) || plan.isProblem())
        return;
    static_cast<void>(validate(plan));
    static_cast<void>(writePytorchCsv(plan));
}

void readPlan(const std::string& text) {
    if (const Result<Plan> plan = planFromJson(text))
        useAsOthersDo(*plan);
}

void readRun(const std::string& text) {
    if (const Result<Run> run = runFromJson(text)) {
        EXPECT_TRUE(runFromJson(runToJson(*run))) << text;
        static_cast<void>(representativeStep(*run));
    }
}

void readEvent(const std::string& text) {
    if (const Result<Event> event = eventFromLine(text)) {
        EXPECT_TRUE(eventFromLine(eventToLine(*event))) << text;
    }
}

void readRequest(const std::string& text) {
    if (const Result<RunRequest> request = requestFromJson(text)) {
        EXPECT_TRUE(requestFromJson(requestToJson(*request))) << text;
    }
}

/// True for what PyTorch's CSV says in both flavours, whatever of it the check finds.
bool hasGoodPlaces(const std::vector<PytorchFinding>& findings, std::string_view text) {
    const auto rows = std::ranges::count(text, '\n') + 1;
    return std::ranges::all_of(findings, [&](const PytorchFinding& each) {
        return !each.message.empty() && each.message.text().find('\n') == std::string::npos && each.row >= 0 &&
               each.row <= rows && each.column >= 0 && (each.row > 0 || each.column == 0);
    });
}

/// What the check lets pass is valid, and is written in both flavours and read again as it was.
void writeForPytorch(const Plan& plan) {
    EXPECT_TRUE(isValid(validate(plan)));
    for (const PytorchFlavour flavour : {PytorchFlavour::ComputeOnly, PytorchFlavour::ComputeComms}) {
        const Result<PytorchText> written = writePytorchCsv(plan, {.flavour = flavour});
        ASSERT_TRUE(written) << written.error().message;
        const Result<PytorchImport> again = readPytorchCsv(written->text, flavour);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_TRUE(isLoadable(again->findings)) << written->text;
        EXPECT_EQ(again->plan.schedule, plan.schedule);
    }
}

void readCsv(const std::string& text) {
    const Result<PytorchImport> import = readPytorchCsv(text);
    if (!import) {
        EXPECT_EQ(import.error().message.text().find('\n'), std::string::npos) << text;
        return;
    }
    EXPECT_TRUE(hasGoodPlaces(import->findings, text)) << text;
    useAsOthersDo(import->plan);
    if (isLoadable(import->findings) && isSmall(import->plan))
        writeForPytorch(import->plan);
}

/// Breaks each of the texts in `rounds` ways, each a little more than the one before.
void breakAll(const std::vector<std::string>& texts, int rounds, void (*reader)(const std::string&)) {
    ASSERT_FALSE(texts.empty());
    Random random{20240229};
    for (const std::string& whole : texts) {
        reader(whole);
        std::string text = whole;
        for (int round = 0; round < rounds && !testing::Test::HasFatalFailure(); ++round) {
            if (round % 3 == 0 || text.size() > 4 * whole.size())
                text = whole;
            mutate(text, random);
            reader(text);
        }
    }
}

std::vector<std::string> filesIn(const std::string& folder, std::size_t longest) {
    std::vector<std::string> texts;
    for (const auto& entry : std::filesystem::directory_iterator{test::inRepository(folder)})
        if (entry.is_regular_file() && entry.file_size() <= longest)
            texts.push_back(*readFile(entry.path().string()));
    return texts;
}

} // namespace

TEST(Mutation, BrokenSchedulesGiveASentence) {
    breakAll(test::samples(document("schedules/FORMAT.md"), "json"), 1500, readPlan);
    breakAll(filesIn("schedules/gallery", 12'000), 300, readPlan);
}

TEST(Mutation, BrokenRunsGiveASentence) {
    breakAll(test::samples(document("schedules/FORMAT.md"), "json"), 1500, readRun);
}

TEST(Mutation, BrokenLinesOfTheProtocolGiveASentence) {
    for (const std::string& session : test::samples(document("engine/PROTOCOL.md"), "ndjson"))
        breakAll(test::linesOf(session), 300, readEvent);
}

TEST(Mutation, BrokenRequestsGiveASentence) {
    breakAll(test::samples(document("engine/PROTOCOL.md"), "json"), 2000, readRequest);
}

TEST(Mutation, BrokenCsvGivesASentenceOrSoundFindings) {
    breakAll(filesIn("tests/data/pytorch", 12'000), 400, readCsv);
    breakAll(filesIn("tests/data/pytorch/unsound", 12'000), 60, readCsv);
}

TEST(Mutation, FilesOfTheRefusedCorpusStayHarmlessWhenTheyBreakFurther) {
    breakAll(filesIn("tests/data/refused", 6'000), 40, [](const std::string& text) {
        readPlan(text);
        readRun(text);
        readEvent(text);
        readCsv(text);
    });
}
