// SPDX-License-Identifier: Apache-2.0
#include "tests/core/trace/kineto_writer.h"
#include "tests/core/trace/trace_files.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;
using test::addStep;
using test::KinetoWriter;
using test::op;

TEST(Kineto, OnACpuAnOpBeginsWithItsFirstOperatorAndItsWaitStandsApart) {
    KinetoWriter first{0}, second{1};
    addStep(first, second, 100);
    const test::TraceFolder folder;
    folder.write("rank0_trace.json.gz", first.text());
    folder.write("rank1_trace.json", second.text(true));
    const lanewright::Run run = test::imported({folder.path()}).run;
    EXPECT_EQ(test::laneText(run, 0), "F0.0 [0, 10000]\nB0.0 [33000, 33000]\nW0.0 [33000, 47000]\n");
    EXPECT_EQ(test::laneText(run, 1), "F1.0 [12000, 22000]\nB1.0 [22000, 30000]\nW1.0 [31000, 37000]\n");
    const auto& others = run.steps.at(0).others;
    const auto wait = std::ranges::find_if(others, [](const Activity& activity) {
        return activity.kind == ActivityKind::Wait && activity.op == op("F1.0");
    });
    ASSERT_NE(wait, others.end());
    EXPECT_EQ(wait->end - wait->start, 12000);
    EXPECT_EQ(run.backend, "cpu");
    EXPECT_EQ(run.recorder->deviceClock, "host");
}

TEST(Kineto, SaysThatRanksOfTheJobAreMissing) {
    KinetoWriter first{0}, second{1};
    addStep(first, second, 100);
    const test::TraceFolder folder;
    folder.write("rank1_trace.json", second.text());
    const auto notesWith = [&](const char* worldSize) {
        std::string text = first.text();
        text.replace(text.find("\"rank\":0"), 8, std::string{"\"rank\":0,\"world_size\":"} + worldSize);
        folder.write("rank0_trace.json", text);
        return test::notesOf(test::imported({folder.path()}));
    };
    EXPECT_NE(notesWith("4").find("traces of 2 of the job's 4 ranks are here"), std::string::npos);
    EXPECT_EQ(notesWith("2").find("of the job's"), std::string::npos);
}

TEST(Kineto, TracesWithDifferentBasesGiveTheSamePicture) {
    constexpr Time kThreeMonths = 7'889'238;
    const test::TraceFolder folder;
    std::vector<std::string> lanes;
    for (const bool shifted : {false, true}) {
        KinetoWriter first{0}, second{1};
        KinetoWriter late{1, 1'790'857'026'000'000'000 + kThreeMonths * 1'000'000'000};
        addStep(first, shifted ? late : second, 8'000'000'000'000.0);
        if (shifted) { // the same moments, from another base
            late = KinetoWriter{1, 1'790'857'026'000'000'000 + kThreeMonths * 1'000'000'000};
            KinetoWriter unused{0};
            addStep(unused, late, 8'000'000'000'000.0 - kThreeMonths * 1e6);
        }
        folder.write("rank0_trace.json", first.text());
        folder.write("rank1_trace.json", shifted ? late.text() : second.text());
        const lanewright::Run run = test::imported({folder.path()}).run;
        EXPECT_EQ(run.clocks.source, ClockSource::Raw);
        lanes.push_back(test::laneText(run, 0) + test::laneText(run, 1));
    }
    EXPECT_EQ(lanes[0], lanes[1]);
}

TEST(Kineto, AStepBeginsWhereAnActionComesAgain) {
    KinetoWriter first{0}, second{1};
    for (int step = 0; step < 3; ++step)
        addStep(first, second, 100 + 100 * step);
    const test::TraceFolder folder;
    folder.write("rank0_trace.json", first.text());
    folder.write("rank1_trace.json", second.text());
    const lanewright::Run plain = test::imported({folder.path()}).run;
    ASSERT_EQ(plain.steps.size(), 3u);
    EXPECT_EQ(plain.steps[2].step, 2);
    EXPECT_EQ(plain.steps[2].start, 200000);
    for (KinetoWriter* writer : {&first, &second})
        for (int step = 0; step < 3; ++step)
            writer->event("user_annotation", "ProfilerStep#" + std::to_string(7 + step), 7, 99 + 100 * step, 90);
    folder.write("rank0_trace.json", first.text());
    folder.write("rank1_trace.json", second.text());
    const lanewright::Run numbered = test::imported({folder.path()}).run;
    ASSERT_EQ(numbered.steps.size(), 3u);
    EXPECT_EQ(numbered.steps[0].step, 7);
    EXPECT_EQ(numbered.steps[2].step, 9);
}

TEST(Kineto, RanksComeFromTheTraceElseFromTheNameElseAreRefused) {
    KinetoWriter first{0}, second{1};
    addStep(first, second, 100);
    const test::TraceFolder folder;
    folder.write("rank-0.json", first.text(false, false));
    folder.write("rank-1.json", second.text(false, false));
    EXPECT_EQ(test::imported({folder.path()}).run.plan.schedule.ranks(), 2);
    const test::TraceFolder nameless;
    nameless.write("a.json", first.text(false, false));
    nameless.write("b.json", second.text(false, false));
    EXPECT_NE(test::refusal({nameless.path()}).find("says which rank it is of"), std::string::npos);
    const test::TraceFolder twice;
    twice.write("a.json", first.text());
    twice.write("b.json", first.text());
    EXPECT_EQ(test::refusal({twice.path()}), twice.path() + "/b.json: it is of rank 0 and of the same time, as is " +
                                                 twice.path() + "/a.json; give one file of each rank");
}

TEST(Kineto, AStageThatSendsItsOutputOnIsNotTheLast) {
    KinetoWriter first{0}, second{1};
    addStep(first, second, 100);
    const test::TraceFolder folder;
    EXPECT_EQ(test::refusal({folder.write("rank0_trace.json", first.text())}),
              ": no trace is of stage 1; give those of all ranks");
}

TEST(Kineto, RanksWithTheSameStagesAreReplicas) {
    const test::TraceFolder folder;
    for (int replica = 0; replica < 2; ++replica) {
        KinetoWriter first{replica}, second{2 + replica};
        addStep(first, second, 100 + replica);
        folder.write("rank" + std::to_string(replica) + ".json", first.text());
        folder.write("rank" + std::to_string(2 + replica) + ".json", second.text());
    }
    const ImportedRun job = test::imported({folder.path()});
    EXPECT_EQ(job.run.plan.schedule.ranks(), 2);
    EXPECT_EQ(job.report.replicas, 2);
}

TEST(Kineto, APairIsOneBlockOfTwoPartsAndRangesInsideDoNotCount) {
    KinetoWriter trace{0};
    trace.op("0F0", 0, 0, 10);
    trace.range("(0F1;0B0)OVERLAP_F_B", 20, 40);
    trace.range("0F1", 21, 5); // inside
    trace.event("user_annotation", "my block", 7, 22, 3);
    trace.event("cpu_op", "aten::linear", 7, 22, 8);
    trace.event("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", 7, 35, 10);
    trace.op("0B1", 70, 0, 10);
    const test::TraceFolder folder;
    const lanewright::Run run = test::imported({folder.write("rank0.json", trace.text())}).run;
    EXPECT_EQ(test::laneText(run, 0), "F0.0 [0, 10000]\nF0.1+BW0.0 [22000, 60000]\nBW0.1 [70000, 80000]\n");
    const auto& others = run.steps.at(0).others;
    ASSERT_EQ(others.size(), 2u);
    EXPECT_EQ(others[0], (Activity{.kind = ActivityKind::Part, .start = 22000, .end = 30000, .op = op("F0.1")}));
    EXPECT_EQ(others[1], (Activity{.kind = ActivityKind::Part, .start = 35000, .end = 60000, .op = op("BW0.0")}));
}

TEST(Kineto, TheLaterOpOfAPairWaitsBehindTheOther) {
    KinetoWriter first{0}, second{1};
    first.op("0F0", 0, 0, 10);
    first.range("(0F1;0B0)OVERLAP_F_B", 20, 40);
    first.event("cpu_op", "aten::linear", 7, 22, 8);
    first.event("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", 7, 45, 13);
    first.op("0B1", 60, 21, 10);
    second.op("1F0", 11, 0, 9);
    second.op("1B0", 20, 0, 20);
    second.op("1F1", 61, 0, 6);
    second.op("1B1", 67, 0, 13);
    const test::TraceFolder folder;
    folder.write("rank0_trace.json", first.text());
    folder.write("rank1_trace.json", second.text());
    const lanewright::Run run = test::imported({folder.path()}).run;
    EXPECT_EQ(test::laneText(run, 0), "F0.0 [0, 10000]\nF0.1+BW0.0 [22000, 60000]\nBW0.1 [81000, 91000]\n");
    std::vector<Activity> waits;
    for (const Activity& activity : run.steps.at(0).others)
        if (activity.kind == ActivityKind::Wait && activity.rank == 0)
            waits.push_back(activity);
    EXPECT_EQ(waits, (std::vector<Activity>{{.start = 30000, .end = 45000, .op = op("BW0.0")},
                                            {.start = 60000, .end = 81000, .op = op("BW0.1")}}));
}

TEST(Kineto, OnAGpuKernelsAreFoundByTheirLaunchesWhateverThreadLaunchedThem) {
    KinetoWriter trace{0};
    // Launched by autograd's thread 9, run long after; the range's projection on the GPU lies elsewhere.
    trace.range("0F0", 0, 10);
    trace.launch(7, 2, 1);
    trace.kernel("gemm", 7, 100, 50, 1);
    trace.range("0B0", 20, 10);
    trace.launch(9, 22, 2);
    trace.launch(9, 24, 3);
    trace.launch(9, 25, 4);
    trace.kernel("gemm", 7, 160, 30, 2);
    trace.kernel("gemm", 7, 195, 25, 3);
    trace.kernel("ncclDevKernel_AllReduce", 7, 150, 500, 4);
    trace.event("gpu_user_annotation", "PP:0B0", 7, 20, 1, "", 0);
    const test::TraceFolder folder;
    const lanewright::Run run = test::imported({folder.write("rank0.json", trace.text())}).run;
    EXPECT_EQ(test::laneText(run, 0), "F0.0 [0, 50000]\nBW0.0 [60000, 120000]\n");
    EXPECT_EQ(run.steps.at(0).launched.at(0), (std::vector<Time>{-98000, -78000}));
    EXPECT_EQ(run.backend, "cuda");
    EXPECT_EQ(run.recorder->deviceClock, "cupti");
}

TEST(Kineto, WhatHoldsNoActionIsRefusedWithTheReason) {
    const test::TraceFolder folder;
    KinetoWriter plain{0};
    plain.event("user_annotation", "Forward 0", 7, 0, 10);
    EXPECT_NE(test::refusal({folder.write("gpipe.json", plain.text())}).find("name no stage"), std::string::npos);
    KinetoWriter none{0};
    none.event("cpu_op", "aten::linear", 7, 0, 10);
    EXPECT_NE(test::refusal({folder.write("none.json", none.text())}).find("holds no action"), std::string::npos);
    KinetoWriter graphs{0};
    graphs.range("0F0", 0, 10);
    graphs.event("cuda_runtime", "cudaGraphLaunch", 7, 20, 2);
    graphs.kernel("gemm", 7, 100, 50, 1);
    EXPECT_NE(
        test::refusal({folder.write("graphs.json", graphs.text())}).find("none of its kernels, such as gemm, was"),
        std::string::npos);
    KinetoWriter forward{0};
    forward.op("0F0", 0, 0, 10);
    EXPECT_EQ(test::refusal({folder.write("eval.json", forward.text())}),
              "step 0: no step has a backward: this is an evaluation, not training");
    KinetoWriter second{1};
    second.op("1F0", 0, 0, 10);
    second.op("1B0", 10, 0, 10);
    EXPECT_EQ(test::refusal({folder.write("half.json", second.text())}),
              ": no trace is of stage 0; give those of all ranks");
}

TEST(Kineto, AFileCutInItsMiddleGivesItsWholeStepsAndSaysSo) {
    KinetoWriter first{0};
    for (int step = 0; step < 2; ++step) {
        first.op("0F0", 100 * step, 0, 10);
        first.op("0B0", 100 * step + 20, 0, 10);
    }
    const std::string text = first.text();
    const test::TraceFolder folder;
    const ImportedRun job = test::imported({folder.write("rank0.json", text.substr(0, text.rfind("PP:0B0") - 30))});
    EXPECT_EQ(job.run.steps.size(), 1u);
    EXPECT_TRUE(job.run.partial);
    EXPECT_NE(test::notesOf(job).find("the file ends in the middle"), std::string::npos) << test::notesOf(job);
}

TEST(Kineto, ARefusalSaysWhichFilesWereCut) {
    KinetoWriter first{0}, second{1};
    addStep(first, second, 100);
    const std::string text = second.text();
    const test::TraceFolder folder;
    folder.write("rank0_trace.json", first.text());
    const std::string cut = folder.write("rank1_trace.json", text.substr(0, text.find("PP:1I0") - 30));
    EXPECT_EQ(test::refusal({folder.path()}), "step 0: BW1.0 is missing; no step is whole; " + cut +
                                                  ": the file ends in the middle; what stands before was taken");
    const std::string none = folder.write("rank1_trace.json", text.substr(0, text.find("PP:1RECV_F0") - 30));
    EXPECT_NE(test::refusal({folder.path()}).find(none + ": the file ends in the middle"), std::string::npos);
    EXPECT_NE(test::refusal({none}).find("Schedule1F1B makes none). Record a job of PyTorch"), std::string::npos);
}

TEST(Kineto, SeveralStepsInOneOfTheProfilersAreSeveralSteps) {
    KinetoWriter first{0}, second{1};
    addStep(first, second, 100);
    addStep(first, second, 200); // gradients of both are added before the optimizer steps
    for (KinetoWriter* writer : {&first, &second})
        writer->event("user_annotation", "ProfilerStep#7", 7, 90, 200);
    const test::TraceFolder folder;
    folder.write("rank0_trace.json", first.text());
    folder.write("rank1_trace.json", second.text());
    EXPECT_EQ(test::imported({folder.path()}).run.steps.size(), 2u);
}

TEST(Kineto, AStepThatTheProfilerCameTooLateForIsLeftOut) {
    KinetoWriter first{0}, second{1};
    first.op("0W0", 34, 0, 14); // the end of a step
    second.op("1W0", 32, 0, 6);
    addStep(first, second, 100);
    const test::TraceFolder folder;
    folder.write("rank0_trace.json", first.text());
    folder.write("rank1_trace.json", second.text());
    const ImportedRun job = test::imported({folder.path()});
    ASSERT_EQ(job.run.steps.size(), 1u);
    EXPECT_EQ(job.run.steps[0].wall.lanes.at(0).size(), 3u);
    EXPECT_TRUE(job.run.partial);
    EXPECT_NE(test::notesOf(job).find("1 step was traced in part only"), std::string::npos) << test::notesOf(job);
}

TEST(Kineto, OfRanksThatWereTracedForOtherStepsTheCommonOnesAreTaken) {
    KinetoWriter first{0}, second{1}, unused{0};
    for (int step = 0; step < 3; ++step)
        addStep(first, step == 0 ? unused : second, 100 + 100 * step);
    for (int step = 0; step < 3; ++step) {
        const std::string name = "ProfilerStep#" + std::to_string(7 + step);
        first.event("user_annotation", name, 7, 99 + 100 * step, 90);
        if (step > 0)
            second.event("user_annotation", name, 7, 99 + 100 * step, 90);
    }
    const test::TraceFolder folder;
    folder.write("rank0_trace.json", first.text());
    folder.write("rank1_trace.json", second.text());
    const ImportedRun job = test::imported({folder.path()});
    ASSERT_EQ(job.run.steps.size(), 2u);
    EXPECT_EQ(job.run.steps[0].step, 8);
    EXPECT_NE(test::notesOf(job).find("not in the traces of all ranks"), std::string::npos) << test::notesOf(job);
}

TEST(Kineto, StacksOfPythonCountForNothing) {
    std::vector<std::string> lanes;
    for (const bool withStacks : {false, true}) {
        KinetoWriter first{0}, second{1};
        addStep(first, second, 100);
        for (int depth = 0; withStacks && depth < 200; ++depth)
            first.event("python_function", "schedules.py(3728): step", 7, 90 + 0.1 * depth, 60);
        const test::TraceFolder folder;
        folder.write("rank0.pt.trace.json.gz", first.text());
        folder.write("rank1.pt.trace.json", second.text());
        lanes.push_back(test::laneText(test::imported({folder.path()}).run, 0));
    }
    EXPECT_EQ(lanes[0], lanes[1]);
}
