// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/shown.h"
#include "core/check/validate.h"
#include "core/io/fields.h"
#include "core/page/number_lines.h"
#include "core/simulate/metrics.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewright::api {

/// A schedule or run with its numbers, and what they are held against.
struct ShownNumbers {
    Shown shown = {};
    Metrics metrics = {};
    std::optional<Held> held = {};    ///< none of measured runs and of plans that are not valid
    KeptBuffers buffers = {};         ///< none of measured runs
    std::vector<Finding> errors = {}; ///< in the plan, also of a run
};

/// The plan's as far as they hold, or as measured, with the time per iteration of the run; the iteration time against
/// its bound.
ShownNumbers numbersOf(Shown shown);
/// The same against something else.
ShownNumbers numbersOf(Shown shown, const Held& held);

/// Why a plan has no times: the first of what keeps it from running as a whole. Empty where it does, and of runs.
std::string unfinishedText(const ShownNumbers& numbers);
std::string unfinishedText(const std::vector<Finding>& errors);

/// Units of the file; of a run whose plan has no unit of memory that of bytes that were counted.
Units unitsOf(const Shown& shown);

/// Every number under its key, and what it is held against.
const Fields<ShownNumbers>& numberFields();
/// Only iteration time and mode, `lower_bound`, `gap`, `bubble`, `avoidable` and the shares.
const Fields<ShownNumbers>& iterationFields();
/// `"measured_on": {"threads": 8, "cores": 2}`, or null: how the costs were measured.
void writeMeasuredOn(json::Writer& writer, const Costs& costs);

/// The keys of the numbers, each with its definition: what `--json` and `--help` say of them.
void writeDefinitions(json::Writer& writer);
std::string definitionsText();

/// Two tables: one for the whole, one per rank.
std::string numbersText(const ShownNumbers& numbers);
/// Below what could be gained: a sentence that nobody can promise it, where the costs hold waits for cores; else
/// nothing.
std::string measuredOnText(const Costs& costs);

} // namespace lanewright::api
