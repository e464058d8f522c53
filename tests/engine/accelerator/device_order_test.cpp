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

TEST(Seating, DealsRanksInRunsOfNearlyOneSize) {
    EXPECT_EQ(inRuns(5, 2).seatOf, (std::vector<int>{0, 0, 0, 1, 1}));
    EXPECT_EQ(inRuns(4, 4), eachAlone(4));
    for (int ranks = 1; ranks < 12; ++ranks)
        for (int seats = 1; seats <= ranks; ++seats) {
            const Seating seating = inRuns(ranks, seats);
            EXPECT_TRUE(std::ranges::is_sorted(seating.seatOf));
            for (int seat = 0; seat < seats; ++seat) {
                const int size = static_cast<int>(seating.ranksOn(seat).size());
                EXPECT_TRUE(size == ranks / seats || size == ranks / seats + 1);
                EXPECT_EQ(seating.speakerOf(seat), seating.ranksOn(seat).front());
            }
        }
}

TEST(Seating, RefusesAWishThatDoesNotFit) {
    EXPECT_EQ(seatingFor(2, 3, {}).error().message.text(),
              "there are 3 processes with a GPU each for 2 ranks; start no more than there are ranks");
    EXPECT_EQ(seatingFor(2, 2, {0}).error().message.text(), "the list of seats has 1 entries for 2 ranks");
    EXPECT_EQ(seatingFor(2, 2, {0, 2}).error().message.text(),
              "the list of seats names seat 2; there are 2, counted from 0");
    EXPECT_EQ(seatingFor(3, 2, {1, 1, 1}).error().message.text(), "the list of seats leaves seat 0 empty");
    EXPECT_EQ(seatingFor(3, 2, {1, 0, 1})->ranksOn(1), (std::vector<int>{0, 2}));
}

TEST(DeviceOrder, IsProvenForRandomPlansAndSeatings) {
    for (std::uint64_t seed = 1; seed <= trials(400); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const RunRequest request = drawnRequest(seed);
        const Seating seating = drawnSeating(request.plan.schedule.ranks(), seed);
        const DeviceOrder order = deviceOrder(request, seating);
        const Result<Done> proved = proveOrder(order, request.plan.schedule, seating);
        ASSERT_TRUE(proved) << proved.error().message.text();
        const auto sends = std::ranges::count(order.entries, EntryKind::Send, &Entry::kind);
        EXPECT_EQ(sends == 0, order.links.empty());
        EXPECT_EQ(order.prefix > 0, request.optimizer.mode == OptimizerMode::PostValidated);
        if (seating.seats == 1) {
            EXPECT_TRUE(order.links.empty());
        }
    }
}

/// One wait left out, or one for what comes later, or two entries that change places.
void spoil(DeviceOrder& order, std::uint64_t seed) {
    std::vector<Entry>& entries = order.entries;
    const std::size_t at = randomAt(seed, 1) % entries.size();
    if (seed % 2 == 0)
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (Entry& entry = entries[(at + i) % entries.size()]; !entry.waits.empty()) {
                entry.waits.erase(entry.waits.begin());
                return;
            }
    entries[at].waits.push_back(static_cast<int>(at));
}

TEST(DeviceOrder, ProofNoticesWhatWasSpoilt) {
    std::uint64_t noticed = 0;
    const std::uint64_t count = trials(400);
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        const RunRequest request = drawnRequest(seed);
        const Seating seating = drawnSeating(request.plan.schedule.ranks(), seed);
        DeviceOrder order = deviceOrder(request, seating);
        spoil(order, seed);
        noticed += proveOrder(order, request.plan.schedule, seating) ? 0 : 1;
    }
    EXPECT_EQ(noticed, count);
}

TEST(DeviceOrder, ProofNoticesAPrefixThatDoesNotWaitForTheStepBefore) {
    int spoilt = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        RunRequest request = drawnRequest(seed);
        request.optimizer.mode = OptimizerMode::PostValidated;
        const Seating seating = drawnSeating(request.plan.schedule.ranks(), seed);
        const DeviceOrder order = deviceOrder(request, seating);
        for (std::size_t at = 0; at < order.entries.size(); ++at) {
            DeviceOrder bad = order;
            if (bad.entries[at].waitsBefore.empty())
                continue;
            ++spoilt;
            bad.entries[at].waitsBefore.pop_back();
            const Result<Done> proved = proveOrder(bad, request.plan.schedule, seating);
            ASSERT_FALSE(proved);
            EXPECT_NE(proved.error().message.text().find("writes over what the step before has not read"),
                      std::string::npos)
                << proved.error().message.text();
        }
        // One entry more, which is a backward or has to do with one.
        DeviceOrder longer = order;
        ++longer.prefix;
        EXPECT_FALSE(proveOrder(longer, request.plan.schedule, seating));
    }
    EXPECT_GT(spoilt, 60);
}

/// By rank: how many of its blocks stand in the prefix.
std::vector<int> prefixesOf(const DeviceOrder& order, int ranks) {
    std::vector<int> counts(static_cast<std::size_t>(ranks));
    for (int at = 0; at < order.prefix; ++at)
        if (const Entry& entry = order.entries[static_cast<std::size_t>(at)]; entry.kind == EntryKind::Run)
            ++counts[static_cast<std::size_t>(entry.rank)];
    return counts;
}

TEST(DeviceOrder, BeginsWithTheForwardsBeforeEachRanksFirstBackward) {
    const auto prefixes = [](const char* generator, const Seating& seating) {
        RunRequest request = tinyRequest(planOf(generator, 4, 8));
        request.optimizer.mode = OptimizerMode::PostValidated;
        return prefixesOf(deviceOrder(request, seating), 4);
    };
    for (const Seating& seating : {inRuns(4, 1), inRuns(4, 2), eachAlone(4)}) {
        EXPECT_EQ(prefixes("1f1b", seating), (std::vector{4, 3, 2, 1}));
        EXPECT_EQ(prefixes("zb-h2", seating), (std::vector{7, 5, 3, 1}));
        EXPECT_EQ(prefixes("gpipe", seating), (std::vector{8, 8, 8, 8}));
    }
}

TEST(DeviceOrder, CarriesTheSameInTheSameOrderOnEachLinkWithAPrefix) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        RunRequest request = drawnRequest(seed);
        const Seating seating = drawnSeating(request.plan.schedule.ranks(), seed);
        const auto carried = [&](OptimizerMode mode) {
            request.optimizer.mode = mode;
            const DeviceOrder order = deviceOrder(request, seating);
            // By the ranks at its ends: links are numbered as they come.
            std::map<std::pair<int, int>, std::vector<Value>> values;
            for (const Entry& entry : order.entries)
                if (entry.kind == EntryKind::Send && entry.handover >= 0)
                    values[{entry.rank, order.entries[static_cast<std::size_t>(entry.partner)].rank}].push_back(
                        order.handovers[static_cast<std::size_t>(entry.handover)].value);
            return values;
        };
        EXPECT_EQ(carried(OptimizerMode::PostValidated), carried(OptimizerMode::Synchronous)) << "seed " << seed;
    }
}

/// Lets the entry at `from` come right after the one at `to`; all else keeps its order, and all numbers follow.
DeviceOrder moved(const DeviceOrder& order, std::size_t from, std::size_t to) {
    std::vector<std::size_t> places;
    for (std::size_t at = 0; at < order.entries.size(); ++at) {
        if (at != from)
            places.push_back(at);
        if (at == to)
            places.push_back(from);
    }
    std::vector<int> now(places.size());
    for (std::size_t at = 0; at < places.size(); ++at)
        now[places[at]] = static_cast<int>(at);
    const auto follow = [&](int& entry) { entry = entry < 0 ? entry : now[static_cast<std::size_t>(entry)]; };
    DeviceOrder result = order;
    for (std::size_t at = 0; at < places.size(); ++at) {
        result.entries[at] = order.entries[places[at]];
        follow(result.entries[at].partner);
        std::ranges::for_each(result.entries[at].waits, follow);
    }
    for (Turn& turn : result.turns)
        follow(turn.entry);
    for (Handover& handover : result.handovers) {
        follow(handover.sent);
        follow(handover.came);
    }
    return result;
}

TEST(DeviceOrder, ProofNoticesEndsOfLinksInAnotherOrder) {
    // Two values on one link: the second send of rank 0 is moved in front of the first.
    RunRequest request = tinyRequest(planOf("gpipe", 2, 2));
    const Seating seating = eachAlone(2);
    const DeviceOrder order = deviceOrder(request, seating);
    std::vector<std::size_t> receives;
    for (std::size_t at = 0; at < order.entries.size(); ++at)
        if (order.entries[at].kind == EntryKind::Receive && order.entries[at].rank == 1)
            receives.push_back(at);
    ASSERT_EQ(receives.size(), 2U);
    ASSERT_TRUE(proveOrder(order, request.plan.schedule, seating));
    const Result<Done> proved = proveOrder(moved(order, receives[0], receives[1]), request.plan.schedule, seating);
    ASSERT_FALSE(proved);
    EXPECT_NE(proved.error().message.text().find("comes before what was sent earlier on its link"), std::string::npos)
        << proved.error().message.text();
}

TEST(DeviceOrder, ProofNoticesSeatsThatWaitForEachOther) {
    // Rank 0 sends before it receives, and so does rank 1: with links that hold nothing neither goes on.
    Seating seating = eachAlone(2);
    DeviceOrder order;
    order.pieces = {2, 2};
    order.links = {{0, 1}, {1, 0}};
    order.turns.resize(2);
    order.hops = {{.to = 1, .count = 1, .isSum = true}, {.stage = 1, .to = 1, .count = 1, .isSum = true}};
    const auto add = [&](EntryKind kind, int rank, int link, int partner) {
        order.entries.push_back(
            {.kind = kind, .seat = rank, .rank = rank, .hop = link, .link = link, .partner = partner});
    };
    add(EntryKind::Send, 0, 0, 3);
    add(EntryKind::Send, 1, 1, 2);
    add(EntryKind::Receive, 0, 1, 1);
    add(EntryKind::Receive, 1, 0, 0);
    const Result<Done> proved = proveOrder(order, {}, seating);
    ASSERT_FALSE(proved);
    EXPECT_EQ(proved.error().message.text(),
              "the order of all seats can't be run: entry 0 of rank 0 waits for ever for its other end");
}

TEST(DeviceOrder, LetsCopiesAddTheirGradientsBeforeTheStepEnds) {
    // Each stage is through with its last W at another time; the first to end adds up while others still compute.
    const RunRequest request = tinyRequest(*replicate(planOf("1f1b", 4, 4), 3));
    const Seating seating = eachAlone(12);
    const DeviceOrder order = deviceOrder(request, seating);
    std::set<int> stages;
    bool early = false;
    int turnsLeft = static_cast<int>(order.turns.size());
    for (const Entry& entry : order.entries) {
        turnsLeft -= entry.kind == EntryKind::Run ? 1 : 0;
        if (entry.kind != EntryKind::Add)
            continue;
        stages.insert(order.hops[static_cast<std::size_t>(entry.hop)].stage);
        early = early || turnsLeft > 0;
    }
    EXPECT_EQ(stages.size(), 4U);
    EXPECT_TRUE(early);
}

TEST(DeviceOrder, SendsTheGradientsOfACopyTwiceAtMost) {
    const int replicas = 6;
    const RunRequest request = tinyRequest(*replicate(planOf("1f1b", 2, 4), replicas));
    const DeviceOrder order = deviceOrder(request, eachAlone(2 * replicas));
    std::map<std::pair<int, int>, std::int64_t> sent; // by rank and stage
    std::map<int, std::int64_t> whole;                // by stage
    for (const Entry& entry : order.entries) {
        if (entry.hop < 0)
            continue;
        const Hop& hop = order.hops[static_cast<std::size_t>(entry.hop)];
        if (entry.kind == EntryKind::Send)
            sent[{entry.rank, hop.stage}] += hop.count;
        if (entry.kind == EntryKind::Add && hop.from == 0)
            whole[hop.stage] += hop.count;
    }
    for (const auto& [where, count] : sent)
        EXPECT_LE(count, 2 * whole[where.second]);
}

} // namespace

} // namespace lanewright::engine::test
