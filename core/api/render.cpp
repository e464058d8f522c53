// SPDX-License-Identifier: Apache-2.0
#include "core/api/question_list.h"
#include "core/api/shown.h"
#include "core/client/process.h"
#include "core/client/programs.h"
#include "core/open/open_file.h"

#include <cstdlib>

namespace lanewright::api {

namespace {

struct RenderRequest {
    std::string file = {};
    std::string output = {};
    std::string with = {};
    std::string size = {};
    std::string theme = {};
};

std::string findApp() {
    if (const char* named = std::getenv("LANEWRIGHT_APP"); named && *named)
        return named;
    const std::string near = programNear("lanewright", "app/shell");
    return near.empty() ? programOnPath("lanewright") : near;
}

std::vector<std::string> argumentsFor(const RenderRequest& request, const std::string& app) {
    std::vector<std::string> arguments = {app, "--render", request.file, request.output};
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty())
            arguments.insert(arguments.end(), {name, value});
    };
    add("--with", request.with);
    add("--size", request.size);
    add("--theme", request.theme);
    return arguments;
}

const Fields<RenderRequest> kRenderFields = {{"output", "the picture", &RenderRequest::output}};

Reply draw(const RenderRequest& request, const std::string& app, const Asker& asker) {
    const Stops stops = asker.stops();
    // It speaks as this program, and of what Qt warns of nothing is about the picture.
    Result<Process> process =
        Process::start(argumentsFor(request, app), {"QT_QPA_PLATFORM=offscreen", "LANEWRIGHT_CALLED_AS=lanewright-cli",
                                                    "QT_LOGGING_RULES=*.warning=false"});
    if (!process)
        return refused(Exit::Missing, "", process.error());
    std::string output;
    std::string errors;
    std::optional<Ending> ending;
    while (!ending || process->speaks()) {
        if (stops.stop.stop_requested())
            return {.exit = Exit::Stopped};
        process->listen(std::chrono::milliseconds{50}, output, errors);
        ending = process->ended();
    }
    if (ending->signal != 0)
        return refused(Exit::RunFailed, request.output,
                       {"the picture was not drawn: lanewright ended by " + nameOfSignal(ending->signal).text()});
    // Qt also grumbles where all is well; that is for nobody.
    if (ending->code == 0)
        return answered(
            request, kRenderFields, {}, +[](const RenderRequest&) { return std::string{}; });
    asker.note(errors);
    if (errors.empty())
        asker.remark(request.output,
                     {"the picture was not drawn: lanewright ended with exit code " + std::to_string(ending->code)});
    return {.exit =
                ending->code <= static_cast<int>(Exit::Missing) ? static_cast<Exit>(ending->code) : Exit::RunFailed};
}

Reply render(const RenderRequest& request, const Asker& asker) {
    const std::string extension = extensionOf(request.output);
    if (extension != "png" && extension != "svg" && extension != "pdf" && extension != "tex")
        return refused(Exit::Usage, request.output, {"a picture is a .png, .svg, .pdf or .tex"});
    for (const std::string& file : {request.file, request.with})
        if (file == "-")
            return refused(Exit::Usage, "", {"the program that draws reads no standard input; name a file"});
    for (const std::string& file : {request.file, request.with})
        if (const Result<Opened> opened = file.empty() ? Result<Opened>{Opened{}} : openFile(file); !opened)
            return refused(Exit::Usage, file, opened.error());
    const std::string app = findApp();
    if (app.empty())
        return refused(Exit::Missing, "", {"the desktop program lanewright, which draws the picture, is not there"});
    return draw(request, app, asker);
}

} // namespace

Question renderQuestion() {
    using R = RenderRequest;
    return question<R>(
        "render", "The picture the desktop draws, without a display",
        "\nA run is drawn under its plan. The program lanewright draws; without it the exit code is 4.\n\n"
        "Examples:\n  lanewright-cli render a.lwsched a.svg\n"
        "  lanewright-cli render a.lwsched a.png --with a.lwrun --size 1600x900 --theme dark",
        {option<R>("FILE", &R::file, "A schedule (.lwsched, PyTorch .csv) or run (.lwrun)").required(),
         option<R>("OUT", &R::output, "The picture: .png, .svg, .pdf or .tex (TikZ)").required(),
         option<R>("--with", &R::with, "A run to be drawn over the plan"),
         option<R>("--size", &R::size, "Width x height in pixels, such as 1600x900"),
         option<R>("--theme", &R::theme, "light or dark (light)").oneOf({"light", "dark"})},
        render, kRenderFields);
}

} // namespace lanewright::api
