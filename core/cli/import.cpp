// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"
#include "core/cli/interrupts.h"
#include "core/io/run_json.h"
#include "core/open/open_file.h"
#include "core/simulate/metrics.h"
#include "core/trace/import_traces.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <unistd.h>

namespace lanewright::cli {

namespace {

struct ImportCommand {
    std::vector<std::string> paths = {};
    std::string output = {};
    std::string from = {};
    std::string plan = {};
    std::string take = {};
    std::string replica = {};
    std::string mapping = {};
    bool json = false;
};

/// A whole number from 0 on, as all of the text.
std::optional<int> wholeNumber(std::string_view text) {
    int value = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value >= 0 ? std::optional{value} : std::nullopt;
}

/// `5:15`, `5:`, `:15` or `7`, which is that step alone.
Result<Done> setSteps(const std::string& text, ImportOptions& options) {
    const Error wrong{"--take wants steps as A:B, from step A up to but without B"};
    const std::size_t colon = text.find(':');
    const std::string first = text.substr(0, colon);
    const std::string end = colon == std::string::npos ? "" : text.substr(colon + 1);
    const std::optional<int> from = first.empty() ? std::optional{0} : wholeNumber(first);
    if (!from || text.empty())
        return wrong;
    options.firstStep = *from;
    if (colon == std::string::npos)
        options.endStep = *from == std::numeric_limits<int>::max() ? *from : *from + 1;
    else if (!end.empty()) {
        const std::optional<int> until = wholeNumber(end);
        if (!until || *until <= *from)
            return wrong;
        options.endStep = *until;
    }
    return Done{};
}

Result<ImportOptions> optionsOf(const ImportCommand& command) {
    ImportOptions options{.format = command.from};
    if (!command.take.empty())
        if (const Result<Done> steps = setSteps(command.take, options); !steps)
            return steps.error();
    if (command.replica == "slowest") {
        options.replicas = ImportOptions::Replicas::Slowest;
    } else if (!command.replica.empty() && command.replica != "all") {
        const std::optional<int> number = wholeNumber(command.replica);
        if (!number)
            return Error{"--replica wants a number, slowest or all"};
        options.replicas = ImportOptions::Replicas::One;
        options.replica = *number;
    }
    if (!command.plan.empty()) {
        Result<Plan> plan = openPlan(command.plan);
        if (!plan)
            return Error{plan.error().message,
                         command.plan + (plan.error().where.empty() ? "" : ":" + plan.error().where.text())};
        options.plan = *std::move(plan);
    }
    if (!command.mapping.empty()) {
        Result<TraceMapping> mapping = readTraceMapping(command.mapping);
        if (!mapping)
            return mapping.error();
        options.mapping = *std::move(mapping);
    }
    return options;
}

/// The line that shows how much has been read, on a terminal.
class ReadingLine {
public:
    ReadingLine() : m_shows(isatty(STDERR_FILENO) != 0) {}
    ~ReadingLine() { clear(); }
    ReadingLine(const ReadingLine&) = delete;
    ReadingLine& operator=(const ReadingLine&) = delete;

    void show(std::int64_t read, std::int64_t total) {
        if (!m_shows || total <= 0)
            return;
        std::fprintf(stderr, "\rreading traces: %3d %% of %.1f MB", static_cast<int>(100.0 * read / total),
                     static_cast<double>(total) / 1e6);
        m_shown = true;
    }
    void clear() {
        if (m_shown)
            std::fputs("\r\033[K", stderr);
        m_shown = false;
    }

private:
    bool m_shows;
    bool m_shown = false;
};

std::string clockText(const ImportReport& report) {
    return std::string{report.clocksMoved ? "moved so that every value arrives after it was made"
                                          : "agree as they are"} +
           ", within " + roundedTimeText(report.clockBound, TimeUnit::Ms);
}

std::string answerText(const ImportCommand& command, const ImportedRun& imported) {
    const Run& run = imported.run;
    const ImportReport& report = imported.report;
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
    return text + "saved         " + command.output + "\n";
}

Exit answerJson(const ImportCommand& command, const ImportedRun& imported) {
    const Run& run = imported.run;
    const ImportReport& report = imported.report;
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("output").string(command.output);
    writer.key("format").string(report.format);
    writer.key("files").number(report.files);
    writer.key("ranks").number(run.plan.schedule.ranks());
    writer.key("stages").number(run.plan.schedule.stages());
    writer.key("microbatches").number(run.plan.schedule.microbatches);
    writer.key("steps").number(report.steps);
    writer.key("steps_left_out").number(report.stepsLeftOut);
    writer.key("replicas").number(report.replicas);
    writer.key("replica").number(run.replica);
    writer.key("order").string(report.order);
    writer.key("order_is_plan").boolean(report.orderIsPlan);
    writer.key("clocks").string(toText(run.clocks.source));
    writer.key("clock_uncertainty_ns").beginArray(json::Layout::Line);
    for (const Time uncertainty : run.clockUncertainty)
        writer.number(uncertainty);
    writer.endArray();
    writer.key("makespan");
    writeTime(writer, extentOf(representativeStep(run)->wall).length(), run.plan.timeUnit);
    writer.key("time_unit").string(toText(run.plan.timeUnit));
    writer.key("notes").beginArray(json::Layout::Lines);
    for (const Message& note : report.notes)
        writer.string(note.text());
    writer.endArray();
    writer.endObject();
    return print(writer);
}

Exit importRun(const ImportCommand& command) {
    const Result<ImportOptions> options = optionsOf(command);
    if (!options)
        return failed(Exit::Usage, "", options.error());
    if (const Result<Done> writable = checkOutput(command.output, command.json); !writable)
        return failed(Exit::Usage, command.output, writable.error());
    const Interrupts interrupts;
    Result<ImportedRun> imported{Error{}};
    {
        ReadingLine line;
        imported = importTraces(command.paths, *options,
                                {.stop = interrupts.stop(),
                                 .progress = [&](std::int64_t read, std::int64_t total) { line.show(read, total); }});
    }
    if (!imported)
        return failed(interrupts.stop().stop_requested() ? Exit::Stopped : Exit::Usage, "", imported.error());
    if (const Result<Done> saved = writeOutput(command.output, runToJson(imported->run)); !saved)
        return failed(Exit::Usage, command.output, saved.error());
    if (isStandardOutput(command.output))
        return Exit::Done;
    return command.json ? answerJson(command, *imported) : print(answerText(command, *imported));
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

} // namespace

void addImport(Parser& program) {
    CommandParser& command = program.addCommand("import", "Make a run of other people's traces");
    const auto options = std::make_shared<ImportCommand>();
    command.setFooter(kImportFooter);
    command.addOption("PATH", options->paths, "Traces of all ranks, or folders of them").required();
    command.addOption("-o,--output", options->output, "Write the run here (-: standard output)").required();
    command.addOption("--from", options->from, "The traces' format")
        .oneOf({"kineto", "ndtimeline", "primus", "megatron", "chrome"});
    command.addOption("--mapping", options->mapping, "What the events of a Chrome trace stand for (FORMAT.md 3.2)");
    command.addOption("--plan", options->plan, "The schedule that the job was told to run");
    command.addOption("--take", options->take, "Steps from A up to but without B, as A:B (all)");
    command.addOption("--replica", options->replica,
                      "Of a job with replicas one by its number, the slowest, or all (all; the slowest is shown)");
    command.addJson(options->json);
    command.onRun([options] { return importRun(*options); });
}

} // namespace lanewright::cli
