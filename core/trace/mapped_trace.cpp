// SPDX-License-Identifier: Apache-2.0
#include "core/trace/mapped_trace.h"

#include "core/model/limits.h"
#include "core/trace/chrome_events.h"
#include "core/trace/trace_formats.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

constexpr std::size_t kMostOpenRanges = 1 << 12;
constexpr std::size_t kShownNames = 3;
constexpr std::size_t kMostNameLetters = 200;
constexpr MappedNumbers kMostNumbers = {1 << 20, kMaxRanks, kMaxStages, kMaxStages, kMaxMicrobatches, 2'000'000'000};

/// A thread of a trace, and how its process is called.
struct MappedThread {
    int file = 0;
    std::string process = {};
    std::string thread = {};
    std::string processName = {};
    std::string threadName = {};

    struct OpenRange {
        int rule = -1;
        MappedNumbers numbers = kNothingMapped;
        Time start = 0;
        std::string name = {}; ///< what a rule names
    };
    std::vector<OpenRange> open = {}; ///< ranges whose end has not come yet
};

struct MappedEvent {
    int rule = 0;
    int thread = 0;
    MappedNumbers numbers = kNothingMapped;
    Time start = 0;
    Time end = 0;
    std::string_view name = {}; ///< one of `MappedReader::m_names`; empty for ops
};

struct MappedRank {
    int replica = 0;
    int rank = -1;
    int file = 0; ///< where ranks are told from files

    friend auto operator<=>(const MappedRank&, const MappedRank&) = default;
};

std::optional<int> numberFrom(std::string_view text, const FieldSource& source, MappedField field) {
    MappedNumbers numbers = kNothingMapped;
    if (source.pattern) {
        if (!source.pattern->matches(text, numbers))
            return {};
        return numbers[static_cast<std::size_t>(field)];
    }
    int value = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0)
        return {};
    return value;
}

/// Reads files one after the other and keeps the events that a rule names.
class MappedReader {
public:
    MappedReader(const TraceMapping& mapping, const TraceControl& control) : m_mapping(&mapping), m_control(&control) {}

    Result<TracedJob> read(const std::vector<std::string>& paths) {
        std::vector<Message> cuts;
        for (const std::string& path : paths) {
            m_threadAt.clear();
            const Result<ChromeHeader> header = readChromeEvents(
                path, [&](const ChromeEvent& event) { return take(event); }, *m_control);
            if (!header)
                return inFile(path, header.error());
            if (!m_wrong.message.empty())
                return inFile(path, m_wrong);
            addBase(header->base);
            if (!header->cut.empty())
                cuts.push_back(cutNote(path, header->cut));
            m_firstOfFile = m_events.size();
            ++m_file;
        }
        m_job.cut = !cuts.empty();
        m_job.notes = cuts;
        Result<TracedJob> all =
            m_events.empty() ? Result<TracedJob>{Error{noneMatches(), paths.empty() ? std::string{} : paths.front()}}
                             : job(paths);
        if (!all)
            return withNotes(all.error(), cuts);
        return all;
    }

private:
    bool take(const ChromeEvent& event) {
        switch (event.phase) {
        case 'M': takeName(event); return true;
        case 'X':
            if (event.timed && event.duration >= 0)
                takeSpan(event);
            break;
        case 'B':
            if (event.timed)
                begin(event);
            break;
        case 'E':
            if (event.timed)
                end(event);
            break;
        default: break;
        }
        return m_wrong.message.empty();
    }

    int threadOf(const ChromeEvent& event) {
        const auto [found, isNew] =
            m_threadAt.emplace(std::pair{event.process, event.thread}, static_cast<int>(m_threads.size()));
        if (isNew)
            m_threads.push_back({.file = m_file, .process = event.process, .thread = event.thread});
        return found->second;
    }

    void takeName(const ChromeEvent& event) {
        const std::string name{event.argument("name").value_or("")};
        if (event.name == "thread_name")
            m_threads[threadOf(event)].threadName = name;
        else if (event.name == "process_name")
            m_processNames[{m_file, event.process}] = name;
    }

    /// The rule that the event's name matches, and what the event itself says; -1 for none.
    int ruleOf(const ChromeEvent& event, MappedNumbers& numbers) {
        const auto rule = std::ranges::find_if(
            m_mapping->rules, [&](const MappingRule& each) { return each.name.matches(event.name, numbers); });
        if (rule == m_mapping->rules.end()) {
            if (m_otherNames.size() < kShownNames && !event.name.empty())
                m_otherNames.insert(event.name.substr(0, 60));
            return -1;
        }
        for (std::size_t field = 0; field < kMappedFields; ++field) {
            const FieldSource& source = m_mapping->fields[field];
            if (numbers[field] < 0 && source.from == FieldSource::From::Argument)
                if (const auto text = event.argument(source.argument))
                    numbers[field] = numberFrom(*text, source, static_cast<MappedField>(field)).value_or(-1);
        }
        return static_cast<int>(rule - m_mapping->rules.begin());
    }

    void takeSpan(const ChromeEvent& event) {
        MappedNumbers numbers = kNothingMapped;
        if (const int rule = ruleOf(event, numbers); rule >= 0)
            keep({.rule = rule,
                  .thread = threadOf(event),
                  .numbers = numbers,
                  .start = event.start,
                  .end = event.start + event.duration},
                 event.name, event);
    }

    void begin(const ChromeEvent& event) {
        MappedThread::OpenRange range{.start = event.start};
        range.rule = ruleOf(event, range.numbers);
        if (range.rule >= 0)
            range.name = event.name;
        std::vector<MappedThread::OpenRange>& open = m_threads[threadOf(event)].open;
        if (open.size() < kMostOpenRanges)
            open.push_back(range);
        else
            refuse(say(phrase("trace", "more than %1 ranges lie inside each other here"), kMostOpenRanges), event);
    }

    void end(const ChromeEvent& event) {
        const int thread = threadOf(event);
        std::vector<MappedThread::OpenRange>& open = m_threads[thread].open;
        if (open.empty())
            return; // its range began before the trace did
        const MappedThread::OpenRange range = open.back();
        open.pop_back();
        if (range.rule >= 0 && event.start >= range.start)
            keep({.rule = range.rule,
                  .thread = thread,
                  .numbers = range.numbers,
                  .start = range.start,
                  .end = event.start},
                 range.name, event);
    }

    void keep(MappedEvent own, const std::string& name, const ChromeEvent& event) {
        for (std::size_t field = 0; field < kMappedFields; ++field) {
            const FieldSource& source = m_mapping->fields[field];
            if (source.from == FieldSource::From::Constant)
                own.numbers[field] = own.numbers[field] < 0 ? source.constant : own.numbers[field];
            if (own.numbers[field] < 0)
                continue;
            own.numbers[field] -= source.first;
            if (own.numbers[field] < 0 || own.numbers[field] >= kMostNumbers[field])
                return refuse(
                    say(phrase("trace", "%1 is out of range"), std::string{toText(static_cast<MappedField>(field))}),
                    event);
        }
        if (!isOp(own))
            own.name = *m_names.insert(name.substr(0, kMostNameLetters)).first;
        m_events.push_back(own);
    }

    void refuse(const Message& why, const ChromeEvent& event) { m_wrong = {why, event.where}; }

    /// Profilers of several files count from bases of their own.
    void addBase(Time base) {
        for (std::size_t at = m_firstOfFile; at < m_events.size(); ++at) {
            m_events[at].start += base;
            m_events[at].end += base;
        }
    }

    Message noneMatches() const {
        std::string names;
        for (const std::string& name : m_otherNames)
            names += (names.empty() ? "" : ", ") + name;
        return names.empty() ? say(phrase("trace", "there is no event with a time in these traces"))
                             : say(phrase("trace", "no event matches any rule of the mapping; events here are called "
                                                   "%1, …"),
                                   names);
    }

    std::string_view textOf(const MappedThread& thread, const FieldSource& source,
                            const std::vector<std::string>& paths) const {
        using enum FieldSource::From;
        switch (source.from) {
        case Process: return thread.process;
        case Thread: return thread.thread;
        case ProcessName: return thread.processName;
        case ThreadName: return thread.threadName;
        case File: {
            const std::string_view path = paths[thread.file];
            return path.substr(path.find_last_of('/') + 1);
        }
        case Nowhere:
        case Constant:
        case Argument: break;
        }
        return {};
    }

    /// What is known of threads, whose names may come behind their events.
    void resolveThreads(const std::vector<std::string>& paths) {
        for (MappedThread& thread : m_threads)
            if (const auto found = m_processNames.find({thread.file, thread.process}); found != m_processNames.end())
                thread.processName = found->second;
        for (std::size_t field = 0; field < kMappedFields; ++field) {
            const FieldSource& source = m_mapping->fields[field];
            std::vector<int> ofThread;
            ofThread.reserve(m_threads.size());
            for (const MappedThread& thread : m_threads) {
                const std::string_view text = textOf(thread, source, paths);
                const int number =
                    text.empty() ? -1 : numberFrom(text, source, static_cast<MappedField>(field)).value_or(-1);
                ofThread.push_back(number - source.first < kMostNumbers[field] ? std::max(-1, number - source.first)
                                                                               : -1);
            }
            for (MappedEvent& event : m_events)
                if (event.numbers[field] < 0)
                    event.numbers[field] = ofThread[event.thread];
        }
    }

    bool isOp(const MappedEvent& event) const {
        return std::holds_alternative<OpKind>(m_mapping->rules[event.rule].is);
    }

    static int& at(MappedEvent& event, MappedField field) { return event.numbers[static_cast<std::size_t>(field)]; }

    Result<TracedJob> job(const std::vector<std::string>& paths) {
        using enum MappedField;
        resolveThreads(paths);
        const bool knowsRank = m_mapping->knows(Rank);
        const bool rankIsFile = !knowsRank && paths.size() > 1;
        // Ops that lack a number that the mapping says they have.
        std::map<MappedField, std::int64_t> lacking;
        std::erase_if(m_events, [&](MappedEvent& event) {
            if (!knowsRank && !rankIsFile)
                at(event, Rank) = at(event, Stage);
            for (const MappedField field : {Replica, Stage, Rank, Chunk, Microbatch, Step}) {
                const bool needed = isOp(event) || field == Replica || (field == Rank && !rankIsFile) || field == Step;
                const bool known = m_mapping->knows(field) || (field == Rank && !rankIsFile);
                if (needed && known && at(event, field) < 0) {
                    if (isOp(event))
                        ++lacking[field];
                    return true;
                }
            }
            return false;
        });
        for (const auto& [field, count] : lacking)
            m_job.notes.push_back(sayCounted(
                countedPhrase("trace", "%1 ops say no %2 and were left out", "%1 op says no %2 and was left out"),
                count, count, std::string{toText(field)}));
        if (std::ranges::none_of(m_events, [&](const MappedEvent& event) { return isOp(event); }))
            return lacking.empty()
                       ? Error{say(phrase("trace", "no event is an op by the rules of the mapping")), paths.front()}
                       : Error{say(phrase("trace", "no op says its %1: it is not where the mapping looks for it"),
                                   std::string{toText(lacking.begin()->first)}),
                               paths.front()};
        m_job.format = "chrome";
        m_job.isGpu = m_mapping->isGpu;
        m_job.deviceClock = m_mapping->isGpu ? "cuda-events" : "host";
        m_job.waitsInside = m_mapping->waitsInside;
        std::map<MappedRank, std::vector<MappedEvent>> ranks;
        for (MappedEvent& event : m_events)
            ranks[{.replica = std::max(0, at(event, Replica)),
                   .rank = rankIsFile ? -1 : at(event, Rank),
                   .file = rankIsFile ? m_threads[event.thread].file : 0}]
                .push_back(event);
        m_events = {};
        int count = 0;
        for (const auto& [place, events] : ranks)
            count = std::max(count, (rankIsFile ? place.file : place.rank) + 1);
        for (auto& [place, events] : ranks)
            m_job.ranks.push_back(rankOf(place, events, count, paths));
        return std::move(m_job);
    }

    TracedRank rankOf(const MappedRank& place, std::vector<MappedEvent>& events, int ranks,
                      const std::vector<std::string>& paths) const {
        std::ranges::stable_sort(events, {}, &MappedEvent::start);
        TracedRank rank{.source = place.rank < 0 ? paths[place.file] : "rank " + std::to_string(place.rank),
                        .replica = place.replica,
                        .rank = place.rank,
                        .worldRank = place.rank < 0 ? place.file : place.rank};
        std::map<int, TracedStep> steps;
        std::map<std::tuple<int, int, OpKind>, int> turns; // how many there were of a step, stage and kind
        std::set<Op> seen;
        int number = 0;
        for (MappedEvent& event : events) {
            const bool hasStep = at(event, MappedField::Step) >= 0;
            if (!isOp(event)) {
                addBeside(event, steps[hasStep ? at(event, MappedField::Step) : number]);
                continue;
            }
            const int chunk = at(event, MappedField::Chunk);
            const int known = at(event, MappedField::Stage);
            const int own = std::max(0, place.rank < 0 ? place.file : place.rank);
            const std::int64_t stage = known >= 0 ? known : chunk >= 0 ? std::int64_t{chunk} * ranks + own : own;
            Op op{.kind = std::get<OpKind>(m_mapping->rules[event.rule].is),
                  .stage = static_cast<int>(std::min<std::int64_t>(stage, kMaxStages - 1)),
                  .microbatch = at(event, MappedField::Microbatch)};
            const int step = hasStep ? at(event, MappedField::Step) : number;
            if (op.microbatch < 0)
                op.microbatch = std::min(turns[{step, op.stage, op.kind}]++, kMaxMicrobatches - 1);
            if (!hasStep && !seen.insert(op).second) {
                ++number;
                seen = {op};
            }
            steps[hasStep ? step : number].ops.push_back({.op = op, .start = event.start, .end = event.end});
        }
        for (auto& [at, step] : steps) {
            step.number = at;
            rank.steps.push_back(std::move(step));
        }
        return rank;
    }

    void addBeside(const MappedEvent& event, TracedStep& step) const {
        const auto& is = m_mapping->rules[event.rule].is;
        if (std::holds_alternative<MappingRule::Optimizer>(is))
            step.optimizer.push_back({.start = event.start, .end = event.end});
        else
            step.side.push_back({.kind = std::get<SideKind>(is),
                                 .start = event.start,
                                 .end = event.end,
                                 .name = std::string{event.name}});
    }

    const TraceMapping* m_mapping;
    const TraceControl* m_control;
    TracedJob m_job = {};
    std::vector<MappedThread> m_threads = {};
    std::map<std::pair<std::string, std::string>, int> m_threadAt = {}; ///< in the file that is read
    std::map<std::pair<int, std::string>, std::string> m_processNames = {};
    std::vector<MappedEvent> m_events = {};
    std::set<std::string> m_names = {}; ///< each name once: events are very many
    std::set<std::string> m_otherNames = {};
    std::size_t m_firstOfFile = 0;
    int m_file = 0;
    Error m_wrong = {};
};

} // namespace

Result<TracedJob> readMapped(const std::vector<std::string>& paths, const TraceMapping& mapping,
                             const TraceControl& control) {
    return MappedReader{mapping, control}.read(paths);
}

} // namespace lanewright
