// SPDX-License-Identifier: Apache-2.0
// Requests that nobody would type, at the header for other languages: each gets an answer, or a sentence.
#include "core/api/lanewright.h"
#include "core/api/question.h"
#include "core/generate/catalogue.h"
#include "tests/support/repository.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <set>

namespace lanewright::test {
namespace {

using nlohmann::json;
using Random = std::mt19937_64;

struct FreedRequest {
    void operator()(void* given) const { lanewright_free(given); }
};
using Asked = std::unique_ptr<lanewright_document, FreedRequest>;

int below(Random& random, int count) { return static_cast<int>(random() % static_cast<std::uint64_t>(count)); }
const auto& oneOf(Random& random, const auto& list) { return list[random() % list.size()]; }

/// Small files of the gallery, as they are and mangled.
std::vector<std::string> documentTexts() {
    std::vector<std::string> texts;
    for (const char* const name : {"1f1b", "zb-h1", "zbv", "dualpipe", "unequal", "costs-only"}) {
        std::ifstream file(inRepository("schedules/gallery/" + std::string{name} + ".lwsched"));
        if (std::string text{std::istreambuf_iterator<char>(file), {}}; !text.empty() && text.size() < 20'000)
            texts.push_back(std::move(text));
    }
    texts.emplace_back("0F0,,1B0\n1F0,\n");
    texts.emplace_back("{}");
    texts.emplace_back("");
    return texts;
}

std::string mangled(std::string text, Random& random) {
    for (int times = below(random, 4); times > 0 && !text.empty(); --times) {
        const std::size_t at = random() % text.size();
        switch (below(random, 4)) {
        case 0: text.resize(at); break;
        case 1: text[at] = static_cast<char>(random()); break;
        case 2:
            text.insert(at, oneOf(random, std::vector<std::string>{"\"", "{", "-", "99999999999", "null", "F0.0"}));
            break;
        default: text.erase(at, 1 + random() % 9);
        }
    }
    return text;
}

/// It names a file to be written, which is never a name that could be.
bool isWritten(const api::Option& option) {
    return option.names.find("output") != std::string::npos || option.names == "OUT" ||
           option.names.starts_with("--save");
}

/// A word where one is wanted: sensible more often than not.
std::string wordFor(const api::Option& option, Random& random) {
    static const std::vector<std::string> kWords = {"",
                                                    "1",
                                                    "2",
                                                    "0",
                                                    "-1",
                                                    "3.5",
                                                    "1/3",
                                                    "1e308",
                                                    "nan",
                                                    "99999999999999999999",
                                                    "4,4,3,3",
                                                    "0:8",
                                                    "2:1",
                                                    "1x",
                                                    "0.5x:2x:0.25x",
                                                    "0-3,7",
                                                    "all",
                                                    "none",
                                                    "auto",
                                                    "\xE2\x88\x9E",
                                                    "F0.0",
                                                    "B1.2",
                                                    "W2.5/1",
                                                    "F0.0+BW1.1",
                                                    "-",
                                                    "a",
                                                    "document",
                                                    "other",
                                                    "/nowhere/file",
                                                    "uniform:1:9",
                                                    "lognormal:3:1",
                                                    "Et*3|(tt|)*2t|L",
                                                    "column",
                                                    "8.4cm",
                                                    "gpt2-small",
                                                    "mixed",
                                                    "pytorch",
                                                    "megatron@0.9",
                                                    "slow=0:2",
                                                    "+memory,-legend"};
    if (!option.choices.empty() && below(random, 8) != 0)
        return oneOf(random, option.choices);
    if (option.completes == api::Completes::Generators && below(random, 8) != 0)
        return std::string{oneOf(random, generators()).name};
    if (isWritten(option))
        return below(random, 2) == 0 ? "-" : "/nowhere/file";
    return oneOf(random, kWords);
}

json valueFor(const api::Option& option, Random& random) {
    if (!isWritten(option) && below(random, 12) == 0) // another kind than it takes
        return oneOf(random, std::vector<json>{nullptr, true, -7, 1e300, "x", json::array({1, "a"}), json::object()});
    const std::string_view kind = option.kind();
    if (kind == "flag")
        return below(random, 2) == 0;
    const auto number = [&] { return below(random, 6) == 0 ? static_cast<int>(random()) : below(random, 9); };
    if (kind == "number")
        return number();
    if (kind == "real")
        return below(random, 4) / 8.0;
    json list = json::array();
    for (int count = below(random, 4); kind != "text" && count > 0; --count)
        list.push_back(kind == "texts" ? json(wordFor(option, random)) : json(number()));
    return kind == "text" ? json(wordFor(option, random)) : list;
}

/// Searches end after a moment, and what starts programs, listens or looks at folders only has its request read.
void keepShort(const std::string& question, json& request) {
    static const std::set<std::string> kOutside = {"run", "profile", "listen", "import"};
    if (kOutside.contains(question))
        request["there_is_no_such_key"] = 1;
    if (question == "solve")
        request.update({{"rounds", 1}, {"threads", 1}, {"time_limit", 0.01}});
    if (question == "plan")
        request.update({{"tries", 1}, {"time_limit", 0.01}});
    for (const char* const size :
         {"ranks", "microbatches", "chunks", "w_parts", "replicas", "iterations", "group", "jobs"})
        if (request.contains(size) && request[size].is_number_integer() && request[size].get<std::int64_t>() > 12)
            request[size] = request[size].get<std::int64_t>() % 12 + 1;
}

std::string randomRequest(Random& random) {
    const api::Question& question = oneOf(random, api::questions());
    json request = {{"ask", below(random, 50) == 0 ? "what" : question.name}};
    const int chance = 1 + below(random, 8);
    for (const api::Option& option : question.options)
        if (below(random, chance) == 0 || (option.isRequired && below(random, 4) != 0))
            request[option.key()] = valueFor(option, random);
    if (below(random, 3) == 0)
        request["form"] = oneOf(random, std::vector<std::string>{"json", "csv", "text", "song"});
    keepShort(question.name, request);
    std::string text = request.dump(-1, ' ', false, json::error_handler_t::replace);
    return below(random, 10) == 0 ? mangled(std::move(text), random) : text;
}

TEST(Api, AnswersEveryRequestOrSaysWhyNot) {
    const std::vector<std::string> texts = documentTexts();
    ASSERT_GT(texts.size(), 4U);
    std::size_t refused = 0;
    const std::uint64_t all = trials(2000);
    for (std::uint64_t trial = 0; trial < all; ++trial) {
        Random random(trial);
        const auto opened = [&] {
            const std::string& text = oneOf(random, texts);
            return Asked{lanewright_open(below(random, 3) == 0 ? mangled(text, random).c_str() : text.c_str())};
        };
        const Asked document = below(random, 6) == 0 ? nullptr : opened();
        const Asked other = opened();
        lanewright_name(document.get(), "other", other.get());
        const std::string request = randomRequest(random);
        SCOPED_TRACE("trial " + std::to_string(trial) + ": " + request);
        const std::unique_ptr<char, FreedRequest> given{
            lanewright_ask(document.get(), request.c_str(), nullptr, nullptr)};
        ASSERT_NE(given, nullptr);
        const std::string answer = given.get();
        std::size_t rows = 0;
        const std::unique_ptr<std::int64_t, FreedRequest> spans{lanewright_spans(document.get(), &rows)};
        EXPECT_TRUE(spans != nullptr || rows == 0);
        if (!answer.starts_with(R"({"error": {"sentence")"))
            continue;
        ++refused;
        const json said = json::parse(answer, nullptr, false);
        ASSERT_FALSE(said.is_discarded()) << answer;
        const std::string sentence = said.at("error").at("sentence");
        EXPECT_FALSE(sentence.empty());
        EXPECT_EQ(sentence.find("the system refused"), std::string::npos) << sentence;
        EXPECT_GE(said.at("exit"), 1);
    }
    EXPECT_LT(refused, all);
}

} // namespace
} // namespace lanewright::test
