// SPDX-License-Identifier: Apache-2.0
#include "core/model/limits.h"
#include "core/trace/chrome_events.h"
#include "core/trace/trace_formats.h"

#include <algorithm>
#include <charconv>
#include <compare>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>

/// NDTimeline, the profiler of ByteDance's trainer, as StragglerAnalysis (OSDI 2025) publishes it: a list of events
/// that name their kind, step, model chunk and microbatch. `pid` is the replica and the name of the thread says `PP
/// rank 2, TP rank 0, compute`. Communication knows only its turn among its kind.
namespace lanewright {

namespace {

/// A process of the trace.
struct NdPlace {
    int replica = 0;
    int pipeline = -1;
    int tensor = 0;

    friend auto operator<=>(const NdPlace&, const NdPlace&) = default;
};

struct NdEvent {
    std::string_view name = {}; ///< one of `NdTrace::names`
    Time start = 0;
    Time end = 0;
    int chunk = 0;
    int microbatch = 0;
    std::int64_t turn = 0;
};

/// The number behind `word` in a text such as `PP rank 2, TP rank 0, compute`; -1: none.
int numberBehind(std::string_view text, std::string_view word) {
    const std::size_t at = text.find(word);
    int value = -1;
    if (at != std::string_view::npos)
        std::from_chars(text.data() + at + word.size(), text.data() + text.size(), value);
    return value;
}

int intFrom(std::string_view text) {
    int value = -1;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

using NdSteps = std::map<int, std::vector<NdEvent>>;

/// What the events of all files hold, before threads have their names.
struct NdTrace {
    std::map<std::pair<std::string, std::string>, std::string> threads = {}; ///< by pid and tid
    std::map<std::pair<std::string, std::string>, NdSteps> events = {};
    std::set<std::string> names = {};                   ///< each name once: events are very many
    std::set<std::pair<std::string, int>> skipped = {}; ///< processes and steps that nobody asked for
    std::int64_t unplaced = 0;                          ///< events without a step
    Error wrong = {};
};

constexpr int kMostReplicas = 1 << 20;

bool isCompute(std::string_view name) { return name == "forward-compute" || name == "backward-compute"; }

/// Takes an event; false at one that says something impossible.
bool takeNdEvent(const ChromeEvent& event, const TraceControl& control, NdTrace& trace) {
    if (event.phase == 'M') {
        if (event.name == "thread_name")
            trace.threads[{event.process, event.thread}] = std::string{event.argument("name").value_or("")};
        return true;
    }
    if (event.phase != 'X')
        return true;
    const auto step = event.number("step");
    if (!step || !event.timed) {
        ++trace.unplaced;
        return true;
    }
    const auto refuse = [&](const char* key) {
        trace.wrong = {say(phrase("trace", "%1 is out of range"), key), event.where};
        return false;
    };
    if (*step < 0 || *step > std::numeric_limits<int>::max())
        return refuse("step");
    if (*step < control.firstStep || *step >= control.endStep) {
        if (isCompute(event.name))
            trace.skipped.emplace(event.process, static_cast<int>(*step));
        return true;
    }
    NdEvent own{
        .name = *trace.names.insert(event.name).first, .start = event.start, .end = event.start + event.duration};
    if (event.duration < 0 && isCompute(event.name))
        return refuse("dur");
    own.end = std::max(own.start, own.end); // published jobs have an optimizer-clip-main-grad of -27 µs
    const std::int64_t chunk = event.number("model_chunk").value_or(0);
    const std::int64_t microbatch = event.number("mb_id").value_or(-1);
    if (isCompute(event.name) && (chunk < 0 || chunk >= kMaxStages))
        return refuse("model_chunk");
    if (isCompute(event.name) && (microbatch < 0 || microbatch >= kMaxMicrobatches))
        return refuse("mb_id");
    own.chunk = static_cast<int>(std::clamp<std::int64_t>(chunk, -1, kMaxStages));
    own.microbatch = static_cast<int>(std::clamp<std::int64_t>(microbatch, -1, kMaxMicrobatches));
    own.turn = event.number("seq_id").value_or(0);
    trace.events[{event.process, event.thread}][static_cast<int>(*step)].push_back(own);
    return true;
}

/// The thread's place in the job, which its name says.
std::optional<NdPlace> placeOf(const std::string& process, const std::string& thread, const NdTrace& trace) {
    NdPlace place{.replica = std::max(0, intFrom(process))};
    const auto named = trace.threads.find({process, thread});
    if (named == trace.threads.end())
        return {};
    place.pipeline = numberBehind(named->second, "PP rank ");
    place.tensor = std::max(0, numberBehind(named->second, "TP rank "));
    if (place.pipeline < 0 || place.pipeline >= kMaxRanks || place.replica > kMostReplicas)
        return {};
    return place;
}

/// Which kind of side span an event is; nothing for one that has a place elsewhere.
SideKind sideKindOf(std::string_view name) {
    if (name == "forward-send" || name == "backward-send")
        return SideKind::Send;
    if (name == "forward-recv" || name == "backward-recv")
        return SideKind::Receive;
    if (name == "params-all-gather")
        return SideKind::Gather;
    if (name == "grads-reduce-scatter" || name == "grads-all-reduce")
        return SideKind::Reduce;
    if (name == "gc" || name == "data" || name == "get-batch" || name == "dataloader")
        return SideKind::Host;
    return SideKind::Collective;
}

/// Sends and receives of a rank in the order of their kind, for which ops they stood: the k-th forward send is that of
/// the k-th forward whose output leaves the rank.
void nameMessages(TracedStep& step, const std::vector<NdEvent>& events, int rank, int ranks, int stages) {
    const auto inOrder = [&](std::string_view name) {
        std::vector<const NdEvent*> found;
        for (const NdEvent& event : events)
            if (event.name == name)
                found.push_back(&event);
        std::ranges::stable_sort(found, {}, [](const NdEvent* event) { return std::pair{event->turn, event->start}; });
        return found;
    };
    const auto crossing = [&](bool forward, bool sends) {
        std::vector<Op> ops;
        for (const TracedOp& traced : step.ops)
            if ((traced.op.kind == OpKind::F) == forward) {
                const int other = traced.op.stage + (forward == sends ? 1 : -1);
                if (other >= 0 && other < stages && ranks > 1)
                    ops.push_back(traced.op);
            }
        return ops;
    };
    const auto name = [&](std::string_view kind, bool forward, bool sends) {
        const std::vector<const NdEvent*> found = inOrder(kind);
        const std::vector<Op> ops = crossing(forward, sends);
        for (std::size_t at = 0; at < found.size(); ++at) {
            SideSpan span{
                .kind = sends ? SideKind::Send : SideKind::Receive, .start = found[at]->start, .end = found[at]->end};
            const int way = forward == sends ? 1 : -1;
            span.peer = (rank + way + ranks) % ranks;
            if (found.size() == ops.size()) {
                span.op = ops[at];
                if (!sends) // named by the op that yielded the value
                    span.op->stage = span.op->stage + (forward ? -1 : 1);
            }
            step.side.push_back(span);
        }
    };
    name("forward-send", true, true);
    name("forward-recv", true, false);
    name("backward-send", false, true);
    name("backward-recv", false, false);
}

TracedStep stepOf(int number, const std::vector<NdEvent>& events, int rank, int ranks, int chunks) {
    TracedStep step{.number = number};
    for (const NdEvent& event : events) {
        // More stages than there can be become one, whose ops are then there several times.
        const int stage = std::min(event.chunk * ranks + rank, kMaxStages - 1);
        if (isCompute(event.name)) {
            const OpKind kind = event.name.front() == 'f' ? OpKind::F : OpKind::BW;
            step.ops.push_back({.op = {.kind = kind, .stage = stage, .microbatch = event.microbatch},
                                .start = event.start,
                                .end = event.end});
        } else if (event.name == "optimizer") {
            step.optimizer.push_back({.start = event.start, .end = event.end});
        } else if (const SideKind kind = sideKindOf(event.name); kind != SideKind::Send && kind != SideKind::Receive) {
            const bool ofStage = (kind == SideKind::Gather || kind == SideKind::Reduce) && event.chunk >= 0;
            step.side.push_back({.kind = kind,
                                 .start = event.start,
                                 .end = event.end,
                                 .stage = ofStage && event.chunk < chunks ? stage : -1,
                                 .name = std::string{event.name}});
        }
    }
    std::ranges::stable_sort(step.ops, {}, &TracedOp::start);
    nameMessages(step, events, rank, ranks, ranks * chunks);
    return step;
}

/// Whether a rank sends the outputs of all its forwards on. The last of a pipeline keeps those of the last stage.
bool sendsAllOn(const NdSteps& steps) {
    int all = 0;
    int some = 0;
    for (const auto& [number, events] : steps) {
        const auto forwards = std::ranges::count(events, "forward-compute", &NdEvent::name);
        const auto sends = std::ranges::count(events, "forward-send", &NdEvent::name);
        if (forwards > 0)
            ++(sends >= forwards ? all : some);
    }
    return all > some;
}

TracedJob jobOf(NdTrace& trace) {
    TracedJob job{.format = "ndtimeline", .deviceClock = "cuda-events", .isGpu = true};
    std::map<NdPlace, NdSteps> places;
    std::int64_t unplaced = trace.unplaced;
    std::set<int> tensors;
    for (auto& [thread, steps] : trace.events) {
        const auto place = placeOf(thread.first, thread.second, trace);
        for (auto& [number, events] : steps) {
            if (!place) {
                unplaced += static_cast<std::int64_t>(events.size());
                continue;
            }
            tensors.insert(place->tensor);
            if (place->tensor != 0)
                continue;
            std::vector<NdEvent>& own = places[*place][number];
            if (own.empty())
                own = std::move(events);
            else
                own.insert(own.end(), events.begin(), events.end());
            events = {};
        }
    }
    int ranks = 0;
    int chunks = 0;
    for (const auto& [place, steps] : places) {
        ranks = std::max(ranks, place.pipeline + 1);
        for (const auto& [number, events] : steps)
            for (const NdEvent& event : events)
                if (isCompute(event.name))
                    chunks = std::max(chunks, event.chunk + 1);
    }
    const auto goesOn = [ranks](const auto& place) {
        return place.first.pipeline == ranks - 1 && sendsAllOn(place.second);
    };
    job.leastRanks = ranks + (std::ranges::any_of(places, goesOn) ? 1 : 0);
    for (auto& [place, steps] : places) {
        TracedRank rank{.source =
                            "replica " + std::to_string(place.replica) + ", rank " + std::to_string(place.pipeline),
                        .replica = place.replica,
                        .rank = place.pipeline};
        rank.steps.reserve(steps.size());
        for (auto& [number, events] : steps) {
            rank.steps.push_back(stepOf(number, events, place.pipeline, ranks, chunks));
            events = {}; // so that events and ops of a large job are not in memory together
        }
        job.ranks.push_back(std::move(rank));
    }
    if (tensors.size() > 1)
        job.notes.push_back(
            say(phrase("trace", "of %1 ranks that share a stage's tensors the first was taken"), tensors.size()));
    noteAny(job.notes,
            countedPhrase("trace", "%1 events name no step or no pipeline rank and were left out",
                          "%1 event names no step or no pipeline rank and was left out"),
            unplaced);
    return job;
}

} // namespace

Result<TracedJob> readNdtimeline(const std::vector<std::string>& paths, const TraceControl& control) {
    NdTrace trace;
    std::vector<Message> cuts;
    for (const std::string& path : paths) {
        const Result<ChromeHeader> header = readChromeEvents(
            path, [&](const ChromeEvent& event) { return takeNdEvent(event, control, trace); }, control);
        if (!header)
            return inFile(path, header.error());
        if (!trace.wrong.message.empty())
            return inFile(path, trace.wrong);
        if (!header->cut.empty())
            cuts.push_back(cutNote(path, header->cut));
    }
    // None of the steps asked for is there: which ones are whole is to be said of all.
    if (trace.events.empty() && !trace.skipped.empty())
        return readNdtimeline(paths, {.stop = control.stop, .progress = control.progress});
    TracedJob job = jobOf(trace);
    if (job.ranks.empty() && !trace.events.empty())
        return withNotes({say(phrase("trace", "no thread says in its name which rank of the pipeline it is, as `PP "
                                              "rank 2, TP rank 0, compute` does")),
                          paths.front()},
                         cuts);
    job.stepsSkipped = static_cast<int>(trace.skipped.size());
    job.cut = !cuts.empty();
    job.notes.insert(job.notes.begin(), cuts.begin(), cuts.end());
    return job;
}

} // namespace lanewright
