// SPDX-License-Identifier: Apache-2.0
#include "core/cli/manual.h"

#include "core/base/joined_by.h"
#include "core/io/quoted_text.h"

namespace lanewright::cli {

namespace {

std::string namesIn(const std::vector<TypedOption>& options) {
    std::vector<std::string> names;
    for (const TypedOption& option : options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return joinedBy(" ", names);
}

std::string commandNames() { return joinedBy(" ", api::questions(), &api::Question::name); }

/// What the arguments of a command may be, by their places; files where there are no words.
std::vector<std::string> argumentWords(const api::Question& question) {
    std::vector<std::string> words;
    for (const api::Option& option : question.options)
        if (option.isArgument())
            words.push_back(joinedBy(" ", wordsOf(option)));
    return words;
}

/// Cases of bash: the words of each option that has some.
std::string bashOptionCases() {
    std::string text;
    for (const api::Question& question : api::questions())
        for (const TypedOption& option : typedOptions(question))
            for (const std::string& name : option.names)
                if (!option.words.empty())
                    text +=
                        "    '" + question.name + " " + name + "') words='" + joinedBy(" ", option.words) + "' ;;\n";
    return text;
}

/// Likewise of arguments, by their places.
std::string bashArgumentCases() {
    std::string text;
    for (const api::Question& question : api::questions()) {
        const std::vector<std::string> arguments = argumentWords(question);
        for (std::size_t at = 0; at < arguments.size(); ++at)
            if (!arguments[at].empty())
                text +=
                    "    '" + question.name + " " + std::to_string(at + 2) + " '*) words='" + arguments[at] + "' ;;\n";
    }
    return text;
}

std::string bashScript(const std::vector<Page>& pages) {
    std::string text = R"(# Completion of lanewright-cli for bash.
_lanewright_cli() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W ")" +
                       commandNames() + " " + namesIn(typedOptions(pages)) + R"(" -- "$word")
        return
    fi
    case "$command $before" in
)" + bashOptionCases() +
                       R"(    esac
    case "$command $COMP_CWORD $word" in
    *' -'*) ;;
)" + bashArgumentCases() +
                       R"(    esac
    if [ -n "$words" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
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
    for (const api::Question& question : api::questions())
        text += "    " + question.name + ") words='" + namesIn(typedOptions(question)) + "' ;;\n";
    return text + R"(    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o filenames -F _lanewright_cli lanewright-cli
)";
}

/// What an option is called, takes and means.
std::string fishOption(const TypedOption& option) {
    std::string text;
    for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.words.empty())
        text += " -x -a " + shellQuoted(joinedBy(" ", option.words));
    else if (!option.takes.empty())
        text += " -r";
    return text + " -d " + shellQuoted(option.description);
}

std::string fishScript(const std::vector<Page>& pages) {
    std::string text = "# Completion of lanewright-cli for fish.\n";
    const auto add = [&](const std::string& line) { text += "complete -c lanewright-cli " + line + "\n"; };
    for (const api::Question& question : api::questions())
        add("-f -n __fish_use_subcommand -a " + question.name + " -d " + shellQuoted(question.words));
    for (const TypedOption& option : typedOptions(pages))
        add("-n __fish_use_subcommand" + fishOption(option));
    for (const api::Question& question : api::questions()) {
        const std::string when = "-n '__fish_seen_subcommand_from " + question.name + "'";
        for (const std::string& words : argumentWords(question))
            if (!words.empty())
                add(when + " -a " + shellQuoted(words));
        for (const TypedOption& option : typedOptions(question))
            add(when + fishOption(option));
    }
    return text;
}

/// `text` between brackets of an `_arguments` line.
std::string bracketed(const std::string& text) { return escaped(text, "[]:\\"); }

std::string zshScript() {
    std::string text = "#compdef lanewright-cli\n# Completion of lanewright-cli for zsh.\n_lanewright_cli() {\n"
                       "    local -a commands\n    commands=(\n";
    for (const api::Question& question : api::questions())
        text += "        " + shellQuoted(question.name + ":" + bracketed(question.words)) + "\n";
    text += "    )\n    if ((CURRENT == 2)); then\n        _describe command commands\n        return\n    fi\n"
            "    local command=$words[2]\n    shift words\n    ((CURRENT--))\n    case $command in\n";
    for (const api::Question& question : api::questions()) {
        text += "    " + question.name + ")\n        _arguments";
        const auto add = [&](const std::string& entry) { text += " \\\n            " + shellQuoted(entry); };
        for (const TypedOption& option : typedOptions(question))
            for (const std::string& name : option.names)
                add(name + "[" + bracketed(option.description) + "]" +
                    (!option.words.empty()   ? ":word:(" + joinedBy(" ", option.words) + ")"
                     : !option.takes.empty() ? ":" + bracketed(option.takes) + ":_files"
                                             : ""));
        const std::vector<std::string> arguments = argumentWords(question);
        for (std::size_t at = 0; at < arguments.size(); ++at)
            if (!arguments[at].empty())
                add(std::to_string(at + 1) + ":word:(" + arguments[at] + ")");
        add("*:file:_files");
        text += "\n        ;;\n";
    }
    return text + "    esac\n}\n_lanewright_cli \"$@\"\n";
}

} // namespace

std::string completionScript(const std::vector<Page>& pages, const std::string& shell) {
    return shell == "bash" ? bashScript(pages) : shell == "zsh" ? zshScript() : fishScript(pages);
}

} // namespace lanewright::cli
