// SPDX-License-Identifier: Apache-2.0
#include "core/api/question_list.h"
#include "core/api/table.h"
#include "core/base/mapped.h"
#include "core/base/option_names.h"
#include "core/base/whole_number.h"
#include "core/io/run_json.h"
#include "core/trace/import_traces.h"
#include "core/trace/trace_document.h"
#include "core/trace/trace_formats.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright::api {

namespace {

struct ImportRequest {
    std::vector<std::string> paths = {};
    std::string output = {};
    std::string from = {};
    std::string plan = {};
    std::string take = {};
    std::string replica = {};
    std::string mapping = {};
};

/// What the traces were made of.
struct ImportAnswer {
    ImportedRun imported = {};
    std::string output = {};

    const Plan& plan() const { return imported.run.plan; }
};

/// `5:15`, `5:`, `:15` or `7`, which is that step alone.
Result<Done> setSteps(const std::string& text, ImportOptions& options) {
    const Error wrong{naming("--take wants steps as A:B, from step A up to but without B")};
    const std::size_t colon = text.find(':');
    const std::string first = text.substr(0, colon);
    const std::string end = colon == std::string::npos ? "" : text.substr(colon + 1);
    const std::optional<int> from = first.empty() ? std::optional{0} : wholeFrom<int>(first);
    if (!from || text.empty())
        return wrong;
    options.firstStep = *from;
    if (colon == std::string::npos)
        options.endStep = *from == std::numeric_limits<int>::max() ? *from : *from + 1;
    else if (!end.empty()) {
        const std::optional<int> until = wholeFrom<int>(end);
        if (!until || *until <= *from)
            return wrong;
        options.endStep = *until;
    }
    return Done{};
}

Result<ImportOptions> optionsOf(const ImportRequest& request, const Asker& asker) {
    ImportOptions options{.format = request.from};
    if (!request.take.empty())
        if (const Result<Done> steps = setSteps(request.take, options); !steps)
            return steps.error();
    if (request.replica == "slowest") {
        options.replicas = ImportOptions::Replicas::Slowest;
    } else if (!request.replica.empty() && request.replica != "all") {
        const std::optional<int> number = wholeFrom<int>(request.replica);
        if (!number)
            return Error{naming("--replica wants a number, slowest or all")};
        options.replicas = ImportOptions::Replicas::One;
        options.replica = *number;
    }
    if (!request.plan.empty()) {
        Result<Plan> plan = asker.plan(request.plan);
        if (!plan)
            return Error{plan.error().message,
                         request.plan + (plan.error().where.empty() ? "" : ":" + plan.error().where.text())};
        options.plan = *std::move(plan);
    }
    if (!request.mapping.empty()) {
        Result<TraceMapping> mapping = readTraceDocument(request.mapping, {}, traceMappingFrom);
        if (!mapping)
            return mapping.error();
        options.mapping = *std::move(mapping);
    }
    return options;
}

std::string clockText(const ImportReport& report) {
    return std::string{report.clocksMoved ? "moved so that every value arrives after it was made"
                                          : "agree as they are"} +
           ", within " + roundedTimeText(report.clockBound, TimeUnit::Ms);
}

std::string textOf(const ImportAnswer& answer) {
    const auto& [run, report] = answer.imported;
    const Schedule& schedule = run.plan.schedule;
    const StepRecord* step = representativeStep(run);
    std::string text = "format        " + report.format + ", " + std::to_string(report.files) +
                       (report.files == 1 ? " file" : " files") + "\n";
    text += "pipeline      " + counted(schedule.ranks(), "rank", "ranks") + ", " +
            counted(schedule.stages(), "stage", "stages") + ", " +
            counted(schedule.microbatches, "microbatch", "microbatches") + "\n";
    text += "order         " + report.order + (report.orderIsPlan ? " (the plan's)" : " (as it ran)") + "\n";
    text += "replicas      " + std::to_string(report.replicas);
    if (report.replicas > 1)
        text += ", shown: " + std::to_string(run.replica) + ", the slowest";
    text += "\nsteps         " + std::to_string(report.steps) + ", " + std::to_string(run.steps.front().step) + " to " +
            std::to_string(run.steps.back().step) + ", median makespan " +
            roundedTimeText(extentOf(step->wall).length(), TimeUnit::Ms) + "\n";
    text += "clocks        " + clockText(report) + "\n";
    for (const Message& note : report.notes)
        text += "note          " + note.text() + "\n";
    return text + "saved         " + answer.output + "\n";
}

const Fields<ImportReport> kReportFields = {
    {"format", "of the traces", &ImportReport::format},
    {"files", "that were read", &ImportReport::files},
    {"steps", "that were taken", &ImportReport::steps},
    {"steps_left_out", "because some rank lacks part of them", &ImportReport::stepsLeftOut},
    {"replicas", "of the job", &ImportReport::replicas},
    {"order", "that was recognised", &ImportReport::order},
    {"order_is_plan", "the plan that was given says it", &ImportReport::orderIsPlan},
    {"notes", "for people", [](json::Writer& writer, const ImportReport& report, const Units& units) {
         writer.beginArray(json::Layout::Lines);
         for (const Message& note : report.notes)
             writeAny(writer, note, units);
         writer.endArray();
     }}};
const Fields<ImportAnswer> kImportFields =
    Fields<ImportAnswer>{
        {"output", "the run that was written", &ImportAnswer::output},
        {"ranks", "of a pipeline", [](const ImportAnswer& each) { return each.plan().schedule.ranks(); }},
        {"stages", "of the model", [](const ImportAnswer& each) { return each.plan().schedule.stages(); }},
        {"microbatches", "of a step", [](const ImportAnswer& each) { return each.plan().schedule.microbatches; }},
        {"replica", "that is shown", [](const ImportAnswer& each) { return each.imported.run.replica; }},
        {"clocks", "how they were aligned", [](const ImportAnswer& each) { return each.imported.run.clocks.source; }},
        {"clock_uncertainty_ns", "per rank",
         [](const ImportAnswer& each) { return each.imported.run.clockUncertainty; }},
        {"makespan", "the median of the steps",
         [](const ImportAnswer& each) { return extentOf(representativeStep(each.imported.run)->wall).length(); },
         In::Times},
        {"time_unit", "of times", [](const ImportAnswer& each) { return each.plan().timeUnit; }}} +
    membersOf<ImportAnswer>([](const ImportAnswer& each) -> const ImportReport& { return each.imported.report; },
                            kReportFields);

Reply importRun(const ImportRequest& request, const Asker& asker) {
    const Result<ImportOptions> options = optionsOf(request, asker);
    if (!options)
        return refused(Exit::Usage, "", options.error());
    if (const Result<Done> writable = asker.checkOutput(request.output); !writable)
        return refused(Exit::Usage, request.output, writable.error());
    const Stops stops = asker.stops();
    const auto show = [&](std::int64_t read, std::int64_t total) {
        if (total > 0)
            asker.progress(printed("reading traces: %3.0f %%", std::floor(100.0 * static_cast<double>(read) / total)) +
                           printed(" of %.1f MB", static_cast<double>(total) / 1e6));
    };
    Result<ImportedRun> imported = importTraces(request.paths, *options, {.stop = stops.stop, .progress = show});
    asker.progress("");
    if (!imported)
        return refused(stops.stop.stop_requested() ? Exit::Stopped : Exit::Usage, "", imported.error());
    if (const Result<Done> saved = asker.write(request.output, runToJson(imported->run)); !saved)
        return refused(Exit::Usage, request.output, saved.error());
    if (isStandardOutput(request.output))
        return printedFile();
    const Units units{imported->run.plan.timeUnit};
    return answered(ImportAnswer{*std::move(imported), request.output}, kImportFields, units, textOf);
}

constexpr const char* kImportFooter = R"(
Makes a run of what other trainers' profilers wrote, with one clock for all ranks. Give the files of all ranks of a
pipeline, or their folder; .json and .json.gz are read alike, an event at a time: in memory is what the run is made of.
Of an NDTimeline trace that is all ops of all steps, so --take 10:20 saves memory there.

Formats, told from the files where --from does not say:
  kineto      traces of torch.profiler, a file a rank, of jobs under PyTorch's _PipelineScheduleRuntime (torch 2.9 on),
              on CPUs and GPUs. An op begins where it computes; the wait for its input stands apart
  ndtimeline  NDTimeline, as ByteDance's StragglerAnalysis has it, with all replicas
  primus      AMD Primus, the folder of --dump_pp_data: pp_rank_0.json … and config.json
  megatron    Megatron-LM's pipeline timer (ENABLE_PP_TIMER), event_times_PP….json
  chrome      any other Chrome trace, by a file that says once what its events stand for: --mapping trainer.json, e.g.
                {"format": "lanewright-mapping", "version": 1, "rank": "pid", "step": "args.step", "rules": [
                  {"name": "fwd mb{microbatch}", "is": "F"}, {"name": "bwd mb{microbatch}", "is": "BW"}]}

Only steps that every rank has whole are taken; what was left out is said. Without --plan the order that the run shows
is the schedule, and its costs are the run's own. Clocks stay as they are where every value arrives after it was made;
else they are moved until it does, and by how much they may still be off is kept. Where no clocks fit, the ops that
contradict each other are named.

Examples:
  lanewright-cli import profiling/traces/iteration_20 -o job.lwrun
  lanewright-cli import timeline.json.gz -o job.lwrun --take 10:20 --replica slowest
  lanewright-cli import my_trainer_logs --mapping trainer.json -o job.lwrun
  lanewright-cli import pp_data --plan plan.lwsched -o job.lwrun && lanewright-cli compare plan.lwsched job.lwrun)";

std::vector<std::string> formatNames() {
    return mapped(traceFormats(), [](const TraceFormat& format) { return std::string(format.name); });
}

} // namespace

Question importQuestion() {
    using R = ImportRequest;
    return question<R>(
        "import", "Make a run of other people's traces", kImportFooter,
        {option<R>("PATH", &R::paths, "Traces of all ranks, or folders of them").required(),
         option<R>("-o,--output", &R::output, "Write the run here (-: standard output)").required(),
         option<R>("--from", &R::from, "The traces' format").oneOf(formatNames()),
         option<R>("--mapping", &R::mapping, "What the events of a Chrome trace stand for (FORMAT.md 3.2)"),
         option<R>("--plan", &R::plan, "The schedule that the job was told to run"),
         option<R>("--take", &R::take, "Steps from A up to but without B, as A:B (all)"),
         option<R>("--replica", &R::replica,
                   "Of a job with replicas one by its number, the slowest, or all (all; the slowest is shown)")},
        importRun, kImportFields);
}

} // namespace lanewright::api
