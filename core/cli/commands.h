// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cli/output.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/model/timeline.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <optional>
#include <string>

/// One file per command. Each adds itself to the program and gives back what runs when it is asked for.
namespace lanewright::cli {

/// A command, and what it does once its options are read.
struct Command {
    const CLI::App* app = nullptr;
    std::function<Exit()> run = {};
};

Command addGenerate(CLI::App& program);
Command addList(CLI::App& program);
Command addSimulate(CLI::App& program);
Command addValidate(CLI::App& program);
Command addBound(CLI::App& program);
Command addRun(CLI::App& program);
Command addProfile(CLI::App& program);
Command addCompare(CLI::App& program);
Command addRender(CLI::App& program);
Command addConvert(CLI::App& program);
Command addSolve(CLI::App& program);
Command addPlan(CLI::App& program);

/// A schedule or run with the timeline that it stands for: simulated, or measured in its representative step.
struct Shown {
    Plan plan = {};
    Timeline timeline = {};
    std::optional<Run> run = {};
    int step = -1; ///< of a run: the step the timeline is of
};

/// Opens a schedule or run that has an order. Fails, with the place, on anything else.
Result<Shown> openShown(const std::string& file);

/// Adds `--json` to a command.
void addJson(CLI::App& command, bool& json);

/// `schedules/zb.lwsched` → `lwsched`; empty where there is none.
std::string extensionOf(const std::string& file);

/// The text after the table of a comparison, and the table itself; `most` rows, worst first.
std::string comparisonText(const Shown& planned, const Shown& actual, int most);

} // namespace lanewright::cli
