// SPDX-License-Identifier: Apache-2.0
#include "core/api/frameworks/frameworks_page.h"
#include "core/api/lesson/list_lessons.h"
#include "core/api/list_gpus.h"
#include "core/api/question_list.h"
#include "core/api/questions_page.h"

#include "core/base/joined_by.h"
#include "core/generate/catalogue.h"
#include "core/page/page_colours.h"

#include <string>
#include <utility>
#include <vector>

namespace lanewright::api {

namespace {

/// The options of `generate` that change what it makes, beside those that every generator looks at.
std::vector<std::string> generateOptionsOf(const Generator& generator) {
    std::vector<std::string> options;
    if (generator.takesChunks)
        options.emplace_back("--chunks");
    if (generator.takesGroup)
        options.emplace_back("--group");
    if (generator.takesObjective)
        options.emplace_back("--objective");
    if (generator.splitsBackward)
        options.emplace_back("--w-parts");
    return options;
}

/// What is said of a generator beside its summary: a name and its text, where there is one.
std::vector<std::pair<std::string, std::string>> linesOf(const Generator& generator, const std::string& around = "") {
    const auto within = [&](const std::string& option) { return around + option + around; };
    std::vector<std::pair<std::string, std::string>> rows = {
        {"looks at", std::string{generator.parameters.text}},
        {"longest span", std::string{generator.closedForm.text}},
        {"emits", generator.splitsBackward ? "F, B and W" : "F and BW"},
        {"options", joinedBy(", ", generateOptionsOf(generator), within)},
        {"source", std::string{generator.source}},
    };
    std::erase_if(rows, [](const auto& row) { return row.second.empty(); });
    return rows;
}

struct ListRequest {
    bool markdown = false;
    bool gpus = false;
    bool questions = false;
    bool frameworks = false;
    bool colours = false;
    bool lessons = false;
};

/// All of them.
struct Listed {
    std::vector<Generator> generators = {};
};

const Fields<Generator> kGeneratorFields = {
    {"name", "for generate", &Generator::name},
    {"title", "for people", &Generator::title},
    {"summary", "in a line", [](const Generator& each) { return each.summary.text; }},
    {"parameters", "what it looks at", [](const Generator& each) { return each.parameters.text; }},
    {"closed_form", "of the longest span", [](const Generator& each) { return each.closedForm.text; }},
    {"source", "of the method", &Generator::source},
    {"splits_backward", "it emits B and W", &Generator::splitsBackward},
    {"options", "that change what it makes", generateOptionsOf}};
const Fields<Listed> kListFields = {{"generators", "as the desktop lists them",
                                     rowsOf<Listed>(&Listed::generators, kGeneratorFields, json::Layout::Lines)}};

constexpr const char* kGeneratorsHead = R"(# The generators

What `lanewright-cli generate NAME` and the desktop's *Generate* make. Each order fits the costs, memory and placement
of its problem, or is refused in words; `--tf`, `--tb`, `--tw`, `--tcomm`, the memory options and `--w-parts` are for all
of them. A generator that wants another placement than the problem's puts the stages where it needs them and says so.

In closed forms p is the number of ranks, v of chunks per rank, m of microbatches, C the transfer time, P the time of the
overlapped pairs that one microbatch takes part in, and S = T_F + T_B + T_W, of a whole rank. Closed forms are for equal
stages and held against the simulation by the tests.

Seq1F1B is left out: it cuts every microbatch along its sequence, and an op here is a stage and a microbatch.

This page is what `lanewright-cli list --markdown` prints.
)";

/// As `schedules/GENERATORS.md` has it.
std::string pageOf(const Listed& all) {
    std::string text = kGeneratorsHead;
    for (const Generator& generator : all.generators) {
        text += "\n## `" + std::string{generator.name} + "`: " + std::string{generator.title} + "\n\n";
        text += std::string{generator.summary.text} + ".\n\n";
        for (const auto& [name, value] : linesOf(generator, "`"))
            text.append("* ").append(name).append(": ").append(value).append("\n");
    }
    return text;
}

std::string textOf(const Listed& all) {
    std::string text;
    for (const Generator& generator : all.generators) {
        text += std::string{generator.name} + "  (" + std::string{generator.title} + ")\n";
        text += "    " + std::string{generator.summary.text} + "\n";
        for (const auto& [name, value] : linesOf(generator))
            text.append("    ").append(name).append(14 - name.size(), ' ').append(value).append("\n");
    }
    return text;
}

std::string coloursObject() {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writeColours(writer, true);
    writer.endObject();
    return writer.take();
}

Reply listAll(const ListRequest& request, const Asker&) {
    if (request.gpus)
        return listGpus();
    if (request.questions)
        return {.text = questionsPage, .json = questionsObject};
    if (request.frameworks)
        return listFrameworks();
    if (request.lessons)
        return listLessons();
    if (request.colours)
        return {.text = coloursObject, .json = coloursObject};
    Listed all;
    for (const Generator& generator : generators())
        all.generators.push_back(generator);
    if (request.markdown)
        return {.text = [all] { return pageOf(all); }};
    return answered(std::move(all), kListFields, {}, textOf);
}

} // namespace

Question listQuestion() {
    using R = ListRequest;
    return question<R>(
        "list", "The generators: what each does, its closed form and source; or GPUs, lessons",
        "\nExamples:\n  lanewright-cli list\n  lanewright-cli list --gpus\n  lanewright-cli list --lessons",
        {option<R>("--markdown", &R::markdown, "As a page, schedules/GENERATORS.md"),
         option<R>("--questions", &R::questions, "What can be asked and what answers say, schedules/QUESTIONS.md")
             .without({"--markdown"}),
         option<R>("--frameworks", &R::frameworks, "What frameworks run and ask for, schedules/FRAMEWORKS.md")
             .without({"--markdown", "--questions"}),
         option<R>("--gpus", &R::gpus, "The GPUs of this machine, or why none can be used")
             .without({"--markdown", "--questions", "--frameworks"}),
         option<R>("--colours", &R::colours, "The colours of blocks, curves and what is around them, as JSON")
             .without({"--markdown", "--questions", "--frameworks", "--gpus"}),
         option<R>("--lessons", &R::lessons, "The lessons of the program: level, minutes, and what comes before each")
             .without({"--markdown", "--questions", "--frameworks", "--gpus", "--colours"})},
        listAll, kListFields);
}

} // namespace lanewright::api
