// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"
#include "core/cli/list_gpus.h"

#include "core/generate/catalogue.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanewright::cli {

namespace {

/// The options of `generate` that change what it makes, beside those that every generator looks at.
std::vector<std::string> optionsOf(const Generator& generator) {
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

std::string joined(const std::vector<std::string>& options, const std::string& around = "") {
    std::string text;
    for (const std::string& option : options) {
        text += text.empty() ? "" : ", ";
        text.append(around).append(option).append(around);
    }
    return text;
}

/// What is said of a generator beside its summary: a name and its text, where there is one.
std::vector<std::pair<std::string, std::string>> rowsOf(const Generator& generator, const std::string& around = "") {
    std::vector<std::pair<std::string, std::string>> rows = {
        {"looks at", std::string{generator.parameters.text}},
        {"longest span", std::string{generator.closedForm.text}},
        {"emits", generator.splitsBackward ? "F, B and W" : "F and BW"},
        {"options", joined(optionsOf(generator), around)},
        {"source", std::string{generator.source}},
    };
    std::erase_if(rows, [](const auto& row) { return row.second.empty(); });
    return rows;
}

Exit listJson() {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("generators").beginArray(json::Layout::Lines);
    for (const Generator& generator : generators()) {
        writer.beginObject(json::Layout::Lines);
        writer.key("name").string(generator.name);
        writer.key("title").string(generator.title);
        writer.key("summary").string(generator.summary.text);
        writer.key("parameters").string(generator.parameters.text);
        writer.key("closed_form").string(generator.closedForm.text);
        writer.key("source").string(generator.source);
        writer.key("splits_backward").boolean(generator.splitsBackward);
        writer.key("options").beginArray(json::Layout::Line);
        for (const std::string& option : optionsOf(generator))
            writer.string(option);
        writer.endArray();
        writer.endObject();
    }
    writer.endArray();
    writer.endObject();
    return print(writer);
}

Exit listText() {
    std::string text;
    for (const Generator& generator : generators()) {
        text += std::string{generator.name} + "  (" + std::string{generator.title} + ")\n";
        text += "    " + std::string{generator.summary.text} + "\n";
        for (const auto& [name, value] : rowsOf(generator))
            text.append("    ").append(name).append(14 - name.size(), ' ').append(value).append("\n");
    }
    return print(text);
}

constexpr const char* kPageHead = R"(# The generators

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
Exit listMarkdown() {
    std::string text = kPageHead;
    for (const Generator& generator : generators()) {
        text += "\n## `" + std::string{generator.name} + "`: " + std::string{generator.title} + "\n\n";
        text += std::string{generator.summary.text} + ".\n\n";
        for (const auto& [name, value] : rowsOf(generator, "`"))
            text.append("* ").append(name).append(": ").append(value).append("\n");
    }
    return print(text);
}

} // namespace

void addList(Parser& program) {
    CommandParser& command =
        program.addCommand("list", "The generators: what each does, its closed form and source; or the GPUs");
    command.setFooter("\nExamples:\n  lanewright-cli list\n  lanewright-cli list --gpus");
    struct Options {
        bool json = false;
        bool markdown = false;
        bool gpus = false;
    };
    const auto options = std::make_shared<Options>();
    const Option json = command.addJson(options->json);
    const Option markdown = command.addFlag("--markdown", options->markdown, "As a page, schedules/GENERATORS.md");
    markdown.excludes(json);
    command.addFlag("--gpus", options->gpus, "The GPUs of this machine, or why none can be used").excludes(markdown);
    command.onRun([options] {
        if (options->gpus)
            return listGpus(options->json);
        return options->json ? listJson() : options->markdown ? listMarkdown() : listText();
    });
}

} // namespace lanewright::cli
