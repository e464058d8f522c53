// SPDX-License-Identifier: Apache-2.0
#include "core/base/whole_number.h"
#include "core/model/dataflow.h"
#include "core/trace/kineto_ranges.h"
#include "core/trace/kineto_verdict.h"
#include "core/trace/pytorch_action.h"
#include "core/trace/trace_formats.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

/// Traces of PyTorch's profiler (Kineto), a file a rank, of jobs that run under PyTorch's pipelining runtime.
///
/// The runtime opens a range `PP:0F3` around each action, on the thread of the schedule. It is not the op: the wait for
/// what the op needs lies inside it, behind what gathers and casts the stage's parameters. On a CPU the op begins with
/// the first operator of that thread behind the wait, and where there is none it is empty (stage 0 has no gradient of
/// its input to make); of a trace without any operators it is the whole range. On a GPU the range says which kernels
/// were launched for the op, by whatever thread, and the kernels say when it ran; the range's own projection on the GPU
/// is wrong for backwards, whose kernels the thread of autograd launches.
namespace lanewright {

namespace {

/// An action with what the trace shows of it.
struct SeenAction {
    PytorchAction action = {};
    const KinetoRange& range;
    const RangeContent& content;
};

/// Where an action computed.
TracedOp opOf(const SeenAction& seen, Witness witness, bool hasBare) {
    const PytorchAction& action = seen.action;
    const KinetoRange& range = seen.range;
    const RangeContent& content = seen.content;
    TracedOp op{.op = action.op, .paired = action.paired};
    const bool isBare = hasBare && action.op.kind != OpKind::B && content.compute == kNoExtent;
    if (witness == Witness::Ranges || isBare) {
        op.start = range.start;
        op.end = range.end;
        op.holdsWait = true;
        return op;
    }
    if (witness == Witness::Kernels) {
        op.start = content.compute.start;
        op.end = content.compute.end;
        op.launched = content.launched;
        op.before = content.before;
        if (op.paired && content.parts[0] != kNoExtent && content.parts[1] != kNoExtent)
            op.parts = {content.parts[0], content.parts[1]};
        return op;
    }
    const auto orEnd = [&](Time time) { return time == kUnknownTime ? range.end : time; };
    op.window = range.start;
    op.start = orEnd(content.compute.start);
    op.end = range.end;
    op.before = content.before;
    const Time backward = orEnd(content.parts[1].start);
    if (op.paired)
        op.parts = {{.start = op.start, .end = std::clamp(orEnd(content.parts[0].end), op.start, backward)},
                    {.start = backward, .end = range.end}};
    return op;
}

/// Ops without kernels stand where the next block of the rank begins: whatever they wait for is there by then. False
/// where no op has a time.
bool placeEmpty(std::vector<TracedOp>& ops) {
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
    return ops.empty() || ops.front().start != kUnknownTime;
}

/// Whether the op yields what was sent, of which the trace says the stage, the microbatch and whether it is an output
/// or a gradient.
bool yields(const Op& op, const Op& sent) {
    return op.kind != OpKind::W && (op.kind == OpKind::F) == (sent.kind == OpKind::F) && op.stage == sent.stage &&
           op.microbatch == sent.microbatch;
}

/// Keeps with the step's ops when what they yield was posted; of a pair the first of both.
void noteSent(std::vector<TracedOp>& ops, const Op& sent, Time posted) {
    for (TracedOp& op : ops)
        if (std::ranges::any_of(opsIn(op), [&](const Op& each) { return yields(each, sent); }))
            op.sent = op.paired && op.sent != kUnknownTime ? std::min(op.sent, posted) : posted;
}

/// What messages and collectives are to a rank; nothing where an action is neither.
std::optional<SideKind> sideKindOfAction(PytorchAction::Kind kind) {
    using enum PytorchAction::Kind;
    switch (kind) {
    case Send: return SideKind::Send;
    case Receive: return SideKind::Receive;
    case Unshard: return SideKind::Gather;
    case Reduce: return SideKind::Reduce;
    case Wait: return SideKind::Other; // that what was sent has left
    case Compute:
    case Reshard: break;
    }
    return {};
}

/// `extent`: when the message or collective ran.
void addCommunication(const SeenAction& seen, const Extent& extent, TracedStep& step) {
    const PytorchAction& action = seen.action;
    const std::optional<SideKind> kind = sideKindOfAction(action.kind);
    if (!kind || extent.start == kUnknownTime)
        return;
    SideSpan span{.kind = *kind, .start = extent.start, .end = extent.end};
    if (kind == SideKind::Send || kind == SideKind::Receive)
        span.op = action.op;
    else
        span.stage = action.op.stage;
    if (kind == SideKind::Other)
        span.name = seen.range.name;
    step.side.push_back(std::move(span));
}

void addAction(const SeenAction& seen, Witness witness, bool hasBare, TracedStep& step) {
    using enum PytorchAction::Kind;
    const auto& [action, range, content] = seen;
    if (action.kind == Compute) {
        step.ops.push_back(opOf(seen, witness, hasBare));
        return;
    }
    const bool isGpu = witness == Witness::Kernels;
    if (action.kind == Wait && (isGpu || range.name.find("WAIT_SEND") == std::string::npos))
        return; // nothing that the rank did
    // Posting it on a CPU is when the value leaves. On a GPU its kernel may start to spin before.
    if (action.kind == Send && !isGpu)
        noteSent(step.ops, action.op, range.start);
    addCommunication(seen, isGpu ? content.kernels : Extent{.start = range.start, .end = range.end}, step);
}

/// Gives steps the profiler's numbers where it counted those of the schedule. `begins`: when each began.
void numberSteps(std::vector<TracedStep>& steps, const std::vector<Time>& begins,
                 const std::vector<KinetoRange>& profilerSteps) {
    std::map<int, std::size_t> numbers;
    for (std::size_t at = 0; at < steps.size(); ++at)
        for (const KinetoRange& step : profilerSteps)
            if (begins[at] >= step.start && begins[at] < step.end) {
                std::string_view name = step.name;
                if (const auto number = takeWhole<int>(name))
                    numbers.emplace(*number, at);
            }
    if (numbers.size() == steps.size())
        for (const auto& [number, at] : numbers)
            steps[at].number = number;
}

/// The actions that are known.
std::vector<SeenAction> actionsIn(const std::vector<KinetoRange>& ranges, const std::vector<RangeContent>& contents) {
    std::vector<SeenAction> actions;
    for (std::size_t place = 0; place < ranges.size(); ++place)
        if (const auto action = pytorchActionFrom(ranges[place].name))
            actions.push_back({*action, ranges[place], contents[place]});
    return actions;
}

/// Whether the action is an op or a message that the step has had: with it the next step begins.
bool comesAgain(const SeenAction& seen, std::set<std::string>& had) {
    using enum PytorchAction::Kind;
    const PytorchAction::Kind kind = seen.action.kind;
    if (kind != Compute && kind != Send && kind != Receive)
        return false;
    const bool isNew = had.insert(seen.range.name).second;
    return !isNew;
}

/// Cuts the actions into steps: one begins where an op or a message comes a second time. Parameters may be gathered
/// more than once in a step, and in front of its first op, so gathers go with what comes next; those behind the last op
/// belong to no step.
std::vector<TracedStep> stepsIn(const KinetoFile& file, const std::vector<SeenAction>& actions, bool hasBare) {
    std::vector<TracedStep> steps;
    const Witness witness = witnessOf(file);
    std::set<std::string> seen;
    std::vector<Time> begins;
    std::size_t added = 0;
    for (std::size_t at = 0; at < actions.size(); ++at) {
        const SeenAction& action = actions[at];
        if (action.action.kind == PytorchAction::Kind::Unshard)
            continue;
        const bool again = comesAgain(action, seen);
        if (again || steps.empty()) {
            steps.push_back({.number = static_cast<int>(steps.size())});
            begins.push_back(action.range.start);
            seen = {action.range.name};
        }
        for (; added <= at; ++added)
            addAction(actions[added], witness, hasBare, steps.back());
    }
    numberSteps(steps, begins, file.profilerSteps);
    for (TracedStep& step : steps)
        if (!placeEmpty(step.ops))
            step.ops.clear(); // nothing of it ran
    return steps;
}

void addBase(TracedStep& step, Time base) {
    const auto add = [base](Time& time) {
        if (time != kUnknownTime)
            time += base;
    };
    for (TracedOp& op : step.ops) {
        for (Time* time : {&op.start, &op.end, &op.window, &op.launched, &op.sent, &op.before.start, &op.before.end})
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
    if (file.actions.empty())
        return Error{whyNoAction(file)};
    TracedRank rank{.source = file.path, .worldRank = file.rank, .host = file.header.host};
    job.leastStages = std::max(job.leastStages, leastStagesOf(file));
    const std::vector<KinetoRange> ranges = scheduleRanges(std::move(file.actions));
    const RangeContents contents = contentOf(ranges, file, stop);
    if (stop.stop_requested())
        return Error{say(phrase("trace", "stopped"))};
    if (const std::optional<Error> wrong = whyUnreadable(file, ranges, contents))
        return *wrong;
    const bool hasBare = bareOps(file, ranges, contents) > 0;
    const std::vector<SeenAction> actions = actionsIn(ranges, contents.ofRange);
    rank.steps = stepsIn(file, actions, hasBare);
    for (TracedStep& step : rank.steps)
        addBase(step, file.header.base);
    job.isGpu |= !file.kernels.empty();
    job.waitsInside |= hasBare || witnessOf(file) == Witness::Ranges;
    const auto strange = static_cast<std::int64_t>(ranges.size() - actions.size()); // their action is unknown
    addNotes(file, ranges, contents, strange, job);
    return rank;
}

/// What one file shows of a rank.
struct RankFile {
    TracedRank rank = {};
    std::string process = {};

    bool hasOps() const { return !rank.steps.empty() && !rank.steps.front().ops.empty(); }
    Time begin() const { return hasOps() ? rank.steps.front().ops.front().start : kUnknownTime; }
};

/// The rank that several files show, each some steps of it, as a profiler writes them that records now and then. Fails
/// where they are of several processes, or of the same time.
Result<TracedRank> joined(std::vector<RankFile> files, int number) {
    std::ranges::stable_sort(files, {}, &RankFile::begin);
    TracedRank rank = std::move(files.front().rank);
    for (std::size_t at = 1; at < files.size(); ++at) {
        RankFile& file = files[at];
        const std::string& path = file.rank.source;
        if (file.process != files.front().process)
            return inFile(path,
                          {say(phrase("trace", "it is of rank %1, as is %2, but of another process; give the files "
                                               "of one job"),
                               number, rank.source)});
        const std::vector<TracedStep>& before = rank.steps;
        if (before.empty() || before.back().ops.empty() || !file.hasOps() ||
            before.back().ops.back().end > file.begin())
            return inFile(path, {say(phrase("trace", "it is of rank %1 and of the same time, as is %2; give "
                                                     "one file of each rank"),
                                     number, rank.source)});
        // Where the profiler counted no steps, those of the later file come behind, and not next to those before.
        const int last = before.back().number;
        const int first = file.rank.steps.front().number;
        for (TracedStep& step : file.rank.steps) {
            step.number += first > last ? 0 : last + 2 - first;
            rank.steps.push_back(std::move(step));
        }
    }
    return rank;
}

/// Takes in the files of a job one after the other.
class KinetoJob {
public:
    KinetoJob(const TraceControl& control, bool isAlone) : m_control(&control), m_isAlone(isAlone) {}

    Result<Done> add(const std::string& path) {
        Result<KinetoFile> read = readKinetoFile(path, *m_control);
        if (!read)
            return inFile(path, read.error());
        KinetoFile file = *std::move(read);
        std::vector<Message> cut;
        if (!file.header.cut.empty())
            cut.push_back(cutNote(path, file.header.cut));
        if (file.actions.empty() && !m_isAlone) { // it shows something else
            if (m_foreign.empty())
                m_why = inFile(path, {whyNoAction(file)});
            m_foreign.push_back(path);
            m_job.notes.insert(m_job.notes.end(), cut.begin(), cut.end());
            return Done{};
        }
        if (file.rank < 0 && !m_isAlone)
            return inFile(path, {say(phrase("trace", "neither the trace nor its name says which rank it is of; call it "
                                                     "rank0_trace.json or the like"))});
        file.rank = std::max(0, file.rank);
        m_worldSize = std::max(m_worldSize, file.header.worldSize);
        m_job.cut |= !cut.empty();
        m_job.notes.insert(m_job.notes.end(), cut.begin(), cut.end());
        Result<TracedRank> rank = rankOf(file, m_job, m_control->stop);
        if (!rank)
            return inFile(path, withNotes(rank.error(), cut));
        m_ranks[file.rank].push_back({.rank = *std::move(rank), .process = std::move(file.process)});
        return Done{};
    }

    Result<TracedJob> take() && {
        if (m_ranks.empty())
            return m_why;
        if (!m_foreign.empty())
            m_job.notes.push_back(sayCounted(
                countedPhrase("trace",
                              "%1 files without an action of PyTorch's pipelining runtime were left out, such as %2",
                              "%1 file without an action of PyTorch's pipelining runtime was left out: %2"),
                static_cast<std::int64_t>(m_foreign.size()), m_foreign.size(), m_foreign.front()));
        if (std::cmp_less(m_ranks.size(), m_worldSize))
            m_job.notes.push_back(
                say(phrase("trace", "traces of %1 of the job's %2 ranks are here"), m_ranks.size(), m_worldSize));
        for (auto& [number, files] : m_ranks) {
            Result<TracedRank> rank = joined(std::move(files), number);
            if (!rank)
                return rank.error();
            m_job.ranks.push_back(*std::move(rank));
        }
        m_job.deviceClock = m_job.isGpu ? "cupti" : "host";
        return std::move(m_job);
    }

private:
    const TraceControl* m_control;
    bool m_isAlone;
    TracedJob m_job{.format = "kineto", .framework = "torch"};
    std::map<int, std::vector<RankFile>> m_ranks = {}; ///< by their numbers
    int m_worldSize = 0;
    std::vector<std::string> m_foreign = {};
    Error m_why = {};
};

} // namespace

Result<TracedJob> readKineto(const std::vector<std::string>& paths, const TraceControl& control) {
    KinetoJob job{control, paths.size() == 1};
    for (const std::string& path : paths)
        if (const Result<Done> added = job.add(path); !added)
            return added.error();
    return std::move(job).take();
}

} // namespace lanewright
