// SPDX-License-Identifier: Apache-2.0
#include "core/base/joined_by.h"
#include "core/trace/chrome_events.h"
#include "core/trace/trace_formats.h"
#include "core/trace/trace_mapping.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <ranges>
#include <set>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

constexpr std::size_t kMostOpenRanges = 1 << 12;
constexpr std::size_t kShownNames = 3;
constexpr std::size_t kMostNameLetters = 200;

struct MappedEvent {
    const MappingRule* rule = nullptr; ///< null: none matches
    MappedNumbers numbers = {};
    Time start = 0;
    Time end = 0;
    std::string name = {}; ///< empty for ops
};

/// A thread of the file that is read.
struct MappedThread {
    std::string name = {};
    std::vector<MappedEvent> open = {}; ///< ranges whose end has not come yet
    std::vector<MappedEvent> events = {};
};

/// Counts the number from the first one, which becomes 0. False, and it is not known, where it is out of range.
bool countFromFirst(MappedNumbers& numbers, const FieldSource& source) {
    int& number = numbers.*source.number;
    number -= source.first;
    if (number < 0 || number >= source.end)
        number = -1;
    return number >= 0;
}

/// Reads files one after the other and keeps the events that a rule matches.
struct MappedReader {
    const TraceMapping& mapping;
    const TraceControl& control;
    std::map<std::pair<std::string, std::string>, MappedThread> threads = {}; ///< in this file, by `pid` and `tid`
    std::map<std::string, std::string> processNames = {};                     ///< in this file
    std::vector<MappedEvent> events = {};
    std::set<std::string> otherNames = {};
    Error wrong = {};

    /// Adds the events of a file, whose rank is `rank` where it is not -1. Notes why it ends before its events do.
    Result<Done> read(const std::string& path, int rank, std::vector<Message>& notes) {
        threads.clear();
        processNames.clear();
        const Result<ChromeHeader> header = readChromeEvents(path, std::bind_front(&MappedReader::take, this), control);
        if (!header || !wrong.message.empty())
            return inFile(path, header ? wrong : header.error());
        addThreads(path.substr(path.find_last_of('/') + 1), rank, header->base);
        if (!header->cut.empty())
            notes.push_back(cutNote(path, header->cut));
        return Done{};
    }

    bool take(const ChromeEvent& event) {
        MappedThread& thread = threads[{event.process, event.thread}];
        if (event.phase == 'M' && event.name == "thread_name")
            thread.name = event.argument("name").value_or("");
        else if (event.phase == 'M' && event.name == "process_name")
            processNames[event.process] = event.argument("name").value_or("");
        else if (event.timed && (event.phase == 'X' || event.phase == 'B'))
            thread.open.push_back(begun(event));
        // What ends and is not open began before the trace did.
        if (event.timed && (event.phase == 'X' || event.phase == 'E') && !thread.open.empty()) {
            MappedEvent& own = thread.open.back();
            own.end = event.start + event.duration;
            if (own.rule && own.end >= own.start)
                thread.events.push_back(std::move(own));
            thread.open.pop_back();
        }
        if (thread.open.size() > kMostOpenRanges)
            wrong = {say(phrase("trace", "more than %1 ranges lie inside each other here"), kMostOpenRanges),
                     event.where};
        return wrong.message.empty();
    }

    /// What the event itself says.
    MappedEvent begun(const ChromeEvent& event) {
        MappedEvent own{.numbers = mapping.constants, .start = event.start};
        const auto rule = std::ranges::find_if(
            mapping.rules, [&](const MappingRule& each) { return each.name.matches(event.name, own.numbers); });
        if (rule == mapping.rules.end()) {
            if (otherNames.size() < kShownNames && !event.name.empty())
                otherNames.insert(event.name.substr(0, 60));
            return own;
        }
        own.rule = &*rule;
        own.name = rule->op ? "" : event.name.substr(0, kMostNameLetters);
        for (const FieldSource& source : mapping.sources) {
            int& number = own.numbers.*source.number;
            if (number < 0 && source.place.starts_with("args."))
                source.pattern.matches(event.argument(source.place.substr(5)).value_or(""), own.numbers);
            if (number >= 0 && !countFromFirst(own.numbers, source))
                wrong = {say(phrase("trace", "%1 is out of range"), std::string{source.name}), event.where};
        }
        return own;
    }

    /// The events of all threads, with what threads say, which may be named behind their events.
    void addThreads(const std::string& file, int rank, Time base) {
        for (auto& [id, thread] : threads) {
            const std::map<std::string_view, std::string_view> texts = {{"pid", id.first},
                                                                        {"tid", id.second},
                                                                        {"process_name", processNames[id.first]},
                                                                        {"thread_name", thread.name},
                                                                        {"file", file}};
            MappedNumbers numbers{.rank = rank};
            for (const FieldSource& source : mapping.sources)
                if (const auto text = texts.find(source.place);
                    text != texts.end() && source.pattern.matches(text->second, numbers))
                    countFromFirst(numbers, source);
            for (MappedEvent& event : thread.events) {
                event.start += base;
                event.end += base;
                for (const MappedField& field : kMappedFields)
                    if (event.numbers.*field.number < 0)
                        event.numbers.*field.number = numbers.*field.number;
                if (event.numbers.rank < 0 && !mapping.knows(&MappedNumbers::rank))
                    event.numbers.rank = event.numbers.stage;
                events.push_back(std::move(event));
            }
        }
    }

    /// Leaves out what lacks a number, and says so. Fails where no op is left.
    Result<Done> leaveOutUnplaced(std::vector<Message>& notes) {
        if (events.empty() && otherNames.empty())
            return Error{say(phrase("trace", "there is no event with a time in these traces"))};
        if (events.empty())
            return Error{say(phrase("trace", "no event matches any rule of the mapping; events here are called %1, …"),
                             joinedBy(", ", otherNames))};
        std::map<const MappedField*, std::int64_t> lacking; // how many ops
        std::erase_if(events, [&](const MappedEvent& event) {
            const MappedField* const field = lackedBy(event);
            if (field && event.rule->op)
                ++lacking[field];
            return field != nullptr;
        });
        if (std::ranges::none_of(events, [](const MappedEvent& event) { return event.rule->op.has_value(); }))
            return Error{lacking.empty()
                             ? say(phrase("trace", "no event is an op by the rules of the mapping"))
                             : say(phrase("trace", "no op says its %1: it is not where the mapping looks for it"),
                                   std::string{lacking.begin()->first->name})};
        for (const auto& [field, count] : lacking)
            noteAny(notes,
                    countedPhrase("trace", "%1 ops say no %2 and were left out", "%1 op says no %2 and was left out"),
                    count, std::string{field->name});
        return Done{};
    }

    /// What the event lacks of what the mapping says it has; null: nothing.
    const MappedField* lackedBy(const MappedEvent& event) const {
        for (const MappedField& field : kMappedFields) {
            const bool isOfAll = field.name == "replica" || field.name == "rank" || field.name == "step";
            if (event.numbers.*field.number < 0 && (event.rule->op || isOfAll) &&
                (field.name == "rank" || mapping.knows(field.number)))
                return &field;
        }
        return nullptr;
    }
};

/// What one rank did. Where no microbatch is said they are counted, and where no step is, one begins at an op that
/// comes again.
struct MappedSteps {
    std::map<int, TracedStep> steps = {};
    int counted = 0;                                        ///< the step that the last op without one is in
    std::map<std::tuple<int, int, OpKind>, int> turns = {}; ///< how many there were of a step, stage and kind
    std::set<Op> seen = {};                                 ///< in the step that is counted

    void add(const MappedEvent& event, int ranks) {
        const MappingRule& rule = *event.rule;
        const auto& [replica, rank, stage, chunk, microbatch, said] = event.numbers;
        const auto turn = std::int64_t{std::max(0, chunk)} * ranks + rank;
        Op op{.kind = rule.op.value_or(OpKind::F),
              .stage = stage >= 0 ? stage : static_cast<int>(std::min<std::int64_t>(turn, kMaxStages - 1)),
              .microbatch = microbatch};
        if (rule.op && microbatch < 0)
            op.microbatch = std::min(turns[{said, op.stage, op.kind}]++, kMaxMicrobatches - 1);
        if (rule.op && said < 0 && !seen.insert(op).second) {
            ++counted;
            seen = {op};
        }
        TracedStep& step = steps[said >= 0 ? said : counted];
        step.number = said >= 0 ? said : counted;
        if (rule.op)
            step.ops.push_back({.op = op, .start = event.start, .end = event.end});
        else if (rule.side)
            step.side.push_back({.kind = *rule.side, .start = event.start, .end = event.end, .name = event.name});
        else
            step.optimizer.push_back({.start = event.start, .end = event.end});
    }
};

} // namespace

Result<TracedJob> readMapped(const std::vector<std::string>& paths, const TraceMapping& mapping,
                             const TraceControl& control) {
    // Where nobody says ranks, each of several files is one, and in one file each stage.
    const bool rankIsFile = !mapping.knows(&MappedNumbers::rank) && paths.size() > 1;
    TracedJob job{.format = "chrome", .isGpu = mapping.isGpu, .waitsInside = mapping.waitsInside};
    job.deviceClock = mapping.isGpu ? "cuda-events" : "host";
    MappedReader reader{mapping, control};
    for (std::size_t file = 0; file < paths.size(); ++file) {
        const int rank = rankIsFile ? static_cast<int>(file) : -1;
        if (const Result<Done> read = reader.read(paths[file], rank, job.notes); !read)
            return read.error();
    }
    job.cut = !job.notes.empty();
    if (const Result<Done> placed = reader.leaveOutUnplaced(job.notes); !placed)
        return withNotes(Error{placed.error().message, paths.front()}, job.notes);
    std::ranges::stable_sort(reader.events, {}, &MappedEvent::start);
    const auto rankOf = [](const MappedEvent& event) { return event.numbers.rank; };
    const int ranks = rankOf(*std::ranges::max_element(reader.events, {}, rankOf)) + 1;
    std::map<std::pair<int, int>, MappedSteps> steps; // by replica and rank
    for (const MappedEvent& event : reader.events)
        steps[{std::max(0, event.numbers.replica), rankOf(event)}].add(event, ranks);
    for (auto& [place, own] : steps) {
        job.ranks.push_back({.source = rankIsFile ? paths[place.second] : "rank " + std::to_string(place.second),
                             .replica = place.first,
                             .rank = rankIsFile ? -1 : place.second,
                             .worldRank = place.second});
        std::ranges::move(own.steps | std::views::values, std::back_inserter(job.ranks.back().steps));
    }
    return job;
}

} // namespace lanewright
