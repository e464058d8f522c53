// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/simulate.h"
#include "core/cli/commands.h"
#include "core/io/chrome_trace.h"
#include "core/io/pytorch_csv.h"
#include "core/io/schedule_json.h"

#include <memory>

namespace lanewright::cli {

namespace {

struct Options {
    std::string input = {};
    std::string output = {};
    std::string from = {};
    std::string to = {};
    bool json = false;
};

/// The format that a file's name says; empty when it says none.
std::string formatOf(const std::string& file, bool toWrite) {
    std::string extension = extensionOf(file);
    if (extension == "lwsched" || extension == "lwrun")
        return extension;
    if (extension == "csv")
        return "pytorch-csv";
    return extension == "json" && toWrite ? "chrome-trace" : extension == "json" ? "lwsched" : "";
}

Result<Opened> openAs(const std::string& file, const std::string& format) {
    if (format != "pytorch-csv")
        return openFile(file);
    const Result<std::string> text = readFile(file);
    if (!text)
        return text.error();
    const Result<Plan> plan = planFromPytorchCsv(*text);
    if (!plan)
        return plan.error();
    return Opened{*plan};
}

Result<std::string> written(const Opened& opened, const std::string& format) {
    const Run* run = std::get_if<Run>(&opened);
    const Plan& plan = run ? run->plan : std::get<Plan>(opened);
    if (format == "lwsched")
        return planToJson(plan);
    if (format == "lwrun")
        return run ? Result<std::string>{runToJson(*run)} : Error{"a schedule is no run; lanewright-cli run makes one"};
    if (plan.isProblem())
        return Error{"this is a problem without an order; there is nothing to convert"};
    if (format == "pytorch-csv")
        return planToPytorchCsv(plan);
    return chromeTrace(plan, simulate(plan.schedule, plan.costs), run);
}

Exit run(const Options& options) {
    const std::string from = options.from.empty() ? formatOf(options.input, false) : options.from;
    const std::string to = options.to.empty() ? formatOf(options.output, true) : options.to;
    if (from.empty())
        return failed(Exit::Usage, options.input, {"the name does not say the format; give --from"});
    if (to.empty())
        return failed(Exit::Usage, options.output, {"the name does not say the format; give --to"});
    const Result<Opened> opened = openAs(options.input, from);
    if (!opened)
        return failed(Exit::Usage, options.input, opened.error());
    const Result<std::string> text = written(*opened, to);
    if (!text)
        return failed(Exit::No, options.input, text.error());
    if (options.output == "-")
        return print(*text);
    if (const Result<Done> saved = writeFile(options.output, *text); !saved)
        return failed(Exit::Usage, options.output, saved.error());
    if (!options.json)
        return Exit::Done;
    json::Writer writer;
    writer.beginObject(json::Layout::Line);
    writer.key("output").string(options.output);
    writer.key("from").string(from);
    writer.key("to").string(to);
    writer.endObject();
    return print(writer);
}

} // namespace

Command addConvert(CLI::App& program) {
    CLI::App* command = program.add_subcommand("convert", "Write a schedule or run in another format");
    const auto options = std::make_shared<Options>();
    command->footer(
        "\nFormats: lwsched, lwrun (of a run its schedule is taken where another format is asked for), pytorch-csv\n"
        "(torch.distributed.pipelining, compute only), chrome-trace (to be written only; of a run both plan and\n"
        "measurement). Names ending in .lwsched, .lwrun, .csv and .json say their format. OUT - is the standard\n"
        "output. The exit code is 1 when a format can't say the schedule.\n\nExamples:\n"
        "  lanewright-cli convert a.lwsched a.csv\n"
        "  lanewright-cli convert a.lwrun a.json --to chrome-trace");
    command->add_option("IN", options->input, "What to read")->required();
    command->add_option("OUT", options->output, "What to write")->required();
    command->add_option("--from", options->from, "The format of IN")
        ->check(CLI::IsMember({"lwsched", "lwrun", "pytorch-csv"}));
    command->add_option("--to", options->to, "The format of OUT")
        ->check(CLI::IsMember({"lwsched", "lwrun", "pytorch-csv", "chrome-trace"}));
    addJson(*command, options->json);
    return {command, [options] { return run(*options); }};
}

} // namespace lanewright::cli
