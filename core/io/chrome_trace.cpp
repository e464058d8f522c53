// SPDX-License-Identifier: Apache-2.0
#include "core/io/chrome_trace.h"

#include "core/base/decimal.h"
#include "core/io/json_writer.h"
#include "core/model/text.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

using json::Layout;

constexpr int kPlanProcess = 1;
constexpr int kRunProcess = 2;

/// The trace's times are microseconds; three decimals keep the nanosecond.
void writeTime(json::Writer& writer, std::string_view key, Time time) {
    writer.key(key).numeral(decimalFromTicks(time, scaleOf(TimeUnit::Us)));
}

/// The name of a process, or of a thread of it.
void writeName(json::Writer& writer, int process, std::optional<int> thread, std::string_view name) {
    writer.object(Layout::Line, [&] {
        writer.key("ph").string("M");
        writer.key("pid").number(process);
        if (thread)
            writer.key("tid").number(*thread);
        writer.key("name").string(thread ? "thread_name" : "process_name");
        writer.key("args").object(Layout::Line, [&] { writer.key("name").string(name); });
    });
}

void writeOp(json::Writer& writer, const Op& op) {
    writer.key("op").string(toText(op.kind));
    writer.key("stage").number(op.stage);
    writer.key("microbatch").number(op.microbatch);
}

/// Where an event is head, and under which name.
struct EventHead {
    int process = kRunProcess;
    int thread = 0;
    std::string name = {};
    std::string_view category = {};
};

/// Writes an event; `write` writes when it is and its arguments.
void writeEvent(json::Writer& writer, std::string_view phase, const EventHead& head, const auto& write) {
    writer.object(Layout::Line, [&] {
        writer.key("ph").string(phase);
        writer.key("pid").number(head.process);
        writer.key("tid").number(head.thread);
        writer.key("name").string(head.name);
        writer.key("cat").string(head.category);
        write();
    });
}

/// Writes an event from `start` to `end`; `arguments` writes what else is known. One that goes on beside others is a
/// pair of asynchronous events with an id of its own, `aside`.
void writeSpanned(json::Writer& writer, const EventHead& head, Time start, Time end, std::optional<int> aside,
                  const auto& arguments) {
    if (!aside)
        return writeEvent(writer, "X", head, [&] {
            writeTime(writer, "ts", start);
            writeTime(writer, "dur", end - start);
            writer.key("args").object(Layout::Line, arguments);
        });
    for (const auto& [phase, time] : {std::pair{"b", start}, std::pair{"e", end}})
        writeEvent(writer, phase, head, [&] {
            writer.key("id").number(*aside);
            writeTime(writer, "ts", time);
            writer.key("args").object(Layout::Line, arguments);
        });
}

void writeSpan(json::Writer& writer, const Span& span, int process, int rank, int weightParts) {
    const Block block{.op = span.op, .paired = span.paired};
    const EventHead head{process, rank, toText(block, weightParts), span.paired ? "pair" : toText(span.op.kind)};
    writeSpanned(writer, head, span.start, span.end, {}, [&] {
        writeOp(writer, span.op);
        if (span.paired)
            writer.key("paired").object(Layout::Line, [&] { writeOp(writer, *span.paired); });
    });
}

/// Whether it goes on beside what the rank's lane shows, and beside its like.
bool isAside(ActivityKind kind) { return kind == ActivityKind::Transfer || kind == ActivityKind::Part; }

/// Waits and optimizer steps fill a rank's lane between its ops. Transfers go on beside them and beside each other, and
/// so do the ops of an overlapped pair.
void writeActivity(json::Writer& writer, const Activity& activity, Time offset, int weightParts, int& aside) {
    const std::string_view kind = toText(activity.kind);
    const bool isBeside = isAside(activity.kind);
    const std::string op = activity.op ? toText(*activity.op, weightParts) : "";
    const std::string name = !isBeside                             ? std::string{kind}
                             : activity.kind == ActivityKind::Part ? op
                                                                   : "transfer" + (op.empty() ? "" : " after " + op);
    writeSpanned(writer, {kRunProcess, activity.rank, name, kind}, activity.start + offset, activity.end + offset,
                 isBeside ? std::optional(aside++) : std::nullopt, [&] {
                     if (activity.op)
                         writer.key("for").string(op);
                     if (activity.peer >= 0)
                         writer.key("peer").number(activity.peer);
                 });
}

/// Kernels follow each other within their block; those of an overlapped pair go on beside each other, which is told as
/// of the pair's ops.
void writeKernels(json::Writer& writer, const KernelLane& lane, Time offset, int weightParts, int& aside) {
    Time covered = std::numeric_limits<Time>::min();
    for (const Kernel& kernel : lane.kernels) {
        const bool isBeside = kernel.start < covered;
        covered = std::max(covered, kernel.end);
        writeSpanned(writer, {kRunProcess, lane.rank, lane.names[kernel.name], "kernel"}, kernel.start + offset,
                     kernel.end + offset, isBeside ? std::optional(aside++) : std::nullopt, [&] {
                         if (kernel.op)
                             writer.key("for").string(toText(*kernel.op, weightParts));
                     });
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
    writeName(writer, process, {}, name);
    for (int rank = 0; rank < ranks; ++rank)
        writeName(writer, process, rank, "rank " + std::to_string(rank));
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
    writer.object(Layout::Lines, [&] {
        writer.key("displayTimeUnit").string("ms");
        writer.key("traceEvents").list(Layout::Lines, [&] {
            writeNames(writer, kPlanProcess, "plan", plan.schedule.ranks());
            writeLanes(writer, predicted, kPlanProcess, 0, plan.costs.weightParts);
            if (run)
                writeRun(writer, *run);
        });
    });
    return writer.take() + "\n";
}

} // namespace lanewright
