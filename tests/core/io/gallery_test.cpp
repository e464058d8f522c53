// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"
#include "core/generate/catalogue.h"
#include "core/io/run_json.h"
#include "core/io/schedule_json.h"
#include "core/open/open_file.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/core/io/documents.h"
#include "tests/core/io/json_schema.h"
#include "tests/support/repository.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

using namespace lanewright;
using test::document;
using test::sampled;

namespace {

const std::string kGallery = "schedules/gallery/";

/// The files of the gallery's table, each with the generator that makes it, or nothing.
std::map<std::string, std::string> table() {
    std::map<std::string, std::string> rows;
    for (const std::string& line : test::linesOf(document(kGallery + "README.md"))) {
        if (!line.starts_with("| ["))
            continue;
        const std::string name = line.substr(3, line.find(']') - 3);
        const std::size_t first = line.find(" | `");
        rows[name] = first == std::string::npos ? "" : line.substr(first + 4, line.find('`', first + 4) - first - 4);
    }
    return rows;
}

Plan opened(const std::string& name) {
    const Result<Plan> plan = openPlan(test::inRepository(kGallery + name));
    EXPECT_TRUE(plan) << name << ": " << plan.error().where << ": " << plan.error().message;
    return plan ? *plan : Plan{};
}

Metrics numbersOf(const std::string& name) {
    const Plan plan = opened(name);
    return measure(plan, simulate(plan.schedule, plan.costs));
}

} // namespace

TEST(Gallery, TheTableListsEveryFile) {
    const auto rows = table();
    EXPECT_GE(rows.size(), 14u);
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator{test::inRepository(kGallery)})
        if (entry.path().extension() == ".lwsched") {
            EXPECT_TRUE(rows.contains(entry.path().filename().string())) << entry.path();
            ++files;
        }
    EXPECT_EQ(files, rows.size());
}

TEST(Gallery, EveryFileIsWrittenBackByteForByteAndKeepsToTheSchema) {
    test::JsonSchema schema;
    schema.add("lwsched.schema.json", document("schedules/lwsched.schema.json"));
    for (const auto& [name, generator] : sampled(table())) {
        const std::string text = document(kGallery + name);
        EXPECT_EQ(planToJson(opened(name)), text) << name;
        const Result<json::Document> value = json::parse(text);
        ASSERT_TRUE(value);
        EXPECT_TRUE(schema.violations("lwsched.schema.json", value->root()).empty()) << name;
    }
}

TEST(Gallery, TheMeasuredRunIsWrittenBackByteForByteAndKeepsToTheSchema) {
    test::JsonSchema schema;
    schema.add("lwsched.schema.json", document("schedules/lwsched.schema.json"));
    schema.add("lwrun.schema.json", document("schedules/lwrun.schema.json"));
    const std::string text = document(kGallery + "measured-job.lwrun");
    const Result<lanewright::Run> run = runFromJson(text);
    ASSERT_TRUE(run) << run.error().where << ": " << run.error().message;
    EXPECT_EQ(runToJson(*run), text);
    EXPECT_EQ(run->steps.size(), 3u);
    EXPECT_EQ(run->replicas.size(), 1u);
    const Result<json::Document> value = json::parse(text);
    ASSERT_TRUE(value);
    EXPECT_TRUE(schema.violations("lwrun.schema.json", value->root()).empty());
}

TEST(Gallery, EveryScheduleIsValid) {
    for (const auto& [name, generator] : table()) {
        const Plan plan = opened(name);
        if (plan.isProblem())
            continue;
        for (const Finding& finding : validate(plan))
            EXPECT_NE(finding.severity, Severity::Error) << name << ": " << finding.message;
    }
}

TEST(Gallery, GeneratorsMakeTheirFilesAgain) {
    std::size_t made = 0;
    for (const auto& [name, generator] : table()) {
        if (generator.empty())
            continue;
        const Plan plan = opened(name);
        Plan problem = plan;
        problem.schedule.order.clear();
        Result<Plan> again = generate(generator, problem);
        ASSERT_TRUE(again) << name << ": " << again.error().message;
        again->title = plan.title;
        EXPECT_EQ(planToJson(*again), planToJson(plan)) << name;
        ++made;
    }
    EXPECT_EQ(made, 30u);
}

TEST(Gallery, EveryGeneratorHasAFile) {
    std::set<std::string> shown;
    for (const auto& [name, generator] : table())
        shown.insert(generator);
    for (const Generator& generator : generators())
        EXPECT_TRUE(shown.contains(std::string{generator.name})) << generator.name;
}

TEST(Gallery, TheMeasuredModelsHaveTheRatesOfThePaper) {
    EXPECT_NEAR(numbersOf("1f1b-1.5b.lwsched").bubbleRate.value(), 0.2431, 0.00005);
    EXPECT_NEAR(numbersOf("zb-2p-1.5b.lwsched").bubbleRate.value(), 0.0433, 0.00005);
}

TEST(Gallery, TheProblemIsOneThatAGeneratorSolves) {
    const Plan problem = opened("problem.lwsched");
    ASSERT_TRUE(problem.isProblem());
    const Result<Plan> solved = generate("zb-auto", problem);
    ASSERT_TRUE(solved) << solved.error().message;
    EXPECT_TRUE(isValid(validate(*solved)));
}
