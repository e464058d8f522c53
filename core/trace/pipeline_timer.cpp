// SPDX-License-Identifier: Apache-2.0
#include "core/io/reading.h"
#include "core/model/limits.h"
#include "core/trace/trace_document.h"
#include "core/trace/trace_formats.h"
#include "core/trace/trace_mapping.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

/// The pipeline timer for Megatron-LM by Victarry (`ENABLE_PP_TIMER`): a file
/// `event_times_PP4_VPP1_…_pp_rank_2_rank_2.json` for each rank, an object of times in ms under keys such as
/// `forward-3-start`, with the chunk in front of the microbatch where ranks have several.
namespace lanewright {

namespace {

struct TimerKey {
    Op op = {};
    int chunk = 0;
    bool isStart = false;
};

struct TimerName {
    NamePattern name = {};
    OpKind kind = OpKind::F;
    bool isStart = false;
};

/// `backward-3-end`, `backward-1-3-end` and the like.
std::vector<TimerName> makeTimerNames() {
    std::vector<TimerName> names;
    for (const OpKind kind : {OpKind::F, OpKind::BW})
        for (const bool isStart : {true, false})
            for (const char* numbers : {"{microbatch}", "{chunk}-{microbatch}"}) {
                std::string name = kind == OpKind::F ? "forward-" : "backward-";
                name.append(numbers).append(isStart ? "-start" : "-end");
                names.push_back({*namePatternFrom(name), kind, isStart});
            }
    return names;
}

std::optional<TimerKey> timerKeyFrom(std::string_view key) {
    static const std::vector<TimerName> names = makeTimerNames();
    for (const auto& [name, kind, isStart] : names)
        if (MappedNumbers numbers;
            name.matches(key, numbers) && std::max(numbers.microbatch, numbers.chunk) < kMaxMicrobatches)
            return TimerKey{.op = {.kind = kind, .microbatch = numbers.microbatch},
                            .chunk = std::max(0, numbers.chunk),
                            .isStart = isStart};
    return {};
}

/// When an op began and ended, as far as the file says.
struct OpEnds {
    std::optional<Time> start = {};
    std::optional<Time> end = {};
};

std::map<Op, OpEnds> endsFrom(const json::Node& root, int rank, int ranks, Trouble& trouble) {
    std::map<Op, OpEnds> ops;
    if (!expect(root, json::Kind::Object, trouble))
        return ops;
    for (const json::Node entry : root.children()) {
        auto key = timerKeyFrom(entry.key());
        if (!key)
            continue;
        const double value = realFrom(entry, trouble);
        if (!trouble && !(std::abs(value) < 2e12))
            trouble.add(say(phrase("trace", "must be a time in ms")), entry);
        if (!trouble && std::int64_t{key->chunk} * ranks + rank >= kMaxStages)
            trouble.add(say(phrase("trace", "there can't be a chunk %1"), key->chunk), entry);
        if (trouble)
            break;
        key->op.stage = key->chunk * ranks + rank;
        (key->isStart ? ops[key->op].start : ops[key->op].end) = std::llround(value * 1e6);
    }
    return ops;
}

Result<TracedStep> timerStep(const std::string& path, int rank, int ranks, const std::stop_token& stop) {
    const auto read = [&](const json::Node& root, Trouble& trouble) { return endsFrom(root, rank, ranks, trouble); };
    const Result<std::map<Op, OpEnds>> ops = readTraceDocument(path, stop, read);
    if (!ops)
        return ops.error();
    TracedStep step;
    for (const auto& [op, ends] : *ops) {
        if (!ends.start || !ends.end)
            continue;
        if (*ends.end < *ends.start)
            return inFile(path,
                          {say(phrase("trace", "an op of microbatch %1 ends before it starts"), op.microbatch + 0)});
        step.ops.push_back({.op = op, .start = *ends.start, .end = *ends.end});
    }
    std::ranges::stable_sort(step.ops, {}, &TracedOp::start);
    return step;
}

} // namespace

Result<TracedJob> readPipelineTimer(const std::vector<std::string>& paths, const TraceControl& control) {
    TracedJob job{.format = "megatron", .framework = "Megatron-LM", .deviceClock = "cuda-events", .isGpu = true};
    std::map<int, std::string> files;
    int others = 0;
    for (const std::string& path : paths) {
        if (control.stop.stop_requested())
            return Error{say(phrase("trace", "stopped"))};
        const int rank = numberInName(path, "_pp_rank_");
        const int ranks = numberInName(path, "event_times_PP");
        if (rank < 0 || ranks < 1 || rank >= ranks || ranks > kMaxRanks)
            return inFile(path,
                          {say(phrase("trace", "its name does not say which rank it is of, as "
                                               "event_times_PP4_VPP1_TPxCPxDP_rank_0_pp_rank_2_rank_2.json does"))});
        if (numberInName(path, "TPxCPxDP_rank_") > 0) {
            ++others;
            continue;
        }
        if (const auto [other, isNew] = files.emplace(rank, path); !isNew)
            return inFile(path, {say(phrase("trace", "it is of rank %1, as is %2; give one file of each rank"), rank,
                                     other->second)});
        Result<TracedStep> step = timerStep(path, rank, ranks, control.stop);
        if (!step)
            return step.error();
        job.leastRanks = std::max(job.leastRanks, ranks);
        job.ranks.push_back({.source = path, .rank = rank, .worldRank = rank, .steps = {*std::move(step)}});
    }
    noteAny(job.notes,
            countedPhrase("trace", "%1 files of other tensor and data parallel ranks were left out",
                          "%1 file of another tensor or data parallel rank was left out"),
            others);
    return job;
}

} // namespace lanewright
