// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/recognise.h"

#include "core/edit/edits.h"
#include "core/edit/replicate.h"
#include "tests/support/judging.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// True when the generator of that name makes the very order of the plan.
bool makesTheSame(std::string_view name, const Plan& plan) {
    Plan problem = plan;
    problem.schedule.order.clear();
    const Result<Plan> again = generate(name, problem);
    return again && again->schedule.order == plan.schedule.order;
}

/// Swaps two neighbours.
void swapAt(Plan& plan, int rank, int position) {
    Row& row = plan.schedule.order[rank];
    std::swap(row[position], row[position + 1]);
}

} // namespace

TEST(Recognise, CallsWhatAGeneratorMakesByItsName) {
    for (const Generator& generator : generators())
        for (const auto& [ranks, microbatches] : {std::pair{4, 8}, {4, 12}, {8, 16}, {2, 4}, {6, 24}}) {
            const Result<Plan> problem =
                problemOf({.ranks = ranks, .microbatches = microbatches, .chunks = generator.takesChunks ? 2 : 1});
            const Result<Plan> plan = generate(generator.name, *problem);
            if (!plan)
                continue;
            const Recognition found = recognise(*plan);
            EXPECT_TRUE(found.exact) << generator.name << " " << ranks << " " << microbatches << ": "
                                     << found.sentence();
            EXPECT_EQ(found.moved, 0) << generator.name;
            EXPECT_TRUE(found.name == generator.name || makesTheSame(found.name, *plan))
                << generator.name << " " << ranks << " " << microbatches << ": " << found.sentence();
        }
}

TEST(Recognise, KnowsAnOrderWhoseMicrobatchesDiffer) {
    for (const Generator& generator : generators()) {
        Result<Plan> problem = problemOf({.ranks = 4, .microbatches = 8, .chunks = generator.takesChunks ? 2 : 1});
        setMicrobatches(*problem, MicrobatchCosts::ofLengths({900, 300, 100, 800, 500, 200, 700, 100}, {}));
        const Result<Plan> plan = generate(generator.name, *problem);
        if (!plan)
            continue;
        const Recognition found = recognise(*plan);
        EXPECT_TRUE(found.exact) << generator.name << ": " << found.sentence();
        // What is made by the times of microbatches may be the order that another method makes by those of its own.
        EXPECT_TRUE(generator.followsCosts || found.name == generator.name || makesTheSame(found.name, *plan))
            << generator.name << ": " << found.sentence();
    }
}

TEST(Recognise, SaysTheOrderOfMicrobatchesThatDiffer) {
    Plan plan = made("1f1b", UniformProblem{.ranks = 3, .microbatches = 4});
    const std::vector<int> places = {1, 0, 3, 2};
    for (Row& row : plan.schedule.order)
        for (Block& block : row)
            block.op.microbatch = places[static_cast<std::size_t>(block.op.microbatch)];
    EXPECT_EQ(recognise(plan).sentence(), "1F1B") << "of equal microbatches it does not matter which is which";
    setMicrobatches(plan, MicrobatchCosts::ofLengths({300, 100, 100, 300}, {}));
    const Recognition found = recognise(plan);
    EXPECT_FALSE(found.exact) << "of unequal ones it does";
    EXPECT_EQ(found.name, "1f1b");
    EXPECT_EQ(found.sentence(), "1F1B-like: first on rank 0: F0.1 in the place of F0.0; microbatches in the order 1, "
                                "0, 3, 2");
    // F1.0 before F1.1 on one stage alone.
    for (Block& block : plan.schedule.order[1])
        if (block.op.microbatch < 2)
            block.op.microbatch = 1 - block.op.microbatch;
    EXPECT_EQ(recognise(plan).detail,
              "first on rank 0: F0.1 in the place of F0.0; microbatches in an order of their own");
}

TEST(Recognise, NamesWhatIsOutOfOrderAmongManyMicrobatches) {
    Plan plan = made("1f1b", UniformProblem{.ranks = 3, .microbatches = 16});
    for (Row& row : plan.schedule.order)
        for (Block& block : row)
            if (block.op.microbatch == 4 || block.op.microbatch == 5)
                block.op.microbatch = 9 - block.op.microbatch;
    std::vector<int> lengths(16, 100);
    lengths[2] = 300;
    setMicrobatches(plan, MicrobatchCosts::ofLengths(lengths, {}));
    EXPECT_NE(recognise(plan).sentence().text().find("microbatches in an order of their own, first 5 before 4"),
              std::string::npos)
        << recognise(plan).sentence();
}

TEST(Recognise, SaysThatABlockIsMissingAndNotMoved) {
    Plan plan = made("1f1b", UniformProblem{.ranks = 4, .microbatches = 16});
    std::erase_if(plan.schedule.order[2], [](const Block& block) { return toText(block.op) == "F2.5"; });
    EXPECT_EQ(recognise(plan).sentence(), "1F1B-like: 1 block missing; first on rank 2: BW2.4 in the place of F2.5");
}

TEST(Recognise, ClaimsNoOrderOfMicrobatchesWhereAllAreInOrder) {
    Plan plan = made("1f1b", UniformProblem{.ranks = 4, .microbatches = 32});
    // One forward more before the first backward, on every rank but the last.
    for (int rank = 0; rank < 3; ++rank) {
        Row& row = plan.schedule.order[rank];
        const auto isForward = [](const Block& block) { return block.op.kind == OpKind::F; };
        const auto backward = std::ranges::find_if_not(row, isForward);
        const auto last = std::find_if(row.rbegin(), row.rend(), isForward).base() - 1;
        std::rotate(backward, last, last + 1);
        int next = 0;
        for (Block& block : row)
            if (isForward(block))
                block.op.microbatch = next++;
    }
    EXPECT_EQ(recognise(plan).sentence(),
              "1F1B-like: at least 3 blocks moved; first on rank 0: F0.4 in the place of BW0.0");
}

TEST(Recognise, LooksAtTheOrderAloneWhateverItsCosts) {
    for (const std::string_view name : {"gpipe", "1f1b", "zb-h1", "zb-h2"}) {
        Plan plan = made(name, UniformProblem{.ranks = 5, .microbatches = 11});
        plan.title = "something else";
        plan.costs.stages[0][3] = {.forward = 17, .backwardInput = 0, .backwardWeight = 90};
        plan.costs.transfer.every = 4;
        plan.memory.limit.assign(5, 1);
        plan.memory.stages[0][2] = {};
        EXPECT_EQ(recognise(plan).name, name);
        EXPECT_TRUE(recognise(plan).exact) << name;
    }
}

TEST(Recognise, KnowsAnOrderDrawnByHand) {
    const Plan plan = test::linearPlan(4, 8, test::zbH1Rows());
    EXPECT_EQ(recognise(plan), (Recognition{.name = "zb-h1", .title = "ZB-H1", .exact = true}));
}

TEST(Recognise, ForgetsWhichOfEqualMicrobatchesIsWhich) {
    Plan plan = made("zb-h1", UniformProblem{});
    for (Row& row : plan.schedule.order)
        for (Block& block : row)
            block.op.microbatch = (block.op.microbatch * 3 + 2) % 8;
    EXPECT_EQ(recognise(plan).sentence(), "ZB-H1");
}

TEST(Recognise, DoesNotTakeAnOrderForAGeneratorsWhoseMicrobatchesChangePlacesOnOneRank) {
    // Makespan 22 instead of 18: rank 2 sends back first what rank 1 needs last.
    const Plan plan = test::linearPlan(3, 4, R"(
        F0.0 F0.1 F0.2 BW0.0 F0.3 BW0.1 BW0.2 BW0.3
        F1.0 F1.1 BW1.0 F1.2 BW1.1 F1.3 BW1.2 BW1.3
        F2.1 BW2.1 F2.0 BW2.0 F2.2 BW2.2 F2.3 BW2.3
    )");
    EXPECT_EQ(recognise(plan), (Recognition{.name = "1f1b",
                                            .title = "1F1B-like",
                                            .detail = "2 blocks moved; first on rank 2: F2.1 in the place of F2.0",
                                            .moved = 2}));
    EXPECT_FALSE(isOrderOf(plan, "1f1b"));
    Plan zeroBubble = made("zb-h1", UniformProblem{});
    swapAt(zeroBubble, 0, 1);
    EXPECT_EQ(recognise(zeroBubble).sentence(), "ZB-H1-like: 1 block moved; first on rank 0: F0.2 in the place of "
                                                "F0.1");
    EXPECT_FALSE(isOrderOf(zeroBubble, "zb-h1"));
}

TEST(Recognise, RenamesMicrobatchesWithinTheirDirection) {
    Plan plan = made("dualpipe", UniformProblem{});
    const auto rename = [](const Plan& from, std::vector<int> names) {
        Plan renamed = from;
        for (Row& row : renamed.schedule.order)
            for (Block& block : row) {
                block.op.microbatch = names[static_cast<std::size_t>(block.op.microbatch)];
                if (block.paired)
                    block.paired->microbatch = names[static_cast<std::size_t>(block.paired->microbatch)];
            }
        return renamed;
    };
    EXPECT_EQ(recognise(rename(plan, {1, 0, 2, 3, 7, 6, 5, 4})).sentence(), recognise(plan).sentence());
    EXPECT_TRUE(isOrderOf(rename(plan, {1, 0, 2, 3, 7, 6, 5, 4}), "dualpipe"));
    Plan swapped = plan;
    for (Block& block : swapped.schedule.order[1])
        for (Op* op : {&block.op, block.paired ? &*block.paired : nullptr})
            if (op && op->stage == 1 && op->microbatch < 2 && op->kind == OpKind::F)
                op->microbatch = 1 - op->microbatch;
    EXPECT_FALSE(recognise(swapped).exact);
}

TEST(Recognise, NamesAGapThatNoGeneratorLeaves) {
    Plan plan = made("zb-h1", UniformProblem{});
    plan.schedule.order[1][3].gap = kTimeUnit;
    EXPECT_EQ(recognise(plan),
              (Recognition{.name = "zb-h1", .title = "ZB-H1-like", .detail = "a gap before B1.0 on rank 1"}));
}

TEST(Recognise, KnowsAnOrderOfMillionsOfOps) {
    Plan plan = made("1f1b", UniformProblem{.ranks = 128, .microbatches = 4500});
    EXPECT_EQ(recognise(plan).sentence(), "1F1B");
    swapAt(plan, 100, 300);
    EXPECT_EQ(recognise(plan).title, "1F1B-like") << recognise(plan).sentence();
    EXPECT_EQ(recognise(plan).moved, 1);
}

TEST(Recognise, ForgetsHowTheRanksAreNumbered) {
    Plan plan = made("1f1b", UniformProblem{.ranks = 3, .microbatches = 5});
    plan.schedule.placement.directions[0] = {2, 0, 1};
    std::ranges::rotate(plan.schedule.order, plan.schedule.order.begin() + 1);
    EXPECT_EQ(plan.schedule.order[2].front().op, op("F0.0"));
    EXPECT_EQ(recognise(plan).sentence(), "1F1B");
}

TEST(Recognise, CountsTheBlocksThatWereMoved) {
    Plan plan = made("1f1b", UniformProblem{});
    swapAt(plan, 1, 6);
    EXPECT_EQ(recognise(plan), (Recognition{.name = "1f1b",
                                            .title = "1F1B-like",
                                            .detail = "1 block moved; first on rank 1: BW1.2 in the place of F1.4",
                                            .moved = 1}));
    swapAt(plan, 3, 2);
    swapAt(plan, 0, 9);
    EXPECT_EQ(recognise(plan), (Recognition{.name = "1f1b",
                                            .title = "1F1B-like",
                                            .detail = "3 blocks moved; first on rank 0: BW0.3 in the place of F0.6",
                                            .moved = 3}));
    Plan zeroBubble = made("zb-h1", UniformProblem{});
    swapAt(zeroBubble, 3, 5);
    EXPECT_EQ(recognise(zeroBubble).sentence(),
              "ZB-H1-like: 1 block moved; first on rank 3: F3.3 in the place of B3.2");
}

TEST(Recognise, SaysWhatOtherwiseBecameOfBAndW) {
    Plan plan = made("1f1b", UniformProblem{.ranks = 4, .microbatches = 6});
    Plan apart = plan;
    for (int rank = 0; rank < 4; ++rank)
        for (int position = 0; position < static_cast<int>(apart.schedule.order[rank].size()); ++position)
            if (apart.schedule.order[rank][position].op.kind == OpKind::BW)
                apart.schedule = *splitBackward(apart.schedule, {rank, position});
    EXPECT_EQ(recognise(apart).sentence(), "1F1B with B and W apart");
    for (Row& row : apart.schedule.order)
        std::ranges::stable_partition(row, [](const Block& block) { return block.op.kind != OpKind::W; });
    EXPECT_EQ(recognise(apart).sentence(), "1F1B with W delayed, by up to 5 microbatches");
    EXPECT_EQ(recognise(apart).name, "1f1b");
    EXPECT_FALSE(recognise(apart).exact);
}

TEST(Recognise, KnowsTheWarmUpOfZbH2WithoutItsW) {
    Plan plan = made("zb-h2", UniformProblem{.ranks = 3, .microbatches = 8});
    for (Row& row : plan.schedule.order) {
        std::erase_if(row, [](const Block& block) { return block.op.kind == OpKind::W; });
        for (Block& block : row)
            if (block.op.kind == OpKind::B)
                block.op.kind = OpKind::BW;
    }
    EXPECT_EQ(recognise(plan).sentence(), "ZB-H2 with B and W in one, which is eager 1F1B");
}

TEST(Recognise, DescribesATurnWithAnotherWarmUp) {
    const Plan plan = test::linearPlan(2, 10, R"(
        F0.0 F0.1 F0.2 F0.3 F0.4 F0.5 F0.6 BW0.0 F0.7 BW0.1 F0.8 BW0.2 F0.9 BW0.3 BW0.4 BW0.5 BW0.6 BW0.7 BW0.8 BW0.9
        F1.0 F1.1 F1.2 F1.3 F1.4 BW1.0 F1.5 BW1.1 F1.6 BW1.2 F1.7 BW1.3 F1.8 BW1.4 F1.9 BW1.5 BW1.6 BW1.7 BW1.8 BW1.9
    )");
    const Recognition found = recognise(plan);
    EXPECT_EQ(found.name, "1f1b");
    EXPECT_FALSE(found.exact);
    EXPECT_EQ(found.sentence(),
              "1F1B-like, with a warm-up of its own: 7, 5 forwards first; one chunk per rank; B and W "
              "in one; at most 7, 5 in flight");
}

TEST(Recognise, SaysWhatStandsOutInAnOrderOfNoKnownKind) {
    const Plan plan = test::linearPlan(2, 6, R"(
        F0.0 F0.1 F0.2 F0.3 B0.0 B0.1 F0.4 F0.5 B0.2 B0.3 B0.4 B0.5 W0.0 W0.1 W0.2 W0.3 W0.4 W0.5
        F1.0 B1.0 W1.0 F1.1 B1.1 W1.1 F1.2 F1.3 B1.2 W1.2 B1.3 W1.3 F1.4 F1.5 B1.4 B1.5 W1.4 W1.5
    )");
    const Recognition found = recognise(plan);
    EXPECT_EQ(found.name, "");
    EXPECT_EQ(found.sentence(), "A zero-bubble schedule of its own: one chunk per rank; B and W apart, W up to 5 "
                                "microbatches behind its B; at most 4, 2 in flight");
}

TEST(Recognise, NamesAutomaticOrdersForTheirOwnCostsAndLimits) {
    const UniformProblem numbers{.ranks = 4,
                                 .microbatches = 12,
                                 .timeUnit = TimeUnit::Ms,
                                 .forward = 18'522'000,
                                 .backwardInput = 18'086'000,
                                 .backwardWeight = 9'337'000,
                                 .transfer = 601'000};
    EXPECT_EQ(recognise(made("zb-2p", numbers)).name, "zb-2p");
    UniformProblem tight = numbers;
    tight.memoryLimit = 3 * kMemoryUnit;
    EXPECT_EQ(recognise(made("zb-auto", tight)).name, "zb-auto");
}

TEST(Recognise, CountsWhatIsMissingOrTwiceOrMisplaced) {
    Plan plan = made("zb-h1", UniformProblem{});
    plan.schedule.order[2].erase(plan.schedule.order[2].begin() + 4);
    EXPECT_EQ(recognise(plan).sentence(), "ZB-H1-like: 1 block missing; first on rank 2: F2.3 in the place of B2.1");
    std::swap(plan.schedule.order[0], plan.schedule.order[3]);
    EXPECT_EQ(recognise(plan).name, "");
    EXPECT_EQ(
        recognise(plan).sentence().text().find("Not a known schedule, and not a complete one: one chunk per rank"), 0U);
    for (Row& row : plan.schedule.order)
        row.clear();
    EXPECT_EQ(recognise(plan).sentence(), "Not a known schedule: no op is in its order yet");
    plan.schedule.order = {};
    EXPECT_EQ(recognise(plan).sentence(), "A problem without an order");
}

TEST(Recognise, IsTotal) {
    EXPECT_FALSE(recognise(Plan{}).exact);
    Plan plan = test::linearPlan(1, 1, "F0.0 BW0.0");
    EXPECT_TRUE(recognise(plan).exact);
    plan.schedule.order[0][1].op.stage = 7;
    EXPECT_EQ(recognise(plan).sentence(), "Not a known schedule: its ops do not fit its shape");
    plan = made("1f1b", UniformProblem{.ranks = 2, .microbatches = 3});
    plan.schedule.placement.directions[0][1] = 9;
    EXPECT_EQ(recognise(plan).sentence(), "Not a known schedule: its ops do not fit its shape");
    plan = made("zb-h1", UniformProblem{.ranks = 2, .microbatches = 3});
    plan.costs.stages[0][0].forward = -5;
    plan.memory.stages.clear();
    EXPECT_EQ(recognise(plan).sentence(), "ZB-H1");
}

TEST(Recognise, ReadsPartsOfWAndRecomputation) {
    EXPECT_EQ(recognise(made("zb-h1", UniformProblem{.ranks = 3, .microbatches = 7, .weightParts = 3})).sentence(),
              "ZB-H1");
    Plan problem = *problemOf({.ranks = 3, .microbatches = 7});
    for (StageCosts& stage : problem.costs.stages[0])
        stage.recompute = kTimeUnit;
    EXPECT_EQ(recognise(*generate("1f1b", problem)).sentence(), "1F1B");
}

TEST(Recognise, NamesReplicasByWhatEachOfThemIs) {
    for (const char* name : {"zb-h1", "dualpipe", "zbv"}) {
        const Plan one = made(name, UniformProblem{});
        const Recognition alone = recognise(one);
        const Recognition both = recognise(*replicate(one, 2));
        EXPECT_EQ(both.name, alone.name) << name;
        EXPECT_EQ(both.sentence(), "2 replicas of " + alone.sentence().text()) << name;
        EXPECT_TRUE(both.exact) << name;
        EXPECT_EQ(both.replicas, 2) << name;
        EXPECT_EQ(alone.replicas, 1) << name;
    }
}

TEST(Recognise, SaysWhereReplicasDiffer) {
    Plan plan = *replicate(made("1f1b", UniformProblem{}), 3);
    swapAt(plan, 5, 6);
    EXPECT_EQ(recognise(plan), (Recognition{.name = "1f1b",
                                            .title = "3 replicas that differ. 1F1B. 1F1B-like: 1 block moved; "
                                                     "first on rank 5: BW1.10 in the place of F1.12.",
                                            .moved = 1,
                                            .replicas = 3}));
    swapAt(plan, 1, 6);
    swapAt(plan, 9, 6);
    EXPECT_EQ(recognise(plan), (Recognition{.name = "1f1b",
                                            .title = "3 equal replicas. 1F1B-like",
                                            .detail = "1 block moved; first on rank 1: BW1.2 in the place of F1.4",
                                            .moved = 3,
                                            .replicas = 3}));
    // An op on a rank of another replica makes one order of them.
    std::swap(plan.schedule.order[0].front(), plan.schedule.order[4].front());
    EXPECT_EQ(recognise(plan).replicas, 1);
    EXPECT_EQ(recognise(plan).name, "");
}
