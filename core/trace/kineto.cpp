// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_events.h"
#include "core/trace/pytorch_action.h"
#include "core/trace/trace_formats.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <iterator>
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

struct ActionRange {
    std::string name = {}; ///< without `PP:`
    std::string thread = {};
    Time start = 0;
    Time end = 0;
};

/// An operator on the host.
struct HostOperator {
    int thread = 0; ///< place in `KinetoFile::threads`
    bool isBackward = false;
    Time start = 0;
    Time end = 0;
};

struct KernelLaunch {
    Time start = 0;
    std::int64_t correlation = 0;
    int thread = 0;
};

struct KernelRun {
    std::int64_t correlation = 0;
    Time start = 0;
    Time end = 0;
    int stream = 0;
    bool isMessage = false; ///< of NCCL
};

struct KinetoFile {
    std::string path = {};
    ChromeHeader header = {};
    int rank = -1;
    std::vector<ActionRange> actions = {};
    std::vector<ActionRange> profilerSteps = {};
    // Of these there are very many, in deques that grow without a copy of themselves.
    std::deque<HostOperator> hostOps = {};
    std::deque<KernelLaunch> launches = {};
    std::deque<KernelRun> kernels = {};
    std::vector<std::string> threads = {};
    std::vector<std::string> streams = {};
    std::int64_t plainRanges = 0; ///< `Forward i`, `Backward i`
    std::int64_t strange = 0;     ///< ranges `PP:` whose action is unknown
};

int placeIn(std::vector<std::string>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end())
        return static_cast<int>(found - names.begin());
    names.emplace_back(name);
    return static_cast<int>(names.size()) - 1;
}

bool startsLike(std::string_view text, std::string_view word) {
    return text.size() > word.size() && text.starts_with(word) && text[word.size()] >= '0' && text[word.size()] <= '9';
}

/// A range of the user: an action, a step of the profiler, or one of those that name no stage.
void takeRange(const ChromeEvent& event, KinetoFile& file) {
    const ActionRange range{.thread = event.thread, .start = event.start, .end = event.start + event.duration};
    if (event.name.starts_with("PP:")) {
        file.actions.push_back(range);
        file.actions.back().name = event.name.substr(std::min(event.name.find_first_not_of(':', 2), event.name.size()));
    } else if (event.name.starts_with("ProfilerStep#")) {
        file.profilerSteps.push_back(range);
        file.profilerSteps.back().name = event.name.substr(13);
    } else if (startsLike(event.name, "Forward ") || startsLike(event.name, "Backward ")) {
        ++file.plainRanges;
    }
}

bool takeKinetoEvent(const ChromeEvent& event, KinetoFile& file) {
    if (event.phase != 'X' || !event.timed || event.duration < 0)
        return true;
    const std::string& category = event.category;
    if (category == "user_annotation") {
        takeRange(event, file);
    } else if (category == "cpu_op") {
        file.hostOps.push_back({.thread = placeIn(file.threads, event.thread),
                                .isBackward = event.name.starts_with("autograd::engine"),
                                .start = event.start,
                                .end = event.start + event.duration});
    } else if (category == "cuda_runtime" || category == "cuda_driver") {
        if (const auto correlation = event.number("correlation"))
            file.launches.push_back(
                {.start = event.start, .correlation = *correlation, .thread = placeIn(file.threads, event.thread)});
    } else if (category == "kernel" || category == "gpu_memcpy" || category == "gpu_memset") {
        if (const auto correlation = event.number("correlation"))
            file.kernels.push_back({.correlation = *correlation,
                                    .start = event.start,
                                    .end = event.start + event.duration,
                                    .stream = placeIn(file.streams, event.process + "/" + event.thread),
                                    .isMessage = event.name.starts_with("nccl") || event.name.starts_with("rccl")});
    }
    return true;
}

/// The 3 of `rank3_trace.json` and `rank-3.json.gz`; -1 where the name has none. The last one counts.
int rankInName(std::string_view path) {
    const std::string_view name = path.substr(path.find_last_of('/') + 1);
    for (std::size_t at = name.rfind("rank"); at != std::string_view::npos && at < name.size();
         at = at == 0 ? std::string_view::npos : name.rfind("rank", at - 1)) {
        std::string_view rest = name.substr(at + 4);
        if (!rest.empty() && (rest.front() == '-' || rest.front() == '_'))
            rest.remove_prefix(1);
        int rank = -1;
        if (std::from_chars(rest.data(), rest.data() + rest.size(), rank).ec == std::errc{} && rank >= 0)
            return rank;
    }
    return -1;
}

/// The ranges of the schedule's own thread that lie in no other one, by start.
std::vector<ActionRange> scheduleRanges(const std::vector<ActionRange>& all) {
    std::map<std::string, int> counts;
    for (const ActionRange& range : all)
        ++counts[range.thread];
    const auto most = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    std::vector<ActionRange> own;
    std::ranges::copy_if(all, std::back_inserter(own),
                         [&](const ActionRange& range) { return range.thread == most->first; });
    std::ranges::stable_sort(own, [](const ActionRange& a, const ActionRange& b) {
        return a.start != b.start ? a.start < b.start : a.end > b.end;
    });
    std::vector<ActionRange> outer;
    for (const ActionRange& range : own)
        if (outer.empty() || range.start >= outer.back().end)
            outer.push_back(range);
    return outer;
}

/// Makes ops of the ranges of one file.
class RangeReader {
public:
    explicit RangeReader(KinetoFile& file) : m_file(&file) {
        std::ranges::sort(file.hostOps, {}, &HostOperator::start);
        std::ranges::sort(file.launches, {}, &KernelLaunch::start);
        std::ranges::sort(file.kernels, {}, &KernelRun::correlation);
        m_isGpu = !file.kernels.empty();
    }

    auto kernelsOf(const KernelLaunch& launch) const {
        return std::ranges::equal_range(std::as_const(m_file->kernels), launch.correlation, {},
                                        &KernelRun::correlation);
    }

    TracedOp compute(const PytorchAction& action, const ActionRange& range) const {
        TracedOp op{.op = action.op, .paired = action.paired};
        if (m_isGpu)
            onGpu(range, op);
        else
            onHost(range, op);
        return op;
    }

    /// What a message or a collective did: its kernels, on a CPU the range.
    Extent communication(const ActionRange& range) const {
        if (!m_isGpu)
            return {.start = range.start, .end = range.end};
        Extent extent{.start = kUnknownTime, .end = kUnknownTime};
        forLaunches(range, [&](const KernelLaunch& launch) {
            for (const KernelRun& kernel : kernelsOf(launch)) {
                extent.start = extent.start == kUnknownTime ? kernel.start : std::min(extent.start, kernel.start);
                extent.end = std::max(extent.end, kernel.end);
            }
        });
        return extent;
    }

    bool isGpu() const { return m_isGpu; }

private:
    template <typename Take>
    void forLaunches(const ActionRange& range, const Take& take) const {
        for (auto at = std::ranges::lower_bound(m_file->launches, range.start, {}, &KernelLaunch::start);
             at != m_file->launches.end() && at->start < range.end; ++at)
            take(*at);
    }

    void onHost(const ActionRange& range, TracedOp& op) const {
        op.window = range.start;
        op.start = op.end = range.end;
        const auto thread = std::ranges::find(m_file->threads, range.thread) - m_file->threads.begin();
        Time endOfForward = range.end;
        Time startOfBackward = range.end;
        for (auto at = std::ranges::lower_bound(m_file->hostOps, range.start, {}, &HostOperator::start);
             at != m_file->hostOps.end() && at->start < range.end; ++at) {
            if (at->thread != thread)
                continue;
            op.start = std::min(op.start, at->start);
            if (at->isBackward)
                startOfBackward = std::min(startOfBackward, at->start);
            else if (startOfBackward == range.end)
                endOfForward = endOfForward == range.end ? at->end : std::max(endOfForward, at->end);
        }
        if (op.paired)
            op.parts = {{.start = op.start, .end = std::clamp(endOfForward, op.start, startOfBackward)},
                        {.start = startOfBackward, .end = range.end}};
    }

    void onGpu(const ActionRange& range, TracedOp& op) const {
        struct Use {
            Time busy = 0;
            Extent extent = {};
        };
        std::map<int, Use> streams;
        std::map<bool, Extent> byThread; // launched by the schedule's own thread, or by another
        const auto grow = [](Extent& extent, bool first, const KernelRun& kernel) {
            extent.start = first ? kernel.start : std::min(extent.start, kernel.start);
            extent.end = first ? kernel.end : std::max(extent.end, kernel.end);
        };
        const auto own = std::ranges::find(m_file->threads, range.thread) - m_file->threads.begin();
        forLaunches(range, [&](const KernelLaunch& launch) {
            for (const KernelRun& kernel : kernelsOf(launch)) {
                if (kernel.isMessage)
                    continue;
                if (op.launched == kUnknownTime)
                    op.launched = launch.start;
                Use& use = streams[kernel.stream];
                grow(use.extent, use.busy == 0, kernel);
                use.busy += std::max<Time>(1, kernel.end - kernel.start);
                const bool isOwn = launch.thread == own;
                const bool isFirst = !byThread.contains(isOwn);
                grow(byThread[isOwn], isFirst, kernel);
            }
        });
        op.start = op.end = kUnknownTime;
        if (streams.empty())
            return;
        const auto most = std::ranges::max_element(streams, {}, [](const auto& each) { return each.second.busy; });
        op.start = most->second.extent.start;
        op.end = most->second.extent.end;
        if (op.paired && byThread.size() == 2)
            op.parts = {byThread[true], byThread[false]};
    }

    KinetoFile* m_file;
    bool m_isGpu = false;
};

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
std::vector<TracedStep> stepsIn(KinetoFile& file) {
    std::vector<TracedStep> steps;
    const std::vector<ActionRange> ranges = scheduleRanges(file.actions);
    const RangeReader reader{file};
    std::set<std::string> seen;
    std::vector<Time> begins;
    std::vector<std::pair<PytorchAction, Extent>> gathers;
    for (const ActionRange& range : ranges) {
        const auto action = pytorchActionFrom(range.name);
        if (!action) {
            ++file.strange;
            continue;
        }
        using enum PytorchAction::Kind;
        if (action->kind == Unshard) {
            gathers.emplace_back(*action, reader.communication(range));
            continue;
        }
        const bool repeats = action->kind == Compute || action->kind == Send || action->kind == Receive;
        if (steps.empty() || (repeats && !seen.insert(range.name).second)) {
            steps.push_back({.number = static_cast<int>(steps.size())});
            begins.push_back(range.start);
            seen = {range.name};
        }
        for (const auto& [gather, extent] : gathers)
            addCommunication(gather, extent, reader.isGpu(), steps.back());
        gathers.clear();
        if (action->kind == Compute)
            steps.back().ops.push_back(reader.compute(*action, range));
        else if (action->kind != Wait && action->kind != Reshard)
            addCommunication(*action, reader.communication(range), reader.isGpu(), steps.back());
    }
    // The profiler's numbers where it counted the steps of the schedule.
    std::map<int, std::size_t> numbers;
    for (std::size_t at = 0; at < steps.size(); ++at)
        for (const ActionRange& step : file.profilerSteps)
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

Result<TracedRank> rankOf(KinetoFile& file, TracedJob& job) {
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
    rank.steps = stepsIn(file);
    if (isGpu && std::ranges::all_of(rank.steps, [](const TracedStep& step) { return step.ops.empty(); }))
        return Error{
            say(phrase("trace", "no kernel was launched inside an action: the job ran CUDA graphs, whose kernels "
                                "no range names"))};
    for (TracedStep& step : rank.steps)
        addBase(step, file.header.base);
    job.isGpu |= isGpu;
    job.cut |= !file.header.cut.empty();
    if (!file.header.cut.empty())
        job.notes.push_back(say(phrase("trace", "%1: %2; what stands before was taken"), file.path, file.header.cut));
    if (file.strange > 0)
        job.notes.push_back(sayCounted(countedPhrase("trace", "%2: %1 ranges PP: hold no action that is known",
                                                     "%2: %1 range PP: holds no action that is known"),
                                       file.strange, file.strange, file.path));
    return rank;
}

} // namespace

Result<TracedJob> readKineto(const std::vector<std::string>& paths, const TraceControl& control) {
    TracedJob job{.format = "kineto", .framework = "torch"};
    std::map<int, std::string> files;
    for (const std::string& path : paths) {
        KinetoFile file{.path = path};
        Result<ChromeHeader> header = readChromeEvents(
            path, [&](const ChromeEvent& event) { return takeKinetoEvent(event, file); }, control);
        if (!header)
            return inFile(path, header.error());
        file.header = *std::move(header);
        file.rank = file.header.rank.value_or(rankInName(path));
        if (file.rank < 0 && paths.size() > 1)
            return inFile(path, {say(phrase("trace", "neither the trace nor its name says which rank it is of; call it "
                                                     "rank0_trace.json or the like"))});
        file.rank = std::max(0, file.rank);
        const auto [other, isNew] = files.emplace(file.rank, path);
        if (!isNew)
            return inFile(path, {say(phrase("trace", "is of rank %1, as is %2"), file.rank, other->second)});
        Result<TracedRank> rank = rankOf(file, job);
        if (!rank)
            return inFile(path, rank.error());
        job.ranks.push_back(*std::move(rank));
    }
    job.deviceClock = job.isGpu ? "cupti" : "host";
    return job;
}

} // namespace lanewright
