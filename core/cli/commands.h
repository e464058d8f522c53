// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"

#include <string>
#include <vector>

/// The command line: a command per question, whose options are the rows of its request.
namespace lanewright::cli {

/// How the answer is printed.
struct Printing {
    bool json = false;
    bool csv = false;
};

/// The rows of `--json` and `--csv`, of a question that has them.
std::vector<api::Option> printingOptions(const api::Question& question);

/// What the program says of itself.
struct Program {
    std::string name = {};
    std::string description = {};
    std::string footer = {}; ///< below the commands
    std::string version = {};
};

/// Options of the program itself, which print a page and end it.
struct Page {
    std::string name = {}; ///< `--manual`
    std::string words = {};
    std::vector<std::string> choices = {}; ///< a word that it takes; none: it takes none
    std::string (*text)(const std::string& choice) = nullptr;
};

/// Reads the command line, asks its question and prints the answer; or prints help, version or a page. Wrong usage is
/// one sentence on the standard error and `Exit::Usage`.
api::Exit runCommandLine(const Program& program, const std::vector<Page>& pages, int argc, char** argv);

} // namespace lanewright::cli
