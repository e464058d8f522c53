// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

/// What commands say of their options. The library that reads the command line is known to `parser.cpp` alone: it is
/// all templates, and costs every source that includes it several seconds to compile.
namespace lanewright::cli {

enum class Exit : int;
struct OptionTable;

/// An option, flag or argument of a command, to say more about it. A handle: copies mean the same option.
class Option {
public:
    explicit Option(CLI::Option& option) : m_option(&option) {}

    /// The command can't do without it.
    Option required() const;
    /// Refuses all but these words.
    Option oneOf(std::initializer_list<std::string_view> words) const;
    /// Refuses numbers below `least` and above `most`; of a list, each.
    Option range(int least, int most) const;
    Option range(double least, double most) const;
    /// A list may also be written as one word, its parts separated by this letter.
    Option delimiter(char letter) const;
    /// Refused where the other option isn't given too.
    Option needs(Option other) const;
    /// Refused where the other option is given too, and the other way round.
    Option excludes(Option other) const;

private:
    CLI::Option* m_option;
};

/// A command of the program, with its options.
class CommandParser {
public:
    explicit CommandParser(CLI::App& app) : m_app(&app) {}
    CommandParser(const CommandParser&) = delete;
    CommandParser& operator=(const CommandParser&) = delete;

    /// What `--help` says below the options.
    void setFooter(std::string_view text);

    /// Adds an option by its names (`-o,--output`), or an argument by its place (`FILE`). What is given is read into
    /// `value`, which lives until the command has run and else stays as it is. A Value is a std::string, an int, a
    /// double, a std::uint64_t, a std::optional of one of these numbers, or a std::vector of ints or strings. A word
    /// that is empty, or no such number, is refused.
    template <typename Value>
    Option addOption(std::string_view names, Value& value, std::string_view description);
    /// Adds an option that is there or not.
    Option addFlag(std::string_view names, bool& value, std::string_view description);
    /// Adds `--json`.
    Option addJson(bool& json);

    /// What the command does once its options are read.
    void onRun(std::function<Exit()> action);

private:
    friend class Parser;

    CLI::App* m_app;
    std::function<Exit()> m_action = {};
};

/// The command line of the program: `--help`, `--version`, pages, and commands, of which one is given.
///
/// The rule it guards: it owns the options that all handles mean, and outlives them.
class Parser {
public:
    Parser(std::string_view name, std::string_view description, std::string_view version);
    ~Parser();
    Parser(const Parser&) = delete;
    Parser& operator=(const Parser&) = delete;

    /// What `--help` says below the commands.
    void setFooter(std::string_view text);

    /// Adds an option that calls `print` as soon as it is met, and ends the program.
    void addPage(std::string_view name, std::function<void()> print, std::string_view description);
    /// The same for an option that takes one of these words.
    void addPage(std::string_view name, std::initializer_list<std::string_view> words,
                 std::function<void(const std::string&)> print, std::string_view description);

    /// Adds a command; the reference holds as long as the parser.
    CommandParser& addCommand(std::string_view name, std::string_view description);

    /// All that has been added so far.
    OptionTable table() const;

    /// Reads the command line and runs its command. Prints help, version or a page where these are asked for. Wrong
    /// usage is one sentence on the standard error and `Exit::Usage`.
    Exit run(int argc, char** argv);

private:
    std::unique_ptr<CLI::App> m_app;
    std::vector<std::unique_ptr<CommandParser>> m_commands = {};
};

} // namespace lanewright::cli
