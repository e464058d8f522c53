// SPDX-License-Identifier: Apache-2.0
#include "tests/core/trace/trace_files.h"

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

constexpr const char* kConfig = R"({"pp_size": 2, "vp_size": 1, "num_mbs": 2})";

std::string job(const test::TraceFolder& folder, const std::string& first, const std::string& second,
                const char* config = kConfig) {
    folder.write("config.json", config);
    folder.write("pp_rank_0.json", first);
    folder.write("pp_rank_1.json", second);
    return folder.path();
}

constexpr const char* kFirst = R"({"1": {"total": 110, "memory": 9.5, "fwd_start": [0, 11], "fwd_end": [10, 21],
    "bwd_start": [43, 73], "bwd_end": [63, 93], "wgrad_start": [], "wgrad_end": []}})";
constexpr const char* kSecond = R"({"1": {"total": 90, "memory": 9.5, "fwd_start": [0, 31], "fwd_end": [10, 41],
    "bwd_start": [11, 41], "bwd_end": [31, 61], "wgrad_start": [], "wgrad_end": []}})";

std::string withMoreSteps(std::string dump, const std::string& more) {
    dump.replace(dump.rfind('}'), 1, more + "}");
    return dump;
}

} // namespace

TEST(Primus, EachRanksOwnClockIsAligned) {
    const test::TraceFolder folder;
    const ImportedRun imported = test::imported({job(folder, kFirst, kSecond)});
    EXPECT_EQ(imported.report.format, "primus");
    EXPECT_EQ(imported.run.clocks.source, ClockSource::Dependencies);
    EXPECT_EQ(imported.run.clocks.offset[1], 11'000'000); // F1.0 from 10 at the earliest, BW0.0 from 43 at the latest
    EXPECT_EQ(imported.run.clockUncertainty[1], 1'000'000);
    EXPECT_EQ(imported.report.files, 3);
}

TEST(Primus, EachStepHasClocksOfItsOwn) {
    const test::TraceFolder folder;
    // In its second step rank 1 counts from 500 ms later, in the third from where no clock fits.
    const std::string first =
        withMoreSteps(kFirst, R"(, "2": {"total": 110, "fwd_start": [0, 11], "fwd_end": [10, 21], "bwd_start": [43, 73],
        "bwd_end": [63, 93]}, "3": {"total": 20, "fwd_start": [0, 4], "fwd_end": [4, 8], "bwd_start": [9, 14],
        "bwd_end": [12, 20]})");
    const std::string second =
        withMoreSteps(kSecond, R"(, "2": {"total": 90, "fwd_start": [-500, -469], "fwd_end": [-490, -459],
        "bwd_start": [-489, -459], "bwd_end": [-469, -439]}, "3": {"fwd_start": [0, 31], "fwd_end": [10, 41],
        "bwd_start": [11, 41], "bwd_end": [31, 61]})");
    const ImportedRun imported = test::imported({job(folder, first, second)});
    ASSERT_EQ(imported.run.steps.size(), 2u);
    EXPECT_EQ(imported.run.steps[1].start, 110'000'000); // no sooner than the first ends
    for (const StepRecord& step : imported.run.steps)
        EXPECT_EQ(step.wall.lanes.at(1).at(0).start, 11'000'000) << step.step;
    EXPECT_EQ(imported.report.stepsLeftOut, 1);
    EXPECT_NE(test::notesOf(imported).find("1 step was left out, for no clocks"), std::string::npos)
        << test::notesOf(imported);
}

TEST(Primus, OpsTimedSeveralTimesAroundEachOtherCountOnce) {
    const test::TraceFolder folder;
    const ImportedRun imported =
        test::imported({job(folder,
                            R"({"1": {"fwd_start": [-1, 0, 10.5, 11], "fwd_end": [10.2, 10, 21.5, 21],
        "bwd_start": [43, 73], "bwd_end": [63, 93]}})",
                            kSecond)});
    EXPECT_EQ(
        test::laneText(imported.run, 0),
        "F0.0 [0, 10000000]\nF0.1 [11000000, 21000000]\nBW0.0 [43000000, 63000000]\nBW0.1 [73000000, 93000000]\n");
}

TEST(Primus, AnEvaluationIsLeftOut) {
    const test::TraceFolder folder;
    std::string first = kFirst;
    std::string second = kSecond;
    const std::string evaluation =
        R"(, "2": {"fwd_start": [0, 11], "fwd_end": [10, 21], "bwd_start": [], "bwd_end": []}})";
    first.replace(first.rfind('}'), 1, evaluation);
    second.replace(second.rfind('}'), 1, evaluation);
    const ImportedRun imported = test::imported({job(folder, first, second)});
    EXPECT_EQ(imported.run.steps.size(), 1u);
    EXPECT_NE(test::notesOf(imported).find("no backward"), std::string::npos);
}

TEST(Primus, EqualIntervalsAreAPairAndWeightGradientsSplitTheBackward) {
    const test::TraceFolder folder;
    folder.write("config.json", R"({"pp_size": 1, "vpp_size": 1, "micro_batches": 2})");
    folder.write("pp_rank_0.json", R"({"1": {"fwd_start": [0, 20], "fwd_end": [10, 40], "bwd_start": [20, 60],
        "bwd_end": [40, 70], "wgrad_start": [41, 71], "wgrad_end": [50, 80]}})");
    EXPECT_EQ(
        test::laneText(test::imported({folder.path()}).run, 0),
        "F0.0 [0, 10000000]\nF0.1+B0.0 [20000000, 40000000]\nW0.0 [41000000, 50000000]\nB0.1 [60000000, 70000000]\n"
        "W0.1 [71000000, 80000000]\n");
}

TEST(Primus, WeightGradientsThatTheDumpCutOffLeaveTheStepOut) {
    // The dump writes as many entries of each list as there are forwards.
    const test::TraceFolder folder;
    folder.write("config.json", R"({"pp_size": 1, "vp_size": 1, "num_mbs": 2})");
    folder.write("pp_rank_0.json", R"({"1": {"fwd_start": [0, 20], "fwd_end": [10, 40], "bwd_start": [40, 60],
        "bwd_end": [50, 70], "wgrad_start": [50], "wgrad_end": [60]}})");
    EXPECT_EQ(test::refusal({folder.path()}), "step 1: BW0.1 is missing; no step is whole");
}

TEST(Primus, ChunksThatAreNotWrittenFollowMegatronsOrder) {
    const test::TraceFolder folder;
    folder.write("config.json", R"({"pp_size": 1, "vp_size": 2, "num_mbs": 1})");
    folder.write("pp_rank_0.json",
                 R"({"1": {"fwd_start": [0, 10], "fwd_end": [10, 20], "bwd_start": [20, 30], "bwd_end": [30, 40]}})");
    EXPECT_EQ(
        test::laneText(test::imported({folder.path()}).run, 0),
        "F0.0 [0, 10000000]\nF1.0 [10000000, 20000000]\nBW1.0 [20000000, 30000000]\nBW0.0 [30000000, 40000000]\n");
}

TEST(Primus, WrongDumpsAreRefusedWithTheirPlace) {
    const test::TraceFolder folder;
    const auto refused = [&](const char* second) {
        const std::string why = test::refusal({job(folder, kFirst, second)});
        return why.substr(std::min(why.size(), folder.path().size()));
    };
    EXPECT_EQ(refused(R"({"1": {"fwd_start": [0], "fwd_end": []}})"), "/pp_rank_1.json:1: fwd has 1 starts and 0 ends");
    EXPECT_EQ(refused(R"({"1": {"fwd_start": [5], "fwd_end": [1]}})"),
              "/pp_rank_1.json:1: entry 0 of fwd ends before it starts");
    EXPECT_EQ(refused(R"({"1": {"fwd_start": "x"}})").substr(0, 29), "/pp_rank_1.json:1.fwd_start: ");
    const test::TraceFolder one;
    one.write("config.json", kConfig);
    one.write("pp_rank_0.json", kFirst);
    EXPECT_EQ(test::refusal({one.path()}), ": 1 ranks were dumped, of 2");
    const test::TraceFolder far;
    far.write("pp_rank_2147483647.json", kFirst);
    EXPECT_EQ(test::refusal({far.path()}).substr(far.path().size()),
              "/pp_rank_2147483647.json: its name gives it a rank above 4095");
}

TEST(PipelineTimer, KeysNameTheOpsAndFilesTheRanks) {
    const test::TraceFolder folder;
    folder.write(
        "event_times_PP2_VPP1_TPxCPxDP_rank_0_pp_rank_0_rank_0.json",
        R"({"forward-0-start": 0, "forward-0-end": 10, "backward-0-start": 43, "backward-0-end": 63, "other": 1})");
    folder.write("event_times_PP2_VPP1_TPxCPxDP_rank_0_pp_rank_1_rank_8.json",
                 R"({"forward-0-start": 11, "forward-0-end": 21, "backward-0-start": 21, "backward-0-end": 41})");
    folder.write("event_times_PP2_VPP1_TPxCPxDP_rank_1_pp_rank_1_rank_9.json", R"({"forward-0-start": 11})");
    const ImportedRun imported = test::imported({folder.path()});
    EXPECT_EQ(imported.report.format, "megatron");
    EXPECT_EQ(test::laneText(imported.run, 1), "F1.0 [11000000, 21000000]\nBW1.0 [21000000, 41000000]\n");
    EXPECT_NE(test::notesOf(imported).find("1 file of another tensor"), std::string::npos);
    const test::TraceFolder half;
    half.write("event_times_PP2_VPP1_TPxCPxDP_rank_0_pp_rank_0_rank_0.json",
               R"({"forward-0-start": 0, "forward-0-end": 10, "backward-0-start": 43, "backward-0-end": 63})");
    EXPECT_EQ(test::refusal({half.path()}), ": rank 1 of replica 0 is not in these traces, nor is any replica whole");
}
