// SPDX-License-Identifier: Apache-2.0
#include "core/io/chrome_trace.h"

#include "core/base/decimal.h"
#include "core/io/json_writer.h"
#include "core/model/text.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace lanewright {

namespace {

constexpr int kPlanProcess = 1;
constexpr int kRunProcess = 2;

/// The trace's times are microseconds; three decimals keep the nanosecond.
void writeTime(json::Writer& writer, std::string_view key, Time time) {
    writer.key(key).numeral(decimalFromTicks(time, scaleOf(TimeUnit::Us)));
}

void writeName(json::Writer& writer, int process, int thread, std::string_view what, std::string_view name) {
    writer.beginObject(json::Layout::Line);
    writer.key("ph").string("M");
    writer.key("pid").number(process);
    if (thread >= 0)
        writer.key("tid").number(thread);
    writer.key("name").string(what);
    writer.key("args").beginObject(json::Layout::Line);
    writer.key("name").string(name);
    writer.endObject();
    writer.endObject();
}

void writeOp(json::Writer& writer, const Op& op) {
    writer.key("op").string(toText(op.kind));
    writer.key("stage").number(op.stage);
    writer.key("microbatch").number(op.microbatch);
}

void beginEvent(json::Writer& writer, std::string_view phase, int process, int thread, std::string_view name,
                std::string_view category) {
    writer.beginObject(json::Layout::Line);
    writer.key("ph").string(phase);
    writer.key("pid").number(process);
    writer.key("tid").number(thread);
    writer.key("name").string(name);
    writer.key("cat").string(category);
}

void writeSpan(json::Writer& writer, const Span& span, int process, int rank, int weightParts) {
    const Block block{.op = span.op, .paired = span.paired};
    beginEvent(writer, "X", process, rank, toText(block, weightParts), span.paired ? "pair" : toText(span.op.kind));
    writeTime(writer, "ts", span.start);
    writeTime(writer, "dur", span.length());
    writer.key("args").beginObject(json::Layout::Line);
    writeOp(writer, span.op);
    if (span.paired) {
        writer.key("paired").beginObject(json::Layout::Line);
        writeOp(writer, *span.paired);
        writer.endObject();
    }
    writer.endObject();
    writer.endObject();
}

void writeArguments(json::Writer& writer, const Activity& activity, int weightParts) {
    writer.key("args").beginObject(json::Layout::Line);
    if (activity.op)
        writer.key("for").string(toText(*activity.op, weightParts));
    if (activity.peer >= 0)
        writer.key("peer").number(activity.peer);
    writer.endObject();
}

/// Whether it goes on beside what the rank's lane shows, and beside its like.
bool isAside(ActivityKind kind) { return kind == ActivityKind::Transfer || kind == ActivityKind::Part; }

/// Waits and optimizer steps fill a rank's lane between its ops. Transfers go on beside them and beside each other, and
/// so do the ops of an overlapped pair: they are pairs of asynchronous events, each with an id of its own.
void writeActivity(json::Writer& writer, const Activity& activity, Time offset, int weightParts, int& aside) {
    const std::string_view kind = toText(activity.kind);
    if (!isAside(activity.kind)) {
        beginEvent(writer, "X", kRunProcess, activity.rank, kind, kind);
        writeTime(writer, "ts", activity.start + offset);
        writeTime(writer, "dur", activity.end - activity.start);
        writeArguments(writer, activity, weightParts);
        return writer.endObject();
    }
    const std::string op = activity.op ? toText(*activity.op, weightParts) : "";
    const std::string name = activity.kind == ActivityKind::Part ? op : "transfer" + (op.empty() ? "" : " after " + op);
    for (const bool begins : {true, false}) {
        beginEvent(writer, begins ? "b" : "e", kRunProcess, activity.rank, name, kind);
        writer.key("id").number(aside);
        writeTime(writer, "ts", (begins ? activity.start : activity.end) + offset);
        writeArguments(writer, activity, weightParts);
        writer.endObject();
    }
    ++aside;
}

/// Kernels follow each other within their block; those of an overlapped pair go on beside each other, which is told as
/// of the pair's ops.
void writeKernels(json::Writer& writer, const KernelLane& lane, Time offset, int weightParts, int& aside) {
    Time covered = std::numeric_limits<Time>::min();
    for (const Kernel& kernel : lane.kernels) {
        const std::string& name = lane.names[kernel.name];
        const bool isAside = kernel.start < covered;
        covered = std::max(covered, kernel.end);
        for (const char* const phase : isAside ? std::vector{"b", "e"} : std::vector{"X"}) {
            const bool ends = phase[0] == 'e';
            beginEvent(writer, phase, kRunProcess, lane.rank, name, "kernel");
            if (isAside)
                writer.key("id").number(aside);
            writeTime(writer, "ts", (ends ? kernel.end : kernel.start) + offset);
            if (!isAside)
                writeTime(writer, "dur", kernel.end - kernel.start);
            writer.key("args").beginObject(json::Layout::Line);
            if (kernel.op)
                writer.key("for").string(toText(*kernel.op, weightParts));
            writer.endObject();
            writer.endObject();
        }
        aside += isAside ? 1 : 0;
    }
}

void writeLanes(json::Writer& writer, const Timeline& timeline, int process, Time offset, int weightParts) {
    for (int rank = 0; rank < static_cast<int>(timeline.lanes.size()); ++rank)
        for (Span span : timeline.lanes[rank]) {
            span.start += offset;
            span.end += offset;
            writeSpan(writer, span, process, rank, weightParts);
        }
}

void writeNames(json::Writer& writer, int process, std::string_view name, int ranks) {
    writeName(writer, process, -1, "process_name", name);
    for (int rank = 0; rank < ranks; ++rank)
        writeName(writer, process, rank, "thread_name", "rank " + std::to_string(rank));
}

/// The last point of a step that anything reaches.
Time endOf(const StepRecord& step) {
    Time end = extentOf(step.wall).end;
    for (const Activity& activity : step.others)
        end = std::max(end, activity.end);
    return end;
}

/// Steps count from their own start each, so they are laid one behind the other.
void writeRun(json::Writer& writer, const Run& run) {
    const int ranks = run.plan.schedule.ranks();
    const int weightParts = run.plan.costs.weightParts;
    writeNames(writer, kRunProcess, run.paced ? "run (paced)" : "run", ranks);
    Time offset = 0;
    int aside = 0;
    for (const StepRecord& step : run.steps) {
        writeLanes(writer, step.wall, kRunProcess, offset, weightParts);
        for (const Activity& activity : step.others)
            writeActivity(writer, activity, offset, weightParts, aside);
        for (const KernelLane& lane : step.kernels)
            writeKernels(writer, lane, offset, weightParts, aside);
        offset += std::max<Time>(0, endOf(step));
    }
}

} // namespace

std::string chromeTrace(const Plan& plan, const Timeline& predicted, const Run* run) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("displayTimeUnit").string("ms");
    writer.key("traceEvents").beginArray(json::Layout::Lines);
    writeNames(writer, kPlanProcess, "plan", plan.schedule.ranks());
    writeLanes(writer, predicted, kPlanProcess, 0, plan.costs.weightParts);
    if (run)
        writeRun(writer, *run);
    writer.endArray();
    writer.endObject();
    return writer.take() + "\n";
}

} // namespace lanewright
