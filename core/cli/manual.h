// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cli/option_table.h"

#include <optional>
#include <string>

/// What is made of the command line's own table of options, so that it can't fall behind: the manual page and what
/// shells complete.
namespace lanewright::cli {

/// The manual page of the program and all its commands, for `man`.
std::string manualPage(const OptionTable& program, const std::string& version);

enum class Shell { Bash, Zsh, Fish };

/// `bash`, `zsh` or `fish`.
std::optional<Shell> shellFrom(const std::string& name);

/// A script that completes commands, options, the words that an option takes, and files.
std::string completionScript(const OptionTable& program, Shell shell);

} // namespace lanewright::cli
