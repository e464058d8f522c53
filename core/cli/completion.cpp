// SPDX-License-Identifier: Apache-2.0
#include "core/cli/manual.h"

namespace lanewright::cli {

namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string namesIn(const OptionTable& command) {
    std::vector<std::string> names;
    for (const TypedOption& option : command.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return joined(names);
}

std::string commandsIn(const OptionTable& program) {
    std::vector<std::string> names;
    names.reserve(program.commands.size());
    for (const OptionTable& command : program.commands)
        names.push_back(command.name);
    return joined(names);
}

/// Text between single quotes of a shell.
std::string shellQuoted(const std::string& text) {
    std::string inside;
    for (const char letter : text)
        inside += letter == '\'' ? std::string{"'\\''"} : std::string(1, letter);
    return "'" + inside + "'";
}

std::string bashScript(const OptionTable& program) {
    std::string text = R"(# Completion of lanewright-cli for bash.
_lanewright_cli() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W ")" +
                       commandsIn(program) + " " + namesIn(program) + R"(" -- "$word")
        return
    fi
    case "$command $before" in
)";
    for (const OptionTable& command : program.commands)
        for (const TypedOption& option : command.options)
            for (const std::string& name : option.names)
                if (!option.words.empty())
                    text += "    '" + command.name + " " + name + "') words='" + joined(option.words) + "' ;;\n";
    text += R"(    esac
    if [ -n "$words" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        return
    fi
    case "$word" in
    -*) ;;
    *)
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    esac
    case "$command" in
)";
    for (const OptionTable& command : program.commands)
        text += "    " + command.name + ") words='" + namesIn(command) + "' ;;\n";
    return text + R"(    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o filenames -F _lanewright_cli lanewright-cli
)";
}

std::string fishScript(const OptionTable& program) {
    std::string text = "# Completion of lanewright-cli for fish.\n";
    const std::string start = "complete -c lanewright-cli ";
    for (const OptionTable& command : program.commands)
        text +=
            start + "-f -n __fish_use_subcommand -a " + command.name + " -d " + shellQuoted(command.description) + "\n";
    const auto add = [&](const TypedOption& option, const std::string& when) {
        text += start + "-n " + when;
        for (const std::string& name : option.names)
            text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        if (!option.words.empty())
            text += " -x -a " + shellQuoted(joined(option.words));
        else if (!option.takes.empty())
            text += " -r";
        text += " -d " + shellQuoted(option.description) + "\n";
    };
    for (const TypedOption& option : program.options)
        add(option, "__fish_use_subcommand");
    for (const OptionTable& command : program.commands)
        for (const TypedOption& option : command.options)
            add(option, "'__fish_seen_subcommand_from " + command.name + "'");
    return text;
}

/// `text` between brackets of an `_arguments` line.
std::string bracketed(const std::string& text) {
    std::string inside;
    for (const char letter : text) {
        if (letter == '[' || letter == ']' || letter == ':' || letter == '\\')
            inside += '\\';
        inside += letter;
    }
    return inside;
}

std::string zshScript(const OptionTable& program) {
    std::string text = "#compdef lanewright-cli\n# Completion of lanewright-cli for zsh.\n_lanewright_cli() {\n"
                       "    local -a commands\n    commands=(\n";
    for (const OptionTable& command : program.commands)
        text += "        " + shellQuoted(command.name + ":" + bracketed(command.description)) + "\n";
    text += "    )\n    if ((CURRENT == 2)); then\n        _describe command commands\n        return\n    fi\n"
            "    local command=$words[2]\n    shift words\n    ((CURRENT--))\n    case $command in\n";
    for (const OptionTable& command : program.commands) {
        text += "    " + command.name + ")\n        _arguments";
        for (const TypedOption& option : command.options)
            for (const std::string& name : option.names) {
                std::string takes;
                if (!option.words.empty())
                    takes.append(":word:(").append(joined(option.words)).append(")");
                else if (!option.takes.empty())
                    takes.append(":").append(bracketed(option.takes)).append(":_files");
                std::string entry = name;
                entry.append("[").append(bracketed(option.description)).append("]").append(takes);
                text += " \\\n            " + shellQuoted(entry);
            }
        text += " \\\n            '*:file:_files'\n        ;;\n";
    }
    return text + "    esac\n}\n_lanewright_cli \"$@\"\n";
}

} // namespace

std::optional<Shell> shellFrom(const std::string& name) {
    if (name == "bash")
        return Shell::Bash;
    if (name == "zsh")
        return Shell::Zsh;
    if (name == "fish")
        return Shell::Fish;
    return {};
}

std::string completionScript(const OptionTable& program, Shell shell) {
    switch (shell) {
    case Shell::Bash: return bashScript(program);
    case Shell::Zsh: return zshScript(program);
    case Shell::Fish: return fishScript(program);
    }
    return {};
}

} // namespace lanewright::cli
