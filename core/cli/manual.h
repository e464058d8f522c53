// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

/// What is made of the command line's own table of options, so that it can't fall behind: the manual page and what
/// shells complete.
namespace lanewright::cli {

/// The manual page of the program and all its commands, for `man`.
std::string manualPage(const CLI::App& program, const std::string& version);

enum class Shell { Bash, Zsh, Fish };

/// `bash`, `zsh` or `fish`.
std::optional<Shell> shellFrom(const std::string& name);

/// A script that completes commands, options, the words that an option takes, and files.
std::string completionScript(const CLI::App& program, Shell shell);

/// An option as a person types it.
struct TypedOption {
    std::vector<std::string> names = {}; ///< `-o`, `--output`
    std::string takes = {};              ///< `TEXT`; empty: it is a flag
    std::vector<std::string> words = {}; ///< all that it can take, where these are few
    std::string description = {};

    friend bool operator==(const TypedOption&, const TypedOption&) = default;
};

/// Those of a command, or of the program itself; no positionals.
std::vector<TypedOption> optionsOf(const CLI::App& command);

} // namespace lanewright::cli
