// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan/plan_parts.h"
#include "core/io/schedule_json.h"
#include "tests/core/io/documents.h"
#include "tests/core/io/json_schema.h"
#include "tests/support/random_file.h"
#include "tests/support/random_plan.h"
#include "tests/support/trials.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

/// Random files of every key in every form, with one, two and three directions: what FORMAT.md allows the schema allows
/// and the reader takes, and what a value makes wrong by its form alone both refuse.
namespace lanewright::test {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "lwsched.schema.json";

JsonSchema schemaOfSchedules() {
    JsonSchema schema;
    schema.add(kSchema, document("schedules/lwsched.schema.json"));
    return schema;
}

std::vector<std::string> violations(const std::string& text, const JsonSchema& schema) {
    const Result<json::Document> value = json::parse(text);
    EXPECT_TRUE(value) << text;
    return value ? schema.violations(kSchema, value->root()) : std::vector<std::string>{"no JSON"};
}

/// Sums of values near their limits, which no schema adds up.
bool isTooMuch(const Error& error) {
    return error.message.text().find("more than can be counted") != std::string::npos;
}

/// All keys there are, each as a path: `costs.host.send`.
void addKeys(const FileKeys& keys, const std::string& path, std::set<std::string>& all) {
    for (const FileKey& key : keys) {
        all.insert(path + std::string{key.key});
        if (key.inside)
            addKeys(*key.inside, path + std::string{key.key} + ".", all);
    }
}

void addKeys(const Json& value, const std::string& path, std::set<std::string>& all) {
    for (const auto& [key, own] : value.items()) {
        if (value.is_object())
            all.insert(path + key);
        if (path != "gaps." && own.is_structured())
            addKeys(own, value.is_object() ? path + key + "." : path, all);
    }
}

TEST(RandomFiles, OfEveryKeyInEveryFormAreReadKeepToTheSchemaAndComeBack) {
    std::set<std::string> unseen;
    addKeys(planFields().keys, "", unseen);
    const JsonSchema schema = schemaOfSchedules();
    int tooMuch = 0;
    constexpr std::uint64_t kEveryForm = 600; // that fewer files do not have
    const auto files = static_cast<int>(trials(kEveryForm, kEveryForm));
    for (int seed = 1; seed <= files; ++seed) {
        const std::string text = randomFile(static_cast<std::uint64_t>(seed));
        EXPECT_EQ(violations(text, schema), std::vector<std::string>{}) << seed << ": " << text;
        const Result<Plan> plan = planFromJson(text);
        if (!plan) {
            EXPECT_TRUE(isTooMuch(plan.error())) << seed << ": " << plan.error().where << ": " << plan.error().message;
            ++tooMuch;
            continue;
        }
        const std::string again = planToJson(*plan);
        EXPECT_EQ(violations(again, schema), std::vector<std::string>{}) << seed << ": " << again;
        const Result<Plan> back = planFromJson(again);
        ASSERT_TRUE(back) << seed << ": " << back.error().where << ": " << back.error().message << "\n" << again;
        EXPECT_TRUE(*back == *plan) << seed << ": " << text;
        EXPECT_EQ(planToJson(*back), again) << seed;
        std::set<std::string> seen;
        addKeys(Json::parse(text), "", seen);
        for (const std::string& key : seen)
            unseen.erase(key);
    }
    EXPECT_LE(tooMuch, files / 10);
    EXPECT_EQ(unseen, std::set<std::string>{}) << "no random file holds them";
    EXPECT_EQ(schema.untaken(), std::vector<std::string>{}) << "no random file has these forms";
}

/// Where the values of a file stand, those that hold others too.
void addPlaces(const Json& value, const Json::json_pointer& at, std::vector<Json::json_pointer>& all) {
    const auto add = [&](const Json& own, const Json::json_pointer& place) {
        all.push_back(place);
        addPlaces(own, place, all);
    };
    if (value.is_array())
        for (std::size_t index = 0; index < value.size(); ++index)
            add(value[index], at / index);
    if (value.is_object())
        for (const auto& [key, own] : value.items())
            add(own, at / key);
}

/// What is wrong by more than one value, so that no schema says it: values that must fit each other, the shape or the
/// unit.
bool isBeyondSchemas(std::string_view sentence) {
    constexpr std::array<std::string_view, 18> kParts{
        "must add up to 0",       "more decimals than can be kept", "has no recompute time",
        "there is no part",       "a rank reaches itself at once",  "must hold one entry per",
        "says nothing of ranks",  "the segments add up to",         "adds up to %1 layers",
        "is no multiple of",      "has other blocks than",          "there is no stage",
        "there is no microbatch", "no such op to put a gap before", "there are gaps but no order",
        "a layout of %1 stages",  "two variants are called",        "%1: %2" /* of a layout, with its place in it */};
    return std::ranges::any_of(kParts,
                               [&](std::string_view part) { return sentence.find(part) != std::string_view::npos; });
}

TEST(RandomFiles, WithAValueOfAWrongFormAreRefusedByTheSchemaAndTheReader) {
    const JsonSchema schema = schemaOfSchedules();
    const std::vector<Json> wrong{"x", true, nullptr, -1, 0.5, Json::object(), Json::parse("[[[]]]")};
    std::map<std::string, int> lenient;
    std::map<std::string, std::string> strict;
    for (std::uint64_t seed = 1; seed <= trials(2000); ++seed) {
        Json file = Json::parse(randomFile(seed, {.large = false}));
        std::vector<Json::json_pointer> places;
        addPlaces(file, Json::json_pointer{}, places);
        Dice dice(seed);
        const Json::json_pointer place = places[dice.next() % places.size()];
        file[place] = wrong[dice.next() % wrong.size()];
        const std::string text = file.dump();
        const bool breaks = !violations(text, schema).empty();
        const Result<Plan> plan = planFromJson(text);
        if (breaks && plan)
            ++lenient[place.to_string() + " = " + file[place].dump()];
        if (!breaks && !plan)
            strict[std::string{plan.error().message.phrase().text}] = place.to_string() + " = " + file[place].dump();
    }
    for (const auto& [what, count] : lenient)
        ADD_FAILURE() << "the reader takes " << what;
    for (const auto& [what, example] : strict)
        EXPECT_TRUE(isBeyondSchemas(what)) << "the schema takes " << example << ": " << what;
}

} // namespace
} // namespace lanewright::test
