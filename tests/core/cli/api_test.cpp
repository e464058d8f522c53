// SPDX-License-Identifier: Apache-2.0
#include "core/api/lanewright.h"

#include "core/api/question.h"
#include "tests/core/cli/driver.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <thread>

namespace lanewright::test {
namespace {

struct Freed {
    void operator()(void* given) const { lanewright_free(given); }
};
using Document = std::unique_ptr<lanewright_document, Freed>;

std::string read(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

Document opened(const std::string& path) { return Document{lanewright_open(read(path).c_str())}; }

std::string ask(lanewright_document* document, const std::string& request, lanewright_hearer hearer = nullptr,
                void* context = nullptr) {
    const std::unique_ptr<char, Freed> answer{lanewright_ask(document, request.c_str(), hearer, context)};
    return answer ? answer.get() : "";
}

nlohmann::json object(const std::string& text) { return nlohmann::json::parse(text); }

std::string sentenceOf(const std::string& request, lanewright_document* document = nullptr) {
    return object(ask(document, request)).at("error").at("sentence");
}

const std::string kFile = inRepository("schedules/gallery/zb-h1.lwsched");

TEST(Api, AnswersAsTheCommandLineDoesToTheByte) {
    const Document document = opened(kFile);
    const std::vector<std::pair<std::string, Words>> questions = {
        {R"({"ask": "simulate"})", {"simulate", kFile}},
        {R"({"ask": "simulate", "ops": true, "iterations": 3})", {"simulate", kFile, "--ops", "--iterations", "3"}},
        {R"({"ask": "validate", "pytorch": true})", {"validate", kFile, "--pytorch"}},
        {R"({"ask": "bound", "objective": "period"})", {"bound", kFile, "--objective", "period"}},
        {R"({"ask": "check-proof"})", {"check-proof", kFile}},
    };
    for (const auto& [request, words] : questions) {
        Words all = words;
        all.emplace_back("--json");
        EXPECT_EQ(ask(document.get(), request) + "\n", cli(all).output) << request;
    }
    EXPECT_EQ(ask(nullptr, R"({"ask": "list"})") + "\n", cli({"list", "--json"}).output);
    EXPECT_EQ(
        ask(nullptr, R"({"ask": "sweep", "name": ["1f1b", "zbv"], "ranks": [2, 3], "memory_limit": "1x:2x:1x"})") +
            "\n",
        cli({"sweep", "1f1b", "zbv", "-p", "2,3", "--memory-limit", "1x:2x:1x", "--json"}).output);
    EXPECT_EQ(sentenceOf(R"({"ask": "sweep", "name": []})"), "sweep needs the option name");
    EXPECT_EQ(ask(document.get(), R"({"ask": "edit", "fuse": "all"})"), cli({"edit", kFile, "--fuse", "all"}).output);
    EXPECT_EQ(ask(document.get(), R"({"ask": "simulate", "form": "csv"})").substr(0, 6), "file,t");
    EXPECT_EQ(ask(document.get(), R"({"ask": "validate", "form": "text"})"), "The schedule is valid.\n");
}

TEST(Api, GivesTheFileItselfWhereTheOutputIsTheStandardOne) {
    const Folder folder;
    const std::string schedule = ask(nullptr, R"({"ask": "generate", "name": "zb-h1", "ranks": 3, "microbatches": 5})");
    EXPECT_EQ(schedule, cli({"generate", "zb-h1", "-p", "3", "-m", "5"}).output);
    const Document document{lanewright_open(schedule.c_str())};
    EXPECT_EQ(object(ask(document.get(), R"({"ask": "simulate"})")).at("ranks"), 3);
    EXPECT_TRUE(ask(document.get(), R"({"ask": "convert", "from": "lwsched", "to": "pytorch", "out": "-"})")
                    .starts_with("0F0,"));
    EXPECT_EQ(
        ask(document.get(), R"({"ask": "render", "out": "-", "as": "svg", "count_from": 1, "ranks": [0, 2]})"),
        cli({"render", folder.write("a.lwsched", schedule), "-", "--as", "svg", "--count-from", "1", "--ranks", "0,2"})
            .output);
}

TEST(Api, SaysOfEveryOpWhereItStands) {
    std::size_t rows = 0;
    const Document document = opened(kFile);
    const std::unique_ptr<std::int64_t, Freed> spans{lanewright_spans(document.get(), &rows)};
    const nlohmann::json ops = object(ask(document.get(), R"({"ask": "simulate", "ops": true})")).at("ops");
    ASSERT_EQ(rows, ops.size());
    for (std::size_t row = 0; row < rows; ++row) {
        const std::int64_t* const span = spans.get() + row * LANEWRIGHT_COLUMNS;
        EXPECT_EQ(span[LANEWRIGHT_RANK], ops[row].at("rank"));
        EXPECT_EQ(span[LANEWRIGHT_START], ops[row].at("start").get<std::int64_t>() * 1'000'000);
        EXPECT_EQ(span[LANEWRIGHT_END], ops[row].at("end").get<std::int64_t>() * 1'000'000);
    }
    const Document nothing{lanewright_open("no schedule")};
    EXPECT_EQ(lanewright_spans(nothing.get(), &rows), nullptr);
    EXPECT_EQ(rows, 0U);
}

TEST(Api, CountsThePairOfAnOverlappedBlockAsTwoRows) {
    const Document document = opened(inRepository("schedules/gallery/dualpipe.lwsched"));
    std::size_t rows = 0;
    const std::unique_ptr<std::int64_t, Freed> spans{lanewright_spans(document.get(), &rows)};
    std::size_t pairs = 0;
    for (std::size_t row = 0; row + 1 < rows; ++row)
        if (spans.get()[row * LANEWRIGHT_COLUMNS + LANEWRIGHT_PAIR] == 1) {
            ++pairs;
            EXPECT_EQ(spans.get()[row * LANEWRIGHT_COLUMNS + LANEWRIGHT_KIND], 0);
            EXPECT_NE(spans.get()[(row + 1) * LANEWRIGHT_COLUMNS + LANEWRIGHT_KIND], 0);
        }
    EXPECT_GT(pairs, 0U);
}

TEST(Api, GivesAnAnswerAndTheFileThatItWroteAtOnce) {
    const Document document = opened(kFile);
    const Document best = Document{lanewright_open("")};
    ASSERT_EQ(lanewright_name(document.get(), "best", best.get()), 1);
    const nlohmann::json answer = object(ask(document.get(), R"({"ask": "solve", "rounds": 1, "output": "best"})"));
    EXPECT_EQ(answer.at("output"), "best");
    std::size_t size = 0;
    const std::unique_ptr<char, Freed> text{lanewright_text(best.get(), &size)};
    EXPECT_EQ(std::string(text.get(), size), ask(document.get(), R"({"ask": "solve", "rounds": 1, "output": "-"})"));
    EXPECT_EQ(object(ask(best.get(), R"({"ask": "simulate"})")).at("iteration_time"), answer.at("iteration_time"));
    ask(document.get(), R"({"ask": "render", "out": "best", "as": "png"})");
    const std::unique_ptr<char, Freed> picture{lanewright_text(best.get(), &size)};
    EXPECT_EQ(std::string(picture.get(), size).substr(1, 3), "PNG");
    EXPECT_EQ(lanewright_holds(best.get()), nullptr) << "a picture is no schedule any more";
}

TEST(Api, SaysWhatADocumentHolds) {
    const auto holds = [](const std::string& text) {
        const char* const what = lanewright_holds(Document{lanewright_open(text.c_str())}.get());
        return std::string{what == nullptr ? "" : what};
    };
    EXPECT_EQ(holds(read(kFile)), "schedule");
    EXPECT_EQ(holds(read(inRepository("schedules/gallery/measured-job.lwrun"))), "run");
    EXPECT_EQ(holds(read(inRepository("resources/lessons/01-gpipe.lwlesson"))), "lesson");
    EXPECT_EQ(holds("0F0,0B0\n"), "schedule");
    EXPECT_EQ(holds("nothing"), "");
    EXPECT_EQ(lanewright_holds(nullptr), nullptr);
}

TEST(Api, RefusesInOneSentenceWhatItCanNotRead) {
    EXPECT_EQ(sentenceOf(R"({"ask": "fly"})"), "there is no question 'fly'");
    EXPECT_EQ(sentenceOf(R"({"ask": "simulate"})"), "simulate needs the option file");
    EXPECT_EQ(sentenceOf(R"({"ask": "simulate", "file": null})"), "simulate needs the option file");
    const Document document = opened(kFile);
    lanewright_document* const file = document.get();
    EXPECT_EQ(sentenceOf(R"({"ask": "simulate", "speed": 3})", file), "simulate has no such option");
    EXPECT_EQ(sentenceOf(R"({"ask": "simulate", "iterations": 0})", file),
              "must be a whole number from 1 to 1000, not 0");
    EXPECT_EQ(sentenceOf(R"({"ask": "solve", "time_limit": -1})", file), "must be a number from 0 to 1e+07");
    EXPECT_EQ(sentenceOf(R"({"ask": "bound", "objective": "fame"})", file),
              "must be one of iteration, makespan, period, longest_span, not \"fame\"");
    EXPECT_EQ(sentenceOf(R"({"ask": "simulate", "form": "song"})", file), "must be json, csv or text");
    EXPECT_EQ(sentenceOf(R"({"ask": "bound", "form": "csv"})", file), "this answer has no such form");
    EXPECT_FALSE(sentenceOf("nonsense").empty());
    EXPECT_FALSE(sentenceOf("[]").empty());
    EXPECT_FALSE(object(ask(nullptr, R"({"ask": "validate", "file": "/there/is/none"})")).at("error").empty());
    const Document broken{lanewright_open(R"({"format": "lanewright-schedule", "version": 1})")};
    EXPECT_EQ(object(ask(broken.get(), R"({"ask": "simulate"})")).at("exit"), 2);
    lanewright_free(nullptr);
}

TEST(Api, NamesOptionsAsWhoAsksCallsThem) {
    const auto errorOf = [](const std::string& request) { return object(ask(nullptr, request)).at("error"); };
    const nlohmann::json keyed = errorOf(R"({"ask": "generate", "name": "1f1b", "tf": "1,2"})");
    EXPECT_EQ(keyed.at("place"), "tf");
    EXPECT_TRUE(std::string{keyed.at("sentence")}.find("a problem") != std::string::npos);
    const std::string called = R"("called": {"tf": "forward", "mf": "memory", "problem": "from"})";
    const auto generate = [&](const std::string& options) {
        return errorOf(R"({"ask": "generate", "name": "1f1b", )" + called + ", " + options + "}");
    };
    EXPECT_EQ(generate(R"("forward": "x")").at("place"), "forward");
    EXPECT_EQ(generate(R"("memory": 1, "mb": -3, "mw": -3)").at("sentence"),
              "memory, mb and mw must add up to 0: what F takes, B and W free");
    EXPECT_EQ(generate(R"("tf": 1)").at("sentence"), "generate has no such option");
    EXPECT_EQ(generate(R"("forward": "")").at("sentence"), "is empty; leave it out where it says nothing");
    EXPECT_EQ(errorOf(R"({"ask": "generate", "called": {"fame": "a"}})").at("place"), "called.fame");
    EXPECT_EQ(errorOf(R"({"ask": "sweep", "name": ["1f1b"], "ranks": "a"})").at("place"), "ranks");
    EXPECT_EQ(cli({"generate", "1f1b", "--mf", "1", "--mb", "-3", "--mw", "-3"}).errors,
              "lanewright-cli: --mf, --mb and --mw must add up to 0: what F takes, B and W free\n");
    const Document document = opened(kFile);
    EXPECT_EQ(sentenceOf(R"({"ask": "edit", "move": "F0.0"})", document.get()),
              "move goes with before / after / by / to_rank");
}

TEST(Api, StopsWhenTheHearerSaysSoAndKeepsTheBest) {
    struct Heard {
        std::set<std::string> kinds = {};
        int calls = 0;
    } heard;
    const auto hear = [](const char* event, void* context) {
        Heard& all = *static_cast<Heard*>(context);
        const nlohmann::json said = object(event);
        for (const auto& [key, value] : said.items())
            all.kinds.insert(key);
        return ++all.calls > 3 ? 1 : 0;
    };
    const Document document = opened(inRepository("schedules/gallery/1f1b-1.5b.lwsched"));
    const nlohmann::json answer = object(ask(
        document.get(), R"({"ask": "solve", "objective": "makespan", "time_limit": 600, "threads": 1})", hear, &heard));
    EXPECT_TRUE(answer.at("stopped") || answer.at("optimal"));
    EXPECT_TRUE(heard.kinds.contains("best"));
    EXPECT_LT(answer.at("seconds"), 500);
}

TEST(Api, AsksOfDocumentsInThreadsOfTheirOwn) {
    const std::string wanted = ask(opened(kFile).get(), R"({"ask": "simulate"})");
    std::vector<std::string> answers(4);
    {
        std::vector<std::jthread> threads;
        for (std::string& answer : answers)
            threads.emplace_back([&answer] { answer = ask(opened(kFile).get(), R"({"ask": "simulate"})"); });
    }
    for (const std::string& answer : answers)
        EXPECT_EQ(answer, wanted);
}

/// What other languages send is what a person types.
TEST(Api, HasAKeyForEveryOptionAndNoneTwice) {
    for (const api::Question& question : api::questions()) {
        std::set<std::string> keys = {"ask", "form"};
        for (const api::Option& option : question.options) {
            EXPECT_TRUE(keys.insert(option.key()).second) << question.name << " " << option.key();
            EXPECT_FALSE(option.words.empty()) << question.name << " " << option.key();
        }
    }
}

TEST(Api, TheExampleInCPrintsTheNumbersOfItsSchedule) {
    const Answer answer = [] {
        Result<Process> process = Process::start({LANEWRIGHT_C_EXAMPLE}, {});
        return answerOf(*process);
    }();
    EXPECT_EQ(answer.code, 0);
    EXPECT_NE(answer.output.find(R"("makespan": 27)"), std::string::npos);
    EXPECT_NE(answer.output.find("96 ops, the last ends at 27000000 ns"), std::string::npos) << answer.output;
}

} // namespace
} // namespace lanewright::test
