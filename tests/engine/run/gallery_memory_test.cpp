// SPDX-License-Identifier: Apache-2.0
#include "core/open/open_file.h"
#include "core/simulate/memory.h"
#include "engine/gpt/parameters.h"
#include "engine/run/planned_memory.h"
#include "tests/engine/support/requests.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace lanewright::engine::test {

namespace {

/// All schedules of the gallery that have an order, by name.
std::vector<std::pair<std::string, Plan>> galleryPlans() {
    std::vector<std::pair<std::string, Plan>> plans;
    for (const auto& entry : std::filesystem::directory_iterator(lanewright::test::inRepository("schedules/gallery"))) {
        if (entry.path().extension() != ".lwsched")
            continue;
        const Result<Plan> plan = openPlan(entry.path().string());
        EXPECT_TRUE(plan) << entry.path();
        if (plan && !plan->isProblem())
            plans.emplace_back(entry.path().filename().string(), *plan);
    }
    std::ranges::sort(plans, {}, [](const auto& named) { return named.first; });
    return plans;
}

/// A small model with a layer for every second stage, so that stages differ. Its context leaves a token to the shortest
/// microbatch.
RunRequest oneStepOf(const Plan& plan, Precision precision) {
    RunRequest request = requestOf(plan);
    request.model = {.layers = std::max(2, plan.schedule.stages() / 2),
                     .width = 8,
                     .heads = 2,
                     .context = plan.costs.microbatches.areEqual() ? 6 : 16,
                     .batch = 1};
    request.steps = 1;
    request.spans = false;
    request.precision = precision;
    return request;
}

std::vector<Bytes> measuredPeaks(const RunRequest& request) {
    const Seen seen = runHere(request);
    for (const Event& event : seen.events)
        if (const auto* const step = std::get_if<StepEvent>(&event))
            return step->peakActivations;
    return {};
}

TEST(GalleryMemory, EveryFileTakesOnEveryRankExactlyTheBytesThatArePlanned) {
    const auto plans = galleryPlans();
    ASSERT_GE(plans.size(), 25U);
    for (const auto& [name, plan] : plans)
        for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
            SCOPED_TRACE(name + ", " + std::string{toText(precision)});
            const RunRequest request = oneStepOf(plan, precision);
            EXPECT_EQ(measuredPeaks(request), plannedPeaks(request));
        }
}

TEST(GalleryMemory, ThePlansOwnReckoningGivesTheSameBytesWhereWIsWhole) {
    for (const auto& [name, plan] : galleryPlans()) {
        // Microbatches of their own lengths are whole tokens in the engine, and shares of the mean in a plan.
        if (plan.costs.weightParts > 1 || !plan.costs.microbatches.areEqual())
            continue;
        SCOPED_TRACE(name);
        const RunRequest request = oneStepOf(plan, Precision::Fp32);
        EXPECT_EQ(peakMemory(plan.schedule, plannedMemory(request), 1), plannedPeaks(request));
    }
}

TEST(StageBytes, HoldASecondBankOnlyWhereAStepMayBeTakenBack) {
    RunRequest request = requestOf(planOf("zb-h1", 2, 4));
    const std::vector<StageBytes> before = stageBytes(request);
    request.optimizer.mode = OptimizerMode::PostValidated;
    const std::vector<StageBytes> after = stageBytes(request);
    const ParameterLayout first(request.model, shapeOf(request.model, 2, 0));
    EXPECT_EQ(after[0].memory.fixed - before[0].memory.fixed, 3 * 4 * first.count());
    EXPECT_EQ(after[1], before[1]) << "the last rank knows the decision before it steps";
}

} // namespace

} // namespace lanewright::engine::test
