// SPDX-License-Identifier: Apache-2.0
#include "core/cli/manual.h"

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

std::string commandText(const OptionTable& command) {
    std::string text = ".SS " + roff(command.name) + "\n" + roff(command.description) + ".\n.PP\n.B " +
                       roff("lanewright-cli " + command.name) + "\n[options]";
    std::string arguments;
    for (const TypedArgument& argument : command.arguments) {
        const std::string name = "\\fI" + roff(argument.name) + "\\fR";
        text += " " + name;
        arguments += ".TP\n" + name + "\n" + roff(argument.description) + "\n";
    }
    text += "\n" + arguments;
    for (const TypedOption& option : command.options)
        text += optionText(option);
    return text + verbatim(command.footer);
}

} // namespace

std::string manualPage(const OptionTable& program, const std::string& version) {
    std::string text =
        ".TH LANEWRIGHT\\-CLI 1 \"\" \"Lanewright " + version +
        "\" \"User Commands\"\n.SH NAME\nlanewright\\-cli \\- pipeline\\-parallel training schedules from "
        "the command line\n.SH SYNOPSIS\n.B lanewright\\-cli\n\\fICOMMAND\\fR [options] "
        "[files]\n.SH DESCRIPTION\n" +
        roff(program.description) + "\n.SH OPTIONS\n";
    for (const TypedOption& option : program.options)
        text += optionText(option);
    text += ".SH COMMANDS\n";
    for (const OptionTable& command : program.commands)
        text += commandText(command);
    text += ".SH NOTES\n" + verbatim(program.footer);
    return text + ".SH SEE ALSO\n\\fBlanewright\\fR(1), \\fBlanewright\\-engine\\fR(1), \\fBlwsched\\fR(5)\n";
}

} // namespace lanewright::cli
