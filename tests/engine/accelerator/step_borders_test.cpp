// SPDX-License-Identifier: Apache-2.0
// When blocks of steps that follow each other run, by the clock of a device on which they take their planned times.
#include "core/model/text.h"
#include "core/simulate/iterations.h"

#include "engine/device/clock.h"
#include "engine/gpu/device_clock.h"
#include "tests/engine/support/device_runs.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <stdexcept>

namespace lanewright::engine::test {

namespace {

/// A device on which each block takes the time that the plan says, and so does stepping the weights.
FakeWish inPlannedTimes(const RunRequest& request, Time optimizer) {
    return {.lengthOf = [&request, optimizer](const std::string& name) -> std::optional<Time> {
        if (name == "optimizer")
            return optimizer;
        for (const Program& program : request.programs)
            for (const Instruction& instruction : program.code)
                if (instruction.act == Act::Run && toText(instruction.block) == name)
                    return instruction.length;
        return {};
    }};
}

/// The blocks of all steps as the device went through them, counted from the first; before them all ran once to warm
/// up.
std::vector<Timeline> stepsOn(const FakeDevice& device, const RunRequest& request) {
    std::map<std::string, std::vector<FakeSpan>> spans;
    for (const FakeSpan& span : device.spans())
        spans[span.name].push_back(span);
    std::vector<Timeline> steps;
    for (int step = 0; step < request.steps; ++step) {
        Timeline& timeline = steps.emplace_back();
        for (const Row& row : request.plan.schedule.order) {
            Lane& lane = timeline.lanes.emplace_back();
            for (const Block& block : row) {
                const FakeSpan& span = spans.at(toText(block)).at(static_cast<std::size_t>(step) + 1);
                lane.push_back({.op = block.op, .paired = block.paired, .start = span.start, .end = span.end});
            }
        }
    }
    const Time begin = extentOf(steps.front()).start;
    for (Timeline& step : steps)
        for (Lane& lane : step.lanes)
            for (Span& span : lane) {
                span.start -= begin;
                span.end -= begin;
            }
    return steps;
}

/// Four steps that no decision rolls back.
RunRequest unclipped(const Plan& plan, OptimizerMode mode) {
    RunRequest request = tinyRequest(plan);
    request.steps = 4;
    request.optimizer.mode = mode;
    request.optimizer.clip = 0;
    return request;
}

TEST(StepBorders, LanesFlowOverTheBordersOfStepsAsSimulated) {
    constexpr Time kOptimizer = kTimeUnit / 2;
    for (const char* const generator : {"1f1b", "zb-h1", "zb-h2", "zb-2p", "zbv"})
        for (const OptimizerMode mode : {OptimizerMode::Synchronous, OptimizerMode::PostValidated}) {
            SCOPED_TRACE(std::string{generator} + ", " + std::string{toText(mode)});
            Plan plan = planOf(generator, 4, 8);
            for (StageCosts& stage : plan.costs.stages.front())
                stage.optimizer = kOptimizer / (plan.schedule.stages() / 4);
            RunRequest request = unclipped(plan, mode);
            request.model.layers = plan.schedule.stages();
            FakeDevice device(inPlannedTimes(request, kOptimizer));
            ASSERT_NE(runOn(device, request).done(), nullptr);
            const std::vector<Timeline> steps = stepsOn(device, request);
            const Iterations planned = simulateIterations(plan, request.steps, mode);
            for (std::size_t step = 0; step < steps.size(); ++step)
                for (std::size_t rank = 0; rank < 4; ++rank)
                    for (std::size_t at = 0; at < steps[step].lanes[rank].size(); ++at) {
                        const Span& got = steps[step].lanes[rank][at];
                        // Texts, and the squares of gradients, take a microsecond for each kernel.
                        EXPECT_NEAR(static_cast<double>(got.start),
                                    static_cast<double>(planned.timelines[step].lanes[rank][at].start),
                                    static_cast<double>(kTimeUnit) / 4)
                            << "step " << step << ", " << toText(got.op);
                    }
        }
}

TEST(StepBorders, ClocksAreComparedAnewWithoutReadingTimeBackwards) {
    FakeDevice device;
    const Stream compute = device.stream(0, StreamUse::Compute);
    DeviceClock clock(device, device.stream(0, StreamUse::Receive));
    const Matrix memory{device.take(4), NumberKind::Float, 1, 1, 1};
    std::array<lanewright::engine::Event, 2> marks{device.makeEvent(true), device.makeEvent(true)};
    clock.align();
    Time last = 0;
    // What is begun before a border is read behind it.
    for (std::size_t step = 0; step < 6; ++step) {
        device.clear(compute, memory.data, 4);
        device.record(marks[step % 2], compute);
        ASSERT_TRUE(device.drain());
        ASSERT_TRUE(device.isDone(marks[step % 2]));
        sleepUntil(now() + DeviceClock::kOld);
        clock.alignAhead();
        const Time when = clock.when(marks[step % 2]);
        EXPECT_LT(last, when) << "drift is taken out";
        last = when;
    }
    device.giveBack(static_cast<std::byte*>(memory.data));
}

TEST(StepBorders, ClocksThatWereJustComparedAreNotComparedAgain) {
    FakeDevice device;
    const Stream compute = device.stream(0, StreamUse::Compute);
    DeviceClock clock(device, device.stream(0, StreamUse::Receive));
    const Matrix memory{device.take(4), NumberKind::Float, 1, 1, 1};
    const lanewright::engine::Event mark = device.makeEvent(true);
    const lanewright::engine::Event later = device.makeEvent(true);
    const auto recordBoth = [&] {
        for (const lanewright::engine::Event& event : {mark, later}) {
            device.clear(compute, memory.data, 4);
            device.record(event, compute);
            ASSERT_TRUE(device.drain());
            ASSERT_TRUE(device.isDone(event));
        }
    };
    clock.align();
    recordBoth();
    clock.align();
    EXPECT_LT(clock.when(mark), clock.when(later)) << "both are read against what was recorded before them";
    clock.forget();
    clock.align();
    EXPECT_THROW(clock.when(mark), std::logic_error) << "of what was forgotten nothing is left";
    recordBoth();
    EXPECT_LT(clock.when(mark), clock.when(later));
    sleepUntil(now() + DeviceClock::kOld);
    clock.align();
    EXPECT_THROW(clock.when(mark), std::logic_error) << "of an old comparison nothing is left";
    device.giveBack(static_cast<std::byte*>(memory.data));
}

TEST(StepBorders, BeginsTheNextStepBeforeTheLastLaneHasEnded) {
    const RunRequest request = unclipped(planOf("zb-h2", 4, 8), OptimizerMode::PostValidated);
    FakeDevice device(inPlannedTimes(request, 0));
    ASSERT_NE(runOn(device, request).done(), nullptr);
    const std::vector<Timeline> steps = stepsOn(device, request);
    // Rank 0 is through three units before rank 3, and runs the first of its seven forwards meanwhile.
    const Lane& first = steps[1].lanes[0];
    const Time end = steps[0].lanes[3].back().end;
    EXPECT_LT(first[0].start, end - 2 * kTimeUnit);
    EXPECT_LT(first[1].end, end);
    EXPECT_EQ(first[6].op.kind, OpKind::F);
    // What needs the decision does not.
    for (const Lane& lane : steps[1].lanes)
        for (const Span& span : lane)
            if (isBackward(span.op.kind)) {
                EXPECT_GE(span.start, end);
            }
}

} // namespace

} // namespace lanewright::engine::test
