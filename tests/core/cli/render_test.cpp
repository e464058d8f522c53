// SPDX-License-Identifier: Apache-2.0
#include "core/io/run_json.h"
#include "core/io/schedule_json.h"
#include "core/picture/figure_style.h"
#include "core/picture/picture_file.h"
#include "core/simulate/simulate.h"
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

class Render : public ::testing::Test {
protected:
    std::string schedule(const std::string& name = "a.lwsched") const {
        return folder.schedule(name, {"zb-h1", "-p", "4", "-m", "8"});
    }
    /// A run of the schedule that took as long as planned.
    std::string run(const std::string& plan) const {
        lanewright::Run run{.plan = *planFromJson(folder.read(plan)), .paced = true};
        run.steps.push_back({.wall = simulate(run.plan.schedule, run.plan.costs)});
        return folder.write("a.lwrun", runToJson(run));
    }
    /// What is drawn with these words; fails where nothing is.
    std::string drawn(Words words, const Words& environment = {}) const {
        words.insert(words.begin(), {"render", folder.path("a.lwsched"), folder.path("b.svg")});
        const Answer answer = cli(words, environment);
        EXPECT_EQ(answer.code, 0) << answer.errors;
        EXPECT_EQ(answer.output, "");
        return folder.read("b.svg");
    }
    /// The sentence with which it is refused.
    std::string refused(Words words) const {
        words.insert(words.begin(), {"render", folder.path("a.lwsched")});
        const Answer answer = cli(words);
        EXPECT_EQ(answer.code, 2) << answer.errors;
        return answer.errors;
    }

    Folder folder;
};

TEST_F(Render, DrawsWhereNoDesktopIs) {
    const std::string file = schedule();
    const nlohmann::json answer = jsonOf(cli({"render", file, folder.path("a.svg"), "--width", "8.4cm", "--json"},
                                             {"PATH=/no/such/folder", "DISPLAY=:99"}));
    EXPECT_EQ(answer["output"], folder.path("a.svg"));
    EXPECT_EQ(answer["width"], 84.0);
    EXPECT_GT(answer["height"], 5.0);
    EXPECT_TRUE(answer["left_out"].is_array());
    EXPECT_NE(folder.read("a.svg").find("width=\"84mm\""), std::string::npos) << folder.read("a.svg").substr(0, 300);
    EXPECT_EQ(cli({"render", file, folder.path("a.tex")}).code, 0);
    EXPECT_NE(folder.read("a.tex").find("\\begin{tikzpicture}"), std::string::npos);
}

TEST_F(Render, TakesEachChoiceOfAFigure) {
    const std::string file = schedule();
    const std::string help = cli({"render", "--help"}).output;
    for (const StyleRow& row : styleRows())
        EXPECT_NE(help.find("--" + std::string{row.name} + " "), std::string::npos) << row.name;
    const std::string usual = drawn({});
    for (const Words& words : std::vector<Words>{{"--width", "slide"},
                                                 {"--height", "12cm"},
                                                 {"--font", "9"},
                                                 {"--lane", "30"},
                                                 {"--theme", "dark"},
                                                 {"--palette", "grey"},
                                                 {"--colour-by", "microbatch"},
                                                 {"--hatch", "none"},
                                                 {"--show", "-legend"},
                                                 {"--show=+memory"},
                                                 {"--numbering", "stage"},
                                                 {"--count-from", "1"},
                                                 {"--time", "3:9"},
                                                 {"--ranks", "1-2"},
                                                 {"--arrows", "0"},
                                                 {"--iterations", "2"}})
        EXPECT_TRUE(drawn(words) != usual) << words.front();
    EXPECT_TRUE(drawn({"--width", "page", "--show", "legend,ranks,digits,title,ruler"}) == usual);
    EXPECT_TRUE(drawn({"--iterations", "2", "--optimizer-mode", "postvalidated"}) != drawn({"--iterations", "2"}));
    EXPECT_NE(refused({folder.path("b.svg"), "--width", "9"}).find("width takes column, page, slide or a length"),
              std::string::npos);
    EXPECT_NE(refused({folder.path("b.svg"), "--ranks", "9"}).find("no rank 9"), std::string::npos);
}

TEST_F(Render, SaysWhatHadNoRoom) {
    const std::string file = schedule();
    const Words words = {"render", file, folder.path("a.svg"), "--width", "2cm", "--height", "1cm", "--show", "all"};
    const Answer people = cli(words);
    EXPECT_EQ(people.code, 0);
    EXPECT_NE(people.errors.find("no room"), std::string::npos) << people.errors;
    Words asJson = words;
    asJson.emplace_back("--json");
    const Answer machines = cli(asJson);
    EXPECT_EQ(machines.errors, "");
    EXPECT_FALSE(jsonOf(machines)["left_out"].empty());
}

TEST_F(Render, KeepsChoicesInAStyle) {
    const std::string file = schedule();
    const std::string chosen = drawn(
        {"--palette", "safe", "--width", "column", "--count-from", "1", "--save-style", folder.path("my.lwstyle")});
    EXPECT_EQ(drawn({"--style", "my"}), chosen) << "it lies beside the schedule";
    EXPECT_EQ(drawn({"--style", folder.path("my.lwstyle")}), chosen);
    EXPECT_EQ(drawn({"--style", "my", "--width", "page"}),
              drawn({"--palette", "safe", "--width", "page", "--count-from", "1"}))
        << "what is said beside it comes first";
    EXPECT_NE(drawn({"--style", "dualpipe"}), drawn({}));
    folder.write("wrong.lwstyle", R"({"width": "narrow"})");
    EXPECT_NE(refused({folder.path("b.svg"), "--style", "wrong"}).find("wrong.lwstyle: width: width takes column"),
              std::string::npos);
    EXPECT_NE(refused({folder.path("b.svg"), "--style", "thesis"}).find("no style \"thesis\""), std::string::npos);
    EXPECT_NE(refused({folder.path("b.svg"), "--save-style", "my.json"}).find("*.lwstyle"), std::string::npos);
}

TEST_F(Render, DrawsSchedulesUnderEachOther) {
    const std::string file = schedule();
    const std::string other = folder.schedule("other.lwsched", {"gpipe", "-p", "4", "-m", "8"});
    const nlohmann::json one = jsonOf(cli({"render", file, folder.path("a.svg"), "--json"}));
    const nlohmann::json two = jsonOf(cli({"render", file, folder.path("a.svg"), "--below", other, "--json"}));
    EXPECT_EQ(two["width"], one["width"]);
    EXPECT_GT(two["height"].get<double>(), 1.5 * one["height"].get<double>());
    EXPECT_NE(folder.read("a.svg").find("GPipe"), std::string::npos);
    EXPECT_NE(refused({folder.path("b.svg"), "--below", "/no/such.lwsched"}).find("/no/such.lwsched: "),
              std::string::npos);
}

TEST_F(Render, DrawsARunWithItsPlan) {
    const std::string file = schedule();
    const std::string measured = run("a.lwsched");
    const std::string under = drawn({"--with", measured});
    EXPECT_NE(under.find("measured, paced, step 0"), std::string::npos);
    EXPECT_EQ(cli({"render", measured, folder.path("c.svg")}).code, 0);
    EXPECT_EQ(folder.read("c.svg"), under);
    EXPECT_NE(drawn({"--with", measured, "--run", "below"}), under);
    EXPECT_NE(refused({folder.path("b.svg"), "--with", file}).find("this is a schedule"), std::string::npos);
}

TEST_F(Render, KeepsWhatItIsMadeFrom) {
    const std::string file = schedule();
    const std::string before = folder.read("a.lwsched");
    const auto has = [](const std::string& text, const std::string& part) { return text.find(part) != text.npos; };
    EXPECT_TRUE(has(refused({file, "--as", "svg"}), "would take the place of what it is made from"));
    EXPECT_TRUE(has(refused({folder.path("./a.lwsched"), "--as", "svg"}), "would take the place"));
    EXPECT_TRUE(has(refused({folder.path("b.lwstyle"), "--as", "svg", "--save-style", folder.path("b.lwstyle")}),
                    "can't be one file"));
    EXPECT_EQ(folder.read("a.lwsched"), before);
}

TEST_F(Render, RefusesARunOfAnotherProblem) {
    schedule();
    folder.schedule("c.lwsched", {"zb-h1", "-p", "4", "-m", "9"});
    const std::string measured = run("c.lwsched");
    const std::string refusal = refused({folder.path("b.svg"), "--with", measured});
    EXPECT_NE(refusal.find("this run has other ranks, stages or microbatches"), refusal.npos) << refusal;
}

TEST_F(Render, ReadsAndWritesTheStandardOnes) {
    const std::string file = schedule();
    const std::string svg = drawn({});
    EXPECT_EQ(cli({"render", file, "-", "--as", "svg"}).output, svg);
    EXPECT_EQ(cliWithPipe(file, {"render", "-", "-", "--as", "svg"}).output, svg);
    EXPECT_EQ(cli({"render", file, folder.path("figure"), "--as", "svg"}).code, 0);
    EXPECT_EQ(folder.read("figure"), svg);
    EXPECT_NE(refused({"-"}).find("give --as svg"), std::string::npos);
    EXPECT_NE(refused({"-", "--as", "png"}).find("takes text"), std::string::npos);
    EXPECT_NE(refused({"-", "--as", "svg", "--json"}).find("standard output"), std::string::npos);
}

/// A build without cairo says so; one with it embeds the same picture.
TEST_F(Render, WritesPdfAndPngOrSaysWhatIsMissing) {
    const std::string file = schedule();
    for (const auto& [name, begin] : {std::pair{"a.pdf", "%PDF"}, {"a.png", "\x89PNG"}}) {
        const Answer answer = cli({"render", file, folder.path(name)});
        const Result<std::string> own = pictureFile({.width = 10, .height = 10}, std::string_view{name}.substr(2), 72);
        ASSERT_EQ(answer.code, own ? 0 : 4) << answer.errors;
        EXPECT_TRUE(!own || folder.read(name).starts_with(begin)) << name;
        EXPECT_EQ(answer.errors.empty(), own.ok());
    }
}

} // namespace
} // namespace lanewright::test
