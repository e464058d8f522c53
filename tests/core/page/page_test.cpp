// SPDX-License-Identifier: Apache-2.0
#include "core/page/page.h"

#include "core/generate/catalogue.h"
#include "core/io/dictionary_json.h"
#include "core/io/schedule_json.h"
#include "core/open/open_file.h"
#include "core/page/page_data.h"
#include "core/page/page_language.h"
#include "core/picture/colours.h"
#include "core/simulate/simulate.h"
#include "tests/support/foreign_words.h"
#include "tests/support/repository.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <zlib.h>

using namespace lanewright;
using test::linearPlan;
using test::rows;
using test::unit;
using test::unitCosts;

namespace {

std::size_t countOf(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
        ++count;
    return count;
}

std::string written(const Plan& plan, const lanewright::Run* run = nullptr, const PageLanguage& language = {}) {
    const Result<std::string> page = pageOf(plan, run, language);
    EXPECT_TRUE(page) << page.error().message;
    return page ? *page : std::string{};
}

/// What stands between the tags of an element of JSON.
std::string contentOf(const std::string& page, const std::string& id) {
    const std::string start = R"(<script type="application/json" id=")" + id + "\">";
    const std::size_t at = page.find(start);
    if (at == std::string::npos)
        return {};
    const std::size_t from = at + start.size();
    return page.substr(from, page.find("</script>", from) - from);
}

std::string dataText(const std::string& page) { return contentOf(page, "data"); }

std::string bytesOf(std::string_view base64) {
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned held = 0;
    int bits = 0;
    for (const char letter : base64.substr(0, base64.find('='))) {
        held = held << 6 | static_cast<unsigned>(kLetters.find(letter));
        for (bits += 6; bits >= 8;)
            bytes += static_cast<char>(held >> (bits -= 8) & 255);
    }
    return bytes;
}

std::string inflated(const std::string& bytes) {
    std::string text(50'000'000, '\0');
    z_stream stream = {};
    EXPECT_EQ(inflateInit2(&stream, -15), Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    text.resize(stream.total_out);
    inflateEnd(&stream);
    return text;
}

nlohmann::json dataOf(const std::string& page) {
    const std::string text = dataText(page);
    return nlohmann::json::parse(text.starts_with('{') ? text : inflated(bytesOf(text)), nullptr, false);
}

/// A page without its own style, script and data: what is left is markup that we wrote.
std::string markupOf(std::string page) {
    for (const auto& [open, close] : {std::pair{"<style>", "</style>"}, std::pair{"<script", "</script>"}})
        for (std::size_t at = page.find(open); at != std::string::npos; at = page.find(open, at))
            page.erase(at, page.find(close, at) + std::string_view{close}.size() - at);
    return page;
}

/// One microbatch on two ranks, a unit of time for each block and each way.
Plan planOfTwo() {
    Plan plan = linearPlan(2, 1, R"(
        F0.0 B0.0 W0.0
        F1.0 B1.0 W1.0
    )");
    plan.title = "Two";
    plan.costs = unitCosts(2, unit());
    return plan;
}

lanewright::Run runOfTwo(int steps) {
    lanewright::Run run{.plan = planOfTwo(), .paced = true};
    run.plan.timeUnit = TimeUnit::Ms;
    const Timeline planned = simulate(run.plan.schedule, run.plan.costs);
    for (int step = 0; step < steps; ++step) {
        Timeline wall = planned;
        for (Lane& lane : wall.lanes)
            for (Span& span : lane) {
                span.start *= step + 1;
                span.end *= step + 1;
            }
        run.steps.push_back({.step = step, .wall = wall});
    }
    return run;
}

std::vector<std::string> gallery() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator{test::inRepository("schedules/gallery")})
        if (entry.path().extension() == ".lwsched")
            files.push_back(entry.path().string());
    std::ranges::sort(files);
    return files;
}

/// Stages of F, B and W that take times no short decimal says: the longest texts that a page may have to hold.
Plan largeProblem(int chunks) {
    constexpr int kRanks = 16;
    Plan problem{.timeUnit = TimeUnit::Ms,
                 .schedule = {.placement = looped(kRanks, kRanks * chunks), .microbatches = 64}};
    const StageCosts each{.forward = 18'522'013, .backwardInput = 18'086'457, .backwardWeight = 9'337'219};
    problem.memory = test::unitMemory(kRanks * chunks, kRanks);
    problem.costs = uniform(kRanks * chunks, each, 601'117);
    return problem;
}

} // namespace

TEST(Page, HoldsTheBlocksWithTheirTimesAndReasons) {
    const nlohmann::json data = dataOf(written(planOfTwo()));
    ASSERT_TRUE(data.is_object());
    ASSERT_EQ(data["lanes"].size(), 2u);
    // F1.0 waits for the forward of rank 0 and the way of its output: one unit each.
    const nlohmann::json block = data["lanes"][1]["blocks"][0];
    EXPECT_EQ(block[0], "F1.0");
    EXPECT_EQ(block[1].get<std::int64_t>() * data["tick"].get<std::int64_t>(), unit(2));
    EXPECT_EQ(block[2].get<std::int64_t>() * data["tick"].get<std::int64_t>(), unit(1));
    EXPECT_EQ(block[4], 1) << "a value binds it";
    EXPECT_EQ(block[7], nlohmann::json::parse("[0, 0]")) << "that of the first block, which comes just in time";
    const std::string phrase = data["phrases"][block[6][0].get<std::size_t>()];
    EXPECT_NE(phrase.find("arrives from rank %4"), std::string::npos) << phrase;
    EXPECT_EQ(block[6][1], "F1.0");
    EXPECT_EQ(data["lanes"][1]["bubbles"].size(), 2u) << "before F1.0 and after W1.0";
    const nlohmann::json night = data["colours"]["dark"];
    EXPECT_EQ(night["surface"], "#" + hexText(colourOf(ColourRole::Surface, Ground::Night)));
    EXPECT_EQ(night["blocks"]["B"][1][0], "#" + hexText(blockColours(OpKind::B, 1, Ground::Night).fill));
    EXPECT_TRUE(data["run"].is_null());
}

TEST(Page, SaysHowBlocksSpendTheirTime) {
    EXPECT_TRUE(dataOf(written(planOfTwo()))["stretches"].empty());
    Plan plan = test::linearPlan(1, 2, "F0.0 F0.1+B0.0 W0.0 B0.1 W0.1");
    const Time half = unit(1) / 2;
    plan.costs.pairs.segments = {{.forward = {{Resource::Compute, half}, {Resource::Network, half}},
                                  .backwardInput = {{Resource::Network, half}, {Resource::Compute, half}}}};
    const nlohmann::json data = dataOf(written(plan));
    const nlohmann::json& blocks = data["lanes"][0]["blocks"];
    EXPECT_EQ(data["stretches"].size(), 3u) << "F, B and their pair";
    EXPECT_EQ(blocks[2].size(), 8u) << "W computes alone";
    const nlohmann::json pair = data["stretches"][blocks[1][8].get<std::size_t>()];
    EXPECT_EQ(pair[0], unit(1));
    EXPECT_EQ(pair[1], (nlohmann::json{0, half, 1, half})) << "F computes, then its network is hidden";
    EXPECT_EQ(pair[2], (nlohmann::json{1, half, 0, half}));
    EXPECT_EQ(pair[4].size(), 2u) << "two sentences";
}

TEST(Page, HasABandOfReceiveBuffersOnTheMemoryOfARank) {
    Plan plan = test::linearPlan(2, 2, "F0.0 F0.1 B0.0 W0.0 B0.1 W0.1\nF1.0 B1.0 W1.0 F1.1 B1.1 W1.1");
    plan.costs = unitCosts(2, unit());
    plan.costs.boundary.size = {3 * kMemoryUnit};
    const nlohmann::json without = dataOf(written(plan));
    EXPECT_FALSE(without["lanes"][1].contains("band"));
    plan.memory.receiveBuffers = ReceiveBuffers::PerMicrobatch;
    const nlohmann::json data = dataOf(written(plan));
    const auto mostIn = [&data](const nlohmann::json& steps) {
        std::int64_t bytes = 0;
        std::int64_t most = 0;
        for (std::size_t at = 1; at < steps.size(); at += 2)
            most = std::max(most, bytes += steps[at].get<std::int64_t>());
        return most * data["memoryTick"].get<std::int64_t>();
    };
    for (const int rank : {0, 1})
        EXPECT_EQ(mostIn(data["lanes"][rank]["band"]), mostIn(data["lanes"][rank]["memory"]) + 2 * 3 * kMemoryUnit)
            << "two messages come, and each has a buffer all the time";
    EXPECT_NE(data["findings"].dump().find("2 buffers for what it receives"), std::string::npos) << data["findings"];
    EXPECT_EQ(without["findings"].dump().find("buffers"), std::string::npos);
}

TEST(Page, IsTheSameMarkupWhateverAFileSays) {
    Plan sly = planOfTwo();
    sly.title = "</script><img src=x onerror=alert(1)><!-- {{data}} & \"";
    const std::string page = written(sly);
    EXPECT_EQ(markupOf(page), markupOf(written(planOfTwo())));
    EXPECT_EQ(countOf(page, "</script>"), countOf(written(planOfTwo()), "</script>"));
    EXPECT_EQ(dataText(page).find('<'), std::string::npos);
    EXPECT_EQ(dataOf(page)["title"], sly.title);
}

TEST(Page, HoldsNothingThatActsOnReaders) {
    Plan sly = planOfTwo();
    sly.title = std::string{test::kForeignWords};
    const std::string page = written(sly);
    EXPECT_EQ(test::actingCharacterIn(page), "");
    EXPECT_EQ(test::actingCharacterIn(dataOf(page)["title"].get<std::string>()), "");
}

TEST(Page, AsksNothingOfAnyNetwork) {
    const std::string page = written(planOfTwo());
    const std::string markup = markupOf(page);
    EXPECT_NE(markup.find("default-src 'none'; script-src 'sha256-"), std::string::npos) << markup;
    EXPECT_EQ(page.find("unsafe-inline"), std::string::npos);
    for (const std::string_view asks : {"http:", "https:", "url(", "@import", "fetch(", "XMLHttpRequest", "import(",
                                        "innerHTML", "insertAdjacentHTML", "document.write", "eval("})
        EXPECT_EQ(page.find(asks), std::string::npos) << asks;
    EXPECT_EQ(page.find("{{"), std::string::npos) << "a place that nothing filled";
}

TEST(Page, SaysHowLongMicrobatchesAreWhereTheyDiffer) {
    EXPECT_TRUE(dataOf(written(planOfTwo()))["lengths"].empty());
    Plan plan = linearPlan(2, 2, R"(
        F0.0 F0.1 BW0.0 BW0.1
        F1.0 BW1.0 F1.1 BW1.1
    )");
    setMicrobatches(plan, MicrobatchCosts::ofLengths({512, 1536}, {}));
    const nlohmann::json data = dataOf(written(plan));
    ASSERT_EQ(data["lengths"].size(), 2u);
    EXPECT_EQ(data["lengths"][1][0], "1536");
    EXPECT_EQ(data["phrases"][data["lengths"][1][1][0].get<int>()], "%1 tokens");
    EXPECT_EQ(data["lengths"][1][1][1], "1536");
}

TEST(Page, ShowsEveryFileOfTheGallery) {
    int pages = 0;
    for (const std::string& file : gallery()) {
        const Result<Plan> plan = openPlan(file);
        ASSERT_TRUE(plan) << file;
        if (plan->isProblem()) {
            EXPECT_FALSE(pageOf(*plan)) << file;
            continue;
        }
        const nlohmann::json data = dataOf(written(*plan));
        ASSERT_TRUE(data.is_object()) << file;
        const Timeline timeline = simulate(plan->schedule, plan->costs);
        for (std::size_t rank = 0; rank < timeline.lanes.size(); ++rank) {
            const nlohmann::json& blocks = data["lanes"][rank]["blocks"];
            ASSERT_EQ(blocks.size(), timeline.lanes[rank].size()) << file;
            std::int64_t time = extentOf(timeline).start;
            for (std::size_t i = 0; i < blocks.size(); ++i) {
                const Span& span = timeline.lanes[rank][i];
                time += (blocks[i][1].get<std::int64_t>() + blocks[i][2].get<std::int64_t>()) *
                        data["tick"].get<std::int64_t>();
                EXPECT_EQ(time, span.end) << file << ": " << blocks[i][0];
            }
        }
        EXPECT_EQ(data["valid"], true) << file;
        ++pages;
    }
    EXPECT_GE(pages, 20);
}

TEST(Page, OfSixteenRanksAndSixtyFourMicrobatchesStaysSmall) {
    for (const auto& [name, chunks] : {std::pair{"zb-h1", 1}, std::pair{"interleaved-1f1b", 2}, std::pair{"zbv", 2}}) {
        const Result<Plan> plan = generate(name, largeProblem(chunks));
        ASSERT_TRUE(plan) << name << ": " << plan.error().message;
        const std::string page = written(*plan);
        const std::size_t module = page.find("id=\"module\"");
        ASSERT_NE(module, std::string::npos) << name;
        // The board's module is the same on every page.
        EXPECT_LT(page.size() - (page.find("</script>", module) - module), 500'000u) << name;
        EXPECT_EQ(dataOf(page)["lanes"].size(), 16u) << name;
    }
}

TEST(Page, InGermanHoldsTheWordsOfItsBoard) {
    const std::string page = written(planOfTwo(), nullptr, pageLanguage("de"));
    const std::string words = inflated(bytesOf(contentOf(page, "dictionary")));
    EXPECT_TRUE(dictionaryFromJson(words)) << words.substr(0, 100);
    EXPECT_EQ(contentOf(written(planOfTwo()), "dictionary"), "");
}

TEST(Page, OfARunHoldsTheBarsOfItsSteps) {
    const lanewright::Run run = runOfTwo(3);
    const nlohmann::json data = dataOf(written(run.plan, &run));
    const nlohmann::json& measured = data["run"];
    ASSERT_EQ(measured["steps"].size(), 3u);
    EXPECT_EQ(measured["paced"], true);
    EXPECT_EQ(measured["chosen"], representativeStep(run) - run.steps.data());
    // Step 2 took three times as long as planned: F1.0 starts at 6 ms and takes 3 ms, in microseconds.
    const nlohmann::json& bars = measured["steps"][2]["lanes"][1]["bars"];
    EXPECT_EQ(measured["tick"], 1000);
    EXPECT_EQ(bars[0], 6000);
    EXPECT_EQ(bars[1], 3000);
    EXPECT_FALSE(measured["steps"][2]["lanes"][1].contains("ops")) << "they are in the planned order";
}

TEST(Page, NamesTheBarsThatAreInAnotherOrderThanThePlan) {
    lanewright::Run run = runOfTwo(1);
    std::swap(run.steps[0].wall.lanes[1][1].op, run.steps[0].wall.lanes[1][2].op);
    const nlohmann::json data = dataOf(written(planOfTwo(), &run));
    EXPECT_FALSE(data["run"]["steps"][0]["lanes"][0].contains("ops"));
    EXPECT_EQ(data["run"]["steps"][0]["lanes"][1]["ops"], nlohmann::json::parse(R"(["F1.0", "W1.0", "B1.0"])"));
}

TEST(Page, KeepsSoManyStepsThatAFileStaysSmall) {
    const lanewright::Run run = runOfTwo(500);
    const std::vector<int> steps = stepsOfPage(run);
    EXPECT_EQ(steps.size(), 100u);
    EXPECT_TRUE(std::ranges::binary_search(steps, static_cast<int>(representativeStep(run) - run.steps.data())));
    EXPECT_TRUE(std::ranges::is_sorted(steps));
    EXPECT_TRUE(stepsOfPage({}).empty());
}

TEST(Page, ShowsAStalledOrderAsFarAsItRuns) {
    Plan stalled = planOfTwo();
    stalled.schedule.order = rows(R"(
        F0.0 W0.0 B0.0
        F1.0 B1.0 W1.0
    )");
    const nlohmann::json data = dataOf(written(stalled));
    EXPECT_EQ(data["valid"], false);
    EXPECT_FALSE(data["findings"].empty());
    EXPECT_EQ(data["lanes"][0]["blocks"].size(), 1u);
    EXPECT_EQ(data["lanes"][0]["row"], 3);
}

TEST(Page, SpeaksTheLanguageThatItIsGiven) {
    const PageLanguage shouting{.tag = "x-loud", .say = [](const Message& message) { return message.text() + "!"; }};
    const std::string page = written(planOfTwo(), nullptr, shouting);
    EXPECT_NE(page.find("<html lang=\"x-loud\">"), std::string::npos);
    const nlohmann::json data = dataOf(page);
    EXPECT_EQ(data["words"]["play"], "Play!");
    for (const nlohmann::json& phrase : data["phrases"])
        EXPECT_TRUE(phrase.get<std::string>().ends_with("!")) << phrase;
}

TEST(Page, HasAWordForEveryNameThatItsHtmlAsksFor) {
    const std::string page = written(planOfTwo());
    std::set<std::string> names;
    for (const auto& words : {pageTexts(), courseTexts()})
        for (const PageText& word : words)
            EXPECT_TRUE(names.emplace(word.name).second) << word.name << " stands twice";
    for (const std::string_view opening : {"data-word=\"", "data-label=\"", " word(\"", "(word(\"", "{word(\""})
        for (std::size_t at = page.find(opening); at != std::string::npos; at = page.find(opening, at + 1)) {
            const std::size_t from = at + opening.size();
            const std::string name = page.substr(from, page.find('"', from) - from);
            EXPECT_TRUE(names.contains(name)) << name;
        }
}

TEST(Page, NamesItsNumbersForPeople) {
    const nlohmann::json data = dataOf(written(planOfTwo()));
    EXPECT_EQ(data["names"]["makespan"], "Makespan");
    EXPECT_NE(data["names"]["bubble"], data["names"]["bubble_share"]);
    for (const nlohmann::json& key : data["rankKeys"])
        EXPECT_TRUE(data["names"].contains(key.get<std::string>())) << key;
}

TEST(Page, HoldsTheScheduleAsItsFileHasIt) {
    const std::string page = written(planOfTwo());
    const std::string start = R"(<script type="application/json" id="schedule">)";
    const std::size_t from = page.find(start) + start.size();
    const Result<Plan> held = planFromJson(page.substr(from, page.find("</script>", from) - from));
    ASSERT_TRUE(held) << held.error().message;
    EXPECT_EQ(*held, planOfTwo());
}

TEST(Page, RefusesWhatItCannotShow) {
    Plan problem = planOfTwo();
    problem.schedule.order.clear();
    EXPECT_FALSE(pageOf(problem));
    Plan large = planOfTwo();
    large.schedule.order[0].resize(static_cast<std::size_t>(kMostPageBlocks) + 1);
    const Result<std::string> refused = pageOf(large);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.text().find("at most 100000 blocks"), std::string::npos);
}
