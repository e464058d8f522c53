// SPDX-License-Identifier: Apache-2.0
#include "core/trace/kineto_verdict.h"

#include "core/base/printed.h"
#include "core/simulate/number_text.h"
#include "core/trace/pytorch_action.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace lanewright {

namespace {

/// The backend whose messages are kernels, so that a rank which has it has a GPU.
constexpr std::string_view kNccl = "nccl";

Message millisecondsText(Time time) { return numbers::said(printed("%.3f ms", static_cast<double>(time) / 1e6)); }

/// How many ops ran something and how many did not, but for B, which may have nothing to do.
struct OpCounts {
    std::int64_t ran = 0;
    std::int64_t empty = 0;
    Time all = 0;       ///< how long their ranges lasted
    Time emptyTime = 0; ///< the same of those that ran nothing
};

OpCounts countOps(const std::vector<KinetoRange>& ranges, const RangeContents& contents) {
    OpCounts counts;
    for (std::size_t at = 0; at < ranges.size(); ++at)
        if (const auto action = pytorchActionFrom(ranges[at].name);
            action && action->kind == PytorchAction::Kind::Compute && action->op.kind != OpKind::B) {
            const bool ran = contents.ofRange[at].compute != kNoExtent;
            const Time length = ranges[at].end - ranges[at].start;
            ++(ran ? counts.ran : counts.empty);
            counts.all += length;
            counts.emptyTime += ran ? 0 : length;
        }
    return counts;
}

/// Why a trace of this origin holds no action; the place is the name that told it.
Phrase whyOf(TraceOrigin origin) {
    switch (origin) {
    case TraceOrigin::ScheduleDump:
        return phrase("trace",
                      "its events are the actions of a schedule that PyTorch's `_dump_chrometrace` drew, such as %1, "
                      "and were measured by nobody: `lanewright-cli convert` reads the schedule's CSV, `lanewright-cli "
                      "import --mapping FILE` these events");
    case TraceOrigin::DeepSpeed:
        return phrase("trace",
                      "it is of DeepSpeed (%1), whose pipeline names neither stages nor microbatches in a trace: open "
                      "ranges around its forwards and backwards that do, and say by `lanewright-cli import --mapping "
                      "FILE` what they stand for");
    case TraceOrigin::DataParallel:
        return phrase("trace",
                      "it is of a job in data parallelism alone (%1), in which each rank runs the whole model: there "
                      "is no pipeline to show. A pipeline in PyTorch is recorded by `python -m lanewright.run`");
    case TraceOrigin::Jax:
        return phrase("trace", "it looks like one of JAX or XLA (%1), where nothing of ours records: say by "
                               "`lanewright-cli import --mapping FILE` which of its events are ops");
    case TraceOrigin::Megatron:
        return phrase(
            "trace",
            "it is of Megatron-LM (%1), which names no op in a profiler's trace: record it by `lanewright.megatron`, "
            "or say by `lanewright-cli import --mapping FILE` which of its events are ops");
    case TraceOrigin::Unknown: break;
    }
    return phrase(
        "trace",
        "it holds no action of PyTorch's pipelining runtime, whose ranges are called PP:0F3 (from torch 2.9 on; "
        "Schedule1F1B makes none). Record a job of PyTorch by `python -m lanewright.run`, one of Megatron-LM by "
        "`lanewright.megatron`, or say by `lanewright-cli import --mapping FILE` which events are ops");
}

/// What is said of kernels whose times can't be.
void addKernelNotes(const KinetoFile& file, const OddKernels& odd, std::vector<Message>& notes) {
    const auto note = [&](const Phrase& words, std::int64_t count, const auto&... others) {
        noteAny(notes, words, count, file.path, others...);
    };
    note(countedPhrase("trace", "%2: %1 kernels, such as %3, have no correlation and were left out",
                       "%2: %1 kernel, %3, has no correlation and was left out"),
         file.strayKernels, file.strayKernel);
    note(countedPhrase(
             "trace",
             "%2: %1 kernels, such as %3, end before they begin or at no time that there is, and were left out",
             "%2: %1 kernel, %3, ends before it begins or at no time that there is, and was left out"),
         file.timelessKernels, file.timelessKernel);
    note(countedPhrase("trace",
                       "%2: %1 kernels last far beyond all that was recorded, and were taken to last no time; the "
                       "first, %3, took %4",
                       "%2: %1 kernel, %3, lasts far beyond all that was recorded (%4), and was taken to last no time"),
         odd.endless, odd.endlessName, millisecondsText(odd.endlessTook));
    note(countedPhrase("trace",
                       "%2: %1 kernels last far into the next one on their stream, and were cut where that begins; the "
                       "first, %3, from %4 to %5",
                       "%2: %1 kernel, %3, lasts far into the next one on its stream, and was cut where that begins, "
                       "from %4 to %5"),
         odd.tooLong, odd.longName, millisecondsText(odd.longTook), millisecondsText(odd.longCut));
}

} // namespace

Witness witnessOf(const KinetoFile& file) {
    return !file.kernels.empty() ? Witness::Kernels : file.operators.empty() ? Witness::Ranges : Witness::Operators;
}

std::int64_t bareOps(const KinetoFile& file, const std::vector<KinetoRange>& ranges, const RangeContents& contents) {
    const OpCounts counts = countOps(ranges, contents);
    const bool matter = counts.emptyTime > counts.all / 100;
    return witnessOf(file) != Witness::Kernels && matter ? counts.empty : 0;
}

Message whyNoAction(const KinetoFile& file) {
    if (file.plainRanges > 0)
        return say(phrase("trace", "its ranges `Forward 0`, `Backward 0` name no stage, as those of ScheduleGPipe and "
                                   "of runs without a backward; record the job by `python -m lanewright.run`, or run "
                                   "PyTorch's _PipelineScheduleRuntime, whose ranges are called PP:0F3"));
    const Phrase why = whyOf(file.origin);
    return file.origin == TraceOrigin::Unknown ? say(why) : say(why, file.originName);
}

std::optional<Error> whyUnreadable(const KinetoFile& file, const std::vector<KinetoRange>& ranges,
                                   const RangeContents& contents) {
    const auto stray = file.strayKernels;
    if (stray > 0 && std::cmp_greater(stray, file.kernels.size()))
        return Error{say(phrase("trace", "%1 of its %2 kernels, such as %3, have no correlation, so nothing tells "
                                         "which op launched them; let the profiler record the CPU, too, and keep the "
                                         "key `correlation`, or record the job by `python -m lanewright.run`"),
                         stray, stray + static_cast<std::int64_t>(file.kernels.size()), file.strayKernel)};
    if (file.kernels.empty() && (file.anyGpu || file.header.backend == kNccl))
        return Error{say(phrase("trace", "its host launched kernels, or sent by NCCL, and none ran in it: the times of "
                                         "ops are those of the GPU; profile the job with the activity CUDA, too"))};
    if (file.kernels.empty())
        return {};
    const OpCounts counts = countOps(ranges, contents);
    const OddKernels& odd = contents.odd;
    if (counts.empty > 0 && odd.ofOneLaunch > 1)
        return Error{
            say(phrase("trace",
                       "%1 kernels, such as %2, bear the correlation %3 of one launch, in PP:%4, as those of a CUDA "
                       "graph do: nothing tells which op each belongs to; profile the job without CUDA graphs"),
                odd.ofOneLaunch, odd.name, odd.correlation, ranges[odd.range].name)};
    if (counts.ran == 0 && file.anyGraph)
        return Error{say(phrase("trace", "none of its kernels, such as %1, was launched inside an action: the job ran "
                                         "CUDA graphs, whose kernels no range names; profile it without CUDA graphs"),
                         file.kernelNames.front())};
    if (counts.ran == 0)
        return Error{say(phrase("trace", "none of its kernels, such as %1, has its launch inside an action of the "
                                         "trace: profile the job with the activities CPU and CUDA, both"),
                         file.kernelNames.front())};
    return {};
}

void addNotes(const KinetoFile& file, const std::vector<KinetoRange>& ranges, const RangeContents& contents,
              std::int64_t strange, TracedJob& job) {
    noteAny(job.notes,
            countedPhrase("trace", "%2: %1 ranges PP: hold no action that is known",
                          "%2: %1 range PP: holds no action that is known"),
            strange, file.path);
    switch (witnessOf(file)) {
    case Witness::Ranges:
        job.notes.push_back(say(phrase("trace", "%1: there are no operators (`cpu_op`) and no kernels in its ranges, "
                                                "so ops are taken to last as long as these, with their waits"),
                                file.path));
        break;
    case Witness::Operators:
        noteAny(
            job.notes,
            countedPhrase(
                "trace",
                "%2: %1 ops hold no operator (`cpu_op`), so they are taken to last as long as their ranges, with "
                "their waits",
                "%2: %1 op holds no operator (`cpu_op`), so it is taken to last as long as its range, with its wait"),
            bareOps(file, ranges, contents), file.path);
        break;
    case Witness::Kernels:
        noteAny(job.notes,
                countedPhrase("trace", "%2: %1 ops launched no kernel, and are taken to do nothing",
                              "%2: %1 op launched no kernel, and is taken to do nothing"),
                countOps(ranges, contents).empty, file.path);
        break;
    }
    addKernelNotes(file, contents.odd, job.notes);
}

} // namespace lanewright
