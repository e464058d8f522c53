// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"

#include "core/generate/catalogue.h"

#include <memory>

namespace lanewright::cli {

namespace {

Exit listJson() {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("generators").beginArray(json::Layout::Lines);
    for (const Generator& generator : generators()) {
        writer.beginObject(json::Layout::Lines);
        writer.key("name").string(generator.name);
        writer.key("title").string(generator.title);
        writer.key("summary").string(generator.summary);
        writer.key("parameters").string(generator.parameters);
        writer.key("closed_form").string(generator.closedForm);
        writer.key("source").string(generator.source);
        writer.key("splits_backward").boolean(generator.splitsBackward);
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
        text += "    " + std::string{generator.summary} + "\n";
        if (!generator.parameters.empty())
            text += "    looks at      " + std::string{generator.parameters} + "\n";
        if (!generator.closedForm.empty())
            text += "    longest span  " + std::string{generator.closedForm} + "\n";
        text += "    source        " + std::string{generator.source} + "\n";
    }
    return print(text);
}

} // namespace

Command addList(CLI::App& program) {
    CLI::App* command = program.add_subcommand("list", "The generators: what each does, its closed form and source");
    command->footer("\nExample:\n  lanewright-cli list");
    const auto json = std::make_shared<bool>(false);
    addJson(*command, *json);
    return {command, [json] { return *json ? listJson() : listText(); }};
}

} // namespace lanewright::cli
