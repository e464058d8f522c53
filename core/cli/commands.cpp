// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"

#include "core/base/mapped.h"
#include "core/base/system_reason.h"
#include "core/cli/interrupts.h"
#include "core/cli/terminal.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <map>
#include <new>
#include <system_error>
#include <type_traits>

namespace lanewright::cli {

using api::Exit;
using api::Option;
using api::Question;

namespace {

/// CLI11's words, on one line and with our name in front.
Exit wrongUsage(const CLI::App& program, std::string sentence) {
    for (char& letter : sentence)
        if (letter == '\n')
            letter = ' ';
    complain("", {sentence + " (see " + program.get_name() + " --help)"});
    return Exit::Usage;
}

/// The number that an option of this type takes, or each of its numbers.
template <typename Value>
struct NumberIn {
    using Type = Value;
};
template <typename Value>
struct NumberIn<std::optional<Value>> {
    using Type = Value;
};
template <typename Value>
struct NumberIn<std::vector<Value>> {
    using Type = Value;
};

/// What is wrong with a word that is to be a number; nothing where it is one, which is then written plainly. CLI11
/// alone takes an empty word for no number at all, `nan` for one within any range, −1 and what is too large for the
/// largest number, and 010 for 8.
template <typename Number>
std::string numberProblem(std::string& word) {
    Number number{};
    const char* const end = word.data() + word.size();
    const auto [stop, problem] = std::from_chars(word.data() + (word.starts_with('+') ? 1 : 0), end, number);
    const bool ends = stop == end && !word.empty();
    if (ends && problem == std::errc::result_out_of_range)
        return "'" + word + "' is too large a number";
    const bool isNumber = ends && problem == std::errc{};
    if constexpr (std::is_floating_point_v<Number>)
        return isNumber && std::isfinite(number) ? "" : "'" + word + "' is no number";
    else if (!isNumber)
        return "'" + word + "' is no whole number" + (std::is_unsigned_v<Number> ? " from 0 on" : "");
    word = std::to_string(number);
    return "";
}

/// Adds a row of a request whose member is `value`.
template <typename Value>
CLI::Option* addRow(CLI::App& command, const Option& row, Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
        return command.add_flag(row.names, value, row.words);
    } else {
        using Number = typename NumberIn<Value>::Type;
        CLI::Option* const option = command.add_option(row.names, value, row.words);
        if constexpr (std::is_arithmetic_v<Number>)
            option->transform(CLI::Validator(numberProblem<Number>, ""));
        else
            option->check([](const std::string& word) { return word.empty() ? std::string{"nothing is given"} : ""; });
        if constexpr (std::is_same_v<Number, int>) {
            if (std::isfinite(row.most))
                option->check(CLI::Range(static_cast<int>(row.least), static_cast<int>(row.most)));
        } else if constexpr (std::is_arithmetic_v<Number>) {
            if (std::isfinite(row.most))
                option->check(CLI::Range(row.least, row.most));
        }
        if (!row.choices.empty())
            option->check(CLI::IsMember(row.choices));
        if (row.delimiter != 0)
            option->delimiter(row.delimiter);
        return option->required(row.isRequired);
    }
}

void addRows(CLI::App& command, const std::vector<Option>& rows, void* request) {
    std::map<std::string, CLI::Option*> byName;
    for (const Option& row : rows) {
        CLI::Option* const option =
            std::visit([&](auto* value) { return addRow(command, row, *value); }, row.slot(request));
        if (!row.isArgument())
            byName[row.names.substr(row.names.find("--"))] = option;
        for (const std::string& other : row.needs)
            option->needs(byName.at(other));
        for (const std::string& other : row.excludes)
            option->excludes(byName.at(other));
    }
}

/// A command with the request that its options fill.
struct Command {
    const Question* question = nullptr;
    CLI::App* app = nullptr;
    std::shared_ptr<void> request = {};
    std::unique_ptr<Printing> printing = std::make_unique<Printing>();
};

/// The options are added when a command line names the command, since there are hundreds of all.
Command addCommand(CLI::App& program, const Question& question) {
    Command command{.question = &question,
                    .app = program.add_subcommand(question.name, question.words),
                    .request = question.request()};
    command.app->footer(question.footer);
    command.app->preparse_callback([&question, app = command.app, request = command.request.get(),
                                    printing = command.printing.get()](std::size_t) {
        addRows(*app, question.options, request);
        addRows(*app, printingOptions(question), printing);
    });
    return command;
}

void addPage(CLI::App& program, const Page& page) {
    const auto print = [text = page.text](const std::string& choice) {
        printAll(text(choice));
        throw CLI::Success{};
    };
    if (page.choices.empty())
        program
            .add_flag_callback(
                page.name, [print] { print(""); }, page.words)
            ->trigger_on_parse();
    else
        program.add_option_function<std::string>(page.name, print, page.words)
            ->check(CLI::IsMember(page.choices))
            ->trigger_on_parse();
}

/// Asks and prints; says in a sentence when the system denies a thread or memory in the middle of it.
Exit answer(const Command& command) {
    endWhenInterrupted();
    try {
        return printReply(command.question->ask(command.request.get(), TerminalAsker{command.printing->json}),
                          *command.printing);
    } catch (const std::system_error& error) {
        complain("", Error{say(phrase("system", "the system refused what this takes: %1"),
                               systemReason(error.code().value()))});
    } catch (const std::bad_alloc&) {
        complain("", Error{say(phrase("system", "there is not enough memory for this"))});
    }
    return Exit::RunFailed;
}

} // namespace

std::vector<Option> printingOptions(const Question& question) {
    using R = Printing;
    std::vector<Option> options = {api::option<R>("--json", &R::json, "Print one JSON object and nothing else")};
    if (question.hasCsv)
        options.push_back(api::option<R>("--csv", &R::csv, "Print rows as CSV, for spreadsheets").without({"--json"}));
    return options;
}

Exit runCommandLine(const Program& program, const std::vector<Page>& pages, int argc, char** argv) {
    CLI::App app{program.description, program.name};
    app.set_version_flag("--version", program.name + " " + program.version);
    app.require_subcommand(1);
    app.footer(program.footer);
    for (const Page& page : pages)
        addPage(app, page);
    const std::vector<Command> commands =
        mapped(api::questions(), [&](const Question& question) { return addCommand(app, question); });
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0)
            return static_cast<Exit>(app.exit(error));
        if (app.get_subcommands().empty() && argc > 1 && argv[1][0] != '-')
            return wrongUsage(app, "there is no command '" + std::string{argv[1]} + "'");
        return wrongUsage(app, error.what());
    }
    for (const Command& command : commands)
        if (command.app->parsed())
            return answer(command);
    return Exit::Usage;
}

} // namespace lanewright::cli
