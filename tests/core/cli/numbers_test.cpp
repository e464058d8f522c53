// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

namespace lanewright::test {
namespace {

/// A problem that no closed bound closes: three unequal ranks with little memory.
std::string openProblem(const std::string& more = "") {
    return R"({"format": "lanewright-schedule", "version": 1, "title": "Open",
  "microbatches": 4, "placement": {"ranks": 3, "directions": [[0, 1, 2]], "replicas": 1},
  "costs": {"forward": [3, 8, 5], "backward_input": [6, 2, 9], "backward_weight": [4, 7, 1], "transfer": 1},
  "memory": {"forward": 4, "backward_input": -1, "backward_weight": -3, "limit": [12, 9, 8]})" +
           more + "}";
}

/// The cell behind the name in a table of two columns.
std::string cellOf(const std::string& table, const std::string& name) {
    std::istringstream lines(table);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(name + " ")) {
            std::istringstream words(line.substr(name.size()));
            std::string first;
            words >> first;
            return first;
        }
    return "";
}

const std::vector<std::string> kOfTheIteration = {
    "optimizer_mode", "iteration_time", "iteration_time_exact", "iteration_times", "bubble",
    "bubble_share",   "avoidable",      "avoidable_share",      "makespan",        "period",
    "valid"};

TEST(Numbers, OfASolvedFileAreThoseThatSimulateGives) {
    const Folder folder;
    for (const std::string mode : {"sync", "postvalidated"})
        for (const std::string objective : {"iteration", "makespan", "period", "longest_span"}) {
            const std::string file = folder.write("a.lwsched", openProblem(R"(, "optimizer_mode": ")" + mode + "\""));
            const std::string saved = folder.path("b.lwsched");
            const nlohmann::json solved = jsonOf(cli({"solve", file, "--objective", objective, "--rounds", "3",
                                                      "--threads", "1", "--exact", "--json", "-o", saved}));
            const nlohmann::json numbers = jsonOf(cli({"simulate", saved, "--json"}));
            EXPECT_EQ(solved["optimizer_mode"], mode);
            for (const std::string& key : kOfTheIteration)
                EXPECT_EQ(solved.at(key), numbers.at(key)) << key << " for " << objective << ", " << mode;
            const char* bound = objective == "iteration" ? "lower_bound" : "iteration_lower_bound";
            EXPECT_EQ(solved.at(bound), numbers["lower_bound"]) << objective << ", " << mode;
            EXPECT_EQ(solved["proof"], numbers["proof"]) << objective;
            const nlohmann::json bounds = jsonOf(cli({"bound", saved, "--json"}));
            EXPECT_EQ(bounds["lower_bound"], numbers["lower_bound"]) << objective;
            EXPECT_EQ(bounds["objectives"][objective]["lower_bound"], solved["lower_bound"])
                << objective << ", " << mode;
            EXPECT_EQ(solved["optimal"], solved["value"] == solved["lower_bound"]);
            EXPECT_EQ(solved["gap"] == 0, solved["optimal"]) << objective;
        }
}

TEST(Numbers, AProofRaisesTheBoundTravelsAndIsDroppedWithTheProblem) {
    const Folder folder;
    const std::string proved = folder.write(
        "a.lwsched", openProblem(R"(, "proof": {"objective": "iteration", "lower_bound": "191/2", "by": "z3"})"));
    nlohmann::json answer = jsonOf(cli({"bound", proved, "--json"}));
    EXPECT_EQ(answer["lower_bound"], 95.5);
    EXPECT_EQ(answer["bounds"][0]["name"], "proof");
    const std::string ordered = folder.path("b.lwsched");
    jsonOf(cli({"generate", "1f1b", proved, "-o", ordered, "--json"}));
    answer = jsonOf(cli({"simulate", ordered, "--json"}));
    EXPECT_EQ(answer["proof"], (nlohmann::json{{"objective", "iteration"}, {"lower_bound", 95.5}, {"by", "z3"}}));
    EXPECT_EQ(answer["lower_bound"], 95.5);
    jsonOf(cli({"generate", "1f1b", proved, "--tf", "1", "-o", ordered, "--json"}));
    EXPECT_EQ(jsonOf(cli({"simulate", ordered, "--json"}))["proof"], nullptr);
    EXPECT_EQ(folder.read("b.lwsched").find("proof"), std::string::npos);
    const std::string wrong =
        folder.write("c.lwsched", openProblem(R"(, "proof": {"objective": "speed", "lower_bound": 3, "by": "z3"})"));
    EXPECT_NE(cli({"simulate", wrong}).errors.find("proof.objective"), std::string::npos);
}

TEST(Numbers, OfTheGalleryStandOnceInJsonAndTheSameInTheTable) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(inRepository("schedules/gallery"))) {
        if (entry.path().extension() != ".lwsched" || entry.path().stem() == "problem")
            continue;
        const std::string file = entry.path().string();
        const nlohmann::json numbers = jsonOf(cli({"simulate", file, "--iterations", "8", "--json"}));
        const std::string table = cli({"simulate", file}).output;
        for (const char* key : {"makespan", "longest_span", "lower_bound", "bubble", "avoidable", "iteration_time"}) {
            ASSERT_TRUE(numbers.contains(key)) << file << ": " << key;
            std::string cell = cellOf(table, key);
            if (!cell.empty() && cell.back() == ',')
                cell.pop_back();
            const std::size_t bar = cell.find('/');
            const double parts = bar == std::string::npos ? 1 : std::stod(cell.substr(bar + 1));
            constexpr double kHalfADigit = 0.0005 + 1e-9; // people get three decimals
            EXPECT_NEAR(std::stod(cell) / parts, numbers[key].get<double>(), kHalfADigit) << file << ": " << key << "\n"
                                                                                          << table;
        }
        EXPECT_EQ(numbers["iterations"]["sync"], numbers["iteration_times"]["sync"]) << file;
        EXPECT_EQ(numbers["iteration_time"], numbers["iteration_times"][numbers["optimizer_mode"].get<std::string>()]);
        EXPECT_NEAR(numbers["bubble_share"].get<double>() * numbers["iteration_time"].get<double>(),
                    numbers["bubble"].get<double>(), 1e-9 * numbers["iteration_time"].get<double>());
        const nlohmann::json bound = jsonOf(cli({"bound", file, "--objective", "iteration", "--json"}));
        for (const char* key : {"lower_bound", "gap", "bubble", "bubble_share", "avoidable", "avoidable_share"})
            EXPECT_EQ(bound[key], numbers[key]) << file << ": " << key;
        ++files;
    }
    EXPECT_GE(files, 20);
}

TEST(Numbers, NoCommandWritesAKeyTwice) {
    const Folder folder;
    const std::string plan = folder.schedule("a.lwsched", {"zb-h1", "-p", "4", "-m", "8"});
    const std::vector<Words> commands = {
        {"list"},
        {"generate", "1f1b", "-p", "2", "-m", "4", "-o", folder.path("b.lwsched")},
        {"simulate", plan, "--iterations", "3"},
        {"validate", plan},
        {"bound", plan},
        {"solve", plan, "--time-limit", "1"},
        {"solve", plan, "--time-limit", "1", "--objective", "period"},
        {"convert", plan, folder.path("c.csv")},
        {"compare", plan, plan},
        {"render", plan, folder.path("d.tex")},
    };
    for (Words words : commands) {
        words.emplace_back("--json");
        const Answer answer = cli(words);
        EXPECT_TRUE(nlohmann::json::accept(answer.output)) << words.front() << answer.errors;
        EXPECT_EQ(doubledKeys(answer.output), Words{}) << words.front();
    }
}

TEST(Numbers, ADoubledKeyIsSeen) {
    EXPECT_EQ(doubledKeys(R"({"a": 1, "b": {"a": 2}, "c": [{"d": 1}, {"d": 2}]})"), Words{});
    EXPECT_EQ(doubledKeys(R"({"a": 1, "b": {"c": 2, "c": 3}, "a": 4})"), (Words{"c", "a"}));
}

} // namespace
} // namespace lanewright::test
