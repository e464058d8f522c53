// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"
#include "core/io/run_json.h"
#include "core/model/text.h"
#include "tests/core/trace/trace_files.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;
using test::op;

namespace {

/// Writes events as NDTimeline does: times in µs, five threads to a rank.
class NdWriter {
public:
    /// What ranks from `ranks` on do is not traced.
    NdWriter(int replicas, int ranks) : m_threads(ranks * 5) {
        constexpr const char* kinds[] = {"compute", "pp-comm", "tp-comm", "dp-comm", "misc"};
        for (int replica = 0; replica < replicas; ++replica)
            for (int rank = 0; rank < ranks; ++rank)
                for (int kind = 0; kind < 5; ++kind)
                    add(R"({"name":"thread_name","ph":"M","pid":)" + std::to_string(replica) + R"(,"tid":)" +
                        std::to_string(rank * 5 + kind) + R"(,"args":{"name":"PP rank )" + std::to_string(rank) +
                        ", TP rank 0, " + kinds[kind] + "\"}}");
    }

    void op(const std::string& name, int replica, int thread, double start, double length, int step, int microbatch,
            int turn, int chunk = 0) {
        if (thread >= m_threads)
            return;
        add("{\"name\":\"" + name + "\",\"cat\":\"" + name + "\",\"pid\":" + std::to_string(replica) + ",\"tid\":" +
            std::to_string(thread) + ",\"ts\":" + std::to_string(start) + ",\"dur\":" + std::to_string(length) +
            R"(,"ph":"X","args":{"step":)" + std::to_string(step) + ",\"model_chunk\":" + std::to_string(chunk) +
            ",\"mb_id\":" + std::to_string(microbatch) + ",\"seq_id\":" + std::to_string(turn) + "}}");
    }

    /// One step of 1F1B on two ranks with two microbatches; F takes 10, BW 20, a message 1.
    void step(int replica, int number, double at, double stretch = 1) {
        const auto forward = [&](int rank, double start, int microbatch) {
            op("forward-compute", replica, rank * 5, at + start * stretch, 10 * stretch, number, microbatch,
               microbatch);
        };
        const auto backward = [&](int rank, double start, int microbatch) {
            op("backward-compute", replica, rank * 5, at + start * stretch, 20 * stretch, number, microbatch,
               microbatch);
        };
        const auto message = [&](const char* way, int from, int to, double start, int turn) {
            const std::string name = way;
            op(name + "-send", replica, from * 5 + 1, at + start * stretch, stretch, number, -1, turn, -1);
            op(name + "-recv", replica, to * 5 + 1, at + start * stretch, stretch, number, -1, turn, -1);
        };
        op("params-all-gather", replica, 3, at - 5 * stretch, 4 * stretch, number, -1, 0);
        forward(0, 0, 0);
        message("forward", 0, 1, 10, 0);
        forward(1, 11, 0);
        forward(0, 11, 1);
        message("forward", 0, 1, 21, 1);
        backward(1, 22, 0);
        message("backward", 1, 0, 42, 0);
        forward(1, 42, 1);
        backward(0, 43, 0);
        backward(1, 52, 1);
        message("backward", 1, 0, 72, 1);
        backward(0, 73, 1);
        op("grads-reduce-scatter", replica, 3, at + 94 * stretch, 3 * stretch, number, -1, 0);
        op("optimizer-clip-main-grad", replica, 3, at + 98 * stretch, 1 * stretch, number, -1, 0, -1);
        op("optimizer", replica, 0, at + 99 * stretch, 2 * stretch, number, -1, 0, -1);
        op("gc", replica, 0, at + 93 * stretch, 0, number, 0, 0, -1);
    }

    /// One microbatch through two chunks of two ranks each; each op takes 10, each message 1.
    void interleavedStep(int number) {
        const auto compute = [&](const char* name, int stage, double start) {
            op(name, 0, stage % 2 * 5, start, 10, number, 0, stage / 2, stage / 2);
        };
        for (int stage = 0; stage < 4; ++stage) {
            compute("forward-compute", stage, 11 * stage);
            compute("backward-compute", stage, 44 + 11 * (3 - stage));
            if (stage == 3)
                continue;
            op("forward-send", 0, stage % 2 * 5 + 1, 11 * stage + 10, 1, number, -1, stage / 2, -1);
            op("backward-recv", 0, stage % 2 * 5 + 1, 44 + 11 * (3 - stage) - 1, 1, number, -1, 1 - stage / 2, -1);
        }
    }

    std::string text() const { return m_text + "]"; }

private:
    void add(const std::string& event) { m_text += (m_text.size() > 1 ? "," : "") + event; }
    int m_threads;
    std::string m_text = "[";
};

std::string twoReplicas() {
    NdWriter writer{2, 2};
    for (int step = 0; step < 3; ++step) {
        writer.step(0, 23 + 2 * step, 1000.0 * step + 5);
        writer.step(1, 23 + 2 * step, 1000.0 * step + 6, step == 1 ? 2 : 1);
    }
    return writer.text();
}

std::int64_t countOf(const StepRecord& step, SideKind kind) {
    return std::ranges::count(step.side, kind, &SideSpan::kind);
}

} // namespace

TEST(Ndtimeline, OpsMessagesAndCollectivesStandApart) {
    const test::TraceFolder folder;
    const ImportedRun job = test::imported({folder.write("timeline.json.gz", twoReplicas())});
    const lanewright::Run& run = job.run;
    ASSERT_EQ(run.steps.size(), 3u);
    EXPECT_EQ(run.replica, 1); // the slowest
    ASSERT_EQ(run.replicas.size(), 1u);
    EXPECT_EQ(run.steps[0].step, 23);
    EXPECT_EQ(run.steps[2].step, 27);
    EXPECT_EQ(test::laneText(run, 0),
              "F0.0 [0, 10000]\nF0.1 [11000, 21000]\nBW0.0 [43000, 63000]\nBW0.1 [73000, 93000]\n");
    EXPECT_EQ(test::laneText(run, 1),
              "F1.0 [11000, 21000]\nBW1.0 [22000, 42000]\nF1.1 [42000, 52000]\nBW1.1 [52000, 72000]\n");
    const StepRecord& step = run.steps[0];
    EXPECT_EQ(countOf(step, SideKind::Send), 4);
    EXPECT_EQ(countOf(step, SideKind::Receive), 4);
    EXPECT_EQ(countOf(step, SideKind::Reduce), 1);
    EXPECT_EQ(countOf(step, SideKind::Collective), 1);
    EXPECT_EQ(countOf(step, SideKind::Host), 1);
    EXPECT_EQ(
        step.side.front(),
        (SideSpan{.kind = SideKind::Gather, .start = -5000, .end = -1000, .stage = 0, .name = "params-all-gather"}));
    EXPECT_EQ(run.clocks.source, ClockSource::Raw);
    EXPECT_EQ(run.recorder->name, "ndtimeline");
    EXPECT_TRUE(run.recorder->orderMeasured);
    EXPECT_EQ(run.replicas[0].steps[0].start, -1000);
    EXPECT_TRUE(isValid(validate(run.plan)));
    EXPECT_NE(job.report.order.find("1F1B"), std::string::npos) << job.report.order;
}

TEST(Ndtimeline, AMessageIsNamedByItsTurnAmongItsKind) {
    const test::TraceFolder folder;
    const lanewright::Run run = test::imported({folder.write("timeline.json", twoReplicas())}).run;
    const auto& others = run.steps.at(0).others;
    const auto transfer = [&](const char* text) {
        return std::ranges::find_if(others, [&](const Activity& activity) {
            return activity.kind == ActivityKind::Transfer && activity.op == op(text);
        });
    };
    ASSERT_NE(transfer("F0.1"), others.end());
    EXPECT_EQ(
        *transfer("F0.1"),
        (Activity{
            .kind = ActivityKind::Transfer, .rank = 0, .start = 21000, .end = 22000, .op = op("F0.1"), .peer = 1}));
    ASSERT_NE(transfer("BW1.0"), others.end());
    EXPECT_EQ(transfer("BW1.0")->rank, 1);
    const auto wait = std::ranges::find_if(others, [](const Activity& activity) {
        return activity.kind == ActivityKind::Wait && activity.op == op("BW0.0");
    });
    ASSERT_NE(wait, others.end());
    EXPECT_EQ(wait->start, 21000);
    EXPECT_EQ(wait->end, 43000);
}

TEST(Ndtimeline, StepsAndReplicasAreTakenAsAsked) {
    const test::TraceFolder folder;
    const std::string path = folder.write("timeline.json", twoReplicas());
    const ImportedRun some = test::imported({path}, {.firstStep = 24, .endStep = 27});
    EXPECT_EQ(some.run.steps.size(), 1u);
    const ImportedRun all = test::imported({path});
    EXPECT_EQ(some.report.steps + some.report.stepsLeftOut / 2, all.report.steps); // there are two replicas
    const lanewright::Run slowest = test::imported({path}, {.replicas = ImportOptions::Replicas::Slowest}).run;
    EXPECT_EQ(slowest.replica, 1);
    EXPECT_TRUE(slowest.replicas.empty());
    EXPECT_EQ(test::imported({path}, {.replicas = ImportOptions::Replicas::One, .replica = 0}).run.replica, 0);
    EXPECT_EQ(test::refusal({path}, {.replicas = ImportOptions::Replicas::One, .replica = 7}),
              ": there is no replica 7 in these traces; the last is 1");
    EXPECT_EQ(test::refusal({path}, {.firstStep = 100}),
              ": none of the steps asked for is there; the traces hold whole steps from 23 to 27");
}

TEST(Ndtimeline, TheRunIsReadBackByTheReaderOfRuns) {
    const test::TraceFolder folder;
    const lanewright::Run run = test::imported({folder.write("timeline.json", twoReplicas())}).run;
    const Result<lanewright::Run> again = runFromJson(runToJson(run));
    ASSERT_TRUE(again) << again.error().where << ": " << again.error().message.text();
    EXPECT_EQ(*again, run);
}

TEST(Ndtimeline, APlanIsHeldAgainstTheJob) {
    const test::TraceFolder folder;
    const std::string path = folder.write("timeline.json", twoReplicas());
    Plan plan = test::imported({path}).run.plan;
    std::swap(plan.schedule.order[0][1], plan.schedule.order[0][2]);
    const ImportedRun other = test::imported({path}, {.plan = plan});
    EXPECT_EQ(other.run.plan, plan);
    EXPECT_FALSE(other.run.recorder->orderMeasured);
    EXPECT_NE(test::notesOf(other).find("another order"), std::string::npos);
    plan.schedule.microbatches = 3;
    EXPECT_EQ(test::refusal({path}, {.plan = plan}), ": the job ran 2 microbatches a step, the plan has 3");
}

TEST(Ndtimeline, ClocksThatAreOffAreMovedWithTheirBoundKept) {
    // Rank 1's clock is 40 µs ahead: its threads are 5 to 9.
    NdWriter writer{1, 2};
    writer.op("forward-compute", 0, 0, 0, 10, 1, 0, 0);
    writer.op("forward-compute", 0, 5, 11 - 40, 10, 1, 0, 0);
    writer.op("backward-compute", 0, 5, 22 - 40, 20, 1, 0, 0);
    writer.op("backward-compute", 0, 0, 43, 20, 1, 0, 0);
    const test::TraceFolder folder;
    const lanewright::Run run = test::imported({folder.write("timeline.json", writer.text())}).run;
    EXPECT_EQ(run.clocks.source, ClockSource::Dependencies);
    EXPECT_EQ(run.clocks.offset, (std::vector<Time>{0, 40000}));
    EXPECT_EQ(run.clockUncertainty, (std::vector<Time>{0, 1000}));
    EXPECT_EQ(test::laneText(run, 1), "F1.0 [11000, 21000]\nBW1.0 [22000, 42000]\n");
}

TEST(Ndtimeline, OpsThatContradictEachOtherAreNamed) {
    NdWriter writer{1, 2};
    writer.op("forward-compute", 0, 0, 0, 10, 1, 0, 0);
    writer.op("forward-compute", 0, 5, 11, 10, 1, 0, 0);
    writer.op("backward-compute", 0, 5, 22, 20, 1, 0, 0);
    writer.op("backward-compute", 0, 0, 20, 20, 1, 0, 0); // before its gradient could come from there and back
    const test::TraceFolder folder;
    const std::string refused = test::refusal({folder.write("timeline.json", writer.text())});
    EXPECT_NE(refused.find("step 1: no clocks fit these ranks"), std::string::npos) << refused;
    EXPECT_NE(refused.find("F0.0 → F1.0"), std::string::npos) << refused;
    EXPECT_NE(refused.find("BW1.0 → BW0.0"), std::string::npos) << refused;
}

TEST(Ndtimeline, StepsThatAreNotWholeAreLeftOutAndCounted) {
    NdWriter writer{1, 2};
    writer.step(0, 1, 0);
    writer.op("forward-compute", 0, 0, 1000, 10, 2, 0, 0); // an evaluation
    writer.op("forward-compute", 0, 5, 1011, 10, 2, 0, 0);
    writer.op("forward-compute", 0, 0, 2000, 10, 3, 0, 0); // cut off
    writer.op("backward-compute", 0, 5, 2011, 10, 3, 0, 0);
    writer.op("forward-compute", 0, 0, 3000, 10, 4, 0, 0); // on one rank only
    const test::TraceFolder folder;
    const ImportedRun job = test::imported({folder.write("timeline.json", writer.text())});
    EXPECT_EQ(job.run.steps.size(), 1u);
    EXPECT_EQ(job.report.stepsLeftOut, 3);
    EXPECT_TRUE(job.run.partial);
    const std::string notes = test::notesOf(job);
    EXPECT_NE(notes.find("1 step has no backward"), std::string::npos) << notes;
    EXPECT_NE(notes.find("1 step was traced in part only"), std::string::npos) << notes;
    EXPECT_NE(notes.find("1 step is not in the traces of all ranks"), std::string::npos) << notes;
}

TEST(Ndtimeline, ALastRankThatSendsAllItsOutputsOnIsNotTheLast) {
    const test::TraceFolder folder;
    NdWriter first{2, 1};
    first.step(0, 1, 0);
    first.step(1, 1, 0);
    EXPECT_EQ(test::refusal({folder.write("first.json", first.text())}),
              ": rank 1 of replica 0 is not in these traces, nor is any replica whole");
    NdWriter interleaved{1, 1};
    interleaved.interleavedStep(1);
    EXPECT_EQ(test::refusal({folder.write("interleaved.json", interleaved.text())}),
              ": rank 1 of replica 0 is not in these traces, nor is any replica whole");
    NdWriter whole{1, 2};
    whole.interleavedStep(1);
    const lanewright::Run run = test::imported({folder.write("whole.json", whole.text())}).run;
    EXPECT_EQ(run.plan.schedule.ranks(), 2);
    EXPECT_EQ(run.plan.schedule.stages(), 4);
}

TEST(Ndtimeline, AFileCutBeforeTheNamesOfItsThreadsIsSaidToBe) {
    const test::TraceFolder folder;
    NdWriter writer{1, 2};
    writer.step(0, 1, 0);
    std::string text = writer.text();
    text = "[" + text.substr(text.find("{\"name\":\"params"), 2000); // names stand behind the events, and are lost
    const std::string path = folder.write("cut.json", text);
    EXPECT_EQ(test::refusal({path}), path +
                                         ": no thread says in its name which rank of the pipeline it is, as `PP rank "
                                         "2, TP rank 0, compute` does; " +
                                         path + ": the file ends in the middle; what stands before was taken");
}

TEST(Ndtimeline, WhatIsNoOpAndEndsBeforeItStartsTakesNoTime) {
    const test::TraceFolder folder;
    NdWriter writer{1, 2};
    writer.step(0, 7, 1000);
    writer.op("optimizer-clip-main-grad", 0, 3, 1100, -27, 7, -1, 0, -1);
    const lanewright::Run run = test::imported({folder.write("timeline.json", writer.text())}).run;
    ASSERT_EQ(run.steps.size(), 1u);
    for (const SideSpan& span : run.steps[0].side)
        EXPECT_LE(span.start, span.end);
}

TEST(Ndtimeline, WrongFilesAreRefusedInASentenceWithTheirPlace) {
    const test::TraceFolder folder;
    const auto refused = [&](const std::string& text) {
        const std::string path = folder.write("wrong.json", text);
        const std::string why = test::refusal({path}, {.format = "ndtimeline"});
        return why.starts_with(path) ? why.substr(path.size()) : why;
    };
    NdWriter far{1, 2};
    far.op("forward-compute", 0, 0, 0, 10, 1, -5, 0);
    EXPECT_NE(refused(far.text()).find("mb_id is out of range"), std::string::npos);
    NdWriter back{1, 2};
    back.op("forward-compute", 0, 0, 0, -10, 1, 0, 0);
    EXPECT_NE(refused(back.text()).find("dur is out of range"), std::string::npos);
    EXPECT_EQ(refused("[]"), ": there is no forward and no backward in these traces");
    EXPECT_EQ(refused("{}"), ":line 1, column 2: this is no list of trace events, nor an object with `traceEvents`");
    EXPECT_EQ(test::refusal({folder.path() + "/none.json"}), folder.path() + "/none.json: No such file or directory");
}

TEST(Ndtimeline, MangledFilesNeverDoMoreThanBeRefused) {
    const test::TraceFolder folder;
    const std::string whole = twoReplicas();
    unsigned state = 1;
    const auto random = [&](std::size_t below) {
        state = state * 1664525 + 1013904223;
        return static_cast<std::size_t>(state >> 8) % below;
    };
    for (int trial = 0; trial < 200; ++trial) {
        std::string text = whole;
        for (int edit = 0; edit < 3; ++edit)
            switch (random(3)) {
            case 0: text.resize(random(text.size()) + 1); break;
            case 1: text[random(text.size())] = "0-9\"{}[],:e"[random(11)]; break;
            default: text.erase(random(text.size()), random(40)); break;
            }
        const Result<ImportedRun> run =
            importTraces({folder.write("mangled.json", text)}, {.format = "ndtimeline"}, {});
        if (run)
            EXPECT_TRUE(runFromJson(runToJson(run->run))) << text;
        else
            EXPECT_FALSE(run.error().message.empty());
    }
}
