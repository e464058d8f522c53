// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/files.h"
#include "core/io/run_json.h"

#include <optional>
#include <string>

/// The files that commands are given, and what they show of them.
namespace lanewright::cli {

/// A schedule or run with the timeline that it stands for: simulated, or measured in its representative step.
struct Shown {
    Plan plan = {};
    Timeline timeline = {};
    std::optional<Run> run = {};
    int step = -1; ///< the step of a run whose timeline this is
};

/// Opens a schedule or run that has an order. Fails, with the place, on anything else.
Result<Shown> openShown(const std::string& file);

/// Why a plan has no times: the first of what keeps it from running as a whole. Empty where it does, and of runs.
std::string unfinishedText(const Shown& shown);

/// Names, on the standard error, keys of the file that mean nothing to this version.
void complainOfKeys(const std::string& file, const Plan& plan);

/// `schedules/zb.lwsched` → `lwsched`; empty where there is none.
std::string extensionOf(const std::string& file);

/// The text after the table of a comparison, and the table itself; `most` rows, worst first.
std::string comparisonText(const Shown& planned, const Shown& actual, int most);

} // namespace lanewright::cli
