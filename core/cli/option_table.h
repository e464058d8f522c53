// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// The command line's own table of options, as plain data: what the manual page and the shells' completion are made of.
namespace lanewright::cli {

/// An option as a person types it.
struct TypedOption {
    std::vector<std::string> names = {}; ///< `-o`, `--output`
    std::string takes = {};              ///< `TEXT`; empty: it is a flag
    std::vector<std::string> words = {}; ///< all that it can take, where these are few
    std::string description = {};

    friend bool operator==(const TypedOption&, const TypedOption&) = default;
};

/// An argument that is told by its place.
struct TypedArgument {
    std::string name = {};  ///< `FILE`
    bool isRequired = true; ///< the command can't do without it
    std::string description = {};

    friend bool operator==(const TypedArgument&, const TypedArgument&) = default;
};

/// A command, or the program itself.
struct OptionTable {
    std::string name = {};
    std::string description = {};
    std::string footer = {}; ///< what `--help` says below the options
    std::vector<TypedArgument> arguments = {};
    std::vector<TypedOption> options = {};
    std::vector<OptionTable> commands = {}; ///< what the program has; a command has none

    friend bool operator==(const OptionTable&, const OptionTable&) = default;
};

} // namespace lanewright::cli
