// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/send_buffers.h"

#include "core/base/mapped.h"
#include "core/pytorch/kept_buffers.h"
#include "core/simulate/simulate.h"
#include "tests/core/pytorch/pytorch_files.h"
#include "tests/support/judging.h"
#include "tests/support/rows.h"

#include <algorithm>
#include <regex>
#include <set>

using namespace lanewright;
using namespace lanewright::test;

namespace {

std::vector<int> slotsOf(const Plan& plan, SendBuffers how) {
    return mapped(sendBuffers(plan, how), &RankBuffers::slots);
}

/// 1F1B of two ranks and two microbatches, messages of 7 units. Rank 0: F0.0 from 0, F0.1 from 1, BW0.0 from 4, BW0.1
/// from 7 to 9; rank 1: F1.0 from 1, BW1.0 from 2, F1.1 from 4, BW1.1 from 5 to 7.
Plan sendingPlan(SendBuffers how) {
    Plan plan = smallPlan();
    plan.costs.boundary.size = {7 * kMemoryUnit};
    plan.memory = unitMemory(2, 2);
    plan.memory.sendBuffers = how;
    return plan;
}

/// The most that a row of PyTorch's actions has sent, or is about to send, and has not waited for.
int mostSentBy(const std::string& row) {
    static const std::regex kCell{R"((\d+)(WAIT_SEND_F|WAIT_SEND_B|SEND_F|SEND_B|F|I|B)(\d+))"};
    const auto all = [&](const auto& visit) {
        for (std::sregex_iterator cell{row.begin(), row.end(), kCell}; cell != std::sregex_iterator{}; ++cell)
            visit((*cell)[2].str(), (*cell)[1].str() + "." + (*cell)[3].str());
    };
    std::set<std::string> sent;
    all([&](const std::string& act, const std::string& of) {
        if (act.starts_with("SEND_"))
            sent.insert(act.back() + of);
    });
    int now = 0;
    int most = 0;
    all([&](const std::string& act, const std::string& of) {
        if (act.size() == 1 && sent.contains((act == "F" ? "F" : "B") + of))
            most = std::max(most, ++now);
        now -= act.starts_with("WAIT_") ? 1 : 0;
    });
    return most;
}

} // namespace

// Automodel#3780 has the same order: its gradients wait for each other's sends to the end of the step.
TEST(SendBuffers, GradientsOf1F1BAreHeldToTheEnd) {
    const Plan plan = made("1f1b", UniformProblem{.ranks = 4, .microbatches = 64});
    EXPECT_EQ(slotsOf(plan, SendBuffers::UntilEnd), (std::vector{64, 128, 128, 64}));
    // Rank s has p − s activations on their way, rank 0 no gradients; the last activation is there with all of them.
    EXPECT_EQ(slotsOf(plan, SendBuffers::UntilWaited), (std::vector{4, 65, 65, 64}));
    EXPECT_EQ(slotsOf(plan, SendBuffers::OnSend), (std::vector{1, 1, 1, 1}));
    EXPECT_EQ(sendBuffers(plan, SendBuffers::UntilWaited)[1].least, 1);
}

TEST(SendBuffers, NothingIsSentWhereAVTurns) {
    const Plan plan = made("zbv-fixed", UniformProblem{.ranks = 2, .microbatches = 3});
    // Rank 0: activations of stage 0 and gradients of stage 3; rank 1: those of stages 2 and 1.
    EXPECT_EQ(slotsOf(plan, SendBuffers::UntilEnd), (std::vector{6, 6}));
}

TEST(SendBuffers, AnActivationWhoseBackwardIsNotThereIsHeldToTheEnd) {
    const Plan plan = linearPlan(2, 3, R"(
        F0.0 F0.1 BW0.0 F0.2
        F1.0 BW1.0 F1.1
    )");
    EXPECT_EQ(slotsOf(plan, SendBuffers::UntilWaited), (std::vector{2, 1}));
}

TEST(SendBuffers, TheyAreWaitedForWherePytorchWaits) {
    for (const char* generator : {"gpipe", "1f1b", "interleaved-1f1b", "looped-bfs", "interleaved-zb", "zb-h1"}) {
        const Plan plan = made(generator, UniformProblem{.ranks = 4, .microbatches = 8});
        const std::string text =
            exported(plan, {.flavour = PytorchFlavour::ComputeComms, .torch = kTorchWaits, .ticks = false});
        std::vector<int> most;
        for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
            most.push_back(mostSentBy(text.substr(at, text.find('\n', at) - at)));
        EXPECT_EQ(slotsOf(plan, SendBuffers::UntilWaited), most) << generator;
    }
}

TEST(SendBuffers, TheCurveHasThemWhileTheyAreHeld) {
    const Plan plan = sendingPlan(SendBuffers::UntilWaited);
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const KeptBuffers kept = keptBuffers(plan);
    const Bytes one = 7 * kMemoryUnit;
    EXPECT_EQ(bufferCurve(kept.all[0], timeline.lanes[0], 0),
              (MemoryCurve{{0, one}, {unit(1), 2 * one}, {unit(6), one}, {unit(9), 0}}));
    EXPECT_EQ(bufferCurve(kept.all[1], timeline.lanes[1], 0),
              (MemoryCurve{{0, 0}, {unit(2), one}, {unit(5), 2 * one}}));
    EXPECT_EQ(peakWithBuffers(plan, kept), (std::vector<Bytes>{2 * kMemoryUnit + 2 * one, kMemoryUnit + 2 * one}));
    const Plan freed = sendingPlan(SendBuffers::OnSend);
    EXPECT_EQ(peakWithBuffers(freed, keptBuffers(freed)),
              (std::vector<Bytes>{2 * kMemoryUnit + one, kMemoryUnit + one}));
}

TEST(SendBuffers, ThoseForReceivesComeOnTop) {
    Plan plan = sendingPlan(SendBuffers::OnSend);
    plan.memory.receiveBuffers = ReceiveBuffers::OnReceive;
    const KeptBuffers kept = keptBuffers(plan);
    const Bytes one = 7 * kMemoryUnit;
    // Rank 0 holds two activations with what it sends, and then with what it receives; rank 1 has both for its BW.
    EXPECT_EQ(peakWithBuffers(plan, kept), (std::vector<Bytes>{2 * kMemoryUnit + one, kMemoryUnit + 2 * one}));
    EXPECT_EQ(mapped(kept.all, &RankBuffers::slots), (std::vector{2, 2}));
    // Where those for receives can't be counted, these are.
    Plan both = made("dualpipe", UniformProblem{.ranks = 4, .microbatches = 8});
    both.memory.receiveBuffers = ReceiveBuffers::StagePools;
    both.memory.sendBuffers = SendBuffers::UntilEnd;
    const KeptBuffers uncounted = keptBuffers(both);
    EXPECT_TRUE(uncounted.receive.empty());
    EXPECT_EQ(uncounted.all, uncounted.send);
    EXPECT_FALSE(uncounted.uncounted.empty());
}

TEST(SendBuffers, ADeviceThatTheyFillIsAFinding) {
    Plan plan = sendingPlan(SendBuffers::UntilEnd);
    const auto findings = [&] { return findingsOfBuffers(plan, keptBuffers(plan)); };
    ASSERT_EQ(findings().size(), 1u);
    EXPECT_EQ(findings()[0].message,
              "Rank 0 keeps 2 buffers for what it sends, 14 activations; 1 would do where each is freed as "
              "soon as it is sent.");
    plan.memory.device = {16 * kMemoryUnit, 14 * kMemoryUnit};
    ASSERT_EQ(findings().size(), 2u);
    EXPECT_EQ(findings()[0].code, "device-memory");
    EXPECT_EQ(findings()[0].rank, 1);
    EXPECT_EQ(findings()[1].code, "send-buffers");
    plan.memory.sendBuffers = SendBuffers::OnSend;
    EXPECT_TRUE(findings().empty());
}
