// SPDX-License-Identifier: Apache-2.0
#include "core/program/enqueue_list.h"

#include "core/edit/replicate.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/core/program/random_plan.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace lanewright {
namespace {

using test::trials;

/// A plan with its programs, and the devices that they are for.
struct Drawn {
    Plan plan = {};
    std::vector<Program> programs = {};
    EnqueueTarget target = {};

    EnqueueList list() const { return makeEnqueueList(plan, programs, target); }
    Result<Done> prove(const EnqueueList& list) const { return proveEnqueueList(list, plan.schedule, target); }
};

/// Ranks on their own processes where `processOf` is empty.
Drawn drawnFrom(Plan plan, std::vector<int> processOf = {}) {
    Drawn drawn{.plan = std::move(plan)};
    const Result<std::vector<Program>> programs = lower(drawn.plan);
    EXPECT_TRUE(programs) << programs.error().message;
    if (programs)
        drawn.programs = *programs;
    if (processOf.empty()) {
        processOf.resize(drawn.plan.schedule.ranks());
        std::iota(processOf.begin(), processOf.end(), 0);
    }
    drawn.target.processes = *std::ranges::max_element(processOf) + 1;
    drawn.target.processOf = std::move(processOf);
    for (int stage = 0; stage < drawn.plan.schedule.stages(); ++stage)
        drawn.target.gradients.push_back(800 + 77 * stage);
    return drawn;
}

/// Consecutive ranks on each of so many processes.
std::vector<int> inRuns(int ranks, int processes) {
    std::vector<int> processOf;
    for (int rank = 0; rank < ranks; ++rank)
        processOf.push_back(rank * processes / ranks);
    return processOf;
}

Plan planOf(std::string_view generator, int ranks, int microbatches, Time transfer = 0) {
    const Result<Plan> problem = problemOf({.ranks = ranks,
                                            .microbatches = microbatches,
                                            .forward = kTimeUnit,
                                            .backwardInput = kTimeUnit,
                                            .backwardWeight = kTimeUnit,
                                            .transfer = transfer});
    EXPECT_TRUE(problem);
    const Result<Plan> plan = generate(generator, *problem);
    EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
    return plan ? *plan : *problem;
}

Plan drawnPlan(std::mt19937& random) {
    const int ranks = 2 + static_cast<int>(random() % 4);
    const int microbatches = 2 * (1 + static_cast<int>(random() % 3));
    const Time transfer = random() % 2 == 0 ? 0 : kTimeUnit / 3;
    switch (random() % 4) {
    case 0: return *replicate(planOf("1f1b", ranks, microbatches, transfer), 2 + static_cast<int>(random() % 4));
    case 1: return planOf("dualpipev", 2, 4 + microbatches, transfer);
    case 2: return planOf("zb-h1", ranks, microbatches, transfer);
    default: return test::randomPlan(random);
    }
}

/// Every other one with a post-validated optimizer, on ranks that are dealt to processes as it comes.
Drawn drawn(std::uint64_t seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    Plan plan = drawnPlan(random);
    const int ranks = plan.schedule.ranks();
    std::vector<int> processOf = inRuns(ranks, 1 + static_cast<int>(random() % static_cast<unsigned>(ranks)));
    std::ranges::shuffle(processOf, random);
    Drawn result = drawnFrom(std::move(plan), std::move(processOf));
    result.target.mode = seed / 2 % 2 == 0 ? OptimizerMode::Synchronous : OptimizerMode::PostValidated;
    return result;
}

TEST(EnqueueList, IsProvenForRandomPlansAndProcesses) {
    for (std::uint64_t seed = 1; seed <= trials(400); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Drawn each = drawn(seed);
        const EnqueueList list = each.list();
        const Result<Done> proved = each.prove(list);
        ASSERT_TRUE(proved) << proved.error().message.text();
        const auto sends = std::ranges::count(list.commands, CommandKind::Send, &Command::kind);
        EXPECT_EQ(sends == 0, list.links.empty());
        EXPECT_EQ(list.early > 0, each.target.mode == OptimizerMode::PostValidated);
        if (each.target.processes == 1) {
            EXPECT_TRUE(list.links.empty());
        }
    }
}

/// One wait left out, or one for what comes later, or two commands that change places.
void spoil(EnqueueList& list, std::uint64_t seed) {
    std::vector<Command>& commands = list.commands;
    const std::size_t at = std::mt19937{static_cast<unsigned>(seed)}() % commands.size();
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
        const Drawn each = drawn(seed);
        EnqueueList list = each.list();
        spoil(list, seed);
        noticed += each.prove(list) ? 0 : 1;
    }
    EXPECT_EQ(noticed, count);
}

TEST(EnqueueList, ProofNoticesAnEarlyPartThatDoesNotWaitForTheStepBefore) {
    int spoilt = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Drawn each = drawn(seed);
        each.target.mode = OptimizerMode::PostValidated;
        const EnqueueList list = each.list();
        for (std::size_t at = 0; at < list.commands.size(); ++at) {
            EnqueueList bad = list;
            if (bad.commands[at].waitsBefore.empty())
                continue;
            ++spoilt;
            bad.commands[at].waitsBefore.pop_back();
            const Result<Done> proved = each.prove(bad);
            ASSERT_FALSE(proved);
            EXPECT_NE(proved.error().message.text().find("writes over what the step before has not read"),
                      std::string::npos)
                << proved.error().message.text();
        }
        // One command more, which is a backward or has to do with one.
        EnqueueList longer = list;
        ++longer.early;
        EXPECT_FALSE(each.prove(longer));
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
    const auto earlyParts = [](const char* generator, int processes) {
        Drawn each = drawnFrom(planOf(generator, 4, 8), inRuns(4, processes));
        each.target.mode = OptimizerMode::PostValidated;
        return earlyPartsOf(each.list(), 4);
    };
    for (const int processes : {1, 2, 4}) {
        EXPECT_EQ(earlyParts("1f1b", processes), (std::vector{4, 3, 2, 1}));
        EXPECT_EQ(earlyParts("zb-h2", processes), (std::vector{7, 5, 3, 1}));
        EXPECT_EQ(earlyParts("gpipe", processes), (std::vector{8, 8, 8, 8}));
    }
}

TEST(EnqueueList, CarriesTheSameInTheSameOrderOnEachLinkWithAnEarlyPart) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        Drawn each = drawn(seed);
        const auto carried = [&](OptimizerMode mode) {
            each.target.mode = mode;
            const EnqueueList list = each.list();
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
    const Drawn each = drawnFrom(planOf("gpipe", 2, 2));
    const EnqueueList list = each.list();
    std::vector<std::size_t> receives;
    for (std::size_t at = 0; at < list.commands.size(); ++at)
        if (list.commands[at].kind == CommandKind::Receive && list.commands[at].rank == 1)
            receives.push_back(at);
    ASSERT_EQ(receives.size(), 2U);
    ASSERT_TRUE(each.prove(list));
    const Result<Done> proved = each.prove(moved(list, receives[0], receives[1]));
    ASSERT_FALSE(proved);
    EXPECT_NE(proved.error().message.text().find("comes before what was sent earlier on its link"), std::string::npos)
        << proved.error().message.text();
}

TEST(EnqueueList, ProofNoticesProcessesThatWaitForEachOther) {
    // Rank 0 sends before it receives, and so does rank 1: with links that hold nothing neither goes on.
    const EnqueueTarget target{.processOf = {0, 1}, .processes = 2};
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
    const Result<Done> proved = proveEnqueueList(list, {}, target);
    ASSERT_FALSE(proved);
    EXPECT_EQ(proved.error().message.text(),
              "the order of all seats can't be run: entry 0 of rank 0 waits for ever for its other end");
}

TEST(EnqueueList, LetsCopiesAddTheirGradientsBeforeTheStepEnds) {
    // Each stage is through with its last W at another time; the first to end adds up while others still compute.
    const EnqueueList list = drawnFrom(*replicate(planOf("1f1b", 4, 4), 3)).list();
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
    const EnqueueList list = drawnFrom(*replicate(planOf("1f1b", 2, 4), replicas)).list();
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
} // namespace lanewright
