// SPDX-License-Identifier: Apache-2.0
#include "core/trace/kineto_ranges.h"
#include "core/trace/pytorch_action.h"
#include "core/trace/trace_formats.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

/// Traces of PyTorch's profiler (Kineto), a file a rank, of jobs that run under PyTorch's pipelining runtime.
///
/// The runtime opens a range `PP:0F3` around each action, on the thread of the schedule. It is not the op: the wait for
/// what the op needs lies inside it. On a CPU the op begins with the first operator of that thread in the range, and
/// where there is none it is empty (stage 0 has no gradient of its input to make). On a GPU the range says which
/// kernels were launched for the op, by whatever thread, and the kernels say when it ran; the range's own projection on
/// the GPU is wrong for backwards, whose kernels the thread of autograd launches.
namespace lanewright {

namespace {

/// Where an action computed.
TracedOp opOf(const PytorchAction& action, const KinetoRange& range, const RangeContent& content, bool isGpu) {
    TracedOp op{.op = action.op, .paired = action.paired};
    if (isGpu) {
        op.start = content.compute.start;
        op.end = content.compute.end;
        op.launched = content.launched;
        if (op.paired && content.parts[0] != kNoExtent && content.parts[1] != kNoExtent)
            op.parts = {content.parts[0], content.parts[1]};
        return op;
    }
    const auto orEnd = [&](Time time) { return time == kUnknownTime ? range.end : time; };
    op.window = range.start;
    op.start = orEnd(content.compute.start);
    op.end = range.end;
    const Time backward = orEnd(content.parts[1].start);
    if (op.paired)
        op.parts = {{.start = op.start, .end = std::clamp(orEnd(content.parts[0].end), op.start, backward)},
                    {.start = backward, .end = range.end}};
    return op;
}

/// Ops without kernels stand where the next block of the rank begins: whatever they wait for is there by then.
void placeEmpty(std::vector<TracedOp>& ops) {
    Time next = kUnknownTime;
    for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
        if (op->start == kUnknownTime && next != kUnknownTime)
            op->start = op->end = next;
        else if (op->start != kUnknownTime)
            next = op->start;
    }
    Time last = kUnknownTime;
    for (TracedOp& op : ops) {
        if (op.start == kUnknownTime)
            op.start = op.end = last;
        last = op.end;
    }
}

void addCommunication(const PytorchAction& action, const Extent& extent, bool isGpu, TracedStep& step) {
    using enum PytorchAction::Kind;
    if (extent.start == kUnknownTime)
        return;
    SideSpan span{.start = extent.start, .end = extent.end};
    if (action.kind == Send || action.kind == Receive) {
        span.kind = action.kind == Send ? SideKind::Send : SideKind::Receive;
        span.op = action.op;
        // Posting it on a CPU is when the value leaves. On a GPU its kernel may start to spin before.
        if (action.kind == Send && !isGpu)
            for (TracedOp& op : step.ops)
                for (const MaybeOp& each : {MaybeOp{op.op}, op.paired})
                    if (each && each->stage == action.op.stage && each->microbatch == action.op.microbatch &&
                        (each->kind == OpKind::F) == (action.op.kind == OpKind::F) && each->kind != OpKind::W)
                        op.sent = op.paired && op.sent != kUnknownTime ? std::min(op.sent, extent.start) : extent.start;
    } else {
        span.kind = action.kind == Unshard ? SideKind::Gather : SideKind::Reduce;
        span.stage = action.op.stage;
    }
    step.side.push_back(span);
}

/// Cuts the actions into steps: one begins where an op or a message comes a second time. Parameters may be gathered
/// more than once in a step, and in front of its first op, so gathers go with what comes next.
std::vector<TracedStep> stepsIn(KinetoFile& file, std::int64_t& strange, const std::stop_token& stop) {
    std::vector<TracedStep> steps;
    const bool isGpu = !file.kernels.empty();
    const std::vector<KinetoRange> ranges = scheduleRanges(std::move(file.actions));
    const std::vector<RangeContent> contents = contentOf(ranges, file, stop);
    std::set<std::string> seen;
    std::vector<Time> begins;
    std::vector<std::pair<PytorchAction, Extent>> gathers;
    for (std::size_t place = 0; place < ranges.size(); ++place) {
        const KinetoRange& range = ranges[place];
        const RangeContent& content = contents[place];
        // What a message or a collective did: its kernels, on a CPU the range.
        const Extent sent = isGpu ? content.kernels : Extent{.start = range.start, .end = range.end};
        const auto action = pytorchActionFrom(range.name);
        if (!action) {
            ++strange;
            continue;
        }
        using enum PytorchAction::Kind;
        if (action->kind == Unshard) {
            gathers.emplace_back(*action, sent);
            continue;
        }
        const bool repeats = action->kind == Compute || action->kind == Send || action->kind == Receive;
        if (steps.empty() || (repeats && !seen.insert(range.name).second)) {
            steps.push_back({.number = static_cast<int>(steps.size())});
            begins.push_back(range.start);
            seen = {range.name};
        }
        for (const auto& [gather, extent] : gathers)
            addCommunication(gather, extent, isGpu, steps.back());
        gathers.clear();
        if (action->kind == Compute)
            steps.back().ops.push_back(opOf(*action, range, content, isGpu));
        else if (action->kind != Wait && action->kind != Reshard)
            addCommunication(*action, sent, isGpu, steps.back());
    }
    // The profiler's numbers where it counted the steps of the schedule.
    std::map<int, std::size_t> numbers;
    for (std::size_t at = 0; at < steps.size(); ++at)
        for (const KinetoRange& step : file.profilerSteps)
            if (begins[at] >= step.start && begins[at] < step.end) {
                int number = -1;
                std::from_chars(step.name.data(), step.name.data() + step.name.size(), number);
                if (number >= 0)
                    numbers.emplace(number, at);
            }
    if (numbers.size() == steps.size())
        for (const auto& [number, at] : numbers)
            steps[at].number = number;
    for (TracedStep& step : steps) {
        placeEmpty(step.ops);
        if (!step.ops.empty() && step.ops.front().start == kUnknownTime)
            step.ops.clear();
    }
    return steps;
}

void addBase(TracedStep& step, Time base) {
    const auto add = [base](Time& time) {
        if (time != kUnknownTime)
            time += base;
    };
    for (TracedOp& op : step.ops) {
        for (Time* time : {&op.start, &op.end, &op.window, &op.launched, &op.sent})
            add(*time);
        for (Extent& part : op.parts) {
            add(part.start);
            add(part.end);
        }
    }
    for (SideSpan& span : step.side) {
        add(span.start);
        add(span.end);
    }
}

/// How many stages there are at least by what one rank did: a stage that sends its output on is not the last.
int leastStagesOf(const KinetoFile& file) {
    int stages = 0;
    for (const KinetoRange& range : file.actions)
        if (const auto action = pytorchActionFrom(range.name)) {
            const bool goesOn = action->kind == PytorchAction::Kind::Send && action->op.kind == OpKind::F;
            stages = std::max(stages, action->op.stage + (goesOn ? 2 : 1));
        }
    return stages;
}

Result<TracedRank> rankOf(KinetoFile& file, TracedJob& job, const std::stop_token& stop) {
    if (file.actions.empty()) {
        const Message why =
            file.plainRanges > 0
                ? say(phrase("trace",
                             "its ranges `Forward 0`, `Backward 0` name no stage, as those of ScheduleGPipe and "
                             "of runs without a backward; record PyTorch's _PipelineScheduleRuntime, whose "
                             "ranges are called PP:0F3"))
                : say(phrase("trace", "it holds no action of PyTorch's pipelining runtime, whose ranges are called "
                                      "PP:0F3 (from torch 2.9 on; Schedule1F1B makes none)"));
        return Error{why};
    }
    TracedRank rank{.source = file.path, .worldRank = file.rank, .host = file.header.host};
    const bool isGpu = !file.kernels.empty();
    job.leastStages = std::max(job.leastStages, leastStagesOf(file));
    std::int64_t strange = 0; // ranges `PP:` whose action is unknown
    rank.steps = stepsIn(file, strange, stop);
    if (stop.stop_requested())
        return Error{say(phrase("trace", "stopped"))};
    if (isGpu && std::ranges::all_of(rank.steps, [](const TracedStep& step) { return step.ops.empty(); }))
        return Error{
            say(phrase("trace", "no kernel was launched inside an action: the job ran CUDA graphs, whose kernels "
                                "no range names"))};
    for (TracedStep& step : rank.steps)
        addBase(step, file.header.base);
    job.isGpu |= isGpu;
    if (strange > 0)
        job.notes.push_back(sayCounted(countedPhrase("trace", "%2: %1 ranges PP: hold no action that is known",
                                                     "%2: %1 range PP: holds no action that is known"),
                                       strange, strange, file.path));
    return rank;
}

} // namespace

Result<TracedJob> readKineto(const std::vector<std::string>& paths, const TraceControl& control) {
    TracedJob job{.format = "kineto", .framework = "torch"};
    std::map<int, std::string> files;
    int worldSize = 0;
    for (const std::string& path : paths) {
        Result<KinetoFile> read = readKinetoFile(path, control);
        if (!read)
            return inFile(path, read.error());
        KinetoFile file = *std::move(read);
        if (file.rank < 0 && paths.size() > 1)
            return inFile(path, {say(phrase("trace", "neither the trace nor its name says which rank it is of; call it "
                                                     "rank0_trace.json or the like"))});
        file.rank = std::max(0, file.rank);
        worldSize = std::max(worldSize, file.header.worldSize);
        const auto [other, isNew] = files.emplace(file.rank, path);
        if (!isNew)
            return inFile(path, {say(phrase("trace", "is of rank %1, as is %2"), file.rank, other->second)});
        std::vector<Message> cut;
        if (!file.header.cut.empty())
            cut.push_back(cutNote(path, file.header.cut));
        job.cut |= !cut.empty();
        job.notes.insert(job.notes.end(), cut.begin(), cut.end());
        Result<TracedRank> rank = rankOf(file, job, control.stop);
        if (!rank)
            return inFile(path, withNotes(rank.error(), cut));
        job.ranks.push_back(*std::move(rank));
    }
    if (std::cmp_less(files.size(), worldSize))
        job.notes.push_back(
            say(phrase("trace", "traces of %1 of the job's %2 ranks are here"), files.size(), worldSize));
    job.deviceClock = job.isGpu ? "cupti" : "host";
    return job;
}

} // namespace lanewright
