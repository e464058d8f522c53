// SPDX-License-Identifier: Apache-2.0
#include "core/cli/manual.h"

#include "core/base/joined_by.h"
#include "core/generate/catalogue.h"
#include "core/planner/input/model_json.h"

#include <algorithm>
#include <sstream>
#include <utility>

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

constexpr std::size_t kColumns = 73; ///< what `man` leaves of 80 columns for a line that is not filled

/// How many characters the UTF-8 text has.
std::size_t columnsOf(std::string_view text) {
    return std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; });
}

/// The command over as many lines as it takes, each of which ends where an option or another command begins.
std::string brokenCommand(std::string line) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    std::string written;
    while (columnsOf(line) > kColumns) {
        std::size_t end = 0;
        for (std::size_t at = line.find(' ', line.find_first_not_of(' '));
             at != std::string::npos && columnsOf(line.substr(0, at)) + 2 <= kColumns; at = line.find(' ', at + 1))
            if (line.compare(at, 2, " -") == 0 || line.compare(at, 4, " && ") == 0)
                end = at;
        if (end == 0)
            break;
        written += line.substr(0, end) + " \\\n";
        line = std::string(indent + 4, ' ') + line.substr(end + 1);
    }
    return written + line;
}

/// `  name  what it is` or `  name: what it is` in two; the first is empty where the line is neither.
std::pair<std::string, std::string> entryIn(const std::string& line) {
    const std::size_t begin = line.find_first_not_of(' ');
    const std::size_t end = std::min(line.find("  ", begin), line.find(": ", begin));
    if (end == std::string::npos)
        return {"", line.substr(begin)};
    return {line.substr(begin, end - begin), line.substr(line.find_first_not_of(": ", end))};
}

/// What `--help` says below the options, for `man`: prose is filled, lists get hanging indents, and commands keep their
/// lines.
///
/// The rule it guards: what a block opens is closed before the next one begins.
class Footer {
public:
    void add(const std::string& line) {
        if (line.empty())
            enter(Block::None);
        else if (line.front() != ' ')
            addProse(line);
        else if (m_block == Block::List || (m_block != Block::Code && !m_isExample && !entryIn(line).first.empty()))
            addToList(line);
        else
            addCommand(line);
    }
    std::string text() {
        enter(Block::None);
        return m_text;
    }

private:
    enum class Block { None, Prose, List, Code };

    void enter(Block block) {
        if (m_block != block && m_block == Block::Code)
            m_text += ".fi\n";
        if (m_block != block && block == Block::Prose)
            m_text += ".PP\n";
        if (m_block != block && block == Block::Code)
            m_text += ".nf\n";
        m_block = block;
    }
    void addProse(const std::string& line) {
        enter(Block::Prose);
        m_isExample = line.starts_with("Example");
        m_text += roff(line) + "\n";
    }
    void addToList(const std::string& line) {
        enter(Block::List);
        const bool goesOn = line.find_first_not_of(' ') > 2;
        const auto [name, meaning] = entryIn(line);
        m_text += goesOn || name.empty() ? roff(line.substr(line.find_first_not_of(' '))) + "\n"
                                         : ".TP\n" + roff(name) + "\n" + roff(meaning) + "\n";
    }
    void addCommand(const std::string& line) {
        enter(Block::Code);
        m_text += roff(brokenCommand(line)) + "\n";
    }

    std::string m_text;
    Block m_block = Block::None;
    bool m_isExample = false; ///< the prose before says that commands follow
};

std::string footerText(const std::string& text) {
    Footer footer;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        footer.add(line);
    return footer.text();
}

/// `sync|postvalidated`, which may be broken behind a bar.
std::string valueText(const std::string& takes) {
    std::string text;
    for (const char letter : roff(takes))
        text += letter == '|' ? "|\\:" : std::string(1, letter);
    return text;
}

std::string optionText(const TypedOption& option) {
    std::string text = ".TP\n";
    for (std::size_t i = 0; i < option.names.size(); ++i)
        text += (i > 0 ? ", \\fB" : "\\fB") + roff(option.names[i]) + "\\fR";
    if (!option.takes.empty())
        text += " \\fI" + valueText(option.takes) + "\\fR";
    return text + "\n" + roff(option.description) + "\n";
}

std::string commandText(const api::Question& question) {
    std::string text = ".SS " + roff(question.name) + "\n" + roff(question.words) + ".\n.PP\n.B " +
                       roff("lanewright-cli " + question.name) + "\n[options]";
    std::string arguments;
    for (const api::Option& option : question.options) {
        if (!option.isArgument())
            continue;
        const std::string name = "\\fI" + roff(option.names) + "\\fR";
        text += option.isRequired ? " " + name : " [" + name + "]";
        arguments += ".TP\n" + name + "\n" + roff(option.words) + "\n";
    }
    text += "\n" + arguments;
    for (const TypedOption& option : typedOptions(question))
        text += optionText(option);
    return text + footerText(question.footer);
}

/// What a value of the slot is called.
const char* typeOf(const api::Slot& slot) {
    struct Name {
        const char* operator()(bool*) const { return ""; }
        const char* operator()(std::string*) const { return "TEXT"; }
        const char* operator()(std::vector<std::string>*) const { return "TEXT"; }
        const char* operator()(double*) const { return "FLOAT"; }
        const char* operator()(std::optional<double>*) const { return "FLOAT"; }
        const char* operator()(std::uint64_t*) const { return "UINT"; }
        const char* operator()(std::optional<std::uint64_t>*) const { return "UINT"; }
        const char* operator()(void*) const { return "INT"; }
    };
    return std::visit(Name{}, slot);
}

TypedOption typed(const api::Option& option) {
    TypedOption typed{.takes = typeOf(option.slot(nullptr)), .description = option.words, .words = wordsOf(option)};
    std::istringstream names(option.names);
    for (std::string name; std::getline(names, name, ',');)
        typed.names.push_back(name);
    if (!option.choices.empty())
        typed.takes = joinedBy("|", option.choices);
    return typed;
}

const TypedOption kHelp{.names = {"-h", "--help"}, .description = "Print this help message and exit"};

} // namespace

std::vector<TypedOption> typedOptions(const api::Question& question) {
    std::vector<TypedOption> all = {kHelp};
    for (const auto& rows : {question.options, printingOptions(question)})
        for (const api::Option& option : rows)
            if (!option.isArgument())
                all.push_back(typed(option));
    return all;
}

std::vector<TypedOption> typedOptions(const std::vector<Page>& pages) {
    std::vector<TypedOption> all = {
        kHelp, {.names = {"--version"}, .description = "Display program version information and exit"}};
    for (const Page& page : pages)
        all.push_back({.names = {page.name},
                       .takes = joinedBy("|", page.choices),
                       .description = page.words,
                       .words = page.choices});
    return all;
}

std::vector<std::string> wordsOf(const api::Option& option) {
    std::vector<std::string> words = option.choices;
    switch (option.completes) {
    case api::Completes::Files: break;
    case api::Completes::Generators:
        for (const Generator& generator : generators())
            words.emplace_back(generator.name);
        break;
    case api::Completes::Models:
        for (const ModelPreset& preset : modelPresets())
            words.emplace_back(preset.name);
        break;
    case api::Completes::Clusters:
        for (const ClusterPreset& preset : clusterPresets())
            words.emplace_back(preset.name);
        break;
    }
    return words;
}

std::string manualPage(const Program& program, const std::vector<Page>& pages) {
    std::string text =
        ".TH LANEWRIGHT\\-CLI 1 \"\" \"Lanewright " + program.version +
        "\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\nlanewright\\-cli \\- pipeline\\-parallel training schedules from "
        "the command line\n.SH SYNOPSIS\n.B lanewright\\-cli\n\\fICOMMAND\\fR [options] "
        "[files]\n.SH DESCRIPTION\n" +
        roff(program.description) + "\n.SH OPTIONS\n";
    for (const TypedOption& option : typedOptions(pages))
        text += optionText(option);
    text += ".SH COMMANDS\n";
    for (const api::Question& question : api::questions())
        text += commandText(question);
    text += ".SH NOTES\n" + footerText(program.footer);
    return text + ".SH SEE ALSO\n\\fBlanewright\\fR(1), \\fBlanewright\\-engine\\fR(1), \\fBlwsched\\fR(5)\n";
}

} // namespace lanewright::cli
