// SPDX-License-Identifier: Apache-2.0
#include "core/cli/manual.h"

#include <sstream>

namespace lanewright::cli {

namespace {

/// Text as roff wants it: no line begins with a control letter, backslashes and hyphens are themselves.
std::string roff(const std::string& text) {
    std::string written;
    bool lineStarts = true;
    for (const char letter : text) {
        if (lineStarts && (letter == '.' || letter == '\''))
            written += "\\&";
        if (letter == '\\')
            written += "\\e";
        else if (letter == '-')
            written += "\\-";
        else
            written += letter;
        lineStarts = letter == '\n';
    }
    return written;
}

/// As it stands, line for line.
std::string verbatim(const std::string& text) {
    const std::size_t first = text.find_first_not_of('\n');
    return first == std::string::npos ? "" : ".PP\n.nf\n" + roff(text.substr(first)) + "\n.fi\n";
}

std::string optionText(const TypedOption& option) {
    std::string text = ".TP\n";
    for (std::size_t i = 0; i < option.names.size(); ++i)
        text += (i > 0 ? ", \\fB" : "\\fB") + roff(option.names[i]) + "\\fR";
    if (!option.takes.empty())
        text += " \\fI" + roff(option.takes) + "\\fR";
    return text + "\n" + roff(option.description) + "\n";
}

std::string commandText(const CLI::App& command) {
    std::string text = ".SS " + roff(command.get_name()) + "\n" + roff(command.get_description()) + ".\n.PP\n.B " +
                       roff("lanewright-cli " + command.get_name()) + "\n[options]";
    std::string positionals;
    for (const CLI::Option* option : command.get_options())
        if (option->get_positional()) {
            const std::string name = option->get_name(true);
            text += " \\fI" + roff(name) + "\\fR";
            positionals += ".TP\n\\fI" + roff(name) + "\\fR\n" + roff(option->get_description()) + "\n";
        }
    text += "\n" + positionals;
    for (const TypedOption& option : optionsOf(command))
        text += optionText(option);
    return text + verbatim(command.get_footer());
}

} // namespace

std::vector<TypedOption> optionsOf(const CLI::App& command) {
    std::vector<TypedOption> typed;
    for (const CLI::Option* option : command.get_options()) {
        if (!option->nonpositional())
            continue;
        TypedOption entry{.description = option->get_description()};
        for (const std::string& name : option->get_snames())
            entry.names.push_back("-" + name);
        for (const std::string& name : option->get_lnames())
            entry.names.push_back("--" + name);
        if (option->get_expected_max() > 0 && option->get_type_size_max() > 0)
            entry.takes = option->get_type_name();
        // Words come as `TEXT:{cpu,cuda}`.
        const std::size_t open = entry.takes.find('{');
        const std::size_t close = entry.takes.find('}', open == std::string::npos ? 0 : open);
        if (open != std::string::npos && close != std::string::npos) {
            std::istringstream words(entry.takes.substr(open + 1, close - open - 1));
            for (std::string word; std::getline(words, word, ',');)
                entry.words.push_back(word);
            entry.takes = entry.takes.substr(open + 1, close - open - 1);
        } else if (const std::size_t range = entry.takes.find(':'); range != std::string::npos) {
            entry.takes.resize(range);
        }
        for (char& letter : entry.takes)
            letter = letter == ',' ? '|' : letter;
        typed.push_back(std::move(entry));
    }
    return typed;
}

std::string manualPage(const CLI::App& program, const std::string& version) {
    std::string text =
        ".TH LANEWRIGHT\\-CLI 1 \"\" \"Lanewright " + version +
        "\" \"User Commands\"\n.SH NAME\nlanewright\\-cli \\- pipeline\\-parallel training schedules from "
        "the command line\n.SH SYNOPSIS\n.B lanewright\\-cli\n\\fICOMMAND\\fR [options] "
        "[files]\n.SH DESCRIPTION\n" +
        roff(program.get_description()) + "\n.SH OPTIONS\n";
    for (const TypedOption& option : optionsOf(program))
        text += optionText(option);
    text += ".SH COMMANDS\n";
    for (const CLI::App* command : program.get_subcommands({}))
        text += commandText(*command);
    text += ".SH NOTES\n" + verbatim(program.get_footer());
    return text + ".SH SEE ALSO\n\\fBlanewright\\fR(1), \\fBlanewright\\-engine\\fR(1), \\fBlwsched\\fR(5)\n";
}

} // namespace lanewright::cli
