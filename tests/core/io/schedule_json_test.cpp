// SPDX-License-Identifier: Apache-2.0
#include "core/io/schedule_json.h"
#include "core/io/unknown_keys.h"

#include "core/model/text.h"

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

/// A small problem with one key replaced or added: `extra` goes in front of the closing bracket.
std::string file(const std::string& extra, const std::string& placement = R"({"ranks": 2})") {
    return R"({"format": "lanewright-schedule", "version": 1, "microbatches": 2, "placement": )" + placement +
           (extra.empty() ? "" : ", " + extra) + "}";
}

Plan planIn(const std::string& text) {
    const Result<Plan> plan = planFromJson(text);
    EXPECT_TRUE(plan) << plan.error().where << ": " << plan.error().message;
    return plan ? *plan : Plan{};
}

Error refusal(const std::string& text) {
    const Result<Plan> plan = planFromJson(text);
    EXPECT_FALSE(plan) << text.substr(0, 200);
    return plan ? Error{} : plan.error();
}

void expectPlanRefused(const std::string& text, const std::string& where, const std::string& message) {
    const Error error = refusal(text);
    EXPECT_EQ(error.where, where) << text.substr(0, 200);
    EXPECT_EQ(error.message, message) << text.substr(0, 200);
}

void expectRoundTrip(const Plan& plan) {
    const std::string text = planToJson(plan);
    const Plan again = planIn(text);
    EXPECT_TRUE(again == plan) << text;
    EXPECT_EQ(planToJson(again), text);
}

const std::string kMeasured = R"({
  "format": "lanewright-schedule",
  "version": 1,
  "title": "Measured",
  "time_unit": "ms",
  "memory_unit": "MiB",
  "microbatches": 2,
  "placement": {"ranks": 2, "directions": [[0, 1]], "replicas": 1},
  "costs": {
    "forward": 18.522,
    "backward_input": [18.086, 19],
    "backward_weight": 9.337,
    "weight_parts": 1,
    "recompute": null,
    "transfer": 0.601,
    "links": "latency",
    "overlapped": null,
    "optimizer": 0,
    "all_reduce": 0
  },
  "memory": {"forward": 192, "backward_input": -128, "backward_weight": -64, "recompute": 0, "static": 0.5, "limit": 1536, "device": [null, 40960]},
  "model": {"layers": 8, "width": 256, "heads": 8, "context": 128, "vocabulary": 256, "batch": 4, "seed": 1, "layers_per_stage": [3, 5]},
  "order": [
    ["F0.0", "F0.1", "B0.0", "W0.0", "B0.1", "W0.1"],
    ["F1.0", "B1.0", "W1.0", "F1.1", "B1.1", "W1.1"]
  ],
  "gaps": {"B0.0": 0.25}
}
)";

} // namespace

TEST(ScheduleJson, ReadsNumbersExactly) {
    const Plan plan = planIn(kMeasured);
    EXPECT_EQ(plan.title, "Measured");
    EXPECT_EQ(plan.costs.of(0, 0).forward, 18'522'000);
    EXPECT_EQ(plan.costs.of(0, 0).backwardInput, 18'086'000);
    EXPECT_EQ(plan.costs.of(0, 1).backwardInput, 19'000'000);
    EXPECT_EQ(plan.costs.transfer.between(0, 1), 601'000);
    EXPECT_EQ(plan.memory.of(0, 1).forward, Bytes{192} << 20);
    EXPECT_EQ(plan.memory.of(0, 1).fixed, Bytes{1} << 19);
    EXPECT_EQ(plan.memory.limitOf(1), Bytes{1536} << 20);
    EXPECT_EQ(plan.memory.deviceOf(0), std::nullopt);
    EXPECT_EQ(plan.memory.deviceOf(1), Bytes{40960} << 20);
    EXPECT_EQ(plan.schedule.order[0][2].gap, 250'000);
    EXPECT_EQ(plan.schedule.order[0][3].gap, 0);
    EXPECT_EQ(plan.model->layersPerStage, (std::vector{3, 5}));
}

TEST(ScheduleJson, WritesBackWhatItReadByteForByte) { EXPECT_EQ(planToJson(planIn(kMeasured)), kMeasured); }

TEST(ScheduleJson, AProblemNeedsNothingButItsShape) {
    const Plan plan = planIn(file(""));
    EXPECT_TRUE(plan.isProblem());
    EXPECT_EQ(plan.schedule.placement, linear(2));
    EXPECT_EQ(plan.costs, uniform(2, {.forward = kTimeUnit, .backwardInput = kTimeUnit, .backwardWeight = kTimeUnit}));
    EXPECT_EQ(plan.memory, uniformMemory(2, 2, {.forward = kMemoryUnit, .backwardWeight = -kMemoryUnit}));
    expectRoundTrip(plan);
}

TEST(ScheduleJson, WhatWFreesIsTheRestWhenItIsNotGiven) {
    const Plan plan = planIn(file(R"("memory": {"forward": [3, 5], "backward_input": -2})"));
    EXPECT_EQ(plan.memory.of(0, 0).backwardWeight, -kMemoryUnit);
    EXPECT_EQ(plan.memory.of(0, 1).backwardWeight, -3 * kMemoryUnit);
}

TEST(ScheduleJson, TwoDirectionsPairsPartsAndRecomputationSurviveARoundTrip) {
    const Plan plan = planIn(R"({
        "format": "lanewright-schedule", "version": 1, "title": "two ways", "microbatches": 4,
        "placement": {"ranks": 2, "directions": [[0, 1], [1, 0]], "direction_of": [0, 1, 0, 1]},
        "costs": {"forward": [[1, 2], [3, 4]], "backward_weight": [2, 3], "weight_parts": 2,
                  "recompute": [null, 1.5], "overlapped": [[2.5, null], [2, 2]], "links": "serial",
                  "transfer": [0.125], "optimizer": 7, "all_reduce": [1, 2]},
        "memory": {"forward": [1, 2], "recompute": [0, 1], "backward_weight": [-1, -3]},
        "order": [["F0.0", "F1.1", "F0.2+BW1.1", "W0.0/1"], []],
        "gaps": {"F1.1": 1, "BW1.1": 2}
    })");
    EXPECT_EQ(plan.schedule.direction(1), 1);
    EXPECT_EQ(plan.costs.of(1, 0).forward, 3 * kTimeUnit);
    EXPECT_EQ(plan.costs.of(1, 1).backwardWeight, 3 * kTimeUnit);
    EXPECT_EQ(plan.costs.of(0, 0).recompute, std::nullopt);
    EXPECT_EQ(plan.costs.of(1, 1).recompute, 1'500'000);
    EXPECT_EQ(plan.costs.of(0, 1).overlapped, std::nullopt);
    EXPECT_EQ(plan.schedule.order[0][2].gap, 2 * kTimeUnit);
    EXPECT_EQ(plan.schedule.order[0][3].op.part, 1);
    expectRoundTrip(plan);
}

TEST(ScheduleJson, TheForwardOfAPairComesFirstWhicheverIsNamedFirst) {
    const auto withPair = [](const std::string& pair) {
        return planIn(file(R"("order": [["F0.0", ")" + pair + R"(", "BW0.1"], []], "gaps": {"BW0.0": 1})"));
    };
    const Plan plan = withPair("BW0.0+F0.1");
    EXPECT_EQ(plan, withPair("F0.1+BW0.0"));
    EXPECT_EQ(plan.schedule.order[0][1].op, (Op{.kind = OpKind::F, .stage = 0, .microbatch = 1}));
    EXPECT_EQ(plan.schedule.order[0][1].gap, kTimeUnit);
}

TEST(ScheduleJson, ThreeDirectionsHaveValuesOfTheirOwn) {
    const Plan plan = planIn(file(R"("costs": {"forward": [[1, 2], [3, 4], [5, 6]], "optimizer": [7, 8]},
                                     "memory": {"forward": [[1, 2], [3, 4], [5, 6]]})",
                                  R"({"ranks": 6, "directions": [[0, 1], [2, 3], [4, 5]]})"));
    EXPECT_EQ(plan.costs.of(2, 0).forward, 5 * kTimeUnit);
    EXPECT_EQ(plan.costs.of(2, 1).forward, 6 * kTimeUnit);
    EXPECT_EQ(plan.costs.of(2, 1).optimizer, 8 * kTimeUnit);
    EXPECT_EQ(plan.memory.of(1, 1).forward, 4 * kMemoryUnit);
    EXPECT_EQ(plan.memory.of(2, 1).forward, 6 * kMemoryUnit);
    EXPECT_EQ(plan.memory.of(2, 1).backwardWeight, -6 * kMemoryUnit);
    expectRoundTrip(plan);
}

TEST(ScheduleJson, EqualListsOfTwoDirectionsStayTwo) {
    Plan plan = planIn(file("", R"({"ranks": 2, "directions": [[0, 1], [1, 0]]})"));
    plan.costs.stages.push_back(plan.costs.stages.front());
    plan.memory.stages.push_back(plan.memory.stages.front());
    expectRoundTrip(plan);
}

TEST(ScheduleJson, TransferIsANumberNeighboursOrAMatrix) {
    const std::string three = R"({"ranks": 3})";
    EXPECT_EQ(planIn(file(R"("costs": {"transfer": 2})", three)).costs.transfer.between(0, 2), 2 * kTimeUnit);
    const Plan bounds = planIn(file(R"("costs": {"transfer": 2, "transfer_at_most": [[0, 1], [2, 1]]})", three));
    EXPECT_TRUE(bounds.costs.transfer.isAtMost(2, 1));
    EXPECT_FALSE(bounds.costs.transfer.isAtMost(1, 2));
    EXPECT_NE(planToJson(bounds).find(R"("transfer_at_most": [[0, 1], [2, 1]])"), std::string::npos);
    const Plan bound = planIn(file(R"("costs": {"transfer": 2, "transfer_at_most": true})", three));
    EXPECT_TRUE(bound.costs.transfer.isAtMost(1, 2));
    EXPECT_NE(planToJson(bound).find(R"("transfer_at_most": true)"), std::string::npos);
    const Plan neighbours = planIn(file(R"("costs": {"transfer": [1, 2]})", three));
    EXPECT_EQ(neighbours.costs.transfer.between(1, 0), kTimeUnit);
    EXPECT_EQ(neighbours.costs.transfer.between(1, 2), 2 * kTimeUnit);
    const Plan matrix = planIn(file(R"("costs": {"transfer": [[0, 1, 2], [3, 0, 4], [5, null, null]]})",
                                    R"({"ranks": 3, "directions": [[0, 1]]})"));
    EXPECT_EQ(matrix.costs.transfer.between(1, 0), 3 * kTimeUnit);
    EXPECT_EQ(matrix.costs.transfer.matrix[7], Transfers::kUnknown);
    for (const Plan& plan : {neighbours, matrix})
        expectRoundTrip(plan);
}

TEST(ScheduleJson, CostsSayOnWhatSharedCoresTheyWereMeasured) {
    const Plan plan = planIn(file(R"("costs": {"measured_on": {"threads": 8, "cores": 2, "governor": "x"}})"));
    EXPECT_EQ(plan.costs.measuredOn, (SharedCores{.threads = 8, .cores = 2}));
    EXPECT_NE(planToJson(plan).find(R"("measured_on": {"threads": 8, "cores": 2, "governor": "x"})"),
              std::string::npos);
    expectRoundTrip(plan);
    EXPECT_EQ(planToJson(planIn(file(""))).find("measured_on"), std::string::npos);
    expectPlanRefused(file(R"("costs": {"measured_on": {"threads": 0, "cores": 2}})"), "costs.measured_on.threads",
                      "must be a whole number from 1 to 2147483647, not 0");
}

TEST(ScheduleJson, MessagesMayDifferFromBoundaryToBoundary) {
    const std::string loop = R"({"ranks": 2, "directions": [[0, 1, 0, 1]]})";
    const Plan times = planIn(file(R"("costs": {"boundary": {"time": [1, 2.5, 4]}})", loop));
    EXPECT_EQ(times.costs.boundary.time, (std::vector<Time>{kTimeUnit, 5 * kTimeUnit / 2, 4 * kTimeUnit}));
    const Plan sizes = planIn(file(R"("time_unit": "ms", "memory_unit": "MiB",
        "costs": {"boundary": {"size": [224, 448, 672], "bandwidth": [[0, 448], [224, 0]], "x": 1}})",
                                   loop));
    EXPECT_EQ(sizes.costs.boundary.size[0], Bytes{224} << 20);
    EXPECT_EQ(sizes.costs.boundary.bandwidth.between(0, 1), (std::int64_t{448} << 20) * 1000) << "bytes a second";
    EXPECT_EQ(sizes.costs.travel({ValueKind::Activation, 2, 0}, 0, 1), 1'500'000);
    EXPECT_EQ(sizes.costs.travel({ValueKind::Gradient, 3, 0}, 1, 0), 3'000'000);
    EXPECT_NE(
        planToJson(sizes).find(R"("boundary": {"size": [224, 448, 672], "bandwidth": [[0, 448], [224, 0]], "x": 1})"),
        std::string::npos)
        << planToJson(sizes);
    for (const Plan& plan : {times, sizes})
        expectRoundTrip(plan);
    EXPECT_EQ(planToJson(planIn(file("", loop))).find("boundary"), std::string::npos);
}

TEST(ScheduleJson, BoundariesThatSayTooLittleAreRefused) {
    const auto costs = [](const std::string& boundary) { return file(R"("costs": {"boundary": )" + boundary + "}"); };
    expectPlanRefused(costs(R"({"time": [1, 2]})"), "costs.boundary.time",
                      "must hold one entry per boundary between two stages, which makes 1, but holds 2");
    expectPlanRefused(costs(R"({"bandwidth": 1})"), "costs.boundary.bandwidth",
                      "says how fast messages travel, but nothing says how large they are; give size");
    expectPlanRefused(costs(R"({"size": [1], "bandwidth": 0})"), "costs.boundary.bandwidth", "must be more than 0");
    expectPlanRefused(costs(R"({"size": [1], "bandwidth": [0]})"), "costs.boundary.bandwidth", "must be more than 0");
}

TEST(ScheduleJson, MemorySaysHowReceiveBuffersAreKept) {
    const Plan plan = planIn(file(R"("memory": {"receive_buffers": "stage_pools"})"));
    EXPECT_EQ(plan.memory.receiveBuffers, ReceiveBuffers::StagePools);
    expectRoundTrip(plan);
    EXPECT_EQ(planToJson(planIn(file(R"("memory": {"receive_buffers": null})"))).find("receive_buffers"),
              std::string::npos);
    expectPlanRefused(file(R"("memory": {"receive_buffers": "pools"})"), "memory.receive_buffers",
                      "must be one of per_microbatch, stage_pools, direction_pools, rank_pool, on_receive, not "
                      "\"pools\"");
}

TEST(ScheduleJson, MemorySaysHowLongWhatIsSentIsHeld) {
    const Plan plan = planIn(file(R"("memory": {"send_buffers": "until_waited"})"));
    EXPECT_EQ(plan.memory.sendBuffers, SendBuffers::UntilWaited);
    expectRoundTrip(plan);
    expectPlanRefused(file(R"("memory": {"send_buffers": "for ever"})"), "memory.send_buffers",
                      "must be one of until_end, until_waited, on_send, not \"for ever\"");
}

TEST(ScheduleJson, NeighboursDoNotDoForAPlacementThatJumps) {
    expectPlanRefused(
        file(R"("costs": {"transfer": [1, 2]})", R"({"ranks": 3, "directions": [[0, 1, 2, 0]]})"), "costs.transfer",
        "says nothing of ranks 2 and 0, between which stages 2 and 3 exchange values; give the full matrix");
}

TEST(ScheduleJson, AGapNamesTheSecondOfTwoEqualOps) {
    Plan plan = planIn(file(R"("order": [["F0.0", "F0.0", "F0.1"], []], "gaps": {"F0.0#2": 3})"));
    EXPECT_EQ(plan.schedule.order[0][0].gap, 0);
    EXPECT_EQ(plan.schedule.order[0][1].gap, 3 * kTimeUnit);
    expectRoundTrip(plan);
    plan.schedule.order[0][0].gap = kTimeUnit;
    expectRoundTrip(plan);
}

TEST(ScheduleJson, DirectionOfMayStandOutsideThePlacement) {
    const std::string both = R"({"ranks": 2, "directions": [[0, 1], [1, 0]]})";
    EXPECT_EQ(planIn(file(R"("direction_of": [1, 0])", both)).schedule.directionOf, (std::vector{1, 0}));
}

TEST(ScheduleJson, UnknownKeysSurviveWhereverTheyStand) {
    const Plan plan = planIn(R"({"x-first": {"deep": [1, 2.50, "ä\n"]}, "format": "lanewright-schedule", "version": 1,
        "memory": {"hbm": 80}, "costs": {"future": [1e-9, 123456789012345678901234567890]},
        "placement": {"ranks": 2, "racks": true}, "model": {"rope": null}, "microbatches": 2})");
    EXPECT_EQ(plan.unknown,
              R"({"placement": {"racks": true}, "costs": {"future": [1e-9, 123456789012345678901234567890]}, )"
              R"("memory": {"hbm": 80}, "model": {"rope": null}, "x-first": {"deep": [1, 2.50, "ä\n"]}})");
    const std::string text = planToJson(plan);
    for (const char* kept :
         {R"("replicas": 1, "racks": true})", R"("future": [1e-9, 123456789012345678901234567890])",
          R"("device": null, "hbm": 80})", R"("seed": 1, "rope": null})", R"("x-first": {"deep": [1, 2.50, "ä\n"]})"})
        EXPECT_NE(text.find(kept), std::string::npos) << kept << "\n" << text;
    expectRoundTrip(plan);
}

TEST(ScheduleJson, UnknownKeysAreNamedWithTheKeyThatWasMeant) {
    const auto meant = [](const std::string& members, const std::string& placement = R"({"ranks": 2})") {
        std::string text;
        for (const UnknownKey& key : unknownKeysOf(planIn(file(members, placement))))
            text += key.path + " → " + key.nearest + "; ";
        return text;
    };
    EXPECT_EQ(meant(R"("costs": {"foward": 2, "transfre": 1, "trnsfr": 1})"),
              "costs.foward → costs.forward; costs.transfre → costs.transfer; costs.trnsfr → costs.transfer; ");
    EXPECT_EQ(meant(R"("limit": 3, "tittle": "x")"), "limit → memory.limit; tittle → title; ");
    EXPECT_EQ(meant("", R"({"ranks": 2, "stages": 4})"), "placement.stages → ; ");
    EXPECT_EQ(meant(R"("costs": {"host": {"recieve": 1}})"), "costs.host.recieve → costs.host.receive; ");
    EXPECT_EQ(meant(R"("variants": [{"name": "a", "order": [[], []]}, {"name": "b", "order": [[], []], "gap": {}}])"),
              "variants[1].gap → variants.gaps; ");
    EXPECT_EQ(meant(R"("answer": {"by": "Mia"})"), "") << "an answer to a lesson is a schedule with one key more";
}

TEST(ScheduleJson, HostTimesAreWrittenOnlyWhereThereAreAny) {
    EXPECT_EQ(planToJson(planIn(file(""))).find("host"), std::string::npos) << "a file without them stays as it is";
    EXPECT_EQ(planIn(file(R"("costs": {"host": null})")), planIn(file("")));
    const Plan plan = planIn(file(R"("costs": {"host": {"send": 0.25, "later": [1]}})"));
    EXPECT_EQ(plan.costs.host, (HostTimes{.send = kTimeUnit / 4}));
    EXPECT_EQ(plan.unknown, R"({"costs": {"host": {"later": [1]}}})");
    EXPECT_NE(planToJson(plan).find(R"("host": {"send": 0.25, "receive": 0, "later": [1]})"), std::string::npos)
        << planToJson(plan);
    expectRoundTrip(plan);
    const Plan unknown = planIn(file(R"("costs": {"host": {"later": 2}, "future": 1})"));
    EXPECT_NE(planToJson(unknown).find(R"("host": {"send": 0, "receive": 0, "later": 2})"), std::string::npos);
    expectRoundTrip(unknown);
    expectPlanRefused(file(R"("costs": {"host": 3})"), "costs.host", "must be an object in { }, not a number");
    expectPlanRefused(file(R"("costs": {"host": {"send": -1}})"), "costs.host.send",
                      "must be from 0 to 1000000000, not -1");
}

TEST(ScheduleJson, AByteOrderMarkIsNoContent) { EXPECT_EQ(planIn("\xEF\xBB\xBF" + kMeasured), planIn(kMeasured)); }

TEST(ScheduleJson, ANewerVersionIsRefusedInWords) {
    expectPlanRefused(R"({"format": "lanewright-schedule", "version": 2})", "version",
                      "written by a newer Lanewright (version 2); this one reads version 1");
}

TEST(ScheduleJson, SyntaxErrorsNameLineAndColumn) {
    expectPlanRefused("{\n  \"format\": nul}", "line 2, column 16", "this is no JSON: unexpected \"}\"");
    expectPlanRefused("{\"a\": 1", "line 1, column 8", "this is no JSON: the text ends too early");
    expectPlanRefused("{} {}", "line 1, column 4", "this is no JSON: unexpected \"{\"");
    expectPlanRefused("", "", "the text is empty");
    expectPlanRefused(std::string("{}\0x", 4), "line 1, column 3", "this is binary data, not JSON");
    expectPlanRefused("{\"a\": \"\xFF\"}", "line 1, column 8", "this is no JSON: unexpected byte 255");
    expectPlanRefused("{\"a\": \"\xE4nders\"}", "line 1, column 8", "this is no JSON: the text is not in UTF-8");
}

TEST(ScheduleJson, ADeepNestOfBracketsIsRefusedAndNotFollowed) {
    for (const char* bracket : {"[", "{\"a\":"}) {
        std::string text;
        for (int depth = 0; depth < 100'000; ++depth)
            text += bracket;
        expectPlanRefused(text, "", "brackets are nested more than 64 deep");
    }
}

TEST(ScheduleJson, WrongValuesAreRefusedWithTheirPath) {
    expectPlanRefused(file(R"("costs": {"forward": [1, 2, 3]})"), "costs.forward",
                      "must hold one entry per stage, which makes 2, but holds 3");
    expectPlanRefused(file(R"("costs": {"forward": [1, "2"]})"), "costs.forward[1]",
                      "must be a number, not a text in quotes");
    expectPlanRefused(file(R"("costs": {"forward": -1})"), "costs.forward", "must be from 0 to 1000000000, not -1");
    expectPlanRefused(file(R"("costs": {"forward": 1e999})"), "line 1, column 116", "\"1e999\" is too large a number");
    expectPlanRefused(file(R"("costs": {"forward": NaN})"), "line 1, column 116", "this is no JSON: unexpected \"N\"");
    expectPlanRefused(file(R"("costs": {"forward": 0.0000001})"), "costs.forward",
                      "0.0000001 has more decimals than can be kept: nanoseconds and bytes are not divided");
    expectPlanRefused(file(R"("costs": {"links": "fast"})"), "costs.links", "must be \"latency\" or \"serial\"");
    expectPlanRefused(file(R"("time_unit": "min")"), "time_unit", "must be one of ns, us, ms, s, unit, not \"min\"");
    expectPlanRefused(file("", R"({"ranks": 5000})"), "placement.ranks",
                      "must be a whole number from 1 to 4096, not 5000");
    expectPlanRefused(file("", R"({"ranks": 2, "directions": [[0, 2]]})"), "placement.directions[0][1]",
                      "must be a whole number from 0 to 1, not 2");
    expectPlanRefused(file("", R"({"ranks": 2, "replicas": 2})"), "placement.replicas",
                      "must be 1: each replica of a pipeline is a direction of its own");
    expectPlanRefused(file(R"("title": "a", "title": "b")"), "", "the key \"title\" is given twice");
    expectPlanRefused(file(R"("more": {"a": 0, "deep": [[], {"in": {"b": 1, "b": 2}}]})"), "more.deep[1].in",
                      "the key \"b\" is given twice");
    expectPlanRefused(file(R"("model": {"width": 65, "heads": 2})"), "model", "width 65 is no multiple of 2 heads");
    expectPlanRefused(file(R"("model": {"layers": 4, "layers_per_stage": [2, 3]})"), "model.layers_per_stage",
                      "adds up to 5 layers, but the model has 4");
    const auto layout = [](const std::string& members) { return file(R"("model": {"layers": 4, )" + members + "}"); };
    expectPlanRefused(layout(R"("layout": "Et*5|L")"), "model.layout", "adds up to 5 layers, but the model has 4");
    expectPlanRefused(layout(R"("layout": "Et*4|x")"), "model.layout",
                      "character 6: a layout is made of E, t, m, L, |, ( ), commas and *number");
    expectPlanRefused(layout(R"("layout": "Et|tt|tL")"), "model.layout",
                      "a layout of 3 stages, but the schedule has 2");
    expectPlanRefused(layout(R"("layers_per_stage": [2, 2], "layout": "Et*3|tL")"), "model.layout",
                      "has other blocks than \"layers_per_stage\"");
}

TEST(ScheduleJson, ALayoutSaysTheLayersOfEachStageAndStaysAsItIsWritten) {
    const Plan plan = planIn(file(R"("model": {"layers": 4, "layout": "Et*3,(t)*1|mL"})"));
    EXPECT_EQ(plan.model->layersPerStage, (std::vector{4, 0}));
    EXPECT_EQ(plan.model->layout, "Et*3,(t)*1|mL");
    expectRoundTrip(plan);
}

TEST(ScheduleJson, MicrobatchesThatDifferAreReadExactly) {
    const Plan lengths = planIn(file(R"("microbatch": {"length": [1024, 3072], "quadratic": [0, 0.5]})"));
    EXPECT_EQ(lengths.costs.duration(*opFromText("F0.1"), 0, lengths.schedule.placement), kTimeUnit * 3 / 2);
    EXPECT_EQ(lengths.costs.duration(*opFromText("F1.1"), 0, lengths.schedule.placement), kTimeUnit * 15 / 8);
    EXPECT_EQ(lengths.memory.change(*opFromText("F0.0"), 0, 1), kMemoryUnit / 2);
    expectRoundTrip(lengths);
    const Plan shares = planIn(file(R"("microbatch": {"work": [0.333333333, 2], "later": true})"));
    EXPECT_EQ(shares.costs.duration(*opFromText("B0.0"), 0, shares.schedule.placement), 333'333);
    EXPECT_EQ(shares.memory.change(*opFromText("F0.0"), 0, 1), kMemoryUnit);
    expectRoundTrip(shares);
    const Plan table = planIn(file(R"("microbatch": {"table": {"W": [[0.5, 1], [2, 3]]}, "size": [1, 0.5]})"));
    EXPECT_EQ(table.costs.duration(*opFromText("W1.0"), 0, table.schedule.placement), 2 * kTimeUnit);
    EXPECT_EQ(table.costs.duration(*opFromText("BW1.0"), 0, table.schedule.placement), 3 * kTimeUnit);
    expectRoundTrip(table);
    // Nothing, and nothing that this version knows.
    EXPECT_EQ(planToJson(planIn(file(R"("microbatch": null)"))), planToJson(planIn(file(""))));
    expectRoundTrip(planIn(file(R"("microbatch": {"later": [1]})")));
}

TEST(ScheduleJson, WrongMicrobatchesAreRefusedWithTheirPath) {
    expectPlanRefused(file(R"("microbatch": {"work": [1]})"), "microbatch.work",
                      "must hold one entry per microbatch, which makes 2, but holds 1");
    expectPlanRefused(file(R"("microbatch": {"work": [1, -0.5]})"), "microbatch.work[1]",
                      "must be from 0 to 1000000, not -0.5");
    expectPlanRefused(file(R"("microbatch": {"size": [1, 0.3333333333]})"), "microbatch.size[1]",
                      "0.3333333333 has more than the nine digits after the point that a share keeps");
    expectPlanRefused(file(R"("microbatch": {"length": [1, 0]})"), "microbatch.length[1]",
                      "must be a whole number from 1 to 16777216, not 0");
    expectPlanRefused(file(R"("microbatch": {"samples": [1, 2]})"), "microbatch.samples",
                      "says how many samples lengths are of, but there are no lengths");
    expectPlanRefused(file(R"("microbatch": {"length": [1, 2], "samples": [1, 0]})"), "microbatch.samples[1]",
                      "must be a whole number from 1 to 16777216, not 0");
    expectPlanRefused(file(R"("microbatch": {"length": [1, 2], "work": [1, 2]})"), "microbatch",
                      "says it in two ways: give work and size, or length and quadratic, or table and size");
    expectPlanRefused(file(R"("microbatch": {"work": [1, 2], "quadratic": 0.5})"), "microbatch.quadratic",
                      "is a part of the time at the mean length, but there are no lengths");
    expectPlanRefused(file(R"("microbatch": {"table": {"F": [[1, 2]]}})"), "microbatch.table.F",
                      "must hold one entry per stage, which makes 2, but holds 1");
    expectPlanRefused(file(R"("microbatch": {"table": {"F": [[1, 2], [3]]}})"), "microbatch.table.F[1]",
                      "must hold one entry per microbatch, which makes 2, but holds 1");
    expectPlanRefused(file(R"("microbatch": {"table": {"S": []}})"), "microbatch.table.S",
                      "there is no such kind of op; a table is of F, B, W, BW and R");
    expectPlanRefused(
        file(R"("time_unit": "s", "costs": {"forward": 1000000}, "microbatch": {"work": [1, 1000]})"), "costs",
        "all durations together come to more than 10^16 ns (116 days), which is more than can be counted");
    expectPlanRefused(
        file(R"("memory_unit": "GiB", "memory": {"forward": 8388608}, "microbatch": {"size": [1, 1000]})"), "memory",
        "all allocations together come to more than 2^60 bytes, which is more than can be counted");
}

TEST(ScheduleJson, WrongOrdersAreRefusedWithTheirEntry) {
    expectPlanRefused(file(R"("order": [["F0.0"]])"), "order",
                      "must hold one entry per rank, which makes 2, but holds 1");
    expectPlanRefused(file(R"("order": [[], ["F1.0", "B9.0"]])"), "order[1][1]",
                      "B9.0: there is no stage 9; the last is 1");
    expectPlanRefused(file(R"("order": [[], ["F1.2"]])"), "order[1][0]",
                      "F1.2: there is no microbatch 2; the last is 1");
    expectPlanRefused(file(R"("order": [[], ["W1.0/1"]])"), "order[1][0]", "W1.0/1: there is no part 1; the last is 0");
    expectPlanRefused(file(R"("costs": {"weight_parts": 2}, "order": [[], ["W1.0"]])"), "order[1][0]",
                      "\"W1.0\": W is cut into 2 parts; name one, as in W1.0/0");
    expectPlanRefused(file(R"("order": [[], ["F1.0+F1.1"]])"), "order[1][0]",
                      "F1.0+F1.1: an overlapped pair is an F and a B or BW");
    expectPlanRefused(file(R"("order": [[], []], "gaps": {"F1.0": 1})"), "gaps[\"F1.0\"]",
                      "the order has no such op to put a gap before");
    expectPlanRefused(file(R"("gaps": {"F1.0": 1})"), "gaps", "there are gaps but no order that they could belong to");
}

TEST(ScheduleJson, WrongTimesOfPairsAreRefusedWithTheirPlace) {
    expectPlanRefused(file(R"("costs": {"overlapped": {"B": [[1, 2]]}})"), "costs.overlapped.B",
                      "must hold one entry per stage, which makes 2, but holds 1");
    expectPlanRefused(file(R"("costs": {"overlapped": {}})"), "costs.overlapped",
                      "must have \"B\", \"BW\" or \"segments\"");
    expectPlanRefused(file(R"("costs": {"overlapped": {"B": [[1, 2], [3, 4]], "sharing": 1}})"), "costs.overlapped",
                      "pairs take times of their own (\"B\", \"BW\") or are computed from segments (\"segments\", "
                      "\"sharing\"), not both");
    expectPlanRefused(
        file(R"("costs": {"forward": 3, "overlapped": {"segments": [{"forward": [["compute", 2]]}, {}]}})"),
        "costs.overlapped.segments[0].forward", "the segments add up to 2, but the stage takes 3");
    expectPlanRefused(file(R"("costs": {"overlapped": {"segments": [{"forward": [["compute"]]}, {}]}})"),
                      "costs.overlapped.segments[0].forward[0]",
                      "a segment is a resource and a time, as in [\"network\", 1]");
}

TEST(ScheduleJson, MemoryMustComeBack) {
    expectPlanRefused(
        file(R"("memory": {"forward": 3, "backward_weight": [-3, -2]})"), "memory",
        "stage 1 frees 1 unit less than it allocates; forward, recompute, backward_input and backward_weight "
        "must add up to 0");
    expectPlanRefused(file(R"("memory": {"backward_input": 1})"), "memory.backward_input",
                      "must be from -9007199254.740992 to 0, not 1");
    expectPlanRefused(file(R"("memory": {"forward": 1, "recompute": 1})"), "memory.recompute",
                      "stage 0 has no recompute time, so it has no R that could allocate memory");
}

TEST(ScheduleJson, NoSumCanOverflow) {
    expectPlanRefused(
        R"({"format": "lanewright-schedule", "version": 1, "time_unit": "s", "microbatches": 1000,
                      "placement": {"ranks": 4}, "costs": {"forward": 1000000}})",
        "costs", "all durations together come to more than 10^16 ns (116 days), which is more than can be counted");
    expectPlanRefused(R"({"format": "lanewright-schedule", "version": 1, "memory_unit": "GiB", "microbatches": 1000000,
                      "placement": {"ranks": 4}, "memory": {"forward": 8388608}})",
                      "memory",
                      "all allocations together come to more than 2^60 bytes, which is more than can be counted");
    expectPlanRefused(R"({"format": "lanewright-schedule", "version": 1, "microbatches": 1048576,
                      "placement": {"ranks": 4096}})",
                      "microbatches",
                      "4096 stages with 1048576 microbatches are more than the 4194304 pairs that fit a file");
}

TEST(ScheduleJson, ApprovedFindingsAreKept) {
    const Plan plan = planIn(file(R"("approved": [{"code": "gap", "where": "B0.0", "why": "a barrier", "by": "me"},
        {"code": "staging"}])"));
    const std::vector<Approval> both = {{"gap", "B0.0", "a barrier"}, {"staging", "", ""}};
    EXPECT_EQ(plan.approved, both);
    expectRoundTrip(plan);
    EXPECT_NE(planToJson(plan).find(R"("by": "me")"), std::string::npos) << planToJson(plan);
    EXPECT_EQ(planToJson(planIn(file(R"("approved": [])"))).find("approved"), std::string::npos);
    EXPECT_TRUE(planIn(file(R"("approved": null)")).approved.empty());
    expectPlanRefused(file(R"("approved": [{"where": "B0.0"}])"), "approved[0]", "the key \"code\" is missing");
    expectPlanRefused(file(R"("approved": [{"code": ""}])"), "approved[0].code",
                      "an approval needs the code of a finding");
}

TEST(ScheduleJson, StatesWithANameAreOrdersBesideThatOfTheFile) {
    const std::string text = kMeasured.substr(0, kMeasured.rfind("\n}")) + R"(,
  "variants": [
    {
      "name": "W last",
      "note": "as on Monday",
      "order": [
        ["F0.0", "F0.1", "B0.0", "B0.1", "W0.0", "W0.1"],
        ["F1.0", "B1.0", "W1.0", "F1.1", "B1.1", "W1.1"]
      ],
      "gaps": {"B0.1": 0.5},
      "colour": "red"
    },
    {
      "name": "not begun",
      "note": "",
      "order": [
        [],
        []
      ],
      "gaps": {}
    }
  ]
}
)";
    const Plan plan = planIn(text);
    ASSERT_EQ(plan.variants.size(), 2u);
    EXPECT_EQ(plan.variants[0].note, "as on Monday");
    EXPECT_EQ((*plan.variants[0].order)[0][3].gap, 500'000);
    EXPECT_EQ(plan.schedule, planIn(kMeasured).schedule) << "the file is about its own order";
    EXPECT_EQ(planOf(plan.variants[0], plan).costs, plan.costs);
    EXPECT_EQ(planToJson(plan), text);
}

TEST(ScheduleJson, SaysWhereAVariantCantBeRead) {
    const auto variants = [](const std::string& list) { return file(R"("variants": )" + list); };
    const std::string good = R"({"name": "a", "order": [["F0.0"], []]})";
    expectPlanRefused(variants("{}"), "variants", "must be a list in [ ], not an object in { }");
    expectPlanRefused(variants(R"([{"order": [[], []]}])"), "variants[0].name", "a variant needs a name");
    expectPlanRefused(variants(R"([{"name": " \t", "order": [[], []]}])"), "variants[0].name",
                      "a variant needs a name");
    expectPlanRefused(variants(R"([{"name": "a"}])"), "variants[0].order", "a variant needs an order");
    expectPlanRefused(variants("[" + good + ", " + good + "]"), "variants[1].name", "two variants are called a");
    expectPlanRefused(variants(R"([{"name": "a", "order": [["F0.7"], []]}])"), "variants[0].order[0][0]",
                      "F0.7: there is no microbatch 7; the last is 1");
    expectPlanRefused(variants(R"([{"name": "a", "order": [[]]}])"), "variants[0].order",
                      "must hold one entry per rank, which makes 2, but holds 1");
    expectPlanRefused(variants(R"([{"name": "a", "order": [["F0.0"], []], "gaps": {"B0.0": 1}}])"),
                      R"(variants[0].gaps["B0.0"])", "the order has no such op to put a gap before");
}

TEST(ScheduleJson, AVariantThatFitsNoMoreIsLeftOutAndNamed) {
    Plan plan = planIn(kMeasured);
    plan.variants = {variantOf(plan, "whole"), variantOf(plan, "begun")};
    const std::vector<Row> begun = {{*blockFromText("F0.0")}, {}};
    plan.variants[1].order = std::make_shared<const std::vector<Row>>(begun);
    EXPECT_EQ(leftOutVariants(plan), "") << "an order need not be finished to be one of the problem";
    plan.costs = uniform(2, {.forward = 5});
    EXPECT_EQ(planIn(planToJson(plan)).variants.size(), 2u) << "costs are the file's";
    const Plan before = plan;
    plan.schedule.microbatches = 1;
    plan.schedule.order = begun;
    EXPECT_EQ(leftOutVariants(plan), "2 variants do not go into the file, for they are orders of other ranks, stages, "
                                     "microbatches or parts of W: whole, begun");
    EXPECT_TRUE(planIn(planToJson(plan)).variants.empty());
    plan.variants = {variantOf(plan, "one")};
    EXPECT_EQ(planIn(planToJson(plan)).variants.size(), 1u);
    plan.schedule.microbatches = 2;
    EXPECT_TRUE(planIn(planToJson(plan)).variants.empty())
        << "whatever it names is there, but it is of another problem";
    EXPECT_EQ(leftOutVariants(before), "");
}
