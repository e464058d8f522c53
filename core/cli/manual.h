// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cli/commands.h"

#include <string>
#include <vector>

/// What is made of the table of questions, so that it can't fall behind: the manual page and what shells complete.
namespace lanewright::cli {

/// A row as a person types it.
struct TypedOption {
    std::vector<std::string> names = {}; ///< `-o`, `--output`
    std::string takes = {};              ///< `TEXT`, `a|b`; empty: it is a flag
    std::string description = {};
    std::vector<std::string> words = {}; ///< what may come behind it, where these are few
};

/// The rows of a command that begin with a hyphen, `--help` among them.
std::vector<TypedOption> typedOptions(const api::Question& question);
/// The options of the program itself.
std::vector<TypedOption> typedOptions(const std::vector<Page>& pages);
/// The words of an argument or option, where these are known.
std::vector<std::string> wordsOf(const api::Option& option);

/// The manual page of the program and all its commands, for `man`.
std::string manualPage(const Program& program, const std::vector<Page>& pages);

/// A script for `bash`, `zsh` or `fish` that completes commands, options, the words that these take, and files.
std::string completionScript(const std::vector<Page>& pages, const std::string& shell);

} // namespace lanewright::cli
