// SPDX-License-Identifier: Apache-2.0
#include "core/trace/mapped_trace.h"

#include "core/trace/chrome_events.h"
#include "core/trace/trace_formats.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

constexpr std::size_t kMostOpenRanges = 1 << 12;
constexpr std::size_t kShownNames = 3;
constexpr std::size_t kMostNameLetters = 200;

struct MappedThread;

struct MappedEvent {
    const MappingRule* rule = nullptr; ///< null: none matches
    const MappedThread* thread = nullptr;
    MappedNumbers numbers = {};
    Time start = 0;
    Time end = 0;
    std::string name = {}; ///< empty for ops
};

/// A thread of the file that is read.
struct MappedThread {
    std::map<std::string, std::string> texts = {}; ///< by the places that a mapping knows
    MappedNumbers numbers = {};
    std::vector<MappedEvent> open = {}; ///< ranges whose end has not come yet
};

/// Reads files one after the other and keeps the events that a rule matches.
class MappedReader {
public:
    MappedReader(const TraceMapping& mapping, const TraceControl& control) : m_mapping(mapping), m_control(control) {}

    /// Adds the events of a file, whose rank is `rank` where it is not -1. Gives why the file ends before its events
    /// do; empty: it does not.
    Result<Message> read(const std::string& path, int rank) {
        const std::size_t first = events.size();
        const Result<ChromeHeader> header = readChromeEvents(
            path, [&](const ChromeEvent& event) { return take(event); }, m_control);
        if (!header || !m_wrong.message.empty())
            return inFile(path, header ? m_wrong : header.error());
        nameThreads(path.substr(path.find_last_of('/') + 1), rank);
        for (MappedEvent& event : std::span{events}.subspan(first)) {
            event.start += header->base;
            event.end += header->base;
            for (const MappedField& field : kMappedFields)
                if (event.numbers.*field.number < 0)
                    event.numbers.*field.number = event.thread->numbers.*field.number;
        }
        m_threads.clear();
        m_processNames.clear();
        return header->cut.empty() ? Message{} : cutNote(path, header->cut);
    }

    /// Why there is none.
    Message noneMatches() const {
        std::string names;
        for (const std::string& name : m_otherNames)
            names += (names.empty() ? "" : ", ") + name;
        return names.empty() ? say(phrase("trace", "there is no event with a time in these traces"))
                             : say(phrase("trace", "no event matches any rule of the mapping; events here are called "
                                                   "%1, …"),
                                   names);
    }

    std::vector<MappedEvent> events = {};

private:
    bool take(const ChromeEvent& event) {
        MappedThread& thread = m_threads[{event.process, event.thread}];
        if (event.phase == 'M' && event.name == "thread_name")
            thread.texts[event.name] = event.argument("name").value_or("");
        else if (event.phase == 'M' && event.name == "process_name")
            m_processNames[event.process] = event.argument("name").value_or("");
        else if (event.timed && event.phase == 'X')
            keep(begun(event, thread), event.start + event.duration, event);
        else if (event.timed && event.phase == 'B')
            thread.open.push_back(begun(event, thread));
        else if (event.timed && event.phase == 'E' && !thread.open.empty()) { // empty: it began before the trace did
            keep(std::move(thread.open.back()), event.start, event);
            thread.open.pop_back();
        }
        if (thread.open.size() > kMostOpenRanges)
            m_wrong = {say(phrase("trace", "more than %1 ranges lie inside each other here"), kMostOpenRanges),
                       event.where};
        return m_wrong.message.empty();
    }

    /// What the event itself says.
    MappedEvent begun(const ChromeEvent& event, const MappedThread& thread) {
        MappedEvent own{.thread = &thread, .start = event.start};
        const auto rule = std::ranges::find_if(
            m_mapping.rules, [&](const MappingRule& each) { return each.name.matches(event.name, own.numbers); });
        if (rule == m_mapping.rules.end()) {
            if (m_otherNames.size() < kShownNames && !event.name.empty())
                m_otherNames.insert(event.name.substr(0, 60));
            return own;
        }
        own.rule = &*rule;
        own.name = rule->op ? "" : event.name.substr(0, kMostNameLetters);
        for (const FieldSource& source : m_mapping.sources) {
            int& number = own.numbers.*source.field.number;
            if (number < 0 && source.constant)
                number = *source.constant;
            else if (number < 0 && source.place.starts_with("args."))
                source.pattern.matches(event.argument(std::string_view{source.place}.substr(5)).value_or(""),
                                       own.numbers);
        }
        return own;
    }

    void keep(MappedEvent event, Time end, const ChromeEvent& last) {
        if (!event.rule || end < event.start)
            return;
        event.end = end;
        for (const FieldSource& source : m_mapping.sources)
            if (event.numbers.*source.field.number >= 0 && !count(event.numbers, source))
                m_wrong = {say(phrase("trace", "%1 is out of range"), std::string{source.field.name}), last.where};
        events.push_back(std::move(event));
    }

    /// Counts the number from 0. False, and it is not known, where it is out of range.
    static bool count(MappedNumbers& numbers, const FieldSource& source) {
        int& number = numbers.*source.field.number;
        number -= source.first;
        if (number < 0 || number >= source.field.end)
            number = -1;
        return number >= 0;
    }

    /// What threads say, which may be named behind their events.
    void nameThreads(const std::string& file, int rank) {
        for (auto& [id, thread] : m_threads) {
            thread.numbers.rank = rank;
            thread.texts["pid"] = id.first;
            thread.texts["tid"] = id.second;
            thread.texts["process_name"] = m_processNames[id.first];
            thread.texts["file"] = file;
            for (const FieldSource& source : m_mapping.sources)
                if (const auto text = thread.texts.find(source.place);
                    text != thread.texts.end() && source.pattern.matches(text->second, thread.numbers))
                    count(thread.numbers, source);
        }
    }

    const TraceMapping& m_mapping;
    const TraceControl& m_control;
    std::map<std::pair<std::string, std::string>, MappedThread> m_threads = {}; ///< in this file, by `pid` and `tid`
    std::map<std::string, std::string> m_processNames = {};                     ///< in this file
    std::set<std::string> m_otherNames = {};
    Error m_wrong = {};
};

/// What the event lacks of what the mapping says it has; null: nothing.
const MappedField* lackedBy(const MappedEvent& event, const TraceMapping& mapping) {
    for (const MappedField& field : kMappedFields) {
        const bool isOfAll = field.name == "replica" || field.name == "rank" || field.name == "step";
        const bool isKnown = field.name == "rank" || mapping.knows(field.number);
        if (isKnown && (event.rule->op || isOfAll) && event.numbers.*field.number < 0)
            return &field;
    }
    return nullptr;
}

/// What one rank did. Where no microbatch is said they are counted, and where no step is, one begins at an op that
/// comes again.
class MappedSteps {
public:
    MappedSteps(int rank, int ranks) : m_rank(rank), m_ranks(ranks) {}

    void add(const MappedEvent& event) {
        const auto& [replica, rank, stage, chunk, microbatch, step] = event.numbers;
        if (!event.rule->op)
            return addBeside(event, m_steps[step >= 0 ? step : m_number]);
        const auto turn = std::int64_t{std::max(0, chunk)} * m_ranks + m_rank;
        Op op{.kind = *event.rule->op,
              .stage = stage >= 0 ? stage : static_cast<int>(std::min<std::int64_t>(turn, kMaxStages - 1)),
              .microbatch = microbatch};
        if (microbatch < 0)
            op.microbatch = std::min(m_turns[{step, op.stage, op.kind}]++, kMaxMicrobatches - 1);
        if (step < 0 && !m_seen.insert(op).second) {
            ++m_number;
            m_seen = {op};
        }
        m_steps[step >= 0 ? step : m_number].ops.push_back({.op = op, .start = event.start, .end = event.end});
    }

    std::vector<TracedStep> take() {
        std::vector<TracedStep> steps;
        for (auto& [number, step] : m_steps) {
            step.number = number;
            steps.push_back(std::move(step));
        }
        return steps;
    }

private:
    static void addBeside(const MappedEvent& event, TracedStep& step) {
        if (event.rule->side)
            step.side.push_back(
                {.kind = *event.rule->side, .start = event.start, .end = event.end, .name = event.name});
        else
            step.optimizer.push_back({.start = event.start, .end = event.end});
    }

    int m_rank;
    int m_ranks;
    int m_number = 0; ///< the step that is counted
    std::map<int, TracedStep> m_steps;
    std::map<std::tuple<int, int, OpKind>, int> m_turns; ///< how many there were of a step, stage and kind
    std::set<Op> m_seen;                                 ///< in the step that is counted
};

/// Leaves out what lacks a number, and says so. Fails where no op is left.
Result<Done> leaveOutUnplaced(std::vector<MappedEvent>& events, const TraceMapping& mapping,
                              std::vector<Message>& notes) {
    std::map<const MappedField*, std::int64_t> lacking; // how many ops
    std::erase_if(events, [&](const MappedEvent& event) {
        const MappedField* const field = lackedBy(event, mapping);
        if (field && event.rule->op)
            ++lacking[field];
        return field != nullptr;
    });
    if (std::ranges::none_of(events, [](const MappedEvent& event) { return event.rule->op.has_value(); }))
        return Error{lacking.empty() ? say(phrase("trace", "no event is an op by the rules of the mapping"))
                                     : say(phrase("trace", "no op says its %1: it is not where the mapping looks for "
                                                           "it"),
                                           std::string{lacking.begin()->first->name})};
    for (const auto& [field, count] : lacking)
        noteAny(notes,
                countedPhrase("trace", "%1 ops say no %2 and were left out", "%1 op says no %2 and was left out"),
                count, std::string{field->name});
    return Done{};
}

} // namespace

Result<TracedJob> readMapped(const std::vector<std::string>& paths, const TraceMapping& mapping,
                             const TraceControl& control) {
    // Where nobody says ranks, each of several files is one, and in one file each stage.
    const bool rankIsSaid = mapping.knows(&MappedNumbers::rank);
    const bool rankIsFile = !rankIsSaid && paths.size() > 1;
    TracedJob job{.format = "chrome",
                  .deviceClock = mapping.isGpu ? "cuda-events" : "host",
                  .isGpu = mapping.isGpu,
                  .waitsInside = mapping.waitsInside};
    MappedReader reader{mapping, control};
    for (std::size_t file = 0; file < paths.size(); ++file) {
        const Result<Message> cut = reader.read(paths[file], rankIsFile ? static_cast<int>(file) : -1);
        if (!cut)
            return cut.error();
        if (!cut->empty())
            job.notes.push_back(*cut);
    }
    job.cut = !job.notes.empty();
    std::vector<MappedEvent>& events = reader.events;
    if (events.empty())
        return withNotes(Error{reader.noneMatches(), paths.front()}, job.notes);
    for (MappedEvent& event : events)
        if (!rankIsSaid && !rankIsFile)
            event.numbers.rank = event.numbers.stage;
    if (const Result<Done> placed = leaveOutUnplaced(events, mapping, job.notes); !placed)
        return withNotes(Error{placed.error().message, paths.front()}, job.notes);
    std::ranges::stable_sort(events, {}, &MappedEvent::start);
    const auto rankOf = [](const MappedEvent& event) { return event.numbers.rank; };
    const int ranks = rankOf(*std::ranges::max_element(events, {}, rankOf)) + 1;
    std::map<std::pair<int, int>, MappedSteps> steps; // by replica and rank
    for (const MappedEvent& event : events)
        steps.try_emplace({std::max(0, event.numbers.replica), rankOf(event)}, rankOf(event), ranks)
            .first->second.add(event);
    for (auto& [place, own] : steps)
        job.ranks.push_back({.source = rankIsFile ? paths[place.second] : "rank " + std::to_string(place.second),
                             .replica = place.first,
                             .rank = rankIsFile ? -1 : place.second,
                             .worldRank = place.second,
                             .steps = own.take()});
    return job;
}

} // namespace lanewright
