// SPDX-License-Identifier: Apache-2.0
// Edits at random, through requests and through core/edit, and requests that nobody would make.
#include "core/edit/edits.h"
#include "core/edit/pattern.h"
#include "core/edit/place.h"
#include "core/io/schedule_json.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/simulate/simulate.h"
#include "tests/core/api/asked_board.h"
#include "tests/support/random_plan.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>
#include <vector>

using namespace lanewright;
using namespace lanewright::test;
using nlohmann::json;

namespace {

/// An edit as a request, and what it makes of a plan; a refusal where there is none.
struct RandomEdit {
    json request = {};
    Result<Schedule> expected = Error{};
};

std::string wordOf(const Plan& plan, const Op& op) { return toText(op, plan.costs.weightParts); }

std::vector<Op> anyOps(Dice& dice, const std::vector<Op>& all, int most) {
    std::vector<Op> ops;
    for (int i = dice.roll(1, most); i > 0; --i)
        ops.push_back(all[static_cast<std::size_t>(dice.roll(0, static_cast<int>(all.size()) - 1))]);
    return ops;
}

json wordsOf(const Plan& plan, const std::vector<Op>& ops) {
    json words = json::array();
    for (const Op& op : ops)
        words.push_back(wordOf(plan, op));
    return words;
}

std::vector<Op> placedIn(const Plan& plan) {
    const std::set<Op> ops = opsOfAll(plan.schedule.order);
    return {ops.begin(), ops.end()};
}

RandomEdit anyMove(Dice& dice, const Plan& plan, const std::vector<Op>& placed) {
    const Op op = anyOps(dice, placed, 1).front();
    const Slot from = *slotOf(plan.schedule, op);
    const Row& row = plan.schedule.order[from.rank];
    const int to = dice.roll(0, static_cast<int>(row.size()) - 1);
    if (dice.chance(50))
        return {{{"move", wordOf(plan, op)}, {"before", wordOf(plan, row[to].op)}},
                moveBlock(plan.schedule, from, slotOf(plan.schedule, row[to].op)->position)};
    const std::vector<Op> several = anyOps(dice, placed, 3);
    const int by = dice.roll(-2, 2);
    return {{{"move", wordsOf(plan, several)}, {"by", by}}, moveBlocksBy(plan, {several.begin(), several.end()}, by)};
}

RandomEdit anyEdit(Dice& dice, const Plan& plan) {
    const std::vector<Op> placed = placedIn(plan);
    const Schedule& schedule = plan.schedule;
    const std::vector<Op> some = anyOps(dice, placed, 3);
    const std::set<Op> set(some.begin(), some.end());
    const Op one = some.front();
    const Slot slot = *slotOf(schedule, one);
    switch (dice.roll(0, 7)) {
    case 0: return {{{"remove", wordsOf(plan, some)}}, removeOps(schedule, set)};
    case 1: return {{{"split", wordOf(plan, one)}}, splitBackward(schedule, slot, plan.costs.weightParts)};
    case 2: return {{{"fuse", wordOf(plan, one)}}, fuseBackward(schedule, slot)};
    case 3: return {{{"gap", wordOf(plan, one)}, {"time", "0.5"}}, setGap(schedule, slot, scaleOf(plan.timeUnit) / 2)};
    case 4: return {{{"unpair", wordOf(plan, one)}}, unpair(schedule, slot)};
    case 5: {
        const Op other = anyOps(dice, placed, 1).front();
        return {{{"pair", wordOf(plan, one)}, {"with", wordOf(plan, other)}},
                pairBlocks(schedule, slot, *slotOf(schedule, other))};
    }
    default: return anyMove(dice, plan, placed);
    }
}

/// The lanes that a proposal draws, as times of blocks in words.
std::vector<std::vector<std::string>> drawn(const json& proposal, const json& view) {
    std::vector<std::string> blocks;
    for (const json& lane : view.at("page").at("lanes"))
        for (const json& block : lane.at("blocks"))
            blocks.push_back(block[0]);
    for (const json& parked : view.at("board").at("parked"))
        for (const json& block : parked[1])
            blocks.push_back(block);
    const auto name = [&](int place) {
        return place < 0 ? proposal.at("made")[static_cast<std::size_t>(-1 - place)].get<std::string>()
                         : blocks.at(static_cast<std::size_t>(place));
    };
    const Time tick = proposal.at("tick");
    std::vector<std::vector<std::string>> lanes;
    for (const json& lane : proposal.at("lanes")) {
        std::vector<std::string>& row = lanes.emplace_back();
        for (std::size_t at = 0; at < lane.size(); at += 3)
            row.push_back(name(lane[at]) + "@" + std::to_string(lane[at + 1].get<Time>() * tick) + "+" +
                          std::to_string(lane[at + 2].get<Time>() * tick));
    }
    return lanes;
}

std::vector<std::vector<std::string>> simulated(const Plan& before, const Plan& after) {
    const Time zero = extentOf(simulate(before.schedule, before.costs)).start;
    std::vector<std::vector<std::string>> lanes;
    for (const Lane& lane : simulate(after.schedule, after.costs).lanes) {
        std::vector<std::string>& row = lanes.emplace_back();
        for (const Span& span : lane)
            row.push_back(toText(Block{.op = span.op, .paired = span.paired}, after.costs.weightParts) + "@" +
                          std::to_string(span.start - zero) + "+" + std::to_string(span.length()));
    }
    return lanes;
}

} // namespace

TEST(RandomBoards, EditAsTheFunctionsDoAndComeBack) {
    for (std::uint64_t seed = 0; seed < trials(60); ++seed) {
        Dice dice(seed);
        Plan plan = dice.chance(70) ? randomPlan(seed) : brokenPlan(seed);
        plan.title = "a person's";
        const AskedDocument document(planToJson(plan));
        json view = document.ask({{"ask", "board"}});
        if (view.contains("error")) // no file holds such an order
            continue;
        std::vector<Plan> plans = {plan};
        for (int step = 0; step < 12 && blockCount(plan.schedule.order) > 0; ++step) {
            RandomEdit edit = anyEdit(dice, plan);
            edit.request["ask"] = "propose";
            const json proposal = document.ask(edit.request);
            edit.request["ask"] = "apply";
            const json next = document.ask(edit.request);
            ASSERT_EQ(next.contains("refused"), !edit.expected) << edit.request << next;
            ASSERT_EQ(proposal.contains("refused"), !edit.expected) << edit.request << proposal;
            if (!edit.expected)
                continue;
            Plan after = plan;
            after.schedule = *edit.expected;
            ASSERT_EQ(document.held(), planToJson(after)) << edit.request << " seed " << seed;
            ASSERT_EQ(drawn(proposal, view), simulated(plan, after)) << edit.request << " seed " << seed;
            ASSERT_EQ(proposal.at("valid"), next.at("page").at("valid")) << edit.request << " seed " << seed;
            if (after != plan)
                plans.push_back(after);
            plan = after;
            view = next;
        }
        for (std::size_t at = plans.size(); at-- > 1;) {
            EXPECT_EQ(document.held(), planToJson(plans[at]));
            document.ask({{"ask", "undo"}});
        }
        EXPECT_EQ(document.ask({{"ask", "board"}}).at("board").at("modified"), false);
        EXPECT_TRUE(document.ask({{"ask", "undo"}}).contains("refused"));
        for (std::size_t at = 1; at < plans.size(); ++at) {
            document.ask({{"ask", "redo"}});
            EXPECT_EQ(document.held(), planToJson(plans[at]));
        }
    }
}

TEST(RandomBoards, AnswerWhateverIsAsked) {
    constexpr std::array kAsks = {"board", "propose", "apply", "undo", "redo", "places", "fixes", "check", "save"};
    constexpr std::array kKeys = {"move",    "insert", "before",  "after",    "by",     "split", "fuse",    "pair",
                                  "with",    "unpair", "gap",     "time",     "remove", "stage", "to_rank", "direction",
                                  "w_parts", "fill",   "halve",   "fix",      "plan",   "title", "merge",   "ops",
                                  "first",   "last",   "finding", "language", "in_one"};
    const std::vector<json> values = {"F0.0",
                                      "F0.1,BW1.0",
                                      "F0.0,",
                                      ",",
                                      "B999999.999999",
                                      "W0.0/9",
                                      "all",
                                      "",
                                      -1,
                                      0,
                                      1,
                                      99999999,
                                      -2147483648,
                                      1e300,
                                      true,
                                      false,
                                      nullptr,
                                      json::array({0, 0}),
                                      json::array({-1, 99}),
                                      json::array({"F0.0", "F0.0"}),
                                      json::object(),
                                      "\xF0\x9F",
                                      "</script>",
                                      "{}",
                                      R"({"format": "lanewright-schedule"})",
                                      "de",
                                      "0.0000001"};
    for (std::uint64_t seed = 0; seed < trials(30); ++seed) {
        Dice dice(seed);
        const std::string first = planToJson(brokenPlan(seed, {.mostRanks = 3, .mostMicrobatches = 3}));
        const AskedDocument document(first);
        document.text(R"({"ask": "board"})");
        for (int step = 0; step < 60; ++step) {
            json request = {{"ask", kAsks[static_cast<std::size_t>(dice.roll(0, kAsks.size() - 1))]}};
            for (int keys = dice.roll(0, 3); keys > 0; --keys)
                request[kKeys[static_cast<std::size_t>(dice.roll(0, kKeys.size() - 1))]] =
                    values[static_cast<std::size_t>(dice.roll(0, static_cast<int>(values.size()) - 1))];
            const std::string asked = request.dump(-1, ' ', false, json::error_handler_t::ignore);
            const json answer = json::parse(document.text(asked), nullptr, false);
            ASSERT_TRUE(answer.is_object()) << asked;
        }
        // Whatever came of it is a file again.
        EXPECT_TRUE(planFromJson(document.held()) || !planFromJson(first));
    }
}
