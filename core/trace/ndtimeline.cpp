// SPDX-License-Identifier: Apache-2.0
#include "core/base/whole_number.h"
#include "core/model/limits.h"
#include "core/trace/chrome_events.h"
#include "core/trace/trace_formats.h"

#include <algorithm>
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

/// The key under which an op says something impossible; null: there is none.
const char* impossibleIn(const ChromeEvent& event, std::int64_t chunk, std::int64_t microbatch) {
    if (event.duration < 0)
        return "dur";
    if (chunk < 0 || chunk >= kMaxStages)
        return "model_chunk";
    return microbatch < 0 || microbatch >= kMaxMicrobatches ? "mb_id" : nullptr;
}

/// Takes an event; false at one that says something impossible.
bool takeNdEvent(const ChromeEvent& event, const TraceControl& control, NdTrace& trace) {
    const auto isOutOfRange = [&](const char* key) {
        trace.wrong = {say(phrase("trace", "%1 is out of range"), key), event.where};
        return false;
    };
    if (event.phase == 'M' && event.name == "thread_name")
        trace.threads[{event.process, event.thread}] = std::string{event.argument("name").value_or("")};
    if (event.phase != 'X')
        return true;
    const auto step = event.number("step");
    if (!step || !event.timed) {
        ++trace.unplaced;
        return true;
    }
    if (*step < 0 || *step > std::numeric_limits<int>::max())
        return isOutOfRange("step");
    const bool computes = isCompute(event.name);
    if (*step < control.firstStep || *step >= control.endStep) {
        if (computes)
            trace.skipped.emplace(event.process, static_cast<int>(*step));
        return true;
    }
    const std::int64_t chunk = event.number("model_chunk").value_or(0);
    const std::int64_t microbatch = event.number("mb_id").value_or(-1);
    if (const char* const wrong = computes ? impossibleIn(event, chunk, microbatch) : nullptr)
        return isOutOfRange(wrong);
    trace.events[{event.process, event.thread}][static_cast<int>(*step)].push_back(
        {.name = *trace.names.insert(event.name).first,
         .start = event.start,
         .end = event.start + std::max<Time>(0, event.duration), // published optimizer-clip-main-grad last -27 µs
         .chunk = static_cast<int>(std::clamp<std::int64_t>(chunk, -1, kMaxStages)),
         .microbatch = static_cast<int>(std::clamp<std::int64_t>(microbatch, -1, kMaxMicrobatches)),
         .turn = event.number("seq_id").value_or(0)});
    return true;
}

/// The thread's place in the job, which its name says.
std::optional<NdPlace> placeOf(const std::string& process, const std::string& thread, const NdTrace& trace) {
    std::string_view replica = process;
    NdPlace place{.replica = takeWhole<int>(replica).value_or(0)};
    const auto named = trace.threads.find({process, thread});
    if (named == trace.threads.end())
        return {};
    place.pipeline = wholeBehind<int>("PP rank ", named->second).value_or(-1);
    place.tensor = wholeBehind<int>("TP rank ", named->second).value_or(0);
    if (place.pipeline < 0 || place.pipeline >= kMaxRanks || place.replica > kMostReplicas)
        return {};
    return place;
}

/// Messages of one kind.
struct NdMessages {
    std::string_view name = {};
    bool forward = true;
    SideKind kind = SideKind::Send;

    bool areSent() const { return kind == SideKind::Send; }
    /// To the stage and the rank at the other end.
    int way() const { return forward == areSent() ? 1 : -1; }
};

constexpr NdMessages kNdMessages[] = {{"forward-send", true, SideKind::Send},
                                      {"forward-recv", true, SideKind::Receive},
                                      {"backward-send", false, SideKind::Send},
                                      {"backward-recv", false, SideKind::Receive}};

/// Which kind of side span an event is; nothing for one that has a place elsewhere.
SideKind sideKindOf(std::string_view name) {
    if (const auto found = std::ranges::find(kNdMessages, name, &NdMessages::name); found != std::end(kNdMessages))
        return found->kind;
    if (name == "params-all-gather")
        return SideKind::Gather;
    if (name == "grads-reduce-scatter" || name == "grads-all-reduce")
        return SideKind::Reduce;
    if (name == "gc" || name == "data" || name == "get-batch" || name == "dataloader")
        return SideKind::Host;
    return SideKind::Collective;
}

std::vector<const NdEvent*> inTurn(const std::vector<NdEvent>& events, std::string_view name) {
    std::vector<const NdEvent*> found;
    for (const NdEvent& event : events)
        if (event.name == name)
            found.push_back(&event);
    std::ranges::stable_sort(found, {}, [](const NdEvent* event) { return std::pair{event->turn, event->start}; });
    return found;
}

/// The ops that a rank needs such messages for.
std::vector<Op> opsThatNeed(const NdMessages& messages, const std::vector<TracedOp>& traced, int ranks, int stages) {
    std::vector<Op> ops;
    for (const TracedOp& each : traced) {
        const int other = each.op.stage + messages.way();
        if ((each.op.kind == OpKind::F) == messages.forward && other >= 0 && other < stages && ranks > 1)
            ops.push_back(each.op);
    }
    return ops;
}

/// Sends and receives of a rank in the order of their kind, for which ops they stood: the k-th forward send is that of
/// the k-th forward whose output leaves the rank.
void nameMessages(TracedStep& step, const std::vector<NdEvent>& events, int rank, int ranks, int stages) {
    for (const NdMessages& messages : kNdMessages) {
        const std::vector<const NdEvent*> found = inTurn(events, messages.name);
        const std::vector<Op> ops = opsThatNeed(messages, step.ops, ranks, stages);
        for (std::size_t at = 0; at < found.size(); ++at) {
            SideSpan& span = step.side.emplace_back();
            span.kind = messages.kind;
            span.start = found[at]->start;
            span.end = found[at]->end;
            span.peer = (rank + messages.way() + ranks) % ranks;
            if (found.size() != ops.size())
                continue;
            span.op = ops[at];
            if (!messages.areSent()) // named by the op that yielded the value
                span.op->stage = span.op->stage + messages.way();
        }
    }
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

/// The events of a trace where its threads stand in the job.
struct NdPlaces {
    std::map<NdPlace, NdSteps> steps = {}; ///< those of the first rank of several that share a stage's tensors
    std::set<int> tensors = {};
    std::int64_t unplaced = 0; ///< events without a step or a place
};

/// Takes the events away from the trace.
NdPlaces ndPlacesOf(NdTrace& trace) {
    NdPlaces places{.unplaced = trace.unplaced};
    for (auto& [thread, steps] : trace.events) {
        const auto place = placeOf(thread.first, thread.second, trace);
        for (auto& [number, events] : steps) {
            if (!place) {
                places.unplaced += static_cast<std::int64_t>(events.size());
                continue;
            }
            places.tensors.insert(place->tensor);
            if (place->tensor != 0)
                continue;
            std::vector<NdEvent>& own = places.steps[*place][number];
            if (own.empty())
                own = std::move(events);
            else
                own.insert(own.end(), events.begin(), events.end());
            events = {};
        }
    }
    return places;
}

int chunksIn(const std::map<NdPlace, NdSteps>& places) {
    int chunks = 0;
    for (const auto& [place, steps] : places)
        for (const auto& [number, events] : steps)
            for (const NdEvent& event : events)
                if (isCompute(event.name))
                    chunks = std::max(chunks, event.chunk + 1);
    return chunks;
}

TracedJob jobOf(NdTrace& trace) {
    NdPlaces places = ndPlacesOf(trace);
    const int chunks = chunksIn(places.steps);
    int ranks = 0;
    for (const auto& [place, steps] : places.steps)
        ranks = std::max(ranks, place.pipeline + 1);
    const auto goesOn = [ranks](const auto& place) {
        return place.first.pipeline == ranks - 1 && sendsAllOn(place.second);
    };
    TracedJob job{.format = "ndtimeline",
                  .deviceClock = "cuda-events",
                  .isGpu = true,
                  .leastRanks = ranks + (std::ranges::any_of(places.steps, goesOn) ? 1 : 0)};
    for (auto& [place, steps] : places.steps) {
        TracedRank& rank = job.ranks.emplace_back();
        rank.source = "replica " + std::to_string(place.replica) + ", rank " + std::to_string(place.pipeline);
        rank.replica = place.replica;
        rank.rank = place.pipeline;
        rank.steps.reserve(steps.size());
        for (auto& [number, events] : steps) {
            rank.steps.push_back(stepOf(number, events, place.pipeline, ranks, chunks));
            events = {}; // so that events and ops of a large job are not in memory together
        }
    }
    if (places.tensors.size() > 1)
        job.notes.push_back(say(phrase("trace", "of %1 ranks that share a stage's tensors the first was taken"),
                                places.tensors.size()));
    noteAny(job.notes,
            countedPhrase("trace", "%1 events name no step or no pipeline rank and were left out",
                          "%1 event names no step or no pipeline rank and was left out"),
            places.unplaced);
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
