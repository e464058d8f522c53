// SPDX-License-Identifier: Apache-2.0
#include "core/measured/profile/profile.h"
#include "tests/core/trace/kineto_writer.h"
#include "tests/core/trace/trace_files.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;
using test::addStep;
using test::KinetoWriter;
using test::op;

namespace {

constexpr const char* kAutograd = "autograd::engine::evaluate_function: AddmmBackward0";

/// Two ranks and one microbatch. Rank 1 comes to its forward at `due`, gathers and casts parameters for 4.5, and goes
/// on at 114 or when that is done: the value was made at 110.
void addCastStep(KinetoWriter& first, KinetoWriter& second, double due) {
    const double begin = std::max(114.0, due + 6);
    first.range("0F0", 100, 10);
    first.event("cpu_op", "aten::_to_copy", 7, 100, 3);
    first.event("cpu_op", "aten::linear", 7, 104, 5);
    first.range("0SEND_F0", 110, 1);
    first.range("0RECV_B0", 111, 1);
    first.range("0B0", 112, begin + 60 - 112);
    first.event("cpu_op", kAutograd, 7, begin + 40, 20);
    second.range("1RECV_F0", 100, 1);
    second.range("1F0", due, begin + 17 - due);
    second.event("cpu_op", "aten::to", 7, due + 1, 3);
    second.event("cpu_op", "aten::_to_copy", 7, due + 1, 2); // within
    second.event("cpu_op", "aten::copy_", 7, due + 4.5, 1);
    second.event("cpu_op", "aten::linear", 7, begin, 16);
    second.range("1B0", begin + 17, 20);
    second.event("cpu_op", kAutograd, 7, begin + 17, 20);
    second.range("1SEND_B0", begin + 37, 1);
}

ImportedRun importedPair(const KinetoWriter& first, const KinetoWriter& second) {
    const test::TraceFolder folder;
    folder.write("rank0_trace.json", first.text());
    folder.write("rank1_trace.json", second.text());
    return test::imported({folder.path()});
}

std::vector<Activity> othersOf(const lanewright::Run& run, ActivityKind kind, int rank) {
    std::vector<Activity> found;
    for (const Activity& activity : run.steps.at(0).others)
        if (activity.kind == kind && activity.rank == rank)
            found.push_back(activity);
    return found;
}

} // namespace

TEST(Kineto, CastsInFrontOfTheWaitAreWorkAndTheWaitIsNone) {
    KinetoWriter first{0}, second{1};
    addCastStep(first, second, 101);
    const lanewright::Run run = importedPair(first, second).run;
    EXPECT_EQ(test::laneText(run, 0).substr(0, 17), "F0.0 [0, 10000]\nB") << "nobody sends stage 0 anything";
    EXPECT_EQ(test::laneText(run, 1), "F1.0 [14000, 31000]\nBW1.0 [31000, 51000]\n");
    EXPECT_EQ(othersOf(run, ActivityKind::Wait, 1),
              (std::vector<Activity>{
                  {.kind = ActivityKind::Wait, .rank = 1, .start = 6500, .end = 14000, .op = op("F1.0")}}));
    EXPECT_EQ(
        othersOf(run, ActivityKind::Part, 1),
        (std::vector<Activity>{{.kind = ActivityKind::Part, .rank = 1, .start = 2000, .end = 6500, .op = op("F1.0")}}));
    const Profile profile = profileOf(run);
    EXPECT_EQ(profile.stages.at(1).forward.mean, 17000 + 4500);
    EXPECT_EQ(profile.send.mean, 1000);
    ASSERT_EQ(profile.links.size(), 2u);
    EXPECT_TRUE(profile.links[0].waitedFor);
    EXPECT_EQ(profile.links[0].transfer.mean, 4000 - 1000 - 1000) << "from 110 to 114, less what both hosts were busy";
}

TEST(Kineto, CastsOfAnOpWhoseValueLayReadyBeginIt) {
    KinetoWriter first{0}, second{1};
    addCastStep(first, second, 150);
    const lanewright::Run run = importedPair(first, second).run;
    EXPECT_EQ(test::laneText(run, 1), "F1.0 [51000, 73000]\nBW1.0 [73000, 93000]\n");
    const Profile profile = profileOf(run);
    EXPECT_EQ(profile.stages.at(1).forward.mean, 22000);
    for (const LinkProfile& link : profile.links)
        EXPECT_EQ(link.waitedFor, link.from == 1) << "the gradient was waited for, the activation lay ready";
}

TEST(Kineto, OnAGpuKernelsInFrontOfTheReceiveAreWorkAndTheBreakIsNone) {
    KinetoWriter first{0}, second{1};
    first.range("0F0", 0, 5);
    first.launch(7, 1, 1);
    first.kernel("gemm", 7, 10, 50, 1);
    first.range("0B0", 10, 5);
    first.launch(9, 11, 2);
    first.kernel("gemm", 7, 200, 50, 2);
    second.range("1RECV_F0", 0, 1);
    second.launch(7, 0.5, 1);
    second.kernel("ncclDevKernel_SendRecv", 20, 5, 60, 1);
    second.range("1F0", 2, 5);
    second.launch(7, 3, 2);
    second.launch(7, 4, 3);
    second.kernel("copy_kernel", 7, 8, 4, 2);
    second.kernel("gemm", 7, 66, 30, 3);
    second.range("1B0", 10, 5);
    second.launch(9, 11, 4);
    second.kernel("gemm", 7, 100, 60, 4);
    const lanewright::Run run = importedPair(first, second).run;
    EXPECT_EQ(test::laneText(run, 1), "F1.0 [56000, 86000]\nBW1.0 [90000, 150000]\n");
    EXPECT_EQ(othersOf(run, ActivityKind::Part, 1).at(0).end, 2000);
}

TEST(Kineto, AKernelThatOutlastsTheNextOneIsCutAndNamed) {
    KinetoWriter trace{0};
    trace.range("0F0", 0, 5);
    trace.launch(7, 1, 1);
    trace.launch(7, 2, 2);
    trace.kernel("gemm_long", 7, 10, 500, 1);
    trace.kernel("gemm", 7, 40, 20, 2);
    trace.range("0B0", 10, 5);
    trace.launch(9, 11, 3);
    trace.kernel("gemm", 7, 70, 30, 3);
    const test::TraceFolder folder;
    const ImportedRun job = test::imported({folder.write("rank0.json", trace.text())});
    EXPECT_EQ(test::laneText(job.run, 0), "F0.0 [0, 50000]\nBW0.0 [60000, 90000]\n");
    EXPECT_NE(test::notesOf(job).find("1 kernel, gemm_long, lasts far into the next one on its stream, and was cut "
                                      "where that begins, from 0.500 ms to 0.030 ms"),
              std::string::npos)
        << test::notesOf(job);
}

TEST(Kineto, TheLastKernelWithAnImpossibleEndIsLeftOutAndNamedAsAreThoseWithoutTimes) {
    KinetoWriter trace{0};
    trace.range("0F0", 0, 5);
    trace.launch(7, 1, 1);
    trace.kernel("gemm", 7, 10, 20, 1);
    trace.range("0B0", 10, 5);
    for (int launch = 2; launch <= 4; ++launch)
        trace.launch(9, 9.0 + launch, launch);
    trace.kernel("gemm", 7, 40, 20, 2);
    trace.kernel("gemm_back", 7, 62, -5, 3);
    trace.kernel("gemm_huge", 7, 61, 1.24e16, 3);
    trace.kernel("gemm_endless", 7, 60, 124e6, 4);
    const test::TraceFolder folder;
    const ImportedRun job = test::imported({folder.write("rank0.json", trace.text())});
    EXPECT_EQ(test::laneText(job.run, 0), "F0.0 [0, 20000]\nBW0.0 [30000, 50000]\n");
    const std::string notes = test::notesOf(job);
    EXPECT_NE(notes.find("1 kernel, gemm_endless, lasts far beyond all that was recorded (124000.000 ms)"),
              std::string::npos)
        << notes;
    EXPECT_NE(notes.find("2 kernels, such as gemm_back, end before they begin"), std::string::npos) << notes;
}

TEST(Kineto, KernelsWithoutTheirLaunchesAreOfAJobWithGraphsOnlyWhereOneWasLaunched) {
    KinetoWriter trace{0};
    trace.range("0F0", 0, 5);
    trace.range("0B0", 10, 5);
    trace.kernel("gemm", 7, 10, 20, 1);
    trace.kernel("gemm", 7, 40, 20, 2);
    const test::TraceFolder folder;
    const auto why = [&] { return test::refusal({folder.write("rank0.json", trace.text())}); };
    EXPECT_NE(why().find("profile the job with the activities CPU and CUDA, both"), std::string::npos) << why();
    trace.event("cuda_runtime", "cudaGraphLaunch", 9, 30, 1);
    EXPECT_NE(why().find("the job ran CUDA graphs"), std::string::npos) << why();
}

TEST(Kineto, AJobOnGpusProfiledWithoutThemIsRefused) {
    for (const char* name : {"cudaLaunchKernel", "nccl:send 0->1"}) {
        KinetoWriter trace{0};
        trace.range("0F0", 0, 5);
        trace.range("0B0", 10, 5);
        trace.event(name[0] == 'n' ? "user_annotation" : "cuda_runtime", name, 7, 1, 1);
        const test::TraceFolder folder;
        const std::string why = test::refusal({folder.write("rank0.json", trace.text())});
        EXPECT_NE(why.find("profile the job with the activity CUDA, too"), std::string::npos) << why;
    }
}

TEST(Kineto, KernelsOfACudaGraphAreRefusedByTheirNameAndLaunch) {
    KinetoWriter trace{0};
    trace.range("0F0", 0, 5);
    trace.launch(7, 1, 1);
    trace.range("0B0", 10, 5);
    trace.launch(9, 11, 2);
    trace.kernel("gemm_forward", 7, 10, 20, 2);
    trace.kernel("gemm_backward", 7, 40, 20, 2);
    const test::TraceFolder folder;
    const std::string why = test::refusal({folder.write("rank0.json", trace.text())});
    EXPECT_NE(
        why.find("2 kernels, such as gemm_backward, bear the correlation 2 of one launch, in PP:0B0, as those of a "
                 "CUDA graph do"),
        std::string::npos)
        << why;
}

TEST(Kineto, KernelsWithoutACorrelationAreRefusedWhereTheyAreMostElseNoted) {
    KinetoWriter trace{0};
    trace.range("0F0", 0, 5);
    trace.launch(7, 1, 1);
    trace.range("0B0", 10, 5);
    trace.launch(9, 11, 2);
    trace.event("kernel", "gemm_lost", 7, 10, 20, "", 0);
    const test::TraceFolder folder;
    const std::string why = test::refusal({folder.write("rank0.json", trace.text())});
    EXPECT_NE(why.find("1 of its 1 kernels, such as gemm_lost, have no correlation"), std::string::npos) << why;
    trace.kernel("gemm", 7, 10, 20, 1);
    trace.kernel("gemm", 7, 40, 20, 2);
    const ImportedRun job = test::imported({folder.write("rank0.json", trace.text())});
    EXPECT_NE(test::notesOf(job).find("1 kernel, gemm_lost, has no correlation and was left out"), std::string::npos)
        << test::notesOf(job);
}

TEST(Kineto, RangesWithoutOperatorsAreOpsWithTheirWaitsAndThatIsSaid) {
    KinetoWriter first{0}, second{1};
    first.range("0F0", 100, 10);
    first.range("0B0", 111, 60);
    second.range("1F0", 101, 20);
    second.range("1B0", 121, 20);
    const ImportedRun job = importedPair(first, second);
    EXPECT_EQ(test::laneText(job.run, 1), "F1.0 [1000, 21000]\nBW1.0 [21000, 41000]\n");
    EXPECT_TRUE(job.run.recorder->waitsInside);
    EXPECT_EQ(othersOf(job.run, ActivityKind::Wait, 0).size(), 0u) << "what gaps there are, waits lie within";
    EXPECT_NE(test::notesOf(job).find("there are no operators (`cpu_op`) and no kernels in its ranges"),
              std::string::npos)
        << test::notesOf(job);
}

TEST(Kineto, AnOpWithoutOperatorsAmongOthersLastsAsLongAsItsRangeAndThatIsSaid) {
    KinetoWriter trace{0};
    trace.op("0F0", 0, 0, 10);
    trace.range("0B0", 20, 40);
    const test::TraceFolder folder;
    const ImportedRun job = test::imported({folder.write("rank0.json", trace.text())});
    EXPECT_EQ(test::laneText(job.run, 0), "F0.0 [0, 10000]\nBW0.0 [20000, 60000]\n");
    EXPECT_TRUE(job.run.recorder->waitsInside);
    EXPECT_NE(test::notesOf(job).find("1 op holds no operator (`cpu_op`)"), std::string::npos) << test::notesOf(job);
}

TEST(Kineto, FoldersOfOneJobGoTogetherAndStepsApartHaveNoTimePerIteration) {
    const test::TraceFolder folder;
    std::vector<std::string> paths;
    for (const int number : {9, 19, 4, 14}) {
        KinetoWriter first{0}, second{1};
        addStep(first, second, 1000.0 * number);
        for (KinetoWriter* writer : {&first, &second})
            writer->event("user_annotation", "ProfilerStep#" + std::to_string(number), 7, 1000.0 * number - 5, 200);
        const std::string name = "iteration_" + std::to_string(number);
        paths.push_back(folder.write(name + "rank0_trace.json", first.text()));
        paths.push_back(folder.write(name + "rank1_trace.json", second.text()));
    }
    const ImportedRun job = test::imported(paths);
    ASSERT_EQ(job.run.steps.size(), 4u);
    EXPECT_EQ(job.run.steps[0].step, 4);
    EXPECT_EQ(job.run.steps[3].step, 19);
    EXPECT_FALSE(iterationTimeOf(job.run));
    EXPECT_TRUE(stepsStandApart(job.run));
    EXPECT_NE(test::notesOf(job).find("the steps don't follow each other"), std::string::npos) << test::notesOf(job);
}

TEST(Kineto, AForeignFileInTheFolderIsLeftOutAndNamed) {
    KinetoWriter first{0}, second{1}, other{0};
    addStep(first, second, 100);
    other.event("cpu_op", "aten::linear", 7, 0, 10);
    const test::TraceFolder folder;
    folder.write("rank0_trace.json", first.text());
    folder.write("rank1_trace.json", second.text());
    const std::string foreign = folder.write("a_other.json", other.text());
    const ImportedRun job = test::imported({folder.path()});
    EXPECT_EQ(job.run.plan.schedule.ranks(), 2);
    EXPECT_NE(
        test::notesOf(job).find("1 file without an action of PyTorch's pipelining runtime was left out: " + foreign),
        std::string::npos)
        << test::notesOf(job);
}

TEST(Kineto, RefusalsNameWhatWouldWork) {
    const test::TraceFolder folder;
    const auto why = [&](const std::string& name) {
        KinetoWriter trace{0};
        trace.event("user_annotation", name, 7, 0, 10);
        return test::refusal({folder.write("trace.json", trace.text())});
    };
    EXPECT_NE(why("DistributedDataParallel.forward").find("there is no pipeline to show"), std::string::npos);
    EXPECT_NE(why("deepspeed/runtime/pipe/engine.py(363): train_batch").find("--mapping FILE"), std::string::npos);
    EXPECT_NE(why("megatron/core/pipeline_parallel/schedules.py").find("`lanewright.megatron`"), std::string::npos);
    EXPECT_NE(why("PjitFunction(train_step)").find("JAX or XLA (PjitFunction(train_step))"), std::string::npos);
    EXPECT_NE(why("my_step").find("`python -m lanewright.run`"), std::string::npos);
    KinetoWriter drawn{0};
    drawn.event("computation", "0F0", 0, 0, 1);
    EXPECT_NE(test::refusal({folder.write("trace.json", drawn.text())}).find("`_dump_chrometrace` drew, such as 0F0"),
              std::string::npos);
}

TEST(Kineto, ABareListOfEventsIsOneOfTheProfilersToo) {
    KinetoWriter first{0}, second{1};
    addStep(first, second, 100);
    const auto bare = [](const std::string& text) {
        const std::size_t from = text.find('[');
        return text.substr(from, text.rfind(']') + 1 - from);
    };
    const test::TraceFolder folder;
    folder.write("rank0.json", bare(first.text()));
    folder.write("rank1.json", bare(second.text()));
    EXPECT_EQ(test::imported({folder.path()}).run.plan.schedule.ranks(), 2);
}
