// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/enqueue_list.h"

#include "core/edit/replicate.h"

#include "engine/gpt/counter_random.h"
#include "tests/engine/support/device_runs.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace lanewright::engine::test {

namespace {

using lanewright::test::trials;

/// Every other one with a post-validated optimizer.
RunRequest drawnRequest(std::uint64_t seed) {
    RunRequest request = tinyRequest(drawnPlan(seed));
    request.model.layers = 8;
    request.optimizer.mode = seed / 2 % 2 == 0 ? OptimizerMode::Synchronous : OptimizerMode::PostValidated;
    return request;
}

TEST(ProcessMap, DealsRanksInRunsOfNearlyOneSize) {
    EXPECT_EQ(inRuns(5, 2).processOf, (std::vector<int>{0, 0, 0, 1, 1}));
    EXPECT_EQ(inRuns(4, 4), eachAlone(4));
    for (int ranks = 1; ranks < 12; ++ranks)
        for (int processes = 1; processes <= ranks; ++processes) {
            const ProcessMap processMap = inRuns(ranks, processes);
            EXPECT_TRUE(std::ranges::is_sorted(processMap.processOf));
            for (int process = 0; process < processes; ++process) {
                const int size = static_cast<int>(processMap.ranksOn(process).size());
                EXPECT_TRUE(size == ranks / processes || size == ranks / processes + 1);
                EXPECT_EQ(processMap.lowestRankOn(process), processMap.ranksOn(process).front());
            }
        }
}

TEST(ProcessMap, RefusesAWishThatDoesNotFit) {
    EXPECT_EQ(processMapFor(2, 3, {}).error().message.text(),
              "there are 3 processes with a GPU each for 2 ranks; start no more than there are ranks");
    EXPECT_EQ(processMapFor(2, 2, {0}).error().message.text(), "the list of seats has 1 entries for 2 ranks");
    EXPECT_EQ(processMapFor(2, 2, {0, 2}).error().message.text(),
              "the list of seats names seat 2; there are 2, counted from 0");
    EXPECT_EQ(processMapFor(3, 2, {1, 1, 1}).error().message.text(), "the list of seats leaves seat 0 empty");
    EXPECT_EQ(processMapFor(3, 2, {1, 0, 1})->ranksOn(1), (std::vector<int>{0, 2}));
}

TEST(EnqueueList, IsProvenForRandomPlansAndProcesses) {
    for (std::uint64_t seed = 1; seed <= trials(400); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const RunRequest request = drawnRequest(seed);
        const ProcessMap processMap = drawnProcessMap(request.plan.schedule.ranks(), seed);
        const EnqueueList list = makeEnqueueList(request, processMap);
        const Result<Done> proved = proveEnqueueList(list, request.plan.schedule, processMap);
        ASSERT_TRUE(proved) << proved.error().message.text();
        const auto sends = std::ranges::count(list.commands, CommandKind::Send, &Command::kind);
        EXPECT_EQ(sends == 0, list.links.empty());
        EXPECT_EQ(list.early > 0, request.optimizer.mode == OptimizerMode::PostValidated);
        if (processMap.processes == 1) {
            EXPECT_TRUE(list.links.empty());
        }
    }
}

/// One wait left out, or one for what comes later, or two commands that change places.
void spoil(EnqueueList& list, std::uint64_t seed) {
    std::vector<Command>& commands = list.commands;
    const std::size_t at = randomAt(seed, 1) % commands.size();
    if (seed % 2 == 0)
        for (std::size_t i = 0; i < commands.size(); ++i)
            if (Command& command = commands[(at + i) % commands.size()]; !command.waits.empty()) {
                command.waits.erase(command.waits.begin());
                return;
            }
    commands[at].waits.push_back(static_cast<int>(at));
}

TEST(EnqueueList, ProofNoticesWhatWasSpoilt) {
    std::uint64_t noticed = 0;
    const std::uint64_t count = trials(400);
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        const RunRequest request = drawnRequest(seed);
        const ProcessMap processMap = drawnProcessMap(request.plan.schedule.ranks(), seed);
        EnqueueList list = makeEnqueueList(request, processMap);
        spoil(list, seed);
        noticed += proveEnqueueList(list, request.plan.schedule, processMap) ? 0 : 1;
    }
    EXPECT_EQ(noticed, count);
}

TEST(EnqueueList, ProofNoticesAnEarlyPartThatDoesNotWaitForTheStepBefore) {
    int spoilt = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        RunRequest request = drawnRequest(seed);
        request.optimizer.mode = OptimizerMode::PostValidated;
        const ProcessMap processMap = drawnProcessMap(request.plan.schedule.ranks(), seed);
        const EnqueueList list = makeEnqueueList(request, processMap);
        for (std::size_t at = 0; at < list.commands.size(); ++at) {
            EnqueueList bad = list;
            if (bad.commands[at].waitsBefore.empty())
                continue;
            ++spoilt;
            bad.commands[at].waitsBefore.pop_back();
            const Result<Done> proved = proveEnqueueList(bad, request.plan.schedule, processMap);
            ASSERT_FALSE(proved);
            EXPECT_NE(proved.error().message.text().find("writes over what the step before has not read"),
                      std::string::npos)
                << proved.error().message.text();
        }
        // One command more, which is a backward or has to do with one.
        EnqueueList longer = list;
        ++longer.early;
        EXPECT_FALSE(proveEnqueueList(longer, request.plan.schedule, processMap));
    }
    EXPECT_GT(spoilt, 60);
}

/// By rank: how many of its blocks stand in the early part.
std::vector<int> earlyPartsOf(const EnqueueList& list, int ranks) {
    std::vector<int> counts(static_cast<std::size_t>(ranks));
    for (int at = 0; at < list.early; ++at)
        if (const Command& command = list.commands[static_cast<std::size_t>(at)]; command.kind == CommandKind::Run)
            ++counts[static_cast<std::size_t>(command.rank)];
    return counts;
}

TEST(EnqueueList, BeginsWithTheForwardsBeforeEachRanksFirstBackward) {
    const auto earlyParts = [](const char* generator, const ProcessMap& processMap) {
        RunRequest request = tinyRequest(planOf(generator, 4, 8));
        request.optimizer.mode = OptimizerMode::PostValidated;
        return earlyPartsOf(makeEnqueueList(request, processMap), 4);
    };
    for (const ProcessMap& processMap : {inRuns(4, 1), inRuns(4, 2), eachAlone(4)}) {
        EXPECT_EQ(earlyParts("1f1b", processMap), (std::vector{4, 3, 2, 1}));
        EXPECT_EQ(earlyParts("zb-h2", processMap), (std::vector{7, 5, 3, 1}));
        EXPECT_EQ(earlyParts("gpipe", processMap), (std::vector{8, 8, 8, 8}));
    }
}

TEST(EnqueueList, CarriesTheSameInTheSameOrderOnEachLinkWithAnEarlyPart) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        RunRequest request = drawnRequest(seed);
        const ProcessMap processMap = drawnProcessMap(request.plan.schedule.ranks(), seed);
        const auto carried = [&](OptimizerMode mode) {
            request.optimizer.mode = mode;
            const EnqueueList list = makeEnqueueList(request, processMap);
            // By the ranks at its ends: links are numbered as they come.
            std::map<std::pair<int, int>, std::vector<Value>> values;
            for (const Command& command : list.commands)
                if (command.kind == CommandKind::Send && command.buffer >= 0)
                    values[{command.rank, list.commands[static_cast<std::size_t>(command.partner)].rank}].push_back(
                        list.buffers[static_cast<std::size_t>(command.buffer)].value);
            return values;
        };
        EXPECT_EQ(carried(OptimizerMode::PostValidated), carried(OptimizerMode::Synchronous)) << "seed " << seed;
    }
}

/// Lets the command at `from` come right after the one at `to`; all else keeps its order, and all numbers follow.
EnqueueList moved(const EnqueueList& list, std::size_t from, std::size_t to) {
    std::vector<std::size_t> places;
    for (std::size_t at = 0; at < list.commands.size(); ++at) {
        if (at != from)
            places.push_back(at);
        if (at == to)
            places.push_back(from);
    }
    std::vector<int> now(places.size());
    for (std::size_t at = 0; at < places.size(); ++at)
        now[places[at]] = static_cast<int>(at);
    const auto follow = [&](int& command) { command = command < 0 ? command : now[static_cast<std::size_t>(command)]; };
    EnqueueList result = list;
    for (std::size_t at = 0; at < places.size(); ++at) {
        result.commands[at] = list.commands[places[at]];
        follow(result.commands[at].partner);
        std::ranges::for_each(result.commands[at].waits, follow);
    }
    for (BlockRun& run : result.runs)
        follow(run.command);
    for (ValueBuffer& buffer : result.buffers) {
        follow(buffer.sent);
        follow(buffer.came);
    }
    return result;
}

TEST(EnqueueList, ProofNoticesEndsOfLinksInAnotherOrder) {
    // Two values on one link: the second send of rank 0 is moved in front of the first.
    RunRequest request = tinyRequest(planOf("gpipe", 2, 2));
    const ProcessMap processMap = eachAlone(2);
    const EnqueueList list = makeEnqueueList(request, processMap);
    std::vector<std::size_t> receives;
    for (std::size_t at = 0; at < list.commands.size(); ++at)
        if (list.commands[at].kind == CommandKind::Receive && list.commands[at].rank == 1)
            receives.push_back(at);
    ASSERT_EQ(receives.size(), 2U);
    ASSERT_TRUE(proveEnqueueList(list, request.plan.schedule, processMap));
    const Result<Done> proved =
        proveEnqueueList(moved(list, receives[0], receives[1]), request.plan.schedule, processMap);
    ASSERT_FALSE(proved);
    EXPECT_NE(proved.error().message.text().find("comes before what was sent earlier on its link"), std::string::npos)
        << proved.error().message.text();
}

TEST(EnqueueList, ProofNoticesProcessesThatWaitForEachOther) {
    // Rank 0 sends before it receives, and so does rank 1: with links that hold nothing neither goes on.
    ProcessMap processMap = eachAlone(2);
    EnqueueList list;
    list.pieces = {2, 2};
    list.links = {{0, 1}, {1, 0}};
    list.runs.resize(2);
    list.reduceSteps = {{.to = 1, .count = 1, .isSum = true}, {.stage = 1, .to = 1, .count = 1, .isSum = true}};
    const auto add = [&](CommandKind kind, int rank, int link, int partner) {
        list.commands.push_back(
            {.kind = kind, .process = rank, .rank = rank, .reduceStep = link, .link = link, .partner = partner});
    };
    add(CommandKind::Send, 0, 0, 3);
    add(CommandKind::Send, 1, 1, 2);
    add(CommandKind::Receive, 0, 1, 1);
    add(CommandKind::Receive, 1, 0, 0);
    const Result<Done> proved = proveEnqueueList(list, {}, processMap);
    ASSERT_FALSE(proved);
    EXPECT_EQ(proved.error().message.text(),
              "the order of all seats can't be run: entry 0 of rank 0 waits for ever for its other end");
}

TEST(EnqueueList, LetsCopiesAddTheirGradientsBeforeTheStepEnds) {
    // Each stage is through with its last W at another time; the first to end adds up while others still compute.
    const RunRequest request = tinyRequest(*replicate(planOf("1f1b", 4, 4), 3));
    const ProcessMap processMap = eachAlone(12);
    const EnqueueList list = makeEnqueueList(request, processMap);
    std::set<int> stages;
    bool early = false;
    int runsLeft = static_cast<int>(list.runs.size());
    for (const Command& command : list.commands) {
        runsLeft -= command.kind == CommandKind::Run ? 1 : 0;
        if (command.kind != CommandKind::Add)
            continue;
        stages.insert(list.reduceSteps[static_cast<std::size_t>(command.reduceStep)].stage);
        early = early || runsLeft > 0;
    }
    EXPECT_EQ(stages.size(), 4U);
    EXPECT_TRUE(early);
}

TEST(EnqueueList, SendsTheGradientsOfACopyTwiceAtMost) {
    const int replicas = 6;
    const RunRequest request = tinyRequest(*replicate(planOf("1f1b", 2, 4), replicas));
    const EnqueueList list = makeEnqueueList(request, eachAlone(2 * replicas));
    std::map<std::pair<int, int>, std::int64_t> sent; // by rank and stage
    std::map<int, std::int64_t> whole;                // by stage
    for (const Command& command : list.commands) {
        if (command.reduceStep < 0)
            continue;
        const ReduceStep& reduceStep = list.reduceSteps[static_cast<std::size_t>(command.reduceStep)];
        if (command.kind == CommandKind::Send)
            sent[{command.rank, reduceStep.stage}] += reduceStep.count;
        if (command.kind == CommandKind::Add && reduceStep.from == 0)
            whole[reduceStep.stage] += reduceStep.count;
    }
    for (const auto& [where, count] : sent)
        EXPECT_LE(count, 2 * whole[where.second]);
}

} // namespace

} // namespace lanewright::engine::test
