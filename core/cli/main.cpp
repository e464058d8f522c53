// SPDX-License-Identifier: Apache-2.0
#include "core/base/allocation.h"
#include "core/cli/commands.h"
#include "core/cli/manual.h"

#include <array>

using namespace lanewright::cli;

namespace {

constexpr const char* kDescription =
    "Lanewright makes, checks, simulates, runs and compares pipeline-parallel training schedules.";

constexpr const char* kFooter = R"(
Exit codes: 0 done, 1 the answer is no (invalid, infeasible, differs), 2 wrong usage or unreadable input,
3 a run failed, 4 a backend, GPU or launcher is missing, 130 stopped (best so far saved).

Example:
  lanewright-cli generate zb-h1 -p 4 -m 8 -o a.lwsched && lanewright-cli simulate a.lwsched
"lanewright-cli COMMAND --help" tells more about a command.)";

/// CLI11's words, on one line and with our name in front.
Exit wrongUsage(const CLI::ParseError& error) {
    std::string sentence = error.what();
    for (char& letter : sentence)
        if (letter == '\n')
            letter = ' ';
    return failed(Exit::Usage, "", {sentence + " (see lanewright-cli --help)"});
}

/// Options that print what is made of the table of options, and end.
void addPages(CLI::App& program) {
    program
        .add_flag_callback(
            "--manual",
            [&program] {
                print(manualPage(program, LANEWRIGHT_VERSION));
                throw CLI::Success{};
            },
            "Print the manual page, for man")
        ->trigger_on_parse();
    program
        .add_option_function<std::string>(
            "--completion",
            [&program](const std::string& shell) {
                print(completionScript(program, *shellFrom(shell)));
                throw CLI::Success{};
            },
            "Print what the shell completes")
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->trigger_on_parse();
}

} // namespace

int main(int argc, char** argv) {
    lanewright::keepFreedMemory();
    CLI::App program{kDescription, "lanewright-cli"};
    program.footer(kFooter);
    program.set_version_flag("--version", "lanewright-cli " LANEWRIGHT_VERSION);
    program.require_subcommand(1);
    addPages(program);
    constexpr std::array kAdd = {addGenerate, addList,    addSimulate, addValidate, addBound, addRun,
                                 addProfile,  addCompare, addRender,   addConvert,  addSolve, addPlan};
    std::array<Command, kAdd.size()> commands;
    for (std::size_t i = 0; i < kAdd.size(); ++i)
        commands[i] = kAdd[i](program);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0)
            return program.exit(error);
        if (program.get_subcommands().empty() && argc > 1 && argv[1][0] != '-')
            return static_cast<int>(failed(
                Exit::Usage, "", {"there is no command '" + std::string{argv[1]} + "' (see lanewright-cli --help)"}));
        return static_cast<int>(wrongUsage(error));
    }
    for (const Command& command : commands)
        if (command.app->parsed())
            return static_cast<int>(command.run());
    return static_cast<int>(Exit::Usage);
}
