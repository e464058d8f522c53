// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"
#include "core/cli/interrupts.h"
#include "core/cli/shown.h"
#include "core/client/process.h"
#include "core/client/programs.h"
#include "core/open/open_file.h"

#include <cstdio>
#include <cstdlib>
#include <memory>

namespace lanewright::cli {

namespace {

struct RenderOptions {
    std::string file = {};
    std::string output = {};
    std::string with = {};
    std::string size = {};
    std::string theme = {};
    bool json = false;
};

std::string findApp() {
    if (const char* named = std::getenv("LANEWRIGHT_APP"); named && *named)
        return named;
    const std::string near = programNear("lanewright", "app/shell");
    return near.empty() ? programOnPath("lanewright") : near;
}

std::vector<std::string> argumentsFor(const RenderOptions& options, const std::string& app) {
    std::vector<std::string> arguments = {app, "--render", options.file, options.output};
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty())
            arguments.insert(arguments.end(), {name, value});
    };
    add("--with", options.with);
    add("--size", options.size);
    add("--theme", options.theme);
    return arguments;
}

Exit draw(const RenderOptions& options, const std::string& app) {
    const Interrupts interrupts;
    // It speaks as this program, and of what Qt warns of nothing is about the picture.
    Result<Process> process =
        Process::start(argumentsFor(options, app), {"QT_QPA_PLATFORM=offscreen", "LANEWRIGHT_CALLED_AS=lanewright-cli",
                                                    "QT_LOGGING_RULES=*.warning=false"});
    if (!process)
        return failed(Exit::Missing, "", process.error());
    std::string output;
    std::string errors;
    std::optional<Ending> ending;
    while (!ending || process->speaks()) {
        if (interrupts.stop().stop_requested())
            return Exit::Stopped;
        process->listen(std::chrono::milliseconds{50}, output, errors);
        ending = process->ended();
    }
    if (ending->signal != 0)
        return failed(Exit::RunFailed, options.output,
                      {"the picture was not drawn: lanewright ended by " + nameOfSignal(ending->signal).text()});
    // Qt also grumbles where all is well; that is for nobody.
    if (ending->code == 0)
        return Exit::Done;
    printToErrors(errors);
    if (errors.empty())
        complain(options.output,
                 {"the picture was not drawn: lanewright ended with exit code " + std::to_string(ending->code)});
    return ending->code <= static_cast<int>(Exit::Missing) ? static_cast<Exit>(ending->code) : Exit::RunFailed;
}

Exit run(const RenderOptions& options) {
    const std::string extension = extensionOf(options.output);
    if (extension != "png" && extension != "svg" && extension != "pdf" && extension != "tex")
        return failed(Exit::Usage, options.output, {"a picture is a .png, .svg, .pdf or .tex"});
    for (const std::string& file : {options.file, options.with})
        if (const Result<Opened> opened = file.empty() ? Result<Opened>{Opened{}} : openFile(file); !opened)
            return failed(Exit::Usage, file, opened.error());
    const std::string app = findApp();
    if (app.empty())
        return failed(Exit::Missing, "", {"the desktop program lanewright, which draws the picture, is not there"});
    const Exit drawn = draw(options, app);
    if (drawn != Exit::Done || !options.json)
        return drawn;
    json::Writer writer;
    writer.beginObject(json::Layout::Line);
    writer.key("output").string(options.output);
    writer.endObject();
    return print(writer);
}

} // namespace

void addRender(Parser& program) {
    CommandParser& command = program.addCommand("render", "The picture the desktop draws, without a display");
    const auto options = std::make_shared<RenderOptions>();
    command.setFooter(
        "\nA run is drawn under its plan. The program lanewright draws; without it the exit code is 4.\n\n"
        "Examples:\n  lanewright-cli render a.lwsched a.svg\n"
        "  lanewright-cli render a.lwsched a.png --with a.lwrun --size 1600x900 --theme dark");
    command.addOption("FILE", options->file, "A schedule (.lwsched, PyTorch .csv) or run (.lwrun)").required();
    command.addOption("OUT", options->output, "The picture: .png, .svg, .pdf or .tex (TikZ)").required();
    command.addOption("--with", options->with, "A run to be drawn over the plan");
    command.addOption("--size", options->size, "Width x height in pixels, such as 1600x900");
    command.addOption("--theme", options->theme, "light or dark (light)").oneOf({"light", "dark"});
    command.addJson(options->json);
    command.onRun([options] { return run(*options); });
}

} // namespace lanewright::cli
