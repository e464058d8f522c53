// SPDX-License-Identifier: Apache-2.0
#include "core/client/run_builder.h"
#include "core/explain/kernel_times.h"
#include "core/model/text.h"

#include "engine/accelerator/kernel_trace.h"
#include "engine/gpu/kernel_log.h"
#include "tests/engine/support/device_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

namespace lanewright::engine::test {

namespace {

RunRequest tracedRequest(const Plan& plan) {
    RunRequest request = tinyRequest(plan);
    request.traceKernels = true;
    return request;
}

/// The run as its parent puts it together.
lanewright::Run builtFrom(const Seen& seen, const RunRequest& request) {
    RunBuilder builder(request, "in-process");
    for (const lanewright::Event& event : seen.events)
        EXPECT_TRUE(builder.add(event));
    return builder.take(false);
}

/// How many kernels a step enqueues under a name.
int namedInAStep(RunRequest request) {
    const auto named = [&](int steps) {
        request.steps = steps;
        request.traceKernels = false;
        FakeDevice device;
        runOn(device, request);
        return device.named();
    };
    return named(2) - named(1);
}

std::size_t countIn(const StepRecord& step) {
    std::size_t count = 0;
    for (const KernelLane& lane : step.kernels)
        count += lane.kernels.size();
    return count;
}

/// Every kernel lies in the span of its block, or, of the step of the weights, in one of those of its rank: a step that
/// was taken back shows in the next one again.
void expectInPlace(const StepRecord& step) {
    for (const KernelLane& lane : step.kernels)
        for (const Kernel& kernel : lane.kernels) {
            const auto holds = [&](Time start, Time end) {
                return start <= kernel.start && kernel.start <= kernel.end && kernel.end <= end;
            };
            const Lane& spans = step.wall.lanes[static_cast<std::size_t>(lane.rank)];
            if (kernel.op)
                EXPECT_TRUE(std::ranges::any_of(spans, [&](const Span& span) {
                    return span.holds(*kernel.op) && holds(span.start, span.end);
                })) << toText(*kernel.op);
            else
                EXPECT_TRUE(std::ranges::any_of(step.others, [&](const Activity& each) {
                    return each.kind == ActivityKind::Optimizer && each.rank == lane.rank &&
                           holds(each.start, each.end);
                })) << "the step of the weights";
        }
}

TEST(KernelLog, KnowsEveryKernelOfTheLastStepAndItsBlock) {
    for (const char* const generator : {"1f1b", "zb-h1", "zbv", "dualpipev"}) {
        SCOPED_TRACE(generator);
        const RunRequest request = tracedRequest(planOf(generator, 2, 6));
        FakeDevice device({.seed = 3});
        const lanewright::Run run = builtFrom(runOn(device, request), request);
        ASSERT_EQ(run.steps.size(), 2U);
        EXPECT_TRUE(run.steps[0].kernels.empty()) << "only the last step is traced";
        const StepRecord& step = run.steps[1];
        ASSERT_EQ(step.kernels.size(), 2U);
        EXPECT_EQ(countIn(step), static_cast<std::size_t>(namedInAStep(request))) << "none is lost";
        expectInPlace(step);
        std::set<Op> ops;
        for (const KernelLane& lane : step.kernels)
            for (const Kernel& kernel : lane.kernels)
                if (kernel.op)
                    ops.insert(*kernel.op);
        std::set<Op> all;
        for (const Row& row : request.plan.schedule.order)
            for (const Block& block : row)
                for (const Op& op : {block.op, block.paired.value_or(block.op)})
                    all.insert(op);
        EXPECT_EQ(ops, all) << "each op has kernels of its own, those of overlapped pairs too";
    }
}

TEST(KernelLog, TakesOutByWhatTheClockOfTheTraceIsOff) {
    const RunRequest request = tracedRequest(planOf("zb-h1", 2, 4));
    for (const Time skew : {Time{0}, 3 * kTimeUnit, -3'000 * kTimeUnit, Time{40 * 365} * 86'400'000 * kTimeUnit}) {
        SCOPED_TRACE(skew);
        FakeDevice device({.traceSkew = skew});
        const lanewright::Run run = builtFrom(runOn(device, request), request);
        const StepRecord* const step = tracedStep(run);
        ASSERT_NE(step, nullptr);
        expectInPlace(*step);
        // A kernel of the fake device takes a microsecond, and nothing but kernels fills a block.
        for (const KernelLane& lane : step->kernels) {
            for (const Kernel& kernel : lane.kernels)
                ASSERT_EQ(kernel.end - kernel.start, 1000) << "no kernel is cut";
            for (const Span& span : step->wall.lanes[static_cast<std::size_t>(lane.rank)]) {
                const KernelTimes times = kernelsOf(step->kernels, lane.rank, span);
                EXPECT_EQ(times.total, span.length());
                EXPECT_EQ(times.idle, 0);
            }
        }
    }
}

TEST(KernelLog, ChangesNoBitOfTheResult) {
    RunRequest request = tracedRequest(planOf("zbv", 2, 4));
    const Seen traced = runOnFake(request, 5);
    request.traceKernels = false;
    const Seen plain = runOnFake(request, 5);
    expectSameBits(traced, plain);
    EXPECT_TRUE(std::ranges::none_of(plain.events, [](const lanewright::Event& event) {
        return std::holds_alternative<KernelsEvent>(event);
    })) << "nothing is traced that nobody asked for";
}

TEST(KernelLog, KeepsSoManyAndSaysHowManyMoreThereWere) {
    const RunRequest request = tracedRequest(planOf("1f1b", 2, 4));
    FakeDevice device({.traceMost = 25});
    const lanewright::Run run = builtFrom(runOn(device, request), request);
    const StepRecord* const step = tracedStep(run);
    ASSERT_NE(step, nullptr);
    EXPECT_EQ(countIn(*step), 25U);
    EXPECT_EQ(leftOutOf(step->kernels), namedInAStep(request) - 25);
}

TEST(KernelLog, SaysManyKernelsInPieces) {
    const RunRequest request = tracedRequest(oneLane(4, 36));
    FakeDevice device;
    const Seen seen = runOn(device, request);
    int pieces = 0;
    for (const lanewright::Event& event : seen.events)
        if (const auto* const kernels = std::get_if<KernelsEvent>(&event)) {
            EXPECT_LE(kernels->lane.kernels.size(), KernelLog::kMost);
            ++pieces;
        }
    EXPECT_GT(pieces, 1);
    const lanewright::Run run = builtFrom(seen, request);
    EXPECT_EQ(countIn(*tracedStep(run)), static_cast<std::size_t>(namedInAStep(request)));
    const std::vector<std::string>& names = tracedStep(run)->kernels[0].names;
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size()) << "each name once";
}

TEST(KernelLog, TracesTheLastStepAlsoWhereItBeginsBeforeTheDecisionOnTheOneBefore) {
    RunRequest request = tracedRequest(planOf("zb-h1", 2, 4));
    request.steps = 3;
    request.optimizer.mode = OptimizerMode::PostValidated;
    request.optimizer.clip = 0;
    const int named = namedInAStep(tracedRequest(planOf("zb-h1", 2, 4)));
    // The step before the last stands as it was made, is clipped, or is skipped: then the last is begun anew.
    for (const double factor : {1.0, 1e6, std::numeric_limits<double>::quiet_NaN()}) {
        SCOPED_TRACE(factor);
        request.optimizer.clip = factor == 1.0 ? 0 : 1;
        request.poison = {{.step = 1, .tensor = 2, .factor = factor}};
        FakeDevice device({.traceSkew = kTimeUnit});
        const lanewright::Run run = builtFrom(runOn(device, request), request);
        ASSERT_EQ(run.steps.size(), 3U);
        EXPECT_EQ(run.steps[1].update.rolledBack, factor != 1.0);
        const StepRecord& step = run.steps[2];
        expectInPlace(step);
        EXPECT_EQ(countIn(step), static_cast<std::size_t>(named));
        for (const KernelLane& lane : step.kernels)
            for (const Kernel& kernel : lane.kernels)
                ASSERT_EQ(kernel.end - kernel.start, 1000) << "no kernel is cut";
    }
}

TEST(KernelLog, TracesEachDeviceOfSeveralProcesses) {
    const RunRequest request = tracedRequest(planOf("zb-h1", 4, 4));
    const ProcessesSeen seen =
        runOnProcesses(request, inRuns(4, 2), {.devices = {{.traceSkew = 5 * kTimeUnit}, {.traceSkew = -kTimeUnit}}});
    ASSERT_TRUE(seen.misuse.empty()) << seen.misuse.front();
    const lanewright::Run run = builtFrom(seen.seen, request);
    const StepRecord* const step = tracedStep(run);
    ASSERT_NE(step, nullptr);
    ASSERT_EQ(step->kernels.size(), 4U);
    for (int rank = 0; rank < 4; ++rank)
        EXPECT_EQ(step->kernels[static_cast<std::size_t>(rank)].rank, rank);
    expectInPlace(*step);
    EXPECT_EQ(countIn(*step), static_cast<std::size_t>(namedInAStep(request)));
}

TEST(KernelName, IsWhatTheKernelIsCalledAndForWhat) {
    EXPECT_EQ(shortName("_ZN10lanewright6engine4cuda12_GLOBAL__N_110normKernelIfEEvPfPKf"), "normKernel<float>");
    EXPECT_EQ(shortName("void lanewright::engine::cuda::(anonymous namespace)::geluKernel<float, "
                        "lanewright::engine::cuda::Half>(float*, unsigned int)"),
              "geluKernel<float, Half>");
    EXPECT_EQ(shortName("void cublasLt::splitKreduce_kernel<32, 16, int>(cublasSplitKParams<float>)"),
              "splitKreduce_kernel<32, 16, int>");
    EXPECT_EQ(shortName("sm90_xmma_gemm_f32f32_tf32f32_f32"), "sm90_xmma_gemm_f32f32_tf32f32_f32");
    EXPECT_EQ(shortName("memcpyDtoD"), "memcpyDtoD");
    EXPECT_EQ(shortName(""), "");
    EXPECT_EQ(shortName("_Zbroken"), "_Zbroken");
    EXPECT_EQ(shortName(std::string(200, 'x')), std::string(60, 'x') + "…");
}

} // namespace

} // namespace lanewright::engine::test
