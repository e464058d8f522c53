// SPDX-License-Identifier: Apache-2.0
#include "core/api/question_list.h"
#include "core/api/shown.h"
#include "core/base/joined_by.h"
#include "core/base/option_names.h"
#include "core/page/figure_panel.h"
#include "core/picture/picture_file.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

namespace lanewright::api {

namespace {

struct RenderRequest {
    std::string file = {};
    std::string output = {};
    std::string with = {};
    std::vector<std::string> below = {};
    std::string as = {};
    std::string style = {};
    std::string saveStyle = {};
    std::vector<std::string> choices = std::vector<std::string>(styleRows().size()); ///< in the order of the rows

    std::string ending() const { return as.empty() ? extensionOf(output) : as; }
};

/// What a panel looks at.
struct Drawn {
    Plan plan = {};
    Timeline planned = {};
    std::optional<Run> run = {};
};

struct Rendered {
    std::string output = {};
    LaidOut figure = {};
};

double toHundredth(double number) { return std::round(number * 100) / 100; }
double millimetres(double points) { return toHundredth(points / 72 * 25.4); }

const Fields<Rendered> kRenderedFields = {
    {"output", "the picture", &Rendered::output},
    {"width", "in millimetres", [](const Rendered& each) { return millimetres(each.figure.drawing.width); }},
    {"height", "in millimetres", [](const Rendered& each) { return millimetres(each.figure.drawing.height); }},
    {"lane", "points from one lane to the next", [](const Rendered& each) { return toHundredth(each.figure.lane); }},
    {"left_out", "a sentence for each part that had no room, and where lanes are too low to be read",
     [](const Rendered& each) { return each.figure.leftOut; }}};

/// What is wrong before anything is read; empty where nothing is.
Message wrongOutput(const RenderRequest& request) {
    const std::string ending = request.ending();
    if (std::ranges::find(kPictureEndings, ending) == std::end(kPictureEndings))
        return isStandardOutput(request.output) ? naming("give --as svg or --as tex")
                                                : Message{"a picture is a ." + joinedBy(", .", kPictureEndings)};
    if (isStandardOutput(request.output) && ending != "svg" && ending != "tex")
        return {"the standard output takes text, which a ." + ending + " is not; name a file"};
    if (!request.saveStyle.empty() && !request.saveStyle.ends_with(kStyleEnding))
        return naming("--save-style writes a *%1", {kStyleEnding});
    return {};
}

/// The style of that name with the choices that were given beside it.
Result<FigureStyle> styleOf(const RenderRequest& request) {
    FigureStyle style;
    const std::string folders[] = {"", std::filesystem::path{request.file}.parent_path().string(), styleFolder()};
    Result<Done> done = request.style.empty() ? Done{} : loadStyle(request.style, folders, style);
    for (std::size_t row = 0; done && row < request.choices.size(); ++row)
        if (!request.choices[row].empty())
            done = choose(style, styleRows()[row].name, request.choices[row]);
    return done ? Result<FigureStyle>{style} : done.error();
}

Result<Drawn> openDrawn(const std::string& file, const FigureStyle& style, const Asker& asker) {
    Result<Opened> opened = asker.open(file);
    if (!opened)
        return opened.error();
    Drawn drawn{.plan = *planIn(*opened)};
    if (Run* const run = std::get_if<Run>(&*opened))
        drawn.run = std::move(*run);
    drawn.plan.optimizerMode = style.optimizer.value_or(drawn.plan.optimizerMode);
    drawn.planned = simulate(drawn.plan.schedule, drawn.plan.costs);
    return drawn;
}

Reply write(const RenderRequest& request, const FigureContents& figure, const Asker& asker) {
    Result<LaidOut> laidOut = layOut(figure);
    if (!laidOut)
        return refused(Exit::Usage, request.file, laidOut.error());
    const Result<std::string> text = pictureFile(laidOut->drawing, request.ending(), figure.style.dotsPerInch);
    if (!text)
        return refused(text.error().where.empty() ? Exit::Missing : Exit::Usage, request.output, text.error());
    for (const auto& [file, content] : {std::pair{request.output, *text}, {request.saveStyle, styleText(figure.style)}})
        if (const Result<Done> written = asker.write(file, content); !written)
            return refused(Exit::Usage, file, written.error());
    if (!asker.wantsObject())
        for (const Message& sentence : laidOut->leftOut)
            asker.remark(isStandardOutput(request.output) ? "" : request.output, {sentence});
    if (isStandardOutput(request.output))
        return printedFile();
    return answered(
        Rendered{request.output, *std::move(laidOut)}, kRenderedFields, {},
        +[](const Rendered&) { return std::string{}; });
}

/// Whether both are one file, under whatever names.
bool isSameFile(const std::string& a, const std::string& b) {
    std::error_code problem;
    return !isStandardOutput(a) && !b.empty() && (a == b || std::filesystem::equivalent(a, b, problem));
}

/// What hinders the run from being drawn with the plan; empty: nothing.
Message wrongRun(const Plan& plan, const std::optional<Run>& run) {
    if (!run)
        return naming("this is a schedule; --with takes a measured run (*.lwrun)");
    const bool isOther = orderShapeOf(run->plan) != orderShapeOf(plan);
    if (isOther || (run->plan.timeUnit == TimeUnit::Unit) != (plan.timeUnit == TimeUnit::Unit))
        return isOther ? "this run has other ranks, stages or microbatches than the schedule"
                       : "of the run and the schedule one has times without a unit; they have no axis in common";
    return {};
}

Reply render(const RenderRequest& request, const Asker& asker) {
    if (Message wrong = wrongOutput(request); !wrong.empty())
        return refused(Exit::Usage, request.output, {std::move(wrong)});
    if (std::optional<Reply> refusal = refusedOutputs(request.output, request.saveStyle, asker))
        return *std::move(refusal);
    const Result<FigureStyle> style = styleOf(request);
    if (!style)
        return refused(Exit::Usage, "", style.error());
    if (isSameFile(request.output, request.saveStyle))
        return refused(Exit::Usage, request.output, {"the picture and its style can't be one file"});
    std::vector<std::string> files{request.file};
    files.insert(files.end(), request.below.begin(), request.below.end());
    if (!request.with.empty())
        files.push_back(request.with);
    for (const std::string& file : files)
        if (isSameFile(request.output, file))
            return refused(Exit::Usage, request.output, {"the picture would take the place of what it is made from"});
    std::vector<Drawn> all; // panels look at what is in it
    for (const std::string& file : files) {
        Result<Drawn> drawn = openDrawn(file, *style, asker);
        if (!drawn)
            return refused(Exit::Usage, file, drawn.error());
        if (!request.below.empty() && drawn->plan.title.empty())
            drawn->plan.title = std::filesystem::path{file}.stem().string();
        all.push_back(*std::move(drawn));
    }
    if (!request.with.empty()) {
        if (Message wrong = wrongRun(all.front().plan, all.back().run); !wrong.empty())
            return refused(Exit::Usage, request.with, {std::move(wrong)});
        all.front().run = std::move(all.back().run);
        all.pop_back();
    }
    FigureContents figure{.style = *style};
    for (const Drawn& each : all)
        figure.panels.push_back(panelOf(each.plan, each.planned, each.run ? &*each.run : nullptr));
    return write(request, figure, asker);
}

constexpr const char* kRenderFooter = R"(
One display list is written as SVG, PDF, PNG or TikZ, so that all are the same picture in the same millimetres.
Text keeps its size whatever the width; what has no room falls away in this order: numbers, legend, names of
ranks, digits, memory, title, ruler. What was asked for and fell away is said on the standard error, with --json
in left_out. Of a run FILE its plan is drawn with what was measured, in the step that stands for it.

A style is a file NAME.lwstyle with some of these choices, looked for in the folder at hand, in that of FILE and in
~/.config/lanewright/styles; or one of zero-bubble, dualpipe, megatron, v-half, hanayo, print, which look as the
figures of those papers do or are for paper without colours. Options beside --style come first. OUT - is the standard
output, as svg or tex.

Examples:
  lanewright-cli render a.lwsched a.svg
  lanewright-cli render a.lwsched a.pdf --width column --palette grey --hatch kinds
  lanewright-cli render zb-h1.lwsched a.pdf --below zb-h2.lwsched --style zero-bubble --width column
  lanewright-cli render a.lwsched a.tex --style paper --time 10:42.5 --ranks 0-3
  lanewright-cli render a.lwsched a.png --with a.lwrun --show all --theme dark --save-style talk.lwstyle)";

std::vector<Option> renderOptions() {
    using R = RenderRequest;
    std::vector<Option> options = {
        option<R>("FILE", &R::file, "A schedule (.lwsched, PyTorch .csv) or run (.lwrun)").required(),
        option<R>("OUT", &R::output, "The picture: .svg, .pdf, .png or .tex (TikZ)").required(),
        option<R>("--with", &R::with, "A run to be drawn with the plan"),
        option<R>("--below", &R::below, "More schedules or runs, drawn under it on the same axis"),
        option<R>("--as", &R::as, "What OUT is, where its name does not say it")
            .oneOf({std::begin(kPictureEndings), std::end(kPictureEndings)}),
        option<R>("--style", &R::style, "The choices of a style, by its name"),
        option<R>("--save-style", &R::saveStyle, "Write the choices to a style file (*.lwstyle)")};
    for (std::size_t row = 0; row < styleRows().size(); ++row) {
        const StyleRow& each = styleRows()[row];
        const auto place = [row](R& request) -> std::string& { return request.choices[row]; };
        options.push_back(option<R>("--" + std::string{each.name}, place, std::string{each.words}));
        if (!each.takesOthers)
            options.back().choices = {each.choices.begin(), each.choices.end()};
    }
    return options;
}

} // namespace

Question renderQuestion() {
    return question<RenderRequest>("render", "A schedule or run as a picture: SVG, PDF, PNG or TikZ", kRenderFooter,
                                   renderOptions(), render, kRenderedFields);
}

} // namespace lanewright::api
