// SPDX-License-Identifier: Apache-2.0
#include "core/cli/parser.h"

#include "core/base/system_reason.h"
#include "core/cli/option_table.h"
#include "core/cli/output.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <new>
#include <optional>
#include <sstream>
#include <system_error>
#include <type_traits>

namespace lanewright::cli {

namespace {

std::vector<std::string> stringsOf(std::initializer_list<std::string_view> words) {
    return {words.begin(), words.end()};
}

TypedOption typedOption(const CLI::Option& option) {
    TypedOption typed{.description = option.get_description()};
    for (const std::string& name : option.get_snames())
        typed.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        typed.names.push_back("--" + name);
    if (option.get_expected_max() > 0 && option.get_type_size_max() > 0)
        typed.takes = option.get_type_name();
    // Words come as `TEXT:{cpu,cuda}`.
    const std::size_t open = typed.takes.find('{');
    const std::size_t close = typed.takes.find('}', open == std::string::npos ? 0 : open);
    if (open != std::string::npos && close != std::string::npos) {
        std::istringstream words(typed.takes.substr(open + 1, close - open - 1));
        for (std::string word; std::getline(words, word, ',');)
            typed.words.push_back(word);
        typed.takes = typed.takes.substr(open + 1, close - open - 1);
    } else if (const std::size_t range = typed.takes.find(':'); range != std::string::npos) {
        typed.takes.resize(range);
    }
    for (char& letter : typed.takes)
        letter = letter == ',' ? '|' : letter;
    return typed;
}

OptionTable tableOf(const CLI::App& app) {
    OptionTable table{.name = app.get_name(), .description = app.get_description(), .footer = app.get_footer()};
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional())
            table.arguments.push_back({.name = option->get_name(true),
                                       .isRequired = option->get_required(),
                                       .description = option->get_description()});
        if (option->nonpositional())
            table.options.push_back(typedOption(*option));
    }
    for (const CLI::App* command : app.get_subcommands({}))
        table.commands.push_back(tableOf(*command));
    return table;
}

/// CLI11's words, on one line and with our name in front.
Exit wrongUsage(const CLI::App& program, std::string sentence) {
    for (char& letter : sentence)
        if (letter == '\n')
            letter = ' ';
    return failed(Exit::Usage, "", {sentence + " (see " + program.get_name() + " --help)"});
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

/// Does it; says in a sentence when the system denies a thread or memory in the middle of it.
Exit orDenied(const std::function<Exit()>& action) {
    try {
        return action();
    } catch (const std::system_error& error) {
        complain("", Error{say(phrase("system", "the system refused what this takes: %1"),
                               systemReason(error.code().value()))});
    } catch (const std::bad_alloc&) {
        complain("", Error{say(phrase("system", "there is not enough memory for this"))});
    }
    return Exit::RunFailed;
}

} // namespace

Option Option::required() const {
    m_option->required();
    return *this;
}

Option Option::oneOf(std::initializer_list<std::string_view> words) const {
    m_option->check(CLI::IsMember(stringsOf(words)));
    return *this;
}

Option Option::range(int least, int most) const {
    m_option->check(CLI::Range(least, most));
    return *this;
}

Option Option::range(double least, double most) const {
    m_option->check(CLI::Range(least, most));
    return *this;
}

Option Option::delimiter(char letter) const {
    m_option->delimiter(letter);
    return *this;
}

Option Option::needs(Option other) const {
    m_option->needs(other.m_option);
    return *this;
}

Option Option::excludes(Option other) const {
    m_option->excludes(other.m_option);
    return *this;
}

void CommandParser::setFooter(std::string_view text) { m_app->footer(std::string{text}); }

template <typename Value>
Option CommandParser::addOption(std::string_view names, Value& value, std::string_view description) {
    using Number = typename NumberIn<Value>::Type;
    CLI::Option* const option = m_app->add_option(std::string{names}, value, std::string{description});
    if constexpr (std::is_arithmetic_v<Number>)
        option->transform(CLI::Validator(numberProblem<Number>, ""));
    else
        option->check([](const std::string& word) { return word.empty() ? std::string{"nothing is given"} : ""; });
    return Option{*option};
}

template Option CommandParser::addOption(std::string_view, std::string&, std::string_view);
template Option CommandParser::addOption(std::string_view, int&, std::string_view);
template Option CommandParser::addOption(std::string_view, double&, std::string_view);
template Option CommandParser::addOption(std::string_view, std::uint64_t&, std::string_view);
template Option CommandParser::addOption(std::string_view, std::optional<int>&, std::string_view);
template Option CommandParser::addOption(std::string_view, std::optional<double>&, std::string_view);
template Option CommandParser::addOption(std::string_view, std::optional<std::uint64_t>&, std::string_view);
template Option CommandParser::addOption(std::string_view, std::vector<int>&, std::string_view);
template Option CommandParser::addOption(std::string_view, std::vector<std::string>&, std::string_view);

Option CommandParser::addFlag(std::string_view names, bool& value, std::string_view description) {
    return Option{*m_app->add_flag(std::string{names}, value, std::string{description})};
}

Option CommandParser::addJson(bool& json) { return addFlag("--json", json, "Print one JSON object and nothing else"); }

void CommandParser::onRun(std::function<Exit()> action) { m_action = std::move(action); }

Parser::Parser(std::string_view name, std::string_view description, std::string_view version)
    : m_app(std::make_unique<CLI::App>(std::string{description}, std::string{name})) {
    m_app->set_version_flag("--version", std::string{name} + " " + std::string{version});
    m_app->require_subcommand(1);
}

Parser::~Parser() = default;

void Parser::setFooter(std::string_view text) { m_app->footer(std::string{text}); }

void Parser::addPage(std::string_view name, std::function<void()> print, std::string_view description) {
    const auto printAndEnd = [print = std::move(print)] {
        print();
        throw CLI::Success{};
    };
    m_app->add_flag_callback(std::string{name}, printAndEnd, std::string{description})->trigger_on_parse();
}

void Parser::addPage(std::string_view name, std::initializer_list<std::string_view> words,
                     std::function<void(const std::string&)> print, std::string_view description) {
    const auto printAndEnd = [print = std::move(print)](const std::string& word) {
        print(word);
        throw CLI::Success{};
    };
    m_app->add_option_function<std::string>(std::string{name}, printAndEnd, std::string{description})
        ->check(CLI::IsMember(stringsOf(words)))
        ->trigger_on_parse();
}

CommandParser& Parser::addCommand(std::string_view name, std::string_view description) {
    CLI::App* command = m_app->add_subcommand(std::string{name}, std::string{description});
    return *m_commands.emplace_back(std::make_unique<CommandParser>(*command));
}

OptionTable Parser::table() const { return tableOf(*m_app); }

Exit Parser::run(int argc, char** argv) {
    try {
        m_app->parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0)
            return static_cast<Exit>(m_app->exit(error));
        if (m_app->get_subcommands().empty() && argc > 1 && argv[1][0] != '-')
            return wrongUsage(*m_app, "there is no command '" + std::string{argv[1]} + "'");
        return wrongUsage(*m_app, error.what());
    }
    for (const std::unique_ptr<CommandParser>& command : m_commands)
        if (command->m_app->parsed())
            return orDenied(command->m_action);
    return Exit::Usage;
}

} // namespace lanewright::cli
