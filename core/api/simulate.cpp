// SPDX-License-Identifier: Apache-2.0
#include "core/api/plan_values.h"
#include "core/api/question_list.h"
#include "core/api/shown_numbers.h"
#include "core/api/table.h"
#include "core/base/option_names.h"
#include "core/check/validate.h"
#include "core/generate/recognise/recognise.h"
#include "core/model/text.h"
#include "core/simulate/iterations.h"

#include <algorithm>
#include <utility>

namespace lanewright::api {

namespace {

struct SimulateRequest {
    std::vector<std::string> files = {};
    int iterations = 0;
    std::string optimizer = {};
    std::string optimizerMode = {};
    bool ops = false;
};

/// An optimizer mode with the time of one of so many iterations in it.
struct SimulatedTime {
    OptimizerMode mode = OptimizerMode::Synchronous;
    Fraction time = {};
};

/// A block with its times.
struct TimedBlock {
    std::string file = {};
    int rank = 0;
    Span span = {};
};

/// What there is to say of one file.
struct Simulated {
    std::string file = {};
    ShownNumbers numbers = {};
    Recognition recognition = {};
    int iterations = 0; ///< over how many `times` are; 0: nobody asked
    std::vector<SimulatedTime> times = {};
    std::vector<TimedBlock> ops = {};
    bool showsOps = false;

    bool isValid() const { return numbers.errors.empty(); }
    bool isRun() const { return numbers.shown.run.has_value(); }
    Units units() const { return unitsOf(numbers.shown); }
};

const Fields<Recognition> kRecognitionFields = {
    {"name", "the generator's, or null",
     [](const Recognition& each) { return each.name.empty() ? std::nullopt : std::optional{each.name}; }},
    {"sentence", "for people", &Recognition::sentence},
    {"exact", "op by op", &Recognition::exact},
    {"moved", "ops that stand elsewhere", &Recognition::moved},
    {"replicas", "side by side", &Recognition::replicas}};

void writeIterations(json::Writer& writer, const Simulated& each, const Units& units) {
    writer.beginObject(json::Layout::Line);
    writer.key("count").number(each.iterations);
    if (each.isRun())
        writer.key("of").string("plan");
    for (const SimulatedTime& time : each.times)
        writeValue(writer.key(keyOf(time.mode)), time.time, units, In::Times);
    writer.endObject();
}

const Fields<TimedBlock> kBlockFields = {
    {"rank", "that runs it", &TimedBlock::rank},
    {"op", "or an overlapped pair, its F first",
     [](json::Writer& writer, const TimedBlock& each, const Units& units) {
         writer.string(toText(Block{.op = each.span.op, .paired = each.span.paired}, units.weightParts));
     }},
    {"start", "in the file's unit", [](const TimedBlock& each) { return each.span.start; }, In::Times},
    {"end", "in the file's unit", [](const TimedBlock& each) { return each.span.end; }, In::Times}};

const Fields<Simulated> kSimulatedFields =
    membersOf<Simulated>(&Simulated::numbers, numberFields()) +
    Fields<Simulated>{
        {"recognised", "which generator makes this order",
         objectOf<Simulated>(&Simulated::recognition, kRecognitionFields)},
        Field<Simulated>{"iterations", "the time of one of so many", writeIterations}.when(&Simulated::iterations),
        Field<Simulated>{"ops", "every block with its times", rowsOf<Simulated>(&Simulated::ops, kBlockFields)}.when(
            &Simulated::showsOps)};

std::string textOf(const Simulated& each) {
    const ShownNumbers& numbers = each.numbers;
    const TimeUnit unit = numbers.shown.plan.timeUnit;
    std::string text = numbersText(numbers) + "\nrecognised: " + each.recognition.sentence().text() + "\n";
    for (const SimulatedTime& time : each.times)
        text += "\niteration time, " + std::string{keyOf(time.mode)} + " optimizer, over " +
                counted(each.iterations, "iteration", "iterations") + (each.isRun() ? " of its plan: " : ": ") +
                periodText(time.time, unit);
    if (each.iterations > 0)
        text += "\n";
    if (each.isValid() && !each.isRun() && numbers.shown.plan.costs.measuredOn)
        text += "\n" + measuredOnText(numbers.shown.plan.costs);
    if (each.showsOps) {
        Table table({"rank", "op", "start", "end"}, "rlrr");
        for (const auto& [file, rank, span] : each.ops)
            table.add({std::to_string(rank),
                       toText(Block{.op = span.op, .paired = span.paired}, each.units().weightParts),
                       timeText(span.start, unit), timeText(span.end, unit)});
        text += "\n" + table.text();
    }
    if (!each.isValid())
        text += "\nThe schedule is not valid, so these are the numbers that hold of what runs; see lanewright-cli "
                "validate.\n";
    return text;
}

std::string textOfAll(const std::vector<Simulated>& all) {
    std::string text;
    for (const Simulated& each : all)
        text += (text.empty() ? "" : "\n") + (all.size() > 1 ? each.file + "\n" : "") + textOf(each);
    return text;
}

/// One file: its object; several: a list of such, each with the name of its file.
std::string jsonOf(const std::vector<Simulated>& all) {
    static const Fields<Simulated> kNamed =
        Fields<Simulated>{{"file", "its name", &Simulated::file}} + kSimulatedFields;
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    if (all.size() == 1) {
        writeMembers(writer, kSimulatedFields, all.front(), all.front().units());
    } else {
        writer.key("schedules").beginArray(json::Layout::Lines);
        for (const Simulated& each : all)
            writeObject(writer, kNamed, each, each.units(), json::Layout::Lines);
        writer.endArray();
    }
    writeDefinitions(writer.key("definitions"));
    writer.endObject();
    return writer.take();
}

/// A line per file with every number that is one, or per op. Each is in the units of its file.
std::string csvOfAll(const std::vector<Simulated>& all) {
    static const Fields<Simulated> kNumbers = [] {
        Fields<Simulated> fields = Fields<Simulated>{{"file", "its name", &Simulated::file}} +
                                   membersOf<Simulated>(&Simulated::numbers, numberFields());
        std::erase_if(fields, [](const Field<Simulated>& field) {
            return field.key == "throughput" || field.key == "iteration_times" || field.key == "proof" ||
                   field.key == "measured_on";
        });
        return fields;
    }();
    static const Fields<TimedBlock> kOps = Fields<TimedBlock>{{"file", "its name", &TimedBlock::file}} + kBlockFields;
    std::string text = all.front().showsOps ? csvHead(kOps) : csvHead(kNumbers);
    for (const Simulated& each : all)
        text += each.showsOps ? csvRows(kOps, each.ops, each.units()) : csvRows(kNumbers, {each}, each.units());
    return text;
}

std::vector<TimedBlock> blocksOf(const std::string& file, const Timeline& timeline) {
    std::vector<TimedBlock> blocks;
    for (std::size_t rank = 0; rank < timeline.lanes.size(); ++rank)
        for (const Span& span : timeline.lanes[rank])
            blocks.push_back({file, static_cast<int>(rank), span});
    return blocks;
}

Simulated simulated(const SimulateRequest& request, const std::string& file, ShownNumbers numbers) {
    const Shown& shown = numbers.shown;
    Simulated each{.file = file, .recognition = recognise(shown.plan), .iterations = request.iterations};
    for (const OptimizerMode mode : kOptimizerModes)
        if (request.iterations > 0 && (request.optimizer.empty() || request.optimizer == keyOf(mode)))
            each.times.push_back({mode, simulateIterations(shown.plan, request.iterations, mode).iterationTime});
    each.showsOps = request.ops;
    if (request.ops)
        each.ops = blocksOf(each.file, shown.timeline);
    each.numbers = std::move(numbers);
    return each;
}

Reply simulateAll(const SimulateRequest& request, const Asker& asker) {
    if (request.iterations == 0 && !request.optimizer.empty())
        return refused(Exit::Usage, "", {naming("--optimizer says how --iterations follow each other; give both")});
    std::vector<Simulated> all;
    for (const std::string& file : request.files.empty() ? std::vector<std::string>{""} : request.files) {
        Result<Shown> shown = asker.shown(file);
        if (!shown)
            return refused(Exit::Usage, file, shown.error());
        setOptimizerMode(request.optimizerMode, shown->plan);
        ShownNumbers numbers = numbersOf(*std::move(shown));
        if (request.iterations > 0 && !numbers.errors.empty())
            return refused(Exit::No, file, {"there are no iterations: " + numbers.errors.front().message.text()});
        all.push_back(simulated(request, file, std::move(numbers)));
    }
    const auto shared = std::make_shared<const std::vector<Simulated>>(std::move(all));
    return {.exit = std::ranges::all_of(*shared, &Simulated::isValid) ? Exit::Done : Exit::No,
            .text = [shared] { return textOfAll(*shared); },
            .json = [shared] { return jsonOf(*shared); },
            .csv = [shared] { return csvOfAll(*shared); }};
}

/// Behind the list of the numbers.
constexpr const char* kSimulateFooter = R"(
Times are in the file's unit. A run file gives the measured numbers of its representative step, by
its number in the file, and the memory that was counted in it. What an order that lacks ops or stalls doesn't
have is a dash, in JSON null; so is memory that nobody counted. Where costs were measured while ranks took
turns on the cores of a machine (measured_on), no gain can be promised, which is said below. Of several files
each has its numbers; with --csv a line, in its own unit. The exit code is 1 when a schedule is not valid.

Examples:
  lanewright-cli simulate a.lwsched
  lanewright-cli simulate a.lwsched b.lwsched c.lwsched --csv
  lanewright-cli generate zb-h1 -p 4 -m 8 | lanewright-cli simulate - --ops --csv
  lanewright-cli simulate a.lwsched --iterations 4 --optimizer postvalidated --json)";

} // namespace

Question simulateQuestion() {
    using R = SimulateRequest;
    Question simulate = question<R>(
        "simulate", "The numbers of a schedule, or of a measured run",
        "\nThe numbers:\n" + definitionsText() + kSimulateFooter,
        {option<R>("FILE", &R::files, "Schedules (.lwsched, PyTorch .csv) or runs (.lwrun)").required(),
         option<R>("--iterations", &R::iterations, "Also the time of an iteration when this many follow each other")
             .range(1, 1000),
         option<R>("--optimizer", &R::optimizer, "sync or postvalidated (both)").oneOf({"sync", "postvalidated"}),
         optimizerModeOption<R>(&R::optimizerMode),
         option<R>("--ops", &R::ops, "Also every op with its start and end")},
        simulateAll, kSimulatedFields);
    simulate.hasCsv = true;
    return simulate;
}

} // namespace lanewright::api
