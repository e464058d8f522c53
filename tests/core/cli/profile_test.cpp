// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include "core/edit/fold.h"
#include "core/io/schedule_json.h"
#include "core/open/open_file.h"
#include "core/protocol/protocol.h"

#include <gtest/gtest.h>

#include <csignal>
#include <optional>
#include <set>
#include <utility>

namespace lanewright::test {
namespace {

/// An engine of two ranks whose F take 2 ms, B 3 ms and W 1 ms, whatever it is asked, and that keeps the request. After
/// three steps it does what `last` says.
std::string engineOf(const Folder& folder, const Schedule& order,
                     const std::string& last = say(DoneEvent{.weightsHash = "0"})) {
    std::string body = "if [ \"$1\" = --capabilities ]; then echo '{\"mpi\":false,\"backends\":[\"cpu\"]}'; exit; fi\n"
                       "cat > " +
                       folder.path("request") + " &\n";
    body += say(HelloEvent{}) + say(ReadyEvent{.ranks = 2, .hosts = {"h", "h"}, .pids = {1, 1}});
    body += say(ProbeEvent{.stages = {{.copy = {0, 0}, .memory = {.forward = 1 << 21, .backwardWeight = -(1 << 21)}},
                                      {.copy = {0, 1}, .memory = {.forward = 1 << 22, .backwardWeight = -(1 << 22)}}},
                           .links = {}});
    for (int step = 0; step < 3; ++step) {
        for (int rank = 0; rank < 2; ++rank) {
            SpansEvent spans{.step = step, .rank = rank};
            Time now = 0;
            for (const Block& block : order.order[rank]) {
                const Time length = block.op.kind == OpKind::F ? 2 : block.op.kind == OpKind::B ? 3 : 1;
                spans.wall.push_back({.op = block.op, .start = now, .end = now + length * kTimeUnit});
                now += length * kTimeUnit;
            }
            body += say(spans);
        }
        body += say(StepEvent{.step = step, .loss = 5.0, .length = 20 * kTimeUnit, .peakActivations = {1, 1}});
    }
    return "LANEWRIGHT_ENGINE=" + folder.script("lanewright-engine", body + last);
}

TEST(ProfileCommand, WritesWhatItMeasuredIntoACopyOfTheFile) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2", "--memory-limit", "2"});
    const Plan plan = *openPlan(file);
    const std::string engine = engineOf(folder, takeApart(plan).schedule);
    const std::string saved = folder.path("m.lwsched");
    const nlohmann::json answer = jsonOf(cli({"profile", file, "--steps", "3", "-o", saved, "--json"}, {engine}));
    EXPECT_EQ(answer["stages"][1]["backward_input"]["median"], 3);
    EXPECT_EQ(answer["stages"][1]["backward_input"]["samples"], 4) << "two microbatches, two steps, the first left out";
    EXPECT_EQ(answer["time_unit"], "ms");
    const Plan measured = *openPlan(saved);
    EXPECT_EQ(measured.schedule, plan.schedule) << "the order stays, BW and all";
    EXPECT_EQ(measured.costs.of(0, 0).forward, 2 * kTimeUnit);
    EXPECT_EQ(measured.costs.of(0, 0).backwardWeight, kTimeUnit);
    EXPECT_EQ(measured.memory.of(0, 1).forward, 1 << 22);
    EXPECT_EQ(measured.memory.limit[1], Bytes{2} << 22) << "two forwards, as before";
    EXPECT_TRUE(measured.model) << "what was trained";
}

/// Combined interleaved 1F1B on two ranks, each pair of stages with a time of its own.
Plan pairsByBothStages(const std::string& file) {
    Plan plan = *openPlan(file);
    for (int forward = 0; forward < 4; ++forward)
        for (int backward = 0; backward < 4; ++backward)
            plan.costs.pairs.withBW.emplace_back((80 + 4 * forward + backward) * kTimeUnit / 10);
    return plan;
}

/// The pairs of stages that the order runs.
std::set<std::pair<int, int>> pairsIn(const Schedule& schedule) {
    std::set<std::pair<int, int>> pairs;
    for (const Row& row : schedule.order)
        for (const Block& block : row)
            if (block.paired)
                pairs.emplace(block.op.stage, block.paired->stage);
    return pairs;
}

TEST(ProfileCommand, APacedRunGivesTheTimesOfItsPairsBack) {
    const Folder folder;
    const std::string file = folder.schedule("c.lwsched", {"combined-interleaved-1f1b", "-p", "2", "-m", "4", "-v", "2",
                                                           "--tf", "8", "--tb", "8", "--tw", "8"});
    const Plan plan = pairsByBothStages(file);
    folder.write("c.lwsched", planToJson(plan));
    const std::string run = folder.path("c.lwrun");
    const std::string saved = folder.path("measured.lwsched");
    const nlohmann::json ran =
        jsonOf(cli({"run", file, "--paced", "--in-process", "--steps", "2", "-o", run, "--json"}));
    EXPECT_EQ(ran["paced"], true);
    ASSERT_EQ(cli({"costs", run, "-o", saved}).code, 0);
    const Plan measured = *openPlan(saved);
    const std::set<std::pair<int, int>> pairs = pairsIn(plan.schedule);
    ASSERT_EQ(measured.costs.pairs.withBW.size(), 16u);
    EXPECT_TRUE(measured.costs.pairs.withB.empty()) << "there is no pair with a B";
    for (int forward = 0; forward < 4; ++forward)
        for (int backward = 0; backward < 4; ++backward) {
            const auto at = static_cast<std::size_t>(4 * forward + backward);
            EXPECT_EQ(measured.costs.pairs.withBW[at],
                      pairs.contains({forward, backward}) ? plan.costs.pairs.withBW[at] : std::nullopt)
                << forward << " with " << backward;
        }
}

TEST(ProfileCommand, MeasuresThePairsThatRun) {
    const Folder folder;
    const std::string file =
        folder.schedule("c.lwsched", {"combined-interleaved-1f1b", "-p", "2", "-m", "4", "-v", "2"});
    const std::string saved = folder.path("measured.lwsched");
    ASSERT_EQ(cli({"profile", file, "--in-process", "--steps", "2", "-o", saved}).code, 0);
    const Plan measured = *openPlan(saved);
    const std::set<std::pair<int, int>> pairs = pairsIn(measured.schedule);
    ASSERT_EQ(measured.costs.pairs.withBW.size(), 16u);
    for (int forward = 0; forward < 4; ++forward)
        for (int backward = 0; backward < 4; ++backward) {
            const auto& time = measured.costs.pairs.withBW[static_cast<std::size_t>(4 * forward + backward)];
            EXPECT_EQ(time.has_value(), pairs.contains({forward, backward})) << forward << " with " << backward;
            EXPECT_GT(time.value_or(1), 0);
        }
}

TEST(ProfileCommand, SavesWhatItMeasuredThoughNobodyListens) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    const std::string saved = folder.path("m.lwsched");
    const std::string engine = engineOf(folder, takeApart(*openPlan(file)).schedule, "kill -9 $$");
    EXPECT_EQ(cliUnheard({"profile", file, "-o", saved}, {engine}).code, -SIGPIPE);
    EXPECT_TRUE(openPlan(saved));
}

TEST(ProfileCommand, RefusesWhatItCannotRun) {
    const Folder folder;
    EXPECT_EQ(cli({"profile", folder.path("none.lwsched")}).code, 2);
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    EXPECT_EQ(cli({"profile", file, "--paced"}).code, 2);
    EXPECT_EQ(cli({"profile", file, "-o", folder.path("none/m.lwsched")}, {"LANEWRIGHT_ENGINE=/bin/false"}).code, 2)
        << "before anything is measured";
    EXPECT_EQ(cli({"profile", file}, {"LANEWRIGHT_ENGINE=" + folder.path("none")}).code, 4);
}

} // namespace
} // namespace lanewright::test
