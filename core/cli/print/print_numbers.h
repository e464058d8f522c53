// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cli/output.h"
#include "core/cli/shown.h"
#include "core/page/number_lines.h"
#include "core/simulate/metrics.h"

namespace lanewright::cli {

/// The iteration time against its bound. None of measured runs and of plans that are not valid.
std::optional<Held> heldAgainstBounds(const Shown& shown);

/// The numbers of what is shown: of the plan as far as they hold, or as measured, with the time per iteration of the
/// run.
Metrics metricsOf(const Shown& shown);

/// Writes the members of an open object: every number of a schedule or run under its key, in the units of its file, and
/// what it is held against.
void writeNumbers(json::Writer& writer, const Shown& shown, const std::optional<Held>& held);

/// Writes of them only iteration time and mode, `lower_bound`, `gap`, `bubble`, `avoidable` and the shares.
void writeIteration(json::Writer& writer, const Shown& shown, const Metrics& metrics, const std::optional<Held>& held);

/// The keys of the numbers, each with its definition: what `--json` and `--help` say of them.
void writeDefinitions(json::Writer& writer);
std::string definitionsText();

/// The same as two tables: one for the whole, one per rank.
std::string numbersText(const Shown& shown, const std::optional<Held>& held);

/// `"measured_on": {"threads": 8, "cores": 2}`, or null: how the costs of the plan were measured.
void writeMeasuredOn(json::Writer& writer, const Costs& costs);
/// Below what could be gained: a sentence that nobody can promise it, where the costs hold waits for cores; else
/// nothing.
std::string measuredOnText(const Costs& costs);

/// Writes it as a decimal: exact where whole ticks say it, else the nearest double.
void writeFraction(json::Writer& writer, const Fraction& fraction, Time scale);

} // namespace lanewright::cli
