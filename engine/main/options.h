// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>

namespace lanewright::engine {

/// What the command line asks for.
struct Options {
    enum class Action : unsigned char { Run, Workload, Help, Version, Capabilities };
    Action action = Action::Run;
    std::string request = {}; ///< file with the run request
    std::string folder = {};  ///< `Workload`: where it is written
    bool inProcess = false;
    bool gpus = false; ///< with the capabilities: look for GPUs, which takes a moment
};

Result<Options> optionsFrom(int count, const char* const* words);
std::string helpText();
/// The version, and what this build lacks, a line each.
std::string versionText();
/// One JSON object: what this build can do, and, where it looks for GPUs, this machine.
std::string capabilities(bool gpus);

} // namespace lanewright::engine
