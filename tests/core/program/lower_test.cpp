// SPDX-License-Identifier: Apache-2.0
#include "core/program/program.h"

#include "core/check/validate.h"
#include "core/model/text.h"
#include "core/simulate/simulate.h"
#include "tests/core/program/random_plan.h"
#include "tests/support/rows.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewright {
namespace {

/// A program as text, without times.
std::string textOf(const Program& program) {
    std::string text;
    for (const Instruction& instruction : program.code) {
        const std::string line = toText(instruction);
        text += line.substr(0, line.find(" @")) + "\n";
    }
    return text;
}

std::vector<Program> lowered(const Plan& plan) {
    const Result<std::vector<Program>> programs = lower(plan);
    EXPECT_TRUE(programs) << programs.error().message;
    return programs ? *programs : std::vector<Program>{};
}

TEST(Lower, SendsRightBehindTheProducerAndPostsAheadOfTheNeed) {
    const std::vector<Program> programs = lowered(test::linearPlan(2, 2, R"(
        F0.0 F0.1 BW0.0 BW0.1
        F1.0 BW1.0 F1.1 BW1.1
    )"));
    EXPECT_EQ(textOf(programs[0]), "post g1.0 from 1 #2 slot 0\n"
                                   "post g1.1 from 1 #3 slot 1\n"
                                   "run F0.0\n"
                                   "send a0.0 to 1 #0\n"
                                   "run F0.1\n"
                                   "send a0.1 to 1 #1\n"
                                   "run BW0.0\n"
                                   "run BW0.1\n");
    EXPECT_EQ(programs[0].slots, 2);
    EXPECT_EQ(textOf(programs[1]), "post a0.0 from 0 #0 slot 0\n"
                                   "post a0.1 from 0 #1 slot 1\n"
                                   "run F1.0\n"
                                   "run BW1.0\n"
                                   "send g1.0 to 0 #2\n"
                                   "run F1.1\n"
                                   "run BW1.1\n"
                                   "send g1.1 to 0 #3\n");
}

TEST(Lower, CarriesThePlannedTimesAndTheGap) {
    Plan plan = test::linearPlan(2, 1, "F0.0 BW0.0\nF1.0 BW1.0");
    plan.costs.transfer.every = 7;
    plan.schedule.order[1][1].gap = 5;
    const std::vector<Program> programs = lowered(plan);
    const Time unit = kTimeUnit;
    const Instruction& send = programs[0].code[2];
    EXPECT_EQ(send.act, Act::Send);
    EXPECT_EQ(send.start, unit);
    EXPECT_EQ(send.length, 7);
    const Instruction& backward = programs[1].code[2];
    EXPECT_EQ(backward.block.gap, 5);
    EXPECT_EQ(backward.start, 2 * unit + 7 + 5);
    EXPECT_EQ(backward.length, 2 * unit);
}

TEST(Lower, SendsBothValuesOfAPairBehindIt) {
    // The middle rank runs a pair that yields an activation for rank 2 and a gradient for rank 0.
    const std::vector<Program> programs = lowered(test::linearPlan(3, 2, R"(
        F0.0 F0.1 BW0.0 BW0.1
        F1.0 F1.1+BW1.0 BW1.1
        F2.0 BW2.0 F2.1 BW2.1
    )"));
    const std::string text = textOf(programs[1]);
    EXPECT_NE(text.find("run F1.1+BW1.0\nsend a1.1 to 2 #4\nsend g1.0 to 0 #5\n"), std::string::npos) << text;
}

TEST(Lower, QueuesValuesOnSerialLinks) {
    Plan plan = test::linearPlan(2, 2, "F0.0 F0.1 BW0.0 BW0.1\nF1.0 F1.1 BW1.0 BW1.1");
    plan.costs.links = Links::Serial;
    plan.costs.transfer.every = test::unit(3);
    const std::vector<Program> programs = lowered(plan);
    std::vector<Time> starts;
    for (const Instruction& instruction : programs[0].code)
        if (instruction.act == Act::Send)
            starts.push_back(instruction.start);
    EXPECT_EQ(starts, (std::vector<Time>{test::unit(1), test::unit(4)}));
}

TEST(Lower, GivesEachMicrobatchItsOwnTimes) {
    Plan plan = test::linearPlan(2, 2, "F0.0 F0.1 BW0.0 BW0.1\nF1.0 F1.1 BW1.0 BW1.1");
    plan.costs.transfer.every = test::unit(4);
    setMicrobatches(plan, MicrobatchCosts::ofShares({MicrobatchCosts::kOne / 2, 3 * MicrobatchCosts::kOne},
                                                    {MicrobatchCosts::kOne / 4, MicrobatchCosts::kOne}));
    std::vector<Time> runs;
    std::vector<Time> sends;
    const std::vector<Program> programs = lowered(plan);
    for (const Instruction& instruction : programs[0].code) {
        if (instruction.act == Act::Run)
            runs.push_back(instruction.length);
        if (instruction.act == Act::Send)
            sends.push_back(instruction.length);
    }
    EXPECT_EQ(runs, (std::vector<Time>{test::unit(1) / 2, test::unit(3), test::unit(1), test::unit(6)}));
    EXPECT_EQ(sends, (std::vector<Time>{test::unit(1), test::unit(4)}));
}

TEST(Lower, CountsTheGradientsToBeHeldBack) {
    const Plan inOrder = test::linearPlan(1, 2, "F0.0 F0.1 B0.0 B0.1 W0.0 W0.1");
    EXPECT_EQ(lowered(inOrder)[0].staged, 0);
    const Plan swapped = test::linearPlan(1, 2, "F0.0 F0.1 B0.0 B0.1 W0.1 W0.0");
    EXPECT_EQ(lowered(swapped)[0].staged, 1);
}

TEST(Lower, RefusesWhatTheValidatorRefuses) {
    const Result<std::vector<Program>> programs = lower(test::linearPlan(2, 1, "F0.0 BW0.0\nBW1.0 F1.0"));
    ASSERT_FALSE(programs);
    EXPECT_EQ(programs.error().where, "BW1.0");
    Plan problem = test::linearPlan(2, 1, "");
    EXPECT_FALSE(lower(problem));
}

TEST(Lower, NeedsFewSlotsForOneForwardOneBackward) {
    // Two in flight per link, however many microbatches there are.
    Plan plan = test::linearPlan(2, 64, "");
    plan.schedule.order.resize(2);
    for (int i = 0; i <= 64; ++i) {
        if (i < 64)
            plan.schedule.order[0].push_back({.op = {OpKind::F, 0, 0, i}});
        if (i > 0)
            plan.schedule.order[0].push_back({.op = {OpKind::BW, 0, 0, i - 1}});
    }
    for (int i = 0; i < 64; ++i)
        for (const OpKind kind : {OpKind::F, OpKind::BW})
            plan.schedule.order[1].push_back({.op = {kind, 0, 1, i}});
    for (const Program& program : lowered(plan))
        EXPECT_LE(program.slots, 3);
}

/// What the lowering of any valid plan must keep to, beside being provable.
void expectSound(const Plan& plan, const std::vector<Program>& programs) {
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
        Row row;
        for (const Instruction& instruction : programs[rank].code)
            if (instruction.act == Act::Run) {
                EXPECT_EQ(instruction.start, timeline.lanes[rank][row.size()].start);
                EXPECT_EQ(instruction.length, timeline.lanes[rank][row.size()].length());
                row.push_back(instruction.block);
            }
        EXPECT_EQ(row, plan.schedule.order[rank]);
    }
}

TEST(Lower, GivesProvableProgramsForAnyValidPlan) {
    std::mt19937 random(20240131);
    for (std::uint64_t round = 0; round < test::trials(1000); ++round) {
        const Plan plan = test::randomPlan(random);
        ASSERT_TRUE(isValid(validate(plan))) << "round " << round << ": " << validate(plan).front().message;
        const Result<std::vector<Program>> programs = lower(plan);
        ASSERT_TRUE(programs) << "round " << round << ": " << programs.error().message;
        const Result<Done> proof = proveDeadlockFree(*programs, plan);
        ASSERT_TRUE(proof) << "round " << round << ": " << proof.error().message;
        expectSound(plan, *programs);
    }
}

/// Whether the proof accepts the programs once the chosen transfer's end is gone.
bool acceptsWithout(std::vector<Program> programs, const Plan& plan, int rank, std::size_t index) {
    programs[rank].code.erase(programs[rank].code.begin() + static_cast<std::ptrdiff_t>(index));
    return proveDeadlockFree(programs, plan).ok();
}

TEST(Lower, IsNeverProvableOnceATransferIsTamperedWith) {
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        const Plan plan = test::randomPlan(random);
        const std::vector<Program> programs = lowered(plan);
        for (int rank = 0; rank < plan.schedule.ranks(); ++rank)
            for (std::size_t index = 0; index < programs[rank].code.size(); ++index) {
                if (programs[rank].code[index].act == Act::Run)
                    continue;
                EXPECT_FALSE(acceptsWithout(programs, plan, rank, index));
                for (int Instruction::*field : {&Instruction::peer, &Instruction::transfer}) {
                    std::vector<Program> tampered = programs;
                    tampered[rank].code[index].*field += 1;
                    EXPECT_FALSE(proveDeadlockFree(tampered, plan));
                }
            }
    }
}

TEST(Lower, SurvivesAnyTamperingWithItsProgramsInTheProof) {
    std::mt19937 random(11);
    std::uint64_t accepted = 0;
    const std::uint64_t rounds = test::trials(1000);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const Plan plan = test::randomPlan(random);
        std::vector<Program> programs = lowered(plan);
        for (int change = 0; change < 3; ++change) {
            std::vector<Instruction>& code = programs[random() % programs.size()].code;
            if (code.empty())
                continue;
            Instruction& one = code[random() % code.size()];
            Instruction& other = code[random() % code.size()];
            switch (random() % 6) {
            case 0: std::swap(one, other); break;
            case 1: one = other; break;
            case 2: one.slot = static_cast<int>(random() % 4) - 1; break;
            case 3: one.value.microbatch = static_cast<int>(random()); break;
            case 4: one.act = static_cast<Act>(random() % 4); break;
            case 5: one.block.op.kind = static_cast<OpKind>(random() % 7); break;
            }
        }
        accepted += proveDeadlockFree(programs, plan).ok() ? 1 : 0;
    }
    // Some changes are harmless (a Post one place earlier); most are not.
    EXPECT_LT(2 * accepted, rounds);
}

TEST(Lower, TakesAHundredThousandOps) {
    Plan plan = test::linearPlan(8, 6250, "");
    plan.schedule.order.resize(8);
    for (int rank = 0; rank < 8; ++rank)
        for (const OpKind kind : {OpKind::F, OpKind::BW})
            for (int microbatch = 0; microbatch < 6250; ++microbatch)
                plan.schedule.order[rank].push_back({.op = {kind, 0, rank, microbatch}});
    const std::vector<Program> programs = lowered(plan);
    ASSERT_EQ(programs.size(), 8u);
    EXPECT_TRUE(proveDeadlockFree(programs, plan));
}

} // namespace
} // namespace lanewright
