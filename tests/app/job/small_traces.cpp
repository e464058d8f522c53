// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/job/small_traces.h"

#include <QFile>

#include <gtest/gtest.h>

#include <string>

namespace lanewright::app {
namespace {

constexpr int kThreads = 5;
constexpr double kTicksPerMicrosecond = 1000;

std::string eventsOf(const Lane& lane, int replica, int rank, int number, Time at) {
    std::string text;
    for (const Span& span : lane) {
        const std::string name = span.op.kind == OpKind::F ? "forward-compute" : "backward-compute";
        text += ",{\"name\":\"" + name + "\",\"cat\":\"" + name + R"(","ph":"X","pid":)" + std::to_string(replica) +
                ",\"tid\":" + std::to_string(rank * kThreads) +
                ",\"ts\":" + std::to_string(static_cast<double>(at + span.start) / kTicksPerMicrosecond) +
                ",\"dur\":" + std::to_string(static_cast<double>(span.length()) / kTicksPerMicrosecond) +
                R"(,"args":{"step":)" + std::to_string(number) + R"(,"model_chunk":0,"mb_id":)" +
                std::to_string(span.op.microbatch) + ",\"seq_id\":" + std::to_string(span.op.microbatch) + "}}";
    }
    return text;
}

} // namespace

void writeTimeline(const test::HandMade& job, const QString& path) {
    const Run run = test::runOf(job);
    std::string names;
    std::string events;
    for (const ReplicaSteps& replica : replicaStepsOf(run))
        for (int rank = 0; rank < job.ranks; ++rank) {
            for (int thread = 0; thread < kThreads; ++thread)
                names += std::string(names.empty() ? "" : ",") + R"({"name":"thread_name","ph":"M","pid":)" +
                         std::to_string(replica.replica) + ",\"tid\":" + std::to_string(rank * kThreads + thread) +
                         R"(,"args":{"name":"PP rank )" + std::to_string(rank) + ", TP rank 0, " +
                         (thread == 0 ? "compute" : "misc") + "\"}}";
            for (const StepRecord& step : *replica.steps)
                events += eventsOf(step.wall.lanes[rank], replica.replica, rank, step.step, step.start);
        }
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString("[" + names + events + "]"));
}

test::HandMade jobWithLongMicrobatches() {
    return {.ranks = 2, .microbatches = 4, .replicas = 2, .steps = 3, .factor = [](const test::Place& place) {
                const bool isLong =
                    place.replica == 1 && (place.op.microbatch == 3 || (place.step == 2 && place.op.microbatch == 2));
                return isLong ? 2.5 : 1.0;
            }};
}

} // namespace lanewright::app
